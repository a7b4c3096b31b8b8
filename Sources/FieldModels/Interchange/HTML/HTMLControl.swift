import FieldModels

/// A control, or several that are chosen together, on the way to a field.
struct HTMLControl {
  let tree: HTMLTree
  /// The elements; the first is where the field stands.
  let nodes: [Int]
  /// The `type` of an input, in small letters.
  let type: String
  /// What the field says so far.
  var field = FieldMembers()
  /// Where parts of the field come from, by pointers into it.
  var origins: [String: Int] = [:]

  init(tree: HTMLTree, nodes: [Int], type: String) {
    self.tree = tree
    self.nodes = nodes
    self.type = type
  }

  var node: HTMLTree.Node { tree.nodes[nodes[0]] }

  func attribute(_ name: String) -> HTMLTree.Attribute? {
    node.attributes.first { $0.name == name }
  }

  func has(_ name: String) -> Bool { attribute(name) != nil }

  /// Adds what an attribute says, which is kept as it is.
  mutating func add(
    _ name: String, _ value: JSONValue, from attribute: HTMLTree.Attribute,
    into form: inout HTMLImport
  ) {
    field[name] = value
    origins["/" + name] = attribute.offset
    form.keep()
  }

  mutating func addRule(
    _ rule: [JSONValue.Member], _ attribute: HTMLTree.Attribute? = nil, into form: inout HTMLImport
  ) {
    if let attribute {
      origins["/validation/endEditing/\(field.ruleCount)"] = attribute.offset
      form.keep()
    }
    field.addRule(rule)
  }

  mutating func read(into form: inout HTMLImport) {
    if field.label == nil { makeUpLabel(into: &form) }
    switch node.name {
    case "select": readList(into: &form)
    case "textarea":
      field.kind = "area"
      readText(into: &form)
    default:
      switch type {
      case "checkbox": readBoxes(into: &form)
      case "radio": readRadios(into: &form)
      case "number", "range": readNumber(into: &form)
      case "date", "time", "datetime-local", "month", "week": readDate(into: &form)
      case "color": readColor(into: &form)
      case "hidden": readHidden(into: &form)
      default: readText(into: &form)
      }
    }
    if type != "hidden" { readCommon(into: &form) }
    readOthers(into: &form)
  }

  private mutating func makeUpLabel(into form: inout HTMLImport) {
    let node = node
    let hint = ["placeholder", "title"].compactMap { node[$0] }
      .map(HTMLText.collapsed).first { !$0.isEmpty }
    let words = hint ?? HTMLImport.readable(field.key)
    field.label = words.isEmpty ? field.key : words
    form.tell(.madeUp, at: node.offset, "It has no label; one was made up")
  }

  // What all controls have.

  private mutating func readCommon(into form: inout HTMLImport) {
    let isTyped = node.name == "textarea" || Self.typedTypes.contains(type) || Self.isText(type)
    if isTyped && node.name != "select", let attribute = attribute("readonly") {
      add("readOnly", .bool(true), from: attribute, into: &form)
    }
    if nodes.allSatisfy({ tree.nodes[$0]["disabled"] != nil }),
      let attribute = attribute("disabled")
    {
      add("enabled", .bool(false), from: attribute, into: &form)
    }
    if let attribute = attribute("autofocus") {
      add("state", .string("active"), from: attribute, into: &form)
    }
    if attribute("hidden") != nil {
      hide(into: &form)
      form.keep()
    }
    if let words = form.described(nodes[0]) { field["helper"] = .string(words) }
    readKeyboard(into: &form)
  }

  /// The field is not shown, and keeps what it holds.
  mutating func hide(into form: inout HTMLImport) {
    if field["visible"] != nil { return }
    field["visible"] = .bool(false)
    field["whenHidden"] = .string("keep")
    if field["required"] != nil || 0 < field.ruleCount {
      form.tell(
        .reinterpreted, at: node.offset,
        "Browsers check a control that is not shown; a field that is not is not checked")
    }
  }

  private mutating func readKeyboard(into form: inout HTMLImport) {
    let isEntry = node.name != "select" && field.kind != "date" && field.kind != "picker"
    guard isEntry else { return }
    if let attribute = attribute("inputmode") {
      let word = HTMLImport.lowercased(attribute.value)
      if let keyboard = Self.keyboards[word] {
        field["keyboard"] = keyboard == "default" ? nil : .string(keyboard)
        form.keep()
      } else {
        form.tell(
          .noCounterpart, at: attribute.offset,
          "There is no keyboard \"\(word.abridged)\"", effect: .nothing)
      }
    }
    if let attribute = attribute("autocapitalize") {
      let word = HTMLImport.lowercased(attribute.value)
      let value = [
        "off": "none", "none": "none", "words": "words", "characters": "allCharacters",
      ][word]
      if let value { field["autocapitalization"] = .string(value) }
      form.keep()
    }
    if let attribute = attribute("autocorrect") {
      let isOff = HTMLImport.lowercased(attribute.value) == "off"
      add("autocorrection", .string(isOff ? "no" : "yes"), from: attribute, into: &form)
    }
    if let attribute = attribute("enterkeyhint") {
      let word = HTMLImport.lowercased(attribute.value)
      if ["go", "next", "search", "send", "done"].contains(word) {
        add("returnKey", .string(word), from: attribute, into: &form)
      } else if word == "enter" {
        form.keep()
      } else {
        form.tell(
          .noCounterpart, at: attribute.offset,
          "There is no return key \"\(word.abridged)\"", effect: .nothing)
      }
    }
  }

