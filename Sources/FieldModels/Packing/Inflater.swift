/// Makes bytes out of what DEFLATE (RFC 1951) has packed, piece by piece: it holds the bytes to which
/// what follows may refer, and those that nobody has taken yet.
///
/// Nothing of what it reads is believed: a stream that is cut off, or that refers to bytes before its
/// beginning, is damaged.
package struct Inflater: Sendable {
  /// Bits that were read and not used, the lowest first.
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var part = Part.blockStart
  private var isLastBlock = false
  /// What was unpacked: first what may be referred to, and behind it what nobody has taken.
  private var room = [UInt8](repeating: 0, count: Self.roomByteCount)
  private var filledCount = 0
  private var takenCount = 0

  /// What comes next in the stream.
  private enum Part {
    case blockStart
    case stored(byteCount: Int)
    case packed(literals: HuffmanCode, distances: HuffmanCode)
    case end
  }

  /// Why it does not go on.
  package enum Pause: Equatable, Sendable {
    case needsInput, isFull, hasEnded
  }

  /// The stream can't be read.
  package struct Damage: Error {}

  /// A reference reaches no further back.
  private static let reach = 1 << 15
  private static let roomByteCount = reach + 1 << 17
  private static let longestMatch = 258
  /// A length, a distance and what is added to them have no more bits.
  private static let mostSymbolBits = 48
  /// The codes of a block have no more bytes.
  private static let mostCodeBytes = 640

  /// At the beginning of a stream.
  package init() {}

  /// All that some bytes hold.
  ///
  /// - Parameters:
  ///   - input: the packed bytes
  ///   - limit: how many bytes they may become
  /// - Returns: the bytes; nil if the stream is damaged or too large
  package static func bytes(of input: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    var inflater = Inflater()
    var output: [UInt8] = []
    var place = 0
    while true {
      guard let pause = try? inflater.unpack(input.span, from: &place, isWhole: true),
        inflater.filledCount - inflater.takenCount <= limit - output.count
      else { return nil }
      inflater.take(to: &output)
      if pause == .hasEnded { return output }
    }
  }

  /// Unpacks as much as there is, or as there is room for.
  ///
  /// - Parameters:
  ///   - input: packed bytes
  ///   - place: where in them it goes on; takes where it stops
  ///   - isWhole: behind them comes nothing
  /// - Returns: why it stops; it needs no input where that is whole
  /// - Throws: where the stream is damaged or cut off
  package mutating func unpack(
    _ input: Span<UInt8>, from place: inout Int, isWhole: Bool
  ) throws(Damage) -> Pause {
    // Whoever goes on with other input has forgotten this one.
    defer { giveBack(&place) }
    while true {
      var pause: Pause?
      switch part {
      case .blockStart:
        if !isLastBlock, !isWhole, input.count - place < Self.mostCodeBytes { return .needsInput }
        try beginBlock(input, &place)
      case .stored(let byteCount):
        pause = try unpackStored(byteCount, of: input, &place, isWhole: isWhole)
      case .packed(let literals, let distances):
        pause = try unpackPacked(
          by: literals, distances, of: input, &place, isWhole: isWhole)
      case .end: return .hasEnded
      }
      if let pause { return pause }
    }
  }

  /// Moves what was unpacked behind what is in an array, so that there is room again.
  package mutating func take(to output: inout [UInt8]) {
    output += room[takenCount..<filledCount]
    let kept = min(filledCount, Self.reach)
    room.replaceSubrange(..<kept, with: Array(room[(filledCount - kept)..<filledCount]))
    (filledCount, takenCount) = (kept, kept)
  }

  private mutating func beginBlock(_ input: Span<UInt8>, _ place: inout Int) throws(Damage) {
    if isLastBlock {
      part = .end
      return
    }
    isLastBlock = try take(1, of: input, &place) == 1
    switch try take(2, of: input, &place) {
    case 0: try beginStored(input, &place)
    case 1: part = .packed(literals: .fixedLiterals, distances: .fixedDistances)
    case 2: part = try readCodes(input, &place)
    default: throw Damage()
    }
  }

  /// Gives whole bytes back that were read and not used.
  private mutating func giveBack(_ place: inout Int) {
    // Where a stream is cut off, more were taken than there are.
    bitCount = max(0, bitCount)
    place -= bitCount / 8
    bitCount %= 8
    bits &= 1 << UInt64(bitCount) - 1
  }

  private mutating func take(
    _ count: Int, of input: Span<UInt8>, _ place: inout Int
  ) throws(Damage) -> Int {
    while bitCount < count {
      guard place < input.count else { throw Damage() }
      bits |= UInt64(input[place]) << UInt64(bitCount)
      bitCount += 8
      place += 1
    }
    let value = bits & ((1 << UInt64(count)) - 1)
    bits >>= UInt64(count)
    bitCount -= count
    return Int(value)
  }
}

