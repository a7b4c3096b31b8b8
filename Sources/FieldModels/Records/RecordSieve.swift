/// Lets through, at the speed at which bytes are read, what is right in plain sight, so that only
/// the rest of a stream of records has to be looked at closely.
///
/// It never says that something is wrong. What it lets through is right by `RecordForm`, which a
/// property holds it to; what it holds back may be right as well: escapes, letters of other
/// scripts where a pattern is asked for, unusual spellings of numbers and dates.
struct RecordSieve: Sendable {
  private let fields: [SieveField]
  private let machines: [SieveMachine]
  /// Rows, as stretches of the pool.
  private let rows: [Range<Int>]
  /// Keys, rows, dates and tables, one behind the other.
  private let pool: [UInt8]
  /// The first field with some hash of its key, and behind each field the next with the same.
  private let firsts: [Int16]
  private let nexts: [Int16]

  /// A field of a record that is to be looked at closely, and where its value is; nowhere if it is
  /// left out.
  struct Doubt: Equatable {
    var field: Int
    var value: Range<Int>?
  }

  /// More fields are not told apart by the bits of a word.
  static let fieldLimit = 64

  /// Nil for a form of which nothing is right in plain sight: fields look at one another.
  init?(_ fields: [RecordField], today: CivilDate) {
    guard fields.count <= Self.fieldLimit, fields.allSatisfy(\.isJudgedAlone) else { return nil }
    var builder = SieveBuilder(today: today)
    for field in fields { builder.add(field) }
    self.fields = builder.fields
    machines = builder.machines
    rows = builder.rows
    pool = builder.paddedPool
    var firsts = [Int16](repeating: -1, count: 256)
    var nexts = [Int16](repeating: -1, count: fields.count)
    for (index, field) in builder.fields.enumerated().reversed() {
      let hash = Self.hash(builder.pool.span, field.key)
      nexts[index] = firsts[hash]
      firsts[hash] = Int16(index)
    }
    self.firsts = firsts
    self.nexts = nexts
  }

