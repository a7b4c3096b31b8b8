import FieldModels

/// A document made of a workbook of XLSForm, as ODK, KoboToolbox and others take it.
///
/// Questions become fields, groups groups whose values stand in an object of their own, and repeats
/// lists: the record is what a submission holds, as JSON.
struct XLSFormImport {
  var notes = ForeignNotes()
  var questions: [Question] = []
  /// The groups and lists.
  var sections: [ForeignSection] = []
  var scope = ForeignScope()
  /// The names in the entries of each list.
  var listScopes: [Int: ForeignScope] = [:]
  /// Names that several questions have, so that nobody knows which one is meant.
  var ambiguous: Set<String> = []
  /// The questions and lists by the names that lead to them from the root, as expressions name them.
  private var nodes: [[String]: String] = [:]
  /// What the root may be called in paths.
  private var rootNames: Set<String> = ["data"]
  /// The workbook's own language, by its name; empty where it has none.
  private var language = ""
  /// The language in which the workbook is read, by its name; nil for its own.
  private var otherLanguage: String?
  /// The languages in which it has words, by their names.
  private var languages: [String] = []
  /// The words that it has in the language in which it is read.
  private var ownTexts: Set<String> = []
  var patterns = PatternCache()
  /// The choices, by the names of their lists.
  var choices: [String: [XLSFormRow]] = [:]
  /// The lists to which a question adds a choice for what is not in them.
  private(set) var listsWithOther: Set<String> = []
  /// The words that questions have for their being required, as far as they agree.
  var requiredWords: Set<String> = []
  /// The lists that are asked for, as the rows of pickers.
  private var usedLists: [String: Choices] = [:]
  private var columns: [String: [String: XLSFormNames.Column]] = [:]
  private var takenNames: Set<[String]> = []
  private var names: Set<String> = []
  /// The columns in other languages that were told of.
  private var toldColumns: Set<String> = []

  static let deepest = 24
  /// How many rows the pickers have so far.
  var rowCount = 0

  /// What holds for everything in a group or list.
  struct Guards {
    /// An expression, its place in the workbook, and the names that lead to the node that has it.
    typealias Text = (text: String, path: String, node: [String])
    var visible: [Text] = []
    var enabled: [Text] = []
    var isReadOnly = false
  }

  /// Where a question stands.
  struct Surroundings {
    var section: Int?
    var list: Int?
    var guards = Guards()
    /// The names that lead to its value from the entry of a list.
    var names: [String] = []
    var labelPrefix = ""
    /// Nothing within becomes a field.
    var isGone = false
  }

  /// A question that becomes a field.
  struct Question {
    var row: XLSFormRow
    var kind: XLSFormNames.Kind
    var name: String
    var surroundings: Surroundings
    /// Where its value stands behind that of its section.
    var path: [String]
    var key = ""
    /// The list of its choices.
    var list = ""
    /// It is the text for a choice that is not in the list.
    var isOther = false
    var content: [JSONValue.Member] = []
    var presentation: [JSONValue.Member] = []
    var rules: [JSONValue] = []
    var target: ForeignScope.Target?
  }

