/// The names of months, weekdays, quarters, halves of the day and the era in one language.
///
/// They are those of the Gregorian calendar in CLDR, in every width that patterns ask for and, where
/// a language tells them apart, as they stand in a date ("1. ledna") and alone ("leden"). A language
/// that is not known here is shown in English.
package struct DateNames: Sendable {
  /// The BCP 47 tag that the names are kept under.
  package let tag: String
  /// The names by `Kind` and by `Width`.
  private let lists: [[[String]]]

  /// What is named.
  enum Kind: Int, CaseIterable {
    case month, standaloneMonth, weekday, standaloneWeekday, quarter, standaloneQuarter
    case dayPeriod, era
  }

  /// The widths that names come in.
  enum Width: Int, CaseIterable {
    case wide, abbreviated, short, narrow

    /// The width that so many letters of a pattern ask for.
    init(letterCount: Int) {
      self =
        switch letterCount {
        case 4: .wide
        case 5: .narrow
        case 6: .short
        default: .abbreviated
        }
    }
  }

  /// Takes a language's literal apart, or that of a variant, whose lines may be like its language's.
  init(tag: String, like language: DateNames? = nil, _ literal: String) {
    self.tag = tag
    var lists: [[[String]]] = []
    for line in literal.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "=", let language, language.lists.indices.contains(lists.count) {
        lists.append(language.lists[lists.count])
        continue
      }
      let slots = line.split(separator: ";", omittingEmptySubsequences: false)
      let isStandalone = Kind(rawValue: lists.count)?.isStandalone ?? false
      var widths: [[String]] = []
      for width in Width.allCases.indices {
        if slots.indices.contains(width), !slots[width].isEmpty {
          widths.append(slots[width].split(separator: "|").map(String.init))
        } else if isStandalone, let inSentence = lists.last {
          widths.append(inSentence[width])
        } else {
          widths.append(widths.last ?? [])
        }
      }
      lists.append(widths)
    }
    self.lists = lists
  }

  /// The names of a kind in their order: from January, Monday, the first quarter, the morning.
  func list(_ kind: Kind, _ width: Width) -> [String] {
    lists.indices.contains(kind.rawValue) ? lists[kind.rawValue][width.rawValue] : []
  }

  /// The name with a number from 1, or nothing to see for a number that has none.
  func name(_ kind: Kind, _ number: Int, width: Width = .wide) -> String {
    let names = list(kind, width)
    return 1...max(1, names.count) ~= number && !names.isEmpty ? names[number - 1] : ""
  }
}

extension DateNames.Kind {
  /// Whether the line before it in a literal has the same things as they stand in a sentence.
  fileprivate var isStandalone: Bool {
    switch self {
    case .standaloneMonth, .standaloneWeekday, .standaloneQuarter: true
    case .month, .weekday, .quarter, .dayPeriod, .era: false
    }
  }
}

extension DateNames: Hashable {
  package static func == (first: DateNames, second: DateNames) -> Bool { first.tag == second.tag }

  package func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

extension DateNames {
  /// The names of a program that was told no language.
  package static var english: DateNames { exact("en") ?? DateNames(tag: "en", "") }

  /// The names for a BCP 47 tag as CLDR looks for them: those of its region or of the region that
  /// CLDR has them from, of its script, of its language, or English.
  package static func named(_ tag: String) -> DateNames {
    let subtags = tag.lowercased().split(maxSplits: 8) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let written = subtags.first else { return .english }
    let language = oldTags[written] ?? written
    // A single letter begins an extension, which has no say in names.
    let rest = subtags.dropFirst().prefix { $0.utf8.count > 1 }
    let region = rest.first { $0.utf8.count == 2 || ($0.utf8.count == 3 && Int($0) != nil) }
    let script =
      rest.first { $0.utf8.count == 4 && Int($0.prefix(1)) == nil } ?? oldScripts[written]
      ?? region.flatMap { Self.script("\(language)-\($0)") }
    let inRegion = region.map { "-\($0)" } ?? ""
    if let script, !usualScripts.contains("\(language)-\(script)"),
      let names = exact("\(language)-\(script)\(inRegion)") ?? exact("\(language)-\(script)")
    {
      return names
    }
    return exact(language + inRegion) ?? exact(language) ?? .english
  }

  /// Tags that are written still for languages that have others now.
  static let oldTags = ["no": "nb", "iw": "he", "in": "id", "mo": "ro", "sh": "sr"]

  /// The script that such a tag stood for.
  private static let oldScripts = ["sh": "latn"]
}

extension DateNames {
  /// A text as it compares when case, and which of the spaces it has, do not matter.
  ///
  /// Beyond the lower case of each scalar, the two i of Turkish are one, and Greek has neither
  /// accents nor a final sigma, since upper case does not tell which was meant.
  static func folded(_ text: some StringProtocol) -> [Unicode.Scalar] {
    text.unicodeScalars.flatMap(folded)
  }

  /// What one scalar is to a comparison, which can be nothing.
  static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "A"..."Z": [Unicode.Scalar(UInt8(scalar.value) | 0x20)]
    case "\u{0}"..."\u{7F}": [scalar]
    case "\u{A0}", "\u{202F}", "\u{2009}": [" "]
    case "\u{131}", "\u{130}": ["i"]
    case "\u{301}", "\u{307}", "\u{308}": []
    default:
      scalar.properties.lowercaseMapping.unicodeScalars.map { greekCapitals[$0] ?? $0 }
    }
  }

  /// What Greek letters are when they are written in capitals, which have no accent.
  private static let greekCapitals: [Unicode.Scalar: Unicode.Scalar] = [
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ΐ": "ι",
    "ϊ": "ι", "ΰ": "υ", "ϋ": "υ", "ς": "σ",
  ]
}
