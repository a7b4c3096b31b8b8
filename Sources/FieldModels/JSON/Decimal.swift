/// A decimal number, exactly as written: what `minimum`, `maximum` and `step` compare.
///
/// The value is its digits and a power of ten, so nothing is rounded: 0.3 is three steps of 0.1
/// and 9007199254740993 is itself. It reads HTML's floating-point numbers, which JSON's are among
/// (`-12.50e3`, `.5`, `007`); a leading `+` and a bare `5.` are neither's. Digits and exponent are
/// bounded, so that no number can be slow: comparing takes one pass over the digits, subtracting
/// one over at most 22,000 places, and a step as many passes over the step's digits as the value
/// has groups of nine places.
package struct Decimal: Hashable, Sendable {
  /// Invariant: false for zero.
  package let isNegative: Bool
  /// From 0 to 9, the most significant first.
  ///
  /// Invariant: neither the first nor the last is 0.
  let digits: [UInt8]
  /// The power of ten that the last digit counts.
  ///
  /// Invariant: 0 for zero, which has no digits.
  let exponent: Int

  /// Why a text is no number here.
  package enum Problem: Error, Sendable {
    case notANumber
    /// More digits than `mostDigits`, or an exponent beyond `mostExponent`.
    case tooLong
  }

  /// The most digits that are read; nobody types a thousand, and a step over them takes no time.
  package static let mostDigits = 1_000

  /// The largest exponent that is read, either way; written out, it is a number of ten pages.
  package static let mostExponent = 10_000

  /// Reads a number, if the text is one within the bounds.
  package init?(_ text: some StringProtocol) {
    guard case .success(let value) = Self.parse(text) else { return nil }
    self = value
  }

  /// A whole number.
  package init(_ value: some SignedInteger) {
    self.init(
      isNegative: value < 0,
      digits: String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }, exponent: 0)
  }

  /// A whole number of a power of ten.
  package init(_ value: Int, exponent: Int) {
    let whole = Decimal(value)
    self.init(
      isNegative: whole.isNegative, digits: whole.digits, exponent: whole.exponent + exponent)
  }

  /// Reads a number, or says why there is none.
  package static func parse(_ text: some StringProtocol) -> Result<Decimal, Problem> {
    guard DecimalLiteral.mayBegin(with: text.utf8.first),
      let literal = DecimalLiteral(ArraySlice(text.utf8))
    else { return .failure(.notANumber) }
    let digitCount = literal.integer.count + literal.fraction.count
    guard digitCount <= mostDigits, let exponent = literal.exponent(atMost: Int64(mostExponent))
    else {
      return .failure(.tooLong)
    }
    let digits = (literal.integer + literal.fraction).map { $0 - UInt8(ascii: "0") }
    return .success(
      Decimal(
        isNegative: literal.isNegative, digits: digits,
        exponent: Int(exponent) - literal.fraction.count))
  }

  /// Drops the zeros that change nothing, at both ends.
  init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    let significant = digits.drop { $0 == 0 }
    let last = significant.lastIndex { $0 != 0 } ?? significant.startIndex - 1
    self.digits = Array(significant[...last])
    self.isNegative = isNegative && !self.digits.isEmpty
    self.exponent = self.digits.isEmpty ? 0 : exponent + significant.endIndex - 1 - last
  }
}

extension Decimal {
  /// Whether the number is 0.
  package var isZero: Bool { digits.isEmpty }

  /// Whether IEEE 754's double numbers go as far, as HTML asks of a number: what would be rounded to
  /// 2¹⁰²⁴ is beyond them.
  package var isHeldByDouble: Bool { !magnitudeIsBeyond(Self.doubleEnd) }

  private func magnitudeIsBeyond(_ end: Decimal) -> Bool {
    !(isNegative ? -self : self).magnitudePrecedes(end)
  }

  /// 2¹⁰²⁴ − 2⁹⁷⁰: halfway between the greatest double number and what would follow it.
  private static let doubleEnd = Decimal(
    isNegative: false,
    digits: ("17976931348623158079372897140530341507993413271003782693617377898044496829276475"
      + "09466490179775872070963302864166928879109465555478519404026306574886715058206819"
      + "08902000708383676273854845817711531764475730270069855571366959622842914819860834"
      + "936475292719074168444365510704342711559699508093042880177904174497792").utf8.map {
        $0 - UInt8(ascii: "0")
      }, exponent: 0)

