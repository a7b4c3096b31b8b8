import FieldModels

/// What the records of a file are, as `--records-format` has it.
package enum RecordsFormat: String, CaseIterable, Sendable {
  /// An object, a list of them, or one a line.
  case json
  /// A table with a record in each row.
  case csv, tsv

  /// How a table is read; nil for what is none.
  var table: TableFormat? {
    switch self {
    case .json: nil
    case .csv: .csv
    case .tsv: .tsv
    }
  }

  /// Whether something that begins otherwise than JSON is what it reads.
  func reads(_ input: ForeignInput) -> Bool {
    switch input {
    case .csv, .tsv: table != nil
    case .gzip, .zstandard, .xz, .bzip2, .zip, .utf16, .utf32, .parquet, .xml: false
    }
  }
}
