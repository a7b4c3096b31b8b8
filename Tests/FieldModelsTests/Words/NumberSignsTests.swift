import FieldModels
import Testing

/// How numbers are read as people of some language write them.
@Suite struct NumberSignsTests {
  @Test(
    "a number is read by the signs of its reader",
    arguments: [
      ("de", "12,5", "12.5"), ("de", "1.234,5", "1234.5"), ("de", "1.234.567", "1234567"),
      ("de", "-0,5", "-0.5"), ("de", ",5", "0.5"), ("de", "5,", "5"),
      ("de-CH", "1’234.5", "1234.5"),
      ("de_AT.UTF-8", "1 234,5", "1234.5"), ("fr", "1\u{202F}234,50", "1234.50"),
      ("fr-CA", "1\u{A0}234\u{A0}567", "1234567"), ("en", "1,234", "1234"),
      ("en", "1,234,567.8", "1234567.8"), ("en-IN", "12,34,567", "1234567"),
      ("en-ZA", "1,5", "1.5"),
      ("es", "3,5", "3.5"), ("es-MX", "1,234", "1234"), ("es-419", "1,234.5", "1234.5"),
      ("sv-SE", "\u{2212}3,5", "-3.5"), ("ar", "\u{661}\u{662}\u{66B}\u{665}", "12.5"),
      ("ar", "\u{661}\u{66C}\u{662}\u{663}\u{664}", "1234"), ("ja", "\u{FF11}\u{FF12}", "12"),
      ("ja", "\u{FF11}\u{FF0E}\u{FF15}", "1.5"), ("he", "\u{200E}-5\u{200E}", "-5"),
      (nil, "+5", "5"), (nil, "1 000", "1000"), (nil, "5.", "5"),
    ] as [(String?, String, String)])
  func read(locale: String?, text: String, plain: String) {
    #expect(NumberSigns(locale: locale).plain(text) == plain)
  }

  @Test(
    "what is a number as it stands, and what is none to its reader, stays",
    arguments: [
      ("de", "1.234"), ("de", "1.5"), ("en", "12"), ("de", "1e3"), (nil, "12,5"), (nil, "1,234"),
      ("en", "12,5"), ("en", "1,2345"), ("en", "1234,567"), ("de", "1,2,3"), ("de", "1.23.456"),
      ("de", "1 234.567,5"), ("de", "1,5.0"), ("en", "12 apples"), ("en", "--5"), ("en", "-"),
      ("en", ""),
      ("en", "+"), ("de", ","), ("en", "1 2"), ("en", "5-"), ("en", "0x10"), ("en", "½"),
      ("en", "1,,234"),
    ] as [(String?, String)])
  func leave(locale: String?, text: String) {
    #expect(NumberSigns(locale: locale).plain(text) == nil)
  }
}
