import FieldModels

/// Places on a scale beside others: numbers, dates, times and what else limits are made of.
enum SampleScale {
  /// The nearest places on both sides of one, on each scale on which the text has one.
  static func texts(around text: String) -> [String] {
    scales.flatMap { scale -> [String] in
      guard let place = scale.measure(text) else { return [] }
      return neighbours(of: place, step: nil, base: nil)
    }
  }

  private static let scales: [Scale] = [
    .number, .date(.date), .date(.time), .date(.dateAndTime), .date(.countDownTimer), .month, .week,
  ]

  /// Places beside one, and the nearest on both sides that are so many steps from a base.
  static func neighbours(of place: Measure, step: Decimal?, base: Measure?) -> [String] {
    if case .number(let number) = place {
      return numbers(around: number, step: step, base: base)
    }
    var texts = [-40, -7, -2, -1, 0, 1, 2, 7, 40].flatMap { self.texts(of: place, movedBy: $0) }
    if let step = step.flatMap({ Int($0.description) }), 0 < step,
      let units = Int(place.units.description),
      let start = Int((base?.units ?? Decimal(0)).description)
    {
      let past = (units - start) % step
      for count in [-1, 0, 1, 2] {
        texts += self.texts(of: place, movedBy: count * step - past)
      }
    }
    return texts
  }

  private static func numbers(
    around number: Decimal, step: Decimal?, base: Measure?
  ) -> [String] {
    var numbers = [number]
    for distance in [Decimal(1), Decimal(1, exponent: -1), Decimal(1, exponent: -3)] {
      numbers += [number + distance, number - distance]
    }
    if let step {
      numbers += [number + step, number - step]
      let start: Decimal = if case .number(let base) = base { base } else { Decimal(0) }
      numbers += multiples(of: step, from: start, around: number)
    }
    return numbers.map(\.description)
  }

  /// The nearest numbers to one that are whole steps from a start.
  private static func multiples(
    of step: Decimal, from start: Decimal, around number: Decimal
  ) -> [Decimal] {
    // Counted in the smallest place that any of the three has.
    for places in 0...9 {
      func whole(_ value: Decimal) -> Int? {
        Decimal("\(value)e\(places)").flatMap { Int($0.description) }
      }
      guard let step = whole(step), step != 0, let start = whole(start), let number = whole(number)
      else { continue }
      let (distance, isTooFar) = number.subtractingReportingOverflow(start)
      if isTooFar { return [] }
      return [-1, 0, 1, 2].compactMap { count in
        let (moved, isHuge) = (number - distance % step).addingReportingOverflow(count * step)
        return isHuge ? nil : Decimal(moved, exponent: -places)
      }
    }
    return []
  }

  /// A place so many of its scale's units further, as fields and formats write it.
  private static func texts(of place: Measure, movedBy units: Int) -> [String] {
    let moved: Measure?
    switch place {
    case .number: moved = nil
    case .month(let month): moved = month.adding(months: units).map { .month($0) }
    case .week(let monday): moved = monday.adding(days: 7 * units).map { .week($0) }
    case .date(.date(let day)): moved = day.adding(days: units).map { .date(.date($0)) }
    case .date(.time(let time)):
      moved = Self.time(time.secondOfDay + units, time).map { .date(.time($0)) }
    case .date(.dateAndTime(let value)):
      moved = Self.moment(value, movedBy: units).map { .date(.dateAndTime($0)) }
    case .date(.duration(let duration)):
      moved = CivilDuration(seconds: duration.seconds + Int64(units)).map { .date(.duration($0)) }
    }
    guard let moved else { return [] }
    let text = moved.description
    // A moment with an offset, and one without, are two formats.
    guard case .date(.dateAndTime(let value)) = moved, value.utcOffsetSeconds == nil else {
      return [text]
    }
    return [text, text + "Z"]
  }

  private static func time(_ second: Int, _ like: CivilTime) -> CivilTime? {
    guard (0..<86_400).contains(second) else { return nil }
    return CivilTime(
      hour: second / 3600, minute: second / 60 % 60, second: second % 60,
      nanosecond: like.nanosecond)
  }

  private static func moment(_ value: CivilDateTime, movedBy seconds: Int) -> CivilDateTime? {
    let sum = value.time.secondOfDay + seconds
    let days = sum >= 0 ? sum / 86_400 : (sum - 86_399) / 86_400
    guard let date = value.date.adding(days: days), let time = time(sum - days * 86_400, value.time)
    else { return nil }
    return CivilDateTime(date: date, time: time, utcOffsetSeconds: value.utcOffsetSeconds)
  }
}
