package import FieldModels

/// How it is found out what autofill has for a draft, and how that is changed for good.
extension DocumentSession {
  /// Asks the source of a field, for a request or, without one, for the list beside the active
  /// field.
  ///
  /// - Returns: what there is; nil where a closure was asked, whose answer `conclude` takes.
  mutating func lookUp(
    _ query: AutofillQuery?, for asker: AutofillLookup.Asker?, in turn: inout Turn
  ) -> AutofillOffers? {
    guard let query else { return AutofillOffers() }
    let source = query.use.source
    let isClients = turn.client.forms?.autofillSources.contains(source) ?? false
    guard isClients || turn.configuration.vocabulary.autofillSources.contains(source) else {
      return offers(query, found: [], in: &turn)
    }
    if let list, list.query == query, let texts = list.closureTexts {
      return offers(query, found: texts, in: &turn)
    }
    if let index = lookups.firstIndex(where: { $0.query == query }) {
      lookups[index].add(asker)
      return nil
    }
    let number = turn.calls.takeLookupNumber()
    var lookup = AutofillLookup(number: number, query: query)
    lookup.add(asker)
    lookups.append(lookup)
    if isClients {
      askClient(lookup, in: &turn)
    } else {
      turn.calls.host.add(
        .texts(source, of: query.text), for: .lookup(uri: uri, number),
        until: turn.now.adding(nanoseconds: turn.configuration.limits.sourceNanoseconds))
    }
    return nil
  }

  /// Takes what a closure has found; nil where it has not answered in time, or not sensibly.
  ///
  /// A text is removable as the field says, unless the closure says otherwise.
  mutating func take(
    _ found: [(text: String, isRemovable: Bool?)]?, ofLookup number: Int, in turn: inout Turn
  ) {
    guard let index = lookups.firstIndex(where: { $0.number == number }) else { return }
    let lookup = lookups.remove(at: index)
    // The draft may have moved on in this very turn, and then the answer is of no use.
    guard document.isCurrent(lookup.query) else { return renew(lookup, in: &turn) }
    let use = lookup.query.use
    let texts = (found ?? []).map {
      AutofillOffer(text: $0.text, isRemovable: $0.isRemovable ?? use.isRemovable)
    }
    var offers = offers(lookup.query, found: texts, in: &turn)
    if found == nil {
      let problem = "The autofill source \"\(use.source)\" did not answer"
      offers.problem = problem
      turn.out.append(.logMessage(.warning, problem))
    }
    if found != nil, list?.query == lookup.query { list?.closureTexts = texts }
    if lookup.isForList { show(offers, at: turn.now) }
    // An act that goes on may change the draft, so it hears last.
    let askers = lookup.askers.all
    for asker in askers.filter({ !$0.isAct }) + askers.filter(\.isAct) {
      conclude(asker, with: offers, in: &turn)
    }
  }

  /// Answers, or goes on with, a request that has waited for offers.
  private mutating func conclude(
    _ asker: AutofillLookup.Asker, with offers: AutofillOffers, in turn: inout Turn
  ) {
    switch asker {
    case .request(let id): turn.out.append(.answer(id, .form(telling(offers, in: turn))))
    case .operation(let id):
      guard operations.first?.id == id else { return }
      operations.first?.offers = offers
      goOn(in: &turn)
    case .completion(let id, let place):
      let list = completion(at: place, in: turn)?.items(offers) ?? LSP.CompletionList()
      turn.out.append(.answer(id, .completion(list)))
    }
  }

  /// What is to be offered, given what a closure has found.
  func offers(
    _ query: AutofillQuery, found: [AutofillOffer], in turn: inout Turn
  ) -> AutofillOffers {
    AutofillOffers(
      query, found: found, own: texts(of: query.use.source, in: &turn), turn.sources.memory,
      limit: turn.configuration.limits.completionCount)
  }

  /// The texts that a source has for this document.
  func texts(of source: String, in turn: inout Turn) -> AutofillTexts {
    turn.sources.texts(of: source, given: document.frame.sources[source] ?? [])
  }

  /// The answer to `field/autofill`.
  func telling(_ offers: AutofillOffers, in turn: Turn) -> JSONText {
    let isSecret = offers.field.map { mustHide($0, in: turn) } ?? false
    return JSONText { json in
      json.member("version", orNull: version)
      json.offers(offers, areSecret: isSecret)
    }
  }

  /// Asks again about drafts that have moved on, since what was asked is of no use any more.
  mutating func renewLookups(in turn: inout Turn) {
    for lookup in lookups where !document.isCurrent(lookup.query) {
      forget(lookup, in: &turn)
      renew(lookup, in: &turn)
    }
  }

  /// Asks again for the requests that want to know; the list beside the active field is renewed
  /// with the rest of what it shows.
  private mutating func renew(_ lookup: AutofillLookup, in turn: inout Turn) {
    for asker in lookup.askers.all {
      switch asker {
      case .completion: conclude(asker, with: AutofillOffers(), in: &turn)
      case .request, .operation:
        let query = document.autofillQuery(of: lookup.query.field)
        if let offers = lookUp(query, for: asker, in: &turn) {
          conclude(asker, with: offers, in: &turn)
        }
      }
    }
  }

