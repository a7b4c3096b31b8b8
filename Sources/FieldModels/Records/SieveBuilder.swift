/// Makes of a form what a record must be to be right in plain sight.
struct SieveBuilder {
  private var fields: [SieveField] = []
  private(set) var objects: [SieveObject] = []
  /// For each word of bits of the objects' members those that have to be there.
  private(set) var required: [UInt64] = []
  /// Members by the hashes of their names (`ByteHash`); -1 where there is none.
  private(set) var index: [Int] = []
  private(set) var members: [SieveMember] = []
  private(set) var lists: [SieveList] = []
  private(set) var machines: [SieveMachine] = []
  private(set) var schemas: [ValueSchema] = []
  private(set) var rows: [SievePool.Stretch] = []
  /// The drafts of the rows.
  private(set) var drafts: [SievePool.Stretch] = []
  private(set) var pool: [UInt8] = []
  /// What is looked at once a record has been passed (`SieveBuilder+Plan`).
  var scopes: [SieveScope] = []
  var countings: [SieveCounting] = []
  var dependents: [SieveDependent] = []
  var comparisons: [SieveComparison] = []
  var offeredRows: [SieveRow] = []
  var claims: [SieveClaim] = []
  var terms: [SieveTerm] = []
  var conditions: [SieveCondition] = []
  var texts: [SievePool.Stretch] = []
  private(set) var unique: [SieveUnique] = []
  private(set) var columns: [SieveColumn] = []
  let notes: SieveNotes
  let today: CivilDate
  let isPartial: Bool

  /// Tables take some kilobytes each; beyond this patterns are searched for as everywhere.
  private static let poolByteLimit = 1 << 20
  /// As few names are looked at one by one.
  private static let fewNames = 8
  /// More rows are looked for as everywhere.
  private static let rowLimit = 8_192
  /// As many rows are found by the bytes that they begin with (`SieveRows`), more by their hashes.
  private static let bucketedRowLimit = 64

  /// The words of JSON, with which every pool begins.
  static let words = (
    null: SievePool.Stretch(start: 0, count: 4), true: SievePool.Stretch(start: 4, count: 4),
    false: SievePool.Stretch(start: 8, count: 5)
  )
  /// Behind them, the names by which a record names its schema and its form (`RecordLayout.otherNames`).
  static let schemaName = SievePool.Stretch(start: 13, count: 9)
  static let formName = SievePool.Stretch(start: 22, count: 7)

  init(_ form: RecordForm, today: CivilDate) {
    self.today = today
    isPartial = form.isPartial
    notes = SieveNotes(form)
    pool = Array("nulltruefalse\"$schema\"\"$form\"".utf8)
    for field in form.fields { add(field) }
    add(form.layout, in: form)
    addPlan(of: form)
  }

  private mutating func add(_ field: RecordField) {
    let definition = field.definition
    var sieve = SieveField(
      sort: .other, isRequired: definition.isRequired == .always && !field.isDependent,
      takesNull: false)
    if field.isUnchecked { sieve.isRequired = false }
    if !sieve.isRequired {
      let isAlways = definition.isRequired == .always
      let values =
        definition.takesSeveral ? [] : definition.choices.map { definition.value(of: $0) }
      sieve.takesNull = !values.contains(.null) && (isAlways || definition.emptyValue == .null)
      // Of several rows it is the empty list.
      sieve.takesEmptyText =
        !values.contains(.string(""))
        && ((definition.valueKind == .string || definition.takesSeveral) && isAlways
          || definition.emptyValue == .empty)
    }
    if definition.takesEmptyText {
      sieve.takesEmptyText = passesEmptyAnswer(field)
      sieve.showsEmptyText = notes.lookedAt.contains(field.number)
    }
    let described = sieve
    if !field.asksNobody || !describe(field, &sieve) {
      sieve = described
      sieve.sort = .other
      // What no plan is made for has no empty list, and a text is none.
      if definition.takesSeveral { sieve.takesEmptyText = false }
    }
    if definition.presence == .always, !field.isDependent { sieve.isRequired = true }
    // What a partial record lacks is fine, unless it leaves open what is said of other fields.
    if isPartial { sieve.isRequired = notes.lookedAt.contains(field.number) }
    fields.append(sieve)
  }

