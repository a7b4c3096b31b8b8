/// One part's stretch of a document's text, from its first byte to that of the next part: a field, an
/// entry of a list, or a piece of what stands around them.
///
/// What the text says is read again when it is needed, which takes microseconds, so a slice keeps
/// only what can't be read off it: its length, its identity and what was found wrong with it.
package struct DocumentSlice: Summarized, Sendable {
  package var id: FieldID
  package var part: DocumentReader.Part
  package var byteCount: Int
  /// The number of an entry, by which it is known as long as the document is open; 0 for what is
  /// none.
  package var entry = 0
  /// Reading looked at the beginning of the next slice, and is done again when that changes.
  package var lookedAhead = false
  /// A comment begins here that nothing ends.
  package var hasOpenComment = false
  /// What is here was, or was in, a secure field, and has not been readable since.
  package var wasSecure = false
  /// Everything to tell about it; spans count from the slice's beginning.
  package var findings: [Finding] = []

  package var summary: Summary {
    Summary(
      byteCount: byteCount, findingCount: findings.count,
      openCommentCount: hasOpenComment ? 1 : 0, fieldCount: part.sort == .field ? 1 : 0,
      frameCount: part.isFrame ? 1 : 0, lastID: id)
  }

  /// What a run of slices adds up to.
  package struct Summary: AdditiveSummary, Sendable {
    package var byteCount: Int
    package var findingCount: Int
    package var openCommentCount: Int
    package var fieldCount: Int
    package var frameCount: Int
    /// The identity of the last slice; nil for no slices.
    package var lastID: FieldID?

    package static let zero = Summary(
      byteCount: 0, findingCount: 0, openCommentCount: 0, fieldCount: 0, frameCount: 0, lastID: nil)

    package static func + (first: Summary, second: Summary) -> Summary {
      Summary(
        byteCount: first.byteCount + second.byteCount,
        findingCount: first.findingCount + second.findingCount,
        openCommentCount: first.openCommentCount + second.openCommentCount,
        fieldCount: first.fieldCount + second.fieldCount,
        frameCount: first.frameCount + second.frameCount,
        lastID: second.lastID ?? first.lastID)
    }
  }
}
