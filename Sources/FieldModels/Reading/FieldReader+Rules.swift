/// How the rules and conditions of a field are read.
extension Rule {
  /// The properties of a rule that check something; a rule has one of them.
  package static let checkNames: Set<Property.Name> = [
    .format, .pattern, .minLength, .maxLength, .minimum, .maximum, .exclusiveMinimum,
    .exclusiveMaximum, .step, .oneOf, .equals, .before, .after, .expression, .valueSchema,
    .validator,
  ]
}

/// How a field's rules and conditions are read.
extension FieldReader {
  mutating func readValidation(_ value: Int) {
    for member in reader.members(of: value, in: .validation) {
      switch member.property.name {
      case .live: definition.liveRules = rules(member.value)
      case .endEditing: definition.endEditingRules = rules(member.value)
      case .interval: readInterval(member.value)
      default: break
      }
    }
  }

  /// Seconds to nanoseconds, an hour at most.
  private mutating func readInterval(_ value: Int) {
    guard let seconds = Double(tree.source(value)) else { return }
    definition.liveInterval = Int64(min(seconds, 3600) * 1e9 + 0.5)
  }

  private mutating func rules(_ list: Int) -> [Rule] {
    tree.elements(of: list).compactMap { index in
      ruleCount += 1
      guard ruleCount <= FieldLimit.rules.count else {
        if ruleCount == FieldLimit.rules.count + 1 { reader.add(.tooMuch(.rules), at: index) }
        return nil
      }
      if let name = tree.string(index) { return namedRule(name, index) }
      guard tree[index].kind == .object else { return nil }
      return rule(index)
    }
  }

  /// A rule by name alone is a format or a validator.
  private mutating func namedRule(_ name: String, _ index: Int) -> Rule? {
    if let format = Format(rawValue: name) {
      guard let kind = definition.kind, !FieldKinds.judged.contains(kind) else {
        return Rule(.format(format))
      }
      reader.add(
        .unsupportedProperty(
          name: Property.Name.format.rawValue, kind: kind, kinds: .judged), .warning, at: index)
      return nil
    }
    if vocabulary.validators.contains(name) { return Rule(.validator(name)) }
    let near = [
      reader.nearest(to: name, among: Self.formatNames),
      reader.nearest(to: name, among: vocabulary.validators),
    ]
    let nearest = Nearest.name(to: name, among: near.compactMap { $0 })
    reader.add(.unknownFormat(name, nearest: nearest), at: index)
    return nil
  }

  private static let formatNames = Format.allCases.map { Nearest.Candidate($0.rawValue) }

  private mutating func rule(_ index: Int) -> Rule? {
    let members = reader.members(of: index, in: .rule, kind: definition.kind)
    let checks = members.filter { Rule.checkNames.contains($0.property.name) }
    guard let first = checks.first else {
      if !writes(Rule.checkNames.contains, in: index) { reader.add(.emptyRule, at: index) }
      return nil
    }
    if checks.count > 1 {
      reader.add(.crowdedRule(checks.map { $0.property.name.rawValue }), at: index)
    }
    guard let check = check(first, members) else { return nil }
    var rule = Rule(check)
    for member in members {
      switch member.property.name {
      case .message: rule.message = tree.words(reader.translation(member.value))
      case .severity:
        rule.severity = tree.string(member.value).flatMap(Severity.init) ?? rule.severity
      case .when: rule.condition = condition(member.value)
      default: break
      }
    }
    return rule
  }

  /// Whether one of some properties is written, be it with a value that was told of already.
  private func writes(_ isWanted: (Property.Name) -> Bool, in object: Int) -> Bool {
    tree.members(of: object).contains { key in
      tree.string(key).flatMap(Property.Name.init).map(isWanted) ?? false
    }
  }

  private mutating func check(
    _ member: ObjectReader.Member, _ members: [ObjectReader.Member]
  ) -> Rule.Check? {
    let value = member.value
    switch member.property.name {
    case .format: return formatCheck(value)
    case .pattern: return patternCheck(value, members)
    case .minLength: return tree.integer(value).map { .minLength($0) }
    case .maxLength: return tree.integer(value).map { .maxLength($0) }
    case .minimum: return limit(member).map { .minimum($0, isExclusive: false) }
    case .exclusiveMinimum: return limit(member).map { .minimum($0, isExclusive: true) }
    case .maximum: return limit(member).map { .maximum($0, isExclusive: false) }
    case .exclusiveMaximum: return limit(member).map { .maximum($0, isExclusive: true) }
    case .step: return stepCheck(value, members)
    case .oneOf: return .oneOf(tree.elements(of: value).compactMap { scalar($0) })
    case .equals: return tree.string(value).map { .equals(key: $0) }
    case .before: return dateBound(value, takesKeys: true).map { .before($0) }
    case .after: return dateBound(value, takesKeys: true).map { .after($0) }
    case .expression: return expression(value).map { .holds($0) }
    case .valueSchema: return reader.schema(value).map { .schema($0) }
    case .validator: return validatorCheck(value)
    default: return nil
    }
  }

