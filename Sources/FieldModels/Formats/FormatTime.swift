/// Dates and times as formats, where each standard has a grammar of its own.
///
/// HTML has no offsets and no leap seconds, RFC 3339 demands the first and allows the second, and
/// ISO 8601's other notations (ordinal days, basic form, commas, 24:00) are none of theirs. Years
/// run from 0001, as HTML's do.
extension Format {
  private static let hyphen = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    return readDate(&cursor) != nil && cursor.isAtEnd
  }

  private static func readDate(_ cursor: inout DigitCursor) -> CivilDate? {
    try? CivilDate.read(&cursor)
  }

  /// A date and a time with an offset; a leap second only where one can be, which is in the last
  /// minute, in UTC, of the last day of a month.
  static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    guard let date = readDate(&cursor),
      cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t")),
      let time = readTimeWithOffset(&cursor), cursor.isAtEnd
    else { return false }
    guard time.isLeapSecond else { return true }
    let dayShift = time.utcMinute < 0 ? -1 : time.utcMinute / 1440
    guard let utcDate = date.adding(days: dayShift) else { return false }
    return utcDate.day == CivilDate.dayCount(year: utcDate.year, month: utcDate.month)
  }

  /// A time with an offset, whose date is not known when a leap second is judged.
  static func isTimeWithOffset(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    return readTimeWithOffset(&cursor) != nil && cursor.isAtEnd
  }

  /// Reads a time and answers its minute in UTC, which may be of the day before or after.
  private static func readTimeWithOffset(
    _ cursor: inout DigitCursor
  ) -> (utcMinute: Int, isLeapSecond: Bool)? {
    guard let hour = cursor.number(digitCount: 2), cursor.skip(colon),
      let minute = cursor.number(digitCount: 2), cursor.skip(colon),
      let second = cursor.number(digitCount: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    if cursor.skip(dot), cursor.skipDigits().isEmpty { return nil }
    guard let offset = readOffset(&cursor) else { return nil }
    let utcMinute = hour * 60 + minute - offset
    // Offsets are below a day, so a day more makes the remainder positive.
    guard second < 60 || (utcMinute + 1440) % 1440 == 1439 else { return nil }
    return (utcMinute, second == 60)
  }

  private static func readOffset(_ cursor: inout DigitCursor) -> Int? {
    if cursor.skip(UInt8(ascii: "Z")) || cursor.skip(UInt8(ascii: "z")) { return 0 }
    let isWest = cursor.skip(hyphen)
    guard isWest || cursor.skip(UInt8(ascii: "+")),
      let hours = cursor.number(digitCount: 2), cursor.skip(colon),
      let minutes = cursor.number(digitCount: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// HTML's valid local date and time, whose separator may be a space.
  static func isLocalDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let separator = bytes.dropFirst(10).first,
      separator == UInt8(ascii: "T") || separator == UInt8(ascii: " ")
    else { return false }
    return isDate(bytes.prefix(10)) && isTime(bytes.dropFirst(11))
  }

  /// HTML's valid time: seconds and up to three digits of fraction if wanted.
  static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    guard bytes.count <= 12, let time = try? CivilTime.read(&cursor) else { return false }
    return time.hour < 24 && cursor.isAtEnd
  }

  static func isMonth(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 7 && isDate(bytes + Array("-01".utf8))
  }

  static func isWeek(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    guard let year = cursor.number(digitCount: 4), year > 0, cursor.skip(hyphen),
      cursor.skip(UInt8(ascii: "W")), let week = cursor.number(digitCount: 2), cursor.isAtEnd
    else { return false }
    return 1...CivilDate.isoWeekCount(year: year) ~= week
  }

  /// RFC 3339, appendix A: weeks alone, or dates and times without gaps between their units.
  static func isDuration(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let body = bytes.dropFirst()
    if body.last == UInt8(ascii: "W") {
      return body.count > 1 && body.dropLast().allSatisfy(ASCIISet.digits.contains)
    }
    let dateEnd = body.firstIndex(of: UInt8(ascii: "T")) ?? body.endIndex
    let (date, time) = (body[..<dateEnd], body[dateEnd...].dropFirst())
    guard areUnits(date, "YMD"), areUnits(time, "HMS") else { return false }
    return dateEnd == body.endIndex ? !date.isEmpty : !time.isEmpty
  }

  /// Numbers with units that follow each other in a row of letters, or nothing at all.
  private static func areUnits(_ bytes: ArraySlice<UInt8>, _ letters: StaticString) -> Bool {
    let order = Array(letters.description.utf8)
    var cursor = DigitCursor(bytes)
    var expected: Int?
    while !cursor.isAtEnd {
      guard !cursor.skipDigits().isEmpty, let letter = cursor.next, cursor.skip(letter),
        let place = order.firstIndex(of: letter), place == expected ?? place
      else { return false }
      expected = place + 1
    }
    return true
  }
}
