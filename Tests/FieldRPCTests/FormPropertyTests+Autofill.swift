import FieldModels
import FieldTestSupport
import Testing

/// Autofill whose source is at the other end of a wire, asked by people who type on.
///
/// Every text that the source finds carries the draft that it was asked about, "ab→1", so that a
/// text beside another draft gives itself away.
@Suite("Autofill at random")
struct AutofillPropertyTests {
  private static let document = """
    { "fields": [
      { "key": "a", "kind": "entry", "label": "A", "next": "b",
        "autofill": { "source": "people", "removable": true } },
      { "key": "b", "kind": "entry", "label": "B", "previous": "a", "next": "c",
        "returnKey": "next",
        "autofill": { "source": "people", "minimumLength": 2, "returnAfter": true } },
      { "key": "c", "kind": "picker", "label": "C", "data": ["x", "y"], "manualEntry": true,
        "autofill": { "source": "people" } },
      { "key": "d", "kind": "entry", "label": "D", "maxLength": 5, "iconAction": "autofill",
        "autofill": { "source": "local", "removable": true } }
    ], "autofill": { "people": ["ab", "abc", "b"], "local": ["abba", "b"] } }
    """

  private static let keys = ["a", "b", "c", "d"]

  private static func client(
    _ capabilities: String = "", document: String = document
  ) -> FormClient {
    FormClient(document, capabilities: #"{"autofillSources":["people"]\#(capabilities)}"#)
  }

  private static let asksDelegate = #","delegate":["begin","changeText","return","iconTap"]"#

  /// Something that a person or a front end does.
  private enum Deed {
    case act(String, [JSONValue.Member])
    /// Asks what there is, which changes nothing.
    case ask(String)
  }

  private static func randomDeed(_ random: inout SplitMix64) -> Deed {
    let key = keys.randomElement(using: &random) ?? "a"
    let field = JSONValue.Member("key", .string(key))
    func act(_ method: String, _ members: JSONValue.Member...) -> Deed {
      .act(method, [field] + members)
    }
    switch Int.random(in: 0..<21, using: &random) {
    case 0...4:
      let text = ["", "a", "ab", " ab", "b", "ba"].randomElement(using: &random) ?? ""
      return act("field/replaceText", .init("text", .string(text)))
    case 5, 6:
      let place = JSONValue.integer(Int.random(in: 0...3, using: &random))
      let text = ["", "a", "b"].randomElement(using: &random) ?? ""
      return act(
        "field/replaceText", .init("text", .string(text)),
        .init("range", .object([.init("start", place), .init("end", place)])))
    case 7: return act("field/beginEditing")
    case 8: return .act("field/next", [])
    case 9: return .act("field/endEditing", [])
    case 10, 11: return act("field/learnAutofill", .init("text", .string(text(&random))))
    case 12: return act("field/learnAutofill")
    case 13: return act("field/removeAutofill", .init("text", .string(text(&random))))
    case 14, 15: return act("field/autofill", .init("show", .bool(true)))
    case 16: return act("field/applyAutofill", .init("text", .string(text(&random))))
    case 17: return act("field/autofill", .init("show", .bool(false)))
    case 18: return act("field/tapIcon")
    case 19 where Bool.random(using: &random):
      let (name, value) = changes.randomElement(using: &random) ?? ("", .null)
      return act("field/setProperty", .init("property", .string(name)), .init("value", value))
    default: return .ask(key)
    }
  }

  /// Properties on which it depends what there is.
  private static let changes: [(name: String, value: JSONValue)] = [
    ("secure", .bool(true)), ("secure", .bool(false)), ("readOnly", .bool(true)),
    ("readOnly", .null), ("maxLength", .integer(3)), ("maxLength", .null),
    ("autofill", JSONValue(text: #"{"source":"local","removable":true}"#) ?? .null),
    ("autofill", JSONValue(text: #"{"source":"people","minimumLength":1}"#) ?? .null),
    ("autofill", .null),
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    ["ab", "abc", "b", "a→1", "ab→1", "b→1", "learnt", "abacus"].randomElement(using: &random) ?? ""
  }

  /// What the source has for a draft: nothing, one text or two.
  private static func found(_ draft: String) -> JSONValue {
    var strings: [JSONValue] = []
    if !draft.isEmpty, !draft.contains("→") { strings.append(.string(draft + "→1")) }
    if draft.count == 2 {
      strings.append(
        .object([.init("text", .string(draft + "→2")), .init("removable", .bool(false))]))
    }
    return .object([.init("strings", .array(strings))])
  }

  private static func answer(_ client: inout FormClient, _ asked: FormClient.Asked) {
    client.reply(asked.id, asked.method == "field/should" ? .bool(true) : found(asked.text))
  }

  private static func answerAll(_ client: inout FormClient, _ random: inout SplitMix64) {
    while let next = client.asked.randomElement(using: &random) { answer(&client, next) }
  }

  /// The drafts that a version of the document has, as far as they were told.
  private typealias Drafts = [String: String]

  /// Says it; gives the number of the request with the key of the field that it is about.
  private static func say(_ deed: Deed, _ client: inout FormClient) -> [Int: String] {
    switch deed {
    case .act(let method, let members):
      let id = client.call(method, members)
      return members.first?.value.string.map { [id: $0] } ?? [:]
    case .ask(let key):
      return [client.call("field/autofill", [.init("key", .string(key))]): key]
    }
  }

  /// A client that is watched while things happen.
  private struct Watch {
    var client: FormClient
    var drafts: [Int: Drafts] = [:]
    /// Which field each request with an answer to look at is about.
    var lookedAt: [Int: String] = [:]
    /// Everything that was ever learnt.
    var remembered: Set<String> = []
    let seed: UInt64

    mutating func carry(out deeds: [Deed]) {
      for deed in deeds { lookedAt.merge(AutofillPropertyTests.say(deed, &client)) { $1 } }
    }

    /// A text belongs to the draft beside which it stands.
    mutating func check() {
      let changes = client.memory.changes
      remembered.formUnion(changes.map(\.text))
      drafts[client.version] = Dictionary(
        uniqueKeysWithValues: client.fields.keys.map { ($0, client.draft($0)) })
      for (key, field) in client.fields {
        let matches = field["matches"]?.array ?? []
        expect(matches, for: client.draft(key), "the matches of \(key)")
        #expect(matches.isEmpty || field["isActive"] == .bool(true), "seed \(seed): \(key)")
        #expect(matches.isEmpty || field["isSecure"] == nil, "seed \(seed): \(key)")
        let item = field["toolbar"]?.array?.first { $0["item"] == .string("autofill") }
        if let item {
          #expect(item["enabled"] == .bool(!matches.isEmpty), "seed \(seed): \(key)")
        }
      }
      for (id, key) in lookedAt {
        guard let result = client.results[id] else { continue }
        lookedAt[id] = nil
        guard let version = result["version"]?.integer, let draft = drafts[version]?[key] else {
          continue
        }
        expect(result["strings"]?.array ?? [], for: draft, "request \(id) about \(key)")
      }
    }

    private func expect(_ texts: [JSONValue], for draft: String, _ words: String) {
      let trimmed = AutofillQuery.trimmed(draft)
      for text in texts.compactMap({ $0["text"]?.string }) where text.contains("→") {
        let isFound = text.hasPrefix(trimmed + "→")
        // What was remembered is offered for every draft that it goes with.
        #expect(isFound || remembered.contains(text), "seed \(seed): \(words), \(draft)")
      }
    }
  }

  @Test(
    "however late and in whatever order a source answers, all is in the end as if it had answered at once",
    arguments: Seeds.upTo(40))
  func lateAnswers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let capabilities = seed.isMultiple(of: 2) ? Self.asksDelegate : ""
    var late = Watch(client: Self.client(capabilities), seed: seed)
    var quiet = Watch(client: Self.client(capabilities), seed: seed)
    for _ in 0..<25 {
      let deeds = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.randomDeed(&random) }
      let isOneBreath = Bool.random(using: &random)
      let answered = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        late.client.everAsked.randomElement(using: &random)
      }
      // What comes twice or was taken back is as if it had not come.
      if isOneBreath {
        var lookedAt: [Int: String] = [:]
        late.client.inOneBreath { client in
          for asked in answered.dropFirst() { Self.answer(&client, asked) }
          for deed in deeds { lookedAt.merge(Self.say(deed, &client)) { $1 } }
          for asked in answered.prefix(1) { Self.answer(&client, asked) }
        }
        late.lookedAt.merge(lookedAt) { $1 }
        late.check()
      } else {
        for deed in deeds {
          late.carry(out: [deed])
          late.check()
        }
        for asked in answered {
          Self.answer(&late.client, asked)
          late.check()
        }
      }
      for deed in deeds {
        quiet.carry(out: [deed])
        Self.answerAll(&quiet.client, &random)
        quiet.check()
      }
    }
    Self.answerAll(&late.client, &random)
    late.check()
    #expect(late.client.misanswered == [], "seed \(seed)")
    #expect(quiet.client.misanswered == [], "seed \(seed)")
    Self.expectEqual(late.client, quiet.client, seed)
    let memory = late.client.memory
    #expect(memory == quiet.client.memory, "seed \(seed)")
    Self.expectSnapshot(&late.client, seed)
  }

  private static func expectEqual(_ one: FormClient, _ other: FormClient, _ seed: UInt64) {
    for key in keys {
      let members = Set((one.fields[key] ?? [:]).keys).union((other.fields[key] ?? [:]).keys)
      for member in members.sorted() {
        #expect(
          one.fields[key]?[member] == other.fields[key]?[member], "seed \(seed), \(key).\(member)")
      }
    }
  }

  private static func expectSnapshot(_ client: inout FormClient, _ seed: UInt64) {
    let told = client.fields
    for (key, whole) in client.snapshot() { #expect(told[key] == whole, "seed \(seed), \(key)") }
  }

  @Test(
    "a source that is silent, a form that is closed and a request that is taken back leave nobody waiting",
    arguments: Seeds.upTo(30))
  func silence(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 5000)
    var watch = Watch(client: Self.client(Self.asksDelegate), seed: seed)
    for _ in 0..<50 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0...7: watch.carry(out: [Self.randomDeed(&random)])
      case 8, 9, 10:
        if let asked = watch.client.everAsked.randomElement(using: &random) {
          Self.answer(&watch.client, asked)
        }
      case 11: watch.client.wait(milliseconds: Int.random(in: 1...2500, using: &random))
      case 12:
        if let asked = watch.client.asked.randomElement(using: &random) {
          watch.client.reply(asked.id, .string("nonsense"))
        }
      case 13:
        if let id = watch.lookedAt.keys.sorted().randomElement(using: &random) {
          watch.client.cancel(id)
        }
      case 14 where Int.random(in: 0..<4, using: &random) == 0:
        watch.client.call("field/close")
        #expect(watch.client.asked == [], "seed \(seed): nothing is asked of a closed form")
        watch.client.open(Self.document)
        watch.drafts = [:]
      default: Self.expectSnapshot(&watch.client, seed)
      }
      watch.check()
    }
    Self.answerAll(&watch.client, &random)
    #expect(watch.client.misanswered == [], "seed \(seed)")
    Self.expectSnapshot(&watch.client, seed)
    Self.expectFreshForm(&watch.client, &random, seed)
  }

  /// A form in which everything can be learnt and taken out.
  private static let learning = """
    { "fields": [
      { "key": "people", "kind": "entry", "label": "P",
        "autofill": { "source": "people", "removable": true } },
      { "key": "local", "kind": "entry", "label": "L",
        "autofill": { "source": "local", "removable": true } }
    ], "autofill": { "local": [] } }
    """

  /// Once everybody answers again, the form offers what a new form of the same memory does.
  private static func expectFreshForm(
    _ client: inout FormClient, _ random: inout SplitMix64, _ seed: UInt64
  ) {
    let key = ["a", "d"].randomElement(using: &random) ?? "a"
    let text = ["a", "ab", "b", "zz"].randomElement(using: &random) ?? ""
    var fresh = Self.client(asksDelegate, document: learning)
    for change in client.memory.changes {
      let members: [JSONValue.Member] = [
        .init("key", .string(change.source)), .init("text", .string(change.text)),
      ]
      fresh.call("field/learnAutofill", members)
      answerAll(&fresh, &random)
      if case .removed = change { fresh.call("field/removeAutofill", members) }
      answerAll(&fresh, &random)
    }
    #expect(fresh.memory == client.memory, "seed \(seed)")
    fresh.call("field/close")
    fresh.open(client.documentText)
    var isTaken = true
    for draft in ["zzz", text] {
      let members: [JSONValue.Member] = [
        .init("key", .string(key)), .init("text", .string(draft)),
      ]
      let id = client.call("field/replaceText", members)
      answerAll(&client, &random)
      isTaken = client.results[id]?["accepted"] == .bool(true)
      fresh.call("field/replaceText", members)
      answerAll(&fresh, &random)
    }
    guard isTaken else { return }
    for member in [
      "text", "matches", "toolbar", "isActive", "isShowingAutofill", "autofillProblem",
    ] {
      #expect(
        client.fields[key]?[member] == fresh.fields[key]?[member], "seed \(seed), \(key).\(member)")
    }
  }

  @Test("an answer that comes with the next keystroke is not told for the new draft")
  func answerInOneBreath() throws {
    var client = Self.client()
    Self.type(&client, "a")
    let first = try #require(client.asked.last)
    var id = 0
    client.inOneBreath { client in
      id = client.call("field/autofill", [.init("key", .string("a"))])
      Self.type(&client, "ab")
      Self.answer(&client, first)
    }
    let second = try #require(client.asked.last)
    #expect(second.text == "ab")
    Self.answer(&client, second)
    #expect(Self.texts(client.results[id]) == ["ab→1", "ab→2", "ab", "abc"])
    #expect(client.misanswered == [])
  }

  @Test("an act that waits for the same answer as a request does not change the draft before it")
  func actBehindRequest() throws {
    var client = Self.client()
    Self.type(&client, "ab")
    client.call("field/learnAutofill", [.init("key", .string("a")), .init("text", .string("x"))])
    Self.type(&client, "b")
    let id = client.call("field/autofill", [.init("key", .string("a"))])
    while let asked = client.asked.last { Self.answer(&client, asked) }
    #expect(client.results[id]?["version"] == .integer(2))
    #expect(Self.texts(client.results[id]) == ["ab→1", "ab→2", "ab", "abc"])
  }

  @Test("an editor that types on while a source is asked keeps what it has typed")
  func editorTypesOn() {
    var connection = SpokenConnection()
    func hear(_ bodies: String...) -> [JSONValue] {
      SpokenConnection.messages(in: connection.receive(bodies.map { Array($0.utf8) }))
    }
    let text = JSONValue.string(
      #"{"fields":[{"key":"a","text":"a","kind":"entry","label":"A","autofill":{"source":"people"}}]}"#
    ).line
    _ = hear(
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"experimental":\
      {"fields":{"autofillSources":["people"]}}}}}
      """,
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
      {"uri":"file:///a","version":1,"text":\(text)}}}
      """)
    let asked = hear(
      """
      {"jsonrpc":"2.0","id":2,"method":"field/autofill","params":{"uri":"file:///a","key":"a",\
      "show":true}}
      """)
    #expect(asked.contains { $0["params"]?["text"] == .string("a") })
    let told = hear(
      """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":\
      {"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":31},\
      "end":{"line":0,"character":31}},"text":"b"}]}}
      """,
      #"{"jsonrpc":"2.0","id":1,"result":["a→1"]}"#)
    #expect(!told.contains { $0["method"]?.string == "workspace/applyEdit" })
    let renewed = told.first { $0["method"]?.string == "field/autofillStrings" }
    #expect(renewed?["params"]?["text"] == .string("ab"))
  }

  @Test("a source that is silent for an old draft is asked again for the new one")
  func silenceInOneBreath() throws {
    var client = Self.client()
    Self.type(&client, "a")
    let id = client.call("field/autofill", [.init("key", .string("a"))])
    client.spoken.now = client.spoken.now.adding(nanoseconds: 2_000_000_000)
    Self.type(&client, "ab")
    #expect(client.fields["a"]?["autofillProblem"] == nil)
    Self.answer(&client, try #require(client.asked.last))
    #expect(Self.texts(client.results[id]) == ["ab→1", "ab→2", "ab", "abc"])
  }

  @Test("what was learnt or taken out is in the answer, or not, where a source is asked as well")
  func changesOfRemoteSources() throws {
    var client = Self.client()
    Self.type(&client, "ab")
    Self.answer(&client, try #require(client.asked.last))
    let learning = client.call(
      "field/learnAutofill", [.init("key", .string("a")), .init("text", .string("abacus"))])
    while let asked = client.asked.last { Self.answer(&client, asked) }
    #expect(Self.texts(client.results[learning]).contains("abacus"))
    let removing = client.call(
      "field/removeAutofill", [.init("key", .string("a")), .init("text", .string("ab→1"))])
    while let asked = client.asked.last { Self.answer(&client, asked) }
    #expect(client.results[removing]?["accepted"] == .bool(true))
    #expect(!Self.texts(client.results[removing]).contains("ab→1"))
    #expect(Self.texts(client.results[removing]).contains("abacus"))
  }

  @Test("beside the only text nothing is told of the draft before it")
  func applied() throws {
    var client = Self.client()
    client.call("field/replaceText", [.init("key", .string("b")), .init("text", .string("zzz"))])
    let id = client.call(
      "field/autofill", [.init("key", .string("b")), .init("show", .bool(true))])
    while let asked = client.asked.last { Self.answer(&client, asked) }
    #expect(client.results[id]?["applied"] == .string("zzz→1"))
    #expect(client.results[id]?["active"] == .string("c"))
    #expect(Self.texts(client.results[id]) == [])
  }

  private static func type(_ client: inout FormClient, _ text: String) {
    client.call("field/replaceText", [.init("key", .string("a")), .init("text", .string(text))])
  }

  private static func texts(_ result: JSONValue?) -> [String] {
    (result?["strings"]?.array ?? []).compactMap { $0["text"]?.string }
  }
}