  /// Adds the objects and lists that the fields' values stand in.
  private mutating func add(_ layout: RecordLayout, in form: RecordForm) {
    for (number, list) in layout.lists.enumerated() {
      let repetition = list.repetition
      let first = unique.count
      for field in form.uniqueFields(ofList: number) {
        let isNumber = [.number, .integer].contains(form.fields[field].definition.valueKind)
        unique.append(SieveUnique(note: notes.ofFields[field], isNumber: isNumber))
      }
      let firstColumn = columns.count
      for field in list.fields where notes.gathered.contains(field) {
        columns.append(
          SieveColumn(
            note: notes.ofFields[field],
            isNumber: form.fields[field].definition.expressionSort == .number))
      }
      lists.append(
        SieveList(
          entry: list.entry, least: Int(clamping: repetition.minEntries),
          most: Int(clamping: repetition.maxEntries ?? .max),
          mayBeMissing: isPartial
            ? notes.ofLists[number] == -1
            : !list.isRequired
              && (repetition.minEntries == 0 || list.isLenient || list.emptyValue != nil),
          note: notes.ofLists[number], isDeferred: notes.deferredLists.contains(number),
          unique: first..<unique.count, columns: firstColumn..<columns.count))
    }
    for object in layout.objects {
      let first = members.count
      for member in object.members { add(member) }
      let firstWord = required.count
      let wordCount = (members.count - first + UInt64.bitWidth - 1) / UInt64.bitWidth
      required += Array(repeating: 0, count: max(1, wordCount))
      objects.append(
        SieveObject(
          members: first..<members.count, mayBeMissing: isPartial || !object.isRequired,
          words: firstWord..<required.count))
      objects[objects.count - 1].isExcusable =
        (object.isLenient || object.emptyValue != nil) && !object.isRequired && !isPartial
      objects[objects.count - 1].takesNull = object.emptyValue == .null && !isPartial
      addIndex(of: object.members.map { $0.name })
    }
    for (number, list) in layout.lists.enumerated() {
      guard let value = list.value else { continue }
      lists[number].value = members.count
      add(RecordLayout.Member(name: "", content: .field(value)))
    }
    // Those within others come behind them.
    for object in objects.indices.reversed() { require(object) }
  }

  /// The fields of an object, the first of a record or an entry, are looked at together.
  mutating func mark(_ object: Int, asScope scope: Int) { objects[object].scope = scope }

  private mutating func add(_ member: RecordLayout.Member) {
    let name = JSONValue.string(member.name).json
    let spaced = append(", \(name): ".utf8)
    var sieve = SieveMember(
      member.content, fields,
      name: .init(start: spaced.start + 2, count: name.utf8.count), spaced: spaced,
      dense: append(",\(name):".utf8))
    if case .field(let field) = member.content {
      sieve.note = notes.ofFields[field]
      sieve.isDependent = notes.dependents.contains(field)
    }
    members.append(sieve)
  }

  /// Notes which members of an object have to be there, and that it is around those within it.
  private mutating func require(_ object: Int) {
    let places = objects[object].members
    var isRequired = false
    for place in places {
      let isNeeded: Bool
      switch members[place].content {
      case .field: isNeeded = members[place].field.isRequired
      case .object:
        isNeeded = !objects[members[place].number].mayBeMissing
        objects[members[place].number].parent = object
      case .list: isNeeded = !lists[members[place].number].mayBeMissing
      }
      if !isNeeded { continue }
      isRequired = true
      let bit = place - places.lowerBound
      required[objects[object].words.lowerBound + bit / UInt64.bitWidth] |=
        1 &<< UInt64(bit % UInt64.bitWidth)
    }
    objects[object].required = required[objects[object].words.lowerBound]
    if notes.looksWithinObjects {
      objects[object].lookers = places.reduce(0) { bits, place in
        members[place].isDependent ? bits | 1 &<< UInt64(place - places.lowerBound) : bits
      }
    }
    if isRequired, !objects[object].isExcusable { objects[object].mayBeMissing = false }
  }

  /// Adds a table in which the members of the last object are looked up, where they are more than few.
  private mutating func addIndex(of names: [String]) {
    guard Self.fewNames < names.count else { return }
    let object = objects.count - 1
    // As they stand between quotes if nothing in them is escaped.
    objects[object].index = addIndex(
      of: names.map { Array($0.utf8) }, from: objects[object].members.lowerBound)
  }

