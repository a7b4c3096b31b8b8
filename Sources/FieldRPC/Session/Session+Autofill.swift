package import FieldModels

/// How it is found out what autofill has for a draft, and how that is changed for good.
extension Session {
  /// Asks the source of a field, for a request or, without one, for the list beside the active
  /// field.
  ///
  /// - Returns: what there is; nil where a closure was asked, whose answer `conclude` takes.
  mutating func lookUp(
    _ query: AutofillQuery?, for asker: AutofillLookup.Asker?, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) -> AutofillOffers? {
    guard let query else { return AutofillOffers() }
    let source = query.use.source
    let isClients = client.forms?.autofillSources.contains(source) ?? false
    guard isClients || configuration.vocabulary.autofillSources.contains(source) else {
      return offers(query, found: [], uri)
    }
    if let list = documents[uri]?.list, list.query == query, let texts = list.closureTexts {
      return offers(query, found: texts, uri)
    }
    if let index = documents[uri]?.lookups.firstIndex(where: { $0.query == query }) {
      documents[uri]?.lookups[index].add(asker)
      return nil
    }
    var lookup = AutofillLookup(number: nextLookupNumber, query: query)
    lookup.add(asker)
    nextLookupNumber += 1
    documents[uri]?.lookups.append(lookup)
    let call = PendingCalls.Purpose.lookup(uri: uri, lookup.number)
    let deadline = now.adding(nanoseconds: configuration.limits.sourceNanoseconds)
    if isClients {
      askClient(lookup, uri, call, until: deadline, &out)
    } else {
      hostCalls.add(
        .autofillSource(source), value: query.text, for: call, until: deadline)
    }
    return nil
  }

  /// Takes what a closure has found; nil where it has not answered in time, or not sensibly.
  ///
  /// A text is removable as the field says, unless the closure says otherwise.
  mutating func take(
    _ found: [(text: String, isRemovable: Bool?)]?, of number: Int, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) {
    guard let index = documents[uri]?.lookups.firstIndex(where: { $0.number == number }),
      let lookup = documents[uri]?.lookups.remove(at: index)
    else { return }
    // The draft may have moved on in this very turn, and then the answer is of no use.
    guard documents[uri]?.document.isCurrent(lookup.query) ?? false else {
      return renew(lookup, uri, now, &out)
    }
    let use = lookup.query.use
    let texts = (found ?? []).map {
      AutofillOffer(text: $0.text, isRemovable: $0.isRemovable ?? use.isRemovable)
    }
    var offers = offers(lookup.query, found: texts, uri)
    if found == nil {
      let problem = "The autofill source \"\(use.source)\" did not answer"
      offers.problem = problem
      out.append(.logMessage(.warning, problem))
    }
    if found != nil, documents[uri]?.list?.query == lookup.query {
      documents[uri]?.list?.closureTexts = texts
    }
    if lookup.isForList { show(offers, uri, now) }
    // An act that goes on may change the draft, so it hears last.
    let askers = lookup.askers.all
    for asker in askers.filter({ !$0.isAct }) + askers.filter(\.isAct) {
      conclude(asker, offers, uri, now, &out)
    }
  }

  /// Lets a request that wanted to know what there is go on.
  private mutating func conclude(
    _ asker: AutofillLookup.Asker, _ offers: AutofillOffers, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) {
    switch asker {
    case .request(let id): out.append(.answer(id, .form(telling(offers, uri))))
    case .operation(let id):
      guard documents[uri]?.operations.first?.id == id else { return }
      documents[uri]?.operations.first?.offers = offers
      documents[uri]?.operations.first?.waiting = nil
      run(uri, now, &out)
    case .completion(let id, let place):
      let list = completion(place, now)?.completion.items(offers) ?? LSP.CompletionList()
      out.append(.answer(id, .completion(list)))
    }
  }

  /// What is to be offered, given what a closure has found.
  mutating func offers(
    _ query: AutofillQuery, found: [AutofillOffer], _ uri: String
  ) -> AutofillOffers {
    AutofillOffers(
      query, found: found, own: texts(of: query.use.source, uri), sources.memory,
      limit: configuration.limits.completionCount)
  }

  /// What the session remembers.
  package var memory: AutofillMemory { sources.memory }

  mutating func texts(of source: String, _ uri: String) -> AutofillTexts {
    sources.texts(of: source, given: documents[uri]?.document.frame.sources[source] ?? [])
  }

  /// The answer to `field/autofill`.
  func telling(_ offers: AutofillOffers, _ uri: String) -> Telling {
    let version = documents[uri]?.version
    return Telling(hasSecrets: areSecret(offers, uri)) { hidesSecrets, json in
      json.beginObject()
      json.version(version)
      json.offers(hidesSecrets ? AutofillOffers() : offers)
      json.endObject()
    }
  }

