/// The check digits of VAT identification numbers in the European Union, each by its country's rule.
///
/// A number comes here with its prefix taken off and one of its country's shapes. Rules are those
/// that tax offices publish or that are known from the numbers in use; a birth date inside of a
/// number must be one. Zeros alone are a right sum nearly everywhere, and no number.
struct VATCheck {
  private let characters: [UInt8]
  /// The characters that are digits.
  private let digits: [Int]

  init(_ number: ArraySlice<UInt8>) {
    characters = Array(number)
    digits = number.filter(ASCIISet.digits.contains).map { Int($0) - 0x30 }
  }

  func passes(in country: String) -> Bool {
    (digits.count < 8 || digits.contains { $0 != 0 }) && hasCheckDigits(country)
  }

  private func hasCheckDigits(_ country: String) -> Bool {
    switch country {
    case "AT": (luhnSum(digits.dropLast()) + digits[7]) % 10 == 6
    case "BE": (number(0..<8) + number(8..<10)) % 97 == 0
    case "BG": isBulgarian
    case "CY": isCypriot
    case "CZ": isCzech
    case "DE": digits[0] != 0 && hasISO7064Digit
    case "DK": digits[0] != 0 && sum([2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0
    case "EE": sum([3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 == 0
    case "EL": sum([256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == digits[8]
    case "ES": isSpanish
    case "FI": sum([7, 9, 10, 5, 8, 4, 2, 1]) % 11 == 0
    case "FR": isFrench
    case "HR": hasISO7064Digit
    case "HU": sum([9, 7, 3, 1, 9, 7, 3, 1]) % 10 == 0
    case "IE": isIrish
    case "IT": isItalian
    case "LT": isLithuanian
    case "LU": number(0..<6) % 89 == number(6..<8)
    case "LV": isLatvian
    case "MT": digits[0] != 0 && sum([3, 4, 6, 7, 8, 9, 10, 1]) % 37 == 0
    case "NL": isDutch
    case "PL": sum([6, 5, 7, 2, 3, 4, 5, 6, 7, 10]) % 11 == 0
    case "PT": digits[0] != 0 && (11 - sum([9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11 % 10 == digits[8]
    case "RO": isRomanian
    case "SE": luhnSum(digits.dropLast(2)) % 10 == 0 && 1...94 ~= number(10..<12)
    case "SI": isSlovene
    case "SK": isSlovak
    case "XI": isNorthernIrish
    default: false
    }
  }

  // MARK: Arithmetic

  private func sum(_ weights: [Int]) -> Int { zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The number that some of the digits are, at most nine.
  private func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }

  private var number: Int64 { digits.reduce(0) { $0 * 10 + Int64($1) } }

  /// Luhn's sum, in which every second digit from the last but one is doubled.
  private func luhnSum(_ digits: some BidirectionalCollection<Int>) -> Int {
    digits.reversed().enumerated().reduce(0) { sum, item in
      let doubled = item.offset.isMultiple(of: 2) ? item.element : item.element * 2
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
  }

  /// ISO 7064's MOD 11,10.
  private var hasISO7064Digit: Bool {
    let product = digits.dropLast().reduce(10) { product, digit in
      let sum = (product + digit) % 10
      return (sum == 0 ? 10 : sum) * 2 % 11
    }
    return (product + (digits.last ?? 0)) % 10 == 1
  }

  private func isDay(year: Int, month: Int, day: Int) -> Bool {
    CivilDate(year: year, month: month, day: day) != nil
  }

  private func letter(_ index: Int) -> UInt8 { characters[index] }

  /// Where a character stands in an alphabet.
  private func place(_ index: Int, in alphabet: StaticString) -> Int? {
    Array(alphabet.description.utf8).firstIndex(of: characters[index])
  }
}

/// The countries whose rule is more than a sum.
extension VATCheck {
  /// A company's number, or of a person, a foreigner or anybody else.
  private var isBulgarian: Bool {
    if digits.count == 9 {
      let check = sum([1, 2, 3, 4, 5, 6, 7, 8]) % 11
      let second = sum([3, 4, 5, 6, 7, 8, 9, 10]) % 11 % 10
      return digits[8] == (check == 10 ? second : check)
    }
    let month = number(2..<4)
    let (century, monthOfYear) =
      month > 40 ? (2000, month - 40) : month > 20 ? (1800, month - 20) : (1900, month)
    let isPerson =
      isDay(year: century + number(0..<2), month: monthOfYear, day: number(4..<6))
      && sum([2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == digits[9]
    return isPerson || sum([21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 == digits[9]
      || (sum([4, 3, 2, 7, 6, 5, 4, 3, 2]) + digits[9]) % 11 == 0
  }

  private var isCypriot: Bool {
    let oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
    let total = digits.enumerated().reduce(0) { total, item in
      total + (item.offset.isMultiple(of: 2) ? oddValues[item.element] : item.element)
    }
    return number(0..<2) != 12 && Int(letter(8)) - 0x41 == total % 26
  }

  /// A company's number, a special one, or the birth number of a person.
  private var isCzech: Bool {
    if digits.count == 8 {
      let check = (11 - sum([8, 7, 6, 5, 4, 3, 2]) % 11) % 11
      return digits[0] != 9 && digits[7] == (check == 0 ? 1 : check % 10)
    }
    if digits.count == 9, digits[0] == 6 {
      let check = sum([0, 8, 7, 6, 5, 4, 3, 2]) % 11
      return digits[8] == (18 - (21 - check) % 11) % 10
    }
    return isBirthNumber
  }

  /// A Czech or Slovak birth number; until 1953 it had no check digit.
  private var isBirthNumber: Bool {
    let (month, day) = (number(2..<4) % 50 % 20, number(4..<6))
    var year = 1900 + number(0..<2)
    if digits.count == 9 {
      if year >= 1980 { year -= 100 }
      return year <= 1953 && isDay(year: year, month: month, day: day)
    }
    if year < 1954 { year += 100 }
    return isDay(year: year, month: month, day: day) && number(0..<9) % 11 % 10 == digits[9]
  }

  private var isSpanish: Bool {
    let controls: StaticString = "TRWAGMYFPDXBNJZSQVHLCKE"
    switch letter(0) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return place(8, in: controls) == number(0..<8) % 23
    case UInt8(ascii: "K"), UInt8(ascii: "L"), UInt8(ascii: "M"):
      return digits.count == 7 && place(8, in: controls) == Int(number % 23)
    case UInt8(ascii: "X"), UInt8(ascii: "Y"), UInt8(ascii: "Z"):
      let first = Int64(letter(0)) - 0x58
      return digits.count == 7 && place(8, in: controls) == Int((first * 10_000_000 + number) % 23)
    default:
      guard place(0, in: "ABCDEFGHJNPQRSUVW") != nil else { return false }
      let check = (10 - luhnSum(digits.prefix(7) + [0]) % 10) % 10
      return digits.count == 8 ? digits[7] == check : place(8, in: "JABCDEFGHI") == check
    }
  }

  /// A key of two characters before the number of a company; Monaco's begins with `000`.
  private var isFrench: Bool {
    let company = digits.suffix(9)
    let isMonegasque = company.prefix(3).allSatisfy { $0 == 0 }
    let number = company.reduce(Int64(0)) { $0 * 10 + Int64($1) }
    guard isMonegasque || luhnSum(company).isMultiple(of: 10) else { return false }
    if digits.count == 11 { return self.number(0..<2) == (number * 100 + 12) % 97 }
    let alphabet: StaticString = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    guard let first = place(0, in: alphabet), let second = place(1, in: alphabet) else {
      return false
    }
    let key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
    return key >= 0 && (number + 1 + Int64(key / 11)) % 11 == key % 11
  }

  /// Seven digits, a check letter and another that counts; or of old a letter in second place.
  private var isIrish: Bool {
    let alphabet: StaticString = "WABCDEFGHIJKLMNOPQRSTUV"
    let isNew = ASCIISet.digits.contains(letter(1))
    guard let check = place(7, in: alphabet) else { return false }
    guard isNew else {
      let old = [0] + digits[1...] + [digits[0]]
      return zip([8, 7, 6, 5, 4, 3, 2], old).reduce(0) { $0 + $1.0 * $1.1 } % 23 == check
    }
    guard let last = characters.count == 9 ? place(8, in: alphabet) : 0 else { return false }
    return (sum([8, 7, 6, 5, 4, 3, 2]) + 9 * last) % 23 == check
  }

  /// A number of its office, then the office's.
  private var isItalian: Bool {
    let office = number(7..<10)
    return number(0..<7) != 0 && (1...100 ~= office || [120, 121, 888, 999].contains(office))
      && luhnSum(digits).isMultiple(of: 10)
  }

  private var isLithuanian: Bool {
    let count = digits.count - 1
    let check = sum((0..<count).map { 1 + $0 % 9 }) % 11
    let second = sum((0..<count).map { 1 + ($0 + 2) % 9 }) % 11 % 10
    return digits[count - 1] == 1 && digits[count] == (check == 10 ? second : check)
  }

  /// A company's number, or the code of a person, which had a birth date until 2017.
  private var isLatvian: Bool {
    if digits[0] > 3 { return sum([9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 == 3 }
    let year = 1800 + digits[6] * 100 + number(4..<6)
    return (number(0..<2) == 32 || isDay(year: year, month: number(2..<4), day: number(0..<2)))
      && (1 + sum([10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11 % 10 == digits[10]
  }

  /// A number with its own check digit, or of a person since 2020 with one check over everything.
  private var isDutch: Bool {
    guard number(0..<9) != 0, number(9..<11) != 0 else { return false }
    let hasOwnCheck = (sum([9, 8, 7, 6, 5, 4, 3, 2]) - digits[8]) % 11 == 0
    // N and L count 23 and 21, B counts 11.
    let all = (2321 * 1_000_000_000 + Int64(number(0..<9))) * 100 + 11
    return hasOwnCheck || (all * 100 + Int64(number(9..<11))) % 97 == 1
  }

  private var isRomanian: Bool {
    let padded = Array(repeating: 0, count: 10 - digits.count) + digits
    let total = zip([7, 5, 3, 2, 1, 7, 5, 3, 2], padded).reduce(0) { $0 + $1.0 * $1.1 }
    return digits[0] != 0 && total * 10 % 11 % 10 == padded[9]
  }

  private var isSlovene: Bool {
    let check = 11 - sum([8, 7, 6, 5, 4, 3, 2]) % 11
    return digits[0] != 0 && (check == 10 ? 0 : check) == digits[7]
  }

  /// A number of its own, or the birth number of a person.
  private var isSlovak: Bool {
    digits[0] != 0 && [2, 3, 4, 7, 8, 9].contains(digits[2]) && number.isMultiple(of: 11)
      || isBirthNumber
  }

  /// A trader's number as in the United Kingdom, a department's or a hospital's.
  private var isNorthernIrish: Bool {
    if digits.count == 3 { return (letter(0) == UInt8(ascii: "G")) == (number < 500) }
    let check = sum([8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
    return number(0..<3) >= 100 ? [0, 42, 55].contains(check) : check == 0
  }
}
