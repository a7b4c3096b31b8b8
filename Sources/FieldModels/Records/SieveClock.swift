/// What the limits of times, of dates with times and of lengths of time are counted in, to which a text of a record
/// is held.
///
/// They are whole seconds. What is nearer to a limit than a second has to be looked at closely.
enum SieveClock: Sendable {
  /// There is no limit.
  case none
  /// Since midnight, or how long it takes.
  case ofDay, ofDuration
  /// Since 1970-01-01T00:00 in UTC, which is what a text means that says no offset.
  case inUTC
  /// By the clock on the wall, where a text that says no offset means that of another zone.
  case elsewhere

  /// What clocks may differ by, with room to spare: the offsets of the text and of the limit, and a zone's.
  fileprivate static let margin: Int64 = 3 * secondsOfDay
  fileprivate static let secondsOfDay: Int64 = 86_400
}

extension SieveBuilder {
  /// Adds the limits of a text that says when or how long; false where a look can't hold it to them.
  mutating func addLimits(of definition: FieldDefinition, _ sieve: inout SieveField) -> Bool {
    guard let ends = definition.fixedEnds(today: today) else { return false }
    if ends.isEmpty { return true }
    for end in ends {
      guard let seconds = SieveSeconds(end.date, definition.mode) else { return false }
      if end.isUpper {
        sieve.most = min(sieve.most, end.isExclusive ? seconds.lastBefore : seconds.last)
      } else {
        sieve.least = max(sieve.least, end.isExclusive ? seconds.firstBehind : seconds.first)
      }
    }
    // From the evening to the morning is through midnight.
    guard sieve.least <= sieve.most else { return false }
    sieve.clock =
      switch definition.mode {
      case .time: .ofDay
      case .countDownTimer: .ofDuration
      case .date, .dateAndTime: definition.momentZone == .utc ? .inUTC : .elsewhere
      }
    // What says that a text has the right form knows no limits.
    sieve.sort = .text
    return true
  }
}

/// The seconds around a limit.
private struct SieveSeconds {
  /// The first that is not before it, and the first that is behind it.
  let first: Int64
  let firstBehind: Int64
  /// The last whose beginning is not behind it, and the last whose beginning is before it.
  let last: Int64
  let lastBefore: Int64

  /// Nil for a limit that is on no scale of the mode's.
  init?(_ date: DateValue, _ mode: DateMode) {
    switch (date, mode) {
    case (.date(let day), .dateAndTime):
      let midnight = Int64(day.daysSinceEpoch) * SieveClock.secondsOfDay
      self.init(from: midnight, to: midnight + SieveClock.secondsOfDay - 1)
    case (.dateAndTime(let moment), .dateAndTime):
      self.init(moment.secondsSinceEpoch, moment.time)
    case (.time(let time), .time): self.init(Int64(time.secondOfDay), time)
    case (.duration(let duration), .countDownTimer):
      self.init(from: duration.seconds, to: duration.seconds)
    case (.date, _), (.time, _), (.dateAndTime, _), (.duration, _): return nil
    }
  }

  private init(from first: Int64, to last: Int64) {
    (self.first, self.last) = (first, last)
    (firstBehind, lastBefore) = (last + 1, first - 1)
  }

  private init(_ second: Int64, _ time: CivilTime) {
    let isWhole = time.nanosecond == 0
    (first, firstBehind) = (isWhole ? second : second + 1, second + 1)
    (last, lastBefore) = (second, isWhole ? second - 1 : second)
  }
}

