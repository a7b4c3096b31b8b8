import FieldModels

/// What the records of a file are, as `--records-format` has it.
package enum RecordsFormat: String, CaseIterable, Sendable {
  /// An object, a list of them, or one a line.
  case json
  /// A table with a record in each row.
  case csv, tsv
  /// What other programs hand over.
  case formio, mcp, kobo, odk, urlencoded, github, slack
  case adaptiveCards = "adaptive-cards"
  case awx, a2ui

  /// What the records of a file are: what the command line states, what the file's name says, or JSON.
  ///
  /// Standard input (`-`) has the name that the command line gives it.
  static func of(_ path: String, stated: Self?, inputName: String) -> Self {
    stated ?? CheckFileName(path == "-" ? inputName : path).format ?? .json
  }

  /// How a table is read; nil for what is none.
  var table: TableFormat? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json, .formio, .mcp, .kobo, .odk, .urlencoded, .github, .slack, .adaptiveCards, .awx,
      .a2ui:
      nil
    }
  }

  /// The shape of answers that are no records; nil for records.
  var answers: AnswerShape? { AnswerShape(rawValue: rawValue) }

  /// Whether something that begins otherwise than JSON is what it reads.
  func reads(_ input: ForeignInput) -> Bool {
    switch input {
    case .csv, .tsv: table != nil || answers?.isJSON == false
    case .xml: self == .odk
    case .gzip, .zstandard, .xz, .bzip2, .zip, .utf16, .utf32, .parquet: false
    }
  }

  /// What files of the format are, for whoever reads about it.
  var description: String {
    switch self {
    case .json, .formio, .mcp, .kobo, .slack, .adaptiveCards, .awx, .a2ui: "JSON"
    case .csv, .tsv: rawValue.uppercased()
    case .odk: "XML"
    case .urlencoded, .github: "text"
    }
  }
}
