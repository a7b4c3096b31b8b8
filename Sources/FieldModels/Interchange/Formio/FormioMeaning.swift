import FieldModels

/// What an expression of Form.io says of the answers, in JavaScript or JsonLogic, as a condition or an
/// expression of a form.
///
/// To a form an empty answer is nothing. To JavaScript it is undefined, null or an empty text, and a
/// calculation with it may be a number, none, or an error. Where these differ in their result, the
/// expression of the form has no result: a condition does not hold then, and a rule passes. So what is
/// not known makes the form laxer, never stricter.
struct FormioMeaning {
  let scope: ForeignScope
  let language: Language
  /// The rows of fields, by their keys, as the values that records have.
  let rows: [String: [JSONValue]]
  /// The result is known whatever is empty.
  var isSure = true
  /// Numbers are calculated that JavaScript rounds to binary fractions.
  private(set) var isRounded = false
  /// The fields without which the program fails, as an expression names them.
  private(set) var failing: [String] = []

  /// Whose expression it is.
  enum Language {
    case script
    /// JsonLogic, to which each empty answer is null.
    case logic
  }

  /// What an empty answer is to JavaScript.
  enum Empty {
    case undefined, null, blank, noNumber
    /// One of several values.
    case unknown
  }

  /// The type of a value.
  enum Sort {
    case number, text, flag, none
    /// What a field of any value has, or a part of it.
    case json
  }

  /// A value, in the words of a form.
  struct Value {
    var text: String
    var sort: Sort
    /// What it may be where the form's expression has no result.
    var empties: Set<Empty> = []
    var constant: JSONValue?
    var target: ForeignScope.Target?
    /// Of a field of any value, as functions take it that look into it.
    var json = ""
    /// What is empty may be another text in it.
    var isGuess = false

    var isField: Bool { target != nil }
    /// Of any value, and not a part of it.
    var isWhole: Bool { json.first == "{" }
  }

  init(_ language: Language, in scope: ForeignScope, rows: [String: [JSONValue]]) {
    self.language = language
    self.scope = scope
    self.rows = rows
  }

  // Conditions.

  /// What decides a condition.
  enum Outcome: Equatable {
    case always(Bool)
    case when(Condition)
  }

  /// When an expression is true, or false; nil where no condition says it.
  mutating func outcome(_ expression: ForeignExpression, holds: Bool = true) -> Outcome? {
    if let flag = Self.folded(expression) { return .always(flag == holds) }
    // Null is as good as no condition.
    if holds, mayBeNull(expression) { isSure = false }
    if looksIntoAny(expression) { return condition(intoAny: expression, holds).map { .when($0) } }
    return condition(expression, holds).map { .when($0) }
  }

  /// Whether an expression is always true or always false.
  private static func folded(_ expression: ForeignExpression) -> Bool? {
    switch expression {
    case .constant(let value): return isTrue(value)
    case .call("undefined", _): return false
    case .unary(.negate, let inner): return folded(inner).map { !$0 }
    case .binary(.and, let first, let second), .binary(.or, let first, let second):
      let decisive = if case .binary(.or, _, _) = expression { true } else { false }
      if folded(first) == decisive || folded(second) == decisive { return decisive }
      return folded(first) == nil || folded(second) == nil ? nil : !decisive
    case .call("?:", let parts):
      guard let flag = folded(parts[0]) else {
        return folded(parts[1]).flatMap { $0 == folded(parts[2]) ? $0 : nil }
      }
      return folded(parts[flag ? 1 : 2])
    default: return nil
    }
  }

