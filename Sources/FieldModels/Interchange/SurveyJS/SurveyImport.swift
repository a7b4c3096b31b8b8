import FieldModels

/// A document made of a survey of SurveyJS.
///
/// Questions become fields, pages and panels groups, dynamic panels and matrices lists. What a person
/// can enter in the survey can be entered in the form and the other way round, as far as the report
/// says nothing else; a survey itself holds values that come from elsewhere to less.
struct SurveyImport {
  var notes = ForeignNotes()
  var questions: [Question] = []
  /// The pages, panels and lists.
  var sections: [ForeignSection] = []
  var scope = ForeignScope(ignoresCase: true)
  /// The names in the entries of each list.
  var listScopes: [Int: ForeignScope] = [:]
  var settings = Settings()
  /// Where the conditions stand that no form says, and those that it says nearly.
  var unsayable: Set<String> = []
  var near: Set<String> = []
  var patterns = PatternCache()
  var triggers = SurveyTriggers()
  /// What conditions name that nothing in the survey is called.
  var outsiders = ForeignOutsiders(ignoresCase: true)
  /// What the entries hold that lists begin with.
  private var beginnings: [Int: [JSONValue]] = [:]
  /// The words that questions have for their being required, as far as they agree.
  var requiredWords: Set<String> = []
  /// The texts that questions offer, by their keys.
  var offers: [JSONValue.Member] = []
  /// How the rows of the question that is read look, by their drafts.
  var rowLooks: [JSONValue.Member] = []
  /// When those rows are offered that say so themselves, by their drafts.
  var rowConditions: [String: (text: String, path: String)] = [:]
  /// All that those rows say which are objects, by their drafts.
  var rowMembers: [String: JSONValue] = [:]
  private var names: Set<[String]> = []
  /// The texts in which questions may be named.
  private var mentions: [String] = []

  static let deepest = 24
  /// What a survey itself gives a value under these names, in lower case.
  private static let namesOfSurveys = [
    "choice", "item", "locale", "pagecount", "pageno", "panel", "panelindex", "row", "rowindex",
    "rowname", "rowtitle", "rowvalue", "self", "survey", "visiblepanelindex", "visiblerowindex",
  ]
  /// Where the questions of no list are, by their names, once somebody looks for one.
  var questionPlaces: [String: Int] = [:]
  /// How many rows the pickers have so far.
  var rowCount = 0

  /// The language in which the survey is read; nil for its own.
  var language: String?
  /// The languages in which it has texts, by their tags, as far as there are not too many.
  private var languages: [String] = []
  /// The texts that it has in the language in which it is read.
  private var ownTexts: Set<String> = []

  /// What a survey says for all of its questions.
  struct Settings {
    var locale = ""
    var isReadOnly = false
    var maxTextLength: WholeNumber?
    var maxCommentLength: WholeNumber?
    var storesOthersAsComment = true
    var hiddenValue = "omit"
    var ruleList = "endEditing"
  }

  /// What holds for everything in a page or panel.
  struct Guards {
    var visible: [(text: String, path: String)] = []
    var enabled: [(text: String, path: String)] = []
    var isHidden = false
    var isReadOnly = false
  }

  /// Where a question stands.
  struct Surroundings {
    var section: Int?
    var list: Int?
    var guards = Guards()
    /// The names that lead to its value from the record or the entry.
    var names: [String] = []
    /// What stands before its name in expressions, such as `panel.`.
    var variable = ""
    var labelPrefix = ""
    var depth = 0
    /// What the names of the cells begin with in the row of a matrix.
    var row: String?
    /// The page's name, and whether others come before it.
    var page = ""
    var isBehindFirstPage = false
    /// The rows of a matrix, for columns without their own.
    var choices: JSONValue?
    var choicesPath = ""
    /// The object of which something must be answered, by the place of what says so.
    var askedTogether: String?
  }

  /// A question that becomes a field.
  struct Question {
    var object: ForeignObject
    var type: String
    var name: String
    var surroundings: Surroundings
    /// Where its value stands in the record, or in an entry.
    var path: [String]
    var key = ""
    var content: [JSONValue.Member] = []
    var rules: [JSONValue] = []
    var target: ForeignScope.Target?
    var presentation: [JSONValue.Member] = []
    /// How many rows stand in the survey, before those that its settings add.
    var ownRowCount = 0
    /// When rows are offered that say so themselves, by their drafts.
    var rowConditions: [String: (text: String, path: String)] = [:]
    /// All that rows say which are objects, by their drafts.
    var rowMembers: [String: JSONValue] = [:]
    /// The rows of a simple matrix, when it is made of one of them.
    var label: String?
    var isRequired: Bool?
    /// Something else than `isRequired` asks for an answer.
    var isAnswered = false
    /// So many rows must be chosen.
    var asksForRows: Bool {
      let isOfSeveral =
        ["checkbox", "tagbox"].contains(type)
        || type == "ranking" && object.isSet("selectToRankEnabled")
        || type == "imagepicker" && object.isSet("multiSelect")
      return isOfSeveral && 0 < object.peek("minSelectedChoices")?.wholeNumber ?? 0
    }
    /// The object that it is in asks for an answer of one of its fields.
    var asked: Requirement?
    /// The text for a choice that is not in the list is a question of its own, for the row `other`.
    var hasOtherRow = false
    /// The validators that ask for an expression, which are read once all names are known.
    var pendingExpressions: [ForeignObject] = []
    /// It is the comment beside a question.
    var isComment = false
    /// Its answer may be any value, as far as the form knows.
    var isAny = false
  }

