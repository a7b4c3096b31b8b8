/// With which signs people write numbers in a language, by Unicode's CLDR.
///
/// What they type is read by these; what the form keeps and shows has a period before the fraction.
package struct NumberSigns: Equatable, Sendable {
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

  private init(decimal: Character, group: Character) {
    self.decimal = decimal
    self.group = group
  }

  /// Languages in which a comma stands before the fraction.
  private static let commaLanguages: Set<String> = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr",
    "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lt", "lv", "mk", "nb", "nl", "nn",
    "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "uz", "vi",
  ]

  /// Regions in which it is the other way round.
  private static let regions: [String: Set<String>] = [
    "ar": ["dz", "lb", "ly", "ma", "mr", "tn"],
    "de": ["ch", "li"],
    "en": [
      "at", "be", "cz", "de", "dk", "es", "fi", "fr", "hu", "id", "it", "nl", "no", "pl", "pt",
      "ro",
      "se", "si", "sk", "za",
    ],
    "es": [
      "419", "br", "bz", "cu", "do", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "sv", "us",
    ],
    "it": ["ch"],
  ]
}

/// Two numbers that a text may be, as the reader would write them.
package struct UnclearNumber: Hashable, Sendable {
  package let first: String
  package let second: String
}

extension NumberSigns {
  /// What a text is that a person has typed.
  private enum Reading {
    case none
    /// A number in the digits and signs of `Decimal`.
    case number(String)
    case unclear(UnclearNumber)
  }

  /// A number as its reader writes it, in the digits and signs of `Decimal`: `1.234,5` is `1234.5`.
  ///
  /// What is a number as it stands stays, unless its reader has typed it and it is another one to them.
  ///
  /// - Parameters:
  ///   - text: the text, without white space around it
  ///   - isTyped: a person has typed it as it is
  ///   - isWhole: the number has to be a whole one
  /// - Returns: nil for what is no such number, or may be two, and for what is a number as it is
  package func plain(_ text: String, isTyped: Bool = true, isWhole: Bool = false) -> String? {
    if !isTyped, Decimal(text) != nil { return nil }
    guard case .number(let number) = reading(of: text, isWhole: isWhole), number != text else {
      return nil
    }
    return number
  }

  /// The two numbers that a text may be which a person has typed: `1.234` in German.
  package func unclear(_ text: String, isWhole: Bool = false) -> UnclearNumber? {
    guard case .unclear(let numbers) = reading(of: text, isWhole: isWhole) else { return nil }
    return numbers
  }

  /// A number as these signs write it, without signs between groups; nil where that is the same.
  ///
  /// It is as long as the number, so that places in the one are places in the other.
  package func shown(_ number: String) -> String? {
    guard decimal != ".", number.utf8.contains(UInt8(ascii: ".")), Decimal(number) != nil,
      !number.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
    else { return nil }
    return written(number)
  }

  private func written(_ number: String) -> String {
    String(number.map { $0 == "." ? decimal : $0 })
  }

  private func reading(of text: String, isWhole: Bool) -> Reading {
    // As most numbers are written.
    if text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), Decimal(text) != nil {
      return .number(text)
    }
    let other = NumberSigns(decimal: decimal == "," ? "." : ",", group: decimal == "," ? "," : ".")
    let own = number(in: text)
    var foreign = other.number(in: text)
    // Where nothing is known of the reader, signs of two kinds may be those of English, too.
    if foreign == nil, group == nil {
      foreign = NumberSigns(decimal: ".", group: ",").number(in: text)
    }
    let dividers = text.unicodeScalars.filter { Self.dividers.contains($0) }
    let isDividedOnce = dividers.count == 1
    // Where a comma stands before a fraction a point does too, by habit, but not before three digits.
    if decimal == ",", isDividedOnce, dividers.first == "." || dividers.first == "\u{FF0E}" {
      guard let own, let foreign, own != foreign else {
        return foreign.map { .number($0) } ?? (Decimal(text) == nil ? .none : .number(text))
      }
      return isWhole ? .number(own) : .unclear(.init(first: own, second: written(foreign)))
    }
    if let number = Decimal(text) == nil ? own : text {
      guard isWhole, isDividedOnce, let foreign, let whole = Self.whole(number), whole != foreign
      else { return .number(number) }
      return .unclear(.init(first: whole, second: foreign))
    }
    guard let foreign else { return .none }
    // Signs of two kinds, or one that comes again, say by themselves which of them divides groups.
    if !isDividedOnce || text.unicodeScalars.contains(where: Self.isGap) { return .number(foreign) }
    let digits = foreign.filter { $0 != "." && $0 != "-" }.drop { $0 == "0" }
    let joined = (foreign.hasPrefix("-") ? "-" : "") + (digits.isEmpty ? "0" : digits)
    // With a comma behind them, as typed so far, digits are one number either way.
    if joined == foreign { return .number(foreign) }
    return .unclear(.init(first: written(foreign), second: joined))
  }

  /// A number without a fraction of nothing; nil where it has none, or is not whole.
  private static func whole(_ number: String) -> String? {
    let parts = number.split(separator: ".")
    return parts.count == 2 && parts[1].allSatisfy { $0 == "0" } ? String(parts[0]) : nil
  }

  /// What stands before a fraction in one language, and between groups in another.
  private static let dividers: Set<Unicode.Scalar> = [".", ",", "\u{FF0C}", "\u{FF0E}"]

  /// Whether groups of digits are divided by it in any language.
  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "'" || scalar == "\u{2019}"
  }

  /// A number that these signs alone write, in the digits and signs of `Decimal`.
  private func number(in text: String) -> String? {
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
      // A number of thousands begins with no zero.
      guard groups.last?.count == 3, (1...3).contains(groups[0].count),
        groups[0].first != .digit(0),
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
