import FieldModels

/// A field on the way from a foreign form, which is put together member by member.
struct FieldMembers {
  var key = ""
  var label: String?
  var kind = "entry"
  private var members: [JSONValue.Member] = []
  private var rules: [JSONValue] = []
  private var presentation: [JSONValue.Member] = []

  /// How many rules it has so far.
  var ruleCount: Int { rules.count }

  subscript(name: String) -> JSONValue? {
    get { members[name] }
    set { members[name] = newValue }
  }

  /// Adds a rule that is checked when editing ends.
  mutating func addRule(_ rule: [JSONValue.Member]) { rules.append(.object(rule)) }

  /// Adds something for front ends alone.
  mutating func present(_ name: String, _ value: JSONValue) { presentation[name] = value }

  /// What the field says; without a label it has its key.
  var value: JSONValue {
    var field: [JSONValue.Member] = [
      .init("key", .string(key)), .init("kind", .string(kind)),
      .init("label", .string(label ?? key)),
    ]
    field += members
    if !rules.isEmpty {
      field.append(.init("validation", .object([.init("endEditing", .array(rules))])))
    }
    if !presentation.isEmpty { field.append(.init("presentation", .object(presentation))) }
    return .object(field)
  }
}
