/// The parts of a number as HTML and JSON write it, found without computing anything.
///
/// The syntax is HTML's "valid floating-point number": an optional `-`, digits with or without a
/// fraction or a fraction alone, and an optional exponent. Length is not limited here.
struct DecimalLiteral {
  let isNegative: Bool
  let integer: ArraySlice<UInt8>
  /// Without the point; empty where there is none.
  let fraction: ArraySlice<UInt8>
  let isExponentNegative: Bool
  private let exponentDigits: ArraySlice<UInt8>

  /// Whether a text that begins with a byte may be a number: most texts are none, as their first letter says.
  static func mayBegin(with byte: UInt8?) -> Bool {
    guard let byte else { return false }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return true
    default: return false
    }
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    var cursor = DigitCursor(bytes)
    isNegative = cursor.skip(UInt8(ascii: "-"))
    integer = cursor.skipDigits()
    if cursor.skip(UInt8(ascii: ".")) {
      fraction = cursor.skipDigits()
      guard !fraction.isEmpty else { return nil }
    } else {
      fraction = []
      guard !integer.isEmpty else { return nil }
    }
    if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
      isExponentNegative = cursor.skip(UInt8(ascii: "-"))
      if !isExponentNegative { _ = cursor.skip(UInt8(ascii: "+")) }
      exponentDigits = cursor.skipDigits()
      guard !exponentDigits.isEmpty else { return nil }
    } else {
      (isExponentNegative, exponentDigits) = (false, [])
    }
    guard cursor.isAtEnd else { return nil }
  }

  /// The exponent, if its size is within a limit of at most 18 digits.
  func exponent(atMost limit: Int64) -> Int64? {
    let significant = exponentDigits.drop { $0 == UInt8(ascii: "0") }
    guard let size = DigitCursor.number(significant), size <= limit else { return nil }
    return isExponentNegative ? -size : size
  }
}