  /// Whether the number has no fraction.
  package var isInteger: Bool { 0 <= exponent }

  /// The same number on the other side of zero.
  package static prefix func - (value: Decimal) -> Decimal {
    Decimal(isNegative: !value.isNegative, digits: value.digits, exponent: value.exponent)
  }

  /// The exact difference.
  package static func - (first: Decimal, second: Decimal) -> Decimal {
    let exponent = min(first.exponent, second.exponent)
    let (a, b) = (first.digits(downTo: exponent), second.digits(downTo: exponent))
    if first.isNegative != second.isNegative {
      return Decimal(isNegative: first.isNegative, digits: sum(a, b), exponent: exponent)
    }
    let isLarger = !precedes(a, b)
    return Decimal(
      isNegative: first.isNegative == isLarger,
      digits: isLarger ? difference(a, b) : difference(b, a), exponent: exponent)
  }

  /// The exact sum.
  package static func + (first: Decimal, second: Decimal) -> Decimal { first - -second }

  /// The digits with zeros behind them, so that the last counts a given power of ten.
  private func digits(downTo lowest: Int) -> [UInt8] {
    digits + Array(repeating: 0, count: isZero ? 0 : exponent - lowest)
  }

  /// Whether one row of digits, without leading zeros, is a smaller number than another.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count
      ? first.lexicographicallyPrecedes(second) : first.count < second.count
  }

  static func sum(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    let (longer, shorter) = first.count < second.count ? (second, first) : (first, second)
    var result: [UInt8] = [0] + longer
    var place = result.count - 1
    var carry: UInt8 = 0
    for digit in shorter.reversed() {
      let total = result[place] + digit + carry
      (result[place], carry) = (total % 10, total / 10)
      place -= 1
    }
    while carry != 0 {
      let total = result[place] + carry
      (result[place], carry) = (total % 10, total / 10)
      place -= 1
    }
    return result
  }

  /// Takes a number away from one that is not smaller.
  static func difference(_ larger: [UInt8], _ smaller: [UInt8]) -> [UInt8] {
    var result = larger
    var place = result.count - 1
    var borrow: UInt8 = 0
    for digit in smaller.reversed() {
      let taken = digit + borrow
      borrow = result[place] < taken ? 1 : 0
      result[place] = result[place] + borrow * 10 - taken
      place -= 1
    }
    while borrow != 0, 0 <= place {
      borrow = result[place] == 0 ? 1 : 0
      result[place] = result[place] + borrow * 10 - 1
      place -= 1
    }
    return result
  }
}

extension Decimal: Comparable, CustomStringConvertible {
  package static func < (first: Decimal, second: Decimal) -> Bool {
    guard first.isNegative == second.isNegative else { return first.isNegative }
    return first.isNegative
      ? second.magnitudePrecedes(first) : first.magnitudePrecedes(second)
  }

  private func magnitudePrecedes(_ other: Decimal) -> Bool {
    guard !isZero, !other.isZero else { return isZero && !other.isZero }
    let (place, otherPlace) = (digits.count + exponent, other.digits.count + other.exponent)
    return place == otherPlace
      ? digits.lexicographicallyPrecedes(other.digits) : place < otherPlace
  }

  /// The most zeros that are written out beside the digits; nobody counts more.
  private static let mostZerosShown = 21

  /// Without zeros that change nothing: written out, or with an exponent in the place of many zeros.
  package var description: String {
    let zeroCount = 0 < exponent ? exponent : -exponent - digits.count
    return zeroCount <= Self.mostZerosShown ? writtenOut : shortest
  }

  /// The number in JSON, no longer than it was typed, unless it was typed as JSON can't be (`.5`).
  package func literal(typedAs text: String) -> String {
    // Whoever typed the digits wants to see them, and many readers take an exponent for a fraction.
    if writtenOutCount <= text.utf8.count { return writtenOut }
    let shortest = shortest
    return writtenOutCount <= shortest.utf8.count ? writtenOut : shortest
  }

