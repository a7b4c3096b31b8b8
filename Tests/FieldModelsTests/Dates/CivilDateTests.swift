import FieldModels
import FieldTestSupport
import Testing

/// The calendar: which days exist, how they are counted, and in which week they are.
@Suite struct CivilDateTests {
  @Test(
    "a date is read strictly as YYYY-MM-DD",
    arguments: [
      ("1990-12-10", true), ("0001-01-01", true), ("9999-12-31", true), ("2000-02-29", true),
      ("1900-02-29", false), ("2023-02-29", false), ("2024-02-30", false), ("0000-01-01", false),
      ("2024-00-10", false), ("2024-13-10", false), ("2024-01-00", false), ("2024-1-10", false),
      ("24-01-10", false), ("+2024-01-10", false), ("2024-01-10 ", false), ("20240110", false),
      ("2024-01-1٠", false), ("", false), ("2024-01", false), ("2024-01-10T00:00", false),
    ])
  func reading(text: String, isDate: Bool) {
    let date = CivilDate(iso8601: text)
    #expect((date != nil) == isDate)
    #expect(date.map(\.description) == (isDate ? text : nil))
  }

  @Test("every day of ten thousand years is counted and found again")
  func days() {
    #expect(CivilDate.epoch.daysSinceEpoch == 0)
    var expected = CivilDate(year: 1, month: 1, day: 1)?.daysSinceEpoch ?? 0
    #expect(expected == -719_162)
    for year in CivilDate.years {
      for month in 1...12 {
        let last = CivilDate.dayCount(year: year, month: month)
        for day in [1, last] {
          let date = CivilDate(year: year, month: month, day: day)
          let count = date?.daysSinceEpoch
          if date == nil || count != expected + day - 1
            || CivilDate(daysSinceEpoch: count ?? 0) != date
          {
            Issue.record("\(year)-\(month)-\(day) is counted as \(String(describing: count))")
            return
          }
        }
        expected += last
      }
    }
    #expect(CivilDate(daysSinceEpoch: expected) == nil)
    #expect(CivilDate(daysSinceEpoch: expected - 1)?.description == "9999-12-31")
  }

  @Test("random days round-trip and keep their order", arguments: 1...4 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var previous = CivilDate.epoch
    for _ in 0..<2_000 {
      let count = Int.random(in: -719_162...2_932_896, using: &random)
      guard let date = CivilDate(daysSinceEpoch: count) else {
        Issue.record("no date for \(count)")
        return
      }
      #expect(date.daysSinceEpoch == count)
      #expect(CivilDate(iso8601: date.description) == date)
      #expect(CivilDate(year: date.year, dayOfYear: date.dayOfYear) == date)
      #expect((previous < date) == (previous.daysSinceEpoch < count))
      #expect(previous.adding(days: count - previous.daysSinceEpoch) == date)
      #expect(date.adding(days: 7)?.weekday ?? date.weekday == date.weekday)
      previous = date
    }
  }

  @Test(
    "months are added to the same day or the last",
    arguments: [
      ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
      ("2024-03-31", -1, "2024-02-29"), ("2023-12-15", 1, "2024-01-15"),
      ("2024-01-15", -1, "2023-12-15"), ("2024-02-29", 12, "2025-02-28"),
      ("2024-02-29", 48, "2028-02-29"), ("9999-12-01", 1, nil), ("0001-01-01", -1, nil),
      ("2024-01-01", .max, nil), ("2024-01-01", .min, nil), ("2024-05-31", 0, "2024-05-31"),
    ] as [(String, Int, String?)])
  func addingMonths(start: String, count: Int, end: String?) {
    #expect(CivilDate(iso8601: start)?.adding(months: count)?.description == end)
  }

  @Test("no count of days leaves the calendar or traps", arguments: [Int.max, .min, 3_000_000])
  func farDays(count: Int) {
    #expect(CivilDate.epoch.adding(days: count) == nil)
    #expect(CivilDate(daysSinceEpoch: count) == nil)
  }

  @Test(
    "weekdays and weeks are ISO 8601's",
    arguments: [
      ("1970-01-01", CivilDate.Weekday.thursday, 1970, 1), ("2024-12-30", .monday, 2025, 1),
      ("2021-01-03", .sunday, 2020, 53), ("2026-12-31", .thursday, 2026, 53),
      ("2023-01-01", .sunday, 2022, 52), ("2016-01-03", .sunday, 2015, 53),
      ("2008-12-29", .monday, 2009, 1), ("0001-01-01", .monday, 1, 1),
      ("9999-12-31", .friday, 9999, 52), ("2000-02-29", .tuesday, 2000, 9),
    ])
  func weeks(text: String, weekday: CivilDate.Weekday, weekYear: Int, week: Int) {
    let date = CivilDate(iso8601: text)
    #expect(date?.weekday == weekday)
    #expect(date?.isoWeekYear == weekYear)
    #expect(date?.isoWeek == week)
  }
}
