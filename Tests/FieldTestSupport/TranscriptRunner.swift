import FieldConversion
package import FieldModels
import FieldRPC
package import FieldSession

/// Plays a transcript to a real connection, bytes in and bytes out, with a clock of its own.
package struct TranscriptRunner {
  package internal(set) var connection: Connection?
  /// What went in and came out.
  package internal(set) var recording = SessionRecording()
  /// Everything that the connection has noted, if the transcript is traced.
  package private(set) var trace: [UInt8] = []
  package private(set) var now = Instant(nanoseconds: 1_773_489_600_000_000_000)
  private var validators: [String] = []
  private var autofillSources: [String] = []
  private var isMemoryStored = false
  private var writes: [MemoryWrite] = []
  private var memory = AutofillMemory()
  private var isTraced: Bool
  private var isFramedByLines = false
  private var locale: String?
  var encoding = PositionEncoding.utf16
  private var framing = Framing()
  var nextID = 1
  var files: [String: (text: ClientText, version: Int)] = [:]
  var file = ""
  var calls: [(token: Int, validator: String)] = []
  var unsent: [UInt8] = []
  private var hasExited = false
  /// The number of what a survey wanted to know last.
  private var wishNumber = 0
  private let mailbox: Mailbox<ClosureAnswer>

  /// A line that could not be carried out.
  package struct Mistake: Error, CustomStringConvertible {
    package var description: String
  }

  package init(isTraced: Bool = false) throws {
    self.isTraced = isTraced
    mailbox = try Mailbox()
  }

  /// Plays all turns; gives what came back in each.
  package mutating func play(_ transcript: Transcript) throws -> [[String]] {
    try transcript.turns.map { try play($0) }
  }

  package mutating func play(_ turn: Transcript.Turn) throws -> [String] {
    var output: [String] = []
    var isTurn = false
    for step in turn.steps {
      do {
        switch step.line.first {
        case UInt8(ascii: "#"), nil: continue
        case UInt8(ascii: "="): try setUp(step.text.dropFirst())
        case UInt8(ascii: "+"):
          try wait(step.text.dropFirst())
          isTurn = true
        case UInt8(ascii: ">"):
          isTurn = true
          let rest = Array(step.line.dropFirst(step.line.dropFirst().first == 0x20 ? 2 : 1))
          if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") {
            send(rest)
          } else {
            output += try carryOut(step, String(decoding: rest, as: UTF8.self))
          }
        default: throw Mistake(description: "a line begins with one of # = + > < |")
        }
      } catch {
        throw Mistake(description: "line \(step.lineNumber): \(step.text): \(error)")
      }
    }
    return isTurn ? output + receive() : output
  }
}

extension TranscriptRunner {
  private mutating func setUp(_ line: Substring) throws {
    guard let command = TranscriptCommand(String(line)) else {
      throw Mistake(description: "not understood")
    }
    guard let setting = TranscriptSetting(rawValue: command.verb) else {
      throw Mistake(description: "there is no setting \(command.verb)")
    }
    let words = command.parts.indices.dropFirst().map(command.word)
    switch setting {
    case .validators: validators = words
    case .sources: autofillSources = words
    case .store: isMemoryStored = true
    case .lines: isFramedByLines = true
    case .clock:
      guard let nanoseconds = words.first.flatMap(Int64.init),
        let offset = words.last.flatMap(Int.init)
      else { throw Mistake(description: "takes nanoseconds and an offset") }
      now = Instant(nanoseconds: nanoseconds, utcOffsetSeconds: words.count > 1 ? offset : 0)
    case .locale: locale = words.first
    case .client: try shakeHands(line.drop { $0 == " " }.dropFirst("client".count))
    }
  }

