/// Texts of which `Date` makes a date in JavaScript, as Node.js reads them.
///
/// ECMAScript says how its own ISO 8601 texts are read, and leaves all others to the engine. That of Node.js and
/// Chromium takes words, clocks, numbers and zones in nearly any order, such as `Dec 31, 1990 18:30 GMT+1`.
extension Format {
  static func isJavaScriptDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reading = JavaScriptDate(bytes)
    return reading.isDate()
  }
}

/// What a text has said so far of a date.
private struct JavaScriptDate {
  private var scanner: JavaScriptDateScanner
  private var day = Day()
  private var time = Time()
  private var zone = Zone()

  private typealias Token = JavaScriptDateScanner.Token

  init(_ bytes: ArraySlice<UInt8>) { scanner = JavaScriptDateScanner(bytes) }

  /// The year, month and day, or what of them is there, in the order of the text.
  private struct Day {
    var parts: [Int] = []
    var namedMonth: Int?
    var isISO = false

    mutating func add(_ number: Int) -> Bool {
      parts.append(number)
      return parts.count <= 3
    }

    /// The day, which its month may not have; nil where something is missing or out of range.
    var date: (year: Int, month: Int, day: Int)? {
      guard let first = parts.first else { return nil }
      // Each part that is missing is 1.
      let parts = parts + [1, 1]
      let isYearFirst = !(1...31 ~= first)
      var (year, month, day) = (parts[2], first, parts[1])
      if let namedMonth {
        month = namedMonth
        (year, day) = isYearFirst ? (first, parts[1]) : (parts[1], first)
      } else if isISO || isYearFirst {
        (year, month, day) = (first, parts[1], parts[2])
      }
      if !isISO, 0..<100 ~= year { year += year < 50 ? 2000 : 1900 }
      return 1...12 ~= month && 1...31 ~= day ? (year, month, day) : nil
    }
  }

  /// The hours, minutes, seconds and milliseconds.
  private struct Time {
    var parts: [Int] = []
    /// What AM or PM adds to the hours.
    var halfDay: Int?

    mutating func add(_ number: Int) -> Bool {
      if parts.count == 4 { return false }
      parts.append(number)
      return true
    }

    mutating func end(with number: Int) {
      _ = add(number)
      while parts.count < 4 { parts.append(0) }
    }

    func expects(_ number: Int) -> Bool {
      switch parts.count {
      case 1, 2: 0..<60 ~= number
      case 3: 0..<1000 ~= number
      default: false
      }
    }

    /// The milliseconds from midnight; nil for what no clock shows.
    var milliseconds: Int? {
      var all = parts + [0, 0, 0, 0]
      if let halfDay {
        guard 0...12 ~= all[0] else { return nil }
        all[0] = all[0] % 12 + halfDay
      }
      let isMidnight = all[0] == 24 && all[1...3].allSatisfy { $0 == 0 }
      guard isMidnight || 0..<24 ~= all[0], 0..<60 ~= all[1], 0..<60 ~= all[2], 0..<1000 ~= all[3]
      else { return nil }
      return ((all[0] * 60 + all[1]) * 60 + all[2]) * 1000 + all[3]
    }
  }

  /// How far the clock is ahead of UTC.
  private struct Zone {
    var sign: Int?
    var hour: Int?
    var minute: Int?

    var isUTC: Bool { hour == 0 && minute == 0 }

    func expects(_ number: Int) -> Bool { hour != nil && minute == nil && 0..<60 ~= number }

    mutating func set(_ hours: Int) {
      (sign, hour, minute) = (hours < 0 ? -1 : 1, abs(hours), 0)
    }

    var milliseconds: Int64? {
      sign.map { Int64($0) * (Int64(hour ?? 0) * 60 + Int64(minute ?? 0)) * 60_000 }
    }
  }

  /// How the reading of ISO 8601 ends.
  private enum ISOEnd {
    case read, invalid
    /// What comes next is not of it.
    case other(Token)
  }

  mutating func isDate() -> Bool {
    switch readISO() {
    case .invalid: return false
    case .read: break
    case .other(let token): if !readFreely(from: token) { return false }
    }
    guard let date = day.date, let time = time.milliseconds else { return false }
    // Dates reach 100 million days from 1970.
    guard abs(date.year) < 300_000 else { return false }
    let days = Self.days(toYear: date.year, month: date.month) + Int64(date.day) - 1
    let moment = days * 86_400_000 + Int64(time) - (zone.milliseconds ?? 0)
    return abs(moment) <= 8_640_000_000_000_000
  }

