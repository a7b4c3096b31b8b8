/// What may stand as the value of a property: the type system of field documents.
///
/// The checker, hover and completion are all driven by it, so that a property is described once.
package indirect enum Shape: Sendable {
  case text
  /// A draft: text, or a list of texts where the field takes several.
  case draft
  case bool
  /// `true`, `false` or `{ "when": condition }`.
  case boolOrCondition
  case integer(minimum: Int)
  /// A JSON number.
  case number(minimum: Int?)
  /// A JSON number, or where the field holds what calendars and clocks count, ISO 8601.
  case limit
  /// One of a closed set of words.
  case word([Word])
  /// The name under which a field or group is known; must be unique.
  case newKey
  /// The key of a field.
  case key
  case groupKey
  /// A JSON pointer that leads through objects.
  case path(mayBeEmpty: Bool)
  case sourceName
  /// ISO 8601 in the shape that the field's mode wants.
  case dateDraft
  /// The same, or `today`.
  case date
  /// ISO 8601, `today`, or the key of a date field.
  case dateOrKey
  case datePattern
  case timeZone
  case color
  case pattern
  case formatName
  case validatorName
  case object(Section)
  case list(Shape)
  /// An object with names of the document's own choosing.
  case map(Shape)
  /// A row of a picker: its value or an object.
  case choice
  /// What a row commits.
  case rowValue
  /// A format's or validator's name, or a rule object.
  case rule
  case boolOrText
  /// A text, number or boolean.
  case scalar
  /// Handed on untouched.
  case anything

  /// Whether the value is text in quotes.
  package var takesText: Bool {
    switch self {
    case .text, .draft, .word, .newKey, .key, .groupKey, .path, .sourceName, .dateDraft, .date,
      .dateOrKey, .datePattern, .timeZone, .color, .pattern, .formatName, .validatorName, .rule:
      true
    case .bool, .boolOrCondition, .integer, .number, .limit, .object, .list, .map, .choice,
      .rowValue,
      .boolOrText, .scalar, .anything:
      false
    }
  }

  /// One of the words of an enum.
  package static func words<Word: FieldWord>(of type: Word.Type) -> Shape {
    .word(type.allCases.map { .init($0.rawValue, $0.documentation) })
  }

  /// One word of a closed set, with a line for people.
  package struct Word: Sendable {
    package var name: String
    package var documentation: String

    package init(_ name: String, _ documentation: String = "") {
      self.name = name
      self.documentation = documentation
    }
  }

  /// The value in words: "text", "true or false".
  package var expectation: String {
    switch self {
    case .text, .datePattern, .pattern, .formatName, .validatorName, .sourceName: "text in quotes"
    case .draft: "text, or a list of texts where `multiple` is true"
    case .bool: "true or false"
    case .boolOrCondition: "true, false or { \"when\": … }"
    case .integer(let minimum) where minimum <= 0: "a whole number"
    case .integer(let minimum): "a whole number from \(minimum)"
    case .limit: "a number, or a date or time in quotes where the field holds one"
    case .number(let minimum): minimum.map { "a number from \($0)" } ?? "a number"
    case .word(let words):
      "one of " + words.map { $0.name.isEmpty ? "\"\"" : $0.name }.joined(separator: ", ")
    case .newKey: "a name in quotes"
    case .key: "the key of a field"
    case .groupKey: "the key of a group"
    case .path: "a path of names, such as \"/address/city\""
    case .dateDraft: "a date in quotes, such as \"1990-12-31\""
    case .date: "a date in quotes, such as \"1990-12-31\", or \"today\""
    case .dateOrKey: "a date in quotes, \"today\", or the key of a date field"
    case .timeZone: "a time zone, such as \"GMT\" or \"+02:00\""
    case .color: "a colour such as \"#1A2B3C\" or \"#1A2B3C80\""
    case .object: "an object { … }"
    case .list: "a list [ … ]"
    case .map: "an object { … }"
    case .choice: "a value, or { \"value\": …, \"label\": … }"
    case .rowValue: "text, a number, true, false or null"
    case .rule: "the name of a format or validator, or a rule { … }"
    case .boolOrText: "true, false or text"
    case .scalar: "text, a number, true or false"
    case .anything: "anything"
    }
  }
}

/// The objects of a field document, by what they are.
package enum Section: Int, CaseIterable, Sendable {
  case document, group, repetition, field, validation, rule, condition, requirement, choice,
    toolbar,
    toolbarItem, autofill, colors

  /// The section in words: "a field".
  package var title: String {
    switch self {
    case .document: "a field document"
    case .group: "a group"
    case .repetition: "`repeat`"
    case .field: "a field"
    case .validation: "`validation`"
    case .rule: "a rule"
    case .condition: "a condition"
    case .requirement: "an object with `when`"
    case .choice: "a row"
    case .toolbar: "`toolbar`"
    case .toolbarItem: "a toolbar item"
    case .autofill: "`autofill`"
    case .colors: "`colors`"
    }
  }
}
