/// What can be wrong with the text of a field document: its JSON, names and types.
package enum TextProblem: Equatable, Sendable {
  case syntax(JSONProblem.Kind)
  case notADocument
  /// `takesText` where text in quotes would be right.
  case wrongType(property: String, type: Saying, takesText: Bool)
  case outOfRange(property: String, minimum: WholeNumber)
  case unknownProperty(name: String, section: Section, nearest: String?)
  case unsupportedProperty(name: String, kind: FieldKind, kinds: FieldKinds)
  case duplicateProperty(name: String)
  case missingProperty(Property.Name, section: Section)
  case unknownWord(String, property: String, nearest: String?)
  case invalidPattern(source: String, why: String)
  case invalidSchema(why: String)
  case invalidExpression(source: String, why: String)
  case invalidDate(Saying)
  case invalidDatePattern(why: String)
  case invalidColor(String)
  case invalidTimeZone(String)
  case invalidPath(String, RecordPath.Problem)
  /// Words for a problem have a place for a value that it has not.
  case unknownPlaceholder(name: String, code: String, nearest: String?)
  /// A plural in words for a problem that can't be read.
  case brokenPlural
  /// Words for a problem that are longer than this.
  case longTemplate(limit: Int)
  /// Words in what is no language.
  case unknownLanguage(String)
  /// A text for people that is not there in these languages, in which it was asked for.
  case untranslated(property: String, languages: [String])

  package var saying: Saying {
    switch self {
    case .syntax(let kind): kind.saying
    case .notADocument: Saying(.notADocument)
    case .wrongType(let property, let type, _):
      Saying(.takes, (.property, .text(property)), (.type, .saying(type)))
    case .outOfRange(let property, let minimum):
      Saying(.isAtLeast, (.property, .text(property)), (.minimum, .number(minimum)))
    case .unknownProperty(let name, let section, let nearest):
      Saying(
        .unknownProperty, (.section, section.title), (.property, .text(name)), nearest: nearest)
    case .unsupportedProperty(let name, let kind, let kinds):
      Saying(
        .unsupportedProperty, (.property, .text(name)), (.kinds, .saying(kinds.names)),
        (.kind, .phrase(kind.phrase)))
    case .duplicateProperty(let name): Saying(.duplicateProperty, (.property, .text(name)))
    case .missingProperty(let name, let section):
      Saying(.missingProperty, (.section, section.title), (.property, .text(name.rawValue)))
    case .unknownWord(let word, let property, let nearest):
      Saying(.unknownWord, (.property, .text(property)), (.value, .text(word)), nearest: nearest)
    case .invalidPattern(_, let why): Saying(.invalidPattern, (.why, .text(why)))
    case .invalidSchema(let why): Saying(.invalidSchema, (.why, .text(why)))
    case .invalidExpression(_, let why): Saying(.invalidExpression, (.why, .text(why)))
    case .invalidDate(let saying): saying
    case .invalidDatePattern(let why): Saying(.said, (.why, .text(why)))
    case .invalidColor(let text): Saying(.invalidColor, (.value, .text(text)))
    case .invalidTimeZone(let text): Saying(.invalidTimeZone, (.value, .text(text)))
    case .invalidPath(let text, let problem):
      Saying(.invalidPath, (.value, .text(text.abridged)), (.why, .saying(problem.saying)))
    case .unknownPlaceholder(let name, let code, let nearest):
      Saying(
        .unknownPlaceholder, (.name, .text(name.abridged)), (.code, .text(code)), nearest: nearest)
    case .brokenPlural:
      Saying(.brokenPlural, (.example, .text("{count, plural, one {…} other {…}}")))
    case .longTemplate(let limit): Saying(.longTemplate, (.limit, .number(limit)))
    case .unknownLanguage(let tag): Saying(.unknownLanguage, (.name, .text(tag.abridged)))
    case .untranslated(let property, let languages):
      Saying(
        .untranslated, (.property, .text(property)), (.names, .text(Wording.list(languages))))
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
    case .invalidSchema: "invalidSchema"
    case .invalidExpression: "invalidExpression"
    case .invalidDate: "invalidDate"
    case .invalidDatePattern: "invalidDatePattern"
    case .invalidColor: "invalidColor"
    case .invalidTimeZone: "invalidTimeZone"
    case .invalidPath: "invalidPath"
    case .unknownPlaceholder: "unknownPlaceholder"
    case .brokenPlural: "brokenPlural"
    case .longTemplate: "tooMuch"
    case .unknownLanguage: "unknownLanguage"
    case .untranslated: "untranslated"
    }
  }

  package var parameters: [JSONValue.Member] {
    switch self {
    case .syntax, .notADocument, .invalidDate, .invalidDatePattern, .brokenPlural: []
    case .unknownPlaceholder(let name, let code, let nearest):
      [.init("name", .string(name)), .init("code", .string(code))]
        + Wording.parameter("nearest", nearest)
    case .longTemplate(let limit): [.init("limit", .integer(limit))]
    case .unknownLanguage(let tag): [.init("value", .string(tag))]
    case .untranslated(let property, let languages):
      [
        .init("property", .string(property)),
        .init("languages", .array(languages.map { .string($0) })),
      ]
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
    case .invalidSchema: []
    case .invalidExpression(let source, _): [.init("expression", .string(source))]
    case .invalidColor(let text), .invalidTimeZone(let text), .invalidPath(let text, _):
      [
        .init("value", .string(text))
      ]
    }
  }
}