  /// What a survey calculates beside its questions, by the names in lower case.
  var calculated: [String: ForeignExpression] = [:]

  static func document(of survey: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard case .object = survey, survey["components"] == nil,
      survey["pages"]?.array ?? survey["elements"]?.array ?? survey["questions"]?.array != nil
    else {
      throw ConversionRefusal("A survey is an object with `pages` or `elements`")
    }
    var reading = SurveyImport()
    var made = reading.document(of: survey)
    let others = reading.languages.filter { $0 != reading.ownLanguage }.prefix(FormLanguages.limit)
    if others.isEmpty { return made }
    var versions = [
      FormLanguages.Version(
        tag: reading.ownLanguage, form: try made.form.value(), ownTexts: reading.ownTexts)
    ]
    for language in others {
      var other = SurveyImport()
      other.language = language
      let form = try other.document(of: survey).form.value()
      versions.append(.init(tag: language, form: form, ownTexts: other.ownTexts))
    }
    made.form = .value(FormLanguages.merged(versions))
    return made
  }

  /// The tag of the language that the survey is in unless it is shown in another.
  private var ownLanguage: String { settings.locale.isEmpty ? "en" : settings.locale }

  private mutating func document(of value: JSONValue) -> Conversion {
    guard let survey = notes.object(value, path: "") else {
      return Conversion(form: .value([:]), report: notes.report())
    }
    readSettings(of: survey)
    mentions = Self.mentions(in: value)
    scope.comparesLists = true
    var members: [JSONValue.Member] = []
    if let title = words("title", of: survey) { members.append(.init("title", .string(title))) }
    if let text = words("description", of: survey) {
      members.append(.init("description", .string(text)))
    }
    readTriggers(of: survey)
    readCalculatedValues(of: survey)
    find(in: survey)
    let look = tellLeftovers(of: survey)
    if !look.isEmpty { members.append(.init("presentation", ["survey": .object(look)])) }
    nameEverything()
    outsiders.note(
      value, members: ["name", "setToName", "valueName"],
      besides: Self.namesOfSurveys + questions.map { $0.key } + sections.map { $0.key })
    for index in questions.indices { questions[index].content = content(of: index) }
    for index in questions.indices { enter(index) }
    readCalculations()
    askTogether()
    for (list, entries) in beginnings.sorted(by: { $0.key < $1.key }) {
      var columns: [String: ForeignSection.Column] = [:]
      for question in questions where question.surroundings.list == list {
        guard question.path.count == 1, let target = question.target else { continue }
        columns[question.path[0]] = .init(
          key: question.key, target: target, isSecure: question.content["secure"] == true)
      }
      if !sections[list].begin(with: entries, columns: columns) {
        notes.add(
          .noCounterpart, sections[list].object.path(to: "defaultValue"),
          "Entries begin without some of these values", effect: .nothing)
      }
    }
    var fields = questions.indices.map {
      (value: field(of: $0), origin: questions[$0].object.path)
    }
    fields += outsiders.fields
    if !offers.isEmpty { members.append(.init("autofill", .object(offers))) }
    if requiredWords.count == 1, !requiredWords.contains(""), let words = requiredWords.first,
      language == nil || ownTexts.contains(words)
    {
      let language = language ?? ownLanguage
      members.append(
        .init("messages", .object([.init(language, ["valueMissing": .string(words)])])))
    }
    return Conversion(head: members, sections: sections, fields: fields, notes: notes)
  }

  private mutating func readSettings(of survey: ForeignObject) {
    settings.locale = survey.text("locale") ?? ""
    settings.isReadOnly = survey.bool("readOnly") || survey.text("mode") == "display"
    settings.maxTextLength = survey.integer("maxTextLength").flatMap { 0 < $0 ? $0 : nil }
    settings.maxCommentLength = survey.integer(first: "maxCommentLength", "maxOthersLength")
      .flatMap { 0 < $0 ? $0 : nil }
    if survey.flag("storeOthersAsComment") == false { settings.storesOthersAsComment = false }
    if let word = survey.text("clearInvisibleValues") {
      settings.hiddenValue = hiddenValue(word) ?? "omit"
    }
    let isTyping = survey.text("textUpdateMode") == "onTyping"
    if isTyping, survey.text("checkErrorsMode") == "onValueChanged" { settings.ruleList = "live" }
  }

  func hiddenValue(_ word: String) -> String? {
    switch word {
    case "none": "keep"
    case "onHidden", "onHiddenContainer": "clear"
    case "onComplete": "omit"
    default: nil
    }
  }

  /// The words of a property in the language in which the survey is read.
  mutating func words(_ name: String, of object: ForeignObject) -> String? {
    guard let value = object[name] else { return nil }
    let path = object.path(to: name)
    guard let text = plainWords(value) else {
      notes.add(.wrongValue, path, "This is no text")
      return nil
    }
    if case .object(let texts) = value {
      for member in texts.prefix(2 * FormLanguages.limit)
      where member.name != "default" && !languages.contains(member.name)
        && languages.count < 2 * FormLanguages.limit
      {
        guard Format.language.matches(member.name) else {
          if language == nil {
            notes.add(
              .presentationOnly, path, "`\(member.name.abridged)` is no language tag")
          }
          continue
        }
        languages.append(member.name)
      }
    }
    return text.isEmpty ? nil : text
  }

