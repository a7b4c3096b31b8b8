/// How people of a language write dates, from CLDR, version 47.
///
/// It says in which order the numbers stand, and how a date is shown where a form does not say.
package struct DateManner: Sendable {
  /// What stands first in a date of numbers.
  package enum Order: Sendable { case day, month, year }

  package let order: Order
  /// What stands between the numbers.
  package let separator: Character
  /// How dates are shown, with and without a clock.
  let patterns: [DateMode: [DatePattern]]

  private init(_ order: Order, _ separator: Character, _ pattern: String) {
    self.order = order
    self.separator = separator
    patterns = [
      .date: DatePattern.patterns(pattern),
      .dateAndTime: DatePattern.patterns("\(pattern), HH:mm", "\(pattern), HH:mm:ss"),
    ]
  }

  /// The manner of a BCP 47 tag's language in its region; nil for a language that has no names here.
  package static func of(_ tag: String) -> DateManner? {
    let subtags = tag.lowercased().split(maxSplits: 8) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let written = subtags.first else { return nil }
    let language = DateNames.oldTags[written] ?? written
    let region = subtags.dropFirst().prefix { $0.utf8.count > 1 }.first {
      $0.utf8.count == 2 || $0.utf8.count == 3 && Int($0) != nil
    }
    return region.flatMap { regional["\(language)-\($0)"] ?? elsewhere[language] }
      ?? usual[language]
  }

  private static let dayFirst = DateManner(.day, "/", "d MMM y")
  private static let dotted = DateManner(.day, ".", "d. MMM y")

  /// By language; where a tag has a region those of the region come first.
  private static let usual: [String: DateManner] = [
    "ar": DateManner(.day, "/", "dd\u{200F}/MM\u{200F}/y"),
    "bg": DateManner(.day, ".", "d.MM.y\u{202F}'г'."),
    "cs": DateManner(.day, ".", "d. M. y"),
    "da": dotted,
    "de": DateManner(.day, ".", "dd.MM.y"),
    "el": dayFirst,
    "en": american,
    "es": dayFirst,
    "et": dotted,
    "fi": DateManner(.day, ".", "d.M.y"),
    "fr": dayFirst,
    "ga": dayFirst,
    "he": DateManner(.day, ".", "d בMMM y"),
    "hi": dayFirst,
    "hr": DateManner(.day, ".", "d. MMM y."),
    "hu": DateManner(.year, "-", "y. MMM d."),
    "id": dayFirst,
    "is": dotted,
    "it": dayFirst,
    "ja": DateManner(.year, "/", "y/MM/dd"),
    "ko": DateManner(.year, "-", "y. M. d."),
    "lt": DateManner(.year, "-", "y-MM-dd"),
    "lv": DateManner(.day, ".", "y. 'gada' d. MMM"),
    "nb": dotted,
    "nl": DateManner(.day, "-", "d MMM y"),
    "nn": dotted,
    "pl": DateManner(.day, ".", "d MMM y"),
    "pt": DateManner(.day, "/", "d 'de' MMM 'de' y"),
    "ro": DateManner(.day, ".", "d MMM y"),
    "ru": DateManner(.day, ".", "d MMM y\u{202F}'г'."),
    "sk": DateManner(.day, ".", "d. M. y"),
    "sl": dotted,
    "sr": DateManner(.day, ".", "d. M. y."),
    "sv": DateManner(.year, "-", "d MMM y"),
    "th": dayFirst,
    "tr": DateManner(.day, ".", "d MMM y"),
    "uk": DateManner(.day, ".", "d MMM y\u{202F}'р'."),
    "vi": DateManner(.day, "/", "d MMM, y"),
    "zh": DateManner(.year, "-", "y年M月d日"),
  ]

  private static let american = DateManner(.month, "/", DatePattern.standard.text)

  /// By language, in all regions that are not listed.
  private static let elsewhere: [String: DateManner] = [
    "en": dayFirst,
    "pt": DateManner(.day, "/", "dd/MM/y"),
  ]

  private static let regional: [String: DateManner] = {
    var manners: [String: DateManner] = [:]
    for region in ["as", "bi", "gu", "mh", "mp", "ph", "pr", "um", "us", "vi"] {
      manners["en-\(region)"] = american
    }
    let chinese = DateManner(.day, "/", "y年M月d日")
    for region in ["hk", "mo", "sg"] { manners["zh-\(region)"] = chinese }
    manners["en-ca"] = DateManner(.year, "-", DatePattern.standard.text)
    for region in ["se", "za"] { manners["en-\(region)"] = DateManner(.year, "-", "d MMM y") }
    for region in ["pa", "pr"] { manners["es-\(region)"] = DateManner(.month, "/", "MM/dd/y") }
    manners["fr-ca"] = DateManner(.year, "-", "d MMM y")
    manners["pt-br"] = usual["pt"]
    return manners
  }()
}

extension DateManner {
  /// A day in numbers, as people of the language write it.
  package func numbers(_ date: CivilDate) -> String {
    let (year, month, day) = ("\(date.year)", Self.padded(date.month), Self.padded(date.day))
    let parts =
      switch order {
      case .day: [day, month, year]
      case .month: [month, day, year]
      case .year: [year, month, day]
      }
    return parts.joined(separator: String(separator))
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
