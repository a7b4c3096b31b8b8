/// Language tags, well-formed by the grammar of RFC 5646, section 2.1.
extension Format {
  static func isLanguageTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    if irregularTags.contains(where: { isEqualIgnoringCase(bytes, $0) }) { return true }
    let subtags = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let areSubtags = subtags.allSatisfy {
      1...8 ~= $0.count && $0.allSatisfy(ASCIISet.lettersAndDigits.contains)
    }
    guard areSubtags else { return false }
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

/// Takes subtags in the order that the grammar has them. Each is letters and digits already.
private struct SubtagReader {
  private var rest: ArraySlice<ArraySlice<UInt8>>

  init(_ subtags: ArraySlice<ArraySlice<UInt8>>) {
    rest = subtags
  }

  /// `x` and anything.
  func isPrivateUse() -> Bool {
    rest.count > 1 && rest.first.map(isPrivateSingleton) == true
  }

  /// A language, and then what there is of extended language, script, region, variants,
  /// extensions and a private part.
  mutating func isLanguageTag() -> Bool {
    guard let language = rest.popFirst(), 2...8 ~= language.count, areLetters(language) else {
      return false
    }
    if language.count <= 3 {
      for _ in 0..<3 { _ = skip { $0.count == 3 && areLetters($0) } }
    }
    _ = skip { $0.count == 4 && areLetters($0) }
    _ = skip { $0.count == 2 ? areLetters($0) : $0.count == 3 && areDigits($0) }
    while skip({ 5 <= $0.count || ($0.count == 4 && areDigits($0.prefix(1))) }) {}
    while let singleton = rest.first, singleton.count == 1, !isPrivateSingleton(singleton) {
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

  private func isPrivateSingleton(_ subtag: ArraySlice<UInt8>) -> Bool {
    Format.isEqualIgnoringCase(subtag, "x")
  }

  private func areLetters(_ subtag: ArraySlice<UInt8>) -> Bool {
    subtag.allSatisfy(ASCIISet.letters.contains)
  }

  private func areDigits(_ subtag: ArraySlice<UInt8>) -> Bool {
    subtag.allSatisfy(ASCIISet.digits.contains)
  }
}
