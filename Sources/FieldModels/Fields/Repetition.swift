/// What a document says of a list: a group that repeats, of whose entries each has its fields.
package struct Repetition: Equatable, Sendable {
  package var minEntries: WholeNumber = 0
  package var maxEntries: WholeNumber?
  /// The keys of the fields by which the entries differ, taken together.
  package var unique: [String] = []
  /// The name of the button that adds an entry.
  package var addLabel: String?

  package init() {}
}

extension Repetition {
  /// What a field is called that is made for the entries of a list of values.
  package static func valueKey(ofListNamed name: String) -> String { name + "Entry" }

  /// How many entries there may be, in words; nil where any number may.
  package var limits: Saying? {
    switch (minEntries, maxEntries) {
    case (0, nil): nil
    case (let least, nil): Saying(.atLeastEntries, (.count, .number(least)))
    case (0, let most?): Saying(.atMostEntries, (.count, .number(most)))
    case (let least, let most?) where least == most:
      Saying(.exactlyEntries, (.count, .number(most)))
    case (let least, let most?):
      Saying(.entriesBetween, (.minimum, .number(least)), (.count, .number(most)))
    }
  }
}
