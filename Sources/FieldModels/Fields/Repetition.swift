/// What a document says of a list: a group that repeats, of whose entries each has its fields.
package struct Repetition: Equatable, Sendable {
  package var minEntries = 0
  package var maxEntries: Int?
  /// The keys of the fields by which the entries differ, taken together.
  package var unique: [String] = []
  /// The name of the button that adds an entry.
  package var addLabel: String?

  package init() {}
}

extension Repetition {
  /// How many entries there may be, in words; nil where any number may.
  package var limits: String? {
    switch (minEntries, maxEntries) {
    case (0, nil): nil
    case (let least, nil): "At least \(Self.amount(least))"
    case (0, let most?): "At most \(Self.amount(most))"
    case (let least, let most?) where least == most: "Exactly \(Self.amount(most))"
    case (let least, let most?): "\(least) to \(Self.amount(most))"
    }
  }

  private static func amount(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}
