/// How zone rules are read from the bytes of a compiled zone file (TZif, RFC 8536).
///
/// Of a file of version 2 and later, the second block is read, whose times have 64 bits, and the
/// line behind it; of version 1, its only block. Files that count leap seconds are refused, since
/// moments here do not. Everything is compared with the file's length before it is read.
extension ZoneRules {
  /// The rules in a file's bytes, if they are a whole and valid zone file.
  package init?(tzif bytes: [UInt8]) {
    var reader = ZoneReader(bytes)
    guard let first = reader.header() else { return nil }
    if first.version == 0 {
      guard let rules = reader.rules(first, timeByteCount: 4, yearlyRule: nil) else { return nil }
      self = rules
      return
    }
    guard reader.skip(first.byteCount(timeByteCount: 4)), let header = reader.header(),
      let footer = reader.footer(behind: header.byteCount(timeByteCount: 8))
    else { return nil }
    let yearlyRule = YearlyZoneRule(footer)
    guard footer.isEmpty || yearlyRule != nil,
      let rules = reader.rules(header, timeByteCount: 8, yearlyRule: yearlyRule)
    else { return nil }
    self = rules
  }
}

/// A position in a zone file that moves only over what is there.
private struct ZoneReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What a block says about itself, and how much of everything it has.
  struct Header {
    let version: UInt8
    let utcMarkCount: Int64
    let standardMarkCount: Int64
    let leapSecondCount: Int64
    let changeCount: Int64
    let typeCount: Int64
    let nameByteCount: Int64

    /// The length of the block behind the header.
    ///
    /// Counts have 32 bits, so this cannot overflow.
    func byteCount(timeByteCount: Int64) -> Int64 {
      changeCount * (timeByteCount + 1) + typeCount * 6 + nameByteCount
        + leapSecondCount * (timeByteCount + 4) + standardMarkCount + utcMarkCount
    }
  }

  mutating func skip(_ byteCount: Int64) -> Bool {
    guard byteCount <= bytes.count - index else { return false }
    index += Int(byteCount)
    return true
  }

  mutating func header() -> Header? {
    let start = index
    guard skip(44), bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
    let counts = (0..<6).map { number(at: start + 20 + $0 * 4, byteCount: 4) & 0xFFFF_FFFF }
    return Header(
      version: bytes[start + 4], utcMarkCount: counts[0], standardMarkCount: counts[1],
      leapSecondCount: counts[2], changeCount: counts[3], typeCount: counts[4],
      nameByteCount: counts[5])
  }

  /// The text between the two line ends behind the block that begins here.
  func footer(behind byteCount: Int64) -> ArraySlice<UInt8>? {
    let newline = UInt8(ascii: "\n")
    guard byteCount < bytes.count - index, bytes[index + Int(byteCount)] == newline else {
      return nil
    }
    let rest = bytes[(index + Int(byteCount) + 1)...]
    return rest.firstIndex(of: newline).map { rest[..<$0] }
  }

  /// The table of changes in the block that begins here.
  func rules(
    _ header: Header, timeByteCount: Int, yearlyRule: YearlyZoneRule?
  ) -> ZoneRules? {
    guard header.byteCount(timeByteCount: Int64(timeByteCount)) <= bytes.count - index,
      header.typeCount > 0, header.leapSecondCount == 0
    else { return nil }
    // No count is greater than that of the bytes.
    let (changeCount, typeCount) = (Int(header.changeCount), Int(header.typeCount))
    let typeIndexes = index + changeCount * timeByteCount
    let types = typeIndexes + changeCount
    let offsets = (0..<typeCount).map { Int(number(at: types + $0 * 6, byteCount: 4)) }
    // RFC 8536 keeps offsets within 25 hours west and 26 east.
    guard offsets.allSatisfy({ -89_999...93_599 ~= $0 }) else { return nil }
    var changes: [Int64] = []
    var changeOffsets: [Int] = []
    for change in 0..<changeCount {
      let instant = number(at: index + change * timeByteCount, byteCount: timeByteCount)
      let type = Int(bytes[typeIndexes + change])
      guard changes.last.map({ $0 < instant }) ?? true, type < offsets.count else { return nil }
      changes.append(instant)
      changeOffsets.append(offsets[type])
    }
    return ZoneRules(
      changes: changes, offsets: changeOffsets, firstOffsetSeconds: offsets[0],
      yearlyRule: yearlyRule)
  }

  /// A signed number with its highest byte first.
  private func number(at start: Int, byteCount: Int) -> Int64 {
    let magnitude = bytes[start..<start + byteCount].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unusedBitCount = 64 - byteCount * 8
    return Int64(bitPattern: magnitude << UInt64(unusedBitCount)) >> Int64(unusedBitCount)
  }
}
