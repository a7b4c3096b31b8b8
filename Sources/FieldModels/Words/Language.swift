/// A language in which fieldd speaks to people, by its BCP 47 tag.
///
/// Whoever reads says which by a tag such as `de-AT`, and is spoken to in the language that RFC 4647's
/// lookup finds: the tag without its last part, and so on; English where nothing is found.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"
  case polish = "pl"
  case romanian = "ro"
  case japanese = "ja"
  /// In simplified characters.
  case chinese = "zh"
  case arabic = "ar"
  case hebrew = "he"

  /// The language for a tag; nil where none of its parts is known.
  package init?(tag: String) {
    let tags = Self.lookup(tag)
    // Who reads traditional characters is not helped by simplified ones.
    if tags.contains(where: Self.traditionalChinese.contains) { return nil }
    guard let known = tags.lazy.compactMap({ Self($0) }).first else { return nil }
    self = known
  }

  private init?(_ tag: String) {
    guard let language = Self(rawValue: Self.oldTags[tag] ?? tag) else { return nil }
    self = language
  }

  private static let traditionalChinese: Set<String> = ["zh-hant", "zh-tw", "zh-hk", "zh-mo"]

  /// Tags that are written still for languages that have others now.
  private static let oldTags = ["iw": "he", "mo": "ro"]

  /// More parts has no tag that anybody uses.
  private static let partLimit = 8

  /// A tag and what RFC 4647 falls back to, in small letters: `de-ch-1996`, `de-ch`, `de`.
  package static func lookup(_ tag: String) -> [String] {
    var parts = tag.prefix(while: { $0 != "." && $0 != "@" }).lowercased()
      .split(maxSplits: partLimit) { $0 == "-" || $0 == "_" }.prefix(partLimit)
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
      // A single letter begins an extension, and says nothing alone.
      while parts.last?.utf8.count == 1 { parts.removeLast() }
    }
    return tags
  }

  /// How well a text in a language serves a reader: 0 is best.
  ///
  /// - Parameters:
  ///   - tag: of the text's language, in small letters
  ///   - languages: what the reader's language falls back to, as `lookup` has it
  /// - Returns: the place among the reader's languages, behind them for one that is spoken elsewhere, such as
  ///   `pt-br` for `pt`; nil for another language
  static func rank(of tag: String, for languages: [String]) -> Int? {
    if let place = languages.firstIndex(of: tag) { return place }
    return languages.last.map { tag.hasPrefix($0 + "-") } ?? false ? languages.count : nil
  }

  /// The tag of the language of a program's surroundings, as POSIX has them: what the first of
  /// `LC_ALL`, `LC_MESSAGES` and `LANG` says that is set; nil for none, or `C`.
  package static func locale(ofEnvironment value: (_ name: String) -> String?) -> String? {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty }
    guard let tag = set.flatMap({ lookup($0).first }), tag != "c", tag != "posix" else {
      return nil
    }
    return tag
  }

  /// The way in which it is written.
  package var direction: TextDirection {
    switch self {
    case .arabic, .hebrew: .rightToLeft
    case .english, .german, .french, .spanish, .italian, .portuguese, .dutch, .polish, .romanian,
      .japanese, .chinese:
      .leftToRight
    }
  }
}

/// The way in which a language is written, as HTML's `dir` has it.
public enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}
