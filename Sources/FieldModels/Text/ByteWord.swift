/// Eight bytes of a text as one number, so that one look goes to all of them.
///
/// A mask has the highest bit of each byte that it marks. The first byte that a mask marks is meant;
/// bytes behind it may be marked without reason, since a subtraction borrows from them.
struct ByteWord {
  static let byteCount = 8
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The first byte is the lowest.
  let bits: UInt64

  /// Where a byte stands for the first time; `byteCount` if it is not there.
  @inline(__always)
  func firstOffset(of byte: UInt8) -> Int {
    let difference = bits ^ (Self.ones &* UInt64(byte))
    return Self.firstOffset(in: (difference &- Self.ones) & ~difference)
  }

  /// How many spaces stand at the beginning.
  @inline(__always)
  var spaceCount: Int { (bits ^ (Self.ones &* 0x20)).trailingZeroBitCount / Self.byteCount }

  /// How many bytes at the beginning stand in a JSON string for themselves: ASCII but control
  /// characters, quotes and backslashes.
  @inline(__always)
  var plainByteCount: Int { Self.firstOffset(in: otherMask) }

  /// All bytes are such ones.
  @inline(__always)
  var isPlain: Bool { otherMask & Self.highBits == 0 }

  /// So many bytes at the beginning, fewer than all, and zeros behind them.
  @inline(__always)
  func first(_ count: Int) -> UInt64 {
    bits & ((1 &<< UInt64(truncatingIfNeeded: Self.byteCount &* count)) &- 1)
  }

  /// What is not plain, as a mask.
  @inline(__always)
  private var otherMask: UInt64 {
    let controls = bits &- (Self.ones &* 0x20)
    let quotes = (bits ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))) &- Self.ones
    let backslashes = (bits ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))) &- Self.ones
    // What is not ASCII is marked anyway, so that the rest need be right for ASCII only.
    return controls | quotes | backslashes | bits
  }

  @inline(__always)
  private static func firstOffset(in mask: UInt64) -> Int {
    (mask & highBits).trailingZeroBitCount / byteCount
  }
}

extension Span<UInt8> {
  /// The eight bytes from an offset on.
  @inline(__always)
  func word(at offset: Int) -> ByteWord {
    // Unsafe is said of types that have wrong values; the offset is checked.
    let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return ByteWord(bits: UInt64(littleEndian: bits))
  }
}

extension MutableSpan<UInt8> {
  /// Puts eight bytes to an offset.
  @inline(__always)
  mutating func put(_ word: ByteWord, at offset: Int) {
    var raw = unsafe mutableBytes
    raw.storeBytes(of: word.bits.littleEndian, toByteOffset: offset, as: UInt64.self)
  }
}
