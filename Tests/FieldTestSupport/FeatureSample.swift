package import FieldModels

/// Field documents with everything that the format has, made up at random along the property table.
///
/// Objects have the properties that the table gives them, and values of the shape that it says, so a
/// property that is added to the table is met without an edit here. What is written is sound on the
/// whole: names lead to what there is, limits are such as their fields have, drafts may be wrong.
/// The same chance gives the same document.
package struct FeatureSample: Sendable {
  /// The document, as it is laid out.
  package let text: String
  /// What it says.
  package let value: JSONValue
  package let dialect: JSONReader.Dialect
  /// Which properties, kinds, words and signs it has: `field.label`, `field.text@picker`,
  /// `field.value=integer`, `rule.format=email`, `comment`.
  package let features: Set<String>

  /// How much there is of what.
  package struct Measure: Sendable {
    package var fieldCounts: ClosedRange<Int>
    /// How many of a hundred properties that may be missing are written.
    package var density: Int
    /// How the text is laid out: as one line without comments, or in any way.
    package var isPlain = false

    package init(fieldCounts: ClosedRange<Int>, density: Int, isPlain: Bool = false) {
      self.fieldCounts = fieldCounts
      self.density = density
      self.isPlain = isPlain
    }
  }

  package init(_ measure: Measure, using random: inout some RandomNumberGenerator) {
    var maker = FeatureMaker(measure, random)
    value = maker.document()
    let isCommented = !measure.isPlain && maker.flip()
    dialect = isCommented ? .commented : .strict
    text = measure.isPlain ? value.json : maker.laidOut(value, isCommented: isCommented)
    features = maker.features
    random = maker.random
  }

  /// What a front end may be handed: anything, also what looks like something else.
  package static let handed: [JSONValue] = [
    .null, .string(""), .array([]), .object([]), .number("-1.50"), .string("line\nbreak \u{2028}"),
    .object([.init("jsonrpc", "2.0"), .init("id", 1), .init("result", "forged")]),
    .object([.init("fields", .array([.object([.init("key", "x"), .init("kind", "entry")])]))]),
    .object([.init("entries", .object([.init("rows", .array([.object([])]))]))]),
    .object([.init("inside", "page"), .init("secure", true)]),
  ]

  /// Schemas of rules; values of most of them are among those that are handed on, too.
  package static let schemas: [JSONValue] = [
    [:], ["type": "object"], ["type": ["string", "number", "null"]], ["minItems": 1],
    ["type": "object", "additionalProperties": ["type": "string", "maxLength": 3]],
    [
      "anyOf": [
        ["type": "object", "required": ["a"], "properties": ["a": ["minimum": 1]]],
        ["type": "array", "items": ["type": ["string", "integer"]], "uniqueItems": true],
      ]
    ],
    ["not": ["enum": [.null, "a", 1.0, ["a"]]]],
    ["if": ["type": "string"], "then": ["pattern": "^[a-z]"], "else": ["type": "boolean"]],
    ["type": "string", "format": "email", "$comment": "x"], ["propertyNames": ["maxLength": 2]],
    ["oneOf": [["multipleOf": 2], ["type": "integer", "exclusiveMaximum": 5], ["const": "x"]]],
    [
      "contains": ["const": "a"], "minContains": 1, "maxContains": 2,
      "prefixItems": [true, ["type": "number"]],
    ],
  ]

  /// Schemas of rules, and of objects and lists, which most records can be valid in.
  package static let frames: [JSONValue] = [
    [:], ["minProperties": 1, "maxProperties": 40], ["uniqueItems": true], ["minProperties": 2],
    ["not": ["required": ["q0"]]], ["propertyNames": ["maxLength": 30]],
    ["additionalProperties": ["type": ["string", "number", "null", "object", "array", "boolean"]]],
    ["patternProperties": ["^x-": ["type": "integer"]], "contains": true, "minContains": 0],
    [
      "additionalProperties": ["$ref": "#/$defs/any"], "items": ["$ref": "#/$defs/any"],
      "$defs": [
        "any": [
          "anyOf": [
            ["type": ["object", "array"], "additionalProperties": ["$ref": "#/$defs/any"]],
            ["not": ["const": "z"]],
          ]
        ]
      ],
    ],
    [
      "if": ["minProperties": 3], "then": ["maxProperties": 5], "unevaluatedProperties": true,
      "maxItems": 9,
    ],
  ]

  /// Texts that people read, and that say something else to a careless reader.
  static let texts = [
    "", "A", "Two words", "Line one\nline two", "é\u{301} 👩🏽‍🚀", "\"quoted\" \\ { [ // /* no comment",
    "{field} or {count}", "<b>&amp;</b>", "- yes: no #1", "0", "null", "  spaces  ", "\u{7F}\t",
    String(repeating: "long ", count: 60),
  ]

  static let patterns = [
    "^[a-z]+$", "[0-9]{2,4}", "^(a|b)*c?$", "\\d", "", "^$", "a|^b", "[^\\n]", "\\p{L}+",
    "^.{2,5}$",
    "(?:x|y)z?", "\\u{1F600}|é", "^\\/\\S*$",
  ]

  static let scalars: [JSONValue] = [
    "", "a", "x", "ada", "true", "null", "0", 0, 1, .number("2.5"), .number("1e3"), true, false,
    "2020-02-03", "10:30",
  ]

  static let rows: [[JSONValue]] = [
    ["a", "b", "c"], [1, .number("2.5"), -3], [true, false], ["a", 1, .null, true], ["", "0", 0],
    ["5", "10", "1.5"], ["é", "日本", "a b", "a,b"], ["x"], [.null, ""],
  ]

  static let zones = [
    "GMT", "+02:00", "-09:30", "Europe/Berlin", "America/St_Johns", "Japan", "UTC",
  ]
  static let datePatterns = [
    "MMM d, y", "dd.MM.yyyy", "EEEE d MMMM y", "HH:mm", "h:mm a", "y-MM-dd'T'HH:mm", "QQQ y", "",
  ]
  static let locales = ["en", "de", "ro", "ar", "zh-Hant", "en-CA", "xx"]
}

