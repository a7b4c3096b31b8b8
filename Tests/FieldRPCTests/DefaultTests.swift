import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// What the property table calls a default is what a document means that says nothing.
@Suite("Defaults")
struct DefaultTests {
  /// A field of a kind, of a mode where it is a date, with one property left open.
  struct Sample: Sendable, CustomTestStringConvertible {
    let kind: FieldKind
    let mode: DateMode
    let property: Property
    let section: Section
    let defaultValue: String

    var testDescription: String {
      "\(kind.rawValue) \(mode.rawValue) \(section.rawValue) \(property.name.rawValue)"
    }

    fileprivate var written: String { "\"\(property.name.rawValue)\": \(defaultValue)" }
  }

  /// Every property with a default, in every kind of field that has it, and in dates of every mode.
  private static let samples: [Sample] = Section.allCases.flatMap { section in
    PropertyTable.properties(of: section).flatMap { property in
      FieldKind.allCases.filter { has($0, property, section) }.flatMap { kind in
        (kind == .date ? DateMode.allCases : [.date]).compactMap { mode -> Sample? in
          guard let value = property.defaultValue else { return nil }
          if property.name == .mode, mode != .date { return nil }
          return Sample(
            kind: kind, mode: mode, property: property, section: section, defaultValue: value)
        }
      }
    }
  }

  private static func has(_ kind: FieldKind, _ property: Property, _ section: Section) -> Bool {
    switch section {
    case .choice: kind == .picker
    case .autofill: kind == .entry || kind == .picker
    default: property.kinds.contains(kind)
    }
  }

  /// What the drafts of a kind of field may be: nothing, something right, something wrong.
  private static func drafts(_ sample: Sample) -> [String] {
    switch sample.kind {
    case .entry, .area: ["", "ada", "7", "true"]
    case .picker: ["", "one", "oen", "3"]
    case .any: ["", "[1]", "{", "null"]
    case .date:
      switch sample.mode {
      case .date: ["", "1990-12-10", "Dec 10, 1990"]
      case .time: ["", "18:30", "18:30:05"]
      case .dateAndTime: ["", "1990-12-10T18:30", "Dec 10, 1990, 18:30", "Dec 10, 1990, 18:30:05"]
      case .countDownTimer: ["", "PT1H30M", "1:30"]
      }
    }
  }

  /// A form with a field, and another to go to; `¦` is where the default is written or not.
  private static func document(_ sample: Sample, _ draft: String, isExplicit: Bool) -> String {
    func open(_ section: Section, after others: Bool = true) -> String {
      guard isExplicit, section == sample.section else { return "" }
      return others ? ", \(sample.written)" : sample.written
    }
    let isDraft = sample.property.name == .text && sample.section == .field
    if isDraft, !draft.isEmpty { return "" }
    let name = sample.kind == .date ? "date" : "text"
    let isLeftOpen = isDraft || draft.isEmpty && sample.property.name == .text
    let written = isLeftOpen ? "" : ",\n  \"\(name)\": \"\(draft)\""
    let mode =
      sample.kind == .date && sample.property.name != .mode
      ? ", \"mode\": \"\(sample.mode.rawValue)\"" : ""
    let data =
      sample.kind == .picker
      ? ", \"data\": [\"one\", { \"value\": 3\(open(.choice)) }]" : ""
    let check = sample.property.name == .stepBase ? "\"step\": 7" : "\"pattern\": \"a\""
    let autofill =
      [.entry, .picker].contains(sample.kind)
      ? ", \"autofill\": { \"source\": \"s\"\(open(.autofill)) }" : ""
    let path =
      sample.section == .group && sample.property.name == .path ? "" : ", \"path\": \"/g\""
    let list =
      sample.section == .repetition
      ? ", { \"key\": \"l\", \"label\": \"L\", \"repeat\": { \(open(.repetition, after: false)) } }"
      : ""
    return """
      { "groups": [ { "key": "g", "label": "G"\(path)\(open(.group)) }\(list) ]\(open(.document)),
      "fields": [ { "key": "a", "kind": "\(sample.kind.rawValue)", "label": "A"\(mode)\(data),
        "icon": "i", "iconAction": "clear", "next": "b", "helper": "H",
        "toolbar": { "done": { \(open(.toolbarItem, after: false)) }\(open(.toolbar)) },
        "validation": { "live": [ { \(check)\(open(.rule)) } ]\(open(.validation)) }\(autofill)\(written)\(open(.field)) },
      { "key": "b", "kind": "entry", "label": "B" } ],
      "autofill": { "s": ["adam", "one"] } }
      """
  }

