package import FieldModels

/// Something that two versions of a form say differently.
package struct FormDifference: Sendable {
  package var effect: Effect
  /// The key of the field or the group that says it; nil for the form itself.
  package var key: String?
  /// Where its values stand in records, with `*` for the number of an entry.
  package var path: String
  /// The property; empty where the field or the group itself is new or gone.
  package var property: String
  package var old: JSONValue?
  package var new: JSONValue?
  package var place: Place
  /// A record that tells the two apart; nil where none was found.
  package var witness: Witness?

  /// What a difference means for records, the worst first.
  package enum Effect: String, CaseIterable, Sendable {
    /// A record that the old form has committed is refused by the new one.
    case breaking
    /// No record was found that tells the two apart, and it is not known that there is none.
    case undecided
    /// The new form has a warning for a record that the old one has committed.
    case warning
    /// The new form takes records that the old one refuses or has a warning for.
    case widening
    /// It is about people, or says the same in another way.
    case words
  }

  /// Where it stands.
  package struct Place: Equatable, Sendable {
    /// In the new form; else it is gone, and stands in the old one.
    package var isInNew: Bool
    /// A JSON pointer into the form.
    package var pointer: String
  }

  /// A record that one of the forms takes, and what the other says of it.
  package struct Witness: Sendable {
    package var record: JSONValue
    /// The first is the one that shows the difference.
    package var problems: [Problem]

    /// What is said of it.
    package struct Problem: Equatable, Sendable {
      package var path: String
      package var code: String
      package var severity: Severity
      /// The path with `*` for the number of an entry.
      var pattern: String
    }
  }

  /// What differs, in words.
  package var message: String {
    func say(_ value: JSONValue) -> String { value.string ?? value.json }
    if property.isEmpty {
      switch (old, new) {
      case (nil, _?): return "is new"
      case (_?, nil): return "is gone"
      default: return "is judged otherwise, as its record shows"
      }
    }
    switch (old, new) {
    case (let old?, let new?): return "\(property) was \(say(old)), is \(say(new))"
    case (nil, let new?): return "\(property) is new: \(say(new))"
    case (let old?, nil): return "\(property) is gone, was \(say(old))"
    case (nil, nil): return property
    }
  }
}
