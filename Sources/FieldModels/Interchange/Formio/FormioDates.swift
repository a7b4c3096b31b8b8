import FieldModels

/// What Form.io takes for a date or a time, beside the values that its own page sends.
///
/// It reads these texts by other means than a form does, and takes more than it writes. So a field of the form
/// takes any value (`lenient`), and a schema refuses what Form.io refuses.
enum FormioDates {
  /// The rule by which a value is a text that a schema says, or one of those that Form.io takes for none.
  ///
  /// - Parameters:
  ///   - text: what the schema says of the text
  ///   - isRequired: null is no answer
  /// - Returns: the rule
  static func rule(_ text: [JSONValue.Member], isRequired: Bool) -> [JSONValue.Member] {
    let text = JSONValue.object([.init("type", "string")] + text)
    return [.init("schema", ["anyOf": [text, ["enum": isRequired ? absent : absentOrNull]]])]
  }

  private static let absent: JSONValue = [0, false]
  private static let absentOrNull: JSONValue = [0, false, .null]

  /// What is asked of a moment: JavaScript makes a date of it.
  static var moment: JSONValue.Member { .init("format", .string(Format.javaScriptDate.name)) }

  /// The rule that a time is no longer than some signs of it: it has no fraction of a second.
  static func length(_ format: String) -> [JSONValue.Member] {
    [.init("maxLength", .integer(format.utf8.count))]
  }

  /// Whether a rule is this one.
  static func isLength(_ rule: FormOutline.Rule, of format: String) -> Bool {
    rule.object.peek("maxLength") == .integer(format.utf8.count)
  }

  /// Whether a rule is that of a text, or of one of those that Form.io takes for none.
  static func isRule(_ rule: FormOutline.Rule) -> Bool {
    guard case .array(let parts)? = rule.object.peek("schema")?["anyOf"], parts.count == 2,
      let values = parts[1]["enum"], [absent, absentOrNull].contains(values),
      parts[0]["type"] == "string"
    else { return false }
    return parts[0].members.count == 2 || parts[0]["anyOf"] != nil
  }
}

/// How a day, or what is left of one, may be written: numbers with `/` between them, of which each may have signs,
/// zeros and other text with it.
struct FormioDayText {
  private let day: FormioDay
  /// The parts that may be zero, which is to say that nobody has chosen them.
  private let open: Set<FormioDay.Part>

  init(_ day: FormioDay, open: Set<FormioDay.Part>) {
    (self.day, self.open) = (day, open)
  }

  /// How the value of a whole day is written.
  var valueFormat: String { day.isDayFirst ? "dd/MM/yyyy" : "MM/dd/yyyy" }

  /// What is asked of the text.
  ///
  /// - Parameter wrong: regular expressions for the years that are out of range
  /// - Returns: the keywords
  func schema(without wrong: [String]) -> [JSONValue.Member] {
    let end = "(?:/[^]*)?$"
    // Where all that is looked at is empty, nobody has chosen anything.
    let isAskedFor = day.shown.contains { !open.contains($0) }
    let empty = ["|", "|/", "|/(?=$)|//"][day.shown.count - 1]
    let nothing = isAskedFor ? "" : empty
    let whole = "^(?:\(wholeDays)\(day.isWhole ? nothing : ""))\(end)"
    if day.isWhole { return [.init("pattern", .string(whole))] }
    // A text of all three parts is read as such.
    let mask = "^[0-9]{2}/[0-9]{2}/[0-9]{4}$"
    let shown = "^(?:\(shownParts)\(nothing))\(end)"
    var members: [JSONValue.Member] = [
      .init(
        "anyOf",
        [
          ["pattern": .string(shown), "not": ["pattern": .string(mask)]],
          ["pattern": .string(whole), "allOf": [["pattern": .string(mask)]]],
        ])
    ]
    if !wrong.isEmpty {
      // What stands behind the parts is cut off before the year is looked at.
      let years = "(?:\(wrong.joined(separator: "|")))"
      let parts = String(repeating: "[^/]*/", count: day.shown.count - 1)
      let pattern = "^(?:\(parts)[^/]*\(years)\(end.dropLast())|[0-9]{2}/[0-9]{2}/\(years))$"
      members.append(.init("not", ["pattern": .string(pattern)]))
    }
    return members
  }

