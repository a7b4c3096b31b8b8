import FieldModels
import FieldSession

/// The files that autofill draws from: the store of the person, and the `fieldd.json` of each
/// folder that the client works in.
///
/// What little others have changed is read at once, so that a client knows it at its next message.
/// All that may take long is an errand: to read what is large, to wait for the lock, to write. The
/// store, or the readers of the folders, are away for so long, and what they said last holds.
struct AutofillFiles: Sendable {
  /// Where the store is, or would be; nil where nothing is kept.
  private let path: String?
  /// The store, while it is at home.
  private var store: AutofillStore?
  private var folders: [WorkspaceReader] = []
  private var areFoldersAway = false
  /// What waits for the store to come home.
  private var writes: [MemoryWrite] = []
  /// What the store has taken along.
  private var awayWriteCount = 0
  private var storeComplaint = Complaint()
  private var folderComplaint = Complaint()
  private let leave: @Sendable (Letter) -> Void

  /// What came of an errand.
  enum Letter: Sendable {
    /// The store comes home; it has written some changes, or failed to, for reasons in words.
    case store(AutofillStore, [(token: Int, failure: String?)], complaint: String?)
    /// There was no store to write to.
    case unwritten([(token: Int, failure: String?)])
    case folders([WorkspaceReader], isNews: Bool, complaint: String?)
  }

  /// Files that have not been looked at.
  ///
  /// - Parameters:
  ///   - storage: where the store is
  ///   - leave: takes letters from errands, from any thread, to be given to `take`
  init(_ storage: AutofillStorage, leave: @escaping @Sendable (Letter) -> Void) {
    path = storage.path
    store = storage.path.map { AutofillStore(path: $0) }
    self.leave = leave
  }

  /// An operation waits for a write.
  var isWriting: Bool { !writes.isEmpty || 0 < awayWriteCount }

  /// Tells the connection what others have changed since the last time, in the store only if that may
  /// matter: with each keystroke the question to the system would be felt.
  mutating func refresh(
    _ connection: inout Connection, heedingStore heedsStore: Bool = true, at now: Instant
  ) {
    if heedsStore { refreshStore(&connection, at: now) }
    refreshFolders(&connection, at: now)
  }

  /// Looks into the folders that the client has named.
  mutating func take(folders uris: [String], _ connection: inout Connection, at now: Instant) {
    let roots = uris.compactMap { FileURI.path(of: $0) }
    let known = folders
    // What was read in a folder that stays still holds.
    folders = roots.map { root in
      let reader = WorkspaceReader(root: root)
      return known.first { $0.path == reader.path } ?? reader
    }
    if known.contains(where: { reader in !folders.contains { $0.path == reader.path } }) {
      connection.deliver(workspace: folders.map(\.file), at: now)
    }
    refresh(&connection, at: now)
  }

  /// Sees to it that what is to be remembered is written, each change in its turn.
  mutating func write(for connection: inout Connection) {
    writes += connection.takeWrites()
    guard !writes.isEmpty else { return }
    guard path != nil else {
      let words = "There is no folder for what is remembered"
      awayWriteCount += writes.count
      leave(.unwritten(writes.map { ($0.token, words) }))
      return writes = []
    }
    guard let store = store.take() else { return }
    awayWriteCount = writes.count
    Errand.begin { [writes, leave] in
      var store = store
      let written = store.write(writes)
      leave(.store(store, written, complaint: nil))
    }
    writes = []
  }

  /// Takes what came of an errand.
  mutating func take(_ letter: Letter, _ connection: inout Connection, at now: Instant) {
    switch letter {
    case .store(let store, let written, let complaint):
      self.store = store
      storeComplaint.say(complaint)
      deliver(written, memory: store.memory, to: &connection, at: now)
      if written.isEmpty, complaint == nil { connection.deliver(store.memory, at: now) }
    case .unwritten(let written):
      deliver(written, memory: AutofillMemory(), to: &connection, at: now)
    case .folders(let readers, let isNews, let complaint):
      folders = readers
      areFoldersAway = false
      folderComplaint.say(complaint)
      if isNews { connection.deliver(workspace: folders.map(\.file), at: now) }
    }
  }
}

extension AutofillFiles {
  /// What is read at once is read in a few milliseconds.
  private static let byteCountAtOnce = 256 << 10

  private mutating func deliver(
    _ written: [(token: Int, failure: String?)], memory: AutofillMemory,
    to connection: inout Connection, at now: Instant
  ) {
    awayWriteCount -= written.count
    for (token, failure) in written {
      connection.deliver(write: token, failure: failure, memory, at: now)
    }
  }

  private mutating func refreshStore(_ connection: inout Connection, at now: Instant) {
    guard var store = store.take() else { return }
    do throws(SystemError) {
      let status = try store.look()
      if Self.byteCountAtOnce < store.unreadByteCount(of: status) {
        return Errand.begin { [store, leave] in
          var store = store
          let complaint = store.refreshOrComplain()
          leave(.store(store, [], complaint: complaint))
        }
      }
      if store.isNews(status), try store.refresh() { connection.deliver(store.memory, at: now) }
      storeComplaint.say(nil)
    } catch {
      storeComplaint.say(error.description)
    }
    self.store = store
  }

  private mutating func refreshFolders(_ connection: inout Connection, at now: Instant) {
    guard !areFoldersAway, !folders.isEmpty else { return }
    if folders.contains(where: { Self.byteCountAtOnce < $0.unreadByteCount }) {
      areFoldersAway = true
      return Errand.begin { [folders, leave] in
        var folders = folders
        let (isNews, complaint) = Self.refresh(&folders)
        leave(.folders(folders, isNews: isNews, complaint: complaint))
      }
    }
    let (isNews, complaint) = Self.refresh(&folders)
    folderComplaint.say(complaint)
    if isNews { connection.deliver(workspace: folders.map(\.file), at: now) }
  }

  /// Reads what has changed; gives whether something has, and what can't be read, in words.
  private static func refresh(
    _ folders: inout [WorkspaceReader]
  ) -> (isNews: Bool, complaint: String?) {
    var (isNews, complaint): (Bool, String?) = (false, nil)
    for index in folders.indices {
      do throws(SystemError) {
        if try folders[index].refresh() { isNews = true }
      } catch {
        complaint = complaint ?? error.description
      }
    }
    return (isNews, complaint)
  }
}

/// What was said last of a file that can't be read, so that it is not said with each keystroke.
private struct Complaint: Sendable {
  private var words: String?

  mutating func say(_ words: String?) {
    if let words, words != self.words { StandardError.say(words) }
    self.words = words
  }
}

extension AutofillStore {
  /// Reads what others have written; gives what went wrong, in words.
  fileprivate mutating func refreshOrComplain() -> String? {
    do throws(SystemError) {
      _ = try refresh()
      return nil
    } catch {
      return error.description
    }
  }

  /// Writes changes one after the other; gives what went wrong with each, in words.
  ///
  /// The lock is waited for once, and not once for each of them.
  fileprivate mutating func write(_ writes: [MemoryWrite]) -> [(token: Int, failure: String?)] {
    var written: [(token: Int, failure: String?)] = []
    var busy: String?
    for write in writes {
      var failure = busy
      if busy == nil {
        do throws(SystemError) {
          try append([write.change])
        } catch {
          failure = error.description
          if error.isBusy { busy = failure }
        }
      }
      written.append((write.token, failure))
    }
    return written
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
