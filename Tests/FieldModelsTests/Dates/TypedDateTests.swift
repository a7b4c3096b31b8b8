import FieldModels
import Testing

/// Dates as people type them, and how they are shown by default.
@Suite("Typed dates")
struct TypedDateTests {
  @Test(
    "a date is read in the order of its reader, by the name of its month, or as ISO 8601 has it",
    arguments: [
      ("de", "25.12.1987", "1987-12-25"), ("de", "5. 3. 2026", "2026-03-05"),
      ("de-AT", " 25. Dezember 1987 ", "1987-12-25"), ("de", "25. Dez. 1987", "1987-12-25"),
      ("en", "12/25/1987", "1987-12-25"), ("en-US", "1/2/1987", "1987-01-02"),
      ("en-US", "Dec 25, 1987", "1987-12-25"), ("en-GB", "1/2/1987", "1987-02-01"),
      ("en-IN", "25-12-1987", "1987-12-25"), ("fr", "25 déc. 1987", "1987-12-25"),
      ("fr", "December 25th, 1987", "1987-12-25"),
      ("pt-BR", "25 de dezembro de 1987", "1987-12-25"),
      ("nl", "25-12-1987", "1987-12-25"), ("pl", "25 grudnia 1987", "1987-12-25"),
      ("ja", "1987年12月25日", "1987-12-25"), ("ja", "1987/12/25", "1987-12-25"),
      ("zh", "1987-12-5", "1987-12-05"), ("ko", "1987년 12월 25일", "1987-12-25"),
      ("ar", "\u{662}\u{665}/\u{661}\u{662}/\u{661}\u{669}\u{668}\u{667}", "1987-12-25"),
      ("he", "25 בדצמבר 1987", "1987-12-25"), ("es-PA", "12/25/1987", "1987-12-25"),
      ("de", "25121987", "1987-12-25"), ("en-US", "12251987", "1987-12-25"),
      ("ja", "19871225", "1987-12-25"), ("th", "5/3/2026", "2026-03-05"),
      ("en-CA", "1987-12-25", "1987-12-25"), ("sv", "5/5/1987", "1987-05-05"),
      (nil, "1987-12-25", "1987-12-25"), (nil, "1987/12/25", "1987-12-25"),
      (nil, "Dec 25, 1987", "1987-12-25"), (nil, "5.5.1987", "1987-05-05"),
    ] as [(String?, String, String)])
  func read(locale: String?, text: String, date: String) {
    #expect(DateValue.read(text, mode: .date, locale: locale)?.description == date)
  }

  @Test(
    "what may be another date is none",
    arguments: [
      ("de", "12/25/1987"), ("en-US", "25/12/1987"), ("en-US", "12/25/87"), ("de", "25.12.87"),
      ("de", "25.12."), ("ja", "25/12/1987"), ("en-CA", "1/2/1987"), ("fr-CA", "1/2/1987"),
      (nil, "1/2/1987"), (nil, "25.12.1987"), ("de", "31.02.1987"), ("de", "1987"),
      ("de", "19871225"), ("en-US", "25121987"), ("de", "251287"), (nil, "25121987"),
      ("th", "25/12/2530"), ("fa", "1366/10/4"),
      ("de", "25.12.1987 x"), ("de", "25.12.1987.1"), ("de", "-25.12.1987"), ("de", "1.2.3"),
      ("de", "Dezember 1987"), ("de", "25. Foo 1987"), ("de", "25 12 1987 Dezember"), ("de", ""),
      ("de", "125.12.1987"), ("de", "25.12.19875"), ("en", "Dec 25 + 1987"), ("tlh", "1/2/1987"),
      ("de", "18:30"),
    ] as [(String?, String)])
  func refuse(locale: String?, text: String) {
    #expect(DateValue.read(text, mode: .date, locale: locale) == nil)
  }

  @Test("a clock may follow")
  func clock() {
    func read(_ text: String, _ mode: DateMode = .dateAndTime) -> String? {
      DateValue.read(text, mode: mode, locale: "de")?.description
    }
    #expect(read("25.12.1987 18:30") == "1987-12-25T18:30")
    #expect(read("25. Dez. 1987, 18:30") == "1987-12-25T18:30")
    #expect(read("1987-12-25T18:30") == "1987-12-25T18:30")
    #expect(read("25.12.1987") == nil)
    #expect(read("25.12.1987 25:30") == nil)
    #expect(read(" 18:30 ", .time) == "18:30")
    #expect(read("\u{FF11}\u{FF18}\u{FF1A}\u{FF13}\u{FF10}", .time) == "18:30")
    #expect(read("half past six", .time) == nil)
  }

  @Test("what is said of a text that is none can be typed", arguments: Language.allCases)
  func examples(language: Language) {
    for mode in [DateMode.date, .dateAndTime] {
      let examples = DateValue.examples(of: mode, locale: language.rawValue)
      #expect(!examples.isEmpty)
      for example in examples {
        let date = DateValue.read(example, mode: mode, locale: language.rawValue)
        #expect(date?.description.hasPrefix("1990-12-31") ?? false, "\(example)")
      }
    }
  }

  @Test(
    "a date without a pattern is shown as people write it",
    arguments: [
      ("en", "Mar 05, 2026"), ("en-GB", "5 Mar 2026"), ("de", "05.03.2026"), ("fr", "5 mars 2026"),
      ("es", "5 mar 2026"), ("pt-BR", "5 de mar. de 2026"), ("pt-PT", "05/03/2026"),
      ("ja", "2026/03/05"), ("zh", "2026年3月5日"), ("ar", "05\u{200F}/03\u{200F}/2026"),
      ("he", "5 במרץ 2026"), ("ko", "2026. 3. 5."), ("fa", "Mar 05, 2026"), (nil, "Mar 05, 2026"),
    ] as [(String?, String)])
  func shown(locale: String?, text: String) throws {
    let date = try DateValue.parse("2026-03-05", mode: .date).get()
    let names = locale.map { DateNames.named($0) } ?? .english
    #expect(DatePattern.standard(for: date, locale: locale).format(date, in: names) == text)
    #expect(DateValue.read(text, mode: .date, locale: locale) == date)
  }
}
