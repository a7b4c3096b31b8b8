/// What follows a backslash: classes and assertions of one letter, characters by number,
/// properties.
///
/// As the `u` flag has it, a backslash before anything that needs none is an error, so that a
/// later edition of the standard may give it a meaning. Back-references are told from numbers in
/// octal, to say of each what is wrong with it.
extension PatternParser {
  /// What an escape stands for.
  enum Escape {
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(Assertions)
  }

  /// Reads an escape from its backslash on; a few mean something else inside a class.
  mutating func readEscape(inClass isInClass: Bool) throws(PatternError) -> Escape {
    let byteOffset = cursor.byteOffset
    cursor.skip(1)
    guard let byte = cursor.peek() else { throw .unfinishedEscape(byteOffset..<byteOffset + 1) }
    let scalar = cursor.takeScalar()
    switch byte {
    case UInt8(ascii: "d"): return .set(.digits)
    case UInt8(ascii: "D"): return .set(ScalarSet.digits.inverted)
    case UInt8(ascii: "s"): return .set(.spaces)
    case UInt8(ascii: "S"): return .set(ScalarSet.spaces.inverted)
    case UInt8(ascii: "w"): return .set(wordScalars)
    case UInt8(ascii: "W"): return .set(wordScalars.inverted)
    case UInt8(ascii: "p"): return .set(try readProperty(from: byteOffset))
    case UInt8(ascii: "P"): return .set(try readProperty(from: byteOffset).inverted)
    case UInt8(ascii: "b"): return isInClass ? .scalar(0x08) : .assertion(.wordBoundary)
    case UInt8(ascii: "B") where !isInClass: return .assertion(.noWordBoundary)
    case UInt8(ascii: "t"): return .scalar(0x09)
    case UInt8(ascii: "n"): return .scalar(0x0A)
    case UInt8(ascii: "v"): return .scalar(0x0B)
    case UInt8(ascii: "f"): return .scalar(0x0C)
    case UInt8(ascii: "r"): return .scalar(0x0D)
    case UInt8(ascii: "c"): return .scalar(try readControlLetter(from: byteOffset))
    case UInt8(ascii: "x"): return .scalar(try readHexEscape(from: byteOffset))
    case UInt8(ascii: "u"): return .scalar(try readUnicodeEscape(from: byteOffset))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      try refuseNumber(from: byteOffset, inClass: isInClass)
      return .scalar(0)
    case UInt8(ascii: "k") where !isInClass:
      throw .backReference(byteOffset..<cursor.byteOffset)
    case UInt8(ascii: "-") where isInClass:
      return .scalar(scalar)
    default:
      guard Self.syntaxCharacters.contains(byte) else {
        let sign = cursor.text(byteOffset + 1..<cursor.byteOffset)
        throw .unknownEscape(sign, byteOffset..<cursor.byteOffset)
      }
      return .scalar(scalar)
    }
  }

  /// Reads what follows `\u`: four digits, two such escapes that make a pair, or digits in
  /// braces.
  mutating func readUnicodeEscape(from byteOffset: Int) throws(PatternError) -> UInt32 {
    let isBraced = cursor.skip(if: "{")
    let (value, digitCount) = cursor.takeHexDigits(atMost: isBraced ? Int.max : 4)
    let isComplete = isBraced ? 0 < digitCount && cursor.skip(if: "}") : digitCount == 4
    guard isComplete, value <= ScalarSet.lastScalar else {
      throw .malformedEscape(
        "‘\\u00E9’ or, up to 10FFFF, ‘\\u{1F600}’", byteOffset..<cursor.byteOffset)
    }
    if isBraced || !(0xD800...0xDBFF).contains(value) { return value }
    return pairedSurrogate(after: value) ?? value
  }

  /// Reads the second half of a surrogate pair, if it follows.
  private mutating func pairedSurrogate(after high: UInt32) -> UInt32? {
    let byteOffset = cursor.byteOffset
    if cursor.skip(if: "\\"), cursor.skip(if: "u") {
      let (low, digitCount) = cursor.takeHexDigits(atMost: 4)
      if digitCount == 4, (0xDC00...0xDFFF).contains(low) {
        return 0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00)
      }
    }
    cursor.rewind(toByteOffset: byteOffset)
    return nil
  }

  private mutating func readControlLetter(from byteOffset: Int) throws(PatternError) -> UInt32 {
    switch cursor.peek() {
    case .some(let letter)
    where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter & ~0x20):
      cursor.skip(1)
      return UInt32(letter & 31)
    default:
      throw .malformedEscape("‘\\cA’ to ‘\\cZ’", byteOffset..<cursor.byteOffset)
    }
  }

  private mutating func readHexEscape(from byteOffset: Int) throws(PatternError) -> UInt32 {
    let (value, digitCount) = cursor.takeHexDigits(atMost: 2)
    if digitCount == 2 { return value }
    throw .malformedEscape("‘\\xE9’", byteOffset..<cursor.byteOffset)
  }

  /// Refuses every escaped number but a zero alone.
  private mutating func refuseNumber(
    from byteOffset: Int, inClass isInClass: Bool
  ) throws(PatternError) {
    cursor.rewind(toByteOffset: byteOffset + 1)
    let isOctal = isInClass || cursor.peek() == UInt8(ascii: "0")
    let number = cursor.takeNumber()
    let utf8Range = byteOffset..<cursor.byteOffset
    if number == 0, utf8Range.count == 2 { return }
    throw isOctal ? .octalEscape(utf8Range) : .backReference(utf8Range)
  }

  private mutating func readProperty(from byteOffset: Int) throws(PatternError) -> ScalarSet {
    guard cursor.skip(if: "{") else { throw .malformedProperty(byteOffset..<cursor.byteOffset) }
    let nameStart = cursor.byteOffset
    while let byte = cursor.peek(), byte.isPropertyCharacter { cursor.skip(1) }
    let name = cursor.text(nameStart..<cursor.byteOffset)
    guard !name.isEmpty, cursor.skip(if: "}") else {
      throw .malformedProperty(byteOffset..<cursor.byteOffset)
    }
    guard let set = ScalarSet(unicodeProperty: name) else {
      throw .unknownProperty(name, byteOffset..<cursor.byteOffset)
    }
    return set
  }

  private static let syntaxCharacters = Set("^$\\.*+?()[]{}|/".utf8)
}

extension ScalarSet {
  /// The set that `\p{…}` names, or nothing if there is none.
  fileprivate init?(unicodeProperty expression: String) {
    let parts = expression.split(separator: "=", omittingEmptySubsequences: false)
    let name = String(parts[parts.count - 1])
    let found: ScalarSet? =
      switch (parts.count, parts[0]) {
      case (1, _):
        UnicodeTable.categories.scalars(named: name)
          ?? UnicodeTable.binaryProperties.scalars(named: name)
      case (2, "General_Category"), (2, "gc"):
        UnicodeTable.categories.scalars(named: name)
      case (2, "Script"), (2, "sc"):
        UnicodeTable.scripts.scalars(named: name)
      case (2, "Script_Extensions"), (2, "scx"):
        UnicodeTable.scriptExtensions.scalars(named: name)
          ?? UnicodeTable.scripts.scalars(named: name)
      default: nil
      }
    guard let found else { return nil }
    self = found
  }
}

extension UInt8 {
  fileprivate var isPropertyCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
