/// Makes of the fields of a form what their values must be to be right in plain sight.
struct SieveBuilder {
  private var fields: [SieveField] = []
  private(set) var objects: [SieveObject] = []
  private(set) var members: [SieveMember] = []
  private(set) var lists: [SieveList] = []
  private(set) var machines: [SieveMachine] = []
  private(set) var rows: [SievePool.Stretch] = []
  private(set) var pool: [UInt8] = []
  private let today: CivilDate

  /// Tables take some kilobytes each; beyond this patterns are searched for as everywhere.
  private static let poolByteLimit = 1 << 20
  /// More rows are looked for as everywhere.
  private static let rowLimit = 32

  /// The words of JSON, with which every pool begins.
  static let words = (
    null: SievePool.Stretch(start: 0, count: 4), true: SievePool.Stretch(start: 4, count: 4),
    false: SievePool.Stretch(start: 8, count: 5)
  )

  init(today: CivilDate) {
    self.today = today
    pool = Array("nulltruefalse".utf8)
  }

  mutating func add(_ field: RecordField) {
    let definition = field.definition
    var sieve = SieveField(
      sort: .other, isRequired: definition.isRequired == .always, takesNull: false)
    if field.isPlain, describe(definition, &sieve) {
      let hasNullRow = definition.choices.contains { $0.value == .null }
      sieve.takesNull = !sieve.isRequired && definition.emptyValue == .null && !hasNullRow
    } else {
      sieve.sort = .other
    }
    fields.append(sieve)
  }

  /// Adds the objects and lists that the fields' values stand in.
  mutating func add(_ layout: RecordLayout) {
    for list in layout.lists {
      let repetition = list.repetition
      lists.append(
        SieveList(
          entry: list.entry, least: repetition.minEntries, most: repetition.maxEntries ?? .max,
          mayBeMissing: !list.isRequired && repetition.minEntries == 0,
          isSifted: repetition.unique.isEmpty))
    }
    for object in layout.objects {
      let first = members.count
      for member in object.members {
        let name = JSONValue.string(member.name).json
        let spaced = append(", \(name): ".utf8)
        members.append(
          SieveMember(
            member.content, fields,
            name: .init(start: spaced.start + 2, count: name.utf8.count), spaced: spaced,
            dense: append(",\(name):".utf8)))
      }
      objects.append(
        SieveObject(members: first..<members.count, mayBeMissing: !object.isRequired))
    }
    // Those within others come behind them.
    for object in objects.indices.reversed() {
      for place in objects[object].members {
        let isRequired =
          switch members[place].content {
          case .field: members[place].field.isRequired
          case .object: !objects[members[place].number].mayBeMissing
          case .list: !lists[members[place].number].mayBeMissing
          }
        // More members than a word has bits are no sieve's.
        if isRequired { objects[object].required |= 1 &<< UInt64(place) }
      }
      if objects[object].required != 0 { objects[object].mayBeMissing = false }
    }
  }

  private mutating func append(_ bytes: some Sequence<UInt8>) -> SievePool.Stretch {
    let start = pool.count
    pool += bytes
    return SievePool.Stretch(start: start, count: pool.count - start)
  }

  /// Says what the values of a field must be; false where that can't be said.
  private mutating func describe(_ definition: FieldDefinition, _ sieve: inout SieveField) -> Bool {
    if definition.takesSeveral { return false }
    switch definition.kind {
    case .date: return describeDate(definition, &sieve)
    case .picker:
      guard !definition.choices.isEmpty, definition.manualEntry == nil else { return false }
      return describeRows(definition, &sieve)
    case .entry, .area: break
    case nil: return false
    }
    switch definition.valueKind {
    case .string: return describeText(definition, &sieve)
    case .integer, .number: return describeNumber(definition, &sieve)
    case .boolean: return false
    }
  }