  /// Adds a table in which some bytes are looked up.
  ///
  /// - Parameters:
  ///   - keys: the bytes, each once
  ///   - first: the number that stands for the first of them, the next for the second
  /// - Returns: where the table is
  private mutating func addIndex(of keys: [[UInt8]], from first: Int) -> Range<Int> {
    var count = 16
    while count < 2 * keys.count { count *= 2 }
    let start = index.count
    index += Array(repeating: -1, count: count)
    for (offset, key) in keys.enumerated() {
      var hash = ByteHash()
      hash.add(key.span)
      var place = hash.place(of: count)
      while index[start + place] != -1 { place = (place + 1) & (count - 1) }
      index[start + place] = first + offset
    }
    return start..<index.count
  }

  mutating func append(_ bytes: some Sequence<UInt8>) -> SievePool.Stretch {
    let start = pool.count
    pool += bytes
    return SievePool.Stretch(start: start, count: pool.count - start)
  }

  /// Says what the values of a field must be, other fields aside; false where that can't be said.
  private mutating func describe(_ field: RecordField, _ sieve: inout SieveField) -> Bool {
    let definition = field.definition
    if definition.calculation != nil, !definition.isCalculatedFreely { return false }
    if definition.kind == .any {
      sieve.sort = .any
      sieve.doubtsBlanks = definition.isBlankEmpty && definition.isRequired != .never
      return notes.ofFields[field.number] == -1 && addSchemas(of: definition, &sieve)
    }
    if definition.takesSeveral || definition.kind == .picker {
      let isOpen = definition.choices.isEmpty || definition.manualEntry != nil
      return isOpen ? describeTypedRow(field, &sieve) : describeRows(field, &sieve)
    }
    // Of what is not checked any draft is taken.
    if field.isUnchecked { return describeTyped(definition, &sieve) }
    if definition.kind == .date { return describeDate(field, &sieve) }
    switch definition.valueKind {
    case .string: return describeText(definition, &sieve)
    case .integer, .number: return describeNumber(definition, &sieve)
    case .boolean:
      sieve.sort = .flag
      return definition.rules.allSatisfy { $0.check.isExpression } && definition.maxLength == nil
    }
  }

  /// Adds the schemas of the rules of a field of any value; false where it has others, or some that do not always hold.
  private mutating func addSchemas(
    of definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    let first = schemas.count
    for rule in definition.rules {
      guard case .schema(let schema) = rule.check, rule.condition == nil else { return false }
      schemas.append(schema)
    }
    sieve.schemas = first..<schemas.count
    return true
  }

  /// Whether an empty text passes whatever else is in the record.
  private func passesEmptyAnswer(_ field: RecordField) -> Bool {
    if field.isUnchecked { return true }
    var definition = field.definition
    if definition.rules.contains(where: { $0.condition != nil || $0.check.isSchema }) {
      return false
    }
    if !field.isJudgedAlone && !definition.rules.isEmpty { return false }
    definition.draft = definition.emptyDraft
    definition.isEmptyAnswer = true
    return RuleCheck.failures(of: definition.rules, definition, .init(today: today)).isEmpty
  }

  /// Says what a picker takes into which any text may be typed.
  private mutating func describeTypedRow(
    _ field: RecordField, _ sieve: inout SieveField
  ) -> Bool {
    let definition = field.definition
    let areTexts = definition.choices.allSatisfy { $0.value.string != nil && $0.canBeChosen }
    guard !definition.takesSeveral, definition.valueKind == .string, areTexts,
      !definition.hasConditionalRows
    else { return false }
    return field.isUnchecked
      ? describeTyped(definition, &sieve) : describeText(definition, &sieve)
  }

  private func describeTyped(_ definition: FieldDefinition, _ sieve: inout SieveField) -> Bool {
    switch definition.valueKind {
    case .string: sieve.sort = .text
    case .integer, .number: sieve.sort = .number
    case .boolean: sieve.sort = .flag
    }
    return true
  }

  /// Says what a time is, or a date with one, where nothing bounds it.
  private mutating func describeTime(
    _ field: RecordField, _ sieve: inout SieveField
  ) -> Bool {
    let definition = field.definition
    guard definition.minimumDate == nil, definition.maximumDate == nil, !definition.hasRules else {
      return false
    }
    // The same time may be written in several ways, which those who look at it take for different texts.
    let isNoted = notes.ofFields[field.number] != -1
    let clock = isNoted ? Format.shortClock : Format.clockWithFraction
    switch definition.mode {
    case .time: return addMachine("^\(clock)$", byteLimit: .max, &sieve)
    case .dateAndTime:
      let offset = isNoted ? "" : Format.anyOffset
      return addMachine("^\(Format.day)T\(clock)\(offset)$", byteLimit: .max, &sieve)
    case .countDownTimer:
      let time = isNoted ? clock : "(\(Format.clock)|\(Format.shortClock)|\(Format.countdown))"
      return addMachine("^\(time)$", byteLimit: .max, &sieve)
    case .date: return false
    }
  }

