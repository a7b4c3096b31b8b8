import FieldModels

/// Records judged by a form that is open, or that comes along.
extension Session {
  /// The answer to `field/check`.
  mutating func check(_ params: CheckParams) throws(RPCError) -> JSONText {
    switch params.form {
    case .open(let uri): return try document(uri) { $0.check(params, in: $1) }
    case .text(let text):
      var document = FieldDocument(text, dialect: .strict, vocabulary: vocabulary, at: turn.now)
      document.refresh(at: turn.now)
      let errors = document.textErrors(limit: configuration.limits.form.findingCount)
      guard errors.isEmpty else {
        var client = turn.client
        // There is no document to lead to.
        client.takesRelatedInformation = false
        let diagnostics = errors.map { document.diagnostic(of: $0, in: "", for: client) }
        return JSONText(refusing: params, because: diagnostics)
      }
      var judge = RecordJudge(RecordForm(document), at: turn.now)
      return JSONText(judging: params, by: &judge)
    }
  }
}