  /// `initialize` and `initialized`, which are not shown.
  private mutating func shakeHands(_ line: Substring) throws {
    let name = String(line.drop { $0 == " " })
    let capabilities = ClientCapability.named[name] ?? name
    guard let value = JSONValue(text: capabilities) else {
      throw Mistake(description: "no client is called \(name)")
    }
    if let encoding = value["general"]?["positionEncodings"]?.array?.first?.string {
      self.encoding = ["utf-8": .utf8, "utf-32": .utf32][encoding] ?? .utf16
    }
    let language = locale.map { #","locale":"\#($0)""# } ?? ""
    send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":"#
        + #"{"capabilities":\#(capabilities)\#(language)}}"#)
    send(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
    _ = receive()
  }

  private mutating func wait(_ line: Substring) throws {
    let unit = line.drop { $0.isNumber || $0 == "." }
    let number = line.dropLast(unit.count).split(separator: ".", omittingEmptySubsequences: false)
    let unitNanoseconds: [Substring: Int64] = [
      "ms": 1_000_000, "s": 1_000_000_000, "h": 3_600_000_000_000,
    ]
    guard let one = unitNanoseconds[unit], let whole = number.first.flatMap({ Int64($0) }) else {
      throw Mistake(description: "takes a time, such as +500ms")
    }
    var nanoseconds = whole * one
    var place = one / 10
    for digit in number.dropFirst().first ?? "" {
      nanoseconds += Int64(digit.wholeNumberValue ?? 0) * place
      place /= 10
    }
    now = now.adding(nanoseconds: nanoseconds)
  }

  /// A message on its way.
  package mutating func send(_ body: [UInt8]) {
    unsent += isFramedByLines ? body + [0x0A] : Framing.header(bodyByteCount: body.count) + body
  }

  mutating func send(_ body: String) { send(Array(body.utf8)) }

  func start() -> Connection {
    let closures = validators.map { name in
      // Nothing is decided here: who is called with what is told as an answer, and read off it.
      let closure: ValidationClosure = { value, completion in
        completion(
          .failure(.errorWithMessage("\(name) \(value.map { JSONValue.string($0).line } ?? "nil")"))
        )
      }
      return (name, closure)
    }
    let sources = autofillSources.map { name in
      let closure: AutofillClosure = { text, completion in
        completion([name, JSONValue.string(text).line])
      }
      return (name, closure)
    }
    return Connection(
      version: "0.0.0", conversions: .all,
      closures: .init(
        validators: Dictionary(uniqueKeysWithValues: closures),
        autofillSources: Dictionary(uniqueKeysWithValues: sources)),
      isMemoryStored: isMemoryStored, isTraced: isTraced, isVerified: true)
  }

  /// A turn: what was sent arrives, and what comes back is written down.
  package mutating func receive() -> [String] {
    var connection = self.connection ?? start()
    if unsent.isEmpty {
      recording.begin(.time, at: now)
      connection.wake(at: now)
    } else {
      recording.begin(.bytes, unsent, at: now)
      connection.receive(unsent.span, at: now)
    }
    unsent = []
    return finishTurn(&connection)
  }

  mutating func finishTurn(_ connection: inout Connection) -> [String] {
    var output: [String] = []
    // A host makes imports beside the conversation, and here before anything else happens.
    while let next = connection.takeImport() {
      connection.deliver(next.work.result(), ofImport: next.number, at: now)
    }
    takeOutput(of: &connection)
    // What was too much for one turn is for the next.
    while connection.nextDeadline == Instant(nanoseconds: 0) {
      recording.begin(.time, at: now)
      connection.wake(at: now)
      takeOutput(of: &connection)
    }
    while let frame = framing.next() {
      switch frame {
      case .body(let range): output += TranscriptOutput.lines(Array(framing.bytes[range]))
      case .malformed(let reason): output.append("malformed: \(reason)")
      }
    }
    var numbers: (calls: [Int], writes: [Int], survey: Int?) = ([], [], nil)
    for call in connection.takeCalls() {
      numbers.calls.append(call.token)
      call.run { [mailbox] answer in mailbox.put(answer) }
      for answer in mailbox.take() {
        let words =
          switch answer.answer {
          case .validation(.refused(let words?)): words
          case .texts(let words): words.joined(separator: " ")
          case .validation: ""
          }
        calls.append((answer.token, String(words.prefix { $0 != " " })))
        output.append("call #\(answer.token) \(words)")
      }
    }
    for write in connection.takeWrites() {
      output.append("write #\(write.token) \(write.change.line)")
      self.writes.append(write)
      numbers.writes.append(write.token)
    }
    if let (number, wish) = connection.takeFileWish() {
      wishNumber = number
      numbers.survey = number
      switch wish {
      case .list(let folders, _): output.append("wants a list of \(folders.joined(separator: " "))")
      case .read(let paths): output.append("wants to read \(paths.joined(separator: " "))")
      }
    }
    if let status = connection.exitStatus, !hasExited {
      hasExited = true
      output.append("exit \(status)")
    }
    trace += connection.takeTrace()
    recording.note(calls: numbers.calls, writes: numbers.writes, survey: numbers.survey)
    self.connection = connection
    return output
  }

  private mutating func takeOutput(of connection: inout Connection) {
    let bytes = connection.output.take()
    recording.note(output: bytes, deadline: connection.nextDeadline)
    framing.append(bytes.span)
  }

  /// The settings of the connection, as the host of a module says them.
  package var settings: JSONValue {
    func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
    return [
      "version": "0.0.0", "validators": names(validators),
      "autofillSources": names(autofillSources), "remembers": .bool(isMemoryStored),
      "isVerified": true,
    ]
  }

  /// Lets a validator answer, in a turn of its own.
  mutating func answer(_ name: String, _ answer: HostAnswer) throws -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    let number = name.split(separator: "#").last.flatMap { Int($0) }
    let token = name.contains("#") ? number : calls.first { $0.validator == name }?.token
    guard let token, var connection else { throw Mistake(description: "nobody was asked") }
    calls.removeAll { $0.token == token }
    recording.begin(event: [.init("answer", .integer(token)), answer.told], at: now)
    connection.deliver([ClosureAnswer(token: token, answer: answer)], at: now)
    output += finishTurn(&connection)
    return output
  }
}

/// The store of a transcript.
extension TranscriptRunner {
  /// Lets the store answer, in a turn of its own.
  mutating func finishWrite(_ token: Int, _ failure: String?) throws -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    guard let write = writes.first(where: { $0.token == token }), var connection else {
      throw Mistake(description: "nothing was to be written")
    }
    writes.removeAll { $0.token == token }
    if failure == nil { memory.apply(write.change) }
    let told = failure.map { [JSONValue.Member("failure", .string($0))] } ?? []
    recording.begin(event: [.init("written", .integer(token))] + told, at: now)
    connection.deliver(write: token, failure: failure, memory, at: now)
    output += finishTurn(&connection)
    return output
  }

