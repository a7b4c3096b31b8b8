package import FieldModels

/// Requests about all forms and records in the folders that the client works in, each by its open
/// document or else by its file.
extension Session {
  /// Whether requests wait for what is in the folders.
  package var isSurveying: Bool { survey != nil }

  /// Lets a request wait for a survey: for the next one, where one is under way.
  mutating func survey(_ question: WorkspaceQuestion, for request: ClientRequest, _ id: RequestID) {
    var asker = Survey.Asker(request, question, as: id)
    if question == .checking, asker.workDoneToken == nil, turn.client.createsProgress {
      asker.workDoneToken = createProgress()
    }
    if let token = asker.workDoneToken {
      turn.out.append(.progress(token, .begin(title: question.title)))
    }
    if question == .checking {
      watchFiles()
      pushesFiles = !turn.client.pullsDiagnostics
    }
    add(asker)
  }

  mutating func add(_ asker: Survey.Asker) {
    if survey == nil { beginSurvey(for: [asker]) } else { nextAskers.append(asker) }
  }

  /// Has the client show how far something is that it has not asked to hear of.
  private mutating func createProgress() -> RequestID {
    let number = turn.calls.takeRequestNumber()
    let token = RequestID.string("fieldd-\(number)")
    turn.say(.createProgress, number: number, with: JSONText { $0.member("token", token) })
    return token
  }

  private mutating func beginSurvey(for askers: [Survey.Asker]) {
    let survey = Survey(askers, folders: folders.compactMap(FileURI.path))
    self.survey = survey
    hasNewFileWish = !survey.isOver
    if survey.isOver {
      let open = openPaths
      self.survey?.take(list: [], open: open)
      lookAtOpenDocuments()
      goOnSurveying()
    }
  }

  /// What the survey under way wants to know next, once.
  package mutating func takeFileWish() -> (number: Int, wish: FileWish)? {
    guard hasNewFileWish, let wish = survey?.wish else { return nil }
    hasNewFileWish = false
    fileWishCount += 1
    return (fileWishCount, wish)
  }

  /// A turn in which files of the folders were found or read for the wish of a number.
  package mutating func take(
    _ found: FilesFound, number: Int, at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    // What was wanted for a survey that was given up is of no use to the next one.
    guard number == fileWishCount, !hasNewFileWish, survey != nil else { return [] }
    switch found {
    case .list(let paths, let closed, let mistakes):
      let open = openPaths
      survey?.take(list: paths, open: open)
      if survey?.isAboutRecords ?? false {
        otherRecords = Set(paths.filter { FileKind(ofFile: $0) == .json })
      }
      for trouble in closed { survey?.note(trouble, mayHaveRecords: true) }
      for trouble in mistakes { survey?.note(trouble, mayHaveRecords: false) }
      lookAtOpenDocuments()
    case .read(let files):
      for (path, file) in survey?.take(files: files) ?? [] { lookAt(file, at: path) }
      survey?.records.locateAnew()
      let forms = survey?.formPaths ?? []
      survey?.records.takeFormsBeside(in: forms)
      let conversions = configuration.conversions
      survey?.records.follow(documents, vocabulary, conversions, at: now)
      if survey?.missingForms.isEmpty ?? false { lookAtRecords() }
      survey?.goOn()
    }
    hasNewFileWish = true
    goOnSurveying()
    finishTurn()
    return turn.takeOut()
  }

