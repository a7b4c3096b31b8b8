package import FieldModels

/// What fieldd answers about all documents of the folders.
extension LSP {
  /// The names of forms, of records, and of JSON that may have records, as a client finds them.
  static let documentGlob = "**/*.{\(FileKind.endings.joined(separator: ","))}"

  /// A field, wherever it is.
  package struct WorkspaceSymbol: Equatable, Sendable {
    package var name: String
    package var location: Location
    /// The form that it is in.
    package var container: String
  }

  /// What came of checking everything.
  package struct CheckTally: Equatable, Sendable {
    package var formCount = 0
    package var recordCount = 0
    package var errorCount = 0
    package var warningCount = 0
  }
}

extension LSP.CheckTally {
  /// Takes in what is wrong with one document.
  mutating func add(_ diagnostics: [LSP.Diagnostic], isForm: Bool) {
    if isForm { formCount += 1 } else { recordCount += 1 }
    for diagnostic in diagnostics {
      switch diagnostic.severity {
      case .error: errorCount += 1
      case .warning: warningCount += 1
      case .information, .hint: break
      }
    }
  }
}

extension LSP.WorkspaceSymbol: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("kind", LSP.DocumentSymbol.kind)
    json.member("location", location)
    json.member("containerName", container)
  }
}

extension LSP.CheckTally: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("forms", formCount)
    json.member("records", recordCount)
    json.member("errors", errorCount)
    json.member("warnings", warningCount)
  }
}
