import FieldModels

/// One rule of a form that a record may break.
struct SampleBreach: Sendable {
  let target: Target
  /// The rule as it is told: the property, and what it says.
  let rule: String
  let means: Means
  /// Fields other than the target must have such drafts, or the rule does not hold.
  var condition: Condition?
  var severity = Severity.error
  /// Whether a problem is that of this rule.
  let matches: @Sendable (Finding.Problem) -> Bool

  /// What has the rule.
  enum Target: Sendable {
    case field(Int)
    case list(Int)
    case object(Int)
  }

  /// How it is broken.
  enum Means: Sendable {
    /// By a draft of the field.
    case drafts
    /// By nothing filled in.
    case nothing
    /// By a value that no draft gives; nil: by none.
    case values([JSONValue?])
    /// By a value of the first entry.
    case entries([JSONValue])
    /// By so many entries.
    case count(Int)
    /// By an entry that is like another one.
    case twins
    /// By a member that the form does not know.
    case stranger
    /// By something filled in while the field is hidden.
    case hiding
    /// By a row, while the condition does not hold by which it is offered.
    case row(Draft, Condition)

    /// A value stands there that no draft gives.
    var isValue: Bool { if case .values = self { true } else { false } }
  }
}

/// A rule of a form for which no record was looked for.
struct SampleOmission: Sendable {
  let path: String
  let rule: String
  let reason: String
}

/// All rules of a form.
struct SampleBreaches {
  private(set) var all: [SampleBreach] = []
  private(set) var omissions: [SampleOmission] = []
  private let form: SampleForm

  /// Lists of more entries are not written out.
  static let mostEntries = 1_000

  init(_ form: SampleForm) {
    self.form = form
    for number in form.fields.indices { addField(number) }
    for number in form.layout.lists.indices { addList(number) }
    for number in form.layout.objects.indices { addObject(number) }
    for demand in form.layout.schemas where demand.mayRefuse {
      omissions.append(
        SampleOmission(
          path: demand.path, rule: Property.Name.valueSchema.rawValue,
          reason: "an object or a list is not made that its schema refuses"))
    }
  }

  // Fields.

  private mutating func addField(_ number: Int) {
    let definition = form.fields[number].definition
    if definition.isLenient != .always { addValues(number, definition) }
    // Of what must be filled in, that is told.
    if definition.isRequired == .never, definition.isVisible == .always,
      !form.fields[number].path.isEmpty
    {
      switch definition.presence {
      case .never: break
      case .always: addAbsence(number, nil)
      case .when(let condition): addAbsence(number, condition)
      }
    }
    if case .when(let condition) = definition.isVisible, definition.hiddenValue != .keep {
      add(number, "visible", by: .hiding, when: condition, severity: .warning) {
        if case .record(.hiddenValue) = $0 { true } else { false }
      }
    }
    if let why = definition.whyNeverChecked {
      if definition.hasChecks {
        omit(number, "its rules", since: "the field is never checked: \(why)")
      }
      return
    }
    switch definition.isRequired {
    case .never: break
    case .always: addMissing(number, nil)
    case .when(let condition): addMissing(number, condition)
    }
    if definition.calculation != nil {
      add(number, "calculate", by: .values(definition.strangeValues)) {
        switch $0 {
        case .draft(.notTrue, _), .draft(.notOneOf, _): true
        default: false
        }
      }
    } else {
      addLimits(number, definition)
    }
    for rule in definition.rules { add(rule, of: number, definition) }
  }

  private mutating func addMissing(_ number: Int, _ condition: Condition?) {
    let isMissing: @Sendable (Finding.Problem) -> Bool = {
      if case .draft(.valueMissing, _) = $0 { true } else { false }
    }
    let definition = form.fields[number].definition
    // What is left out counts as its draft.
    if definition.missingValue == .empty || definition.emptyValue != .omit {
      add(number, "required", by: .nothing, when: condition, matching: isMissing)
    }
    if definition.isBlankEmpty, definition.valueKind == .string, definition.kind != .picker,
      definition.calculation == nil
    {
      add(
        number, "blankIsEmpty", by: .values([definition.kind == .any ? [" "] : " "]),
        when: condition, matching: isMissing)
    }
  }