  @inline(__always)
  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    if range.isEmpty { return 0 }
    let ends = Int(bytes[range.lowerBound]) &* 7 &+ Int(bytes[range.upperBound &- 1])
    return (range.count &* 31 &+ ends) & 255
  }

  /// Looks at a record, a stretch of some bytes.
  ///
  /// - Parameters:
  ///   - text: UTF-8, of which valid stretches only are let through
  ///   - range: where the record is
  ///   - doubts: takes the fields to look at closely
  /// - Returns: false where all of the record has to be looked at
  func sift(_ text: Span<UInt8>, _ range: Range<Int>, _ doubts: inout [Doubt]) -> Bool {
    var cursor = SieveCursor(index: range.lowerBound, end: range.upperBound)
    guard cursor.skip(UInt8(ascii: "{"), text) else { return false }
    let (pool, fields) = (pool.span, fields.span)
    var seen: UInt64 = 0
    var expected = 0
    cursor.skipSpace(text)
    if !cursor.skip(UInt8(ascii: "}"), text) {
      repeat {
        cursor.skipSpace(text)
        guard let place = place(at: &cursor, text, expected) else { return false }
        let bit: UInt64 = 1 &<< UInt64(place)
        guard seen & bit == 0 else { return false }
        seen |= bit
        expected = place &+ 1
        cursor.skipSpace(text)
        guard cursor.skip(UInt8(ascii: ":"), text) else { return false }
        cursor.skipSpace(text)
        let start = cursor.index
        guard let isRight = look(at: &cursor, text, place, pool) else { return false }
        if !isRight { doubts.append(Doubt(field: place, value: start..<cursor.index)) }
        cursor.skipSpace(text)
      } while cursor.skip(UInt8(ascii: ","), text)
      guard cursor.skip(UInt8(ascii: "}"), text) else { return false }
    }
    cursor.skipSpace(text)
    guard cursor.index == range.upperBound else { return false }
    for index in fields.indices where seen & (1 &<< UInt64(index)) == 0 && fields[index].isRequired
    {
      doubts.append(Doubt(field: index, value: nil))
    }
    return true
  }

  /// Passes a key, and gives the field that has it; records have them in one order most often.
  @inline(__always)
  private func place(at cursor: inout SieveCursor, _ text: Span<UInt8>, _ expected: Int) -> Int? {
    if expected < fields.count {
      let known = fields[expected].key
      let start = cursor.index &+ 1
      if cursor.first(text) == UInt8(ascii: "\""), start &+ known.count < cursor.end,
        text[start &+ known.count] == UInt8(ascii: "\""), isSame(known, text, start)
      {
        cursor.skip(known.count &+ 2)
        return expected
      }
    }
    guard let key = cursor.key(text) else { return nil }
    var place = Int(firsts[Self.hash(text, key)])
    while 0 <= place {
      let known = fields[place].key
      if known.count == key.count, isSame(known, text, key.lowerBound) { return place }
      place = Int(nexts[place])
    }
    return nil
  }

  /// Whether a stretch of the pool stands at a place of a text, which has room for it.
  ///
  /// Behind the last stretch the pool has room for a word.
  @inline(__always)
  private func isSame(_ known: Range<Int>, _ text: Span<UInt8>, _ start: Int) -> Bool {
    let pool = pool.span
    var (left, right) = (known.lowerBound, start)
    var count = known.count
    while ByteWord.byteCount <= count {
      if pool.word(at: left).bits != text.word(at: right).bits { return false }
      left &+= ByteWord.byteCount
      right &+= ByteWord.byteCount
      count &-= ByteWord.byteCount
    }
    if count == 0 { return true }
    if right &+ ByteWord.byteCount <= text.count {
      let difference = pool.word(at: left).bits ^ text.word(at: right).bits
      return difference &<< UInt64(64 &- 8 &* count) == 0
    }
    for offset in 0..<count where pool[left &+ offset] != text[right &+ offset] { return false }
    return true
  }

  /// Passes a value; gives whether it is right in plain sight, nil where it can't be passed.
  @inline(__always)
  private func look(
    at cursor: inout SieveCursor, _ text: Span<UInt8>, _ place: Int, _ pool: Span<UInt8>
  ) -> Bool? {
    let start = cursor.index
    switch cursor.first(text) {
    case UInt8(ascii: "\""):
      guard let content = cursor.string(text) else { return nil }
      // Whoever has escapes in it may say something else than it looks like.
      if content.hasEscapes || content.range.isEmpty { return false }
      switch fields[place].sort {
      case .text: return isRight(content, text, fields[place], pool)
      case .choice: return isRow(start..<cursor.index, text, fields[place])
      case .date: return isDate(content, text, fields[place], pool)
      case .integer, .number, .other: return false
      }
    case UInt8(ascii: "n"):
      guard cursor.skipWord("null", text) else { return nil }
      return fields[place].takesNull
        || fields[place].sort == .choice && isRow(start..<cursor.index, text, fields[place])
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard cursor.skipWord("true", text) || cursor.skipWord("false", text) else { return nil }
      return fields[place].sort == .choice && isRow(start..<cursor.index, text, fields[place])
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let number = cursor.number(text) else { return nil }
      switch fields[place].sort {
      case .integer, .number: return isRight(number, byteCount: cursor.index - start, fields[place])
      case .choice: return isRow(start..<cursor.index, text, fields[place])
      case .text, .date, .other: return false
      }
    default: return nil
    }
  }

  @inline(__always)
  private func isRight(
    _ text: SieveCursor.Text, _ bytes: Span<UInt8>, _ field: SieveField,
    _ pool: Span<UInt8>
  ) -> Bool {
    let byteCount = text.range.count
    if field.mostUnits < byteCount,
      text.otherScalarCount == 0 || !field.countsBytesOfASCII
        || field.mostUnits < byteCount &- text.otherByteCount &+ text.otherScalarCount
    {
      return false
    }
    // A character of ASCII is one by itself unless what stands beside it is not ASCII.
    let least = byteCount &- text.otherByteCount &- text.otherScalarCount
    if 0 < field.leastUnits, least < field.leastUnits { return false }
    if field.machines.isEmpty { return true }
    if 0 < text.otherScalarCount { return false }
    for index in field.machines {
      let machine = machines[index]
      if machine.byteLimit < byteCount || !passes(machine, text.range, bytes, pool) { return false }
    }
    return true
  }

  @inline(__always)
  private func passes(
    _ machine: SieveMachine, _ range: Range<Int>, _ bytes: Span<UInt8>, _ pool: Span<UInt8>
  ) -> Bool {
    var state = Int(machine.start)
    var index = range.lowerBound
    while index < range.upperBound {
      state = Int(pool[machine.transitions &+ state &<< 7 &+ Int(bytes[index] & 0x7F)])
      index &+= 1
    }
    return pool[machine.acceptance &+ state] == 1
  }

  @inline(__always)
  private func isRow(_ value: Range<Int>, _ text: Span<UInt8>, _ field: SieveField)
    -> Bool
  {
    for index in field.rows
    where rows[index].count == value.count && isSame(rows[index], text, value.lowerBound) {
      return true
    }
    return false
  }

  @inline(__always)
  private func isDate(
    _ text: SieveCursor.Text, _ bytes: Span<UInt8>, _ field: SieveField,
    _ pool: Span<UInt8>
  ) -> Bool {
    guard text.otherScalarCount == 0, let machine = field.machines.first,
      text.range.count == CivilDate.byteCount,
      passes(machines[machine], text.range, bytes, pool)
    else { return false }
    guard let dates = field.dates else { return true }
    // As ISO 8601 has them, dates are in the order of their bytes.
    let start = text.range.lowerBound
    return Self.isOrdered(pool, dates.lower, bytes, start)
      && Self.isOrdered(bytes, start, pool, dates.upper)
  }

  /// Whether one date is before another or the same.
  @inline(__always)
  private static func isOrdered(
    _ first: Span<UInt8>, _ start: Int, _ second: Span<UInt8>, _ otherStart: Int
  ) -> Bool {
    for offset in 0..<CivilDate.byteCount {
      let (left, right) = (first[start &+ offset], second[otherStart &+ offset])
      if left != right { return left < right }
    }
    return true
  }

  @inline(__always)
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