// What is stored as it is.
extension Inflater {
  private mutating func beginStored(_ input: Span<UInt8>, _ place: inout Int) throws(Damage) {
    giveBack(&place)
    (bits, bitCount) = (0, 0)
    let count = try take(16, of: input, &place)
    guard try take(16, of: input, &place) == ~count & 0xFFFF else { throw Damage() }
    part = .stored(byteCount: count)
  }

  private mutating func unpackStored(
    _ byteCount: Int, of input: Span<UInt8>, _ place: inout Int, isWhole: Bool
  ) throws(Damage) -> Pause? {
    let count = min(byteCount, input.count - place, room.count - filledCount)
    for _ in 0..<count {
      room[filledCount] = input[place]
      filledCount += 1
      place += 1
    }
    if count == byteCount {
      part = .blockStart
      return nil
    }
    part = .stored(byteCount: byteCount - count)
    if filledCount == room.count { return .isFull }
    if isWhole { throw Damage() }
    return .needsInput
  }
}

// What is packed by Huffman codes.
extension Inflater {
  /// In which order the lengths of the code stand by which the lengths of the others are packed.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The codes that a block brings along.
  private mutating func readCodes(_ input: Span<UInt8>, _ place: inout Int) throws(Damage) -> Part {
    let literalCount = try take(5, of: input, &place) + 257
    let distanceCount = try take(5, of: input, &place) + 1
    let lengthCount = try take(4, of: input, &place) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw Damage() }
    var packing = [Int](repeating: 0, count: 19)
    for index in Self.lengthOrder.prefix(lengthCount) {
      packing[index] = try take(3, of: input, &place)
    }
    guard let code = HuffmanCode(lengths: packing[...]) else { throw Damage() }
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(of: code, input, &place)
      var (length, count) = (0, 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Damage() }
        (length, count) = (last, try take(2, of: input, &place) + 3)
      case 17: count = try take(3, of: input, &place) + 3
      case 18: count = try take(7, of: input, &place) + 11
      default: length = symbol
      }
      lengths += repeatElement(length, count: count)
    }
    guard lengths.count == literalCount + distanceCount,
      let literals = HuffmanCode(lengths: lengths[..<literalCount]),
      let distances = HuffmanCode(lengths: lengths[literalCount...])
    else { throw Damage() }
    return .packed(literals: literals, distances: distances)
  }

  private mutating func symbol(
    of code: HuffmanCode, _ input: Span<UInt8>, _ place: inout Int
  ) throws(Damage) -> Int {
    while bitCount < HuffmanCode.longestWord, place < input.count {
      bits |= UInt64(input[place]) << UInt64(bitCount)
      bitCount += 8
      place += 1
    }
    let (symbol, length) = code.symbol(of: bits)
    guard 0 < length, length <= bitCount else { throw Damage() }
    bits >>= UInt64(length)
    bitCount -= length
    return symbol
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

  private mutating func unpackPacked(
    by literals: HuffmanCode, _ distances: HuffmanCode, of input: Span<UInt8>,
    _ place: inout Int, isWhole: Bool
  ) throws(Damage) -> Pause? {
    // Of their own, so that the compiler keeps them out of memory.
    var (bits, bitCount, next, filled) = (self.bits, self.bitCount, place, filledCount)
    defer { (self.bits, self.bitCount, place, filledCount) = (bits, bitCount, next, filled) }
    var room = room.mutableSpan
    while true {
      while bitCount <= 56, next < input.count {
        bits |= UInt64(input[next]) &<< UInt64(bitCount)
        bitCount &+= 8
        next &+= 1
      }
      if bitCount < Self.mostSymbolBits, !isWhole { return .needsInput }
      if room.count - filled < Self.longestMatch { return .isFull }
      let (symbol, wordLength) = literals.symbol(of: bits)
      guard 0 < wordLength, wordLength <= bitCount else { throw Damage() }
      bits &>>= UInt64(wordLength)
      bitCount &-= wordLength
      if symbol < 256 {
        room[filled] = UInt8(symbol)
        filled &+= 1
        continue
      }
      if symbol == 256 {
        part = .blockStart
        return nil
      }
      guard symbol - 257 < Self.lengths.count else { throw Damage() }
      let (leastLength, lengthBits) = Self.lengths[symbol - 257]
      let length = leastLength + Int(bits & ((1 << UInt64(lengthBits)) - 1))
      bits &>>= UInt64(lengthBits)
      bitCount &-= lengthBits
      let (far, farLength) = distances.symbol(of: bits)
      guard 0 < farLength, far < Self.distances.count else { throw Damage() }
      bits &>>= UInt64(farLength)
      let (leastDistance, distanceBits) = Self.distances[far]
      let distance = leastDistance + Int(bits & ((1 << UInt64(distanceBits)) - 1))
      bits &>>= UInt64(distanceBits)
      bitCount &-= farLength + distanceBits
      guard 0 <= bitCount, distance <= filled else { throw Damage() }
      // What is copied may reach into itself.
      for _ in 0..<length {
        room[filled] = room[filled &- distance]
        filled &+= 1
      }
    }
  }
}
