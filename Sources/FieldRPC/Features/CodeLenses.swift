import FieldModels

/// What stands above a line in an editor: of a group, how many fields it has and how many of them are
/// wrong; of a field, what was committed of it, where that is not its draft.
///
/// A secure draft is not in it.
struct CodeLenses {
  let document: FieldDocument
  let encoding: PositionEncoding
  /// Where the form can be filled in by answering questions; nil where the client asks none.
  let filledURI: String?

  /// What is to be said of the fields of a group.
  private struct Count {
    var fields = 0
    var errors = 0
    var warnings = 0

    var words: String {
      [
        Self.words(fields, "field"), errors == 0 ? nil : Self.words(errors, "error"),
        warnings == 0 ? nil : Self.words(warnings, "warning"),
      ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func words(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
  }

  var all: [LSP.CodeLens] {
    let translation = Translation(text: document.text, encoding: encoding)
    var counts: [String: Count] = [:]
    var lenses: [LSP.CodeLens] = []
    document.forEachField(in: 0..<document.text.byteCount) { id, start, reading in
      if let group = reading.definition.group { count(id, in: &counts[group, default: Count()]) }
      if let words = committedWords(of: id, reading), let key = reading.value(.key) {
        let span = reading.tree[key].span.moved(by: start)
        lenses.append(LSP.CodeLens(range: translation.range(span), title: words))
      }
      return true
    }
    if let filledURI, 0 < document.fieldCount {
      let start = LSP.Position(line: 0, character: 0)
      lenses.append(
        LSP.CodeLens(
          range: LSP.Range(start: start, end: start),
          title: document.wording.text(.fillInForm),
          fills: LSP.FormTarget(uri: filledURI, group: nil)))
    }
    var known: Set<String> = []
    for group in document.frame.groups where known.insert(group.key).inserted {
      let name = DocumentName(sort: .group, text: group.key)
      for site in document.sites(of: name) where site.isDefinition {
        lenses.append(
          LSP.CodeLens(
            range: translation.range(site.span), title: (counts[group.key] ?? Count()).words))
        if let filledURI, counts[group.key] != nil, group.repetition == nil {
          lenses.append(
            LSP.CodeLens(
              range: translation.range(site.span), title: document.wording.text(.fillIn),
              fills: LSP.FormTarget(uri: filledURI, group: group.key)))
        }
      }
    }
    return lenses.sorted { $0.range.start.line < $1.range.start.line }
  }

  private func count(_ id: FieldID, in count: inout Count) {
    count.fields += 1
    guard let slice = document.locate(id)?.slice else { return }
    for finding in slice.findings {
      switch finding.severity {
      case .error: count.errors += 1
      case .warning: count.warnings += 1
      case .information, .hint: break
      }
    }
  }

  private func committedWords(of id: FieldID, _ reading: FieldReading) -> String? {
    guard !document.isSecret(id), let committed = document.states[id]?.committed,
      committed != reading.definition.draft
    else { return nil }
    if committed.isEmpty { return "Committed empty" }
    let text = committed.values.joined(separator: ", ")
    return "Committed: " + LengthUnit.grapheme.prefix(of: text, count: 60)
  }
}