  /// The number of places that the number takes when it is written out.
  private var writtenOutCount: Int {
    let sign = isNegative ? 1 : 0
    if 0 <= exponent { return max(1, digits.count + exponent) + sign }
    return max(digits.count + 1, -exponent + 2) + sign
  }

  /// A whole number of a power of ten.
  private var shortest: String {
    guard exponent != 0 else { return writtenOut }
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    return (isNegative ? "-" : "") + text + "e" + String(exponent)
  }

  private var writtenOut: String {
    guard !isZero else { return "0" }
    let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let sign = isNegative ? "-" : ""
    if 0 <= exponent { return sign + text + String(repeating: "0", count: exponent) }
    let integerCount = digits.count + exponent
    guard 0 < integerCount else {
      return sign + "0." + String(repeating: "0", count: -integerCount) + text
    }
    return sign + text.prefix(integerCount) + "." + text.dropFirst(integerCount)
  }
}

extension Decimal {
  /// Whether a whole number of steps makes this number; of zero, only zero is a multiple.
  package func isMultiple(of step: Decimal) -> Bool {
    guard !isZero, !step.isZero else { return isZero }
    // The last digit is not 0, so no step that counts a higher power of ten can reach it.
    guard step.exponent <= exponent else { return false }
    let (divisor, dividend) = (Limbs(step.digits), Limbs(digits(downTo: step.exponent)))
    return dividend.isMultiple(of: divisor)
  }
}

/// A whole number in groups of nine digits, the least significant first.
private struct Limbs {
  private var limbs: [UInt64] = []

  private static let base: UInt64 = 1_000_000_000

  /// Groups digits that come most significant first, and drops groups of leading zeros.
  init(_ digits: [UInt8]) {
    var end = digits.count
    while 0 < end {
      let start = max(0, end - 9)
      limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt64($1) })
      end = start
    }
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// Schoolbook division by groups; only the remainder is kept.
  func isMultiple(of divisor: Limbs) -> Bool {
    let count = divisor.limbs.count
    guard count > 0 else { return limbs.isEmpty }
    if count == 1 {
      let single = divisor.limbs[0]
      return limbs.reversed().reduce(0) { ($0 * Self.base + $1) % single } == 0
    }
    guard count <= limbs.count else { return limbs.isEmpty }
    // A first group of at least half the base keeps each guessed quotient at most two too large.
    let scale = Self.base / (divisor.limbs[count - 1] + 1)
    let scaled = divisor.multiplied(by: scale)
    var remainder = multiplied(by: scale)
    remainder.append(0)
    for place in stride(from: remainder.count - 1, through: count, by: -1) {
      Self.reduce(&remainder, at: place, by: scaled.prefix(count))
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  /// The product with one group, which may need one group more.
  private func multiplied(by factor: UInt64) -> [UInt64] {
    var carry: UInt64 = 0
    var product = limbs.map { limb in
      let total = limb * factor + carry
      carry = total / Self.base
      return total % Self.base
    }
    product.append(carry)
    return product
  }

  /// Takes the divisor away from the groups that end at `place` as often as it goes.
  private static func reduce(
    _ remainder: inout [UInt64], at place: Int, by divisor: ArraySlice<UInt64>
  ) {
    let count = divisor.count
    let head = remainder[place] * base + remainder[place - 1]
    let quotient = min(head / divisor[count - 1], base - 1)
    guard quotient > 0 else { return }
    let start = place - count
    var borrow: UInt64 = 0
    for index in 0..<count {
      let taken = quotient * divisor[index] + borrow
      borrow = taken / base
      if remainder[start + index] < taken % base {
        remainder[start + index] += base
        borrow += 1
      }
      remainder[start + index] -= taken % base
    }
    var deficit = Int64(borrow) - Int64(remainder[place])
    remainder[place] = deficit < 0 ? UInt64(-deficit) : 0
    while deficit > 0 {
      var carry: UInt64 = 0
      for index in 0..<count {
        let total = remainder[start + index] + divisor[index] + carry
        (remainder[start + index], carry) = (total % base, total / base)
      }
      deficit -= Int64(carry)
    }
  }
}