  /// Whether they are for a draft that may be a secret, and somebody writes down what is said.
  func areSecret(_ offers: AutofillOffers?, _ uri: String) -> Bool {
    offers?.field.map { mustHide($0, uri) } ?? false
  }

  /// Asks again about drafts that have moved on, since what was asked is of no use any more.
  mutating func renewLookups(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    for lookup in documents[uri]?.lookups ?? []
    where !(documents[uri]?.document.isCurrent(lookup.query) ?? true) {
      forget(lookup, uri, &out)
      renew(lookup, uri, now, &out)
    }
  }

  /// Asks again for the requests that want to know; the list beside the active field is renewed
  /// with the rest of what it shows.
  private mutating func renew(
    _ lookup: AutofillLookup, _ uri: String, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    for asker in lookup.askers.all {
      switch asker {
      case .completion: conclude(asker, AutofillOffers(), uri, now, &out)
      case .request, .operation:
        let query = documents[uri]?.document.autofillQuery(of: lookup.query.field)
        if let offers = lookUp(query, for: asker, uri, now, &out) {
          conclude(asker, offers, uri, now, &out)
        }
      }
    }
  }

  /// Takes back a question to a closure.
  private mutating func forget(
    _ lookup: AutofillLookup, _ uri: String, _ out: inout [ServerMessage]
  ) {
    documents[uri]?.lookups.removeAll { $0.number == lookup.number }
    takeBack(.lookup(uri: uri, lookup.number), &out)
  }

  /// Takes back what a request wanted to know, and the question that nobody else has.
  mutating func takeAsker(
    _ id: RequestID, _ uri: String, _ out: inout [ServerMessage]
  ) -> AutofillLookup.Asker? {
    guard let index = documents[uri]?.lookups.firstIndex(where: { $0.askers[id] != nil }) else {
      return nil
    }
    let asker = documents[uri]?.lookups[index].askers.remove(id)
    forgetIfIdle(index, uri, &out)
    return asker
  }

  /// Takes back what the list beside the active field wanted to know.
  private mutating func forgetListLookup(_ uri: String, _ out: inout [ServerMessage]) {
    guard let index = documents[uri]?.lookups.firstIndex(where: \.isForList) else { return }
    documents[uri]?.lookups[index].isForList = false
    forgetIfIdle(index, uri, &out)
  }

  private mutating func forgetIfIdle(
    _ index: Int, _ uri: String, _ out: inout [ServerMessage]
  ) {
    if let lookup = documents[uri]?.lookups[index], lookup.isIdle { forget(lookup, uri, &out) }
  }

  /// Refuses a request that would have an autofill source asked beside too many others.
  func checkLookups(_ query: AutofillQuery, _ uri: String) throws(RPCError) {
    guard let lookups = documents[uri]?.lookups else { return }
    let limits = configuration.limits
    let isNew = !lookups.contains { $0.query == query }
    if isNew, limits.lookupCount <= lookups.count {
      throw .invalidRequest(
        "Autofill is asked about \(limits.lookupCount) drafts; wait for the answers")
    }
    if limits.operationCount <= lookups.reduce(0, { $0 + $1.askers.count }) {
      throw .invalidRequest(
        "\(limits.operationCount) requests are waiting for autofill; wait for their answers")
    }
  }
}

extension AutofillLookup {
  /// Takes in somebody who wants to know; nil for the list beside the active field.
  fileprivate mutating func add(_ asker: Asker?) {
    if let asker { askers.append(asker) } else { isForList = true }
  }
}

/// The list beside the active field.
extension Session {
  /// Brings the list up to date with the draft and with the texts that there are.
  mutating func renewList(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    guard documents[uri]?.document.isFollowed ?? false else { return }
    let old = documents[uri]?.list
    var query: AutofillQuery?
    if let active = documents[uri]?.document.activeField {
      query = documents[uri]?.document.autofillQuery(of: active)
    }
    if query == nil, old == nil { return }
    let given = query.flatMap { documents[uri]?.document.frame.sources[$0.use.source] } ?? []
    if let old, old.query == query, old.textsRevision == sources.revision, old.given == given {
      return
    }
    if old?.query != query { forgetListLookup(uri, &out) }
    if let old { documents[uri]?.document.touch(old.query.field) }
    documents[uri]?.list = query.map {
      AutofillList(
        query: $0, given: given, textsRevision: sources.revision,
        closureTexts: old?.query == $0 ? old?.closureTexts : nil)
    }
    guard let query else { return }
    if let offers = lookUp(query, for: nil, uri, now, &out) { return show(offers, uri, now) }
    // What is ours need not wait for what a closure has.
    let own = offers(query, found: [], uri)
    documents[uri]?.list?.found = own
    documents[uri]?.document.touch(query.field)
  }

