import FieldModels

/// Writes a session down in the format of the test suite's transcripts: `>` what was received, `<`
/// what was sent, `+500ms` how much time went by. A bug report made of it is a test.
///
/// What was received is held back until the session has said how to write it without the drafts
/// of secure fields.
struct Trace: Sendable {
  private var bytes: [UInt8] = []
  private var received: [Received] = []
  private var time: Instant?

  private enum Received: Sendable {
    case plain([UInt8])
    /// A message with texts in it, which the session gives back without secure drafts.
    case withTexts([UInt8], count: Int)
  }

  mutating func note(time now: Instant) {
    defer { time = now }
    guard let time else { return }
    let milliseconds = (now.nanoseconds - time.nanoseconds) / 1_000_000
    if 0 < milliseconds { line("+", Array("\(milliseconds)ms".utf8), separator: "") }
  }

  mutating func note(received body: ArraySlice<UInt8>, _ frame: MessageReading.Frame) {
    let messages: [ClientMessage]
    switch frame {
    case .single(let message): messages = [message]
    case .batch(let batch): messages = batch
    }
    let texts = messages.reduce(0) { $0 + $1.textMessageCount }
    received.append(texts == 0 ? .plain(Array(body)) : .withTexts(Array(body), count: texts))
  }

  mutating func note(malformed reason: String) {
    received.append(.plain(Array("# malformed: \(reason)".utf8)))
  }

  /// Writes what was received, with the texts as the session gave them back.
  mutating func write(redactions: [[[UInt8]]]) {
    var rest = redactions[...]
    for message in received {
      switch message {
      case .plain(let body): line(">", body)
      case .withTexts(let body, let count):
        var reader = JSONReader(body, dialect: .strict)
        reader.readText()
        var texts = rest.prefix(count).flatMap(\.self)[...]
        rest = rest.dropFirst(count)
        var json = JSONWriter()
        json.value(Self.redacted(JSONValue(reader.tree, 0), &texts))
        line(">", json.bytes)
      }
    }
    received = []
  }

  mutating func note(sent body: [UInt8]) { line("<", body) }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func line(_ sign: String, _ body: [UInt8], separator: String = " ") {
    bytes += Array(sign.utf8) + Array(separator.utf8)
    bytes += body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    bytes.append(0x0A)
  }

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
}

extension ClientMessage {
  /// Whether the message has texts of a document in it, as a count.
  fileprivate var textMessageCount: Int {
    switch self {
    case .notification(.didOpen), .notification(.didChange): 1
    case .notification, .request, .response, .broken: 0
    }
  }
}
