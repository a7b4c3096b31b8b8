package import FieldModels

/// Forms that are open, for hosts that judge records in a hurry.
extension Session {
  /// An open form made ready to judge records, as `field/check` judges them; nil where none is open at
  /// the URI, or its text has errors, by which no record is right.
  package func recordForm(at uri: String) -> RecordForm? {
    guard let session = documents[uri] else { return nil }
    let limit = configuration.limits.form.findingCount
    guard session.document.textErrors(limit: limit).isEmpty else { return nil }
    return RecordForm(session.document, unasked: session.losses.map { $0.rule })
  }
}
