package import FieldModels

/// What a peer did wrong, in the codes of JSON-RPC 2.0 and LSP; made by name, so that each
/// wording stands in one place.
package struct RPCError: Error, Equatable, Sendable {
  package var code: Code
  package var message: String

  /// The codes of JSON-RPC 2.0 section 5.1 and of LSP's `ErrorCodes`.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    case requestFailed = -32803
  }

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package static func parseError(_ why: String) -> RPCError {
    RPCError(.parseError, "The message is not JSON: \(why)")
  }

  package static func badFrame(_ why: String) -> RPCError {
    RPCError(.parseError, "The stream is not framed as a message: \(why)")
  }

  package static func invalidRequest(_ why: String) -> RPCError { RPCError(.invalidRequest, why) }

  package static func methodNotFound(_ method: String) -> RPCError {
    RPCError(.methodNotFound, "There is no method \"\(method.prefix(100))\"")
  }

  /// A parameter that is missing or of the wrong type.
  package static func invalidParams(_ path: String, expected: String) -> RPCError {
    RPCError(.invalidParams, "`\(path)` must be \(expected)")
  }

  /// A form in the format of others that can't be read.
  package static func unreadableForm(
    _ name: String, _ format: FormFormat?, _ refusal: ConversionRefusal
  ) -> RPCError {
    let place = refusal.path.map { " at \($0)" } ?? ""
    let asWhat = format.map { " as \"\($0.rawValue)\"" } ?? ""
    return RPCError(
      .invalidParams, "`params.\(name)` can't be read\(asWhat)\(place): \(refusal.message)")
  }

  /// A form that must not be written in a format.
  package static func unwritableForm(_ refusal: ConversionRefusal) -> RPCError {
    let place = refusal.path.map { " (\($0))" } ?? ""
    return RPCError(.requestFailed, refusal.message + place)
  }

  package static func unknownDocument(_ uri: String) -> RPCError {
    RPCError(
      .invalidParams,
      "No document \(uri.prefix(200)) is open; open it with textDocument/didOpen or field/open")
  }

  /// What is done to forms is done to something else.
  package static func record(_ uri: String) -> RPCError {
    RPCError(
      .invalidParams, "\(uri.prefix(200)) is a record of values, and no form; field/check judges it"
    )
  }

  package static func unknownField(_ key: String, nearest: String?) -> RPCError {
    RPCError(
      .invalidParams,
      "No field has the key \"\(key.prefix(200))\""
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  /// Values that a form can't begin with.
  package init(_ problem: FieldDocument.FillingProblem) {
    func place(_ path: String) -> String { "params.values" + path.replacing(text: "/", by: ".") }
    switch problem {
    case .unknownKey(let key, let nearest): self = .unknownField(key, nearest: nearest)
    case .notAnObject(let path): self = .invalidParams(place(path), expected: "an object")
    case .notAList(let path): self = .invalidParams(place(path), expected: "an array")
    }
  }

  package static func alreadyOpen(_ uri: String) -> RPCError {
    RPCError(
      .invalidRequest, "\(uri.prefix(200)) is open; field/close closes it, or leave `text` out")
  }

  package static let closed = RPCError(
    .contentModified, "The document was closed before this could be answered")

  /// What was asked was asked of an older text.
  package static let outdated = RPCError(
    .contentModified, "The document was changed before this could be answered")

  /// A change of the text could not be read, for a reason in words.
  package static func lostText(_ uri: String, _ why: String) -> RPCError {
    RPCError(
      .contentModified,
      "The text of \(uri.prefix(200)) is not known, since a change could not be read (\(why)); "
        + "open it again, or send all of it")
  }

  package static func longBatch(limit: Int) -> RPCError {
    RPCError(.invalidRequest, "A batch has at most \(limit) messages")
  }

  package static func longBatchAnswer(limit: Int) -> RPCError {
    RPCError(
      .invalidRequest,
      "The answers to the batch have more than \(limit) bytes already; send this one by itself")
  }

  /// A name that something can't have, for people to read.
  package static func unfitName(_ why: String) -> RPCError { RPCError(.requestFailed, why) }

  /// An answer to a question that can't be taken, for people to read.
  package static func refusedAnswer(_ label: String, _ why: String) -> RPCError {
    RPCError(.requestFailed, "\(label): \(why)")
  }

  package static let notInitialized = RPCError(
    .serverNotInitialized, "The first request must be `initialize`")
  package static let alreadyInitialized = RPCError(
    .invalidRequest, "`initialize` may be sent only once")
  package static let shutDown = RPCError(
    .invalidRequest, "After `shutdown` only `exit` may follow")
  package static let cancelled = RPCError(.requestCancelled, "The request was cancelled")
}

/// Tells one request from another: a number or a text of the peer's choosing, given back as it was.
///
/// Two spellings of a whole number are the same id.
package enum RequestID: Hashable, Sendable {
  /// A number, as it is written.
  case number(String)
  case string(String)

  package init?(_ tree: JSONTree, _ index: Int) {
    switch tree[index].kind {
    case .number: self = .number(tree.source(index))
    case .string: self = .string(tree.string(index) ?? "")
    case .null, .true, .false, .array, .object, .invalid, .missing: return nil
    }
  }

  /// The number that it is, if it may be one of the daemon's own requests.
  package var requestNumber: Int? { integer.flatMap { Int(exactly: $0) } }

  /// The whole number that it is.
  package var integer: WholeNumber? {
    switch self {
    case .number(let text): JSONNumber.integer(ArraySlice(text.utf8))
    case .string: nil
    }
  }

  package static func == (one: RequestID, other: RequestID) -> Bool {
    switch (one, other) {
    case (.number(let text), .number(let otherText)):
      text == otherText || one.integer.map { $0 == other.integer } ?? false
    case (.string(let text), .string(let otherText)): text == otherText
    case (.number, .string), (.string, .number): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let text):
      if let integer { hasher.combine(integer) } else { hasher.combine(text) }
    case .string(let text): hasher.combine(text)
    }
  }
}

extension RequestID: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .number(let text): json.number(spelt: Array(text.utf8)[...])
    case .string(let text): json.value(text)
    }
  }
}
