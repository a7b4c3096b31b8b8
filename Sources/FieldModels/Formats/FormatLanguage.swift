/// Language tags, well-formed by the grammar of RFC 5646, section 2.1.
///
/// Whether the subtags are registered, and whether one stands twice, is what the RFC calls valid;
/// it needs the registry and is not asked.
extension Format {
  static func isLanguageTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    if irregularTags.contains(where: { isEqualIgnoringCase(bytes, $0) }) { return true }
    let hyphen = UInt8(ascii: "-")
    // RFC 5646, section 4.4, allows a limit of 35 bytes or more; this one only stops nonsense.
    guard
      bytes.count <= 1_000,
      areParts(
        of: bytes, between: hyphen,
        { 1...8 ~= $0.count && $0.allSatisfy(ASCIISet.lettersAndDigits.contains) })
    else { return false }
    let subtags = bytes.split(separator: hyphen)
    var reader = SubtagReader(subtags[...])
    return reader.isPrivateUse() || reader.isLanguageTag()
  }

  /// The grandfathered tags that the grammar does not produce.
  private static let irregularTags: [StaticString] = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux",
    "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl",
    "sgn-ch-de",
  ]
}

/// Takes subtags, which are letters and digits already, in the order that the grammar has them.
private struct SubtagReader {
  private var rest: ArraySlice<ArraySlice<UInt8>>

  init(_ subtags: ArraySlice<ArraySlice<UInt8>>) {
    rest = subtags
  }

  /// `x` and anything.
  func isPrivateUse() -> Bool {
    rest.count > 1 && rest.first.map(Self.isPrivateSingleton) == true
  }

  /// A language, and then what there is of extended language, script, region, variants,
  /// extensions and a private part.
  mutating func isLanguageTag() -> Bool {
    guard let language = rest.popFirst(), 2...8 ~= language.count, Self.areLetters(language) else {
      return false
    }
    if language.count <= 3 {
      for _ in 0..<3 { _ = skip { $0.count == 3 && Self.areLetters($0) } }
    }
    _ = skip { $0.count == 4 && Self.areLetters($0) }
    _ = skip { $0.count == 2 ? Self.areLetters($0) : $0.count == 3 && Self.areDigits($0) }
    while skip({ 5 <= $0.count || ($0.count == 4 && Self.areDigits($0.prefix(1))) }) {}
    while let singleton = rest.first, singleton.count == 1, !Self.isPrivateSingleton(singleton) {
      rest.removeFirst()
      guard skip({ 2 <= $0.count }) else { return false }
      while skip({ 2 <= $0.count }) {}
    }
    return rest.isEmpty || isPrivateUse()
  }

  private mutating func skip(_ isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    guard let first = rest.first, isWanted(first) else { return false }
    rest.removeFirst()
    return true
  }

  private static func isPrivateSingleton(_ subtag: ArraySlice<UInt8>) -> Bool {
    Format.isEqualIgnoringCase(subtag, "x")
  }

  private static func areLetters(_ subtag: ArraySlice<UInt8>) -> Bool {
    subtag.allSatisfy(ASCIISet.letters.contains)
  }

  private static func areDigits(_ subtag: ArraySlice<UInt8>) -> Bool {
    subtag.allSatisfy(ASCIISet.digits.contains)
  }
}