  /// Another daemon changes the store.
  mutating func remember(_ change: AutofillChange) throws -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    var connection = self.connection ?? start()
    memory.apply(change)
    recording.begin(event: change.told, at: now)
    connection.deliver(memory, at: now)
    output += finishTurn(&connection)
    return output
  }

  /// The folder of the client turns out to have a file.
  mutating func readFolder(_ text: String) -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    var connection = self.connection ?? start()
    recording.begin(event: [.init("folders", .array([.string(text)]))], at: now)
    connection.deliver(workspace: [WorkspaceFile(Array(text.utf8))], at: now)
    output += finishTurn(&connection)
    return output
  }

  /// The file of a form turns out to be a text, or not to be there.
  mutating func readForm(_ name: String, _ text: String?) -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    var connection = self.connection ?? start()
    let file = formFile(name, text)
    recording.noteLookForForms()
    _ = connection.takeFormWishes()
    recording.begin(event: [.init("forms", .array([file.told(at: "/\(name)")]))], at: now)
    connection.deliver(forms: [("/\(name)", file)], at: now)
    output += finishTurn(&connection)
    return output
  }

  /// A file as it turns out to be.
  func formFile(_ name: String, _ text: String?) -> FormFile {
    text.map { .text(Array($0.utf8), path: name) } ?? .gone
  }

  /// What a survey wants to know turns out.
  mutating func deliver(_ found: FilesFound) -> [String] {
    var output = unsent.isEmpty ? [] : receive()
    var connection = self.connection ?? start()
    let told: [JSONValue.Member] =
      switch found {
      case .list(let paths, let closed, let mistakes):
        [("list", paths), ("closed", closed), ("mistakes", mistakes)].map { name, texts in
          .init(name, .array(texts.map { .string($0) }))
        }
      case .read(let files): [.init("read", .array(files.map { $0.file.told(at: $0.path) }))]
      }
    recording.begin(event: [.init("survey", .integer(wishNumber))] + told, at: now)
    connection.deliver(survey: found, number: wishNumber, at: now)
    output += finishTurn(&connection)
    return output
  }
}

extension AutofillChange {
  fileprivate var line: String {
    switch self {
    case .learned: "learned \(source) \(JSONValue.string(text).line)"
    case .removed: "removed \(source) \(JSONValue.string(text).line)"
    }
  }
}

/// What clients of the tests say that they can show, by name.
package enum ClientCapability {
  package static let named = ["": "{}", "plain": "{}", "full": full, "vscode": full]

  /// Everything that fieldd asks about.
  package static let full = """
    {"general":{"positionEncodings":["utf-16"]},"workspace":{"applyEdit":true,"workspaceEdit":\
    {"documentChanges":true},"inlayHint":{"refreshSupport":true}},"textDocument":\
    {"publishDiagnostics":{"relatedInformation":true,"codeDescriptionSupport":true,\
    "dataSupport":true},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},\
    "completion":{"completionItem":{"snippetSupport":true,"documentationFormat":["markdown"]},\
    "completionItemKind":{"valueSet":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,\
    24,25]}},"codeAction":{"isPreferredSupport":true,"codeActionLiteralSupport":\
    {"codeActionKind":{"valueSet":["quickfix","refactor"]}}},"hover":{"contentFormat":["markdown"]}}}
    """
}
