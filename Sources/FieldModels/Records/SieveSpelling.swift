/// How records have the dates of a field whose values are written otherwise than its drafts (`valueFormat`): what is read
/// of such a text, and written down as the draft that it stands for.
///
/// Days and times in numbers are known to it, a pattern with names is not.
enum SieveSpelling {
  /// A part of such a text.
  enum Part: Sendable {
    case byte(UInt8)
    /// So many digits, or with one digit one or two.
    case number(Unit, digitCount: Int)
    /// `AM` or `PM`.
    case halfOfDay
  }

  /// What a number says.
  enum Unit: Int, Sendable {
    case year, month, day, hour, hourOfHalf, minute, second
  }

  /// What a text has said.
  struct Reading {
    private var numbers = InlineArray<7, Int>(repeating: 0)
    var isAfternoon = false

    subscript(unit: Unit) -> Int {
      get { numbers[unit.rawValue] }
      set { numbers[unit.rawValue] = newValue }
    }
  }

  /// The parts of the texts that a pattern shows of days or times of day; nil where they are not all known, or
  /// something is said twice.
  static func parts(of pattern: DatePattern, _ mode: DateMode) -> [Part]? {
    var parts: [Part] = []
    var units: Set<Unit> = []
    var hasHalf = false
    for token in pattern.tokens {
      switch token {
      case .literal(let text):
        guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        parts += text.utf8.map { .byte($0) }
      case .field(.dayPeriod, 1...3, _):
        hasHalf = true
        parts.append(.halfOfDay)
      case .field(let field, let width, _):
        guard let unit = Unit(field, width), units.insert(unit).inserted else { return nil }
        parts.append(.number(unit, digitCount: width))
      }
    }
    switch mode {
    case .date: return units == [.year, .month, .day] && !hasHalf ? parts : nil
    case .time:
      let rest = units.subtracting([.minute, .second])
      return rest == (hasHalf ? [.hourOfHalf] : [.hour]) ? parts : nil
    case .dateAndTime, .countDownTimer: return nil
    }
  }
}

extension SieveSpelling.Unit {
  /// Nil for what is no number, or not all of one.
  fileprivate init?(_ field: DatePatternField, _ width: Int) {
    switch (field, width) {
    case (.year, 4), (.extendedYear, 4): self = .year
    case (.month, 1...2), (.standaloneMonth, 1...2): self = .month
    case (.day, _): self = .day
    case (.hourFrom0To23, _): self = .hour
    case (.hourFrom1To12, _): self = .hourOfHalf
    case (.minute, _): self = .minute
    case (.second, _): self = .second
    default: return nil
    }
  }
}

extension RecordSieve {
  /// Passes a text that is written otherwise than drafts are, and notes the draft.
  func lookAtWritten(
    _ cursor: inout SieveCursor, _ place: Int, in scratch: SieveScratch,
    noting note: inout SieveNote
  ) -> Look {
    guard let text = cursor.string() else { return .unreadable }
    if text.range.isEmpty {
      note.state = .empty
      return lookAtEmptyText(place)
    }
    // A time has a machine that says which there are, a day has none.
    let isDay = members[place].field.machines.isEmpty
    guard !text.hasEscapes, let reading = reading(of: text.range, in: cursor, place),
      let (texts, range) = scratch.write(
        reading, asDay: isDay, cursor)
    else { return .doubtful }
    unsafe note.hold(texts.address(of: range.lowerBound), count: range.count)
    if isDay {
      return Look(note.dateKey.map { members[place].field.dates.contains($0) } ?? false)
    }
    return Look(isRight(SieveCursor.Text(range: range, isASCII: true), texts, place))
  }

  /// What a text says; nil where it is written otherwise.
  private func reading(
    of text: Range<Int>, in cursor: SieveCursor, _ place: Int
  ) -> SieveSpelling.Reading? {
    var reading = SieveSpelling.Reading()
    var index = text.lowerBound
    func byte() -> UInt8 { index < text.upperBound ? cursor.byte(at: index) : 0 }
    for part in members[place].field.spelling {
      switch spellings[part] {
      case .byte(let known):
        if byte() != known { return nil }
        index &+= 1
      case .halfOfDay:
        reading.isAfternoon = byte() == UInt8(ascii: "P")
        if !reading.isAfternoon, byte() != UInt8(ascii: "A") { return nil }
        index &+= 1
        if byte() != UInt8(ascii: "M") { return nil }
        index &+= 1
      case .number(let unit, let digitCount):
        let start = index
        var number = 0
        while SieveNumber.isDigit(byte()), index &- start < max(2, digitCount) {
          number = number &* 10 &+ Int(byte() &- 0x30)
          index &+= 1
        }
        let count = index &- start
        // What needs no zero before it has none.
        guard count == digitCount || digitCount == 1 && count == 2 && 9 < number else { return nil }
        if unit == .hourOfHalf, !(1...12).contains(number) { return nil }
        reading[unit] = number
      }
    }
    guard index == text.upperBound else { return nil }
    if reading[.hourOfHalf] != 0 {
      reading[.hour] = reading[.hourOfHalf] % 12 &+ (reading.isAfternoon ? 12 : 0)
    }
    return reading
  }
}

extension SieveScratch {
  /// Writes down the day or the time that a text has said, as drafts have it.
  ///
  /// - Returns: one who goes over all texts, and where in them this one is; nil where there is no room for it
  fileprivate func write(
    _ reading: SieveSpelling.Reading, asDay: Bool, _ cursor: SieveCursor
  ) -> (texts: SieveCursor, range: Range<Int>)? {
    let start = textByteCount
    guard start &+ SieveDate.byteCount <= Size.textByteCount else { return nil }
    if asDay {
      write(reading[.year] / 100)
      write(reading[.year] % 100)
      write(UInt8(ascii: "-"), reading[.month])
      write(UInt8(ascii: "-"), reading[.day])
    } else {
      write(reading[.hour])
      write(UInt8(ascii: ":"), reading[.minute])
      if reading[.second] != 0 { write(UInt8(ascii: ":"), reading[.second]) }
    }
    return (over(cursor), start..<textByteCount)
  }

  private func write(_ sign: UInt8, _ number: Int) {
    write(byte: sign)
    write(number)
  }

  /// Writes a number of two digits.
  private func write(_ number: Int) {
    write(byte: 0x30 &+ UInt8(truncatingIfNeeded: number / 10))
    write(byte: 0x30 &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