  private mutating func addAbsence(_ number: Int, _ condition: Condition?) {
    add(number, "present", by: .values([nil]), when: condition) {
      if case .record(.missingKey) = $0 { true } else { false }
    }
  }

  /// What no draft gives: values of another type, and an empty field that is written otherwise.
  private mutating func addValues(_ number: Int, _ definition: FieldDefinition) {
    if definition.kind == .any { return }
    let type = definition.takesSeveral ? "multiple" : "value \(definition.valueKind.rawValue)"
    add(number, type, by: .values([1, "no such value", true, ["x"], .object([]), [1]])) {
      if case .record(.wrongType) = $0 { true } else { false }
    }
    // Null says of flags that nothing is chosen, as false does.
    if definition.commitsFlags { return }
    let hasEmptyRow = definition.choices.contains { $0.value == .null || $0.value == "" }
    let isText = definition.takesSeveral || definition.valueKind == .string
    let text: JSONValue? = definition.takesSeveral ? [] : definition.takesEmptyText ? nil : ""
    let spellings: [JSONValue] = [.null] + (isText ? [text].compactMap { $0 } : [])
    let wrong = spellings.filter { definition.value(of: definition.emptyDraft) != $0 }
    if hasEmptyRow || wrong.isEmpty || definition.isRequired == .always { return }
    add(number, "whenEmpty \(definition.emptyValue.rawValue)", by: .values(wrong)) {
      if case .record(.whenEmpty) = $0 { true } else { false }
    }
  }

  private mutating func addLimits(_ number: Int, _ definition: FieldDefinition) {
    if let limit = definition.maxLength {
      addLength(number, "maxLength", limit: limit, isUpper: true)
    }
    switch definition.checkedKind {
    case .entry, .area: addNumbers(number, definition)
    case .picker: addRows(number, definition)
    case .date: addDates(number, definition)
    case .any: break
    }
  }

  private mutating func addNumbers(_ number: Int, _ definition: FieldDefinition) {
    switch definition.valueKind {
    case .string, .boolean: return
    case .number: break
    case .integer:
      add(number, "value integer, a fraction", by: .drafts) {
        if case .draft(.notAnInteger, _) = $0 { true } else { false }
      }
      guard definition.precision.limits != nil else { break }
      add(number, "precision \(definition.precision.rawValue), the greatest", by: .drafts) {
        if case .draft(.integerTooLarge, _) = $0 { true } else { false }
      }
      add(number, "precision \(definition.precision.rawValue), the least", by: .drafts) {
        if case .draft(.integerTooLow, _) = $0 { true } else { false }
      }
      return
    }
    add(number, "value number, beyond doubles", by: .drafts) {
      if case .draft(.numberTooLarge, _) = $0 { true } else { false }
    }
  }

