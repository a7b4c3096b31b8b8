import FieldModels

/// A form as a workbook of XLSForm: its sheets `survey`, `choices` and `settings`, a row an object.
///
/// What it says is what `XLSFormImport` reads in it: the report tells of all that does not come back.
struct XLSFormExport {
  var outline: FormOutline
  private let document: JSONValue
  var survey: [JSONValue] = []
  private var choices: [JSONValue] = []
  /// What the lists of choices are called, by what is in them as JSON.
  private var lists: [String: String] = [:]
  private var listNames = UniqueKeys()
  private var requiredWords: String?
  /// What the fields are called in their groups, and whether another one is called so.
  private(set) var names: [Int: String] = [:]
  /// The fields, by the numbers of their rows in the sheet of questions.
  private var rows: [Int: Int] = [:]
  private var counts: [String: Int] = [:]

  static let reader = ReturningForm.Reader(format: "XLSForm", plainPattern: XLSFormPattern.plain)

  static func workbook(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var export = try XLSFormExport(of: document)
    return try export.conversion()
  }

  private init(of document: FieldDocument) throws(ConversionRefusal) {
    outline = try FormOutline(
      of: document, takingConditionsOfRules: true, takingCalculations: true)
    self.document = try FieldsFormat.written(document).form.value()
  }

  /// The properties that a workbook has in several languages.
  static let translatedNames: Set<String> = ["helper", "label", "message"]

  /// One workbook of the same workbook in several languages, in which each column of words is there in each.
  ///
  /// - Parameter versions: the sheets in each of them, the form's own language first
  /// - Returns: the sheets with the words of all of them
  static func merged(_ versions: [FormLanguages.Version]) -> JSONValue {
    var names = versions.map { XLSFormNames.name(ofLanguage: $0.tag) }
    if let settled = settledLanguage(of: versions[0]), isOwn(settled, in: versions[0]) {
      names[0] = settled
    }
    let workbooks = versions.map { $0.form }
    var sheets = workbooks[0].members
    for place in sheets.indices where sheets[place].name != "settings" {
      let sheet = sheets[place].name
      let versions = workbooks.map { $0[sheet]?.array ?? [] }
      guard versions.allSatisfy({ $0.count == versions[0].count }) else { continue }
      let spoken = XLSFormNames.words.filter { column in
        versions[0].indices.contains { row in
          versions.contains { $0[row][column] != versions[0][row][column] }
        }
      }
      sheets[place].value = .array(
        versions[0].indices.map { row in
          .object(
            versions[0][row].members.flatMap { cell -> [JSONValue.Member] in
              guard spoken.contains(cell.name) else { return [cell] }
              return zip(versions, names).compactMap { version, name in
                version[row][cell.name].map { .init("\(cell.name)::\(name)", $0) }
              }
            })
        })
    }
    var settings = workbooks[0]["settings"]?.array?.first?.members ?? []
    settings["default_language"] = .string(names[0])
    sheets["settings"] = [.object(settings)]
    return .object(sheets)
  }

  /// The name of the language that the settings of a workbook have.
  private static func settledLanguage(of version: FormLanguages.Version) -> String? {
    version.form["settings"]?.array?.first?["default_language"]?.string
  }

  private static func isOwn(_ name: String, in version: FormLanguages.Version) -> Bool {
    XLSFormNames.tag(ofLanguage: name) == version.tag
  }

  /// Whether a workbook has another default language than that of the form's own texts, which takes its place.
  static func losesLanguage(of version: FormLanguages.Version) -> Bool {
    settledLanguage(of: version).map { !isOwn($0, in: version) } ?? false
  }

  private mutating func conversion() throws(ConversionRefusal) -> Conversion {
    let plan = FormPlan(of: &outline, nestingObjects: true)
    name(plan.top, of: plan)
    readMessages()
    let settings = settings()
    write(plan.top, of: plan)
    var sheets: [JSONValue.Member] = [.init("survey", .array(survey))]
    if !choices.isEmpty { sheets.append(.init("choices", .array(choices))) }
    if !settings.isEmpty { sheets.append(.init("settings", [.object(settings)])) }
    let workbook = JSONValue.object(sheets)
    let returned = try XLSFormImport.document(of: .value(workbook))
      .droppingWrongDrafts(from: .xlsform)
    let report = ReturningForm.report(
      on: document, returned: try returned.form.value(), losses: outline.notes.entries,
      known: returnedFields(returned), by: Self.reader)
    return Conversion(form: .value(workbook), report: report)
  }

