import FieldModels

/// A document made of an issue form: a field for each element of its body that asks for something.
///
/// The keys are those of GitHub and Gitea; an answer is judged as their pages judge it. What is about
/// the issue and not about the form, such as its labels, is told as dropped.
struct IssueFormImport {
  private var report = ConversionReport()
  private var origins: [String: String] = [:]
  private var keys = UniqueKeys()
  private var groups: [JSONValue] = []
  private var groupKeys = UniqueKeys()
  /// The texts that stand before what comes next.
  private var words: [JSONValue] = []
  private var fields: [JSONValue] = []

  static func document(of form: ForeignForm) throws(ConversionRefusal) -> Conversion {
    let root: YAMLReader.Node =
      switch form {
      case .text, .file: try YAMLReader.read(form.text())
      case .value(let value): YAMLReader.Node(value, at: "")
      }
    guard let members = root.members else {
      throw ConversionRefusal("An issue form has keys with values, such as `name` and `body`")
    }
    guard let body = root["body"] else {
      throw ConversionRefusal("An issue form has a `body`", path: root.place)
    }
    guard let elements = body.value.elements else {
      throw ConversionRefusal("The `body` of an issue form is a list", path: body.place)
    }
    var conversion = IssueFormImport()
    return conversion.document(of: root, members, elements)
  }

  /// What is set of an issue that a form makes.
  static let ofIssues = ["title", "labels", "assignees", "projects", "type", "ref"]

  private mutating func document(
    of root: YAMLReader.Node, _ members: [YAMLReader.Member], _ elements: [YAMLReader.Node]
  ) -> Conversion {
    var document: [JSONValue.Member] = []
    var look: [JSONValue.Member] = []
    origins[""] = root.place
    for member in members {
      switch member.name {
      case "name":
        if let text = text(member) { document.append(.init("title", .string(text))) }
      case "description", "about":
        if root["description"] != nil, member.name == "about" {
          report.add(.duplicate, member.place, "There is a `description` already")
        } else if let text = text(member) {
          document.append(.init("description", .string(text)))
        }
      case "body": report.keep()
      case _ where Self.ofIssues.contains(member.name):
        report.add(
          .presentationOnly, member.place,
          "What is set of the issue, and not asked for, is handed on: `\(member.name)`")
        look.append(.init(member.name, member.value.json))
      default:
        report.add(
          .unknownProperty, member.place, "Issue forms have no key `\(member.name.abridged)`")
      }
    }
    for element in elements { read(element) }
    if !words.isEmpty { look.append(.init("markdown", .array(words))) }
    if !look.isEmpty { document.append(.init("presentation", ["github": .object(look)])) }
    if !groups.isEmpty { document.append(.init("groups", .array(groups))) }
    document.append(.init("fields", .array(fields)))
    return Conversion(form: .value(.object(document)), report: report, origins: origins)
  }

  /// A text, or a number or word without quotes, which the platforms refuse.
  private mutating func text(_ member: YAMLReader.Member?) -> String? {
    guard let member else { return nil }
    if case .scalar(.null, _) = member.value.content { return nil }
    guard let text = member.value.text else {
      report.add(.wrongValue, member.value.place, "`\(member.name.abridged)` takes text")
      return nil
    }
    if member.value.string == nil {
      report.add(
        .wrongValue, member.value.place, "`\(member.name.abridged)` takes text; put it in quotes")
    } else {
      report.keep()
    }
    return text
  }

  private mutating func flag(_ member: YAMLReader.Member?) -> Bool {
    guard let member else { return false }
    guard case .scalar(.bool(let flag), _) = member.value.content else {
      report.add(.wrongValue, member.value.place, "`\(member.name.abridged)` takes true or false")
      return false
    }
    report.keep()
    return flag
  }

  // Elements.

