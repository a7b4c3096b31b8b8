import FieldModels
import FieldSession
import Testing

/// Clients that say more than can be answered at once.
@Suite("A flood")
struct FloodTests {
  private static func form(fieldCount: Int) -> String {
    let fields = (0..<fieldCount).map {
      #"{"key":"f\#($0)","kind":"entry","label":"Field \#($0)","maxLength":40,"text":"ada"}"#
    }
    return #"{ "fields": [\#(fields.joined(separator: ","))] }"#
  }

  private static func snapshot(_ id: Int) -> String {
    Messages.request(id, "field/snapshot", #"{"uri":"\#(Messages.uri)"}"#)
  }

  /// A daemon with a form, and the answer to the first of many requests for all of it.
  private static func flooded(requestCount: Int) -> Child {
    let child = Child()
    // So many that each answer takes longer than a message is on its way.
    child.send(Messages.initialize, Messages.didOpen(form(fieldCount: 500)))
    #expect(child.answer(to: 1) != nil)
    let requests = (2..<requestCount + 2).map(snapshot)
    child.write(requests.flatMap { Framing.header(bodyByteCount: $0.utf8.count) + Array($0.utf8) })
    #expect(child.answer(to: 2)?["result"] != nil)
    return child
  }

  @Test("a keystroke and a cancel behind a flood of requests are heard before those are answered")
  func urgency() {
    let child = Self.flooded(requestCount: 200)
    child.send(
      Messages.request(
        500, "textDocument/hover",
        #"{"textDocument":{"uri":"\#(Messages.uri)"},"#
          + #""position":{"line":0,"character":14}}"#),
      Messages.didChange(2, 0..<0, to: " "),
      Messages.notification("$/cancelRequest", #"{"id":201}"#))
    var isPublished = false
    var isCancelled = false
    var answerCount = 0
    while !isPublished || !isCancelled, let message = child.message() {
      if message["params"]?["version"]?.integer == 2 { isPublished = true }
      if message["error"]?["code"]?.integer == -32800 { isCancelled = true }
      if message["result"] != nil { answerCount += 1 }
    }
    #expect(isPublished && isCancelled)
    #expect(answerCount < 150)
    // What meant a place in the older text says so.
    #expect(child.answer(to: 500)?["error"]?["code"]?.integer == -32801)
  }

  @Test("what is asked about the folders at the end of a flood is answered")
  func folders() {
    let child = Child()
    child.send(
      Messages.request(1, "initialize", #"{"capabilities":{},"rootUri":"file:///nowhere/at/all"}"#),
      Messages.didOpen(Self.form(fieldCount: 2)))
    #expect(child.answer(to: 1) != nil)
    // More than a turn deals with, in one piece.
    let requests =
      (2..<300).map(Self.snapshot) + [Messages.request(300, "workspace/symbol", #"{"query":"f1"}"#)]
    child.write(requests.flatMap { Framing.header(bodyByteCount: $0.utf8.count) + Array($0.utf8) })
    #expect(child.answer(to: 300)?["result"] != nil)
  }

  @Test(
    "a batch of nonsense costs no more than its bytes", .enabled(if: Child.hasMemoryTold),
    arguments: [2 << 20, 50 << 20])
  func batch(byteCount: Int) throws {
    let child = Child()
    child.send(Messages.initialize)
    #expect(child.answer(to: 1) != nil)
    let before = try #require(child.kilobytes(of: "VmRSS"))
    let batch = "[" + String(repeating: "1,", count: byteCount / 2) + "1]"
    child.send(batch)
    let answer = child.message()
    #expect(answer?["id"] == .null)
    #expect(answer?["error"]?["code"]?.integer == -32600)
    let peak = try #require(child.kilobytes(of: "VmHWM"))
    #expect((peak - before) << 10 < 4 * byteCount + 4 << 20)
    child.send(Messages.shutdown, Messages.exit)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test(
    "a client that asks and does not listen is held back, and loses no answer",
    .enabled(if: Child.hasMemoryTold))
  func heldBack() throws {
    let child = Child()
    let fields = (0..<20).map { #"{"key":"f\#($0)","kind":"entry","label":"Field \#($0)"}"# }
    let document = #"{ "fields": [\#(fields.joined(separator: ","))] }"#
    // What pads the requests makes the pipe and the daemon's own input full before all are sent.
    let padding = String(repeating: " ", count: 6_000)
    let requestCount = 4000
    let requests = (2..<requestCount + 2).map { Messages.symbols($0) + padding }
    let lines = [Messages.initialize, Messages.didOpen(document)] + requests
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)

    let writtenByteCount = child.writeWhileTaken(bytes)
    #expect(writtenByteCount < bytes.count)

    var rest = bytes[writtenByteCount...]
    var answers = LineReader()
    while answers.nextID < requestCount + 2 {
      let received = child.read(writing: &rest)
      guard !received.isEmpty else { break }
      answers.take(received)
    }
    #expect(rest.isEmpty)
    #expect(answers.nextID == requestCount + 2)
    #expect(answers.byteCount > 8 << 20)
    // More than may wait, both of requests and of answers.
    let peak = try #require(child.kilobytes(of: "VmHWM"))
    #expect(peak < 64 << 10)
  }

  private static func bigImport(_ id: Int) -> String {
    let properties = (0..<9_000).map { #""p\#($0)":{"type":"string","maxLength":9}"# }
    let schema = #"{"type":"object","properties":{\#(properties.joined(separator: ","))}}"#
    return Messages.request(
      id, "field/import", #"{"format":"json-schema","document":\#(schema)}"#)
  }

  @Test("a keystroke behind a large import, and a question, are answered before it")
  func largeImport() throws {
    let child = Child()
    child.send(Messages.initialize, Messages.didOpen(Self.form(fieldCount: 2)))
    #expect(child.answer(to: 1) != nil)
    child.send(Self.bigImport(2))
    child.send(Messages.didChange(2, 0..<0, to: " "), Self.snapshot(3))
    var heard: [String] = []
    while heard.last != "import", let message = child.message() {
      if message["params"]?["version"]?.integer == 2 { heard.append("keystroke") }
      if message["id"]?.integer == 3 { heard.append("question") }
      if message["id"]?.integer == 2 {
        heard.append("import")
        #expect(message["result"]?["document"]?["fields"]?.array?.count == 9_000)
      }
    }
    #expect(heard.count == 3 && heard.last == "import", "\(heard)")
  }

  @Test("a large import is taken back, and those that wait at the end are answered before it")
  func importsAtTheEnd() throws {
    let child = Child()
    child.send(Messages.initialize)
    #expect(child.answer(to: 1) != nil)
    child.send(
      Self.bigImport(2), Self.bigImport(3), Messages.notification("$/cancelRequest", #"{"id":2}"#),
      Messages.request(4, "shutdown", "null"), Messages.exit)
    var answers: [Int] = []
    while let message = child.message() {
      guard let id = message["id"]?.integer else { continue }
      answers.append(id)
      if id == 2 { #expect(message["error"]?["code"]?.integer == -32800) }
      if id == 3 { #expect(message["result"]?["document"] != nil) }
    }
    #expect(answers == [2, 3, 4])
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("the answers to a batch leave together, large imports among them")
  func importInBatch() throws {
    let child = Child()
    child.send(Messages.initialize)
    #expect(child.answer(to: 1) != nil)
    child.send("[" + Self.bigImport(2) + "," + Self.bigImport(3) + "]")
    let answers = child.message()?.array ?? []
    #expect(answers.map { $0["id"]?.integer } == [2, 3])
    #expect(answers.allSatisfy { $0["result"]?["document"] != nil })
  }

  @Test("a client that says no more is told what came of a large import")
  func importAndNoMore() throws {
    let child = Child()
    child.send(Messages.initialize, Self.bigImport(2))
    child.closeInput()
    #expect(child.answer(to: 2)?["result"]?["document"] != nil)
    #expect(child.waitForEnd() == .exit(1))
  }

  /// Follows answers that must come in the order of their ids, one a line.
  private struct LineReader {
    private(set) var nextID = 1
    private(set) var byteCount = 0
    private var unfinished: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) {
      byteCount += bytes.count
      unfinished += bytes
      while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
        let start = String(decoding: unfinished[..<end].prefix(40), as: UTF8.self)
        if start.contains(#""id":\#(nextID),"#) { nextID += 1 }
        unfinished.removeSubrange(...end)
      }
    }
  }
}
