import FieldModels

/// Reads an expression of XPath 1.0 as XLSForm has it, in which `${name}` is a question, from left to
/// right.
///
/// The question in whose row it stands is the variable `.`, and a path of names and points is a variable as it
/// is written. Any other path is a call of the function `path`, which no condition knows, with its name if it
/// is no more than one.
private struct XPathReader {
  static let longestText = 20_000
  private static let deepest = 60
  private static let longestChain = 200

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readAll() -> ForeignExpression? {
    guard let expression = readChain(0) else { return nil }
    skipSpace()
    return place == bytes.count ? expression : nil
  }

  private typealias Sign = (text: String, operation: ForeignExpression.Binary)

  /// The operators, by how strongly they bind; of two that begin alike the longer stands first.
  private static let operators: [[Sign]] = [
    [("or", .or)], [("and", .and)], [("!=", .notequal), ("=", .equal)],
    [("<=", .lessorequal), (">=", .greaterorequal), ("<", .less), (">", .greater)],
    [("+", .plus), ("-", .minus)], [("*", .times), ("div", .divided), ("mod", .modulo)],
  ]

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether what stands before leads to a node, or is asked for some of its nodes.
  private var goesOnAsPath: Bool { next == UInt8(ascii: "/") || next == UInt8(ascii: "[") }

  private mutating func skipSpace() {
    while let byte = next, byte <= UInt8(ascii: " ") { place += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return UInt8(ascii: "a") <= lower && lower <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || 0x80 <= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
  }

  /// What a name goes on with.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: ":")
  }

  /// Goes behind a sign or a word, if it stands here.
  private mutating func take(_ sign: String) -> Bool {
    skipSpace()
    guard bytes[place...].starts(with: sign.utf8) else { return false }
    let end = place + sign.utf8.count
    if sign.utf8.first.map(Self.isLetter) ?? false, end < bytes.count,
      Self.isNameByte(bytes[end])
    {
      return false
    }
    place = end
    return true
  }

  private mutating func readChain(_ level: Int) -> ForeignExpression? {
    guard level < Self.operators.count else { return readFactor() }
    depth += level == 0 ? 1 : 0
    defer { depth -= level == 0 ? 1 : 0 }
    guard depth < Self.deepest, var first = readChain(level + 1) else { return nil }
    var length = 0
    while let sign = Self.operators[level].first(where: { take($0.text) }) {
      length += 1
      // What is built so leans to the left, as deep as it is long.
      guard length < Self.longestChain, let second = readChain(level + 1) else { return nil }
      first = .binary(sign.operation, first, second)
    }
    return first
  }