  /// A text in the language in which the survey is read, else what SurveyJS shows in its place.
  mutating func plainWords(_ value: JSONValue) -> String? {
    guard case .object(let texts) = value else {
      if language == nil, let text = value.draftText { ownTexts.insert(text) }
      return value.draftText
    }
    let own = texts[language ?? settings.locale] ?? (language == nil ? texts["default"] : nil)
    if let text = own?.string { ownTexts.insert(text) }
    let base = texts[settings.locale] ?? texts["default"] ?? texts["en"] ?? texts.first?.value
    return (own ?? base)?.string
  }

  /// Whether it makes no difference what value a question has: nothing is asked of it, and no
  /// expression looks at it that decides what is asked of others.
  private func isFree(_ question: ForeignObject) -> Bool {
    let asking = [
      "isRequired", "requiredIf", "validators", "valueName", "showCommentArea",
      "min", "max", "minValueExpression", "maxValueExpression", "minSelectedChoices", "maskType",
    ]
    guard let name = question.peek("name")?.string, !name.isEmpty,
      !asking.contains(where: { question.peek($0) != nil }),
      ["text", "comment", "checkbox", "imagepicker", "boolean"].contains(question.peek("type"))
    else { return false }
    return !isMentioned(name)
  }

  /// Whether an expression may look at the question with a name that decides what is asked of others.
  private func isMentioned(_ name: String) -> Bool {
    let name = name.lowercased()
    return mentions.contains { $0.contains(text: "{" + name) || $0.contains(text: "." + name) }
  }

  /// The texts of a survey, in lower case, but for those by which values are written.
  private static func mentions(in value: JSONValue) -> [String] {
    switch value {
    case .string(let text): text.utf8.contains(UInt8(ascii: "{")) ? [text.lowercased()] : []
    case .array(let elements): elements.flatMap(mentions)
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.name == "triggers" || member.name == "calculatedValues" {
          return ["{" + member.value.json.lowercased()]
        }
        return SurveyNames.writers.contains(member.name) ? [] : mentions(in: member.value)
      }
    case .null, .bool, .number: []
    }
  }

  /// Tells of what nobody has asked for.
  ///
  /// - Parameters:
  ///   - object: what was read
  ///   - isOpaque: nobody knows what it is, so that everything is kept
  /// - Returns: how the object looks, for `presentation`
  mutating func tellLeftovers(
    of object: ForeignObject, isOpaque: Bool = false
  ) -> [JSONValue.Member] {
    var presentation: [JSONValue.Member] = []
    for name in object.leftovers {
      let path = object.path(to: name)
      let isSurvey = object.path.isEmpty
      if SurveyNames.programs.contains(name) {
        let isHarmless =
          name == "bindings"
          ? SurveyNames.asksNothing(object.whole)
          : SurveyNames.writers.contains(name) && isFree(object)
        notes.add(
          .program, path, "What `\(name)` computes, no form can say",
          effect: isHarmless ? .nothing : .laxer)
      } else if isSurvey, SurveyNames.course.contains(name) {
        notes.add(.presentationOnly, path, "A form has no `\(name)`")
      } else if (isSurvey ? SurveyNames.survey : SurveyNames.visual).contains(name) {
        notes.add(.presentationOnly, path, "`\(name)` is kept for front ends alone")
        if let value = object.peek(name) { presentation.append(.init(name, value)) }
      } else if isOpaque, let value = object.peek(name) {
        notes.add(
          .presentationOnly, path, "`\(name)` is kept for front ends alone",
          effect: SurveyNames.deciding.contains(name)
            && !(SurveyNames.isRange(object) && SurveyNames.limitsOfRange.contains(name))
            && !SurveyNames.asksNothing(object.whole) ? .laxer : .nothing)
        presentation.append(.init(name, value))
      } else if !isSurvey, SurveyNames.counterpartless.contains(name) {
        notes.add(
          .noCounterpart, path, "A form has no `\(name)`",
          effect: SurveyNames.deciding.contains(name) ? .laxer : .nothing)
      } else {
        // All that a survey itself judges answers by is known; it reads no other property.
        notes.add(
          .unknownProperty, path, "`\(name)` is no property of SurveyJS that is known",
          effect: .nothing)
      }
    }
    return presentation
  }
}

/// What is found.
extension SurveyImport {
  private mutating func find(in survey: ForeignObject) {
    if let loose = survey.list(first: "elements", "questions") {
      find(loose.elements, at: survey.path(to: loose.name), Surroundings())
    }
    guard let pages = survey.list("pages") else { return }
    for (index, value) in pages.enumerated() {
      let path = "/pages/\(index)"
      guard let page = notes.object(value, path: path) else { continue }
      var around = Surroundings()
      around.page = page.text("name") ?? ""
      around.isBehindFirstPage = 0 < index
      let isGroup = 1 < pages.count || page.has("title") || page.has("description")
      findInside(
        page, around, named: isGroup ? page.text("name") ?? "page\(index + 1)" : nil)
    }
  }

