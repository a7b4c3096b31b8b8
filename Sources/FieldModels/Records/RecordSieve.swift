/// Lets through, at the speed at which bytes are read, what is right in plain sight, so that only
/// the rest of a stream of records has to be looked at closely.
///
/// It never says that something is wrong. What it lets through is right by `RecordForm`, which a
/// property holds it to; what it holds back may be right as well: escapes, letters of other
/// scripts where a pattern is asked for, unusual spellings of numbers and dates.
///
/// An object, since it is the same for each batch of a stream.
final class RecordSieve: Sendable {
  private let fields: [SieveField]
  /// The first is the record itself.
  private let objects: [SieveObject]
  private let members: [SieveMember]
  private let lists: [SieveList]
  private let machines: [SieveMachine]
  private let rows: [SievePool.Stretch]
  private let pool: SievePool

  /// A field of a record that is to be looked at closely, and where its value is; nowhere if it is
  /// left out.
  struct Doubt: Equatable {
    var field: Int
    var value: Range<Int>?
  }

  /// More members are not told apart by the bits of a word.
  static let memberLimit = 64

  /// Nil for a form of which nothing is right in plain sight: fields look at one another.
  init?(_ form: RecordForm, today: CivilDate) {
    guard form.fields.allSatisfy(\.isJudgedAlone) else { return nil }
    var builder = SieveBuilder(today: today)
    for field in form.fields { builder.add(field) }
    builder.add(form.layout)
    guard builder.members.count <= Self.memberLimit else { return nil }
    fields = builder.fields
    objects = builder.objects
    members = builder.members
    lists = builder.lists
    machines = builder.machines
    rows = builder.rows
    pool = SievePool(builder.pool)
  }

  /// Looks at a record, a stretch of some bytes.
  ///
  /// - Parameters:
  ///   - text: UTF-8, of which valid stretches only are let through
  ///   - range: where the record is
  ///   - doubts: takes the fields to look at closely
  /// - Returns: false where all of the record has to be looked at
  func sift(_ text: [UInt8], _ range: Range<Int>, _ doubts: inout [Doubt]) -> Bool {
    precondition(0 <= range.lowerBound && range.upperBound <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      var cursor = unsafe SieveCursor(
        bytes: start, index: range.lowerBound, end: range.upperBound)
      return sift(&cursor, &doubts)
    }
  }

  private func sift(_ cursor: inout SieveCursor, _ doubts: inout [Doubt]) -> Bool {
    guard sift(&cursor, object: 0, &doubts) else { return false }
    cursor.skipSpace()
    return cursor.isAtEnd
  }

