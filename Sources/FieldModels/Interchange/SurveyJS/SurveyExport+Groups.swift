import FieldModels

/// Groups, as pages, panels and questions that hold others.
extension SurveyExport {
  /// The fields, in pages if each is in one, else in panels and beside them.
  mutating func elements() -> [JSONValue.Member] {
    let plan = FormPlan(of: &outline)
    let arePages =
      !plan.top.isEmpty
      && plan.top.allSatisfy { part in
        guard case .group(let group) = part else { return false }
        return outline.groups[group].path.isEmpty && outline.groups[group].repetition == nil
      }
    let elements = self.elements(plan.top, of: plan, arePages: arePages)
    return [.init(arePages ? "pages" : "elements", .array(elements))]
  }

  private mutating func elements(
    _ parts: [FormPlan.Part], of plan: FormPlan, arePages: Bool
  ) -> [JSONValue] {
    parts.compactMap { part in
      switch part {
      case .field(let index): question(index)
      case .group(let group): container(group, of: plan, isPage: arePages)
      }
    }
  }

  /// Whether the values of a group stand in an object of their own.
  private func isObject(_ group: Int) -> Bool {
    outline.groups[group].repetition == nil && !outline.groups[group].path.isEmpty
  }

  private mutating func container(_ index: Int, of plan: FormPlan, isPage: Bool) -> JSONValue? {
    let group = outline.groups[index]
    let look = outline.look(of: group.object, in: "survey")
    var members: [JSONValue.Member] = [.init("name", .string(group.key))]
    // A panel has no title unless it says so; a question has its name.
    if isPage, plan.top.count == 1, group.object.peek("label") == "",
      !group.object.has("description")
    {
      outline.notes.add(
        .noCounterpart, group.object.path, "The only page of a survey is no group without a title",
        effect: .nothing)
    } else if group.object.peek("label") == "" {
      outline.notes.add(
        .reinterpreted, group.object.path(to: "label"),
        "A panel without a title comes back with its name", effect: .nothing)
    } else if group.label != group.key || group.path.isEmpty {
      members.append(.init("title", .string(group.label)))
    }
    if let text = group.object.text("description") {
      members.append(.init("description", .string(text)))
    }
    if !group.path.isEmpty, group.path != [group.key] {
      members.append(.init("valueName", .string(group.path[0])))
      if 1 < group.path.count {
        outline.notes.add(
          .reinterpreted, group.object.path(to: "path"), "A survey has no objects in objects",
          effect: .nothing)
      }
    }
    let fields = plan.fields(of: index)
    var type: String?
    if let repetition = group.repetition {
      let elements = fields.compactMap { question($0) }
      type = isMatrix(index) ? "matrixdynamic" : "paneldynamic"
      readRepetition(repetition, of: group, isPanel: !isMatrix(index), &members)
      members +=
        isMatrix(index)
        ? matrixMembers(elements, of: group, look) : [.init("templateElements", .array(elements))]
    } else if isObject(index) {
      let matrix = matrix(of: fields, as: look["type"]?.string)
      type = matrix == nil ? "multipletext" : look["type"]?.string
      if matrix == nil, let wished = look["type"], wished != "multipletext" {
        tellNoMatrix(group)
      }
      members += matrix ?? [.init("items", .array(fields.compactMap { item($0) }))]
    } else {
      if !isPage { type = "panel" }
      members.append(
        .init("elements", .array(elements(plan.parts(of: index), of: plan, arePages: false))))
    }
    if let type { members.insert(.init("type", .string(type)), at: 0) }
    for member in look
    where members[member.name] == nil && SurveyNames.visual.contains(member.name) {
      members.append(member)
    }
    return .object(members)
  }

  private mutating func tellNoMatrix(_ group: FormOutline.Group) {
    outline.notes.add(
      .noCounterpart, group.object.path(to: "presentation"),
      "What is in it makes no matrix any more")
  }