  /// Goes into a page or panel.
  private mutating func findInside(
    _ object: ForeignObject, _ surroundings: Surroundings, named name: String?
  ) {
    var inner = surroundings
    inner.depth += 1
    guard inner.depth < Self.deepest else {
      return notes.add(.unsupportedField, object.path, "Panels within panels beyond all bounds")
    }
    readGuards(of: object, into: &inner.guards)
    var section: Int?
    if let name, surroundings.list == nil {
      if !object.has("title") {
        notes.add(.madeUp, object.path, "A group needs a label, and has its name")
      }
      let title = words("title", of: object) ?? name
      let description = words("description", of: object)
      section = sections.count
      inner.section = section
      sections.append(
        ForeignSection(object: object, name: name, label: title, description: description))
      tellOuter(surroundings.section, of: object)
    } else if object.has("title") || object.has("description") {
      _ = (object["title"], object["description"])
      notes.add(
        .presentationOnly, object.path(to: "title"), "An entry of a list has no groups in it")
    }
    for property in ["isRequired", "requiredIf"] where object[property] ?? false != false {
      notes.add(
        .noCounterpart, object.path(to: property), "That something in a group is answered")
    }
    if let inside = object.list(first: "elements", "questions", "templateElements") {
      find(inside.elements, at: object.path(to: inside.name), inner)
    }
    keepLook(of: object, in: section, as: nil)
  }

  /// Notes that the newest group is within another.
  private mutating func tellOuter(_ outer: Int?, of object: ForeignObject) {
    guard let outer else { return }
    sections[sections.count - 1].outer = outer
    notes.add(
      .presentationOnly, object.path, "That the group is within another is kept for front ends")
  }

  /// Keeps how a page, panel or list looks with its group.
  ///
  /// - Parameters:
  ///   - object: the page, panel or list
  ///   - section: its group; nil for one that makes none
  ///   - type: which question it was, where the group does not say it
  private mutating func keepLook(
    of object: ForeignObject, in section: Int?, as type: String?
  ) {
    var look: [JSONValue.Member] = []
    if let type { look.append(.init("type", .string(type))) }
    let told = notes.entries.count
    for member in tellLeftovers(of: object) {
      if member.name == "requiredErrorText" {
        notes.add(
          .presentationOnly, object.path(to: member.name), "A group has no words for a failure")
      } else {
        look.append(member)
      }
    }
    if let section {
      if !look.isEmpty { sections[section].presentation = [.init("survey", .object(look))] }
    } else {
      notes.dropLooks(from: told)
    }
  }

  private func readGuards(of object: ForeignObject, into guards: inout Guards) {
    let isVisible = object.flag("visible")
    if let text = object.text("visibleIf") {
      guards.visible.append((text, object.path(to: "visibleIf")))
    } else if isVisible == false {
      guards.isHidden = true
    }
    let isReadOnly = object.bool("readOnly")
    if let text = object.text("enableIf") {
      guards.enabled.append((text, object.path(to: "enableIf")))
    } else if isReadOnly {
      guards.isReadOnly = true
    }
  }

  private mutating func find(_ elements: [JSONValue], at path: String, _ around: Surroundings) {
    for (index, value) in elements.enumerated() {
      guard let object = notes.object(value, path: "\(path)/\(index)") else { continue }
      let type = object.text("type") ?? "text"
      let name = object.text("name") ?? ""
      switch type {
      case "panel", "flowpanel":
        let isGroup = object.has("title") || object.has("description") || around.section == nil
        findInside(object, around, named: isGroup ? name.isEmpty ? "panel" : name : nil)
      case "paneldynamic", "matrixdynamic": findList(object, ofType: type, named: name, in: around)
      case "matrixdropdown": findMatrix(object, named: name, in: around)
      case "matrix": findRows(object, named: name, in: around)
      case "multipletext": findItems(object, named: name, in: around)
      case _ where SurveyNames.unanswered[type] != nil:
        notes.add(.presentationOnly, object.path, SurveyNames.unanswered[type] ?? "")
      case "expression" where !Self.isCalculated(object) || name.isEmpty:
        notes.add(.presentationOnly, object.path, Self.calculatesNothing)
      case _ where ["elements", "templateElements"].contains(where: object.has):
        notes.add(
          .unknownProperty, object.path(to: "type"),
          "\"\(type)\" is no container that is known; what is in it is taken")
        findInside(object, around, named: nil)
      default: add(object, ofType: type, named: name, in: around)
      }
    }
  }

  /// Adds a question, unless another has its value already.
  ///
  /// - Parameters:
  ///   - object: the question
  ///   - type: what it is
  ///   - name: its name
  ///   - around: where it stands
  ///   - isAny: its answer may be any value; one of a type that is not known is that anyway
  mutating func add(
    _ object: ForeignObject, ofType type: String, named name: String, in around: Surroundings,
    isAny: Bool = false
  ) {
    guard questions.count < ConversionLimit.fields else {
      return notes.add(.unsupportedField, object.path, ConversionLimit.tooManyFields)
    }
    guard !name.isEmpty else {
      return notes.add(
        .unsupportedField, object.path, "A question without a name has no value",
        effect: SurveyNames.asksNothing(object.whole) ? .nothing : .laxer)
    }
    let valueName = object.text("valueName") ?? name
    let path = around.names + [valueName]
    guard take(path, around) else {
      return tellTaken(valueName, object)
    }
    var question = Question(
      object: object, type: type, name: name, surroundings: around, path: path)
    question.surroundings.labelPrefix = around.labelPrefix
    let isRange = SurveyNames.isRange(object)
    // A survey puts the choices that are not ranked behind those that are, so that conditions see them all.
    let isCompleted =
      type == "ranking" && !object.isSet("selectToRankEnabled")
      && (isMentioned(name) || isMentioned(valueName))
    question.isAny = isAny || isCompleted || SurveyNames.takesAny(type, isRange: isRange)
    question.hasOtherRow = addOther(object, ofType: type, named: name, valueName, in: around)
    questions.append(question)
    if question.hasOtherRow {
      questions.swapAt(questions.count - 1, questions.count - 2)
    } else {
      addComment(object, named: name, valueName, in: around)
    }
  }

