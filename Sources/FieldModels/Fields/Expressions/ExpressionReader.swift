/// How the text of an expression is read.
extension Expression {
  /// Reads an expression, or says why the text is none.
  package static func parse(_ source: String) -> Result<Expression, Problem> {
    var reader = ExpressionReader(source)
    do throws(Problem) {
      return .success(try reader.read())
    } catch {
      return .failure(error)
    }
  }
}

/// Reads the text of an expression: one pass from left to right, by the order of its operators.
private struct ExpressionReader {
  private let source: String
  private let bytes: [UInt8]
  private var token = Token(sort: .end, span: 0..<0)
  private var offset = 0
  private var nodeCount = 0
  private var depth = 0
  private var references: [Expression.Reference] = []
  private var watchesToday = false

  /// A part of the text that means something by itself.
  private struct Token {
    var sort: Sort
    var span: Range<Int>

    /// What it is.
    enum Sort: Equatable {
      case number, text(String), name(String), field(String), sign(String), end
    }
  }

  init(_ source: String) {
    self.source = source
    bytes = Array(source.utf8)
  }

  mutating func read() throws(Expression.Problem) -> Expression {
    try advance()
    if token.sort == .end { throw problem("It is empty") }
    let root = try alternatives()
    if token.sort != .end { throw unexpected() }
    return Expression(
      source: source, root: root, references: references, watchesToday: watchesToday)
  }

  private func problem(_ message: String, at span: Range<Int>? = nil) -> Expression.Problem {
    Expression.Problem(message: message, span: span ?? token.span)
  }

  private func unexpected() -> Expression.Problem {
    if token.sort == .end { return problem("It ends too early") }
    let text = String(decoding: bytes[token.span], as: UTF8.self)
    switch token.sort {
    case .sign("=="), .sign("==="): return problem("Write `=` instead of `\(text)`")
    case .sign("<>"), .sign("!=="): return problem("Write `!=` instead of `\(text)`")
    case .sign("&&"): return problem("Write `and` instead of `&&`")
    case .sign("||"): return problem("Write `or` instead of `||`")
    case .sign("!"): return problem("Write `not` instead of `!`")
    case .number, .text, .name, .field, .sign, .end:
      return problem("`\(text)` is not expected here")
    }
  }

  // The operators, from the loosest to the tightest.

  private mutating func alternatives() throws(Expression.Problem) -> Expression.Node {
    depth += 1
    defer { depth -= 1 }
    if Expression.depthLimit < depth {
      throw problem("It is nested more than \(Expression.depthLimit) deep")
    }
    var node = try conjunction()
    while token.sort == .name("or") {
      try advance()
      node = try made(.binary(.or, node, try conjunction()))
    }
    return node
  }

  private mutating func conjunction() throws(Expression.Problem) -> Expression.Node {
    var node = try negation()
    while token.sort == .name("and") {
      try advance()
      node = try made(.binary(.and, node, try negation()))
    }
    return node
  }

  private mutating func negation() throws(Expression.Problem) -> Expression.Node {
    var count = 0
    while token.sort == .name("not") {
      count += 1
      try advance()
    }
    var node = try comparison()
    for _ in 0..<count { node = try made(.not(node)) }
    return node
  }

  private mutating func comparison() throws(Expression.Problem) -> Expression.Node {
    let node = try sum()
    guard let sign = sign(among: [.equal, .notEqual, .less, .atMost, .greater, .atLeast]) else {
      return node
    }
    try advance()
    return try made(.binary(sign, node, try sum()))
  }

  private mutating func sum() throws(Expression.Problem) -> Expression.Node {
    var node = try product()
    while let sign = sign(among: [.plus, .minus]) {
      try advance()
      node = try made(.binary(sign, node, try product()))
    }
    return node
  }

  private mutating func product() throws(Expression.Problem) -> Expression.Node {
    var node = try signed()
    while let sign = sign(among: [.times, .divided, .remainder]) {
      try advance()
      node = try made(.binary(sign, node, try signed()))
    }
    return node
  }

  private mutating func signed() throws(Expression.Problem) -> Expression.Node {
    var isNegative = false
    while token.sort == .sign("-") {
      isNegative.toggle()
      try advance()
    }
    let node = try operand()
    return isNegative ? try made(.negative(node)) : node
  }

  private func sign(among signs: [Expression.Operator]) -> Expression.Operator? {
    guard case .sign(let text) = token.sort else { return nil }
    return signs.first { $0.rawValue == text }
  }

