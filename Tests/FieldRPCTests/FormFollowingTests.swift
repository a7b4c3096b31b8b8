import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// A client that keeps a list of the fields by `field/didChange` alone, in a document that is edited.
@Suite("Fields that a client follows")
struct FormFollowingTests {
  @Test("a client that announces the forms layer is told of each field when a document is opened")
  func opening() {
    var follower = Follower()
    follower.open(#"{ "fields": [{ "key": "a", "kind": "entry", "label": "A" }, { "key": "b" }] }"#)
    #expect(follower.known.map(\.key) == ["a", "b"])
  }

  @Test(
    "a field that is no longer what its key was is told as removed",
    arguments: [
      (#""group": "lines""#, #"{ "minEntries": 1 }"#, false),
      (#""group": "lines""#, #"{ "minEntries": 1 }"#, true),
      (#""label": "Q""#, #"{ "minEntries": 1 }"#, true),
      (#""group": "lines""#, "null", true),
      (#""group": "other""#, #"{ "minEntries": 1 }"#, true),
    ])
  func moving(member: String, repetition: String, hasEntries: Bool) {
    func text(_ member: String, _ repetition: String) -> String {
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": \(repetition) }],
        "fields": [{ "key": "name", "kind": "entry" }, { "key": "count", "kind": "entry", \(member) }]
        \(hasEntries ? #", "entries": { "lines": [{}, { "count": "2" }] }"# : "") }
      """
    }
    let plain = text(#""label": "Count""#, "null")
    var follower = Follower()
    follower.open(plain)
    for next in [text(member, repetition), plain, text(member, repetition)] {
      follower.replaceAll(with: next)
      #expect(follower.difference == nil)
    }
  }

  @Test(
    "what a client knows is what it would be answered, whatever is edited",
    arguments: Seeds.upTo(60))
  func following(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var form = ListSample(using: &random)
    var follower = Follower()
    follower.open(form.text)
    for step in 0..<25 {
      let isBroken = Int.random(in: 0..<4, using: &random) == 0
      if isBroken {
        follower.edit(using: &random)
      } else {
        form.change(using: &random)
        Bool.random(using: &random)
          ? follower.replaceAll(with: form.text) : follower.replaceDifference(by: form.text)
      }
      if let difference = follower.difference {
        Issue.record("seed \(seed), step \(step): \(difference)\n\(follower.text.text)")
        return
      }
    }
  }

  @Test("and so are the fields of any form that is edited anyhow", arguments: Seeds.upTo(60))
  func anything(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 5_000)
    var follower = Follower()
    follower.open(FormSample.random(fieldCounts: 0...6, using: &random).text(using: &random))
    for step in 0..<25 {
      follower.edit(using: &random)
      if let difference = follower.difference {
        Issue.record("seed \(seed), step \(step): \(difference)\n\(follower.text.text)")
        return
      }
    }
  }
}

/// A client of an editor's document that lists the fields as it is told of them.
private struct Follower {
  private static let uri = "file:///followed.fields.json"
  private var spoken = SpokenConnection()
  private var version = 1
  private(set) var text = ClientText("", encoding: .utf16)
  private(set) var known: [(key: String, members: [String: JSONValue])] = []
  private var snapshot: [JSONValue] = []

  init() {
    say(
      #"{"id":0,"method":"initialize","params":{"capabilities":{"experimental":{"fields":{}}}}}"#)
  }

  mutating func open(_ text: String) {
    self.text = ClientText(text, encoding: .utf16)
    say(
      """
      {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(Self.uri)",\
      "languageId":"fields","version":1,"text":\(JSONValue.string(text).line)}}}
      """)
  }

  mutating func replaceAll(with new: String) {
    text = ClientText(new, encoding: .utf16)
    change(#"{"text":\#(JSONValue.string(new).line)}"#)
  }

  /// Changes no more than what differs.
  mutating func replaceDifference(by new: String) {
    let (old, new) = (text.bytes, Array(new.utf8))
    let front = zip(old, new).prefix { $0 == $1 }.count
    let back = zip(old.dropFirst(front).reversed(), new.dropFirst(front).reversed())
      .prefix { $0 == $1 }.count
    let piece = String(decoding: new[front..<(new.count - back)], as: UTF8.self)
    replace(front..<(old.count - back), with: piece)
  }

  /// Makes an edit somewhere, most likely where it hurts.
  mutating func edit(using random: inout SplitMix64) {
    guard let document = spoken.connection.session.documents[Self.uri]?.document else { return }
    let edit = FormSample.edit(of: document, using: &random)
    replace(edit.range, with: String(decoding: edit.replacement, as: UTF8.self))
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let (start, end) = (text.place(of: range.lowerBound), text.place(of: range.upperBound))
    // A place inside of a line break or a character can't be named.
    text.replace(text.offset(of: start)..<text.offset(of: end), with: new)
    change(
      """
      {"range":{"start":{"line":\(start.line),"character":\(start.character)},\
      "end":{"line":\(end.line),"character":\(end.character)}},\
      "text":\(JSONValue.string(new).line)}
      """)
  }

  private mutating func change(_ content: String) {
    version += 1
    say(
      """
      {"method":"textDocument/didChange","params":{"textDocument":{"uri":"\(Self.uri)",\
      "version":\(version)},"contentChanges":[\(content)]}}
      """)
  }

  /// How what was told differs from what is answered; nil where it does not.
  var difference: String? {
    mutating get {
      say(#"{"id":1,"method":"field/snapshot","params":{"uri":"\#(Self.uri)"}}"#)
      let keys = snapshot.map { $0["key"]?.string ?? "" }
      // In which order they stand is told of those that have moved.
      if Set(known.map(\.key)) != Set(keys) {
        return "known \(known.map(\.key)), answered \(keys)"
      }
      return nil
    }
  }

  private mutating func say(_ message: String) {
    let body = #"{"jsonrpc":"2.0","# + message.dropFirst()
    for message in SpokenConnection.messages(in: spoken.receive([Array(body.utf8)])) {
      if message["method"]?.string == "field/didChange", let params = message["params"] {
        hear(params)
      } else if message["id"] == .integer(1) {
        snapshot = message["result"]?["fields"]?.array ?? []
      }
    }
  }

  private mutating func hear(_ params: JSONValue) {
    let removed = (params["removed"]?.array ?? []).compactMap(\.string)
    known.removeAll { removed.contains($0.key) }
    for field in params["fields"]?.array ?? [] {
      let key = field["key"]?.string ?? ""
      var members: [String: JSONValue] = [:]
      var place = known.firstIndex { $0.key == key }
      if let place { members = known[place].members }
      for member in field.members where member.name != "key" && member.name != "after" {
        members[member.name] = member.value == .null ? nil : member.value
      }
      if let after = field["after"] {
        if let place { known.remove(at: place) }
        let before = after.string.flatMap { key in known.firstIndex { $0.key == key } }
        place = before.map { $0 + 1 } ?? 0
        known.insert((key, members), at: place ?? 0)
      } else if let place {
        known[place].members = members
      } else {
        known.append((key, members))
      }
    }
  }
}

/// A form with lists, whose fields go from group to group.
private struct ListSample {
  private var keys: [String]
  private var groups: [String: String] = [:]
  private var repeating: Set<String> = []
  private var paths: Set<String> = []
  private var entries: [String: [String]] = [:]

  private static let groupKeys = ["one", "two", "three"]

  init(using random: inout SplitMix64) {
    keys = ["a", "b", "c", "d"]
    for _ in 0..<6 { change(using: &random) }
  }

  mutating func change(using random: inout SplitMix64) {
    let group = Self.groupKeys.randomElement(using: &random) ?? "one"
    let key = keys.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: groups[key] = Bool.random(using: &random) ? group : nil
    case 3, 4: repeating.formSymmetricDifference([group])
    case 5: paths.formSymmetricDifference([group])
    case 6, 7: changeEntries(of: group, using: &random)
    case 8: keys.shuffle(using: &random)
    default:
      let other = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random) ?? "e"
      if let place = keys.firstIndex(of: other), 1 < keys.count {
        keys.remove(at: place)
      } else if !keys.contains(other) {
        keys.append(other)
      }
    }
  }

  private mutating func changeEntries(of group: String, using random: inout SplitMix64) {
    var list = entries[group] ?? []
    if let place = list.indices.randomElement(using: &random), Bool.random(using: &random) {
      list.remove(at: place)
    } else {
      let place = Int.random(in: 0...list.count, using: &random)
      list.insert(
        ["{}", #"{ "a": "x", "c": "y" }"#].randomElement(using: &random) ?? "{}", at: place)
    }
    entries[group] = Int.random(in: 0..<5, using: &random) == 0 ? nil : list
  }

  var text: String {
    let groups = Self.groupKeys.map { key in
      let path = paths.contains(key) ? #", "path": "/at/\#(key)""# : ""
      let repetition = repeating.contains(key) ? #", "repeat": { "unique": ["a"] }"# : ""
      return #"{ "key": "\#(key)", "label": "G"\#(path)\#(repetition) }"#
    }
    let fields = keys.map { key in
      let group = self.groups[key].map { #", "group": "\#($0)""# } ?? ""
      return #"{ "key": "\#(key)", "kind": "entry", "label": "F"\#(group) }"#
    }
    let lists = entries.sorted { $0.key < $1.key }.map {
      #""\#($0.key)": [\#($0.value.joined(separator: ", "))]"#
    }
    return """
      { "groups": [\(groups.joined(separator: ",\n  "))],
        "fields": [\(fields.joined(separator: ",\n  "))],
        "entries": { \(lists.joined(separator: ", ")) } }
      """
  }
}