  private mutating func read(_ element: YAMLReader.Node) {
    guard let members = element.members, let type = element["type"] else {
      report.add(.wrongValue, element.place, "An element of the body has a `type`")
      return
    }
    switch type.value.text {
    case "input", "textarea", "dropdown", "checkboxes": break
    case "markdown": return readMarkdown(element)
    case "upload":
      report.add(.unsupportedField, element.place, "A form has no files")
      return
    default:
      report.add(
        .unknownType, type.value.place,
        "Issue forms have no type \"\((type.value.text ?? "").abridged)\"")
      return
    }
    guard fields.count < ConversionLimit.fields else {
      report.add(.unsupportedField, element.place, ConversionLimit.tooManyFields)
      return
    }
    report.keep()
    var parts: [String: YAMLReader.Node] = [:]
    var look: [YAMLReader.Member] = []
    for member in members {
      switch member.name {
      case "type", "id": break
      case "attributes", "validations":
        if member.value.members != nil {
          parts[member.name] = member.value
        } else if member.value.content != .scalar(.null, source: "") {
          report.add(.wrongValue, member.value.place, "`\(member.name)` has keys with values")
        }
      case "visible": look.append(member)
      default:
        report.add(
          .unknownProperty, member.place,
          "An element has no key `\(member.name.abridged)`")
      }
    }
    let none = YAMLReader.Node(content: .map([]), line: element.line, column: element.column)
    let attributes = parts["attributes"] ?? none
    let validations = parts["validations"] ?? none
    var field = IssueField(element: element, type: type.value.text ?? "")
    if let group = groups.last?["key"] { field.members["group"] = group }
    field.members.label = text(attributes["label"])
    if let words = text(attributes["description"]) { field.members["helper"] = .string(words) }
    let key = key(of: element, field.members.label)
    field.members.key = key
    if field.members.label == nil {
      report.add(.madeUp, element.place, "It has no label; one was made up")
      field.members.label = HTMLImport.readable(key)
    }
    readContent(attributes, validations, of: &field)
    look += (attributes.members ?? []).filter { ["hide_label", "list"].contains($0.name) }
    for member in look {
      field.members.present(member.name, member.value.json)
      report.add(
        .presentationOnly, member.place, "How an element is shown is handed on: `\(member.name)`")
    }
    if !words.isEmpty { field.members.present("markdown", .array(words)) }
    words = []
    readOthers(attributes, validations, of: field)
    origins["/fields/\(fields.count)"] = element.place
    for (step, place) in field.origins { origins["/fields/\(fields.count)" + step] = place }
    fields.append(field.members.value)
  }

