import FieldModels

/// Forms that a person fills in where an editor asks questions.
extension Session {
  /// A command with the questions that are to be asked before it is done.
  mutating func resolved(_ dialog: CommandDialog) throws(RPCError) -> JSONText {
    guard let target = dialog.target else { return dialog.resolved([], dialog.answers) }
    let form = try form(target)
    guard let answers = dialog.answers.map(form.known) else {
      return dialog.resolved(form.questions, nil)
    }
    return dialog.resolved(form.questions(after: answers, asked: target.asked), answers)
  }

  /// Has the editor write the answers into the form.
  mutating func fill(_ dialog: CommandDialog) throws(RPCError) {
    guard let target = dialog.target, let answers = dialog.answers else {
      throw .invalidParams("params.formAnswers", expected: "the answers to `command/resolve`")
    }
    let form = try form(target)
    let client = turn.client
    let edits = try form.edits(answers)
    if edits.isEmpty { return }
    let edit = try document(target.uri) { session, _ in
      let translation = Translation(
        text: session.document.text, encoding: client.positionEncoding)
      return LSP.WorkspaceEdit(
        uri: target.uri, version: session.version, isVersioned: client.takesVersionedEdits,
        edits: edits.map(translation.edit))
    }
    try apply(edit)
  }

  /// The rows of a picker that have a text in them.
  mutating func rows(_ question: RowsQuestion) throws(RPCError) -> [FormQuestion.Row] {
    let limit = configuration.limits.listCount
    return try document(question.uri) { session, turn throws(RPCError) in
      let document = session.document
      guard let id = document.index.field(question.key), let reading = document.reading(of: id)
      else { throw .unknownField(question.key, nearest: nil) }
      let definition = document.offering(id, reading.definition, turn.now)
      return definition.rows(matching: question.query, limit: limit)
    }
  }

  private mutating func form(_ target: CommandDialog.Target) throws(RPCError) -> FormDialog {
    let client = turn.client
    return try document(target.uri) { session, turn throws(RPCError) in
      guard session.owner == .editor else {
        throw .invalidRequest("\(target.uri.prefix(200)) is not open in the editor")
      }
      return FormDialog(
        document: session.document, uri: target.uri, group: target.group,
        kinds: client.dialogKinds ?? [], now: turn.now)
    }
  }
}
