/// The draft as a person meant it: people paste white space along, and write numbers as their language
/// does.
extension FieldDefinition {
  /// A draft without white space around it, and a number with a period before its fraction.
  ///
  /// Only of one line that is not secret: in an area, and in a password, white space may be meant.
  ///
  /// - Parameters:
  ///   - signs: those of the reader
  ///   - isTyped: the reader has typed the draft as it is
  /// - Returns: nil where the draft is tidy as it is
  package func tidied(by signs: NumberSigns, isTyped: Bool) -> String? {
    guard let text = lineOfText else { return nil }
    let trimmed = text.trimmed
    let tidy =
      takesNumber
      ? signs.plain(trimmed, isTyped: isTyped, isWhole: takesWholeNumber) ?? trimmed : trimmed
    return tidy.isExactly(text) ? nil : tidy
  }

  /// The two numbers that a draft may be which a person has typed; nil where it is one, or none.
  package func unclearNumber(by signs: NumberSigns) -> UnclearNumber? {
    guard takesNumber, let text = lineOfText else { return nil }
    return signs.unclear(text.trimmed, isWhole: takesWholeNumber)
  }

  /// A number as its reader writes it, which is as long; nil where the draft is shown as it is.
  package func shownNumber(by signs: NumberSigns) -> String? {
    guard takesNumber, let text = lineOfText else { return nil }
    return signs.shown(text)
  }

  /// A draft that is one line and no secret; nil for others, and for one that is empty.
  private var lineOfText: String? {
    guard !isSecure, !isLocked, !takesSeveral, case .text(let text) = draft, !text.isEmpty else {
      return nil
    }
    switch checkedKind {
    case .entry: return text
    case .picker: return manualEntry == nil || choice(drafted: text) != nil ? nil : text
    case .area, .date, .any: return nil
    }
  }

  private var takesWholeNumber: Bool {
    valueKind == .integer
      || rules.contains { rule in
        if case .format(.integer) = rule.check { true } else { false }
      }
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