  /// Tells how far the survey is, and what was found where that is wanted in parts; and once
  /// everything was looked at, the answers.
  private mutating func goOnSurveying() {
    guard var survey else { return }
    for index in survey.askers.indices {
      if survey.isOver { survey.askers[index].tellOfWhatIsGone() }
      if let token = survey.askers[index].workDoneToken, !survey.isOver {
        let (done, count) = (survey.doneCount, survey.fileCount)
        turn.out.append(.progress(token, .report(doneCount: done, of: count)))
      }
      if let part = survey.askers[index].takePart(),
        let token = survey.askers[index].partialResultToken
      {
        turn.out.append(.progress(token, .part(part)))
      }
    }
    self.survey = survey
    guard survey.isOver else { return }
    self.survey = nil
    tellTroubles(of: survey)
    for asker in survey.askers {
      if mayRest(asker) {
        // What became different meanwhile may have been looked at before.
        if survey.isOutdated {
          nextAskers.append(asker.forAnotherLook)
        } else {
          restingAskers.append(asker.forAnotherLook)
        }
        continue
      }
      end(asker)
      if let id = asker.id { turn.out.append(answer(to: asker, id, among: survey.formPaths)) }
      if asker.question == .checking { endCheck(of: asker.toldURIs) }
    }
    let askers = nextAskers
    nextAskers = []
    if !askers.isEmpty { beginSurvey(for: askers) }
  }

  /// What one who has waited is told, without what was sent in parts.
  private mutating func answer(
    to asker: Survey.Asker, _ id: RequestID, among formPaths: Set<String>
  ) -> ServerMessage {
    switch asker.question {
    case .name(let question):
      return answer(to: question, id, with: asker.locations, asker.obstacle)
    case .formName(let uri, let position):
      return .answer(id, .completion(formNames(at: position, in: uri, among: formPaths)))
    case .diagnostics: return .answer(id, .workspaceDiagnostics(asker.reports))
    case .symbols: return .answer(id, .workspaceSymbols(asker.symbols))
    case .checking: return .answer(id, .checkTally(asker.tally))
    case .renaming:
      if asker.edits.isEmpty { return .answer(id, .nothing) }
      let isVersioned = turn.client.takesVersionedEdits
      return .answer(
        id, .workspaceEdit(LSP.WorkspaceEdit(isVersioned: isVersioned, documents: asker.edits)))
    }
  }

  /// Whether a request is answered only when something is different: a client that asks what is wrong
  /// asks again as soon as it was answered, without end.
  private func mayRest(_ asker: Survey.Asker) -> Bool {
    guard case .diagnostics(let known) = asker.question, areFilesWatched else { return false }
    return !known.isEmpty && !asker.hasNews
  }

  /// Has requests that rest look again, since something may be different.
  mutating func wakeAskers() {
    survey?.isOutdated = true
    let askers = restingAskers
    restingAskers = []
    for asker in askers { add(asker) }
  }

  /// Answers requests that rest, that nothing is different, since nobody looks any more.
  mutating func dismissAskers() {
    for asker in restingAskers {
      end(asker)
      if let id = asker.id { turn.out.append(.answer(id, .workspaceDiagnostics([]))) }
    }
    restingAskers = []
  }

  /// Tells what could not be read, once as long as that is so.
  private mutating func tellTroubles(of survey: Survey) {
    for trouble in survey.troubles.subtracting(toldTroubles).sorted() {
      turn.out.append(.logMessage(.warning, trouble))
    }
    // Who has not looked at everything can't know of what else has ended.
    if survey.isAboutEverything { toldTroubles = [] }
    toldTroubles.formUnion(survey.troubles)
  }

  /// Tells of the documents that are not there any more.
  private mutating func endCheck(of uris: Set<String>) {
    if turn.client.pullsDiagnostics { return turn.mustRefreshDiagnostics = true }
    for uri in toldFiles.subtracting(uris).sorted() {
      toldFiles.remove(uri)
      turn.out.append(.publishDiagnostics(.init(uri: uri, version: nil, diagnostics: [])))
    }
  }

  private mutating func end(_ asker: Survey.Asker) {
    if let token = asker.workDoneToken { turn.out.append(.progress(token, .end)) }
  }

