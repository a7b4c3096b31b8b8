/// What can be wrong with the text of a field document: its JSON, names and types.
package enum TextProblem: Equatable, Sendable {
  case syntax(JSONProblem.Kind)
  case notADocument
  /// `takesText` where text in quotes would be right.
  case wrongType(property: String, shape: String, takesText: Bool)
  case outOfRange(property: String, minimum: Int)
  case unknownProperty(name: String, section: Section, nearest: String?)
  case unsupportedProperty(name: String, kind: FieldKind, kinds: FieldKinds)
  case duplicateProperty(name: String)
  case missingProperty(Property.Name, section: Section)
  case unknownWord(String, property: String, nearest: String?)
  case invalidPattern(source: String, why: String)
  case invalidDate(why: String)
  case invalidDatePattern(why: String)
  case invalidColor(String)
  case invalidTimeZone(String)
  case invalidPath(String, RecordPath.Problem)

  package var message: String {
    switch self {
    case .syntax(let kind): JSONProblem(kind, 0..<0).message
    case .notADocument: "A field document is an object { \"fields\": [ … ] }"
    case .wrongType(let property, let shape, _): "`\(property)` takes \(shape)"
    case .outOfRange(let property, let minimum): "`\(property)` is at least \(minimum)"
    case .unknownProperty(let name, let section, let nearest):
      "\(Wording.sentence(section.title)) has no property `\(name)`"
        + Wording.suggestion(nearest)
    case .unsupportedProperty(let name, let kind, let kinds):
      "`\(name)` belongs to \(kinds.names); \(kind.withArticle) ignores it"
    case .duplicateProperty(let name): "`\(name)` is written more than once; the last one counts"
    case .missingProperty(let name, let section):
      "\(Wording.sentence(section.title)) needs `\(name.rawValue)`"
    case .unknownWord(let word, let property, let nearest):
      "`\(property)` can't be \"\(word)\"" + Wording.suggestion(nearest)
    case .invalidPattern(_, let why): "The pattern can't be used: \(why)"
    case .invalidDate(let why), .invalidDatePattern(let why): why
    case .invalidColor(let text): "\"\(text)\" is no colour; write #RRGGBB or #RRGGBBAA"
    case .invalidTimeZone(let text):
      "\"\(text)\" is no time zone; write GMT, an offset such as +02:00, or Area/City"
    case .invalidPath(let text, let problem): "\"\(text.abridged)\" is no path: \(problem.message)"
    }
  }

  package var code: String {
    switch self {
    case .syntax: "syntax"
    case .notADocument: "notADocument"
    case .wrongType: "wrongType"
    case .outOfRange: "outOfRange"
    case .unknownProperty: "unknownProperty"
    case .unsupportedProperty: "unsupportedProperty"
    case .duplicateProperty: "duplicateProperty"
    case .missingProperty: "missingProperty"
    case .unknownWord: "unknownValue"
    case .invalidPattern: "invalidPattern"
    case .invalidDate: "invalidDate"
    case .invalidDatePattern: "invalidDatePattern"
    case .invalidColor: "invalidColor"
    case .invalidTimeZone: "invalidTimeZone"
    case .invalidPath: "invalidPath"
    }
  }

  package var parameters: [JSONValue.Member] {
    switch self {
    case .syntax, .notADocument, .invalidDate, .invalidDatePattern: []
    case .wrongType(let property, _, _): [.init("property", .string(property))]
    case .outOfRange(let property, let minimum):
      [.init("property", .string(property)), .init("minimum", .integer(minimum))]
    case .unknownProperty(let name, _, let nearest):
      [.init("property", .string(name))] + Wording.parameter("nearest", nearest)
    case .unsupportedProperty(let name, let kind, _):
      [.init("property", .string(name)), .init("kind", .string(kind.rawValue))]
    case .duplicateProperty(let name): [.init("property", .string(name))]
    case .missingProperty(let name, _): [.init("property", .string(name.rawValue))]
    case .unknownWord(let word, let property, let nearest):
      [.init("property", .string(property)), .init("value", .string(word))]
        + Wording.parameter("nearest", nearest)
    case .invalidPattern(let source, _): [.init("pattern", .string(source))]
    case .invalidColor(let text), .invalidTimeZone(let text), .invalidPath(let text, _):
      [
        .init("value", .string(text))
      ]
    }
  }
}
