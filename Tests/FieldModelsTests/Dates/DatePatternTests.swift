import FieldModels
import FieldTestSupport
import Testing

/// Unicode date patterns: what they show, what is wrong with them, and the way back.
@Suite struct DatePatternTests {
  @Test(
    "each field shows its part of a date and time",
    arguments: [
      ("MMM dd, yyyy", "Dec 10, 1990"), ("d/M/yy", "10/12/90"), ("y", "1990"), ("yyy", "1990"),
      ("u", "1990"), ("uuuu", "1990"), ("MM", "12"), ("MMMM", "December"), ("MMMMM", "D"),
      ("LLL L", "Dec 12"), ("D DDD", "344 344"), ("E", "Mon"), ("EEEE", "Monday"),
      ("EEEEE", "M"), ("EEEEEE", "Mo"), ("e ee eee", "1 01 Mon"), ("c cccc", "1 Monday"),
      ("G GGGG GGGGG", "AD Anno Domini A"), ("Q QQ QQQ QQQQ q", "4 04 Q4 4th quarter 4"),
      ("'W'w Y W", "W50 1990 2"), ("h:mm a", "3:04 PM"), ("hh aaaa aaaaa", "03 PM p"),
      ("H HH", "15 15"), ("K k", "3 15"), ("m ss", "4 05"), ("S SSS SSSSSSSSS", "0 060 060000000"),
      ("h 'o''clock'", "3 o'clock"), ("''yy''", "'90'"), ("yyyy年M月d日", "1990年12月10日"),
      ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "1990-12-10T15:04:05.060+05:30"),
      ("z zzzz", "GMT+5:30 GMT+05:30"), ("Z ZZZZ ZZZZZ", "+0530 GMT+05:30 +05:30"),
      ("O OOOO", "GMT+5:30 GMT+05:30"), ("X XX XXX", "+0530 +0530 +05:30"),
      ("x xx xxx xxxx xxxxx", "+0530 +0530 +05:30 +0530 +05:30"),
    ])
  func formatting(pattern: String, shown: String) throws {
    let value = try DateValue.parse("1990-12-10T15:04:05.06+05:30", mode: .dateAndTime).get()
    #expect(try DatePattern.parse(pattern).get().format(value) == shown)
  }

  @Test(
    "values show what they have and dashes for what they have not",
    arguments: [
      (.date, "1990-12-10", "yyyy-MM-dd HH:mm", "1990-12-10 --:--"),
      (.time, "00:04", "h:mm a", "12:04 AM"), (.time, "12:04", "K:mm k", "0:04 12"),
      (.time, "00:04", "k", "24"), (.time, "09:05", "MMM", "--"),
      (.countDownTimer, "P2DT1H", "H:mm:ss a", "49:00:00 --"),
      (.dateAndTime, "1990-12-10T09:05", "HH:mm X", "09:05 --"),
      (.dateAndTime, "1990-12-10T09:05Z", "X x z O ZZZZZ Z", "Z +00 GMT GMT Z +0000"),
      (.dateAndTime, "1990-12-10T09:05-03:00", "X O", "-03 GMT-3"),
      (.date, "2024-12-30", "YYYY-'W'ww-e", "2025-W01-1"),
      (.date, "0007-01-02", "y yy yyyy", "7 07 0007"),
      (.date, "2026-03-01", "W", "0"),
    ] as [(DateMode, String, String, String)])
  func lacking(mode: DateMode, text: String, pattern: String, shown: String) throws {
    let value = try DateValue.parse(text, mode: mode).get()
    #expect(try DatePattern.parse(pattern).get().format(value) == shown)
  }

  @Test(
    "the clocks of old days show their seconds, and are read back as the same moment",
    arguments: [
      (6264, "X", "+0144"), (6264, "xx", "+0144"), (6264, "XXX", "+01:44"),
      (6264, "xxxx", "+014424"), (6264, "XXXX", "+014424"), (6264, "xxxxx", "+01:44:24"),
      (6264, "XXXXX", "+01:44:24"), (6264, "ZZZZZ", "+01:44:24"), (6264, "Z", "+014424"),
      (6264, "ZZZZ", "GMT+01:44:24"), (6264, "OOOO", "GMT+01:44:24"), (6264, "z", "GMT+1:44:24"),
      (3605, "O", "GMT+1:00:05"), (3605, "x", "+01"), (3600, "xxxxx", "+01:00"),
      (-4772, "XXXXX", "-01:19:32"), (-30, "X", "Z"), (-30, "x", "+00"), (-30, "xxx", "+00:00"),
      (-30, "XXXXX", "-00:00:30"), (-30, "ZZZZZ", "-00:00:30"), (-30, "O", "GMT-0:00:30"),
      (0, "XXXXX xxxxx", "Z +00:00"),
    ])
  func historicOffsets(offsetSeconds: Int, letters: String, shown: String) throws {
    let local = try #require(CivilDateTime(iso8601: "1890-12-10T15:04"))
    let moment = local.inZone(.fixed(offsetSeconds: offsetSeconds))
    let value = DateValue.dateAndTime(moment)
    #expect(try DatePattern.parse(letters).get().format(value) == shown)
    let pattern = try DatePattern.parse("yyyy-MM-dd HH:mm:ss \(letters)").get()
    guard letters != "XXXXX xxxxx", shown.contains(":24") || offsetSeconds == 3600 else { return }
    let read = try #require(pattern.parse(pattern.format(value), mode: .dateAndTime))
    #expect(read == value)
    let written = try DateValue.parse(read.description, mode: .dateAndTime).get()
    #expect(written.inZone(.fixed(offsetSeconds: offsetSeconds)) == value)
  }

  @Test("the standard pattern is the one that its text reads as")
  func standard() throws {
    #expect(try DatePattern.parse("MMM dd, yyyy").get() == .standard)
  }

  @Test(
    "a pattern that cannot be read says where, why and what instead",
    arguments: [
      ("yyyy-MM-ddTHH:mm", 10, 1, "'T' is not a date field", "'T'"),
      ("dd.MM.yyyyy", 6, 5, "'y' stands at most 4 times, not 5", "yyyy"),
      ("dddd d", 0, 4, "'d' stands at most 2 times, not 4", "EEEE"),
      ("WW", 0, 2, "'W' stands at most once, not 2", "W"),
      ("hh:mm tt", 6, 2, "'t' is not a date field", "a"),
      ("HH:mm:ss.fff", 9, 3, "'f' is not a date field", "SSS"),
      ("yyyy 'year", 5, 5, "The quotation has no closing apostrophe", "'year'"),
      ("é MMMMMM", 3, 6, "'M' stands at most 5 times, not 6", "MMMMM"),
      ("", 0, 0, "The pattern shows no part of a date", "MMM dd, yyyy"),
      ("'date'", 0, 6, "The pattern shows no part of a date", "MMM dd, yyyy"),
    ])
  func problems(
    pattern: String, byteOffset: Int, byteCount: Int, message: String, suggestion: String
  ) {
    guard case .failure(let problem) = DatePattern.parse(pattern) else {
      Issue.record("it was read")
      return
    }
    #expect(problem.byteOffset == byteOffset)
    #expect(problem.byteCount == byteCount)
    #expect(problem.message == message)
    #expect(problem.suggestion == suggestion)
  }

  @Test("a pattern longer than its limit is refused")
  func longPattern() {
    let longest = String(repeating: "d ", count: DatePattern.longestByteCount / 2)
    #expect(throws: Never.self) { try DatePattern.parse(longest).get() }
    #expect(throws: DatePatternProblem.self) { try DatePattern.parse(longest + " ").get() }
  }

  @Test(
    "letters that are probably meant otherwise are doubted",
    arguments: [
      (.date, "MMM dd, yyyy", [], []), (.date, "YYYY-MM-DD", [0, 8], ["yyyy", "dd"]),
      (.date, "YYYY-'W'ww", [], []), (.date, "yyyy-mm-dd", [5], ["MM"]),
      (.dateAndTime, "yyyy-mm-dd", [5], ["MM"]), (.dateAndTime, "yyyy-MM-dd hh:mm", [11], ["HH"]),
      (.time, "h:mm a", [], []), (.time, "dd HH:mm", [0], [nil]),
      (.countDownTimer, "HH:mm", [], []), (.countDownTimer, "h:mm a", [0, 5], [nil, nil]),
    ] as [(DateMode, String, [Int], [String?])])
  func doubts(mode: DateMode, pattern: String, byteOffsets: [Int], suggestions: [String?]) throws {
    let doubts = try DatePattern.parse(pattern).get().doubts(for: mode)
    #expect(doubts.map(\.byteOffset) == byteOffsets)
    #expect(doubts.map(\.suggestion) == suggestions)
  }

  @Test(
    "a displayed text is read back, and nothing else is",
    arguments: [
      (.date, "MMM dd, yyyy", "Dec 10, 1990", "1990-12-10"),
      (.date, "MMM dd, yyyy", "dec 10, 1990", "1990-12-10"),
      (.date, "MMM dd, yyyy", "Dec 9, 1990", nil), (.date, "MMM dd, yyyy", "Dec 32, 1990", nil),
      (.date, "MMM dd, yyyy", "Dec 10, 1990 ", nil), (.date, "MMM dd, yyyy", "", nil),
      (.date, "d.M.y", "1.2.2003", "2003-02-01"), (.date, "d.M.y", "01.2.2003", nil),
      (.date, "yyyyMMdd", "19901210", "1990-12-10"), (.date, "yyyyDDD", "2024060", "2024-02-29"),
      (.date, "dMyyyy", "1122003", nil),
      (.date, "EEEE, MMMM d, y", "Monday, December 10, 1990", "1990-12-10"),
      (.date, "EEEE, MMMM d, y", "Tuesday, December 10, 1990", nil),
      (.date, "dd/MM/yy", "10/12/90", nil), (.date, "MMMM yyyy", "December 1990", nil),
      (.date, "MMMMM d y", "D 10 1990", nil), (.time, "h:mm a", "12:04 am", "00:04"),
      (.time, "h:mm a", "12:04 PM", "12:04"), (.time, "h:mm a", "13:04 PM", nil),
      (.time, "K:mm a", "0:04 PM", "12:04"), (.time, "k:mm", "24:30", "00:30"),
      (.time, "HH:mm:ss.SSS", "09:05:07.250", "09:05:07.25"),
      (.dateAndTime, "yyyy-MM-dd'T'HH:mmXXX", "1990-12-10T09:05+05:30", "1990-12-10T09:05+05:30"),
      (.dateAndTime, "yyyy-MM-dd HH:mm z", "1990-12-10 09:05 GMT-3", "1990-12-10T09:05-03:00"),
      (.dateAndTime, "yyyy-MM-dd HH:mm X", "1990-12-10 09:05 +0530", "1990-12-10T09:05+05:30"),
      (.dateAndTime, "yyyy-MM-dd HH:mm X", "1990-12-10 09:05 +05:30", nil),
      (.dateAndTime, "yyyy-MM-dd HH:mm", "1990-12-10 09:05", "1990-12-10T09:05"),
      (.countDownTimer, "H:mm", "49:00", "PT49H"), (.countDownTimer, "H:mm", "1:60", nil),
    ] as [(DateMode, String, String, String?)])
  func reading(mode: DateMode, pattern: String, display: String, text: String?) throws {
    let value = try DatePattern.parse(pattern).get().parse(display, mode: mode)
    #expect(value?.description == text)
  }

  @Test(
    "what a full pattern shows is always read back",
    arguments: [
      "MMM dd, yyyy", "d MMMM y", "EEEEEE dd.MM.yyyy", "QQQ D y G", "yyyyMMdd", "e w W d/M/u",
    ])
  func inverse(pattern: String) throws {
    var random = SplitMix64(seed: 11)
    let pattern = try DatePattern.parse(pattern).get()
    for _ in 0..<500 {
      let count = Int.random(in: -719_162...2_932_896, using: &random)
      let value = CivilDate(daysSinceEpoch: count).map(DateValue.date)
      #expect(value.flatMap { pattern.parse(pattern.format($0), mode: .date) } == value)
    }
  }

  @Test("random patterns and texts never trap")
  func randomPatterns() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("GyuYQqMLwWdDEecahHKkmsSzZOXx'' -:,.".utf8)
    let values = ["1990-12-10T15:04:05.06-00:30"].compactMap {
      try? DateValue.parse($0, mode: .dateAndTime).get()
    }
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      guard case .success(let pattern) = DatePattern.parse(String(decoding: bytes, as: UTF8.self))
      else { continue }
      for value in values {
        let shown = pattern.format(value)
        let read = pattern.parse(shown, mode: .dateAndTime)
        #expect(read.map { pattern.format($0) } ?? shown == shown)
      }
    }
  }
}
