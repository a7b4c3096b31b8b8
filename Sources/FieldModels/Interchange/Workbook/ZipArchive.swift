import FieldModels

/// The files in a zip archive (PKWARE's APPNOTE 6.3), as office documents are packed in it.
///
/// Read are archives on one disk without encryption, whose files are stored or packed by DEFLATE;
/// written are files that are stored, with no time, so that the same files make the same bytes.
struct ZipArchive {
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]
  /// How many bytes may still be unpacked of it.
  private var allowance: Int

  private struct Entry {
    var method: Int
    var packedSize: Int
    var size: Int
    var checksum: UInt32
    var offset: Int
  }

  private static let endSize = 22
  private static let directoryEntrySize = 46
  private static let headerSize = 30
  /// A workbook has some twenty files.
  private static let mostEntries = 10_000

  /// Whether bytes begin as an archive does.
  static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature(3, 4)) }

  private static func signature(_ first: UInt8, _ second: UInt8) -> [UInt8] {
    [UInt8(ascii: "P"), UInt8(ascii: "K"), first, second]
  }

  /// Reads the list of files; nil where there is none that can be read.
  ///
  /// - Parameters:
  ///   - bytes: the archive
  ///   - limit: how many bytes its files may be together
  init?(_ bytes: [UInt8], unpackingAtMost limit: Int) {
    self.bytes = bytes
    allowance = limit
    let longestComment = 0xFFFF
    let last = bytes.count - Self.endSize
    guard 0 <= last else { return nil }
    let ends = (max(0, last - longestComment)...last).filter { isSigned(5, 6, at: $0) }
    // A comment may have a signature in it; the end is what its own comment reaches from to the last byte.
    let whole = ends.last { $0 + Self.endSize + number(2, at: $0 + 20) == bytes.count }
    guard let end = whole ?? ends.last else { return nil }
    let count = number(2, at: end + 10)
    guard count <= Self.mostEntries else { return nil }
    var place = number(4, at: end + 16)
    for _ in 0..<count {
      guard place + Self.directoryEntrySize <= bytes.count, isSigned(1, 2, at: place) else {
        return nil
      }
      let isEncrypted = number(2, at: place + 8) & 1 == 1
      let nameStart = place + Self.directoryEntrySize
      let nameEnd = nameStart + number(2, at: place + 28)
      guard nameEnd <= bytes.count else { return nil }
      let entry = Entry(
        method: isEncrypted ? -1 : number(2, at: place + 10), packedSize: number(4, at: place + 20),
        size: number(4, at: place + 24), checksum: UInt32(number(4, at: place + 16)),
        offset: number(4, at: place + 42))
      entries[String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)] = entry
      place = nameEnd + number(2, at: place + 30) + number(2, at: place + 32)
    }
  }

  private func isSigned(_ first: UInt8, _ second: UInt8, at place: Int) -> Bool {
    bytes[place...].starts(with: Self.signature(first, second))
  }

  /// A number, the lowest byte first; 0 beyond the end.
  private func number(_ count: Int, at place: Int) -> Int {
    guard 0 <= place, place + count <= bytes.count else { return 0 }
    return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The bytes of a file; nil if there is no such file, or it can't be unpacked whole.
  mutating func file(_ name: String) -> [UInt8]? {
    guard let entry = entries[name], isSigned(3, 4, at: min(entry.offset, bytes.count)),
      entry.size <= allowance
    else { return nil }
    let names = number(2, at: entry.offset + 26) + number(2, at: entry.offset + 28)
    let start = entry.offset + Self.headerSize + names
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else { return nil }
    let packed = bytes[start..<(start + entry.packedSize)]
    let file: [UInt8]? =
      switch entry.method {
      case 0: Array(packed)
      case 8: Inflater.bytes(of: packed, atMost: entry.size)
      default: nil
      }
    guard let file, file.count == entry.size, Checksum.crc32(file[...]) == entry.checksum else {
      return nil
    }
    allowance -= file.count
    return file
  }
}

extension ZipArchive {
  /// An archive of files, in their order.
  static func bytes(of files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let name = Array(file.name.utf8)
      // Version 2.0, names in UTF-8, stored, 1 January 1980.
      var facts = number(20, 2) + number(1 << 11, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
      facts += number(Int(Checksum.crc32(file.bytes[...])), 4)
      facts += number(file.bytes.count, 4) + number(file.bytes.count, 4)
      facts += number(name.count, 2) + number(0, 2)
      directory += signature(1, 2) + number(20, 2) + facts
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4)
      directory += number(archive.count, 4) + name
      archive += signature(3, 4) + facts + name + file.bytes
    }
    let end =
      signature(5, 6) + number(0, 2) + number(0, 2) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4)
      + number(0, 2)
    return archive + directory + end
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
