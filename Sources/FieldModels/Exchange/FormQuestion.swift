/// A question that an editor shows to a person, as interactive commands of language servers have it.
package struct FormQuestion: Equatable, Sendable {
  package var id: String
  package var text: String
  package var kind: Kind
  package var isRequired: Bool
  /// What is there already; null for nothing.
  package var value: JSONValue
  /// What is wrong with the answer.
  package var error: String?

  package init(
    id: String, text: String, kind: Kind, isRequired: Bool, value: JSONValue, error: String? = nil
  ) {
    self.id = id
    self.text = text
    self.kind = kind
    self.isRequired = isRequired
    self.value = value
    self.error = error
  }

  /// How it is answered.
  package indirect enum Kind: Equatable, Sendable {
    case string, bool, number
    case rows([Row])
    /// The rows of a field, which are asked for while somebody types.
    case lazyRows(uri: String, key: String)
    case list(Kind)
  }

  /// One of the answers to choose from.
  package struct Row: Equatable, Sendable {
    package var value: String
    package var label: String

    package init(value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The name under which rows are asked for.
  package static let rowsSource = "fieldd/rows"
}

/// A field as a question.
extension FormQuestion {
  /// How a field is answered best; its rows, if it has any, are all there.
  package static func kind(of definition: FieldDefinition) -> Kind {
    if definition.kind == .picker, definition.manualEntry == nil || definition.takesSeveral {
      let rows = definition.choices.filter { $0.canBeChosen }
        .map { Row(value: $0.text, label: $0.label) }
      return definition.takesSeveral ? .list(.rows(rows)) : .rows(rows)
    }
    if definition.kind == .picker || definition.kind == .date { return .string }
    return switch definition.valueKind {
    case .number, .integer: .number
    case .boolean: .bool
    case .string: .string
    }
  }

  /// What is asked: the label, what helps, and how a date is written, which nothing else says to who
  /// types one.
  package static func text(of definition: FieldDefinition) -> String {
    [definition.label ?? definition.key, definition.helper, hint(definition)]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " — ")
  }

  private static func hint(_ definition: FieldDefinition) -> String? {
    guard definition.kind == .date else { return nil }
    return switch definition.mode {
    case .date: "YYYY-MM-DD"
    case .time: "hh:mm"
    case .dateAndTime: "YYYY-MM-DDThh:mm"
    case .countDownTimer: "hh:mm"
    }
  }

  /// The draft as an answer would say it.
  package static func value(of definition: FieldDefinition) -> JSONValue {
    let draft = definition.draft
    if draft.isEmpty { return .null }
    if definition.takesSeveral { return .array(draft.values.map { .string($0) }) }
    if definition.kind == .entry, let value = definition.value(of: draft) {
      switch value {
      case .number, .bool: return value
      case .null, .string, .array, .object: break
      }
    }
    return .string(draft.text)
  }
}

extension FormQuestion: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("description", text)
    json.member("type", kind)
    json.member("required", isRequired)
    if value != .null { json.member("default", value) }
    json.member("error", ifAny: error)
  }

  /// The question as a value.
  package var json: JSONValue {
    var writer = JSONWriter()
    writer.object { writeMembers(to: &$0) }
    var reader = JSONReader(writer.bytes, dialect: .strict)
    reader.readText()
    return JSONValue(reader.tree, 0)
  }
}

extension FormQuestion.Kind: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .string: json.member("kind", "string")
    case .bool: json.member("kind", "bool")
    case .number: json.member("kind", "number")
    case .rows(let rows):
      json.member("kind", "enum")
      json.member("entries", rows)
    case .lazyRows(let uri, let key):
      json.member("kind", "lazyEnum")
      json.member("source", FormQuestion.rowsSource)
      json.object("config") { json in
        json.member("uri", uri)
        json.member("key", key)
      }
    case .list(let element):
      json.member("kind", "list")
      json.member("elementType", element)
    }
  }
}

extension FormQuestion.Row: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("value", value)
    json.member("description", label)
  }
}
