/// Base64 (RFC 4648), in which texts have bytes.
package enum Base64 {
  private static let signs = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What each byte stands for.
  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: signs.indices.map { (signs[$0], UInt32($0)) })

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let index = Int(bits >> UInt32(18 - 6 * place)) & 63
        text.append(place <= group.count ? signs[index] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text says, in which line ends count for nothing; nil for one that is no Base64.
  package static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    var isPadded = false
    for byte in text.utf8 where byte != 0x0A && byte != 0x0D {
      if byte == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      guard let value = values[byte], !isPadded else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if 8 <= bitCount {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bytes
  }
}
