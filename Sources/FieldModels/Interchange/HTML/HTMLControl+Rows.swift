/// Lists, radio buttons and boxes.
extension HTMLControl {
  private static func row(_ value: String, _ option: HTMLOption) -> JSONValue {
    var members: [JSONValue.Member] = [.init("value", .string(value))]
    if option.label != value { members.append(.init("label", .string(option.label))) }
    if option.isDisabled { members.append(.init("disabled", .bool(true))) }
    if let words = option.description { members.append(.init("description", .string(words))) }
    return members.count == 1 && !value.isEmpty ? .string(value) : .object(members)
  }

  mutating func readList(into form: inout HTMLImport) {
    kind = "picker"
    form.keep()
    let takesSeveral = has("multiple")
    let isRequired = has("required")
    let shownCount = Int(node["size"] ?? "") ?? 0
    let isMenu = !takesSeveral && shownCount < 2
    var options = self.options(into: &form)
    if takesSeveral {
      set("multiple", .bool(true))
      form.keep()
    }
    var hasBlank = false
    if let first = options.first, first.value.isEmpty, !takesSeveral, isMenu {
      // The row that stands for no choice.
      let isDisabled = first.isDisabled
      options.removeFirst()
      if !first.label.isEmpty { set("placeholder", .string(first.label)) }
      if !isRequired, !isDisabled { set("clearable", .bool(true)) }
      // One that can't be chosen, and is not to begin with, never is.
      hasBlank =
        !isDisabled || first.isSelected && !options.contains { $0.isSelected }
      form.keep()
    }
    var rows: [JSONValue] = []
    var values: Set<String> = []
    var chosen: [String] = []
    for option in options {
      guard values.insert(option.value).inserted else {
        form.tell(
          .duplicate, at: option.offset, "Another row has the value \"\(option.value.abridged)\"")
        continue
      }
      origins["/data/\(rows.count)"] = option.offset
      rows.append(Self.row(option.value, option))
      form.keep()
      if option.isSelected { chosen.append(Self.draft(option.value)) }
    }
    if takesSeveral {
      if !chosen.isEmpty { set("text", .array(chosen.map { .string($0) })) }
    } else if let last = chosen.last {
      set("text", .string(last))
    } else if isMenu, !hasBlank, let first = options.first(where: { !$0.isDisabled }) {
      // Browsers choose the first row that can be chosen.
      set("text", .string(Self.draft(first.value)))
    }
    readRequired(into: &form)
    if isMenu, !hasBlank, !isRequired, self["text"] != nil { set("required", .bool(true)) }
    set("data", .array(rows))
    if takesSeveral, !isRequired, rows.count > 1 {
      present("type", .string("select"))
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
    if !groups.isEmpty { present("optgroups", .array(groups)) }
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

  private mutating func rows(
    into form: inout HTMLImport
  ) -> (rows: [JSONValue], chosen: [String]) {
    var rows: [JSONValue] = []
    var chosen: [String] = []
    var values: Set<String> = []
    let allDisabled = nodes.allSatisfy { tree.nodes[$0]["disabled"] != nil }
    for index in nodes {
      var option = option(index, into: &form)
      if allDisabled { option.isDisabled = false }
      guard values.insert(option.value).inserted else {
        form.tell(
          .duplicate, at: option.offset, "Another row has the value \"\(option.value.abridged)\"")
        continue
      }
      origins["/data/\(rows.count)"] = option.offset
      rows.append(Self.row(option.value, option))
      form.keep()
      if option.isSelected { chosen.append(Self.draft(option.value)) }
    }
    return (rows, chosen)
  }

  mutating func readRadios(into form: inout HTMLImport) {
    kind = "picker"
    form.keep()
    let (rows, chosen) = rows(into: &form)
    if let last = chosen.last { set("text", .string(last)) }
    // One that is required binds them all.
    if let required = nodes.first(where: { tree.nodes[$0]["required"] != nil }) {
      set("required", .bool(true))
      origins["/required"] = tree.nodes[required].offset
      form.keep()
    }
    set("data", .array(rows))
    present("type", .string("radio"))
    form.tell(.presentationOnly, at: node.offset, "That they are radio buttons is handed on")
  }

  mutating func readBoxes(into form: inout HTMLImport) {
    kind = "picker"
    form.keep()
    if nodes.count == 1 { return readBox(into: &form) }
    set("multiple", .bool(true))
    let (rows, chosen) = rows(into: &form)
    if !chosen.isEmpty { set("text", .array(chosen.map { .string($0) })) }
    let required = nodes.filter { tree.nodes[$0]["required"] != nil }
    if required.count == nodes.count, rows.count == nodes.count {
      set("required", .bool(true))
      set("minItems", .integer(rows.count))
      form.keep()
    } else {
      for index in required {
        form.tell(
          .noCounterpart, at: tree.nodes[index].offset, "One row of several that must be chosen")
      }
    }
    set("data", .array(rows))
  }

  /// One box is chosen or not.
  private mutating func readBox(into form: inout HTMLImport) {
    let value = attribute("value")
    let row = value.map { JSONValue.string($0.value) } ?? .bool(true)
    if has("checked") {
      set("text", .string(value.map { Self.draft($0.value) } ?? "true"))
      form.keep()
    }
    readRequired(into: &form)
    var members: [JSONValue.Member] = [.init("value", row)]
    if let label { members.append(.init("label", .string(label))) }
    set("data", .array([.object(members)]))
    if !has("required") { set("clearable", .bool(true)) }
    readHint(into: &form)
  }
}