extension FieldDefinition {
  /// The dates that limit what may be chosen, those of rules too; nil where more than these decides.
  ///
  /// Other fields are compared once all of a record is known.
  func fixedEnds(
    today: CivilDate
  ) -> [(date: DateValue, isUpper: Bool, isExclusive: Bool)]? {
    var ends: [(date: DateValue, isUpper: Bool, isExclusive: Bool)] = []
    func add(_ bound: DateBound?, isUpper: Bool, isExclusive: Bool) -> Bool {
      switch bound {
      case nil: return true
      case .fixed(.date(let date))?: ends.append((date, isUpper, isExclusive))
      // Elsewhere it may be another day.
      case .today?:
        if hasZone { return false }
        ends.append((.date(today), isUpper, isExclusive))
      case .field?: return isExclusive
      case .fixed?: return false
      }
      return true
    }
    guard add(minimumDate, isUpper: false, isExclusive: false),
      add(maximumDate, isUpper: true, isExclusive: false)
    else { return nil }
    for rule in rules {
      let isKnown =
        switch rule.check {
        case .minimum(let limit, let isExclusive):
          add(.fixed(limit), isUpper: false, isExclusive: isExclusive)
        case .maximum(let limit, let isExclusive):
          add(.fixed(limit), isUpper: true, isExclusive: isExclusive)
        case .after(let bound): add(bound, isUpper: false, isExclusive: true)
        case .before(let bound): add(bound, isUpper: true, isExclusive: true)
        case .equals, .holds: true
        case .minLength, .maxLength, .pattern, .format, .step, .oneOf, .schema, .validator: false
        }
      if !isKnown { return nil }
    }
    return ends
  }
}

extension SieveField {
  /// Whether a text of the right form that says when, or how long, is surely between the limits.
  func isWithinLimits(_ text: Range<Int>, _ cursor: SieveCursor) -> Bool {
    var reader = SieveClockReader(cursor, text)
    if clock == .ofDuration { return (least...most).contains(reader.duration()) }
    var second: Int64 = 0
    if clock != .ofDay {
      guard let days = reader.days() else { return false }
      second = days &* SieveClock.secondsOfDay
    }
    second &+= reader.secondOfDay()
    let hasFraction = reader.skipFraction()
    var margin: Int64 = 0
    switch clock {
    case .none, .ofDay, .ofDuration: break
    case .inUTC: second &-= reader.offset()
    case .elsewhere: margin = SieveClock.margin
    }
    guard least &+ margin <= second || least == .min, second <= most &- margin || most == .max
    else {
      return false
    }
    return !hasFraction || second < most
  }
}

/// Reads a text that says when or how long, and whose form is known.
private struct SieveClockReader {
  private let cursor: SieveCursor
  private let end: Int
  private var place: Int

  init(_ cursor: SieveCursor, _ text: Range<Int>) {
    (self.cursor, place, end) = (cursor, text.lowerBound, text.upperBound)
  }

  private var next: UInt8? { place < end ? cursor.byte(at: place) : nil }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    place &+= 1
    return true
  }

  private mutating func number() -> Int64 {
    var number: Int64 = 0
    while let digit = next, SieveNumber.isDigit(digit) {
      number = number &* 10 &+ Int64(digit &- 0x30)
      place &+= 1
    }
    return number
  }

  /// The days of a date since the epoch, and what stands between it and a time.
  mutating func days() -> Int64? {
    let year = number()
    place &+= 1
    let month = number()
    place &+= 1
    let date = CivilDate(year: Int(year), month: Int(month), day: Int(number()))
    place &+= 1
    return date.map { Int64($0.daysSinceEpoch) }
  }

  /// The second of a time of hours and minutes, and perhaps seconds.
  mutating func secondOfDay() -> Int64 {
    let hour = number()
    place &+= 1
    let minutes = hour &* 60 &+ number()
    return minutes &* 60 &+ (skip(":") ? number() : 0)
  }

  /// Whether there is a fraction of a second.
  mutating func skipFraction() -> Bool {
    guard skip(".") else { return false }
    _ = number()
    return true
  }

  /// The seconds by which the clock is ahead of UTC; none where the text says nothing.
  mutating func offset() -> Int64 {
    let isBehind = skip("-")
    guard isBehind || skip("+") else { return 0 }
    let seconds = secondOfDay()
    return isBehind ? -seconds : seconds
  }

  /// The seconds of a length of time.
  mutating func duration() -> Int64 {
    guard skip("P") else { return secondOfDay() }
    var seconds: Int64 = 0
    while place < end {
      if skip("T") { continue }
      let count = number()
      let unit: Int64 =
        switch next {
        case UInt8(ascii: "W"): 7 * SieveClock.secondsOfDay
        case UInt8(ascii: "D"): SieveClock.secondsOfDay
        case UInt8(ascii: "H"): 3600
        case UInt8(ascii: "M"): 60
        default: 1
        }
      seconds &+= count &* unit
      place &+= 1
    }
    return seconds
  }
}
