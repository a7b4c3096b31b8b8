/// With which signs people write numbers in a language, by Unicode's CLDR.
///
/// What they type is read by these; what the form keeps and shows has a period before the fraction.
package struct NumberSigns: Sendable {
  /// What stands before the fraction, `.` or `,`.
  package let decimal: Character
  /// What stands between groups of digits besides white space and apostrophes; nil where the reader's
  /// language is not known, and a comma may be either.
  package let group: Character?

  /// - Parameter locale: a BCP 47 tag; nil where nobody has said any
  package init(locale: String?) {
    guard let locale else {
      (decimal, group) = (".", nil)
      return
    }
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let language = parts.first ?? ""
    let region = parts.dropFirst().first {
      $0.utf8.count == 2 || $0.utf8.count == 3 && Int($0) != nil
    }
    let hasComma =
      if let region, let regions = Self.regions[language] {
        regions.contains(region) != Self.commaLanguages.contains(language)
      } else {
        Self.commaLanguages.contains(language)
      }
    decimal = hasComma ? "," : "."
    group = hasComma ? "." : ","
  }

  /// Languages in which a comma stands before the fraction.
  private static let commaLanguages: Set<String> = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr",
    "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lt", "lv", "mk", "nb", "nl", "nn",
    "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "uz", "vi",
  ]

  /// Regions in which it is the other way round.
  private static let regions: [String: Set<String>] = [
    "de": ["ch", "li"],
    "en": ["za"],
    "es": ["419", "cu", "do", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "sv", "us"],
    "it": ["ch"],
  ]
}

extension NumberSigns {
  /// A number as these signs write it, in the digits and signs of `Decimal`: `1.234,5` is `1234.5`.
  ///
  /// - Returns: nil for what is no such number, and for what is a number as it is
  package func plain(_ text: String) -> String? {
    if Decimal(text) != nil { return nil }
    var signs = text.unicodeScalars.compactMap { sign(of: $0) }[...]
    let isNegative = signs.first == .minus
    if isNegative || signs.first == .plus { signs.removeFirst() }
    signs = signs.drop { $0 == .group(" ") }
    let fraction = signs.firstIndex(of: .decimal)
    let fractionDigits = fraction.map { signs[signs.index(after: $0)...] } ?? []
    guard let whole = Self.digits(inGroups: signs[..<(fraction ?? signs.endIndex)]),
      let part = Self.digits(fractionDigits), !(whole + part).isEmpty
    else { return nil }
    let number = (whole.isEmpty ? "0" : whole) + (part.isEmpty ? "" : "." + part)
    let plain = (isNegative ? "-" : "") + number
    return Decimal(plain) == nil ? nil : plain
  }

  private enum Sign: Equatable {
    case digit(Int)
    case minus, plus, decimal, other
    case group(Character)
  }

  /// What a character means in a number; nil for what is not seen.
  private func sign(of scalar: Unicode.Scalar) -> Sign? {
    if scalar.isBidiControl { return nil }
    switch scalar {
    case "-", "\u{2212}", "\u{FF0D}": return .minus
    case "+", "\u{FF0B}": return .plus
    case "\u{66B}": return .decimal
    case "\u{66C}": return .group("\u{66C}")
    case "'", "\u{2019}": return .group("'")
    case "\u{FF0C}": return sign(",")
    case "\u{FF0E}": return sign(".")
    default: break
    }
    if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
      return .digit(Int(value))
    }
    return scalar.properties.isWhitespace ? .group(" ") : sign(Character(scalar))
  }

  private func sign(_ character: Character) -> Sign {
    character == decimal ? .decimal : character == group ? .group(character) : .other
  }

  /// Digits without anything between them; nil where there is.
  private static func digits(_ signs: ArraySlice<Sign>) -> String? {
    var digits = ""
    for sign in signs {
      guard case .digit(let digit) = sign else { return nil }
      digits += String(digit)
    }
    return digits
  }

  /// The digits of groups that are divided by one sign throughout; the last has three digits, those
  /// before it three or, as in India between commas, two.
  private static func digits(inGroups signs: ArraySlice<Sign>) -> String? {
    var groups: [ArraySlice<Sign>] = []
    var start = signs.startIndex
    var divider: Sign?
    for place in signs.indices {
      guard case .group = signs[place] else { continue }
      guard divider == nil || divider == signs[place] else { return nil }
      divider = signs[place]
      groups.append(signs[start..<place])
      start = signs.index(after: place)
    }
    groups.append(signs[start...])
    if divider != nil {
      guard groups.last?.count == 3, (1...3).contains(groups[0].count),
        groups.dropFirst().dropLast().allSatisfy({
          $0.count == 3 || $0.count == 2 && divider == .group(",")
        })
      else { return nil }
    }
    return digits(ArraySlice(groups.joined()))
  }
}

extension Unicode.Scalar {
  /// Whether it says only in which direction what follows is written.
  fileprivate var isBidiControl: Bool {
    switch self {
    case "\u{61C}", "\u{200E}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }
}