  private mutating func operand() throws(Expression.Problem) -> Expression.Node {
    let (sort, span) = (token.sort, token.span)
    switch sort {
    case .number:
      guard let number = Decimal(String(decoding: bytes[span], as: UTF8.self)) else {
        throw problem("This is not a number")
      }
      try advance()
      return try made(.constant(.number(number)))
    case .text(let text):
      try advance()
      return try made(.constant(text.isEmpty ? .nothing : .text(text)))
    case .field(let key):
      references.append(.init(key: key, span: (span.lowerBound + 1)..<(span.upperBound - 1)))
      try advance()
      return try made(.field(key))
    case .name("true"), .name("false"):
      try advance()
      return try made(.constant(.flag(sort == .name("true"))))
    case .name(let name): return try call(name, at: span)
    case .sign("("):
      try advance()
      let node = try alternatives()
      try take(")")
      return node
    case .sign, .end: throw unexpected()
    }
  }

  private mutating func call(
    _ name: String, at span: Range<Int>
  ) throws(Expression.Problem) -> Expression.Node {
    guard let function = ExpressionFunction(rawValue: name) else {
      try advance()
      guard token.sort == .sign("(") else {
        throw problem("Write a field as {\(name)}, and a text in quotes", at: span)
      }
      let candidates = ExpressionFunction.allCases.map { Nearest.Candidate($0.rawValue) }
      let nearest = Nearest.name(to: name, among: candidates).map { "; did you mean `\($0)`?" }
      throw problem("`\(name)` is no function\(nearest ?? "")", at: span)
    }
    try advance()
    try take("(")
    var arguments: [Expression.Node] = []
    while token.sort != .sign(")") {
      if !arguments.isEmpty { try take(",") }
      let argument = try alternatives()
      if case .field = argument, function.gathersAnswers {
        references[references.count - 1].isGathered = true
      }
      arguments.append(argument)
    }
    let end = token.span.upperBound
    try take(")")
    guard function.argumentCount.contains(arguments.count) else {
      throw problem(
        "Call it as `\(function.signature)`", at: span.lowerBound..<end)
    }
    if function == .part, case .constant(.text(let pointer)) = arguments[1],
      JSONPointer.steps(of: pointer) == nil
    {
      throw problem("A JSON pointer is written as '/name/part'", at: span.lowerBound..<end)
    }
    if function == .today { watchesToday = true }
    return try made(.call(function, arguments))
  }

  private mutating func take(_ sign: String) throws(Expression.Problem) {
    guard token.sort == .sign(sign) else {
      throw token.sort == .end ? problem("A `\(sign)` is missing") : unexpected()
    }
    try advance()
  }

  private mutating func made(
    _ node: Expression.Node
  ) throws(Expression.Problem) -> Expression.Node {
    nodeCount += 1
    if Expression.nodeLimit < nodeCount {
      throw problem(
        "It has more than \(Expression.nodeLimit) operations, fields and values")
    }
    return node
  }

  // The parts of the text.

  private mutating func advance() throws(Expression.Problem) {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    let start = offset
    token = Token(sort: .end, span: max(0, start - 1)..<start)
    guard start < bytes.count else { return }
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "{"): token.sort = .field(try enclosed(by: "}", "A field", canRepeat: false))
    case UInt8(ascii: "'"): token.sort = .text(try enclosed(by: "'", "A text", canRepeat: true))
    case UInt8(ascii: "\""): token.sort = .text(try enclosed(by: "\"", "A text", canRepeat: true))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      skip { $0 == UInt8(ascii: ".") || $0.isDigitOrLetter }
      token.sort = .number
    case _ where byte.isDigitOrLetter || byte == UInt8(ascii: "_"):
      skip { $0.isDigitOrLetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      token.sort = .name(String(decoding: bytes[start..<offset], as: UTF8.self))
    default:
      let signs = ["===", "!==", "==", "!=", "<=", ">=", "<>", "&&", "||"]
      let found = signs.first { bytes[start...].starts(with: $0.utf8) }
      // A sign that is none is one character.
      let text = found ?? String(String(decoding: bytes[start...], as: UTF8.self).prefix(1))
      offset += text.utf8.count
      token.sort = .sign(text)
    }
    token.span = start..<offset
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while offset < bytes.count, isPart(bytes[offset]) { offset += 1 }
  }

  /// What stands up to a closing sign, which is in the text where it stands twice.
  private mutating func enclosed(
    by sign: Character, _ what: String, canRepeat: Bool
  ) throws(Expression.Problem) -> String {
    let close = sign.asciiValue ?? 0
    let start = offset
    var text: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      if bytes[offset] == close {
        offset += 1
        guard canRepeat, offset < bytes.count, bytes[offset] == close else {
          return String(decoding: text, as: UTF8.self)
        }
        text.append(close)
      } else {
        text.append(bytes[offset])
      }
      offset += 1
    }
    throw problem("\(what) ends with `\(sign)`", at: start..<bytes.count)
  }
}

extension UInt8 {
  fileprivate var isDigitOrLetter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
