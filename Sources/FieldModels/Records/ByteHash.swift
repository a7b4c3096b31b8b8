/// A number by which bytes are found again: it differs with each of them and with their order.
@safe
struct ByteHash {
  private(set) var bits: UInt64

  init(_ start: Int = 0) { bits = UInt64(truncatingIfNeeded: start) }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    // The highest bits of a product depend on all bits of its factors; this one has no pattern.
    bits = (bits ^ word) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits &>> 32
  }

  /// Adds some bytes, and how many they are.
  @unsafe
  mutating func add(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var index = 0
    while index &+ ByteWord.byteCount <= count {
      unsafe add(UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
      index &+= ByteWord.byteCount
    }
    var rest = UInt64(truncatingIfNeeded: count)
    while index < count {
      rest = unsafe rest &<< 8 | UInt64(bytes[index])
      index &+= 1
    }
    add(rest)
  }

  /// The same, of bytes that are at hand as a whole.
  mutating func add(_ bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      if let first = buffer.baseAddress { unsafe add(first, count: buffer.count) }
    }
  }

  /// One of so many places, a power of two.
  func place(of count: Int) -> Int { Int(truncatingIfNeeded: bits) & (count &- 1) }
}
