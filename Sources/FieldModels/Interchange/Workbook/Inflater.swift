import FieldModels

/// Makes bytes out of what DEFLATE (RFC 1951) has packed.
///
/// Nothing of what it reads is believed: a stream that is cut off, that refers to bytes before its
/// beginning, or that would grow beyond a limit gives nothing at all.
struct Inflater {
  private let input: ArraySlice<UInt8>
  private var place: Int
  /// Bits that were read of a byte and not used, the lowest first.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  /// The stream can't be read.
  private struct Damage: Error {}

  /// - Parameters:
  ///   - input: the packed bytes
  ///   - limit: how many bytes they may become
  /// - Returns: the bytes; nil if the stream is damaged or too large
  static func bytes(of input: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    var inflater = Inflater(input, limit)
    do throws(Damage) {
      while try !inflater.readBlock() {}
      return inflater.output
    } catch {
      return nil
    }
  }

  private init(_ input: ArraySlice<UInt8>, _ limit: Int) {
    self.input = input
    self.limit = limit
    place = input.startIndex
  }

  private mutating func take(_ count: Int) throws(Damage) -> Int {
    while bitCount < count {
      guard place < input.endIndex else { throw Damage() }
      bits |= UInt32(input[place]) << UInt32(bitCount)
      bitCount += 8
      place += 1
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(Damage) {
    guard output.count < limit else { throw Damage() }
    output.append(byte)
  }

  /// Reads one block; gives whether it was the last.
  private mutating func readBlock() throws(Damage) -> Bool {
    let isLast = try take(1) == 1
    switch try take(2) {
    case 0: try readStored()
    case 1: try readPacked(Self.fixedLiterals, Self.fixedDistances)
    case 2:
      let (literals, distances) = try readCodes()
      try readPacked(literals, distances)
    default: throw Damage()
    }
    return isLast
  }

  private mutating func readStored() throws(Damage) {
    (bits, bitCount) = (0, 0)
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw Damage() }
    guard count <= input.endIndex - place, count <= limit - output.count else { throw Damage() }
    output += input[place..<(place + count)]
    place += count
  }
}

/// Huffman codes.
extension Inflater {
  /// A canonical code: which lengths its words have, and what they stand for.
  private struct Code {
    /// How many words have each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// What the words stand for, the shortest words first.
    private var symbols: [Int]

    init(lengths: some Sequence<Int>) {
      let lengths = Array(lengths)
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      symbols = lengths.indices.filter { lengths[$0] != 0 }
        .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// Whether there are no more words than their lengths allow.
    var isPossible: Bool {
      var free = 1
      for count in counts.dropFirst() {
        free = free * 2 - count
        if free < 0 { return false }
      }
      return true
    }

    func symbol(from inflater: inout Inflater) throws(Damage) -> Int {
      var word = 0
      var first = 0
      var index = 0
      for length in 1...15 {
        word = word << 1 | (try inflater.take(1))
        if word - first < counts[length] { return symbols[index + word - first] }
        index += counts[length]
        first = (first + counts[length]) << 1
      }
      throw Damage()
    }
  }

  private static let fixedLiterals = Code(
    lengths: (0..<288).map { symbol in
      switch symbol {
      case ..<144: 8
      case ..<256: 9
      case ..<280: 7
      default: 8
      }
    })
  private static let fixedDistances = Code(lengths: Array(repeating: 5, count: 30))

  /// In which order the lengths of the code stand by which the lengths of the others are packed.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The codes that a block brings along.
  private mutating func readCodes() throws(Damage) -> (literals: Code, distances: Code) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw Damage() }
    var packing = [Int](repeating: 0, count: 19)
    for index in Self.lengthOrder.prefix(lengthCount) { packing[index] = try take(3) }
    let code = Code(lengths: packing)
    guard code.isPossible else { throw Damage() }
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try code.symbol(from: &self)
      var (length, count) = (0, 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Damage() }
        (length, count) = (last, try take(2) + 3)
      case 17: count = try take(3) + 3
      case 18: count = try take(7) + 11
      default: length = symbol
      }
      lengths += Array(repeating: length, count: count)
    }
    guard lengths.count == literalCount + distanceCount else { throw Damage() }
    let literals = Code(lengths: lengths.prefix(literalCount))
    let distances = Code(lengths: lengths.suffix(distanceCount))
    guard literals.isPossible, distances.isPossible else { throw Damage() }
    return (literals, distances)
  }

  /// The least length that each symbol from 257 on stands for, and how many bits are added to it.
  private static let lengths =
    ranges(
      extraBits: [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5,
      ],
      from: 3) + [(258, 0)]
  private static let distances = ranges(
    extraBits: [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
      13,
    ], from: 1)

  private static func ranges(extraBits: [Int], from start: Int) -> [(least: Int, extraBits: Int)] {
    var least = start
    return extraBits.map { bits in
      defer { least += 1 << bits }
      return (least, bits)
    }
  }

  private mutating func readPacked(_ literals: Code, _ distances: Code) throws(Damage) {
    while true {
      let symbol = try literals.symbol(from: &self)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw Damage() }
      let (leastLength, lengthBits) = Self.lengths[symbol - 257]
      let length = try leastLength + take(lengthBits)
      let far = try distances.symbol(from: &self)
      guard far < Self.distances.count else { throw Damage() }
      let (leastDistance, distanceBits) = Self.distances[far]
      let distance = try leastDistance + take(distanceBits)
      guard distance <= output.count else { throw Damage() }
      // What is copied may reach into itself.
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }
}
