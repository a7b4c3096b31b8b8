/// A field that is described in code.
///
/// It says what a field of a document says, by the same names, and is read by the same reader: a
/// value that a property does not take is one of `FieldForm.problems`, as it is in a document.
public protocol FieldDescription: Sendable {
  /// What was described so far.
  var properties: FieldProperties { get set }
}

/// What is described of a field: the properties of a field document, and closures for its rules.
public struct FieldProperties: Sendable {
  var members: [JSONValue.Member]
  var validators: [String: Validator] = [:]

  init(_ key: String, _ kind: FieldKind, label: String) {
    members = [
      .init("key", .string(key)), .init("kind", .string(kind.rawValue)),
      .init("label", .string(label)),
    ]
  }

  /// Adds rules to one of the two lists.
  mutating func add(_ rules: [FieldRule], to list: String) {
    for rule in rules {
      if let (name, validator) = rule.validator { validators[name] = validator }
    }
    let known = members["validation"]?[list]?.array ?? []
    set(list, to: .array(known + rules.map { .object($0.members) }), in: "validation")
  }

  /// Sets a member of a property that is an object.
  mutating func set(_ name: String, to value: JSONValue, in property: String) {
    var inner: [JSONValue.Member] = []
    if case .object(let known) = members[property] { inner = known }
    inner[name] = value
    members[property] = .object(inner)
  }
}

/// One line of text.
public struct EntryField: FieldDescription {
  /// What is described of the field.
  public var properties: FieldProperties

  /// - Parameters:
  ///   - key: the name of the field in the form and in what it commits
  ///   - label: the title that floats above the content
  ///   - text: the draft to begin with
  public init(_ key: String, label: String, text: String = "") {
    properties = FieldProperties(key, .entry, label: label)
    if !text.isEmpty { properties.members["text"] = .string(text) }
  }
}

/// Several lines of text.
public struct AreaField: FieldDescription {
  /// What is described of the field.
  public var properties: FieldProperties

  /// - Parameters:
  ///   - key: the name of the field in the form and in what it commits
  ///   - label: the title that floats above the content
  ///   - text: the draft to begin with
  public init(_ key: String, label: String, text: String = "") {
    properties = FieldProperties(key, .area, label: label)
    if !text.isEmpty { properties.members["text"] = .string(text) }
  }
}

/// A choice from a list of rows.
public struct PickerField: FieldDescription {
  /// What is described of the field.
  public var properties: FieldProperties

  /// - Parameters:
  ///   - key: the name of the field in the form and in what it commits
  ///   - label: the title that floats above the content
  ///   - rows: the rows to choose from; a text is its own label
  public init(_ key: String, label: String, rows: [Choice]) {
    properties = FieldProperties(key, .picker, label: label)
    properties.members["data"] = .array(rows.map { $0.json })
  }

  /// Adds a last row for typed text, with a label.
  public func manualEntry(_ label: String = "Manual Entry") -> Self {
    property("manualEntry", .string(label))
  }

  /// Several rows may be chosen.
  public func multiple() -> Self { property("multiple", .bool(true)) }
  /// Several rows are an object with true or false for each of them.
  public func asFlags() -> Self { property("asFlags", .bool(true)) }
  /// Whether each row is chosen once, as it is unless this says otherwise.
  public func uniqueItems(_ isUnique: Bool) -> Self { property("uniqueItems", .bool(isUnique)) }
}

/// A date, a time, both, or a duration.
public struct DateField: FieldDescription {
  /// What is described of the field.
  public var properties: FieldProperties

  /// - Parameters:
  ///   - key: the name of the field in the form and in what it commits
  ///   - label: the title that floats above the content
  ///   - mode: what is picked
  public init(_ key: String, label: String, mode: DateMode = .date) {
    properties = FieldProperties(key, .date, label: label)
    if mode != .date { properties.members["mode"] = .string(mode.rawValue) }
  }

  /// The earliest date, in ISO 8601 or `today`.
  public func minimum(_ date: String) -> Self { property("minimumDate", .string(date)) }

