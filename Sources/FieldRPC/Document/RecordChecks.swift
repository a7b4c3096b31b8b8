import FieldModels

/// Records judged by a form.
extension DocumentSession {
  /// The answer to `field/check` of the document, which is made ready for it once for each of its
  /// revisions.
  mutating func check(_ params: CheckParams, in turn: Turn) -> JSONText {
    let errors = document.textErrors(limit: form.host.limits.findingCount)
    guard errors.isEmpty else {
      let diagnostics = errors.map { document.diagnostic(of: $0, in: uri, for: turn.client) }
      return JSONText(refusing: params, because: diagnostics)
    }
    // Taken out, so that it is not copied.
    let known = recordJudge.take()
    let revision = document.revision
    var judge =
      known.flatMap { $0.revision == revision ? $0.judge : nil }
      ?? RecordJudge(RecordForm(document), at: turn.now)
    judge.move(to: turn.now)
    defer { recordJudge = (judge, revision) }
    return JSONText(judging: params, by: &judge)
  }
}

extension JSONText {
  /// What a form says of records.
  init(judging params: CheckParams, by judge: inout RecordJudge) {
    let bytes = params.tree.bytes
    self.init(checking: params, diagnostics: nil) { record in
      let span = params.tree[record].span
      let start = params.tree.base + span.lowerBound
      return judge.judge(bytes, start..<(start + span.count))
    }
  }

  /// What is said of records by a form that can't be read: nothing, but they are not right either.
  init(refusing params: CheckParams, because diagnostics: [LSP.Diagnostic]) {
    self.init(checking: params, diagnostics: diagnostics) { _ in nil }
  }

  private init(
    checking params: CheckParams, diagnostics: [LSP.Diagnostic]?,
    _ judge: (_ record: Int) -> RecordVerdict?
  ) {
    var areAllValid = true
    self.init { json in
      if params.isSingle {
        json.verdict(judge(params.records[0]))
      } else {
        json.member("records") { json in
          json.array { json in
            for record in params.records {
              let verdict = judge(record)
              areAllValid = areAllValid && verdict?.isValid ?? false
              json.object { $0.verdict(verdict) }
            }
          }
        }
        json.member("valid", areAllValid && diagnostics == nil)
      }
      json.member("diagnostics", ifAny: diagnostics)
    }
  }
}

extension JSONWriter {
  /// Writes the members of a verdict; of a record without one, that it is not right.
  fileprivate mutating func verdict(_ verdict: RecordVerdict?) {
    member("valid", verdict?.isValid ?? false)
    member("problems", verdict?.problems ?? [])
    guard let names = verdict?.uncheckedValidators, !names.isEmpty else { return }
    member("unchecked", names)
  }
}

extension RecordVerdict.Problem: JSONObjectWritable {
  func writeMembers(to json: inout JSONWriter) {
    json.member("key", ifAny: key)
    json.member("path", path)
    finding.writeMembers(to: &json)
  }
}
