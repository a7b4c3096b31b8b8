import FieldModels
import FieldSession

/// The short forms of transcripts: what a client sends for them.
extension TranscriptRunner {
  mutating func carryOut(_ step: Transcript.Step, _ line: String) throws -> [String] {
    if line.hasPrefix("field/") { return try callForm(line, step.documentText) }
    let word = line.prefix { $0 != " " }
    guard let verb = TranscriptVerb(rawValue: String(word)) else {
      throw Mistake(description: "there is no verb \(word)")
    }
    // What follows is JSON and not words.
    if verb == .reply {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3 else { throw Mistake(description: "a reply is a number and JSON") }
      send("{\"jsonrpc\":\"2.0\",\"id\":\(parts[1]),\"result\":\(parts[2])}")
      return []
    }
    if verb == .answer, line.contains(" ["),
      let texts = JSONValue(text: String(line.drop { $0 != "[" }))?.array
    {
      let name = String(line.dropFirst("answer ".count).prefix { $0 != " " })
      return try answer(name, .texts(texts.compactMap(\.string)))
    }
    guard let command = TranscriptCommand(line) else {
      throw Mistake(description: "not understood")
    }
    return try carryOut(verb, command, step.documentText)
  }

  private mutating func carryOut(
    _ verb: TranscriptVerb, _ command: TranscriptCommand, _ document: String?
  ) throws -> [String] {
    switch verb {
    case .open: try open(command, document)
    case .use: file = command.word(1)
    case .type, .replace, .delete, .text: try edit(command, document)
    case .save: notify("didSave", "{\"textDocument\":\(identifier())}")
    case .close:
      notify("didClose", "{\"textDocument\":\(identifier())}")
      files[file] = nil
    case .hover: try request("hover", at: command)
    case .complete: try request("completion", at: command)
    case .fix: try requestRange("codeAction", command, more: ",\"context\":{\"diagnostics\":[]}")
    case .hints: try requestRange("inlayHint", command)
    case .symbols: request("documentSymbol", "{\"textDocument\":\(identifier())}")
    case .cancel:
      let id = command.isText(1) ? quoted(command.word(1)) : command.word(1)
      send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    case .shutdown: send("{\"jsonrpc\":\"2.0\",\"id\":\(takeID()),\"method\":\"shutdown\"}")
    case .exit: send("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}")
    case .body: send(command.word(1))
    case .bytes: unsent += Array(command.word(1).utf8)
    case .end: return end()
    case .answer: return try answer(command)
    case .written:
      let token = Int(command.word(1).dropFirst()) ?? 0
      return try finishWrite(token, command.isText(2) ? command.word(2) : nil)
    case .learned: return try remember(.learned(command.word(2), source: command.word(1)))
    case .removed: return try remember(.removed(command.word(2), source: command.word(1)))
    case .folder: return readFolder(document ?? "")
    case .file: return readForm(command.word(1), document)
    case .listed:
      let parts = command.parts.indices.dropFirst()
      let paths = parts.filter { !command.isText($0) }.map { "/" + command.word($0) }
      let closed = parts.filter(command.isText).map(command.word)
      return deliver(.list(paths, closed: closed, mistakes: []))
    case .read:
      let file =
        command.isText(2)
        ? FormFile.missing(why: command.word(2)) : formFile(command.word(1), document)
      return deliver(.read([("/" + command.word(1), file)]))
    case .reply: break
    }
    return []
  }

  /// A request of the forms layer: `field/clear {"key":"name"}`, about the file in use;
  /// `field/open NAME` opens the `|` lines below.
  private mutating func callForm(_ line: String, _ document: String?) throws -> [String] {
    let parts = line.split(separator: " ", maxSplits: 1)
    var members: [JSONValue.Member] = []
    if parts.count == 2, parts[1].hasPrefix("{") {
      guard let params = JSONValue(text: String(parts[1])) else {
        throw Mistake(description: "no JSON")
      }
      members = params.members
    } else if parts.count == 2 {
      file = String(parts[1])
    }
    members.insert(.init("uri", .string("file:///" + file)), at: 0)
    if let document { members.append(.init("text", .string(document))) }
    send(
      """
      {"jsonrpc":"2.0","id":\(takeID()),"method":"\(parts[0])",\
      "params":\(JSONValue.object(members).line)}
      """)
    return []
  }

  private mutating func end() -> [String] {
    var connection = self.connection ?? start()
    recording.begin(.bytes, unsent, at: now)
    connection.receive(unsent.span, at: now)
    unsent = []
    recording.begin(.end, at: now)
    connection.receiveEndOfInput(at: now)
    return finishTurn(&connection)
  }

  private mutating func answer(_ command: TranscriptCommand) throws -> [String] {
    let answer: ValidationAnswer =
      switch (command.word(2), command.isText(2)) {
      case (let message, true): .refused(message: message)
      case ("ok", false): .accepted
      case ("refused", false): .refused(message: nil)
      case ("failed", false): .failed(reason: command.isText(3) ? command.word(3) : nil)
      default: throw Mistake(description: "an answer is ok, refused, failed or a text")
      }
    return try self.answer(command.word(1), .validation(answer))
  }

