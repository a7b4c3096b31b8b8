import FieldModels

/// Writes a session down in the format of the test suite's transcripts.
///
/// `>` is what was received, `<` what was sent, `+500ms` how much time went by, a blank line stands
/// between turns. A bug report made of it is a test.
///
/// What was received is held back until the session has said how to write it without the drafts
/// of secure fields. What is not known to be harmless is left out: a message that was not
/// understood keeps its shape and loses its texts.
struct Trace: Sendable {
  private var bytes: [UInt8] = []
  private var received: [Received] = []
  private var turn: Instant?
  private var writtenTime: Instant?
  private var isInTurn = false

  private enum Received: Sendable {
    case plain([UInt8])
    /// A message with texts in it, which the session gives back without secure drafts.
    case withTexts([UInt8], count: Int)
    /// A message with something in it that nobody understands.
    case dubious([UInt8], count: Int)
    case comment(String)
  }

  /// Says at what time the following happens; nothing is written until something does.
  mutating func beginTurn(at now: Instant) {
    turn = now
    isInTurn = false
  }

  /// Writes the turn's time, for turns in which time alone brings something about.
  mutating func noteTime() {
    guard !isInTurn, let turn else { return }
    isInTurn = true
    if !bytes.isEmpty || writtenTime != nil { bytes.append(0x0A) }
    defer { writtenTime = turn }
    guard let time = writtenTime, time.utcOffsetSeconds == turn.utcOffsetSeconds else {
      return line("=", "clock \(turn.nanoseconds) \(turn.utcOffsetSeconds)")
    }
    let nanoseconds = turn.nanoseconds - time.nanoseconds
    if 0 < nanoseconds { line("", "+\(Self.milliseconds(nanoseconds))ms") }
  }

  mutating func note(received body: ArraySlice<UInt8>, _ frame: MessageReading.Frame) {
    let messages: [ClientMessage]
    switch frame {
    case .single(let message): messages = [message]
    case .batch(let batch): messages = batch
    }
    let count = messages.count(where: \.hasTexts)
    if case .single(.broken(_, let error, _)) = frame, error.code == .parseError {
      received.append(.comment("not JSON, \(body.count) bytes: \(error.message)"))
    } else if messages.contains(where: \.isDubious) {
      received.append(.dubious(Array(body), count: count))
    } else {
      received.append(count == 0 ? .plain(Array(body)) : .withTexts(Array(body), count: count))
    }
  }

  mutating func note(malformed reason: String) { received.append(.comment("malformed: \(reason)")) }

  mutating func note(_ answers: [ClosureAnswer]) {
    for answer in answers {
      noteTime()
      switch answer.answer {
      case .accepted: line(">", "answer #\(answer.token) ok")
      case .refused(nil): line(">", "answer #\(answer.token) refused")
      case .refused(let message?):
        line(">", "answer #\(answer.token) \"\(JSONString.escaped(message))\"")
      }
    }
  }

  /// Writes what was received, with the texts as the session gave them back.
  mutating func write(redactions: [[[UInt8]]]) {
    var rest = redactions[...]
    for message in received {
      noteTime()
      switch message {
      case .plain(let body): line(">", body)
      case .withTexts(let body, let count):
        var texts = rest.prefix(count).flatMap(\.self)[...]
        rest = rest.dropFirst(count)
        write(body) { Self.redacted($0, &texts) }
      case .dubious(let body, let count):
        rest = rest.dropFirst(count)
        write(body) { Self.blanked($0) }
      case .comment(let text): line("#", text)
      }
    }
    received = []
  }

  mutating func note(sent body: [UInt8]) {
    noteTime()
    line("<", body)
  }

  /// Notes that a validator is called; its value is the draft, which the document has.
  mutating func note(called validator: String, token: Int) {
    noteTime()
    line("<", "call #\(token) \(validator)")
  }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func write(_ body: [UInt8], _ change: (JSONValue) -> JSONValue) {
    var reader = JSONReader(body, dialect: .strict)
    reader.readText()
    var json = JSONWriter()
    json.value(change(JSONValue(reader.tree, 0)))
    line(">", json.bytes)
  }

  private mutating func line(_ sign: String, _ text: String) { line(sign, Array(text.utf8)) }

  private mutating func line(_ sign: String, _ body: [UInt8]) {
    bytes += Array(sign.utf8)
    if !sign.isEmpty { bytes.append(0x20) }
    bytes += body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    bytes.append(0x0A)
  }

  /// Nanoseconds as milliseconds, exactly.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest != 0 else { return String(whole) }
    var fraction = String(1_000_000 + rest).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}

extension Trace {
  /// The value with every `text` replaced by the next of the texts; by nothing where they run out.
  private static func redacted(
    _ value: JSONValue, _ texts: inout ArraySlice<[UInt8]>
  ) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let elements): return .array(elements.map { redacted($0, &texts) })
    case .object(let members):
      return .object(
        members.map { member in
          guard member.name == "text", case .string = member.value else {
            return .init(member.name, redacted(member.value, &texts))
          }
          let text = texts.popFirst() ?? []
          return .init(member.name, .string(String(decoding: text, as: UTF8.self)))
        })
    }
  }

  /// The value without its texts, but those that say which message it is and whom it concerns.
  private static func blanked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: value
    case .string: .string("")
    case .array(let elements): .array(elements.map(blanked))
    case .object(let members):
      .object(
        members.map { member in
          let isKept = keptNames.contains(member.name)
          if case .string = member.value, isKept { return member }
          return .init(member.name, blanked(member.value))
        })
    }
  }

  private static let keptNames: Set<String> = [
    "jsonrpc", "method", "id", "uri", "languageId", "workDoneToken", "partialResultToken",
  ]
}

extension ClientMessage {
  /// Whether texts of a document are in it.
  var hasTexts: Bool {
    switch self {
    case .notification(.didOpen), .notification(.didChange): true
    case .notification, .request, .response, .broken: false
    }
  }

  /// Whether there may be anything in it: nobody understands all of it.
  fileprivate var isDubious: Bool {
    switch self {
    case .notification(.ignored), .notification(.didSave), .response, .broken: true
    case .notification, .request: false
    }
  }
}
