import FieldModels

/// What an editor may do to all of a document, when it is asked to or with each save.
struct SourceActions {
  let document: FieldDocument

  /// Mends what is wrong where there is one thing that must have been meant, and nothing that somebody
  /// has written goes away: signs, quotes, names that are nearly right.
  ///
  /// While brackets, quotes or commas are missing, it only inserts these, and only if the text is whole
  /// then: nobody knows yet what the rest means.
  var mending: [TextEdit] {
    let trial = FixTrial(of: document)
    var edits: [TextEdit] = []
    document.forEachSlice(in: 0..<document.text.byteCount) { slice, start in
      if slice.findings.isEmpty { return true }
      let reading = slice.part.sort == .field ? document.reading(of: slice.id) : nil
      let tree = reading?.tree ?? document.reader(of: slice, from: start).tree
      let fixes = Fixes(tree: tree, reading: reading, document: document)
      for finding in slice.findings where finding.isAboutText {
        if trial.isInDoubt, !finding.isAboutSyntax { continue }
        let fix = fixes.fixes(for: finding).first {
          $0.isPreferred && (trial.isInDoubt ? $0.onlyInserts : $0.keepsWords)
        }
        edits += (fix?.edits ?? []).map { $0.moved(by: start) }
      }
      return true
    }
    edits = edits.withoutCollisions
    let isSafe = trial.isInDoubt ? trial.settles(edits) : trial.keeps(edits)
    return isSafe ? edits : []
  }

  /// Has `next` and `previous` of each field lead to its neighbours, in their order; those of a list
  /// to one another.
  var connection: [TextEdit] {
    var chains: [String?: [Link]] = [:]
    document.forEachField(in: 0..<document.text.byteCount) { id, start, reading in
      guard let key = reading.definition.key, !key.isEmpty, document.index.field(key) == id,
        !reading.tree.isEmpty, reading.tree[0].isClosed
      else { return true }
      let list = document.list(of: reading.mentions)
      chains[list, default: []].append(Link(key: key, start: start, tree: reading.tree))
      return true
    }
    var edits: [TextEdit] = []
    for chain in chains.values {
      for (place, link) in chain.enumerated() {
        let before = 0 < place ? chain[place - 1].key : nil
        let behind = place + 1 < chain.count ? chain[place + 1].key : nil
        edits += link.edits(previous: before, next: behind)
      }
    }
    return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Has the members of fields stand in the order in which people read of them.
  var sorting: [TextEdit] {
    var edits: [TextEdit] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, start, reading in
      let sort = MemberSort(tree: reading.tree, isSecure: reading.definition.isSecure)
      edits += sort.edits().map { $0.moved(by: start) }
      return true
    }
    return edits
  }

  /// A field among others.
  private struct Link {
    let key: String
    let start: Int
    let tree: JSONTree

    /// The edits by which it leads to others; where there is none it stays as it is.
    func edits(previous: String?, next: String?) -> [TextEdit] {
      var edits: [TextEdit] = []
      var added = ""
      for (name, other) in [(Property.Name.previous, previous), (.next, next)] {
        guard let other else { continue }
        let text = TextFixes.quoted(other)
        if let value = tree.value(of: name.rawValue, in: 0) {
          if tree[value].kind == .missing || tree.isString(value, other) { continue }
          edits.append(TextEdit(tree[value].span.moved(by: start), text))
        } else {
          added += ", \"\(name.rawValue)\": \(text)"
        }
      }
      guard !added.isEmpty, let last = Array(tree.members(of: 0)).last else { return edits }
      let end = start + tree[last + 1].span.upperBound
      return edits + [TextEdit(end..<end, added)]
    }
  }
}

extension Finding {
  /// Whether it is about how the document is written, and not about what is missing in it or what
  /// somebody has filled in.
  fileprivate var isAboutText: Bool {
    switch problem {
    case .text(.missingProperty), .draft, .record: false
    case .text, .form: true
    }
  }
}

extension CodeActions.Fix {
  /// Whether all that is written stays.
  fileprivate var onlyInserts: Bool {
    edits.allSatisfy { $0.range.isEmpty }
  }

  /// Whether no more than a sign goes away.
  fileprivate var keepsWords: Bool {
    edits.allSatisfy { !$0.replacement.isEmpty || $0.range.count <= 1 }
  }
}

extension [TextEdit] {
  /// In their order; of those that touch the same bytes the first.
  fileprivate var withoutCollisions: [TextEdit] {
    var kept: [TextEdit] = []
    for edit in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let isFree = kept.last.map { $0.range.upperBound <= edit.range.lowerBound } ?? true
      if isFree, kept.last != edit { kept.append(edit) }
    }
    return kept
  }
}
