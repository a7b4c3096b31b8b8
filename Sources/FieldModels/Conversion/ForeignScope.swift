import FieldModels

/// What the names in the expressions of a foreign form stand for, and the conditions that these amount
/// to.
struct ForeignScope {
  /// A question, as a condition sees it.
  struct Target {
    var key: String
    /// The drafts of its rows; nil for one that has none.
    var rows: ForeignRows?
    var isMultiple = false
    var isNumber = false
    /// A day, a time or both.
    var isDate = false
    /// What of a date and a time it has.
    var mode = DateMode.date
    var isBoolean = false
    var isList = false
    /// It is equal to each of the values that are chosen.
    var isBoxes = false
    /// Any value may be its, so that no condition knows what it is equal to.
    var isAny = false
  }

  /// Whether letters are the same in either case, in names and in values.
  var ignoresCase = false
  /// By their names, in lower case where case means nothing.
  private var targets: [String: Target] = [:]
  /// An equality with a text also holds for a field of any value that is a list with it in it, or an
  /// object of flags in which that one is true.
  var looksIntoAny = false
  /// Several rows are equal to a list of the same ones.
  var comparesLists = false
  /// How comparisons are read that no condition on one field says; nil where they are not.
  var dialect: ForeignCalculation.Dialect?
  /// The question in whose validator an expression stands.
  var own: Target?
  /// What the names of the cells begin with that stand beside the question, which it calls `row.` and their names.
  var row: String?
  /// Something was said that means nearly the same.
  var isNear = false

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Adds what is known in an entry, which is meant before what stands outside.
  mutating func add(contentsOf other: ForeignScope) {
    targets.overwrite(with: other.targets)
  }

  mutating func add(_ name: String, _ target: Target) {
    let name = ignoresCase ? name.lowercased() : name
    if targets[name] == nil { targets[name] = target }
  }

  func target(_ name: String) -> Target? {
    let name = ignoresCase ? name.lowercased() : name
    if name == "self" || name == "$self", let own { return own }
    if let target = targets[name] { return target }
    guard let row, name.hasPrefix("row.") else { return nil }
    return targets[(ignoresCase ? row.lowercased() : row) + name.dropFirst("row.".count)]
  }

  /// One of several boxes by the name of its flag, such as `days.monday`: their name, what they are, and its row.
  func box(_ name: String) -> (name: String, target: Target, row: String)? {
    guard target(name) == nil, let point = name.lastIndex(of: ".") else { return nil }
    let outer = String(name[..<point])
    let row = String(name[point...].dropFirst())
    guard let target = target(outer), target.isBoxes, target.rows?.contains(row) ?? false else {
      return nil
    }
    return (outer, target, row)
  }

  /// A field of any value by its name, or by that of a part of it, such as `signature.points`.
  ///
  /// - Returns: the field, and the names that lead to the part; nil for anything else
  func anyValue(_ name: String) -> (target: Target, steps: [String])? {
    var steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var inner: [String] = []
    while let last = steps.popLast() {
      if let target = target((steps + [last]).joined(separator: ".")) {
        return target.isAny ? (target, inner.reversed()) : nil
      }
      inner.append(last)
    }
    return nil
  }

  /// The condition that an expression is, or the one that it is not; nil where no condition says it.
  mutating func condition(_ expression: ForeignExpression, holds: Bool = true) -> Condition? {
    switch expression {
    case .unary(.negate, let inner): return condition(inner, holds: !holds)
    case .unary(let test, let inner):
      guard case .variable(let name) = inner, let target = target(name) else {
        return calculation(expression, holds: holds)
      }
      let isFilled = (test == .notempty) == holds
      return target.isBoxes && !isFilled ? nil : .test(key: target.key, .isFilled(isFilled))
    case .binary(let operation, let first, let second):
      switch operation {
      case .and, .or:
        guard let first = condition(first, holds: holds),
          let second = condition(second, holds: holds)
        else { return nil }
        return (operation == .and) == holds ? .both(first, second) : Self.either(first, second)
      default:
        return comparison(operation, of: first, with: second, holds: holds)
          ?? calculation(expression, holds: holds)
      }
    case .variable(let name):
      guard let target = target(name), target.isBoolean,
        target.rows?.drafts == ["true", "false"]
      else {
        return nil
      }
      return .test(key: target.key, holds ? .isOneOf(["true"]) : .isNot("true"))
    case .constant, .list, .call: return nil
    }
  }

