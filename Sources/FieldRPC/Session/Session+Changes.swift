import FieldModels

/// How the changes of one notification are carried out.
///
/// They are made one after the other, but what follows one another in one field is read once: an
/// editor that replaces a word everywhere in a long text makes a thousand of them.
extension Session {
  mutating func apply(
    _ changes: [DidChangeParams.ContentChange], to uri: String, _ now: Instant
  ) {
    if changes.count == 1 {
      let edited = documents[uri]?.document.apply(changes[0], client.positionEncoding, now)
      documents[uri]?.editPlace = edited?.place
      return
    }
    var editPlace: Int?
    var draft = TextDraft(documents[uri]?.document.text ?? Rope())
    for change in changes {
      guard let range = change.range else {
        write(&draft, uri, now)
        editPlace = documents[uri]?.document.replaceAll(with: change.text, at: now).upperBound
        draft = TextDraft(documents[uri]?.document.text ?? Rope())
        continue
      }
      let place = Translation(text: draft.text, encoding: client.positionEncoding).bytes(range)
      if !isInOneField(draft.oldRange(including: place), uri) {
        write(&draft, uri, now)
        draft = TextDraft(documents[uri]?.document.text ?? Rope())
      }
      draft.replace(place, with: change.text)
      editPlace = place.lowerBound + change.text.count
    }
    write(&draft, uri, now)
    documents[uri]?.editPlace = editPlace
  }

  /// Notes the texts of some changes as they may be written down, each as the text then was; those
  /// before them were not carried out, and are not told.
  mutating func noteRedacted(
    _ changes: [DidChangeParams.ContentChange], skipping count: Int, of uri: String, _ now: Instant
  ) {
    guard var document = documents[uri]?.document else { return }
    let texts = changes.map { change in
      let edited = document.apply(change, client.positionEncoding, now)
      return document.redacted(edited.written)
    }
    redactions.append(.texts(Array(repeating: [], count: count) + texts))
  }

  private func isInOneField(_ range: Range<Int>, _ uri: String) -> Bool {
    guard let document = documents[uri]?.document,
      let first = document.field(atByteOffset: range.lowerBound)
    else { return false }
    return first == document.field(atByteOffset: max(range.lowerBound, range.upperBound - 1))
  }

  private mutating func write(_ draft: inout TextDraft, _ uri: String, _ now: Instant) {
    guard let range = draft.changed else { return }
    documents[uri]?.document.replace(
      range.old, with: draft.text.bytes(in: range.new), at: now)
    draft.changed = nil
  }
}

extension FieldDocument {
  /// Carries a change out; gives the bytes that the new text now takes, and where it was that
  /// something was written last.
  fileprivate mutating func apply(
    _ change: DidChangeParams.ContentChange, _ encoding: PositionEncoding, _ now: Instant
  ) -> (written: Range<Int>, place: Int) {
    guard let range = change.range else {
      let edited = replaceAll(with: change.text, at: now)
      return (0..<change.text.count, edited.upperBound)
    }
    let bytes = Translation(text: text, encoding: encoding).bytes(range)
    replace(bytes, with: change.text, at: now)
    let end = bytes.lowerBound + change.text.count
    return (bytes.lowerBound..<end, end)
  }
}

/// A text with changes that its document has yet to take, as one edit.
private struct TextDraft {
  private(set) var text: Rope
  /// What is to be replaced in the document, and by what of this text.
  var changed: (old: Range<Int>, new: Range<Int>)?

  init(_ text: Rope) { self.text = text }

  /// What would be replaced in the document with another change of this text.
  func oldRange(including place: Range<Int>) -> Range<Int> {
    guard let (old, new) = changed else { return place }
    let lower = old.lowerBound - max(0, new.lowerBound - place.lowerBound)
    let upper = old.upperBound + max(0, place.upperBound - new.upperBound)
    return lower..<max(lower, upper)
  }

  mutating func replace(_ place: Range<Int>, with bytes: [UInt8]) {
    let old = oldRange(including: place)
    let lower = min(changed?.new.lowerBound ?? place.lowerBound, place.lowerBound)
    let upper = max(changed?.new.upperBound ?? place.upperBound, place.upperBound)
    let byteCount = text.byteCount
    text.replace(place, with: bytes)
    changed = (old, lower..<(upper + text.byteCount - byteCount))
  }
}
