/// What holds for a field just now, given the others.
package struct FieldStanding: Equatable, Sendable {
  package var isVisible: Bool
  /// By its state and by its condition.
  package var isEnabled: Bool
  package var isRequired: Bool

  package var takesFocus: Bool { isVisible && isEnabled }
}

extension FieldDocument {
  /// The first field with a key.
  package func field(keyed key: String) -> FieldID? { index.field(key) }

  package func key(of id: FieldID) -> String? { reading(of: id)?.definition.key }

  /// What holds for a field just now.
  package func standing(
    of id: FieldID, _ definition: FieldDefinition, _ now: Instant
  ) -> FieldStanding {
    standing(of: id, definition, surroundings(of: definition, now))
  }

  /// What holds for a field, given what is around it.
  func standing(
    of id: FieldID, _ definition: FieldDefinition, _ surroundings: RuleCheck.Surroundings
  ) -> FieldStanding {
    FieldStanding(
      isVisible: definition.isVisible.holds(in: surroundings),
      isEnabled: !definition.isDisabled(states[id]) && definition.isEnabled.holds(in: surroundings),
      isRequired: definition.isRequired.holds(in: surroundings))
  }
}