/// Makes one document.
struct FeatureMaker<Chance: RandomNumberGenerator> {
  var random: Chance
  private(set) var features: Set<String> = []
  private let measure: FeatureSample.Measure
  /// The fields, before any of them is written.
  private var outlines: [Outline] = []
  private var groups: [GroupOutline] = []
  private let sources = ["emails", "people", "no one"]

  /// What is known of a field before it is written.
  private struct Outline {
    var key: String
    var kind: FieldKind
    var mode: DateMode
    /// Of what its drafts are numbers, else texts or dates.
    var value: ValueKind
    /// A format by which its limits are such as calendars have.
    var scaleFormat: Format?
    var rows: [JSONValue]
    var takesSeveral: Bool
    var group: Int?
  }

  private struct GroupOutline {
    var key: String
    var isList: Bool
  }

  init(_ measure: FeatureSample.Measure, _ random: Chance) {
    self.measure = measure
    self.random = random
  }

  // Chance.

  mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func percent(_ share: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < share
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func some<Element>(_ elements: [Element], _ counts: ClosedRange<Int>)
    -> [Element]
  {
    var rest = elements
    var found: [Element] = []
    for _ in 0..<Int.random(in: counts, using: &random) where !rest.isEmpty {
      found.append(rest.remove(at: Int.random(in: 0..<rest.count, using: &random)))
    }
    return found
  }
}

// The parts that depend on one another.
extension FeatureMaker {
  private static var keys: [String] {
    [
      "mail", "country", "born", "until", "name", "pin", "é\u{301}", "a b", "f0", "null", "x-1",
      "email",
    ]
  }

  /// A document.
  mutating func document() -> JSONValue {
    outline()
    return object(.document)
  }

