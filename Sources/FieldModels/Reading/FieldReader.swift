/// What the text of one field says: its tree, its definition and what is wrong with the text.
///
/// An object, since a keystroke hands it on a dozen times, and a definition has fifty parts.
package final class FieldReading: Sendable {
  package let tree: JSONTree
  package let definition: FieldDefinition
  package let findings: [Finding]
  /// What an index of fields has to know of it.
  package let mentions: FieldMentions
  /// Of a field in an entry, whose text is that of the entry.
  private let entry: InEntry?

  /// Where an entry has the draft of one of its fields.
  private struct InEntry {
    /// The value; nil where the entry has none.
    var draft: Int?
  }

  fileprivate init(
    _ tree: JSONTree, definition: consuming FieldDefinition, findings: [Finding]
  ) {
    self.tree = tree
    self.findings = findings
    mentions = definition.mentions
    self.definition = definition
    entry = nil
  }

  /// What a field is in an entry of its list.
  ///
  /// - Parameters:
  ///   - field: what the list has for it
  ///   - entry: the tree of the entry
  ///   - key: by which it is known among all fields
  ///   - isSecret: its draft is secret, whatever it says
  package init(_ field: FieldReading, in entry: JSONTree, key: String, isSecret: Bool) {
    tree = entry
    findings = []
    mentions = field.mentions
    let node = field.definition.key.flatMap { name in
      entry.isEmpty || entry[0].kind != .object ? nil : entry.value(of: name, in: 0)
    }
    self.entry = InEntry(draft: node)
    var definition = field.definition
    definition.key = key
    definition.draft = definition.emptyDraft
    if isSecret { definition.isSecure = true }
    if let node, definition.calculation == nil {
      switch entry[node].kind {
      case .array where definition.takesSeveral:
        definition.draft = .rows(entry.elements(of: node).compactMap { entry.string($0) })
      case .string: definition.draft = .text(entry.string(node) ?? "")
      case .array, .object, .null, .true, .false, .number, .invalid, .missing: break
      }
    }
    self.definition = definition
  }

  /// What a field says that has said the same of all but its draft.
  private init(_ old: FieldReading, _ tree: JSONTree, draft: Draft, findings: [Finding]) {
    self.tree = tree
    self.findings = findings
    entry = old.entry
    mentions = old.mentions
    definition = old.definition.with(draft)
  }

  /// What a field says whose draft is calculated.
  package func holding(_ draft: Draft) -> FieldReading {
    FieldReading(self, tree, draft: draft, findings: findings)
  }

  /// Whether it mentions what another field does.
  package func hasMentions(of other: FieldReading) -> Bool { mentions == other.mentions }

  /// What the field says after a part of its draft was typed over, as with nearly every keystroke:
  /// then all else that it says is the same, and need not be read again.
  ///
  /// - Parameters:
  ///   - range: bytes of the field's text
  ///   - bytes: valid UTF-8 to put there
  /// - Returns: nil where more may be different than the draft
  package func retyped(_ range: Range<Int>, with bytes: [UInt8]) -> FieldReading? {
    guard findings.allSatisfy({ $0.outlastsDraft }), entry == nil || tree[0].isClosed,
      let node = draftNode,
      tree[node].kind == .string, definition.draft == .text(tree.string(node) ?? "")
    else { return nil }
    let content = tree.contentSpan(node)
    guard content.lowerBound <= range.lowerBound, range.upperBound <= content.upperBound,
      let tree = tree.replacing(range, inString: node, with: bytes)
    else { return nil }
    let (end, delta) = (self.tree[node].span.upperBound, bytes.count - range.count)
    return FieldReading(
      self, tree, draft: .text(tree.string(node) ?? ""),
      findings: findings.map { $0.moved(by: delta, behind: end) })
  }

  /// The index of the value of a property of the field, if it is written.
  package func value(_ name: Property.Name) -> Int? {
    if let entry { return name == draftName ? entry.draft : nil }
    return tree.isEmpty ? nil : tree.value(of: name.rawValue, in: 0)
  }

  /// The property that has the draft.
  package var draftName: Property.Name { definition.checkedKind == .date ? .date : .text }

  /// The node of the draft's value.
  package var draftNode: Int? { value(draftName) }

  /// The bytes of the draft's value, quotes included.
  package var draftSpan: Range<Int>? { draftNode.map { tree[$0].span } }

  /// Where a finding about the draft belongs: the draft, else the field's key, else its `{`.
  package var draftPlace: Range<Int> {
    draftSpan ?? value(.key).map { tree[$0].span } ?? (tree.isEmpty ? 0..<0 : 0..<1)
  }
}

