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
      return .locations((own + placesInRecords(of: named)).map { $0.location })
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
      return try answer(to: .text(uri: uri, question))
    }
  }

  /// The answer to a question about a text; nil where files are looked at first, since records that
  /// are not open may write the name that it is about.
  mutating func result(
    of question: TextQuestion, on uri: String, for id: RequestID
  ) throws(RPCError) -> ServerMessage.Answer? {
    let answer = try result(of: question, on: uri)
    guard !folders.isEmpty, let place = question.sharedPlace,
      let named = try named(at: place, in: uri), named.name.isInRecords
    else { return answer }
    let asked = NameQuestion(
      name: named.name, form: named.home.uri, question: question, uri: uri,
      openRecords: Set(records.uris))
    let request = ClientRequest(.text(uri: uri, question))
    add(Survey.Asker(request, .name(asked), as: id))
    return nil
  }

  /// The answer to a question about a name, with the places of it in records that are not open, or
  /// with what keeps it from being changed there.
  mutating func answer(
    to asked: NameQuestion, _ id: RequestID, with places: [LSP.Location], _ obstacle: String?
  ) -> ServerMessage {
    do throws(RPCError) {
      // What has been edited meanwhile may be about something else.
      guard let place = asked.question.sharedPlace,
        let named = try named(at: place, in: asked.uri), named.name == asked.name,
        named.home.uri == asked.form,
        // One that was opened or closed would be changed twice, or not at all.
        asked.openRecords == Set(records.uris)
      else { return .error(id, .outdated) }
      let answer = try result(of: asked.question, on: asked.uri)
      if let obstacle, case .rename = asked.question { throw .unfitName(obstacle) }
      switch (answer, asked.question) {
      case (.locations(let own), _): return .answer(id, .locations(own + places))
      case (.workspaceEdit(var edit), .rename(_, let name)):
        let others = Dictionary(grouping: places, by: { $0.uri })
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
    var version: WholeNumber?
    var document: FieldDocument
    /// It was made of a form in another format, whose text has other names in other places.
    var isForeign = false
  }

  /// A place where a name is written.
  private struct Place {
    var location: LSP.Location
    var isDefinition: Bool
  }

  /// The form whose name a record writes at a position.
  private func statedForm(at position: LSP.Position, in uri: String) -> LSP.Location? {
    guard let reading = records.reading(of: uri) else { return nil }
    let offset = Translation(text: reading.text, encoding: turn.client.positionEncoding)
      .byteOffset(position)
    guard let number = reading.record.record(at: offset),
      let node = reading.record.statedForm(ofRecord: number)
    else { return nil }
    let span = reading.record.tree[node].span
    guard span.lowerBound <= offset, offset <= span.upperBound else { return nil }
    let home = reading.forms.known(ofRecord: number).flatMap(home)?.uri
    let start = LSP.Position(line: 0, character: 0)
    return (home ?? reading.forms.address(ofRecord: number)?.toldURI).map {
      LSP.Location(uri: $0, range: LSP.Range(start: start, end: start))
    }
  }

  /// Brings the forms of records up to date: names are those of the text as it stands now.
  private mutating func followForms(of uri: String) {
    if records.isEmpty { return }
    for form in records.isOpen(uri) ? records.openForms(of: uri, documents) : [uri] {
      modify(form) { $0.document.refresh(at: $1.now) }
    }
    records.follow(
      documents, vocabulary, configuration.conversions, at: turn.now, awaitsRest: false)
  }

  /// The name at a position of a form or a record.
  private mutating func named(
    at position: LSP.Position, in uri: String
  ) throws(RPCError) -> Named? {
    let encoding = turn.client.positionEncoding
    followForms(of: uri)
    switch kind(of: uri) {
    case .form, nil:
      return try document(uri) { session, _ in
        let document = session.document
        let offset = Translation(text: document.text, encoding: encoding).byteOffset(position)
        return document.nameSite(atByteOffset: offset).map {
          Named(
            name: $0.name, isWhole: true,
            home: Home(uri: uri, version: session.version, document: document))
        }
      }
    case .foreign:
      guard let reading = foreignReading(of: uri), let document = reading.document else {
        return nil
      }
      let offset = Translation(text: reading.text, encoding: encoding).byteOffset(position)
      return reading.field(at: offset)?.reading.definition.key.map {
        Named(
          name: DocumentName(sort: .field, text: $0), isWhole: true,
          home: Home(
            uri: uri, version: reading.session.version, document: document, isForeign: true))
      }
    case .records:
      guard let reading = records.reading(of: uri) else { return nil }
      let offset = Translation(text: reading.text, encoding: encoding).byteOffset(position)
      guard let home = reading.forms.known(at: offset).flatMap(home),
        let found = reading.name(at: offset)
      else { return nil }
      return Named(name: found.name, isWhole: found.isWhole, home: home)
    }
  }

  /// The form that a record belongs to, as the editor has it open or as its file was read.
  private func home(_ form: KnownForm) -> Home? {
    switch form.origin {
    case .open(let uri, _):
      return openDocument(uri).map {
        Home(
          uri: uri, version: $0.version, document: $0.document,
          isForeign: $0.owner == .conversion)
      }
    case .file:
      guard case .text(let bytes, _) = form.file, let path = form.address.filePath,
        let read = try? configuration.conversions.document(of: bytes, named: path)
      else { return nil }
      var document = FieldDocument(
        read.text, dialect: read.dialect, vocabulary: vocabulary, at: turn.now)
      document.refresh(at: turn.now)
      return Home(
        uri: FileURI.uri(of: path), version: nil, document: document,
        isForeign: read.format != .fields)
    case .record, nil: return nil
    }
  }

  private func definitions(of named: Named) -> [LSP.Location] {
    places(of: named, in: named.home).filter { $0.isDefinition }.map { $0.location }
  }

  private func places(of named: Named, in home: Home) -> [Place] {
    if home.isForeign {
      guard let reading = foreignReading(of: home.uri) else { return [] }
      let translation = Translation(text: reading.text, encoding: turn.client.positionEncoding)
      return reading.lines(of: named.name).map {
        Place(
          location: LSP.Location(uri: home.uri, range: translation.range($0)), isDefinition: true)
      }
    }
    let translation = Translation(text: home.document.text, encoding: turn.client.positionEncoding)
    return home.document.sites(of: named.name).map {
      Place(
        location: LSP.Location(uri: home.uri, range: translation.range($0.span)),
        isDefinition: $0.isDefinition)
    }
  }

  /// The texts that are open and have records of a form.
  private func records(of home: Home) -> [RecordReading] {
    let address = DocumentAddress(uri: home.uri)
    return records.uris(ofFormAt: address).compactMap(records.reading)
  }

  private func placesInRecords(of named: Named) -> [Place] {
    let address = DocumentAddress(uri: named.home.uri)
    return records(of: named.home).flatMap { reading in
      let translation = Translation(text: reading.text, encoding: turn.client.positionEncoding)
      return reading.spans(of: named.name, in: address).map {
        Place(
          location: LSP.Location(uri: reading.uri, range: translation.range($0)),
          isDefinition: false)
      }
    }
  }

  /// Why a name can't be changed wherever it is written, in words; nil where it can.
  private func obstacle(to name: DocumentName, named new: String, in home: Home) -> String? {
    if home.isForeign { return "The form is in the format of others, in which no name is changed" }
    guard name.isInRecords, ExactText(name.text) != ExactText(new) else { return nil }
    if home.document.isTaken(new, forWhatIsCalled: name) {
      return "Something else stands under the name \"\(new)\" in a record"
    }
    let open = records(of: home)
    if open.isEmpty, folders.isEmpty { return nil }
    // All fields are looked through only where there may be records.
    let error = home.document.textErrors(limit: 1, where: { $0.problem.concernsNames }).first
    if let error {
      let line =
        home.document.text.position(
          atByteOffset: error.range.lowerBound, encoding: .utf8
        ).lineIndex + 1
      return "An error in line \(line) of the form leaves open which names its records have; "
        + "fix it first"
    }
    let address = DocumentAddress(uri: home.uri)
    return open.lazy.compactMap { $0.obstacle(to: name, named: new, in: address) }.first
  }

  /// The edits by which everything that has a name has another, in the form and in those of its records
  /// that are open.
  private func renaming(_ named: Named, to name: String) throws(RPCError) -> LSP.WorkspaceEdit {
    if !named.isWhole {
      throw .unfitName("The form has a path for it; that is what names it here")
    }
    if let why = named.home.document.mistake(in: name, for: named.name) { throw .unfitName(why) }
    if let why = obstacle(to: named.name, named: name, in: named.home) { throw .unfitName(why) }
    let edits = { (places: [Place]) in Self.edits(of: places.map { $0.location }, to: name) }
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
    if ExactText(name) == ExactText(old.text) { return nil }
    switch old.sort {
    case .field, .group:
      if RecordLayout.otherNames.contains(name) {
        return "A record has the form that it belongs to, or its schema, under the name \"\(name)\""
      }
    case .source, .validator: break
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

extension FieldDocument {
  /// Whether something stands in a record where another name would have a field or a list stand.
  fileprivate func isTaken(_ new: String, forWhatIsCalled name: DocumentName) -> Bool {
    var place: [String]?
    switch name.sort {
    case .field:
      var mentions = index.field(name.text).flatMap { reading(of: $0) }?.mentions
      if mentions?.path != nil { return false }
      mentions?.key = new
      place = mentions.flatMap { steps(of: $0) }
    case .group:
      let group = frame.groups.first { $0.key == name.text }
      if group?.repetition != nil, group?.statesPath == false { place = [new] }
    case .source, .validator: break
    }
    guard let place else { return false }
    return isTaken(place) || frame.homes.values.contains { $0.isList && $0.path == place }
  }
}