  private mutating func outline() {
    for (index, key) in ["page", "box", "rows", "more"].enumerated() where percent(45) {
      groups.append(GroupOutline(key: key, isList: 2 <= index))
    }
    let count = Int.random(in: measure.fieldCounts, using: &random)
    for index in 0..<count {
      let key = index < Self.keys.count ? Self.keys[index] : "f\(index)"
      let kind = pick(FieldKind.allCases)
      let value = kind == .date || percent(55) ? .string : pick(ValueKind.allCases)
      let isDated = kind.isTextEntry && !value.isNumber && percent(15)
      let dated: [Format] = [.date, .time, .datetimeLocal, .dateTime, .month, .week]
      outlines.append(
        Outline(
          key: key, kind: kind, mode: pick(DateMode.allCases), value: value,
          scaleFormat: isDated ? pick(dated) : nil, rows: pick(FeatureSample.rows),
          takesSeveral: kind == .picker && percent(30),
          group: groups.isEmpty || flip() ? nil : Int.random(in: 0..<groups.count, using: &random)))
    }
  }

  /// What an object is about: a field, or a group.
  private enum Subject {
    case form
    case field(Int)
    case group(Int)
  }

  private mutating func object(_ section: Section, of subject: Subject = .form) -> JSONValue {
    var members: [JSONValue.Member] = []
    for property in properties(of: section, of: subject) {
      features.insert("\(section).\(property.name.rawValue)")
      if section == .field, case .field(let index) = subject {
        features.insert("field.\(property.name.rawValue)@\(outlines[index].kind.rawValue)")
      }
      members.append(.init(property.name.rawValue, value(of: property, of: subject)))
    }
    if flip() { members.shuffle(using: &random) }
    return .object(members)
  }

  /// The properties that an object has.
  private mutating func properties(of section: Section, of subject: Subject) -> [Property] {
    let all = PropertyTable.properties(of: section)
    func named(_ name: Property.Name) -> [Property] { all.filter { $0.name == name } }
    switch (section, subject) {
    case (.rule, .field(let index)): return ruleProperties(all, outlines[index])
    case (.condition, _):
      let tests = all.filter { $0.name != .key }
      let test = pick(tests)
      if test.name == .all || test.name == .any {
        return percent(40) ? [test] : named(.key) + named(.is)
      }
      return test.name == .expression ? [test] : named(.key) + [test]
    case (.field, .field(let index)):
      let outline = outlines[index]
      var chosen: [Property] = []
      for property in all where property.kinds.contains(outline.kind) {
        let isWritten: Bool =
          switch property.name {
          case .group: outline.group != nil
          case .path: percent(isAlone(index) ? 60 : measure.density)
          case .value: outline.value != .string || percent(measure.density)
          case .multiple: outline.takesSeveral || percent(measure.density)
          case .mode: outline.kind == .date && (outline.mode != .date || percent(measure.density))
          case .data: true
          case .minItems, .maxItems: outline.takesSeveral && flip()
          case .manualEntry: !outline.takesSeveral && percent(measure.density)
          case .validation: outline.scaleFormat != nil || percent(measure.density * 2)
          case .text, .date: percent(60)
          case .calculate: percent(measure.density / 2)
          default: property.isRequired || percent(measure.density)
          }
        if isWritten { chosen.append(property) }
      }
      return chosen
    case (.validation, .field(let index)) where outlines[index].scaleFormat != nil:
      return all.filter { $0.name == .live }
    case (.group, .group(let index)):
      let isList = groups[index].isList
      return all.filter { property in
        property.name == .repeat ? isList : property.isRequired || percent(measure.density * 2)
      }
    case (.document, _):
      let lists = groups.contains(where: \.isList)
      return all.filter { property in
        switch property.name {
        // It would be a record.
        case .form: false
        case .groups: !groups.isEmpty
        case .autofill: true
        case .entries: lists && percent(80)
        default: property.isRequired || percent(measure.density)
        }
      }
    case (.repetition, .group(let index)):
      let hasFields = outlines.contains { $0.group == index }
      return all.filter { ($0.name != .unique || hasFields) && percent(measure.density * 3) }
    default: return all.filter { $0.isRequired || percent(max(30, measure.density)) }
    }
  }

