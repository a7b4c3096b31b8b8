/// The grammar of RFC 3986, and with Unicode that of RFC 3987, as one pass over each component.
///
/// Components are found by their delimiters as the RFC's appendix B does, then each is held to
/// its characters. Hosts in brackets must be addresses; other hosts are registered names, which
/// every dotted number is too, so `999.999.999.999` is one. RFC 3987's rules for bidirectional
/// text are about presentation and are not asked.
struct URIGrammar {
  let allowsUnicode: Bool

  private static let unreserved = ASCIISet.lettersAndDigits.union("-._~")
  private static let subDelimiters: ASCIISet = "!$&'()*+,;="
  private static let registeredName = unreserved.union(subDelimiters)
  private static let userInfo = registeredName.union(":")
  private static let segment = userInfo.union("@")
  private static let path = segment.union("/")
  private static let query = path.union("?")
  private static let schemeTail = ASCIISet.lettersAndDigits.union("+-.")

  private static let slash = UInt8(ascii: "/")
  private static let colon = UInt8(ascii: ":")

  /// A scheme and what follows it, fragment included.
  func isAbsolute(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = Self.schemeEnd(bytes) else { return false }
    return isRest(bytes[(colon + 1)...], isAfterScheme: true)
  }

  /// The same, or a reference relative to something.
  func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    isAbsolute(bytes) || isRest(bytes, isAfterScheme: false)
  }

  /// Where the colon after a scheme is, if the text begins with a scheme.
  static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, ASCIISet.letters.contains(first) else { return nil }
    let end = bytes.firstIndex { !schemeTail.contains($0) }
    return end.flatMap { bytes[$0] == colon ? $0 : nil }
  }

  private func isRest(_ bytes: ArraySlice<UInt8>, isAfterScheme: Bool) -> Bool {
    let (beforeFragment, fragment) = Self.cut(bytes, at: UInt8(ascii: "#"))
    let (hierarchy, query) = Self.cut(beforeFragment, at: UInt8(ascii: "?"))
    guard has(fragment, only: Self.query), has(query, only: Self.query, allowsPrivate: true) else {
      return false
    }
    guard hierarchy.starts(with: [Self.slash, Self.slash]) else {
      let firstSegment = hierarchy.prefix { $0 != Self.slash }
      return has(hierarchy, only: Self.path)
        && (isAfterScheme || !firstSegment.contains(Self.colon))
    }
    let authority = hierarchy.dropFirst(2).prefix { $0 != Self.slash }
    return isAuthority(authority) && has(hierarchy[authority.endIndex...], only: Self.path)
  }

  private func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let at = bytes.firstIndex(of: UInt8(ascii: "@")) {
      guard has(bytes[..<at], only: Self.userInfo) else { return false }
      host = bytes[(at + 1)...]
    }
    var port: ArraySlice<UInt8> = []
    if host.first == UInt8(ascii: "[") {
      guard let close = host.firstIndex(of: UInt8(ascii: "]")),
        Self.isAddress(host[(host.startIndex + 1)..<close])
      else { return false }
      port = host[(close + 1)...]
      guard port.isEmpty || port.first == Self.colon else { return false }
      port = port.dropFirst()
    } else {
      let (name, digits) = Self.cut(host, at: Self.colon)
      guard has(name, only: Self.registeredName) else { return false }
      port = digits
    }
    return port.allSatisfy(ASCIISet.digits.contains)
  }

  /// What may stand in brackets: an IPv6 address, or a later version's (`v1.…`).
  private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "v") else {
      return Format.isIPv6(bytes)
    }
    let (version, address) = cut(bytes.dropFirst(), at: UInt8(ascii: "."))
    return !version.isEmpty && version.allSatisfy(ASCIISet.hexDigits.contains)
      && !address.isEmpty && address.allSatisfy(userInfo.contains)
  }

  private static func cut(
    _ bytes: ArraySlice<UInt8>, at delimiter: UInt8
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let index = bytes.firstIndex(of: delimiter) ?? bytes.endIndex
    return (bytes[..<index], bytes[index...].dropFirst())
  }

  private func has(
    _ bytes: ArraySlice<UInt8>, only set: ASCIISet, allowsPrivate: Bool = false
  ) -> Bool {
    PercentEncoding.isWellFormed(bytes) { set.contains($0) }
      && PercentEncoding.isUnicodeAllowed(bytes) {
        allowsUnicode && ($0.isUCSCharacter || (allowsPrivate && $0.isPrivateCharacter))
      }
  }
}

/// What URIs and their templates share: `%XX` and the characters of RFC 3987.
package enum PercentEncoding {
  /// Whether every ASCII byte is allowed or is part of a complete `%XX`.
  static func isWellFormed(_ bytes: ArraySlice<UInt8>, _ isAllowed: (UInt8) -> Bool) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        let digits = bytes[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(ASCIISet.hexDigits.contains) else {
          return false
        }
        index += 3
      } else {
        guard 0x80 <= bytes[index] || isAllowed(bytes[index]) else { return false }
        index += 1
      }
    }
    return true
  }

  /// Whether every character above ASCII is allowed.
  static func isUnicodeAllowed(
    _ bytes: ArraySlice<UInt8>, _ isAllowed: (Unicode.Scalar) -> Bool
  ) -> Bool {
    guard bytes.contains(where: { 0x80 <= $0 }) else { return true }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars
      .allSatisfy { $0.isASCII || isAllowed($0) }
  }

  /// The bytes with every `%XX` replaced by what it stands for; a `%` that begins none stands for itself.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] { decodedWhole(bytes).bytes }

  /// The same, or nil where a `%` begins none.
  package static func strictlyDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let (bytes, isWhole) = decodedWhole(bytes)
    return isWhole ? bytes : nil
  }

  private static func decodedWhole(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], isWhole: Bool) {
    var room = [UInt8](repeating: 0, count: bytes.count)
    var target = room.mutableSpan
    let decoded = decode(bytes.span, 0..<bytes.count, to: &target, from: 0)
    room.removeLast(room.count - decoded.end)
    return (room, decoded.isWhole)
  }

  /// Writes down what bytes stand for, which are no more than those.
  ///
  /// - Parameters:
  ///   - text: where they stand
  ///   - range: where in it
  ///   - isOfPage: they are a value that a page has sent, in which a `+` is a space
  ///   - room: where to write
  ///   - start: from where on
  /// - Returns: where that ends, and whether each `%` begins a `%XX`; any other stands for itself
  static func decode(
    _ text: borrowing Span<UInt8>, _ range: Range<Int>, isOfPage: Bool = false,
    to room: inout MutableSpan<UInt8>, from start: Int
  ) -> (end: Int, isWhole: Bool) {
    var (index, end, isWhole) = (range.lowerBound, start, true)
    while index < range.upperBound {
      var byte = text[index]
      if byte == UInt8(ascii: "+"), isOfPage {
        byte = UInt8(ascii: " ")
      } else if byte == UInt8(ascii: "%") {
        if index + 2 < range.upperBound, let high = text[index + 1].hexDigitValue,
          let low = text[index + 2].hexDigitValue
        {
          byte = high << 4 | low
          index += 2
        } else {
          isWhole = false
        }
      }
      room[end] = byte
      end += 1
      index += 1
    }
    return (end, isWhole)
  }
}

extension Unicode.Scalar {
  /// The `ucschar` of RFC 3987, section 2.2.
  var isUCSCharacter: Bool {
    switch value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF, 0xE1000...0xEFFFF: value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  /// The `iprivate` of RFC 3987, section 2.2.
  var isPrivateCharacter: Bool {
    switch value {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}
