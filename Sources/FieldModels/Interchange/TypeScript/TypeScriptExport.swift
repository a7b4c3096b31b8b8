import FieldModels

/// The type of a form's record as a declaration in TypeScript.
///
/// Every record that the form takes has this type. A type has no rules and no conditions, so others have it too;
/// the report lists what it does not say.
struct TypeScriptExport {
  private let layout: RecordLayout
  private let frame: DocumentFrame
  private let fields: [Int: JSONSchemaExport.Field]
  private var report = ConversionReport()

  static func declaration(of document: FieldDocument) -> Conversion {
    let written = JSONSchemaExport.written(document, sayingConditions: true)
    var export = TypeScriptExport(
      layout: written.layout, frame: document.frame,
      fields: Dictionary(keepingFirst: written.fields.map { ($0.number, $0) }))
    export.report.entries = written.report.entries.filter { $0.code == .duplicate }
    export.reportGroups()
    for field in written.fields { export.reportProperties(of: field) }
    export.report.countExact(of: document)
    return Conversion(form: .text(export.text), report: export.report)
  }

  private init(
    layout: RecordLayout, frame: DocumentFrame, fields: [Int: JSONSchemaExport.Field]
  ) {
    self.layout = layout
    self.frame = frame
    self.fields = fields
  }
}

/// The report.
extension TypeScriptExport {
  /// What a type says of a field.
  private static let carried: Set<Property.Name> = [
    .key, .kind, .label, .helper, .group, .path, .value, .data, .multiple, .manualEntry, .mode,
    .whenEmpty, .whenMissing, .precision, .asFlags, .valueFormat,
  ]
  /// The same of a group.
  private static let carriedByGroup: Set<Property.Name> = [.key, .label, .description, .path]

  private mutating func reportGroups() {
    if frame.isClosed {
      report.add(.noCounterpart, "/closed", "A type takes values that have more keys")
    }
    if !frame.sources.isEmpty {
      report.add(.presentationOnly, "/autofill", "A type has no `autofill`")
    }
    for (index, group) in frame.groups.enumerated() {
      let path = "/groups/\(index)"
      if group.isClosed {
        report.add(.noCounterpart, path + "/closed", "A type takes values that have more keys")
      }
      guard let list = group.repetition else { continue }
      if 0 < list.minEntries || list.maxEntries != nil || !list.unique.isEmpty {
        report.add(
          .noCounterpart, path + "/repeat",
          "A type says neither how many entries there are nor in what they differ")
      }
    }
  }

  private mutating func reportProperties(of field: JSONSchemaExport.Field) {
    for member in field.members {
      if let known = Property.Name(rawValue: member.name), Self.carried.contains(known) { continue }
      let place = field.place + JSONPointer.step(member.name)
      let effect = ConversionReport.Effect.ofLosing(member.name)
      switch member.name {
      case "required" where field.isRequired || member.value == .bool(false): break
      case "present" where field.isRequired: break
      case "required":
        report.add(.noCounterpart, place, "A type says nothing that holds only at times")
      case "validation":
        for list in ["live", "endEditing"] {
          for index in (member.value[list]?.array ?? []).indices {
            report.add(.noCounterpart, "\(place)/\(list)/\(index)", "A type has no rules")
          }
        }
      default:
        // What makes a form take more values is in the type, or the type takes any.
        report.add(
          effect == .laxer ? .noCounterpart : .presentationOnly, place,
          "A type has no `\(member.name)`", effect: effect == .laxer ? .laxer : .nothing)
      }
    }
  }
}

/// The declaration.
extension TypeScriptExport {
  private var text: String {
    comment(frame.title, frame.description, indent: "") + "export interface \(name) "
      + object(0, indent: "") + "\n"
  }

  /// The title as the name of a type: its words in one, as people write them in TypeScript.
  private var name: String {
    var name = ""
    var beginsWord = true
    for scalar in (frame.title ?? "").unicodeScalars {
      let isLetter = "a"..."z" ~= scalar || "A"..."Z" ~= scalar
      guard isLetter || "0"..."9" ~= scalar && !name.isEmpty else {
        beginsWord = true
        continue
      }
      let isSmall = "a"..."z" ~= scalar
      if beginsWord, isSmall, let capital = Unicode.Scalar(scalar.value - 32) {
        name.unicodeScalars.append(capital)
      } else {
        name.unicodeScalars.append(scalar)
      }
      beginsWord = false
    }
    if name.isEmpty { return "FormRecord" }
    return Self.taken.contains(name) ? name + "Record" : name
  }

  /// What other types are called that everybody has.
  private static let taken: Set<String> = [
    "Array", "Boolean", "Date", "Error", "Event", "File", "FormData", "Function", "Map", "Number",
    "Object", "Promise", "Record", "Request", "Response", "Set", "String", "Symbol",
  ]

  private func object(_ number: Int, indent: String) -> String {
    let object = layout.objects[number]
    if object.members.isEmpty { return "{}" }
    let inner = indent + "  "
    var text = "{\n"
    for member in object.members {
      let name = Self.memberName(member.name)
      let mark = isRequired(member.content) ? "" : "?"
      let type = type(of: member.content, indent: inner)
      text += words(of: member.content, indent: inner) + "\(inner)\(name)\(mark): \(type);\n"
    }
    return text + indent + "}"
  }

  /// Whether every record has it.
  private func isRequired(_ content: RecordLayout.Content) -> Bool {
    switch content {
    case .field(let number):
      // What is calculated may be left out.
      guard let field = fields[number] else { return false }
      return field.isRequired && field.definition.calculation == nil
    case .object(let number):
      let object = layout.objects[number]
      if object.isRequired { return true }
      return !object.isLenient && object.emptyValue == nil
        && object.members.contains { isRequired($0.content) }
    case .list(let number):
      let list = layout.lists[number]
      return list.isRequired
        || !list.isLenient && list.emptyValue == nil && 0 < list.repetition.minEntries
    }
  }

