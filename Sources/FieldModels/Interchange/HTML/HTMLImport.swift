import FieldModels

/// A document made of the first form of a page: a field for each control, and a group for each
/// fieldset.
///
/// What browsers ask of a person who fills the form in, the fields ask too, as the HTML standard has
/// it; what a form of ours can't say, and what had to be guessed, is told with the line and the column
/// where it stands. Scripts are not run.
struct HTMLImport {
  let tree: HTMLTree
  private let text: Rope
  private var entries: [(offset: Int, entry: ConversionReport.Entry)] = []
  private var exactCount = 0
  /// The elements with an `id`.
  private var ids: [String: Int] = [:]
  /// The labels of controls, by the number of the control.
  private var labels: [Int: Int] = [:]
  /// Texts of elements that were asked for.
  private var texts: [Int: String] = [:]
  /// The controls of the form, and those of each name that are chosen together.
  private var controls: [Int] = []
  private var boxes: [String: [Int]] = [:]
  private var radios: [String: [Int]] = [:]
  /// Fieldsets that only say what the radio buttons or boxes in them are called, by the name of these.
  private var captions: [Int: String] = [:]
  /// The first legend of each fieldset.
  private var legends: [Int: Int] = [:]
  /// The keys of groups by their fieldsets; empty where a fieldset has no words.
  private var groups: [Int: String] = [:]
  private var groupKeys = UniqueKeys()
  private var groupMembers: [JSONValue] = []
  private var keys = UniqueKeys()
  private var fields: [JSONValue] = []
  private var origins: [String: String] = [:]
  private var sources: [JSONValue.Member] = []
  /// Whether all that a list says is in the source that is made of it; nil for one that offers nothing.
  private var lists: [String: Bool?] = [:]

  static func document(of text: String) throws(ConversionRefusal) -> Conversion {
    var conversion = HTMLImport(tree: HTMLTree(text), text: Rope(text))
    return try conversion.document()
  }

  private init(tree: HTMLTree, text: Rope) {
    self.tree = tree
    self.text = text
  }

  mutating func tell(
    _ code: ConversionReport.Code, at offset: Int, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    entries.append((offset, .init(code, path: "", message: message, effect: effect)))
  }

  mutating func keep(_ count: Int = 1) { exactCount += count }

  private func place(_ offset: Int) -> String {
    let position = text.position(atByteOffset: offset, encoding: .utf32)
    return "\(position.lineIndex + 1):\(position.column + 1)"
  }

  private mutating func document() throws(ConversionRefusal) -> Conversion {
    for index in tree.nodes.indices where !tree.nodes[index].isInert {
      let node = tree.nodes[index]
      if let id = node["id"], !id.isEmpty, ids[id] == nil { ids[id] = index }
      if node.name == "legend", legends[node.parent] == nil { legends[node.parent] = index }
    }
    let form = try findControls()
    findLabels()
    findCaptions()
    var members: [JSONValue.Member] = []
    if let title = title(of: form) { members.append(.init("title", .string(title))) }
    if let form, let words = described(form) {
      members.append(.init("description", .string(words)))
    }
    if let form {
      origins[""] = place(tree.nodes[form].offset)
      readForm(form)
    }
    for control in controls { readControl(control) }
    if !groupMembers.isEmpty { members.append(.init("groups", .array(groupMembers))) }
    members.append(.init("fields", .array(fields)))
    if !sources.isEmpty { members.append(.init("autofill", .object(sources))) }
    var report = ConversionReport()
    report.exactCount = exactCount
    let sorted = entries.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    for (_, told) in sorted {
      report.entries.append(told.entry.moved(to: place(told.offset)))
    }
    return Conversion(form: .value(.object(members)), report: report, origins: origins)
  }

  // What there is.

  private static let controlNames: Set<String> = [
    "input", "select", "textarea", "button", "output",
  ]

  /// Whether an element asks a person for something.
  private func asks(_ node: HTMLTree.Node) -> Bool {
    switch node.name {
    case "select", "textarea": return true
    case "input":
      let type = Self.lowercased(node["type"] ?? "text")
      return !["submit", "reset", "button", "image"].contains(type)
    default: return false
    }
  }

