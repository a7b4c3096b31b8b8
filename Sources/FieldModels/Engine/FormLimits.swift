/// How much may wait in a form, and for how long.
///
/// Every limit has its reason, and reaching one is said.
package struct FormLimits: Equatable, Sendable {
  /// How long a delegate may think about whether something should happen before it does; a person
  /// waits for it.
  package var consentNanoseconds: Int64 = 2_000_000_000
  /// How long a validator may take before its field is told to be unchecked: a server that asks
  /// another server.
  package var validationNanoseconds: Int64 = 10_000_000_000
  /// How long an autofill source may take; a person waits for its list.
  package var sourceNanoseconds: Int64 = 2_000_000_000
  /// How long an editor may take to apply an edit; it may ask the person first.
  package var editNanoseconds: Int64 = 60_000_000_000
  /// Texts that autofill offers for a draft: more is typed through, not read.
  package var offerCount = 1000
  /// Findings that are told at once: a person looks at a few dozen, and each keystroke tells all.
  package var findingCount = 500
  /// Drafts that are sent along to a validator; beyond that, those of the fields that its own field
  /// mentions.
  package var sentDraftCount = 100
  /// Drafts of one form about which autofill sources are asked at once, each of which is looked at
  /// again at the end of a turn.
  package var lookupCount = 100
  /// Acts that wait behind another, and requests that wait for checks or for autofill.
  package var operationCount = 10_000

  package init() {}
}
