/// A rule of a field that is described in code: one check of its draft.
///
///     EntryField("email", label: "E-mail")
///       .live(.format(.email).message("That is no address"))
///       .endEditing(.minLength(6), .validator("isFree"))
///
/// Each is a rule of a field document, which says what the names mean.
public struct FieldRule: Sendable {
  var members: [JSONValue.Member]
  /// A closure that came along, by the name that the rule has for it.
  var validator: (name: String, validator: Validator)?

  private init(_ name: String, _ value: JSONValue) { members = [.init(name, value)] }

  /// The draft has a format, such as an e-mail address.
  public static func format(_ format: Format) -> Self { Self("format", .string(format.rawValue)) }

  /// The draft matches a pattern of ECMA-262, which is searched for in time linear in the draft.
  public static func pattern(_ source: String, isAnchored: Bool = false) -> Self {
    Self("pattern", .string(source)).adding("anchored", isAnchored ? .bool(true) : nil)
  }

  /// The draft has at least so many characters, as people count them.
  public static func minLength(_ count: Int) -> Self { Self("minLength", .integer(count)) }

  /// The draft has at most so many characters, as people count them.
  public static func maxLength(_ count: Int) -> Self { Self("maxLength", .integer(count)) }

  /// The number is at least this, or where the field holds one, the date or time in ISO 8601.
  public static func minimum(_ value: JSONValue) -> Self { Self("minimum", value) }

  /// The number is at most this, or where the field holds one, the date or time in ISO 8601.
  public static func maximum(_ value: JSONValue) -> Self { Self("maximum", value) }

  /// The number is a multiple of this, in decimal; of dates so many days, of times seconds.
  public static func step(_ value: JSONValue) -> Self { Self("step", value) }

  /// The draft is one of these.
  public static func oneOf(_ texts: [String]) -> Self {
    Self("oneOf", .array(texts.map { .string($0) }))
  }

  /// The draft equals that of another field.
  public static func equals(key: String) -> Self { Self("equals", .string(key)) }

  /// The date is before this one: in ISO 8601, `today`, or the key of a date field.
  public static func before(_ date: String) -> Self { Self("before", .string(date)) }

  /// The date is after this one: in ISO 8601, `today`, or the key of a date field.
  public static func after(_ date: String) -> Self { Self("after", .string(date)) }

  /// What is calculated is not false, such as `{end} >= {start} + 7`.
  public static func expression(_ source: String) -> Self {
    Self("expression", .string(source))
  }

  /// The value is valid in a JSON Schema of the keywords that decide by the value alone.
  public static func schema(_ schema: JSONValue) -> Self { Self("schema", schema) }

  /// A closure decides that is registered on the form by this name.
  public static func validator(_ name: String) -> Self { Self("validator", .string(name)) }

  /// A closure decides, which may answer later and from any thread.
  public static func validator(
    _ name: String, _ closure: @escaping ValidationClosure
  ) -> Self {
    var rule = validator(name)
    rule.validator = (name, Validator(closure))
    return rule
  }

  /// What to say instead of the rule's own words.
  public func message(_ words: String) -> Self { adding("message", .string(words)) }

  /// How much it matters; only an error stands in the way of a submission.
  public func severity(_ severity: Severity) -> Self {
    adding("severity", .string(severity.rawValue))
  }

  /// The rule holds only while a condition does.
  public func when(_ condition: FieldCondition) -> Self { adding("when", condition.value) }

  private func adding(_ name: String, _ value: JSONValue?) -> Self {
    var rule = self
    rule.members[name] = value
    return rule
  }
}

/// What must be true of other fields for a rule to hold, or for a field to be shown.
public struct FieldCondition: Sendable {
  let value: JSONValue

  private init(_ members: [JSONValue.Member]) { value = .object(members) }

  private init(_ key: String, _ name: String, _ value: JSONValue) {
    self.init([.init("key", .string(key)), .init(name, value)])
  }

  /// The draft of a field is this.
  public static func field(_ key: String, is value: JSONValue) -> Self { Self(key, "is", value) }

  /// The draft of a field is not this.
  public static func field(_ key: String, isNot value: JSONValue) -> Self {
    Self(key, "isNot", value)
  }

  /// The draft of a field is one of these.
  public static func field(_ key: String, in values: [JSONValue]) -> Self {
    Self(key, "in", .array(values))
  }

  /// A field has a draft, or has none.
  public static func field(_ key: String, isFilled: Bool) -> Self {
    Self(key, "filled", .bool(isFilled))
  }

  /// The draft of a field, a number, date or time, is greater; `today` for the day.
  public static func field(_ key: String, isGreaterThan value: JSONValue) -> Self {
    Self(key, "greaterThan", value)
  }

  /// The draft of a field, a number, date or time, is less; `today` for the day.
  public static func field(_ key: String, isLessThan value: JSONValue) -> Self {
    Self(key, "lessThan", value)
  }

  /// What is calculated is true, such as `{age} + 1 > 18`.
  public static func expression(_ source: String) -> Self {
    Self([.init("expression", .string(source))])
  }

  /// All of these hold.
  public static func all(_ conditions: FieldCondition...) -> Self {
    Self([.init("all", .array(conditions.map { $0.value }))])
  }

  /// At least one of these holds.
  public static func any(_ conditions: FieldCondition...) -> Self {
    Self([.init("any", .array(conditions.map { $0.value }))])
  }
}
