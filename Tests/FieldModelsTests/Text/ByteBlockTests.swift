import Testing

import FieldModels

/// What is found of sixteen bytes at once is what a look at each of them finds.
@Suite("Sixteen bytes at once")
struct ByteBlockTests {
  /// Bytes around the ends of every range of table 3-7 of Unicode, and what ends a string.
  private static let bytes: [UInt8] = [
    0x00, 0x1F, 0x20, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
    0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  /// A block of some of the bytes, which begins so far behind the first.
  private static func block(_ bytes: [UInt8], from start: Int) -> ByteBlock {
    var lanes = SIMD16<UInt8>()
    for lane in 0..<ByteBlock.byteCount { lanes[lane] = bytes[start + lane] }
    return ByteBlock(lanes)
  }

  @Test("the first byte of a kind is found in each place")
  func firstOffset() {
    for byte in Self.bytes {
      for place in 0..<ByteBlock.byteCount {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: ByteBlock.byteCount)
        bytes[place] = byte
        let block = Self.block(bytes, from: 0)
        let isSpecial = byte < 0x20 || byte == 0x22 || byte == 0x5C
        #expect(block.special.firstOffset == (isSpecial ? place : nil))
        #expect(block.specialOrOther.firstOffset == (isSpecial || 0x80 <= byte ? place : nil))
        #expect(block.other.firstOffset == (0x80 <= byte ? place : nil))
        #expect(block.special.first(place).isEmpty)
        #expect(block.special.first(place + 1).isEmpty != isSpecial)
      }
    }
  }

  @Test("four bytes are broken where they are no UTF-8, wherever they stand")
  func broken() {
    for number in 0..<(Self.bytes.count * Self.bytes.count * Self.bytes.count) {
      let count = Self.bytes.count
      let text = [
        Self.bytes[number % count], Self.bytes[number / count % count],
        Self.bytes[number / count / count], Self.bytes[number % 7 + 7],
      ]
      let place = number % (ByteBlock.byteCount - text.count)
      var bytes = Array(repeating: UInt8(ascii: "a"), count: 3 + ByteBlock.byteCount)
      bytes.replaceSubrange((3 + place)..<(3 + place + text.count), with: text)
      let found = Self.block(bytes, from: 3).broken(
        behind: Self.block(bytes, from: 2), Self.block(bytes, from: 1),
        Self.block(bytes, from: 0))
      let isUTF8 = String(validating: text, as: UTF8.self) != nil
      #expect(found.isEmpty == isUTF8, "\(text)")
    }
  }
}