  static func document(of form: ForeignForm) throws(ConversionRefusal) -> Conversion {
    if case .file(let bytes) = form, bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw ConversionRefusal("This is a workbook of the old kind (.xls); save it as .xlsx")
    }
    guard let bytes = form.workbookFile else {
      var conversion = XLSFormImport()
      let made = try conversion.document(of: form.value())
      return try conversion.translated(made, of: form.value())
    }
    let workbook = try WorkbookReader.workbook(in: bytes)
    var conversion = XLSFormImport()
    for column in workbook.repeatedColumns {
      conversion.notes.add(
        .duplicate, column.place, "Another column is called \"\(column.name.abridged)\"")
    }
    let told = workbook.repeatedColumns.count
    var made = try conversion.document(of: workbook.json)
    // What is told of a file is told by the names of its cells.
    for index in made.report.entries.indices.dropFirst(told) {
      made.report.entries[index].path = workbook.place(of: made.report.entries[index].path)
    }
    made.origins = made.origins.mapValues(workbook.place)
    return try conversion.translated(made, of: workbook.json)
  }

  private mutating func document(of value: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard case .object = value, let rows = value["survey"]?.array else {
      throw ConversionRefusal("A workbook of XLSForm has a sheet `survey`")
    }
    // Sheets with other names are notes of whoever wrote the workbook.
    for name in ["entities", "external_choices", "osm"] {
      guard let rows = value[name]?.array, !rows.isEmpty else { continue }
      notes.add(.noCounterpart, "/\(name)", "A form has no `\(name)`")
    }
    var members = readSettings(notes.list(value["settings"], path: "/settings"))
    readChoices(notes.list(value["choices"], path: "/choices"))
    find(rows)
    nameEverything()
    for index in questions.indices { content(of: index) }
    for index in questions.indices { enter(index) }
    readCalculations()
    let fields = questions.indices.map {
      (value: field(of: $0), origin: questions[$0].row.path)
    }
    for (list, rows) in choices.sorted(by: { $0.key < $1.key }) where usedLists[list] == nil {
      guard let row = rows.first else { continue }
      notes.add(
        .presentationOnly, row.path, "No question asks for the choices of \"\(list.abridged)\"")
    }
    if requiredWords.count == 1, !requiredWords.contains(""), let words = requiredWords.first,
      otherLanguage == nil || ownTexts.contains(words)
    {
      let words = JSONValue.object([.init("valueMissing", .string(words))])
      members.append(.init("messages", .object([.init(languageTag, words)])))
    }
    return Conversion(head: members, sections: sections, fields: fields, notes: notes)
  }

  /// Whether a row has no cells.
  private static func isBlank(_ row: JSONValue) -> Bool {
    switch row {
    case .null: true
    case .object(let cells): cells.allSatisfy { $0.value == .null }
    case .bool, .number, .string, .array: false
    }
  }

  /// Begins to read a row of a sheet.
  private mutating func row(
    _ value: JSONValue, _ index: Int, of sheet: String, aliases: [String: String]
  ) -> XLSFormRow? {
    guard let object = notes.object(value, path: "/\(sheet)/\(index)") else { return nil }
    return XLSFormRow(object, columns: &columns[sheet, default: [:]], aliases: aliases)
  }

  private mutating func readSettings(_ rows: [JSONValue]) -> [JSONValue.Member] {
    guard let first = rows.first,
      let row = row(first, 0, of: "settings", aliases: XLSFormNames.settings)
    else { return [] }
    language = row.text("default_language") ?? ""
    if let name = row.peek("name") { rootNames.insert(name) }
    var members: [JSONValue.Member] = []
    if let title = row.text("form_title") { members.append(.init("title", .string(title))) }
    var look: [JSONValue.Member] = []
    if !language.isEmpty { look.append(.init("default_language", .string(language))) }
    for (column, head) in row.leftovers {
      let path = row.object.path(to: head)
      if XLSFormNames.isVisualSetting(column.name) {
        notes.add(.presentationOnly, path, "`\(head.abridged)` is kept for front ends alone")
        if let text = row.text(head: head) { look.append(.init(head, .string(text))) }
      } else {
        // pyxform makes nothing of it.
        notes.add(
          .unknownProperty, path, "XLSForm has no setting `\(head.abridged)`", effect: .nothing)
      }
    }
    if !look.isEmpty { members.append(.init("presentation", ["xlsform": .object(look)])) }
    return members
  }

  /// The tag of the language in which the workbook is read.
  private var languageTag: String {
    XLSFormNames.tag(ofLanguage: otherLanguage ?? language) ?? "en"
  }

  /// The document with its texts in all languages that the workbook has.
  ///
  /// - Parameters:
  ///   - made: the document in the workbook's own language
  ///   - workbook: the sheets
  /// - Returns: the same with what the workbook says in other languages
  /// - Throws: what is no form
  fileprivate func translated(
    _ made: Conversion, of workbook: JSONValue
  ) throws(ConversionRefusal) -> Conversion {
    var made = made
    // Whoever has words in no named language besides has said nothing of that language.
    let known = Set(languages.compactMap(XLSFormNames.tag(ofLanguage:)))
    let own = XLSFormNames.tag(ofLanguage: language) ?? (known.contains("en") ? "und" : "en")
    var versions = [
      FormLanguages.Version(tag: own, form: try made.form.value(), ownTexts: ownTexts)
    ]
    for name in languages.prefix(FormLanguages.limit) where name != language {
      guard let tag = XLSFormNames.tag(ofLanguage: name),
        !versions.contains(where: { $0.tag == tag })
      else { continue }
      var other = XLSFormImport()
      other.otherLanguage = name
      let form = try other.document(of: workbook).form.value()
      versions.append(.init(tag: tag, form: form, ownTexts: other.ownTexts))
    }
    if 1 < versions.count { made.form = .value(FormLanguages.merged(versions)) }
    return made
  }

  private mutating func readChoices(_ rows: [JSONValue]) {
    for (index, value) in rows.enumerated() where !Self.isBlank(value) {
      guard let row = row(value, index, of: "choices", aliases: XLSFormNames.choices) else {
        continue
      }
      guard let list = row.text("list_name"), row.has("name") else {
        notes.add(.wrongValue, row.path, "A choice has a `list_name` and a `name`")
        continue
      }
      choices[list, default: []].append(row)
    }
  }

  /// The choices of a list, as the rows of a picker.
  struct Choices {
    var rows: [JSONValue] = []
    var drafts = ForeignRows([])
    /// How the rows look, by their drafts.
    var looks: [JSONValue.Member] = []
  }

  /// The choices of a list, which a question asks for; what is to tell of them is told once.
  mutating func use(_ list: String) -> Choices {
    if let used = usedLists[list] { return used }
    var found = Choices()
    var drafts: [String] = []
    var taken: Set<[UInt8]> = []
    for choice in choices[list] ?? [] {
      let name = choice.text("name") ?? ""
      guard taken.insert(Array(name.utf8)).inserted else {
        // Both stand for the same answer.
        notes.add(
          .duplicate, choice.path, "Another choice is called \"\(name.abridged)\"",
          effect: .nothing)
        continue
      }
      let label = words("label", of: choice)
      let value = JSONValue.string(name)
      drafts.append(name)
      found.rows.append(
        label == nil || label == name
          ? value : ["value": value, "label": .string(label ?? name)])
      let look = tellLeftovers(of: choice, in: "choices")
      if !look.isEmpty { found.looks.append(.init(name, .object(look))) }
    }
    if listsWithOther.contains(list), taken.insert(Array("other".utf8)).inserted {
      drafts.append("other")
      found.rows.append(["value": "other", "label": "Other"])
    }
    found.drafts = ForeignRows(drafts)
    usedLists[list] = found
    return found
  }

  /// The languages whose words are taken, the best one first.
  var spoken: [String] { [otherLanguage, language].compactMap { $0 } }

  /// The words of a column in the language in which the workbook is read.
  mutating func words(_ column: String, of row: XLSFormRow) -> String? {
    for name in row.languages(of: column).prefix(FormLanguages.limit)
    where !languages.contains(name) && languages.count < FormLanguages.limit {
      languages.append(name)
    }
    guard let (text, head, spokenIn) = row.words(column, in: spoken) else { return nil }
    // The language in which a workbook begins is its own, unless it says which that is.
    if language.isEmpty, otherLanguage == nil, let spokenIn { language = spokenIn }
    if spokenIn == otherLanguage || otherLanguage == nil && spokenIn == language {
      ownTexts.insert(text)
    }
    if text.contains(text: "${") {
      notes.add(
        .reinterpreted, row.object.path(to: head), "What `${…}` stands for is not put in its place",
        effect: .nothing)
    }
    return text
  }

  /// Tells of what nobody has asked for in a row.
  ///
  /// - Returns: how what it makes looks, for `presentation`
  mutating func tellLeftovers(
    of row: XLSFormRow, in sheet: String, isGroup: Bool = false
  ) -> [JSONValue.Member] {
    var look: [JSONValue.Member] = []
    for (column, head) in row.leftovers {
      let path = row.object.path(to: head)
      // Of a column that is not read one entry is made, where it is met first.
      let isFirst = toldColumns.insert("\(sheet)!\(head)").inserted
      if XLSFormNames.spoken.contains(column.name), row.isSpokenElsewhere(column.name, than: head) {
        let isKnown = column.language.flatMap(XLSFormNames.tag) != nil
        if isKnown, XLSFormNames.words.contains(column.name) { continue }
        if isFirst {
          notes.add(
            .presentationOnly, path,
            isKnown
              ? "A form has this in one language: `\(head.abridged)`"
              : "Nobody knows which language this is: `\(head.abridged)`")
        }
      } else if XLSFormNames.isVisual(column.name) {
        notes.add(.presentationOnly, path, "`\(head.abridged)` is kept for front ends alone")
        if let text = row.text(head: head) { look.append(.init(head, .string(text))) }
      } else if XLSFormNames.remarks.contains(column.name) {
        continue
      } else if isGroup, XLSFormNames.ofQuestions.contains(column.name) {
        notes.add(.presentationOnly, path, "Of a group `\(head.abridged)` asks nothing")
      } else if XLSFormNames.programs.contains(column.name) {
        notes.add(.program, path, "What `\(head.abridged)` works out, no form can say")
      } else if XLSFormNames.counterpartless.contains(column.name) {
        notes.add(
          .noCounterpart, path, "A form has no `\(head.abridged)` here",
          effect: XLSFormNames.deciding.contains(column.name) ? .laxer : .nothing)
      } else if sheet == "choices" {
        // Columns of one's own are what choices are filtered by.
        notes.add(.presentationOnly, path, "`\(head.abridged)` is kept for front ends alone")
        if let text = row.text(head: head) { look.append(.init(head, .string(text))) }
      } else if isFirst {
        // pyxform makes nothing of it.
        notes.add(
          .unknownProperty, path, "XLSForm has no column `\(head.abridged)`", effect: .nothing)
      }
    }
    return look
  }
}

