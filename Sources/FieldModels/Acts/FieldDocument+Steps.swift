/// The steps of an act: how each is done, and how it changes the text of the document.
extension FieldDocument {
  /// Writes what an edit says into the text; one whose field is gone does nothing.
  package mutating func carryOut(_ edit: FormAct.Edit, at now: Instant) {
    guard let change = change(of: edit) else { return }
    if case .insertEntry(let list, let other, let drafts) = edit {
      insertion = editInserting(drafts, into: list, before: other).map {
        $0.edit.range.lowerBound + $0.offset
      }
    }
    noteTyping(edit)
    replace(change.range, with: change.replacement, focus: .stays, at: now)
    insertion = nil
    didCarryOut(edit, now)
  }

  /// Notes whether a draft will be as a person has typed it, ahead of the checks that look at it.
  private mutating func noteTyping(_ edit: FormAct.Edit) {
    guard tidiesDrafts, let id = edit.field, edit.changesDraft else { return }
    let isTyping = if case .splice = edit { true } else { false }
    if states[id]?.presentation.isTyped ?? false != isTyping {
      present(id) { $0.isTyped = isTyping }
    }
  }

  /// Takes drafts of numbers that came as texts as a person has typed them, where they may be two: who
  /// opens a form again gives back what stands in it.
  package mutating func takeAsTyped(_ keys: [String], at now: Instant) {
    guard tidiesDrafts else { return }
    for key in keys {
      guard let id = field(keyed: key), let definition = reading(of: id)?.definition,
        definition.valueKind != .string,
        definition.unclearNumber(by: wording.numberSigns) != nil
      else { continue }
      send(.redefined, to: id, now)
      present(id) { $0.isTyped = true }
    }
  }

  /// Does a step that changes no text; one whose field is gone does nothing.
  package mutating func carryOut(_ effect: FormAct.Effect, at now: Instant) {
    switch effect {
    case .begin(let id, let opens):
      guard locate(id) != nil else { return }
      beginEditing(id, opens: opens, at: now)
    case .end(let id):
      if activeField == id { endEditing(at: now) }
    case .opened(let id, let row):
      guard locate(id) != nil, activeField == id else { return }
      // A list that opens in a field that had the focus already.
      if !hasOpenList(id) { send(.errorForgotten, to: id, now) }
      present(id) {
        $0.isKeptClosed = false
        $0.row = row
        $0.standsOnDefault = true
      }
    case .closed(let id):
      guard locate(id) != nil, activeField == id else { return }
      present(id) {
        $0.isKeptClosed = true
        $0.row = nil
        $0.isRowChosen = false
        $0.standsOnDefault = false
      }
    case .chose(let id, let row, let isManual):
      guard locate(id) != nil else { return }
      send(.errorForgotten, to: id, now)
      let isOpen = hasOpenList(id)
      present(id) {
        $0.row = isOpen ? row : nil
        $0.isRowChosen = isOpen && row != nil
        $0.standsOnDefault = false
        $0.isManual = isManual ?? $0.isManual
      }
    case .note(let id, let kind): note(kind, id)
    case .reveal(let id):
      guard locate(id) != nil else { return }
      send(.redefined, to: id, now)
      present(id) { $0.isRevealed.toggle() }
    case .showAutofill(let id, let isShown):
      guard locate(id) != nil, states[id]?.presentation.isShowingAutofill ?? false != isShown
      else { return }
      send(.redefined, to: id, now)
      present(id) { $0.isShowingAutofill = isShown }
    }
  }

  /// Refuses to write over a value that is left open in the text: nobody knows where it ends, and
  /// what it has swallowed would be lost.
  package func checkClosed(_ edit: FormAct.Edit) throws(FormRefusal) {
    guard let reading = edit.field.flatMap({ reading(of: $0) }) else { return }
    let name = edit.property ?? reading.draftName
    guard let node = reading.value(name), !reading.tree[node].isClosed else { return }
    throw FormRefusal(.notApplied, "`\(name.rawValue)` is left open in the text of the document")
  }

  /// What an edit changes in the text; nil for one that changes nothing.
  package func change(of edit: FormAct.Edit) -> TextEdit? {
    switch edit {
    case .write(let id, let draft): editSetting(draft, of: id)
    case .splice(let id, let range, let text): editSplicing(range, text, of: id)
    case .set(let id, let name, let json): editSetting(name, to: json, of: id)
    case .insertEntry(let list, let other, let drafts):
      editInserting(drafts, into: list, before: other)?.edit
    case .removeEntry(let number): editRemoving(number)
    case .moveEntry(let number, let other): editMoving(number, before: other)
    }
  }