  /// The latest date, in ISO 8601 or `today`.
  public func maximum(_ date: String) -> Self { property("maximumDate", .string(date)) }

  /// Where the open picker of an empty field stands, in ISO 8601 or `today`; no answer until it is chosen.
  public func defaultDate(_ date: String) -> Self { property("defaultDate", .string(date)) }

  /// How the date is shown: a Unicode date pattern, such as `dd.MM.yyyy`.
  public func format(_ pattern: String) -> Self { property("format", .string(pattern)) }

  /// How the value is written in a record: a Unicode date pattern, such as `MM/dd/yyyy`; ISO 8601 without.
  public func valueFormat(_ pattern: String) -> Self {
    property("valueFormat", .string(pattern))
  }
}

extension FieldDescription {
  /// A record that lacks the field counts as one that has its draft.
  public func filledInWhereMissing() -> Self { property("whenMissing", .string("default")) }

  /// Gives any property of a field document a value.
  public func property(_ name: String, _ value: JSONValue) -> Self {
    var field = self
    field.properties.members[name] = value
    return field
  }

  /// Shown in the empty field.
  public func placeholder(_ text: String) -> Self { property("placeholder", .string(text)) }

  /// A hint below the field; an error is shown behind it.
  public func helper(_ text: String) -> Self { property("helper", .string(text)) }

  /// The field must be filled.
  public func required() -> Self { property("required", .bool(true)) }

  /// The field must be filled while a condition holds.
  public func required(when condition: FieldCondition) -> Self {
    property("required", .object([.init("when", condition.value)]))
  }

  /// The draft is what an expression comes to, such as `{price} * {count}`, and nobody can edit it.
  public func calculated(_ source: String) -> Self { property("calculate", .string(source)) }

  /// A record has the key even if the field is empty.
  public func present() -> Self { property("present", .bool(true)) }

  /// The same while a condition holds.
  public func present(when condition: FieldCondition) -> Self {
    property("present", .object([.init("when", condition.value)]))
  }

  /// White space alone is no answer: `required` refuses it, and no rule checks it.
  public func blankIsEmpty() -> Self { property("blankIsEmpty", .bool(true)) }

  /// The field is shown while a condition holds.
  public func visible(when condition: FieldCondition) -> Self {
    property("visible", .object([.init("when", condition.value)]))
  }

  /// The field takes focus and edits while a condition holds.
  public func enabled(when condition: FieldCondition) -> Self {
    property("enabled", .object([.init("when", condition.value)]))
  }

  /// Shown and focusable, but not editable and not checked.
  public func readOnly() -> Self { property("readOnly", .bool(true)) }

  /// Shown as dots, and never remembered.
  public func secure() -> Self { property("secure", .bool(true)) }

  /// The greatest length in characters as people count them; shows a counter.
  public func maxLength(_ count: Int) -> Self { property("maxLength", .integer(count)) }

  /// How the draft is read when it is committed: `string`, `number`, `integer` or `boolean`.
  public func value(_ kind: ValueKind) -> Self { property("value", .string(kind.rawValue)) }

  /// How far whole numbers go.
  public func precision(_ precision: NumberPrecision) -> Self {
    property("precision", .string(precision.rawValue))
  }

  /// A value in a record that no draft of the field commits is taken, and held to nothing.
  public func lenient() -> Self { property("lenient", .bool(true)) }

  /// Adds rules that run while typing, once the draft has rested for an interval.
  public func live(_ rules: FieldRule..., interval: Duration? = nil) -> Self {
    var field = self
    field.properties.add(rules, to: "live")
    if let interval {
      let seconds = Decimal(Int(interval.wholeNanoseconds), exponent: -9)
      field.properties.set("interval", to: .number(seconds.description), in: "validation")
    }
    return field
  }

  /// Adds rules that run each time editing ends.
  public func endEditing(_ rules: FieldRule...) -> Self {
    var field = self
    field.properties.add(rules, to: "endEditing")
    return field
  }

