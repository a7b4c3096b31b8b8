/// Normalization form C (UAX #15), by the standard library's own tables, which it compares strings
/// with but shows to nobody who does not ask.
enum NormalizationForm {
  /// The characters in normalization form C.
  static func composed(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
    var composed: [Unicode.Scalar] = []
    // Embedded Swift shows the iterator, and not that what it goes through is a sequence.
    var iterator = String(scalars)._nfc.makeIterator()
    while let scalar = iterator.next() { composed.append(scalar) }
    return composed
  }

  /// UTF-8 in normalization form C.
  static func composed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let scalars = composed(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    return ArraySlice(scalars.flatMap { UTF8.encode($0) ?? UTF8.encodedReplacementCharacter })
  }

  /// Whether characters are in normalization form C.
  static func isComposed(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    var iterator = String(view)._nfc.makeIterator()
    for scalar in view where iterator.next() != scalar { return false }
    return iterator.next() == nil
  }
}

@_spi(_Unicode) import Swift