  /// Regular expressions for the four digits of the years before one, or after it.
  static func years(beyond year: Int, isUpper: Bool) -> [String] {
    let digits = Array(FormioDay.month(1, of: year).prefix(4)).map { Int(String($0)) ?? 0 }
    return digits.indices.compactMap { index in
      let range = isUpper ? digits[index] + 1...10 : 0...digits[index]
      let (first, last) = (range.lowerBound, isUpper ? 9 : digits[index] - 1)
      guard first <= last else { return nil }
      let start = digits[..<index].map(String.init).joined()
      return "\(start)[\(first)-\(last)][0-9]{\(3 - index)}"
    }
  }

  private static let days = "[1-9]|[12][0-9]|3[01]"
  private static let years = "[1-9][0-9]{0,3}"
  private static let leapYears =
    "[48]|[2468][048]|[13579][26]|[1-9][0-9]?(?:0[48]|[2468][048]|[13579][26])"
    + "|[48]00|(?:[2468][048]|[13579][26])00"

  private var wholeDays: String {
    [
      text(Self.days, "[13578]|1[02]", Self.years),
      text("[1-9]|[12][0-9]|30", "[469]|11", Self.years, takesZeroMonth: false),
      text("[1-9]|1[0-9]|2[0-8]", "2", Self.years, takesZeroMonth: false),
      text("29", "2", Self.leapYears, takesZeroMonth: false),
    ].joined(separator: "|")
  }

  /// The same of what is shown: a part that is hidden limits no other, and each year may be a leap year.
  private var shownParts: String {
    guard day.shown.contains(.day), day.shown.contains(.month) else {
      return day.shown.map { part in
        switch part {
        case .day: number(Self.days, .day)
        case .month: number("[1-9]|1[0-2]", .month)
        case .year: number(Self.years, .year)
        }
      }.joined(separator: "/")
    }
    return [
      text(Self.days, "[13578]|1[02]", nil),
      text("[1-9]|[12][0-9]|30", "[469]|11", nil, takesZeroMonth: false),
      text("[1-9]|[12][0-9]", "2", nil, takesZeroMonth: false),
    ].joined(separator: "|")
  }

  private func text(
    _ days: String, _ months: String, _ years: String?, takesZeroMonth: Bool = true
  ) -> String {
    let day = number(days, .day)
    let month = number(months, takesZeroMonth && open.contains(.month))
    let parts = self.day.isDayFirst ? [day, month] : [month, day]
    return (parts + (years.map { [number($0, .year)] } ?? [])).joined(separator: "/")
  }

  private func number(_ numbers: String, _ part: FormioDay.Part) -> String {
    number(numbers, open.contains(part))
  }

  /// What `parseInt` reads as one of some numbers.
  private func number(_ numbers: String, _ takesZero: Bool) -> String {
    let zero = takesZero ? "|[+-]?0+" : ""
    return "\\s*(?:\\+?0*(?:\(numbers))\(zero))(?:[^0-9/][^/]*)?"
  }
}

/// How a time is written by the signs of Day.js, such as `HH:mm`.
struct FormioTimeText {
  /// A regular expression for what Day.js takes, strictly.
  let pattern: String
  /// The same in Unicode's signs, as a form has it; nil where these say no such thing.
  let valueFormat: String?

  /// Nil for signs that say something else than a time of hours, minutes and seconds.
  init?(_ format: String) {
    let signs: [String: (pattern: String, ours: String?)] = [
      "HH": ("(?:[01][0-9]|2[0-3])", "HH"), "H": ("(?:1[0-9]|2[0-3]|[0-9])", "H"),
      "hh": ("(?:0[1-9]|1[0-2])", "hh"), "h": ("(?:1[0-2]|[1-9])", "h"),
      "mm": ("[0-5][0-9]", "mm"), "m": ("(?:[1-5][0-9]|[0-9])", "m"),
      "ss": ("[0-5][0-9]", "ss"), "s": ("(?:[1-5][0-9]|[0-9])", "s"),
      "A": ("(?:AM|PM)", "a"), "a": ("(?:am|pm)", nil),
    ]
    var rest = Substring(format)
    var (pattern, ours) = ("", "")
    var isSaid = true
    while let sign = rest.first {
      let run = String(rest.prefix { $0 == sign })
      rest = rest.dropFirst(run.count)
      if let found = signs[run] {
        pattern += found.pattern
        ours += found.ours ?? ""
        if found.ours == nil { isSaid = false }
      } else if !sign.isLetter, !sign.isNumber, !"[]'\\".contains(sign) {
        pattern += run.map { SurveyMask.escaped($0) }.joined()
        ours += run
      } else {
        return nil
      }
    }
    guard !pattern.isEmpty else { return nil }
    self.pattern = pattern
    let isReadable = (try? DatePattern.parse(ours).get())?.isReadable(for: .time) ?? false
    valueFormat = isSaid && isReadable ? ours : nil
  }
}