  /// The controls of the first form that has some; those outside of all forms where there is none.
  private mutating func findControls() throws(ConversionRefusal) -> Int? {
    var forms: [Int] = []
    var owned: [Int: [Int]] = [:]
    var free: [Int] = []
    var asking: Set<Int> = []
    for (index, node) in tree.nodes.enumerated() where !node.isInert {
      if node.name == "form" { forms.append(index) }
      let isCustom = node.name.contains("-") && node["name"] != nil
      guard Self.controlNames.contains(node.name) || isCustom else { continue }
      var owner = node.form
      if let id = node["form"] {
        owner = ids[id].flatMap { tree.nodes[$0].name == "form" ? $0 : nil }
      }
      guard let owner else {
        free.append(index)
        continue
      }
      owned[owner, default: []].append(index)
      if asks(node) { asking.insert(owner) }
    }
    let form = forms.first { asking.contains($0) }
    if let form {
      controls = owned[form] ?? []
    } else if free.contains(where: { asks(tree.nodes[$0]) }) {
      controls = free
    } else if let first = forms.first {
      controls = owned[first] ?? []
      return first
    } else {
      throw ConversionRefusal("There is no form in this text, and no control")
    }
    for other in forms where other != form && asking.contains(other) {
      tell(.unsupportedField, at: tree.nodes[other].offset, "Another form, which is not read")
    }
    if let form { tellStrangers(in: form) }
    return form
  }

  /// Tells of the controls in a form that belong to another, or to none.
  private mutating func tellStrangers(in form: Int) {
    let own = Set(controls)
    for index in tree.inside(form) {
      let node = tree.nodes[index]
      guard node["form"] != nil, !node.isInert, asks(node), !own.contains(index) else { continue }
      tell(.unsupportedField, at: node.offset, "A control that belongs to another form, or to none")
    }
  }

  private mutating func findLabels() {
    var within: [Int: Bool] = [:]
    for (index, node) in tree.nodes.enumerated() where node.name == "label" && !node.isInert {
      if let id = node["for"] {
        if let control = ids[id], labels[control] == nil { labels[control] = index }
        continue
      }
      within[index] = false
    }
    for control in tree.nodes.indices where Self.controlNames.contains(tree.nodes[control].name) {
      guard tree.nodes[control]["type"].map(Self.lowercased) != "hidden",
        let label = tree.around(control).first(where: { within[$0] == false })
      else { continue }
      // A label is that of the first control in it.
      within[label] = true
      if labels[control] == nil { labels[control] = label }
    }
  }

  private mutating func findCaptions() {
    for control in controls {
      let node = tree.nodes[control]
      guard node.name == "input", let name = node["name"], !name.isEmpty else { continue }
      switch Self.lowercased(node["type"] ?? "") {
      case "checkbox": boxes[name, default: []].append(control)
      case "radio": radios[name, default: []].append(control)
      default: break
      }
    }
    var seen: [Int: String?] = [:]
    for control in controls where asks(tree.nodes[control]) {
      let node = tree.nodes[control]
      let type = Self.lowercased(node["type"] ?? "")
      if type == "hidden" { continue }
      var name = node["name"]
      if type == "checkbox", name.flatMap({ boxes[$0]?.count }) ?? 0 < 2 { name = nil }
      if node.name != "input" || !["checkbox", "radio"].contains(type) { name = nil }
      let key = name.map { "\(type) \($0)" }
      var isNearest = true
      for fieldset in tree.around(control) where tree.nodes[fieldset].name == "fieldset" {
        let isSame = isNearest && key != nil && (seen[fieldset] ?? key) == key
        seen.updateValue(isSame ? key : nil, forKey: fieldset)
        isNearest = false
      }
    }
    for (fieldset, key) in seen {
      if let key, legend(of: fieldset) != nil { captions[fieldset] = key }
    }
  }

  // Words.

  /// The text of an element, without that of controls in it.
  private mutating func words(of index: Int) -> String {
    if let text = texts[index] { return text }
    let text = HTMLText.collapsed(
      tree.text(
        of: index,
        without: ["select", "textarea", "button", "datalist", "script", "style", "template", "svg"])
    )
    texts[index] = text
    return text
  }

  /// The texts of the elements that an attribute names by their ids.
  private mutating func referred(_ attribute: String, of index: Int) -> String? {
    guard let names = tree.nodes[index][attribute] else { return nil }
    var found: [String] = []
    for name in HTMLText.collapsed(names).split(separator: " ") {
      guard let element = ids[String(name)] else { continue }
      let text = words(of: element)
      if !text.isEmpty, found.count < 8 { found.append(text) }
    }
    return found.isEmpty ? nil : found.joined(separator: " ")
  }

  mutating func described(_ index: Int) -> String? {
    guard let text = referred("aria-describedby", of: index) else { return nil }
    keep()
    return text
  }

  private func legend(of fieldset: Int) -> Int? { legends[fieldset] }

  /// What an element is called, as far as the markup says it.
  mutating func name(of index: Int) -> String? {
    var found: String?
    if let label = labels[index] { found = words(of: label) }
    if found?.isEmpty ?? true { found = referred("aria-labelledby", of: index) }
    if found?.isEmpty ?? true { found = tree.nodes[index]["aria-label"].map(HTMLText.collapsed) }
    guard let found, !found.isEmpty else { return nil }
    keep()
    return found
  }

