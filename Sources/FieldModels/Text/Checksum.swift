/// CRC-32 as Ethernet and zip have it, which tells bytes that were cut off or changed by chance.
package enum Checksum {
  /// The checksum of some bytes, four bits at a time.
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var register: UInt32 = ~0
    for byte in bytes {
      register ^= UInt32(byte)
      register = register >> 4 ^ remainders[Int(register & 15)]
      register = register >> 4 ^ remainders[Int(register & 15)]
    }
    return ~register
  }

  private static let remainders: [UInt32] = (0..<16).map { nibble in
    (0..<4).reduce(UInt32(nibble)) { remainder, _ in
      remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0)
    }
  }
}