  private mutating func describeDate(
    _ field: RecordField, _ sieve: inout SieveField
  ) -> Bool {
    let definition = field.definition
    guard definition.valueKind == .string, definition.maxLength == nil else { return false }
    guard definition.mode == .date else { return describeTime(field, &sieve) }
    sieve.sort = .date
    var (lower, upper) = (UInt64.min, UInt64.max)
    // The keys of days are not next to one another, so that the next number is between two of them.
    func bound(_ bound: DateBound?, isUpper: Bool, isExclusive: Bool = false) -> Bool {
      let date: CivilDate
      switch bound {
      case nil: return true
      // Elsewhere it may be another day.
      case .today? where definition.hasZone: return false
      case .today?: date = today
      case .fixed(.date(.date(let fixed)))?: date = fixed
      case .fixed?: return false
      // That is compared once all of a record is known.
      case .field?: return isExclusive
      }
      guard let key = SieveDate.key(of: date) else { return false }
      if isUpper {
        upper = min(upper, isExclusive ? key - 1 : key)
      } else {
        lower = max(lower, isExclusive ? key + 1 : key)
      }
      return true
    }
    guard bound(definition.minimumDate, isUpper: false),
      bound(definition.maximumDate, isUpper: true)
    else { return false }
    for rule in definition.rules {
      switch rule.check {
      case .minimum(let limit, let isExclusive):
        guard bound(.fixed(limit), isUpper: false, isExclusive: isExclusive) else { return false }
      case .maximum(let limit, let isExclusive):
        guard bound(.fixed(limit), isUpper: true, isExclusive: isExclusive) else { return false }
      case .after(let date):
        guard bound(date, isUpper: false, isExclusive: true) else { return false }
      case .before(let date):
        guard bound(date, isUpper: true, isExclusive: true) else { return false }
      case .equals, .holds: break
      case .minLength, .maxLength, .pattern, .format, .step, .oneOf, .schema, .validator:
        return false
      }
    }
    guard lower <= upper else { return false }
    sieve.dates = lower...upper
    return true
  }

  private mutating func describeRows(_ field: RecordField, _ sieve: inout SieveField) -> Bool {
    let definition = field.definition
    let rowLimit = definition.takesSeveral ? UInt64.bitWidth : Self.rowLimit
    guard definition.choices.count <= rowLimit else { return false }
    let exclusive = definition.choices.filter { $0.isExclusive }.map { $0.text }
    var allowed: [String]?
    if !field.isUnchecked {
      if definition.maxLength != nil { return false }
      for rule in definition.rules {
        switch rule.check {
        case .equals where !definition.takesSeveral, .holds where !definition.takesSeveral: break
        case .oneOf(let values): allowed = values.filter { allowed?.containsExactly($0) ?? true }
        case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .equals, .before,
          .after, .holds, .schema, .validator:
          return false
        }
      }
    }
    sieve.sort = definition.takesSeveral ? .choices : .choice
    let least = field.isUnchecked ? 0 : definition.minItems ?? 0
    let most = field.isUnchecked ? .max : definition.maxItems ?? .max
    guard least <= most else { return false }
    // A text has no more of anything than an `Int` counts.
    sieve.choiceCounts = Int(clamping: least)...Int(clamping: most)
    var known: [(json: String, draft: String)] = []
    var seen: Set<String> = []
    var chosen = definition
    // Conditions of rows are looked at once the record is known.
    chosen.hasConditionalRows = false
    for choice in definition.choices {
      // A number may be a row's by its value and not be one by its text.
      chosen.draft = .text(choice.text)
      chosen.choices = [choice]
      chosen.takesSeveral = false
      let isFree =
        field.isUnchecked
        || RuleCheck.limitFailures(chosen, .init(today: today)).isEmpty
          && (allowed?.containsExactly(choice.text) ?? true)
      let value = definition.value(of: choice)
      let json = value.json
      // What stands first for a value is chosen by it.
      if !seen.insert(json).inserted { continue }
      guard isFree, value != .string(""), !json.contains("\\") else { continue }
      known.append((json, choice.text))
    }
    let first = rows.count
    if Self.bucketedRowLimit < known.count {
      for row in known { add(row, since: first, isExclusive: false, &sieve) }
      sieve.rows = first..<rows.count
      sieve.rowIndex = addIndex(of: known.map { Array($0.json.utf8) }, from: first)
      return pool.count <= Self.poolByteLimit
    }
    var starts: [UInt8] = []
    for bucket in 0..<SieveRows.bucketCount {
      starts.append(UInt8(rows.count - first))
      for row in known where SieveRows.bucket(of: row.json) == bucket {
        add(row, since: first, isExclusive: exclusive.containsExactly(row.draft), &sieve)
      }
    }
    starts.append(UInt8(rows.count - first))
    sieve.rows = first..<rows.count
    sieve.rowStarts = append(starts).start
    return true
  }

