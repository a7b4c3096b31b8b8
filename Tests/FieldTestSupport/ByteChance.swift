/// Bytes as chance, so that whoever changes one changes a choice; behind them all is zero.
///
/// Every choice among fewer than 65,536 takes two of them.
package struct ByteChance: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// All bytes are used up.
  package var isUsedUp: Bool { bytes.isEmpty }

  package mutating func next() -> UInt64 {
    // A choice is made by the highest bits; the one below keeps it from being rejected and made again,
    // which would never end where all bytes are used up.
    UInt64(bytes.popFirst() ?? 0) << 56 | UInt64(bytes.popFirst() ?? 0) << 48 | 1 << 47
  }
}