  private mutating func title(of form: Int?) -> String? {
    if let form {
      if let name = name(of: form) { return name }
      let heading = tree.inside(form).first { Self.headings.contains(tree.nodes[$0].name) }
      // Controls may stand before the form that they belong to.
      if let heading, heading < controls.first(where: tree.inside(form).contains) ?? .max {
        let text = words(of: heading)
        if !text.isEmpty {
          keep()
          return text
        }
      }
    }
    let title = tree.nodes.indices.first {
      tree.nodes[$0].name == "title" && tree.nodes[tree.nodes[$0].parent].name != "svg"
    }
    guard let title else { return nil }
    let text = words(of: title)
    if text.isEmpty { return nil }
    keep()
    return text
  }

  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

  /// Where a form is sent to is not what it asks.
  private mutating func readForm(_ form: Int) {
    for attribute in tree.nodes[form].attributes {
      switch attribute.name {
      case "action", "method", "enctype", "target", "accept-charset":
        tell(
          .presentationOnly, at: attribute.offset,
          "A form does not say where and how it is sent: `\(attribute.name)`")
      case "novalidate":
        tell(
          .enforced, at: attribute.offset, "Browsers don't check this form; the fields are checked")
      case "autocomplete", "name", "rel", "aria-labelledby", "aria-describedby": break
      default: tell(unknown: attribute)
      }
    }
  }

  /// Tells of an attribute that no control or form has, unless it is about looks, or is a program.
  mutating func tell(unknown attribute: HTMLTree.Attribute) {
    let name = attribute.name
    if name.hasPrefix("on") {
      tell(.program, at: attribute.offset, "A script: `\(name)`")
    } else if !HTMLAttributes.isAboutLooks(name) {
      tell(
        .unknownProperty, at: attribute.offset, "An attribute that HTML does not have: `\(name)`")
    }
  }

  // Controls.

  private mutating func readControl(_ index: Int) {
    let node = tree.nodes[index]
    let type = Self.lowercased(node["type"] ?? "")
    var group = [index]
    switch node.name {
    case "button":
      return tell(button: node)
    case "input" where !asks(node):
      return tell(button: node)
    case "input" where type == "radio":
      if let name = node["name"], let all = radios[name] { group = all }
    case "input" where type == "checkbox":
      if let name = node["name"], let all = boxes[name] { group = all }
    case "input", "select", "textarea": break
    case "output":
      return tell(.unsupportedField, at: node.offset, "What a page has worked out is no field")
    default:
      return tell(
        .unknownType, at: node.offset, "An element that HTML does not have: <\(node.name)>")
    }
    // Those that are chosen together are read with the first of them.
    guard group.first == index else { return }
    if node.name == "input", type == "file" {
      return tell(.unsupportedField, at: node.offset, "A form has no files")
    }
    guard fields.count < ConversionLimit.fields else {
      return tell(.unsupportedField, at: node.offset, ConversionLimit.tooManyFields)
    }
    var control = HTMLControl(tree: tree, nodes: group, type: type)
    let caption = tree.around(index).first { captions[$0] != nil }
    if group.count > 1 || type == "radio" {
      control.field.label = groupName(of: index, caption)
    } else {
      control.field.label = name(of: index)
    }
    control.field.key = key(of: control)
    control.read(into: &self)
    let home = readSurroundings(of: index, caption, &control)
    if let home { control.field["group"] = .string(home) }
    origins["/fields/\(fields.count)"] = place(node.offset)
    for (step, offset) in control.origins {
      origins["/fields/\(fields.count)" + step] = place(offset)
    }
    fields.append(control.field.value)
  }

  private mutating func tell(button node: HTMLTree.Node) {
    if node["name"] != nil {
      tell(.noCounterpart, at: node.offset, "A button that gives a value")
    }
    for attribute in node.attributes {
      if attribute.name.hasPrefix("on") {
        tell(.program, at: attribute.offset, "A script: `\(attribute.name)`")
      } else if attribute.name.hasPrefix("form"), attribute.name != "form" {
        tell(
          .presentationOnly, at: attribute.offset,
          "A form does not say where and how it is sent: `\(attribute.name)`")
      }
    }
  }

  private mutating func groupName(of index: Int, _ caption: Int?) -> String? {
    if let caption, let legend = legend(of: caption) {
      let text = words(of: legend)
      if !text.isEmpty {
        keep()
        return text
      }
    }
    for outer in tree.around(index) where tree.nodes[outer].name != "form" {
      let role = tree.nodes[outer]["role"]
      if role == "radiogroup" || role == "group" { return name(of: outer) }
    }
    return nil
  }