  /// Completes the draft from a named source.
  ///
  /// - Parameters:
  ///   - source: a name in the form's `autofill`, or of a closure that is registered on it
  ///   - minimumLength: the number of characters from which the source is asked
  ///   - isRemovable: people may remove texts
  /// - Returns: the field with it
  public func autofill(
    _ source: String, minimumLength: Int = 0, isRemovable: Bool = false
  ) -> Self {
    property(
      "autofill",
      .object([
        .init("source", .string(source)), .init("minimumLength", .integer(minimumLength)),
        .init("removable", .bool(isRemovable)),
      ]))
  }

  /// The group that the field belongs to, by its key.
  public func group(_ key: String) -> Self { property("group", .string(key)) }

  /// Where the value stands in the record, behind the path of the field's group.
  ///
  /// - Parameter path: a JSON pointer, such as `/postal/code`; the field's key, unless given. An empty one makes
  ///   each entry of the field's list this value
  /// - Returns: the field with it
  public func path(_ path: String) -> Self { property("path", .string(path)) }

  /// The field that Next and the return key move to.
  public func next(_ key: String) -> Self { property("next", .string(key)) }

  /// The field that Previous moves to.
  public func previous(_ key: String) -> Self { property("previous", .string(key)) }

  /// What the return key says, and with `next` and `done` does.
  public func returnKey(_ key: ReturnKey) -> Self {
    property("returnKey", .string(key.rawValue))
  }

  /// The keyboard that a front end shows.
  public func keyboard(_ keyboard: Keyboard) -> Self {
    property("keyboard", .string(keyboard.rawValue))
  }

  /// What the keyboard capitalises.
  public func autocapitalization(_ words: Autocapitalization) -> Self {
    property("autocapitalization", .string(words.rawValue))
  }

  /// What an empty draft gives when it is committed.
  public func whenEmpty(_ value: EmptyValue) -> Self {
    property("whenEmpty", .string(value.rawValue))
  }

  /// What the greatest length and the counter count.
  public func lengthUnit(_ unit: LengthUnit) -> Self {
    property("lengthUnit", .string(unit.rawValue))
  }

  /// Offers a button that empties the field.
  public func clearable() -> Self { property("clearable", .bool(true)) }

  /// A number to tell fields apart.
  public func tag(_ number: Int) -> Self { property("tag", .integer(number)) }
}

/// A page or section that fields belong to, and perhaps the object of the record that their values
/// stand in.
public struct FieldGroup: Sendable {
  let members: [JSONValue.Member]

  /// - Parameters:
  ///   - key: the name by which fields belong to it
  ///   - label: its title, for people
  ///   - description: what it is for, for people
  ///   - path: the object that its fields' values stand in, as a JSON pointer such as `/address`; nil
  ///     for the record itself
  ///   - isRequired: that object is there even if nothing is in it
  public init(
    _ key: String, label: String, description: String? = nil, path: String? = nil,
    isRequired: Bool = false
  ) {
    var members: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(label)),
    ]
    if let description { members.append(.init("description", .string(description))) }
    if let path { members.append(.init("path", .string(path))) }
    if isRequired { members.append(.init("required", .bool(true))) }
    self.members = members
  }

  /// A list: of its entries each has the fields of the group.
  ///
  /// - Parameters:
  ///   - list: the name by which fields belong to it
  ///   - label: its title, for people
  ///   - description: what it is for, for people
  ///   - path: where it stands in the record, as a JSON pointer; nil for under its key
  ///   - minEntries: the least number of entries
  ///   - maxEntries: the greatest number of entries, at least 1; nil for any
  ///   - unique: the keys of the fields in which entries must differ, taken together
  ///   - addLabel: the name of the button that adds an entry
  public init(
    list: String, label: String, description: String? = nil, path: String? = nil,
    minEntries: Int = 0, maxEntries: Int? = nil, unique: [String] = [], addLabel: String? = nil
  ) {
    var repetition: [JSONValue.Member] = []
    if 0 < minEntries { repetition.append(.init("minEntries", .integer(minEntries))) }
    if let maxEntries { repetition.append(.init("maxEntries", .integer(maxEntries))) }
    if !unique.isEmpty {
      repetition.append(.init("unique", .array(unique.map { .string($0) })))
    }
    if let addLabel { repetition.append(.init("addLabel", .string(addLabel))) }
    let group = FieldGroup(list, label: label, description: description, path: path)
    members = group.members + [.init("repeat", .object(repetition))]
  }
}

