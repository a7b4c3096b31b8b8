import FieldModels

/// The fields of a document as an editor lists them.
extension FieldDocument {
  /// The fields as an outline: by key, with label and kind.
  func symbols(_ encoding: PositionEncoding) -> [LSP.DocumentSymbol] {
    let translation = Translation(text: text, encoding: encoding)
    var symbols: [LSP.DocumentSymbol] = []
    forEachField(in: 0..<text.byteCount) { _, start, reading in
      guard !reading.tree.isEmpty, reading.tree[0].kind == .object else { return true }
      let whole = reading.tree[0].span
      let key = reading.value(.key).map { reading.tree[$0].span } ?? whole.prefix(1)
      let definition = reading.definition
      let names = [definition.key, definition.label].compactMap(\.self).filter(\.isSeen)
      symbols.append(
        LSP.DocumentSymbol(
          name: names.first ?? "(no key)",
          detail: (names.dropFirst() + [definition.kind?.rawValue].compactMap(\.self))
            .joined(separator: " · "),
          range: translation.range(whole.moved(by: start)),
          selectionRange: translation.range(key.moved(by: start))))
      return true
    }
    return symbols
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

extension Range<Int> {
  /// The range so many further on.
  func moved(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