  private mutating func ruleProperties(_ all: [Property], _ outline: Outline) -> [Property] {
    let isOrdered =
      outline.kind == .date || outline.value.isNumber || outline.scaleFormat != nil
    let checks = all.filter { property in
      switch property.name {
      case .valueSchema: outline.kind == .any || percent(20)
      case _ where !property.kinds.contains(outline.kind): percent(3)
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .step:
        isOrdered || percent(10)
      case .before, .after: outline.kind == .date || outline.scaleFormat == .date
      default: Rule.checkNames.contains(property.name)
      }
    }
    let check = pick(checks)
    return all.filter { property in
      switch property.name {
      case check.name: true
      case .anchored, .flags: check.name == .pattern && flip()
      case .stepBase: check.name == .step && flip()
      default: !Rule.checkNames.contains(property.name) && percent(measure.density)
      }
    }
  }
}

// Values.
extension FeatureMaker {
  private mutating func value(of property: Property, of subject: Subject) -> JSONValue {
    switch (property.name, subject) {
    case (.fields, _): return .array(outlines.indices.map { object(.field, of: .field($0)) })
    case (.groups, _): return .array(groups.indices.map { object(.group, of: .group($0)) })
    case (.entries, _): return entries()
    case (.autofill, .form):
      let texts = sources.map {
        JSONValue.Member($0, .array(some(["a@b.example", "Ada", ""], 0...3).map { .string($0) }))
      }
      return .object(texts)
    case (.messages, _):
      let tags = some(["en", "de", "pt-BR"], 0...2)
      return .object(tags.map { .init($0, object(.messages)) })
    case (.key, .field(let index)) where property.section == .field:
      return .string(outlines[index].key)
    case (.key, .group(let index)) where property.section == .group:
      return .string(groups[index].key)
    case (.kind, .field(let index)) where property.section == .field:
      return word(outlines[index].kind.rawValue, of: property)
    case (.value, .field(let index)) where property.section == .field:
      return word(outlines[index].value.rawValue, of: property)
    case (.mode, .field(let index)): return word(outlines[index].mode.rawValue, of: property)
    case (.multiple, .field(let index)): return .bool(outlines[index].takesSeveral)
    case (.data, .field(let index)):
      return .array(outlines[index].rows.map { row($0, of: subject) })
    case (.minItems, _): return .integer(Int.random(in: 0...1, using: &random))
    case (.maxItems, _): return .integer(Int.random(in: 1...3, using: &random))
    case (.minEntries, _): return .integer(Int.random(in: 0...2, using: &random))
    case (.maxEntries, _): return .integer(Int.random(in: 2...4, using: &random))
    case (.minimumDate, _): return .string(date(of: subject, isLow: true))
    case (.maximumDate, _): return .string(date(of: subject, isLow: false))
    case (.format, .field(let index)) where property.section == .rule:
      let format = outlines[index].scaleFormat ?? pick(plainFormats)
      features.insert("rule.format=\(format.rawValue)")
      return .string(format.rawValue)
    case (.live, .field(let index)) where outlines[index].scaleFormat != nil:
      return .array([scaleRule(index), value(.rule, of: subject, property)])
    case (.locale, _): return .string(pick(FeatureSample.locales))
    default: return value(property.shape, of: subject, property)
    }
  }

  /// The formats that put no field on a scale of dates.
  private var plainFormats: [Format] { Format.allCases.filter { Scale($0) == nil } }

  private mutating func scaleRule(_ index: Int) -> JSONValue {
    let format = outlines[index].scaleFormat ?? .date
    features.insert("rule.format=\(format.rawValue)")
    return flip() ? .string(format.rawValue) : .object([.init("format", .string(format.rawValue))])
  }

  private mutating func word(_ word: String, of property: Property) -> JSONValue {
    features.insert("\(property.section).\(property.name.rawValue)=\(word)")
    return .string(word)
  }

