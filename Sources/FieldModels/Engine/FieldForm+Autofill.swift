/// How it is found out what autofill has for a draft, and how that is changed for good.
extension FieldForm {
  /// What autofill has for a draft.
  ///
  /// - Parameters:
  ///   - query: the question; without one there is nothing
  ///   - asker: who wants to know; nil for the list beside the active field
  /// - Returns: what there is; nil where a closure is asked first, and whoever asks is told by
  ///   `Outcome.offers`
  package mutating func lookUp(
    _ query: AutofillQuery?, for asker: AutofillLookup.Asker?
  ) -> AutofillOffers? {
    guard let query else { return AutofillOffers() }
    guard host.closureSources.contains(query.use.source) else { return offers(query, found: []) }
    if let list, list.query == query, let texts = list.closureTexts {
      return offers(query, found: texts)
    }
    if let index = lookups.firstIndex(where: { $0.query == query }) {
      lookups[index].add(asker)
      return nil
    }
    let number = ask(
      .texts(query), for: .lookup, within: host.limits.sourceNanoseconds,
      isSecret: mustMark(query.field))
    var lookup = AutofillLookup(number: number, query: query)
    lookup.add(asker)
    lookups.append(lookup)
    return nil
  }

  /// Why autofill can't be asked about one more draft, in words; nil where it can.
  package func overload(asking query: AutofillQuery) -> String? {
    let limits = host.limits
    let isNew = !lookups.contains { $0.query == query }
    if isNew, limits.lookupCount <= lookups.count {
      return "Autofill is asked about \(limits.lookupCount) drafts; wait for the answers"
    }
    if limits.operationCount <= lookups.reduce(0, { $0 + $1.askers.count }) {
      return "\(limits.operationCount) requests are waiting for autofill; wait for their answers"
    }
    return nil
  }

  /// Takes what a closure has found; nil where it has not answered in time, or not sensibly.
  ///
  /// A text is removable as the field says, unless the closure says otherwise.
  mutating func take(_ found: [(text: String, isRemovable: Bool?)]?, ofLookup number: Int) {
    guard let index = lookups.firstIndex(where: { $0.number == number }) else { return }
    let lookup = lookups.remove(at: index)
    // The draft may have moved on in this very turn, and then the answer is of no use.
    guard document.isCurrent(lookup.query) else { return renew(lookup) }
    let use = lookup.query.use
    let texts = (found ?? []).map {
      AutofillOffer(text: $0.text, isRemovable: $0.isRemovable ?? use.isRemovable)
    }
    var offers = offers(lookup.query, found: texts)
    if found == nil {
      let problem = "The autofill source \"\(use.source)\" did not answer"
      offers.problem = problem
      output.append(.trouble(problem))
    }
    if found != nil, list?.query == lookup.query { list?.closureTexts = texts }
    if lookup.isForList { show(offers) }
    for asker in lookup.askers.all { conclude(asker, with: offers) }
  }

  /// Lets somebody who wanted to know what there is go on.
  private mutating func conclude(_ asker: AutofillLookup.Asker, with offers: AutofillOffers) {
    switch asker {
    case .request(let ticket), .moment(let ticket):
      output.append(.done(ticket: ticket, .offers(offers)))
    case .act(let ticket):
      guard operations.first?.ticket == ticket else { return }
      operations.first?.offers = offers
      operations.first?.waiting = nil
      mustGoOn = true
    }
  }

  /// What is to be offered, given what a closure has found.
  private mutating func offers(
    _ query: AutofillQuery, found: [AutofillOffer]
  ) -> AutofillOffers {
    AutofillOffers(
      query, found: found, own: texts(of: query.use.source), sources.memory,
      limit: host.limits.offerCount)
  }

  /// The texts that a source has for this form.
  package mutating func texts(of source: String) -> AutofillTexts {
    sources.texts(of: source, given: document.frame.sources[source] ?? [])
  }

  /// Asks again about drafts that have moved on, since what was asked is of no use any more.
  package mutating func renewLookups() {
    for lookup in lookups where !document.isCurrent(lookup.query) {
      forget(lookup)
      renew(lookup)
    }
  }

