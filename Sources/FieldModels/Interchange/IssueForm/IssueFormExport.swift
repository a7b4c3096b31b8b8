import FieldModels

/// A form as an issue form, in YAML that a person would write.
///
/// What it says is what `IssueFormImport` reads in it: the report tells of all that does not come back.
/// Numbers and patterns are written in Gitea's way; GitHub passes them over.
struct IssueFormExport {
  private var yaml = YAMLWriter()
  private var form: ReturningExport

  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let reader = ReturningForm.Reader(format: "An issue form", plainPattern: HTMLPattern.plain)
    var export = IssueFormExport(form: try ReturningExport(of: document, by: reader))
    export.write()
    let text = export.yaml.text
    let returned = try IssueFormImport.document(of: .text(text))
    let report = try export.form.report(returned: returned.droppingWrongDrafts(from: .github))
    return Conversion(form: .text(text), report: report)
  }

  private init(form: ReturningExport) { self.form = form }

  private var document: FieldDocument { form.document }

  private mutating func write() {
    var title = document.frame.title ?? ""
    if title.isEmpty {
      title = "Form"
      form.lose(.madeUp, at: "/title", "An issue form has a name; one was made up")
    }
    yaml.member("name", title)
    var description = document.frame.description ?? ""
    if description.isEmpty {
      description = title
      form.lose(
        .madeUp, at: "/description", "An issue form has a description; its name stands for one")
    }
    yaml.member("description", description)
    let look = document.frame.presentation?["github"]
    for name in IssueFormImport.ofIssues {
      if let value = look?[name] { yaml.member(name, of: value) }
    }
    yaml.begin("body")
    var group: String?
    for field in form.fields() {
      if field.definition.isVisible == .never {
        form.lose(
          .unsupportedField, at: field.path, "An issue form has no fields that are not shown")
        continue
      }
      if field.definition.group != group {
        group = field.definition.group
        writeHeading(of: group)
      }
      write(field)
    }
    writeMarkdown(look?["markdown"])
    yaml.endList("body")
  }

  /// Texts as they stood between fields.
  private mutating func writeMarkdown(_ texts: JSONValue?) {
    for text in texts?.array ?? [] {
      guard let text = text.string else { continue }
      yaml.element("type", "markdown")
      yaml.begin("attributes")
      yaml.member("value", text)
      yaml.end()
      yaml.endElement()
    }
  }

  private mutating func writeHeading(of key: String?) {
    guard let group = document.frame.groups.first(where: { $0.key == key }) else { return }
    let look = group.presentation?["github"]
    writeMarkdown(look?["markdown"])
    var level = 2
    if case .number(let text) = look?["level"], let number = Int(text), 1...6 ~= number {
      level = number
    }
    let heading = IssueHeading(
      level: level, title: group.label ?? group.key, text: group.description)
    writeMarkdown([.string(heading.markdown)])
  }

  private mutating func write(_ field: ReturningExport.Field) {
    if field.definition.kind == .any {
      return form.lose(
        .unsupportedField, at: field.path, "An issue form has no element for any value")
    }
    var field = field
    // Every element is shown, can be written into and is checked.
    if field.definition.isChecked != .always { field.release() }
    let (definition, own, path) = (field.definition, field.own, field.path)
    let isPicker = definition.kind == .picker && definition.manualEntry == nil
    let rows = definition.choices.filter { !$0.isDisabled }
    if isPicker, rows.isEmpty {
      return form.lose(.unsupportedField, at: path, "An issue form has no list without rows")
    }
    let hasBoxes =
      isPicker && definition.takesSeveral
      && own["presentation"]?["type"]?.string == "checkboxes"
    let type = isPicker ? hasBoxes ? "checkboxes" : "dropdown" : type(of: definition)
    loseRules(definition, path)
    let isEach =
      hasBoxes && definition.isRequired == .always
      && definition.minItems == WholeNumber(rows.count)
    writeMarkdown(own["presentation"]?["markdown"])
    yaml.element("type", type)
    if let id = id(of: definition, path) { yaml.member("id", id) }
    if let visible = own["presentation"]?["visible"] { yaml.member("visible", of: visible) }
    yaml.begin("attributes")
    for name in ["hide_label", "list"] {
      if let value = own["presentation"]?[name] { yaml.member(name, of: value) }
    }
    yaml.member("label", definition.label ?? definition.key ?? "")
    if let helper = definition.helper, !helper.isEmpty { yaml.member("description", helper) }
    if isPicker {
      if hasBoxes { writeBoxes(rows, isEach) } else { writeDropdown(definition, rows, at: path) }
    } else {
      writeText(definition, own)
    }
    yaml.end()
    writeValidations(definition, isEach: isEach, type)
    yaml.endElement()
  }

  private func type(of definition: FieldDefinition) -> String {
    definition.kind == .area ? "textarea" : "input"
  }

  /// The platforms take letters, digits, hyphens and underscores for an `id`.
  private mutating func id(of definition: FieldDefinition, _ path: String) -> String? {
    let key = definition.key ?? ""
    let isPlain = key.utf8.allSatisfy {
      ASCIISet.lowercase.contains($0) || ASCIISet.uppercase.contains($0)
        || ASCIISet.digits.contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    if isPlain { return key }
    form.lose(
      .reinterpreted, at: path + "/key",
      "An `id` has letters, digits, - and _ only, so the field has another key", effect: .nothing)
    return nil
  }

  private mutating func loseRules(_ definition: FieldDefinition, _ path: String) {
    for (name, rules) in [
      ("live", definition.liveRules), ("endEditing", definition.endEditingRules),
    ] {
      for (index, rule) in rules.enumerated() where rule.severity != .error || rule.condition != nil
      {
        form.lose(
          .noCounterpart, at: "\(path)/validation/\(name)/\(index)",
          "A rule that does not always block"
        )
      }
    }
    if definition.isSecure {
      form.lose(
        .noCounterpart, at: path + "/secure", "What is written in an issue is no secret",
        effect: .nothing)
      if !definition.draft.isEmpty {
        form.lose(.secret, at: path + "/text", "The draft of a secure field is not written")
      }
    }
  }

  private mutating func writeText(_ definition: FieldDefinition, _ own: JSONValue) {
    if let words = definition.placeholder, !words.isEmpty { yaml.member("placeholder", words) }
    if !definition.draft.isEmpty, !definition.isSecure {
      yaml.member("value", definition.draft.text)
    }
    if definition.kind == .area, let render = own["presentation"]?["render"]?.string {
      yaml.member("render", render)
    }
  }

  private mutating func writeDropdown(
    _ definition: FieldDefinition, _ rows: [Choice], at path: String
  ) {
    if definition.takesSeveral { yaml.member("multiple", literal: "true") }
    yaml.begin("options")
    for row in rows {
      yaml.element(row.label)
      if HTMLImport.lowercased(row.label) == "none" {
        form.lose(.wrongValue, at: path + "/data", "GitHub takes no row called None")
      }
    }
    yaml.end()
    let chosen = definition.draft.values
    guard chosen.count == 1, let index = rows.firstIndex(where: { $0.text == chosen[0] }) else {
      return
    }
    if definition.isRequired == .always {
      form.lose(
        .presentationOnly, at: path + "/text",
        "GitHub takes no default of a dropdown that has to be chosen from")
    } else {
      yaml.member("default", literal: "\(index)")
    }
  }

  private mutating func writeBoxes(_ rows: [Choice], _ isEach: Bool) {
    yaml.begin("options")
    for row in rows {
      yaml.element("label", row.label)
      if isEach { yaml.member("required", literal: "true") }
      yaml.endElement()
    }
    yaml.end()
  }

  private mutating func writeValidations(
    _ definition: FieldDefinition, isEach: Bool, _ type: String
  ) {
    var found: [(String, Bool, String)] = []
    if definition.isRequired == .always, !isEach { found.append(("required", true, "true")) }
    if type == "input", definition.kind == .entry {
      if definition.valueKind == .integer {
        found.append(("is_number", true, "true"))
      } else if let pattern = pattern(of: definition) {
        found.append(("regex", false, pattern))
      }
    }
    if found.isEmpty { return }
    yaml.begin("validations")
    for (name, isLiteral, text) in found {
      if isLiteral { yaml.member(name, literal: text) } else { yaml.member(name, text) }
    }
    yaml.end()
  }

  private func pattern(of definition: FieldDefinition) -> String? {
    for rule in definition.rules where rule.severity == .error && rule.condition == nil {
      guard case .pattern(let pattern, let source) = rule.check, !pattern.isCaseInsensitive else {
        continue
      }
      return HTMLPattern.written(source, isAnchored: pattern.isAnchored)
    }
    return nil
  }
}
