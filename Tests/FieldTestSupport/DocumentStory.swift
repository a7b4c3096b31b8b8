package import FieldModels

/// A document to which things happen at random: edits, many of them undone by the next, the passing
/// of time, the end of editing, answers of validators.
///
/// A story is told by its seed; the same seed always tells the same.
package struct DocumentStory: Sendable {
  package private(set) var document: FieldDocument
  /// The edit that was made last, and the text around it.
  package private(set) var lastEdit = ""
  private var random: SplitMix64
  private var now = Instant(nanoseconds: 1_700_000_000_000_000_000)
  private var undo: TextEdit?
  private var open: [CheckRequest] = []

  private static let vocabulary = Vocabulary(validators: ["taken"])

  package init(seed: UInt64, fieldCounts: ClosedRange<Int>) {
    random = SplitMix64(seed: seed)
    let dialect: JSONReader.Dialect
    let text: String
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      dialect = Bool.random(using: &random) ? .strict : .commented
      text = FormSample.rubble(
        fragmentCount: Int.random(in: 0...fieldCounts.upperBound * 3, using: &random),
        using: &random)
    case 2..<5:
      let sample = FormSample.random(fieldCounts: fieldCounts, using: &random)
      (dialect, text) = (sample.dialect, sample.text(using: &random))
    default:
      let sample = FeatureSample(.init(fieldCounts: fieldCounts, density: 12), using: &random)
      (dialect, text) = (sample.dialect, sample.text)
    }
    document = FieldDocument(
      Array(text.utf8), dialect: dialect, vocabulary: Self.vocabulary, at: now)
    document.refresh(at: now)
  }

  /// Lets one edit happen, and perhaps something else; what is wrong then, in words.
  package mutating func goOn() -> [String] {
    now = now.adding(nanoseconds: Int64.random(in: 0...400_000_000, using: &random))
    var kept: [String] = []
    // Several edits may come together, in one message or in one turn.
    for _ in 0..<(Int.random(in: 0..<3, using: &random) == 0 ? 3 : 1) {
      let revisions = revisionsByText()
      change()
      kept += revisionsByText().compactMap { text, revision in
        revisions[text].flatMap {
          $0 == revision ? nil : "\(text): revision \($0), then \(revision)"
        }
      }
    }
    happen()
    if Bool.random(using: &random) { document.refresh(at: now) }
    return kept
      + DocumentComparison.differences(of: document, vocabulary: Self.vocabulary, at: now)
  }

  private mutating func change() {
    var edit = FormSample.edit(of: document, using: &random)
    var after = document.text
    if let undo, Int.random(in: 0..<3, using: &random) > 0 {
      edit = undo
      self.undo = nil
      after.apply(edit)
    } else {
      after.apply(edit)
      let end = edit.range.upperBound + after.byteCount - document.text.byteCount
      undo = TextEdit(
        range: edit.range.lowerBound..<max(edit.range.lowerBound, end),
        replacement: document.text.bytes(in: edit.range))
    }
    lastEdit = describe(edit)
    if Int.random(in: 0..<10, using: &random) == 0 {
      document.replaceAll(with: after.bytes(in: 0..<after.byteCount), at: now)
    } else {
      document.replace(edit.range, with: edit.replacement, at: now)
    }
  }

  private mutating func happen() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: _ = document.fire(at: now)
    case 1: document.endEditing(at: now)
    case 2:
      let requests = document.takeRequests()
      open = (open + requests.asked).filter { !requests.forgotten.contains($0.token) }
      guard let request = open.popLast() else { return }
      _ = document.answer(request.token, .refused(message: "no"), at: now)
    default: break
    }
  }

  /// How often the draft of each field has changed, by the field's text; of fields that share a key
  /// or a text with others it is hard to say which is which.
  private func revisionsByText() -> [String: Int] {
    var revisions: [String: Int] = [:]
    var seen: Set<String> = []
    document.forEachField(in: 0..<document.text.byteCount) { id, start, reading in
      let text = reading.tree.isEmpty ? "" : reading.tree.source(0)
      let isAlone = reading.definition.key.map { document.index.fields($0).count == 1 } ?? false
      if isAlone, seen.insert(text).inserted {
        revisions[text] = document.states[id]?.revision ?? 0
      } else {
        revisions[text] = nil
      }
      return true
    }
    return revisions
  }

  private func describe(_ edit: TextEdit) -> String {
    let text = document.text
    let before = text.string(in: edit.range.lowerBound - 150..<edit.range.lowerBound)
    let old = text.string(in: edit.range)
    let after = text.string(in: edit.range.upperBound..<edit.range.upperBound + 150)
    let new = String(decoding: edit.replacement, as: UTF8.self)
    return "\(document.dialect) at \(edit.range): \(before)⟦\(old) → \(new)⟧\(after)"
  }
}