/// What is found.
extension XLSFormImport {
  /// A group or list that has begun.
  private struct Bracket {
    var surroundings: Surroundings
    var path: String
  }

  private mutating func find(_ rows: [JSONValue]) {
    var open: [Bracket] = []
    for (index, value) in rows.enumerated() where !Self.isBlank(value) {
      guard let row = row(value, index, of: "survey", aliases: XLSFormNames.survey) else {
        continue
      }
      let isOff = row.object["disabled"]?.draftText.flatMap(Self.flag) ?? false
      guard let type = row.text("type"), !isOff else {
        if !isOff, row.has("name") || row.has("label") {
          notes.add(.unsupportedField, row.path, "A row without a type asks for nothing")
        }
        continue
      }
      let around = open.last?.surroundings ?? Surroundings()
      switch XLSFormNames.bracket(type) {
      case .begin(let isList):
        guard open.count < Self.deepest else {
          notes.add(.unsupportedField, row.path, "Groups within groups beyond all bounds")
          var inner = around
          inner.isGone = true
          open.append(Bracket(surroundings: inner, path: row.path))
          continue
        }
        let inner = begin(row, isList: isList, in: around)
        open.append(Bracket(surroundings: inner, path: row.path))
      case .beginLoop:
        notes.add(.unsupportedField, row.path, "A form has no group for each choice of a list")
        var inner = around
        inner.isGone = true
        open.append(Bracket(surroundings: inner, path: row.path))
      case .end:
        if open.popLast() == nil {
          notes.add(.wrongValue, row.path, "Nothing has begun that could end here")
        }
      case nil:
        if around.isGone { continue }
        read(row, ofType: type, in: around)
      }
    }
    for bracket in open {
      notes.add(.wrongValue, bracket.path, "It has no end, and is taken to end with the sheet")
    }
  }

