/// Normalization form C (UAX #15), by the standard library's own tables, which it compares strings
/// with but shows to nobody who does not ask.
enum NormalizationForm {
  /// The characters in normalization form C.
  static func composed(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
    Array(String(scalars)._nfc)
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
    return String(view)._nfc.elementsEqual(view)
  }
}

@_spi(_Unicode) import Swift
