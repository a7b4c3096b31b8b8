package import FieldModels

/// What is wrong, told where a client asks for it.
extension LSP {
  /// All that is wrong with a document, or that it is what the client knows already.
  package struct DiagnosticReport: Equatable, Sendable {
    /// Follows from what is said alone: what says the same has the same id, whoever asks and whenever.
    package let id: String
    /// Nil where the client has them under this id.
    package let diagnostics: [Diagnostic]?
    /// What is to be said of other documents with it.
    package var related: [RelatedReport] = []

    /// - Parameters:
    ///   - diagnostics: what is wrong
    ///   - known: the id of what the client knows
    init(_ diagnostics: [Diagnostic], unless known: String?) {
      let text = JSONText { $0.member("items", diagnostics) }
      // FNV-1a, of 64 bits: documents are told apart by it, nobody is kept out.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in text.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      id = String(hash, radix: 36)
      self.diagnostics = id == known ? nil : diagnostics
    }
  }

  /// What is wrong with a document that belongs to one that was asked about.
  package struct RelatedReport: Equatable, Sendable {
    package var uri: String
    package var report: DiagnosticReport
  }

  /// What is wrong with one document of a folder.
  package struct WorkspaceReport: Equatable, Sendable {
    package var uri: String
    /// The version that the client has; nil for a file.
    package var version: WholeNumber?
    package var report: DiagnosticReport
  }
}

extension LSP.DiagnosticReport: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("kind", diagnostics == nil ? "unchanged" : "full")
    json.member("resultId", id)
    if let diagnostics { json.member("items", diagnostics) }
    if !related.isEmpty {
      json.object("relatedDocuments") { json in
        for other in related { json.member(named: other.uri, other.report) }
      }
    }
  }
}

extension LSP.WorkspaceReport: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("version", orNull: version)
    report.writeMembers(to: &json)
  }
}