  private mutating func show(_ offers: AutofillOffers, _ uri: String, _ now: Instant) {
    guard let query = documents[uri]?.list?.query else { return }
    documents[uri]?.list?.found = offers
    if offers.shown.isEmpty {
      documents[uri]?.document.carryOut(.showAutofill(query.field, isShown: false), at: now)
    }
    documents[uri]?.document.touch(query.field)
    touched.insert(uri)
  }

  /// What the list beside a field has.
  func list(beside id: FieldID, _ uri: String) -> AutofillOffers? {
    guard let list = documents[uri]?.list, list.query.field == id else { return nil }
    return list.found
  }
}

/// What is remembered.
extension Session {
  /// Refuses to take out a text that is not to be taken out, or that is not there.
  mutating func checkRemovable(
    _ text: String, _ id: FieldID, _ found: AutofillOffers?, _ uri: String
  ) throws(FormRefusal) {
    guard let use = documents[uri]?.document.reading(of: id)?.definition.autofill else { return }
    let isRemovable: Bool
    if let offer = found?.all.first(where: { $0.text == text }) {
      isRemovable = offer.isRemovable
    } else if texts(of: use.source, uri).contains(text) {
      isRemovable = use.isRemovable
    } else {
      throw FormRefusal(.noMatch, "\"\(use.source)\" has no text \"\(text)\"")
    }
    guard isRemovable else {
      throw FormRefusal(.notRemovable, "\"\(text)\" can't be taken out of \"\(use.source)\"")
    }
  }

  /// Remembers a change, or has it written first where there is a store.
  ///
  /// - Returns: the number of the write to wait for.
  mutating func remember(_ change: AutofillMemory.Change) throws(FormRefusal) -> Int? {
    guard sources.memory.takes(change) else {
      throw FormRefusal(.notStored, "The text is too long to be remembered, or there are too many")
    }
    guard configuration.isMemoryStored else {
      sources.remember(change)
      touchLists()
      return nil
    }
    defer { nextWriteNumber += 1 }
    writes.append(MemoryWrite(token: nextWriteNumber, change: change))
    return nextWriteNumber
  }

  /// The changes that are to be written now, each in its turn.
  package mutating func takeWrites() -> [MemoryWrite] {
    defer { writes = [] }
    return writes
  }

  /// A turn in which the store has written a change, or has failed to, for a reason in words.
  package mutating func finishWrite(
    _ token: Int, _ failure: String?, _ memory: AutofillMemory, at now: Instant
  ) -> [ServerMessage] {
    var out: [ServerMessage] = []
    take(memory)
    for uri in documents.uris.sorted()
    where documents[uri]?.operations.first?.waiting == .write(token) {
      documents[uri]?.operations.first?.waiting = nil
      if let failure { refuse(.init(.notStored, failure), uri, &out) }
      run(uri, now, &out)
    }
    // An editor shows nobody what a command answers.
    if let failure { out.append(.logMessage(.error, failure)) }
    finishTurn(now, &out)
    return out
  }

  /// Takes what the store remembers, when somebody else has changed it.
  package mutating func take(_ memory: AutofillMemory) {
    if sources.take(memory) { touchLists() }
  }

  /// A turn in which the folders that the client works in have other autofill sources.
  package mutating func take(
    workspace files: [WorkspaceFile], at now: Instant
  ) -> [ServerMessage] {
    var out: [ServerMessage] = []
    for problem in files.flatMap(\.problems) { out.append(.logMessage(.warning, problem)) }
    let texts = files.reduce(into: [:]) { $0.merge($1.sources, uniquingKeysWith: +) }
    if sources.take(workspace: texts) { rename(texts.keys) }
    finishTurn(now, &out)
    return out
  }

  private mutating func rename(_ workspaceSources: some Sequence<String>) {
    vocabulary.autofillSources = configuration.vocabulary.autofillSources
      .union(client.forms?.autofillSources ?? []).union(workspaceSources)
    for uri in documents.uris {
      documents[uri]?.document.rename(autofillSources: vocabulary.autofillSources)
      touched.insert(uri)
    }
  }

  private mutating func touchLists() {
    for uri in documents.uris where documents[uri]?.list != nil { touched.insert(uri) }
  }
}

extension JSONWriter {
  /// Writes what autofill has, and what could not be found out.
  mutating func offers(_ offers: AutofillOffers) {
    name("strings")
    list(offers.shown) { $0.write(to: &$1) }
    if let problem = offers.problem {
      name("autofillProblem")
      string(problem)
    }
  }
}

extension AutofillOffer {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("text")
    json.string(text)
    json.name("removable")
    json.bool(isRemovable)
    json.endObject()
  }
}