  /// A draft that is written into a field that is not being edited is a complete act, and judged.
  private mutating func didCarryOut(_ edit: FormAct.Edit, _ now: Instant) {
    guard let id = edit.field else { return }
    present(id) { $0.isShowingAutofill = false }
    // Who types goes on typing, whether the draft is empty by now or spells a row.
    if case .splice = edit, let reading = reading(of: id),
      reading.definition.manualEntry != nil, !reading.definition.takesSeveral
    {
      present(id) { $0.isManual = true }
    }
    if edit.changesDraft, activeField != id, locate(id) != nil { send(.endedEditing, to: id, now) }
  }

  /// The change of the text that writes a draft.
  package func editSetting(_ draft: Draft, of id: FieldID) -> TextEdit? {
    guard let definition = reading(of: id)?.definition else { return nil }
    var json = JSONWriter()
    switch draft {
    case .text(let text): json.value(text)
    case .rows(let rows): json.value(rows)
    }
    return editSetting(definition.kind == .date ? .date : .text, to: json.bytes, of: id)
  }

  /// The name of the member that has a property: of a field in an entry the draft has the key that the
  /// list gives it, and no other property is there.
  private func memberName(
    of name: Property.Name, in reading: FieldReading, _ id: FieldID
  ) -> String? {
    guard id.isInEntry else { return name.rawValue }
    return name == reading.draftName ? reading.mentions.key : nil
  }

  /// The change of the text that replaces a part of the draft, no longer than need be.
  package func editSplicing(
    _ range: Range<Int>, _ text: String, of id: FieldID
  ) -> TextEdit? {
    guard let reading = reading(of: id), let start = locate(id)?.start else { return nil }
    guard let node = reading.draftNode, reading.tree[node].kind == .string,
      reading.tree[node].isClosed
    else {
      var draft = Array(reading.definition.draft.text.utf8)
      draft.replaceSubrange(range.clamped(to: 0..<draft.count), with: text.utf8)
      return editSetting(.text(String(decoding: draft, as: UTF8.self)), of: id)
    }
    let content = reading.tree.contentSpan(node)
    let source = reading.tree.text(content)
    let lower = JSONString.sourceOffset(ofUTF8: range.lowerBound, in: source)
    let upper = JSONString.sourceOffset(ofUTF8: range.upperBound, in: source)
    var bytes: [UInt8] = []
    JSONString.escape(text, into: &bytes)
    let base = start + content.lowerBound
    return TextEdit(range: (base + lower)..<(base + max(lower, upper)), replacement: bytes)
  }

  /// The change of the text that gives a property of a field a value, or with nil takes it out.
  package func editSetting(
    _ name: Property.Name, to json: [UInt8]?, of id: FieldID
  ) -> TextEdit? {
    guard let reading = reading(of: id), let start = locate(id)?.start, !reading.tree.isEmpty,
      reading.tree[0].kind == .object, let member = memberName(of: name, in: reading, id)
    else { return nil }
    let tree = reading.tree
    guard let node = reading.value(name) else {
      guard let json else { return nil }
      let names = Array(tree.members(of: 0))
      let member = Array("\"\(JSONString.escaped(member))\": ".utf8) + json
      guard let last = names.last else {
        let place = start + Int(tree[0].start) + 1
        return TextEdit(range: place..<place, replacement: member)
      }
      let place = start + tree[last + 1].span.upperBound
      return TextEdit(range: place..<place, replacement: Array(", ".utf8) + member)
    }
    if let json {
      let span = tree[node].span
      return TextEdit(
        range: (start + span.lowerBound)..<(start + span.upperBound), replacement: json)
    }
    let span = tree.spanToRemove(member: node - 1)
    return TextEdit(range: (start + span.lowerBound)..<(start + span.upperBound), replacement: [])
  }
}

extension FormAct.Edit {
  /// The field whose text it changes; nil where it changes a list.
  package var field: FieldID? {
    switch self {
    case .write(let id, _), .splice(let id, _, _), .set(let id, _, _): id
    case .insertEntry, .removeEntry, .moveEntry: nil
    }
  }

  /// The property that it names; nil where it changes the draft, wherever that is written.
  fileprivate var property: Property.Name? {
    switch self {
    case .write, .splice, .insertEntry, .removeEntry, .moveEntry: nil
    case .set(_, let name, _): name
    }
  }

  fileprivate var changesDraft: Bool { property.map { $0 == .text || $0 == .date } ?? true }
}
