/// Lets through, at the speed at which bytes are read, what is right in plain sight, so that only
/// the rest of a stream of records has to be looked at closely.
///
/// It never says that something is wrong. What it lets through is right by `RecordForm`, which a
/// property holds it to; what it holds back may be right as well: escapes, letters of other
/// scripts where a pattern is asked for, unusual spellings of numbers and dates.
///
/// An object, since it is the same for each batch of a stream.
package final class RecordSieve: Sendable {
  /// The first is the record itself.
  private let objects: SieveTable<SieveObject>
  private let members: SieveTable<SieveMember>
  private let lists: SieveTable<SieveList>
  private let machines: SieveTable<SieveMachine>
  private let rows: SieveTable<SievePool.Stretch>
  private let pool: SievePool

  /// A field of a record that is to be looked at closely, and where its value is; nowhere if it is
  /// left out.
  package struct Doubt: Equatable {
    package var field: Int
    package var value: Range<Int>?
  }

  /// More members are not told apart by the bits of a word.
  static let memberLimit = 64

  /// Nil for a form of which nothing is right in plain sight: fields look at one another, or something
  /// else may stand in the place of objects.
  package init?(_ form: RecordForm, today: CivilDate) {
    let isLenient =
      form.layout.objects.contains(where: \.isLenient)
      || form.layout.lists.contains(where: \.isLenient)
    guard !isLenient, form.fields.allSatisfy(\.isJudgedAlone) else { return nil }
    var builder = SieveBuilder(today: today)
    for field in form.fields { builder.add(field) }
    builder.add(form.layout)
    guard builder.members.count <= Self.memberLimit else { return nil }
    objects = SieveTable(builder.objects)
    members = SieveTable(builder.members)
    lists = SieveTable(builder.lists)
    machines = SieveTable(builder.machines)
    rows = SieveTable(builder.rows)
    pool = SievePool(builder.pool)
  }

  /// Looks at a record, a stretch of some bytes.
  ///
  /// - Parameters:
  ///   - text: UTF-8, of which valid stretches only are let through
  ///   - range: where the record is
  ///   - doubts: takes the fields to look at closely
  /// - Returns: false where all of the record has to be looked at
  package func sift(_ text: [UInt8], _ range: Range<Int>, _ doubts: inout [Doubt]) -> Bool {
    precondition(0 <= range.lowerBound && range.upperBound <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      var cursor = unsafe SieveCursor(
        bytes: start, index: range.lowerBound, end: range.upperBound, staysInLine: false)
      guard sift(&cursor, object: 0, &doubts) else { return false }
      cursor.skipSpace()
      return cursor.isAtEnd
    }
  }

  /// Looks at lines that are records, from where they begin on, and stops at what is not right.
  ///
  /// - Parameters:
  ///   - lines: where to begin; takes where it stops: behind a record with doubts, or behind any if
  ///     each is wanted, before what is to be looked at closely, or at the end
  ///   - text: the bytes in which they are
  ///   - doubts: takes the fields to look at closely
  /// - Returns: the record behind which it stops
  func sift(_ lines: inout RecordLines.Progress, of text: [UInt8], _ doubts: inout [Doubt])
    -> Range<Int>?
  {
    precondition(0 <= lines.position && lines.end <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return nil }
      var cursor = unsafe SieveCursor(
        bytes: first, index: lines.position, end: lines.end, staysInLine: true)
      while !cursor.isAtEnd {
        let start = cursor.index
        guard sift(&cursor, object: 0, &doubts) else { break }
        let close = cursor.index
        guard let lineCount = cursor.passLineEnd() else { break }
        lines.position = cursor.index
        lines.recordLineIndex = lines.lineIndex
        lines.lineIndex += lineCount
        lines.recordCount += 1
        if lines.wantsEach || !doubts.isEmpty { return start..<close }
      }
      doubts.removeAll(keepingCapacity: true)
      return nil
    }
  }

  /// Looks at an object.
  ///
  /// It has a cursor of its own, which the compiler keeps out of memory: whoever is called with one
  /// is given a copy.
  private func sift(
    _ given: inout SieveCursor, object: Int, _ doubts: inout [Doubt]
  ) -> Bool {
    var cursor = given
    defer { given = cursor }
    guard cursor.skip(UInt8(ascii: "{")) else { return false }
    let places = objects[object].members
    var seen: UInt64 = 0
    var (place, isSpaced) = passFirstName(&cursor, of: places)
    if place < 0 {
      cursor.skipSpace()
      if !cursor.skip(UInt8(ascii: "}")) {
        place = cursor.apart { passName(&$0, places.lowerBound, of: places) }
        if place < 0 { return false }
      }
    }
    var first = place
    while 0 <= place {
      if cursor.first != UInt8(ascii: "\"") { cursor.skipSpace() }
      let start = cursor.index
      var look: Look?
      if cursor.first == UInt8(ascii: "\"") {
        // What nearly all values are; what is not passed is looked at again.
        switch members[place].field.sort {
        case .text: look = cursor.apart { lookAtText(&$0, place) }
        case .pattern: look = lookAtPattern(&cursor, place)
        case .choice: if passRow(&cursor, place) { look = .right }
        case .date:
          look = cursor.date().map { Look(members[place].field.dates.contains($0)) }
        case .integer, .number, .other: break
        }
      }
      switch look ?? cursor.apart({ lookAgain(at: &$0, place, &doubts) }) {
      case .right: break
      case .doubtful:
        doubts.append(Doubt(field: members[place].number, value: start..<cursor.index))
      case .unreadable: return false
      }
      let next = place &+ 1
      if next < places.upperBound,
        cursor.skip(isSpaced ? members[next].spaced : members[next].dense, of: pool)
      {
        place = next
        continue
      }
      // The members from `first` on stood one behind the other.
      let passed = Self.bits(first...place)
      guard seen & passed == 0 else { return false }
      seen |= passed
      cursor.skipSpace()
      if cursor.skip(UInt8(ascii: "}")) { break }
      guard cursor.skip(UInt8(ascii: ",")) else { return false }
      place = cursor.apart { passName(&$0, next, of: places) }
      if place < 0 { return false }
      first = place
    }
    let missing = objects[object].required & ~seen
    return missing == 0 || pass(missing: missing, of: object, &doubts)
  }

  /// Members as bits.
  @inline(__always)
  private static func bits(_ places: ClosedRange<Int>) -> UInt64 {
    (2 &<< UInt64(places.upperBound)) &- (1 &<< UInt64(places.lowerBound))
  }

  /// Notes the fields that have to be there and are not; false where that is to be found out closely.
  private func pass(missing: UInt64, of object: Int, _ doubts: inout [Doubt]) -> Bool {
    for place in objects[object].members where missing & (1 &<< UInt64(place)) != 0 {
      // Elsewhere than in the record itself, whoever tells of it has to look for the place.
      guard object == 0, members[place].content == .field else { return false }
      doubts.append(Doubt(field: members[place].number, value: nil))
    }
    return true
  }

  /// Looks at a list; with a doubt about an entry all of the record has to be looked at.
  private func sift(
    _ cursor: inout SieveCursor, list: SieveList, _ doubts: inout [Doubt]
  ) -> Bool {
    guard list.isSifted, cursor.skip(UInt8(ascii: "[")) else { return false }
    let known = doubts.count
    var count = 0
    cursor.skipSpace()
    if !cursor.skip(UInt8(ascii: "]")) {
      repeat {
        cursor.skipSpace()
        count &+= 1
        guard sift(&cursor, object: list.entry, &doubts), doubts.count == known else {
          return false
        }
        cursor.skipSpace()
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: "]")) else { return false }
    }
    return list.least <= count && count <= list.most
  }

  /// Passes the name of the first member and the colon behind it, if they stand at the beginning of an
  /// object as most programs write them; gives the member, or -1, and whether there are spaces.
  @inline(__always)
  private func passFirstName(
    _ cursor: inout SieveCursor, of places: Range<Int>
  ) -> (place: Int, isSpaced: Bool) {
    if places.isEmpty { return (-1, false) }
    let first = members[places.lowerBound]
    if cursor.skip(first.spaced.dropping(2), of: pool) { return (places.lowerBound, true) }
    return (cursor.skip(first.dense.dropping(1), of: pool) ? places.lowerBound : -1, false)
  }

  /// Passes a member's name and the colon behind it, with any white space; gives the member, or -1.
  private func passName(
    _ cursor: inout SieveCursor, _ expected: Int, of places: Range<Int>
  ) -> Int {
    cursor.skipSpace()
    let place = passBareName(&cursor, expected, of: places)
    cursor.skipSpace()
    return 0 <= place && cursor.skip(UInt8(ascii: ":")) ? place : -1
  }

  /// Looks for a name from the one that is expected on, and then before it; records have them in one
  /// order most often.
  private func passBareName(
    _ cursor: inout SieveCursor, _ expected: Int, of places: Range<Int>
  ) -> Int {
    for distance in 0..<places.count {
      let place = (expected &- places.lowerBound &+ distance) % places.count &+ places.lowerBound
      if cursor.skip(members[place].name, of: pool) { return place }
    }
    return -1
  }

  /// What a value is at a first look.
  private enum Look {
    case right, doubtful
    /// It can't be passed.
    case unreadable

    @inline(__always)
    init(_ isRight: Bool) { self = isRight ? .right : .doubtful }
  }

  /// Passes any value.
  private func lookAgain(
    at cursor: inout SieveCursor, _ place: Int, _ doubts: inout [Doubt]
  ) -> Look {
    let number = members[place].number
    switch members[place].content {
    case .object: return sift(&cursor, object: number, &doubts) ? .right : .unreadable
    case .list: return sift(&cursor, list: lists[number], &doubts) ? .right : .unreadable
    case .field: break
    }
    switch cursor.first {
    case UInt8(ascii: "\""):
      switch members[place].field.sort {
      case .text, .pattern: return lookAtText(&cursor, place)
      case .choice, .date, .integer, .number, .other:
        let start = cursor.index
        guard let text = cursor.string() else { return .unreadable }
        return Look(!text.hasEscapes && isRow(start..<cursor.index, cursor, place))
      }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return lookAtNumber(&cursor, place)
    default: return lookAtWord(&cursor, place)
    }
  }

  /// Passes a text that one machine has to accept; nil, and passes nothing, where that is not to be
  /// seen at once.
  @inline(__always)
  private func lookAtPattern(_ cursor: inout SieveCursor, _ place: Int) -> Look? {
    let field = members[place].field
    let machine = machines[field.machines.lowerBound]
    guard let text = cursor.string(through: machine, of: pool) else { return nil }
    return Look(
      text.isAccepted && text.byteCount <= field.mostUnits
        && field.leastUnits <= text.byteCount && text.byteCount != 0)
  }

  /// Passes a text; by itself, so that the loop over its bytes has all registers.
  @inline(never)
  private func lookAtText(_ cursor: inout SieveCursor, _ place: Int) -> Look {
    guard let text = cursor.string() else { return .unreadable }
    // Whoever has escapes in it may say something else than it looks like.
    if text.hasEscapes || text.range.isEmpty { return .doubtful }
    return Look(isRight(text, cursor, place))
  }

  private func lookAtNumber(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    guard let number = cursor.number() else { return .unreadable }
    switch members[place].field.sort {
    case .integer, .number:
      return Look(isRight(number, byteCount: cursor.index - start, members[place].field))
    case .choice: return Look(isRow(start..<cursor.index, cursor, place))
    case .text, .pattern, .date, .other: return .doubtful
    }
  }

  private func lookAtWord(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    let isNull = cursor.skip(builtIn.null, of: pool)
    guard isNull || cursor.skip(builtIn.true, of: pool) || cursor.skip(builtIn.false, of: pool)
    else { return .unreadable }
    if isNull, members[place].field.takesNull { return .right }
    return Look(
      members[place].field.sort == .choice && isRow(start..<cursor.index, cursor, place))
  }

  private var builtIn: (null: SievePool.Stretch, true: SievePool.Stretch, false: SievePool.Stretch)
  { SieveBuilder.words }

  @inline(__always)
  private func isRight(
    _ text: SieveCursor.Text, _ cursor: SieveCursor,
    _ place: Int
  ) -> Bool {
    let byteCount = text.range.count
    let most = members[place].field.mostUnits
    let least = members[place].field.leastUnits
    let numbers = members[place].field.machines
    if text.isASCII || least == 0 && byteCount <= most && numbers.isEmpty {
      return least <= byteCount && byteCount <= most
        && (numbers.isEmpty || passes(text.range, cursor, numbers))
    }
    let others = cursor.othersCount(in: text.range)
    // Of what is not ASCII a unit may have several bytes.
    let scalarCount = byteCount &- others.bytes &+ others.scalars
    if most < byteCount, !members[place].field.countsBytesOfASCII || most < scalarCount {
      return false
    }
    // A character of ASCII is one by itself unless what stands beside it is not ASCII.
    if byteCount &- others.bytes &- others.scalars < least { return false }
    return numbers.isEmpty || others.scalars == 0 && passes(text.range, cursor, numbers)
  }

  private func passes(_ text: Range<Int>, _ cursor: SieveCursor, _ numbers: Range<Int>) -> Bool {
    numbers.allSatisfy { cursor.passes(machines[$0], of: pool, text) }
  }

  private func isRow(_ value: Range<Int>, _ cursor: SieveCursor, _ place: Int) -> Bool {
    for index in members[place].field.rows
    where cursor.isSame(rows[index], of: pool, as: value) {
      return true
    }
    return false
  }

  /// Passes a text that is a row, if it is not at the end of the record.
  @inline(__always)
  private func passRow(_ cursor: inout SieveCursor, _ place: Int) -> Bool {
    guard let word = cursor.word else { return false }
    let start = members[place].field.rowStarts &+ SieveRows.bucket(of: word)
    var row = pool.byte(at: start)
    let end = pool.byte(at: start &+ 1)
    while row < end {
      if cursor.skip(rows[members[place].field.rows.lowerBound &+ Int(row)], of: pool) {
        return true
      }
      row &+= 1
    }
    return false
  }

  private func isRight(
    _ number: SieveCursor.Number, byteCount: Int, _ field: SieveField
  ) -> Bool {
    guard byteCount <= field.mostUnits, let value = number.value else { return false }
    if number.hasFraction {
      // Between its whole part and the next number.
      return field.sort == .number && 0 <= value && !number.isNegative && field.least <= value
        && value < field.most
    }
    return field.least <= value && value <= field.most
  }
}
