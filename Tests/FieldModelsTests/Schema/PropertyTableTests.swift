import FieldModels
import FieldTestSupport
import Testing

/// Every property that there is, with a value that it takes and one that it does not.
@Suite("The table of properties")
struct PropertyTableTests {
  @Test("every property is documented once, in a sentence", arguments: Section.allCases)
  func documentation(section: Section) {
    let properties = PropertyTable.properties(of: section)
    #expect(!properties.isEmpty)
    #expect(Set(properties.map(\.name)).count == properties.count)
    for property in properties {
      #expect(property.documentation.count > 5, "\(property.name)")
      #expect(property.documentation.hasSuffix("."), "\(property.name)")
      #expect(property.section == section)
      #expect(!Wording.english.text(property.shape.expectation).isEmpty)
      let name = Array(property.name.rawValue.utf8)
      #expect(PropertyTable.property(named: name.span, in: section)?.name == property.name)
      #expect(
        PropertyTable.property(property.name, in: section)?.documentation == property.documentation)
      if let value = property.defaultValue { #expect(JSONDump(value).problems.isEmpty) }
    }
  }

  @Test("every name belongs to a property, and other names to none")
  func names() {
    let used = Section.allCases.flatMap { PropertyTable.properties(of: $0).map(\.name) }
    #expect(Set(used) == Set(Property.Name.allCases))
    for name in ["", "Key", "keys", "kei", "$", String(repeating: "k", count: 1000)] {
      #expect(PropertyTable.property(named: name.utf8.span, in: .field) == nil)
    }
  }

  @Test("every property takes what its shape says", arguments: Section.allCases)
  func goodValues(section: Section) {
    for property in PropertyTable.properties(of: section) {
      // Of what is taken nothing is read, but for a schema.
      let good = property.name == .valueSchema ? "{}" : Self.good(property.shape)
      let text = document(with: property, good)
      // A record is told that it is not checked.
      let findings = OpenForm(text, validators: ["free"]).findings
        .filter { !$0.contains("uncheckedRecord") }
      #expect(findings == [], "\(property.name) in \(text)")
    }
  }

