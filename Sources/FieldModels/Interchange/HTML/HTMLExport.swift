import FieldModels

/// A form as HTML, as a person would write it: a label for each control, a fieldset for each group.
///
/// What it says is what `HTMLImport` reads in it: the report tells of all that does not come back.
struct HTMLExport {
  private var lines: [String] = []
  private var depth = 1
  private var ids = UniqueKeys()
  private var form: ReturningExport
  /// The sources that have a list already.
  private var offered: Set<String> = []

  static func page(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let reader = ReturningForm.Reader(format: "HTML", plainPattern: HTMLPattern.plain)
    var export = HTMLExport(form: try ReturningExport(of: document, by: reader))
    export.write()
    let page = export.lines.joined(separator: "\n") + "\n"
    let returned = try HTMLImport.document(of: page).droppingWrongDrafts(from: .html)
    let report = try export.form.report(returned: returned)
    return Conversion(form: .text(page), report: report)
  }

  private init(form: ReturningExport) { self.form = form }

  private var document: FieldDocument { form.document }

  private mutating func line(_ text: String) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }

  /// An element with a text in it.
  private mutating func line(_ name: String, with attributes: HTMLTag, _ text: String) {
    line("\(attributes.written(name))\(HTMLText.content(text))</\(name)>")
  }

  private mutating func write() {
    let frame = document.frame
    for key in frame.sources.keys { _ = ids.insert(key) }
    var tag = HTMLTag()
    depth = 1
    if let title = frame.title, !title.isEmpty {
      let id = unique("form-title")
      tag.add("aria-labelledby", id)
      var heading = HTMLTag()
      heading.add("id", id)
      line("h1", with: heading, title)
    }
    if let words = frame.description, !words.isEmpty {
      let id = unique("form-description")
      tag.add("aria-describedby", id)
      var paragraph = HTMLTag()
      paragraph.add("id", id)
      line("p", with: paragraph, words)
    }
    writeFields()
    line("<input type=\"submit\">")
    lines.insert(tag.written("form"), at: 0)
    lines.append("</form>")
  }

  private mutating func writeFields() {
    var open: [String] = []
    for field in form.fields() {
      let wanted = groups(around: field.definition.group)
      while !wanted.starts(with: open) {
        open.removeLast()
        endGroup()
      }
      for group in wanted[open.count...] {
        open.append(group)
        begin(group)
      }
      write(field)
    }
    for _ in open { endGroup() }
  }

  /// The keys of a group and of those that it is within, from the outermost.
  private func groups(around key: String?) -> [String] {
    var chain: [String] = []
    var next = key
    while let key = next, !chain.contains(key), chain.count < 24 {
      chain.insert(key, at: 0)
      let group = document.frame.groups.first { $0.key == key }
      next = group?.presentation?[ForeignSection.inside]?.string
      if document.frame.groups.allSatisfy({ $0.key != next }) { next = nil }
    }
    return chain
  }

  private mutating func begin(_ key: String) {
    let group = document.frame.groups.first { $0.key == key }
    var tag = HTMLTag()
    tag.add("name", key)
    var words: String?
    if let text = group?.description, !text.isEmpty {
      words = unique("\(key)-description")
      tag.add("aria-describedby", words)
    }
    line(tag.written("fieldset"))
    depth += 1
    line("legend", with: HTMLTag(), group?.label ?? key)
    if let words, let text = group?.description {
      var paragraph = HTMLTag()
      paragraph.add("id", words)
      line("p", with: paragraph, text)
    }
  }

  private mutating func endGroup() {
    depth -= 1
    line("</fieldset>")
  }

  /// An id that nothing else has, and that can stand in a list of them.
  private mutating func unique(_ wish: String) -> String {
    let name = wish.replacing(text: " ", by: "-").filter { !$0.isWhitespace }
    return ids.key(name.isEmpty ? "field" : name, else: name, "-")
  }

  // Fields.

  private mutating func write(_ field: ReturningExport.Field) {
    if field.definition.kind == .any {
      return form.lose(.unsupportedField, at: field.path, "HTML has no control for any value")
    }
    var field = field
    if !HTMLFieldTag.saysWhenChecked(field.definition, field.own) { field.release() }
    let definition = field.definition
    let id = unique(definition.key ?? "")
    var control = HTMLFieldTag(definition, field.own, id: id)
    form.lose(control.losses(at: field.path))
    if control.isHidden {
      return line(control.input().written("input"))
    }
    var hint: String?
    if let helper = definition.helper, !helper.isEmpty {
      hint = unique("\(id)-hint")
      control.hint = hint
    }
    if let source = definition.autofill?.source, document.frame.sources[source]?.isEmpty == false {
      control.offers = source
    }
    switch control.widget {
    case .boxes(let type): writeBoxes(control, type)
    case .box:
      line("<div>")
      depth += 1
      line(
        "<label>" + control.input().written("input") + " "
          + HTMLText.content(definition.label ?? "") + "</label>")
      endField(hint, definition)
    case .list, .text, .area:
      line("<div>")
      depth += 1
      var label = HTMLTag()
      label.add("for", id)
      line("label", with: label, definition.label ?? "")
      writeControl(control)
      endField(hint, definition)
    }
  }

  private mutating func endField(_ hint: String?, _ definition: FieldDefinition) {
    if let hint {
      var paragraph = HTMLTag()
      paragraph.add("id", hint)
      line("p", with: paragraph, definition.helper ?? "")
    }
    depth -= 1
    line("</div>")
  }

  private mutating func writeControl(_ control: HTMLFieldTag) {
    switch control.widget {
    case .area:
      // A parser drops the first line end.
      let text = control.draft
      let start = text.utf8.first == 0x0A || text.utf8.first == 0x0D ? "\n" : ""
      line(
        control.area().written("textarea") + start + HTMLText.content(text) + "</textarea>")
    case .list:
      line(control.list().written("select"))
      depth += 1
      writeRows(control)
      depth -= 1
      line("</select>")
    case .text, .box, .boxes:
      line(control.input().written("input"))
      writeOffers(control.offers)
    }
  }

  private mutating func writeOffers(_ source: String?) {
    if let source {
      guard offered.insert(source).inserted else { return }
      var tag = HTMLTag()
      tag.add("id", source)
      line(tag.written("datalist"))
      for text in document.frame.sources[source] ?? [] {
        var option = HTMLTag()
        option.add("value", text)
        line("  " + option.written("option"))
      }
      line("</datalist>")
    }
  }

  private mutating func writeRows(_ control: HTMLFieldTag) {
    let definition = control.definition
    let drafts = Set(definition.draft.values)
    if !definition.takesSeveral {
      let isRequired = definition.isRequired == .always
      let isClearable = definition.isClearable || isRequired
      if definition.draft.isEmpty || !isRequired || definition.placeholder != nil {
        var blank = HTMLTag()
        blank.add("value", "")
        if !isClearable {
          blank.add("disabled")
          if definition.draft.isEmpty { blank.add("selected") }
        }
        line("option", with: blank, definition.placeholder ?? "")
      }
    }
    let groups = control.rowGroups()
    var open: Int?
    for choice in definition.choices {
      let value = HTMLFieldTag.text(of: choice)
      let group = groups.firstIndex { $0.values.contains(value) }
      if group != open {
        if open != nil { endRows() }
        if let group {
          var tag = HTMLTag()
          tag.add("label", groups[group].label)
          line(tag.written("optgroup"))
          depth += 1
        }
        open = group
      }
      var option = HTMLTag()
      if HTMLText.collapsed(value) != value || value.isEmpty || choice.label != value {
        option.add("value", value)
      }
      if choice.isDisabled { option.add("disabled") }
      if drafts.contains(choice.text) { option.add("selected") }
      option.add("title", choice.description)
      line("option", with: option, choice.label)
    }
    if open != nil { endRows() }
  }

  private mutating func endRows() {
    depth -= 1
    line("</optgroup>")
  }

  private mutating func writeBoxes(_ control: HTMLFieldTag, _ type: String) {
    let definition = control.definition
    var tag = HTMLTag()
    if control.hint != nil, definition.choices.isEmpty { tag.add("aria-describedby", control.hint) }
    line(tag.written("fieldset"))
    depth += 1
    line("legend", with: HTMLTag(), definition.label ?? "")
    let drafts = Set(definition.draft.values)
    for (index, choice) in definition.choices.enumerated() {
      var input = HTMLTag()
      input.add("type", type)
      input.add("name", definition.key)
      input.add("value", HTMLFieldTag.text(of: choice))
      if drafts.contains(choice.text) { input.add("checked") }
      if type == "radio", definition.isRequired == .always { input.add("required") }
      if choice.isDisabled || definition.isEnabled == .never { input.add("disabled") }
      if index == 0 {
        if definition.initialLook == .active { input.add("autofocus") }
        input.add("aria-describedby", control.hint)
      }
      input.add("title", choice.description)
      line(
        "<label>" + input.written("input") + " " + HTMLText.content(choice.label) + "</label>")
    }
    if let hint = control.hint {
      var paragraph = HTMLTag()
      paragraph.add("id", hint)
      line("p", with: paragraph, definition.helper ?? "")
    }
    depth -= 1
    line("</fieldset>")
  }
}

/// The attributes of a start tag.
struct HTMLTag {
  private var attributes: [(name: String, value: String?)] = []

  /// Adds an attribute without a value.
  mutating func add(_ name: String) { attributes.append((name, nil)) }

  mutating func add(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  func written(_ element: String) -> String {
    var text = "<" + element
    for (name, value) in attributes {
      text += " " + name
      if let value { text += "=\"\(HTMLText.attribute(value))\"" }
    }
    return text + ">"
  }
}
