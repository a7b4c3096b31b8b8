import FieldModels

/// What the values at one place of many records have in common.
struct ValueStatistics {
  /// How many records, or entries of lists, have a value there.
  private(set) var count = 0
  private(set) var nullCount = 0
  /// Texts without anything in them.
  private(set) var emptyCount = 0
  private(set) var flagCount = 0
  private(set) var texts = TextStatistics()
  private(set) var numbers = NumberStatistics()
  private(set) var listCount = 0
  /// How many lists have no element.
  private(set) var emptyListCount = 0
  /// What the elements of lists have in common; none before there was one.
  private(set) var elements: [ValueStatistics] = []
  /// No list has the same element twice.
  private(set) var hasDistinctElements = true
  private(set) var objectCount = 0
  /// The names of the members of objects, in the order in which they came, and their values.
  private(set) var names: [String] = []
  private(set) var members: [String: ValueStatistics] = [:]

  /// An object of more members is a table of data, and no part of a form.
  private static let mostMembers = 2000

  /// Takes a value into account.
  mutating func add(_ tree: JSONTree, _ node: Int) {
    count += 1
    switch tree[node].kind {
    case .null: nullCount += 1
    case .true, .false: flagCount += 1
    case .number: numbers.add(tree.source(node))
    case .string:
      let text = tree.string(node) ?? ""
      if text.isEmpty { emptyCount += 1 } else { texts.add(text) }
    case .array: add(list: tree, node)
    case .object: add(object: tree, node)
    case .invalid, .missing: break
    }
  }

  /// Takes a text of a table into account, which may stand for a value of another type.
  mutating func add(cell text: String) {
    count += 1
    if text.isEmpty { emptyCount += 1 } else { texts.add(text) }
  }

  private mutating func add(list tree: JSONTree, _ node: Int) {
    listCount += 1
    var element = elements.popLast() ?? ValueStatistics()
    let countBefore = element.count
    var seen: Set<String> = []
    for child in tree.elements(of: node) {
      element.add(tree, child)
      if !seen.insert(tree.source(child)).inserted { hasDistinctElements = false }
    }
    if element.count == countBefore { emptyListCount += 1 }
    elements.append(element)
  }

  private mutating func add(object tree: JSONTree, _ node: Int) {
    objectCount += 1
    var seen: Set<String> = []
    for key in tree.members(of: node) {
      guard let name = tree.string(key), seen.insert(name).inserted else { continue }
      if members[name] == nil {
        if Self.mostMembers <= names.count { continue }
        names.append(name)
      }
      members[name, default: ValueStatistics()].add(tree, key + 1)
    }
  }

  /// Adds a member of an object whose values are the cells of a table.
  mutating func add(cell text: String, named name: String) {
    if members[name] == nil { names.append(name) }
    members[name, default: ValueStatistics()].add(cell: text)
  }

  /// Notes an object whose members come one by one.
  mutating func addObject() {
    count += 1
    objectCount += 1
  }

  /// How many values say something.
  var filledCount: Int { count - nullCount - emptyCount }

  /// The values are of one of these sorts alone, aside from those that say nothing.
  var sort: Sort {
    switch filledCount {
    case 0: .none
    case texts.count: .text
    case numbers.count: .number
    case flagCount: .flag
    case listCount: .list
    case objectCount: .object
    default: .mixed
    }
  }

  /// What values are.
  enum Sort {
    case none, text, number, flag, list, object, mixed
  }
}

/// What texts have in common.
struct TextStatistics {
  private(set) var count = 0
  /// How often each of them comes; nil where there are too many.
  private(set) var frequencies: [String: Int]? = [:]
  private(set) var order: [String] = []
  /// The least and the greatest length, in characters as people count them.
  private(set) var lengths = Int.max...Int.max
  private(set) var hasLineBreaks = false
  /// The formats that all of them have, most special first.
  private(set) var formats = Self.known
  /// What all of them may stand for, as a table has it.
  private(set) var allNumbers = true
  private(set) var allFlags = true
  private(set) var numbers = NumberStatistics()

  /// The formats that are looked for, which no other text has by chance.
  private static let known: [Format] = [
    .date, .time, .datetimeLocal, .dateTime, .month, .uuid, .email, .httpURL, .iban, .ipv4, .color,
  ]
  private static let mostDistinct = 64

  mutating func add(_ text: String) {
    let length = text.count
    lengths =
      count == 0
      ? length...length
      : min(lengths.lowerBound, length)...max(lengths.upperBound, length)
    count += 1
    hasLineBreaks = hasLineBreaks || text.contains { $0.isNewline }
    if !formats.isEmpty { formats.removeAll { !$0.matches(text) } }
    if allFlags { allFlags = ["true", "false"].contains(text) }
    if allNumbers {
      allNumbers = Self.isNumber(text)
      if allNumbers { numbers.add(text) }
    }
    guard frequencies != nil else { return }
    if frequencies?[text] == nil { order.append(text) }
    frequencies?[text, default: 0] += 1
    if Self.mostDistinct < order.count { (frequencies, order) = (nil, []) }
  }

  /// Whether a text is a number, and no code of digits such as `007`.
  private static func isNumber(_ text: String) -> Bool {
    let digits = (text.hasPrefix("-") ? text.dropFirst() : text[...]).prefix { $0.isNumber }
    let isCode = digits.hasPrefix("0") && 1 < digits.count
    return !isCode && digits.count < 16 && Decimal(text) != nil
  }
}

/// What numbers have in common.
struct NumberStatistics {
  private(set) var count = 0
  private(set) var isWhole = true
  private(set) var least: Decimal?
  private(set) var greatest: Decimal?
  /// How often each of them comes, as it is written; nil where there are too many.
  private(set) var frequencies: [String: Int]? = [:]
  private(set) var order: [String] = []

  private static let mostDistinct = 16

  mutating func add(_ text: String) {
    guard let number = Decimal(text) else { return }
    count += 1
    isWhole = isWhole && number.isInteger
    least = least.map { min($0, number) } ?? number
    greatest = greatest.map { max($0, number) } ?? number
    guard frequencies != nil else { return }
    if frequencies?[text] == nil { order.append(text) }
    frequencies?[text, default: 0] += 1
    if Self.mostDistinct < order.count { (frequencies, order) = (nil, []) }
  }
}
