package import FieldModels

/// Forms made up at random whose text is right, with drafts of which some are not, for what is said
/// of drafts and of the records that are made of them.
package struct RecordSample: Sendable {
  /// The text of a document whose fields have drafts.
  package let text: String

  /// - Parameters:
  ///   - fieldCount: how many fields; their keys are f0, f1, …
  ///   - areApart: no field looks at another one
  ///   - random: where chance comes from
  package init(fieldCount: Int, areApart: Bool = false, using random: inout SplitMix64) {
    var fields: [String] = []
    while fields.count < fieldCount {
      let field = Self.field(fields.count, of: fieldCount, using: &random).text
      let looksAround = ["when", "equals", "before"].contains { field.contains("\"\($0)\"") }
      if !areApart || !looksAround { fields.append(field) }
    }
    let hasGroups = Bool.random(using: &random)
    if hasGroups { fields = fields.enumerated().map { Self.placed($1, $0, using: &random) } }
    let hasList = Int.random(in: 0..<3, using: &random) == 0
    var entries = ""
    if hasList {
      // What is in a list has keys of its own, and looks at the same entry and around.
      var columns: [String] = []
      var drafts: [[String]] = []
      // An only field may be the entry.
      let isOfValues = Bool.random(using: &random)
      let count = isOfValues ? 1 : 2
      while columns.count < count {
        let (field, own) = Self.field(columns.count, of: count, using: &random)
        let looksAround = ["when", "equals", "before"].contains { field.contains("\"\($0)\"") }
        if areApart, looksAround { continue }
        drafts.append(own)
        let seesOut = Bool.random(using: &random)
        columns.append(
          field.replacing("\"key\": \"f", with: "\"key\": \"l")
            .replacing("\": \"f", with: seesOut ? "\": \"f" : "\": \"l").dropLast(2)
            + ", \"group\": \"rows\"\(isOfValues ? ", \"path\": \"\"" : "") }")
      }
      fields += columns
      let rows = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        let members = (0..<count).filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.map {
          "\"l\($0)\": \(drafts[$0].randomElement(using: &random) ?? "")"
        }
        return "{ \(members.joined(separator: ", ")) }"
      }
      entries = ",\n\"entries\": { \"rows\": [\(rows.joined(separator: ", "))] }"
    }
    let unique = Bool.random(using: &random) ? "\"unique\": [\"l0\"]" : "\"minEntries\": 1"
    let list = "{ \"key\": \"rows\", \"label\": \"Rows\", \"repeat\": { \(unique) } }"
    let groups = (hasGroups ? [Self.groups] : []) + (hasList ? [list] : [])
    let head = groups.isEmpty ? "" : "\"groups\": [\(groups.joined(separator: ", "))], "
    text = "{ \(head)\"fields\": [\n\(fields.joined(separator: ",\n"))\n]\(entries) }"
  }

  /// Pages, of which some are objects in the record.
  private static let groups = [
    #"{ "key": "page", "label": "Page" }"#,
    #"{ "key": "address", "label": "Address", "path": "/address", "required": true }"#,
    #"{ "key": "deep", "label": "Deep", "path": "/address/deep/1" }"#,
    #"{ "key": "odd", "label": "Odd", "path": "/a~1b" }"#,
  ].joined(separator: ", ")

  /// A field that may stand in an object.
  private static func placed(
    _ field: String, _ index: Int, using random: inout SplitMix64
  ) -> String {
    let places = [
      "", #", "group": "page""#, #", "group": "address""#, #", "group": "deep""#,
      #", "group": "odd""#, #", "path": "/address/f\#(index)""#,
      #", "group": "address", "path": "/x/f\#(index)""#,
    ]
    return field.dropLast(2) + (places.randomElement(using: &random) ?? "") + " }"
  }

  private static func field(
    _ index: Int, of fieldCount: Int, using random: inout SplitMix64
  ) -> (text: String, drafts: [String]) {
    let other = "f\(Int.random(in: 0..<fieldCount, using: &random))"
    let sort = sorts.randomElement(using: &random) ?? sorts[0]
    var members = [#""key": "f\#(index)""#, #""label": "Field \#(index)""#, sort.members]
    let draft = sort.drafts.randomElement(using: &random) ?? #""""#
    members.append("\"\(sort.members.contains("\"date\"") ? "date" : "text")\": \(draft)")
    for extra in extras where Int.random(in: 0..<5, using: &random) == 0 {
      members.append(extra)
    }
    if let rules = sort.rules.randomElement(using: &random), !rules.isEmpty {
      let when = Int.random(in: 0..<4, using: &random) == 0 ? ", \(conditions[0])" : ""
      let list = Bool.random(using: &random) ? "live" : "endEditing"
      members.append(#""validation": { "\#(list)": [{ \#(rules)\#(when) }] }"#)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let name = ["required", "visible", "enabled"].randomElement(using: &random) ?? "required"
      let condition = conditions.randomElement(using: &random) ?? conditions[0]
      members.append(#""\#(name)": { \#(condition) }"#)
    } else if Bool.random(using: &random) {
      members.append(#""required": true"#)
    }
    return ("{ \(members.joined(separator: ", ").replacing("@", with: other)) }", sort.drafts)
  }

  private struct Sort {
    let members: String
    /// JSON.
    let drafts: [String]
    let rules: [String]
  }

  private static let sorts: [Sort] = [
    Sort(
      members: #""kind": "entry""#,
      drafts: [
        #""""#, #""ada""#, #""x""#, #""a@b.example""#, #""Zoë 👩🏽‍🚀""#, #""2026-02-02""#,
        #"" \t\u00A0""#,
      ],
      rules: [
        "", #""minLength": 2"#, #""maxLength": 3"#, #""format": "email""#,
        #""pattern": "^[a-z]+$""#, #""oneOf": ["ada", "x"]"#, #""equals": "@""#,
        #""format": "email", "severity": "warning""#,
        #""pattern": "^[a-z]+$", "message": "Small letters""#,
      ]),
    Sort(
      members: #""kind": "area", "lengthUnit": "scalar""#, drafts: [#""""#, #""a\nb""#, #""é́""#],
      rules: ["", #""maxLength": 1"#, #""minLength": 3"#]),
    Sort(
      members: #""kind": "entry", "value": "integer""#,
      drafts: [#""""#, #""0""#, #""7""#, #""-3""#, #""100""#, #""9007199254740993""#, #""4.5""#],
      rules: ["", #""minimum": 1"#, #""exclusiveMaximum": 100"#, #""step": 2"#]),
    Sort(
      members: #""kind": "entry", "value": "integer", "precision": "int64""#,
      drafts: [
        #""7""#, #""9007199254740993""#, #""9223372036854775807""#, #""-9223372036854775808""#,
        #""9223372036854775808""#, #""123456789012345""#,
      ],
      rules: [
        "", #""maximum": 9007199254740993"#, #""minimum": 9007199254740993"#,
        #""exclusiveMaximum": 9223372036854775807"#, #""minimum": -9223372036854775807"#,
      ]),
    Sort(
      members: #""kind": "entry", "value": "integer", "precision": "unlimited""#,
      drafts: [#""0""#, #""-123456789012345678901234567890""#, #""1e30""#],
      rules: ["", #""exclusiveMinimum": -123456789012345678901234567890"#]),
    Sort(
      members: #""kind": "entry", "value": "number""#,
      drafts: [#""""#, #""0.1""#, #""-1e3""#, #""12.5""#],
      rules: ["", #""maximum": 0.1"#, #""step": 1"#]),
    Sort(
      members: #""kind": "picker", "data": ["CA", { "value": "RO", "label": "Romania" }]"#,
      drafts: [#""""#, #""CA""#, #""RO""#, #""XX""#], rules: ["", #""oneOf": ["CA"]"#]),
    Sort(
      members: #""kind": "picker", "data": ["0", 0, true, null, ""]"#,
      drafts: [#""""#, #""0""#, #""\"0\"""#, #""true""#, #""null""#, #""\"\"""#], rules: [""]),
    Sort(
      members: #""kind": "picker", "multiple": true, "data": ["a", "b", 3], "maxItems": 2"#,
      drafts: ["[]", #"["a"]"#, #"["a", "3"]"#, #"["a", "b", "3"]"#, #"["b", "b"]"#], rules: [""]),
    Sort(
      members: #""kind": "picker", "data": ["a"], "manualEntry": true"#,
      drafts: [#""""#, #""a""#, #""mine""#], rules: ["", #""maxLength": 2"#]),
    Sort(
      members: #""kind": "picker", "value": "boolean", "data": [true, false]"#,
      drafts: [#""""#, #""true""#, #""false""#], rules: [""]),
    Sort(
      members: #""kind": "picker", "value": "integer", "data": ["1", "1.5", "all"]"#,
      drafts: [#""""#, #""1""#, #""1.5""#, #""all""#], rules: [""]),
    Sort(
      members: #""kind": "any""#,
      drafts: [
        #""""#, #""[]""#, #""\"ada\"""#, #""7""#, #""{\"a\":[1.0]}""#, #""\" \u00A0\"""#,
        #""[\"\",{\"a\":\" \"}]""#, #""[\"ada\",7]""#, #""{\"ada\":true,\"x\":false}""#,
      ],
      rules: [""]),
    Sort(
      members: #""kind": "date", "minimumDate": "2020-01-01", "maximumDate": "today""#,
      drafts: [#""""#, #""2026-02-02""#, #""2026-02-30""#, #""1999-12-31""#, #""2999-01-01""#],
      rules: ["", #""before": "@""#, #""after": "2025-01-01""#]),
  ]

  private static let extras = [
    #""whenEmpty": "omit""#, #""whenHidden": "keep""#, #""readOnly": true"#, #""maxLength": 4"#,
    #""blankIsEmpty": true"#, #""present": true"#,
    #""state": "disabled""#, #""secure": true"#,
  ]

  private static let conditions = [
    #""when": { "key": "@", "filled": true }"#, #""when": { "key": "@", "is": "ada" }"#,
    #""when": { "any": [{ "key": "@", "greaterThan": 5 }, { "key": "@", "filled": false }] }"#,
  ]
}

extension FieldDocument {
  /// The record of what every field holds, hidden or not, as a submission would write it; without
  /// those that are empty and may be left out, since null may be a row's value too.
  package var record: JSONValue {
    var values: [CommittedObject.Value?] = []
    var places: [RecordLayout.Place] = []
    func value(_ definition: FieldDefinition, _ key: String) -> CommittedObject.Value? {
      let isLeftOut = definition.draft.isEmpty && definition.isPresent == .never
      let value = isLeftOut ? nil : definition.value(of: definition.draft)
      return value.map { .init(key: key, value: $0, isSecure: false) }
    }
    forEachField(in: 0..<text.byteCount) { _, _, reading in
      guard let key = reading.definition.key, let place = place(of: reading.mentions) else {
        return true
      }
      places.append(place)
      if place.list == nil { values.append(value(reading.definition, key)) }
      return true
    }
    let layout = RecordLayout(places, frame)
    var entries: [String: [[CommittedObject.Value?]]] = [:]
    forEachSlice(in: 0..<text.byteCount) { slice, _ in
      guard slice.part.sort == .entry, let list = place(ofEntry: slice.id)?.list else {
        return true
      }
      let fields = entryFields(of: slice.id)
      entries[list, default: []].append(fields.map { value($0.reading.definition, $0.key) })
      return true
    }
    return .object(
      CommittedObject(layout, values, entries: layout.lists.map { entries[$0.key] ?? [] }).json)
  }
}

extension OpenForm {
  /// What the form says of a record that is written down.
  package func judge(_ json: String) -> RecordVerdict {
    var reader = JSONReader(Array(json.utf8), dialect: .strict)
    reader.readText()
    var form = RecordForm(document)
    return form.judge(reader.tree, 0, at: now)
  }
}
