/// What stands between square brackets: scalars, ranges and named classes, or all but these.
///
/// An empty class matches nothing and `[^]` matches everything. When case is ignored, `[^x]`
/// leaves out every form of what it names: the set is folded first and inverted then. The set
/// notation of the `v` flag is not read.
extension PatternParser {
  /// Reads a class from its bracket on.
  mutating func readClass() throws(PatternError) -> ScalarSet {
    let byteOffset = cursor.byteOffset
    cursor.skip(1)
    let isNegated = cursor.skip(if: "^")
    var ranges: [ClosedRange<UInt32>] = []
    while !cursor.skip(if: "]") {
      if cursor.peek() == nil { throw .unclosedClass(byteOffset..<byteOffset + 1) }
      try readClassItem(into: &ranges)
    }
    let set = folded(ScalarSet(ranges))
    return isNegated ? set.inverted : set
  }

  /// Reads a scalar, a range or a class inside a class.
  private mutating func readClassItem(
    into ranges: inout [ClosedRange<UInt32>]
  ) throws(PatternError) {
    let byteOffset = cursor.byteOffset
    let first = try readClassAtom()
    let isRange =
      cursor.peek() == UInt8(ascii: "-") && cursor.peek(1) != nil
      && cursor.peek(1) != UInt8(ascii: "]")
    guard isRange else {
      switch first {
      case .scalar(let scalar): ranges.append(scalar...scalar)
      case .set(let set): ranges += set.ranges
      case .assertion: break
      }
      return
    }
    cursor.skip(1)
    let last = try readClassAtom()
    let utf8Range = byteOffset..<cursor.byteOffset
    guard case .scalar(let lower) = first, case .scalar(let upper) = last else {
      throw .classAsRangeEnd(utf8Range)
    }
    if upper < lower { throw .reversedClassRange(utf8Range) }
    ranges.append(lower...upper)
  }

  private mutating func readClassAtom() throws(PatternError) -> Escape {
    if cursor.peek() == UInt8(ascii: "\\") { return try readEscape(inClass: true) }
    return .scalar(cursor.takeScalar())
  }
}
