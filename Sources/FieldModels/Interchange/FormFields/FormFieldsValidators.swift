import FieldModels

/// The validators of a question for a text: patterns that an answer must match, or must not.
enum FormFieldsValidators {
  /// The member of a type that has them.
  static let name = "validators"
  /// What an export says of a rule that has no words.
  private static let message = "Invalid"
  /// The severities, by their numbers.
  private static let severities: [(number: JSONValue, name: Severity)] = [
    (1, .information), (2, .warning), (3, .error),
  ]

  /// Why a validator is no rule.
  struct Loss: Error {
    var code: ConversionReport.Code
    var message: String
  }

  /// The rule that a validator is.
  static func rule(of validator: JSONValue) -> Result<JSONValue, Loss> {
    guard case .object = validator, let kind = validator["kind"]?.string else {
      return .failure(Loss(code: .wrongValue, message: "A validator has a `kind`"))
    }
    guard kind == "regex" else {
      return .failure(
        Loss(code: .unknownType, message: "\"\(kind.abridged)\" is no validator that is known"))
    }
    let severity = severities.first { $0.number == validator["severity"] ?? 3 }?.name
    guard let source = validator["pattern"]?.string, let severity,
      let isRight = (validator["matchIsValid"] ?? true).bool
    else {
      return .failure(
        Loss(code: .wrongValue, message: "It has a `pattern`, `matchIsValid` and a `severity`"))
    }
    guard (try? Pattern(source)) != nil else {
      return .failure(
        Loss(code: .pattern, message: "A pattern that can't be matched in linear time"))
    }
    let inner = String(source.dropFirst(4).dropLast(2))
    var rule: [JSONValue.Member] = []
    if !isRight {
      rule = [.init("schema", ["not": ["pattern": .string(source)]])]
    } else if source == "^(?:\(inner))$", (try? Pattern(inner, isAnchored: true)) != nil {
      rule = [.init("pattern", .string(inner)), .init("anchored", true)]
    } else {
      rule = [.init("pattern", .string(source))]
    }
    if let words = validator["message"]?.string, !words.isEmpty, words != message {
      rule.append(.init("message", .string(words)))
    }
    if severity != .error { rule.append(.init("severity", .string(severity.rawValue))) }
    return .success(.object(rule))
  }

  /// The validator that a rule is, as a document has it; nil where there is none for it.
  static func validator(of rule: JSONValue) -> JSONValue? {
    let known = ["pattern", "anchored", "schema", "message", "severity"]
    let severity = rule["severity"]?.string ?? Severity.error.rawValue
    let number = severities.first { $0.name.rawValue == severity }?.number
    guard let number, rule.members.allSatisfy({ known.contains($0.name) }) else { return nil }
    let refused = rule["schema"]?["not"]?["pattern"]?.string
    let isSchema = rule["schema"] == refused.map { ["not": ["pattern": .string($0)]] }
    guard isSchema, let source = rule["pattern"]?.string ?? refused,
      rule["pattern"] == nil || refused == nil
    else { return nil }
    let isWhole = rule["anchored"] == true
    return [
      "kind": "regex", "pattern": .string(isWhole ? "^(?:\(source))$" : source),
      "matchIsValid": .bool(refused == nil),
      "message": .string(rule["message"]?.string ?? message), "severity": number,
    ]
  }
}
