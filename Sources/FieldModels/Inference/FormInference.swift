package import FieldModels

/// Makes a form from records: types, choices, dates, formats, lists, and what is always there.
///
/// A guess is made only on evidence, which is told with it. What the records themselves refute when the
/// form judges them is taken back (`takeBack`), so that in the end it takes them all.
package struct FormInference: Sendable {
  private var record = ValueStatistics()
  /// The fields of which guesses were taken back, by their paths: rules first, then all.
  private var doubts: [[String]: Int] = [:]
  /// The records are rows of a table, whose cells are texts.
  private var hasCells = false

  package init() {}

  /// Takes a record into account; anything but an object is passed over.
  package mutating func add(_ tree: JSONTree) {
    if !tree.isEmpty, tree[0].kind == .object { record.add(tree, 0) }
  }

  /// Takes a row of a table into account.
  package mutating func add(cells: [(name: String, text: String)]) {
    hasCells = true
    record.addObject()
    for cell in cells where !cell.name.isEmpty {
      record.add(cell: cell.text, named: cell.name)
    }
  }

  /// Takes back what was guessed of the values at a path of records, in which a number stands for any
  /// entry: its rules at first, then its type, too.
  package mutating func takeBack(at path: String) {
    doubts[Self.place(at: JSONPointer.steps(of: path) ?? []), default: 0] += 1
  }

  /// A place in any record: names of digits may be numbers of entries.
  static func place(at steps: [String]) -> [String] {
    steps.map { Int($0) == nil ? $0 : "*" }
  }

  /// A form, and why it is as it is.
  package struct Guess: Sendable {
    package var form: JSONValue
    package var evidence: [Evidence]
  }

  /// Something that was guessed, and on which grounds.
  package struct Evidence: Equatable, Sendable {
    /// The key of a field, a group or a list.
    package var key: String
    /// What it became.
    package var guess: String
    /// What the records show.
    package var reason: String
  }

  /// The form that the records suggest.
  package func guess(title: String?) -> Guess {
    var builder = FormGuessBuilder(hasCells: hasCells, doubts: doubts)
    builder.addMembers(of: record, at: [], group: nil)
    var members: [JSONValue.Member] = []
    if let title { members.append(.init("title", .string(title))) }
    if !builder.groups.isEmpty {
      members.append(.init("groups", .array(builder.groups.map { .object($0) })))
    }
    members.append(.init("fields", .array(builder.fields.map { .object($0) })))
    return Guess(form: .object(members), evidence: builder.evidence)
  }
}

/// Writes fields and groups for what records have in common.
struct FormGuessBuilder {
  let hasCells: Bool
  let doubts: [[String]: Int]
  private(set) var groups: [[JSONValue.Member]] = []
  private(set) var fields: [[JSONValue.Member]] = []
  private(set) var evidence: [FormInference.Evidence] = []
  private var keys: Set<String> = []

  /// From so many records on, what is true of all of them is taken for a rule.
  private static let enough = 20
  /// Rows come so often at least, on average and each.
  private static let usualRepeats = 8
  private static let mostRows = 24
  private static let manyNames = 50
  private static let longestRow = 60

  init(hasCells: Bool, doubts: [[String]: Int]) {
    (self.hasCells, self.doubts) = (hasCells, doubts)
  }

  /// Adds the members of an object.
  ///
  /// - Parameters:
  ///   - object: what is known of it
  ///   - path: the names that lead to it, with `*` for the number of an entry
  ///   - group: the group that its fields are in; nil in the record itself
  mutating func addMembers(of object: ValueStatistics, at path: [String], group: String?) {
    for name in object.names where !RecordLayout.otherNames.contains(name) {
      guard let values = object.members[name] else { continue }
      let inner = path + [name]
      let count = object.objectCount
      switch values.sort {
      case .object where !isDoubted(inner) && canNest(values):
        addObject(values, named: name, at: inner, of: count)
      case .list where !isDoubted(inner) && isListOfObjects(values) && !path.contains("*"):
        addList(values, named: name, at: inner)
      case .list
      where !isDoubted(inner) && isListOfValues(values) && !path.contains("*")
        && choiceRows(of: values) == nil:
        addList(values, named: name, at: inner)
      default: addField(values, named: name, at: inner, of: count, group: group)
      }
    }
  }

