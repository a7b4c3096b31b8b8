/// One field's stretch of a document's text: from its first byte to that of the next field.
///
/// What the text says is read again when it is needed, which takes microseconds, so a slice keeps
/// only what can't be read off it: its length, its identity and what was found wrong with it.
package struct FieldSlice: Summarized, Sendable {
  package var id: FieldID
  package var byteCount: Int
  /// Reading looked at the beginning of the next slice, and is done again when that changes.
  package var lookedAhead = false
  /// A comment begins here that nothing ends.
  package var hasOpenComment = false
  /// What is here was, or was in, a secure field, and has not been readable since.
  package var wasSecure = false
  /// Everything to tell about the field; spans count from the slice's beginning.
  package var findings: [Finding] = []

  package var summary: Summary {
    Summary(
      byteCount: byteCount, findingCount: findings.count,
      openCommentCount: hasOpenComment ? 1 : 0, lastID: id)
  }

  /// What a run of slices adds up to.
  package struct Summary: AdditiveSummary, Sendable {
    package var byteCount: Int
    package var findingCount: Int
    package var openCommentCount: Int
    /// The identity of the last slice; nil for no slices.
    package var lastID: FieldID?

    package static let zero = Summary(
      byteCount: 0, findingCount: 0, openCommentCount: 0, lastID: nil)

    package static func + (first: Summary, second: Summary) -> Summary {
      Summary(
        byteCount: first.byteCount + second.byteCount,
        findingCount: first.findingCount + second.findingCount,
        openCommentCount: first.openCommentCount + second.openCommentCount,
        lastID: second.lastID ?? first.lastID)
    }
  }
}