  private mutating func addRows(_ number: Int, _ definition: FieldDefinition) {
    if definition.choices.isEmpty || definition.manualEntry != nil {
      if !definition.takesSeveral { addNumbers(number, definition) }
    } else {
      add(number, "data", by: .drafts) {
        if case .draft(.notAChoice, _) = $0 { true } else { false }
      }
    }
    for choice in definition.choices.prefix(SampleProposals.mostRows) {
      guard case .when(let condition) = choice.visibility else { continue }
      let draft: Draft = definition.takesSeveral ? .rows([choice.text]) : .text(choice.text)
      add(number, "visible of the row \(choice.text.abridged)", by: .row(draft, condition)) {
        if case .draft(.notAChoice, _) = $0 { true } else { false }
      }
    }
    if !definition.isSecure, definition.choices.contains(where: \.isDisabled) {
      add(number, "a disabled row", by: .drafts) {
        if case .draft(.disabledChoice, _) = $0 { true } else { false }
      }
    }
    guard definition.takesSeveral else { return }
    let rows = definition.choices.count(where: \.canBeChosen)
    if 1 < rows, definition.choices.contains(where: { $0.isExclusive && $0.canBeChosen }) {
      add(number, "a row beside one that is chosen alone", by: .drafts) {
        if case .draft(.notAlone, _) = $0 { true } else { false }
      }
    }
    // Flags name each row once.
    if 0 < rows, definition.hasUniqueRows, !definition.commitsFlags {
      add(number, "a row chosen twice", by: .drafts) {
        if case .draft(.chosenTwice, _) = $0 { true } else { false }
      }
    }
    if let limit = definition.minItems, 1 < limit, 0 < rows {
      add(number, "minItems \(limit)", by: .drafts) {
        if case .draft(.tooFewRows, _) = $0 { true } else { false }
      }
    }
    if let limit = definition.maxItems, limit < rows {
      add(number, "maxItems \(limit)", by: .drafts) {
        if case .draft(.tooManyRows, _) = $0 { true } else { false }
      }
    }
  }

  private mutating func addDates(_ number: Int, _ definition: FieldDefinition) {
    add(number, "mode \(definition.mode.rawValue)", by: .drafts) {
      if case .draft(.notADate, _) = $0 { true } else { false }
    }
    if let bound = definition.minimumDate {
      addEnd(number, "minimumDate", bound: bound, isUpper: false, isExclusive: false)
    }
    if let bound = definition.maximumDate {
      addEnd(number, "maximumDate", bound: bound, isUpper: true, isExclusive: false)
    }
  }

  // Rules.

  private mutating func add(_ rule: Rule, of number: Int, _ definition: FieldDefinition) {
    let (condition, severity) = (rule.condition, rule.severity)
    switch rule.check {
    case .minLength(let limit):
      // An empty draft passes, and a shorter one there is not.
      if limit <= 1, definition.lengthUnit != .words { return }
      addLength(
        number, "minLength", limit: limit, isUpper: false, when: condition, severity: severity)
    case .maxLength(let limit):
      addLength(
        number, "maxLength", limit: limit, isUpper: true, when: condition, severity: severity)
    case .pattern(_, let source):
      add(number, "pattern \(source)", by: .drafts, when: condition, severity: severity) {
        if case .draft(.patternMismatch(let its), _) = $0 { its == source } else { false }
      }
    case .format(let format):
      add(number, "format \(format.rawValue)", by: .drafts, when: condition, severity: severity) {
        if case .draft(.typeMismatch(let its), _) = $0 { its == format } else { false }
      }
    case .minimum(let limit, let isExclusive):
      let name = isExclusive ? "exclusiveMinimum" : "minimum"
      addEnd(
        number, name, bound: .fixed(limit), isUpper: false, isExclusive: isExclusive,
        when: condition,
        severity: severity)
    case .maximum(let limit, let isExclusive):
      let name = isExclusive ? "exclusiveMaximum" : "maximum"
      addEnd(
        number, name, bound: .fixed(limit), isUpper: true, isExclusive: isExclusive,
        when: condition,
        severity: severity)
    case .step(let step, _):
      add(number, "step \(step.description)", by: .drafts, when: condition, severity: severity) {
        if case .draft(.stepMismatch(step.description, _, _), _) = $0 { true } else { false }
      }
    case .oneOf(let values):
      add(number, "oneOf", by: .drafts, when: condition, severity: severity) {
        if case .draft(.notOneOf(let its), _) = $0 { its == values } else { false }
      }
    case .equals(let key):
      add(number, "equals \(key)", by: .drafts, when: condition, severity: severity) {
        if case .draft(.notEqual(let its, _), _) = $0 { its == key } else { false }
      }
    case .before(let bound):
      addEnd(
        number, "before", bound: bound, isUpper: true, isExclusive: true, when: condition,
        severity: severity)
    case .after(let bound):
      addEnd(
        number, "after", bound: bound, isUpper: false, isExclusive: true, when: condition,
        severity: severity)
    case .holds(let expression):
      add(
        number, "expression \(expression.source)", by: .drafts, when: condition,
        severity: severity
      ) {
        if case .draft(.notTrue(expression), _) = $0 { true } else { false }
      }
    case .schema(let schema):
      guard !schema.root.keywords.isEmpty else {
        return omit(number, "schema", since: "it takes any value")
      }
      add(number, "schema", by: .drafts, when: condition, severity: severity) {
        if case .draft(.schemaMismatch, _) = $0 { true } else { false }
      }
    case .validator(let name):
      omit(number, "validator \(name)", since: "only the program that has it can tell")
    }
  }

