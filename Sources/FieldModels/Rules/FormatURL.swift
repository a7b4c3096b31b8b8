/// Web addresses, judged as WHATWG's URL parser would take them, without making a URL of them.
///
/// For the special schemes (`http`, `https`, `ws`, `wss`, `ftp`, `file`) a text passes where the
/// parser does not fail: any slashes after the scheme, spaces in a path, numbers for a host that
/// make an IPv4 address, a port up to 65535. For other schemes the parser takes nearly anything,
/// so there the text must be an IRI of RFC 3987. What the parser would silently drop (blanks at
/// the ends, tabs, line breaks) is refused with all other controls, as a draft is kept as it is.
/// Hosts in other scripts are not mapped: a character passes unless it can be in no host at all.
extension Format {
  static func isURL(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = URIGrammar.schemeEnd(bytes), bytes.last != UInt8(ascii: " "),
      !bytes.contains(where: ASCIISet.controls.contains)
    else { return false }
    let (scheme, rest) = (bytes[..<colon], bytes[(colon + 1)...])
    if isEqualIgnoringCase(scheme, "file") { return isFileRest(rest) }
    guard isSpecial(scheme) else { return URIGrammar(allowsUnicode: true).isAbsolute(bytes) }
    return isAuthority(rest.drop(while: isSlash).prefix { !isAuthorityEnd($0) })
  }

  /// The same for `http` and `https`, with exactly the two slashes that people expect.
  static func isHTTPURL(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = URIGrammar.schemeEnd(bytes), bytes[colon...].starts(with: "://".utf8) else {
      return false
    }
    let isWeb =
      isEqualIgnoringCase(bytes[..<colon], "http") || isEqualIgnoringCase(bytes[..<colon], "https")
    let host = bytes[(colon + 3)...]
    return isWeb && !(host.first.map(isSlash) ?? true) && isURL(bytes)
  }

  private static func isSpecial(_ scheme: ArraySlice<UInt8>) -> Bool {
    guard scheme.count <= 5 else { return false }
    return ["http", "https", "ws", "wss", "ftp"].contains {
      isEqualIgnoringCase(scheme, $0 as StaticString)
    }
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
    isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// After `file:` there may be a host, without a user or a port; `C:` is a drive.
  private static func isFileRest(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.prefix(2).count(where: isSlash) == 2 else { return true }
    let host = rest.dropFirst(2).prefix { !isAuthorityEnd($0) }
    let isDrive =
      host.count == 2 && host.first.map(ASCIISet.letters.contains) == true
      && (host.last == UInt8(ascii: ":") || host.last == UInt8(ascii: "|"))
    return host.isEmpty || isDrive || isWebHost(host)
  }

  private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    let hostAndPort = authority[start...]
    let isBracketed = hostAndPort.first == UInt8(ascii: "[")
    let hostEnd =
      isBracketed ? hostAndPort.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : start
    guard let hostEnd else { return false }
    let colon = hostAndPort[hostEnd...].firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex
    let port = hostAndPort[colon...].dropFirst()
    let significant = port.drop { $0 == UInt8(ascii: "0") }
    return port.allSatisfy(ASCIISet.digits.contains)
      && (significant.isEmpty || isPort(significant)) && isWebHost(hostAndPort[..<colon])
  }

  /// WHATWG's host parser, for the hosts of special schemes.
  private static func isWebHost(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") {
      return host.last == UInt8(ascii: "]") && isIPv6(host.dropFirst().dropLast())
    }
    let domain = PercentEncoding.decoded(host)[...]
    guard !domain.isEmpty, !domain.contains(where: forbiddenInDomain.contains),
      String(validating: domain, as: UTF8.self) != nil,
      PercentEncoding.isUnicodeAllowed(domain, canBeInHost)
    else { return false }
    guard areParts(of: domain, between: dot, isDecodable) else { return false }
    let name = domain.last == dot ? domain.dropLast() : domain
    let last = name[(name.lastIndex(of: dot).map { $0 + 1 } ?? name.startIndex)...]
    return !isIPv4Number(last) || WebIPv4.isAddress(name)
  }

  private static let forbiddenInDomain = ASCIISet.controls.union(" #/:<>?@[\\]^|%")

  private static func canBeInHost(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .unassigned, .privateUse, .surrogate, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Whether a label that claims to be encoded stands for characters that can be in a host.
  private static func isDecodable(_ label: ArraySlice<UInt8>) -> Bool {
    guard IDNA.isEncoded(label) else { return true }
    guard let scalars = Punycode.decoded(label.dropFirst(4)) else { return false }
    return !scalars.allSatisfy(\.isASCII) && scalars.allSatisfy(canBeInHost)
  }

  /// WHATWG's "ends in a number", asked of the last label, a root's dot left aside.
  private static func isIPv4Number(_ label: ArraySlice<UInt8>) -> Bool {
    !label.isEmpty && (label.allSatisfy(ASCIISet.digits.contains) || WebIPv4.number(label) != nil)
  }
}

/// IPv4 addresses as browsers take them: one to four parts in three bases.
private enum WebIPv4 {
  static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: Format.dot, maxSplits: 4, omittingEmptySubsequences: false)
    let numbers = parts.map(number)
    guard 1...4 ~= numbers.count, let last = numbers.last, let last else { return false }
    return numbers.dropLast().allSatisfy { $0.map { $0 <= 255 } ?? false }
      && last < 1 << (8 * (5 - numbers.count))
  }

  /// Decimal, octal after `0`, hexadecimal after `0x`; what is too large stays too large.
  static func number(_ part: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first else { return nil }
    guard first == UInt8(ascii: "0"), part.count > 1 else { return number(part, radix: 10) }
    let isHex = part[part.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    return number(part.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 8)
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
    var number = 0
    for byte in digits {
      let letter = byte | 0x20
      let digit: Int
      if ASCIISet.digits.contains(byte) {
        digit = Int(byte) - Int(UInt8(ascii: "0"))
      } else if ASCIISet.hexDigits.contains(byte) {
        digit = Int(letter) - Int(UInt8(ascii: "a")) + 10
      } else {
        return nil
      }
      guard digit < radix else { return nil }
      number = min(number * radix + digit, 1 << 40)
    }
    return number
  }
}
