import FieldModels
import FieldRPC
import FieldSession
import FieldTestSupport
import Foundation
import Testing

/// A folder for one test, which goes with it.
private final class TemporaryFolder {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "fieldd-\(UUID().uuidString)").path
    #expect(unsafe mkdir(path, 0o700) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

@Suite("AutofillStore")
struct AutofillStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("autofill.log") }

  /// A store that has read what is there.
  private func opened(_ path: String, lockMilliseconds: Int = 2000) throws -> AutofillStore {
    var store = AutofillStore(path: path, lockMilliseconds: lockMilliseconds)
    _ = try store.refresh()
    return store
  }

  private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("remembers what it was told, for its owner alone")
  func remembers() throws {
    let path = folder.file("a/b/autofill.log")
    var store = try opened(path)
    #expect(store.memory == AutofillMemory())
    try store.append([.learned("ada", source: "s"), .learned("bob", source: "s")])
    try store.append([.removed("ada", source: "s")])
    #expect(store.memory.strings(of: "s", besides: ["ada"]) == ["bob"])
    #expect(try opened(path).memory == store.memory)
    #expect(try mode(path) == 0o600)
    #expect(try mode(folder.file("a")) == 0o700)
    #expect(try mode(folder.file("a/b")) == 0o700)
  }

  @Test("sees what another store has written, once")
  func refreshes() throws {
    var (one, other) = (try opened(path), try opened(path))
    #expect(try !one.refresh())
    try other.append([.learned("ada", source: "s")])
    #expect(try one.refresh())
    #expect(try !one.refresh())
    #expect(one.memory == other.memory)
  }

  @Test("writes nothing that changes nothing")
  func writesNoIdleChange() throws {
    var (one, other) = (try opened(path), try opened(path))
    try one.append([.learned("ada", source: "s")])
    let before = try bytes()
    try other.append([.learned("ada", source: "s"), .learned("", source: "s")])
    try one.append([])
    #expect(try bytes() == before)
    #expect(other.memory == one.memory)
  }

  @Test("two stores on one file are one memory", arguments: 0..<4)
  func interleaved(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var stores = [try opened(path), try opened(path)]
    var memory = AutofillMemory()
    for step in 0..<150 {
      let index = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try stores[index].refresh()
      case 1: stores[index] = try opened(path)
      default:
        let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          let text = "text \(Int.random(in: 0..<20, using: &random))"
          return Bool.random(using: &random)
            ? AutofillChange.learned(text, source: "s") : .removed(text, source: "s")
        }
        try stores[index].append(changes)
        for change in changes { memory.apply(change) }
      }
      _ = try stores[index].refresh()
      #expect(stores[index].memory == memory, "step \(step)")
    }
  }

  @Test("a file that was cut at any byte is opened, and what is written then counts")
  func cut() throws {
    var store = try opened(path)
    try store.append([.learned("ada", source: "s")])
    try store.append([.learned("bob", source: "s"), .learned("eve", source: "s")])
    let whole = try bytes()
    for byteCount in 0...whole.count {
      try put(Array(whole.prefix(byteCount)))
      var first = try opened(path)
      var second = try opened(path)
      try first.append([.learned("new", source: "s")])
      try second.append([.learned("newer", source: "s")])
      _ = try first.refresh()
      let strings = second.memory.strings(of: "s", besides: [])
      #expect(Array(strings.suffix(2)) == ["new", "newer"], "cut at \(byteCount)")
      #expect(["ada", "bob", "eve"].starts(with: strings.dropLast(2)))
      #expect(first.memory == second.memory)
      #expect(try opened(path).memory == second.memory)
    }
  }

  @Test("goes on with the file that is there when somebody changed it by hand")
  func changedByHand() throws {
    var store = try opened(path)
    var other = try opened(path)
    try store.append([.learned("ada", source: "s"), .learned("bob", source: "s")])
    #expect(try other.refresh())
    let longer = AutofillLog.header + AutofillLog.record(.learned("somebody else", source: "s"))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(longer + longer + longer))
    try handle.close()
    #expect(try other.refresh())
    #expect(other.memory.strings(of: "s", besides: []) == ["somebody else"])
    try FileManager.default.removeItem(atPath: path)
    #expect(try other.refresh())
    #expect(other.memory == AutofillMemory())
    try other.append([.learned("new", source: "s")])
    try store.append([.learned("newer", source: "s")])
    #expect(store.memory.strings(of: "s", besides: []) == ["new", "newer"])
  }

  @Test("becomes short when most of it is no longer true, also under a second store")
  func compaction() throws {
    var (one, other) = (try opened(path), try opened(path))
    try one.append([.learned("kept", source: "s"), .removed("gone", source: "s")])
    let text = String(repeating: "x", count: 2000)
    var longest = 0
    for number in 0..<40 {
      try one.append([.learned("\(text)", source: "s")])
      try other.append([.removed("\(text)", source: "s")])
      longest = max(longest, try bytes().count)
      #expect(one.memory.strings(of: "s", besides: ["gone"]) == ["kept", text], "\(number)")
    }
    #expect(longest < 70_000)
    #expect(try bytes().count < longest)
    _ = try one.refresh()
    #expect(one.memory == other.memory)
    #expect(try opened(path).memory == one.memory)
    #expect(try mode(path) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["autofill.log", "autofill.log.lock"])
  }

  @Test("a long log of what is all true is left as it is")
  func noCompaction() throws {
    var store = try opened(path)
    let text = String(repeating: "x", count: 4000)
    for number in 0..<40 { try store.append([.learned("\(number)\(text)", source: "s")]) }
    let start = try bytes().prefix(50_000)
    try store.append([.learned("last", source: "s")])
    #expect(try bytes().prefix(50_000) == start)
    #expect(store.memory.strings(of: "s", besides: []).count == 41)
  }

  @Test("follows a symbolic link, which stays one")
  func symbolicLink() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    var (one, other) = (try opened(link), try opened(path))
    let text = String(repeating: "x", count: 4000)
    for _ in 0..<20 {
      try one.append([.learned(text, source: "s")])
      try other.append([.removed(text, source: "s")])
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    _ = try one.refresh()
    #expect(one.memory == other.memory)
    #expect(try opened(link).memory == one.memory)
  }

  @Test("does not wait for ever for somebody who holds the lock, and then remembers nothing")
  func stuckLock() throws {
    var store = try opened(path, lockMilliseconds: 0)
    try store.append([.learned("ada", source: "s")])
    let before = store.memory
    let lock = unsafe open(path + ".lock", O_RDWR)
    #expect(flock(lock, LOCK_EX) == 0)
    let error = #expect(throws: SystemError.self) {
      try store.append([.learned("bob", source: "s")])
    }
    #expect(error?.description.contains("another process has held") ?? false)
    #expect(store.memory == before)
    #expect(try !store.refresh())
    close(lock)
    try store.append([.learned("bob", source: "s")])
    #expect(store.memory.strings(of: "s", besides: []) == ["ada", "bob"])
  }

  @Test("refuses all of what is partly too long")
  func limits() throws {
    var store = try opened(path)
    for change: AutofillChange in [
      .learned(String(repeating: "x", count: 4097), source: "s"),
      .removed("a", source: String(repeating: "x", count: 257)),
    ] {
      #expect(throws: SystemError.self) {
        try store.append([.learned("ada", source: "s"), change])
      }
    }
    #expect(store.memory == AutofillMemory())
    #expect(try opened(path).memory == AutofillMemory())
    try store.append([.learned(String(repeating: "x", count: 4096), source: "s")])
  }

  @Test("leaves a file alone that is no log or a later version's")
  func foreignFile() throws {
    for text in [
      "Dear diary\n", "95d2f366 {\"file\":\"fieldd autofill\",\"version\":2}\n",
    ] {
      try put(Array(text.utf8))
      var store = try opened(path)
      #expect(throws: SystemError.self) { try store.append([.learned("ada", source: "s")]) }
      #expect(try bytes() == Array(text.utf8))
      #expect(store.memory == AutofillMemory())
    }
  }

  @Test("says what the system refuses")
  func systemErrors() throws {
    try put([])
    #expect(throws: SystemError.self) { try opened(folder.path) }
    #expect(throws: SystemError.self) { try opened("/dev/null") }
    for path in [path + "/below/a/file.log", folder.path, "/proc/none/file.log"] {
      var store = AutofillStore(path: path)
      let error = #expect(throws: SystemError.self) {
        try store.append([.learned("ada", source: "s")])
      }
      #expect(error?.description.contains(path.prefix(6)) ?? false)
      #expect(store.memory == AutofillMemory())
    }
  }

  @Test("to read makes neither file nor folder nor lock")
  func readingLeavesNothing() throws {
    let path = folder.file("a/autofill.log")
    #expect(try opened(path).memory == AutofillMemory())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("a log that is too long to be anybody's is refused without being read")
  func tooLong() throws {
    try put([])
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    #expect(throws: SystemError.self) { try opened(path) }
  }
}