  /// A key that no other field has.
  private mutating func key(of control: HTMLControl) -> String {
    let node = control.node
    var key = node["name"] ?? ""
    if !key.isEmpty {
      if keys.insert(key) {
        keep()
        return key
      }
      tell(
        .duplicate, at: node.offset,
        "Another field is called \"\(key.abridged)\"; this one is renamed")
    } else {
      key = node["id"] ?? control.field.label.map(Self.slug) ?? ""
      if key.isEmpty { key = "field" }
      tell(.madeUp, at: node.offset, "It has no `name`; its key was made up")
    }
    return keys.key(key, "-")
  }

  /// Reads what stands around a control; gives the key of its group.
  private mutating func readSurroundings(
    of index: Int, _ caption: Int?, _ control: inout HTMLControl
  ) -> String? {
    var home: String?
    var inner = index
    var isHidden = false
    for outer in tree.around(index) {
      let node = tree.nodes[outer]
      if node["hidden"] != nil { isHidden = true }
      defer { inner = outer }
      guard node.name == "fieldset" else { continue }
      if node["disabled"] != nil, legend(of: outer) != inner {
        control.field["enabled"] = .bool(false)
      }
      if outer != caption, home == nil { home = group(of: outer) }
    }
    if isHidden { control.hide(into: &self) }
    return home
  }

  /// The key of the group that a fieldset is; nil where it has no words.
  private mutating func group(of fieldset: Int) -> String? {
    if let key = groups[fieldset] { return key.isEmpty ? nil : key }
    let node = tree.nodes[fieldset]
    var label = legend(of: fieldset).map { words(of: $0) }
    if label?.isEmpty ?? true { label = node["aria-label"].map(HTMLText.collapsed) }
    for attribute in node.attributes {
      switch attribute.name {
      case "name", "disabled", "form", "aria-label", "aria-describedby": break
      default: tell(unknown: attribute)
      }
    }
    guard let label, !label.isEmpty else {
      groups[fieldset] = ""
      return nil
    }
    keep()
    let around = tree.around(fieldset).first {
      tree.nodes[$0].name == "fieldset" && group(of: $0) != nil
    }
    let outer = around.flatMap { group(of: $0) }
    if outer != nil {
      tell(
        .presentationOnly, at: node.offset, "That the group is within another is handed on")
    }
    var key = node["name"] ?? node["id"] ?? ""
    if key.isEmpty {
      key = Self.slug(label)
      if key.isEmpty { key = "group" }
      tell(.madeUp, at: node.offset, "It has no `name`; its key was made up")
    } else {
      keep()
    }
    let made = groupKeys.key(key, "-")
    groups[fieldset] = made
    var members: [JSONValue.Member] = [.init("key", .string(made)), .init("label", .string(label))]
    if let words = described(fieldset) { members.append(.init("description", .string(words))) }
    if let outer {
      members.append(.init("presentation", [ForeignSection.inside: .string(outer)]))
    }
    origins["/groups/\(groupMembers.count)"] = place(node.offset)
    groupMembers.append(.object(members))
    return made
  }

  /// The texts that a list offers, as a source of the document; its name.
  mutating func source(ofList id: String) -> (name: String, isExact: Bool)? {
    if let known = lists[id] { return known.map { (id, $0) } }
    lists.updateValue(nil, forKey: id)
    guard let list = ids[id], tree.nodes[list].name == "datalist" else { return nil }
    var isExact = true
    var texts: [String] = []
    for index in tree.inside(list) where tree.nodes[index].name == "option" {
      let option = HTMLOption(tree, index)
      if option.isDisabled || option.value.isEmpty { continue }
      texts.append(option.value)
      if option.label != option.value, !option.label.isEmpty { isExact = false }
    }
    if texts.isEmpty { return nil }
    sources.append(.init(id, .array(texts.map { .string($0) })))
    lists[id] = isExact
    return (id, isExact)
  }

  static func lowercased(_ text: String) -> String {
    String(
      decoding: text.utf8.map { ASCIISet.uppercase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// A key made of words.
  static func slug(_ text: String) -> String {
    let bytes = lowercased(text).utf8
    let words = bytes.split {
      !ASCIISet.lowercase.contains($0) && !ASCIISet.digits.contains($0) && $0 < 0x80
    }
    return words.prefix(6).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  /// Words made of a key.
  static func readable(_ key: String) -> String {
    var text = ""
    var wasSmall = false
    for character in key {
      if "_-.[]:/".contains(character) || character.isWhitespace {
        if !text.isEmpty, text.last != " " { text.append(" ") }
        wasSmall = false
      } else if character.isUppercase, wasSmall {
        text += " " + character.lowercased()
        wasSmall = false
      } else {
        text.append(character)
        wasSmall = character.isLowercase
      }
    }
    if text.last == " " { text.removeLast() }
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
