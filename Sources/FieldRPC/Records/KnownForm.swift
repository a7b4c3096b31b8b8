import FieldModels

/// A form that records belong to, open in the client or in a file.
struct KnownForm: Sendable {
  let address: DocumentAddress
  /// What the host has said of its file; nil as long as it has not.
  var file: FormFile?
  /// What it was made of.
  private(set) var origin: Origin?
  private(set) var state = State.unknown
  /// Counts how often it has become another one.
  private(set) var revision = 0
  /// Made ready to judge records, if its text is right.
  var judge: RecordJudge?
  /// Its fields and groups, as far as a text with errors has them; nil where there are none.
  private var outline: RecordForm?
  /// What the names in its records stand for, which errors elsewhere in its text do not change.
  var names: RecordForm? { outline ?? judge?.form }
  /// The texts of its own autofill sources.
  private(set) var sources: [String: [String]] = [:]
  /// The revision of an open document that it is to be made of once that has rested, and when.
  private(set) var wait: (revision: Int, until: Instant)?

  /// What a form was made of.
  enum Origin: Equatable, Sendable {
    case open(uri: String, revision: Int)
    case file
    /// An open document that is no form.
    case record
  }

  /// What a form is good for.
  enum State: Equatable, Sendable {
    /// Its file is yet to be read.
    case unknown
    case ready
    case missing(why: String)
    /// There are so many errors in its text.
    case broken(errorCount: Int)
    case record
  }

  init(at address: DocumentAddress) { self.address = address }

  /// Longer than somebody rests within a word: a large form is not made ready with each of its
  /// keystrokes.
  static let restNanoseconds: Int64 = 100_000_000

  /// Whether there is one, however good it is.
  var isThere: Bool {
    if case .missing = state { false } else { true }
  }

  /// Looks at the document that is open at its address.
  ///
  /// - Parameters:
  ///   - session: the document
  ///   - now: this moment
  ///   - awaitsRest: nothing is made of a text that somebody types in before that rests
  /// - Returns: whether it is another form now
  mutating func follow(_ session: DocumentSession, at now: Instant, awaitsRest: Bool) -> Bool {
    if session.lostBecause != nil { return false }
    let revision = session.document.revision
    if case .open(session.uri, let known) = origin {
      guard known != revision else {
        wait = nil
        return false
      }
      if awaitsRest, wait?.revision != revision {
        wait = (revision, now.adding(nanoseconds: Self.restNanoseconds))
        return false
      }
      if awaitsRest, let wait, now < wait.until { return false }
    }
    wait = nil
    origin = .open(uri: session.uri, revision: revision)
    let before = self.revision
    make(of: session.document, losing: session.losses, at: now)
    return self.revision != before
  }

  /// A record is open at its address.
  mutating func followRecord() -> Bool {
    if origin == .record { return false }
    (origin, wait) = (.record, nil)
    forget(.record)
    return true
  }

  /// Nothing is open at its address, so that its file counts.
  ///
  /// - Parameters:
  ///   - vocabulary: what the program has registered
  ///   - conversions: how forms in the formats of others are read
  ///   - now: this moment
  /// - Returns: whether it is another form now
  mutating func followFile(
    _ vocabulary: Vocabulary, _ conversions: Conversions, at now: Instant
  ) -> Bool {
    if origin == .file { return false }
    (origin, wait) = (.file, nil)
    switch file {
    case nil:
      origin = nil
      if state == .unknown { return false }
      forget(.unknown)
    case .missing(let why): forget(.missing(why: why))
    case .text(let bytes, let path):
      do throws(ConversionRefusal) {
        let form = try conversions.document(of: bytes, named: path)
        var document = FieldDocument(
          form.text, dialect: form.dialect, vocabulary: vocabulary, at: now)
        document.refresh(at: now)
        make(of: document, losing: form.losses, at: now)
      } catch {
        // What is wrong with it is told where it is open.
        forget(.broken(errorCount: 1))
      }
    }
    return true
  }

  /// What it was made of is not there any more, or is about to be something else.
  mutating func forgetOrigin() { (origin, wait) = (nil, nil) }

  /// Takes what the host has read of its file.
  mutating func take(_ file: FormFile) {
    self.file = file
    if origin == .file { forgetOrigin() }
  }

  private mutating func make(
    of document: FieldDocument, losing losses: [AnyForm.Loss], at now: Instant
  ) {
    if document.frame.isRecord { return forget(.record) }
    let errors = document.textErrors(limit: Self.errorLimit)
    guard errors.isEmpty else {
      defer { outline = RecordForm(document) }
      // While somebody types in it, the form holds on that was sound last.
      if case .open = origin, state == .ready { return }
      return forget(.broken(errorCount: errors.count))
    }
    revision += 1
    state = .ready
    outline = nil
    judge = RecordJudge(RecordForm(document, unasked: losses.map { $0.rule }), at: now)
    sources = document.frame.sources
  }

  /// Nobody counts more.
  private static let errorLimit = 1000

  private mutating func forget(_ state: State) {
    revision += 1
    self.state = state
    judge = nil
    outline = nil
    sources = [:]
  }
}

/// What a host has found at the path of a form.
package enum FormFile: Equatable, Sendable {
  /// Its bytes, and its path, which may say its format.
  case text([UInt8], path: String)
  /// Nothing that can be read, and why, in words.
  case missing(why: String)

  /// There is nothing at all.
  package static let gone = FormFile.missing(why: "there is no such file")
}