  /// The text for a choice that is not in the list, where it is stored beside the row `other`.
  ///
  /// - Returns: whether there is one
  private mutating func addOther(
    _ object: ForeignObject, ofType type: String, named name: String, _ valueName: String,
    in around: Surroundings
  ) -> Bool {
    let isSeveral = SurveyNames.several.contains(type)
    let own = object.peek("storeOthersAsComment")?.draftText ?? "default"
    let isShown = ["showOtherItem", "hasOther"].contains(where: object.isSet)
    let choices = object.peek("choices")?.array ?? []
    let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") }
    guard isShown, own == "default" ? settings.storesOthersAsComment : own == "true", isPlain,
      isSeveral || ["dropdown", "radiogroup"].contains(type), around.names.isEmpty,
      object.peek("choices")?.array != nil, !object.has("choicesByUrl"),
      !choices.contains(where: { ($0["value"] ?? $0).draftText?.lowercased() == "other" }),
      !["showCommentArea", "hasComment", "choicesFromQuestion"].contains(where: object.has)
    else { return false }
    let path = [valueName + "-Comment"]
    guard take(path, around) else { return false }
    var inner = around
    let test = isSeveral ? "contains" : "="
    inner.guards.visible.append(
      ("{\(around.variable)\(name)} \(test) 'other'", object.path(to: "showOtherItem")))
    questions.append(
      Question(
        object: object, type: "comment", name: name + "-Comment", surroundings: inner, path: path,
        label: words("otherText", of: object) ?? "Other (describe)", isRequired: true,
        isComment: true))
    return true
  }

  /// Tells of a question whose value another has already.
  private mutating func tellTaken(_ valueName: String, _ object: ForeignObject) {
    notes.add(
      .duplicate, object.path, "Another question has the value \"\(valueName)\"",
      effect: SurveyNames.asksNothing(object.whole) ? .nothing : .laxer)
  }

  /// The text beside a question, which has a value of its own.
  private mutating func addComment(
    _ object: ForeignObject, named name: String, _ valueName: String, in around: Surroundings
  ) {
    guard object.flag(first: "showCommentArea", "hasComment")?.value == true else { return }
    let path = around.names + [valueName + "-Comment"]
    guard take(path, around) else { return }
    let label = words("commentText", of: object) ?? "Other (describe)"
    questions.append(
      Question(
        object: object, type: "comment", name: name + "-Comment", surroundings: around, path: path,
        label: label, isRequired: false, isComment: true))
  }

  /// Whether nothing has a place in the record, or in the entries of a list, so far.
  private mutating func take(_ path: [String], _ around: Surroundings) -> Bool {
    let outer = around.list == nil ? around.section.map { sections[$0].path } ?? [] : []
    return names.insert(["\(around.list ?? -1)"] + outer + path).inserted
  }

  private mutating func findList(
    _ object: ForeignObject, ofType type: String, named name: String, in around: Surroundings
  ) {
    if around.list != nil {
      // There are no lists in lists.
      return add(object, ofType: type, named: name, in: around, isAny: true)
    }
    let valueName = object.text("valueName") ?? name
    guard !name.isEmpty, take([valueName], around) else {
      return tellTaken(valueName, object)
    }
    let isPanel = type == "paneldynamic"
    var inner = around
    inner.depth += 1
    readGuards(of: object, into: &inner.guards)
    if !inner.guards.visible.isEmpty || inner.guards.isHidden || object.has("clearIfInvisible") {
      notes.add(
        .reinterpreted, object.path, "The fields of entries are hidden, and the list itself is not",
        effect: .nothing)
      _ = object["clearIfInvisible"]
    }
    let label = words("title", of: object) ?? name
    let description = words("description", of: object)
    var section = ForeignSection(
      object: object, name: name, label: label, description: description, path: [valueName])
    // It is read once the fields have keys.
    _ = object["keyName"]
    readRepetition(of: object, isPanel, into: &section)
    let list = sections.count
    let first = questions.count
    if !inner.guards.visible.isEmpty || !inner.guards.enabled.isEmpty || inner.guards.isHidden {
      notes.releaseEntries(&section.repetition, object.path)
    }
    release(&section, around)
    inner.section = sections.count
    inner.list = sections.count
    inner.names = []
    inner.variable = isPanel ? "panel." : "row."
    sections.append(section)
    tellOuter(around.section, of: object)
    listScopes[sections.count - 1] = ForeignScope(ignoresCase: true)
    if isPanel {
      if let inside = object.list(first: "templateElements", "questions", "elements") {
        find(inside.elements, at: object.path(to: inside.name), inner)
      }
    } else {
      findColumns(object, inner)
      findDetails(object, inner)
    }
    let isAlwaysShown =
      inner.guards.visible.isEmpty && inner.guards.enabled.isEmpty && !inner.guards.isHidden
      && trigger(of: sections[list], around) == nil
    askForEntries(of: list, isPanel, isAlwaysShown, among: questions[first...])
    keepLook(of: object, in: inner.section, as: isPanel ? nil : type)
  }

