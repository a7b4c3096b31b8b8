/// Whole numbers among those of JSON, however they are spelt: `1`, `1.0`, `1e0` and `10e-1` are one.
///
/// It takes what a reader has found to be a number, and does not look whether it is.
package enum JSONNumber {
  /// The whole number that is written; nil where there is a fraction, or where it does not fit.
  package static func integer(_ number: ArraySlice<UInt8>) -> WholeNumber? {
    if let plain = plain(number) { return plain }
    guard let (whole, fits) = spelt(number), fits else { return nil }
    return whole
  }

  /// The whole number that is written, or what comes nearest to it; nil where there is a fraction.
  package static func clampedInteger(_ number: ArraySlice<UInt8>) -> WholeNumber? {
    plain(number) ?? spelt(number)?.nearest
  }

  /// The whole number in the usual spelling, digits alone; nil for one of more than 18.
  package static func plain(_ number: ArraySlice<UInt8>) -> WholeNumber? {
    let isNegative = number.first == UInt8(ascii: "-")
    let digits = isNegative ? number.dropFirst() : number
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var magnitude: WholeNumber = 0
    for digit in digits {
      guard UInt8(ascii: "0") <= digit, digit <= UInt8(ascii: "9") else { return nil }
      magnitude = magnitude * 10 + WholeNumber(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -magnitude : magnitude
  }

  private static func spelt(_ number: ArraySlice<UInt8>) -> (nearest: WholeNumber, fits: Bool)? {
    guard let literal = DecimalLiteral(number) else { return nil }
    let zero = UInt8(ascii: "0")
    let written = (literal.integer + literal.fraction).drop { $0 == zero }
    guard let last = written.lastIndex(where: { $0 != zero }) else { return (0, true) }
    let digits = written[...last]
    let far = literal.isNegative ? WholeNumber.min : .max
    // No text is so long that its digits could make up for such an exponent.
    guard let exponent = literal.exponent(atMost: 1 << 40) else {
      return literal.isExponentNegative ? nil : (far, false)
    }
    let zeroCount = exponent - Int64(literal.fraction.count) + Int64(written.endIndex - 1 - last)
    guard 0 <= zeroCount else { return nil }
    guard Int64(digits.count) + zeroCount <= 19 else { return (far, false) }
    var whole: WholeNumber = 0
    for digit in digits + repeatElement(zero, count: Int(zeroCount)) {
      let (tens, overflow) = whole.multipliedReportingOverflow(by: 10)
      let unit = WholeNumber(digit - zero)
      let (sum, carry) =
        literal.isNegative
        ? tens.subtractingReportingOverflow(unit) : tens.addingReportingOverflow(unit)
      guard !overflow, !carry else { return (far, false) }
      whole = sum
    }
    return (whole, true)
  }
}

#if _pointerBitWidth(_64)
  /// A whole number of a document: of 64 bits, also where an `Int` has 32.
  public typealias WholeNumber = Int
#else
  /// A whole number of a document: of 64 bits, also where an `Int` has 32.
  public typealias WholeNumber = Int64
#endif
