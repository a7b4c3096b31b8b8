import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// Of a record says each door the same: `field/check`, a form that is opened with its values and
/// submitted, and one that is opened with what was committed.
@Suite("Verdicts at random")
struct VerdictPropertyTests {
  @Test("checking, submitting and opening agree", arguments: Seeds.upTo(150))
  func doors(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 17 &+ 3)
    let measure = FeatureSample.Measure(
      fieldCounts: 1...5, density: [4, 8, 15][Int(seed % 3)], isPlain: true)
    let sample = FeatureSample(measure, using: &random)
    let form = OpenForm(sample.text)
    if !form.document.textErrors(limit: 1).isEmpty { return }
    // What a record leaves out keeps the draft of the document.
    let blank = Self.blank(sample.value)
    var client = FormClient(blank.json, capabilities: "{}")
    let held = form.document.record
    for _ in 0..<4 {
      let record = Self.changed(held, using: &random)
      let difference = Self.difference(blank, record, &client)
      #expect(difference == nil, "\(record.json)\nof \(blank.json)")
      if difference != nil { return }
    }
  }

  /// A form in which nothing is filled in.
  private static func blank(_ form: JSONValue) -> JSONValue {
    let drafts: Set = ["text", "date"]
    return .object(
      form.members.filter { $0.name != "entries" }.map { member in
        guard member.name == "fields" else { return member }
        let fields = (member.value.array ?? []).map { field in
          JSONValue.object(field.members.filter { !drafts.contains($0.name) })
        }
        return .init("fields", .array(fields))
      })
  }

  /// What the doors say differently of a record.
  private static func difference(
    _ form: JSONValue, _ record: JSONValue, _ client: inout FormClient
  ) -> String? {
    let verdict = check(form, record, &client)
    guard let submitted = submit(form, record, &client) else { return nil }
    let errors = (verdict["problems"]?.array ?? []).filter { $0["severity"] == "error" }
    let isCommitted = submitted["committed"] == true
    if (verdict["valid"] == true) != errors.isEmpty { return "the flag: \(verdict.json)" }
    // What is wrong with a record may be right once it is a draft, as which it is committed otherwise.
    // And what a lenient field or group takes of a record no draft commits.
    if !isCommitted, form.json.contains("\"lenient\":") { return nil }
    // Flags of a record may leave out rows that are committed as false, which a schema may refuse.
    if !isCommitted, ["asFlags", "schema"].allSatisfy({ form.json.contains("\"\($0)\":") }) {
      return nil
    }
    if errors.isEmpty, !isCommitted { return "\(verdict.json), but submitted: \(submitted.json)" }
    if !isCommitted {
      let (said, told) = (codes(errors), codes(ofFields: submitted))
      let keys = Set(said.keys).union(told.keys).filter { key in
        key.split(separator: "/").count < 2 && !isInList(key, form) && !isCalculated(key, form)
          && !(said[key] ?? []).contains(where: shapeCodes.contains)
      }
      return keys.sorted().first { said[$0] != told[$0] }.map { key in
        "\(key): \(said[key] ?? []), but submitted: \(told[key] ?? [])"
      }
    }
    let values = submitted["values"] ?? .null
    let again = check(form, values, &client)
    if again["valid"] != true { return "\(values.json) was committed: \(again.json)" }
    guard let resubmitted = submit(form, values, &client) else {
      return "\(values.json) was committed, and opens no form"
    }
    if resubmitted["values"] != values {
      return "\(values.json) was committed, and then: \(resubmitted.json)"
    }
    return nil
  }

  /// Codes of what a draft can't say, or may say otherwise: that the value has another type, or none.
  private static let shapeCodes: Set<String> = ["wrongType", "whenEmpty", "badInput", "missingKey"]

  private static func check(
    _ form: JSONValue, _ record: JSONValue, _ client: inout FormClient
  ) -> JSONValue {
    let id = client.call("field/check", [.init("form", form), .init("values", record)])
    return client.results[id] ?? .null
  }

  /// What a form answers that was opened with values and submitted; nil where it does not open.
  private static func submit(
    _ form: JSONValue, _ record: JSONValue, _ client: inout FormClient
  ) -> JSONValue? {
    client.call("field/close")
    let opening = client.call(
      "field/open", [.init("document", form), .init("values", record)])
    if client.results[opening]?["fields"] == nil { return nil }
    let id = client.call("field/submit")
    client.wait(milliseconds: 1000)
    return client.results[id] ?? .null
  }

  /// Whether a submission calculates a field, whatever the record has: what is wrong is wrong with that.
  private static func isCalculated(_ key: String, _ form: JSONValue) -> Bool {
    (form["fields"]?.array ?? []).contains { $0["key"]?.string == key && $0["calculate"] != nil }
  }

  /// Whether a field of a form is one of a list.
  private static func isInList(_ key: String, _ form: JSONValue) -> Bool {
    let fields = form["fields"]?.array ?? []
    let groups = fields.filter { $0["key"]?.string == key }.compactMap { $0["group"]?.string }
    return (form["groups"]?.array ?? []).contains { group in
      group["repeat"] != nil && groups.contains(group["key"]?.string ?? "")
    }
  }

  private static func codes(_ problems: [JSONValue]) -> [String: [String]] {
    var codes: [String: [String]] = [:]
    for problem in problems {
      // What is wrong with the whole record is a submission's under the empty key.
      let whole = problem["path"] == "" ? "" : nil
      guard let key = problem["key"]?.string ?? whole else { continue }
      codes[key, default: []].append(problem["code"]?.string ?? "")
    }
    return codes.mapValues { $0.sorted() }
  }

  private static func codes(ofFields submitted: JSONValue) -> [String: [String]] {
    var codes: [String: [String]] = [:]
    let lists = ["rows", "more"]
    for field in submitted["errors"]?.array ?? [] {
      guard let key = field["key"]?.string, !lists.contains(key) else { continue }
      let errors = (field["problems"]?.array ?? []).filter { $0["severity"] == "error" }
      codes[key] = errors.map { $0["code"]?.string ?? "" }.sorted()
    }
    return codes
  }

  /// A record with other values in some places.
  private static func changed(
    _ value: JSONValue, using random: inout SplitMix64
  ) -> JSONValue {
    switch value {
    case .object(let members):
      return .object(
        members.compactMap { member in
          Int.random(in: 0..<9, using: &random) == 0
            ? nil : .init(member.name, changed(member.value, using: &random))
        })
    case .array(let elements):
      return .array(elements.map { changed($0, using: &random) })
    case .null, .bool, .number, .string:
      if Int.random(in: 0..<5, using: &random) > 0 { return value }
      return others.randomElement(using: &random) ?? .null
    }
  }

  private static let others: [JSONValue] = [
    .null, "", 0, true, [], "zz", "a", "ada", 5, .number("2.5"), "2020-02-03", "1", ["a"], "true",
    .number("1e2"), "08:00", false, "é",
  ]
}
