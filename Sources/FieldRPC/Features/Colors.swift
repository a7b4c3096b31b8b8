import FieldModels

/// The colours of fields, as an editor shows and changes them.
extension FieldDocument {
  /// Every colour that is written.
  func colors(_ translation: Translation) -> [LSP.ColorPlace] {
    var colors: [LSP.ColorPlace] = []
    forEachSlice(in: 0..<text.byteCount) { slice, start in
      if slice.part.sort != .field { return true }
      let tree = reader(of: slice, from: start).tree
      guard !tree.isEmpty, let object = tree.value(of: Property.Name.colors.rawValue, in: 0) else {
        return true
      }
      for key in tree.members(of: object) {
        guard let color = tree.string(key + 1).flatMap(LSP.Color.init) else { continue }
        let span = tree.contentSpan(key + 1).moved(by: start)
        colors.append(LSP.ColorPlace(range: translation.range(span), color: color))
      }
      return true
    }
    return colors
  }
}

extension LSP.Color {
  /// The colour that a document writes as `#RRGGBB` or `#RRGGBBAA`.
  init?(_ text: String) {
    let digits = text.utf8.dropFirst().compactMap { $0.hexDigitValue }.map(Int.init)
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1,
      digits.count == 6 || digits.count == 8
    else { return nil }
    func part(_ number: Int) -> Double {
      Double(digits[2 * number] * 16 + digits[2 * number + 1]) / 255
    }
    self.init(
      red: part(0), green: part(1), blue: part(2), alpha: digits.count == 8 ? part(3) : 1)
  }

  /// How a document writes it.
  func texts(in range: LSP.Range) -> [LSP.ColorText] {
    // What can't be seen through needs no fourth part.
    let parts = [red, green, blue] + (alpha < 1 ? [alpha] : [])
    let text = parts.reduce(into: "#") { text, part in
      let byte = UInt8(part * 255 + 0.5)
      text += String(byte >> 4, radix: 16, uppercase: true)
      text += String(byte & 15, radix: 16, uppercase: true)
    }
    return [LSP.ColorText(text: text, range: range)]
  }
}
