/// Sixteen bytes of a text, so that one look goes to all of them: twice as many as a `ByteWord` has, and
/// what is found out of each stays beside it.
package struct ByteBlock {
  package static let byteCount = 16

  private let bytes: SIMD16<UInt8>

  @inline(__always)
  package init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  /// Zeros.
  @inline(__always)
  package init() { bytes = SIMD16() }

  /// Some of the bytes of a block.
  package struct Marks {
    private var lanes: SIMDMask<SIMD16<Int8>>

    @inline(__always)
    fileprivate init(_ lanes: SIMDMask<SIMD16<Int8>>) { self.lanes = lanes }

    /// No byte.
    @inline(__always)
    package init() { lanes = .init(repeating: false) }

    @inline(__always)
    package mutating func formUnion(_ other: Marks) { lanes = lanes .| other.lanes }

    /// Those of the first bytes, so many.
    @inline(__always)
    package func first(_ count: Int) -> Marks {
      // Written out here, so that it is a constant.
      let places = SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
      return Marks(lanes .& (places .< SIMD16(repeating: UInt8(truncatingIfNeeded: count))))
    }

    /// Where the first of them is; nil if there is none.
    @inline(__always)
    package var firstOffset: Int? {
      let words = words
      if words.low | words.high == 0 { return nil }
      let isLow = words.low != 0
      return (isLow ? words.low : words.high).trailingZeroBitCount / 8
        &+ (isLow ? 0 : ByteWord.byteCount)
    }

    /// There is none.
    @inline(__always)
    package var isEmpty: Bool { words.low | words.high == 0 }

    /// Eight bits of each byte, all of them one where it is marked.
    @inline(__always)
    private var words: (low: UInt64, high: UInt64) {
      // What is marked has no other form in which its first place could be found at once.
      let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
      return (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    }
  }

  /// Quotes, backslashes and control characters, which do not stand in a JSON string for themselves.
  @inline(__always)
  package var special: Marks {
    Marks((bytes .== of("\"")) .| (bytes .== of("\\")) .| (bytes .< of(" ")))
  }

  /// Those, and what is not ASCII.
  @inline(__always)
  package var specialOrOther: Marks {
    Marks(
      (bytes .== of("\"")) .| (bytes .== of("\\")) .| (bytes .< of(" ")) .| (bytes .>= of(0x80)))
  }

  /// What is not ASCII.
  @inline(__always)
  package var other: Marks { Marks(bytes .>= of(0x80)) }

  /// What is ASCII in both blocks is so in this one.
  @inline(__always)
  package func union(_ other: ByteBlock) -> ByteBlock { ByteBlock(bytes | other.bytes) }

  /// The bytes with which a text is no UTF-8 any more, given the blocks that begin one, two and three
  /// bytes before: a byte goes on with a scalar where it must and only there, and is one that may
  /// (Unicode, table 3-7).
  @inline(__always)
  package func broken(
    behind one: ByteBlock, _ two: ByteBlock, _ three: ByteBlock
  ) -> Marks {
    let goesOn = (bytes & of(0xC0)) .== of(0x80)
    let mustGoOn =
      (one.bytes .>= of(0xC0)) .| (two.bytes .>= of(0xE0)) .| (three.bytes .>= of(0xF0))
    // Of what goes on, the least or the most that may follow some first bytes.
    let (isHigh, isAboveLeast) = (bytes .>= of(0xA0), bytes .>= of(0x90))
    let isUnfit =
      (one.bytes .== of(0xE0)) .& .!isHigh .| (one.bytes .== of(0xED)) .& isHigh
      .| (one.bytes .== of(0xF0)) .& .!isAboveLeast .| (one.bytes .== of(0xF4)) .& isAboveLeast
    let isNever = (bytes .> of(0xF4)) .| ((bytes & of(0xFE)) .== of(0xC0))
    return Marks((goesOn .^ mustGoOn) .| isUnfit .| isNever)
  }

  /// The same byte in all places.
  @inline(__always)
  private func of(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

  @inline(__always)
  private func of(_ sign: Unicode.Scalar) -> SIMD16<UInt8> { of(UInt8(ascii: sign)) }
}
