import FieldModels

/// What stands beside a draft in an editor: `$`, the counter, the unit, whether a check is
/// still running or has passed.
struct InlayHints {
  let document: FieldDocument
  let encoding: PositionEncoding

  /// The hints in a range of bytes and at its ends.
  func hints(in range: Range<Int>) -> [LSP.InlayHint] {
    var hints: [LSP.InlayHint] = []
    let translation = Translation(text: document.text, encoding: encoding)
    func add(_ id: FieldID, _ reading: FieldReading, from start: Int) {
      guard let span = reading.draftSpan?.moved(by: start) else { return }
      hints += Self.hints(
        of: reading.definition, document.facts(of: id, reading), around: span, in: range,
        by: translation, document.wording)
    }
    document.forEachSlice(in: range) { slice, start in
      switch slice.part.sort {
      case .field:
        if let reading = document.reading(of: slice.id) { add(slice.id, reading, from: start) }
      case .entry:
        for (_, id, reading) in document.entryFields(of: slice.id) { add(id, reading, from: start) }
      case .head, .tail, .lists, .end: break
      }
      return true
    }
    return hints
  }

  /// The hints around a draft, as far as they are in a range of bytes or at its ends.
  static func hints(
    of definition: FieldDefinition, _ facts: FieldFacts, around span: Range<Int>,
    in range: Range<Int>, by translation: Translation, _ wording: Wording
  ) -> [LSP.InlayHint] {
    var hints: [LSP.InlayHint] = []
    if definition.isMonetary, range.touches(span.lowerBound) {
      hints.append(
        LSP.InlayHint(
          position: translation.position(span.lowerBound), label: "$",
          tooltip: wording.text(.moneyHint), hasPaddingLeft: false, hasPaddingRight: true))
    }
    guard range.touches(span.upperBound) else { return hints }
    let place = translation.position(span.upperBound)
    for (label, tooltip) in marks(definition, facts, wording) {
      hints.append(
        LSP.InlayHint(
          position: place, label: label, tooltip: tooltip, hasPaddingLeft: true,
          hasPaddingRight: false))
    }
    return hints
  }

  /// What stands behind the draft, in order.
  private static func marks(
    _ definition: FieldDefinition, _ facts: FieldFacts, _ wording: Wording
  ) -> [(label: String, tooltip: String)] {
    var marks: [(label: String, tooltip: String)] = []
    if let unit = definition.unit, !unit.isEmpty { marks.append((unit, wording.text(.unitHint))) }
    if let counter = facts.counter {
      let words = Saying(
        .counterHint, (.amount, .amount(WholeNumber(counter.count), counter.unit)),
        (.limit, .number(counter.limit)))
      marks.append((counter.text, wording.text(words)))
    }
    if facts.isPending {
      marks.append(("…", wording.text(.pendingHint)))
    } else if facts.look == .success {
      marks.append(("✓", wording.text(.passedHint)))
    }
    return marks
  }
}

extension Range<Int> {
  /// Whether a place is in it or at one of its ends.
  fileprivate func touches(_ place: Int) -> Bool { lowerBound <= place && place <= upperBound }
}
