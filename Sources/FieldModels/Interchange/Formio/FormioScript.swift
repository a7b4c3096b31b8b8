import FieldModels

/// A program of Form.io as an expression: the value that a variable has once the program has ended.
///
/// Only a small part of JavaScript is read, which always ends: values of components, constants,
/// operators, a few functions, assignments and `if`. Everything else is read as nil, so nothing is
/// guessed.
///
/// What JavaScript has beyond other languages of expressions is a call: `===` compares strictly, `?:`
/// chooses, and `undefined` has no value.
struct FormioScript {
  private static let longest = 5_000
  private static let deepest = 40
  private static let largest = 400

  private var tokens: [FormioToken]
  private var place = 0
  private var depth = 0
  /// The values of variables at this place of the program.
  private var values: [String: ForeignExpression]

  private init(_ tokens: [FormioToken], _ values: [String: ForeignExpression]) {
    self.tokens = tokens
    self.values = values
  }

  /// What has no value.
  static var undefined: ForeignExpression { .call("undefined", []) }

  /// The value of a variable after a program; nil for a program that is not read.
  static func result(
    of source: String, in name: String, from start: ForeignExpression
  ) -> ForeignExpression? {
    guard source.utf8.count <= longest, let tokens = FormioToken.all(in: source) else { return nil }
    var script = FormioScript(tokens, [name: start])
    while script.next.sort != .end {
      guard script.runStatement() else { return nil }
    }
    return script.values[name]
  }

  private var next: FormioToken { tokens[place] }

  private mutating func take(_ sign: String) -> Bool {
    guard next.sort == .sign(sign) else { return false }
    place += 1
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard next.sort == .name(word) else { return false }
    place += 1
    return true
  }

  private mutating func takeName() -> String? {
    guard case .name(let name) = next.sort, !Self.reserved.contains(name) else { return nil }
    place += 1
    return name
  }

