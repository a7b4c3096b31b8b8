package import FieldModels

/// Forms that are open, for hosts that judge records in a hurry.
extension Session {
  /// An open form made ready to judge records, as `field/check` judges them, and how it speaks; nil where
  /// none is open at the URI, or its text has errors, by which no record is right.
  package func recordForm(at uri: String) -> (form: RecordForm, wording: Wording)? {
    guard let session = documents[uri] else { return nil }
    let limit = configuration.limits.form.findingCount
    guard session.document.textErrors(limit: limit).isEmpty else { return nil }
    let form = RecordForm(session.document, unasked: session.losses.map { $0.rule })
    return (form, session.document.wording)
  }
}
