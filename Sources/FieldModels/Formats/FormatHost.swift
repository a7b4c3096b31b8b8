/// Names and numbers of hosts: labels, addresses, ports.
///
/// Each is read as its standard writes it and no looser: no octal octets, no zones, no netmasks,
/// no dot of the root. What a browser would make of a looser host is for `url` to say.
extension Format {
  static let dot = UInt8(ascii: ".")
  private static let ldh = ASCIISet.lettersAndDigits.union("-")

  /// Whether ASCII letters of either case spell a word given in lower case.
  static func isEqualIgnoringCase(_ bytes: ArraySlice<UInt8>, _ lowercase: StaticString) -> Bool {
    bytes.map { ASCIISet.uppercase.contains($0) ? $0 | 0x20 : $0 }
      .elementsEqual(lowercase.description.utf8)
  }

  /// Whether all parts between separators are valid, empty ones too; stops at the first that is
  /// not, and takes no memory for the others.
  static func areParts(
    of bytes: ArraySlice<UInt8>, between separator: UInt8, _ isValid: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var rest = bytes
    while let end = rest.firstIndex(of: separator) {
      guard isValid(rest[..<end]) else { return false }
      rest = rest[(end + 1)...]
    }
    return isValid(rest)
  }

  /// 1 to 63 letters, digits and hyphens, no hyphen at either end.
  static func isLDHLabel(_ label: ArraySlice<UInt8>) -> Bool {
    guard 1...63 ~= label.count, label.allSatisfy(ldh.contains) else { return false }
    return label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
  }

  /// A host name of letters, digits and hyphens, at most 253 bytes, without a root's dot.
  static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 253 else { return false }
    let labels = bytes.split(separator: dot, omittingEmptySubsequences: false)
    guard labels.allSatisfy(isLDHLabel) else { return false }
    return !labels.contains(where: IDNA.isEncoded) || isIDNHostname(bytes)
  }

  /// A host name whose labels may be U-labels and whose dots may be those of other scripts.
  static func isIDNHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    // A label of 63 bytes in ASCII form stands for fewer than 63 characters of at most 4 bytes.
    guard bytes.count <= 253 * 4 else { return false }
    return IDNA.isHostname(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// A host name of at least two labels, the last of which could be a top-level domain.
  static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let last = bytes.lastIndex(of: dot), isHostname(bytes) else { return false }
    return !bytes[(last + 1)...].allSatisfy(ASCIISet.digits.contains)
  }

  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard 7...15 ~= bytes.count else { return false }
    let octets = bytes.split(separator: dot, omittingEmptySubsequences: false)
    return octets.count == 4 && octets.allSatisfy { isDecimal($0, atMost: 255) }
  }

  /// Digits without leading zeros for a number from 0 to a limit.
  private static func isDecimal(_ digits: ArraySlice<UInt8>, atMost limit: Int) -> Bool {
    guard 1...5 ~= digits.count, digits.allSatisfy(ASCIISet.digits.contains),
      digits.count == 1 || digits.first != UInt8(ascii: "0"),
      let number = DigitCursor.number(digits)
    else { return false }
    return number <= limit
  }

  /// Eight groups of hexadecimal digits, of which `::` stands for one or more, and the last two
  /// of which may be an IPv4 address.
  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard 2...45 ~= bytes.count else { return false }
    let colon = UInt8(ascii: ":")
    var rest = bytes
    var groupCount = 0
    var hasGap = false
    if rest.starts(with: [colon, colon]) {
      (hasGap, rest) = (true, rest.dropFirst(2))
    }
    while !rest.isEmpty {
      let group = rest.prefix { $0 != colon }
      rest = rest.dropFirst(group.count)
      if rest.isEmpty, isIPv4(group) {
        groupCount += 2
        break
      }
      guard 1...4 ~= group.count, group.allSatisfy(ASCIISet.hexDigits.contains) else {
        return false
      }
      groupCount += 1
      guard !rest.isEmpty else { break }
      rest = rest.dropFirst()
      if rest.first == colon {
        guard !hasGap else { return false }
        (hasGap, rest) = (true, rest.dropFirst())
      } else if rest.isEmpty {
        return false
      }
    }
    return hasGap ? groupCount < 8 : groupCount == 8
  }

  static func isMAC(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 17 else { return false }
    let separator = bytes[bytes.startIndex + 2]
    guard separator == UInt8(ascii: ":") || separator == UInt8(ascii: "-") else { return false }
    let octets = bytes.split(separator: separator, omittingEmptySubsequences: false)
    return octets.count == 6
      && octets.allSatisfy { $0.count == 2 && $0.allSatisfy(ASCIISet.hexDigits.contains) }
  }

  static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first != UInt8(ascii: "0") && isDecimal(bytes, atMost: 65_535)
  }
}
