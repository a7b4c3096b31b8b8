import FieldModels

/// A document made of the questions of a language server: the list itself, or an object that has it as
/// `formFields`, as gopls answers `command/resolve`.
struct FormFieldsImport {
  private var report = ConversionReport()
  private var fields: [JSONValue] = []
  private var keys: Set<String> = []
  private var origins: [String: String] = [:]

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    let path = form.array == nil ? "/formFields" : ""
    guard let questions = form.array ?? form["formFields"]?.array else {
      throw ConversionRefusal("A list of questions was expected, or an object with `formFields`")
    }
    var conversion = FormFieldsImport()
    for (index, question) in questions.enumerated() {
      conversion.read(question, at: "\(path)/\(index)")
    }
    return Conversion(
      form: .value(.object([.init("fields", .array(conversion.fields))])),
      report: conversion.report, origins: conversion.origins)
  }

  private mutating func lose(
    _ path: String, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    report.add(code, path, message, effect: effect)
  }

  private mutating func read(_ question: JSONValue, at place: String) {
    guard let key = question["id"]?.string, !key.isEmpty else {
      return lose(place, "A question without an `id`", as: .wrongValue)
    }
    guard keys.insert(key).inserted else {
      return lose(place, "Another question has the same `id`", as: .duplicate)
    }
    guard fields.count < ConversionLimit.fields else {
      return lose(place, ConversionLimit.tooManyFields, as: .unsupportedField)
    }
    guard let content = content(of: question, at: place) else { return }
    let label = question["description"]?.string
    if label?.isEmpty ?? true { lose(place, "The label is the key", as: .madeUp) }
    var members: [JSONValue.Member] = [
      .init("key", .string(key)), content[0],
      .init("label", .string(label.flatMap { $0.isEmpty ? nil : $0 } ?? key)),
    ]
    members += content.dropFirst()
    for member in JSONSchemaSource.members(of: question) {
      let path = place + JSONPointer.step(member.name)
      switch member.name {
      case "type": break
      case "id", "description": report.keep()
      case "required":
        if member.value == .bool(true) { members.append(.init("required", .bool(true))) }
        member.value.bool == nil
          ? lose(path, "It is true or false", as: .wrongValue) : report.keep()
      case "default": readDefault(member.value, members, at: path).map { members.append($0) }
      case "error":
        if member.value != .string("") {
          lose(path, "What is wrong with an answer the form says by itself", effect: .nothing)
        }
      default: lose(path, "A question has no `\(member.name)`", as: .unknownProperty)
      }
    }
    origins["/fields/\(fields.count)"] = place
    fields.append(.object(members))
  }

  /// What kind of field it is, the kind first; nil, and reported, where there is none for it.
  private mutating func content(
    of question: JSONValue, at place: String
  ) -> [JSONValue.Member]? {
    let path = place + "/type"
    let type = question["type"] ?? .null
    let kind = type["kind"]?.string ?? ""
    for member in type.members where !["kind"].contains(member.name) {
      let isKnown =
        switch kind {
        case "string": member.name == FormFieldsValidators.name
        case "enum": member.name == "entries"
        case "lazyEnum": ["source", "config"].contains(member.name)
        case "list": member.name == "elementType"
        case "file": ["existence", "type", "filters"].contains(member.name)
        default: false
        }
      if !isKnown {
        lose(
          path + JSONPointer.step(member.name), "The type has no `\(member.name)`",
          as: .unknownProperty)
      }
    }
    switch kind {
    case "string":
      report.keep()
      return [.init("kind", .string("entry"))] + validation(type, at: path)
    case "number":
      report.keep()
      return [
        .init("kind", .string("entry")), .init("value", .string("number")),
        .init("keyboard", .string(JSONSchemaExport.keyboard(forType: "number"))),
      ]
    case "bool":
      report.keep()
      lose(place, "True and false are called Yes and No", as: .madeUp)
      return [
        .init("kind", .string("picker")), .init("value", .string("boolean")),
        .init("data", .array(JSONSchemaImport.yesAndNo.map { $0.json })),
      ]
    case "enum":
      return rows(type, at: path).map {
        [.init("kind", .string("picker")), .init("data", .array($0))]
      }
    case "lazyEnum": return lazyRows(type, at: path)
    case "list": return list(type, at: path)
    case "file": return file(type, at: path)
    default:
      // As the format asks of who does not know a type.
      lose(path, "The type \"\(kind)\" is not known; the field takes a text", as: .unknownType)
      return [.init("kind", .string("entry"))]
    }
  }

  /// What validators ask of a text.
  private mutating func validation(_ type: JSONValue, at path: String) -> [JSONValue.Member] {
    guard let value = type[FormFieldsValidators.name], value != .null else { return [] }
    let path = path + JSONPointer.step(FormFieldsValidators.name)
    guard let validators = value.array else {
      lose(path, "A list of validators was expected", as: .wrongValue)
      return []
    }
    var rules: [JSONValue] = []
    for (index, validator) in validators.enumerated() {
      switch FormFieldsValidators.rule(of: validator) {
      case .success(let rule):
        rules.append(rule)
        report.keep(validator.members.count)
      case .failure(let loss): lose("\(path)/\(index)", loss.message, as: loss.code)
      }
    }
    if rules.isEmpty { return [] }
    return [.init("validation", .object([.init("endEditing", .array(rules))]))]
  }

  private mutating func rows(_ type: JSONValue, at path: String) -> [JSONValue]? {
    guard let entries = type["entries"]?.array, !entries.isEmpty else {
      lose(path, "A list of rows that is empty, so it has no field", as: .unsupportedField)
      return nil
    }
    var known: Set<String> = []
    var rows: [JSONValue] = []
    for (index, entry) in entries.enumerated() {
      let place = "\(path)/entries/\(index)"
      guard let value = entry["value"]?.string else {
        lose(place, "A row without a value", as: .wrongValue)
        continue
      }
      guard known.insert(value).inserted else {
        lose(place, "Another row has the same value", as: .duplicate)
        continue
      }
      for member in entry.members where !["value", "description"].contains(member.name) {
        lose(
          place + JSONPointer.step(member.name), "A row has no `\(member.name)`",
          as: .unknownProperty)
      }
      report.keep(entry.members.count { ["value", "description"].contains($0.name) })
      let label = entry["description"]?.string
      let row = JSONSchemaImport.Row(
        value: .string(value), label: label.flatMap { $0.isEmpty ? nil : $0 })
      rows.append(row.json)
    }
    return rows
  }

  private mutating func lazyRows(_ type: JSONValue, at path: String) -> [JSONValue.Member] {
    lose(path, "Its rows are asked for while somebody types; the field takes any text")
    var members = [JSONValue.Member("kind", .string("entry"))]
    var presentation: [JSONValue.Member] = []
    // Only the server that has asked knows the source, so that no form can name it.
    for name in ["source", "config"] {
      guard let value = type[name] else { continue }
      presentation.append(.init(name, value))
      lose(path + "/" + name, "It is handed on to front ends", as: .presentationOnly)
    }
    if !presentation.isEmpty { members.append(.init("presentation", .object(presentation))) }
    return members
  }

  private mutating func list(_ type: JSONValue, at path: String) -> [JSONValue.Member]? {
    let element = type["elementType"] ?? .null
    guard element["kind"] == .string("enum") else {
      lose(path, "A form has no field for a list of free values", as: .unsupportedField)
      return nil
    }
    report.keep()
    return rows(element, at: path + "/elementType").map {
      [
        .init("kind", .string("picker")), .init("multiple", .bool(true)),
        .init("data", .array($0)),
      ]
    }
  }

  /// A file, whose answer is its URI.
  private mutating func file(_ type: JSONValue, at path: String) -> [JSONValue.Member] {
    var rules: [JSONValue] = [.object([.init("format", .string("uri"))])]
    report.keep()
    // Bits for new and existing ones, and for files and folders.
    for (name, words) in [
      ("existence", "Whether the file exists is not looked at"),
      ("type", "Whether it is a file or a folder is not looked at"),
    ] {
      guard let bits = type[name] else { continue }
      bits == .integer(3) || bits == .integer(0) ? report.keep() : lose(path + "/" + name, words)
    }
    if let filters = type["filters"], filters != .null,
      filters.array?.allSatisfy({ $0.string != nil }) != true
    {
      lose(path + "/filters", "A list of texts was expected", as: .wrongValue)
    }
    let endings = (type["filters"]?.array ?? []).compactMap { $0.string }.filter { !$0.isEmpty }
    if !endings.isEmpty {
      let escaped = endings.map { ending in
        ending.map { "\\^$.|?*+()[]{}/-".contains($0) ? "\\\($0)" : String($0) }.joined()
      }
      let pattern = "\\.(?:\(escaped.joined(separator: "|")))$"
      if (try? Pattern(pattern)) != nil {
        rules.append(.object([.init("pattern", .string(pattern)), .init("flags", .string("i"))]))
        lose(
          path + "/filters", "The address must end so, in any case of letters", as: .reinterpreted)
      } else {
        lose(path + "/filters", "Endings that can't be looked for", as: .pattern)
      }
    }
    return [
      .init("kind", .string("entry")), .init("keyboard", .string("URL")),
      .init("validation", .object([.init("endEditing", .array(rules))])),
    ]
  }

  /// The draft that a field begins with.
  private mutating func readDefault(
    _ value: JSONValue, _ field: [JSONValue.Member], at path: String
  ) -> JSONValue.Member? {
    if value == .null || value == .string("") {
      report.keep()
      return nil
    }
    let takesSeveral = field["multiple"] == .bool(true)
    let rows = field["data"]?.array.map { rows in
      rows.map { JSONSchemaImport.text($0["value"] ?? $0) ?? "" }
    }
    let texts =
      takesSeveral ? (value.array ?? []).map { $0.string } : [JSONSchemaImport.text(value)]
    let isRight = texts.allSatisfy { text in
      guard let text else { return false }
      return rows?.contains(text) ?? true
    }
    guard isRight, !takesSeveral || value.array != nil else {
      lose(path, "Not a value that the field can begin with", as: .wrongValue, effect: .nothing)
      return nil
    }
    report.keep()
    let drafts = texts.compactMap { $0 }.map { JSONValue.string($0) }
    return .init("text", takesSeveral ? .array(drafts) : drafts[0])
  }
}