  private mutating func calculation(_ expression: ForeignExpression, holds: Bool) -> Condition? {
    guard let dialect else { return nil }
    var calculation = ForeignCalculation(dialect, in: self)
    guard let found = calculation.condition(expression, holds: holds) else { return nil }
    if calculation.isNear { isNear = true }
    return .holds(found)
  }

  private static func either(_ first: Condition, _ second: Condition) -> Condition {
    var any: [Condition] = []
    for condition in [first, second] {
      if case .any(let parts) = condition { any += parts } else { any.append(condition) }
    }
    return .any(any)
  }

  private mutating func comparison(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression, holds: Bool
  ) -> Condition? {
    guard case .variable(let name) = first else {
      guard case .variable = second, let turned = operation.turned else { return nil }
      return comparison(turned, of: second, with: first, holds: holds)
    }
    guard let target = target(name) else { return nil }
    // An object of flags is never nothing to others.
    if target.isBoxes, [.constant(.null), .constant("")].contains(second) { return nil }
    if target.isAny {
      guard looksIntoAny, operation == .equal, case .constant(let value) = second,
        let text = value.string, Self.isPlain(text)
      else { return nil }
      return .test(key: target.key, holds ? .isOneOf([text]) : .isNot(text))
    }
    switch operation {
    case .equal, .notequal:
      if comparesLists, target.isMultiple {
        return chosenAlone(target, second, isEqual: (operation == .equal) == holds)
      }
      guard case .constant(let value) = second, value.isDraft,
        !target.isMultiple || target.isBoxes
      else { return nil }
      return equality(target, value, isEqual: (operation == .equal) == holds)
    case .less, .greater, .lessorequal, .greaterorequal:
      return order(of: target, operation, second, holds: holds)
    case .contains, .notcontains, .allof:
      guard target.isMultiple, let values = Self.constants(second), !values.isEmpty else {
        return nil
      }
      let isAll = (operation != .notcontains) == holds
      // Not to have all of several is more than one condition says of them.
      if operation == .notcontains, 1 < values.count { return nil }
      let parts = values.map { equality(target, $0, isEqual: isAll) }
      return parts.count == 1 ? parts[0] : isAll ? .all(parts) : .any(parts)
    case .anyof, .noneof:
      guard target.isMultiple || target.rows != nil, let values = Self.constants(second),
        !values.isEmpty
      else { return nil }
      let isAny = (operation == .anyof) == holds
      let drafts = values.flatMap { self.drafts(of: $0, target) }
      return isAny
        ? .test(key: target.key, .isOneOf(drafts))
        : .all(drafts.map { .test(key: target.key, .isNot($0)) })
    case .or, .and, .plus, .minus, .times, .divided, .modulo, .power: return nil
    }
  }

  /// Whether exactly some of several rows are chosen, in any order.
  private mutating func chosenAlone(
    _ target: Target, _ second: ForeignExpression, isEqual: Bool
  ) -> Condition? {
    guard case .list = second, let values = Self.constants(second), !values.isEmpty,
      let rows = target.rows, rows.drafts.count <= 100
    else { return nil }
    let chosen = values.flatMap { drafts(of: $0, target) }
    guard chosen.count == values.count, Set(chosen).count == chosen.count, rows.contains(chosen)
    else { return nil }
    let others = rows.drafts.filter { !chosen.contains($0) }
    let parts: [Condition.Test] =
      isEqual
      ? chosen.map { .isOneOf([$0]) } + others.map { .isNot($0) }
      : chosen.map { .isNot($0) } + (others.isEmpty ? [] : [.isOneOf(others)])
    let tests = parts.map { Condition.test(key: target.key, $0) }
    return tests.count == 1 ? tests[0] : isEqual ? .all(tests) : .any(tests)
  }

