import FieldModels
import Testing

/// How numbers are read as people of some language write them.
@Suite struct NumberSignsTests {
  @Test(
    "a number is read by the signs of its reader",
    arguments: [
      ("de", "12,5", "12.5"), ("de", "1.234,5", "1234.5"), ("de", "1.234.567", "1234567"),
      ("de", "-0,5", "-0.5"), ("de", ",5", "0.5"), ("de", "5,", "5"), ("de", "1,234", "1.234"),
      ("de-CH", "1’234.5", "1234.5"), ("de-LI", "1'234", "1234"),
      ("de_AT.UTF-8", "1 234,5", "1234.5"), ("fr", "1\u{202F}234,50", "1234.50"),
      ("fr-CA", "1\u{A0}234\u{A0}567", "1234567"), ("en", "1,234", "1234"),
      ("en", "1,234,567.8", "1234567.8"), ("en-IN", "12,34,567", "1234567"),
      ("en-ZA", "1,5", "1.5"), ("en-DE", "1,5", "1.5"), ("ar-MA", "1,5", "1.5"),
      ("es", "3,5", "3.5"), ("es-MX", "1,234", "1234"), ("es-419", "1,234.5", "1234.5"),
      ("sv-SE", "\u{2212}3,5", "-3.5"), ("ar", "\u{661}\u{662}\u{66B}\u{665}", "12.5"),
      ("ar", "\u{661}\u{66C}\u{662}\u{663}\u{664}", "1234"), ("ja", "\u{FF11}\u{FF12}", "12"),
      ("ja", "\u{FF11}\u{FF0E}\u{FF15}", "1.5"), ("he", "\u{200E}-5\u{200E}", "-5"),
      (nil, "+5", "5"), (nil, "1 000", "1000"), (nil, "5.", "5"), ("en", "1,", "1"),
      ("en", "-0,", "-0"), ("de", "7.", "7"),
    ] as [(String?, String, String)])
  func read(locale: String?, text: String, plain: String) {
    #expect(NumberSigns(locale: locale).plain(text) == plain)
    #expect(NumberSigns(locale: locale).unclear(text) == nil)
  }

  @Test(
    "signs of two kinds, or one that comes again, say by themselves what they are",
    arguments: [
      ("en", "1.234,56", "1234.56"), ("en", "1 234,5", "1234.5"), ("en", "1.234.567", "1234567"),
      ("en", "1’234,5", "1234.5"), ("de", "1,234.56", "1234.56"), ("de", "1,234,567", "1234567"),
      ("ja", "-1.234,5", "-1234.5"), (nil, "1.234,56", "1234.56"), (nil, "1,234.56", "1234.56"),
    ] as [(String?, String, String)])
  func readElsewhere(locale: String?, text: String, plain: String) {
    #expect(NumberSigns(locale: locale).plain(text) == plain)
    #expect(NumberSigns(locale: locale).unclear(text) == nil)
  }

  @Test(
    "what may be two numbers is neither, and both can be written",
    arguments: [
      ("de", "1.234", "1234", "1,234"), ("de", "-12.345", "-12345", "-12,345"),
      ("fr", "1.234", "1234", "1,234"),
      ("de", "\u{FF11}.\u{FF12}\u{FF13}\u{FF14}", "1234", "1,234"),
      ("en", "1,5", "1.5", "15"), ("en", "-12,34", "-12.34", "-1234"),
      ("en", "0,234", "0.234", "234"),
      ("ja", "1,2345", "1.2345", "12345"), ("de-CH", "1,5", "1.5", "15"),
      (nil, "1,234", "1.234", "1234"), (nil, "12,5", "12.5", "125"),
    ] as [(String?, String, String, String)])
  func doubt(locale: String?, text: String, first: String, second: String) {
    let signs = NumberSigns(locale: locale)
    #expect(signs.plain(text) == nil)
    #expect(signs.unclear(text)?.first == first)
    #expect(signs.unclear(text)?.second == second)
    for clear in [first, second] { #expect(signs.unclear(clear) == nil) }
    #expect(signs.plain(first) ?? first != signs.plain(second) ?? second)
  }

  @Test("a whole number has no fraction, unless that is nothing")
  func whole() {
    #expect(NumberSigns(locale: "de").plain("1.234", isWhole: true) == "1234")
    #expect(NumberSigns(locale: "de").plain("1.000", isWhole: true) == "1000")
    #expect(NumberSigns(locale: "de").unclear("1,000", isWhole: true)?.second == "1000")
    #expect(NumberSigns(locale: "en").unclear("1.000", isWhole: true)?.first == "1")
    #expect(NumberSigns(locale: "en").plain("1,000", isWhole: true) == "1000")
    #expect(NumberSigns(locale: "en").unclear("12.0", isWhole: true) == nil)
  }

  @Test(
    "what is a number as it stands, and what is none to its reader, stays",
    arguments: [
      ("de", "1.5"), ("de", "0.234"), ("de", "1234.567"), ("en", "12"), ("en", "1.234"),
      ("de", "1e3"),
      ("de", "1,2,3"), ("de", "1.23.456"), ("de", "1 234.567,5"), ("de", "1,5.0"),
      ("en", "12 apples"), ("en", "--5"), ("en", "-"), ("en", ""), ("en", "+"), ("de", ","),
      ("en", "1 2"), ("en", "5-"), ("en", "0x10"), ("en", "½"), ("en", "1,,234"),
    ] as [(String?, String)])
  func leave(locale: String?, text: String) {
    #expect(NumberSigns(locale: locale).plain(text) == nil)
    #expect(NumberSigns(locale: locale).unclear(text) == nil)
  }

  @Test("what nobody has typed is as it stands")
  func untyped() {
    #expect(NumberSigns(locale: "de").plain("1.234", isTyped: false) == nil)
    #expect(NumberSigns(locale: "de").plain("1,5", isTyped: false) == "1.5")
  }

  @Test("a number is shown as its reader writes it, and is as long")
  func shown() {
    #expect(NumberSigns(locale: "de").shown("-1.234") == "-1,234")
    for text in ["12", "1e3", "1.5e3", "", "x.y"] {
      #expect(NumberSigns(locale: "de").shown(text) == nil)
    }
    for locale in ["en", "de-CH", nil] { #expect(NumberSigns(locale: locale).shown("1.5") == nil) }
  }
}