@Suite("WorkspaceReader")
struct WorkspaceReaderTests {
  private let folder = TemporaryFolder()

  private func put(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file("fieldd.json")), options: .atomic)
  }

  @Test("reads the file when it has come, changed or gone")
  func refresh() throws {
    var reader = WorkspaceReader(root: folder.path)
    #expect(try !reader.refresh())
    try put("{\"autofill\": {\"s\": [\"a\"]}}")
    #expect(try reader.refresh())
    #expect(try !reader.refresh())
    #expect(reader.file.sources == ["s": ["a"]])
    try put("{\"autofill\": {\"s\": [\"b\"]}, \"x\": 1}")
    #expect(try reader.refresh())
    #expect(reader.file.sources == ["s": ["b"]])
    #expect(reader.file.problems == ["fieldd.json:1: Nothing here is called \"x\""])
    try FileManager.default.removeItem(atPath: folder.file("fieldd.json"))
    #expect(try reader.refresh())
    #expect(reader.file == WorkspaceFile())
  }

  @Test("refuses what is too large or no file, once, and keeps what it knew")
  func refusal() throws {
    var reader = WorkspaceReader(root: folder.path + "/")
    try put("{\"autofill\": {\"s\": [\"a\"]}}")
    #expect(try reader.refresh())
    try put(String(repeating: " ", count: 16 << 20 + 1))
    #expect(throws: SystemError.self) { try reader.refresh() }
    #expect(try !reader.refresh())
    #expect(reader.file.sources == ["s": ["a"]])
    try FileManager.default.removeItem(atPath: folder.file("fieldd.json"))
    #expect(unsafe mkfifo(folder.file("fieldd.json"), 0o600) == 0)
    #expect(throws: SystemError.self) { try reader.refresh() }
    #expect(reader.file.sources == ["s": ["a"]])
    var nowhere = WorkspaceReader(root: "/" + String(repeating: "x", count: 300))
    #expect(throws: SystemError.self) { try nowhere.refresh() }
    #expect(try !nowhere.refresh())
  }

  @Test(
    "knows which file a URI means",
    arguments: [
      ("file:///a/b.json", "/a/b.json"), ("FILE:///a%20b/%C3%A9", "/a b/é"),
      ("file://localhost/a?q#f", "/a"), ("file:/a", "/a"), ("file:///", "/"),
      ("file://host/a", nil), ("file:///a%2", nil), ("file:///%00", nil), ("file:///%ff", nil),
      ("file://", nil), ("http:///a", nil), ("untitled:a", nil), ("", nil),
    ] as [(String, String?)])
  func uris(uri: String, path: String?) {
    #expect(FileURI.path(of: uri) == path)
  }
}
