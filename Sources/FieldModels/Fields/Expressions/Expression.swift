/// A calculation over the fields of a form, such as `{end} - {start} >= 7`.
///
/// It has values of a few types and no loops, so it takes time in proportion to its own length and to the
/// drafts that it looks at. Nothing in it can fail: what has no result, such as a number that is not
/// there, is *nothing*, and so is what is calculated from it.
package struct Expression: Sendable {
  /// As the document writes it.
  package let source: String
  package let root: Node
  /// Where it names fields, in the order of the text.
  package let references: [Reference]
  /// It asks for the day on which it is looked at.
  package let watchesToday: Bool

  /// A place where a field is named.
  package struct Reference: Equatable, Sendable {
    package let key: String
    /// Of the key between its braces, in bytes of the source.
    package internal(set) var span: Range<Int>
    /// It stands by itself in a function that gathers answers, such as `sum({price})`.
    package var isGathered = false
  }

  /// Why a text is no expression, and where.
  package struct Problem: Error, Equatable, Sendable {
    package let message: String
    /// In bytes of the source.
    package let span: Range<Int>
  }

  /// A value, or an operation on others.
  package indirect enum Node: Sendable {
    case constant(ExpressionValue)
    case field(String)
    case not(Node)
    case negative(Node)
    case binary(Operator, Node, Node)
    case call(ExpressionFunction, [Node])
  }

  /// What is done to two values, as it is written.
  package enum Operator: String, CaseIterable, Sendable {
    case or, and
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// The most operations, fields and constants of one; each keystroke near it calculates all of them.
  package static let nodeLimit = 1_000
  /// The most that are nested.
  static let depthLimit = 64

  /// The keys of the fields that it looks at, each once.
  package var keys: [String] {
    var known: Set<String> = []
    return references.map { $0.key }.filter { known.insert($0).inserted }
  }

  /// Adds the keys of those whose answers it gathers from all entries where they are fields of another list.
  package func collectGatheredKeys(into keys: inout Set<String>) {
    for reference in references where reference.isGathered { keys.insert(reference.key) }
  }
}

extension Expression: Hashable {
  package static func == (first: Expression, second: Expression) -> Bool {
    first.source == second.source
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// What can be called in an expression.
package enum ExpressionFunction: String, CaseIterable, Sendable {
  case abs, ceiling, coalesce, concat, contains, count, day, empty, filled, floor, length
  case `if`, max, min, month, number, part, round, sum, today, truthy, type, year, years

  /// How many values it takes.
  var argumentCount: ClosedRange<Int> {
    switch self {
    case .today: 0...0
    case .abs, .ceiling, .count, .day, .empty, .filled, .floor, .length, .month, .number, .truthy,
      .type, .year:
      1...1
    case .round: 1...2
    case .contains, .part, .years: 2...2
    case .if: 3...3
    case .coalesce, .concat, .max, .min, .sum: 1...Expression.nodeLimit
    }
  }

  /// Whether it takes the answers that a field of a list has in all entries.
  package var gathersAnswers: Bool {
    switch self {
    case .count, .max, .min, .sum: true
    case .abs, .ceiling, .coalesce, .concat, .contains, .day, .empty, .filled, .floor, .if, .length,
      .month, .number, .part, .round, .today, .truthy, .type, .year, .years:
      false
    }
  }

  /// Whether its first value is a field of any value, or a part of one, as the JSON that it is.
  var takesJSON: Bool {
    switch self {
    case .part, .truthy, .type: true
    case .abs, .ceiling, .coalesce, .concat, .contains, .count, .day, .empty, .filled, .floor, .if,
      .length, .max, .min, .month, .number, .round, .sum, .today, .year, .years:
      false
    }
  }

  /// Whether a field stands by itself in a function that takes its answers in all entries, as far as the text before
  /// it says.
  package static func gathersAnswers(behind text: String) -> Bool {
    let text = text.reversed().drop { $0 == " " }
    guard text.first == "(" || text.first == "," else { return false }
    var depth = 0
    let opening = text.firstIndex { character in
      if character == ")" { depth += 1 }
      if character == "(" { depth -= 1 }
      return depth < 0
    }
    guard let opening else { return false }
    let name = String(text[opening...].dropFirst().prefix { $0.isLetter }.reversed())
    return ExpressionFunction(rawValue: name)?.gathersAnswers ?? false
  }

  /// How it is called.
  package var signature: String {
    switch self {
    case .today: "today()"
    case .abs, .ceiling, .floor: "\(rawValue)(number)"
    case .round: "round(number, places)"
    case .coalesce, .concat: "\(rawValue)(value, …)"
    case .contains: "contains(texts, text)"
    case .count: "count(rows)"
    case .day, .month, .year: "\(rawValue)(date)"
    case .empty, .filled, .truthy, .type: "\(rawValue)(value)"
    case .length, .number: "\(rawValue)(text)"
    case .if: "if(condition, value, otherwise)"
    case .max, .min, .sum: "\(rawValue)(number, …)"
    case .part: "part(value, pointer)"
    case .years: "years(from, to)"
    }
  }

  /// What it gives, for people.
  package var documentation: String {
    switch self {
    case .abs: "The number without its sign."
    case .ceiling: "The least whole number that is not less."
    case .coalesce: "The first value that is there."
    case .concat: "The values one after the other, as one text."
    case .contains: "Whether a row is chosen, or whether a text has another one in it."
    case .count:
      "How many rows are chosen, how many entries a list has, or in how many of them a field has an answer."
    case .day: "The day of the month, from 1."
    case .empty: "Whether there is no answer."
    case .filled: "Whether there is an answer."
    case .floor: "The greatest whole number that is not greater."
    case .length: "The number of characters."
    case .if: "The second value if the first is true, the third if it is false."
    case .max: "The greatest of the values that are there, of a field of a list in all entries."
    case .min: "The least of the values that are there, of a field of a list in all entries."
    case .month: "The month, from 1."
    case .number: "The number that a text is."
    case .part:
      "The part of any value to which a JSON pointer (RFC 6901) leads, such as `part({proof}, '/size')`."
    case .round:
      "The number rounded to some places after the point, halves away from zero; without places to a whole number."
    case .sum: "The sum of the numbers that are there, of a field of a list in all entries."
    case .today: "The day on which the form is looked at."
    case .truthy:
      "Whether a value, or a part of one, is true to JavaScript: anything but nothing, null, `false`, 0 and `''`."
    case .type:
      "`text`, `number`, `boolean`, `list`, `object` or `null`, as JSON has a value or a part of one."
    case .year: "The year."
    case .years: "The whole years from one date to another, such as an age."
    }
  }
}

extension Expression {
  /// The constants that it is made of.
  package var constants: [ExpressionValue] {
    var constants: [ExpressionValue] = []
    root.collectConstants(into: &constants)
    return constants
  }
}

extension Expression.Node {
  fileprivate func collectConstants(into constants: inout [ExpressionValue]) {
    switch self {
    case .constant(let value): constants.append(value)
    case .field: break
    case .not(let part), .negative(let part): part.collectConstants(into: &constants)
    case .binary(_, let first, let second):
      first.collectConstants(into: &constants)
      second.collectConstants(into: &constants)
    case .call(_, let parts):
      for part in parts { part.collectConstants(into: &constants) }
    }
  }
}