  private mutating func describeDate(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.mode == .date, definition.valueKind == .string, !definition.hasRules,
      definition.maxLength == nil
    else { return false }
    sieve.sort = .date
    var keys: [UInt64] = []
    for (bound, end) in [(definition.minimumDate, 0), (definition.maximumDate, UInt64.max)] {
      let date: CivilDate
      switch bound {
      case nil:
        keys.append(end)
        continue
      // Elsewhere it may be another day.
      case .today? where definition.hasZone: return false
      case .today?: date = today
      case .fixed(.date(.date(let fixed)))?: date = fixed
      case .fixed?, .field?: return false
      }
      guard let key = SieveDate.key(of: date) else { return false }
      keys.append(key)
    }
    guard keys[0] <= keys[1] else { return false }
    sieve.dates = keys[0]...keys[1]
    return true
  }

  private mutating func describeRows(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard !definition.hasRules, definition.maxLength == nil,
      definition.choices.count <= Self.rowLimit
    else { return false }
    sieve.sort = .choice
    var known: [String] = []
    var chosen = definition
    for choice in definition.choices {
      chosen.draft = .text(choice.text)
      guard RuleCheck.limitFailures(chosen, .init(today: today)).isEmpty else { continue }
      let value = definition.value(of: choice.text)
      let json = value.json
      if value == .string("") || json.contains("\\") { continue }
      known.append(json)
    }
    let first = rows.count
    var starts: [UInt8] = []
    for bucket in 0..<SieveRows.bucketCount {
      starts.append(UInt8(rows.count - first))
      for json in known where SieveRows.bucket(of: json) == bucket {
        rows.append(append(json.utf8))
      }
    }
    starts.append(UInt8(rows.count - first))
    sieve.rows = first..<rows.count
    sieve.rowStarts = append(starts).start
    return true
  }

  private mutating func describeText(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    sieve.sort = .text
    sieve.mostUnits = definition.maxLength ?? .max
    switch definition.lengthUnit {
    case .grapheme, .scalar: sieve.countsBytesOfASCII = true
    case .utf16, .utf8, .words: sieve.countsBytesOfASCII = false
    }
    for rule in definition.rules {
      switch rule.check {
      case .maxLength(let limit): sieve.mostUnits = min(sieve.mostUnits, limit)
      case .minLength(let limit):
        if definition.lengthUnit == .words { return false }
        sieve.leastUnits = max(sieve.leastUnits, limit)
      case .pattern(let pattern, _):
        guard addMachine(pattern, byteLimit: .max, &sieve) else { return false }
      case .format(let format):
        guard let known = format.plainSight,
          addMachine(known.pattern, byteLimit: known.byteLimit, &sieve)
        else { return false }
      case .minimum, .maximum, .step, .oneOf, .equals, .before, .after, .validator: return false
      }
    }
    return true
  }

  private mutating func describeNumber(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.scale == .number else { return false }
    sieve.sort = definition.valueKind == .integer ? .integer : .number
    sieve.mostUnits = definition.maxLength ?? .max
    for rule in definition.rules {
      switch rule.check {
      case .minimum(.number(let limit), let isExclusive):
        guard let limit = Self.whole(limit) else { return false }
        sieve.least = max(sieve.least, isExclusive ? limit + 1 : limit)
      case .maximum(.number(let limit), let isExclusive):
        guard let limit = Self.whole(limit) else { return false }
        sieve.most = min(sieve.most, isExclusive ? limit - 1 : limit)
      case .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .step, .oneOf, .equals,
        .before, .after, .validator:
        return false
      }
    }
    return true
  }

  /// A limit as a number of the sieve's; nil where it is not whole.
  ///
  /// One beyond all that are read is as good as the first of those.
  private static func whole(_ limit: Decimal) -> Int? {
    guard limit.isInteger else { return nil }
    let end = 1 << 53
    if Decimal(end) <= limit { return end }
    return limit <= Decimal(-end) ? -end : Int(limit.description)
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
