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

  /// It ends a line, or begins to.
  package var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}

extension Range<Int> {
  /// The range so many further on.
  package func moved(by distance: Int) -> Self {
    (lowerBound + distance)..<(upperBound + distance)
  }
}

extension Span<UInt8> {
  /// Whether a byte order mark stands at an offset.
  func hasByteOrderMark(at start: Int) -> Bool {
    start + 3 <= count && self[start] == 0xEF && self[start + 1] == 0xBB && self[start + 2] == 0xBF
  }

  /// Where a byte stands for the first time in a range.
  package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let block = Self.block(from: start, to: range.upperBound)
      if blockCount(in: block, { $0 == byte }) > 0 {
        while start + ByteWord.byteCount <= block.upperBound {
          let offset = word(at: start).firstOffset(of: byte)
          if offset < ByteWord.byteCount { return start + offset }
          start += ByteWord.byteCount
        }
        return (start..<block.upperBound).first { self[$0] == byte }
      }
      start = block.upperBound
    }
    return nil
  }

  /// How many lines end in it, as the Language Server Protocol counts them.
  package var lineBreakCount: Int {
    var (count, start) = (0, 0)
    while let lineBreak = firstLineBreak(in: start..<self.count) {
      count += 1
      let next = lineBreak + 1
      let isPair = self[lineBreak] == 0x0D && next < self.count && self[next] == 0x0A
      start = isPair ? next + 1 : next
    }
    return count
  }

  /// Where the first byte stands in a range that ends a line: a line feed, or a carriage return, which
  /// may have a line feed behind it.
  func firstLineBreak(in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let block = Self.block(from: start, to: range.upperBound)
      if blockCount(in: block, { $0 == 0x0A || $0 == 0x0D }) > 0 {
        return block.first { self[$0] == 0x0A || self[$0] == 0x0D }
      }
      start = block.upperBound
    }
    return nil
  }

  /// Where the first quote stands in a range, or byte that ends a line; its end if none does.
  func firstQuoteOrLineEnd(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index + ByteWord.byteCount <= range.upperBound {
      let word = word(at: index)
      let offset = min(
        word.firstOffset(of: .quote), word.firstOffset(of: 0x0A), word.firstOffset(of: 0x0D))
      if offset < ByteWord.byteCount { return index + offset }
      index += ByteWord.byteCount
    }
    while index < range.upperBound, self[index] != .quote, !self[index].isLineEnd { index += 1 }
    return index
  }

  /// The bytes between two offsets, or as many of them as `blockCount` counts at once.
  static func block(from start: Int, to end: Int) -> Range<Int> { start..<min(start + 255, end) }

  /// How many bytes of a block are such ones.
  ///
  /// A counter of one byte, which a block fits, and an index stepped by hand are the form in which
  /// the compiler counts sixteen bytes at a time.
  @inline(__always)
  func blockCount(in block: Range<Int>, _ isCounted: (UInt8) -> Bool) -> Int {
    var found: UInt8 = 0
    var index = block.lowerBound
    while index < block.upperBound {
      found &+= isCounted(self[index]) ? 1 : 0
      index &+= 1
    }
    return Int(found)
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

extension Span<UInt8> {
  /// Whether two texts are the same, byte for byte.
  package func isSame(as other: borrowing Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    let last = count &- ByteWord.byteCount
    if 0 <= last {
      while index < last {
        if word(at: index).bits != other.word(at: index).bits { return false }
        index &+= ByteWord.byteCount
      }
      // Some of the bytes for a second time, perhaps.
      return word(at: last).bits == other.word(at: last).bits
    }
    while index < count {
      if self[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }
}
