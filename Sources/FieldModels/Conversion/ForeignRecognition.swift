import FieldModels

/// Of which format a form is by what is in it.
///
/// It looks at the members that a format can't do without, and decides nothing else.
enum ForeignRecognition {
  /// What to say behind a refusal; nil where nothing better is known.
  static func advice(for value: JSONValue, readAs asked: FormFormat) -> String? {
    if value["openapi"] != nil || value["swagger"] != nil {
      return "this is an OpenAPI document, in which each of the `schemas` may be a form"
    }
    if let (format, name) = format(of: value), format != asked {
      return "this looks like \(name); read it as \(format.rawValue)"
    }
    let isUnion = value["oneOf"]?.array ?? value["anyOf"]?.array != nil
    if asked == .jsonSchema, isUnion, value["properties"] == nil {
      return "alternatives are told apart by a required property with a `const` of its own in each"
    }
    return nil
  }

  /// The format of a form; nil where its content does not show it.
  static func format(of form: ForeignForm) -> FormFormat? {
    switch form {
    case .value(let value): return format(of: value)?.0
    case .file(let bytes): return ForeignInput(startOf: bytes) == .zip ? .xlsform : nil
    case .text(let text):
      let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      switch start.first {
      case "<": return .html
      case "{", "/", "[":
        guard let value = try? form.value() else {
          let names = ["createSurface", "updateComponents"]
          return names.contains { text.contains(text: "\"\($0)\"") } ? .a2ui : nil
        }
        return format(of: value)?.0
      default:
        if hasLines(text, beginningWith: ["name:", "body:"]) { return .github }
        return hasLines(text, beginningWith: ["kind: Template", "spec:"]) ? .backstage : nil
      }
    }
  }

  /// Whether a text in YAML has lines that begin with each of some names, as those of a format do.
  private static func hasLines(_ text: String, beginningWith names: [String]) -> Bool {
    let lines = text.split { $0.isNewline }
    return names.allSatisfy { name in lines.contains { $0.hasPrefix(name) } }
  }

  private static func format(of value: JSONValue) -> (FormFormat, name: String)? {
    func members(of name: String) -> [JSONValue] { value[name]?.array ?? [] }
    // Half typed, it has no field with a kind yet, and is one all the same.
    if value["fields"]?.array != nil { return (.fields, "a field document") }
    if value["schema"]?["properties"] != nil { return (.rjsf, "a schema with a `uiSchema`") }
    let asks = value["requestedSchema"] ?? value["params"]?["requestedSchema"]
    if asks != nil { return (.mcp, "an elicitation") }
    if value["formFields"]?.array != nil { return (.lspForm, "questions of a language server") }
    let messages = value.array ?? value["messages"]?.array ?? [value]
    if messages.contains(where: { $0["createSurface"] ?? $0["updateComponents"] != nil })
      || (value.array ?? members(of: "components")).contains(where: {
        $0["component"]?.string != nil
      })
    {
      return (.a2ui, "messages of A2UI")
    }
    if members(of: "components").contains(where: { $0["type"] != nil }) {
      return (.formio, "a form of Form.io")
    }
    if (members(of: "pages") + members(of: "elements")).contains(where: { $0["name"] != nil }) {
      return (.surveyjs, "a survey of SurveyJS")
    }
    if (members(of: "blocks") + (value["view"]?["blocks"]?.array ?? [])).contains(where: {
      $0["type"] != nil
    }) {
      return (.slack, "a view of Slack")
    }
    if value["type"] == "AdaptiveCard", value["body"] != nil || value["actions"] != nil {
      return (.adaptiveCards, "an Adaptive Card")
    }
    if (members(of: "spec") + (value["survey_spec"]?["spec"]?.array ?? [])).contains(where: {
      $0["variable"] != nil
    }) {
      return (.awx, "a survey of AWX")
    }
    if value["kind"] == "Template", value["spec"]?["parameters"] != nil {
      return (.backstage, "a template of Backstage")
    }
    if members(of: "body").contains(where: { $0["type"] != nil }) {
      return (.github, "an issue form")
    }
    if members(of: "survey").contains(where: { $0["type"] != nil }) {
      return (.xlsform, "the sheets of a workbook")
    }
    let dialect = value["$schema"]?.string ?? ""
    let isSchema = value["properties"] != nil || dialect.contains(text: "json-schema.org")
    return isSchema ? (.jsonSchema, "a JSON Schema") : nil
  }
}
