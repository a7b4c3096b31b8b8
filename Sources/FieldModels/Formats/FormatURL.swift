/// Web addresses, judged as WHATWG's URL parser would take them, without making a URL of them.
///
/// For the special schemes (`http`, `https`, `ws`, `wss`, `ftp`, `file`) a text passes where the
/// parser does not fail: any slashes after the scheme, spaces in a path, numbers for a host that
/// make an IPv4 address, a port up to 65535. For other schemes the parser takes nearly anything,
/// so there the text must be an IRI of RFC 3987 as well. What the parser would silently drop (blanks
/// at the ends, tabs, line breaks) is refused with all other controls, as a draft is kept as it is.
extension Format {
  static func isURL(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = URIGrammar.schemeEnd(bytes), bytes.last != UInt8(ascii: " "),
      !bytes.contains(where: ASCIISet.controls.contains)
    else { return false }
    let (scheme, rest) = (bytes[..<colon], bytes[(colon + 1)...])
    if isEqualIgnoringCase(scheme, "file") { return isFileRest(rest) }
    if isSpecial(scheme) {
      return isAuthority(
        rest.drop(while: isSlash).prefix { !isAuthorityEnd($0) }, isSpecial: true)
    }
    guard URIGrammar(allowsUnicode: true).isAbsolute(bytes) else { return false }
    return !rest.starts(with: "//".utf8)
      || isAuthority(rest.dropFirst(2).prefix { !isAuthorityEnd($0) }, isSpecial: false)
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
    return host.isEmpty || isDrive || WebHost.isHost(host)
  }

  /// A user and a port are only of a host; without either, schemes that are not special need none.
  private static func isAuthority(_ authority: ArraySlice<UInt8>, isSpecial: Bool) -> Bool {
    if authority.isEmpty { return !isSpecial }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    let hostAndPort = authority[start...]
    let isBracketed = hostAndPort.first == UInt8(ascii: "[")
    let hostEnd =
      isBracketed ? hostAndPort.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : start
    guard let hostEnd else { return false }
    let colon = hostAndPort[hostEnd...].firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex
    let (host, port) = (hostAndPort[..<colon], hostAndPort[colon...].dropFirst())
    let significant = port.drop { $0 == UInt8(ascii: "0") }
    guard !host.isEmpty, port.allSatisfy(ASCIISet.digits.contains),
      significant.isEmpty || isPort(significant)
    else { return false }
    return isSpecial ? WebHost.isHost(host) : WebHost.isOpaqueHost(host)
  }
}