  private mutating func readRepetition(
    of object: ForeignObject, _ isPanel: Bool, into section: inout ForeignSection
  ) {
    let (least, most, count) =
      isPanel
      ? ("minPanelCount", "maxPanelCount", "panelCount")
      : ("minRowCount", "maxRowCount", "rowCount")
    let shown = object.integer(least) ?? 0
    let isRequired = object.bool("isRequired")
    let minimum: WholeNumber = isRequired ? 1 : 0
    if object.text("requiredIf") != nil {
      notes.add(.noCounterpart, object.path(to: "requiredIf"), "A list is required always or never")
    }
    let started = max(0, object.integer(count) ?? (isPanel ? 0 : 2), minimum, shown)
    section.entryCount = Int(min(started, 1_000))
    if 1_000 < started {
      notes.add(
        .wrongValue, object.path(to: count), "More entries than a form begins with",
        effect: .nothing)
    }
    var repetition: [JSONValue.Member] = []
    if 0 < minimum { repetition.append(.init("minEntries", .integer(minimum))) }
    // There is a greatest number in any case.
    let standard: WholeNumber = isPanel ? 100 : 1_000
    let maximum = object.integer(most).flatMap { 0 < $0 ? $0 : nil } ?? standard
    repetition.append(.init("maxEntries", .integer(max(minimum, min(maximum, standard)))))
    if let text = words(isPanel ? "addPanelText" : "addRowText", of: object)
      ?? words("panelAddText", of: object)
    {
      repetition.append(.init("addLabel", .string(text)))
    }
    if let value = object["defaultValue"] {
      section.entryCount = min(max(value.array?.count ?? 0, section.entryCount), 1_000)
      // What is in them is taken once it is known what the fields are.
      beginnings[sections.count] = value.array ?? [["": value]]
    }
    section.repetition = repetition
  }

  /// Asks for entries where a survey shows some that are refused without an answer.
  ///
  /// A survey shows entries of its own where a record has none. It does not ask for them, but for what must be answered
  /// in them. A list of panels counts as absent if it is empty, and a matrix does not. Rows are added to a matrix that
  /// has some, up to the least number.
  ///
  /// - Parameters:
  ///   - list: the place of its section
  ///   - isPanel: it is a list of panels, and no matrix
  ///   - isAlwaysShown: no condition hides the list
  ///   - questions: those of an entry
  private mutating func askForEntries(
    of list: Int, _ isPanel: Bool, _ isAlwaysShown: Bool, among questions: ArraySlice<Question>
  ) {
    let object = sections[list].object
    let isRequired = object.isSet("isRequired")
    func count(_ name: String) -> Int { object.peek(name)?.wholeNumber.flatMap { Int($0) } ?? 0 }
    let least = count(isPanel ? "minPanelCount" : "minRowCount")
    let started =
      isPanel ? max(least, count("panelCount")) : object.has("rowCount") ? count("rowCount") : 2
    let asking = questions.filter {
      $0.isRequired ?? $0.object.isSet("isRequired")
        || $0.object.has("requiredIf") || $0.asksForRows
    }
    let isCertain =
      isAlwaysShown
      && asking.contains { question in
        question.surroundings.guards.visible.isEmpty && question.surroundings.guards.enabled.isEmpty
          && !question.surroundings.guards.isReadOnly && !question.isComment
          && !["visibleIf", "enableIf", "requiredIf", "visible", "readOnly"].contains {
            question.object.has($0)
          }
      }
    if isRequired, isAlwaysShown {
      let asked = isPanel ? 1 : max(1, min(least, 1_000))
      sections[list].repetition?["minEntries"] = .integer(asked)
      if let most = sections[list].repetition?["maxEntries"]?.wholeNumber, most < WholeNumber(asked)
      {
        sections[list].repetition?["maxEntries"] = .integer(asked)
      }
      // An entry without anything in it is none.
      if !isCertain, isPanel || 0 < least {
        sections[list].schema = SurveyNames.schema(ofAnswered: asked)
      }
      return
    }
    if asking.isEmpty || started < 1 && (isPanel || least < 2) { return }
    guard isCertain else {
      return notes.add(
        .reinterpreted, object.path,
        "What is required in an entry is asked for only where there is one")
    }
    if isPanel {
      sections[list].repetition?.insert(.init("minEntries", 1), at: 0)
      return
    }
    if 0 < started { sections[list].isRequired = true }
    if 1 < least {
      sections[list].schema = SurveyNames.schema(ofRows: WholeNumber(least))
    }
  }

  /// The columns of a matrix, as questions.
  private mutating func findColumns(_ matrix: ForeignObject, _ around: Surroundings) {
    var inner = around
    inner.choices = matrix.list("choices").map { .array($0) }
    inner.choicesPath = matrix.path(to: "choices")
    let cellType = matrix.text("cellType") ?? "dropdown"
    for (index, value) in (matrix.list("columns") ?? []).enumerated() {
      let path = matrix.path(to: "columns") + "/\(index)"
      guard let column = column(value, path: path) else { continue }
      let name = column.text("name") ?? ""
      var type = column.text("cellType") ?? "default"
      if type == "default" { type = cellType }
      if let why = type == "expression" ? Self.calculatesNothing : SurveyNames.unanswered[type] {
        notes.add(type == "expression" ? .program : .presentationOnly, column.path, why)
      } else {
        // A cell has one answer, whatever its type says.
        add(
          column, ofType: type, named: name, in: inner,
          isAny: SurveyNames.containers.contains(type))
      }
    }
  }