  /// The days from 1970 to the first of a month, in the Gregorian calendar.
  private static func days(toYear year: Int, month: Int) -> Int64 {
    // Years begin in March here, so that the leap day is the last.
    let (era, ofEra) = flooredQuotient(Int64(month < 3 ? year - 1 : year), 400)
    let ofYear = Int64((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5)
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private mutating func takesFixed(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
    guard case .number(let number, count) = scanner.next else { return false }
    return range ~= number
  }

  private mutating func takeNumber() -> Int {
    guard case .number(let number, _) = scanner.take() else { return 0 }
    return number
  }

  /// Reads ECMAScript's own texts.
  private mutating func readISO() -> ISOEnd {
    if case .symbol(let sign) = scanner.next, sign == "-" || sign == "+" {
      let token = scanner.take()
      guard takesFixed(6, 0...999_999) else { return .other(token) }
      let year = takeNumber()
      if sign == "-", year == 0 { return .other(token) }
      _ = day.add(sign == "-" ? -year : year)
    } else if takesFixed(4, 0...9999) {
      _ = day.add(takeNumber())
    } else {
      return .other(scanner.take())
    }
    for range in [1...12, 1...31] {
      guard scanner.skip("-") else { break }
      guard takesFixed(2, range) else { return .other(scanner.take()) }
      _ = day.add(takeNumber())
    }
    if case .keyword(.timeSeparator, _) = scanner.next {
      _ = scanner.take()
      guard readISOTime(), readISOZone(), scanner.next == .end else { return .invalid }
    } else if scanner.next != .end {
      return .other(scanner.take())
    }
    day.isISO = true
    return .read
  }

  private mutating func readISOTime() -> Bool {
    guard takesFixed(2, 0...24) else { return false }
    let hour = takeNumber()
    // The end of a day is midnight.
    let most = hour == 24 ? 0 : 59
    guard time.add(hour), scanner.skip(":"), takesFixed(2, 0...most) else { return false }
    _ = time.add(takeNumber())
    guard scanner.skip(":") else { return true }
    guard takesFixed(2, 0...most) else { return false }
    _ = time.add(takeNumber())
    guard scanner.skip(".") else { return true }
    guard case .number(let number, let count) = scanner.take(), hour < 24 || number == 0 else {
      return false
    }
    return time.add(Self.milliseconds(number, count))
  }

  private mutating func readISOZone() -> Bool {
    if case .keyword(.zone(0), 1) = scanner.next {
      _ = scanner.take()
      zone.set(0)
      return true
    }
    guard case .symbol(let sign) = scanner.next, sign == "+" || sign == "-" else { return true }
    _ = scanner.take()
    zone.sign = sign == "+" ? 1 : -1
    if case .number(let number, 4) = scanner.next {
      _ = scanner.take()
      (zone.hour, zone.minute) = (number / 100, number % 100)
      return number / 100 < 24 && number % 100 < 60
    }
    guard takesFixed(2, 0...23) else { return false }
    zone.hour = takeNumber()
    guard scanner.skip(":"), takesFixed(2, 0...59) else { return false }
    zone.minute = takeNumber()
    return true
  }

  /// The thousandths that the digits behind a point say.
  private static func milliseconds(_ number: Int, _ count: Int) -> Int {
    var (number, count) = (number, count)
    while count < 3 { (number, count) = (number * 10, count + 1) }
    // What was read of a longer number are its first nine digits at most.
    count = min(count, 9)
    while 3 < count { (number, count) = (number / 10, count - 1) }
    return number
  }

  /// Reads what engines take beside that.
  private mutating func readFreely(from first: Token) -> Bool {
    var hasNumber = !day.parts.isEmpty
    var token = first
    while token != .end {
      switch token {
      case .number(let number, _):
        hasNumber = true
        guard read(number) else { return false }
      case .keyword(let keyword, _):
        guard read(keyword, &hasNumber) else { return false }
      case .symbol(let sign) where sign == "+" || sign == "-":
        if zone.isUTC || !time.parts.isEmpty {
          guard readOffset(sign) else { return false }
          hasNumber = true
        } else if hasNumber {
          return false
        }
      case .symbol(")"): if hasNumber { return false }
      case .symbol, .space, .unknown, .end: break
      }
      token = scanner.take()
    }
    return true
  }

  private mutating func read(_ number: Int) -> Bool {
    if scanner.skip(":") {
      if scanner.skip(":") {
        guard time.parts.isEmpty else { return false }
        return time.add(number) && time.add(0)
      }
      guard time.add(number) else { return false }
      _ = scanner.skip(".")
      return true
    }
    if time.expects(number), scanner.skip(".") {
      _ = time.add(number)
      guard case .number(let fraction, let count) = scanner.take() else { return false }
      time.end(with: Self.milliseconds(fraction, count))
      return true
    }
    // The point is gone, whether or not a clock was expected.
    _ = scanner.skip(".")
    if zone.expects(number) {
      zone.minute = number
      return true
    }
    if time.expects(number) {
      time.end(with: number)
      switch scanner.next {
      case .end, .space, .keyword(.zone(0), 1), .symbol("+"), .symbol("-"): return true
      case .number, .keyword, .symbol, .unknown: return false
      }
    }
    guard day.add(number) else { return false }
    _ = scanner.skip("-")
    return true
  }

  private mutating func read(
    _ keyword: JavaScriptDateScanner.Keyword, _ hasNumber: inout Bool
  ) -> Bool {
    switch keyword {
    case .halfDay(let hours) where !time.parts.isEmpty: time.halfDay = hours
    case .month(let month):
      day.namedMonth = month
      _ = scanner.skip("-")
    case .zone(let hours) where hasNumber: zone.set(hours)
    case .halfDay, .zone, .timeSeparator, .none:
      // Any word may stand before the first number, and must not touch it.
      if hasNumber { return false }
      if case .number = scanner.next { return false }
    }
    return true
  }

  private mutating func readOffset(_ sign: Character) -> Bool {
    zone.sign = sign == "+" ? 1 : -1
    var (number, count) = (0, 0)
    if case .number(let found, let length) = scanner.next {
      (number, count) = (found, length)
      _ = scanner.take()
    }
    if case .symbol(":") = scanner.next {
      (zone.hour, zone.minute) = (number, nil)
      return true
    }
    switch count {
    case 1, 2: (zone.hour, zone.minute) = (number, 0)
    case 3, 4: (zone.hour, zone.minute) = (number / 100, number % 100)
    default: return false
    }
    return true
  }
}

/// The numbers, words and signs of a date.
private struct JavaScriptDateScanner {
  /// What a word means, which is known by its first three letters.
  enum Keyword: Equatable {
    /// From 1.
    case month(Int)
    /// The hours that it adds.
    case halfDay(Int)
    /// The hours ahead of UTC.
    case zone(Int)
    case timeSeparator, none
  }

  /// A part of the text, with its length.
  enum Token: Equatable {
    case number(Int, length: Int)
    case keyword(Keyword, length: Int)
    case symbol(Character)
    case space, unknown, end
  }

  private var rest: Substring.UnicodeScalarView
  private(set) var next = Token.end

  init(_ bytes: ArraySlice<UInt8>) {
    rest = String(decoding: bytes, as: UTF8.self)[...].unicodeScalars
    next = scan()
  }

  mutating func take() -> Token {
    defer { next = scan() }
    return next
  }

  mutating func skip(_ sign: Character) -> Bool {
    guard next == .symbol(sign) else { return false }
    next = scan()
    return true
  }

  private mutating func scan() -> Token {
    guard let first = rest.first, first.value != 0 else { return .end }
    if Self.isDigit(first) { return scanNumber() }
    if Self.isLetter(first) { return scanWord() }
    rest.removeFirst()
    switch first {
    case ":", "-", "+", ".", ")": return .symbol(Character(first))
    case "(":
      var depth = 1
      while 0 < depth, let scalar = rest.first, scalar.value != 0 {
        depth += scalar == "(" ? 1 : scalar == ")" ? -1 : 0
        rest.removeFirst()
      }
      return .unknown
    default: return Self.isSpace(first) ? .space : .unknown
    }
  }

  private mutating func scanNumber() -> Token {
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest[digits.endIndex...]
    // Nine digits count, zeros before them aside.
    let number = digits.drop { $0 == "0" }.prefix(9).reduce(0) {
      $0 * 10 + Int($1.value) - 0x30
    }
    return .number(number, length: digits.count)
  }

  private mutating func scanWord() -> Token {
    let word = rest.prefix(while: Self.isLetter)
    rest = rest[word.endIndex...]
    var start = ""
    var length = 0
    for scalar in word {
      length += 1 < UTF16.width(scalar) ? 2 : 1
      if start.utf8.count < 3, scalar.isASCII {
        start.unicodeScalars.append(Self.lowered(scalar))
      } else if start.utf8.count < 3 {
        start += "?"
      }
    }
    return .keyword(Self.keyword(start, length), length: length)
  }

  private static let months = "jan feb mar apr may jun jul aug sep oct nov dec".split(
    separator: " ")

  private static let zones: [String: Int] = [
    "ut": 0, "utc": 0, "z": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7,
  ]

  private static func keyword(_ start: String, _ length: Int) -> Keyword {
    if let month = months.firstIndex(where: { $0 == start }) { return .month(month + 1) }
    guard length == start.utf8.count else { return .none }
    switch start {
    case "am": return .halfDay(0)
    case "pm": return .halfDay(12)
    case "t": return .timeSeparator
    default: return zones[start].map { .zone($0) } ?? .none
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    0x41 <= scalar.value && !isSpace(scalar)
  }

  private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(scalar.value) | 0x20)
  }

  /// White space and ends of lines, as JavaScript has them.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}
