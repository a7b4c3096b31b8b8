import FieldModels

/// Questions about a text, and about names that several texts share: a form and its records.
extension Session {
  mutating func result(
    of question: TextQuestion, on uri: String
  ) throws(RPCError) -> ServerMessage.Answer {
    switch question {
    case .diagnostics(let known): return .diagnostics(try report(on: uri, unless: known))
    case .definition(let position):
      if let form = statedForm(at: position, in: uri) { return .locations([form]) }
      return .locations(try named(at: position, in: uri).map(definitions) ?? [])
    case .references(let position, let withDefinition):
      guard let named = try named(at: position, in: uri) else { return .locations([]) }
      let own = places(of: named, in: named.home).filter { withDefinition || !$0.isDefinition }
      return .locations((own + placesInRecords(of: named)).map(\.location))
    case .rename(let position, let name):
      guard let named = try named(at: position, in: uri) else {
        throw .unfitName("There is no name here that could be changed")
      }
      return .workspaceEdit(try renaming(named, to: name))
    case .layout(let ranges, var style) where style.lineWidth != turn.client.settings.lineWidth:
      style.lineWidth = turn.client.settings.lineWidth
      return try result(of: .layout(in: ranges, style), on: uri)
    case .layoutWhileTyping(let character, let position, var style)
    where style.lineWidth != turn.client.settings.lineWidth:
      style.lineWidth = turn.client.settings.lineWidth
      return try result(of: .layoutWhileTyping(character, at: position, style), on: uri)
    case .layout, .layoutWhileTyping, .highlights, .prepareRename, .foldings, .selections, .colors,
      .colorTexts, .links, .linkedRanges, .lenses, .tokens, .tokenChanges:
      let client = turn.client
      if let session = records[uri] {
        let form = records.readyForm(of: session)?.judge?.form
        let address = records.formAddress(of: session)
        return session.answer(to: question, by: form, at: address, for: client)
      }
      return try document(uri) { session, _ in session.answer(to: question, for: client) }
    }
  }

  /// The answer to a question about a text; nil where files are looked at first, since records that
  /// are not open may write the name that it is about.
  mutating func result(
    of question: TextQuestion, on uri: String, for id: RequestID
  ) throws(RPCError) -> ServerMessage.Answer? {
    let answer = try result(of: question, on: uri)
    guard !folders.isEmpty, let place = question.sharedPlace,
      let named = try named(at: place, in: uri)
    else { return answer }
    let asked = NameQuestion(
      name: named.name, form: named.home.uri, question: question, uri: uri)
    let request = ClientRequest(.text(uri: uri, question))
    add(Survey.Asker(request, .name(asked), as: id))
    return nil
  }

  /// The answer to a question about a name, with the places of it in records that are not open.
  mutating func answer(
    to asked: NameQuestion, _ id: RequestID, with places: [LSP.Location]
  ) -> ServerMessage {
    do throws(RPCError) {
      // What has been edited meanwhile may be about something else.
      guard let place = asked.question.sharedPlace,
        let named = try named(at: place, in: asked.uri), named.name == asked.name
      else { return .error(id, .outdated) }
      let answer = try result(of: asked.question, on: asked.uri)
      switch (answer, asked.question) {
      case (.locations(let own), _): return .answer(id, .locations(own + places))
      case (.workspaceEdit(var edit), .rename(_, let name)):
        let others = Dictionary(grouping: places, by: \.uri)
        for uri in others.keys.sorted() {
          edit.documents.append(
            LSP.DocumentEdit(
              uri: uri, version: nil, edits: Self.edits(of: others[uri] ?? [], to: name)))
        }
        return .answer(id, .workspaceEdit(edit))
      default: return .answer(id, answer)
      }
    } catch {
      return .error(id, error)
    }
  }

  private static func edits(of places: [LSP.Location], to name: String) -> [LSP.TextEdit] {
    places.map { LSP.TextEdit(range: $0.range, newText: JSONString.escaped(name)) }
  }

  /// A name, and the form that it is a name in.
  private struct Named {
    var name: DocumentName
    /// A record writes it as it is, or the form does.
    var isWhole: Bool
    var home: Home
  }

  /// A form that names are looked for in.
  private struct Home {
    var uri: String
    /// The version that the editor has; nil for a file.
    var version: Int?
    var document: FieldDocument
  }

  /// A place where a name is written.
  private struct Place {
    var location: LSP.Location
    var isDefinition: Bool
  }

  /// The form whose name a record writes at a position.
  private func statedForm(at position: LSP.Position, in uri: String) -> LSP.Location? {
    guard let session = records[uri], let node = session.record.statedForm else { return nil }
    let span = session.record.tree[node].span
    let offset = Translation(text: session.text, encoding: turn.client.positionEncoding)
      .byteOffset(position)
    guard span.lowerBound <= offset, offset <= span.upperBound else { return nil }
    let home = records.readyForm(of: session).flatMap(home)?.uri
    let start = LSP.Position(line: 0, character: 0)
    return (home ?? records.formAddress(of: session)?.toldURI).map {
      LSP.Location(uri: $0, range: LSP.Range(start: start, end: start))
    }
  }