  private mutating func formatCheck(_ value: Int) -> Rule.Check? {
    let name = tree.string(value) ?? ""
    if let format = Format(rawValue: name) { return .format(format) }
    let nearest = reader.nearest(to: name, among: Self.formatNames)
    reader.add(.unknownFormat(name, nearest: nearest), at: value)
    return nil
  }

  private mutating func patternCheck(
    _ value: Int, _ members: [ObjectReader.Member]
  ) -> Rule.Check? {
    func member(_ name: Property.Name) -> Int? { members.first { $0.property.name == name }?.value }
    let source = tree.string(value) ?? ""
    let result = patterns.pattern(
      source, ignoresCase: member(.flags).flatMap { tree.string($0) } == "i",
      isAnchored: member(.anchored).flatMap { tree.bool($0) } ?? false)
    switch result {
    case .success(let pattern):
      patternInstructionCount += pattern.instructionCount
      if patternInstructionCount <= PatternLimits.fieldInstructionCount {
        return .pattern(pattern, source: source)
      }
      let why =
        "The patterns of a field have at most \(PatternLimits.fieldInstructionCount) instructions "
        + "together; repeat less often, or limit the length of the text instead"
      reader.add(.invalidPattern(source: source, why: why), at: value)
      return nil
    case .failure(let error):
      reader.add(.invalidPattern(source: source, why: error.message), at: value)
      return nil
    }
  }

  private mutating func stepCheck(_ value: Int, _ members: [ObjectReader.Member]) -> Rule.Check? {
    guard let step = decimal(value) else { return nil }
    guard let zero = Decimal("0"), zero < step else {
      reader.add(.stepWithoutSize, at: value)
      return nil
    }
    let base = members.first { $0.property.name == .stepBase }
    // 0 is where every scale begins, that of dates too.
    if base.flatMap({ decimal($0.value) }) == zero { return .step(step, base: nil) }
    return .step(step, base: base.flatMap { limit($0) })
  }

  private mutating func validatorCheck(_ value: Int) -> Rule.Check? {
    guard let name = tree.string(value) else { return nil }
    if vocabulary.validators.contains(name) { return .validator(name) }
    let nearest = reader.nearest(to: name, among: vocabulary.validators)
    reader.add(.unknownValidator(name, nearest: nearest), .warning, at: value)
    definition.hasUnknownValidator = true
    return nil
  }

  mutating func dateBound(_ value: Int, takesKeys: Bool) -> DateBound? {
    guard let text = tree.string(value) else { return nil }
    let scale = definition.dateScale
    if text == DateBound.todayWord {
      if scale.compares(with: .date(.date)) { return .today }
      reader.add(.invalidDate(Saying(.todayIsADay, (.type, .phrase(scale.content)))), at: value)
      return nil
    }
    if let place = scale.measure(text) { return .fixed(place) }
    if takesKeys, DateBound.mayBeKey(text) { return .field(key: text) }
    reader.add(.invalidDate(problem(of: text, on: scale)), at: value)
    return nil
  }

  private func problem(of text: String, on scale: Scale) -> Saying {
    if case .date(let mode) = scale,
      case .failure(let problem) = DateValue.parse(text, mode: mode)
    {
      return problem.saying
    }
    return Saying(scale.absence)
  }

  /// A draft to come has the shape of the field's mode.
  mutating func defaultDate(_ value: Int) -> DateBound? {
    let bound = dateBound(value, takesKeys: false)
    guard case .fixed(let place) = bound, !definition.scale.holds(place) else { return bound }
    reader.add(.invalidDate(problem(of: place.description, on: definition.scale)), at: value)
    return nil
  }

  /// A number, or on another scale a place in quotes.
  private mutating func limit(_ member: ObjectReader.Member) -> Measure? {
    let (value, scale) = (member.value, definition.scale)
    guard scale != .number else {
      if tree[value].kind == .number { return decimal(value).map { .number($0) } }
      tell(member, takes: Saying(.typeNumber))
      return nil
    }
    guard let text = tree.string(value) else {
      tell(member, takes: Saying(.takesInQuotes, (.type, .phrase(scale.content))))
      return nil
    }
    if let place = scale.measure(text) { return place }
    reader.add(.invalidDate(problem(of: text, on: scale)), at: value)
    return nil
  }

