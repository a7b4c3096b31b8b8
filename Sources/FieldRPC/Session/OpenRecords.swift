package import FieldModels

/// The records that editors have open, and the forms that they belong to.
package struct OpenRecords: Sendable {
  /// Forms stay known when no record belongs to them any more.
  private let keepsForms: Bool
  private var sessions: [String: RecordSession] = [:]
  private var forms: [DocumentAddress: KnownForm] = [:]
  /// The records that something has happened to in this turn.
  private var touched: Set<String> = []
  /// Documents have come or gone, so that forms may be elsewhere.
  private var mustLocate = false
  /// The open documents at the addresses of forms.
  private var openForms: [DocumentAddress: String] = [:]
  /// The set of forms is another one than the host was told.
  package private(set) var hasNewWishes = false

  init(keepsForms: Bool = false) { self.keepsForms = keepsForms }

  package var isEmpty: Bool { sessions.isEmpty }
  package var count: Int { sessions.count }
  /// The URIs, in no order.
  var uris: some Collection<String> { sessions.keys }

  package subscript(uri: String) -> RecordSession? { sessions[uri] }

  /// Whether a text with records is open; to ask for it would make a copy.
  func isOpen(_ uri: String) -> Bool { !sessions.isEmpty && sessions.index(forKey: uri) != nil }

  mutating func add(_ session: RecordSession) {
    sessions[session.uri] = session
    touched.insert(session.uri)
    collectForms()
  }

  /// Takes a record away; false where it is none.
  mutating func remove(_ uri: String) -> Bool {
    guard sessions.removeValue(forKey: uri) != nil else { return false }
    touched.remove(uri)
    collectForms()
    return true
  }

  /// Lets something happen to a record; nil where it is none.
  mutating func modify<Result>(
    _ uri: String, _ body: (inout RecordSession) -> Result
  ) -> Result? {
    guard var session = sessions.removeValue(forKey: uri) else { return nil }
    let wishes = session.wishes.all
    let result = body(&session)
    let hasOtherWish = session.wishes.all != wishes
    sessions[uri] = session
    touched.insert(uri)
    if hasOtherWish { collectForms() }
    return result
  }

  /// A document has come or gone; one that comes again is another one.
  mutating func noteDocument(_ uri: String) {
    mustLocate = true
    let address = DocumentAddress(uri: uri)
    forms[address]?.forgetOrigin()
  }

  /// Documents may have come or gone.
  mutating func locateAnew() { mustLocate = true }

  /// Keeps the forms that a record may belong to.
  private mutating func collectForms() {
    let wanted = Set(sessions.values.flatMap { $0.wishes.candidates.map { $0.address } })
    if !keepsForms {
      for address in forms.keys where !wanted.contains(address) { forms[address] = nil }
    }
    for address in wanted where forms[address] == nil { forms[address] = KnownForm(at: address) }
    hasNewWishes = true
    mustLocate = true
  }

  /// The paths of the forms that are to be read and watched, when they are others than before.
  package mutating func takeWishes() -> Set<String>? {
    guard hasNewWishes else { return nil }
    hasNewWishes = false
    return Set(forms.keys.compactMap({ $0.filePath }))
  }

  /// The paths of the forms whose files count and are not known, in order.
  var unreadPaths: [String] {
    forms.values.filter { $0.state == .unknown && openForms[$0.address] == nil }
      .compactMap { $0.address.filePath }.sorted()
  }

  /// Takes it that of the forms beside records only some are there.
  mutating func takeFormsBeside(in paths: Set<String>) {
    for wish in sessions.values.flatMap({ $0.wishes.all }) {
      guard case .beside(let candidates, _) = wish else { continue }
      for path in candidates.compactMap({ $0.address.filePath }) where !paths.contains(path) {
        let address = DocumentAddress(path: path)
        guard forms[address]?.file == nil else { continue }
        forms[address]?.take(.gone)
      }
    }
  }

  /// Takes what was found at the path of a form.
  mutating func take(_ file: FormFile, at path: String) {
    forms[DocumentAddress(path: path)]?.take(file)
  }

  /// When a form is due to be made ready, or a day ends by which records are judged.
  package var nextDeadline: Instant? {
    if sessions.isEmpty { return nil }
    var next: Instant?
    for form in forms.values {
      next = .earlier(next, form.wait?.until)
      next = .earlier(next, form.judge?.dayEnd)
    }
    return next
  }
}

extension OpenRecords {
  /// Looks where the forms are, and makes those ready that are others now; also those in which
  /// somebody still types, unless that is to rest first.
  mutating func follow(
    _ documents: borrowing OpenDocuments, _ vocabulary: Vocabulary, _ conversions: Conversions,
    at now: Instant,
    awaitsRest: Bool = true
  ) {
    locate(documents)
    for address in forms.keys {
      var isNew: Bool
      if let place = openForms[address].flatMap({ documents.place(of: $0) }) {
        isNew = forms[address]?.follow(documents[place], at: now, awaitsRest: awaitsRest) ?? false
      } else if openForms[address] != nil {
        isNew = forms[address]?.followRecord() ?? false
      } else {
        if address.filePath == nil {
          forms[address]?.file = .missing(why: "It is not open")
        }
        isNew = forms[address]?.followFile(vocabulary, conversions, at: now) ?? false
      }
      if let end = forms[address]?.judge?.dayEnd, end <= now {
        forms[address]?.judge?.move(to: now)
        isNew = true
      }
      if isNew { touchRecords(of: address) }
    }
  }

