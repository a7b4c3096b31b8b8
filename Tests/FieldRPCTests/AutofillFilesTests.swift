import FieldConversion
import FieldModels
import FieldRPC
import FieldSession
import FieldTestSupport
import Foundation
import Testing

/// A disk that is slow, a lock that another holds and a file that is long keep nobody waiting but
/// those who asked for something to be written.
@Suite("Autofill files")
struct AutofillFilesTests {
  private let folder: URL
  private var log: String { folder.appending(path: "autofill.log").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "fieldd-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"capabilities":{}}}"#

  private static let open = #"""
    {"jsonrpc":"2.0","id":"open","method":"field/open","params":{"uri":"form:a","document":{"fields":\#
    [{"key":"note","kind":"entry","label":"Note","autofill":{"source":"notes","removable":true}}],\#
    "autofill":{"notes":["given"]}}}}
    """#

  private static func act(_ id: String, _ method: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":"\#(id)","method":"field/\#(method)","params":{"uri":"form:a"\#(more)}}"#
  }

  @Test("a long log is read beside the conversation")
  func longLog() throws {
    let change = (0..<9000).map { AutofillChange.learned("text \($0)", source: "notes") }
    let bytes = change.reduce(into: AutofillLog.header) { $0 += AutofillLog.record($1) }
    try Data(bytes).write(to: URL(filePath: log))
    var talk = try Talk(.file(path: log))
    talk.say(Self.initialize)
    talk.turn()
    #expect(talk.server.connection.session.memory == AutofillMemory())
    talk.turns { $0.hasHeard("first") }
    talk.turns { $0.server.connection.session.memory != AutofillMemory() }
    #expect(talk.server.connection.session.memory.strings(of: "notes", besides: []).count == 9000)
  }

  @Test("a long fieldd.json is read beside the conversation, and then counts")
  func longFolderFile() throws {
    let texts = (0..<40_000).map { "\"text \($0)\"" }.joined(separator: ",")
    let file = folder.appending(path: "fieldd.json")
    try Data("{\"autofill\":{\"notes\":[\(texts)]}}".utf8).write(to: file)
    var talk = try Talk(.memory)
    let field = #"{ "key": "a", "kind": "entry", "label": "A", "autofill": { "source": "notes" } }"#
    let document = JSONValue.string("{ \"fields\": [ \(field) ] }").line
    talk.say(
      Self.initialize.replacing("{}", with: #"{},"rootUri":"\#(folder.absoluteString)""#),
      #"""
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a",\#
      "languageId":"fields","version":1,"text":\#(document)}}}
      """#)
    talk.turns { $0.said.contains("publishDiagnostics") }
    #expect(talk.said.contains("unknownSource"))
    talk.forget()
    talk.turns { $0.said.contains("publishDiagnostics") }
    #expect(!talk.said.contains("unknownSource"))
    // More than anybody looks through is said not to count.
    #expect(talk.said.contains("Only the first 10000 texts"))
  }

  @Test("while another holds the lock, all but the one who is to be remembered are answered")
  func lock() throws {
    var talk = try Talk(.file(path: log))
    talk.say(Self.initialize, Self.open)
    talk.turns { $0.hasHeard("open") }
    let lock = unsafe Foundation.open(log + ".lock", O_RDWR | O_CREAT, 0o600)
    #expect(flock(lock, LOCK_EX) == 0)
    talk.say(
      Self.act("learn", "learnAutofill", #","key":"note","text":"ada""#),
      Self.act("look", "snapshot"))
    talk.turns { $0.hasHeard("look") }
    #expect(!talk.hasHeard("learn"))
    close(lock)
    talk.turns { $0.hasHeard("learn") }
    #expect(talk.said.contains(#""accepted":true"#))
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("ada"))
  }

  @Test("what is to be remembered is written before the process goes")
  func exit() throws {
    var talk = try Talk(.file(path: log))
    talk.say(
      Self.initialize, Self.open,
      Self.act("learn", "learnAutofill", #","key":"note","text":"ada""#),
      #"{"jsonrpc":"2.0","id":"bye","method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","method":"exit"}"#)
    talk.turns { $0.exitStatus != nil }
    #expect(talk.exitStatus == 0)
    #expect(talk.hasHeard("learn"))
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("ada"))
  }

  @Test("what a source that answers at once has is taken out at once")
  func removal() throws {
    var talk = try Talk(
      .file(path: log), sources: ["notes": { _, completion in completion(["found"]) }])
    talk.say(
      Self.initialize, Self.open,
      Self.act("remove", "removeAutofill", #","key":"note","text":"found""#))
    talk.turns { $0.hasHeard("remove") }
    #expect(talk.said.contains(#""accepted":true"#))
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("found"))
  }

  @Test("what can't be written is told when it is to be written, and to an editor too")
  func unwritable() throws {
    var talk = try Talk(.file(path: folder.path))
    talk.say(
      Self.initialize, Self.open,
      Self.act("learn", "learnAutofill", #","key":"note","text":"ada""#))
    talk.turns { $0.hasHeard("learn") && $0.said.contains("window/logMessage") }
    #expect(talk.said.contains(#""reason":"notStored""#))
    #expect(talk.said.contains("cannot open \(folder.path): Is a directory"))
  }
}

/// A server that is driven turn by turn, and all it has said.
private struct Talk {
  private(set) var server: StdioServer
  private(set) var said = ""
  private(set) var exitStatus: Int32?
  private let input: (readEnd: Descriptor, writeEnd: Descriptor)
  private let output: (readEnd: Descriptor, writeEnd: Descriptor)

  init(_ storage: AutofillStorage, sources: [String: AutofillClosure] = [:]) throws {
    (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    server = try StdioServer(
      connection: Connection(
        version: "0.0.0", conversions: .all, closures: .init(autofillSources: sources),
        isMemoryStored: storage != .memory),
      streams: ClientStreams(input: input.readEnd, output: output.writeEnd), storage: storage)
  }

  mutating func say(_ bodies: String...) {
    let lines = Array(bodies.map { $0 + "\n" }.joined().utf8)
    #expect(input.writeEnd.writeAll(lines))
  }

  func hasHeard(_ id: String) -> Bool { said.contains("\"id\":\"\(id)\"") }

  mutating func forget() { said = "" }

  /// One turn, which waits for something to do.
  mutating func turn() {
    exitStatus = server.turn(timeoutMilliseconds: 20_000)
    said += String(decoding: output.readEnd.readAvailable(), as: UTF8.self)
  }

  /// Takes turns until something is so, but not for ever.
  mutating func turns(until isDone: (Talk) -> Bool) {
    for _ in 0..<200 where !isDone(self) && exitStatus == nil { turn() }
    #expect(isDone(self))
  }
}
