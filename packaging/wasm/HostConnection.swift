/// A connection whose host speaks of everything beside the stream in lines of JSON.
///
/// The stream itself is that of the daemon. The lines are for what its own program does with files and
/// closures: `calls` of validators and autofill sources, texts to remember, forms and folders to read.
/// A host that has none of these never sees a line, and says nothing.
struct HostConnection {
  private(set) var connection: Connection
  /// What the host is to do, a line of JSON for each.
  private var wishes: [UInt8] = []
  private var memory = AutofillMemory()
  /// The changes that the host is to write, by their tokens.
  private var writes: [Int: AutofillChange] = [:]
  private var hasExited = false

  /// What a closure of the host's was asked last, which `takeCalls` writes down at once.
  private nonisolated(unsafe) static var question: [JSONValue.Member] = []

  /// What a turn is about.
  enum Kind {
    static let time: Int32 = 0
    static let bytes: Int32 = 1
    static let end: Int32 = 2
    static let event: Int32 = 3
  }

  /// A connection with the settings of its host.
  ///
  /// - Parameter settings: an object with `version`, the names of closures in `validators`,
  ///   `formValidators` and `autofillSources`, and `remembers`, `isTraced`, `isVerified`; nothing for
  ///   a host without any
  init(settings: [UInt8]) {
    let settings = JSONValue(reading: settings)
    func names(_ member: String) -> [String] {
      settings[member]?.array?.compactMap { $0.string } ?? []
    }
    var validators: [String: ValidationClosure] = [:]
    for name in names("validators") {
      validators[name] = { value, _ in
        Self.question = [.init("value", value.map { .string($0) } ?? .null)]
      }
    }
    var formValidators: [String: FormValidationClosure] = [:]
    for name in names("formValidators") {
      formValidators[name] = { request, _ in
        let values = request.values.sorted { $0.key < $1.key }
          .map { JSONValue.Member($0.key, .draft($0.value)) }
        Self.question = [
          .init("key", .string(request.key)),
          .init("value", request.value.map { .string($0) } ?? .null),
          .init("values", .object(values)),
        ]
      }
    }
    var sources: [String: AutofillClosure] = [:]
    for name in names("autofillSources") {
      sources[name] = { text, _ in Self.question = [.init("text", .string(text))] }
    }
    connection = Connection(
      version: settings["version"]?.string ?? Version.current, conversions: .all,
      closures: .init(
        validators: validators, formValidators: formValidators, autofillSources: sources),
      zones: HostZones.database, isMemoryStored: settings["remembers"]?.bool ?? false,
      isTraced: settings["isTraced"]?.bool ?? false,
      isVerified: settings["isVerified"]?.bool ?? false)
  }

  /// A turn, and the imports that it asks for.
  mutating func turn(
    _ kind: Int32, _ bytes: [UInt8], at now: Instant, while mayGoOn: () -> Bool
  ) {
    switch kind {
    case Kind.bytes: connection.receive(bytes.span, at: now, while: mayGoOn)
    case Kind.end: connection.receiveEndOfInput(at: now, while: mayGoOn)
    case Kind.event:
      take(JSONValue(reading: bytes), at: now)
    default: connection.wake(at: now, while: mayGoOn)
    }
    while let next = connection.takeImport() {
      connection.deliver(next.work.result(), ofImport: next.number, at: now)
    }
  }

  mutating func takeOutput() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(connection.output.byteCount)
    while !connection.output.isEmpty {
      let count = connection.output.withUnwritten { piece in
        for index in piece.indices { bytes.append(piece[index]) }
        return piece.count
      }
      connection.output.consume(count)
    }
    return bytes
  }

  mutating func takeWishes(_ kinds: Int32) -> [UInt8] {
    if kinds & 4 != 0 { noteWishes() }
    if kinds & 2 != 0, let folders = connection.takeFolders() {
      note([.init("folders", .texts(folders))])
    }
    if kinds & 1 != 0, let paths = connection.takeFormWishes() {
      note([.init("forms", .texts(paths.sorted()))])
    }
    defer { wishes = [] }
    return wishes
  }
}