  /// Whether it was shown that what stands there is not what it was taken for.
  private func isDoubted(_ path: [String]) -> Bool { 0 < doubt(at: path) }

  private func doubt(at path: [String]) -> Int { doubts[FormInference.place(at: path)] ?? 0 }

  /// Whether the members of objects may be fields: there are not many of which each object has a few, as
  /// where names are data.
  private func canNest(_ values: ValueStatistics) -> Bool {
    let memberCount = values.members.values.reduce(0) { $0 + $1.count }
    let isOfData =
      Self.manyNames < values.names.count
      && memberCount * 10 < values.names.count * values.objectCount
    return !isOfData && !values.names.isEmpty && values.names.allSatisfy { !$0.isEmpty }
  }

  private func isListOfObjects(_ values: ValueStatistics) -> Bool {
    guard let element = values.elements.first else { return false }
    return element.sort == .object && element.nullCount == 0 && element.emptyCount == 0
      && canNest(element)
  }

  private func isListOfValues(_ values: ValueStatistics) -> Bool {
    switch values.elements.first?.sort {
    case .text, .number, .flag: true
    case ValueStatistics.Sort.none?, .list, .object, .mixed, nil: false
    }
  }

  private mutating func addObject(
    _ values: ValueStatistics, named name: String, at path: [String], of count: Int
  ) {
    if path.contains("*") {
      // Within an entry there are no groups: the fields have paths.
      return addMembers(of: values, at: path, group: currentList)
    }
    let key = freeKey(name)
    var group: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(Self.label(of: name))),
      .init("path", .string(JSONPointer.path(path))),
    ]
    if values.nullCount + values.emptyCount > 0 { group.append(.init("lenient", true)) }
    groups.append(group)
    note(key, "a group", since: "an object in \(values.objectCount) of \(count) records")
    addMembers(of: values, at: path, group: key)
  }

  /// The list whose entries are looked at.
  private var currentList: String?

  private mutating func addList(_ values: ValueStatistics, named name: String, at path: [String]) {
    guard let element = values.elements.first else { return }
    let key = freeKey(name)
    var group: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(Self.label(of: name))),
    ]
    if path != [key] { group.append(.init("path", .string(JSONPointer.path(path)))) }
    group.append(.init("repeat", [:]))
    if values.nullCount + values.emptyCount > 0 { group.append(.init("lenient", true)) }
    groups.append(group)
    let isOfValues = isListOfValues(values)
    note(
      key, "a list",
      since: "lists of \(isOfValues ? "values" : "objects") in \(values.listCount) records, "
        + "\(element.count) entries")
    let entry = path + ["*"]
    if isOfValues {
      return addField(
        element, named: Repetition.valueKey(ofListNamed: name), at: entry, of: element.count,
        group: key)
    }
    currentList = key
    addMembers(of: element, at: entry, group: key)
    currentList = nil
  }

  private mutating func addField(
    _ values: ValueStatistics, named name: String, at path: [String], of count: Int, group: String?
  ) {
    let key = freeKey(name)
    var field: [JSONValue.Member] = [.init("key", .string(key))]
    let guess = doubt(at: path) < 2 ? content(of: values, key, isPlain: isDoubted(path)) : nil
    field += guess ?? [.init("kind", "any")]
    if guess == nil { note(key, "any value", since: reason(for: values)) }
    field.insert(.init("label", .string(Self.label(of: name))), at: 2)
    if let group { field.append(.init("group", .string(group))) }
    let own = pathInGroup(path)
    if own != [key] { field.append(.init("path", .string(JSONPointer.path(own)))) }
    addPresence(of: values, count, key, isPlain: isDoubted(path), to: &field)
    fields.append(field)
  }

  /// The names from the object of the group, or an entry of the list, to the value.
  private func pathInGroup(_ path: [String]) -> [String] {
    if let entry = path.firstIndex(of: "*") { return Array(path[(entry + 1)...]) }
    return [path[path.count - 1]]
  }

  /// Says whether the field must be filled in, and what an empty one commits.
  private mutating func addPresence(
    of values: ValueStatistics, _ count: Int, _ key: String, isPlain: Bool,
    to field: inout [JSONValue.Member]
  ) {
    let isAny = field["kind"] == "any"
    let isAlways = values.filledCount == count && values.emptyListCount == 0
    if isAlways, Self.enough <= count, !isPlain, !isAny {
      field.append(.init("required", true))
      note(key, "required", since: "in all of \(count) records")
      return
    }
    if isAny || hasCells { return }
    let isList = field["multiple"] == true
    switch (values.nullCount, values.emptyCount) {
    case (0, 0): if !isList, values.count < count { field.append(.init("whenEmpty", "omit")) }
    case (_, 0): if isList { field.append(.init("whenEmpty", "null")) }
    case (0, _): if !isList { field.append(.init("whenEmpty", "empty")) }
    default: field.append(.init("lenient", true))
    }
    if isList, 0 < values.emptyCount { field.append(.init("lenient", true)) }
  }

  private mutating func note(_ key: String, _ guess: String, since reason: String) {
    evidence.append(.init(key: key, guess: guess, reason: reason))
  }

  private func reason(for values: ValueStatistics) -> String {
    switch values.sort {
    case .none: "nothing in it in \(values.count) records"
    case .mixed: "values of several types in \(values.count) records"
    case .list: "lists that are no choice, in \(values.listCount) records"
    case .object: "objects with other members each"
    default: "other guesses were refuted by records"
    }
  }

  /// A key of its own: the name, else with a number.
  private mutating func freeKey(_ name: String) -> String {
    let start = name.isEmpty ? "field" : name
    var key = start
    var number = 2
    while !keys.insert(key).inserted {
      key = "\(start)\(number)"
      number += 1
    }
    return key
  }

  /// A name as people read it: `firstName` and `first_name` are "First name".
  static func label(of name: String) -> String {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      if "_-. /".contains(character) {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if character.isUppercase, wasLower {
        words.append(word)
        word = String(character).lowercased()
      } else {
        word.append(character)
      }
      wasLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word) }
    let text = words.joined(separator: " ")
    return text.isEmpty ? name : text.prefix(1).uppercased() + text.dropFirst()
  }
}

