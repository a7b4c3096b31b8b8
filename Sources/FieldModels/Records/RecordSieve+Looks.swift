/// Values at a first look.
extension RecordSieve {
  /// What a value is at a first look.
  enum Look {
    case right, doubtful
    /// It is right, but somebody has to be asked about it.
    case asked
    /// It can't be passed.
    case unreadable

    @inline(__always)
    init(_ isRight: Bool) { self = isRight ? .right : .doubtful }
  }

  /// Passes any value.
  func lookAgain(
    at cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted
  ) -> Look {
    let number = members[place].number
    switch members[place].content {
    case .object:
      if objects[number].takesNull, cursor.first == UInt8(ascii: "n") {
        return passOther(&cursor, object: number, in: sifted.scratch)
      }
      if cursor.first != UInt8(ascii: "{"), objects[number].unfit != .unreadable {
        let start = cursor.index
        let look = passOther(&cursor, object: number, in: sifted.scratch)
        if objects[number].unfit == .told {
          sifted.misfits.append(.object(number, start..<cursor.index))
        }
        return look
      }
      return sift(&cursor, object: number, into: &sifted) ? .right : .unreadable
    case .list: return sift(&cursor, list: number, into: &sifted) ? .right : .unreadable
    case .field: break
    }
    if members[place].field.sort == .any { return lookAtAnyValue(&cursor, place) }
    if members[place].inner != -1 {
      let start = cursor.index
      let look = lookAgain(at: &cursor, members[place].inner, into: &sifted)
      return asking(
        heldToSchemas(look, from: start, in: cursor, of: place), from: start, in: cursor, of: place)
    }
    switch cursor.first {
    case UInt8(ascii: "\""): return lookAtString(&cursor, place, into: &sifted)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return lookAtNumber(&cursor, place)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return lookAtRows(&cursor, place)
    default: return lookAtWord(&cursor, place)
    }
  }

  /// Passes any value where any is taken, and holds it to the schemas of its field.
  func lookAtAnyValue(_ cursor: inout SieveCursor, _ place: Int) -> Look {
    guard members[place].field.sort == .any else {
      return cursor.skipValue() ? .doubtful : .unreadable
    }
    let start = cursor.index
    let look = lookAtAnything(&cursor, place)
    return heldToSchemas(look, from: start, in: cursor, of: place)
  }

  /// What a value from somewhere on is that was passed, once it is held to the schemas of its field; of any value
  /// what the field commits where it is empty is right.
  func heldToSchemas(
    _ look: Look, from start: Int, in cursor: SieveCursor, of place: Int
  ) -> Look {
    if look != .right || members[place].field.schemas.isEmpty { return look }
    let bytes = cursor.bytes(from: start)
    if members[place].field.skipsNull, bytes.first == UInt8(ascii: "n") { return .right }
    if members[place].field.skipsEmptyText, bytes == Self.emptyText { return .right }
    let tree = JSONTree(ofRecord: bytes, at: bytes.indices)
    return Look(
      members[place].field.schemas.allSatisfy { schemas[$0].failure(of: tree, 0) == nil })
  }

  /// What a value from somewhere on is that was passed, once it is known whether somebody is asked about it: nobody is
  /// where it commits nothing.
  func asking(_ look: Look, from start: Int, in cursor: SieveCursor, of place: Int) -> Look {
    if look != .right || !members[place].field.asks { return look }
    var value = cursor.moved(to: start)
    let first = value.first
    let inner = members[members[place].inner].field.sort
    switch first {
    case UInt8(ascii: "n"): return members[place].field.takesNull ? .right : .asked
    case UInt8(ascii: "\""):
      guard let text = value.string(), text.range.isEmpty else { return .asked }
      return inner != .any && members[place].field.takesEmptyText ? .right : .doubtful
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if inner == .any { return .asked }
      value = cursor.moved(to: start &+ 1)
      value.skipSpace()
      if value.first == UInt8(ascii: "]") || value.first == UInt8(ascii: "}") { return .right }
      // Of flags perhaps none is true.
      return inner == .flags ? .doubtful : .asked
    default: return .asked
    }
  }