  private func sift(
    _ cursor: inout SieveCursor, object: Int, _ doubts: inout [Doubt]
  ) -> Bool {
    let places = objects[object].members
    guard cursor.skip(UInt8(ascii: "{")) else { return false }
    var seen: UInt64 = 0
    var expected = places.lowerBound
    cursor.skipSpace()
    if !cursor.skip(UInt8(ascii: "}")) {
      repeat {
        cursor.skipSpace()
        let place = passName(&cursor, expected, of: places)
        if place < 0 { return false }
        let bit: UInt64 = 1 &<< UInt64(place)
        guard seen & bit == 0 else { return false }
        seen |= bit
        expected = place &+ 1
        cursor.skipSpace()
        guard cursor.skip(UInt8(ascii: ":")) else { return false }
        cursor.skipSpace()
        switch members[place].content {
        case .field(let field):
          let start = cursor.index
          switch look(at: &cursor, field) {
          case .right: break
          case .doubtful: doubts.append(Doubt(field: field, value: start..<cursor.index))
          case .unreadable: return false
          }
        case .object(let inner):
          guard sift(&cursor, object: inner, &doubts) else { return false }
        case .list(let list):
          guard sift(&cursor, list: lists[list], &doubts) else { return false }
        }
        cursor.skipSpace()
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: "}")) else { return false }
    }
    for place in places where seen & (1 &<< UInt64(place)) == 0 {
      switch members[place].content {
      case .field(let field) where fields[field].isRequired:
        // Elsewhere than in the record itself, whoever tells of it has to look for the place.
        if object != 0 { return false }
        doubts.append(Doubt(field: field, value: nil))
      case .object(let inner) where !objects[inner].mayBeMissing: return false
      case .list(let list) where !lists[list].mayBeMissing: return false
      case .field, .object, .list: break
      }
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

  /// Passes a member's name, and gives the member that has it, or -1; records have them in one
  /// order most often.
  @inline(__always)
  private func passName(
    _ cursor: inout SieveCursor, _ expected: Int, of places: Range<Int>
  ) -> Int {
    if expected < places.upperBound, cursor.skip(members[expected].name, of: pool) {
      return expected
    }
    return passOtherName(&cursor, expected, of: places)
  }

  /// Looks for a name behind the one that was expected, and then before it.
  private func passOtherName(
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

  /// Passes a value.
  @inline(__always)
  private func look(
    at cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    switch cursor.first {
    case UInt8(ascii: "\""):
      let start = cursor.index
      guard let text = cursor.string() else { return .unreadable }
      // Whoever has escapes in it may say something else than it looks like.
      if text.hasEscapes || text.range.isEmpty { return .doubtful }
      switch fields[place].sort {
      case .text: return Look(isRight(text, cursor, place))
      case .choice: return Look(isRow(start..<cursor.index, cursor, place))
      case .date: return Look(isDate(text, cursor, place))
      case .integer, .number, .other: return .doubtful
      }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return lookAtNumber(&cursor, place)
    default: return lookAtWord(&cursor, place)
    }
  }

  private func lookAtNumber(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    guard let number = cursor.number() else { return .unreadable }
    switch fields[place].sort {
    case .integer, .number:
      return Look(isRight(number, byteCount: cursor.index - start, fields[place]))
    case .choice: return Look(isRow(start..<cursor.index, cursor, place))
    case .text, .date, .other: return .doubtful
    }
  }

  private func lookAtWord(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    let isNull = cursor.skip(builtIn.null, of: pool)
    guard isNull || cursor.skip(builtIn.true, of: pool) || cursor.skip(builtIn.false, of: pool)
    else { return .unreadable }
    if isNull, fields[place].takesNull { return .right }
    return Look(
      fields[place].sort == .choice && isRow(start..<cursor.index, cursor, place))
  }

  private var builtIn: (null: SievePool.Stretch, true: SievePool.Stretch, false: SievePool.Stretch)
  { SieveBuilder.words }

  @inline(__always)
  private func isRight(
    _ text: SieveCursor.Text, _ cursor: SieveCursor,
    _ place: Int
  ) -> Bool {
    let byteCount = text.range.count
    let most = fields[place].mostUnits
    if most < byteCount {
      // Of what is not ASCII a unit may have several bytes.
      let scalarCount = byteCount &- text.otherByteCount &+ text.otherScalarCount
      if !fields[place].countsBytesOfASCII || most < scalarCount { return false }
    }
    // A character of ASCII is one by itself unless what stands beside it is not ASCII.
    let least = byteCount &- text.otherByteCount &- text.otherScalarCount
    if least < fields[place].leastUnits { return false }
    let numbers = fields[place].machines
    if numbers.isEmpty { return true }
    if 0 < text.otherScalarCount { return false }
    for number in numbers {
      let machine = machines[number]
      if machine.byteLimit < byteCount || !cursor.passes(machine, of: pool, text.range) {
        return false
      }
    }
    return true
  }

  @inline(__always)
  private func isRow(
    _ value: Range<Int>, _ cursor: SieveCursor, _ place: Int
  ) -> Bool {
    for index in fields[place].rows
    where cursor.isSame(rows[index], of: pool, as: value) {
      return true
    }
    return false
  }

  @inline(__always)
  private func isDate(
    _ text: SieveCursor.Text, _ cursor: SieveCursor,
    _ place: Int
  ) -> Bool {
    guard text.otherScalarCount == 0, text.range.count == CivilDate.byteCount,
      let machine = fields[place].machines.first,
      cursor.passes(machines[machine], of: pool, text.range)
    else { return false }
    guard let dates = fields[place].dates else { return true }
    // As ISO 8601 has them, dates are in the order of their bytes.
    return cursor.isBetween(dates.lower, dates.upper, of: pool, text.range)
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

extension CivilDate {
  /// How long it is as ISO 8601 writes it.
  static let byteCount = 10
}