  private mutating func addLength(
    _ number: Int, _ name: String, limit: Int, isUpper: Bool, when condition: Condition? = nil,
    severity: Severity = .error
  ) {
    add(number, "\(name) \(limit)", by: .drafts, when: condition, severity: severity) { problem in
      switch problem {
      case .draft(.tooLong(_, limit, _), _): isUpper
      case .draft(.tooShort(_, limit, _), _): !isUpper
      default: false
      }
    }
  }

  private mutating func addEnd(
    _ number: Int, _ name: String, bound: DateBound, isUpper: Bool, isExclusive: Bool,
    when condition: Condition? = nil, severity: Severity = .error
  ) {
    var condition = condition
    let limit: String?
    let words: String
    switch bound {
    case .today: (limit, words) = (DateBound.todayWord, DateBound.todayWord)
    case .fixed(let measure): (limit, words) = (measure.description, measure.description)
    case .field(let key):
      (limit, words) = (nil, key)
      let filled = Condition.test(key: key, .isFilled(true))
      condition = condition.map { .all([$0, filled]) } ?? filled
    }
    add(number, "\(name) \(words)", by: .drafts, when: condition, severity: severity) { problem in
      switch problem {
      case .draft(.rangeOverflow(let its, isExclusive), _): isUpper && (limit ?? its) == its
      case .draft(.rangeUnderflow(let its, isExclusive), _): !isUpper && (limit ?? its) == its
      default: false
      }
    }
  }

  private mutating func add(
    _ number: Int, _ rule: String, by means: SampleBreach.Means, when condition: Condition? = nil,
    severity: Severity = .error, matching matches: @escaping @Sendable (Finding.Problem) -> Bool
  ) {
    all.append(
      SampleBreach(
        target: .field(number), rule: rule, means: means, condition: condition, severity: severity,
        matches: matches))
  }

  private mutating func omit(_ number: Int, _ rule: String, since reason: String) {
    omissions.append(SampleOmission(path: form.pattern(of: number), rule: rule, reason: reason))
  }
}

// Lists and objects.
extension SampleBreaches {
  private mutating func addList(_ number: Int) {
    let list = form.layout.lists[number]
    let (least, most) = (list.repetition.minEntries, list.repetition.maxEntries)
    func add(
      _ rule: String, by means: SampleBreach.Means,
      matching matches: @escaping @Sendable (Finding.Problem) -> Bool
    ) {
      all.append(
        SampleBreach(target: .list(number), rule: rule, means: means, matches: matches))
    }
    let isWrongType: @Sendable (Finding.Problem) -> Bool = {
      if case .record(.wrongType) = $0 { true } else { false }
    }
    if !list.isLenient {
      add("repeat", by: .values(["no list", .object([]), 1]), matching: isWrongType)
      if list.value == nil {
        add("an entry", by: .entries(["no object", 1, []]), matching: isWrongType)
      }
    }
    if 0 < least {
      // Without entries it would be left out.
      let isEmpty = least == 1 && list.emptyValue != nil
      add("minEntries \(least)", by: isEmpty ? .values([.array([])]) : .count(least - 1)) {
        if case .record(.tooFewEntries) = $0 { true } else { false }
      }
    }
    if list.isRequired, least == 0 || list.emptyValue != nil {
      add("required", by: .values([nil])) {
        if case .record(.missingList) = $0 { true } else { false }
      }
    }
    if let most, most < Self.mostEntries {
      add("maxEntries \(most)", by: .count(most + 1)) {
        if case .record(.tooManyEntries) = $0 { true } else { false }
      }
    } else if let most {
      omissions.append(
        SampleOmission(
          path: list.path, rule: "maxEntries \(most)",
          reason: "lists of more than \(Self.mostEntries) entries are not written"))
    }
    let unique = list.fields.filter { list.repetition.unique.contains(form.fields[$0].key) }
    if unique.contains(where: { form.fields[$0].definition.whyNeverChecked == nil }) {
      add("unique", by: .twins) { if case .draft(.notUnique, _) = $0 { true } else { false } }
    }
  }