  /// Gives up on a request that waits for a survey; false where none does.
  mutating func cancelSurvey(where isMeant: (Survey.Asker) -> Bool) -> Bool {
    let askers = (survey?.askers ?? []) + nextAskers + restingAskers
    guard let asker = askers.first(where: isMeant) else { return false }
    survey?.askers.removeAll { $0.id == asker.id }
    nextAskers.removeAll { $0.id == asker.id }
    restingAskers.removeAll { $0.id == asker.id }
    end(asker)
    if let id = asker.id { turn.out.append(.error(id, .cancelled)) }
    if survey?.askers.isEmpty ?? false {
      // What the host is still to tell is about nothing any more.
      survey = nil
      hasNewFileWish = false
      let askers = nextAskers
      nextAskers = []
      if !askers.isEmpty { beginSurvey(for: askers) }
    }
    return true
  }
}

// What is looked at.
extension Session {
  /// The paths of the open documents, of which the files don't count.
  private var openPaths: Set<String> {
    Set((Array(documents.uris) + records.uris).compactMap { DocumentAddress(uri: $0).filePath })
  }

  private mutating func lookAtOpenDocuments() {
    for uri in documents.uris.sorted() {
      guard let place = documents.place(of: uri), documents[place].owner != .conversion else {
        continue
      }
      modify(at: place) { $0.document.refresh(at: $1.now) }
      lookAt(documents[place])
    }
    for uri in records.uris.sorted() {
      records.refresh(uri, at: turn.now)
      if let reading = records.reading(of: uri) { lookAt(reading) }
    }
  }

  private mutating func lookAt(_ file: FormFile, at path: String) {
    guard case .text(let bytes, _) = file else {
      if case .missing(let why) = file, file != .gone {
        let mayHaveRecords = FileKind(ofFile: path) != .form
        survey?.note("\(path) can't be read: \(why)", mayHaveRecords: mayHaveRecords)
      }
      return
    }
    let (uri, dialect) = (FileURI.uri(of: path), JSONReader.Dialect.ofFile(at: path))
    guard FileKind(ofFile: path) == .form else {
      return lookAt(RecordSession(Rope(bytes), dialect: dialect, uri: uri, version: nil))
    }
    let document = FieldDocument(
      bytes, dialect: dialect, vocabulary: vocabulary, wording: turn.client.wording, at: turn.now)
    if document.frame.isRecord {
      return lookAt(RecordSession(document.text, dialect: dialect, uri: uri, version: nil))
    }
    var session = DocumentSession(document, uri: uri, version: nil, owner: .editor, in: turn)
    session.document.refresh(at: turn.now)
    lookAt(session)
  }

  /// Keeps records at hand that somebody wants to know of, until their forms are known.
  private mutating func lookAt(_ session: RecordSession) {
    if session.isRecord, survey?.wants(session) ?? false { survey?.records.add(session) }
  }

  /// Looks at the records at hand, whose forms are known.
  private mutating func lookAtRecords() {
    for uri in survey?.records.uris.sorted() ?? [] {
      survey?.records.refresh(uri, at: turn.now)
      if let reading = survey?.records.reading(of: uri) { lookAt(reading) }
      _ = survey?.records.remove(uri)
    }
  }

  private mutating func lookAt(_ session: DocumentSession) {
    for index in survey?.askers.indices ?? 0..<0 {
      switch survey?.askers[index].question {
      case .diagnostics, .checking:
        let diagnostics = session.diagnostics(for: turn.client)
        tell(diagnostics, of: session.uri, session.version, isForm: true, to: index)
      case .symbols(let query):
        let room = configuration.limits.answerPartCount - (survey?.askers[index].symbols.count ?? 0)
        let found = session.document.symbols(matching: query, in: session.uri, for: turn.client)
        survey?.askers[index].symbols += found.prefix(max(0, room))
      case .renaming, .name, .formName, nil: break
      }
    }
  }

