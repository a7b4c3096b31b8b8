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
    /// The body of a frame, and how to write each of its messages.
    case frame([UInt8], [Treatment])
    case comment(String)
  }

  private enum Treatment: Sendable {
    case asItIs
    /// The texts in it are those that the session gives back, without secure drafts.
    case withoutDrafts
    /// There may be anything in it, so it loses all values that are not known to be harmless.
    case withoutTexts

    init(_ message: ClientMessage) {
      self = message.hasTexts ? .withoutDrafts : message.isDubious ? .withoutTexts : .asItIs
    }
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

  mutating func note(received body: ArraySlice<UInt8>, _ content: MessageReading.Messages) {
    let messages: [ClientMessage]
    switch content {
    case .single(let message): messages = [message]
    case .batch(let batch): messages = batch
    }
    if case .single(.broken(_, let error, _, _)) = content, error.code == .parseError {
      received.append(.comment("not JSON, \(body.count) bytes: \(error.message)"))
    } else {
      received.append(.frame(Array(body), messages.map(Treatment.init)))
    }
  }

  mutating func note(malformed reason: String) { received.append(.comment("malformed: \(reason)")) }

  /// Notes what closures answer, without the words that may quote a secure draft.
  mutating func note(_ answers: [ClosureAnswer], hidingWordsOf isSecret: (ClosureAnswer) -> Bool) {
    for answer in answers {
      noteTime()
      switch answer.answer {
      case .validation(.accepted): line(">", "answer #\(answer.token) ok")
      // What is told by silence is told by the time that goes by.
      case .validation(.unanswered): break
      case .validation(.failed(let reason?)) where !isSecret(answer):
        line(">", "answer #\(answer.token) failed \"\(JSONString.escaped(reason))\"")
      case .validation(.failed): line(">", "answer #\(answer.token) failed")
      case .validation(.refused(nil)): line(">", "answer #\(answer.token) refused")
      case .validation(.refused(_?)) where isSecret(answer):
        line(">", "answer #\(answer.token) refused")
      case .validation(.refused(let message?)):
        line(">", "answer #\(answer.token) \"\(JSONString.escaped(message))\"")
      case .texts(let all):
        let texts = isSecret(answer) ? [] : all
        var json = JSONWriter()
        json.value(texts)
        line(">", Array("answer #\(answer.token) ".utf8) + json.bytes)
      }
    }
  }

  /// Notes that the store has written a change, or has not.
  mutating func note(written token: Int, _ failure: String?) {
    noteTime()
    let result = failure.map { "\"\(JSONString.escaped($0))\"" } ?? "ok"
    line(">", "written #\(token) \(result)")
  }

  /// Notes that there is something else in the store; what, is the person's own.
  mutating func noteMemory() {
    noteTime()
    line("#", "the autofill store has changed")
  }

  mutating func noteWorkspace() {
    noteTime()
    line("#", "the autofill sources of the folder were read")
  }

  mutating func noteForms() {
    noteTime()
    line("#", "the files of forms that records belong to were read")
  }

  mutating func noteSurvey() {
    noteTime()
    line("#", "files of the folders were found or read")
  }

  /// Writes what was received, with the texts as the session gave them back.
  mutating func write(redactions: [Redaction]) {
    var rest = redactions[...]
    for message in received {
      noteTime()
      switch message {
      case .frame(let body, let treatments): write(body, treatments: treatments, redactions: &rest)
      case .comment(let text): line("#", text)
      }
    }
    received = []
  }

  mutating func note(sent body: JSONText) {
    noteTime()
    line("<", body.redacted)
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

  private mutating func write(
    _ body: [UInt8], treatments: [Treatment], redactions: inout ArraySlice<Redaction>
  ) {
    if treatments.allSatisfy({ $0 == .asItIs }) { return line(">", body) }
    var reader = JSONReader(body, dialect: .strict)
    reader.readText()
    let tree = reader.tree
    var messages = Array(tree.elements(of: 0))
    if messages.count != treatments.count { messages = [0] }
    let secrets = zip(messages, treatments).flatMap {
      Self.secrets(tree, of: $0, treatment: $1, redactions: &redactions)
    }
    line(">", JSONText(body, secrets: secrets).redacted)
  }

  /// What of a message must not be written down.
  private static func secrets(
    _ tree: JSONTree, of message: Int, treatment: Treatment,
    redactions: inout ArraySlice<Redaction>
  ) -> [JSONText.Secret] {
    switch treatment {
    case .asItIs: return []
    case .withoutTexts: return secrets(tree, inAnyTextOf: message)
    case .withoutDrafts:
      switch redactions.popFirst() {
      case .texts(let texts): return secrets(tree, in: message, redacted: texts)
      case .asItIs: return []
      case .blanked, nil: return secrets(tree, inAnyTextOf: message)
      }
    }
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
  /// The value of every `text`, for which the next of the texts stands in; nothing where they run
  /// out.
  private static func secrets(
    _ tree: JSONTree, in message: Int, redacted texts: [[UInt8]]
  ) -> [JSONText.Secret] {
    var texts = texts[...]
    var secrets: [JSONText.Secret] = []
    forEachValue(of: tree, in: message) { name, value in
      guard let name, tree.isString(name, "text"), tree[value].kind == .string else { return }
      let text = String(decoding: texts.popFirst() ?? [], as: UTF8.self)
      secrets.append(.init(tree[value].span, standIn: .string(text)))
    }
    return secrets
  }

  /// Every value but those that say which message it is, whom it concerns and where.
  ///
  /// What a draft is may be any value: a text, a number, true or false. So a value is kept only under
  /// a name that is known to be harmless, in an object that the protocol has there.
  private static func secrets(_ tree: JSONTree, inAnyTextOf message: Int) -> [JSONText.Secret] {
    var secrets: [JSONText.Secret] = []
    func hide(_ value: Int, named word: String, isOfProtocol: Bool) {
      switch tree[value].kind {
      case .string, .invalid, .missing:
        if !isOfProtocol || !keptNames.contains(word) { secrets.append(.init(tree[value].span)) }
      case .number:
        if isOfProtocol, keptNames.contains(word) || placeNames.contains(word) { return }
        secrets.append(.init(tree[value].span, standIn: 0))
      case .true, .false:
        if isOfProtocol, flagNames.contains(word) { return }
        secrets.append(.init(tree[value].span, standIn: false))
      case .null: break
      case .array:
        for element in tree.elements(of: value) {
          hide(element, named: word, isOfProtocol: isOfProtocol)
        }
      case .object:
        for name in tree.members(of: value) {
          let inner = tree.string(name) ?? ""
          // An unknown name may be a piece of a draft.
          let isKnown = [keptNames, placeNames, flagNames, otherNames, objectNames].contains {
            $0.contains(inner)
          }
          if !isKnown { secrets.append(.init(tree[name].span)) }
          hide(
            name + 1, named: inner,
            isOfProtocol: isOfProtocol && (word.isEmpty || objectNames.contains(word)))
        }
      }
    }
    hide(message, named: "", isOfProtocol: true)
    return secrets
  }

  /// Visits a value and all inside of it, in the order of the text, each with the place of its name
  /// where it is a member.
  ///
  /// Depth is bounded by the reader's limit.
  private static func forEachValue(
    of tree: JSONTree, in value: Int, named name: Int? = nil,
    _ visit: (_ name: Int?, _ value: Int) -> Void
  ) {
    visit(name, value)
    for element in tree.elements(of: value) { forEachValue(of: tree, in: element, visit) }
    for name in tree.members(of: value) {
      forEachValue(of: tree, in: name + 1, named: name, visit)
    }
  }

  /// Members whose objects, or lists of objects, have members of the protocol.
  private static let objectNames: Set<String> = [
    "params", "result", "error", "range", "start", "end", "textDocument", "contentChanges",
    "position", "arguments", "metrics",
  ]

  /// Members whose values say which message it is and whom it concerns.
  private static let keptNames: Set<String> = [
    "jsonrpc", "method", "id", "uri", "languageId", "workDoneToken", "partialResultToken",
    "key", "property", "state", "trigger", "version", "format", "list", "command",
  ]

  /// Members whose numbers are places, sizes and codes.
  private static let placeNames: Set<String> = [
    "line", "character", "start", "end", "rangeLength", "code", "label", "helper", "counter",
    "entry", "before",
  ]

  /// Members whose true or false says how something is done, or what a delegate has said.
  private static let flagNames: Set<String> = [
    "result", "ok", "applied", "removable", "open", "show", "truncate",
  ]

  /// Members whose values are hidden, but not their names.
  private static let otherNames: Set<String> = [
    "message", "data", "text", "value", "values", "index", "date", "keys", "document", "strings",
    "failureReason", "form", "formAnswers", "locale",
  ]
}

extension ClientMessage {
  /// Whether texts of a document are in it.
  var hasTexts: Bool {
    switch self {
    case .notification(.didOpen), .notification(.didChange): true
    case .request: formCall != nil || checkParams != nil || dialog != nil || importParams != nil
    case .response: true
    case .notification, .broken: false
    }
  }

  /// A command with what a person has answered.
  var dialog: CommandDialog? {
    guard case .request(_, let request) = self else { return nil }
    switch request.call {
    case .resolveCommand(let dialog), .fill(let dialog): return dialog
    case .initialize, .shutdown, .completion, .hover, .codeAction, .documentSymbol, .inlayHint,
      .text, .form, .check, .workspace, .resolve, .rows, .importForm, .applyFix:
      return nil
    }
  }

  var formCall: FormCall? {
    guard case .request(_, let request) = self, case .form(let call) = request.call else {
      return nil
    }
    return call
  }

  var checkParams: CheckParams? {
    guard case .request(_, let request) = self, case .check(let params) = request.call else {
      return nil
    }
    return params
  }

  var importParams: ImportParams? {
    guard case .request(_, let request) = self, case .importForm(let params) = request.call else {
      return nil
    }
    return params
  }

  /// Whether it has, or may have, members that are not read here, so that all texts go.
  fileprivate var isDubious: Bool {
    switch self {
    case .notification(.ignored), .notification(.didSave), .broken: true
    case .request, .notification, .response: false
    }
  }
}