  /// The questions below a row of a matrix, whose answers stand beside its cells.
  private mutating func findDetails(_ matrix: ForeignObject, _ around: Surroundings) {
    let mode = matrix.peek("detailPanelMode")?.string ?? "none"
    guard let questions = matrix.list("detailElements"), mode != "none" else { return }
    find(questions, at: matrix.path(to: "detailElements"), around)
  }

  private mutating func column(_ value: JSONValue, path: String) -> ForeignObject? {
    guard let name = value.draftText else { return notes.object(value, path: path) }
    return notes.object(["name": .string(name)], path: path)
  }

  /// A row of a matrix.
  private struct MatrixRow {
    var value: String
    var label: String
    var path: String
    /// When it is shown, and when it can be answered.
    var visible: String?
    var enabled: String?

    /// Adds what it says to what holds for its cells.
    func add(to guards: inout Guards) {
      if let visible { guards.visible.append((visible, path + "/visibleIf")) }
      if let enabled { guards.enabled.append((enabled, path + "/enableIf")) }
    }
  }

  /// The rows of a matrix: their values, and their words.
  private mutating func rows(of matrix: ForeignObject, _ property: String) -> [MatrixRow] {
    (matrix.list(property) ?? []).enumerated().compactMap { index, value in
      let path = matrix.path(to: property) + "/\(index)"
      if let text = value.draftText { return MatrixRow(value: text, label: text, path: path) }
      guard let row = notes.object(value, path: path) else { return nil }
      guard let text = row.draft("value") else {
        if !row.has("value") { notes.add(.wrongValue, path, "A row without a value") }
        return nil
      }
      let label = words("text", of: row) ?? text
      let found = MatrixRow(
        value: text, label: label, path: path, visible: row.text("visibleIf"),
        enabled: row.text("enableIf"))
      tellLeftovers(of: row, as: "rows")
      return found
    }
  }

  /// A matrix with fixed rows: a group, in which each cell has a field.
  private mutating func findMatrix(
    _ object: ForeignObject, named name: String, in around: Surroundings
  ) {
    guard let inner = group(object, named: name, in: around) else { return }
    // Without rows there is no cell.
    if object.peek("rows")?.array == [] { _ = object["columns"] }
    for row in rows(of: object, "rows") {
      var cells = inner
      row.add(to: &cells.guards)
      cells.names.append(row.value)
      cells.labelPrefix = row.label + " – "
      cells.variable = inner.variable + name + "." + row.value + "."
      cells.row = cells.variable
      findColumns(object, cells)
      findDetails(object, cells)
    }
    closeGroup(object, inner)
  }

  /// A matrix of choices: a group, in which each row has a field.
  private mutating func findRows(
    _ object: ForeignObject, named name: String, in around: Surroundings
  ) {
    let each = object.flag(first: "eachRowRequired", "isAllRowRequired")?.value == true
    guard object.has("rows"), object.peek("rows")?.array != [] else {
      // Without columns nothing can be chosen.
      let asks = object.has("columns") || object.has("isRequired") || object.has("requiredIf")
      _ = (object["rows"], object["columns"])
      return notes.add(
        .unsupportedField, object.path, "A matrix without rows", effect: asks ? .laxer : .nothing)
    }
    let isMultiple = object.text("cellType") == "checkbox"
    guard var inner = group(object, named: name, in: around, isRequired: each) else { return }
    inner.choices = object.list("columns").map { .array($0) }
    inner.choicesPath = object.path(to: "columns")
    for var row in rows(of: object, "rows") {
      let path = inner.names + [row.value]
      if each, row.enabled != nil {
        // A survey asks for the row all the same.
        row.enabled = nil
        notes.add(
          .program, row.path + "/enableIf", "That a required row can be answered by a condition")
      }
      guard questions.count < ConversionLimit.fields else {
        notes.add(.unsupportedField, row.path, ConversionLimit.tooManyFields)
        continue
      }
      guard take(path, inner), let place = notes.object([:], path: row.path) else {
        notes.add(.duplicate, row.path, "Another row has this value")
        continue
      }
      var around = inner
      row.add(to: &around.guards)
      questions.append(
        Question(
          object: place, type: isMultiple ? "checkbox" : "radiogroup", name: row.value,
          surroundings: around, path: path, label: row.label, isRequired: each))
    }
    closeGroup(object, inner)
  }

  /// Texts side by side: a group, in which each has a field.
  private mutating func findItems(
    _ object: ForeignObject, named name: String, in around: Surroundings
  ) {
    guard let inner = group(object, named: name, in: around) else { return }
    for (index, value) in (object.list("items") ?? []).enumerated() {
      let path = object.path(to: "items") + "/\(index)"
      guard let item = notes.object(value, path: path) else { continue }
      add(item, ofType: "text", named: item.text("name") ?? "", in: inner)
    }
    closeGroup(object, inner)
  }

