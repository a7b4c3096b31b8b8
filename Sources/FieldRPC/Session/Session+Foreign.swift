import FieldModels

/// Forms in the formats of others that editors have open: the text is the editor's, and only read;
/// the field document that is made of it is open for the forms layer, under the same URI.
extension Session {
  /// Reads a form that a request brings, in any format.
  ///
  /// - Parameters:
  ///   - bytes: the form
  ///   - uri: where it is, which may say its format; nil for one that is nowhere
  ///   - format: its format, where the request says it
  ///   - name: the parameter that has it
  /// - Returns: the field document
  /// - Throws: why none can be made of it
  func form(
    of bytes: [UInt8], at uri: String? = nil, stated format: FormFormat?, in name: String
  ) throws(RPCError) -> AnyForm {
    do throws(ConversionRefusal) {
      return try configuration.conversions.document(of: bytes, named: uri, stated: format)
    } catch {
      throw .unreadableForm(name, format, error)
    }
  }

  mutating func openForeign(_ params: DidOpenParams, as format: FormFormat) {
    foreign[params.uri] = ForeignSession(params, format, by: configuration.conversions)
    followForeign(params.uri)
    noteRedaction(of: [params.text], in: params.uri)
  }

  mutating func didChangeForeign(_ params: DidChangeParams) {
    let document = foreign[params.uri]?.document
    foreign[params.uri]?.didChange(params, in: turn)
    if foreign[params.uri]?.document == document {
      // What was typed into the form stays.
      foreignToPublish.insert(params.uri)
    } else {
      followForeign(params.uri)
    }
    noteRedaction(of: params.changes.map { $0.text }, in: params.uri)
  }

  /// Notes how texts of a form may be written down: not at all, where a field that was made of it is
  /// secure, or none was made yet.
  private mutating func noteRedaction(of texts: [[UInt8]], in uri: String) {
    guard configuration.isTraced else { return }
    let isHarmless = openDocument(uri)?.document.hasSecrets == false
    turn.redactions.append(.texts(isHarmless ? texts : texts.map { $0.blanked }))
  }

  /// Opens the document that is made of a form, or has it follow.
  ///
  /// Where none can be made any more the last one stays.
  private mutating func followForeign(_ uri: String) {
    foreignToPublish.insert(uri)
    guard let session = foreign[uri], let made = session.document else { return }
    let text = Array(made.text().utf8)
    if let place = documents.place(of: uri) {
      modify(at: place) { document, turn in
        document.losses = session.losses
        document.follow(text, version: session.version, in: turn)
      }
      return
    }
    let limits = configuration.limits
    if limits.documentByteCount < text.count {
      let why = "\(uri) is longer than \(limits.documentByteCount) bytes as a field document"
      return turn.out.append(.logMessage(.error, why + "; it is not opened as a form"))
    }
    var document = FieldDocument(
      text, dialect: .strict, vocabulary: vocabulary, wording: turn.client.wording, at: turn.now)
    if turn.client.forms != nil { document.beginTelling() }
    records.noteDocument(uri)
    var opened = DocumentSession(
      document, uri: uri, version: session.version, owner: .conversion, in: turn)
    opened.losses = session.losses
    documents.add(opened)
  }

  /// Tells editors what became of the forms that they have edited.
  mutating func publishForeign() {
    for uri in foreignToPublish.sorted() { foreign[uri]?.publish(in: &turn) }
    foreignToPublish = []
  }

  /// What the editors were told is to be told in another way.
  mutating func tellForeignAgain() {
    for uri in foreign.keys {
      foreign[uri]?.tellAgain()
      foreignToPublish.insert(uri)
    }
  }

  /// A form in a foreign format that is open, with the document that was made of it.
  func foreignReading(of uri: String) -> ForeignReading? {
    foreign[uri].map { ForeignReading(session: $0, document: openDocument(uri)?.document) }
  }
}
