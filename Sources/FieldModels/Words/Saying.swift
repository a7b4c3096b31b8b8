/// Something to say to a person, as data: which phrase, and what is put into it.
package struct Saying: Hashable, Sendable {
  package var phrase: Phrase
  package var values: [Value]
  /// What was perhaps meant, asked behind it.
  package var nearest: String?

  package init(
    _ phrase: Phrase, _ values: (Placeholder, Content)..., nearest: String? = nil
  ) {
    self.phrase = phrase
    self.values = values.map { Value(name: $0.0, content: $0.1) }
    self.nearest = nearest
  }

  /// A value with the name of its place.
  package struct Value: Hashable, Sendable {
    package var name: Placeholder
    package var content: Content
  }

  /// What can be put into a phrase.
  package enum Content: Hashable, Sendable {
    /// Words of the document or of somebody else, which may be of any language.
    case text(String)
    case whole(WholeNumber)
    /// A number as it is written.
    case decimal(String)
    /// A month, by its name.
    case month(Int)
    /// So many of something.
    case amount(WholeNumber, LengthUnit)
    indirect case saying(Saying)

    /// A whole number.
    package static func number(_ number: some SignedInteger) -> Content {
      .whole(WholeNumber(number))
    }

    /// A phrase without values.
    package static func phrase(_ phrase: Phrase) -> Content { .saying(Saying(phrase)) }

    /// Names, of which so many are told as anybody reads.
    package static func list(_ names: [String]) -> Content { .text(Wording.list(names)) }
  }
}

/// The places that phrases have for values, by their names in templates.
package enum Placeholder: String, CaseIterable, Sendable {
  case amount, character, choice, choices, code, columns, count, entry, equals, error, errors,
    example,
    exclusiveMaximum, exclusiveMinimum, expression, field, fields, first, form, format, found,
    helper, hour,
    key, keyword, kind, kinds, label, last, limit, list, lower, maxEntries, maxItems, maxLength,
    maximum,
    minEntries, minItems, minLength, minimum, minute, month, name, names, nearest, oneOf, other,
    path, pattern, property, records, rule, second, section, source, state, step, stepBase, type,
    upper, validator, value, why, year
}