  private mutating func begin(
    _ row: XLSFormRow, isList: Bool, in around: Surroundings
  ) -> Surroundings {
    var inner = around
    if around.isGone { return inner }
    guard let name = row.text("name") else {
      notes.add(.unsupportedField, row.path, "A group without a name has no values")
      inner.isGone = true
      return inner
    }
    if isList, around.list != nil {
      notes.add(.unsupportedField, row.path, "There are no lists in lists")
      inner.isGone = true
      return inner
    }
    guard take(name, around) else {
      notes.add(.duplicate, row.path, "Another row has the name \"\(name.abridged)\"")
      inner.isGone = true
      return inner
    }
    readGuards(of: row, at: node(around) + [name], into: &inner.guards)
    if isList, !inner.guards.visible.isEmpty {
      notes.add(
        .reinterpreted, row.path(to: "relevant"),
        "The fields of entries are hidden, and the list itself is not", effect: .nothing)
    }
    if !row.has("label") { notes.add(.madeUp, row.path, "A group needs a label, and has its name") }
    let label = words("label", of: row) ?? name
    let description = words("hint", of: row)
    if around.list != nil {
      inner.names.append(name)
      inner.labelPrefix = around.labelPrefix + label + XLSFormExport.labelDash
      if description != nil {
        notes.add(.presentationOnly, row.path(to: "hint"), "An entry of a list has no groups in it")
      }
      let told = notes.entries.count
      _ = tellLeftovers(of: row, in: "survey", isGroup: true)
      notes.dropLooks(from: told)
      return inner
    }
    let outer = around.section.map { sections[$0].path } ?? []
    var section = ForeignSection(
      object: row.object, name: name, label: label, description: description, outer: around.section,
      path: outer + [name])
    if around.section != nil {
      notes.add(
        .presentationOnly, row.path, "That the group is within another is kept for front ends")
    }
    if isList {
      readRepetition(of: row, into: &section)
      if !inner.guards.visible.isEmpty { notes.releaseEntries(&section.repetition, row.path) }
    }
    let look = tellLeftovers(of: row, in: "survey", isGroup: true)
    if !look.isEmpty { section.presentation = [.init("xlsform", .object(look))] }
    inner.section = sections.count
    if isList {
      inner.list = sections.count
      inner.names = []
      listScopes[sections.count] = ForeignScope()
    }
    sections.append(section)
    return inner
  }

