/// The fields of a Unicode date pattern that are known here, by their letters.
///
/// Each knows which widths UTS #35 gives it, which parts of a value it shows, and what its writer
/// may have meant instead. Letters that need more of a language than `DateNames` has, or more of a
/// zone than a fixed offset (`B`, `b`, `v`, `V`, `U`, `r`, `g`, `A`, `F`), are left out and are
/// problems.
enum DatePatternField: Character, CaseIterable, Sendable {
  case era = "G"
  case year = "y"
  case extendedYear = "u"
  case weekYear = "Y"
  case quarter = "Q"
  case standaloneQuarter = "q"
  case month = "M"
  case standaloneMonth = "L"
  case weekOfYear = "w"
  case weekOfMonth = "W"
  case day = "d"
  case dayOfYear = "D"
  case weekday = "E"
  case localWeekday = "e"
  case standaloneWeekday = "c"
  case dayPeriod = "a"
  case hourFrom1To12 = "h"
  case hourFrom0To23 = "H"
  case hourFrom0To11 = "K"
  case hourFrom1To24 = "k"
  case minute = "m"
  case second = "s"
  case fraction = "S"
  case zoneName = "z"
  case zoneOffset = "Z"
  case zoneGMT = "O"
  case zoneISOWithZ = "X"
  case zoneISO = "x"

  init?(letter: UInt8) {
    self.init(rawValue: Character(UnicodeScalar(letter)))
  }

  /// How often the letter may stand.
  var widths: ClosedRange<Int> {
    switch self {
    case .era, .quarter, .standaloneQuarter, .month, .standaloneMonth, .dayPeriod, .zoneOffset,
      .zoneISOWithZ, .zoneISO:
      1...5
    case .year, .extendedYear, .weekYear, .zoneName: 1...4
    case .weekOfYear, .day, .hourFrom1To12, .hourFrom0To23, .hourFrom0To11, .hourFrom1To24,
      .minute, .second:
      1...2
    case .weekOfMonth: 1...1
    case .dayOfYear: 1...3
    case .weekday, .localWeekday, .standaloneWeekday: 1...6
    case .fraction: 1...9
    case .zoneGMT: 1...4
    }
  }

  /// Whether the letter stands for a date, a time of day or an offset from UTC.
  private var part: Part {
    switch self {
    case .era, .year, .extendedYear, .weekYear, .quarter, .standaloneQuarter, .month,
      .standaloneMonth, .weekOfYear, .weekOfMonth, .day, .dayOfYear, .weekday, .localWeekday,
      .standaloneWeekday:
      .date
    case .hourFrom0To23, .minute, .second: .clock
    case .dayPeriod, .hourFrom1To12, .hourFrom0To11, .hourFrom1To24, .fraction: .timeOfDay
    case .zoneName, .zoneOffset, .zoneGMT, .zoneISOWithZ, .zoneISO: .offset
    }
  }

  private enum Part: String {
    case date = "a date"
    /// What a duration has as well.
    case clock = "a time"
    case timeOfDay = "a time of day"
    case offset = "an offset from UTC"
  }

  /// Whether values of a mode have this part.
  func isShown(in mode: DateMode) -> Bool {
    switch mode {
    case .date: part == .date
    case .time: part == .clock || part == .timeOfDay
    case .dateAndTime: true
    case .countDownTimer: part == .clock
    }
  }
}

extension DatePatternField {
  /// Why a field that can be shown is probably not what was meant, and what was.
  typealias Doubt = (message: String, suggestion: String?)

  private func letters(_ width: Int) -> String { String(repeating: rawValue, count: width) }

  /// Says that a mode's values have no such part.
  func absence(_ width: Int, in mode: DateMode) -> Doubt {
    let message =
      "'\(letters(width))' shows \(part.rawValue), which a field of mode '\(mode.rawValue)' "
      + "does not have"
    // Minutes in a pattern for dates were nearly always meant as months.
    return (message, self == .minute && mode == .date ? letters(min(width, 2)).uppercased() : nil)
  }

  /// Says what else a field is often meant to be, given all fields of its pattern.
  func lookalike(_ width: Int, among fields: [DatePatternField]) -> Doubt? {
    if self == .weekYear, !fields.contains(.weekOfYear) {
      let year = String(repeating: "y", count: width)
      return ("'\(letters(width))' is the year that weeks are counted in, not the year", year)
    }
    let most = min(width, 2)
    if self == .dayOfYear, fields.contains(.month) || fields.contains(.standaloneMonth) {
      let day = String(repeating: "d", count: most)
      return ("'\(letters(width))' is the day of the year, not of the month", day)
    }
    if self == .minute, !fields.contains(where: { $0.isHour }) {
      let month = String(repeating: "M", count: most)
      return ("'\(letters(width))' is the minute, not the month", month)
    }
    if self == .hourFrom1To12, !fields.contains(.dayPeriod) {
      let hour = String(repeating: "H", count: most)
      return ("'\(letters(width))' counts to 12 and needs an 'a'", hour)
    }
    return nil
  }

  private var isHour: Bool {
    [.hourFrom0To11, .hourFrom0To23, .hourFrom1To12, .hourFrom1To24].contains(self)
  }

  /// Says which widths the field has.
  func widthMessage(_ width: Int) -> String {
    let most = widths.upperBound
    return "'\(rawValue)' stands at most \(most == 1 ? "once" : "\(most) times"), not \(width)"
  }

  /// The nearest letters with a width that exists; three or four `d` are weekdays elsewhere.
  func suggestion(forWidth width: Int) -> String {
    guard self == .day, width <= 4 else { return letters(widths.upperBound) }
    return String(repeating: "E", count: width)
  }

  /// What to write for a letter that is no field: its other case, its relative, or itself quoted.
  static func suggestion(forUnknown letter: UInt8, _ width: Int, _ text: String) -> String {
    let relatives: [UInt8: DatePatternField] = [
      UInt8(ascii: "l"): .standaloneMonth, UInt8(ascii: "f"): .fraction,
      UInt8(ascii: "t"): .dayPeriod, UInt8(ascii: "b"): .dayPeriod, UInt8(ascii: "B"): .dayPeriod,
      UInt8(ascii: "A"): .dayPeriod, UInt8(ascii: "p"): .dayPeriod, UInt8(ascii: "P"): .dayPeriod,
      UInt8(ascii: "v"): .zoneName, UInt8(ascii: "V"): .zoneName, UInt8(ascii: "g"): .era,
      UInt8(ascii: "r"): .year, UInt8(ascii: "U"): .year, UInt8(ascii: "C"): .standaloneWeekday,
      UInt8(ascii: "F"): .weekOfMonth,
    ]
    guard let field = relatives[letter] else { return "'\(text)'" }
    let most = field == .dayPeriod ? 1 : field.widths.upperBound
    return field.letters(min(width, most))
  }
}