// What a field holds.
extension FormGuessBuilder {
  /// The kind of a field with what belongs to it; nil where it may hold anything.
  private mutating func content(
    of values: ValueStatistics, _ key: String, isPlain: Bool
  ) -> [JSONValue.Member]? {
    switch values.sort {
    case .text: return text(values.texts, key, isPlain: isPlain)
    case .number: return number(values.numbers, key, isPlain: isPlain)
    case .flag:
      note(key, "true or false", since: "\(values.flagCount) truth values")
      return Self.flag
    case .list: return isPlain ? nil : choices(values, key)
    case .none, .object, .mixed: return nil
    }
  }

  private static let flag: [JSONValue.Member] = [
    .init("kind", "picker"), .init("value", "boolean"),
    .init("data", [["value": true, "label": "Yes"], ["value": false, "label": "No"]]),
  ]

  private mutating func number(
    _ numbers: NumberStatistics, _ key: String, isPlain: Bool
  ) -> [JSONValue.Member] {
    if !isPlain, let rows = rows(numbers.order, numbers.frequencies, of: numbers.count) {
      note(
        key, "a choice",
        since: "\(rows.count) numbers, which come again in \(numbers.count) records")
      return [.init("kind", "picker"), .init("data", .array(rows.map { .number($0) }))]
    }
    var field: [JSONValue.Member] = [.init("kind", "entry")]
    if numbers.isWhole {
      field.append(.init("value", "integer"))
      if let precision = Self.precision(numbers) {
        field.append(.init("precision", .string(precision)))
      }
      note(key, "whole numbers", since: "\(numbers.count) of them")
    } else {
      field.append(.init("value", "number"))
      note(key, "numbers", since: "\(numbers.count) of them")
    }
    if !isPlain, Self.enough <= numbers.count, let least = numbers.least, !least.isNegative {
      field.append(.init("validation", ["endEditing": [["minimum": 0]]]))
      note(key, "no number below 0", since: "none among \(numbers.count)")
    }
    return field
  }

  /// How far whole numbers go; nil where doubles have all of them.
  private static func precision(_ numbers: NumberStatistics) -> String? {
    guard let least = numbers.least, let greatest = numbers.greatest else { return nil }
    func isWithin(_ limit: Int) -> Bool {
      Decimal(-limit) <= least && greatest <= Decimal(limit)
    }
    if isWithin(1 << 53 - 1) { return nil }
    return isWithin(Int.max) ? "int64" : "unlimited"
  }

