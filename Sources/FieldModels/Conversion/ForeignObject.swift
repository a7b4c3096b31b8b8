import FieldModels

/// An object of a foreign form, read member by member.
///
/// It remembers which of its members were asked for, so that what nobody has asked for can be told of
/// and nothing is passed over in silence. Of members with one name the last counts.
final class ForeignObject {
  /// Where it stands in the source, as a JSON pointer.
  let path: String
  let names: [String]
  private var values: [String: JSONValue]
  private(set) var asked: Set<String> = []
  /// The members that were read as what they are not, and what was expected there; and those that were
  /// read as what they are.
  private var misread: [String: String] = [:]
  private var wellRead: Set<String> = []

  init(_ value: JSONValue, path: String) {
    self.path = path
    values = Dictionary(keepingLast: value.members.map { ($0.name, $0.value) })
    var known: Set<String> = []
    names = value.members.map { $0.name }.filter { known.insert($0).inserted }
  }

  /// Another one of the same, of which nothing counts as asked for.
  var copy: ForeignObject { ForeignObject(whole, path: path) }

  /// All of it, of which nothing counts as asked for.
  var whole: JSONValue {
    .object(names.compactMap { name in values[name].map { .init(name, $0) } })
  }

  /// A member, which counts as asked for; null is as good as none.
  subscript(name: String) -> JSONValue? {
    asked.insert(name)
    return peek(name)
  }

  /// The first of some members that is there: names of one property, the newest first.
  subscript(first names: String...) -> (name: String, value: JSONValue)? {
    for name in names { if let value = self[name] { return (name, value) } }
    return nil
  }

  /// A member, of which somebody else will say what becomes of it.
  func peek(_ name: String) -> JSONValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }

  func has(_ name: String) -> Bool { peek(name) != nil }

  /// Whether it has just these members, in any order.
  func says(_ members: [JSONValue.Member]) -> Bool {
    names.count == members.count
      && members.allSatisfy { peek($0.name)?.isSame(as: $0.value) ?? false }
  }

  func path(to name: String) -> String { path + JSONPointer.step(name) }

  /// Takes members away, as if they had never stood there.
  func leaveOut(_ names: Set<String>) {
    for name in names { values[name] = nil }
  }

  /// What nobody has asked for; members that are null say nothing.
  var leftovers: [String] { names.filter { !asked.contains($0) && has($0) } }

  /// The members that have a type that nobody has asked for, each with what was expected.
  var wrongTypes: [(name: String, expected: String)] {
    names.compactMap { name in
      wellRead.contains(name) ? nil : misread[name].map { (name, $0) }
    }
  }

  /// Reads a member as something; of one that is something else it will be told.
  private func read<Value>(
    _ name: String, as expected: String, _ value: (JSONValue) -> Value?
  ) -> Value? {
    // Builders write an empty text where nothing was filled in.
    guard let member = self[name], member != "" else { return nil }
    if let value = value(member) {
      wellRead.insert(name)
      return value
    }
    misread[name] = expected
    return nil
  }

  /// True or false; to programs in JavaScript a text is as good as true.
  func flag(_ name: String) -> Bool? {
    read(name, as: "true or false", Self.flag)
  }

  func bool(_ name: String) -> Bool { flag(name) ?? false }

  /// Whether a flag is set, of which somebody else will say what becomes of it.
  func isSet(_ name: String) -> Bool { peek(name).flatMap(Self.flag) ?? false }

  private static func flag(_ value: JSONValue) -> Bool? {
    value.bool ?? (value == "true" ? true : nil)
  }

  /// The first of some flags that is there: names of one property, the newest first.
  func flag(first names: String...) -> (name: String, value: Bool)? {
    for name in names { if let value = flag(name) { return (name, value) } }
    return nil
  }

  /// A text that is not empty.
  func text(_ name: String) -> String? {
    read(name, as: "a text", { $0.string })
  }

  /// One of some words.
  func word(_ name: String, of words: Set<String>) -> String? {
    read(name, as: "one of " + words.sorted().joined(separator: ", ")) { value in
      value.string.flatMap { words.contains($0) ? $0 : nil }
    }
  }

  func list(_ name: String) -> [JSONValue]? { read(name, as: "a list [ … ]", { $0.array }) }

  /// The first of some lists that is there: names of one property, the newest first.
  func list(first names: String...) -> (name: String, elements: [JSONValue])? {
    guard let name = names.first(where: has), let elements = list(name) else { return nil }
    return (name, elements)
  }

  /// The draft of a text, a number or a truth value.
  func draft(_ name: String) -> String? {
    read(name, as: "a text or a number", { $0.draftText })
  }

  /// A number, also one in quotes.
  func number(_ name: String) -> Decimal? {
    read(name, as: "a number", Decimal.init(foreign:))
  }

  func integer(_ name: String) -> WholeNumber? {
    read(name, as: "a whole number") { Decimal(foreign: $0)?.wholeNumber }
  }

  /// The first of some whole numbers that is there: names of one property, the newest first.
  func integer(first names: String...) -> WholeNumber? { names.lazy.compactMap(integer).first }
}