extension Finding {
  /// Whether it is true of a field whatever text its draft is: what is wrong with the JSON, or with where
  /// the draft is read from, may be another thing with the next keystroke.
  fileprivate var outlastsDraft: Bool {
    switch problem {
    case .text(.syntax), .text(.notADocument), .text(.duplicateProperty), .record, .draft: false
    case .text, .form: true
    }
  }

  /// The finding where it is once what ended at a byte has become longer.
  fileprivate func moved(by delta: Int, behind end: Int) -> Finding {
    if span.upperBound < end { return self }
    var moved = self
    let start = end <= span.lowerBound ? span.lowerBound + delta : span.lowerBound
    moved.span = start..<(span.upperBound + delta)
    return moved
  }
}

/// Reads the text of one field into its definition.
package struct FieldReader {
  var reader: ObjectReader
  var definition = FieldDefinition()
  let vocabulary: Vocabulary
  var patterns: PatternCache
  var ruleCount = 0
  var patternInstructionCount = 0

  /// Reads a field from its tree; `patterns` remembers compiled patterns, and what is concealed is
  /// secure whatever it says.
  package static func read(
    _ tree: JSONTree, problems: [JSONProblem], vocabulary: Vocabulary,
    patterns: inout PatternCache, isConcealed: Bool = false
  ) -> FieldReading {
    var reader = FieldReader(
      reader: ObjectReader(tree, for: vocabulary), vocabulary: vocabulary, patterns: PatternCache())
    swap(&reader.patterns, &patterns)
    for problem in problems {
      reader.reader.findings.append(
        .text(.syntax(problem.kind), problem.severity, at: problem.span))
    }
    let isDubious = !problems.isEmpty && (isConcealed || tree.mentionsSecure(problems))
    reader.readField()
    reader.readSecure(isDubious: isDubious || isConcealed)
    // What is told of a broken text quotes it, and may take a piece of the draft for a name.
    if isDubious { reader.reader.findings.removeSubrange(problems.count...) }
    if reader.definition.isSecure { reader.unquoteNames() }
    let findings = BrokenText.findings(reader.reader.findings, of: problems, in: tree)
    reader.definition.isTranslated = reader.reader.isTranslated
    reader.definition.isBroken = findings.contains { $0.severity == .error }
    swap(&reader.patterns, &patterns)
    // The draft is what is calculated, and nothing that is written.
    if reader.definition.calculation != nil {
      reader.definition.draft = reader.definition.emptyDraft
    }
    // Taken out, not copied.
    var definition = FieldDefinition()
    swap(&reader.definition, &definition)
    return FieldReading(tree, definition: consume definition, findings: findings)
  }

  private init(reader: ObjectReader, vocabulary: Vocabulary, patterns: PatternCache) {
    self.reader = reader
    self.vocabulary = vocabulary
    self.patterns = patterns
    definition.liveInterval = vocabulary.liveInterval
  }

  var tree: JSONTree { reader.tree }

  private mutating func readField() {
    guard !tree.isEmpty else { return }
    guard tree[0].kind == .object else {
      reader.add(
        .wrongType(
          property: "fields", type: Saying(.takesFields), takesText: false), at: 0)
      return
    }
    definition.kind = kind()
    guard tree.nodes.count <= FieldLimit.values.count else { return readLittle() }
    definition.scale = scale()
    let members = reader.members(of: 0, in: .field, kind: definition.kind)
    for member in members {
      readIdentity(member)
      readTraits(member)
    }
    if definition.kind == nil { definition.presumedKind = Self.kind(having: members) }
    if definition.checkedKind == .picker || definition.checkedKind == .date {
      for member in members { readPicker(member) }
    }
    readDraft(members)
    doubtDatePatterns(members)
    refuseUnreadableValues(members)
    checkLimits(members)
    if definition.autofill != nil, definition.traits.autocorrection == .yes,
      let autofill = members.first(where: { $0.property.name == .autofill })
    {
      reader.add(.correctedAutofill, .hint, at: autofill.value - 1)
    }
  }

  /// Reads of a field that holds too much what it takes to find it and to mend it.
  private mutating func readLittle() {
    reader.add(.form(.tooMuch(.values), at: 0..<1))
    func text(_ name: Property.Name) -> String? {
      tree.value(of: name.rawValue, in: 0).flatMap { tree.string($0) }
    }
    definition.key = text(.key)
    definition.label = tree.value(of: Property.Name.label.rawValue, in: 0)
      .flatMap { tree.string(reader.translation($0)) }
    definition.draft = .text(text(.text) ?? "")
  }

  /// When in doubt, a field is secure: while `true` is being typed, and while the text is broken.
  private mutating func readSecure(isDubious: Bool) {
    let value = tree.isEmpty ? nil : tree.value(of: Property.Name.secure.rawValue, in: 0)
    definition.isSecure = isDubious || value.map { tree.bool($0) ?? true } ?? false
  }

  /// An unknown name may be a piece of the draft that a quote has cut off.
  private mutating func unquoteNames() {
    for position in reader.findings.indices {
      let problem = reader.findings[position].problem
      guard case .text(.unknownProperty(_, let section, let nearest)) = problem
      else { continue }
      reader.findings[position].problem = .text(
        .unknownProperty(name: "…", section: section, nearest: nearest))
    }
  }

  /// The kind has to be known before the other properties can be told right from wrong.
  private func kind() -> FieldKind? {
    tree.value(named: "kind", in: 0).flatMap { tree.string($0) }.flatMap(FieldKind.init)
  }

  /// The mode of a date field, or else the format that a rule asks for, decides how limits are read;
  /// so it has to be known before the rules are.
  private func scale() -> Scale {
    func text(_ name: Property.Name, in object: Int) -> String? {
      tree.value(of: name.rawValue, in: object).flatMap { tree.string($0) }
    }
    if definition.kind == .date {
      return .date(text(.mode, in: 0).flatMap(DateMode.init) ?? definition.mode)
    }
    guard let validation = tree.value(of: Property.Name.validation.rawValue, in: 0),
      !(text(.value, in: 0).flatMap(ValueKind.init) ?? definition.valueKind).isNumber
    else { return .number }
    for list in [Property.Name.live, .endEditing] {
      guard let list = tree.value(of: list.rawValue, in: validation) else { continue }
      for rule in tree.elements(of: list) {
        let name = tree.string(rule) ?? text(.format, in: rule)
        if let scale = name.flatMap(Format.init).flatMap(Scale.init) { return scale }
      }
    }
    return .number
  }

  /// The kind that has some properties.
  private static func kind(having members: [ObjectReader.Member]) -> FieldKind {
    if members.contains(where: { $0.property.name == .date }) { return .date }
    return members.contains { $0.property.name == .data } ? .picker : .entry
  }

  private mutating func readIdentity(_ member: ObjectReader.Member) {
    let value = member.value
    switch member.property.name {
    case .key:
      definition.key = tree.string(value)
      if definition.key == "" { reader.add(.emptyKey, at: value) }
    case .label: definition.label = tree.string(reader.translation(value))
    case .placeholder: definition.placeholder = tree.words(reader.translation(value))
    case .helper: definition.helper = tree.words(reader.translation(value))
    case .required: definition.isRequired = requirement(value)
    case .present: definition.isPresent = requirement(value)
    case .blankIsEmpty: Self.read(flag: value, of: tree, into: &definition.isBlankEmpty)
    case .readOnly: Self.read(flag: value, of: tree, into: &definition.isReadOnly)
    case .calculate: definition.calculation = expression(value)
    case .visible: definition.isVisible = requirement(value)
    case .enabled: definition.isEnabled = requirement(value)
    case .lenient: definition.isLenient = requirement(value)
    case .maxLength: definition.maxLength = tree.integer(value)
    case .lengthUnit: Self.read(word: value, of: tree, into: &definition.lengthUnit)
    case .unit: definition.unit = tree.words(reader.translation(value))
    case .monetary: Self.read(flag: value, of: tree, into: &definition.isMonetary)
    case .state: Self.read(word: value, of: tree, into: &definition.initialLook)
    case .activeOnEditing: Self.read(flag: value, of: tree, into: &definition.isActiveOnEditing)
    case .group: definition.group = tree.string(value)
    case .path: definition.path = tree.string(value).flatMap(JSONPointer.steps)
    case .previous: definition.previous = tree.string(value)
    case .next: definition.next = tree.string(value)
    case .autofill: definition.autofill = autofill(value)
    case .validation: readValidation(value)
    default: break
    }
  }

  private mutating func readTraits(_ member: ObjectReader.Member) {
    let value = member.value
    switch member.property.name {
    case .keyboard: Self.read(word: value, of: tree, into: &definition.traits.keyboard)
    case .autocapitalization:
      Self.read(word: value, of: tree, into: &definition.traits.autocapitalization)
    case .autocorrection: Self.read(word: value, of: tree, into: &definition.traits.autocorrection)
    case .returnKey: Self.read(word: value, of: tree, into: &definition.returnKey)
    case .style: Self.read(word: value, of: tree, into: &definition.traits.style)
    case .horizontalPadding:
      Self.read(flag: value, of: tree, into: &definition.traits.hasHorizontalPadding)
    case .shakes: Self.read(flag: value, of: tree, into: &definition.traits.shakes)
    case .colors: readColors(value)
    case .toolbar: readToolbar(value)
    case .icon: definition.icon = tree.words(value)
    case .iconAction: definition.iconAction = tree.string(value).flatMap(IconAction.init)
    case .tag: definition.tag = tree.integer(value) ?? definition.tag
    case .selectAllOnFocus: Self.read(flag: value, of: tree, into: &definition.selectsAllOnFocus)
    case .value: Self.read(word: value, of: tree, into: &definition.valueKind)
    case .precision: Self.read(word: value, of: tree, into: &definition.precision)
    case .whenEmpty:
      definition.statedEmptyValue = tree.string(value).flatMap(EmptyValue.init)
    case .whenHidden: Self.read(word: value, of: tree, into: &definition.hiddenValue)
    case .whenMissing: Self.read(word: value, of: tree, into: &definition.missingValue)
    default: break
    }
  }

  /// Takes a flag over; one that is none leaves the default.
  private static func read(flag value: Int, of tree: JSONTree, into flag: inout Bool) {
    if let given = tree.bool(value) { flag = given }
  }

  /// Takes a word of a closed set over; one that is none leaves the default.
  private static func read<Word: FieldWord>(
    word value: Int, of tree: JSONTree, into word: inout Word
  ) {
    if let given = tree.string(value).flatMap(Word.init) { word = given }
  }

  private mutating func readColors(_ value: Int) {
    for key in tree.members(of: value) {
      guard let role = tree.string(key).flatMap(ColorRole.init), let color = tree.string(key + 1)
      else { continue }
      definition.traits.colors[role] = color
    }
  }

  private mutating func readToolbar(_ value: Int) {
    func read(_ name: Property.Name, of object: Int, into flag: inout Bool) {
      if let given = tree.value(of: name.rawValue, in: object).flatMap({ tree.bool($0) }) {
        flag = given
      }
    }
    func read(_ name: Property.Name, into item: inout ToolbarSettings.Item) {
      guard let object = tree.value(of: name.rawValue, in: value) else { return }
      read(.hidden, of: object, into: &item.isHidden)
      read(.enabled, of: object, into: &item.isEnabled)
    }
    var toolbar = definition.toolbar
    read(.hidden, of: value, into: &toolbar.isHidden)
    read(.previousEnabled, of: value, into: &toolbar.isPreviousEnabled)
    read(.nextEnabled, of: value, into: &toolbar.isNextEnabled)
    read(.done, into: &toolbar.done)
    read(.autofill, into: &toolbar.autofill)
    definition.toolbar = toolbar
  }

  private mutating func readPicker(_ member: ObjectReader.Member) {
    let value = member.value
    switch member.property.name {
    case .data:
      definition.choices = choices(value)
      definition.hasConditionalRows = definition.choices.contains(where: {
        $0.visibility.isConditional
      })
      definition.rowSort = .init(ofRows: definition.choices)
    case .multiple: Self.read(flag: value, of: tree, into: &definition.takesSeveral)
    case .minItems: definition.minItems = tree.integer(value)
    case .maxItems: definition.maxItems = tree.integer(value)
    case .uniqueItems: Self.read(flag: value, of: tree, into: &definition.hasUniqueRows)
    case .asFlags: Self.read(flag: value, of: tree, into: &definition.isOfFlags)
    case .clearable: Self.read(flag: value, of: tree, into: &definition.isClearable)
    case .manualEntry:
      definition.manualEntry =
        tree.string(reader.translation(value))
        ?? (tree.bool(value) == true ? FieldDefinition.manualEntryLabel : nil)
    case .timeZone: readTimeZone(value)
    case .locale: definition.locale = tree.words(value)
    case .mode: Self.read(word: value, of: tree, into: &definition.mode)
    case .format: definition.datePattern = datePattern(value)
    case .valueFormat: definition.valuePattern = datePattern(value)
    default: break
    }
  }

  private mutating func readDraft(_ members: [ObjectReader.Member]) {
    for member in members {
      switch member.property.name {
      case .text where tree[member.value].kind == .array: readRows(member.value)
      case .text, .date: definition.draft = .text(tree.string(member.value) ?? "")
      case .minimumDate: definition.minimumDate = dateBound(member.value, takesKeys: false)
      case .maximumDate: definition.maximumDate = dateBound(member.value, takesKeys: false)
      case .defaultDate: definition.defaultDate = defaultDate(member.value)
      default: break
      }
    }
  }

  private mutating func readRows(_ value: Int) {
    guard definition.takesSeveral else {
      reader.add(
        .wrongType(property: "text", type: Saying(.takesText), takesText: true), at: value)
      return
    }
    for row in tree.elements(of: value) { _ = reader.isWellTyped(row, as: .text, of: "text") }
    definition.draft = .rows(tree.elements(of: value).compactMap { tree.string($0) })
  }

  private mutating func datePattern(_ value: Int) -> DatePattern? {
    switch patterns.datePattern(tree.string(value) ?? "") {
    case .success(let pattern): return pattern
    case .failure(let problem):
      reader.add(.invalidDatePattern(why: problem.message), at: value)
      return nil
    }
  }

  /// A pattern that is right and yet hardly meant: `YYYY` for the year, minutes for months.
  private mutating func doubtDatePatterns(_ members: [ObjectReader.Member]) {
    let patterns: [(Property.Name, DatePattern?)] = [
      (.format, definition.datePattern), (.valueFormat, definition.valuePattern),
    ]
    for (name, pattern) in patterns {
      guard let doubt = pattern?.doubts(for: definition.mode).first,
        let place = members.first(where: { $0.property.name == name })
      else { continue }
      reader.add(.invalidDatePattern(why: doubt.message), .warning, at: place.value)
    }
  }

  /// Values are read by the same pattern, so each part of them must be in it.
  private mutating func refuseUnreadableValues(_ members: [ObjectReader.Member]) {
    guard let pattern = definition.valuePattern, !pattern.isReadable(for: definition.mode),
      let place = members.first(where: { $0.property.name == .valueFormat })
    else { return }
    definition.valuePattern = nil
    let why = "No value can be read from such a text; it needs \(definition.mode.readableParts)"
    reader.add(.invalidDatePattern(why: why), at: place.value)
  }

  private mutating func autofill(_ value: Int) -> AutofillUse {
    var use = AutofillUse()
    for member in reader.members(of: value, in: .autofill) {
      switch member.property.name {
      case .source: use.source = tree.string(member.value) ?? ""
      case .minimumLength:
        use.minimumLength = tree.integer(member.value) ?? use.minimumLength
      case .removable: use.isRemovable = tree.bool(member.value) ?? use.isRemovable
      case .returnAfter: use.returnsAfter = tree.bool(member.value) ?? use.returnsAfter
      default: break
      }
    }
    return use
  }

  private mutating func choices(_ list: Int) -> [Choice] {
    var choices: [Choice] = []
    choices.reserveCapacity(min(16, Int(tree[list].subtreeEnd) - list))
    for element in tree.elements(of: list) {
      if let choice = choice(element) { choices.append(choice) }
    }
    choices.tellApart()
    // A label that repeats its row says nothing.
    for place in choices.indices where choices[place].givenLabel == choices[place].text {
      choices[place].givenLabel = nil
    }
    return choices
  }

  private mutating func choice(_ index: Int) -> Choice? {
    switch tree[index].kind {
    case .string:
      reader.expectTranslation(of: index, as: Property.Name.data.rawValue)
      return Choice(JSONValue(tree, index))
    case .number, .true, .false, .null: return Choice(JSONValue(tree, index))
    case .object: break
    case .array, .invalid, .missing: return nil
    }
    let members = reader.members(of: index, in: .choice)
    let value = members.first { $0.property.name == .value }?.value
    var choice = Choice(value.map { JSONValue(tree, $0) } ?? .string(""))
    if let value, !members.contains(where: { $0.property.name == .label }) {
      reader.expectTranslation(of: value, as: Property.Name.data.rawValue)
    }
    for member in members {
      switch member.property.name {
      case .label: choice.givenLabel = tree.words(reader.translation(member.value))
      case .disabled: choice.isDisabled = tree.bool(member.value) ?? choice.isDisabled
      case .exclusive: choice.isExclusive = tree.bool(member.value) ?? choice.isExclusive
      case .visible:
        choice.visibility = requirement(member.value)
        choice.isHidden = choice.visibility == .never
      case .description: choice.description = tree.words(reader.translation(member.value))
      default: break
      }
    }
    return choice
  }

  private mutating func readTimeZone(_ value: Int) {
    definition.timeZone = tree.string(value) ?? definition.timeZone
    definition.hasZone = true
    definition.zone = vocabulary.zones.rules(named: definition.timeZone)
    if definition.zone == nil, vocabulary.zones.hasPlaces {
      reader.add(.invalidTimeZone(definition.timeZone), at: value)
    }
  }

  /// Limits that nothing can keep.
  private mutating func checkLimits(_ members: [ObjectReader.Member]) {
    func place(_ name: Property.Name) -> Int {
      members.first { $0.property.name == name }?.value ?? 0
    }
    if let lower = definition.minItems, let upper = definition.maxItems, upper < lower {
      reader.add(
        .crossedLimits(lower: "minItems", upper: "maxItems"), .warning, at: place(.minItems))
    }
    if case .fixed(let lower) = definition.minimumDate,
      case .fixed(let upper) = definition.maximumDate, !definition.scale.isPeriodic,
      definition.inZone(upper).isBefore(definition.inZone(lower)) == true
    {
      reader.add(
        .crossedLimits(lower: "minimumDate", upper: "maximumDate"), .warning,
        at: place(.minimumDate))
    }
    for rule in definition.rules where rule.condition == nil {
      if case .minLength(let lower) = rule.check, let upper = definition.maxLength, upper < lower {
        reader.add(
          .crossedLimits(lower: "minLength", upper: "maxLength"), .warning, at: place(.maxLength))
      }
    }
  }
}

extension JSONProblem {
  /// Half a surrogate pair is legal JSON and only a warning; all else is an error.
  package var severity: Severity { kind == .loneSurrogate ? .warning : .error }
}