  private mutating func text(
    _ texts: TextStatistics, _ key: String, isPlain: Bool
  ) -> [JSONValue.Member] {
    if hasCells, !isPlain {
      if texts.allFlags {
        note(key, "true or false", since: "true or false in \(texts.count) rows")
        return Self.flag
      }
      if texts.allNumbers { return number(texts.numbers, key, isPlain: false) }
    }
    if isPlain { return [.init("kind", texts.hasLineBreaks ? "area" : "entry")] }
    if texts.hasLineBreaks {
      note(key, "an area", since: "texts of several lines")
      return [.init("kind", "area")]
    }
    if let format = texts.formats.first, 3 <= texts.count {
      return formatted(format, of: texts, key)
    }
    if let rows = rows(texts.order, texts.frequencies, of: texts.count),
      texts.lengths.upperBound <= Self.longestRow
    {
      note(
        key, "a choice", since: "\(rows.count) texts, which come again in \(texts.count) records")
      return [.init("kind", "picker"), .init("data", .array(rows.map { .string($0) }))]
    }
    var field: [JSONValue.Member] = [.init("kind", "entry")]
    let lengths = texts.lengths
    if Self.enough <= texts.count, lengths.lowerBound == lengths.upperBound, 1 < lengths.lowerBound
    {
      field.append(.init("maxLength", .integer(lengths.upperBound)))
      field.append(
        .init("validation", ["endEditing": [["minLength": .integer(lengths.lowerBound)]]]))
      note(
        key, "\(lengths.lowerBound) characters", since: "all of \(texts.count) texts have as many")
    } else {
      note(key, "a text", since: "\(texts.count) of them")
    }
    return field
  }

  private mutating func formatted(
    _ format: Format, of texts: TextStatistics, _ key: String
  ) -> [JSONValue.Member] {
    let reason = "all of \(texts.count) texts are such"
    switch format {
    case .date, .time, .datetimeLocal:
      let mode = format == .time ? "time" : format == .datetimeLocal ? "dateAndTime" : nil
      note(key, format == .time ? "a time" : "a date", since: reason)
      return [.init("kind", "date")] + (mode.map { [.init("mode", .string($0))] } ?? [])
    default:
      note(key, "the format \(format.name)", since: reason)
      var field: [JSONValue.Member] = [.init("kind", "entry")]
      if format == .email { field.append(.init("keyboard", "emailAddress")) }
      if format == .httpURL { field.append(.init("keyboard", "URL")) }
      field.append(.init("validation", ["endEditing": [["format": .string(format.name)]]]))
      return field
    }
  }

  /// A field of several rows; nil where the elements of lists are no rows.
  private mutating func choices(_ values: ValueStatistics, _ key: String) -> [JSONValue.Member]? {
    guard let rows = choiceRows(of: values) else { return nil }
    note(
      key, "a choice of several",
      since: "\(rows.count) elements, which come again in \(values.listCount) lists")
    return [.init("kind", "picker"), .init("multiple", true), .init("data", .array(rows))]
  }

  /// The elements of lists as rows; nil where they are none.
  private func choiceRows(of values: ValueStatistics) -> [JSONValue]? {
    guard let element = values.elements.first, values.hasDistinctElements,
      element.nullCount + element.emptyCount == 0
    else { return nil }
    switch element.sort {
    case .text where element.texts.lengths.upperBound <= Self.longestRow:
      let texts = element.texts
      return rows(texts.order, texts.frequencies, of: texts.count)?.map { .string($0) }
    case .number:
      let numbers = element.numbers
      return rows(numbers.order, numbers.frequencies, of: numbers.count)?.map { .number($0) }
    case .none, .text, .flag, .list, .object, .mixed: return nil
    }
  }

  /// The rows of a choice: values that come again and again, each of them, so that hardly another one is
  /// left; nil where that is not so.
  private func rows(_ order: [String], _ frequencies: [String: Int]?, of count: Int) -> [String]? {
    guard let frequencies, 1 < order.count, order.count <= Self.mostRows,
      Self.usualRepeats * order.count <= count, frequencies.values.allSatisfy({ 1 < $0 })
    else { return nil }
    return order
  }
}
