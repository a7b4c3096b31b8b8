/// What can be shown to a person at a terminal, whoever wrote it.
extension UInt8 {
  /// It is a character of ASCII that a terminal shows as it is.
  package var isPrintableASCII: Bool { 0x20 <= self && self < 0x7F }
}

extension Unicode.Scalar {
  /// What a terminal is given for it: a dot for what would move its cursor, change its colours or turn
  /// the line around.
  package var shownInTerminal: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "·"
    default: self
    }
  }
}

extension String {
  /// The text as a terminal is given it, on one line: names and values of others may hold anything.
  ///
  /// What joins letters and says which way they run stays, as far as it changes nothing around the text.
  package var shownInTerminal: String {
    if utf8.allSatisfy(\.isPrintableASCII) { return self }
    let closesIsolates = closesIsolates
    var shown = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{200C}"..."\u{200F}", "\u{61C}": shown.append(scalar)
      case "\u{2066}"..."\u{2069}" where closesIsolates: shown.append(scalar)
      default: shown.append(scalar.shownInTerminal)
      }
    }
    return String(shown)
  }

  /// Whether each part of it that runs a way of its own ends in it, and nothing else is ended.
  private var closesIsolates: Bool {
    var depth = 0
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{2066}"..."\u{2068}": depth += 1
      case "\u{2069}": depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