/// Puts the fields of a form together, one to a line.
@resultBuilder
public enum FieldListBuilder {
  /// One field.
  public static func buildExpression(_ field: any FieldDescription) -> [any FieldDescription] {
    [field]
  }

  /// Some fields.
  public static func buildExpression(_ fields: [any FieldDescription]) -> [any FieldDescription] {
    fields
  }

  /// All fields, one after the other.
  public static func buildBlock(_ fields: [any FieldDescription]...) -> [any FieldDescription] {
    fields.flatMap { $0 }
  }

  /// Fields that may be left out.
  public static func buildOptional(_ fields: [any FieldDescription]?) -> [any FieldDescription] {
    fields ?? []
  }

  /// The fields of the first branch.
  public static func buildEither(first: [any FieldDescription]) -> [any FieldDescription] { first }

  /// The fields of the other branch.
  public static func buildEither(second: [any FieldDescription]) -> [any FieldDescription] {
    second
  }

  /// The fields of each turn of a loop.
  public static func buildArray(_ fields: [[any FieldDescription]]) -> [any FieldDescription] {
    fields.flatMap { $0 }
  }
}

extension Choice {
  /// The row, offered while a condition holds.
  public func visible(when condition: FieldCondition) -> Choice {
    var choice = self
    choice.statedVisibility = .object([.init("when", condition.value)])
    return choice
  }

  /// The row, chosen alone: in a picker of several rows no other stands beside it.
  public func exclusive() -> Choice {
    var choice = self
    choice.isExclusive = true
    return choice
  }

  /// The row as a document has it.
  fileprivate var json: JSONValue {
    if givenLabel == nil, !isDisabled, statedVisibility == nil, !isExclusive, description == nil {
      return value
    }
    var members = [JSONValue.Member("value", value)]
    if let givenLabel { members.append(.init("label", .string(givenLabel))) }
    if isDisabled { members.append(.init("disabled", .bool(true))) }
    if let statedVisibility { members.append(.init("visible", statedVisibility)) }
    if isExclusive { members.append(.init("exclusive", .bool(true))) }
    if let description { members.append(.init("description", .string(description))) }
    return .object(members)
  }
}

extension FieldForm {
  /// A form of fields that are described in code.
  ///
  ///     let form = FieldForm("Sign up", at: now) {
  ///       EntryField("email", label: "E-mail").required().live(.format(.email))
  ///       PickerField("country", label: "Country", rows: ["Canada", "Romania"])
  ///     }
  ///
  /// - Parameters:
  ///   - title: the form's name, for people
  ///   - groups: pages or sections that fields belong to
  ///   - autofill: texts that fields may complete their drafts from, by the name of the source
  ///   - now: this moment
  ///   - fields: the fields, in the order in which they are shown
  public init(
    _ title: String? = nil, groups: [FieldGroup] = [], autofill: [String: [String]] = [:],
    at now: Instant,
    @FieldListBuilder fields: () -> [any FieldDescription]
  ) {
    let fields = fields().map { $0.properties }
    var members: [JSONValue.Member] = []
    if let title { members.append(.init("title", .string(title))) }
    if !groups.isEmpty {
      members.append(.init("groups", .array(groups.map { .object($0.members) })))
    }
    members.append(.init("fields", .array(fields.map { .object($0.members) })))
    if !autofill.isEmpty {
      let sources = autofill.sorted { $0.key < $1.key }
        .map { JSONValue.Member($0.key, .array($0.value.map { .string($0) })) }
      members.append(.init("autofill", .object(sources)))
    }
    var validators: [String: Validator] = [:]
    for field in fields { validators.overwrite(with: field.validators) }
    self.init(Array(JSONValue.object(members).json.utf8), validators, [:], at: now)
  }
}

extension Duration {
  /// How many nanoseconds it has, as far as a moment counts.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || isBeyond ? (seconds < 0 ? .min : .max) : sum
  }
}