  /// Text between the fields: a heading begins a group, anything else goes with the field behind it.
  private mutating func readMarkdown(_ element: YAMLReader.Node) {
    for member in element.members ?? [] where member.name == "visible" {
      report.add(
        .presentationOnly, member.place, "Where a text is seen is not said by a form: `visible`")
    }
    guard let member = element["attributes"]?.value["value"], let text = member.value.text else {
      report.add(.wrongValue, element.place, "A text between the fields has a `value`")
      return
    }
    guard let heading = IssueHeading(text) else {
      report.add(
        .presentationOnly, element.place, "Text before a field is handed on with the field")
      words.append(.string(text))
      return
    }
    report.keep()
    var key = HTMLImport.slug(heading.title)
    if key.isEmpty { key = "group" }
    key = groupKeys.key(key, "-")
    report.add(.madeUp, element.place, "A heading has no key; one was made up")
    var group: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(heading.title)),
    ]
    if let text = heading.text { group.append(.init("description", .string(text))) }
    var look: [JSONValue.Member] = []
    if heading.level != 2 { look.append(.init("level", .integer(heading.level))) }
    if !words.isEmpty { look.append(.init("markdown", .array(words))) }
    words = []
    if !look.isEmpty { group.append(.init("presentation", ["github": .object(look)])) }
    origins["/groups/\(groups.count)"] = element.place
    groups.append(.object(group))
  }

  /// A key that no other field has.
  private mutating func key(of element: YAMLReader.Node, _ label: String?) -> String {
    let id = element["id"]
    var key = id.flatMap { text($0) } ?? ""
    if key.isEmpty {
      key = label.map(HTMLImport.slug) ?? ""
      if key.isEmpty { key = "field" }
      report.add(.madeUp, element.place, "It has no `id`; its key was made up")
    } else if keys.contains(key), let id {
      report.add(.duplicate, id.place, "Another element has this `id`; this one is renamed")
    }
    return keys.key(key, "-")
  }

  private mutating func readContent(
    _ attributes: YAMLReader.Node, _ validations: YAMLReader.Node, of field: inout IssueField
  ) {
    if flag(validations["required"]) { field.members["required"] = .bool(true) }
    switch field.type {
    case "dropdown": readDropdown(attributes, &field)
    case "checkboxes": readBoxes(attributes, &field)
    default:
      if let words = text(attributes["placeholder"]) {
        field.members["placeholder"] = .string(words)
      }
      if let member = attributes["value"], let words = text(member), !words.isEmpty {
        field.members["text"] = .string(words)
        field.origins["/text"] = member.place
      }
      if field.type == "textarea" {
        if let member = attributes["render"], let word = member.value.text {
          field.members.present("render", .string(word))
          report.add(
            .presentationOnly, member.place, "That it is shown as code of a language is handed on")
        }
      } else {
        readInput(validations, &field)
      }
    }
  }

  /// What Gitea adds: its pages have an input of HTML with a type and a pattern.
  private mutating func readInput(_ validations: YAMLReader.Node, _ field: inout IssueField) {
    let isNumber = flag(validations["is_number"])
    if isNumber {
      field.members["value"] = .string("integer")
      field.members["keyboard"] = .string("numberPad")
    }
    guard let member = validations["regex"], let source = text(member), !source.isEmpty else {
      return
    }
    // A pattern asks nothing of a number.
    if isNumber { return }
    field.origins["/validation/endEditing/0"] = member.place
    if let pattern = HTMLPattern.unanchored(source) {
      return field.members.addRule([.init("pattern", .string(pattern))])
    }
    switch HTMLPattern.read(source) {
    case .pattern(let pattern):
      field.members.addRule([.init("pattern", .string(pattern)), .init("anchored", .bool(true))])
    case .ignored:
      report.add(
        .wrongValue, member.value.place, "This pattern can't be read, so browsers ask nothing")
    case .unsupported(let words): report.add(.pattern, member.value.place, words)
    }
  }

  private mutating func readDropdown(_ attributes: YAMLReader.Node, _ field: inout IssueField) {
    let takesSeveral = flag(attributes["multiple"])
    if takesSeveral { field.members["multiple"] = .bool(true) }
    var rows: [String] = []
    var known: Set<String> = []
    for option in options(attributes, field) {
      guard let text = option.text, !text.isEmpty else {
        report.add(.wrongValue, option.place, "A row is text")
        continue
      }
      if case .scalar(.bool, _) = option.content {
        report.add(.wrongValue, option.place, "A row is text; put it in quotes")
      } else {
        report.keep()
      }
      if known.insert(text).inserted {
        field.origins["/data/\(rows.count)"] = option.place
        rows.append(text)
      } else {
        report.add(.duplicate, option.place, "Another row says the same")
      }
    }
    if let member = attributes["default"] {
      if case .scalar(.number(let number), _) = member.value.content, let index = Int(number),
        rows.indices.contains(index)
      {
        report.keep()
        field.members["text"] = takesSeveral ? .array([.string(rows[index])]) : .string(rows[index])
      } else {
        report.add(
          .wrongValue, member.value.place, "`default` is the number of a row, from 0",
          effect: .nothing)
      }
    }
    field.members["data"] = .array(rows.map { .string($0) })
    // The pages have a row for none where there need not be one.
    if !takesSeveral, field.members["required"] == nil { field.members["clearable"] = .bool(true) }
  }

  private mutating func options(
    _ attributes: YAMLReader.Node, _ field: IssueField
  ) -> [YAMLReader.Node] {
    guard let member = attributes["options"], let options = member.value.elements, !options.isEmpty
    else {
      report.add(
        .wrongValue, (attributes["options"]?.value ?? field.element).place,
        "`options` is a list of rows")
      return []
    }
    return options
  }

  private mutating func readBoxes(_ attributes: YAMLReader.Node, _ field: inout IssueField) {
    field.members["multiple"] = .bool(true)
    var rows: [JSONValue] = []
    var known: Set<String> = []
    var required: [String] = []
    for option in options(attributes, field) {
      guard let label = option["label"], let text = text(label) else {
        report.add(.wrongValue, option.place, "A box has a `label`")
        continue
      }
      for member in option.members ?? [] {
        switch member.name {
        case "label", "required": break
        case "visible":
          report.add(
            .presentationOnly, member.place,
            "Where an answer is seen is not said by a form: `visible`"
          )
        default:
          report.add(.unknownProperty, member.place, "A box has no key `\(member.name.abridged)`")
        }
      }
      guard known.insert(text).inserted else {
        report.add(.duplicate, option.place, "Another row says the same")
        continue
      }
      if flag(option["required"]), let member = option["required"] { required.append(member.place) }
      field.origins["/data/\(rows.count)"] = option.place
      rows.append(.string(text))
    }
    field.members["data"] = .array(rows)
    if required.count == rows.count, !rows.isEmpty {
      field.members["required"] = .bool(true)
      field.members["minItems"] = .integer(rows.count)
    } else {
      for place in required {
        report.add(.noCounterpart, place, "One row of several that must be chosen")
      }
    }
    field.members.present("type", .string("checkboxes"))
    report.add(.presentationOnly, field.element.place, "That rows are boxes is handed on")
  }

  /// Tells of keys that nothing was made of.
  private mutating func readOthers(
    _ attributes: YAMLReader.Node, _ validations: YAMLReader.Node, of field: IssueField
  ) {
    let isText = field.type == "input" || field.type == "textarea"
    var known: Set<String> = ["label", "description"]
    switch field.type {
    case "input": known.formUnion(["placeholder", "value"])
    case "textarea": known.formUnion(["placeholder", "value", "render"])
    case "dropdown": known.formUnion(["multiple", "options", "default"])
    default: known.insert("options")
    }
    for member in attributes.members ?? [] where !known.contains(member.name) {
      switch member.name {
      case "hide_label", "list": break
      default:
        report.add(
          .unknownProperty, member.place,
          "The attributes of this type have no key `\(member.name.abridged)`")
      }
    }
    for member in validations.members ?? [] {
      switch member.name {
      case "required": break
      case "is_number", "regex":
        if field.type != "input" {
          report.add(.noCounterpart, member.place, "Only an input has `\(member.name)`")
        }
      default:
        let words = isText ? "text" : "rows"
        report.add(
          .unknownProperty, member.place,
          "The validations of \(words) have no key `\(member.name.abridged)`")
      }
    }
  }
}

