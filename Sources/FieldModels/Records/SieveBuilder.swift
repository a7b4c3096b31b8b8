/// Makes of a form what a record must be to be right in plain sight.
struct SieveBuilder {
  private var fields: [SieveField] = []
  /// What is right while no condition of a rule holds, by the numbers of the fields.
  private var looseFields: [Int: SieveField] = [:]
  /// What values must be that are then held to schemas, or asked about.
  var innerFields: [SieveField] = []
  private(set) var objects: [SieveObject] = []
  /// For each word of bits of the objects' members those that have to be there.
  private(set) var required: [UInt64] = []
  /// Members by the hashes of their names (`ByteHash`); -1 where there is none.
  private(set) var index: [Int] = []
  private(set) var members: [SieveMember] = []
  private(set) var lists: [SieveList] = []
  var machines: [SieveMachine] = []
  var schemas: [ValueSchema] = []
  var spellings: [SieveSpelling.Part] = []
  var rows: [SievePool.Stretch] = []
  /// The drafts of the rows.
  var drafts: [SievePool.Stretch] = []
  /// For each row that is chosen beside others a bit, by its place among the choices.
  var rowBits: [UInt64] = []
  var pool: [UInt8] = []
  /// What is looked at once a record has been passed (`SieveBuilder+Plan`).
  var scopes: [SieveScope] = []
  var countings: [SieveCounting] = []
  var dependents: [SieveDependent] = []
  var comparisons: [SieveComparison] = []
  var offeredRows: [SieveRow] = []
  var claims: [SieveClaim] = []
  var ruleConditions: [SieveClause] = []
  var terms: [SieveTerm] = []
  var conditions: [SieveCondition] = []
  var texts: [SievePool.Stretch] = []
  private(set) var unique: [SieveUnique] = []
  private(set) var columns: [SieveColumn] = []
  let notes: SieveNotes
  let today: CivilDate
  let isPartial: Bool

  /// A row that a value may be, as JSON and as a draft, and its place among the choices.
  struct Row {
    let json: String
    let draft: String
    let number: Int
  }

  /// Tables take some kilobytes each; beyond this patterns are searched for as everywhere.
  static let poolByteLimit = 1 << 20
  /// As few names are looked at one by one.
  private static let fewNames = 8
  /// More rows are looked for as everywhere.
  static let rowLimit = 8_192
  /// As many rows are found by the bytes that they begin with (`SieveRows`), more by their hashes.
  static let bucketedRowLimit = 64

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
    sieve.shows = shows(field)
    if definition.takesEmptyText {
      sieve.takesEmptyText = passesEmptyAnswer(field)
      sieve.showsEmptyText = notes.lookedAt.contains(field.number)
    }
    if field.asksNobody, field.hasRulesUnderConditions {
      var loose = sieve
      if describe(field, as: definition.withUnconditionalRules, &loose) {
        looseFields[field.number] = loose
      }
    }
    let described = sieve
    if !(field.asksNobody ? describe(field, as: definition, &sieve) : describeAsked(field, &sieve))
    {
      sieve = described
      sieve.sort = .other
      // What no plan is made for has no empty list, and a text is none.
      if definition.takesSeveral { sieve.takesEmptyText = false }
    }
    if definition.presence == .always, !field.isDependent { sieve.isRequired = true }
    if definition.missingValue == .default, !definition.draft.isEmpty {
      sieve.isRequired = true
      sieve.isSeenWhereMissing =
        field.isDependent || notes.lookedAt.contains(field.number) || field.list != nil
    }
    // What a partial record lacks is fine, unless it leaves open what is said of other fields.
    if isPartial { sieve.isRequired = notes.lookedAt.contains(field.number) }
    fields.append(sieve)
  }

  /// What others see of the values of a field, whatever its rules say of them.
  private func shows(_ field: RecordField) -> SieveField.Shows {
    let definition = field.definition
    if definition.kind == .any { return .anything }
    // What is written otherwise than drafts are has to be read.
    if definition.kind == .date, definition.valuePattern != nil { return .nothing }
    if definition.takesSeveral || definition.kind == .picker || !definition.choices.isEmpty {
      return .nothing
    }
    return switch definition.valueKind {
    case .string: .texts
    case .number, .integer: .numbers
    case .boolean: .nothing
    }
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
          takesNull: list.emptyValue == .null && !isPartial,
          unfit: unfit(isLenient: list.isLenient, in: form),
          note: notes.ofLists[number], isDeferred: notes.deferredLists.contains(number),
          unique: first..<unique.count, columns: firstColumn..<columns.count))
    }
    let singles = layout.objects(ofList: nil)
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
      if singles.contains(objects.count - 1), objects.count != 1 {
        objects[objects.count - 1].unfit = unfit(isLenient: object.isLenient, in: form)
      }
      addIndex(of: object.members.map { $0.name })
    }
    for (number, list) in layout.lists.enumerated() {
      guard let value = list.value else { continue }
      lists[number].value = members.count
      add(RecordLayout.Member(name: "", content: .field(value)))
    }
    addOtherMembers()
    // Those within others come behind them.
    for object in objects.indices.reversed() { require(object) }
  }

  /// What another value is in the place of an object or a list that is in no entry.
  private func unfit(isLenient: Bool, in form: RecordForm) -> SieveUnfit {
    // A secret may be in it, and a part of a record leaves open what else is.
    if form.hasSecrets || isPartial { return .unreadable }
    return isLenient ? .passed : .told
  }

  /// Adds behind all members those that take what is right while no condition of a rule holds, and what is then
  /// held to schemas or asked about.
  private mutating func addOtherMembers() {
    for place in members.indices where members[place].content == .field {
      guard let loose = looseFields[members[place].number] else { continue }
      members[place].loose = add(loose, as: members[place])
    }
    for place in members.indices where members[place].field.inner != -1 {
      members[place].inner = add(innerFields[members[place].field.inner], as: members[place])
    }
  }

  /// Adds a member that takes other values of the same field.
  private mutating func add(_ field: SieveField, as member: SieveMember) -> Int {
    var member = member
    (member.field, member.loose) = (field, -1)
    members.append(member)
    return members.count - 1
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
  mutating func addIndex(of keys: [[UInt8]], from first: Int) -> Range<Int> {
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
}
