import FieldModels

/// A form as Form.io has it: a component for each field, panels for groups, containers for what stands
/// in an object of its own, and grids for lists.
struct FormioExport {
  var outline: FormOutline

  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var export = FormioExport(
      outline: try FormOutline(
        of: document, takingCalculations: true, takingListsOf: [.entry, .area, .date]))
    return export.form()
  }

  private mutating func form() -> Conversion {
    var members: [JSONValue.Member] = []
    if let title = outline.form.text("title") { members.append(.init("title", .string(title))) }
    let plan = FormPlan(of: &outline)
    let components = components(plan.top, of: plan)
    let look = outline.look(of: outline.form, in: "formio")
    members.append(
      .init("display", look["display"] ?? .string(Self.display(of: components))))
    members.append(.init("components", .array(components)))
    outline.tellLeftovers()
    return Conversion(form: .value(.object(members)), report: outline.notes.report())
  }

  /// How components are shown where nothing else is said: page by page, where all are in panels.
  static func display(of components: [JSONValue]) -> String {
    let types = components.compactMap { $0["type"]?.string }.filter { $0 != "button" }
    return 1 < types.count && types.allSatisfy { $0 == "panel" } ? "wizard" : "form"
  }

  private mutating func components(
    _ parts: [FormPlan.Part], of plan: FormPlan
  ) -> [JSONValue] {
    parts.compactMap { part in
      switch part {
      case .field(let index): component(index)
      case .group(let group):
        outline.valueFields[group] != nil
          ? values(of: group) : container(group, components(plan.parts(of: group), of: plan))
      }
    }
  }

  private mutating func container(_ index: Int, _ components: [JSONValue]) -> JSONValue {
    let group = outline.groups[index]
    let isInput = !group.path.isEmpty
    let look = outline.look(of: group.object, in: "formio")
    let isForm = look["type"] == "form" && 1 < group.path.count && group.path.last == "data"
    var type = isForm ? "form" : isInput ? "container" : "panel"
    if look["type"] == "fieldset", type == "panel" { type = "fieldset" }
    if group.repetition != nil { type = look["type"] == "editgrid" ? "editgrid" : "datagrid" }
    let path = type == "form" ? group.path.dropLast() : group.path
    let key = isInput ? path.joined(separator: ".") : group.key
    var members: [JSONValue.Member] = [
      .init("type", .string(type)), .init("key", .string(key)), .init("input", .bool(isInput)),
      .init(isInput ? "label" : type == "fieldset" ? "legend" : "title", .string(group.label)),
    ]
    tellUnnamed(group.object)
    if isInput,
      path.contains(where: { $0.contains(".") }) || path.count > 1 && group.key != key
    {
      outline.notes.add(
        .reinterpreted, group.object.path, "Its key is made of the names of its path",
        effect: .nothing)
    }
    if isInput, path.count == 1, group.key != key {
      outline.notes.add(
        .reinterpreted, group.object.path(to: "key"), "Its key is the name of its path",
        effect: .nothing)
    }
    if let text = group.object.text("description") {
      members.append(.init("description", .string(text)))
    }
    if let repetition = group.repetition {
      var validate: [JSONValue.Member] = []
      let least = repetition.integer("minEntries") ?? 0
      if 0 < least {
        validate += [.init("required", true), .init("minLength", .integer(least))]
        tellEmptyRows(of: group, index)
      }
      if let most = repetition.integer("maxEntries") {
        validate.append(.init("maxLength", .integer(most)))
      }
      if 1 < least || repetition.has("maxEntries") {
        outline.notes.add(
          .reinterpreted, repetition.path, "Form.io holds to it only what people add and take out")
      }
      if !validate.isEmpty { members.append(.init("validate", .object(validate))) }
      if let text = repetition.text("addLabel") {
        members.append(.init("addAnother", .string(text)))
      }
      let entries = values(inEntriesOf: index)
      let asks = outline.fields.contains {
        $0.group == index && $0.object.peek("required") == .bool(true)
      }
      let isRequired = group.object.bool("required")
      // A grid begins with an empty row by itself.
      let isUsual = type == "datagrid" && asks && isRequired && entries == [[:]]
      if !entries.isEmpty, !isUsual {
        members.append(.init("defaultValue", .array(entries)))
      } else if type == "datagrid", !isUsual {
        members.append(.init("initEmpty", true))
      }
      // An absent list is refused, as of one that must be there, unless there is a default that is written into the record.
      let isFilledIn = members["defaultValue"] != nil
      if asks, least == 0, isFilledIn == isRequired {
        outline.notes.add(
          .reinterpreted, repetition.path,
          isRequired
            ? "Form.io writes what a list begins with into a record without it"
            : "What is required in an entry is asked for even where there is none")
      }
    }
    for member in look
    where members[member.name] == nil && FormioNames.visual.contains(member.name) {
      members.append(member)
    }
    members.append(.init("components", .array(components)))
    return .object(members)
  }

  /// Tells where Form.io refuses a required grid in which nothing is answered, and the form takes it.
  private mutating func tellEmptyRows(of group: FormOutline.Group, _ index: Int) {
    if group.object.peek("schema") == FormioNames.schemaOfAnswered {
      _ = group.object["schema"]
      return
    }
    if outline.asksInEntries(of: index) { return }
    outline.notes.add(
      .reinterpreted, group.object.path, "To Form.io a row in which nothing is answered is none",
      effect: .stricter)
  }

  /// The component with several values that a list of values is; nil where there is none for them.
  private mutating func values(of index: Int) -> JSONValue? {
    let group = outline.groups[index]
    guard let repetition = group.repetition,
      let place = outline.valueFields[index],
      case .object(var members)? = component(place)
    else { return nil }
    let type = members["type"]?.string ?? ""
    let isTags = type == "tags"
    // Form.io looks at tags in no way but that there are some.
    if isTags { _ = (group.object["lenient"], outline.fields[place].object["lenient"]) }
    members.append(isTags ? .init("storeas", "array") : .init("multiple", true))
    guard FormioImport.takesSeveral(type), group.path.allSatisfy({ !$0.contains(".") }) else {
      outline.notes.add(
        .unsupportedField, group.object.path, "Form.io has no component of several such values")
      return nil
    }
    let key = group.path.joined(separator: ".")
    members["key"] = .string(key)
    if group.key != key {
      outline.notes.add(
        .reinterpreted, group.object.path(to: "key"), "Its key is made of the names of its path",
        effect: .nothing)
    }
    members["label"] = .string(group.label)
    if outline.fields[place].label != group.label {
      outline.notes.add(
        .presentationOnly, outline.fields[place].object.path(to: "label"),
        "A component of several values has one label")
    }
    if members["description"] == nil, let text = group.object.text("description") {
      members.append(.init("description", .string(text)))
    }
    if let text = repetition.text("addLabel") { members.append(.init("addAnother", .string(text))) }
    if isTags, let most = repetition.integer("maxEntries") {
      members.append(.init("maxTags", .integer(most)))
    }
    require(least: repetition.integer("minEntries") ?? 0, of: group, isTags: isTags, &members)
    let drafts = values(inEntriesOf: index)
    // One that has to be there is, without a word.
    let count = members["validate"]?["required"] == true ? 1 : 0
    if drafts.contains(where: { $0 != "" }) || drafts.count != count {
      members["defaultValue"] = .array(drafts)
    }
    return .object(members)
  }

  /// Says that there has to be a value, which asks each of several for something as well, and the other way
  /// round.
  private mutating func require(
    least: WholeNumber, of group: FormOutline.Group, isTags: Bool,
    _ members: inout [JSONValue.Member]
  ) {
    var validate = members["validate"]?.members ?? []
    let asks = validate["required"] == true
    if 1 < least {
      outline.notes.add(
        .noCounterpart, group.object.path(to: "repeat") + "/minEntries",
        "Form.io asks for one value at least")
    }
    if !isTags, asks != (0 < least) {
      outline.notes.add(
        .reinterpreted, group.object.path(to: "repeat"),
        "Form.io asks for a value and for something in each together", effect: .stricter)
    }
    if 0 < least, !asks { validate.append(.init("required", true)) }
    if !validate.isEmpty { members["validate"] = .object(validate) }
    // Null may stand in the place of any list that need not be there.
    if group.object["whenEmpty"] != "null", least == 0 {
      outline.notes.add(
        .reinterpreted, group.object.path, "Null is taken in the place of the list", effect: .laxer)
    }
  }

  private mutating func component(_ index: Int) -> JSONValue? {
    let condition = outline.visibleCondition(of: outline.fields[index])
    outline.releaseUnchecked(
      index,
      saysVisible: condition.map { canSay($0, for: outline.fields[index]) } ?? true)
    let field = outline.fields[index]
    let object = field.object
    let key = field.path.joined(separator: ".")
    let isPlain = field.path.allSatisfy { !$0.isEmpty && !$0.contains(".") }
    guard isPlain, field.kind != .date || field.mode != .countDownTimer else {
      outline.notes.add(.unsupportedField, object.path, "Form.io has no component for it")
      return nil
    }
    let look = presentation(of: field)
    let type = look["type"]?.string ?? "textfield"
    if field.kind == .any, !FormioNames.takesAny(type), look["multiple"] != true {
      outline.notes.add(
        .unsupportedField, object.path, "Form.io has no component for any value")
      return nil
    }
    let outer = field.group.map { outline.groups[$0].path } ?? []
    let returning =
      outer.isEmpty ? key : field.key == key ? key : (outer + field.path).joined(separator: ".")
    if returning != field.key, !field.path.isEmpty {
      outline.notes.add(
        .reinterpreted, object.path(to: "key"), "It is known by the name of its value",
        effect: .nothing)
    }
    var members: [JSONValue.Member] = [
      .init("type", "textfield"), .init("key", .string(key)), .init("input", true),
      .init("label", .string(field.label)),
    ]
    tellUnnamed(object)
    for (ours, theirs) in [("placeholder", "placeholder"), ("helper", "description")] {
      if let text = object.text(ours) { members.append(.init(theirs, .string(text))) }
    }
    var validate: [JSONValue.Member] = []
    switch field.kind {
    case .picker: readRows(of: field, look, &members, &validate)
    case .date: readDate(of: field, &members)
    case .area:
      members["type"] = "textarea"
      tellTyped(field)
    case .entry:
      if let fields = dayFields(of: field) {
        write(dayOf: fields, field, to: &members)
      } else {
        readEntry(of: field, &members)
      }
      if look["type"] == "tags", members["type"] == "textfield" { members["type"] = "tags" }
    case .any: members["type"] = .string(type)
    }
    if field.isSecure, members["type"] != "password" {
      outline.notes.add(
        .noCounterpart, object.path(to: "secure"), "A line of text alone is hidden",
        effect: .nothing)
    }
    readDefault(of: field, &members)
    if field.object.has("calculate") { readCalculation(of: field, &members) }
    readState(of: field, &members, &validate)
    readRules(of: field, &members, &validate)
    outline.tellBlanksAreNoAnswer(in: field)
    if field.valueKind == .integer, ["number", "currency"].contains(members["type"]),
      validate["integer"] == nil
    {
      validate.append(.init("integer", true))
    }
    if look["inputMask"] != nil { validate.append(.init("skipMaskValidation", true)) }
    if !validate.isEmpty { members.append(.init("validate", .object(validate))) }
    for member in look
    where !["type", "fields"].contains(member.name) && members[member.name] == nil {
      members.append(member)
    }
    return .object(members)
  }

  private mutating func tellUnnamed(_ object: ForeignObject) {
    guard object.peek("label") == "" else { return }
    outline.notes.add(
      .reinterpreted, object.path(to: "label"), "What has no label is shown with its key",
      effect: .nothing)
  }

  /// How the field looked in Form.io, and no more than that.
  private mutating func presentation(of field: FormOutline.Field) -> [JSONValue.Member] {
    outline.look(of: field.object, in: "formio").filter {
      field.kind == .any || ["type", "inputMask", "fields", "minYear"].contains($0.name)
        || FormioNames.visual.contains($0.name)
    }
  }

  private mutating func tellTyped(_ field: FormOutline.Field) {
    if field.valueKind != .string {
      outline.notes.add(
        .noCounterpart, field.object.path(to: "value"), "Its value is a text", effect: .stricter)
    }
    tellKeyboard(field, "default")
    tellLength(field)
  }

  /// Tells how Form.io counts the length of a text, of whatever sort its component is.
  private mutating func tellLength(_ field: FormOutline.Field) {
    let counts =
      field.object.has("maxLength")
      || field.rules.contains { $0.object.has("minLength") || $0.object.has("maxLength") }
    if !counts {
      outline.tellUnusedLengthUnit(of: field)
    } else if field.lengthUnit != .utf16, field.lengthUnit != .words {
      outline.notes.add(
        .reinterpreted, field.object.path, "Form.io counts units of UTF-16", effect: .stricter)
    }
  }

  mutating func tellKeyboard(_ field: FormOutline.Field, _ keyboard: String) {
    let own = field.object.text("keyboard") ?? "default"
    guard own != keyboard else { return }
    let path = field.object.has("keyboard") ? field.object.path(to: "keyboard") : field.object.path
    outline.notes.add(
      .noCounterpart, path, "The keyboard is that of the component", effect: .nothing)
  }

  private mutating func readEntry(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let object = field.object
    if field.valueKind.isNumber {
      members["type"] = "number"
      tellKeyboard(field, "decimalPad")
      if object.bool("monetary") {
        members["type"] = "currency"
        members.append(.init("currency", "USD"))
      } else if let unit = object.text("unit") {
        members.append(.init("suffix", .string(unit)))
      }
      if field.valueKind == .integer {
        outline.notes.add(
          .reinterpreted, object.path(to: "value"), "A number with steps of one", effect: .nothing)
      }
      outline.tellUnusedLengthUnit(of: field)
      return
    }
    let hasMail = field.rules.contains { $0.object.peek("format") == "email" && $0.message == nil }
    switch object.text("keyboard") ?? "default" {
    case _ where field.isSecure:
      members["type"] = "password"
      tellTyped(field)
    case "phonePad":
      members["type"] = "phoneNumber"
      tellLength(field)
    case "URL"
    where field.rules.filter({ FormioURL.isSaid(by: $0) && $0.message == nil }).count == 2:
      members["type"] = "url"
      tellLength(field)
    case "emailAddress"
    where field.rules.contains { FormioEmail.isSaid(by: $0) && $0.message == nil }:
      members["type"] = "email"
      tellLength(field)
    case "emailAddress" where hasMail:
      members["type"] = "email"
      tellLength(field)
      outline.notes.add(
        .reinterpreted, object.path(to: "keyboard"),
        "An e-mail address is what Form.io takes for one")
    default: tellTyped(field)
    }
  }

  private mutating func readDate(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let object = field.object
    outline.tellUnusedLengthUnit(of: field)
    let isDay = dayFormat(of: field) != nil
    // Of what is sent in another way the component takes as much as the rule.
    let isRuled = object["lenient"] == true && field.rules.contains { FormioDates.isRule($0) }
    switch field.mode {
    case .date where isDay:
      members["type"] = "day"
      if object.text("valueFormat") == "dd/MM/yyyy" { members.append(.init("dayFirst", true)) }
      if !isRuled {
        outline.notes.add(
          .reinterpreted, object.path, "Form.io takes other ways to write a day, too")
      }
    case .time:
      members["type"] = "time"
      let isShort = field.rules.contains { FormioDates.isLength($0, of: "HH:mm") }
      let written =
        object.text("valueFormat").map { $0.replacing(text: "a", by: "A") }
        ?? (isShort ? "HH:mm" : "HH:mm:ss")
      members.append(.init("dataFormat", .string(written)))
      if FormioTimeText(written) == nil {
        outline.notes.add(
          .noCounterpart, object.path(to: "valueFormat"), "Form.io does not write times so",
          effect: .stricter)
      } else if !isRuled, !isShort,
        !field.rules.contains(where: { FormioDates.isLength($0, of: "HH:mm:ss") })
      {
        outline.notes.add(
          .reinterpreted, object.path, "A time has whole seconds there", effect: .stricter)
      }
    case .date, .dateAndTime, .countDownTimer:
      members["type"] = "datetime"
      if field.mode == .date { members.append(.init("enableTime", false)) }
      outline.notes.add(
        .reinterpreted, object.path,
        "Form.io has moments, with an offset, and takes all that JavaScript reads",
        effect: isRuled
          ? .nothing : [nil, false].contains(object.peek("lenient")) ? .laxer : .stricter)
    }
    var picker: [JSONValue.Member] = []
    for (ours, theirs) in [("minimumDate", "minDate"), ("maximumDate", "maxDate")] {
      guard let text = object.text(ours) else { continue }
      if text == DateBound.todayWord || field.mode == .time {
        outline.notes.add(.program, object.path(to: ours), "A limit that moves is a program there")
      } else {
        picker.append(.init(theirs, .string(text)))
      }
    }
    if isDay {
      members += picker
    } else if !picker.isEmpty {
      members.append(.init("datePicker", .object(picker)))
    }
    if object["clearable"] != true {
      outline.notes.add(
        .noCounterpart, object.path, "A date can be emptied", effect: .nothing)
    }
  }

  private mutating func readRows(
    of field: FormOutline.Field, _ look: [JSONValue.Member], _ members: inout [JSONValue.Member],
    _ validate: inout [JSONValue.Member]
  ) {
    let object = field.object
    for name in ["lengthUnit", "value", "keyboard"] where object.has(name) {
      _ = object[name]
      outline.notes.add(
        .noCounterpart, object.path(to: name), "A choice has none",
        effect: name == "value" ? .stricter : .nothing)
    }
    outline.tellTwins(of: field, "Form.io tells rows apart by their texts")
    if field.rows.isEmpty {
      outline.notes.add(.noCounterpart, object.path, "A picker without rows")
    }
    let clears = object.bool("clearable")
    let wished = look["type"]?.string
    if field.isBoolean, wished == nil {
      members["type"] = "checkbox"
      let words = zip(field.rows, ["Yes", "No"]).allSatisfy { $0.label == $1 }
      if !words {
        outline.notes.add(
          .noCounterpart, object.path(to: "data"), "A box has no words", effect: .nothing)
      }
      if clears {
        outline.notes.add(
          .noCounterpart, object.path(to: "clearable"), "A box is cleared by a click",
          effect: .nothing)
      }
      return
    }
    var isText = false
    let values = field.rows.map { row -> JSONValue in
      let text = row.value.draftText ?? ""
      if FormioImport.value(of: .string(text), "auto") != row.value { isText = true }
      return ["label": .string(row.label ?? text), "value": .string(text)]
    }
    if isText {
      members.append(.init("dataType", "string"))
      if field.rows.contains(where: { $0.value.string == nil }) {
        outline.notes.add(
          .reinterpreted, object.path(to: "data"), "The values are all texts", effect: .stricter)
      }
    }
    let areFlags = object.bool("asFlags")
    if field.isMultiple, areFlags || wished == "selectboxes" {
      members["type"] = "selectboxes"
      let isLenient = object["lenient"] == true
      members.append(.init("values", .array(values)))
      if !areFlags {
        outline.notes.add(
          .reinterpreted, object.path,
          "The value has each row, chosen or not, and any other is taken")
      } else if !isLenient {
        outline.notes.add(.reinterpreted, object.path, "Other names and values are taken as well")
      }
    } else if !field.isMultiple, wished == "radio" {
      members["type"] = "radio"
      members.append(.init("values", .array(values)))
      if clears {
        outline.notes.add(
          .noCounterpart, object.path(to: "clearable"), "A choice is not taken back",
          effect: .nothing)
      }
    } else {
      members["type"] = "select"
      members.append(.init("data", ["values": .array(values)]))
      if field.isMultiple { members.append(.init("multiple", true)) }
      if clears == field.isMultiple {
        outline.notes.add(
          .noCounterpart, object.path, "A choice can be taken back", effect: .nothing)
      }
    }
    for (ours, theirs) in [("minItems", "minSelectedCount"), ("maxItems", "maxSelectedCount")] {
      guard let count = object.integer(ours) else { continue }
      validate.append(.init(theirs, .integer(count)))
      if members["type"] != "selectboxes" {
        outline.notes.add(.reinterpreted, object.path(to: ours), "Only boxes are counted")
      }
    }
  }

  private mutating func readDefault(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let drafts = outline.drafts(of: field)
    guard !drafts.isEmpty else {
      // Without a draft it says nothing.
      _ = field.object["whenMissing"]
      return
    }
    let values = drafts.map { value(of: $0, in: field) }
    tellFilledIn(field, members["type"]?.string ?? "")
    if members["type"] == "selectboxes" {
      members.append(.init("defaultValue", .object(drafts.map { .init($0, true) })))
    } else {
      members.append(.init("defaultValue", field.isMultiple ? .array(values) : values[0]))
    }
  }

  /// Tells where Form.io's server writes the default into a record that lacks the field and a form does not, or the
  /// other way round.
  private mutating func tellFilledIn(_ field: FormOutline.Field, _ type: String) {
    let isStated = field.object.text("whenMissing") == "default"
    let isFilledIn = !["number", "currency", "password"].contains(type)
    let asks =
      ![nil, false].contains(field.object.peek("required")) || !field.rules.isEmpty
      || outline.isWatched(field.key)
    if isStated == isFilledIn || !asks { return }
    let draft = field.kind == .date ? "date" : "text"
    outline.notes.add(
      .reinterpreted, field.object.path(to: isStated ? "whenMissing" : draft),
      isStated
        ? "Form.io writes no number into a record that lacks it"
        : "Form.io writes it into a record that lacks it",
      effect: isStated ? .stricter : .laxer)
  }

  /// What is in the entries that a list begins with.
  private mutating func values(inEntriesOf list: Int) -> [JSONValue] {
    var days: [String: FormOutline.Field] = [:]
    for field in outline.fields where field.group == list && field.path.count == 1 {
      if dayFormat(of: field) != nil { days[field.path[0]] = field }
    }
    let only = outline.valueFields[list].map { outline.fields[$0] }
    return outline.values(inEntriesOf: list).map { entry in
      if let only {
        return dayFormat(of: only) == nil
          ? entry : entry.draftText.map { value(of: $0, in: only) } ?? entry
      }
      return .object(
        entry.members.map { member in
          guard let day = days[member.name], let draft = member.value.draftText else {
            return member
          }
          return .init(member.name, value(of: draft, in: day))
        })
    }
  }

  /// How a day is written that is a component of its own; nil for any other field.
  private func dayFormat(of field: FormOutline.Field) -> DatePattern? {
    guard field.kind == .date, field.mode == .date,
      let format = field.object.peek("valueFormat")?.string,
      ["MM/dd/yyyy", "dd/MM/yyyy"].contains(format)
    else { return nil }
    return try? DatePattern.parse(format).get()
  }

  /// The value that a draft of a field is there.
  func value(of draft: String, in field: FormOutline.Field) -> JSONValue {
    if let format = dayFormat(of: field),
      case .success(let day) = DateValue.parse(draft, mode: .date)
    {
      return .string(format.format(day))
    }
    return outline.value(of: draft, in: field)
  }

  private mutating func readState(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member],
    _ validate: inout [JSONValue.Member]
  ) {
    let object = field.object
    let isRequired = outline.requirement("required", of: field, standard: false)
    switch isRequired {
    case .always where members["type"] == "checkbox" && !field.rules.contains(where: isBox):
      outline.notes.add(
        .noCounterpart, object.path(to: "required"), "A box that is required has to be checked")
    case .always: validate.append(.init("required", true))
    case .when:
      outline.notes.add(.program, object.path(to: "required"), "A requirement that comes and goes")
    case .never: break
    }
    switch outline.requirement("visible", of: field, standard: true) {
    case .always: break
    case .never: members.append(.init("hidden", true))
    case .when(let condition):
      // One that can't be said is told where nothing is asked for it.
      if let value = conditional(condition, for: field) {
        members.append(.init("conditional", value))
      } else if let program = program(condition, for: field) {
        members.append(.init("customConditional", .string(program)))
      }
    }
    _ = object["enabled"]
    if object.bool("readOnly") { members.append(.init("disabled", true)) }
    if object.text("state") == "active" {
      members.append(.init("autofocus", true))
    } else if object.has("state"), !FormOutline.isDisabled(field) {
      outline.notes.add(
        .noCounterpart, object.path(to: "state"), "A component begins in no state",
        effect: .nothing)
    }
    switch object.text("whenHidden") {
    case "keep": members.append(.init("clearOnHide", false))
    case "clear":
      outline.notes.add(
        .reinterpreted, object.path(to: "whenHidden"), "What is hidden is left out",
        effect: .nothing)
    default: break
    }
    let type = members["type"]?.string ?? ""
    let usual =
      ["number", "currency"].contains(type)
      ? nil : field.isMultiple ? nil : type == "checkbox" ? "omit" : "empty"
    if isRequired != .always, object.text("whenEmpty") != usual {
      let path = object.has("whenEmpty") ? object.path(to: "whenEmpty") : object.path
      outline.notes.add(
        .reinterpreted, path, "What is empty is what Form.io makes of it", effect: .nothing)
    }
  }

  /// Whether a rule says of a box that it has to be checked.
  func isBox(_ rule: FormOutline.Rule) -> Bool { rule.object.peek("oneOf") == ["true"] }
}