  private mutating func add(
    _ row: (json: String, draft: String), since first: Int, isExclusive: Bool,
    _ sieve: inout SieveField
  ) {
    if isExclusive { sieve.exclusiveRows |= 1 &<< UInt64(rows.count - first) }
    rows.append(append(row.json.utf8))
    drafts.append(append(row.draft.utf8))
  }

  private mutating func describeText(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    sieve.sort = .text
    sieve.mostUnits = Int(clamping: definition.maxLength ?? .max)
    switch definition.lengthUnit {
    case .grapheme, .scalar: sieve.countsBytesOfASCII = true
    case .utf16, .utf8, .words: sieve.countsBytesOfASCII = false
    }
    // No machine passes white space alone, so that it is looked at closely.
    if definition.isBlankEmpty, !addMachine(#"\S"#, byteLimit: .max, &sieve) { return false }
    for rule in definition.rules {
      switch rule.check {
      case .maxLength(let limit): sieve.mostUnits = min(sieve.mostUnits, Int(clamping: limit))
      case .minLength(let limit):
        if definition.lengthUnit == .words { return false }
        sieve.leastUnits = max(sieve.leastUnits, Int(clamping: limit))
      case .pattern(let pattern, _):
        guard addMachine(pattern, byteLimit: .max, &sieve) else { return false }
      case .format(let format):
        guard let known = format.plainSight,
          addMachine(known.pattern, byteLimit: known.byteLimit, &sieve)
        else { return false }
      case .equals, .holds: break
      case .minimum, .maximum, .step, .oneOf, .before, .after, .schema, .validator: return false
      }
    }
    return true
  }

  private mutating func describeNumber(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.scale == .number else { return false }
    sieve.sort = definition.valueKind == .integer ? .integer : .number
    sieve.mostUnits = Int(clamping: definition.maxLength ?? .max)
    let numbers = SieveNumber.Limits(definition.rules)
    sieve.places = numbers.places
    for rule in definition.rules {
      switch rule.check {
      case .minimum(.number(let limit), let isExclusive):
        let limit = numbers.units(of: limit)
        sieve.least = max(
          sieve.least, limit.isExact && !isExclusive ? limit.floor : limit.floor + 1)
      case .maximum(.number(let limit), let isExclusive):
        let limit = numbers.units(of: limit)
        sieve.most = min(sieve.most, limit.isExact && isExclusive ? limit.floor - 1 : limit.floor)
      case .step(let step, let base):
        guard case nil = base else { return false }
        let step = numbers.units(of: step)
        guard step.isExact, 0 < step.floor, step.floor < SieveNumber.Limits.end, sieve.step == 0
        else { return false }
        sieve.step = step.floor
      case .equals, .holds: break
      case .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .oneOf, .before, .after,
        .schema, .validator:
        return false
      }
    }
    return true
  }

  private mutating func addMachine(
    _ source: String, byteLimit: Int, _ sieve: inout SieveField
  ) -> Bool {
    (try? Pattern(source)).map { addMachine($0, byteLimit: byteLimit, &sieve) } ?? false
  }

  /// Adds a pattern that a text has to match; a longer one than the limit is looked at closely.
  private mutating func addMachine(
    _ pattern: Pattern, byteLimit: Int, _ sieve: inout SieveField
  ) -> Bool {
    guard let tables = PatternTable(pattern).map(SieveMachineTables.init),
      pool.count + tables.byteCount <= Self.poolByteLimit
    else { return false }
    let first = sieve.machines.isEmpty ? machines.count : sieve.machines.lowerBound
    machines.append(tables.append(to: &pool))
    sieve.machines = first..<machines.count
    sieve.sort = sieve.machines.count == 1 ? .pattern : .text
    sieve.mostUnits = min(sieve.mostUnits, byteLimit)
    return true
  }
}
