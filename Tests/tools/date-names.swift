// Writes Sources/FieldModels/Dates/DateNames+Languages.swift from what Foundation knows.
//
//   swiftc -o .build/date-names Tests/tools/date-names.swift && .build/date-names > <the file>
//
// It asks a date formatter for each name by the letters of a date pattern, in the Gregorian
// calendar, and writes digits as Western ones. Run it again when the tests say that Foundation
// has learned other names.

import Foundation

let languages: [(tag: String, name: String)] = [
  ("ar", "arabic"), ("bg", "bulgarian"), ("cs", "czech"), ("da", "danish"), ("de", "german"),
  ("de-AT", "austrianGerman"), ("el", "greek"), ("en", "english"), ("en-GB", "britishEnglish"),
  ("es", "spanish"), ("es-MX", "mexicanSpanish"), ("et", "estonian"), ("fi", "finnish"),
  ("fr", "french"), ("fr-CA", "canadianFrench"), ("ga", "irish"), ("he", "hebrew"),
  ("hi", "hindi"), ("hr", "croatian"), ("hu", "hungarian"), ("id", "indonesian"),
  ("is", "icelandic"), ("it", "italian"), ("ja", "japanese"), ("ko", "korean"),
  ("lt", "lithuanian"), ("lv", "latvian"), ("nb", "bokmål"), ("nl", "dutch"), ("nn", "nynorsk"),
  ("pl", "polish"), ("pt", "portuguese"), ("pt-PT", "europeanPortuguese"), ("ro", "romanian"),
  ("ru", "russian"), ("sk", "slovak"), ("sl", "slovenian"), ("sr", "serbian"),
  ("sr-Latn", "latinSerbian"), ("sv", "swedish"), ("th", "thai"), ("tr", "turkish"),
  ("uk", "ukrainian"), ("vi", "vietnamese"), ("zh", "chinese"),
  ("zh-Hant", "traditionalChinese"),
]

/// For each kind of name, the letters for wide, abbreviated, short and narrow, and the dates.
let kinds: [(letters: [String?], dates: [DateComponents], base: Int?)] = {
  let months = (1...12).map { DateComponents(year: 2024, month: $0, day: 1) }
  let weekdays = (1...7).map { DateComponents(year: 2024, month: 1, day: $0) }
  let quarters = [1, 4, 7, 10].map { DateComponents(year: 2024, month: $0, day: 1) }
  let halves = [1, 13].map { DateComponents(year: 2024, month: 1, day: 1, hour: $0) }
  return [
    (["MMMM", "MMM", nil, "MMMMM"], months, nil), (["LLLL", "LLL", nil, "LLLLL"], months, 0),
    (["EEEE", "EEE", "EEEEEE", "EEEEE"], weekdays, nil),
    (["cccc", "ccc", "cccccc", "ccccc"], weekdays, 2),
    (["QQQQ", "QQQ", nil, "QQQQQ"], quarters, nil),
    (["qqqq", "qqq", nil, "qqqqq"], quarters, 4),
    (["aaaa", "a", nil, "aaaaa"], halves, nil), (["GGGG", "G", nil, "GGGGG"], [months[0]], nil),
  ]
}()

func westernDigits(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
        else { return scalar }
        return Unicode.Scalar(UInt8(48 + Int(value)))
      }))
}

/// The names of one language: a line for each kind, `;` between widths, `|` between names.
func lines(_ tag: String) -> [String] {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: tag)
  formatter.calendar = calendar
  formatter.timeZone = .gmt
  var written: [[String]] = []
  for kind in kinds {
    var slots: [String] = []
    for letters in kind.letters {
      guard let letters else {
        slots.append(slots[1])
        continue
      }
      formatter.dateFormat = letters
      let names = kind.dates.map { parts in
        westernDigits(formatter.string(from: calendar.date(from: parts) ?? .distantPast))
      }
      precondition(names.allSatisfy { !$0.isEmpty && !$0.contains { "|;\\\"\n".contains($0) } })
      slots.append(names.joined(separator: "|"))
    }
    written.append(slots)
  }
  return kinds.indices.map { kind in
    let slots = (0..<4).map { width in
      if let base = kinds[kind].base {
        return written[kind][width] == written[base][width] ? "" : written[kind][width]
      }
      return width > 0 && written[kind][width] == written[kind][width - 1]
        ? "" : written[kind][width]
    }
    let last = slots.lastIndex { !$0.isEmpty } ?? -1
    return slots[..<(last + 1)].joined(separator: ";")
  }
}

/// Breaks a line of a literal where the source would be wider than 100 columns.
func wrapped(_ line: String) -> String {
  var result = "    "
  var column = 4
  var piece = ""
  func flush() {
    if column + piece.count > 98 {
      result += "\\\n    "
      column = 4
    }
    result += piece
    column += piece.count
    piece = ""
  }
  for character in line {
    piece.append(character)
    if "|;".contains(character) { flush() }
  }
  flush()
  return column == 4 ? "" : result
}

func version() -> String {
  typealias Question =
    @convention(c) (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int32>)
    -> Void
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_ulocdata_getCLDRVersion") else {
    return "an unknown version"
  }
  var (parts, status) = ([UInt8](repeating: 0, count: 4), Int32(0))
  unsafeBitCast(symbol, to: Question.self)(&parts, &status)
  return "version " + parts.prefix(2).map(String.init).joined(separator: ".")
}

print(
  """
  /// The names of each language, written by `Tests/tools/date-names.swift` and not by hand.
  ///
  /// They are those of CLDR, \(version()). A literal has a line for each `Kind`, with `;` between
  /// widths and `|` between names. Where a width is left out it is like the width before it, and in
  /// a line of standalone names like the same width in a sentence.
  extension DateNames {
    /// The languages and variants that have names of their own.
    package static let tags = [
  \(wrapped(languages.map { "\"\($0.tag)\"" }.joined(separator: ",|"))
      .replacingOccurrences(of: "\\\n", with: "\n").replacingOccurrences(of: "|", with: " ")
      .split(separator: "\n").map { $0.reversed().drop { $0 == " " }.reversed() }
      .map { String($0) }.joined(separator: "\n")),
    ]

    /// The names under a tag in lower case, if it is one of `tags`.
    static func exact(_ tag: String) -> DateNames? {
      switch tag {
  \(languages.map { "    case \"\($0.tag.lowercased())\": \($0.name)" }.joined(separator: "\n"))
      default: nil
      }
    }
  }

  extension DateNames {
  """)
print(
  languages.map { tag, name in
    """
      \(tag == "en" ? "/// The names of a program that was told no language.\n  package " : "")\
    static let \(name) = DateNames(
        tag: "\(tag)",
        \"""
    \(lines(tag).map(wrapped).joined(separator: "\n"))
        \""")
    """
  }.joined(separator: "\n\n"))
print("}")
