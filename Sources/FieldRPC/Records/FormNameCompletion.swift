import FieldModels

/// What an editor offers where a record names its form: the forms in the folders of the client, and
/// those that are open.
struct FormNameCompletion {
  private let session: RecordSession
  private let context: CursorContext
  private let client: ClientCapabilities
  /// The string that is there, by its node.
  private let written: Int?

  /// Nil where a record does not name its form.
  init?(at position: LSP.Position, in session: RecordSession, for client: ClientCapabilities) {
    let offset = Translation(text: session.text, encoding: client.positionEncoding)
      .byteOffset(position)
    guard let context = RecordContext(session.record, at: offset, in: RecordLayout()),
      context.names.isEmpty, context.cursor.list == nil,
      case .value(_, let written) = context.cursor.place, !context.cursor.isInComment,
      let name = context.name, context.cursor.tree.string(name) == Property.Name.form.rawValue
    else { return nil }
    if let written, !context.cursor.tree[written].isScalar { return nil }
    self.session = session
    self.context = context.cursor
    self.client = client
    self.written = written
  }

  /// The member that names a form, for a record that belongs to none.
  static func member(
    at position: LSP.Position, in session: RecordSession, for client: ClientCapabilities
  ) -> LSP.CompletionList {
    let offset = Translation(text: session.text, encoding: client.positionEncoding)
      .byteOffset(position)
    guard
      let context = RecordContext(session.record, at: offset, in: RecordLayout()),
      session.record.record(at: offset)
        .flatMap({ session.record.statedForm(ofRecord: $0) }) == nil,
      context.names.isEmpty, !context.cursor.isInComment,
      case .name(let touched) = context.cursor.place
    else { return LSP.CompletionList() }
    var writer = CompletionWriter(
      text: session.text, start: 0, context: context.cursor, client: client, limit: 1)
    let name = Property.Name.form.rawValue
    writer.addName(
      .init(text: name, kind: .property, detail: "the form that it belongs to"),
      holding: Template("\"@\""), written: context.cursor.nameToReplace(touched))
    return writer.list
  }

  /// The names of forms, those that are nearest to the record first.
  func items(ofFormsAt paths: Set<String>, limit: Int) -> LSP.CompletionList {
    var writer = CompletionWriter(
      text: session.text, start: 0, context: context, client: client, limit: limit)
    let typed = written.flatMap { context.tree.string($0) } ?? ""
    let names = paths.map { path in
      guard let own = FileURI.path(of: session.uri) else { return FileURI.uri(of: path) }
      return RelativePath.path(of: path, from: own, like: typed)
    }
    let steps = names.map { name in (name.split(separator: "/").count { $0 != "." }, name) }
    for (_, name) in steps.sorted(by: <) {
      writer.addValue(.init(text: name, kind: .file), written)
    }
    return writer.list
  }
}