  /// As which field each has come back, by their places: what another name stands for is known by its row.
  private func returnedFields(_ returned: Conversion) -> [String: Int] {
    var known: [String: Int] = [:]
    var number = 0
    while let origin = returned.origins["/fields/\(number)"] {
      let row = JSONPointer.steps(of: origin).flatMap { $0.count == 2 ? Int($0[1]) : nil }
      if let index = row.flatMap({ rows[$0] }) { known[outline.fields[index].object.path] = number }
      number += 1
    }
    return known
  }

  private mutating func settings() -> [JSONValue.Member] {
    var settings: [JSONValue.Member] = []
    if let title = outline.form.text("title") {
      settings.append(.init("form_title", .string(words(title, at: "/title"))))
    }
    let look = outline.look(of: outline.form, in: "xlsform")
    for member in look where member.value.draftText != nil {
      let column = XLSFormNames.column(member.name, aliases: XLSFormNames.settings).name
      // The name of all questions together could be that of one of them.
      let isKnown = column != "name" && XLSFormNames.isVisualSetting(column)
      if column == "default_language" || isKnown { settings.append(member) }
    }
    return settings
  }

  private mutating func readMessages() {
    guard let language = outline.form.peek("messages")?.members.first,
      let words = language.value["valueMissing"]?.string, !words.contains("{")
    else { return }
    requiredWords = words
  }

  /// Words of a form for people, in which nothing must look like the name of a question, nor be what
  /// XML can't have.
  mutating func words(_ text: String, at path: String) -> String {
    var words = text
    if text.contains(text: "${") {
      outline.notes.add(
        .reinterpreted, path, "To XLSForm `${…}` is the name of a question", effect: .nothing)
      words = words.replacing(text: "${", by: "$ {")
    }
    let plain = Self.plain(words)
    if plain != words {
      outline.notes.add(.reinterpreted, path, "Control characters are left out", effect: .nothing)
    }
    if HTMLText.stripped(plain) != plain {
      outline.notes.add(
        .reinterpreted, path, "White space around the text is left out", effect: .nothing)
    }
    return plain
  }

  /// A text without the control characters that XML can't have.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0 >= " " || $0 == "\t" || $0 == "\n" }))
  }

  /// The label of a part, which is more than white space.
  private mutating func label(_ text: String, of object: ForeignObject) -> String {
    let words = words(text, at: object.path(to: "label"))
    return HTMLText.stripped(words).isEmpty ? object.text("key") ?? "_" : words
  }
}

/// Names.
extension XLSFormExport {
  /// Gives the fields names that nothing else has where they stand.
  private mutating func name(_ parts: [FormPlan.Part], of plan: FormPlan) {
    // By the objects in the record.
    var taken: [[String]: UniqueKeys] = [:]
    for part in parts {
      if case .group(let group) = part {
        _ = taken[[], default: UniqueKeys()].insert(name(of: group))
        name(plan.parts(of: group), of: plan)
      }
    }
    for part in parts {
      guard case .field(let index) = part else { continue }
      let field = outline.fields[index]
      let object = Array(field.path.dropLast())
      var name = Self.name(field.path.last ?? field.key)
      let key = Self.name(field.key)
      if taken[object]?.contains(name) ?? false { name = key }
      name = taken[object, default: UniqueKeys()].key(name, else: key, "_")
      names[index] = name
      counts[name, default: 0] += 1
    }
  }

  func name(of group: Int) -> String {
    let name = Self.name(outline.groups[group].path.last ?? outline.groups[group].key)
    return name == "data" && outline.groups[group].repetition != nil ? "data_" : name
  }

  /// A name of XML that is as near as can be to another one.
  private static func name(_ wish: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in wish.unicodeScalars {
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic || scalar == "_"
      let isMore = ("0"..."9").contains(scalar) || scalar == "-" || scalar == "."
      if name.isEmpty, !isLetter { name.append("_") }
      name.append(isLetter || isMore ? scalar : "_")
    }
    // `meta` is what a submission knows of itself.
    return name.isEmpty ? "_" : String(name) == "meta" ? "meta_" : String(name)
  }