/// What a conversion has to tell, and the objects that it has read.
struct ForeignNotes {
  private(set) var entries: [ConversionReport.Entry] = []
  private var objects: [ForeignObject] = []
  /// Whether it is told of members that were read as what they are not.
  var tellsTypes = true

  /// Begins to read an object; nil for another value, which is told of.
  mutating func object(_ value: JSONValue, path: String) -> ForeignObject? {
    guard case .object = value else {
      add(.wrongValue, path, "An object { … } was expected")
      return nil
    }
    let object = ForeignObject(value, path: path)
    objects.append(object)
    return object
  }

  /// The elements of a list; none of another value, which is told of unless it is null.
  mutating func list(_ value: JSONValue?, path: String) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    if let elements = value.array { return elements }
    add(.wrongValue, path, "A list [ … ] was expected")
    return []
  }

  mutating func add(
    _ code: ConversionReport.Code, _ path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    entries.append(.init(code, path: path, message: message, effect: effect))
  }

  /// Has a question that is asked more often than in its own format ask for no answer, since records of
  /// that format may lack it.
  ///
  /// - Parameters:
  ///   - members: those of the field
  ///   - path: where the source says that an answer is asked for
  mutating func release(_ members: inout [JSONValue.Member], _ path: String) {
    guard members["required"] != nil else { return }
    members.removeAll { $0.name == "required" }
    add(
      .noCounterpart, path,
      "An answer is not asked for, since a condition is lost by which the question is not asked")
  }

  /// Has a list that people may not be asked for ask for no entries, since records may lack it then.
  ///
  /// - Parameters:
  ///   - repetition: what the list says of its entries
  ///   - path: the list
  mutating func releaseEntries(_ repetition: inout [JSONValue.Member]?, _ path: String) {
    guard repetition?["minEntries"] != nil else { return }
    repetition?.removeAll { $0.name == "minEntries" }
    add(
      .noCounterpart, path, "Entries are not asked for, since the list may be passed over")
  }

  /// Tells of looks that they are lost: of what was told from an entry on, nothing could be kept.
  mutating func dropLooks(from first: Int) {
    for index in entries.indices[first...] where entries[index].code == .presentationOnly {
      let name = entries[index].path.split(separator: "/").last ?? ""
      entries[index].code = .noCounterpart
      entries[index].message = "There is no group that could keep `\(name)`"
    }
  }

  /// Whether something was told of a place, or of what is in it.
  private static func places(_ entries: [ConversionReport.Entry]) -> (
    touched: Set<String>, gone: Set<String>
  ) {
    var touched: Set<String> = []
    var gone: Set<String> = []
    for entry in entries {
      switch entry.code {
      case .unsupportedField, .duplicate, .unknownType, .circular: gone.insert(entry.path)
      default: break
      }
      var path = entry.path[...]
      while touched.insert(String(path)).inserted, let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
      }
    }
    return (touched, gone)
  }

  /// What is told of members that were read as what they are not, unless something else is.
  private func wrongTypes() -> [ConversionReport.Entry] {
    let (touched, gone) = Self.places(entries)
    return objects.flatMap { object -> [ConversionReport.Entry] in
      if Self.isWithin(object.path, gone) { return [] }
      return object.wrongTypes.compactMap { name, expected in
        let path = object.path(to: name)
        if touched.contains(path) { return nil }
        return .init(
          .wrongValue, path: path, message: "This is not \(expected)",
          effect: Self.words.contains(name) ? .nothing : nil)
      }
    }
  }

  /// Members that hold words for people, whatever the format.
  private static let words: Set<String> = [
    "addAnother", "customMessage", "description", "label", "legend", "locale", "message",
    "patternMessage", "placeholder", "suffix", "title",
  ]

  private static func isWithin(_ path: String, _ places: Set<String>) -> Bool {
    var path = path[...]
    while true {
      if places.contains(String(path)) { return true }
      guard let slash = path.lastIndex(of: "/") else { return false }
      path = path[..<slash]
    }
  }

  /// The report: exact are the members that were asked for and of which nothing is told, neither of
  /// them, nor of what is in them, nor of all that they stand in.
  func report() -> ConversionReport {
    let entries = entries + (tellsTypes ? wrongTypes() : [])
    var report = ConversionReport(entries)
    let (touched, gone) = Self.places(entries)
    for object in objects {
      if Self.isWithin(object.path, gone) { continue }
      report.keep(
        object.names.count {
          object.asked.contains($0) && object.has($0) && !touched.contains(object.path(to: $0))
        })
    }
    return report
  }
}

