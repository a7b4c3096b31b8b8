/// The forms that words have beside a number, as CLDR has them for cardinal numbers.
package enum PluralForm: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

extension Language {
  /// The form of words beside a number, which may be a decimal; `other` for what is no number.
  package func pluralForm(of number: String) -> PluralForm {
    let digits = number.utf8.drop { $0 == UInt8(ascii: "-") }
    let whole = digits.prefix { $0 != UInt8(ascii: ".") }
    guard let last = Self.lastDigits(of: whole) else { return .other }
    return whole.endIndex == digits.endIndex
      ? pluralForm(ofWhole: last, isExact: whole.count < 3) : pluralForm(ofDecimal: last)
  }

  package func pluralForm(of number: Int) -> PluralForm {
    let number = number.magnitude
    return pluralForm(ofWhole: Int(number % 100), isExact: number < 100)
  }

  /// What rules look at: the last two digits.
  private static func lastDigits(of number: Substring.UTF8View) -> Int? {
    guard !number.isEmpty,
      number.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return number.suffix(2).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The form beside a whole number with these last two digits, which `isExact` has no others.
  private func pluralForm(ofWhole last: Int, isExact: Bool) -> PluralForm {
    let isOne = isExact && last == 1
    switch self {
    case .japanese, .chinese: return .other
    // Spanish, French, Italian and Portuguese have a form for whole millions too, which digits do not ask
    // for.
    case .english, .german, .dutch, .spanish, .italian: return isOne ? .one : .other
    case .french, .portuguese: return isExact && last < 2 ? .one : .other
    case .hebrew: return isOne ? .one : isExact && last == 2 ? .two : .other
    case .polish:
      if isOne { return .one }
      return 2...4 ~= last % 10 && !(12...14 ~= last) ? .few : .many
    case .romanian:
      if isOne { return .one }
      return isExact && last == 0 || 1...19 ~= last ? .few : .other
    case .arabic:
      if isExact, last < 3 { return [.zero, .one, .two][last] }
      return 3...10 ~= last ? .few : 11...99 ~= last ? .many : .other
    }
  }

  /// The form beside a number with a fraction, whose whole part has these last digits.
  private func pluralForm(ofDecimal last: Int) -> PluralForm {
    switch self {
    case .french, .portuguese: last < 2 ? .one : .other
    case .romanian: .few
    case .hebrew: last == 0 ? .one : .other
    case .english, .german, .dutch, .spanish, .italian, .polish, .japanese, .chinese, .arabic:
      .other
    }
  }

  /// The forms that whole numbers have in it.
  package var pluralForms: [PluralForm] {
    switch self {
    case .japanese, .chinese: [.other]
    case .english, .german, .dutch, .spanish, .italian, .french, .portuguese: [.one, .other]
    case .hebrew: [.one, .two, .other]
    case .polish: [.one, .few, .many, .other]
    case .romanian: [.one, .few, .other]
    case .arabic: [.zero, .one, .two, .few, .many, .other]
    }
  }
}