  private mutating func readRepetition(of row: XLSFormRow, into section: inout ForeignSection) {
    section.repetition = []
    guard let text = row.text("repeat_count") else { return }
    guard let count = Int(text), (1...1_000).contains(count) else {
      notes.add(
        .program, row.path(to: "repeat_count"), "How many entries there are is worked out")
      return
    }
    section.repetition = [
      .init("minEntries", .integer(count)), .init("maxEntries", .integer(count)),
    ]
    section.entryCount = count
  }

  /// What a row says of when it is asked for, and when its values can be edited.
  func readGuards(of row: XLSFormRow, at node: [String], into guards: inout Guards) {
    if let text = row.text("relevant") {
      guards.visible.append((text, row.path(to: "relevant"), node))
    }
    guard let text = row.text("read_only") else { return }
    switch Self.flag(text) {
    case true?: guards.isReadOnly = true
    case false?: break
    case nil: guards.enabled.append((text, row.path(to: "read_only"), node))
    }
  }

  /// Whether a cell says true or false; nil for an expression that looks at something.
  static func flag(_ text: String) -> Bool? {
    switch text {
    case "yes", "Yes", "YES", "true", "True", "TRUE": return true
    case "no", "No", "NO", "false", "False", "FALSE": return false
    default: break
    }
    guard case .constant(let value) = ForeignExpression(xpath: text) else { return nil }
    switch value {
    case .bool(let flag): return flag
    case .string(let text): return !text.isEmpty
    case .number: return Decimal(foreign: value) != Decimal(0)
    case .null, .array, .object: return nil
    }
  }

  /// Whether nothing has a name so far where a row stands.
  private mutating func take(_ name: String, _ around: Surroundings) -> Bool {
    takenNames.insert(node(around) + [name]).inserted
  }

  /// The names that lead from the root to the group in which something stands.
  private func node(_ around: Surroundings) -> [String] {
    (around.section.map { sections[$0].path } ?? []) + around.names
  }

  /// The names that lead from the root to a question.
  func node(_ question: Question) -> [String] {
    node(question.surroundings) + [question.name]
  }

  /// What the names in the expressions of a question mean.
  func meaning(for question: Question) -> XPathMeaning {
    var meaning = XPathMeaning(scope: scope, ambiguous: ambiguous)
    if let list = question.surroundings.list, let inner = listScopes[list] {
      meaning.scope.add(contentsOf: inner)
    }
    return meaning
  }

  /// What an expression says that holds for a question: its own, or that of a group around it.
  func expression(_ text: String, at node: [String], for question: Question) -> ForeignExpression? {
    expression(text, at: node, isOwn: node == self.node(question))
  }

  /// What an expression says at a node, with the names of questions in the place of paths.
  ///
  /// - Parameters:
  ///   - text: the cell
  ///   - node: the names that lead to the node
  ///   - isFilter: it is asked of choices, where only `current()` leads to the node
  ///   - isOwn: the node is a question; a group has no value of its own
  /// - Returns: nil for a text that is no expression
  func expression(
    _ text: String, at node: [String], isFilter: Bool = false, isOwn: Bool = true
  ) -> ForeignExpression? {
    ForeignExpression(xpath: Self.plain(text))?.replacingNames { name in
      if name == "." { return isOwn ? nil : .call("path", []) }
      guard name.utf8.contains(UInt8(ascii: "/")) || name.hasPrefix("..") else {
        return nil
      }
      guard let place = XPathPlace(name), place.isCurrent || place.isAbsolute || !isFilter,
        place.root.map(rootNames.contains) ?? true
      else { return .call("path", []) }
      guard let names = place.names(from: node) else { return .call("path", []) }
      if names == node { return isOwn && !isFilter ? .variable(".") : .call("path", []) }
      return nodes[names].map { .variable($0) } ?? .call("path", [])
    }
  }