  /// Begins a group for a question whose value is an object.
  private mutating func group(
    _ object: ForeignObject, named name: String, in around: Surroundings, isRequired: Bool = false
  ) -> Surroundings? {
    let valueName = object.text("valueName") ?? name
    guard !name.isEmpty, take(around.names + [valueName], around) else {
      notes.add(.duplicate, object.path, "Another question has the value \"\(valueName)\"")
      return nil
    }
    var inner = around
    inner.depth += 1
    readGuards(of: object, into: &inner.guards)
    if object.bool("isRequired"), !isRequired {
      inner.askedTogether = object.path(to: "isRequired")
    }
    if object.text("requiredIf") != nil {
      notes.add(
        .noCounterpart, object.path(to: "requiredIf"), "That something in an object is answered")
    }
    let label = words("title", of: object) ?? name
    let description = words("description", of: object)
    inner.variable = around.variable + name + "."
    if around.list == nil {
      inner.section = sections.count
      sections.append(
        ForeignSection(
          object: object, name: name, label: label, description: description, path: [valueName]))
      tellOuter(around.section, of: object)
      inner.names = []
    } else {
      inner.names.append(valueName)
      inner.labelPrefix = label + " – "
    }
    return inner
  }

  private mutating func closeGroup(_ object: ForeignObject, _ inner: Surroundings) {
    // An object is written as one without a word.
    let type = object.text("type").flatMap { $0 == "multipletext" ? nil : $0 }
    keepLook(of: object, in: inner.list == nil ? inner.section : nil, as: type)
  }

  /// Tells of what nobody has asked for of a row or validator.
  ///
  /// - Returns: how a row looks, for `presentation`
  @discardableResult
  mutating func tellLeftovers(of object: ForeignObject, as list: String) -> [JSONValue.Member] {
    var look: [JSONValue.Member] = []
    for name in object.leftovers {
      let path = object.path(to: name)
      switch name {
      case "visibleIf", "enableIf", "requiredIf":
        notes.add(.program, path, "That a row comes and goes by a condition")
      case _ where list == "choices" && SurveyNames.visualOfRows.contains(name):
        notes.add(.presentationOnly, path, "`\(name)` is kept for front ends alone")
        if let value = object.peek(name) { look.append(.init(name, value)) }
      case _ where SurveyNames.visualOfRows.contains(name), "randomize", "cellHint":
        notes.add(.presentationOnly, path, "A row has no `\(name)`")
      case "elements", "isCommentRequired", "isExclusive":
        notes.add(.noCounterpart, path, "A row has no `\(name)`")
      default:
        notes.add(
          .unknownProperty, path, "`\(name)` is known of none of the \(list)",
          effect: list == "validators" ? .laxer : .nothing)
      }
    }
    return look
  }
}

extension SurveyImport {
  /// Gives every field, list and group its key; those of the record have their names first.
  private mutating func nameEverything() {
    var keys = UniqueKeys()
    func isPlain(_ question: Question) -> Bool {
      question.path.count == 1 && question.surroundings.list == nil
        && question.surroundings.section.map { sections[$0].path.isEmpty } ?? true
    }
    for index in questions.indices where isPlain(questions[index]) {
      questions[index].key = keys.key(for: [questions[index].name])
    }
    for index in sections.indices where sections[index].repetition != nil {
      sections[index].key = keys.key(for: [sections[index].name])
    }
    for index in questions.indices where !isPlain(questions[index]) {
      let outer = questions[index].surroundings.section.map { sections[$0].path } ?? []
      questions[index].key = keys.key(
        for: outer + questions[index].path.dropLast() + [questions[index].name])
    }
    for index in sections.indices where sections[index].repetition == nil {
      sections[index].key = keys.key(for: [sections[index].name])
    }
    for (index, section) in sections.enumerated() where section.repetition != nil {
      let target = ForeignScope.Target(key: section.key, isList: true)
      scope.add(section.path.last ?? section.name, target)
      scope.add("\(section.name).length", target)
      // What differs in the entries is known once the fields have keys.
      let differing = questions.filter {
        $0.surroundings.list == index && $0.object.isSet("isUnique")
      }
      // Fields of which each must differ by itself are more than a list says.
      if differing.count == 1, !section.object.has("keyName") {
        _ = differing[0].object["isUnique"]
        sections[index].repetition?.append(.init("unique", [.string(differing[0].key)]))
      }
      guard let name = section.object.text("keyName") else { continue }
      let field = questions.first {
        $0.surroundings.list == index && $0.name == name
      }
      if let field {
        sections[index].repetition?.append(.init("unique", [.string(field.key)]))
      } else {
        notes.add(
          .wrongValue, section.object.path(to: "keyName"), "The entries have no \"\(name)\"")
      }
    }
  }

  /// Makes a question known to expressions, once it is known what it is.
  mutating func enter(_ index: Int) {
    let question = questions[index]
    guard let target = question.target else { return }
    let name = question.surroundings.variable
    if let list = question.surroundings.list {
      let own = question.path.joined(separator: ".")
      listScopes[list]?.add(String(name.prefix { $0 != "." }) + "." + own, target)
      listScopes[list]?.add(name + question.name, target)
    } else {
      scope.add(name + (name.isEmpty ? question.path[0] : question.name), target)
      scope.add(name + question.name, target)
      // What stands in an object is known by where that stands.
      let outer = question.surroundings.section.map { sections[$0].path } ?? []
      scope.add((outer + question.path).joined(separator: "."), target)
    }
  }
}
