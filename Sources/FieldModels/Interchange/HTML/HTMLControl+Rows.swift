import FieldModels

/// Lists, radio buttons and boxes.
extension HTMLControl {
  private static func row(_ option: HTMLOption) -> JSONValue {
    let value = option.value
    var members: [JSONValue.Member] = [.init("value", .string(value))]
    if option.label != value { members.append(.init("label", .string(option.label))) }
    if option.isDisabled { members.append(.init("disabled", .bool(true))) }
    if let words = option.description { members.append(.init("description", .string(words))) }
    return members.count == 1 && !value.isEmpty ? .string(value) : .object(members)
  }

  mutating func readList(into form: inout HTMLImport) {
    field.kind = "picker"
    form.keep()
    let takesSeveral = has("multiple")
    let isRequired = has("required")
    let shownCount = Int(node["size"] ?? "") ?? 0
    let isMenu = !takesSeveral && shownCount < 2
    var options = self.options(into: &form)
    if takesSeveral {
      field["multiple"] = .bool(true)
      form.keep()
    }
    var hasBlank = false
    if let first = options.first, first.value.isEmpty, !takesSeveral, isMenu {
      // The row that stands for no choice.
      let isDisabled = first.isDisabled
      options.removeFirst()
      if !first.label.isEmpty { field["placeholder"] = .string(first.label) }
      if !isRequired, !isDisabled { field["clearable"] = .bool(true) }
      // One that can't be chosen, and is not to begin with, never is.
      hasBlank =
        !isDisabled || first.isSelected && !options.contains { $0.isSelected }
      form.keep()
    }
    let (rows, chosen) = rows(of: options, into: &form)
    if takesSeveral {
      if !chosen.isEmpty { field["text"] = .array(chosen.map { .string($0) }) }
    } else if let last = chosen.last {
      field["text"] = .string(last)
    } else if isMenu, !hasBlank, let first = options.first(where: { !$0.isDisabled }) {
      // Browsers choose the first row that can be chosen.
      field["text"] = .string(Self.draft(first.value))
    }
    readRequired(into: &form)
    if isMenu, !hasBlank, !isRequired, field["text"] != nil { field["required"] = .bool(true) }
    field["data"] = .array(rows)
    if takesSeveral, !isRequired, rows.count > 1 {
      field.present("type", .string("select"))
      form.tell(.presentationOnly, at: node.offset, "That it is a list, not boxes, is handed on")
    }
    readHint(into: &form)
    readShown(into: &form)
  }

  /// The draft of a row with a value: no row has an empty one.
  private static func draft(_ value: String) -> String { value.isEmpty ? "\"\"" : value }

  private mutating func options(into form: inout HTMLImport) -> [HTMLOption] {
    var options: [HTMLOption] = []
    var groups: [JSONValue] = []
    var words: [JSONValue] = []
    var (groupEnd, name, isDisabled) = (0, "", false)
    func endGroup() {
      if !words.isEmpty {
        groups.append(.object([.init("label", .string(name)), .init("values", .array(words))]))
      }
      words = []
    }
    for index in tree.inside(nodes[0]) {
      if groupEnd <= index, 0 < groupEnd {
        endGroup()
        (groupEnd, isDisabled) = (0, false)
      }
      let node = tree.nodes[index]
      if node.name == "optgroup" {
        endGroup()
        (groupEnd, name, isDisabled) = (node.end, node["label"] ?? "", node["disabled"] != nil)
        form.tell(
          .presentationOnly, at: node.offset, "The group of rows \"\(name.abridged)\" is handed on")
      }
      guard node.name == "option" else { continue }
      var option = HTMLOption(tree, index)
      if isDisabled { option.isDisabled = true }
      if index < groupEnd { words.append(.string(option.value)) }
      options.append(option)
    }
    endGroup()
    if !groups.isEmpty { field.present("optgroups", .array(groups)) }
    return options
  }

  // Radio buttons and boxes.

  /// A button or box as a row.
  private func option(_ index: Int, into form: inout HTMLImport) -> HTMLOption {
    var option = HTMLOption(tree, index)
    let node = tree.nodes[index]
    option.value = node["value"] ?? "on"
    option.isSelected = node["checked"] != nil
    if let name = form.name(of: index) {
      option.label = name
    } else {
      option.label = option.value
      form.tell(.madeUp, at: node.offset, "It has no label; its value stands for one")
    }
    return option
  }

  /// The buttons or boxes as rows.
  private func boxes(into form: inout HTMLImport) -> [HTMLOption] {
    let allDisabled = nodes.allSatisfy { tree.nodes[$0]["disabled"] != nil }
    return nodes.map { index in
      var option = option(index, into: &form)
      if allDisabled { option.isDisabled = false }
      return option
    }
  }

  /// The rows of a picker, of each value one, and the drafts of those that are chosen.
  private mutating func rows(
    of options: [HTMLOption], into form: inout HTMLImport
  ) -> (rows: [JSONValue], chosen: [String]) {
    var rows: [JSONValue] = []
    var chosen: [String] = []
    var values: Set<String> = []
    for option in options {
      guard values.insert(option.value).inserted else {
        form.tell(
          .duplicate, at: option.offset, "Another row has the value \"\(option.value.abridged)\"")
        continue
      }
      origins["/data/\(rows.count)"] = option.offset
      rows.append(Self.row(option))
      form.keep()
      if option.isSelected { chosen.append(Self.draft(option.value)) }
    }
    return (rows, chosen)
  }

  mutating func readRadios(into form: inout HTMLImport) {
    field.kind = "picker"
    form.keep()
    let (rows, chosen) = rows(of: boxes(into: &form), into: &form)
    if let last = chosen.last { field["text"] = .string(last) }
    // One that is required binds them all.
    if let required = nodes.first(where: { tree.nodes[$0]["required"] != nil }) {
      field["required"] = .bool(true)
      origins["/required"] = tree.nodes[required].offset
      form.keep()
    }
    field["data"] = .array(rows)
    field.present("type", .string("radio"))
    form.tell(.presentationOnly, at: node.offset, "That they are radio buttons is handed on")
  }

  mutating func readBoxes(into form: inout HTMLImport) {
    field.kind = "picker"
    form.keep()
    if nodes.count == 1 { return readBox(into: &form) }
    field["multiple"] = .bool(true)
    let (rows, chosen) = rows(of: boxes(into: &form), into: &form)
    if !chosen.isEmpty { field["text"] = .array(chosen.map { .string($0) }) }
    let required = nodes.filter { tree.nodes[$0]["required"] != nil }
    if required.count == nodes.count, rows.count == nodes.count {
      field["required"] = .bool(true)
      field["minItems"] = .integer(rows.count)
      form.keep()
    } else {
      for index in required {
        form.tell(
          .noCounterpart, at: tree.nodes[index].offset, "One row of several that must be chosen")
      }
    }
    field["data"] = .array(rows)
  }

  /// One box is chosen or not.
  private mutating func readBox(into form: inout HTMLImport) {
    let value = attribute("value")
    let row = value.map { JSONValue.string($0.value) } ?? .bool(true)
    if has("checked") {
      field["text"] = .string(value.map { Self.draft($0.value) } ?? "true")
      form.keep()
    }
    readRequired(into: &form)
    var members: [JSONValue.Member] = [.init("value", row)]
    if let label = field.label { members.append(.init("label", .string(label))) }
    field["data"] = .array([.object(members)])
    if !has("required") { field["clearable"] = .bool(true) }
    readHint(into: &form)
  }
}