  private mutating func read(_ row: XLSFormRow, ofType type: String, in around: Surroundings) {
    let selection = XLSFormNames.selection(type)
    let kind: XLSFormNames.Kind? =
      selection.map { selection in
        selection.problem.map { .any($0) } ?? .select(isMultiple: selection.isMultiple)
      } ?? XLSFormNames.kind(XLSFormNames.plain(type))
    switch kind {
    case nil: add(row, as: .unknown, choosing: nil, in: around)
    case .program? where isCalculated(row, in: around):
      add(row, as: .program, choosing: nil, in: around)
    case .program?:
      // What is worked out refuses no record, whatever is asked of it: nobody gives it as an answer. Conditions
      // on it are told where they stand.
      return notes.add(.program, row.path, Self.calculatesNothing, effect: .nothing)
    case .none(let why)?: return notes.add(.presentationOnly, row.path, why)
    case .select where choices[selection?.list ?? ""] == nil:
      return notes.add(
        .unsupportedField, row.path,
        "There are no choices called \"\((selection?.list ?? "").abridged)\"")
    case let kind?:
      add(row, as: kind, choosing: selection, in: around)
    }
  }

  private mutating func add(
    _ row: XLSFormRow, as kind: XLSFormNames.Kind, choosing selection: XLSFormNames.Selection?,
    in around: Surroundings
  ) {
    guard questions.count < ConversionLimit.fields else {
      return notes.add(.unsupportedField, row.path, ConversionLimit.tooManyFields)
    }
    guard let name = row.text("name") else {
      return notes.add(.unsupportedField, row.path, "A question without a name has no value")
    }
    guard take(name, around) else {
      return notes.add(.duplicate, row.path, "Another row has the name \"\(name.abridged)\"")
    }
    if !names.insert(name).inserted { ambiguous.insert(name) }
    var question = Question(
      row: row, kind: kind, name: name, surroundings: around, path: around.names + [name])
    question.list = selection?.list ?? ""
    questions.append(question)
    guard selection?.hasOther ?? false else { return }
    listsWithOther.insert(question.list)
    guard take(name + "_other", around) else {
      return notes.add(
        .duplicate, row.path, "Another row has the name \"\(name.abridged)_other\"")
    }
    question.kind = .text
    question.isOther = true
    question.name = name + "_other"
    question.path = around.names + [question.name]
    questions.append(question)
  }

  /// Gives every field, list and group its key; those of the record have their names first.
  private mutating func nameEverything() {
    var keys = UniqueKeys()
    func isPlain(_ question: Question) -> Bool {
      question.path.count == 1 && question.surroundings.section == nil
    }
    for index in questions.indices where isPlain(questions[index]) {
      questions[index].key = keys.key(for: [questions[index].name])
    }
    for index in sections.indices { sections[index].key = keys.key(for: sections[index].path) }
    for index in questions.indices where !isPlain(questions[index]) {
      let outer = questions[index].surroundings.section.map { sections[$0].path } ?? []
      questions[index].key = keys.key(for: outer + questions[index].path)
    }
    for section in sections where section.repetition != nil {
      scope.add(section.name, .init(key: section.key, isList: true))
      nodes[section.path] = section.name
    }
    for question in questions {
      let node = node(question)
      nodes[node] =
        ambiguous.contains(question.name) ? Self.pathName(of: node) : question.name
    }
  }

  /// What expressions call a question that shares its name with others.
  private static func pathName(of node: [String]) -> String {
    "/" + node.joined(separator: "/")
  }

  /// Makes a question known to expressions, once it is known what it is.
  mutating func enter(_ index: Int) {
    let question = questions[index]
    guard let target = question.target else { return }
    var names = [question.name]
    if ambiguous.contains(question.name) { names.append(Self.pathName(of: node(question))) }
    for name in names {
      if let list = question.surroundings.list {
        listScopes[list]?.add(name, target)
      } else {
        scope.add(name, target)
      }
    }
  }
}