  private mutating func readFactor() -> ForeignExpression? {
    skipSpace()
    guard let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "-"):
      place += 1
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.deepest, let inner = readFactor() else { return nil }
      guard case .constant(.number(let text)) = inner, !text.hasPrefix("-") else {
        return .binary(.minus, .constant(0), inner)
      }
      return .constant(.number("-" + text))
    case UInt8(ascii: "("):
      place += 1
      guard let inner = readChain(0), take(")") else { return nil }
      return goesOnAsPath ? readPath() : inner
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return readText(until: byte)
    case UInt8(ascii: "$"): return readQuestion()
    default: break
    }
    let isPoint = byte == UInt8(ascii: ".")
    if Self.isDigit(isPoint && place + 1 < bytes.count ? bytes[place + 1] : byte) {
      return readNumber()
    }
    return readName(byte)
  }

  private mutating func readText(until quote: UInt8) -> ForeignExpression? {
    let start = place + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { return nil }
    place = end + 1
    return .constant(.string(String(decoding: bytes[start..<end], as: UTF8.self)))
  }

  private mutating func readQuestion() -> ForeignExpression? {
    guard bytes[place...].starts(with: "${".utf8),
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let name = HTMLText.stripped(String(decoding: bytes[(place + 2)..<end], as: UTF8.self))
    place = end + 1
    if goesOnAsPath { return readPath() }
    return .variable(name)
  }

  private mutating func readNumber() -> ForeignExpression? {
    let start = place
    while let byte = next, Self.isDigit(byte) || byte == UInt8(ascii: ".") { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    let whole = text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text
    return Decimal(whole).map { .constant($0.json) }
  }

  /// A function, or a path, of which `.` is the shortest.
  private mutating func readName(_ first: UInt8) -> ForeignExpression? {
    let start = place
    if Self.isLetter(first) {
      while let byte = next, Self.isNameByte(byte) { place += 1 }
      let name = String(decoding: bytes[start..<place], as: UTF8.self)
      if take("(") { return readCall(name, from: start) }
      // What follows may make a path of it; a name alone is a column of choices.
      guard goesOnAsPath else { return .call("path", [.constant(.string(name))]) }
      return readPath(from: start)
    }
    let behind = place + 1 < bytes.count ? bytes[place + 1] : nil
    guard first == UInt8(ascii: "."), behind != first, behind != UInt8(ascii: "/"),
      behind != UInt8(ascii: "[")
    else { return readPath(from: start) }
    place += 1
    return .variable(".")
  }

  private mutating func readCall(_ name: String, from start: Int) -> ForeignExpression? {
    var arguments: [ForeignExpression] = []
    if !take(")") {
      repeat {
        guard let argument = readChain(0) else { return nil }
        arguments.append(argument)
      } while take(",")
      guard take(")") else { return nil }
    }
    switch (name, arguments.count) {
    case ("not", 1): return .unary(.negate, arguments[0])
    case ("true", 0): return .constant(true)
    case ("false", 0): return .constant(false)
    default:
      let isHere = name == "current" && arguments.isEmpty
      if goesOnAsPath { return readPath(from: isHere ? start : nil) }
      return .call(name, arguments)
    }
  }

  /// Goes behind a path, or behind what is left of one; what is in its brackets is not looked at.
  ///
  /// - Parameter start: where all of it begins; nil where that is something else than a path
  /// - Returns: nil for what ends too early
  private mutating func readPath(from start: Int? = nil) -> ForeignExpression? {
    let first = start ?? place
    let isBegun = start.map { $0 < place } ?? true
    var brackets = 0
    while let byte = next {
      if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      } else if byte == UInt8(ascii: "$") {
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        place = end
      } else if brackets == 0, !isStep(byte, isFirst: place == first && !isBegun) {
        break
      }
      place += 1
    }
    guard brackets == 0, first < place else { return nil }
    let text = String(decoding: bytes[first..<place], as: UTF8.self)
    return start != nil && XPathPlace(text) != nil ? .variable(text) : .call("path", [])
  }

  /// Whether a path goes on with a byte: names, `/`, `@`, and `*` for any name.
  private func isStep(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "@"): true
    case UInt8(ascii: "*"): !isFirst && bytes[place - 1] == UInt8(ascii: "/")
    default: Self.isNameByte(byte)
    }
  }
}

/// Where a path of names and points leads, such as `../age`, `/data/person/age` or `current()/../age`.
struct XPathPlace {
  /// It begins at the node of the question, even where choices are filtered.
  private(set) var isCurrent = false
  /// It begins at the root, whose name is its first.
  private(set) var isAbsolute = false
  private let steps: [Substring]

  /// Nil for a path of other steps.
  init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("current()/") {
      isCurrent = true
      rest = rest.dropFirst("current()/".count)
    }
    isAbsolute = rest.first == "/"
    if isAbsolute { rest = rest.dropFirst() }
    steps = rest.split(separator: "/", omittingEmptySubsequences: false)
    // JavaRosa goes up at the beginning alone.
    let names = steps.drop { !isAbsolute && ($0 == "." || $0 == "..") }
    if isCurrent && isAbsolute || !names.allSatisfy(Self.isName) { return nil }
  }

  private static func isName(_ step: Substring) -> Bool {
    !step.isEmpty && step != "." && step != ".." && !step.utf8.contains { "@*:".utf8.contains($0) }
  }

  /// The name of the root that it begins with; nil for one that begins elsewhere.
  var root: String? { isAbsolute ? steps.first.map(String.init) : nil }

  /// The names that lead from the root to where it leads.
  ///
  /// - Parameter origin: the names that lead to the node at which it begins
  /// - Returns: nil for a place above the root
  func names(from origin: [String]) -> [String]? {
    var names = isAbsolute ? [] : origin
    for step in isAbsolute ? steps.dropFirst() : steps[...] where step != "." {
      if step != ".." {
        names.append(String(step))
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names
  }
}

extension ForeignExpression {
  /// What an expression of XLSForm says; nil for a text that is none.
  init?(xpath text: String) {
    guard text.utf8.count <= XPathReader.longestText else { return nil }
    var reader = XPathReader(Array(text.utf8))
    guard let expression = reader.readAll() else { return nil }
    self = expression
  }
}
