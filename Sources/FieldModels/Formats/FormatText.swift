/// Texts of a fixed alphabet or shape: identifiers, encodings, colours, telephone numbers.
///
/// Where a standard leaves something to the reader, the stricter reading is taken: encodings as
/// their encoders write them, versions without leading zeros. Telephone numbers are the exception,
/// since people write them in groups of their own.
extension Format {
  private static let hyphen = UInt8(ascii: "-")

  static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    let groups = bytes.split(separator: hyphen, omittingEmptySubsequences: false)
    return groups.map { $0.count } == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy(ASCIISet.hexDigits.contains) }
  }

  static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(ASCIISet.hexDigits.contains)
  }

  /// Groups of four; what the padding leaves over must be zero bits, as encoders write it.
  static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count.isMultiple(of: 4) && isEncoded(bytes, "+/")
  }

  /// The same with two other letters, and with the padding left out if wanted.
  static func isBase64URL(_ bytes: ArraySlice<UInt8>) -> Bool {
    let isPadded = bytes.last == UInt8(ascii: "=")
    return (!isPadded || bytes.count.isMultiple(of: 4)) && isEncoded(bytes, "-_")
  }

  private static func isEncoded(_ bytes: ArraySlice<UInt8>, _ lastLetters: ASCIISet) -> Bool {
    let paddingCount = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    let letters = bytes.dropLast(paddingCount)
    guard letters.allSatisfy(ASCIISet.lettersAndDigits.union(lastLetters).contains),
      let last = letters.last
    else { return false }
    // Two letters carry one byte and four bits more, three carry two bytes and two bits more.
    switch letters.count % 4 {
    case 1: return false
    case 2: return ("AQgw" as ASCIISet).contains(last)
    case 3: return ("AEIMQUYcgkosw048" as ASCIISet).contains(last)
    default: return true
    }
  }

  static func isColor(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 7 && isCSSHexColor(bytes)
  }

  static func isCSSHexColor(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "#"), [4, 5, 7, 9].contains(bytes.count) else {
      return false
    }
    return isHex(bytes.dropFirst())
  }

  static func isSlug(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = ASCIISet.lowercase.union(.digits)
    return areParts(of: bytes, between: hyphen) { !$0.isEmpty && $0.allSatisfy(word.contains) }
  }

  /// Three numbers, a pre-release after `-`, a build after `+`.
  static func isSemanticVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
    let plus = bytes.firstIndex(of: UInt8(ascii: "+")) ?? bytes.endIndex
    let version = bytes[..<plus]
    let dash = version.firstIndex(of: hyphen) ?? plus
    let core = version[..<dash].split(
      separator: dot, maxSplits: 3, omittingEmptySubsequences: false)
    return core.count == 3 && core.allSatisfy { isVersionNumber($0) }
      && (dash == plus || areIdentifiers(version[(dash + 1)...], allowsLeadingZeros: false))
      && (plus == bytes.endIndex || areIdentifiers(bytes[(plus + 1)...], allowsLeadingZeros: true))
  }

  private static func isVersionNumber(_ digits: ArraySlice<UInt8>) -> Bool {
    guard let first = digits.first, digits.allSatisfy(ASCIISet.digits.contains) else {
      return false
    }
    return digits.count == 1 || first != UInt8(ascii: "0")
  }

  private static func areIdentifiers(
    _ bytes: ArraySlice<UInt8>, allowsLeadingZeros: Bool
  ) -> Bool {
    let allowed = ASCIISet.lettersAndDigits.union("-")
    return areParts(of: bytes, between: dot) { identifier in
      let isNumber = identifier.allSatisfy(ASCIISet.digits.contains)
      return !identifier.isEmpty && identifier.allSatisfy(allowed.contains)
        && (allowsLeadingZeros || !isNumber || isVersionNumber(identifier))
    }
  }

  static func isE164(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst()
    return bytes.first == UInt8(ascii: "+") && 7...15 ~= digits.count
      && digits.allSatisfy(ASCIISet.digits.contains) && digits.first != UInt8(ascii: "0")
  }

  /// Digits that single separators or one level of parentheses group, after a `+` if wanted.
  ///
  /// Without a country's code, the shortest numbers there are have four digits (Niue, Tokelau).
  static func isPhone(_ bytes: ArraySlice<UInt8>) -> Bool {
    let isInternational = bytes.first == UInt8(ascii: "+")
    var digitCount = 0
    var isInParentheses = false
    var previous: UInt8 = 0
    for byte in bytes.dropFirst(isInternational ? 1 : 0) {
      let isAfterDigit = ASCIISet.digits.contains(previous)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digitCount > 0 || !isInternational || byte != UInt8(ascii: "0") else { return false }
        digitCount += 1
      case UInt8(ascii: "("):
        guard !isInParentheses, previous != UInt8(ascii: ")") else { return false }
        isInParentheses = true
      case UInt8(ascii: ")"):
        guard isInParentheses, isAfterDigit else { return false }
        isInParentheses = false
      case UInt8(ascii: " "), hyphen, dot, UInt8(ascii: "/"):
        guard isAfterDigit || previous == UInt8(ascii: ")") else { return false }
      default: return false
      }
      previous = byte
    }
    let isComplete = ASCIISet.digits.contains(previous) || previous == UInt8(ascii: ")")
    return isComplete && !isInParentheses && (isInternational ? 7 : 4)...15 ~= digitCount
  }

  /// No character that Unicode says must break a line.
  static func isSingleLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.contains(where: { 0x0A...0x0D ~= $0 }) else { return false }
    return PercentEncoding.isUnicodeAllowed(bytes) { ![0x85, 0x2028, 0x2029].contains($0.value) }
  }
}
