import FieldModels
import FieldTestSupport
import Testing

/// The text of date fields in their four modes: what is read, what is said, what comes before.
@Suite struct DateValueTests {
  @Test(
    "text is read in its mode and written canonically",
    arguments: [
      (.date, "1990-12-10", "1990-12-10"), (.time, "09:05", "09:05"),
      (.time, "09:05:00", "09:05"), (.time, "23:59:59.500", "23:59:59.5"),
      (.time, "00:00:00.000000001", "00:00:00.000000001"),
      (.dateAndTime, "1990-12-10T09:05", "1990-12-10T09:05"),
      (.dateAndTime, "1990-12-10T09:05:07.25Z", "1990-12-10T09:05:07.25Z"),
      (.dateAndTime, "1990-12-10T09:05+00:00", "1990-12-10T09:05Z"),
      (.dateAndTime, "1990-12-10T09:05-00:00", "1990-12-10T09:05Z"),
      (.dateAndTime, "1990-12-10T09:05-08:30", "1990-12-10T09:05-08:30"),
      (.countDownTimer, "PT1H30M", "PT1H30M"), (.countDownTimer, "01:30", "PT1H30M"),
      (.countDownTimer, "01:30:05", "PT1H30M5S"), (.countDownTimer, "PT90M", "PT1H30M"),
      (.countDownTimer, "P1DT12H", "PT36H"), (.countDownTimer, "P2W", "PT336H"),
      (.countDownTimer, "PT0S", "PT0S"), (.countDownTimer, "PT1H5S", "PT1H5S"),
      (.countDownTimer, "PT0000000000000000000000001S", "PT1S"),
    ] as [(DateMode, String, String)])
  func reading(mode: DateMode, text: String, canonical: String) throws {
    let value = try DateValue.parse(text, mode: mode).get()
    #expect(value.description == canonical)
    #expect(value.mode == mode)
    #expect(try DateValue.parse(canonical, mode: mode).get() == value)
  }

  @Test(
    "what is wrong is said precisely",
    arguments: [
      (.date, "12/10/1990", "Not an ISO 8601 date (YYYY-MM-DD)"),
      (.date, "1990-12-10T00:00", "Not an ISO 8601 date (YYYY-MM-DD)"),
      (.date, "2023-02-29", "February 2023 has 28 days"),
      (.date, "2024-02-30", "February 2024 has 29 days"),
      (.date, "2024-04-31", "April 2024 has 30 days"),
      (.date, "2024-13-01", "Month 13 does not exist"),
      (.date, "2024-00-01", "Month 00 does not exist"),
      (.date, "2024-01-00", "Day 00 does not exist"),
      (.date, "0000-01-01", "Year 0000 does not exist; years run from 0001 to 9999"),
      (.time, "9:05", "Not an ISO 8601 time (HH:MM or HH:MM:SS)"),
      (.time, "09:05Z", "Not an ISO 8601 time (HH:MM or HH:MM:SS)"),
      (.time, "09:05:", "Not an ISO 8601 time (HH:MM or HH:MM:SS)"),
      (.time, "09:05:07.", "Not an ISO 8601 time (HH:MM or HH:MM:SS)"),
      (.time, "24:00", "Hour 24 does not exist; midnight is 00:00 of the next day"),
      (.time, "25:00", "Hour 25 does not exist"), (.time, "09:60", "Minute 60 does not exist"),
      (.time, "23:59:60", "Second 60 is a leap second, which a time of day cannot have"),
      (.time, "23:59:61", "Second 61 does not exist"),
      (.time, "09:05:07.1234567891", "A second has at most nine digits of fraction"),
      (.dateAndTime, "1990-12-10", "Not an ISO 8601 date and time (YYYY-MM-DDTHH:MM)"),
      (.dateAndTime, "1990-12-10 09:05", "Not an ISO 8601 date and time (YYYY-MM-DDTHH:MM)"),
      (.dateAndTime, "1990-12-10T09:05z", "Not an ISO 8601 date and time (YYYY-MM-DDTHH:MM)"),
      (.dateAndTime, "1990-12-10T09:05+1", "Not an ISO 8601 date and time (YYYY-MM-DDTHH:MM)"),
      (.dateAndTime, "1990-12-10T09:05+24:00", "Offsets from UTC run from -23:59 to +23:59"),
      (.dateAndTime, "1990-12-10T09:05+01:60", "Offsets from UTC run from -23:59 to +23:59"),
      (.countDownTimer, "P1M", "Years and months have no fixed length; use days, hours or minutes"),
      (.countDownTimer, "PT1.5H", "A duration here is a whole number of seconds"),
      (.countDownTimer, "00:00:01.5", "A duration here is a whole number of seconds"),
      (.countDownTimer, "PT9999999999999999S", "The duration is too long"),
      (.countDownTimer, "P999999999999999W", "The duration is too long"),
      (.countDownTimer, "PT", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "P", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "P1DT", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "PT1M1H", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "PT1H1H", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "P1W1D", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "-PT1H", "Not a duration (PT1H30M or HH:MM)"),
      (.countDownTimer, "P1H", "Not a duration (PT1H30M or HH:MM)"),
    ] as [(DateMode, String, String)])
  func problems(mode: DateMode, text: String, message: String) {
    switch DateValue.parse(text, mode: mode) {
    case .success(let value): Issue.record("read as \(value)")
    case .failure(let problem): #expect(problem.message == message)
    }
  }

  @Test(
    "values of one mode are before each other, a day stands as a whole beside a moment, others do not compare",
    arguments: [
      (.date, "2024-01-31", .date, "2024-02-01", true),
      (.date, "2024-02-01", .date, "2024-02-01", false),
      (.time, "09:05", .time, "09:05:00.1", true),
      (.dateAndTime, "2024-01-01T10:00+02:00", .dateAndTime, "2024-01-01T09:00Z", true),
      (.dateAndTime, "2024-01-01T23:30-01:00", .dateAndTime, "2024-01-02T00:15Z", false),
      (.dateAndTime, "2024-01-01T10:00", .dateAndTime, "2024-01-01T10:01", true),
      (.dateAndTime, "2024-01-01T10:00", .dateAndTime, "2024-01-01T11:00Z", nil),
      (.countDownTimer, "PT59M", .countDownTimer, "01:00", true),
      (.date, "2024-01-01", .dateAndTime, "2024-01-02T00:00", true),
      (.date, "2024-01-01", .dateAndTime, "2024-01-01T23:59", false),
      (.dateAndTime, "2024-01-01T23:59", .date, "2024-01-01", false),
      (.dateAndTime, "2024-01-01T23:59", .date, "2024-01-02", true),
      (.date, "2024-01-01", .time, "10:00", nil),
      (.time, "01:00", .countDownTimer, "02:00", nil),
    ] as [(DateMode, String, DateMode, String, Bool?)])
  func order(
    mode: DateMode, text: String, otherMode: DateMode, otherText: String, isBefore: Bool?
  ) throws {
    let value = try DateValue.parse(text, mode: mode).get()
    let other = try DateValue.parse(otherText, mode: otherMode).get()
    #expect(value.isBefore(other) == isBefore)
  }

  @Test("random text never traps, and what is read is read again", arguments: DateMode.allCases)
  func randomText(mode: DateMode) {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("0123456789-:TZ+.PWDHMS ".utf8)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .success(let value) = DateValue.parse(text, mode: mode) else { continue }
      #expect(DateValue.parse(value.description, mode: mode) == .success(value))
    }
  }
}