  static let keyboards = [
    "text": "default", "tel": "phonePad", "url": "URL", "email": "emailAddress",
    "numeric": "numberPad", "decimal": "decimalPad", "search": "webSearch",
  ]

  /// The keyboard that goes with a type.
  static func keyboard(ofType type: String) -> String? {
    [
      "search": "webSearch", "tel": "phonePad", "url": "URL", "email": "emailAddress",
      "number": "decimalPad", "range": "decimalPad",
    ][type]
  }

  /// Tells of the attributes that nothing was made of.
  private func readOthers(into form: inout HTMLImport) {
    for index in nodes {
      for attribute in tree.nodes[index].attributes {
        readOther(attribute, into: &form)
      }
    }
  }

  private func readOther(_ attribute: HTMLTree.Attribute, into form: inout HTMLImport) {
    switch attribute.name {
    case "dirname", "formnovalidate", "alpha", "colorspace", "switch":
      form.tell(.presentationOnly, at: attribute.offset, "A form has no `\(attribute.name)`")
    case "list" where field["autofill"] == nil && type != "hidden" && !attribute.value.isEmpty:
      form.tell(
        .noCounterpart, at: attribute.offset, "Nothing is offered here: `list`", effect: .nothing)
    case _ where HTMLAttributes.ofControls.contains(attribute.name): break
    default: form.tell(unknown: attribute)
    }
  }

  mutating func readShown(into form: inout HTMLImport) {
    for attribute in node.attributes where HTMLAttributes.shown.contains(attribute.name) {
      let number = WholeNumber(attribute.value)
      field.present(attribute.name, number.map { .integer($0) } ?? .string(attribute.value))
      form.tell(
        .presentationOnly, at: attribute.offset,
        "`\(attribute.name)` is handed on, and asks nothing")
    }
  }

  mutating func readRequired(into form: inout HTMLImport) {
    guard let attribute = attribute("required") else { return }
    add("required", .bool(true), from: attribute, into: &form)
  }

  private static let typedTypes: Set<String> = [
    "number", "date", "time", "datetime-local", "month", "week",
  ]

  /// Whether an input of a type is one for text; a type that there is not is.
  static func isText(_ type: String) -> Bool {
    ![
      "number", "range", "date", "time", "datetime-local", "month", "week", "color", "hidden",
      "checkbox", "radio", "file", "submit", "reset", "button", "image",
    ].contains(type)
  }

  // Hidden ones, and colours.

  private mutating func readHidden(into form: inout HTMLImport) {
    if let value = attribute("value"), !value.value.isEmpty {
      add("text", .string(value.value), from: value, into: &form)
    }
    field["visible"] = .bool(false)
    field["whenHidden"] = .string("keep")
    form.keep()
  }

  private mutating func readColor(into form: inout HTMLImport) {
    var value = "#000000"
    if let attribute = attribute("value") {
      let colour = HTMLImport.lowercased(attribute.value)
      if Format.color.matches(colour) {
        value = colour
        form.keep()
      } else if !colour.isEmpty {
        form.tell(
          .wrongValue, at: attribute.offset, "This is no colour such as #1e90ff", effect: .nothing)
      }
    }
    // There is always a colour.
    field["text"] = .string(value)
    field["required"] = .bool(true)
    addRule([.init("format", .string("color"))], nil, into: &form)
    form.keep()
    readOffers(into: &form)
    readShown(into: &form)
  }

  mutating func readOffers(into form: inout HTMLImport) {
    guard let attribute = attribute("list"), type != "password", field.kind == "entry",
      let (name, isExact) = form.source(ofList: attribute.value)
    else { return }
    field["autofill"] = .object([.init("source", .string(name))])
    if isExact {
      form.keep()
    } else {
      form.tell(
        .reinterpreted, at: attribute.offset, "What is offered has no words of its own",
        effect: .nothing)
    }
  }

  // Text.

  private mutating func readText(into form: inout HTMLImport) {
    if node.name == "input", !["", "text"].contains(type) { readType(into: &form) }
    readDraft(into: &form)
    if let attribute = attribute("placeholder"), !attribute.value.isEmpty {
      add("placeholder", .string(attribute.value), from: attribute, into: &form)
    }
    readRequired(into: &form)
    readLengths(into: &form)
    if node.name == "input" {
      readPattern(into: &form)
      readOffers(into: &form)
    } else {
      readHint(into: &form)
    }
    readShown(into: &form)
  }

