import FieldModels
import Testing

@Suite("Whole numbers of JSON")
struct JSONNumberTests {
  @Test(
    "a whole number is one in every spelling",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("1e0", 1), ("1E+0", 1), ("10e-1", 1),
      ("-10.00e-1", -1), ("0.5e1", 5), ("1.25e2", 125), ("0e999999999999999999999", 0),
      ("0.000e-99999999999999999999", 0), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("92233720368547758070e-1", .max),
      ("1e18", 1_000_000_000_000_000_000),
      ("0.00000000000000000012e20", 12),
    ] as [(String, Int)])
  func whole(text: String, number: Int) {
    let bytes = Array(text.utf8)[...]
    #expect(JSONNumber.integer(bytes) == number)
    #expect(JSONNumber.clampedInteger(bytes) == number)
    #expect(JSONValue.number(text).integer == number)
  }

  @Test(
    "a fraction is none", arguments: ["1.5", "-0.1", "1e-1", "15e-1", "1e-999999999999999999999"])
  func fractions(text: String) {
    let bytes = Array(text.utf8)[...]
    #expect(JSONNumber.integer(bytes) == nil)
    #expect(JSONNumber.clampedInteger(bytes) == nil)
  }

  @Test(
    "one that is too large is the largest where only an end is wanted",
    arguments: [
      ("9223372036854775808", .max), ("-9223372036854775809", .min), ("1e19", .max),
      ("1.7976931348623157e+308", .max), ("-1e999999999999999999999999", .min),
      ("99999999999999999999", .max),
    ] as [(String, Int)])
  func tooLarge(text: String, nearest: Int) {
    let bytes = Array(text.utf8)[...]
    #expect(JSONNumber.integer(bytes) == nil)
    #expect(JSONNumber.clampedInteger(bytes) == nearest)
  }
}
