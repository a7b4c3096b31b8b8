/// When clocks are changed in every year, as the last line of a zone file says it.
///
/// It is the text that POSIX gives the variable `TZ`, with RFC 8536's longer times: a standard
/// offset and, where there is summer time, its offset and the two days of the year on which it
/// begins and ends. Texts that leave the days to the system are not read.
struct YearlyZoneRule: Hashable, Sendable {
  private let standardOffsetSeconds: Int
  private let summer: Summer?

  private struct Summer: Hashable {
    let offsetSeconds: Int
    let start: Moment
    let end: Moment
  }

  /// A time on one day of each year, by the clock that is changed then.
  private struct Moment: Hashable {
    let day: Day
    let secondOfDay: Int
  }

  private enum Day: Hashable {
    /// From 1 to 365; 29 February is not counted.
    case withoutLeapDay(Int)
    /// From 0 to 365.
    case ofYear(Int)
    /// A weekday from 0 for Sunday, in a week from 1 to 5, the last.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// Reads the text, if it is one.
  init?(_ text: ArraySlice<UInt8>) {
    var cursor = DigitCursor(text)
    guard Self.skipName(&cursor), let offset = Self.time(&cursor, most: 24) else { return nil }
    standardOffsetSeconds = -offset
    guard !cursor.isAtEnd else {
      summer = nil
      return
    }
    guard Self.skipName(&cursor) else { return nil }
    var summerOffsetSeconds = standardOffsetSeconds + 3600
    if cursor.next != UInt8(ascii: ",") {
      guard let offset = Self.time(&cursor, most: 24) else { return nil }
      summerOffsetSeconds = -offset
    }
    guard let start = Self.moment(&cursor), let end = Self.moment(&cursor), cursor.isAtEnd else {
      return nil
    }
    summer = Summer(offsetSeconds: summerOffsetSeconds, start: start, end: end)
  }
}

extension YearlyZoneRule {
  /// How far ahead of UTC clocks are at a moment.
  func offsetSeconds(at instantSeconds: Int64) -> Int {
    // A change of the year before is always among those around.
    changes(around: instantSeconds).last { $0.instant <= instantSeconds }?.offsetSeconds
      ?? standardOffsetSeconds
  }

  /// The changes of a moment's year and of its neighbours, in order.
  func changes(around instantSeconds: Int64) -> [(instant: Int64, offsetSeconds: Int)] {
    guard let summer else { return [] }
    let days = Int(exactly: flooredQuotient(instantSeconds, 86_400).quotient)
    let day = days.flatMap { CivilDate(daysSinceEpoch: $0) }
    let year = day?.year ?? (instantSeconds < 0 ? 1 : 9999)
    let all = (year - 1...year + 1).flatMap { year in
      [
        seconds(summer.start, year).map {
          ($0 - Int64(standardOffsetSeconds), summer.offsetSeconds)
        },
        seconds(summer.end, year).map { ($0 - Int64(summer.offsetSeconds), standardOffsetSeconds) },
      ].compactMap { $0 }
    }
    // Where summer time lasts all the year, its end and its next start are one moment, and the
    // start must be the later one.
    return all.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map { (instant: $0.element.0, offsetSeconds: $0.element.1) }
  }

  /// A moment of a year on the wall, in seconds since 1970.
  private func seconds(_ moment: Moment, _ year: Int) -> Int64? {
    guard let first = CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch else { return nil }
    let day: Int
    switch moment.day {
    case .withoutLeapDay(let number):
      day = first + number - (number >= 60 && CivilDate.isLeap(year: year) ? 0 : 1)
    case .ofYear(let number): day = first + number
    case .weekday(let month, let week, let weekday):
      guard let date = CivilDate(year: year, month: month, day: 1) else { return nil }
      let toFirst = (weekday - date.weekday.rawValue % 7 + 7) % 7
      let inMonth = toFirst + (week - 1) * 7
      let isTooLate = inMonth >= CivilDate.dayCount(year: year, month: month)
      day = date.daysSinceEpoch + (isTooLate ? inMonth - 7 : inMonth)
    }
    return Int64(day) * 86_400 + Int64(moment.secondOfDay)
  }
}

extension YearlyZoneRule {
  /// Steps over at least three letters, or anything but a bracket between `<` and `>`.
  private static func skipName(_ cursor: inout DigitCursor) -> Bool {
    let isQuoted = cursor.skip(UInt8(ascii: "<"))
    var byteCount = 0
    while let byte = cursor.next, isPartOfName(byte, isQuoted) {
      guard cursor.skip(byte) else { return false }
      byteCount += 1
    }
    return byteCount >= 3 && (!isQuoted || cursor.skip(UInt8(ascii: ">")))
  }

  private static func isPartOfName(_ byte: UInt8, _ isQuoted: Bool) -> Bool {
    ASCIISet.letters.contains(byte)
      || isQuoted
        && (ASCIISet.digits.contains(byte) || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: "-"))
  }

  /// Reads `[±]h[:mm[:ss]]` in seconds.
  private static func time(_ cursor: inout DigitCursor, most mostHours: Int) -> Int? {
    let isNegative = cursor.skip(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
    guard let hours = number(&cursor, 0...mostHours) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where cursor.skip(UInt8(ascii: ":")) {
      guard let number = number(&cursor, 0...59) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,day[/time]`.
  private static func moment(_ cursor: inout DigitCursor) -> Moment? {
    guard cursor.skip(UInt8(ascii: ",")), let day = day(&cursor) else { return nil }
    guard cursor.skip(UInt8(ascii: "/")) else { return Moment(day: day, secondOfDay: 7200) }
    return time(&cursor, most: 167).map { Moment(day: day, secondOfDay: $0) }
  }

  private static func day(_ cursor: inout DigitCursor) -> Day? {
    if cursor.skip(UInt8(ascii: "J")) {
      return number(&cursor, 1...365).map(Day.withoutLeapDay)
    }
    guard cursor.skip(UInt8(ascii: "M")) else { return number(&cursor, 0...365).map(Day.ofYear) }
    guard let month = number(&cursor, 1...12), cursor.skip(UInt8(ascii: ".")),
      let week = number(&cursor, 1...5), cursor.skip(UInt8(ascii: ".")),
      let weekday = number(&cursor, 0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  private static func number(_ cursor: inout DigitCursor, _ range: ClosedRange<Int>) -> Int? {
    let digits = cursor.skipDigits()
    guard 1...3 ~= digits.count, let number = DigitCursor.number(digits).map({ Int($0) }),
      range ~= number
    else {
      return nil
    }
    return number
  }
}