  /// The name at a position of a form or a record.
  private mutating func named(
    at position: LSP.Position, in uri: String
  ) throws(RPCError) -> Named? {
    let encoding = turn.client.positionEncoding
    guard let session = records[uri] else {
      return try document(uri) { session, _ in
        let document = session.document
        let offset = Translation(text: document.text, encoding: encoding).byteOffset(position)
        return document.nameSite(atByteOffset: offset).map {
          Named(
            name: $0.name, isWhole: true,
            home: Home(uri: uri, version: session.version, document: document))
        }
      }
    }
    let known = records.readyForm(of: session)
    let offset = Translation(text: session.text, encoding: encoding).byteOffset(position)
    guard let home = known.flatMap(home),
      let found = session.name(at: offset, by: known?.judge?.form)
    else { return nil }
    return Named(name: found.name, isWhole: found.isWhole, home: home)
  }

  /// The form that a record belongs to, as the editor has it open or as its file was read.
  private func home(_ form: KnownForm) -> Home? {
    switch form.origin {
    case .open(let uri, _):
      return openDocument(uri).map { Home(uri: uri, version: $0.version, document: $0.document) }
    case .file:
      guard case .text(let bytes, let dialect) = form.file, let path = form.address.filePath else {
        return nil
      }
      let document = FieldDocument(bytes, dialect: dialect, vocabulary: vocabulary, at: turn.now)
      return Home(uri: FileURI.uri(of: path), version: nil, document: document)
    case .record, nil: return nil
    }
  }

  private func definitions(of named: Named) -> [LSP.Location] {
    places(of: named, in: named.home).filter(\.isDefinition).map(\.location)
  }

  private func places(of named: Named, in home: Home) -> [Place] {
    let translation = Translation(text: home.document.text, encoding: turn.client.positionEncoding)
    return home.document.sites(of: named.name).map {
      Place(
        location: LSP.Location(uri: home.uri, range: translation.range($0.span)),
        isDefinition: $0.isDefinition)
    }
  }

  /// The records that are open and belong to a form.
  private func records(of home: Home) -> [(session: RecordSession, form: RecordForm)] {
    let address = DocumentAddress(uri: home.uri)
    return records.uris.sorted().compactMap { uri in
      guard let session = records[uri], let known = records.readyForm(of: session),
        known.address == address, let form = known.judge?.form
      else { return nil }
      return (session, form)
    }
  }

  private func placesInRecords(of named: Named) -> [Place] {
    records(of: named.home).flatMap { session, form in
      let translation = Translation(text: session.text, encoding: turn.client.positionEncoding)
      return session.spans(of: named.name, by: form).map {
        Place(
          location: LSP.Location(uri: session.uri, range: translation.range($0)),
          isDefinition: false)
      }
    }
  }

  /// Why the records of a form can't be given another name, in words; nil where they can.
  ///
  /// A form with errors does not say which of its records' names are whose; to rename the form
  /// alone would leave them behind.
  private func obstacle(to name: DocumentName, in home: Home) -> String? {
    guard name.sort == .field || name.sort == .group else { return nil }
    let address = DocumentAddress(uri: home.uri)
    let hasRecords =
      !folders.isEmpty
      || records.uris.contains { uri in
        records[uri].flatMap { records.formAddress(of: $0) } == address
      }
    // All fields are looked through only where there may be records.
    return hasRecords && !home.document.textErrors(limit: 1).isEmpty
      ? "The form has errors, so that its records can't be renamed with it; fix them first" : nil
  }

  /// The edits by which everything that has a name has another, in the form and in those of its records
  /// that are open.
  private func renaming(_ named: Named, to name: String) throws(RPCError) -> LSP.WorkspaceEdit {
    if !named.isWhole {
      throw .unfitName("The form has a path for it; that is what names it here")
    }
    if let why = named.home.document.mistake(in: name, for: named.name) { throw .unfitName(why) }
    if let why = obstacle(to: named.name, in: named.home) { throw .unfitName(why) }
    let edits = { (places: [Place]) in Self.edits(of: places.map(\.location), to: name) }
    var edit = LSP.WorkspaceEdit(
      uri: named.home.uri, version: named.home.version,
      isVersioned: turn.client.takesVersionedEdits,
      edits: edits(places(of: named, in: named.home)))
    let others = Dictionary(grouping: placesInRecords(of: named)) { $0.location.uri }
    for uri in others.keys.sorted() {
      edit.documents.append(
        LSP.DocumentEdit(uri: uri, version: records[uri]?.version, edits: edits(others[uri] ?? [])))
    }
    return edit
  }
}

extension FieldDocument {
  /// Why something can't have a name, in words; nil where it can.
  fileprivate func mistake(in name: String, for old: DocumentName) -> String? {
    if name.isEmpty { return "A name can't be empty" }
    if name == old.text { return nil }
    if case .field = old.sort, RecordForm.otherNames.contains(name) {
      return "A record has the form that it belongs to, or its schema, under the name \"\(name)\""
    }
    switch old.sort {
    case .field where index.field(name) != nil: return "Another field has the key \"\(name)\""
    case .group where frame.groupKeys.contains(name):
      return "Another group has the key \"\(name)\""
    case .source where frame.sources[name] != nil:
      return "Another autofill source has the name \"\(name)\""
    case .field, .group, .source, .validator: return nil
    }
  }
}
