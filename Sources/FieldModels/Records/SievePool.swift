/// The bytes that a sieve compares with: keys, rows, dates and tables, one behind the other.
///
/// It is read without the checks that Swift makes of each access: stretches and tables are made with
/// the pool and do not leave it, and behind the last of them there is room for a word.
@safe
struct SievePool: ~Copyable, @unchecked Sendable {
  private let bytes: UnsafeMutablePointer<UInt8>

  /// A stretch of the pool.
  struct Stretch: Sendable {
    var start: Int
    var count: Int
  }

  init(_ content: [UInt8]) {
    unsafe bytes = .allocate(capacity: content.count + ByteWord.byteCount)
    unsafe bytes.initialize(repeating: 0, count: content.count + ByteWord.byteCount)
    for (index, byte) in content.enumerated() { unsafe bytes[index] = byte }
  }

  deinit { unsafe bytes.deallocate() }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// Eight bytes; the first is the lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
  }
}
