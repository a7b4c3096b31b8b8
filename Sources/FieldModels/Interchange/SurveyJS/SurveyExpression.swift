import FieldModels

/// Reads an expression of SurveyJS from left to right, one function for each strength of operators.
private struct SurveyExpressionReader {
  static let longestText = 20_000
  private static let deepest = 60

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() -> ForeignExpression? {
    guard let expression = readOr() else { return nil }
    skipSpace()
    return place == bytes.count ? expression : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte <= UInt8(ascii: " ") { place += 1 }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// Goes behind a sign or a word, if it stands here.
  private mutating func take(_ sign: String) -> Bool {
    skipSpace()
    let sign = Array(sign.utf8)
    guard place + sign.count <= bytes.count else { return false }
    let isWord = Self.isWordByte(sign[0])
    for (index, byte) in sign.enumerated() {
      let found = bytes[place + index]
      let isUpper = isWord && UInt8(ascii: "A") <= found && found <= UInt8(ascii: "Z")
      guard (isUpper ? found | 0x20 : found) == byte else { return false }
    }
    if isWord, place + sign.count < bytes.count, Self.isWordByte(bytes[place + sign.count]) {
      return false
    }
    place += sign.count
    return true
  }

  private typealias Signs = [(sign: String, operation: ForeignExpression.Binary)]
  private static let or: Signs = [("||", .or), ("or", .or)]
  private static let and: Signs = [("&&", .and), ("and", .and)]
  private static let comparisons: Signs = [
    ("<=", .lessorequal), ("lessorequal", .lessorequal), (">=", .greaterorequal),
    ("greaterorequal", .greaterorequal), ("<>", .notequal), ("!=", .notequal),
    ("notequal", .notequal), ("==", .equal), ("=", .equal), ("equal", .equal), ("<", .less),
    ("less", .less), (">", .greater), ("greater", .greater),
  ]
  private static let sums: Signs = [("+", .plus), ("-", .minus)]
  private static let products: Signs = [("*", .times), ("/", .divided), ("%", .modulo)]
  private static let powers: Signs = [("^", .power), ("power", .power)]
  private static let memberships: Signs = [
    ("*=", .contains), ("contains", .contains), ("contain", .contains),
    ("notcontains", .notcontains), ("notcontain", .notcontains), ("anyof", .anyof),
    ("allof", .allof), ("noneof", .noneof),
  ]

  private mutating func readChain(
    _ signs: Signs, _ read: (inout Self) -> ForeignExpression?
  ) -> ForeignExpression? {
    guard var first = read(&self) else { return nil }
    var length = 0
    while true {
      // `*=` is one sign.
      let start = place
      skipSpace()
      let isMembership =
        signs.first?.operation == .times && bytes[place...].starts(with: [42, 61])
      guard !isMembership, let found = signs.first(where: { take($0.sign) }) else {
        place = start
        return first
      }
      length += 1
      guard length < 1_000, let second = read(&self) else { return nil }
      first = .binary(found.operation, first, second)
      // What is built so leans to the left, as deep as it is long.
      guard length < 200 else { return nil }
    }
  }

  private mutating func readOr() -> ForeignExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return nil }
    return readChain(Self.or) { $0.readAnd() }
  }

  private mutating func readAnd() -> ForeignExpression? {
    readChain(Self.and) { $0.readComparison() }
  }

  private mutating func readComparison() -> ForeignExpression? {
    readChain(Self.comparisons) { $0.readSum() }
  }

  private mutating func readSum() -> ForeignExpression? {
    readChain(Self.sums) { $0.readProduct() }
  }

  private mutating func readProduct() -> ForeignExpression? {
    readChain(Self.products) { $0.readPower() }
  }

  private mutating func readPower() -> ForeignExpression? {
    readChain(Self.powers) { $0.readMembership() }
  }

  private mutating func readMembership() -> ForeignExpression? {
    readChain(Self.memberships) { $0.readFactor() }
  }

  private mutating func readFactor() -> ForeignExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return nil }
    skipSpace()
    guard let byte = next else { return nil }
    var factor: ForeignExpression
    if byte == UInt8(ascii: "(") {
      place += 1
      guard let inner = readOr(), take(")") else { return nil }
      factor = inner
    } else if byte == UInt8(ascii: "[") {
      place += 1
      guard let elements = readSequence(until: "]") else { return nil }
      return .list(elements)
    } else if byte == UInt8(ascii: "!") || take("negate") {
      if byte == UInt8(ascii: "!") { place += 1 }
      return readFactor().map { .unary(.negate, $0) }
    } else {
      guard let atom = readAtom(byte) else { return nil }
      factor = atom
    }
    if take("notempty") {
      factor = .unary(.notempty, factor)
    } else if take("empty") {
      factor = .unary(.empty, factor)
    }
    return factor
  }

  private mutating func readSequence(until end: String) -> [ForeignExpression]? {
    if take(end) { return [] }
    var elements: [ForeignExpression] = []
    repeat {
      guard let element = readOr() else { return nil }
      elements.append(element)
    } while take(",")
    return take(end) ? elements : nil
  }

  private mutating func readAtom(_ byte: UInt8) -> ForeignExpression? {
    switch byte {
    case UInt8(ascii: "{"):
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
      place = end + 1
      return .variable(name)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return readText(byte)
    case UInt8(ascii: "-"):
      place += 1
      guard let digit = next, Self.isDigit(digit), let word = readWord() else { return nil }
      return Decimal("-" + word).map { .constant($0.json) }
    default: return readWord().flatMap { word(of: $0) }
    }
  }

  private mutating func readText(_ quote: UInt8) -> ForeignExpression? {
    var text: [UInt8] = []
    place += 1
    while let byte = next {
      place += 1
      if byte == quote { return .constant(.string(String(decoding: text, as: UTF8.self))) }
      if byte == UInt8(ascii: "\\"), let escaped = next, escaped == 39 || escaped == 34 {
        text.append(escaped)
        place += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  /// A word, or a number with its fraction.
  private mutating func readWord() -> String? {
    let start = place
    while let byte = next, Self.isWordByte(byte) { place += 1 }
    let isNumber = bytes[start..<place].allSatisfy(Self.isDigit)
    if isNumber, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "."),
      Self.isDigit(bytes[place + 1])
    {
      place += 1
      while let byte = next, Self.isDigit(byte) { place += 1 }
    }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func word(of text: String) -> ForeignExpression? {
    if next == UInt8(ascii: "(") {
      place += 1
      return readSequence(until: ")").map { .call(text, $0) }
    }
    switch text.lowercased() {
    case "true": return .constant(.bool(true))
    case "false": return .constant(.bool(false))
    case "null", "undefined": return .constant(.null)
    default: return .constant(Decimal(text)?.json ?? .string(text))
    }
  }
}

extension ForeignExpression {
  /// What SurveyJS reads in a text; nil for a text that can't be read.
  init?(survey text: String) {
    guard text.utf8.count <= SurveyExpressionReader.longestText else { return nil }
    var reader = SurveyExpressionReader(Self.patched(Array(text.utf8)))
    guard let expression = reader.readAll() else { return nil }
    self = expression
  }

  /// An expression as SurveyJS reads it: before anything else it replaces some signs and words, in
  /// names and quoted texts too.
  private static func patched(_ text: [UInt8]) -> [UInt8] {
    let patches = [("=>", ">="), ("=<", "<="), ("<>", "!="), ("equals", "equal ")]
    return patches.reduce(text) { text, patch in
      let old = Array(patch.0.utf8)
      guard text.count >= old.count else { return text }
      var result: [UInt8] = []
      var place = 0
      while place < text.count {
        if text[place...].starts(with: old) {
          result += patch.1.utf8
          place += old.count
        } else {
          result.append(text[place])
          place += 1
        }
      }
      return result
    }
  }

  /// Whether SurveyJS reads a text as it is where it stands in an expression.
  static func isPlain(inSurvey text: String) -> Bool {
    let bytes = Array(text.utf8)
    return patched(bytes) == bytes
  }
}