  private mutating func value(
    _ shape: Shape, of subject: Subject, _ property: Property
  ) -> JSONValue {
    switch shape {
    case .text: return .string(pick(FeatureSample.texts))
    case .translatable: return words()
    case .draft: return draft(of: subject)
    case .bool: return .bool(flip())
    case .boolOrCondition:
      return percent(40) ? .bool(flip()) : object(.requirement, of: subject)
    case .integer(let minimum):
      let small = Int.random(in: 0...12, using: &random)
      return .integer(minimum < 0 ? small - 6 : minimum + small)
    case .number: return .number(pick(["1", "0.5", "2", "0.10", "3e0", "7"]))
    case .limit: return limit(of: subject)
    case .word(let words): return word(pick(words).name, of: property)
    case .newKey: return "unknown"
    case .key: return .string(key(property, of: subject))
    case .groupKey:
      guard case .field(let index) = subject, let group = outlines[index].group else {
        return "page"
      }
      return .string(groups[group].key)
    case .path: return path(of: subject)
    case .sourceName: return .string(pick(sources))
    case .dateDraft:
      return percent(15) ? .string(pick(["", "2026-02-30", "x"])) : .string(date(of: subject))
    case .date: return .string(date(of: subject))
    case .dateOrKey:
      if percent(40), let other = dateKeys(like: subject).randomElement(using: &random) {
        return .string(other)
      }
      return .string(date(of: subject))
    case .datePattern: return .string(pick(FeatureSample.datePatterns))
    case .timeZone: return .string(pick(FeatureSample.zones))
    case .color: return .string(pick(["#000000", "#B3261Eff", "#aBcDeF"]))
    case .pattern: return .string(pick(FeatureSample.patterns))
    case .expression: return .string(expression(of: subject, property, depth: 0))
    case .formatName: return .string(pick(plainFormats).rawValue)
    case .validatorName: return "taken"
    case .object(let section): return object(section, of: subject)
    case .list(let element):
      let count = Int.random(in: 1...2, using: &random)
      let isOfKeys: Bool = if case .key = element { true } else { false }
      if isOfKeys { return .array(uniqueKeys(of: subject).map { .string($0) }) }
      return .array((0..<count).map { _ in value(element, of: subject, property) })
    case .map(let element): return .object([.init("en", value(element, of: subject, property))])
    case .choice: return row("a", of: subject)
    case .rowValue: return pick(["a", 1, true, .null])
    case .rule: return rule(of: subject)
    case .boolOrText: return flip() ? .bool(flip()) : words()
    case .scalar: return scalar()
    case .template(let places):
      let place = pick(places).rawValue
      return .string(
        pick(["", "No", "{\(place)}!", "{\(place), plural, one {# x} other {# xs}}", "{ }\n"]))
    case .anything where property.name == .valueSchema:
      return pick(property.section == .rule ? FeatureSample.schemas : FeatureSample.frames)
    case .anything: return pick(FeatureSample.handed)
    }
  }

  /// A text for people, in one language or in several.
  private mutating func words() -> JSONValue {
    if percent(75) { return .string(pick(FeatureSample.texts)) }
    features.insert("texts by language")
    let tags = ["en", "de", "pt-BR"].filter { _ in percent(70) }
    return .object(
      (tags.isEmpty ? ["sv"] : tags).map { .init($0, .string(pick(FeatureSample.texts))) })
  }

