import FieldModels

/// Checks, which are rules of the fields that they look at.
///
/// To the format an empty value is one like any other: a field is required if a check refuses it.
extension A2UIImport {
  mutating func readChecks(_ component: ForeignObject) {
    for (index, value) in (component.list("checks") ?? []).enumerated() {
      let path = component.path(to: "checks") + "/\(index)"
      guard let check = notes.object(value, path: path) else { continue }
      let condition = check["condition"] ?? value
      for name in check.names { _ = check[name] }
      let message = check.peek("message")?.string
      if !apply(condition, saying: message == A2UINames.message ? nil : message) {
        notes.add(.program, path, "No rule of a form says this")
      }
    }
  }

  /// Has the form ask for what a condition asks for; gives whether it can.
  private mutating func apply(_ condition: JSONValue, saying message: String?) -> Bool {
    if condition == true { return true }
    if let path = A2UINames.path(of: condition) { return requireOn(path, message) }
    let values = condition["args"]?["values"]?.array ?? []
    switch A2UINames.call(condition) {
    case "and":
      // What can be said of it is said.
      return values.reduce(1 < values.count) { apply($1, saying: message) && $0 }
    case "or": return applyOr(values, saying: message)
    case "required":
      guard let index = field(of: condition) else { return false }
      fields[index].members["required"] = true
      if let message, message != A2UINames.requiredMessage {
        fields[index].look["required"] = .string(message)
      }
      return true
    default: return applyRule(condition, saying: message, isOptional: false)
    }
  }

  /// The field that a function looks at.
  private func field(of condition: JSONValue) -> Int? {
    A2UINames.path(of: condition["args"]?["value"]).flatMap { places[$0] }
  }

  private mutating func requireOn(_ path: String, _ message: String?) -> Bool {
    guard let index = places[path], fields[index].members["value"] == "boolean" else {
      return false
    }
    fields[index].members["required"] = true
    add([.init("oneOf", ["true"])], to: index, message)
    return true
  }

  private mutating func add(_ rule: [JSONValue.Member], to index: Int, _ message: String?) {
    fields[index].members.addRule(rule + (message.map { [.init("message", .string($0))] } ?? []))
  }

  /// One of several values must be there, or a value is empty or fits.
  private mutating func applyOr(_ values: [JSONValue], saying message: String?) -> Bool {
    let needed = values.map { A2UINames.call($0) == "required" ? field(of: $0) : nil }
    if values.count == 2, A2UINames.call(values[0]) == "not",
      let inner = values[0]["args"]?["value"], A2UINames.call(inner) == "required",
      let index = field(of: inner), index == field(of: values[1])
    {
      return applyRule(values[1], saying: message, isOptional: true)
    }
    guard 1 < needed.count, let first = needed[0], !needed.contains(nil) else { return false }
    if fields[first].members["required"] != nil {
      // Either it is always asked for, or another condition says when.
      return fields[first].members["required"] == true
    }
    let tests = needed.dropFirst().compactMap { $0 }.map { index -> JSONValue in
      ["key": .string(fields[index].members.key), "filled": false]
    }
    let when: JSONValue = tests.count == 1 ? tests[0] : ["all": .array(tests)]
    fields[first].members["required"] = ["when": when]
    return true
  }

  private mutating func applyRule(
    _ condition: JSONValue, saying message: String?, isOptional: Bool
  ) -> Bool {
    guard let index = field(of: condition), let args = condition["args"] else { return false }
    let members = fields[index].members
    let isText = ["entry", "area"].contains(members.kind) && members["value"] == nil
    let least = Decimal(foreign: args["min"] ?? .null)
    let most = Decimal(foreign: args["max"] ?? .null)
    var takesEmpty = false
    switch A2UINames.call(condition) {
    case "regex", "email":
      let isEmail = A2UINames.call(condition) == "email"
      guard isText, let source = isEmail ? A2UINames.email : args["pattern"]?.string,
        case .success(let pattern) = patterns.pattern(source, ignoresCase: false, isAnchored: false)
      else { return false }
      if isEmail { fields[index].members["keyboard"] = "emailAddress" }
      takesEmpty = pattern.matches("")
      add([.init("pattern", .string(source))], to: index, message)
    case "length":
      let limits = ["min", "max"].map { args[$0].map { WholeNumber($0.draftText ?? "") ?? -1 } }
      if limits.contains(where: { $0 ?? 0 < 0 }) { return false }
      takesEmpty = limits[0] ?? 0 == 0
      if members.kind == "picker", members["multiple"] == true {
        if limits[1] == 0 { return false }
        let known = ["minItems", "maxItems"].map { name in
          members[name].flatMap { WholeNumber($0.draftText ?? "") }
        }
        let (least, most) = ([limits[0], known[0]], [limits[1], known[1]])
        fields[index].members["minItems"] = least.compactMap { $0 }.max().map { .integer($0) }
        fields[index].members["maxItems"] = most.compactMap { $0 }.min().map { .integer($0) }
      } else if isText {
        fields[index].members["lengthUnit"] = "utf16"
        if let least = limits[0] { add([.init("minLength", .integer(least))], to: index, message) }
        let isPlain = message == nil && members["maxLength"] == nil && 0 < limits[1] ?? 0
        if let most = limits[1], isPlain { fields[index].members["maxLength"] = .integer(most) }
        if let most = limits[1], !isPlain {
          add([.init("maxLength", .integer(most))], to: index, message)
        }
      } else {
        return false
      }
    case "numeric" where members["value"] == "number":
      if let least { add([.init("minimum", least.json)], to: index, message) }
      if let most { add([.init("maximum", most.json)], to: index, message) }
    default: return false
    }
    if !takesEmpty, !isOptional { fields[index].members["required"] = true }
    return true
  }
}
