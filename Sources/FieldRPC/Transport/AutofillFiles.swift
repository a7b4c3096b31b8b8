import FieldModels

/// The files that autofill draws from: the store of the person, and the `fieldd.json` of each
/// folder that the client works in.
struct AutofillFiles: Sendable {
  /// Where the store is, or would be.
  private let path: String?
  private var store: AutofillStore?
  private var folders: [WorkspaceReader] = []
  /// What was said last of a file that can't be read, so that it is not said with each keystroke.
  private var complaint: String?

  /// Files that have not been looked for, but for a store that somebody has named.
  init(_ storage: AutofillStorage) throws(SystemError) {
    path = storage.path
    if case .file(let path) = storage { store = try AutofillStore(path: path) }
  }

  /// Tells the connection what others have changed since the last time.
  mutating func refresh(_ connection: inout Connection, at now: Instant) {
    do throws(SystemError) {
      try refreshStore(&connection, at: now)
      try refreshFolders(&connection, at: now)
      complaint = nil
    } catch {
      if complaint != error.description { StandardError.say(error.description) }
      complaint = error.description
    }
  }

  /// Looks into the folders that the client has named.
  mutating func take(folders uris: [String], _ connection: inout Connection, at now: Instant) {
    folders = uris.compactMap { WorkspaceReader.path(ofURI: $0) }
      .map { WorkspaceReader(root: $0) }
    refresh(&connection, at: now)
  }

  /// Writes what is to be remembered, each change in its turn.
  mutating func write(for connection: inout Connection, at now: Instant) {
    while true {
      let writes = connection.takeWrites()
      if writes.isEmpty { return }
      for write in writes {
        let failure = append(write.change)
        connection.deliver(
          write: write.token, failure: failure, store?.memory ?? AutofillMemory(), at: now)
      }
    }
  }

  /// Writes a change; gives what went wrong, in words.
  private mutating func append(_ change: AutofillMemory.Change) -> String? {
    do throws(SystemError) {
      if store == nil, let path { store = try AutofillStore(path: path) }
      guard store != nil else { return "There is no folder for what is remembered" }
      try store?.append([change])
      return nil
    } catch {
      return error.description
    }
  }

  /// A store that is not there yet is made when there is something to write.
  private mutating func refreshStore(
    _ connection: inout Connection, at now: Instant
  ) throws(SystemError) {
    if store == nil, let path, try OpenFile.Stamp(path: path) != nil {
      store = try AutofillStore(path: path)
    }
    _ = try store?.refresh()
    if let memory = store?.memory, memory != connection.session.memory {
      connection.deliver(memory, at: now)
    }
  }

  private mutating func refreshFolders(
    _ connection: inout Connection, at now: Instant
  ) throws(SystemError) {
    var isNews = false
    for index in folders.indices where try folders[index].refresh() { isNews = true }
    if isNews { connection.deliver(workspace: folders.map(\.file), at: now) }
  }
}

/// Where what people teach autofill is kept.
public enum AutofillStorage: Equatable, Sendable {
  /// Nowhere: it is forgotten with the process.
  case memory
  /// In the file that all daemons of a person share: `fieldd/autofill.log` in `$XDG_DATA_HOME`, or
  /// in `~/.local/share`.
  case perUser
  /// In a file of its own.
  case file(path: String)

  /// The path of the file.
  var path: String? {
    switch self {
    case .memory: nil
    case .perUser: AutofillStore.defaultPath()
    case .file(let path): path
    }
  }
}
