/// The names from outside the document that it may use.
package struct Vocabulary: Sendable {
  /// The names of the registered validators.
  package var validators: Set<String>
  /// The names of autofill sources beside the document's own.
  package var autofillSources: Set<String>

  /// The time zones that dates may be shown in.
  package let zones: ZoneDatabase

  package init(
    validators: Set<String> = [], autofillSources: Set<String> = [],
    zones: ZoneDatabase = ZoneDatabase()
  ) {
    self.validators = validators
    self.autofillSources = autofillSources
    self.zones = zones
  }
}