  private static let reserved: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "delete", "do", "else", "false", "for",
    "function", "if", "in", "instanceof", "let", "new", "null", "return", "switch", "this", "throw",
    "true", "try", "typeof", "undefined", "var", "void", "while", "yield",
  ]

  // Statements.

  /// Runs a statement; gives whether it could be read.
  private mutating func runStatement() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return false }
    if take(";") { return true }
    if take("{") {
      while !take("}") {
        guard next.sort != .end, runStatement() else { return false }
      }
      return true
    }
    if takeWord("if") { return runChoice() }
    for word in ["var", "let", "const"] where takeWord(word) { return runDeclaration(word) }
    return runAssignment() && takeEnd()
  }

  private mutating func takeEnd() -> Bool {
    take(";") || next.sort == .end || next.sort == .sign("}") || next.isOnNewLine
  }

  private mutating func runChoice() -> Bool {
    guard take("("), let condition = readExpression(), take(")") else { return false }
    let before = values
    guard runStatement() else { return false }
    let first = values
    values = before
    if takeWord("else"), !runStatement() { return false }
    var isUsed = false
    for (name, value) in first where before[name] != nil {
      guard let other = values[name], other != value else { continue }
      values[name] = .call("?:", [condition, value, other])
      isUsed = true
      guard value.size + other.size + condition.size < Self.largest else { return false }
    }
    // What is declared inside is not known behind it.
    values = values.filter { before[$0.key] != nil }
    return isUsed
  }

  private mutating func runDeclaration(_ word: String) -> Bool {
    repeat {
      guard let name = takeName(), values[name] == nil || word == "var" else { return false }
      if take("=") {
        guard let value = readExpression(), value.size < Self.largest else { return false }
        values[name] = value
      } else if values[name] == nil {
        values[name] = Self.undefined
      }
    } while take(",")
    return takeEnd()
  }

  private mutating func runAssignment() -> Bool {
    let start = place
    if takeWord("console") {
      guard take("."), takeWord("log"), take("("), case .text = next.sort else { return false }
      place += 1
      return take(")")
    }
    guard let name = takeName(), let old = values[name] else {
      place = start
      return false
    }
    let isSum = take("+=")
    guard isSum || take("="), let value = readExpression() else { return false }
    values[name] = isSum ? .binary(.plus, old, value) : value
    return value.size + old.size < Self.largest
  }

  // Expressions, from the loosest operator to the tightest.

  private mutating func readExpression() -> ForeignExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest, let condition = readOr() else { return nil }
    guard take("?") else { return condition }
    guard let first = readExpression(), take(":"), let second = readExpression() else { return nil }
    return .call("?:", [condition, first, second])
  }

  private mutating func readOr() -> ForeignExpression? {
    guard var left = readAnd() else { return nil }
    while take("||") {
      guard let right = readAnd() else { return nil }
      left = .binary(.or, left, right)
    }
    return left
  }

  private mutating func readAnd() -> ForeignExpression? {
    guard var left = readEquality() else { return nil }
    while take("&&") {
      guard let right = readEquality() else { return nil }
      left = .binary(.and, left, right)
    }
    return left
  }

  private mutating func readEquality() -> ForeignExpression? {
    guard var left = readOrder() else { return nil }
    while true {
      let sign: String
      if take("===") || take("!==") {
        sign = "==="
      } else if take("==") || take("!=") {
        sign = "=="
      } else {
        return left
      }
      let isNegated = tokens[place - 1].sort.isNegation
      guard let right = readOrder() else { return nil }
      let equal: ForeignExpression =
        sign == "===" ? .call("===", [left, right]) : .binary(.equal, left, right)
      left = isNegated ? .unary(.negate, equal) : equal
    }
  }

  private mutating func readOrder() -> ForeignExpression? {
    guard let left = readSum() else { return nil }
    let signs: [(String, ForeignExpression.Binary)] = [
      ("<=", .lessorequal), (">=", .greaterorequal), ("<", .less), (">", .greater),
    ]
    for (sign, operation) in signs where take(sign) {
      return readSum().map { .binary(operation, left, $0) }
    }
    return left
  }

  private mutating func readSum() -> ForeignExpression? {
    guard var left = readProduct() else { return nil }
    while true {
      let isSum = take("+")
      guard isSum || take("-") else { return left }
      guard let right = readProduct() else { return nil }
      left = .binary(isSum ? .plus : .minus, left, right)
    }
  }

  private mutating func readProduct() -> ForeignExpression? {
    guard var left = readPrefix() else { return nil }
    let signs: [(String, ForeignExpression.Binary)] = [
      ("*", .times), ("/", .divided), ("%", .modulo),
    ]
    while let found = signs.first(where: { next.sort == .sign($0.0) }) {
      place += 1
      guard let right = readPrefix() else { return nil }
      left = .binary(found.1, left, right)
    }
    return left
  }

  private mutating func readPrefix() -> ForeignExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return nil }
    if take("!") { return readPrefix().map { .unary(.negate, $0) } }
    if take("+") { return readPrefix().map { .call("Number", [$0]) } }
    if take("-") {
      guard let inner = readPrefix() else { return nil }
      if case .constant(.number(let text)) = inner, let number = Decimal(text) {
        return .constant(.number((-number).description))
      }
      return .binary(.minus, .constant(.number("0")), inner)
    }
    guard let operand = readOperand() else { return nil }
    return readMembers(of: operand)
  }

  private mutating func readOperand() -> ForeignExpression? {
    let sort = next.sort
    if take("(") {
      guard let inner = readExpression(), take(")") else { return nil }
      return inner
    }
    if take("[") { return readList(upTo: "]").map { .list($0) } }
    place += sort == .end ? 0 : 1
    switch sort {
    case .number(let text): return Decimal(text).map { .constant(.number($0.description)) }
    case .text(let text): return .constant(.string(text))
    case .template(let parts): return readTemplate(parts)
    case .name("true"): return .constant(.bool(true))
    case .name("false"): return .constant(.bool(false))
    case .name("null"): return .constant(.null)
    case .name("undefined"): return Self.undefined
    case .name(let name):
      if let value = values[name] { return value }
      return ["data", "row", "value", "input"].contains(name) ? .variable(name) : readFunction(name)
    case .sign, .end: return nil
    }
  }

  private mutating func readList(upTo sign: String) -> [ForeignExpression]? {
    var parts: [ForeignExpression] = []
    if take(sign) { return parts }
    repeat {
      guard let part = readExpression() else { return nil }
      parts.append(part)
    } while take(",")
    return take(sign) ? parts : nil
  }

  /// The parts of a text in backticks, one after the other.
  private func readTemplate(_ parts: [FormioToken.Part]) -> ForeignExpression? {
    var read: [ForeignExpression] = [.constant(.string(""))]
    for part in parts {
      switch part {
      case .text(let text): read.append(.constant(.string(text)))
      case .source(let source):
        guard let tokens = FormioToken.all(in: source) else { return nil }
        var inner = FormioScript(tokens, values)
        inner.depth = depth + 1
        guard let value = inner.readExpression(), inner.next.sort == .end else { return nil }
        read.append(value)
      }
    }
    return .call("concat", read)
  }

  private static let functions: Set<String> = [
    "Number", "String", "parseFloat", "parseInt", "Math.abs", "Math.ceil", "Math.floor", "Math.max",
    "Math.min", "Math.round", "_.includes",
  ]

  private mutating func readFunction(_ name: String) -> ForeignExpression? {
    var name = name
    if take(".") {
      guard case .name(let member) = next.sort else { return nil }
      place += 1
      name += "." + member
    }
    guard Self.functions.contains(name), take("("), let arguments = readList(upTo: ")") else {
      return nil
    }
    if name == "parseInt", arguments.count == 2 {
      guard arguments[1] == .constant(.number("10")) else { return nil }
      return .call(name, [arguments[0]])
    }
    return .call(name == "_.includes" ? "has" : name, arguments)
  }

  /// What stands behind an operand: names of members, and methods.
  private mutating func readMembers(of operand: ForeignExpression) -> ForeignExpression? {
    var operand = operand
    while true {
      let isSafe = take("?.")
      if isSafe || take(".") {
        guard case .name(let name) = next.sort else { return nil }
        place += 1
        if take("(") {
          guard let arguments = readList(upTo: ")") else { return nil }
          operand = .call((isSafe ? "?." : ".") + name, [operand] + arguments)
        } else {
          guard let member = Self.member(name, of: operand, isSafe: isSafe) else { return nil }
          operand = member
        }
      } else if take("[") {
        guard case .text(let name) = next.sort else { return nil }
        place += 1
        guard take("]"), let member = Self.member(name, of: operand, isSafe: isSafe) else {
          return nil
        }
        operand = member
      } else {
        return operand
      }
    }
  }

  private static func member(
    _ name: String, of operand: ForeignExpression, isSafe: Bool
  ) -> ForeignExpression? {
    let isRoot = [.variable("data"), .variable("row")].contains(operand)
    if name == "length", !isRoot { return isSafe ? nil : .call(".length", [operand]) }
    guard case .variable(let path) = operand, isRoot || path.contains(".") else { return nil }
    return .variable(path + (isSafe && !isRoot ? "?." : ".") + name)
  }
}