/// A text that begins with a heading of Markdown, and is nothing else but what belongs to it.
struct IssueHeading {
  /// From 1.
  var level: Int
  var title: String
  /// What follows it.
  var text: String?

  init(level: Int, title: String, text: String?) {
    self.level = level
    self.title = title
    self.text = text
  }

  /// Nil for a text that begins otherwise, or that has more headings, and so is not one part.
  init?(_ markdown: String) {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
    guard let first = lines.first, let level = Self.level(of: first),
      !lines.dropFirst().contains(where: { Self.level(of: $0) != nil })
    else { return nil }
    self.level = level
    title = String(first.dropFirst(level + 1))
    guard title.first?.isWhitespace == false, title.last?.isWhitespace == false,
      title.last != "#"
    else { return nil }
    if lines.count == 1 { return }
    guard lines.count > 2, lines[1].isEmpty, !lines[2].isEmpty else { return nil }
    text = lines.dropFirst(2).joined(separator: "\n")
  }

  private static func level(of line: Substring) -> Int? {
    let marks = line.prefix { $0 == "#" }.count
    return 1...6 ~= marks && line.dropFirst(marks).first == " " ? marks : nil
  }

  /// The text again.
  var markdown: String {
    String(repeating: "#", count: level) + " " + title + (text.map { "\n\n" + $0 } ?? "")
  }
}

/// An element of the body on the way to a field.
private struct IssueField {
  let element: YAMLReader.Node
  let type: String
  var members = FieldMembers()
  var origins: [String: String] = [:]

  init(element: YAMLReader.Node, type: String) {
    self.element = element
    self.type = type
    switch type {
    case "textarea": members.kind = "area"
    case "dropdown", "checkboxes": members.kind = "picker"
    default: break
    }
  }
}