  /// The open documents that may be the form of a record.
  mutating func openForms(of uri: String, _ documents: borrowing OpenDocuments) -> [String] {
    locate(documents)
    return sessions[uri]?.wishes.candidates.compactMap { openForms[$0.address] } ?? []
  }

  private mutating func locate(_ documents: borrowing OpenDocuments) {
    guard mustLocate else { return }
    mustLocate = false
    openForms = [:]
    for uri in documents.uris { note(uri) }
    for uri in sessions.keys { note(uri) }
  }

  private mutating func note(_ uri: String) {
    let address = DocumentAddress(uri: uri)
    if forms[address] != nil { openForms[address] = uri }
  }

  private mutating func touchRecords(of address: DocumentAddress) {
    for (uri, session) in sessions
    where session.wishes.candidates.contains(where: { $0.address == address }) {
      touched.insert(uri)
    }
  }

  /// Tells the editor of the records that something has happened to; of one whose form is yet to be
  /// read, once that is known.
  ///
  /// - Returns: whether something has become of one that its editor has not edited
  mutating func publish(in turn: inout Turn) -> Bool {
    var isUnasked = false
    for uri in touched.sorted() where judge(uri, at: turn.now) || sessions[uri]?.lostBecause != nil
    {
      touched.remove(uri)
      guard let forms = sessions[uri].map(forms(of:)) else { continue }
      if sessions[uri]?.mustPublish == false { isUnasked = true }
      sessions[uri]?.publish(by: forms, in: &turn)
    }
    return isUnasked
  }

  /// All that is wrong with a record, for a client that asks; nil where it is none.
  mutating func diagnostics(of uri: String, in turn: Turn) -> [LSP.Diagnostic]? {
    guard let forms = sessions[uri].map(forms(of:)) else { return nil }
    return sessions[uri]?.answer(by: forms, in: turn)
  }

  /// The URIs of the records that belong to a form, in order.
  func uris(ofFormAt address: DocumentAddress) -> [String] {
    sessions.values.filter { mayBelong($0, to: address) }.map { $0.uri }.sorted()
  }

  /// Brings what is known of a record up to date, for a question about it.
  mutating func refresh(_ uri: String, at now: Instant) {
    if touched.contains(uri) { _ = judge(uri, at: now) }
  }

  /// Holds the records of a text to their forms; false where one is yet to be read.
  private mutating func judge(_ uri: String, at now: Instant) -> Bool {
    guard let session = sessions[uri], let basis = basis(of: session) else { return false }
    // Taken out, so that what judges is changed in place.
    var judges = basis.addresses.compactMap { forms[$0]?.judge.take() }
    for index in judges.indices { judges[index].move(to: now) }
    let occasions = zip(basis.occasions, basis.numbers).map { occasion, number in
      var occasion = occasion
      occasion.dayEnd = number.flatMap { judges[$0].dayEnd }
      return occasion
    }
    sessions[uri]?.judge(
      by: &judges, forEachWish: basis.numbers, occasions, basis.findings, at: now)
    for (address, judge) in zip(basis.addresses, judges) { forms[address]?.judge = judge }
    return true
  }

  /// By what the records of a text are judged.
  private struct Basis {
    /// The forms that judge, each once: records may name one in several ways.
    var addresses: [DocumentAddress] = []
    /// Which of them it is for each wish of the text.
    var numbers: [Int?] = []
    var occasions: [RecordSession.Occasion] = []
    var findings: [Finding]
  }

  /// Nil where a form is yet to be read.
  private func basis(of session: RecordSession) -> Basis? {
    let named = session.wishes.all.map(form(of:))
    let known = named.map { $0.flatMap { forms[$0.address] } }
    if known.contains(where: { $0?.state == .unknown }) { return nil }
    var basis = Basis(findings: session.findings(on: known, named: named.map { $0?.name }))
    var places: [DocumentAddress: Int] = [:]
    for form in known {
      basis.occasions.append(.init(form: form?.address, revision: form?.revision))
      guard let form, form.judge != nil else {
        basis.numbers.append(nil)
        continue
      }
      let number = places[form.address] ?? basis.addresses.count
      if number == basis.addresses.count { basis.addresses.append(form.address) }
      places[form.address] = number
      basis.numbers.append(number)
    }
    return basis
  }

  /// The form that a record belongs to: of those that it may be the first that is there, or that may
  /// yet turn out to be.
  private func form(of wish: FormWish) -> FormWish.Named? {
    wish.candidates.first { forms[$0.address]?.isThere ?? false } ?? wish.candidates.first
  }

  /// Whether a record of a text belongs to a form, sound or not.
  func mayBelong(_ session: RecordSession, to address: DocumentAddress) -> Bool {
    session.wishes.all.contains { form(of: $0)?.address == address }
      || session.wishes.exceeds(with: address)
  }

  /// The records of a text with their forms; nil where it is none.
  func reading(of uri: String) -> RecordReading? {
    sessions[uri].map { RecordReading(session: $0, forms: forms(of: $0)) }
  }

  /// The forms of the records of a text.
  private func forms(of session: RecordSession) -> RecordForms {
    let addresses = session.wishes.all.map { form(of: $0)?.address }
    return RecordForms(addresses.map { $0.flatMap { forms[$0] } }, at: addresses, of: session)
  }
}