  private mutating func tell(_ member: ObjectReader.Member, takes type: Saying) {
    reader.add(
      .wrongType(property: member.property.name.rawValue, type: type, takesText: false),
      at: member.value)
  }

  private func decimal(_ value: Int) -> Decimal? { Decimal(tree.source(value)) }

  mutating func expression(_ value: Int) -> Expression? {
    guard let source = tree.string(value) else { return nil }
    switch Expression.parse(source) {
    case .success(let expression): return expression
    case .failure(let problem):
      reader.add(
        .text(
          .invalidExpression(source: source, why: problem.message),
          at: tree.span(ofUTF8: problem.span, inString: value)))
      return nil
    }
  }

  /// A text, number or boolean as the draft that it is compared with.
  private func scalar(_ index: Int) -> String? {
    switch tree[index].kind {
    case .string: tree.string(index)
    case .number, .true, .false: tree.source(index)
    case .null, .array, .object, .invalid, .missing: nil
    }
  }
}

extension FieldReader {
  mutating func requirement(_ value: Int) -> Requirement {
    if let flag = tree.bool(value) { return flag ? .always : .never }
    for member in reader.members(of: value, in: .requirement) {
      if let condition = condition(member.value) { return .when(condition) }
    }
    return .never
  }

  private mutating func condition(_ index: Int) -> Condition? {
    let members = reader.members(of: index, in: .condition)
    let tests = members.filter { $0.property.name != .key }
    guard let test = tests.first else {
      if tree[index].kind == .object, !writes(Self.testNames.contains, in: index) {
        reader.add(.emptyCondition, at: index)
      }
      return nil
    }
    if tests.count > 1 {
      reader.add(.crowdedCondition(tests.map { $0.property.name.rawValue }), at: index)
    }
    switch test.property.name {
    case .all: return .all(tree.elements(of: test.value).compactMap { condition($0) })
    case .any: return .any(tree.elements(of: test.value).compactMap { condition($0) })
    case .expression: return expression(test.value).map { .holds($0) }
    default: break
    }
    guard let key = members.first(where: { $0.property.name == .key })?.value else {
      guard !writes({ $0 == .key }, in: index) else { return nil }
      reader.add(
        .text(
          .missingProperty(.key, section: .condition),
          at: Int(tree[index].start)..<(Int(tree[index].start) + 1)))
      return nil
    }
    return conditionTest(test).map { .test(key: tree.string(key) ?? "", $0) }
  }

  private static let testNames: Set<Property.Name> = [
    .is, .isNot, .in, .filled, .greaterThan, .lessThan, .all, .any, .expression,
  ]

  private func conditionTest(_ member: ObjectReader.Member) -> Condition.Test? {
    switch member.property.name {
    case .is: scalar(member.value).map { .isOneOf([$0]) }
    case .isNot: scalar(member.value).map { .isNot($0) }
    case .in: .isOneOf(tree.elements(of: member.value).compactMap { scalar($0) })
    case .filled: tree.bool(member.value).map { .isFilled($0) }
    case .greaterThan: scalar(member.value).map { .isGreater(than: $0) }
    case .lessThan: scalar(member.value).map { .isLess(than: $0) }
    default: nil
    }
  }
}

extension JSONTree {
  /// Where a part of the value of a string stands, in bytes of its UTF-8.
  func span(ofUTF8 range: Range<Int>, inString index: Int) -> Range<Int> {
    let content = contentSpan(index)
    if !self[index].hasEscapes { return range.moved(by: content.lowerBound) }
    let source = text(content)
    return
      (content.lowerBound + JSONString.sourceOffset(ofUTF8: range.lowerBound, in: source))..<(content
      .lowerBound + JSONString.sourceOffset(ofUTF8: range.upperBound, in: source))
  }

  /// The places where an expression names keys, by the bytes of the text between its braces; none where it can't
  /// be read.
  func expressionReferences(_ index: Int) -> [Expression.Reference] {
    guard let source = string(index), case .success(let expression) = Expression.parse(source)
    else {
      return []
    }
    return expression.references.map { reference in
      var reference = reference
      reference.span = span(ofUTF8: reference.span, inString: index)
      return reference
    }
  }

  /// Whether the word `secure` stands anywhere in a text that has these problems.
  func mentionsSecure(_ problems: [JSONProblem]) -> Bool {
    let ends = nodes.map { Int($0.end) } + problems.map { $0.span.upperBound }
    let end = min(ends.max() ?? 0, bytes.count - base)
    return Array(text(0..<max(0, end))).span.mentionsSecure
  }
}

extension Span<UInt8> {
  /// Whether the word `secure` stands anywhere in a text.
  var mentionsSecure: Bool { firstOffset(of: secureName) != nil }
}

private let secureName = Array(Property.Name.secure.rawValue.utf8)
