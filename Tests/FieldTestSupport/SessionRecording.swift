package import FieldModels
package import FieldSession

/// What goes into a connection and what comes out of it, byte for byte, so that another build of the
/// same sources can be held against it.
///
/// It is a list of objects, one for each turn, in the words of the WebAssembly module's host
/// (`packaging/wasm`): the kind of the turn, the moment, what was put in, what came out.
package struct SessionRecording {
  /// What a turn is about.
  package enum Kind: Int {
    case time, bytes, end, event
  }

  private var turns: [[JSONValue.Member]] = []

  package init() {}

  /// The recording as a JSON text.
  package func text(settings: JSONValue) -> String {
    JSONValue.object([
      .init("settings", settings), .init("turns", .array(turns.map { .object($0) })),
    ]).line
  }

  /// A turn begins.
  package mutating func begin(
    _ kind: Kind, _ input: [UInt8] = [], at now: Instant, inHaste: Bool = false
  ) {
    turns.append([
      .init("inHaste", .bool(inHaste)),
      .init("kind", .integer(kind.rawValue)), .init("nanoseconds", .string("\(now.nanoseconds)")),
      .init("offsetSeconds", .integer(now.utcOffsetSeconds)),
      .init("input", .string(Self.hex(input))),
    ])
  }

  package mutating func begin(event: [JSONValue.Member], at now: Instant) {
    begin(.event, Array(JSONValue.object(event).line.utf8), at: now)
  }

  /// What has come out since the last time.
  package mutating func note(output: [UInt8], deadline: Instant?) {
    guard let last = turns.indices.last else { return }
    turns[last].append(.init("output", .string(Self.hex(output))))
    turns[last].append(.init("deadline", .string("\(deadline?.nanoseconds ?? -1)")))
  }

  /// What the host is to do, by the numbers by which it tells that it is done.
  package mutating func note(calls: [Int], writes: [Int], survey: Int?) {
    guard let last = turns.indices.last else { return }
    turns[last].append(.init("calls", .array(calls.map { .integer($0) })))
    turns[last].append(.init("writes", .array(writes.map { .integer($0) })))
    turns[last].append(.init("survey", survey.map { .integer($0) } ?? .null))
  }

  /// The host asks which forms are wanted, in the turn that was noted last.
  package mutating func noteLookForForms() {
    guard let last = turns.indices.last else { return }
    turns[last].append(.init("looksForForms", .bool(true)))
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A recording that is kept when nobody goes on with it (`FixtureFiles.keep`).
final class KeptRecording: @unchecked Sendable {
  var recording = SessionRecording()
  private let settings: JSONValue

  init(settings: JSONValue) { self.settings = settings }

  func copy() -> KeptRecording {
    let copy = KeptRecording(settings: settings)
    copy.recording = recording
    return copy
  }

  deinit {
    let text = recording.text(settings: settings)
    // Equal ones are one, and what is cut into single bytes says no more than what is not.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    guard text.utf8.count < 4 << 20 else { return }
    try? FixtureFiles.keep(recording: text, of: "spoken \(hash)")
  }
}

extension FormFile {
  /// The file as the module's host tells of it.
  package func told(at path: String) -> JSONValue {
    switch self {
    case .text(let bytes, let name):
      .object([
        .init("path", .string(path)), .init("name", .string(name)),
        .init("text", .string(String(decoding: bytes, as: UTF8.self))),
      ])
    case .missing(let why):
      .object([.init("path", .string(path)), .init("missing", .string(why))])
    }
  }
}

extension HostAnswer {
  /// The answer as the module's host gives it.
  package var told: JSONValue.Member {
    switch self {
    case .validation(.accepted), .validation(.unanswered): .init("accepted", .bool(true))
    case .validation(.refused(let message)):
      .init("refused", message.map { .string($0) } ?? .null)
    case .validation(.failed(let reason)): .init("failed", reason.map { .string($0) } ?? .null)
    case .texts(let texts): .init("texts", .array(texts.map { .string($0) }))
    }
  }
}

extension AutofillChange {
  /// The change as the module's host tells of it.
  package var told: [JSONValue.Member] {
    switch self {
    case .learned(let text, let source):
      [.init("learned", .string(text)), .init("source", .string(source))]
    case .removed(let text, let source):
      [.init("removed", .string(text)), .init("source", .string(source))]
    }
  }
}