  private mutating func rule(of subject: Subject) -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      features.insert("rule by name")
      let format = pick(plainFormats)
      features.insert("rule.format=\(format.rawValue)")
      return .string(format.rawValue)
    case 1:
      features.insert("validator by name")
      return "taken"
    default: return object(.rule, of: subject)
    }
  }

  private mutating func scalar() -> JSONValue {
    let text = outlines.isEmpty ? "" : pick(drafts(of: pick(Array(outlines.indices))))
    return flip() ? pick(FeatureSample.scalars) : .string(text)
  }

  /// An expression over the fields that a property may name; most come to something, some to nothing.
  private mutating func expression(
    of subject: Subject, _ property: Property, depth: Int
  ) -> String {
    func part() -> String { expression(of: subject, property, depth: depth + 1) }
    if depth == 0, property.name != .calculate {
      let sign = pick(["=", "!=", "<", "<=", ">", ">="])
      return flip() ? "\(part()) \(sign) \(part())" : condition(of: subject, property)
    }
    switch Int.random(in: 0..<(depth < 3 ? 9 : 4), using: &random) {
    case 0: return pick(["0", "1", "2.5", "12"])
    case 1: return pick(["'a'", "''", "'2026-03-01'", "true", "today()"])
    case 2, 3: return "{\(key(property, of: subject))}"
    case 4: return "\(part()) \(pick(["+", "-", "*", "/", "%"])) \(part())"
    case 5: return "(\(part()))"
    case 6: return "-\(part())"
    default: return call(of: subject, property, depth: depth)
    }
  }

  private mutating func condition(of subject: Subject, _ property: Property) -> String {
    func field() -> String { "{\(key(property, of: subject))}" }
    return pick([
      "not empty(\(field()))", "filled(\(field())) and \(field()) != \(field())",
      "contains(\(field()), 'a') or length(\(field())) < 3", "count(\(field())) >= 1",
      "sum(\(gathered(from: subject) ?? field())) > 3",
    ])
  }

  /// A field of another list, whose answers in all entries are gathered.
  private mutating func gathered(from subject: Subject) -> String? {
    let own: Int? =
      if case .field(let index) = subject { list(of: outlines[index]) } else { nil }
    let keys = outlines.filter { list(of: $0) != nil && list(of: $0) != own }.map(\.key)
    if keys.isEmpty { return nil }
    features.insert("gathered answers")
    return "{\(pick(keys))}"
  }

  private mutating func call(of subject: Subject, _ property: Property, depth: Int) -> String {
    func part() -> String { expression(of: subject, property, depth: depth + 1) }
    let function = pick(ExpressionFunction.allCases)
    features.insert("function \(function.rawValue)")
    let count: Int =
      switch function {
      case .today: 0
      case .contains, .years, .max, .min, .sum, .concat: 2
      case .if: 3
      default: 1
      }
    let parts = (0..<count).map { _ in
      function.gathersAnswers && flip() ? gathered(from: subject) ?? part() : part()
    }
    return "\(function.rawValue)(\(parts.joined(separator: ", ")))"
  }

  private mutating func row(_ value: JSONValue, of subject: Subject) -> JSONValue {
    if percent(60) { return value }
    var members = [JSONValue.Member("value", value)]
    for property in PropertyTable.properties(of: .choice) where property.name != .value && flip() {
      features.insert("choice.\(property.name.rawValue)")
      let content: JSONValue =
        switch property.shape {
        case .bool: .bool(percent(20))
        case .boolOrCondition: flip() ? true : self.value(property.shape, of: subject, property)
        default: .string(pick(FeatureSample.texts))
        }
      members.append(.init(property.name.rawValue, content))
    }
    features.insert("choice.value")
    return .object(members)
  }

  /// A key that a property may name.
  private mutating func key(_ property: Property, of subject: Subject) -> String {
    var keys = reachable(from: subject)
    switch property.name {
    case .next: keys += listKeys(besides: subject)
    case .key where property.section == .condition, .expression, .calculate:
      keys += listKeys(besides: subject)
    default: break
    }
    return keys.isEmpty ? "email" : pick(keys)
  }

  /// The fields that a field may name: those of its own list, and those of none.
  private func reachable(from subject: Subject) -> [String] {
    let own: Int? =
      if case .field(let index) = subject { list(of: outlines[index]) } else { nil }
    return outlines.filter { list(of: $0) == nil || list(of: $0) == own }.map(\.key)
  }

  private func listKeys(besides subject: Subject) -> [String] {
    if case .field(let index) = subject, list(of: outlines[index]) != nil { return [] }
    return groups.filter(\.isList).map(\.key)
  }

  private func list(of outline: Outline) -> Int? {
    outline.group.flatMap { groups[$0].isList ? $0 : nil }
  }

  private mutating func uniqueKeys(of subject: Subject) -> [String] {
    guard case .group(let index) = subject else { return [] }
    return some(outlines.filter { $0.group == index }.map(\.key), 1...2)
  }

  /// The date fields whose dates compare with those of a field.
  private func dateKeys(like subject: Subject) -> [String] {
    guard case .field(let index) = subject else { return [] }
    let reachable = Set(reachable(from: subject))
    let mode = outlines[index].kind == .date ? outlines[index].mode : .date
    return outlines.filter { $0.kind == .date && $0.mode == mode && reachable.contains($0.key) }
      .map(\.key)
  }

  /// Whether a field is the only one of its list, whose entries may be its values then.
  private func isAlone(_ index: Int) -> Bool {
    guard let group = outlines[index].group, groups[group].isList else { return false }
    return outlines.count { $0.group == group } == 1
  }

  private mutating func path(of subject: Subject) -> JSONValue {
    switch subject {
    case .form: return ""
    case .field(let index) where isAlone(index) && percent(80): return ""
    case .field(let index):
      let name = "f\(index)"
      return .string(
        pick(["/\(name)", "/in/\(name)", "/x~1y/é/\(name)", "/~0\(name)", "/1/\(name)"]))
    case .group(let index):
      let name = groups[index].key
      let isList = groups[index].isList
      return .string(
        pick(["/\(name)", "/deep/\(name)", "/a~1b \(name)", isList ? "/l/\(name)" : ""]))
    }
  }

  private mutating func limit(of subject: Subject) -> JSONValue {
    guard case .field(let index) = subject else { return 1 }
    let outline = outlines[index]
    if outline.kind == .date { return .string(pick(Self.dates(outline.mode))) }
    guard let format = outline.scaleFormat, let scale = Scale(format) else {
      return .number(pick(["-1", "0", "2.5", "10", "1e2", "3"]))
    }
    switch scale {
    case .number: return 1
    case .date(let mode): return .string(pick(Self.dates(mode)))
    case .month: return .string(pick(["2020-02", "2026-12"]))
    case .week: return .string(pick(["2020-W06", "2026-W53"]))
    }
  }

  private mutating func date(of subject: Subject, isLow: Bool? = nil) -> String {
    guard case .field(let index) = subject else { return "2020-02-03" }
    let mode = outlines[index].kind == .date ? outlines[index].mode : .date
    if mode == .date, isLow != true, percent(25) { return "today" }
    let dates = Self.dates(mode)
    return isLow.map { $0 ? dates[0] : dates[dates.count - 1] } ?? pick(dates)
  }

  /// Dates of a mode, the earliest first and the latest last.
  private static func dates(_ mode: DateMode) -> [String] {
    switch mode {
    case .date: ["1990-12-10", "2020-02-03", "2026-02-28"]
    case .time: ["08:00", "10:30", "23:59:59"]
    case .dateAndTime: ["2020-02-03T10:30", "2020-02-03T10:30Z", "2026-01-01T00:00:00Z"]
    case .countDownTimer: ["PT5M", "PT1H30M", "26:00"]
    }
  }
}