extension ForeignExpression {
  /// The number of its parts.
  var size: Int {
    switch self {
    case .constant, .variable: 1
    case .list(let parts), .call(_, let parts): parts.reduce(1) { $0 + $1.size }
    case .unary(_, let part): 1 + part.size
    case .binary(_, let first, let second): 1 + first.size + second.size
    }
  }
}

/// A word, sign or constant of a program in JavaScript.
struct FormioToken: Equatable {
  var sort: Sort
  /// A line ends before it.
  var isOnNewLine: Bool

  /// What it is.
  enum Sort: Equatable {
    case number(String), text(String), template([Part]), name(String), sign(String), end

    /// Whether it is one of the two signs for what is not equal.
    var isNegation: Bool { self == .sign("!==") || self == .sign("!=") }
  }

  /// A part of a text in backticks.
  enum Part: Equatable { case text(String), source(String) }

  private static let signs = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "?.", "+=", "<", ">", "!", "?", ":", "+", "-",
    "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ";", ".", "=",
  ]

  /// The tokens of a program; nil where one is not read.
  static func all(in source: String) -> [FormioToken]? {
    var rest = Array(source.unicodeScalars)[...]
    var tokens: [FormioToken] = []
    while true {
      guard let isOnNewLine = skipSpace(&rest) else { return nil }
      guard let first = rest.first else {
        return tokens + [FormioToken(sort: .end, isOnNewLine: true)]
      }
      guard let sort = read(&rest, first) else { return nil }
      tokens.append(FormioToken(sort: sort, isOnNewLine: isOnNewLine))
    }
  }

  /// Goes behind white space and comments; gives whether a line ended there, or nil for a comment
  /// without an end.
  private static func skipSpace(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool? {
    var isOnNewLine = false
    while let first = rest.first {
      let start = text(rest.prefix(2))
      if first.properties.isWhitespace {
        if first == "\n" { isOnNewLine = true }
        rest.removeFirst()
      } else if start == "//" {
        rest = rest.drop { $0 != "\n" }
      } else if start == "/*" {
        rest = rest.dropFirst(2)
        while text(rest.prefix(2)) != "*/" {
          guard let sign = rest.popFirst() else { return nil }
          if sign == "\n" { isOnNewLine = true }
        }
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return isOnNewLine
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func read(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ first: Unicode.Scalar
  ) -> Sort? {
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9") ~= $0 } ?? false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar || scalar == "_" || scalar == "$"
    }
    if isLetter(first) {
      let name = rest.prefix { isLetter($0) || isDigit($0) }
      rest = rest.dropFirst(name.count)
      return .name(text(name))
    }
    if isDigit(first) || first == "." && isDigit(rest.dropFirst().first) {
      let digits = rest.prefix { isDigit($0) || $0 == "." || isLetter($0) }
      rest = rest.dropFirst(digits.count)
      let number = text(digits)
      // An old octal number begins with a zero.
      let isPlain = digits.allSatisfy { isDigit($0) || $0 == "." }
      guard isPlain, !(digits.first == "0" && isDigit(digits.dropFirst().first)) else { return nil }
      return .number(first == "." ? "0" + number : number.hasSuffix(".") ? number + "0" : number)
    }
    if first == "'" || first == "\"" {
      rest.removeFirst()
      return readText(&rest, upTo: first).map { .text($0) }
    }
    if first == "`" {
      rest.removeFirst()
      return readTemplate(&rest).map { .template($0) }
    }
    guard let sign = signs.first(where: { text(rest.prefix($0.utf8.count)) == $0 }) else {
      return nil
    }
    rest = rest.dropFirst(sign.utf8.count)
    return .sign(sign)
  }

  private static func readText(
    _ rest: inout ArraySlice<Unicode.Scalar>, upTo quote: Unicode.Scalar
  ) -> String? {
    var found = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(found) }
      if scalar == "\n" { return nil }
      guard scalar == "\\" else {
        found.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst().flatMap(unescaped) else { return nil }
      found.append(escaped)
    }
    return nil
  }

  /// What a letter behind a backslash means; nil for one that is not read.
  private static func unescaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "n": "\n"
    case "t": "\t"
    case "'", "\"", "\\", "/", "`", "$": scalar
    default: nil
    }
  }

  private static func readTemplate(_ rest: inout ArraySlice<Unicode.Scalar>) -> [Part]? {
    var parts: [Part] = []
    var found: [Unicode.Scalar] = []
    while let scalar = rest.popFirst() {
      if scalar == "`" { return parts + [.text(text(found))] }
      if scalar == "\\" {
        guard let escaped = rest.popFirst().flatMap(unescaped) else { return nil }
        found.append(escaped)
      } else if scalar == "$", rest.first == "{" {
        rest.removeFirst()
        let source = rest.prefix { $0 != "}" }
        // A brace or a quote within may end it elsewhere.
        guard !source.contains(where: { "{`'\"".unicodeScalars.contains($0) }) else { return nil }
        rest = rest.dropFirst(source.count + 1)
        parts += [.text(text(found)), .source(text(source))]
        found = []
      } else {
        found.append(scalar)
      }
    }
    return nil
  }
}