  @Test("written out change nothing", arguments: samples)
  func changeNothing(sample: Sample) {
    // With seconds a time is shown in another pattern.
    let isFormat = sample.property.name == .format
    for draft in Self.drafts(sample) where !(isFormat && draft.hasSuffix(":05")) {
      let silent = Self.document(sample, draft, isExplicit: false)
      let explicit = Self.document(sample, draft, isExplicit: true)
      if silent.isEmpty { continue }
      #expect(silent != explicit)
      let places = ["\"A\"", "\"text\": \"", "\"date\": \""].filter { silent.contains($0) }
      #expect(
        Self.inEditor(silent, at: places) == Self.inEditor(explicit, at: places), "\(draft)")
      // A front end shows a time zone where the form names one, GMT too.
      if sample.property.name == .timeZone { continue }
      #expect(Self.inForm(silent, sample) == Self.inForm(explicit, sample), "\(draft)")
    }
  }

  /// What an editor is told of a document and behind some words of it, without ranges.
  private static func inEditor(_ document: String, at places: [String]) -> [String] {
    var editor = Editor(document)
    var told = editor.diagnostics.map { diagnostic in
      "\(diagnostic["code"]?.line ?? "") \(diagnostic["message"]?.line ?? "")"
    }
    let text = Array(document.utf8)
    for word in places {
      guard let place = document.firstRange(of: word) else { continue }
      let offset = document.utf8.distance(from: document.startIndex, to: place.upperBound)
      told.append(editor.ask("hover", at: offset)["contents"]?.line ?? "")
      for item in editor.ask("completion", at: offset)["items"]?.array ?? [] {
        told.append(item["label"]?.line ?? "")
      }
    }
    for action in editor.ask("codeAction", in: 0..<text.count).array ?? [] {
      told.append(action["title"]?.line ?? "")
    }
    return told
  }

  /// What a front end is told of a form, and of what is done in it.
  private static func inForm(_ document: String, _ sample: Sample) -> [String] {
    var client = FormClient(document, capabilities: #"{"delegate":true}"#)
    var told = [client.fields.description(of: "a")]
    func act(_ method: String, _ params: [JSONValue.Member]) {
      let id = client.call("field/\(method)", params)
      while let asked = client.asked.first {
        told.append(asked.params.line)
        client.reply(asked.id, .bool(true))
      }
      client.wait(milliseconds: 600)
      let result = client.results[id]?.members.filter { $0.name != "text" } ?? []
      told.append("\(method): \(JSONValue.object(result).line)")
      told.append(client.fields.description(of: "a"))
    }
    let key = JSONValue.Member("key", .string("a"))
    act("layout", [])
    act("beginEditing", [key])
    switch sample.kind {
    case .entry, .area, .any: act("replaceText", [key, .init("text", .string("adam"))])
    case .picker: act("select", [key, .init("index", .integer(1))])
    case .date:
      let date =
        switch sample.mode {
        case .date: "1991-01-02"
        case .time: "07:08"
        case .dateAndTime: "1991-01-02T07:08"
        case .countDownTimer: "PT2H"
        }
      act("setDate", [key, .init("date", .string(date))])
    }
    act("autofill", [key])
    act("tapIcon", [key])
    act("return", [])
    act("next", [])
    act("clear", [key])
    act("submit", [])
    return told
  }
}

extension [String: [String: JSONValue]] {
  fileprivate func description(of key: String) -> String {
    (self[key] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.sorted.line)" }
      .joined(separator: "\n")
  }
}