// Drafts.
extension FeatureMaker {
  private mutating func draft(of subject: Subject) -> JSONValue {
    guard case .field(let index) = subject else { return "" }
    let drafts = drafts(of: index)
    guard outlines[index].takesSeveral else { return .string(pick(drafts)) }
    return .array(some(drafts, 0...2).map { .string($0) })
  }

  /// Texts that a field may have as its draft.
  private func drafts(of index: Int) -> [String] {
    let outline = outlines[index]
    switch outline.kind {
    case .date: return Self.dates(outline.mode) + ["", "2026-02-30"]
    case .picker:
      let choices = outline.rows.map { value in
        if case .string(let text) = value { text } else { value.json }
      }
      return choices + (outline.takesSeveral ? [] : [""])
    case .any:
      return [
        "", "null", "\"\"", "[]", "\"a\"", "\"7\"", "7", "2.50", "true", "{\"a\": [1, null]}", "x",
        "{",
      ]
    case .entry, .area:
      switch outline.value {
      case .number, .integer: return ["", "0", "7", "-3", "2.5", "1e3", "100", "x", " 5", "07"]
      case .boolean: return ["", "true", "false", "x"]
      case .string:
        return [
          "", "a", "ada", "ada@example.com", "x y", "https://a.example", "2020-02-03", "0", "Zoë 👩🏽‍🚀",
        ]
      }
    }
  }

