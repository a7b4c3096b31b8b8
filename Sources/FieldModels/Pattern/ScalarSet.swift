/// A set of Unicode code points, as ranges.
///
/// Surrogates may be members, since an expression can name them; a text never holds one.
///
/// Invariant: the ranges are in order, do not overlap and do not touch.
struct ScalarSet: Hashable, Sendable {
  /// The members, as ranges in order.
  private(set) var ranges: [ClosedRange<UInt32>]

  /// The last code point there is.
  static let lastScalar: UInt32 = 0x10_FFFF

  /// Makes the set of what any of the ranges holds.
  init(_ ranges: [ClosedRange<UInt32>] = []) {
    self.ranges = ranges
    if ranges.count > 1 { putInOrder() }
  }

  /// Makes the set of one code point.
  init(_ scalar: UInt32) {
    ranges = [scalar...scalar]
  }

  /// The code points that are not members.
  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    gaps.reserveCapacity(ranges.count + 1)
    var lowest: UInt32 = 0
    for range in ranges {
      if lowest < range.lowerBound { gaps.append(lowest...(range.lowerBound - 1)) }
      lowest = range.upperBound + 1
    }
    if lowest <= Self.lastScalar { gaps.append(lowest...Self.lastScalar) }
    var result = ScalarSet()
    result.ranges = gaps
    return result
  }

  /// Whether it has a scalar; takes time with the number of ranges.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
  }

  /// Mixes the ranges cheaply, since a class of Unicode has hundreds; equality looks at all
  /// anyway.
  func hash(into hasher: inout Hasher) {
    var mixed: UInt64 = 0
    for range in ranges {
      mixed = (mixed ^ UInt64(range.lowerBound) << 32 ^ UInt64(range.upperBound))
      mixed = mixed &* 0x9E37_79B9_7F4A_7C15
    }
    hasher.combine(mixed)
  }

  private mutating func putInOrder() {
    let isInOrder = (1..<ranges.count).allSatisfy { index in
      ranges[index - 1].upperBound + 1 < ranges[index].lowerBound
    }
    if isInOrder { return }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var kept = 0
    for range in ranges.dropFirst() {
      if range.lowerBound <= ranges[kept].upperBound + 1 {
        let upper = max(range.upperBound, ranges[kept].upperBound)
        ranges[kept] = ranges[kept].lowerBound...upper
      } else {
        kept += 1
        ranges[kept] = range
      }
    }
    ranges.removeSubrange((kept + 1)...)
  }
}

/// The classes that ECMA-262 names with one letter.
extension ScalarSet {
  /// What `\d` matches.
  static let digits = ScalarSet(0x30...0x39)

  /// What `\w` matches when case matters.
  static let wordScalars = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// What `\s` matches: white space and line ends.
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// What `.` matches: all but line ends.
  static let anyButLineEnds = ScalarSet([
    0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029,
  ]).inverted

  private init(_ range: ClosedRange<UInt32>) {
    ranges = [range]
  }
}
