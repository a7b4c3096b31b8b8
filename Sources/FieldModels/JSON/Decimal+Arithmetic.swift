/// Calculating with numbers as IEEE 754's decimal128 does: to 34 digits, halves to the even digit.
///
/// So 0.1 + 0.2 is 0.3, and no chain of products grows for ever.
extension Decimal {
  /// The digits that a result has at most.
  package static let calculatedDigits = 34

  /// The number with no more digits than a result has.
  package var calculated: Decimal { rounded(toDigits: Self.calculatedDigits) }

  package static func * (first: Decimal, second: Decimal) -> Decimal {
    let (a, b) = (first.calculated, second.calculated)
    var product = [Int](repeating: 0, count: a.digits.count + b.digits.count)
    for (place, digit) in a.digits.enumerated() {
      for (otherPlace, other) in b.digits.enumerated() {
        product[place + otherPlace + 1] += Int(digit) * Int(other)
      }
    }
    var carry = 0
    for place in product.indices.reversed() {
      let total = product[place] + carry
      (product[place], carry) = (total % 10, total / 10)
    }
    return Decimal(
      isNegative: a.isNegative != b.isNegative, digits: product.map { UInt8($0) },
      exponent: a.exponent + b.exponent
    ).calculated
  }

  /// The quotient; nil for a division by zero.
  package func divided(by divisor: Decimal) -> Decimal? {
    let (a, b) = (calculated, divisor.calculated)
    if b.isZero { return nil }
    var quotient: [UInt8] = []
    var remainder: [UInt8] = []
    var next = 0
    // Two digits more than are kept, and whether anything is left, decide how it is rounded.
    var exponent = a.exponent - b.exponent
    while next < a.digits.count
      || quotient.count < Self.calculatedDigits + 2 && !remainder.isEmpty
    {
      if next < a.digits.count {
        remainder.append(a.digits[next])
        next += 1
      } else {
        remainder.append(0)
        exponent -= 1
      }
      remainder = Array(remainder.drop { $0 == 0 })
      var digit: UInt8 = 0
      while !Self.precedes(remainder, b.digits) {
        remainder = Array(Self.difference(remainder, b.digits).drop { $0 == 0 })
        digit += 1
      }
      if digit != 0 || !quotient.isEmpty { quotient.append(digit) }
    }
    if !remainder.isEmpty {
      quotient.append(1)
      exponent -= 1
    }
    return Decimal(
      isNegative: a.isNegative != b.isNegative, digits: quotient, exponent: exponent
    ).calculated
  }

  /// What a division by whole steps leaves, with the sign of the dividend; nil for a division by zero, and
  /// where the quotient has more digits than a result.
  package func remainder(by divisor: Decimal) -> Decimal? {
    guard let quotient = divided(by: divisor) else { return nil }
    let whole = quotient.truncated
    if Self.calculatedDigits < whole.digits.count + whole.exponent { return nil }
    return self - whole * divisor
  }

  /// The greatest whole number that is not greater.
  package var floor: Decimal {
    let whole = truncated
    return isNegative && whole != self ? whole - Decimal(1) : whole
  }

  /// The number without what stands after its point.
  private var truncated: Decimal {
    if isInteger { return self }
    return Decimal(isNegative: isNegative, digits: Array(digits.dropLast(-exponent)), exponent: 0)
  }

  /// The number with so many places after its point, halves away from zero.
  package func rounded(toPlaces places: Int) -> Decimal {
    let dropped = -places - exponent
    if dropped <= 0 { return self }
    if digits.count < dropped { return Decimal(0) }
    return keeping(digits.count - dropped, roundsUp: 5 <= digits[digits.count - dropped])
  }

  private func rounded(toDigits count: Int) -> Decimal {
    guard count < digits.count else { return self }
    let isHalf = digits[count] == 5 && digits.count == count + 1
    return keeping(
      count, roundsUp: isHalf ? !digits[count - 1].isMultiple(of: 2) : 5 <= digits[count])
  }

  private func keeping(_ count: Int, roundsUp: Bool) -> Decimal {
    let kept = Array(digits.prefix(count))
    return Decimal(
      isNegative: isNegative, digits: roundsUp ? Self.sum(kept, [1]) : kept,
      exponent: exponent + digits.count - count)
  }
}
