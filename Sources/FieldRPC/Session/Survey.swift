import FieldModels

/// What a survey of the folders wants to know of the files there.
package enum FileWish: Equatable, Sendable {
  /// Which forms are in these folders and below, and which records where these are wanted too.
  case list(folders: [String], withRecords: Bool)
  /// What is in some files; a host may tell of the first of them only, and is asked for the others
  /// again.
  case read(paths: [String])
}

/// What a host has found.
package enum FilesFound: Sendable {
  /// Paths, in order; and why folders, and files that say what is ignored, could not be read, in words.
  case list([String], closed: [String], mistakes: [String])
  case read([(path: String, file: FormFile)])
}

/// A look through all forms and records in the folders of a client, for the requests that are about
/// all of them.
///
/// It asks for the files in portions, so that it can be given up between two of them, and holds no
/// more of their texts than one portion and the forms that records belong to.
struct Survey: Sendable {
  /// The requests that wait for it.
  var askers: [Asker]
  /// What was asked of the host and is not there.
  private(set) var wish: FileWish?
  /// The paths that are yet to be read, the last first.
  private var unread: [String] = []
  /// The paths of the forms that were found, or are open.
  private(set) var formPaths: Set<String> = []
  private(set) var fileCount = 0
  private(set) var doneCount = 0
  /// The records of a portion, and the forms that they belong to.
  var records = OpenRecords(keepsForms: true)
  /// Something may be different from what was found.
  var isOutdated = false
  /// What could not be read, and why, in words.
  private(set) var troubles: Set<String> = []
  /// Forms are awaited, without which the records at hand can't be judged.
  private var isAwaitingForms = false

  /// As many files as are read and looked at in a moment.
  private static let portionCount = 32

  init(_ askers: [Asker], folders: [String]) {
    self.askers = askers
    if !folders.isEmpty { wish = .list(folders: folders, withRecords: isAboutRecords) }
  }

  /// Everything was looked at.
  var isOver: Bool { wish == nil }

  var isAboutRecords: Bool { askers.contains { $0.question.isAboutRecords } }

  /// Forms and records are looked at alike, for what is wrong with them.
  var isAboutEverything: Bool {
    askers.contains { $0.question.isAboutForms && $0.question.isAboutRecords }
  }

  /// Takes what files there are in the folders, and which paths are open, so that their files don't
  /// count.
  mutating func take(list found: [String], open: Set<String>) {
    // A folder may be in another, or be named twice.
    var known: Set<String> = []
    let paths = found.filter { known.insert($0).inserted }
    let isForm = { (path: String) in FileKind(ofFile: path) == .form }
    formPaths = Set(paths.filter(isForm)).union(open.filter(isForm))
    let wanted = paths.filter { path in
      let isForm = formPaths.contains(path)
      return askers.contains { isForm ? $0.question.isAboutForms : $0.question.isAboutRecords }
        && !open.contains(path)
    }
    // A record is best looked at when its form was.
    unread = Array(
      (wanted.filter(formPaths.contains) + wanted.filter { !formPaths.contains($0) }).reversed())
    fileCount = unread.count
    goOn()
  }

  /// Notes what can't be read: its reader has nothing to say, and there may be records in it.
  ///
  /// - Parameters:
  ///   - trouble: what it is, and why
  ///   - mayHaveRecords: a name that is to be another may be written there
  mutating func note(_ trouble: String, mayHaveRecords: Bool) {
    troubles.insert(trouble)
    guard mayHaveRecords else { return }
    for index in askers.indices where askers[index].obstacle == nil {
      askers[index].obstacle = trouble
    }
  }

  /// Takes files that were read; gives those that were asked for themselves.
  mutating func take(files: [(path: String, file: FormFile)]) -> [(path: String, file: FormFile)] {
    if isAwaitingForms {
      for (path, file) in files { records.take(file, at: path) }
      return []
    }
    let found = Set(files.map { $0.path })
    if case .read(let paths) = wish { unread += paths.filter { !found.contains($0) }.reversed() }
    doneCount += files.count
    return files
  }

  /// Whether somebody wants to know something of a record.
  func wants(_ record: RecordSession) -> Bool {
    askers.contains { asker in
      guard case .name(let question) = asker.question else { return asker.question.isAboutRecords }
      let form = DocumentAddress(uri: question.form)
      return record.wishes.candidates.contains { $0.address == form }
        || record.wishes.exceeds(with: form)
    }
  }

  /// The paths of the forms without which the records at hand can't be judged.
  var missingForms: [String] {
    askers.contains { $0.question.needsForms } ? records.unreadPaths : []
  }

  /// Asks for what is to be known next: the forms of the records at hand, else more files.
  mutating func goOn() {
    let forms = missingForms
    isAwaitingForms = !forms.isEmpty
    if isAwaitingForms { return wish = .read(paths: forms) }
    let portion = Array(unread.suffix(Self.portionCount).reversed())
    unread.removeLast(portion.count)
    wish = portion.isEmpty ? nil : .read(paths: portion)
  }

  /// A request that waits, with what was found for it so far.
  struct Asker: Sendable {
    /// Nil where nobody has asked, so that nobody is answered.
    let id: RequestID?
    let question: WorkspaceQuestion
    /// Where to tell how far it is.
    var workDoneToken: RequestID?
    /// Where to send what is found, part by part.
    let partialResultToken: RequestID?
    var reports: [LSP.WorkspaceReport] = []
    var symbols: [LSP.WorkspaceSymbol] = []
    var edits: [LSP.DocumentEdit] = []
    var locations: [LSP.Location] = []
    /// Why a name can't be changed in a record, in words.
    var obstacle: String?
    var tally = LSP.CheckTally()
    /// The documents that were told of.
    var toldURIs: Set<String> = []
    /// Something was told that the client did not know.
    var hasNews = false

    init(_ request: ClientRequest, _ question: WorkspaceQuestion, as id: RequestID) {
      self.id = id
      self.question = question
      workDoneToken = request.workDoneToken
      partialResultToken = request.partialResultToken
    }

    /// One who wants to know again what has become of all documents.
    static func again() -> Asker { Asker() }

    private init() {
      (id, question, partialResultToken) = (nil, .checking, nil)
    }

    /// Of documents that the client knows and that are not there any more, nothing is wrong.
    mutating func tellOfWhatIsGone() {
      guard case .diagnostics(let known) = question else { return }
      let nothing = LSP.DiagnosticReport([], unless: nil)
      for (uri, id) in known.sorted(by: { $0.key < $1.key })
      where !toldURIs.contains(uri) && id != nothing.id {
        hasNews = true
        reports.append(LSP.WorkspaceReport(uri: uri, version: nil, report: nothing))
      }
    }

    /// The same request, for another look.
    var forAnotherLook: Asker {
      var asker = self
      (asker.reports, asker.toldURIs, asker.hasNews) = ([], [], false)
      return asker
    }

    /// What was found since the last time, where it is wanted in parts.
    mutating func takePart() -> ServerMessage.Answer? {
      guard partialResultToken != nil else { return nil }
      if !reports.isEmpty {
        defer { reports = [] }
        return .workspaceDiagnostics(reports)
      }
      if !symbols.isEmpty {
        defer { symbols = [] }
        return .workspaceSymbols(symbols)
      }
      return nil
    }
  }
}