  private mutating func lookAt(_ reading: RecordReading) {
    for index in survey?.askers.indices ?? 0..<0 {
      switch survey?.askers[index].question {
      case .diagnostics, .checking:
        let diagnostics = reading.session.diagnostics(by: reading.forms, in: turn)
        tell(diagnostics, of: reading.uri, reading.session.version, isForm: false, to: index)
      case .renaming(let moves):
        guard let path = FileURI.path(of: reading.uri) else { break }
        let paths = survey?.formPaths ?? []
        let translation = Translation(
          text: reading.text, encoding: turn.client.positionEncoding)
        let edits = reading.session.edits(after: moves, at: path, among: paths).map(
          translation.edit)
        if edits.isEmpty { break }
        survey?.askers[index].edits.append(
          LSP.DocumentEdit(uri: reading.uri, version: reading.session.version, edits: edits))
      case .name(let question):
        // Of those that are open the session knows.
        guard !records.isOpen(reading.uri) else { break }
        let address = DocumentAddress(uri: question.form)
        if case .rename(_, let name) = question.question, survey?.askers[index].obstacle == nil {
          survey?.askers[index].obstacle = reading.obstacle(
            to: question.name, named: name, in: address)
        }
        let translation = Translation(
          text: reading.text, encoding: turn.client.positionEncoding)
        survey?.askers[index].locations += reading.spans(of: question.name, in: address).map {
          LSP.Location(uri: reading.uri, range: translation.range($0))
        }
      case .symbols, .formName, nil: break
      }
    }
  }

  /// Tells what is wrong with a document to one who asked.
  private mutating func tell(
    _ diagnostics: [LSP.Diagnostic], of uri: String, _ version: WholeNumber?, isForm: Bool,
    to index: Int
  ) {
    switch survey?.askers[index].question {
    case .diagnostics(let known):
      let report = LSP.DiagnosticReport(diagnostics, unless: known[uri])
      survey?.askers[index].toldURIs.insert(uri)
      if report.diagnostics != nil { survey?.askers[index].hasNews = true }
      survey?.askers[index].reports.append(
        LSP.WorkspaceReport(uri: uri, version: version, report: report))
    case .checking:
      survey?.askers[index].tally.add(diagnostics, isForm: isForm)
      survey?.askers[index].toldURIs.insert(uri)
      if isOpen(uri) || turn.client.pullsDiagnostics { return }
      // Who was told nothing need not be told that there is nothing.
      let wasTold = toldFiles.remove(uri) != nil
      if !diagnostics.isEmpty { toldFiles.insert(uri) }
      if wasTold || !diagnostics.isEmpty {
        turn.out.append(
          .publishDiagnostics(.init(uri: uri, version: nil, diagnostics: diagnostics)))
      }
    case .symbols, .renaming, .name, .formName, nil: break
    }
  }
}

// Files that change.
extension Session {
  /// Has the client tell of the files that are forms, records and what belongs to them.
  mutating func watchFiles() {
    guard turn.client.watchesFiles, !areFilesWatched else { return }
    areFilesWatched = true
    turn.register(.didChangeFiles) { json in
      json.member("watchers") { json in
        json.array { json in
          // `fieldd.json` is one of them.
          json.object { $0.member("globPattern", LSP.documentGlob) }
        }
      }
    }
  }

  /// Has the client ask again what is wrong, or tells it again, where it was told of files.
  mutating func didChangeFiles(_ uris: [String]) {
    // Of what is open the client tells in other ways; and most JSON is not about forms.
    let isNews = uris.contains { !isOpen($0) && mayMatter($0) }
    guard isNews else { return }
    wakeAskers()
    if turn.client.pullsDiagnostics { return turn.mustRefreshDiagnostics = true }
    // The survey under way may have read what is another file now.
    if pushesFiles, !nextAskers.contains(where: { $0.id == nil }) { add(.again()) }
  }

  /// Whether a file may have to do with forms: by its name, or since records were found in it.
  private func mayMatter(_ uri: String) -> Bool {
    guard FileKind(ofFile: uri) == .json, let path = DocumentAddress(uri: uri).filePath else {
      return true
    }
    return otherRecords.contains(path) || path.hasSuffix("/" + WorkspaceFile.name)
  }
}