  private mutating func readRepetition(
    _ repetition: ForeignObject, of group: FormOutline.Group, isPanel: Bool,
    _ members: inout [JSONValue.Member]
  ) {
    if let least = repetition.integer("minEntries"), 0 < least {
      if least == 1 || !isPanel { members.append(.init("isRequired", true)) }
      if 1 < least {
        members.append(.init(isPanel ? "minPanelCount" : "minRowCount", .integer(least)))
      }
      if 1 < least, isPanel {
        outline.notes.add(
          .reinterpreted, repetition.path(to: "minEntries"), "So many are shown, and not asked for")
      }
    }
    if let most = repetition.integer("maxEntries") {
      members.append(.init(isPanel ? "maxPanelCount" : "maxRowCount", .integer(most)))
    }
    let limit = isPanel ? 100 : 1_000
    if limit < repetition.integer("maxEntries") ?? .max {
      outline.notes.add(
        .reinterpreted, repetition.path, "A survey takes \(limit) entries and no more",
        effect: .stricter)
    }
    if let keys = repetition["unique"]?.array {
      if keys.count == 1, let key = keys[0].string, let place = outline.places[key] {
        members.append(.init("keyName", .string(outline.fields[place].path.last ?? key)))
        let words = "To a survey texts are the same in letters of either case"
        outline.notes.add(
          .reinterpreted, repetition.path(to: "unique"), words, effect: .stricter)
      } else {
        outline.notes.add(
          .noCounterpart, repetition.path(to: "unique"), "Entries differ in one field by itself")
      }
    }
    if let text = repetition.text("addLabel") {
      members.append(.init(isPanel ? "addPanelText" : "addRowText", .string(text)))
    }
    let place = outline.groupPlaces[group.key] ?? 0
    let entries = outline.values(inEntriesOf: place)
    let count = WholeNumber(entries.count)
    let asksInEntries = outline.asksInEntries(of: place)
    let asked = repetition.integer("minEntries").flatMap { Int($0) } ?? 0
    if 0 < asked, isPanel ? asked == 1 : true,
      group.object.peek("schema") == SurveyNames.schema(ofAnswered: asked)
    {
      // So a survey counts them that is asked for, a matrix if it has a least number.
      _ = group.object["schema"]
      if !isPanel, members["minRowCount"] == nil {
        members.append(.init("minRowCount", .integer(asked)))
      }
    } else if 0 < asked, isPanel || members["minRowCount"] != nil, !asksInEntries {
      outline.notes.add(
        .reinterpreted, repetition.path(to: "minEntries"),
        "To a survey an entry in which nothing is answered is none", effect: .stricter)
    }
    // A matrix shows rows where a record has none, and refuses them without what must be answered.
    if !isPanel, asksInEntries {
      if 0 < count, group.object.peek("required") == true { _ = group.object["required"] }
      if let least = Self.leastRows(group.object.peek("schema")) {
        _ = group.object["schema"]
        members.append(.init("minRowCount", .integer(least)))
      }
    }
    let isAsked = 0 < asked
    if entries.contains(where: { !$0.members.isEmpty }) {
      members.append(.init("defaultValue", .array(entries)))
    }
    if !isPanel {
      let isRefusedAbsent = asksInEntries && 0 < count
      let mayBeAbsent = isRefusedAbsent && group.object.peek("required") != true && !isAsked
      if mayBeAbsent, members["minRowCount"] == nil {
        if count == 1 {
          members.append(.init("minRowCount", 1))
        } else {
          outline.notes.add(
            .reinterpreted, group.object.path,
            "A matrix that shows rows asks for what must be answered in them, and shows none",
            effect: .nothing)
        }
      }
      // Without a word a matrix begins with two rows.
      members.append(.init("rowCount", .integer(mayBeAbsent ? 0 : count)))
    } else if 0 < count, !isAsked || count != repetition.integer("minEntries") {
      members.append(.init("panelCount", .integer(count)))
    }
    if isAsked, count == 0 {
      outline.notes.add(
        .reinterpreted, repetition.path(to: "minEntries"), "The entries are there", effect: .nothing
      )
    }
  }
}

/// Matrices.
extension SurveyExport {
  /// The least number of rows of a matrix that has any, if that is all that a schema says.
  private static func leastRows(_ schema: JSONValue?) -> WholeNumber? {
    guard let least = schema?["anyOf"]?.array?.last?["minItems"]?.wholeNumber,
      schema == SurveyNames.schema(ofRows: least)
    else { return nil }
    return least
  }

  /// Whether a list was a matrix.
  func isMatrix(_ group: Int) -> Bool {
    look(of: group)?["type"] == "matrixdynamic"
  }

  /// Whether the field of a group is a cell of a matrix with fixed rows.
  func isCell(_ field: FormOutline.Field) -> Bool {
    field.path.count == 2 && field.group.map { look(of: $0)?["type"] == "matrixdropdown" } ?? false
  }