  /// Whether JavaScript takes a constant for true.
  private static func isTrue(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .string(""), .bool(false): false
    case .number(let text): Decimal(text) != Decimal(0)
    case .string, .bool, .array, .object: true
    }
  }

  private func mayBeNull(_ expression: ForeignExpression) -> Bool {
    switch expression {
    case .variable(let name):
      target(name).map { language == .logic || $0.isNumber } ?? false
    case .binary(.or, _, let second): mayBeNull(second)
    case .binary(.and, let first, let second): mayBeNull(first) || mayBeNull(second)
    case .call("?:", let parts): parts.dropFirst().contains { mayBeNull($0) }
    case .constant(let value): value == .null
    default: false
    }
  }

  private mutating func condition(_ expression: ForeignExpression, _ holds: Bool) -> Condition? {
    switch expression {
    case .unary(.negate, let inner): return condition(inner, !holds)
    case .binary(.and, let first, let second), .binary(.or, let first, let second):
      let isAnd = if case .binary(.and, _, _) = expression { holds } else { !holds }
      for (part, other) in [(first, second), (second, first)] where Self.folded(part) != nil {
        return condition(other, holds)
      }
      // In `data.days && data.days.monday` the object is there, which is true.
      if case .binary(.and, .variable(let name), _) = expression, target(name)?.isBoxes ?? false {
        return condition(second, holds)
      }
      guard let one = condition(first, holds), let other = condition(second, holds) else {
        return nil
      }
      return isAnd ? .both(one, other) : Self.either(one, other)
    case .call("?:", let parts):
      switch (Self.folded(parts[1]), Self.folded(parts[2])) {
      case (true, false): return condition(parts[0], holds)
      case (false, true): return condition(parts[0], !holds)
      default: break
      }
    default:
      if let test = test(expression, holds) { return test }
    }
    return truth(expression)
      .flatMap { ExpressionText.tidied(holds ? $0 : "not (\($0))") }.map { .holds($0) }
  }

  private static func either(_ first: Condition, _ second: Condition) -> Condition {
    var any: [Condition] = []
    for condition in [first, second] {
      if case .any(let parts) = condition { any += parts } else { any.append(condition) }
    }
    return .any(any)
  }

  /// A test of one field, where one says it.
  private mutating func test(_ expression: ForeignExpression, _ holds: Bool) -> Condition? {
    if let test = boxTest(expression, holds) { return test }
    switch expression {
    case .variable(let name):
      guard let value = field(name), let target = value.target, !target.isMultiple else {
        return nil
      }
      if value.sort == .flag, target.isBoolean {
        return .test(key: target.key, holds ? .isOneOf(["true"]) : .isNot("true"))
      }
      return value.sort == .text ? .test(key: target.key, .isFilled(holds)) : nil
    case .binary(.equal, let first, let second):
      return sameTest([first, second], isStrict: false, holds: holds)
    case .call("===", let parts): return sameTest(parts, isStrict: true, holds: holds)
    case .binary(let operation, let first, let second):
      return orderTest(operation, of: first, with: second, holds: holds)
    case .call("has", let arguments):
      guard arguments.count == 2, case .list(let parts) = arguments[0] else {
        return chosenTest(arguments, holds)
      }
      return memberTest(of: arguments[1], in: parts, holds: holds)
    case .call(".includes", let arguments):
      guard case .list(let parts)? = arguments.first, arguments.count == 2 else { return nil }
      return memberTest(of: arguments[1], in: parts, holds: holds)
    default: return nil
    }
  }

  /// Whether one of several boxes is ticked, by its flag: `days.monday`, or that compared with true or false.
  ///
  /// A box of which nothing is known is not ticked, and is neither.
  private mutating func boxTest(_ expression: ForeignExpression, _ holds: Bool) -> Condition? {
    func box(_ expression: ForeignExpression) -> (key: String, row: String)? {
      guard case .variable(let name) = expression else { return nil }
      return scope.box(Self.plain(name)).map { ($0.target.key, $0.row) }
    }
    func test(_ box: (key: String, row: String), isTicked: Bool) -> Condition {
      .test(key: box.key, isTicked ? .isOneOf([box.row]) : .isNot(box.row))
    }
    let parts: [ForeignExpression]
    switch expression {
    case .variable: return box(expression).map { test($0, isTicked: holds) }
    case .binary(.equal, let first, let second): parts = [first, second]
    case .call("===", let operands): parts = operands
    default: return nil
    }
    for (one, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard let box = box(one), case .constant(.bool(let flag)) = other else { continue }
      // What has no value is not false.
      if !flag { isSure = false }
      return test(box, isTicked: flag == holds)
    }
    return nil
  }

  private mutating func sameTest(
    _ parts: [ForeignExpression], isStrict: Bool, holds: Bool
  ) -> Condition? {
    guard let one = value(parts[0]), let other = value(parts[1]) else { return nil }
    return sameTest(one, as: other, isStrict: isStrict, holds: holds)
      ?? sameTest(other, as: one, isStrict: isStrict, holds: holds)
  }

  private func sameTest(
    _ one: Value, as other: Value, isStrict: Bool, holds: Bool
  ) -> Condition? {
    guard let target = one.target, !target.isMultiple, let constant = other.constant,
      let drafts = drafts(one, equalTo: constant, isStrict: isStrict), !drafts.isEmpty
    else { return nil }
    if holds { return .test(key: target.key, .isOneOf(drafts)) }
    let tests = drafts.map { Condition.test(key: target.key, .isNot($0)) }
    return tests.count == 1 ? tests[0] : .all(tests)
  }

  private mutating func orderTest(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression, holds: Bool
  ) -> Condition? {
    guard let turned = operation.turned, operation.outside != nil else { return nil }
    if case .constant = first, case .variable = second {
      return orderTest(turned, of: second, with: first, holds: holds)
    }
    guard case .variable(let name) = first, let value = field(name), let target = value.target,
      value.sort == .number, case .constant(.number(let text)) = second,
      let bound = Decimal(text)?.description
    else { return nil }
    // Null is a number here, if it is what an empty answer is.
    let takesNull = isOpen(value, operation, bound: text)
    let isNull = language == .logic && takesNull
    if takesNull, !isNull { isSure = false }
    let order = holds ? operation : operation.outside ?? operation
    let strict = Condition.test(key: target.key, order.strictTest(against: bound))
    var parts = [strict]
    if order.takesEqual { parts.append(.test(key: target.key, .isOneOf([bound]))) }
    if holds ? isNull : !takesNull { parts.append(.test(key: target.key, .isFilled(false))) }
    return parts.count == 1 ? strict : .any(parts)
  }

  /// Whether null, which may be there, is so to a number that undefined is not.
  private func isOpen(
    _ value: Value, _ operation: ForeignExpression.Binary, bound: String
  ) -> Bool {
    if value.empties.contains(.unknown) { return true }
    guard value.empties.contains(.null), let bound = Decimal(bound) else { return false }
    switch operation {
    case .less: return Decimal(0) < bound
    case .lessorequal: return !(bound < Decimal(0))
    case .greater: return bound < Decimal(0)
    default: return !(Decimal(0) < bound)
    }
  }

  /// Whether one of several rows is chosen.
  private func chosenTest(_ arguments: [ForeignExpression], _ holds: Bool) -> Condition? {
    guard arguments.count == 2, case .variable(let name) = arguments[0], let target = target(name),
      target.isMultiple, !target.isBoxes, case .constant(.string(let text)) = arguments[1],
      Self.isWord(text)
    else { return nil }
    return .test(key: target.key, holds ? .isOneOf([text]) : .isNot(text))
  }

  /// Whether a field has one of some values.
  private mutating func memberTest(
    of expression: ForeignExpression, in parts: [ForeignExpression], holds: Bool
  ) -> Condition? {
    guard case .variable(let name) = expression, let value = field(name), let target = value.target
    else { return nil }
    var all: [String] = []
    for part in parts {
      guard case .constant(let constant) = part,
        let drafts = drafts(value, equalTo: constant, isStrict: true)
      else { return nil }
      all += drafts
    }
    guard !all.isEmpty else { return nil }
    return holds
      ? .test(key: target.key, .isOneOf(all))
      : .all(all.map { .test(key: target.key, .isNot($0)) })
  }

  /// The drafts of a field that are equal to a constant; nil where they are not known, or something
  /// empty may be equal to it.
  private func drafts(
    _ value: Value, equalTo constant: JSONValue, isStrict: Bool
  ) -> [String]? {
    guard let target = value.target else { return nil }
    if let rows = rows[target.key], !target.isBoolean {
      guard constant != "", constant != .null, isStrict || Self.isTrue(constant) else {
        return nil
      }
      var found: [String] = []
      for row in rows {
        guard let isSame = Self.isSame(row, constant, isStrict: isStrict) else { return nil }
        if isSame, let draft = row.draftText { found.append(draft) }
      }
      return found
    }
    switch (value.sort, constant) {
    case (.text, .string(let text)): return text.isEmpty ? nil : [text]
    case (.number, .number(let text)): return Decimal(text).map { [$0.description] }
    case (.flag, .bool(let flag)): return [flag ? "true" : "false"]
    default: return nil
    }
  }

  /// Whether two values are equal to JavaScript; nil where that takes more than a look.
  private static func isSame(
    _ one: JSONValue, _ other: JSONValue, isStrict: Bool
  ) -> Bool? {
    switch (one, other) {
    case (.string(let one), .string(let other)): return one.isExactly(other)
    case (.number(let one), .number(let other)): return Decimal(one) == Decimal(other)
    case (.bool(let one), .bool(let other)): return one == other
    case (.number(let number), .string(let text)), (.string(let text), .number(let number)):
      if isStrict { return false }
      return isWord(text) ? false : ForeignRows.number(text).map { $0 == Decimal(number) }
    case (.bool, .string(let text)), (.string(let text), .bool):
      return isStrict || isWord(text) ? false : nil
    default: return isStrict ? false : nil
    }
  }

  /// Whether a text is no number to anybody.
  static func isWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
      return false
    }
    return first.properties.isAlphabetic && !text.hasPrefix("Infinity")
  }

  // Fields.

  private func target(_ name: String) -> ForeignScope.Target? {
    let name = Self.plain(name)
    let isOwn = name == "input" || name == "value"
    return isOwn ? scope.own : scope.target(name)
  }

  /// A field as a value; nil for one of which JavaScript sees something else.
  private mutating func field(_ name: String) -> Value? {
    guard let target = target(name), !target.isAny, !target.isList, !target.isDate,
      !target.isMultiple, !target.key.contains(where: { "{}".contains($0) })
    else { return nil }
    let text = "{\(target.key)}"
    // A container that is not there makes the program fail.
    if language == .script, 1 < name.count(where: { $0 == "." }) { fail(without: text) }
    var value = Value(text: text, sort: .text, target: target)
    if let rows = rows[target.key], !target.isBoolean {
      value.sort = Self.sort(of: rows)
      value.empties = [.undefined, .blank]
    } else if target.isBoolean {
      value.sort = .flag
      value.empties = [.undefined]
    } else if target.isNumber {
      value.sort = .number
      value.empties = [.undefined, .null]
    } else {
      value.empties = [.undefined, .blank]
    }
    if language == .logic, value.empties.remove(.undefined) != nil { value.empties.insert(.null) }
    return value
  }

  private mutating func fail(without field: String) {
    isSure = false
    if !failing.contains(field) { failing.append(field) }
  }

  /// The type that all rows have; none where they differ.
  private static func sort(of rows: [JSONValue]) -> Sort {
    func areAll(_ isOne: (JSONValue) -> Bool) -> Bool { rows.allSatisfy { isOne($0) } }
    if areAll({ if case .string = $0 { true } else { false } }) { return .text }
    if areAll({ if case .number = $0 { true } else { false } }) { return .number }
    return areAll({ if case .bool = $0 { true } else { false } }) ? .flag : .none
  }

  private func quoted(_ text: String) -> String { ExpressionText.quoted(text) }

  // Truth.

  /// An expression that is true, false, or nothing where that is not known.
  mutating func truth(_ expression: ForeignExpression) -> String? {
    if let flag = Self.folded(expression) { return flag ? "true" : "false" }
    switch expression {
    case .unary(.negate, let inner): return truth(inner).map { "not (\($0))" }
    case .binary(.and, let first, let second), .binary(.or, let first, let second):
      let word = if case .binary(.and, _, _) = expression { "and" } else { "or" }
      guard let one = truth(first), let other = truth(second) else { return nil }
      return "(\(one) \(word) \(other))"
    case .binary(.equal, let first, let second): return equality(first, second, isStrict: false)
    case .call("===", let parts): return equality(parts[0], parts[1], isStrict: true)
    case .binary(let operation, let first, let second) where operation.outside != nil:
      return position(operation, of: first, with: second)
        ?? size(operation, of: first, with: second) ?? order(operation, of: first, with: second)
    case .call("?:", let parts):
      guard let condition = truth(parts[0]), let one = truth(parts[1]),
        let other = truth(parts[2])
      else { return nil }
      return "if(\(condition), \(one), \(other))"
    case .call("has", let arguments): return membership(arguments, isSafe: true)
    case .call(".includes", let arguments), .call("?.includes", let arguments):
      return membership(arguments, isSafe: false)
    default:
      guard let value = value(expression) else { return nil }
      return filled(value)
    }
  }

  /// Whether JavaScript takes a value for true.
  private mutating func filled(_ value: Value) -> String? {
    if value.isGuess { return nil }
    let isOpen = value.empties.contains(.unknown)
    if isOpen { isSure = false }
    switch value.sort {
    case .flag: return value.isField ? "(\(value.text) = true)" : value.text
    case .text: return isOpen ? "if(filled(\(value.text)), true, '')" : "filled(\(value.text))"
    case .number:
      return isOpen
        ? "if(filled(\(value.text)), \(value.text) != 0, '')"
        : "(coalesce(\(value.text), 0) != 0)"
    case .json: return "truthy(\(value.json))"
    case .none: return nil
    }
  }

  private mutating func equality(
    _ first: ForeignExpression, _ second: ForeignExpression, isStrict: Bool
  ) -> String? {
    if let found = foundAt(first, second) { return found }
    guard let one = value(first), let other = value(second), !one.isGuess, !other.isGuess else {
      return nil
    }
    if other.constant != nil { return equality(one, as: other, isStrict: isStrict) }
    if one.constant != nil { return equality(other, as: one, isStrict: isStrict) }
    guard one.sort == other.sort, one.sort == .number || one.isField && other.isField,
      one.sort != .none, one.sort != .json
    else { return nil }
    if one.empties.union(other.empties).contains(.unknown) {
      isSure = false
      return "if(filled(\(one.text)) and filled(\(other.text)), \(one.text) = \(other.text), '')"
    }
    let same =
      one.isField && other.isField
      ? "(\(one.text) = \(other.text))"
      : one.sort == .number
        ? "coalesce(\(one.text) <= \(other.text) and \(one.text) >= \(other.text), false)"
        : "(\(one.text) = \(other.text))"
    // Two that are empty may be so in two ways.
    let isSame = !isStrict && one.empties.union(other.empties).isSubset(of: [.undefined, .null])
    let isNone = [one, other].contains { $0.empties.isSubset(of: [.noNumber]) }
    if isSame || isNone { return same }
    isSure = false
    return "if(empty(\(one.text)) and empty(\(other.text)), '', \(same))"
  }

  private mutating func equality(
    _ value: Value, as other: Value, isStrict: Bool
  ) -> String? {
    if value.sort == .json { return jsonEquality(value, to: other, isStrict: isStrict) }
    guard let constant = other.constant,
      let base = filledEquality(value, to: constant, isStrict: isStrict)
    else { return nil }
    var results = Set(value.empties.map { Self.isEmpty($0, as: other, isStrict: isStrict) })
    if value.empties.contains(.unknown) { results = [true, false] }
    if results.isEmpty || results == [false] { return base }
    if results == [true] {
      let empty = "empty(\(value.text))"
      return base == "false" ? empty : "(\(base) or \(empty))"
    }
    isSure = false
    return "if(filled(\(value.text)), \(base), '')"
  }

  /// Whether an answer that is there is equal to a constant.
  private func filledEquality(
    _ value: Value, to constant: JSONValue, isStrict: Bool
  ) -> String? {
    switch constant {
    case .null, .string(""): return value.sort == .text || value.isField ? "false" : nil
    default: break
    }
    if value.isField {
      guard let drafts = drafts(value, equalTo: constant, isStrict: isStrict) else {
        return isStrict && value.sort != .none ? "false" : nil
      }
      let tests = drafts.map { draft in
        let isText = value.sort == .text || value.sort == .none
        return "\(value.text) = \(isText ? quoted(draft) : draft)"
      }
      return tests.isEmpty ? "false" : "(\(tests.joined(separator: " or ")))"
    }
    switch (value.sort, constant) {
    case (.number, .number(let text)): return "(\(value.text) = \(text))"
    case (.text, .string(let text)): return "(\(value.text) = \(quoted(text)))"
    default: return nil
    }
  }

  private static func isEmpty(
    _ empty: Empty, as other: Value, isStrict: Bool
  ) -> Bool {
    guard let constant = other.constant else { return false }
    switch empty {
    case .undefined, .null:
      guard constant == .null else { return false }
      return !isStrict || other.empties.contains(empty)
    case .blank: return constant == "" || !isStrict && !isTrue(constant) && constant != .null
    case .noNumber, .unknown: return false
    }
  }

  private mutating func order(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> String? {
    guard let one = value(first), let other = value(second), !one.isGuess, !other.isGuess,
      one.sort == .number || other.sort == .number, let left = number(one),
      let right = number(other), let sign = operation.sign?.rawValue
    else { return nil }
    let text = "\(left.text) \(sign) \(right.text)"
    let empties = left.empties.union(right.empties)
    if empties.isDisjoint(with: [.null, .unknown]) { return "coalesce(\(text), false)" }
    // Null is zero, and undefined no number.
    if case .number(let bound)? = right.constant, !isOpen(left, operation, bound: bound) {
      return "coalesce(\(text), false)"
    }
    if case .number(let bound)? = left.constant, let turned = operation.turned,
      !isOpen(right, turned, bound: bound)
    {
      return "coalesce(\(text), false)"
    }
    isSure = false
    return "(\(text))"
  }

  // Texts and lists in which something is.

  private mutating func membership(_ arguments: [ForeignExpression], isSafe: Bool) -> String? {
    guard arguments.count == 2 else { return nil }
    if case .list(let parts) = arguments[0] {
      let tests = parts.map { equality(arguments[1], $0, isStrict: true) }
      let found = tests.compactMap { $0 }
      guard found.count == tests.count, !found.isEmpty else { return nil }
      return "(\(found.joined(separator: " or ")))"
    }
    guard case .variable(let name) = arguments[0], let target = target(name),
      case .constant(.string(let text)) = arguments[1], !text.isEmpty
    else { return nil }
    let isChosen = target.isMultiple && !target.isBoxes && Self.isWord(text)
    let key = "{\(target.key)}"
    if !isChosen {
      guard let value = field(name), value.sort == .text, value.isField else { return nil }
    }
    if isSafe { return "contains(\(key), \(quoted(text)))" }
    fail(without: key)
    return "if(filled(\(key)), contains(\(key), \(quoted(text))), '')"
  }

  /// Whether a place, which is −1 where nothing is found, is compared so that it says if it is.
  private mutating func position(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> String? {
    guard case .call(".indexOf", let arguments) = first, case .constant(.number(let text)) = second
    else { return nil }
    let isFound: Bool
    switch (operation, text) {
    case (.greaterorequal, "0"), (.greater, "-1"): isFound = true
    case (.less, "0"), (.lessorequal, "-1"): isFound = false
    default: return nil
    }
    return membership(arguments, isSafe: false).map { isFound ? $0 : "not (\($0))" }
  }

  private mutating func foundAt(
    _ first: ForeignExpression, _ second: ForeignExpression
  ) -> String? {
    guard case .call(".indexOf", let arguments) = first,
      second == .constant(.number("-1"))
    else { return nil }
    return membership(arguments, isSafe: false).map { "not (\($0))" }
  }

  /// Whether a length is compared so that it says if there is any.
  private mutating func size(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> String? {
    guard case .call(".length", let arguments) = first, case .variable(let name)? = arguments.first,
      case .constant(.number(let bound)) = second, let target = target(name), !target.isBoxes,
      !target.isAny, !target.isDate
    else { return nil }
    let key = "{\(target.key)}"
    fail(without: key)
    if target.isMultiple {
      guard let sign = operation.sign?.rawValue else { return nil }
      return "if(filled(\(key)), count(\(key)) \(sign) \(bound), '')"
    }
    guard let value = field(name), value.sort == .text else { return nil }
    switch (operation, bound) {
    case (.greater, "0"), (.greaterorequal, "1"): return "if(filled(\(key)), true, '')"
    case (.less, "1"), (.lessorequal, "0"): return "if(filled(\(key)), false, '')"
    default: return nil
    }
  }

  // Values.

  /// The value of an expression as an expression of a form, and what it is; nil where none says it.
  mutating func result(
    _ expression: ForeignExpression
  ) -> (text: String, isNumber: Bool, isFlag: Bool)? {
    guard !looksIntoAny(expression), let value = value(expression),
      value.sort != .none || value.isField
    else { return nil }
    return (value.text, value.sort == .number, value.sort == .flag)
  }

  private mutating func value(_ expression: ForeignExpression) -> Value? {
    switch expression {
    case .constant(let value): return constant(value)
    case .variable(let name): return field(name) ?? anyValue(name)
    case .binary(.or, let first, let second): return chosen(first, second)
    case .binary(let operation, let first, let second):
      if operation == .plus { return sum(first, second) }
      if let sign = Self.sign(of: operation) {
        guard let left = numeric(first), let right = numeric(second) else { return nil }
        return calculated(sign, left, with: right)
      }
      return truth(expression).map { Value(text: $0, sort: .flag) }
    case .call("undefined", _):
      return Value(text: "''", sort: .none, empties: [.undefined], constant: .null)
    case .call("?:", let parts): return choice(parts)
    case .call("===", _), .call("has", _), .call(".includes", _), .unary(.negate, _):
      return truth(expression).map { Value(text: $0, sort: .flag) }
    case .call(let name, let arguments): return called(name, arguments)
    case .list, .unary: return nil
    }
  }

  private func constant(_ value: JSONValue) -> Value? {
    switch value {
    case .number(let text):
      guard let number = Decimal(text)?.description, !number.contains("e") else { return nil }
      return Value(text: number, sort: .number, constant: .number(number))
    case .string(let text):
      return Value(
        text: quoted(text), sort: .text, empties: text.isEmpty ? [.blank] : [], constant: value)
    case .bool(let flag): return Value(text: "\(flag)", sort: .flag, constant: value)
    case .null: return Value(text: "''", sort: .none, empties: [.null], constant: .null)
    case .array, .object: return nil
    }
  }

  private static func sign(of operation: ForeignExpression.Binary) -> String? {
    switch operation {
    case .minus: "-"
    case .times: "*"
    case .divided: "/"
    case .modulo: "%"
    default: nil
    }
  }

  /// A value as the number that JavaScript makes of it; nil where a form makes another one.
  private func number(_ value: Value) -> Value? {
    switch value.sort {
    case .number:
      guard language == .logic, value.empties == [.null] else { return value }
      return Value(text: "coalesce(\(value.text), 0)", sort: .number)
    case .text:
      guard value.isField else { return nil }
      // White space around a number, and other ways to write one, are not known here.
      return Value(text: "number(\(value.text))", sort: .number, empties: [.unknown])
    case .flag, .none, .json: return nil
    }
  }

  private mutating func numeric(_ expression: ForeignExpression) -> Value? {
    value(expression).flatMap { number($0) }
  }

  private mutating func calculated(_ sign: String, _ left: Value, with right: Value) -> Value {
    isRounded = true
    var made = Value(text: "(\(left.text) \(sign) \(right.text))", sort: .number)
    let empties = left.empties.union(right.empties)
    if !empties.isEmpty { made.empties = [.noNumber] }
    // Null counts as zero, and what is divided by zero is infinite.
    let isDivisorOpen = sign == "/" && (right.constant == nil || right.constant == .number("0"))
    if !empties.isDisjoint(with: [.null, .unknown]) || isDivisorOpen {
      made.empties.insert(.unknown)
    }
    return made
  }

  private mutating func sum(_ first: ForeignExpression, _ second: ForeignExpression) -> Value? {
    guard let left = value(first), let right = value(second) else { return nil }
    if left.sort == .number, right.sort == .number { return calculated("+", left, with: right) }
    guard left.sort == .text || right.sort == .text else { return nil }
    return joined([left, right])
  }

  /// Texts one after the other.
  private mutating func joined(_ parts: [Value]) -> Value? {
    guard parts.allSatisfy({ $0.sort == .text || $0.sort == .number }) else { return nil }
    let text = "concat(\(parts.map { $0.text }.joined(separator: ", ")))"
    var made = Value(text: text, sort: .text, empties: [.blank])
    // What is undefined is written as such.
    made.isGuess = parts.contains { $0.isGuess || !$0.empties.isSubset(of: [.blank]) }
    return made
  }

  /// The first of two values that JavaScript takes for true, or the second.
  private mutating func chosen(
    _ first: ForeignExpression, _ second: ForeignExpression
  ) -> Value? {
    guard let one = value(first), let other = value(second), one.sort == other.sort,
      one.sort != .none, one.sort != .json, let condition = filled(one)
    else { return nil }
    let isOpen = one.empties.contains(.unknown)
    if one.sort == .number, other.constant == .number("0"), !isOpen {
      return Value(text: "coalesce(\(one.text), 0)", sort: .number)
    }
    var made = Value(
      text: "if(\(condition), \(one.text), \(other.text))", sort: one.sort, empties: other.empties)
    if isOpen { made.empties.insert(.unknown) }
    made.isGuess = one.isGuess || other.isGuess
    return made
  }

  private mutating func choice(_ parts: [ForeignExpression]) -> Value? {
    let wasSure = isSure
    isSure = true
    guard let condition = truth(parts[0]) else { return nil }
    let isKnown = isSure
    isSure = wasSure && isKnown
    guard let one = value(parts[1]), let other = value(parts[2]), one.sort != .json,
      other.sort != .json, one.sort == other.sort || one.sort == .none || other.sort == .none
    else { return nil }
    var made = Value(
      text: "if(\(condition), \(one.text), \(other.text))",
      sort: one.sort == .none ? other.sort : one.sort, empties: one.empties.union(other.empties))
    if !isKnown { made.empties.insert(.unknown) }
    made.isGuess = one.isGuess || other.isGuess
    return made
  }

  private mutating func called(_ name: String, _ arguments: [ForeignExpression]) -> Value? {
    if name == "concat" || name == "cat" { return text(of: arguments, isLogic: name == "cat") }
    if name == "Math.min" || name == "Math.max" { return extreme(name, arguments) }
    guard let first = arguments.first else { return nil }
    if case .call(".toFixed", let parts) = first, ["Number", "parseFloat"].contains(name) {
      return rounded(parts)
    }
    guard arguments.count == 1, let value = value(first) else { return nil }
    if name == "String" { return joined([value]) }
    let isParsed = name == "parseFloat" || name == "parseInt"
    guard var number = isParsed && value.sort == .number ? value : number(value) else { return nil }
    // Null is zero, but no number to those that parse; what is not known stays so.
    if number.empties.remove(.null) != nil {
      number.empties.insert(.noNumber)
      if !(isParsed && value.sort == .number) { number.empties.insert(.unknown) }
    }
    if number.empties.remove(.undefined) != nil { number.empties.insert(.noNumber) }
    number.constant = nil
    number.target = nil
    switch name {
    case "Number", "parseFloat": break
    case "parseInt":
      number.text = "if(\(number.text) < 0, ceiling(\(number.text)), floor(\(number.text)))"
    case "Math.abs": number.text = "abs(\(number.text))"
    case "Math.ceil": number.text = "ceiling(\(number.text))"
    case "Math.floor": number.text = "floor(\(number.text))"
    // Halves go up, those of negative numbers too.
    case "Math.round": number.text = "floor(\(number.text) + 0.5)"
    default: return nil
    }
    return number
  }

  private mutating func text(of arguments: [ForeignExpression], isLogic: Bool) -> Value? {
    let parts = arguments.map { value($0) }
    var found = parts.compactMap { $0 }
    guard found.count == parts.count, !found.isEmpty else { return nil }
    if found.contains(where: { $0.constant != "" }) { found.removeAll { $0.constant == "" } }
    var made = joined(found)
    // JsonLogic joins nothing where something is null.
    if isLogic { made?.isGuess = found.contains { $0.isGuess } }
    return made
  }

  private mutating func extreme(_ name: String, _ arguments: [ForeignExpression]) -> Value? {
    let parts = arguments.map { numeric($0) }
    let found = parts.compactMap { $0 }
    guard found.count == parts.count, !found.isEmpty else { return nil }
    let function = name == "Math.min" ? "min" : "max"
    let all = "\(function)(\(found.map { $0.text }.joined(separator: ", ")))"
    let open = found.filter { !$0.empties.isEmpty }
    if open.isEmpty { return Value(text: all, sort: .number) }
    let condition = open.map { "filled(\($0.text))" }.joined(separator: " and ")
    // Null counts as zero.
    let isKnown = open.allSatisfy { $0.empties.isDisjoint(with: [.null, .unknown]) }
    return Value(
      text: "if(\(condition), \(all), '')", sort: .number,
      empties: isKnown ? [.noNumber] : [.noNumber, .unknown])
  }

  private mutating func rounded(_ parts: [ForeignExpression]) -> Value? {
    let places = parts.count < 2 ? .constant(.number("0")) : parts[1]
    guard let first = parts.first, case .constant(.number(let count)) = places,
      let value = value(first), value.sort == .number
    else { return nil }
    isRounded = true
    return Value(
      text: "round(\(value.text), \(count))", sort: .number, empties: [.noNumber, .unknown])
  }

  // Rules.

  /// An expression that is false where a program finds a value wrong, and the words that it has for it.
  ///
  /// - Parameters:
  ///   - expression: what the program gives: true, or a text where a value is wrong
  ///   - messages: where the words are collected
  /// - Returns: nil where no expression says it
  mutating func validity(
    _ expression: ForeignExpression, _ messages: inout [String]
  ) -> String? {
    // What fails in it passes, and what is null is wrong.
    if looksIntoAny(expression) { return nil }
    switch expression {
    case .constant(.bool(let flag)): return flag ? "true" : "false"
    case .constant(.null), .call("undefined", _): return "true"
    case .constant(.string(let text)):
      if !text.isEmpty { messages.append(text) }
      return "false"
    case .call("?:", let parts):
      guard let condition = truth(parts[0]), let one = validity(parts[1], &messages),
        let other = validity(parts[2], &messages)
      else { return nil }
      switch (one, other) {
      case ("true", "false"): return condition
      case ("false", "true"): return "not (\(condition))"
      default: return "if(\(condition), \(one), \(other))"
      }
    case .binary(.or, let first, let second):
      guard Self.isFlag(first), let one = truth(first), let other = validity(second, &messages)
      else { return nil }
      return other == "false" ? one : "(\(one) or \(other))"
    case .binary(.and, let first, let second):
      guard Self.isFlag(first), let one = truth(first), let other = validity(second, &messages)
      else { return nil }
      return "(\(one) and \(other))"
    default: return Self.isFlag(expression) ? truth(expression) : nil
    }
  }

  /// Whether an expression is true or false, and no other value.
  private static func isFlag(_ expression: ForeignExpression) -> Bool {
    switch expression {
    case .unary(.negate, _), .call("===", _), .call("has", _), .call(".includes", _),
      .constant(.bool):
      true
    case .binary(let operation, let first, let second):
      switch operation {
      case .equal, .less, .greater, .lessorequal, .greaterorequal: true
      case .and, .or: isFlag(first) && isFlag(second)
      default: false
      }
    default: false
    }
  }
}
