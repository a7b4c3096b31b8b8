import FieldModels

/// The fields of a document as an editor lists them.
extension FieldDocument {
  /// The fields as an outline: by key, with label and kind.
  func symbols(_ encoding: PositionEncoding) -> [LSP.DocumentSymbol] {
    let translation = Translation(text: text, encoding: encoding)
    var symbols: [LSP.DocumentSymbol] = []
    forEachSlice(in: 0..<text.byteCount) { slice, start in
      if slice.part.sort == .entry,
        let symbol = symbol(ofEntry: slice, from: start, by: translation)
      {
        symbols.append(symbol)
      }
      guard let reading = reading(of: slice.id) else { return true }
      guard !reading.tree.isEmpty, reading.tree[0].kind == .object else { return true }
      let whole = reading.tree[0].span
      let key = reading.value(.key).map { reading.tree[$0].span } ?? whole.prefix(1)
      let definition = reading.definition
      let names = [definition.key, definition.label].compactMap { $0 }.filter { $0.isSeen }
      symbols.append(
        LSP.DocumentSymbol(
          name: names.first ?? "(no key)",
          detail: (names.dropFirst() + [definition.kind?.rawValue].compactMap { $0 })
            .joined(separator: " · "),
          range: translation.range(whole.moved(by: start)),
          selectionRange: translation.range(key.moved(by: start))))
      return true
    }
    return symbols
  }

  /// An entry by its list and its place in it, with its first draft that is no secret.
  private func symbol(
    ofEntry slice: DocumentSlice, from start: Int, by translation: Translation
  ) -> LSP.DocumentSymbol? {
    let tree = reader(of: slice, from: start).tree
    guard !tree.isEmpty, tree[0].kind == .object, let place = place(ofEntry: slice.id) else {
      return nil
    }
    let shown = entryFields(of: slice.id).lazy.map { $0.reading.definition }
      .first { !$0.isSecure && !$0.draft.isEmpty }
    let whole = tree[0].span
    return LSP.DocumentSymbol(
      name: "\(place.list)[\(place.index)]",
      detail: shown.map { LengthUnit.grapheme.prefix(of: $0.draft.text, count: 60) } ?? "",
      range: translation.range(whole.moved(by: start)),
      selectionRange: translation.range(whole.prefix(1).moved(by: start)))
  }
}

extension String {
  /// Whether there is more in it than white space and invisible signs.
  fileprivate var isSeen: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
