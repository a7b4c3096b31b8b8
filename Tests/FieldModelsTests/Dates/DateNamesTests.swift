import FieldModels
import FieldTestSupport
import Testing

/// Dates in other languages: names as CLDR has them, tags as people write them, and back.
///
/// All names of all languages are compared with an independent reader of CLDR in
/// `Tests/clients/test_dates.py`.
@Suite struct DateNamesTests {
  @Test(
    "halves of the day and short weekdays are those of CLDR",
    arguments: [
      ("hi", "a", "pm"), ("el", "a", "μ.μ."), ("el", "aaaaa", "μμ"), ("nl", "a", "p.m."),
      ("ru", "a", "PM"), ("ru", "EEE", "пн"), ("pt-PT", "EEE", "segunda"), ("ko", "a", "PM"),
      ("ko", "aaaa", "오후"), ("ko", "aaaaa", "PM"), ("en-GB", "a", "pm"), ("en-AU", "a", "pm"),
      ("bg", "a aaaa", "pm сл.об."), ("ar", "QQQQQ", "٤"), ("lv", "ccc", "Pirmd."),
      ("ar-IQ", "MMMM", "كانون الأول"), ("en-IN", "a", "pm"), ("pt-AO", "EEE", "segunda"),
    ])
  func names(tag: String, pattern: String, shown: String) throws {
    let value = try DateValue.parse("1990-12-10T15:04", mode: .dateAndTime).get()
    #expect(try DatePattern.parse(pattern).get().format(value, in: .named(tag)) == shown)
  }

  @Test(
    "a tag falls back to its script, its region, its language and at last to English",
    arguments: [
      ("fr", "fr"), ("fr-FR", "fr"), ("FR_fr", "fr"), ("fr-CA", "fr-CA"), ("de-AT", "de-AT"),
      ("de-IT", "de-AT"), ("de-CH", "de-CH"), ("pt-BR", "pt"), ("pt-Latn-PT", "pt-AO"),
      ("pt-MZ", "pt-AO"), ("en-GB", "en-001"), ("en-IN", "en-001"), ("en-US", "en"),
      ("en-Latn-AU", "en-AU"), ("es-419", "es-419"), ("es-MX", "es-MX"), ("es-GT", "es-BO"),
      ("zh-Hans", "zh"), ("zh-Hans-HK", "zh"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant-HK"),
      ("zh-Hant-MO", "zh-Hant-HK"), ("zh-CN", "zh"), ("zh-US", "zh-Hant"),
      ("sr-Latn-RS", "sr-Latn"), ("sr-Cyrl", "sr"), ("sr-ME", "sr-Latn-ME"),
      ("sr-Cyrl-ME", "sr-ME"), ("sh", "sr-Latn"), ("no", "nb"), ("no-NO", "nb"),
      ("iw-IL", "he"), ("hi-Latn-IN", "hi-Latn"), ("ru-Latn", "ru"), ("de-1996", "de"),
      ("de-u-co-at", "de"),
      ("en-x-gb", "en"), ("xx", "en"), ("", "en"), ("-", "en"), ("french", "en"), ("🌍-FR", "en"),
    ])
  func fallback(tag: String, found: String) {
    #expect(DateNames.named(tag).tag == found)
  }

  @Test(
    "dates are shown in the language",
    arguments: [
      ("de", "EEEE, d. MMMM y", "Montag, 10. Dezember 1990"), ("cs", "d. MMMM", "10. prosince"),
      ("cs", "LLLL y", "prosinec 1990"), ("fr", "d MMM y", "10 déc. 1990"),
      ("ja", "y年LLLL", "1990年12月"), ("de", "LLLL y QQQQ", "Dezember 1990 4. Quartal"),
      ("de", "qqqq", "4. Quartal"), ("ja", "qqqq", "第4四半期"),
      ("ja", "y年MMMd日(EEE)", "1990年12月10日(月)"), ("ar", "d MMMM y", "10 ديسمبر 1990"),
      ("ko", "aaaa h:mm", "오후 3:04"), ("vi", "d MMMM", "10 tháng 12"), ("tlh", "MMMM", "December"),
    ])
  func showing(tag: String, pattern: String, shown: String) throws {
    let value = try DateValue.parse("1990-12-10T15:04", mode: .dateAndTime).get()
    #expect(try DatePattern.parse(pattern).get().format(value, in: .named(tag)) == shown)
  }

  @Test(
    "a displayed text is read back in its language, in any case, and in no other",
    arguments: [
      ("fr", "d MMMM y", "10 DÉCEMBRE 1990", "1990-12-10"),
      ("fr", "d MMMM y", "10 December 1990", nil),
      ("tr", "d MMMM y", "10 HAZİRAN 1990", "1990-06-10"),
      ("tr", "d MMMM y", "10 KASIM 1990", "1990-11-10"),
      ("tr", "d MMMM y", "10 kasım 1990", "1990-11-10"),
      ("el", "d LLLL y", "10 ΔΕΚΈΜΒΡΙΟΣ 1990", "1990-12-10"),
      ("el", "d MMMM y", "10 ΜΑΪΟΥ 1990", "1990-05-10"),
      ("ru", "d MMMM y", "10 Мая 1990", "1990-05-10"), ("ru", "d MMMM y", "10 Май 1990", nil),
      ("cs", "d. LLLL y", "10. červenec 1990", "1990-07-10"),
      ("vi", "d MMMM, y", "1 tháng 12, 1990", "1990-12-01"),
      ("vi", "d MMMM, y", "1 tháng 1, 1990", "1990-01-01"),
      // Numbers that run together, in a name or not, could be cut at two places.
      ("vi", "y MMMMd", "1990 tháng 112", nil), ("ja", "ydMMM", "1990112月", nil),
      ("ja", "y年MMMd日", "1990年12月1日", "1990-12-01"),
      ("fi", "EEEE d. MMMM y", "maanantaina 10. joulukuuta 1990", "1990-12-10"),
      ("fi", "EEEE d. MMMM y", "tiistaina 10. joulukuuta 1990", nil),
      ("hu", "y. MMMM d., EEEE", "1990. december 10., hétfő", "1990-12-10"),
    ] as [(String, String, String, String?)])
  func reading(tag: String, pattern: String, display: String, text: String?) throws {
    let pattern = try DatePattern.parse(pattern).get()
    #expect(pattern.parse(display, mode: .date, in: .named(tag))?.description == text)
  }

  @Test(
    "what a full pattern shows is read back in every language and in either case",
    arguments: DateNames.tags)
  func inverse(tag: String) throws {
    var random = SplitMix64(seed: 17)
    let names = DateNames.named(tag)
    for text in ["EEEE, d. MMMM y G", "ccc, MMM d, y", "cccccc dd LLLL y", "LLL/dd/y QQQ", "h a"] {
      let pattern = try DatePattern.parse(text).get()
      for _ in 0..<40 {
        let hour = CivilTime(hour: Int.random(in: 0...23, using: &random), minute: 0)
        let date = CivilDate(daysSinceEpoch: Int.random(in: -9_000...40_000, using: &random))
        let value = text == "h a" ? hour.map(DateValue.time) : date.map(DateValue.date)
        let mode = text == "h a" ? DateMode.time : .date
        let shown = pattern.format(try #require(value), in: names)
        #expect(pattern.parse(shown, mode: mode, in: names) == value, "\(shown)")
        #expect(pattern.parse(shown.lowercased(), mode: mode, in: names) == value, "\(shown)")
        #expect(pattern.parse(shown.uppercased(), mode: mode, in: names) == value, "\(shown)")
      }
    }
  }
}
