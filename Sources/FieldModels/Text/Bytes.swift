/// What bytes mean as ASCII.
extension UInt8 {
  /// The value of a hexadecimal digit.
  package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The white space of JSON: space, tab and both signs of a line end.
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension Span<UInt8> {
  /// Where a byte stands for the first time in a range.
  package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      // Counted in blocks that fit a counter of one byte, and stepped by hand: the compiler counts
      // sixteen bytes at a time.
      let end = min(start + 255, range.upperBound)
      var count: UInt8 = 0
      var index = start
      while index < end {
        count &+= self[index] == byte ? 1 : 0
        index &+= 1
      }
      if count > 0 { return (start..<end).first { self[$0] == byte } }
      start = end
    }
    return nil
  }

  /// Where some bytes stand in these for the first time.
  package func firstOffset(of wanted: [UInt8]) -> Int? {
    guard wanted.count <= count else { return nil }
    for start in 0...(count - wanted.count) {
      var matchCount = 0
      while matchCount < wanted.count, self[start + matchCount] == wanted[matchCount] {
        matchCount += 1
      }
      if matchCount == wanted.count { return start }
    }
    return nil
  }
}