  private func type(of content: RecordLayout.Content, indent: String) -> String {
    switch content {
    case .field(let number):
      fields[number].map { Self.type(of: $0.definition) } ?? Self.anything
    case .object(let number):
      layout.objects[number].isLenient
        ? Self.anything
        : object(number, indent: indent) + Self.orNull(layout.objects[number].emptyValue)
    case .list(let number):
      layout.lists[number].isLenient
        ? Self.anything
        : entries(of: layout.lists[number], indent: indent)
          + Self.orNull(layout.lists[number].emptyValue)
    }
  }

  private func entries(of list: RecordLayout.List, indent: String) -> String {
    guard let value = list.value else { return object(list.entry, indent: indent) + "[]" }
    let type = type(of: .field(value), indent: indent)
    return type.contains(" ") ? "(\(type))[]" : "\(type)[]"
  }

  /// What else stands where an object or a list is left out.
  private static func orNull(_ value: EmptyValue?) -> String { value == .null ? " | null" : "" }

  private func words(of content: RecordLayout.Content, indent: String) -> String {
    switch content {
    case .field(let number):
      let definition = fields[number]?.definition
      return comment(definition?.label, definition?.helper, indent: indent)
    case .object(let number):
      let own = layout.objects[number].groups
      return own.count == 1 ? words(of: frame.groups[own[0]], indent: indent) : ""
    case .list(let number):
      return words(of: frame.groups[layout.lists[number].group], indent: indent)
    }
  }

  private func words(of group: DocumentFrame.Group, indent: String) -> String {
    comment(group.label, group.description, indent: indent)
  }

  /// A comment for documentation, of which each text is a paragraph.
  private func comment(_ texts: String?..., indent: String) -> String {
    let texts = texts.compactMap { $0 }.filter { !$0.isEmpty }
    if texts.isEmpty { return "" }
    let lines = texts.joined(separator: "\n\n").split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }
    ).map { String($0).replacing(text: "*/", by: "*\\/") }
    if lines.count == 1 { return "\(indent)/** \(lines[0]) */\n" }
    let body = lines.map { $0.isEmpty ? "\(indent) *\n" : "\(indent) * \($0)\n" }
    return "\(indent)/**\n" + body.joined() + "\(indent) */\n"
  }
}

/// Types of values.
extension TypeScriptExport {
  static let anything = "unknown"

  /// The type of the values that a field takes.
  private static func type(of definition: FieldDefinition) -> String {
    let isChecked =
      definition.isChecked == .always && definition.isVisible == .always
      && definition.isEnabled == .always
    var types: [String] = []
    func add(_ type: String) { if !types.contains(type) { types.append(type) } }
    if definition.kind == .any || definition.isLenient != .never {
      guard isChecked, !definition.isReadOnly, let schema = definition.wholeSchema else {
        return anything
      }
      let type = type(of: schema.root)
      if type == anything { return type }
      add(type)
      // What an empty field commits is in no schema.
      if definition.isRequired != .always {
        if definition.emptyValue == .null { add("null") }
        if definition.emptyValue == .empty { add(definition.takesSeveral ? "never[]" : "\"\"") }
      }
      return union(types)
    }
    if definition.kind == .picker {
      for choice in definition.choices { add(literal(definition.value(of: choice.text))) }
    }
    // Only a check finds out what is no row.
    if types.isEmpty || !isChecked || definition.manualEntry != nil {
      add(name(of: definition.kind == .date ? .string : definition.valueKind))
    }
    if definition.commitsFlags {
      types = [flags(of: definition)]
    } else if definition.takesSeveral {
      let rows = union(types)
      types = [(types.count == 1 ? rows : "(\(rows))") + "[]"]
    }
    if definition.isRequired != .always {
      switch definition.emptyValue {
      case .null: add("null")
      case .empty: if !definition.takesSeveral { add("\"\"") }
      case .omit: break
      }
    } else if !isChecked {
      add("null")
      if !definition.takesSeveral { add("\"\"") }
    }
    return union(types)
  }

  /// Rows that are true or false; an absent one is false.
  private static func flags(of definition: FieldDefinition) -> String {
    if definition.choices.isEmpty || definition.manualEntry != nil {
      return "Record<string, boolean>"
    }
    let members = definition.choices.map { choice in
      memberName(choice.text) + "?: boolean"
    }
    return "{ " + members.joined(separator: "; ") + " }"
  }

  private static func name(of kind: ValueKind) -> String {
    switch kind {
    case .string: "string"
    case .number, .integer: "number"
    case .boolean: "boolean"
    }
  }

  static func union(_ types: [String]) -> String {
    guard types.contains("string") else { return types.joined(separator: " | ") }
    // An editor goes on to offer the rows, though any text will do; the empty text is one of these.
    let others = types.filter { $0 != "\"\"" }
    let hasRows = others.contains { $0.hasPrefix("\"") }
    return others.map { $0 == "string" && hasRows ? "(string & {})" : $0 }.joined(separator: " | ")
  }

  /// The type that has only this value.
  static func literal(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .number(let text): Decimal(text)?.isHeldByDouble ?? false ? text : "number"
    default: value.json
    }
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).json }

  /// Whether a key needs no quotes.
  private static func memberName(_ key: String) -> String { isName(key) ? key : quoted(key) }

  private static func isName(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "_"), UInt8(ascii: "$"):
          true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 0 < index
        default: false
        }
      }
  }
}
