/// What documents have from outside: names that they may use, and what is meant where they say
/// nothing.
package struct Vocabulary: Sendable {
  /// The names of the registered validators.
  package var validators: Set<String>
  /// The names of autofill sources beside the document's own.
  package var autofillSources: Set<String>

  /// How long a draft rests before its live rules run, in nanoseconds, in a field that does not say.
  package var liveInterval = FieldDefinition.standard.liveInterval

  /// The tags of the languages that the reader understands, the best one first, for texts that a form has
  /// in several.
  package var languages: [String] = []

  /// The tags of languages in which each text for people must stand; what is lacking is told.
  package var neededLanguages: [String] = []

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
