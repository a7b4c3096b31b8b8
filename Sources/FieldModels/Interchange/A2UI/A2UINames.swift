import FieldModels

/// The names of A2UI's basic catalog that ask nothing of values, and what an export writes.
enum A2UINames {
  /// The key under which `presentation` has what only A2UI knows.
  static let format = "a2ui"
  static let version: JSONValue = "v1.0"
  static let surface: JSONValue = "form"
  static let catalog: JSONValue =
    "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"
  static let root = "root"
  static let title = "form:title"
  static let description = "form:description"
  static let submit = "form:submit"
  /// What an export says of a check whose rule has no words.
  static let message = "Invalid"
  static let requiredMessage = "Required"
  /// Components that ask for a value.
  static let inputs: Set<String> = [
    "CheckBox", "ChoicePicker", "DateTimeInput", "Slider", "TextField",
  ]
  /// How inputs look.
  static let visual: Set<String> = [
    "accessibility", "catalogId", "displayStyle", "filterable", "metadata", "outputFormat", "steps",
    "weight",
  ]
  /// The pattern of an e-mail address, as lax as those that the format takes.
  static let email = "^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$"

  /// The place in the data model that a value is bound to.
  static func path(of value: JSONValue?) -> String? {
    guard value?.members.count == 1 else { return nil }
    return (value?["path"] ?? value?["@path"])?.string
  }

  /// The function that a condition calls.
  static func call(_ value: JSONValue) -> String? { (value["call"] ?? value["@call"])?.string }

  static func call(_ name: String, _ args: [JSONValue.Member]) -> JSONValue {
    ["call": .string(name), "args": .object(args)]
  }

  static func required(_ path: JSONValue) -> JSONValue { call("required", [.init("value", path)]) }

  static func text(_ id: String, _ text: String) -> JSONValue {
    ["id": .string(id), "component": "Text", "text": .string(text)]
  }

  static func column(_ id: String, _ children: [JSONValue]) -> JSONValue {
    ["id": .string(id), "component": "Column", "children": .array(children)]
  }

  /// The button that hands over what was answered, and its words.
  static let button: [JSONValue] = [
    [
      "id": .string(submit), "component": "Button", "child": .string(submit + ":label"),
      "action": ["event": ["name": "submit"]],
    ], text(submit + ":label", "Submit"),
  ]

  /// Whether a component is one that an export writes by itself.
  static func isUsual(_ component: JSONValue) -> Bool {
    let id = component["id"]?.string ?? ""
    let isGroups = id.hasPrefix(ForeignBody.group)
    switch component["component"] {
    case "Column": return (id == root || isGroups) && component.members.count == 3
    case "Text":
      let isForms = [title, description].contains(id)
      return (isForms || isGroups || component == button[1]) && component.members.count == 3
    default: return component == button[0]
    }
  }

  /// The words of a text that is a heading, and the signs before them.
  static func heading(of text: JSONValue?) -> (words: String, level: String)? {
    guard text?["component"] == "Text", let words = text?["text"]?.string else { return nil }
    let level = words.prefix { $0 == "#" }
    if !level.isEmpty, level.count < 7, words.dropFirst(level.count).first == " " {
      return (String(words.dropFirst(level.count + 1)), level + " ")
    }
    let isLarge = ["h1", "h2", "h3", "h4", "h5"].contains(text?["variant"]?.string ?? "")
    return isLarge && !words.isEmpty ? (words, "") : nil
  }

  /// The components that one shows, in order.
  static func children(of component: JSONValue) -> [String] {
    let tabs = (component["tabs"]?.array ?? []).compactMap { $0["child"]?.string }
    let listed = (component["children"]?.array ?? []).compactMap { $0.string }
    return listed + ["child", "trigger", "content"].compactMap { component[$0]?.string } + tabs
  }
}