  static let emptyText = Array("\"\"".utf8)

  /// Passes any JSON; what counts as no answer is looked at closely where one must be.
  func lookAtAnything(_ cursor: inout SieveCursor, _ place: Int) -> Look {
    let start = cursor.index
    let doubtsBlanks = members[place].field.doubtsBlanks
    switch cursor.first {
    case UInt8(ascii: "n"): return lookAtWord(&cursor, place)
    case UInt8(ascii: "\""):
      guard let text = cursor.string() else { return .unreadable }
      if text.range.isEmpty { return lookAtNothing(place) }
      return Look(!doubtsBlanks || Self.isVisible(cursor.moved(to: start &+ 1).first))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard cursor.skipValue() else { return .unreadable }
      var inner = cursor.moved(to: start &+ 1)
      if doubtsBlanks { return Look(Self.beginsVisibly(&inner, cursor.moved(to: start).first)) }
      inner.skipSpace()
      let isNothing = inner.first == UInt8(ascii: "]") || inner.first == UInt8(ascii: "}")
      return isNothing ? lookAtNothing(place) : .right
    default: return cursor.skipValue() ? .right : .unreadable
    }
  }

  /// What a value is in which nothing is, but which is no null.
  func lookAtNothing(_ place: Int) -> Look {
    Look(members[place].field.takesEmptyText && !members[place].field.doubtsNothing)
  }

