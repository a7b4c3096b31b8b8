import FieldModels
import FieldSession

/// The forms and records in the folders of a client, found and read for a survey, one errand after
/// the other.
struct WorkspaceFiles: Sendable {
  private var isAway = false
  /// What is known of JSON whose name says nothing, by its paths.
  private var statements: [String: Statement] = [:]
  private let leave: @Sendable (Letter) -> Void

  /// What came of an errand, and for which wish.
  struct Letter: Sendable {
    var number: Int
    var found: FilesFound
    fileprivate var statements: [String: Statement]?
  }

  /// Whether the first record in a file names its form.
  fileprivate struct Statement: Sendable {
    var file: FileStatus
    var isThere: Bool
  }

  /// - Parameter leave: takes letters from errands, from any thread, to be given to `take`
  init(leave: @escaping @Sendable (Letter) -> Void) { self.leave = leave }

  /// As much as is read and looked at in a moment.
  private static let portionByteCount = 256 << 10
  /// Longer than anybody opens in an editor: a survey reads all of a file at once.
  private static let byteCountLimit = 64 << 20

  /// Sends an errand for what is wanted.
  mutating func serve(_ connection: inout Connection) {
    guard !isAway, let wish = connection.takeFileWish() else { return }
    isAway = true
    Errand.begin { [leave, statements] in
      switch wish.wish {
      case .list(let folders, let withRecords):
        var search = Search(earlier: statements, isForRecords: withRecords)
        let paths = folders.flatMap { search.documents(in: $0) }
        let found = FilesFound.list(paths, closed: search.closed, mistakes: search.mistakes)
        leave(
          Letter(
            number: wish.number, found: found, statements: withRecords ? search.statements : nil))
      case .read(let paths):
        leave(Letter(number: wish.number, found: .read(Self.files(at: paths))))
      }
    }
  }

  /// Takes what came of an errand.
  mutating func take(_ letter: Letter, _ connection: inout Connection, at now: Instant) {
    isAway = false
    if let statements = letter.statements { self.statements = statements }
    connection.deliver(survey: letter.found, number: letter.number, at: now)
  }

  private static func files(at paths: [String]) -> [(path: String, file: FormFile)] {
    var files: [(path: String, file: FormFile)] = []
    var byteCount = 0
    for path in paths where byteCount < portionByteCount {
      var reader = FormReader(path: path)
      if byteCountLimit < reader.unreadByteCount {
        let error = SystemError(action: "read \(path)", .tooLarge)
        files.append((path, .missing(why: error.reason)))
        continue
      }
      guard let file = reader.refresh() else { continue }
      if case .text(let bytes, _) = file { byteCount += bytes.count }
      files.append((path, file))
    }
    return files
  }
}

extension WorkspaceFiles {
  /// A look for the forms and records in folders and below that Git does not ignore, as `fieldd check`
  /// looks for them.
  fileprivate struct Search {
    /// What was known of files before.
    let earlier: [String: Statement]
    let isForRecords: Bool
    private(set) var statements: [String: Statement] = [:]
    /// Why folders could not be looked into, in words.
    private(set) var closed: [String] = []
    /// Why files that say what is ignored could not be read, in words.
    private(set) var mistakes: [String] = []

    init(earlier: [String: Statement], isForRecords: Bool) {
      (self.earlier, self.isForRecords) = (earlier, isForRecords)
    }

    mutating func documents(in folder: String) -> [String] {
      // Those of a folder within another are told with the same paths.
      let folder = FileURI.trimmed(folder)
      var sieve = FolderSieve(below: folder)
      let paths = Folder.files(below: folder) { path, entry in
        if entry.isHidden { return false }
        switch entry.kind {
        case .folder: return sieve.reason(toLeaveOut: path, isFolder: true) == nil
        // Who reads it is told what is in the way.
        case .file, .unreachable: break
        case .linkedFolder, .other: return false
        }
        guard let kind = FileKind(ofFile: path), isForRecords || kind == .form,
          sieve.reason(toLeaveOut: path, isFolder: false) == nil
        else { return false }
        return kind != .json || mayStateForm(path)
      } complain: { error in
        // What is not there, or is gone meanwhile, has nothing in it.
        if !error.isMissing { closed.append(error.description) }
      }
      mistakes += sieve.takeMistakes()
      return paths
    }

    /// Whether the first record of a file names its form, or nobody can know since it can't be read.
    private mutating func mayStateForm(_ path: String) -> Bool {
      do throws(SystemError) {
        guard let status = try FileStatus(path: path) else { return false }
        if let known = earlier[path], known.file == status {
          statements[path] = known
          return known.isThere
        }
        let bytes = try OpenFile(reading: path)?.firstBytes(Self.pieceByteCount) ?? []
        let name = DocumentFrame.statedForm(startOf: bytes, dialect: .ofFile(at: path))
        statements[path] = Statement(file: status, isThere: name != nil)
        return name != nil
      } catch {
        return true
      }
    }

    /// As much of a file as is looked at to find the first record in it.
    private static let pieceByteCount = 256 << 10
  }
}
