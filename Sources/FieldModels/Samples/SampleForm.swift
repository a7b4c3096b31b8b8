import FieldModels

/// A form made ready to have records made up for it.
struct SampleForm: Sendable {
  private(set) var fields: [SampleField] = []
  let layout: RecordLayout
  let now: Instant
  /// The fields by their keys.
  private(set) var numbers: [String: Int] = [:]
  private var listNumbers: [String: Int] = [:]
  private var judge: RecordJudge

  /// - Parameters:
  ///   - form: the form
  ///   - other: a form whose fields give rise to drafts too, those with the same keys
  ///   - now: the moment at which its records are looked at
  ///   - chance: where the variety comes from
  init(
    _ form: RecordForm, beside other: RecordForm? = nil, at now: Instant,
    using chance: inout SplitMix64
  ) {
    layout = form.layout
    self.now = now
    judge = RecordJudge(form, at: now)
    for (number, list) in layout.lists.enumerated() { listNumbers[list.key] = number }
    let definitions = layout.slots.indices.map { form.definition(of: $0) }
    let mentions = SampleMentions(definitions, today: now.today)
    let others = Self.drafts(of: other, at: now, using: &chance)
    for (number, definition) in definitions.enumerated() {
      guard let key = definition.key else { continue }
      numbers[key] = number
      fields.append(
        SampleField(
          key: key, path: form.path(of: number), definition: definition,
          list: layout.lists.firstIndex { $0.fields.contains(number) }, slot: layout.slots[number],
          drafts: SampleDraft.all(
            for: definition, mentioned: mentions[key], others: others[key] ?? [], at: now,
            using: &chance)))
    }
  }

  /// What the fields of another form may have, by their keys.
  private static func drafts(
    of form: RecordForm?, at now: Instant, using chance: inout SplitMix64
  ) -> [String: [Draft]] {
    guard let form else { return [:] }
    let definitions = form.layout.slots.indices.map { form.definition(of: $0) }
    let mentions = SampleMentions(definitions, today: now.today)
    var drafts: [String: [Draft]] = [:]
    for definition in definitions {
      guard let key = definition.key else { continue }
      drafts[key] = SampleDraft.all(
        for: definition, mentioned: mentions[key], at: now, using: &chance
      ).map(\.draft)
    }
    return drafts
  }

  /// The fields that are in no list, or those of one, in the order of the form.
  func numbers(ofList list: Int?) -> [Int] {
    list.map { layout.lists[$0].fields } ?? fields.indices.filter { fields[$0].list == nil }
  }

  /// What a key means to a field: the one of the same list, else the one outside of lists.
  func field(named key: String, seenFrom list: Int?) -> Int? {
    numbers[key].flatMap { fields[$0].list == nil || fields[$0].list == list ? $0 : nil }
  }

  /// The field with a key that is in another list, so that only its answers in all entries are seen.
  func column(named key: String, seenFrom list: Int?) -> Int? {
    field(named: key, seenFrom: list) == nil ? numbers[key] : nil
  }

  /// Where a field stands in a record: once, or in each entry of its list.
  func places(of number: Int, in record: SampleRecord) -> [SamplePlace] {
    guard let list = fields[number].list else { return [SamplePlace(field: number)] }
    return record.lists[list].indices.map { SamplePlace(field: number, entry: $0) }
  }

  /// The number of the list with a key.
  func list(named key: String) -> Int? { numbers[key] == nil ? listNumbers[key] : nil }

  /// The record in which nothing is filled in.
  var emptyRecord: SampleRecord {
    SampleRecord(
      singles: numbers(ofList: nil).map { fields[$0].definition.emptyDraft },
      lists: layout.lists.map { _ in [] })
  }

  /// A draft of a record.
  func draft(at place: SamplePlace, of record: SampleRecord) -> Draft {
    let field = fields[place.field]
    guard let list = field.list, let entry = place.entry else { return record.singles[field.slot] }
    return record.lists[list][entry][field.slot]
  }

  /// Puts a draft into a record.
  func put(_ draft: Draft, at place: SamplePlace, of record: inout SampleRecord) {
    let field = fields[place.field]
    if let list = field.list, let entry = place.entry {
      record.lists[list][entry][field.slot] = draft
    } else {
      record.singles[field.slot] = draft
    }
  }

  /// Where the value of a field stands, as a JSON pointer into the record.
  func path(of place: SamplePlace) -> String {
    let field = fields[place.field]
    guard let list = field.list, let entry = place.entry else { return field.path }
    return layout.lists[list].path + "/\(entry)" + field.path
  }

  /// Whose value a problem is about; nil for one that is about none.
  func place(of problem: RecordVerdict.Problem) -> SamplePlace? {
    guard let number = problem.key.flatMap({ numbers[$0] }) else { return nil }
    guard let list = fields[number].list else { return SamplePlace(field: number) }
    let rest = problem.path.dropFirst(layout.lists[list].path.count + 1)
    return Int(rest.prefix { $0 != "/" }).map { SamplePlace(field: number, entry: $0) }
  }

  /// The record as JSON.
  func value(of record: SampleRecord) -> JSONValue {
    func value(_ number: Int, _ draft: Draft) -> CommittedObject.Value? {
      let field = fields[number]
      // The engine calculates it.
      if field.definition.calculation != nil { return nil }
      return field.definition.value(of: draft).map {
        .init(key: field.key, value: $0, isSecure: false)
      }
    }
    let singles = zip(numbers(ofList: nil), record.singles).map { value($0, $1) }
    let entries = record.lists.enumerated().map { list, entries in
      entries.map { entry in zip(layout.lists[list].fields, entry).map { value($0, $1) } }
    }
    let leftOut = layout.leftOut(entryCounts: record.lists.map(\.count)) { number in
      fields[number].list == nil && !record.singles[fields[number].slot].isEmpty
    }
    let whole = JSONValue.object(
      CommittedObject(layout, singles, entries: entries, leftOut: leftOut).json)
    return record.edits.reduce(whole) { value, edit in
      value.replacing(at: (JSONPointer.steps(of: edit.path) ?? [])[...], with: edit.value)
    }
  }

  /// What the form says of a record.
  mutating func verdict(on record: SampleRecord) -> RecordVerdict { verdict(on: value(of: record)) }

  /// What the form says of a record that is written down.
  mutating func verdict(on value: JSONValue) -> RecordVerdict {
    let bytes = Array(value.json.utf8)
    var verdict = judge.judge(bytes, bytes.indices)
    for index in verdict.problems.indices { verdict.problems[index].saying = nil }
    return verdict
  }
}

/// A field that records are made up for.
struct SampleField: Sendable {
  let key: String
  /// Where its value stands in the record, or in an entry.
  let path: String
  let definition: FieldDefinition
  /// The list of whose entries each has a value, by its number.
  let list: Int?
  /// Its place among the fields of its list, or among those in none.
  let slot: Int
  /// What it may have, right and wrong.
  let drafts: [SampleDraft]
  /// Those in which nothing is wrong, and none of them is empty, as far as the field itself says.
  let right: [Draft]

  init(
    key: String, path: String, definition: FieldDefinition, list: Int?, slot: Int,
    drafts: [SampleDraft]
  ) {
    (self.key, self.path, self.definition) = (key, path, definition)
    (self.list, self.slot, self.drafts) = (list, slot, drafts)
    let filled = drafts.filter { !$0.draft.isEmpty }
    let whole = filled.filter(\.problems.isEmpty)
    // Rules that hold at different times need not be kept together.
    right = (whole.isEmpty ? filled.filter(\.isUsuallyRight) : whole).map(\.draft)
  }
}
