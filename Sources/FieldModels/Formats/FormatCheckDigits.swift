/// Numbers that carry a check: accounts, cards, books, articles, legal entities.
///
/// The check digits are always part of the answer. Separators are allowed where the number is
/// printed with them, one at a time and only between digits; a BIC has no check but stands with
/// the accounts that it belongs to.
extension Format {
  private static let space = UInt8(ascii: " ")
  private static let hyphen = UInt8(ascii: "-")

  /// ISO 13616 with what its registry says of each country, unbroken or in fours with spaces between; letters in either case, as people type.
  static func isIBAN(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 42, let characters = ungrouped(bytes) else { return false }
    let iban = characters.map { ASCIISet.lowercase.contains($0) ? $0 & ~0x20 : $0 }
    guard let shape = RegisteredCodes.ibanShape(country: iban.prefix(2)),
      let check = DigitCursor.number(digits: iban.dropFirst(2).prefix(2)), 2...98 ~= check,
      hasShape(iban.dropFirst(4), shape)
    else { return false }
    return remainderBy97(iban[4...] + iban[..<4]) == 1
  }

  /// Whether characters are so many of one set, then so many of the next, and no more.
  private static func hasShape(
    _ characters: ArraySlice<UInt8>, _ shape: [(count: Int, set: ASCIISet)]
  ) -> Bool {
    var rest = characters
    for (count, set) in shape {
      guard count <= rest.count, rest.prefix(count).allSatisfy(set.contains) else { return false }
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty
  }

  /// The characters without the single spaces after every fourth, or as they are if there is none.
  private static func ungrouped(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.contains(space) else { return Array(bytes) }
    let groups = bytes.split(separator: space, omittingEmptySubsequences: false)
    guard groups.dropLast().allSatisfy({ $0.count == 4 }), 1...4 ~= (groups.last?.count ?? 0) else {
      return nil
    }
    return Array(groups.joined())
  }

  /// ISO 7064's MOD 97-10 over digits and capital letters, where `A` counts 10 and `Z` 35.
  private static func remainderBy97(_ characters: some Sequence<UInt8>) -> Int {
    characters.reduce(0) { remainder, character in
      ASCIISet.digits.contains(character)
        ? (remainder * 10 + Int(character) - 0x30) % 97
        : (remainder * 100 + Int(character) - 0x41 + 10) % 97
    }
  }

  static func isLEI(_ bytes: ArraySlice<UInt8>) -> Bool {
    let capitals = ASCIISet.uppercase.union(.digits)
    guard bytes.count == 20, bytes.allSatisfy(capitals.contains),
      let check = DigitCursor.number(digits: bytes.suffix(2)), 2...98 ~= check
    else { return false }
    return remainderBy97(bytes) == 1
  }

  /// Four characters for the party, a country, two for the place, and a branch's three if any.
  static func isBIC(_ bytes: ArraySlice<UInt8>) -> Bool {
    let capitals = ASCIISet.uppercase.union(.digits)
    guard bytes.count == 8 || bytes.count == 11, bytes.allSatisfy(capitals.contains) else {
      return false
    }
    let country = bytes.dropFirst(4).prefix(2)
    // Kosovo has no code of ISO 3166-1; banks use the one it leaves to users.
    return isCountry(country) || country.elementsEqual("XK".utf8)
  }

  /// The first digit names an industry, and no payment card has the industry 0.
  static func isCardNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let digits = separatedDigits(bytes, atMost: 19), 12 <= digits.count, digits.first != 0
    else { return false }
    let sum = digits.reversed().enumerated().reduce(0) { sum, item in
      let doubled = item.offset.isMultiple(of: 2) ? item.element : item.element * 2
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return sum.isMultiple(of: 10)
  }

  static func isISBN(_ bytes: ArraySlice<UInt8>) -> Bool {
    if let last = bytes.last, last | 0x20 == UInt8(ascii: "x") {
      let body = bytes.dropLast()
      let isJoined = body.last == hyphen || body.last == space
      guard let digits = separatedDigits(isJoined ? body.dropLast() : body, atMost: 9),
        digits.count == 9
      else { return false }
      return isISBN10(digits + [10])
    }
    guard let digits = separatedDigits(bytes, atMost: 13) else { return false }
    if digits.count == 10 { return isISBN10(digits) }
    let isBook = digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9])
    return digits.count == 13 && isBook && hasGS1CheckDigit(digits)
  }

  private static func isISBN10(_ digits: [Int]) -> Bool {
    digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }.isMultiple(of: 11)
  }

  static func isEAN(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 8 || bytes.count == 13, bytes.allSatisfy(ASCIISet.digits.contains) else {
      return false
    }
    return hasGS1CheckDigit(bytes.map { Int($0) - 0x30 })
  }

  /// From the right, weights 1 and 3 in turn make a multiple of ten.
  private static func hasGS1CheckDigit(_ digits: [Int]) -> Bool {
    digits.reversed().enumerated()
      .reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }.isMultiple(of: 10)
  }

  /// Digits with at most one space or hyphen between two of them.
  private static func separatedDigits(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [Int]? {
    var digits: [Int] = []
    var isAfterDigit = false
    for byte in bytes {
      if ASCIISet.digits.contains(byte), digits.count < limit {
        digits.append(Int(byte) - 0x30)
        isAfterDigit = true
      } else if isAfterDigit, byte == space || byte == hyphen {
        isAfterDigit = false
      } else {
        return nil
      }
    }
    return isAfterDigit ? digits : nil
  }
}