// What the host is to do.
extension HostConnection {
  private mutating func noteWishes() {
    for call in connection.takeCalls() {
      Self.question = []
      call.run { _ in }
      note([.init("call", .integer(call.token))] + Self.question)
    }
    for write in connection.takeWrites() {
      writes[write.token] = write.change
      let (verb, text, source) =
        switch write.change {
        case .learned(let text, let source): ("learned", text, source)
        case .removed(let text, let source): ("removed", text, source)
        }
      note([
        .init("write", .integer(write.token)), .init(verb, .string(text)),
        .init("source", .string(source)),
      ])
    }
    if let (number, wish) = connection.takeFileWish() {
      switch wish {
      case .list(let folders, let withRecords):
        note([
          .init("survey", .integer(number)), .init("list", .texts(folders)),
          .init("withRecords", .bool(withRecords)),
        ])
      case .read(let paths):
        note([.init("survey", .integer(number)), .init("read", .texts(paths))])
      }
    }
    if let status = connection.exitStatus, !hasExited {
      hasExited = true
      note([.init("exit", .integer(Int(status)))])
    }
    let trace = connection.takeTrace()
    if !trace.isEmpty {
      note([.init("trace", .string(String(decoding: trace, as: UTF8.self)))])
    }
  }

  private mutating func note(_ members: [JSONValue.Member]) {
    var json = JSONWriter()
    json.value(JSONValue.object(members))
    wishes += json.bytes + [0x0A]
  }
}

// What the host tells.
extension HostConnection {
  private mutating func take(_ event: JSONValue, at now: Instant) {
    if let token = event["answer"]?.integer {
      connection.deliver(
        [ClosureAnswer(token: Int(clamping: token), answer: answer(event))], at: now)
    } else if let token = event["written"]?.integer {
      let failure = event["failure"]?.string
      if let change = writes.removeValue(forKey: Int(clamping: token)), failure == nil {
        memory.apply(change)
      }
      connection.deliver(write: Int(clamping: token), failure: failure, memory, at: now)
    } else if let change = change(event) {
      memory.apply(change)
      connection.deliver(memory, at: now)
    } else if let files = event["folders"]?.array {
      let files = files.compactMap { $0.string }.map { WorkspaceFile(Array($0.utf8)) }
      connection.deliver(workspace: files, at: now)
    } else if let files = event["forms"]?.array {
      connection.deliver(forms: files.map { file($0) }, at: now)
    } else if let number = event["survey"]?.integer {
      let found: FilesFound =
        if let files = event["read"]?.array {
          .read(files.map { file($0) })
        } else {
          .list(
            texts(event["list"]), closed: texts(event["closed"]),
            mistakes: texts(event["mistakes"]))
        }
      connection.deliver(survey: found, number: Int(clamping: number), at: now)
    }
  }

  private func answer(_ event: JSONValue) -> HostAnswer {
    if let texts = event["texts"] { return .texts(self.texts(texts)) }
    if let message = event["refused"] { return .validation(.refused(message: message.string)) }
    if let reason = event["failed"] { return .validation(.failed(reason: reason.string)) }
    return .validation(.accepted)
  }

  private func change(_ event: JSONValue) -> AutofillChange? {
    guard let source = event["source"]?.string else { return nil }
    if let text = event["learned"]?.string { return .learned(text, source: source) }
    return event["removed"]?.string.map { .removed($0, source: source) }
  }

  private func file(_ value: JSONValue) -> (path: String, file: FormFile) {
    let path = value["path"]?.string ?? ""
    if let text = value["text"]?.string {
      return (path, .text(Array(text.utf8), path: value["name"]?.string ?? path))
    }
    return (path, value["missing"]?.string.map { .missing(why: $0) } ?? .gone)
  }

  private func texts(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap { $0.string } ?? []
  }
}

extension JSONValue {
  /// The value of a JSON text; null where the text has none.
  fileprivate init(reading bytes: [UInt8]) {
    var reader = JSONReader(bytes, dialect: .strict)
    reader.readText()
    self.init(reader.tree, 0)
  }

  fileprivate static func draft(_ draft: Draft) -> JSONValue {
    switch draft {
    case .text(let text): .string(text)
    case .rows(let rows): .texts(rows)
    }
  }

  fileprivate static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}
