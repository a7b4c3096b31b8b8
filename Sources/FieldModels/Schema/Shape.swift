/// What may stand as the value of a property: the type system of field documents.
///
/// The checker, hover and completion are all driven by it, so that a property is described once.
package indirect enum Shape: Sendable {
  case text
  /// A text for people, or an object with one for each of several languages, by their tags.
  case translatable
  /// A draft: text, or a list of texts where the field takes several.
  case draft
  case bool
  /// `true`, `false` or `{ "when": condition }`.
  case boolOrCondition
  case integer(minimum: WholeNumber)
  /// A JSON number.
  case number(minimum: WholeNumber?)
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
  case path
  case sourceName
  /// ISO 8601 in the shape that the field's mode wants.
  case dateDraft
  /// The same, or `today`.
  case date
  /// A calculation over fields.
  case expression
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
  /// `true`, `false` or a text for people, in one language or in several.
  case boolOrText
  /// A text, number or boolean.
  case scalar
  /// Words for a problem, with places for these values.
  case template([Placeholder])
  /// Handed on untouched.
  case anything

  /// Whether the value is text in quotes.
  package var takesText: Bool {
    switch self {
    case .text, .translatable, .draft, .word, .newKey, .key, .groupKey, .path, .sourceName,
      .dateDraft, .date,
      .dateOrKey, .datePattern, .timeZone, .color, .pattern, .formatName, .validatorName, .rule,
      .template, .expression:
      true
    case .bool, .boolOrCondition, .integer, .number, .limit, .object, .list, .map, .choice,
      .rowValue, .boolOrText, .scalar, .anything:
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
  package var expectation: Saying {
    switch self {
    case .text, .datePattern, .pattern, .formatName, .validatorName, .sourceName, .template,
      .expression:
      Saying(.takesText)
    case .translatable: Saying(.takesWords)
    case .draft: Saying(.takesDraft)
    case .bool: Saying(.typeBoolean)
    case .boolOrCondition: Saying(.takesCondition)
    case .integer(let minimum) where minimum <= 0: Saying(.typeInteger)
    case .integer(let minimum): Saying(.takesIntegerFrom, (.minimum, .number(minimum)))
    case .limit: Saying(.takesLimit)
    case .number(let minimum?): Saying(.takesNumberFrom, (.minimum, .number(minimum)))
    case .number(nil): Saying(.typeNumber)
    case .word(let words):
      Saying(
        .takesWord,
        (.oneOf, .text(words.map { $0.name.isEmpty ? "\"\"" : $0.name }.joined(separator: ", "))))
    case .newKey: Saying(.takesName)
    case .key: Saying(.takesKey)
    case .groupKey: Saying(.takesGroup)
    case .path: Saying(.takesPath)
    case .dateDraft: Saying(.takesDate)
    case .date: Saying(.takesDateOrToday)
    case .dateOrKey: Saying(.takesDateOrKey)
    case .timeZone: Saying(.takesTimeZone)
    case .color: Saying(.takesColor)
    case .object, .map: Saying(.typeObject)
    case .list: Saying(.takesList)
    case .choice: Saying(.takesChoice)
    case .rowValue: Saying(.takesRowValue)
    case .rule: Saying(.takesRule)
    case .boolOrText: Saying(.takesBoolOrText)
    case .scalar: Saying(.takesScalar)
    case .anything: Saying(.takesAnything)
    }
  }
}

/// The objects of a field document, by what they are.
package enum Section: Int, CaseIterable, Sendable {
  case document, group, repetition, field, validation, rule, condition, requirement, choice,
    toolbar,
    toolbarItem, autofill, colors, messages

  /// The section in words, as they begin a sentence: "A field".
  package var title: Saying.Content {
    switch self {
    case .document: .phrase(.sectionDocument)
    case .group: .phrase(.sectionGroup)
    case .repetition: .text("`repeat`")
    case .field: .phrase(.sectionField)
    case .validation: .text("`validation`")
    case .rule: .phrase(.sectionRule)
    case .condition: .phrase(.sectionCondition)
    case .requirement: .phrase(.sectionRequirement)
    case .choice: .phrase(.sectionChoice)
    case .toolbar: .text("`toolbar`")
    case .toolbarItem: .phrase(.sectionToolbarItem)
    case .autofill: .text("`autofill`")
    case .colors: .text("`colors`")
    case .messages: .text("`messages`")
    }
  }
}