  /// Whether no value but the text itself, and what has it in it, is written as a text: it is no number,
  /// no list and no word for nothing.
  static func isPlain(_ text: String) -> Bool {
    let isWord = text.first.map { $0.isLetter } ?? false
    return isWord && !text.contains(",")
      && !["null", "undefined", "length", "NaN", "Infinity"].contains(text)
  }

  private static func constants(_ expression: ForeignExpression) -> [JSONValue]? {
    switch expression {
    case .constant(let value): return value.isDraft ? [value] : nil
    case .list(let elements):
      let values = elements.compactMap { element -> JSONValue? in
        if case .constant(let value) = element { value } else { nil }
      }
      return values.count == elements.count ? values : nil
    default: return nil
    }
  }

  /// The drafts that are taken for a value.
  private mutating func drafts(of value: JSONValue, _ target: Target) -> [String] {
    let text = value.draftText ?? ""
    guard let rows = target.rows else {
      let hasCase = ignoresCase && text.lowercased() != text.uppercased()
      if hasCase, !target.isNumber, !target.isDate { isNear = true }
      return [text]
    }
    guard ignoresCase else { return [text] }
    let found = rows.inEitherCase(text)
    return found.isEmpty ? [text] : found
  }

  private mutating func equality(
    _ target: Target, _ value: JSONValue, isEqual: Bool
  ) -> Condition {
    if value == .null || value == .string("") {
      return .test(key: target.key, .isFilled(!isEqual))
    }
    // To JavaScript a flag is one or zero beside a number.
    if case .bool(let flag) = value, dialect == .survey, target.isNumber, target.rows == nil {
      return equality(target, .number(flag ? "1" : "0"), isEqual: isEqual)
    }
    let drafts = drafts(of: value, target)
    if isEqual { return .test(key: target.key, .isOneOf(drafts)) }
    let tests = drafts.map { Condition.test(key: target.key, .isNot($0)) }
    return tests.count == 1 ? tests[0] : .all(tests)
  }

  private mutating func order(
    of target: Target, _ operation: ForeignExpression.Binary, _ second: ForeignExpression,
    holds: Bool
  ) -> Condition? {
    guard !target.isMultiple, let bound = bound(second, for: target) else { return nil }
    let order = holds ? operation : operation.outside ?? operation
    let strict = Condition.test(key: target.key, order.strictTest(against: bound))
    var parts = [strict]
    if order.takesEqual {
      // The day itself has no draft by which it could be known.
      guard bound != DateBound.todayWord else { return nil }
      parts.append(.test(key: target.key, .isOneOf([bound])))
    }
    // What is empty is neither less nor greater.
    if !holds, !target.isList { parts.append(.test(key: target.key, .isFilled(false))) }
    return parts.count == 1 ? strict : .any(parts)
  }

  private func bound(_ expression: ForeignExpression, for target: Target) -> String? {
    switch expression {
    case .call(let name, let arguments):
      let isToday = name.lowercased() == "today" && arguments.isEmpty
      return isToday && target.isDate ? DateBound.todayWord : nil
    case .constant(let value):
      guard let text = value.draftText else { return nil }
      if target.isDate { return text }
      let isNumeric =
        target.isNumber || target.isList
        || target.rows?.areNumbers ?? false
      return isNumeric && Decimal(text) != nil ? text : nil
    default: return nil
    }
  }
}

extension JSONValue {
  /// Whether a draft can be equal to it.
  fileprivate var isDraft: Bool { self == .null || draftText != nil }
}