/// The keys that are given so far, no two the same.
///
/// What is wished for again and again gets the next number each time, so that a thousand of one name
/// cost what a thousand of a thousand names do.
struct UniqueKeys {
  private var used: Set<String>
  /// The numbers that were tried last, by the name before them.
  private var numbers: [String: Int] = [:]

  /// - Parameter used: keys that are given already
  init(_ used: Set<String> = []) { self.used = used }

  func contains(_ key: String) -> Bool { used.contains(key) }

  /// Takes a key; gives whether nothing had it.
  mutating func insert(_ key: String) -> Bool { used.insert(key).inserted }

  /// Gives the key that is wished for, else that key with the first number from 2 on that nothing else
  /// has; `name` stands before the number, where that is not the wish, and `sign` between the two.
  mutating func key(_ wish: String, else name: String? = nil, _ sign: String = "") -> String {
    if used.insert(wish).inserted { return wish }
    let stem = (name ?? wish) + sign
    while true {
      let number = numbers[stem, default: 1] + 1
      numbers[stem] = number
      let key = "\(stem)\(number)"
      if used.insert(key).inserted { return key }
    }
  }

  /// A key for what has these names, the last of which is its own.
  mutating func key(for names: [String]) -> String {
    let name = names.last ?? ""
    if !name.isEmpty, used.insert(name).inserted { return name }
    let whole = names.filter { !$0.isEmpty }.joined(separator: ".")
    return key(whole.isEmpty ? "field" : whole)
  }
}

extension Decimal {
  /// A number as formats have it: one of JSON, or one in quotes.
  init?(foreign value: JSONValue) {
    switch value {
    case .number(let text): self.init(text)
    case .string(let text): self.init(text)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// The number as JSON has it.
  var json: JSONValue { .number(description) }

  var wholeNumber: WholeNumber? { WholeNumber(description) }
}

extension JSONValue {
  /// The draft that a value is committed of: a text as it is, anything else as JSON writes it.
  var draftText: String? {
    switch self {
    case .string(let text): text
    case .number(let text): Decimal(text)?.description ?? text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}

extension Condition {
  /// The condition as a document has it.
  var json: JSONValue {
    switch self {
    case .all(let conditions): ["all": .array(conditions.map { $0.json })]
    case .any(let conditions): ["any": .array(conditions.map { $0.json })]
    case .test(let key, let test): .object([.init("key", .string(key)), test.member])
    case .holds(let expression): ["expression": .string(expression.source)]
    }
  }

  /// Both, or the one that there is.
  static func both(_ first: Condition?, _ second: Condition?) -> Condition? {
    guard let first, let second else { return first ?? second }
    var all: [Condition] = []
    for condition in [first, second] {
      if case .all(let parts) = condition { all += parts } else { all.append(condition) }
    }
    return .all(all)
  }
}

extension Condition.Test {
  fileprivate var member: JSONValue.Member {
    switch self {
    case .isOneOf(let values) where values.count == 1: .init("is", .string(values[0]))
    case .isOneOf(let values): .init("in", .array(values.map { .string($0) }))
    case .isNot(let value): .init("isNot", .string(value))
    case .isFilled(let isFilled): .init("filled", .bool(isFilled))
    case .isGreater(let bound): .init("greaterThan", .string(bound))
    case .isLess(let bound): .init("lessThan", .string(bound))
    }
  }
}
