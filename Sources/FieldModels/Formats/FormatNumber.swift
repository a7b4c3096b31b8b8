/// Numbers, as HTML and JSON write them.
extension Format {
  /// HTML's and JSON's number, however long.
  static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool { DecimalLiteral(bytes) != nil }

  /// HTML's valid integer: an optional `-` and digits.
  static func isInteger(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = DigitCursor(bytes)
    _ = cursor.skip(UInt8(ascii: "-"))
    return !cursor.skipDigits().isEmpty && cursor.isAtEnd
  }

  /// Decimal degrees from `-limit` to `limit`, without an exponent, with a `+` if wanted, which ISO
  /// 6709 always writes.
  static func isDegrees(_ bytes: ArraySlice<UInt8>, limit: Int) -> Bool {
    let unsigned = bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
    guard !bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      unsigned.count == bytes.count || unsigned.first != UInt8(ascii: "-"),
      let degrees = Decimal(String(decoding: unsigned, as: UTF8.self))
    else { return false }
    return Decimal(-limit) <= degrees && degrees <= Decimal(limit)
  }
}