  private mutating func edit(_ command: TranscriptCommand, _ document: String?) throws {
    switch command.form {
    case "text": try replaceAll(document ?? "")
    case "type \"\" after \"\"":
      let found = try find(command.word(3))
      change(found.upperBound..<found.upperBound, command.word(1))
    case "type \"\" before \"\"":
      let found = try find(command.word(3))
      change(found.lowerBound..<found.lowerBound, command.word(1))
    case "replace \"\" with \"\"": change(try find(command.word(1)), command.word(3))
    case "delete \"\"": change(try find(command.word(1)), "")
    case let form where form.hasPrefix("type ") && command.isText(2):
      try edit(at: command.word(1), command.word(2))
    case let form where form.hasPrefix("replace ") && command.isText(3):
      try edit(at: command.word(1), command.word(3))
    default: throw Mistake(description: "not understood")
    }
  }

  private mutating func open(_ command: TranscriptCommand, _ document: String?) throws {
    let name = command.word(1)
    var language = "fields"
    var text = try document ?? String(decoding: FixtureFiles.read(name), as: UTF8.self)
    for index in command.parts.indices.dropFirst(2) {
      let option = command.word(index)
      if option == "crlf" { text = text.replacing("\n", with: "\r\n") } else { language = option }
    }
    file = name
    files[name] = (ClientText(text, encoding: encoding), 1)
    notify(
      "didOpen",
      """
      {"textDocument":{"uri":\(quoted("file:///" + name)),"languageId":\(quoted(language)),\
      "version":1,"text":\(quoted(text))}}
      """)
  }

  private func find(_ old: String) throws -> Range<Int> {
    guard let found = files[file]?.text.range(of: old) else {
      throw Mistake(description: "\"\(old)\" is not in the text")
    }
    return found
  }

  private mutating func edit(at place: String, _ new: String) throws {
    guard let text = files[file]?.text else { throw Mistake(description: "nothing is open") }
    let range = try self.range(place)
    change(text.offset(of: range.start)..<text.offset(of: range.end), new)
  }

  private mutating func change(_ range: Range<Int>, _ new: String) {
    guard let text = files[file]?.text else { return }
    let wire = wireRange(text.place(of: range.lowerBound), text.place(of: range.upperBound))
    files[file]?.text.replace(range, with: new)
    sendChange("{\"range\":\(wire),\"text\":\(quoted(new))}")
  }

  private mutating func replaceAll(_ text: String) throws {
    files[file]?.text = ClientText(text, encoding: encoding)
    sendChange("{\"text\":\(quoted(text))}")
  }

  private mutating func sendChange(_ change: String) {
    files[file]?.version += 1
    notify(
      "didChange",
      """
      {"textDocument":{"uri":\(quoted("file:///" + file)),"version":\(files[file]?.version ?? 0)},\
      "contentChanges":[\(change)]}
      """)
  }

  private mutating func request(_ method: String, at command: TranscriptCommand) throws {
    let position = try place(command)
    request(method, "{\"textDocument\":\(identifier()),\"position\":\(wire(position))}")
  }

  /// A request about a range: of the first occurrence of a text, or all of it.
  private mutating func requestRange(
    _ method: String, _ command: TranscriptCommand, more: String = ""
  ) throws {
    let range: String
    if command.parts.count == 1 {
      range = wireRange(.init(line: 0, character: 0), .init(line: 1_000_000, character: 0))
    } else if command.isText(1) {
      let found = try find(command.word(1))
      range = wireRange(place(of: found.lowerBound), place(of: found.upperBound))
    } else {
      let places = try self.range(command.word(1))
      range = wireRange(places.start, places.end)
    }
    request(method, "{\"textDocument\":\(identifier()),\"range\":\(range)\(more)}")
  }

  /// A place as `line:column`, or as a text with `¦` in it.
  private func place(_ command: TranscriptCommand) throws -> ClientText.Place {
    guard command.isText(1) else { return try range(command.word(1)).start }
    let halves = command.word(1).split(separator: "¦", omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw Mistake(description: "no ¦ in the place") }
    return place(of: try find(halves.joined()).lowerBound + halves[0].utf8.count)
  }

  private func place(of offset: Int) -> ClientText.Place {
    files[file]?.text.place(of: offset) ?? .init(line: 0, character: 0)
  }

  private func range(_ word: String) throws -> (start: ClientText.Place, end: ClientText.Place) {
    let places = try word.split(separator: "-").map { place in
      let numbers = place.split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2 else { throw Mistake(description: "a place is line:column") }
      return ClientText.Place(line: numbers[0], character: numbers[1])
    }
    guard let start = places.first, let end = places.last else {
      throw Mistake(description: "a place is line:column")
    }
    return (start, end)
  }

  private mutating func request(_ method: String, _ params: String) {
    send(
      """
      {"jsonrpc":"2.0","id":\(takeID()),"method":"textDocument/\(method)","params":\(params)}
      """)
  }

  private mutating func notify(_ method: String, _ params: String) {
    send(#"{"jsonrpc":"2.0","method":"textDocument/\#(method)","params":\#(params)}"#)
  }

  private mutating func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  private func identifier() -> String { "{\"uri\":\(quoted("file:///" + file))}" }

  private func wire(_ place: ClientText.Place) -> String {
    "{\"line\":\(place.line),\"character\":\(place.character)}"
  }

  private func wireRange(_ start: ClientText.Place, _ end: ClientText.Place) -> String {
    "{\"start\":\(wire(start)),\"end\":\(wire(end))}"
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).line }
}