  /// Whether a byte of a text is surely no white space, and no escape of any.
  static func isVisible(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): false
    default: UInt8(ascii: " ") < byte && byte < 0x7F
    }
  }

  /// Whether the first value in a list or object, which is well-formed, is surely an answer.
  static func beginsVisibly(_ inner: inout SieveCursor, _ opening: UInt8) -> Bool {
    inner.skipSpace()
    if opening == UInt8(ascii: "{") {
      guard inner.string() != nil, inner.skipColon() else { return false }
    }
    switch inner.first {
    case UInt8(ascii: "\""): return inner.skip(UInt8(ascii: "\"")) && isVisible(inner.first)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
      UInt8(ascii: "f"):
      return true
    default: return false
    }
  }

  func lookAtString(
    _ cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted
  ) -> Look {
    switch members[place].field.sort {
    case .text, .pattern: return lookAtText(&cursor, place, into: &sifted)
    case .date:
      if let key = cursor.date() { return Look(members[place].field.dates.contains(key)) }
      return lookAtOtherString(&cursor, place, into: &sifted)
    case .written:
      let used = sifted.scratch.textByteCount
      defer { sifted.scratch.textByteCount = used }
      var note = SieveNote()
      return lookAtWritten(&cursor, place, in: sifted.scratch, noting: &note)
    case .choice, .integer, .number, .choices, .flags, .flag, .any, .validated, .other:
      return lookAtOtherString(&cursor, place, into: &sifted)
    }
  }

  func lookAtOtherString(
    _ cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted
  ) -> Look {
    let start = cursor.index
    guard let text = cursor.string() else { return .unreadable }
    // Where several rows may be chosen a text is none of them.
    if members[place].field.takesRows { return .doubtful }
    if members[place].field.sort == .choice {
      let row =
        text.hasEscapes
        ? row(decoding: text, cursor, place, in: sifted.scratch)
        : row(start..<cursor.index, in: cursor, of: place)
      if row != nil { return .right }
    }
    return text.range.isEmpty ? lookAtEmptyText(place) : .doubtful
  }

  func lookAtEmptyText(_ place: Int) -> Look {
    let field = members[place].field
    return field.showsEmptyText ? .unreadable : Look(field.takesEmptyText)
  }

  /// Passes a text that one machine has to accept; nil, and passes nothing, where that is not to be
  /// seen at once.
  @inline(__always)
  func lookAtPattern(_ cursor: inout SieveCursor, _ place: Int) -> Look? {
    let field = members[place].field
    let machine = machines[field.machines.lowerBound]
    guard let text = cursor.string(through: machine, of: pool) else { return nil }
    if text.byteCount == 0 { return lookAtEmptyText(place) }
    return Look(
      text.isAccepted && text.byteCount <= field.mostUnits
        && field.leastUnits <= text.byteCount)
  }

  /// Passes a text; by itself, so that the loop over its bytes has all registers.
  @inline(never)
  func lookAtText(
    _ cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted
  ) -> Look {
    guard let text = cursor.string() else { return .unreadable }
    if text.range.isEmpty { return lookAtEmptyText(place) }
    if !text.hasEscapes { return Look(isRight(text, cursor, place)) }
    let used = sifted.scratch.textByteCount
    defer { sifted.scratch.textByteCount = used }
    guard let (texts, range, decoded) = sifted.scratch.decode(text.range, cursor) else {
      return .doubtful
    }
    return Look(isRight(decoded, at: range, in: texts, place))
  }

  /// Whether a text that had escapes is right.
  func isRight(
    _ decoded: SieveCursor.Decoded, at range: Range<Int>, in texts: SieveCursor, _ place: Int
  ) -> Bool {
    let field = members[place].field
    // Machines know no control characters, and a carriage return is one with what stands behind it.
    if decoded.hasControls, !field.machines.isEmpty { return false }
    if decoded.hasReturns, field.leastUnits != 0 { return false }
    return isRight(
      SieveCursor.Text(range: range, isASCII: decoded.isASCII), texts, place)
  }

  func lookAtNumber(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    guard let number = cursor.number() else { return .unreadable }
    switch members[place].field.sort {
    case .integer, .number:
      return Look(isRight(number, byteCount: cursor.index - start, place))
    case .choice, .text: return Look(row(start..<cursor.index, in: cursor, of: place) != nil)
    case .pattern, .date, .written, .choices, .flags, .flag, .any, .validated, .other:
      return .doubtful
    }
  }

  func lookAtWord(
    _ cursor: inout SieveCursor, _ place: Int
  ) -> Look {
    let start = cursor.index
    let isNull = cursor.skip(builtIn.null, of: pool)
    guard isNull || cursor.skip(builtIn.true, of: pool) || cursor.skip(builtIn.false, of: pool)
    else { return .unreadable }
    if isNull, members[place].field.takesNull { return .right }
    switch members[place].field.sort {
    case .choice, .text: return Look(row(start..<cursor.index, in: cursor, of: place) != nil)
    case .flag: return Look(!isNull)
    case .pattern, .date, .written, .integer, .number, .choices, .flags, .any, .validated, .other:
      return .doubtful
    }
  }

  private var builtIn: (null: SievePool.Stretch, true: SievePool.Stretch, false: SievePool.Stretch)
  { SieveBuilder.words }

  @inline(__always)
  func isRight(
    _ text: SieveCursor.Text, _ cursor: SieveCursor,
    _ place: Int
  ) -> Bool {
    let byteCount = text.range.count
    let most = members[place].field.mostUnits
    var least = members[place].field.leastUnits
    let numbers = members[place].field.machines
    if members[place].field.hasOtherLimits, !passesOtherLimits(text.range, cursor, place) {
      return false
    }
    if least != 0, members[place].field.unit == .words {
      guard text.isASCII, least <= cursor.wordCount(in: text.range) else { return false }
      least = 0
    }
    if text.isASCII || least == 0 && byteCount <= most && numbers.isEmpty {
      return least <= byteCount && byteCount <= most
        && (numbers.isEmpty || passes(text.range, cursor, numbers, place))
    }
    // No machine passes what is not ASCII.
    return numbers.isEmpty && cursor.othersCount(in: text.range).scalars != 0
      && hasRightLength(text.range, in: cursor, of: place)
  }

  /// Whether a text has something visible where that is asked for, and is not excluded.
  @inline(never)
  private func passesOtherLimits(
    _ text: Range<Int>, _ cursor: SieveCursor, _ place: Int
  ) -> Bool {
    (!members[place].field.asksVisible || cursor.isVisible(text))
      && !isExcluded(text, cursor, place)
  }

  /// Whether a text is one of those that are not right where any others are.
  func isExcluded(_ text: Range<Int>, _ cursor: SieveCursor, _ place: Int) -> Bool {
    let excluded = members[place].field.excludedTexts
    return !excluded.isEmpty && excluded.contains { cursor.isSame(rows[$0], of: pool, as: text) }
  }

  /// Whether a text that is not ASCII has surely neither too few units nor too many.
  func hasRightLength(_ text: Range<Int>, in cursor: SieveCursor, of place: Int) -> Bool {
    let least = members[place].field.leastUnits
    let most = members[place].field.mostUnits
    let unit = members[place].field.unit
    // Of what is not ASCII a unit may have several bytes.
    let others = cursor.othersCount(in: text)
    let scalarCount = text.count &- others.bytes &+ others.scalars
    switch unit {
    case .utf8: return least <= text.count && text.count <= most
    case .scalar: return least <= scalarCount && scalarCount <= most
    case .words: return least == 0 && text.count <= most
    case .utf16:
      if least <= scalarCount, text.count <= most { return true }
      let count = scalarCount &+ cursor.othersCount(beyond: 0xF0, in: text)
      return least <= count && count <= most
    case .grapheme:
      if most < scalarCount { return false }
      // A character of ASCII is one by itself unless what stands beside it is not ASCII.
      if least <= text.count &- others.bytes &- others.scalars { return true }
      return least <= scalarCount &- 2 &* cursor.joiningCount(in: text)
    }
  }

  private func passes(
    _ text: Range<Int>, _ cursor: SieveCursor, _ numbers: Range<Int>, _ place: Int
  ) -> Bool {
    numbers.allSatisfy { cursor.passes(machines[$0], of: pool, text) }
      && (members[place].field.clock == .none
        || members[place].field.isWithinLimits(text, cursor))
  }

  func isRight(
    _ number: SieveCursor.Number, byteCount: Int, _ place: Int
  ) -> Bool {
    guard byteCount <= members[place].field.mostUnits, let value = number.value else {
      return false
    }
    if number.places != 0 || members[place].field.places != 0 {
      return isRight(number, value, place)
    }
    let whole = number.isNegative ? -value : value
    guard members[place].field.least <= whole, whole <= members[place].field.most else {
      return false
    }
    return members[place].field.step <= 1 || whole % members[place].field.step == 0
  }

  /// The same where digits behind the point count.
  func isRight(
    _ number: SieveCursor.Number, _ value: Int64, _ place: Int
  ) -> Bool {
    if number.places != 0, members[place].field.sort != .number { return false }
    let scale = SieveNumber.unit(members[place].field.places)
    var (units, isTooLarge) = value.multipliedReportingOverflow(by: scale)
    if isTooLarge { return false }
    var isExact = true
    if number.places <= members[place].field.places {
      units &+= number.fraction &* SieveNumber.unit(members[place].field.places &- number.places)
    } else {
      let (known, rest) = number.fraction.quotientAndRemainder(
        dividingBy: SieveNumber.unit(number.places &- members[place].field.places))
      units &+= known
      isExact = rest == 0
    }
    if number.isNegative { units = -units }
    // What is not exact lies between a number of units and the next one.
    if !isExact {
      let floor = number.isNegative ? units &- 1 : units
      return members[place].field.step == 0 && members[place].field.leastBetween <= floor
        && floor <= members[place].field.mostBetween
    }
    guard members[place].field.least <= units, units <= members[place].field.most else {
      return false
    }
    return members[place].field.step == 0 || units % members[place].field.step == 0
  }
}
