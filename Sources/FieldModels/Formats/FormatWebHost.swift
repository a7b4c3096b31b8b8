/// Hosts as WHATWG's URL parser takes them: addresses, domains by UTS #46, and opaque hosts.
///
/// A host passes where the parser does not fail, but for two things. In a host of ASCII as in any
/// other, a label with `xn--` must stand for a valid name. And what is longer than any name can be,
/// in other scripts and percent-encoded, is refused before any work.
enum WebHost {
  /// A name has at most 253 characters of at most four bytes, each of which can be written `%XX`.
  private static let mostBytes = 4_096

  /// The host of a special scheme.
  static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    guard host.count <= mostBytes else { return false }
    if host.first == UInt8(ascii: "[") { return isBracketedAddress(host) }
    guard let text = String(validating: PercentEncoding.decoded(host), as: UTF8.self),
      let domain = asciiDomain(text), !domain.isEmpty,
      !domain.contains(where: forbiddenInDomain.contains)
    else { return false }
    let name = domain.last == Format.dot && domain.count > 1 ? domain.dropLast() : domain[...]
    let last = name[(name.lastIndex(of: Format.dot).map { $0 + 1 } ?? name.startIndex)...]
    return !isIPv4Number(last) || WebIPv4.isAddress(name)
  }

  /// The host of any other scheme, which may be empty.
  static func isOpaqueHost(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") { return isBracketedAddress(host) }
    return !host.contains(where: forbidden.contains)
  }

  private static func isBracketedAddress(_ host: ArraySlice<UInt8>) -> Bool {
    host.last == UInt8(ascii: "]") && Format.isIPv6(host.dropFirst().dropLast())
  }

  private static let forbidden: ASCIISet = "\0\t\n\r #/:<>?@[\\]^|"
  private static let forbiddenInDomain = forbidden.union(.controls).union("%")

  /// What UTS #46 makes of a domain, not strict; a label in other scripts stands as `xn--` and its
  /// ASCII characters, since nobody asks for more of it.
  private static func asciiDomain(_ text: String) -> [UInt8]? {
    let dot: Unicode.Scalar = "."
    var scalars = Array(text.unicodeScalars)
    if scalars.allSatisfy({ $0.isASCII }) {
      scalars = scalars.map { "A"..."Z" ~= $0 ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
      guard hasEncodedLabel(scalars) else { return scalars.map { UInt8($0.value) } }
    } else if let mapped = HostMapping.mapped(scalars) {
      scalars = mapped
    } else {
      return nil
    }
    var labels: [[Unicode.Scalar]] = []
    for part in scalars.split(separator: dot, omittingEmptySubsequences: false) {
      guard let label = label(part) else { return nil }
      labels.append(label)
    }
    guard BidiClass.areInOrder(labels) else { return nil }
    return labels.map { label in
      let ascii = label.filter { $0.isASCII }.map { UInt8($0.value) }
      return ascii.count == label.count ? ascii : "xn--".utf8 + ascii
    }.joined(separator: [Format.dot]).map { $0 }
  }

  private static func hasEncodedLabel(_ scalars: [Unicode.Scalar]) -> Bool {
    let mark = Array("xn--".unicodeScalars)
    return scalars.split(separator: ".").contains { $0.starts(with: mark) }
  }

  /// The characters that a mapped label stands for, if they are valid (UTS #46, section 4.1).
  private static func label(_ part: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    let mark = Array("xn--".unicodeScalars)
    var label = Array(part)
    if part.starts(with: mark) {
      guard part.allSatisfy({ $0.isASCII }),
        let decoded = Punycode.decoded(
          part.dropFirst(4).map { UInt8($0.value) }[...], mostBytes: mostBytes),
        !decoded.allSatisfy({ $0.isASCII }), !decoded.starts(with: mark), !decoded.contains(".")
      else { return nil }
      label = decoded
    }
    guard !label.allSatisfy({ $0.isASCII }) else { return label }
    guard label.first?.isMark == false, HostMapping.areValid(label) else { return nil }
    let context = LabelContext(label)
    return label.indices.allSatisfy { !label[$0].isJoiner || context.permits(at: $0) }
      ? label : nil
  }

  /// WHATWG's "ends in a number", asked of the last label, a root's dot left aside.
  private static func isIPv4Number(_ label: ArraySlice<UInt8>) -> Bool {
    !label.isEmpty && (label.allSatisfy(ASCIISet.digits.contains) || WebIPv4.number(label) != nil)
  }
}

extension Unicode.Scalar {
  /// Zero width joiner and non-joiner.
  fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }
}

/// IPv4 addresses as browsers take them: one to four parts in three bases.
private enum WebIPv4 {
  static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: Format.dot, maxSplits: 4, omittingEmptySubsequences: false)
    let numbers = parts.map(number)
    guard 1...4 ~= numbers.count, let last = numbers.last, let last else { return false }
    return numbers.dropLast().allSatisfy { $0.map { $0 <= 255 } ?? false }
      && last < Int64(1) << (8 * (5 - numbers.count))
  }

  /// Decimal, octal after `0`, hexadecimal after `0x`; what is too large stays too large.
  static func number(_ part: ArraySlice<UInt8>) -> Int64? {
    guard let first = part.first else { return nil }
    guard first == UInt8(ascii: "0"), part.count > 1 else { return number(part, radix: 10) }
    let isHex = part[part.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    return number(part.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 8)
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int64) -> Int64? {
    var number: Int64 = 0
    for byte in digits {
      let letter = byte | 0x20
      let digit: Int64
      if ASCIISet.digits.contains(byte) {
        digit = Int64(byte - UInt8(ascii: "0"))
      } else if ASCIISet.hexDigits.contains(byte) {
        digit = Int64(letter - UInt8(ascii: "a")) + 10
      } else {
        return nil
      }
      guard digit < radix else { return nil }
      number = min(number * radix + digit, 1 << 40)
    }
    return number
  }
}
