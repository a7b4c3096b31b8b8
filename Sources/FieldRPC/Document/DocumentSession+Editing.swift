import FieldModels

/// What an editor does to its text.
extension DocumentSession {
  mutating func didChange(_ params: DidChangeParams, in turn: inout Turn) {
    let changes = params.changes(makingUpFor: &lostBecause)
    if turn.configuration.isTraced { noteRedacted(changes, in: &turn) }
    apply(changes, in: turn)
    version = params.version
    mustPublish = true
    isTouched = true
    if lostBecause != nil { return }
    form.tellEvents()
    form.goOnAfterEdit()
  }

  /// Takes the text that was made anew of a foreign form.
  mutating func follow(_ text: [UInt8], version: WholeNumber?, in turn: Turn) {
    self.version = version
    _ = document.replaceAll(with: text, at: turn.now)
    isTouched = true
    form.tellEvents()
    form.goOnAfterEdit()
  }

  /// What was saved is meant as it is.
  mutating func didSave(at now: Instant) {
    if lostBecause != nil { return }
    let wasTyping = editPlace != nil
    editPlace = nil
    let didEnd = document.endEditing(at: now)
    if didEnd || wasTyping { isTouched = true }
  }

  /// The client has changed its text, and nobody can say how: from now on nothing is told of it
  /// but that, until it sends all of it.
  mutating func lose(_ lost: LostText, because why: String, in turn: inout Turn) {
    guard owner == .editor else { return }
    let tickets = form.openTickets
    form.abandonAll()
    tell(in: &turn)
    disappoint(tickets, .lostText(uri, why), in: &turn)
    lostBecause = lostBecause ?? why
    version = lost.version
    mustPublish = true
    isTouched = true
  }

  /// Carries out the changes of one notification.
  ///
  /// They are made one after the other, but what follows one another in one field is read once: an
  /// editor that replaces a word everywhere in a long text makes a thousand of them.
  private mutating func apply(_ changes: ArraySlice<DidChangeParams.ContentChange>, in turn: Turn) {
    let encoding = turn.client.positionEncoding
    if changes.count == 1, let change = changes.first {
      editPlace = document.apply(change, encoding, at: turn.now).place
      return
    }
    editPlace = nil
    var draft = TextDraft(document.text)
    for change in changes {
      guard let range = change.range else {
        write(&draft, at: turn.now)
        editPlace = document.replaceAll(with: change.text, at: turn.now).upperBound
        draft = TextDraft(document.text)
        continue
      }
      let place = Translation(text: draft.text, encoding: encoding).bytes(range)
      if !isInOneField(draft.oldRange(including: place)) {
        write(&draft, at: turn.now)
        draft = TextDraft(document.text)
      }
      draft.replace(place, with: change.text)
      editPlace = place.lowerBound + change.text.count
    }
    write(&draft, at: turn.now)
  }

  /// Notes the texts of some changes as they may be written down, each as the text then was; those
  /// before them were not carried out, and are not told.
  private func noteRedacted(
    _ changes: ArraySlice<DidChangeParams.ContentChange>, in turn: inout Turn
  ) {
    var document = document
    var texts = Array(repeating: [UInt8](), count: changes.startIndex)
    for change in changes {
      let edited = document.apply(change, turn.client.positionEncoding, at: turn.now)
      texts.append(document.redacted(edited.written))
    }
    turn.redactions.append(.texts(texts))
  }

  private func isInOneField(_ range: Range<Int>) -> Bool {
    guard let first = document.liveField(atByteOffset: range.lowerBound) else { return false }
    return first == document.liveField(atByteOffset: max(range.lowerBound, range.upperBound - 1))
  }

  private mutating func write(_ draft: inout TextDraft, at now: Instant) {
    guard let range = draft.changed else { return }
    document.replace(range.old, with: draft.text.bytes(in: range.new), at: now)
    draft.changed = nil
  }
}

extension FieldDocument {
  /// Carries a change out; gives the bytes that the new text now takes, and where it was that
  /// something was written last.
  fileprivate mutating func apply(
    _ change: DidChangeParams.ContentChange, _ encoding: PositionEncoding, at now: Instant
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