  /// The name by which a question can be meant in expressions that stand at another; nil for one that
  /// can't.
  func reference(to index: Int, from field: FormOutline.Field) -> String? {
    let other = outline.fields[index]
    if other.key == field.key { return "." }
    let isInList = other.group.map { outline.groups[$0].repetition != nil } ?? false
    if isInList, other.group != field.group { return nil }
    guard let name = names[index] else { return nil }
    // All questions together are called `data`.
    if counts[name] == 1, name != "data" { return "${\(name)}" }
    return path(to: node(of: index), from: node(of: field))
  }

  /// The names that lead from the root to a question; nil while it has none.
  private func node(of index: Int) -> [String]? {
    let field = outline.fields[index]
    guard let name = names[index] else { return nil }
    let outer = field.group.map { outline.groups[$0].path } ?? []
    return (outer + field.path.dropLast()).map(Self.name) + [name]
  }

  private func node(of field: FormOutline.Field) -> [String]? {
    outline.places[field.key].flatMap { node(of: $0) }
  }

  /// A path from one question to another.
  private func path(to other: [String]?, from own: [String]?) -> String? {
    guard let other, let own else { return nil }
    let common = zip(own.dropLast(), other.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: own.count - common)
    return (up + other.dropFirst(common)).joined(separator: "/")
  }
}

/// Rows of the survey.
extension XLSFormExport {
  private mutating func write(_ parts: [FormPlan.Part], of plan: FormPlan) {
    var written: Set<Int> = []
    for part in parts {
      switch part {
      case .group(let group): write(group, of: plan)
      case .field(let index):
        guard !written.contains(index) else { continue }
        let path = outline.fields[index].path
        guard 1 < path.count else {
          write(index, labelled: outline.fields[index].label)
          continue
        }
        // Fields in one object are written together, wherever they stand.
        let together = parts.compactMap { other -> Int? in
          guard case .field(let field) = other else { return nil }
          let other = outline.fields[field].path
          return 1 < other.count && other[0] == path[0] ? field : nil
        }
        written.formUnion(together)
        write(together.map { ($0, outline.fields[$0].label) }, depth: 0)
      }
    }
  }

  /// Fields whose values stand in one object within that of their group, which is a group to XLSForm.
  ///
  /// - Parameters:
  ///   - fields: the fields, with what is left of their labels
  ///   - depth: how many steps of their paths groups have been written for
  private mutating func write(_ fields: [(index: Int, label: String)], depth: Int) {
    var rest = fields[...]
    while let next = rest.first {
      let path = outline.fields[next.index].path
      guard depth + 1 < path.count else {
        write(next.index, labelled: next.label)
        rest.removeFirst()
        continue
      }
      let isInside = { (field: (index: Int, label: String)) -> Bool in
        let other = self.outline.fields[field.index].path
        return depth + 1 < other.count && other[depth] == path[depth]
      }
      var inside = rest.filter(isInside)
      rest.removeAll(where: isInside)
      // An import puts the labels of such groups before those of their fields.
      let prefix = next.label.firstRange(ofText: Self.labelDash).map {
        String(next.label[..<$0.upperBound])
      }
      var label = path[depth]
      if let prefix, inside.allSatisfy({ $0.label.hasPrefix(prefix) }) {
        label = String(prefix.dropLast(Self.labelDash.count))
        inside = inside.map { ($0.index, String($0.label.dropFirst(prefix.count))) }
      }
      survey.append([
        "type": "begin_group", "name": .string(Self.name(path[depth])), "label": .string(label),
      ])
      write(inside, depth: depth + 1)
      survey.append(["type": "end_group", "name": .string(Self.name(path[depth]))])
    }
  }

  /// What stands between the label of a group in an entry and those of its fields.
  static let labelDash = " – "

  private mutating func write(_ index: Int, of plan: FormPlan) {
    let group = outline.groups[index]
    let isList = group.repetition != nil
    let what = isList ? "repeat" : "group"
    var row: [JSONValue.Member] = [
      .init("type", .string("begin_\(what)")), .init("name", .string(name(of: index))),
      .init("label", .string(label(group.label, of: group.object))),
    ]
    if let text = group.object.text("description") {
      row.append(
        .init("hint", .string(words(text, at: group.object.path(to: "description")))))
    }
    if let least = group.repetition?.integer("minEntries"), least > 0,
      least == group.repetition?.integer("maxEntries")
    {
      row.append(.init("repeat_count", .string("\(least)")))
    }
    row += look(of: group.object).filter { row[$0.name] == nil }
    survey.append(.object(row))
    write(plan.parts(of: index), of: plan)
    survey.append(["type": .string("end_\(what)"), "name": .string(name(of: index))])
  }

