import FieldModels

/// What is wrong with a document, for clients that ask.
extension Session {
  /// What is wrong with a document; with a form also what is wrong with the records of it that are
  /// open, where the client takes that.
  mutating func report(
    on uri: String, unless known: String?
  ) throws(RPCError) -> LSP.DiagnosticReport {
    var report = LSP.DiagnosticReport(try diagnostics(of: uri), unless: known)
    guard turn.client.takesRelatedDocuments, !records.isOpen(uri) else { return report }
    let address = DocumentAddress(uri: uri)
    for other in records.uris(ofFormAt: address) {
      records.refresh(other, at: turn.now)
      report.related.append(
        LSP.RelatedReport(
          uri: other, report: LSP.DiagnosticReport(try diagnostics(of: other), unless: nil)))
    }
    return report
  }

  private mutating func diagnostics(of uri: String) throws(RPCError) -> [LSP.Diagnostic] {
    switch kind(of: uri) {
    case .records: return records.diagnostics(of: uri, in: turn) ?? []
    case .foreign: return foreign[uri]?.diagnostics(in: turn) ?? []
    case .form, nil: return try document(uri) { $0.answer(for: $1.client) }
    }
  }
}