  /// Takes back a question to a closure.
  private mutating func forget(_ lookup: AutofillLookup, in turn: inout Turn) {
    lookups.removeAll { $0.number == lookup.number }
    turn.takeBack(.lookup(uri: uri, lookup.number))
  }

  /// Removes a request from the lookup that it waits for, and a lookup without any.
  mutating func takeAsker(_ id: RequestID, in turn: inout Turn) -> AutofillLookup.Asker? {
    guard let index = lookups.firstIndex(where: { $0.askers[id] != nil }) else { return nil }
    let asker = lookups[index].askers.remove(id)
    if lookups[index].isIdle { forget(lookups[index], in: &turn) }
    return asker
  }

  /// Takes back the lookup of the list beside the active field.
  private mutating func forgetListLookup(in turn: inout Turn) {
    guard let index = lookups.firstIndex(where: \.isForList) else { return }
    lookups[index].isForList = false
    if lookups[index].isIdle { forget(lookups[index], in: &turn) }
  }

  /// Refuses a request that would have an autofill source asked beside too many others.
  func checkLookups(_ query: AutofillQuery, in turn: Turn) throws(RPCError) {
    let limits = turn.configuration.limits
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
  /// Adds a request that waits for it; nil for the list beside the active field.
  fileprivate mutating func add(_ asker: Asker?) {
    if let asker { askers.append(asker) } else { isForList = true }
  }
}

/// The list beside the active field.
extension DocumentSession {
  /// Brings the list up to date with the draft and with the texts that there are.
  mutating func renewList(in turn: inout Turn) {
    guard document.isFollowed else { return }
    let old = list
    var query: AutofillQuery?
    if let active = document.activeField { query = document.autofillQuery(of: active) }
    if query == nil, old == nil { return }
    let given = query.flatMap { document.frame.sources[$0.use.source] } ?? []
    if let old, old.query == query, old.textsRevision == turn.sources.revision, old.given == given {
      return
    }
    if old?.query != query { forgetListLookup(in: &turn) }
    if let old { document.touch(old.query.field) }
    list = query.map {
      AutofillList(
        query: $0, given: given, textsRevision: turn.sources.revision,
        closureTexts: old?.query == $0 ? old?.closureTexts : nil)
    }
    guard let query else { return }
    if let offers = lookUp(query, for: nil, in: &turn) { return show(offers, at: turn.now) }
    // What is ours need not wait for what a closure has.
    let own = offers(query, found: [], in: &turn)
    list?.found = own
    document.touch(query.field)
  }

  private mutating func show(_ offers: AutofillOffers, at now: Instant) {
    guard let query = list?.query else { return }
    list?.found = offers
    if offers.shown.isEmpty {
      document.carryOut(.showAutofill(query.field, isShown: false), at: now)
    }
    document.touch(query.field)
    isTouched = true
  }

  /// What the list beside a field has.
  func list(beside id: FieldID) -> AutofillOffers? {
    guard let list, list.query.field == id else { return nil }
    return list.found
  }
}

/// What is remembered.
extension DocumentSession {
  /// Refuses to take out a text that is not to be taken out, or that is not there.
  mutating func checkRemovable(
    _ text: String, of id: FieldID, found: AutofillOffers?, in turn: inout Turn
  ) throws(FormRefusal) {
    guard let use = document.reading(of: id)?.definition.autofill else { return }
    let isRemovable: Bool
    if let offer = found?.all.first(where: { $0.text == text }) {
      isRemovable = offer.isRemovable
    } else if texts(of: use.source, in: &turn).contains(text) {
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
  func remember(
    _ change: AutofillMemory.Change, in turn: inout Turn
  ) throws(FormRefusal) -> Int? {
    guard turn.sources.memory.takes(change) else {
      throw FormRefusal(.notStored, "The text is too long to be remembered, or there are too many")
    }
    guard turn.configuration.isMemoryStored else {
      turn.sources.remember(change)
      return nil
    }
    return turn.write(change)
  }

  /// Goes on where a change was to be written first; a failure says in words why it was not.
  mutating func finishWrite(_ token: Int, failure: String?, in turn: inout Turn) {
    guard operations.first?.waiting == .write(token) else { return }
    goOn(failure.map { .init(.notStored, $0) }, in: &turn)
  }
}

extension JSONWriter {
  /// Writes what autofill has, and what could not be found out.
  mutating func offers(_ offers: AutofillOffers, areSecret: Bool) {
    member("strings", offers.shown, isSecret: areSecret, standIn: .array([]))
    if let problem = offers.problem { member("autofillProblem", problem, isSecret: areSecret) }
  }
}

extension AutofillOffer: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("text", text)
    json.member("removable", isRemovable)
  }
}
