/// A file that is not JSON in UTF-8, as its first bytes tell.
package enum ForeignInput: Equatable, Sendable, CaseIterable {
  case gzip, zstandard, xz, bzip2, zip
  case utf16, utf32
  case csv, tsv, parquet, xml

  /// Recognizes a file by its beginning; nil for what is or may be JSON.
  ///
  /// - Parameter bytes: its first bytes, as many as are there
  package init?(startOf bytes: [UInt8]) {
    if let known = Self.marked.first(where: { bytes.starts(with: $0.mark) })?.input {
      self = known
    } else if let encoding = Self.encoding(bytes) {
      self = encoding
    } else if let text = Self.text(bytes) {
      self = text
    } else {
      return nil
    }
  }

  /// What people call it.
  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstandard: "Zstandard"
    case .xz: "xz"
    case .bzip2: "bzip2"
    case .zip: "ZIP"
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    case .csv: "CSV"
    case .tsv: "TSV"
    case .parquet: "Parquet"
    case .xml: "XML"
    }
  }

  /// It is no text in UTF-8 yet, so that it can't be a form in any format of text either.
  package var isEncoded: Bool {
    switch self {
    case .gzip, .zstandard, .xz, .bzip2, .zip, .utf16, .utf32: true
    case .csv, .tsv, .parquet, .xml: false
    }
  }

  /// What somebody wanted to read it as.
  package enum Reader: Equatable, Sendable {
    case records, form, conversion

    /// The command that reads what has become JSON in UTF-8.
    fileprivate var command: String {
      switch self {
      case .records: "fieldd check --form FORM -"
      case .form: "fieldd check --stdin-name NAME.fields.json -"
      case .conversion: "fieldd convert --from FORMAT -"
      }
    }
  }

  /// What it is, and what to do.
  package func saying(for reader: Reader) -> Saying {
    switch self {
    case .gzip: compressed("gzip -dc", reader)
    case .zstandard: compressed("zstd -dc", reader)
    case .xz: compressed("xz -dc", reader)
    case .bzip2: compressed("bzip2 -dc", reader)
    case .zip: compressed("unzip -p", reader)
    case .utf16, .utf32:
      Saying(
        .otherEncoding, (.format, .text(name)),
        (.example, .text("iconv -f \(name) -t UTF-8 FILE | \(reader.command)")))
    case .csv, .tsv:
      if reader == .records {
        Saying(
          .tableInput, (.format, .text(name)),
          (
            .example,
            .text("fieldd check --records-format \(name.lowercased()) --form FORM FILE")
          ))
      } else {
        Saying(.otherFormat, (.format, .text(name)))
      }
    case .parquet, .xml: Saying(.otherFormat, (.format, .text(name)))
    }
  }

  private func compressed(_ command: String, _ reader: Reader) -> Saying {
    Saying(
      .compressedInput, (.format, .text(name)),
      (.example, .text("\(command) FILE | \(reader.command)")))
  }

  /// The bytes with which files of a kind begin.
  ///
  /// That of UTF-32 begins with that of UTF-16.
  private static let marked: [(mark: [UInt8], input: ForeignInput)] = [
    ([0x1F, 0x8B], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz), (Array("BZh".utf8), .bzip2),
    ([0x50, 0x4B, 0x03, 0x04], .zip), (Array("PAR1".utf8), .parquet),
    ([0xFF, 0xFE, 0x00, 0x00], .utf32), ([0x00, 0x00, 0xFE, 0xFF], .utf32),
    ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
  ]

  /// UTF-16 or UTF-32 without a mark: letters of ASCII with null bytes beside them.
  private static func encoding(_ bytes: [UInt8]) -> ForeignInput? {
    func isLetter(_ index: Int) -> Bool { 0x09 <= bytes[index] && bytes[index] < 0x7F }
    if 8 <= bytes.count {
      let isZero = (0..<8).map { bytes[$0] == 0 }
      if isZero == [false, true, true, true, false, true, true, true], isLetter(0), isLetter(4) {
        return .utf32
      }
      if isZero == [true, true, true, false, true, true, true, false], isLetter(3), isLetter(7) {
        return .utf32
      }
    }
    guard 4 <= bytes.count else { return nil }
    let isZero = (0..<4).map { bytes[$0] == 0 }
    if isZero == [false, true, false, true], isLetter(0), isLetter(2) { return .utf16 }
    if isZero == [true, false, true, false], isLetter(1), isLetter(3) { return .utf16 }
    return nil
  }

  /// XML, or a table: its first line is no JSON, and has columns.
  private static func text(_ bytes: [UInt8]) -> ForeignInput? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, bytes[start].isJSONSpace { start += 1 }
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    // U+001E begins a record of a JSON text sequence (RFC 7464).
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"), 0x1E: return nil
    case UInt8(ascii: "<"): return .xml
    default: break
    }
    var (lines, counts) = ([Columns](), Columns())
    var isInQuotes = false
    loop: for byte in bytes[start...].prefix(lookByteCount) {
      switch byte {
      case UInt8(ascii: "\""): isInQuotes.toggle()
      case _ where isInQuotes: break
      case UInt8(ascii: ","): counts.commas += 1
      case UInt8(ascii: ";"): counts.semicolons += 1
      case 0x09: counts.tabs += 1
      case UInt8(ascii: "{"), UInt8(ascii: "}"): return nil
      case 0x0A:
        lines.append(counts)
        counts = Columns()
        if 2 <= lines.count { break loop }
      default: break
      }
    }
    if lines.count < 2, counts != Columns() { lines.append(counts) }
    guard let first = lines.first else { return nil }
    func isSame(_ count: (Columns) -> Int) -> Bool {
      0 < count(first) && lines.allSatisfy { count($0) == count(first) }
    }
    if isSame({ $0.tabs }) { return .tsv }
    return isSame({ $0.commas }) || isSame({ $0.semicolons }) ? .csv : nil
  }

  /// What separates the columns of a line.
  private struct Columns: Equatable {
    var (commas, semicolons, tabs) = (0, 0, 0)
  }

  /// Two lines of a table are shorter.
  private static let lookByteCount = 1 << 16
}