  private mutating func readType(into form: inout HTMLImport) {
    guard let attribute = attribute("type") else { return }
    switch type {
    case "password":
      add("secure", .bool(true), from: attribute, into: &form)
    case "email", "url":
      if type == "email", has("multiple") {
        addRule(
          [.init("pattern", .string(Self.addresses)), .init("anchored", .bool(true))], attribute,
          into: &form)
      } else {
        addRule([.init("format", .string(type))], attribute, into: &form)
      }
    case "tel": form.keep()
    case "search":
      field.present("type", .string("search"))
      form.tell(.presentationOnly, at: attribute.offset, "That it is for searching is handed on")
    default:
      form.tell(
        .unknownType, at: attribute.offset,
        "HTML has no type \"\(type.abridged)\"; browsers take it for text")
    }
    if let keyboard = Self.keyboard(ofType: type) { field["keyboard"] = .string(keyboard) }
  }

  /// Addresses of HTML with commas between them.
  private static let addresses: String = {
    let name = "[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?"
    let address = "[a-zA-Z0-9.!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]+@\(name)(?:\\.\(name))*"
    return "\(address)(?:,\(address))*"
  }()

  private mutating func readDraft(into form: inout HTMLImport) {
    var value = ""
    var offset = node.offset
    if node.name == "textarea" {
      value = tree.text(of: nodes[0])
      // The line end behind the tag is none of the text.
      if value.utf8.first == 0x0A {
        value = String(decoding: value.utf8.dropFirst(), as: UTF8.self)
      }
    } else if let attribute = attribute("value") {
      offset = attribute.offset
      value = String(
        decoding: attribute.value.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      if type == "url" || type == "email" { value = HTMLText.stripped(value) }
    }
    if value.isEmpty { return }
    if type == "password" {
      return form.tell(.secret, at: offset, "The draft of a secure field is not written")
    }
    field["text"] = .string(value)
    origins["/text"] = offset
    form.keep()
  }

  private mutating func readLengths(into form: inout HTMLImport) {
    var isCounted = false
    // A secret stands there too, though it is written nowhere.
    let start = type == "password" ? attribute("value")?.value : field["text"]?.string
    let count = start?.utf16.count ?? 0
    for name in ["maxlength", "minlength"] {
      guard let attribute = attribute(name) else { continue }
      guard let limit = Self.wholeNumber(attribute.value) else {
        form.tell(.wrongValue, at: attribute.offset, "This is no length, so browsers ask nothing")
        continue
      }
      if name == "minlength", limit == 0 {
        form.keep()
        continue
      }
      let rule = JSONValue.Member(name == "minlength" ? "minLength" : "maxLength", .integer(limit))
      isCounted = true
      if 0 < count, name == "minlength" ? count < limit : limit < count {
        addRule([rule, .init("severity", "warning")], attribute, into: &form)
        form.tell(
          .reinterpreted, at: attribute.offset,
          "Browsers let what stands here from the beginning pass, so that it is only warned of")
      } else if name == "minlength" || limit == 0 {
        addRule([rule], attribute, into: &form)
      } else {
        add("maxLength", .integer(limit), from: attribute, into: &form)
      }
    }
    if isCounted { field["lengthUnit"] = .string("utf16") }
  }

  /// A number as the standard reads one: what follows the digits does not matter.
  private static func wholeNumber(_ text: String) -> WholeNumber? {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, HTMLText.isSpace(first) { bytes.removeFirst() }
    if bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let digits = bytes.prefix { ASCIISet.digits.contains($0) }
    guard let number = WholeNumber(String(decoding: digits, as: UTF8.self)), number < 1 << 31 else {
      return nil
    }
    return number
  }

  private mutating func readPattern(into form: inout HTMLImport) {
    guard let attribute = attribute("pattern") else { return readHint(into: &form) }
    if type == "email", has("multiple") {
      form.tell(.noCounterpart, at: attribute.offset, "A pattern for each of several addresses")
      return readHint(into: &form)
    }
    var rule: [JSONValue.Member]
    if let pattern = HTMLPattern.unanchored(attribute.value) {
      rule = [.init("pattern", .string(pattern))]
    } else {
      switch HTMLPattern.read(attribute.value) {
      case .pattern(let pattern):
        rule = [.init("pattern", .string(pattern)), .init("anchored", .bool(true))]
      case .ignored:
        form.tell(
          .wrongValue, at: attribute.offset, "This pattern can't be read, so browsers ask nothing")
        return readHint(into: &form)
      case .unsupported(let words):
        form.tell(.pattern, at: attribute.offset, words)
        return readHint(into: &form)
      }
    }
    // It is what browsers say when the pattern does not match.
    if let title = self.attribute("title"), !title.value.isEmpty {
      rule.append(.init("message", .string(title.value)))
      form.keep()
    }
    addRule(rule, attribute, into: &form)
  }

  /// A `title` is a hint, where the form has no other.
  mutating func readHint(into form: inout HTMLImport) {
    guard let attribute = attribute("title"), !attribute.value.isEmpty else { return }
    if has("aria-describedby") {
      field.present("title", .string(attribute.value))
      form.tell(.presentationOnly, at: attribute.offset, "A second hint is handed on")
    } else {
      field["helper"] = .string(attribute.value)
      form.tell(
        .reinterpreted, at: attribute.offset, "A hint that was shown on pointing stands below",
        effect: .nothing)
    }
  }
}
