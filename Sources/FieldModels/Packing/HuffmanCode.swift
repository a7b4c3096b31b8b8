/// A canonical Huffman code of DEFLATE: which words there are, and what they stand for.
struct HuffmanCode: Sendable {
  /// What the next bits stand for, and how many of them are the word: `symbol << 4 | length`; 0 for a
  /// longer word, and for none.
  private var table = [UInt16](repeating: 0, count: 1 << Self.tableBits)
  /// How many words have each length.
  private var counts = [Int](repeating: 0, count: Self.longestWord + 1)
  /// What the words stand for, the shortest words first.
  private var symbols: [Int]

  static let longestWord = 15
  private static let tableBits = 10

  /// Nil where there are more words than their lengths allow.
  ///
  /// - Parameter lengths: how long the word of each symbol is; 0 for one that has none
  init?(lengths: ArraySlice<Int>) {
    var free = 1
    for length in 1...Self.longestWord {
      free = free * 2 - lengths.count { $0 == length }
      if free < 0 { return nil }
    }
    self.init(soundLengths: Array(lengths))
  }

  private init(soundLengths lengths: [Int]) {
    for length in lengths where 0 < length { counts[length] += 1 }
    symbols = lengths.indices.filter { lengths[$0] != 0 }
      .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    fillTable(lengths)
  }

  private mutating func fillTable(_ lengths: [Int]) {
    var word = 0
    var length = 0
    for symbol in symbols {
      word <<= lengths[symbol] - length
      length = lengths[symbol]
      if Self.tableBits < length { return }
      // The first bit of a word is the lowest of a byte.
      var reversed = 0
      for bit in 0..<length where word >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
      for place in stride(from: reversed, to: table.count, by: 1 << length) {
        table[place] = UInt16(symbol << 4 | length)
      }
      word += 1
    }
  }

  /// What some bits begin with, the lowest bit first.
  ///
  /// - Returns: the symbol, and how long its word is; 0 where no word begins so
  @inline(__always)
  func symbol(of bits: UInt64) -> (symbol: Int, length: Int) {
    let entry = table[Int(bits & (1 << UInt64(Self.tableBits) - 1))]
    return entry == 0 ? longSymbol(of: bits) : (Int(entry >> 4), Int(entry & 15))
  }

  private func longSymbol(of bits: UInt64) -> (symbol: Int, length: Int) {
    var (word, first, index) = (0, 0, 0)
    for length in 1...Self.longestWord {
      word = word << 1 | Int(bits >> UInt64(length - 1) & 1)
      if word - first < counts[length] { return (symbols[index + word - first], length) }
      index += counts[length]
      first = (first + counts[length]) << 1
    }
    return (0, 0)
  }

  static let fixedLiterals = HuffmanCode(
    soundLengths: (0..<288).map { symbol in
      switch symbol {
      case ..<144: 8
      case ..<256: 9
      case ..<280: 7
      default: 8
      }
    })
  static let fixedDistances = HuffmanCode(soundLengths: Array(repeating: 5, count: 30))
}
