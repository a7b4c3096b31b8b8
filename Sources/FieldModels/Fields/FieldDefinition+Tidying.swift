/// The draft as a person meant it: people paste white space along, and write numbers as their language
/// does.
extension FieldDefinition {
  /// A draft without white space around it, and a number with a period before its fraction.
  ///
  /// Only of one line that is not secret: in an area, and in a password, white space may be meant.
  ///
  /// - Returns: nil where the draft is tidy as it is
  package func tidied(by signs: NumberSigns) -> String? {
    guard !isSecure, !isReadOnly, !takesSeveral, case .text(let text) = draft, !text.isEmpty else {
      return nil
    }
    switch checkedKind {
    case .entry: break
    case .picker: if manualEntry == nil || choice(drafted: text) != nil { return nil }
    case .area, .date: return nil
    }
    let trimmed = text.trimmed
    let tidy = takesNumber ? signs.plain(trimmed) ?? trimmed : trimmed
    return tidy.isExactly(text) ? nil : tidy
  }

  /// Whether a draft has to be a number.
  private var takesNumber: Bool {
    switch valueKind {
    case .number, .integer: return true
    case .string, .boolean: break
    }
    return rules.contains { rule in
      switch rule.check {
      case .minimum, .maximum, .step: scale == .number
      case .format(let format): format == .number || format == .integer
      default: false
      }
    }
  }
}

extension String {
  /// Without white space at its ends, nor what takes no place there.
  fileprivate var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
    }
    let start = unicodeScalars.drop(while: isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...end])
  }
}