  private func look(of group: Int) -> JSONValue? {
    outline.groups[group].object.peek("presentation")?["survey"]
  }

  /// The columns of a matrix, and below its rows the questions that can't be cells.
  private mutating func matrixMembers(
    _ questions: [JSONValue], of group: FormOutline.Group, _ look: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let columns = questions.map(column)
    let cells = JSONValue.Member("columns", .array(columns.compactMap { $0 }))
    let details = zip(questions, columns).filter { $0.1 == nil }.map { $0.0 }
    if details.isEmpty { return [cells] }
    let mode = look["detailPanelMode"]?.string.flatMap { $0 == "none" ? nil : $0 }
    let comeLast = columns.suffix(details.count).allSatisfy { $0 == nil }
    if mode == nil || !comeLast {
      outline.notes.add(
        .reinterpreted, group.object.path,
        "What can be no cell stands below the rows of the matrix",
        effect: .nothing)
    }
    return [
      cells, .init("detailElements", .array(details)),
      .init("detailPanelMode", .string(mode ?? "underRow")),
    ]
  }

  /// Questions as the columns of a matrix; nil where one can't be a cell.
  private func columns(_ questions: [JSONValue]) -> [JSONValue]? {
    let columns = questions.compactMap(column)
    return columns.count == questions.count ? columns : nil
  }

  /// A question as a column of a matrix; nil where it can't be a cell.
  private func column(_ question: JSONValue) -> JSONValue? {
    guard case .object(var members) = question, let type = members["type"]?.string,
      SurveyNames.cells.contains(type)
    else { return nil }
    members["type"] = nil
    members.append(.init("cellType", .string(type)))
    return .object(members)
  }

  /// The rows and columns that the fields of an object are; nil where they make no matrix.
  private mutating func matrix(of fields: [Int], as type: String?) -> [JSONValue.Member]? {
    guard type == "matrix" || type == "matrixdropdown" else { return nil }
    if fields.isEmpty, type == "matrixdropdown" {
      return [.init("columns", []), .init("rows", [])]
    }
    let before = outline.notes
    let found = type == "matrix" ? choices(of: fields) : cells(of: fields)
    if found == nil { outline.notes = before }
    return found
  }

  private mutating func choices(of fields: [Int]) -> [JSONValue.Member]? {
    var rows: [JSONValue] = []
    var common: [JSONValue.Member]?
    for index in fields {
      guard outline.fields[index].path.count == 1,
        case .object(var members) = question(index), members["type"] == "radiogroup",
        let name = members["name"], members["valueName"] == nil
      else { return nil }
      let title = members["title"]
      rows.append(title.map { ["value": name, "text": $0] } ?? name)
      for name in ["name", "title", "type"] { members[name] = nil }
      guard common == nil || common == members else { return nil }
      common = members
    }
    let known: Set<String> = [
      "choices", "isRequired", "visibleIf", "visible", "enableIf", "readOnly",
    ]
    guard var members = common, members.allSatisfy({ known.contains($0.name) }),
      let columns = members["choices"]
    else { return nil }
    let isRequired = members["isRequired"] == true
    for name in ["choices", "isRequired"] { members[name] = nil }
    if isRequired { members.append(.init("eachRowRequired", true)) }
    return [.init("columns", columns), .init("rows", .array(rows))] + members
  }

  private mutating func cells(of fields: [Int]) -> [JSONValue.Member]? {
    var rows: [(name: String, label: String, questions: [JSONValue])] = []
    for index in fields {
      let field = outline.fields[index]
      guard field.path.count == 2, case .object(var members) = question(index) else { return nil }
      let parts = field.label.split(around: " – ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      let (row, label) = (field.path[0], parts[0])
      members["title"] = parts[1] == field.path[1] ? nil : .string(parts[1])
      if rows.last?.name != row {
        if rows.contains(where: { $0.name == row }) { return nil }
        rows.append((row, label, []))
      }
      guard rows[rows.count - 1].label == label else { return nil }
      rows[rows.count - 1].questions.append(.object(members))
    }
    guard let first = rows.first, let columns = columns(first.questions),
      rows.allSatisfy({ $0.questions == first.questions })
    else { return nil }
    let names = rows.map { row -> JSONValue in
      row.name == row.label
        ? .string(row.name) : ["value": .string(row.name), "text": .string(row.label)]
    }
    return [.init("columns", .array(columns)), .init("rows", .array(names))]
  }
}
