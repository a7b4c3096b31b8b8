import FieldModels

/// The forms and records in the folders of a client, found and read for a survey, one errand after
/// the other.
struct WorkspaceFiles: Sendable {
  private var isAway = false
  private let leave: @Sendable (Letter) -> Void

  /// What came of an errand, and for which wish.
  struct Letter: Sendable {
    var number: Int
    var found: FilesFound
  }

  /// - Parameter leave: takes letters from errands, from any thread, to be given to `take`
  init(leave: @escaping @Sendable (Letter) -> Void) { self.leave = leave }

  /// As much as is read and looked at in a moment.
  private static let portionByteCount = 256 << 10

  /// Sends an errand for what is wanted.
  mutating func serve(_ connection: inout Connection) {
    guard !isAway, let wish = connection.takeFileWish() else { return }
    isAway = true
    Errand.begin { [leave] in
      let found: FilesFound =
        switch wish.wish {
        case .list(let folders): .list(folders.flatMap(Self.documents))
        case .read(let paths): .read(Self.files(at: paths))
        }
      leave(Letter(number: wish.number, found: found))
    }
  }

  /// Takes what came of an errand.
  mutating func take(_ letter: Letter, _ connection: inout Connection, at now: Instant) {
    isAway = false
    connection.deliver(survey: letter.found, number: letter.number, at: now)
  }

  /// The forms and records in a folder and below that Git does not ignore; what can't be looked into
  /// has none.
  private static func documents(in folder: String) -> [String] {
    // Those of a folder within another are told with the same paths.
    let folder = FileURI.trimmed(folder)
    var sieve = FolderSieve(below: folder)
    return Folder.files(below: folder) { path, entry in
      if entry.isHidden { return false }
      return switch entry.kind {
      case .folder: sieve.reason(toLeaveOut: path, isFolder: true) == nil
      case .file:
        (FormWish.isForm(path) || FormWish.isRecord(path))
          && sieve.reason(toLeaveOut: path, isFolder: false) == nil
      case .linkedFolder, .unreachable, .other: false
      }
    } complain: { _ in
    }
  }

  private static func files(at paths: [String]) -> [(path: String, file: FormFile)] {
    var files: [(path: String, file: FormFile)] = []
    var byteCount = 0
    for path in paths where byteCount < portionByteCount {
      var reader = FormReader(path: path)
      guard let file = reader.refresh() else { continue }
      if case .text(let bytes, _) = file { byteCount += bytes.count }
      files.append((path, file))
    }
    return files
  }
}
