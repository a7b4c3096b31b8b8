/// The header line of a table, which names its columns.
package struct TableHeader: Equatable, Sendable {
  /// The line with its line break.
  package let bytes: [UInt8]
  /// Where it begins in the stream.
  package let place: RecordSplitter.Place
  package let delimiter: UInt8
  /// What the columns are called.
  package let names: [String]
  /// Where the names stand in the line, with their quotes.
  let spans: [Range<Int>]
  /// It can't be read, so that nobody knows what the columns are.
  let flaw: JSONProblem?
  private let byteCount: Int
  private let hasByteOrderMark: Bool

  /// - Parameters:
  ///   - bytes: the line with its line break
  ///   - byteCount: how many bytes it has without that
  ///   - place: where it begins in the stream
  ///   - format: what the table is
  ///   - hasByteOrderMark: one stands before it
  ///   - flaw: what the stream says of the line
  init(
    _ bytes: [UInt8], _ byteCount: Int, at place: RecordSplitter.Place, of format: TableFormat,
    hasByteOrderMark: Bool, flaw: JSONProblem.Kind?
  ) {
    (self.bytes, self.byteCount, self.place) = (bytes, byteCount, place)
    self.hasByteOrderMark = hasByteOrderMark
    delimiter = format.delimiter(ofHeader: bytes.span.extracting(..<byteCount))
    var row = TableRow()
    row.read(bytes, 0..<byteCount, delimiter: delimiter)
    names = row.cells.map { row.text(of: $0, in: bytes) }
    spans = row.cells.map { $0.range }
    self.flaw = row.flaw ?? flaw.map { JSONProblem($0, 0..<byteCount) }
  }

  /// All of the line.
  var span: Range<Int> { 0..<byteCount }

  /// What a table begins with, whose rows stand below the header.
  package var lead: [UInt8] {
    (hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + bytes[..<byteCount] + lineBreak
  }

  /// What stands behind the lines of the table.
  package var lineBreak: [UInt8] {
    byteCount == bytes.count ? [0x0A] : Array(bytes[byteCount...])
  }

  /// The name of the form that the first row of a table names; as far as it stands in its first bytes.
  package static func statedForm(startOf bytes: [UInt8], _ format: TableFormat) -> String? {
    var splitter = TableSplitter(format)
    splitter.append { $0 += bytes }
    splitter.finish()
    guard let first = splitter.next(), let header = splitter.header,
      let column = header.names.firstIndex(of: Property.Name.form.rawValue)
    else { return nil }
    var row = TableRow()
    row.read(splitter.bytes, first.range, delimiter: header.delimiter)
    guard row.flaw == nil, column < row.cells.count else { return nil }
    let name = row.text(of: row.cells[column], in: splitter.bytes)
    return name.isEmpty ? nil : name
  }
}

/// How the cells of a table are separated.
package enum TableFormat: Sendable {
  /// By commas; by semicolons if the header has them and no comma, as where that is in numbers.
  case csv
  /// By tabs.
  case tsv

  /// Whether a byte may separate the cells of a header.
  func mayDelimit(_ byte: UInt8) -> Bool {
    switch self {
    case .csv: byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
    case .tsv: byte == 0x09
    }
  }

  /// What separates the cells of a table with a header.
  fileprivate func delimiter(ofHeader text: Span<UInt8>) -> UInt8 {
    if case .tsv = self { return 0x09 }
    var (isQuoted, hasSemicolon) = (false, false)
    for index in text.indices {
      switch text[index] {
      case .quote: isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: return UInt8(ascii: ",")
      case UInt8(ascii: ";") where !isQuoted: hasSemicolon = true
      default: break
      }
    }
    return UInt8(ascii: hasSemicolon ? ";" : ",")
  }
}
