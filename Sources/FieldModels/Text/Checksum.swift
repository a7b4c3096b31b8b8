/// CRC-32 as Ethernet and zip have it, which tells bytes that were cut off or changed by chance.
package enum Checksum {
  /// The checksum of some bytes, behind others that have a checksum.
  package static func crc32(_ bytes: ArraySlice<UInt8>, behind earlier: UInt32 = 0) -> UInt32 {
    var register = ~earlier
    for byte in bytes {
      register = register >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
    }
    return ~register
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { remainder, _ in
      remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0)
    }
  }
}
