/// What holds for a field just now, given the others.
package struct FieldStanding: Equatable, Sendable {
  package var isVisible: Bool
  /// By its state and by its condition.
  package var isEnabled: Bool
  package var isRequired: Bool

  package var takesFocus: Bool { isVisible && isEnabled }
}

extension FieldDocument {
  /// A field with the rows that are offered now.
  package func offering(
    _ id: FieldID, _ definition: FieldDefinition, _ now: Instant
  ) -> FieldDefinition {
    if !definition.hasConditionalRows { return definition }
    return definition.offeringRows(in: surroundings(of: id, definition, now))
  }

  package func key(of id: FieldID) -> String? { reading(of: id)?.definition.key }

  /// The number of the draft that a field has, counted since it was opened.
  package func revision(of id: FieldID) -> Int { states[id]?.revision ?? 0 }

  /// What holds for a field just now.
  package func standing(
    of id: FieldID, _ definition: FieldDefinition, _ now: Instant
  ) -> FieldStanding {
    standing(
      of: definition, isDisabled: definition.isDisabled(byHand: states[id]?.isDisabledByHand),
      surroundings(of: id, definition, now))
  }

  /// What holds for a field that its state disables or not, given what is around it.
  func standing(
    of definition: FieldDefinition, isDisabled: Bool, _ surroundings: RuleCheck.Surroundings
  ) -> FieldStanding {
    FieldStanding(
      isVisible: definition.isShown(in: surroundings),
      isEnabled: !isDisabled && definition.isEnabled(in: surroundings),
      isRequired: definition.isAsked(in: surroundings))
  }
}
