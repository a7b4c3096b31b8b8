/// Unpacks a gzip stream (RFC 1952) piece by piece, with all of its members.
///
/// What it gives is known to be right only once the stream has ended without an error: a checksum
/// stands behind each member.
package struct Gunzip: Sendable {
  private var packed: [UInt8] = []
  /// How far of them was read.
  private var place = 0
  private var part = Part.header
  private var inflater = Inflater()
  /// What was unpacked of the member at hand, as its end tells it.
  private var checksum: UInt32 = 0
  private var byteCount: UInt32 = 0

  private enum Part: Sendable {
    case header, content, trailer
    /// Behind a member, where another may begin, or zeros fill a block.
    case rest
  }

  /// Why a stream can't be read.
  package enum Damage: Error, Sendable {
    case cutOff, damaged, followed

    /// In words for a command line.
    package var words: String {
      switch self {
      case .cutOff: "its gzip data is cut off"
      case .damaged: "its gzip data is damaged"
      case .followed: "something else follows its gzip data"
      }
    }
  }

  private static let mark: [UInt8] = [0x1F, 0x8B]
  private static let headByteCount = 10
  private static let trailerByteCount = 8
  /// A header has a name and a comment, which people have written.
  private static let mostHeaderBytes = 1 << 17

  /// At the beginning of a stream.
  package init() {}

  /// Whether some bytes begin a stream.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Takes more of the stream.
  package mutating func append(_ bytes: [UInt8]) {
    packed.removeSubrange(..<place)
    place = 0
    packed += bytes
  }

  /// Unpacks some of what is there, behind what is in an array.
  ///
  /// - Parameters:
  ///   - bytes: takes what was unpacked
  ///   - isWhole: no more of the stream comes
  /// - Returns: false where more of the stream is needed, or where it is whole and has ended
  /// - Throws: where it is cut off or damaged
  package mutating func unpack(to bytes: inout [UInt8], isWhole: Bool) throws(Damage) -> Bool {
    while true {
      switch part {
      case .header:
        guard try readHeader(isWhole: isWhole) else { return false }
      case .content:
        let known = bytes.count
        let pause = try unpackContent(to: &bytes, isWhole: isWhole)
        if known < bytes.count { return true }
        if pause == .needsInput { return false }
      case .trailer:
        guard try readTrailer(isWhole: isWhole) else { return false }
      case .rest:
        guard try readRest(isWhole: isWhole) else { return false }
      }
    }
  }

  private mutating func unpackContent(
    to bytes: inout [UInt8], isWhole: Bool
  ) throws(Damage) -> Inflater.Pause {
    let held = packed
    let pause: Inflater.Pause
    do throws(Inflater.Damage) {
      pause = try inflater.unpack(held.span, from: &place, isWhole: isWhole)
    } catch {
      throw isWhole && place == packed.count ? .cutOff : .damaged
    }
    let known = bytes.count
    inflater.take(to: &bytes)
    checksum = Checksum.crc32(bytes[known...], behind: checksum)
    byteCount &+= UInt32(truncatingIfNeeded: bytes.count - known)
    if pause == .hasEnded { part = .trailer }
    return pause
  }

  /// Whether so many bytes are there.
  ///
  /// - Throws: where they never will be
  private func has(_ count: Int, isWhole: Bool) throws(Damage) -> Bool {
    if count <= packed.count - place { return true }
    if isWhole { throw .cutOff }
    return false
  }

  private mutating func readHeader(isWhole: Bool) throws(Damage) -> Bool {
    guard try has(Self.headByteCount, isWhole: isWhole) else { return false }
    // The method is DEFLATE, and flags that nobody knows change what follows.
    guard packed[place...].starts(with: Self.mark + [8]), packed[place + 3] & 0xE0 == 0 else {
      throw .damaged
    }
    guard let end = headerEnd(flags: packed[place + 3]) else {
      if Self.mostHeaderBytes < packed.count - place { throw .damaged }
      if isWhole { throw .cutOff }
      return false
    }
    place = end
    (inflater, checksum, byteCount) = (Inflater(), 0, 0)
    part = .content
    return true
  }

  /// Where the header ends that begins here; nil where that is not there yet.
  private func headerEnd(flags: UInt8) -> Int? {
    var end = place + Self.headByteCount
    if flags & 4 != 0 {
      guard end + 2 <= packed.count else { return nil }
      end += 2 + Int(packed[end]) + Int(packed[end + 1]) << 8
    }
    // A name and a comment, each with a zero behind it.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard end < packed.count, let zero = packed[end...].firstIndex(of: 0) else { return nil }
      end = zero + 1
    }
    if flags & 2 != 0 { end += 2 }
    return end <= packed.count ? end : nil
  }

  private mutating func readTrailer(isWhole: Bool) throws(Damage) -> Bool {
    guard try has(Self.trailerByteCount, isWhole: isWhole) else { return false }
    func number(at offset: Int) -> UInt32 {
      packed[(place + offset)..<(place + offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(at: 0) == checksum, number(at: 4) == byteCount else { throw .damaged }
    place += Self.trailerByteCount
    part = .rest
    return true
  }

  private mutating func readRest(isWhole: Bool) throws(Damage) -> Bool {
    while place < packed.count, packed[place] == 0 { place += 1 }
    if place == packed.count { return false }
    // Whether another member begins is told by two bytes.
    if packed.count - place < Self.mark.count, !isWhole { return false }
    guard packed[place...].starts(with: Self.mark) else { throw .followed }
    part = .header
    return true
  }
}