  /// How something looked in a workbook, as far as its columns are known to ask nothing.
  private mutating func look(of object: ForeignObject) -> [JSONValue.Member] {
    outline.look(of: object, in: "xlsform").filter { member in
      let column = XLSFormNames.column(member.name, aliases: XLSFormNames.survey).name
      return member.value.draftText != nil && column != "parameters"
        && XLSFormNames.isVisual(column)
    }
  }

  private mutating func write(_ index: Int, labelled label: String) {
    let condition = outline.visibleCondition(of: outline.fields[index])
    outline.releaseUnchecked(
      index, saysVisible: condition.map { canSay($0, of: outline.fields[index]) } ?? true)
    let field = outline.fields[index]
    let object = field.object
    if object.has("calculate"), writeCalculation(of: index, labelled: label) { return }
    guard let (type, appearance, parameters) = type(of: field) else { return }
    var row: [JSONValue.Member] = [
      .init("type", .string(type)), .init("name", .string(names[index] ?? field.key)),
      .init("label", .string(self.label(label, of: object))),
    ]
    if let text = object.text("helper") {
      row.append(.init("hint", .string(words(text, at: object.path(to: "helper")))))
    }
    writeConditions(of: field, to: &row)
    if let filter = filter(of: field) { row.append(.init("choice_filter", .string(filter))) }
    if let constraint = constraint(of: field) {
      row.append(.init("constraint", .string(constraint.expression)))
      if let message = constraint.message {
        row.append(
          .init("constraint_message", .string(words(message, at: object.path(to: "validation")))))
      }
    }
    let draft = outline.drafts(of: field).joined(separator: " ")
    if XLSFormImport.isWorkedOut(draft) {
      outline.notes.add(
        .noCounterpart, object.path(to: "text"), "To XLSForm this default is an expression",
        effect: .nothing)
    } else if draft != Self.plain(draft) {
      outline.notes.add(
        .noCounterpart, object.path(to: "text"), "XML has no control characters", effect: .nothing)
    } else if !draft.isEmpty {
      row.append(.init("default", .string(draft)))
    }
    let look = look(of: object)
    let looks = [appearance, look["appearance"]?.string ?? ""].filter { !$0.isEmpty }
    if !looks.isEmpty { row.append(.init("appearance", .string(looks.joined(separator: " ")))) }
    if !parameters.isEmpty { row.append(.init("parameters", .string(parameters))) }
    row += look.filter { row[$0.name] == nil && $0.name != "appearance" }
    rows[survey.count] = index
    survey.append(.object(row))
  }

  /// The type of a field's row, with the words for its appearance and parameters that go with it; nil
  /// for a field that has none.
  private mutating func type(
    of field: FormOutline.Field
  ) -> (type: String, appearance: String, parameters: String)? {
    let look = field.object.peek("presentation")?["xlsform"]
    let parameters = look?["parameters"]?.string ?? ""
    switch field.kind {
    case .any:
      guard let type = look?["type"]?.string, XLSFormNames.takesAny(type) else {
        outline.notes.add(
          .unsupportedField, field.object.path, "XLSForm has no question for any value")
        return nil
      }
      return (type, "", parameters)
    case .area: return ("text", "multiline", parameters)
    case .date:
      switch field.mode {
      case .date: return ("date", "", "")
      case .time:
        // Of what is written in another way it takes anything.
        _ = field.object["lenient"]
        return ("time", "", "")
      case .dateAndTime: return ("dateTime", "", "")
      case .countDownTimer:
        outline.notes.add(.unsupportedField, field.object.path, "XLSForm has no durations")
        return nil
      }
    case .entry:
      if field.valueKind.isNumber {
        if look?["type"] == "range", let scale = scale(of: field) {
          return ("range", "", [scale, parameters].filter { !$0.isEmpty }.joined(separator: " "))
        }
        return (field.valueKind == .integer ? "integer" : "decimal", "", "")
      }
      if look?["type"] == "barcode" { return ("barcode", "", "") }
      if look?["type"] == "hidden", isKeptHidden(field), field.object.peek("lenient") == true {
        _ = field.object["lenient"]
        return ("hidden", "", "")
      }
      if field.isSecure { return ("text", "masked", parameters) }
      let isOfNumbers = field.object.text("keyboard") == "numbersAndPunctuation"
      return ("text", isOfNumbers ? "numbers" : "", parameters)
    case .picker:
      if field.rows.map({ $0.value }) == ["OK"], !field.isMultiple, field.rows[0].label == nil {
        return ("acknowledge", "", "")
      }
      guard let list = list(of: field) else { return nil }
      return ("select_\(field.isMultiple ? "multiple" : "one") \(list)", "", parameters)
    }
  }

