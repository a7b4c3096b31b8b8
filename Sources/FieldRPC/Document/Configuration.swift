package import FieldModels

/// What a session is, before any client speaks.
package struct Configuration: Sendable {
  package var version: String
  /// The names that documents may use.
  package var vocabulary: Vocabulary
  /// How forms in the formats of others are read and written.
  package var conversions: Conversions
  /// Those validators of the host that want to know the drafts of other fields.
  package var formValidators: Set<String> = []
  package var limits = Limits()
  /// Drafts of secure fields are noted, so that a trace can leave them out.
  package var isTraced = false
  /// The host writes to a disk what is remembered; without it a session remembers for itself.
  package var isMemoryStored = false
  /// At the end of each turn what the session notes of its documents is compared with what they say, which
  /// tests want.
  package var isVerified = false

  package init(
    version: String, vocabulary: Vocabulary = Vocabulary(), conversions: Conversions
  ) {
    self.version = version
    self.vocabulary = vocabulary
    self.conversions = conversions
  }
}