  private mutating func addObject(_ number: Int) {
    if form.layout.lists.contains(where: { $0.entry == number && $0.value != nil }) { return }
    let object = form.layout.objects[number]
    let isInEntry = form.layout.lists.contains { $0.entry <= number }
    func add(
      _ rule: String, by means: SampleBreach.Means, severity: Severity = .error,
      matching matches: @escaping @Sendable (Finding.Problem) -> Bool
    ) {
      all.append(
        SampleBreach(
          target: .object(number), rule: rule, means: means, severity: severity, matches: matches))
    }
    let isRoot = number == 0 || form.layout.lists.contains { $0.entry == number }
    if !isRoot, !object.isLenient {
      add("an object", by: .values(["no object", 1, []])) {
        if case .record(.wrongType) = $0 { true } else { false }
      }
    }
    // Where something in it is asked for, that is told.
    let asks = form.fields.contains {
      $0.list == nil
        && ($0.definition.isRequired == .always || $0.definition.presence == .always)
        && $0.path.hasPrefix(object.path + "/")
    }
    let isTold = object.emptyValue != nil || !object.isLenient && !asks
    if !isRoot, !isInEntry, object.isRequired, isTold {
      add("required", by: .values([nil])) {
        if case .record(.missingObject) = $0 { true } else { false }
      }
    }
    // What other names it may have, its schema says.
    if object.hasOthers, !object.isClosed { return }
    add(
      object.isClosed ? "closed" : "an unknown key", by: .stranger,
      severity: object.isClosed ? .error : .warning
    ) {
      if case .record(.unknownKey) = $0 { true } else { false }
    }
  }
}

extension SampleForm {
  /// Where the value of a field stands in any record, with `*` for the number of an entry.
  func pattern(of number: Int) -> String {
    let field = fields[number]
    return (field.list.map { layout.lists[$0].path + "/*" } ?? "") + field.path
  }
}

extension FieldDefinition {
  /// Why its rules never hold; nil where they may.
  fileprivate var whyNeverChecked: String? {
    if isReadOnly { return "readOnly" }
    if initialLook == .disabled { return "state disabled" }
    if isVisible == .never { return "visible false" }
    if isEnabled == .never { return "enabled false" }
    return nil
  }

  /// It has rules or limits that could be broken.
  fileprivate var hasChecks: Bool {
    hasRules || isRequired != .never || maxLength != nil || minimumDate != nil || maximumDate != nil
      || minItems != nil || maxItems != nil || !choices.isEmpty
  }
}

extension FieldDefinition {
  /// Values of its type that are hardly what is calculated.
  fileprivate var strangeValues: [JSONValue] {
    if commitsFlags { return [.object([.init("?", true)])] }
    if takesSeveral { return [["?"]] }
    if checkedKind == .date { return scale.holds(.date(.date(.epoch))) ? ["0001-02-03"] : ["?"] }
    switch valueKind {
    case .string: return ["?"]
    case .boolean: return [true, false]
    case .number, .integer: return [-987_654]
    }
  }
}