  private mutating func entries() -> JSONValue {
    features.insert("entries")
    var lists: [JSONValue.Member] = []
    for (number, group) in groups.enumerated() where group.isList && percent(80) {
      let fields = outlines.indices.filter { outlines[$0].group == number }
      let count = Int.random(in: 0...3, using: &random)
      let entries = (0..<count).map { _ -> JSONValue in
        var members: [JSONValue.Member] = []
        for field in fields where percent(75) {
          let isDate = outlines[field].kind == .date
          members.append(
            .init(
              outlines[field].key,
              isDate ? .string(pick(drafts(of: field))) : draft(of: .field(field))))
        }
        return .object(members)
      }
      if !entries.isEmpty { features.insert("entry") }
      lists.append(.init(group.key, .array(entries)))
    }
    return .object(lists)
  }
}

// Layout.
extension FeatureMaker {
  /// The text of a value, in any layout.
  ///
  /// Lines are broken anywhere, and there are comments and commas behind the last where the dialect has
  /// them. Names have no escapes, since by them a document is divided.
  mutating func laidOut(_ value: JSONValue, isCommented: Bool) -> String {
    let style = Style(
      breaks: pick([0, 20, 90]), isCommented: isCommented,
      lineBreak: pick(["\n", "\n", "\r\n", "\r"]))
    return space(style) + written(value, style, depth: 0) + space(style)
  }

  private struct Style {
    /// How many of a hundred separators have a line break.
    var breaks: Int
    var isCommented: Bool
    var lineBreak: String
  }

  private mutating func space(_ style: Style, depth: Int = 0) -> String {
    var space = ""
    if style.isCommented, percent(6) {
      features.insert("comment")
      let remark = pick(["", " \"key\": \"x\"", " { [ ", " é */ x".replacing("*/", with: "*")])
      space += flip() ? "/*\(remark)*/" : "//\(remark)\(style.lineBreak)"
    }
    if percent(style.breaks) {
      space += style.lineBreak + String(repeating: "  ", count: depth)
    } else if flip() {
      space += pick([" ", "  ", "\t"])
    }
    return space
  }

  private mutating func written(_ value: JSONValue, _ style: Style, depth: Int) -> String {
    let elements: [String]
    let signs: (String, String)
    switch value {
    case .array(let array):
      elements = array.map { written($0, style, depth: depth + 1) }
      signs = ("[", "]")
    case .object(let members):
      elements = members.map { member in
        "\"\(JSONString.escaped(member.name))\"" + (percent(10) ? space(style) : "") + ":"
          + space(style, depth: depth + 1)
          + written(member.value, style, depth: depth + 1)
      }
      signs = ("{", "}")
    case .string(let text): return string(text)
    case .null, .bool, .number: return value.json
    }
    var text = signs.0
    for (index, element) in elements.enumerated() {
      text += space(style, depth: depth + 1) + element
      let isLast = index == elements.count - 1
      if !isLast {
        text += ","
      } else if style.isCommented, percent(15) {
        features.insert("trailing comma")
        text += ","
      }
    }
    return text + space(style, depth: depth) + signs.1
  }

  private mutating func string(_ text: String) -> String {
    guard percent(5) else { return "\"\(JSONString.escaped(text))\"" }
    features.insert("escape")
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(units.joined())\""
  }
}
