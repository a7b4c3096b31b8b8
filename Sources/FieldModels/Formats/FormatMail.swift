/// Mail addresses, in HTML's dialect and in that of mail servers.
///
/// HTML's is loose before the `@` and strict after it, has no quoting and no limit of length; that
/// of RFC 5321 is the reverse. Neither allows what a message's header may hold around an address:
/// names, comments, angle brackets.
extension Format {
  private static let atext = ASCIISet.lettersAndDigits.union("!#$%&'*+-/=?^_`{|}~")
  private static let htmlLocal = atext.union(".")
  private static let at = UInt8(ascii: "@")

  /// HTML's valid e-mail address: a wilful violation of RFC 5322 that fits most of real life.
  static func isEmail(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let atIndex = bytes.firstIndex(of: at), atIndex > bytes.startIndex else { return false }
    return bytes[..<atIndex].allSatisfy(htmlLocal.contains)
      && areParts(of: bytes[(atIndex + 1)...], between: dot, isLDHLabel)
  }

  /// The `Mailbox` of RFC 5321, section 4.1.2, or of RFC 6531, section 3.3, with the limits of
  /// RFC 5321, section 4.5.3.1: 64 bytes before the `@` and 254 in all.
  static func isMailbox(_ bytes: ArraySlice<UInt8>, allowsUnicode: Bool) -> Bool {
    guard bytes.count <= 254, let atIndex = bytes.lastIndex(of: at) else { return false }
    let (local, domain) = (bytes[..<atIndex], bytes[(atIndex + 1)...])
    guard local.count <= 64, isLocalPart(local, allowsUnicode: allowsUnicode) else { return false }
    if domain.first == UInt8(ascii: "["), domain.last == UInt8(ascii: "]") {
      return isAddressLiteral(domain.dropFirst().dropLast())
    }
    // Mail programs bring a domain into normalization form C before they look for it.
    return allowsUnicode
      ? isIDNHostname(NormalizationForm.composed(domain)) : isHostname(domain)
  }

  private static func isLocalPart(_ local: ArraySlice<UInt8>, allowsUnicode: Bool) -> Bool {
    let quote = UInt8(ascii: "\"")
    if local.first == quote {
      return local.count > 1 && local.last == quote
        && isQuotedContent(local.dropFirst().dropLast(), allowsUnicode: allowsUnicode)
    }
    return areParts(of: local, between: dot) { atom in
      !atom.isEmpty && atom.allSatisfy { atext.contains($0) || (allowsUnicode && 0x80 <= $0) }
    }
  }

  private static func isQuotedContent(_ content: ArraySlice<UInt8>, allowsUnicode: Bool) -> Bool {
    var isEscaped = false
    for byte in content {
      guard 0x20..<0x7F ~= byte || (allowsUnicode && 0x80 <= byte && !isEscaped) else {
        return false
      }
      guard isEscaped || byte != UInt8(ascii: "\"") else { return false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return !isEscaped
  }

  /// An IPv4 address, a tagged IPv6 address, or any other tag with its text.
  private static func isAddressLiteral(_ literal: ArraySlice<UInt8>) -> Bool {
    guard let colon = literal.firstIndex(of: UInt8(ascii: ":")) else { return isIPv4(literal) }
    let (tag, content) = (literal[..<colon], literal[(colon + 1)...])
    if isEqualIgnoringCase(tag, "ipv6") { return isIPv6(content) }
    return isLDHLabel(tag) && !content.isEmpty
      && content.allSatisfy { 0x21...0x7E ~= $0 && !(0x5B...0x5D ~= $0) }
  }
}