  /// Asks again for those who want to know; the list beside the active field is renewed with the
  /// rest of what it shows.
  private mutating func renew(_ lookup: AutofillLookup) {
    for asker in lookup.askers.all {
      switch asker {
      case .moment: conclude(asker, with: AutofillOffers())
      case .request, .act:
        let query = document.autofillQuery(of: lookup.query.field)
        if let offers = lookUp(query, for: asker) { conclude(asker, with: offers) }
      }
    }
  }

  /// Takes back a question to a closure.
  private mutating func forget(_ lookup: AutofillLookup) {
    lookups.removeAll { $0.number == lookup.number }
    withdraw(lookup.number)
  }

  /// Takes back what somebody wanted to know, and the question that nobody else has.
  ///
  /// - Returns: whether somebody with this ticket, other than an act, did.
  mutating func removeAsker(_ ticket: Int) -> Bool {
    guard let index = lookups.firstIndex(where: { $0.askers[ticket] != nil }),
      let asker = lookups[index].askers.remove(ticket)
    else { return false }
    if lookups[index].isIdle { forget(lookups[index]) }
    return !asker.isAct
  }

  /// Takes back what the list beside the active field wanted to know.
  private mutating func forgetListLookup() {
    guard let index = lookups.firstIndex(where: { $0.isForList }) else { return }
    lookups[index].isForList = false
    if lookups[index].isIdle { forget(lookups[index]) }
  }
}

/// The list beside the active field.
extension FieldForm {
  /// Brings the list up to date with the draft and with the texts that there are.
  package mutating func renewList() {
    guard document.isFollowed else { return }
    let old = list
    var query: AutofillQuery?
    if let active = document.activeField { query = document.autofillQuery(of: active) }
    if query == nil, old == nil { return }
    let given = query.flatMap { document.frame.sources[$0.use.source] } ?? []
    if let old, old.query == query, old.textsRevision == sources.revision, old.given == given {
      return
    }
    if old?.query != query { forgetListLookup() }
    if let old { document.touch(old.query.field) }
    list = query.map {
      AutofillList(
        query: $0, given: given, textsRevision: sources.revision,
        closureTexts: old?.query == $0 ? old?.closureTexts : nil)
    }
    guard let query else { return }
    if let offers = lookUp(query, for: nil) { return show(offers) }
    // What is ours need not wait for what a closure has.
    let own = offers(query, found: [])
    list?.found = own
    document.touch(query.field)
  }

  private mutating func show(_ offers: AutofillOffers) {
    guard let query = list?.query else { return }
    list?.found = offers
    if offers.shown.isEmpty {
      document.carryOut(.showAutofill(query.field, isShown: false), at: now)
    }
    document.touch(query.field)
    isTouched = true
  }

  /// What the list beside a field has.
  package func list(beside id: FieldID) -> AutofillOffers? {
    guard let list, list.query.field == id else { return nil }
    return list.found
  }
}

/// What is remembered.
extension FieldForm {
  /// Refuses to take out a text that is not to be taken out, or that is not there.
  mutating func checkRemovable(
    _ text: String, of id: FieldID, found: AutofillOffers?
  ) throws(FormRefusal) {
    guard let use = document.reading(of: id)?.definition.autofill else { return }
    let isRemovable: Bool
    if let offer = found?.all.first(where: { $0.text == text }) {
      isRemovable = offer.isRemovable
    } else if texts(of: use.source).contains(text) {
      isRemovable = use.isRemovable
    } else {
      throw FormRefusal(.noMatch, "\"\(use.source)\" has no text \"\(text)\"")
    }
    guard isRemovable else {
      throw FormRefusal(.notRemovable, "\"\(text)\" can't be taken out of \"\(use.source)\"")
    }
  }

  /// Remembers a change, or has it kept first where that is done elsewhere.
  ///
  /// - Returns: the number of the inquiry to wait for.
  mutating func remember(
    _ change: AutofillChange, for ticket: Int
  ) throws(FormRefusal) -> Int? {
    guard sources.memory.takes(change) else {
      throw FormRefusal(.notStored, "The text is too long to be remembered, or there are too many")
    }
    guard host.keepsMemoryElsewhere else {
      sources.remember(change)
      output.append(.learned(change))
      return nil
    }
    return ask(.memory(change), for: .act(ticket), within: nil, isSecret: false)
  }
}
