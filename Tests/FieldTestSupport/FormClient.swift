package import FieldModels
import FieldSession

/// A front end as simple as can be: it keeps what it is told of fields, by deltas alone, and
/// the requests that the daemon has made of it.
package struct FormClient: Sendable {
  package var spoken = SpokenConnection()
  package let uri = "form:test"
  /// What was told of each field, by key and by the name of the member.
  package private(set) var fields: [String: [String: JSONValue]] = [:]
  /// What the daemon has asked and not taken back, in order.
  package private(set) var asked: [Asked] = []
  /// Everything that it has ever asked.
  package private(set) var everAsked: [Asked] = []
  /// The results of requests, by their ids.
  package private(set) var results: [Int: JSONValue] = [:]
  /// How often each request was answered, by its id.
  package private(set) var answerCounts: [Int: Int] = [:]
  /// The version that was told last.
  package private(set) var version = 0
  private var nextID = 1
  /// The messages of a turn to come; nil where each is a turn of its own.
  private var held: [[UInt8]]?

  /// A request of the daemon.
  package struct Asked: Equatable, Sendable {
    package var id: Int
    package var method: String
    package var params: JSONValue

    package var key: String { params["key"]?.string ?? "" }
    package var value: String { params["value"]?.string ?? "" }
    package var text: String { params["text"]?.string ?? "" }
  }

  /// A client that has opened a document.
  package init(_ document: String, capabilities: String) {
    let fields = #"{"capabilities":{"experimental":{"fields":\#(capabilities)}}}"#
    _ = call("initialize", JSONValue(text: fields)?.members ?? [])
    open(document)
  }

  /// Opens a document, which must not be open.
  package mutating func open(_ document: String) {
    let id = call("field/open", [.init("text", .string(document))])
    fields = [:]
    for field in results[id]?["fields"]?.array ?? [] { take(field) }
    version = results[id]?["version"]?.integer ?? 0
  }

  /// What the daemon says when it is asked for all of every field, in the order of the form.
  package mutating func snapshot() -> [(key: String, members: [String: JSONValue])] {
    let id = call("field/snapshot")
    return (results[id]?["fields"]?.array ?? []).map { field in
      let members = field.members.filter { $0.name != "key" }
      return (
        field["key"]?.string ?? "",
        Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
      )
    }
  }

  /// Makes a request about the document; gives its id.
  @discardableResult
  package mutating func call(_ method: String, _ params: [JSONValue.Member] = []) -> Int {
    let id = nextID
    nextID += 1
    let about = [JSONValue.Member("uri", .string(uri))] + params
    say([
      .init("id", .integer(id)), .init("method", .string(method)), .init("params", .object(about)),
    ])
    return id
  }

  /// Answers a request of the daemon, even one that was taken back or answered before.
  package mutating func reply(_ id: Int, _ result: JSONValue) {
    asked.removeAll { $0.id == id }
    say([.init("id", .integer(id)), .init("result", result)])
  }

  /// Takes a request back, whether it was answered or not.
  package mutating func cancel(_ id: Int) {
    say([
      .init("method", .string("$/cancelRequest")),
      .init("params", .object([.init("id", .integer(id))])),
    ])
  }

  /// Lets everything that is said meanwhile arrive in one read, which is one turn.
  package mutating func inOneBreath(_ speak: (inout FormClient) -> Void) {
    held = []
    speak(&self)
    let bodies = held ?? []
    held = nil
    hear(spoken.receive(bodies))
  }

  /// The text of the field's draft as it was told last.
  package func draft(_ key: String) -> String { fields[key]?["text"]?.string ?? "" }

  /// The document as the daemon has it.
  package var documentText: String {
    let text = spoken.connection.session.documents[uri]?.document.text
    return text.map { $0.string(in: 0..<$0.byteCount) } ?? ""
  }

  /// What the daemon remembers for autofill.
  package var memory: AutofillMemory { spoken.connection.session.memory }

  /// The requests that were not answered exactly once.
  package var misanswered: [Int] { (1..<nextID).filter { answerCounts[$0] != 1 } }

  /// Lets time go by.
  package mutating func wait(milliseconds: Int) {
    spoken.now = spoken.now.adding(nanoseconds: Int64(milliseconds) * 1_000_000)
    hear(spoken.wake())
  }

  private mutating func say(_ members: [JSONValue.Member]) {
    let message = JSONValue.object([.init("jsonrpc", .string("2.0"))] + members)
    let body = Array(message.line.utf8)
    guard held == nil else {
      held?.append(body)
      return
    }
    hear(spoken.receive([body]))
  }

  private mutating func hear(_ bytes: [UInt8]) {
    for message in SpokenConnection.messages(in: bytes) {
      let id = message["id"]?.integer
      switch (message["method"]?.string, id) {
      case ("field/didChange", _):
        for field in message["params"]?["fields"]?.array ?? [] { take(field) }
        version = message["params"]?["version"]?.integer ?? version
      case ("$/cancelRequest", _):
        asked.removeAll { $0.id == message["params"]?["id"]?.integer }
      case (let method?, let id?):
        let request = Asked(id: id, method: method, params: message["params"] ?? .null)
        asked.append(request)
        everAsked.append(request)
      case (nil, let id?):
        results[id] = message["result"] ?? message["error"]
        answerCounts[id, default: 0] += 1
      default: break
      }
    }
  }

  /// Takes the members that are told of a field; null is for one that is gone.
  private mutating func take(_ field: JSONValue) {
    guard let key = field["key"]?.string else { return }
    for member in field.members where member.name != "key" && member.name != "after" {
      fields[key, default: [:]][member.name] = member.value == .null ? nil : member.value
    }
  }
}