  @Test("every property tells a value that it does not take", arguments: Section.allCases)
  func wrongValues(section: Section) {
    for property in PropertyTable.properties(of: section) {
      guard let wrong = Self.wrong(property.shape) else { continue }
      let text = document(with: property, wrong)
      let findings = OpenForm(text, validators: ["free"]).findings
      #expect(findings.count == 1, "\(property.name) in \(text): \(findings)")
      let codes = ["wrongType", "unknownValue", "invalidColor", "invalidTimeZone"]
      #expect(
        codes.contains { findings.first?.hasPrefix("\($0) «\(wrong)»") ?? false }, "\(findings)")
    }
  }

  /// A document in which a property has a value and everything else is right.
  private func document(with property: Property, _ value: String) -> String {
    var members = Self.companions(of: property)
    members.removeAll { $0.0 == property.name.rawValue }
    members.append((property.name.rawValue, value))
    let object = Self.object(members)
    let rules: (String) -> String = { "\"validation\": { \"live\": [\($0)] }" }
    return switch property.section {
    case .document: object
    case .group: form(groups: object, field: "")
    case .repetition:
      form(
        groups: "{ \"key\": \"g\", \"label\": \"G\", \"repeat\": \(object) }", field: "", group: "g"
      )
    case .field: form(field: String(object.dropFirst().dropLast()), isWhole: true)
    case .validation: form(field: "\"validation\": " + object)
    case .rule: form(field: rules(object))
    case .condition: form(field: rules("{ \"minLength\": 1, \"when\": \(object) }"))
    case .requirement: form(field: "\"required\": " + object)
    case .choice: form(field: "\"data\": [\(object)]", kind: "picker")
    case .toolbar: form(field: "\"toolbar\": " + object)
    case .toolbarItem: form(field: "\"toolbar\": { \"done\": \(object) }")
    case .autofill: form(field: "\"autofill\": " + object)
    case .colors: form(field: "\"colors\": " + object)
    case .messages: "{ \"messages\": { \"de\": \(object) }, \"fields\": [] }"
    }
  }

  private func form(
    groups: String = #"{ "key": "g", "label": "G" }"#, field: String, kind: String = "entry",
    isWhole: Bool = false, group: String? = nil
  ) -> String {
    let identity = isWhole ? "" : #""key": "k", "kind": "\#(kind)", "label": "L""#
    let separator = isWhole || field.isEmpty ? "" : ", "
    let member = group.map { ", \"group\": \"\($0)\"" } ?? ""
    let other = #"{ "key": "other", "kind": "entry", "label": "O"\#(member) }"#
    return """
      { "groups": [\(groups)], "fields": [{ \(identity)\(separator)\(field) }, \(other)],
        "autofill": { "mail": [] } }
      """
  }

  /// What has to stand beside a property for it to mean something.
  private static func companions(of property: Property) -> [(String, String)] {
    switch (property.section, property.name) {
    case (.document, .entries):
      return [
        ("groups", #"[{ "key": "mail", "label": "M", "repeat": {} }]"#),
        ("fields", #"[{ "key": "mail", "kind": "entry", "label": "M", "group": "mail" }]"#),
      ]
    case (.document, _): return [("fields", "[]")]
    case (.group, .required), (.group, .closed), (.group, .lenient), (.group, .whenEmpty),
      (.group, .valueSchema):
      return [("key", "\"g\""), ("label", "\"G\""), ("path", "\"/g\"")]
    case (.group, _): return [("key", "\"g\""), ("label", "\"G\"")]
    case (.field, _):
      let kind = FieldKind.allCases.first { property.kinds.contains($0) } ?? .entry
      return [("key", "\"k\""), ("kind", "\"\(kind.rawValue)\""), ("label", "\"L\"")]
    case (.rule, .anchored), (.rule, .flags), (.rule, .message), (.rule, .severity), (.rule, .when):
      return [("pattern", "\"a\"")]
    case (.rule, .stepBase): return [("step", "1")]
    case (.condition, .key): return [("is", "1")]
    case (.condition, .all), (.condition, .any): return []
    case (.condition, _): return [("key", "\"other\"")]
    case (.choice, _): return [("value", "\"v\"")]
    case (.autofill, _): return [("source", "\"mail\"")]
    case (.repetition, _), (.validation, _), (.rule, _), (.requirement, _), (.toolbar, _),
      (.toolbarItem, _), (.colors, _), (.messages, _):
      return []
    }
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func good(_ shape: Shape) -> String {
    switch shape {
    case .text, .draft, .newKey, .choice, .rowValue, .boolOrText, .template: "\"x\""
    case .translatable: "{\"en\": \"x\", \"pt-BR\": \"y\"}"
    case .bool, .boolOrCondition: "true"
    case .integer(let minimum): String(max(minimum, 1))
    case .number, .limit, .scalar: "1"
    case .word(let words): "\"\(words.last?.name ?? "")\""
    case .key: "\"other\""
    case .groupKey: "\"g\""
    case .path: "\"/a/b~1c\""
    case .sourceName: "\"mail\""
    // `today` is a bound; a draft is always a day of its own.
    case .dateDraft, .date: "\"2000-02-29\""
    case .dateOrKey: "\"today\""
    case .datePattern: "\"yyyy-MM-dd\""
    case .timeZone: "\"America/Argentina/Buenos_Aires\""
    case .color: "\"#1A2b3C80\""
    case .pattern: "\"a+\""
    case .expression: "\"1 < 2\""
    case .formatName, .rule: "\"email\""
    case .validatorName: "\"free\""
    case .object(let section): object(least(of: section))
    case .list(let element): "[\(good(element))]"
    // A name that is a tag of BCP 47 too.
    case .map(let element): "{\"mail\": \(good(element))}"
    case .anything: "[{}, null]"
    }
  }

  /// The fewest members with which an object of a section means something.
  private static func least(of section: Section) -> [(String, String)] {
    switch section {
    case .condition: [("key", "\"other\""), ("filled", "true")]
    case .field, .group:
      [("key", "\"other\""), ("kind", "\"entry\""), ("label", "\"L\"")].filter {
        section == .field || $0.0 != "kind"
      }
    case .autofill: [("source", "\"mail\"")]
    case .document, .repetition, .validation, .rule, .requirement, .choice, .toolbar, .toolbarItem,
      .colors, .messages:
      []
    }
  }

  /// A value of another type; nil where anything will do.
  private static func wrong(_ shape: Shape) -> String? {
    switch shape {
    case .text, .translatable, .draft, .newKey, .boolOrText, .key, .groupKey, .path, .sourceName,
      .dateDraft,
      .date,
      .dateOrKey, .datePattern, .timeZone, .color, .pattern, .formatName, .rule, .validatorName,
      .template, .expression:
      "12"
    case .bool, .boolOrCondition, .integer, .number: "\"x\""
    case .limit, .scalar, .object, .map, .choice, .rowValue: "[]"
    case .word: "\"zzzzzzzzzzzzzzzzzzzzzz\""
    case .list: "{}"
    case .anything: nil
    }
  }
}
