import FieldModels

/// What stands beside a draft in an editor: `$`, the counter, the unit, whether a check is
/// still running or has passed.
struct InlayHints {
  let document: FieldDocument
  let encoding: PositionEncoding

  /// The hints in a range of bytes and at its ends.
  func hints(in range: Range<Int>) -> [LSP.InlayHint] {
    var hints: [LSP.InlayHint] = []
    document.forEachField(in: range) { id, start, reading in
      guard let span = reading.draftSpan?.moved(by: start) else { return true }
      let facts = document.facts(of: id, reading)
      let translation = Translation(text: document.text, encoding: encoding)
      if reading.definition.isMonetary, range.touches(span.lowerBound) {
        let place = translation.position(span.lowerBound)
        hints.append(
          LSP.InlayHint(
            position: place, label: "$", tooltip: "An amount of money", hasPaddingLeft: false,
            hasPaddingRight: true))
      }
      guard range.touches(span.upperBound) else { return true }
      let place = translation.position(span.upperBound)
      for (label, tooltip) in Self.marks(reading.definition, facts) {
        hints.append(
          LSP.InlayHint(
            position: place, label: label, tooltip: tooltip, hasPaddingLeft: true,
            hasPaddingRight: false))
      }
      return true
    }
    return hints
  }

  /// What stands behind the draft, in order.
  private static func marks(
    _ definition: FieldDefinition, _ facts: FieldFacts
  ) -> [(label: String, tooltip: String)] {
    var marks: [(String, String)] = []
    if let unit = definition.unit, !unit.isEmpty { marks.append((unit, "The unit")) }
    if let counter = facts.counter {
      marks.append((counter.text, "\(counter.unit.amount(counter.count)) of \(counter.limit)"))
    }
    if facts.isPending {
      marks.append(("…", "A check is still to come"))
    } else if facts.look == .success {
      marks.append(("✓", "All checks have passed"))
    }
    return marks
  }
}

extension Range<Int> {
  /// Whether a place is in it or at one of its ends.
  fileprivate func touches(_ place: Int) -> Bool { lowerBound <= place && place <= upperBound }
}
