import FieldModels

/// Rules.
extension JSONSchemaExport {
  /// What is always asked; what is asked while conditions hold is noted.
  ///
  /// - Parameter choices: the rows, where nothing else can be right
  /// - Returns: the keywords
  mutating func rules(ofRows choices: [Choice]? = nil) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let limit = definition.maxLength {
      members += length("maxLength", limit, at: "/maxLength")
    }
    let lists = [("live", definition.liveRules), ("endEditing", definition.endEditingRules)]
    for (name, rules) in lists {
      for (index, rule) in rules.enumerated() {
        let step = "/validation/\(name)/\(index)"
        guard rule.severity == .error else {
          lose(step, "A rule that does not block", as: .presentationOnly)
          continue
        }
        if rule.message != nil {
          lose(step + "/message", "A schema has no words for a failure", as: .presentationOnly)
        }
        var said = self.rule(rule.check, at: step)
        guard let condition = rule.condition else {
          for member in said { add(member, to: &members) }
          continue
        }
        if said.isEmpty { continue }
        if let choices { said = [row(choices, passing: rule.check)] }
        if !say(.init(schema: said), while: condition, at: step) {
          lose(step, "A rule that does not always hold")
        }
      }
    }
    return members
  }

  /// Adds what a rule says, beside what another has said by the same name.
  func add(
    _ member: JSONValue.Member, to members: inout [JSONValue.Member]
  ) {
    guard let index = members.firstIndex(where: { $0.name == member.name }) else {
      return members.append(member)
    }
    if members[index] == member { return }
    let more = JSONValue.object([member])
    if let all = members.firstIndex(where: { $0.name == "allOf" }),
      case .array(let parts) = members[all].value
    {
      members[all].value = .array(parts + [more])
    } else {
      members.append(.init("allOf", .array([more])))
    }
  }

  private mutating func rule(_ check: Rule.Check, at step: String) -> [JSONValue.Member] {
    if definition.valuePattern != nil, !check.isSchema {
      lose(step, "A rule about a draft, which is not the text that a record has")
      return []
    }
    switch check {
    case .minLength(let limit): return length("minLength", limit, at: step)
    case .maxLength(let limit): return length("maxLength", limit, at: step)
    case .pattern(let pattern, let source):
      if pattern.isCaseInsensitive {
        lose(step, "A schema's patterns do not ignore case")
        return []
      }
      let whole = pattern.isAnchored ? "^(?:\(source))$" : source
      return text(at: step) ? [.init("pattern", .string(whole))] : []
    case .format(.email):
      lose(step, "A schema's e-mail addresses are those of RFC 5321, not those of HTML")
      return text(at: step) ? [.init("format", .string("email"))] : []
    case .format(let format):
      guard let name = format.schemaName else {
        lose(step, "A schema has no format \"\(format.rawValue)\"")
        return []
      }
      return text(at: step) ? [.init("format", .string(name))] : []
    case .minimum(let limit, let isExclusive):
      return number(isExclusive ? "exclusiveMinimum" : "minimum", limit, at: step)
    case .maximum(let limit, let isExclusive):
      return number(isExclusive ? "exclusiveMaximum" : "maximum", limit, at: step)
    case .step(let size, let base):
      guard base == nil else {
        lose(step, "Steps that are not counted from 0")
        return []
      }
      return number("multipleOf", .number(size), at: step)
    case .oneOf(let values):
      var values = values.compactMap {
        $0.isEmpty ? definition.value(of: .empty) : definition.value(of: $0)
      }
      if takesNull { values.append(.null) }
      return [.init("enum", .array(values))]
    case .equals, .before, .after, .holds:
      lose(step, "A schema does not compare fields or dates")
    case .schema(let schema):
      guard saysSchemas else {
        lose(step, "Nothing says which values there are within a value")
        return []
      }
      return rule(of: schema)
    case .validator: break
    }
    return []
  }

  /// Lengths count code points in a schema.
  private mutating func length(
    _ name: String, _ limit: WholeNumber, at step: String
  ) -> [JSONValue.Member] {
    guard text(at: step) else { return [] }
    switch definition.lengthUnit {
    case .scalar: break
    case .grapheme:
      lose(
        step, "A schema counts code points, of which a character may have several",
        effect: name == "maxLength" ? .stricter : .laxer)
    case .utf16, .utf8, .words:
      lose(step, "A schema counts no \(definition.lengthUnit.rawValue)")
      return []
    }
    return [.init(name, .integer(limit))]
  }

  /// Whether the value is text, so that what is said of text holds.
  private mutating func text(at step: String) -> Bool {
    if definition.valueKind == .string || definition.kind == .date { return true }
    lose(step, "A schema says nothing about how a number is written")
    return false
  }

  private mutating func number(
    _ name: String, _ limit: Measure, at step: String
  ) -> [JSONValue.Member] {
    guard case .number(let limit) = limit, definition.scale == .number else {
      lose(step, "A schema compares no dates")
      return []
    }
    switch definition.valueKind {
    case .number, .integer: return [.init(name, .number(limit.description))]
    case .string, .boolean:
      lose(step, "A schema does not compare texts as numbers")
      return []
    }
  }

  /// The name by which OpenAPI's registry of formats has whole numbers of 64 bits.
  static let wordFormat = "int64"

  /// How a schema says how far whole numbers go: its own have no end.
  static func limits(of precision: NumberPrecision) -> [JSONValue.Member] {
    guard let limits = precision.limits else { return [] }
    return (precision == .int64 ? [.init("format", .string(wordFormat))] : [])
      + [
        .init("minimum", .number(limits.lowerBound.description)),
        .init("maximum", .number(limits.upperBound.description)),
      ]
  }

  /// Adds how far whole numbers go, where what is said does not say it.
  func limitingIntegers(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard definition.valueKind == .integer else { return members }
    let names = Set(members.map { $0.name })
    return members
      + Self.limits(of: definition.precision).compactMap { member in
        guard case .number(let text) = member.value, let limit = Decimal(text) else {
          return member
        }
        let isLeast = member.name == "minimum"
        let others: Set =
          isLeast ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"]
        guard names.isDisjoint(with: others) else { return nil }
        return .init(member.name, .number(widened(limit, isLeast: isLeast).description))
      }
  }

  /// The end of whole numbers, or what a rule says that goes beyond.
  private func widened(_ limit: Decimal, isLeast: Bool) -> Decimal {
    definition.rules.reduce(limit) { end, rule in
      switch rule.check {
      case .minimum(.number(let limit), _) where isLeast: min(end, limit)
      case .maximum(.number(let limit), _) where !isLeast: max(end, limit)
      default: end
      }
    }
  }

  /// The keyboard for what a schema says of a field.
  static func keyboard(for definition: FieldDefinition) -> String? {
    switch definition.valueKind {
    case .integer, .number: keyboard(forType: definition.valueKind.rawValue)
    case .string, .boolean:
      definition.rules.lazy.compactMap { rule -> String? in
        guard case .format(let format) = rule.check else { return nil }
        return format.schemaName.flatMap { keyboard(forFormat: $0) }
      }.first
    }
  }

  static func keyboard(forType type: String) -> String {
    type == "integer" ? "numberPad" : "decimalPad"
  }

  static func keyboard(forFormat format: String) -> String? {
    ["email": "emailAddress", "idn-email": "emailAddress", "uri": "URL"][format]
  }
}