  /// The scale that the rules of a field are, if they are just those of one.
  private func scale(of field: FormOutline.Field) -> String? {
    func number(_ name: String) -> Decimal? {
      field.rules.first { $0.mayBeOfScale && $0.object.has(name) }?.object.number(name)
    }
    guard field.rules.count == 3, let start = number("minimum"), let end = number("maximum"),
      let step = number("step")
    else { return nil }
    return "start=\(start) end=\(end) step=\(step)"
  }

  /// The list with a picker's rows, which may be that of another one; nil, and told of, where there are
  /// none.
  private mutating func list(of field: FormOutline.Field) -> String? {
    let looks = field.object.peek("presentation")?["xlsform"]?["choices"]
    var taken: Set<String> = []
    var rows: [JSONValue] = []
    for row in field.rows {
      guard let name = row.value.draftText, !name.isEmpty else { continue }
      let path = row.object?.path ?? field.object.path(to: "data")
      if HTMLText.stripped(name) != name || name.contains("\u{A0}") {
        outline.notes.add(
          .noCounterpart, path, "The name of a choice has no white space around it",
          effect: .stricter)
        continue
      }
      if field.isMultiple, name.contains(where: { $0.isWhitespace }) {
        outline.notes.add(
          .noCounterpart, path, "The name of such a choice has no white space", effect: .stricter)
        continue
      }
      guard taken.insert(name).inserted else { continue }
      let label = words(row.label ?? name, at: path)
      var members: [JSONValue.Member] = [
        .init("name", .string(name)), .init("label", .string(label)),
      ]
      members += (looks?[name]?.members ?? []).filter { members[$0.name] == nil }
      rows.append(.object(members))
    }
    guard !rows.isEmpty else {
      outline.notes.add(.unsupportedField, field.object.path, "XLSForm has no choices without any")
      return nil
    }
    let content = JSONValue.array(rows).json
    if let known = lists[content] { return known }
    let name = listNames.key(Self.name(field.key), "_")
    lists[content] = name
    for row in rows {
      choices.append(.object([.init("list_name", .string(name))] + row.members))
    }
    return name
  }

  private mutating func writeConditions(
    of field: FormOutline.Field, to row: inout [JSONValue.Member]
  ) {
    let object = field.object
    let required = outline.requirement("required", of: field, standard: false)
    switch required {
    case .always: row.append(.init("required", "yes"))
    case .when(let condition):
      if let text = expression(condition, of: field, at: "required") {
        row.append(.init("required", .string(text)))
      }
    case .never: break
    }
    if row["required"] != nil, let requiredWords {
      row.append(.init("required_message", .string(requiredWords)))
    }
    switch outline.requirement("visible", of: field, standard: true) {
    // What a device fills in is on no page anyway.
    case .never where XLSFormNames.isUnasked(row["type"]?.string ?? ""):
      _ = object["whenHidden"]
    case .never: row.append(.init("relevant", "false()"))
    case .when(let condition):
      if canSay(condition, of: field),
        let text = expression(condition, of: field, at: "visible")
      {
        row.append(.init("relevant", .string(text)))
      }
    case .always: break
    }
    var isReadOnly = object.bool("readOnly")
    switch outline.requirement("enabled", of: field, standard: true) {
    case .never: isReadOnly = true
    case .when(let condition):
      if !isReadOnly, canSay(condition, of: field),
        let text = expression(condition, of: field, at: "enabled")
      {
        row.append(.init("read_only", .string("not(\(text))")))
      }
    case .always: break
    }
    if isReadOnly { row.append(.init("read_only", "yes")) }
  }
}
