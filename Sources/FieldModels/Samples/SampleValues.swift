import FieldModels

/// JSON values to try in a field whose rules have schemas: some that are valid, and others made of these that may
/// not be.
struct SampleValues {
  private let schemas: [ValueSchema]
  private let today: CivilDate
  private var chance: SplitMix64
  /// What references lead to in the schema that a value is made for.
  private var definitions: [ValueSchema.Part] = []

  private static let (trialCount, validCount, depthLimit) = (60, 8, 6)
  /// What is deeper can't be made, since it asks for ever more.
  private static let lastDepth = 24

  init(_ schemas: [ValueSchema], today: CivilDate, using chance: inout SplitMix64) {
    self.schemas = schemas
    self.today = today
    self.chance = SplitMix64(seed: chance.next())
  }

  /// The values, those that are valid first.
  mutating func all() -> [JSONValue] {
    var valid: [JSONValue] = []
    for _ in 0..<Self.trialCount where valid.count < Self.validCount {
      let value = value()
      let isValid = schemas.allSatisfy { $0.failure(ofText: value.json) == nil }
      if isValid, !valid.contains(value) { valid.append(value) }
    }
    return valid + valid.prefix(3).flatMap { Self.spoilt($0) }
  }

  /// A value that does what the schemas ask together, or one of those that have definitions of their own.
  private mutating func value() -> JSONValue {
    guard schemas.count == 1 || schemas.contains(where: { 1 < $0.definitions.count }) else {
      return value(of: schemas.map { $0.root }, depth: 0)
    }
    let schema = pick(schemas)
    definitions = schema.definitions
    return value(of: [schema.root], depth: 0)
  }

  /// A value that does what some schemas ask together, as far as that is foreseen.
  private mutating func value(of parts: [ValueSchema.Part], depth: Int) -> JSONValue {
    guard depth < Self.lastDepth else { return .null }
    let demands = demands(of: parts)
    if let values = demands.lazy.compactMap({ demand -> [JSONValue]? in
      if case .values(let set) = demand { set.values } else { nil }
    }).first, let value = values.randomElement(using: &chance) {
      return value
    }
    let type = type(for: demands)
    if type == .object { return object(for: demands, depth: depth) }
    if type == .array { return array(for: demands, depth: depth) }
    if type == .number || type == .integer {
      return number(for: demands, isWhole: type == .integer)
    }
    if type == .boolean { return .bool(Bool.random(using: &chance)) }
    return type == .null ? .null : .string(text(for: demands))
  }

  /// What schemas ask, with what one of several alternatives does.
  private mutating func demands(of parts: [ValueSchema.Part]) -> [ValueSchema.Demand] {
    var demands: [ValueSchema.Demand] = []
    for keyword in parts.flatMap({ $0.keywords }) {
      switch keyword.demand {
      case .all(let inner): demands += self.demands(of: inner)
      case .any(let inner), .one(let inner):
        demands += inner.randomElement(using: &chance).map { self.demands(of: [$0]) } ?? []
      case .reference(let number):
        if definitions.indices.contains(number) {
          demands += self.demands(of: [definitions[number]])
        }
      case .condition(let condition, let then, let otherwise):
        let holds = Bool.random(using: &chance)
        demands += self.demands(of: (holds ? [condition, then] : [otherwise]).compactMap { $0 })
      default: demands.append(keyword.demand)
      }
    }
    return demands
  }

  /// One of the types that are taken, or the one that something is asked of.
  private mutating func type(for demands: [ValueSchema.Demand]) -> ValueSchema.Types {
    let all: [ValueSchema.Types] = [
      .string, .number, .integer, .boolean, .array, .object, .null,
    ]
    var known: ValueSchema.Types?
    var implied: ValueSchema.Types?
    for demand in demands {
      switch demand {
      case .types(let types):
        // A whole number is a number.
        let both = types.contains(.number) ? types.union(.integer) : types
        known = known.map { $0.intersection(both) } ?? both
      case .minimum, .maximum, .step: implied = .number
      case .length, .pattern, .format: implied = .string
      case .items, .prefixItems, .itemCount, .uniqueItems, .contains: implied = .array
      case .required, .members, .names, .memberCount, .dependents, .dependentParts:
        implied = .object
      case .nothing, .values, .all, .any, .one, .not, .condition, .reference, .unevaluated: break
      }
    }
    guard let known else { return implied ?? pick(all) }
    if let implied, known.contains(implied), Int.random(in: 0..<4, using: &chance) != 0 {
      return implied
    }
    let taken = all.filter { known.contains($0) }
    return taken.isEmpty ? .string : pick(taken)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &chance)]
  }

  private mutating func object(for demands: [ValueSchema.Demand], depth: Int) -> JSONValue {
    var (names, nameParts): ([String], [ValueSchema.Part]) = ([], [])
    var members: [ValueSchema.Members] = []
    var least = 0
    for demand in demands {
      switch demand {
      case .required(let required): names += required
      case .members(let some): members.append(some)
      case .names(let part): nameParts.append(part)
      case .memberCount(let counts): least = max(least, counts.lowerBound)
      case .dependents(let all):
        if let first = all.first, Bool.random(using: &chance) {
          names += [first.key] + first.value
        }
      default: break
      }
    }
    if depth < Self.depthLimit {
      for property in members.flatMap({ $0.properties }) where Bool.random(using: &chance) {
        names.append(property.name)
      }
      for others in members.compactMap({ $0.others }) where !others.keywords.isEmpty {
        if !others.isNothing, Bool.random(using: &chance) { names.append(name(for: nameParts)) }
      }
    }
    for _ in 0..<8 where Set(names).count < least { names.append(name(for: nameParts)) }
    var made: [JSONValue.Member] = []
    for name in names where !made.contains(where: { $0.name == name }) {
      let parts = members.flatMap { some in
        some.properties.first { $0.name == name }.map { [$0.part] } ?? some.others.map { [$0] }
          ?? []
      }
      made.append(.init(name, value(of: parts, depth: depth + 1)))
    }
    return .object(made)
  }

  private mutating func name(for parts: [ValueSchema.Part]) -> String {
    parts.isEmpty ? pick(["a", "b", "key", "x-1", "PATH"]) : text(for: demands(of: parts))
  }

  private mutating func array(for demands: [ValueSchema.Demand], depth: Int) -> JSONValue {
    var (least, most) = (0, depth < Self.depthLimit ? 3 : 0)
    var (first, rest, wanted): ([ValueSchema.Part], [ValueSchema.Part], [ValueSchema.Part]) =
      ([], [], [])
    for demand in demands {
      switch demand {
      case .itemCount(let counts):
        least = max(least, counts.lowerBound)
        most = max(least, min(most, counts.upperBound))
      case .prefixItems(let parts): first = parts
      case .items(let part, _): rest.append(part)
      case .contains(let part, let least, _):
        wanted += Array(repeating: part, count: min(least, 8))
      default: break
      }
    }
    let count = max(
      Int.random(in: min(least, 64)...max(min(least, 64), most), using: &chance), wanted.count)
    return .array(
      (0..<count).map { index in
        let own = index < first.count ? [first[index]] : rest
        return value(of: own + (index < wanted.count ? [wanted[index]] : []), depth: depth + 1)
      })
  }

  /// Drafts of a field that asks the same are tried.
  private mutating func text(for demands: [ValueSchema.Demand]) -> String {
    var definition = FieldDefinition.standard
    definition.lengthUnit = .scalar
    for demand in demands {
      switch demand {
      case .length(let counts):
        if 0 < counts.lowerBound {
          definition.endEditingRules.append(Rule(.minLength(WholeNumber(counts.lowerBound))))
        }
        if counts.upperBound < Int.max {
          definition.endEditingRules.append(Rule(.maxLength(WholeNumber(counts.upperBound))))
        }
      case .pattern(let pattern):
        definition.endEditingRules.append(Rule(.pattern(pattern, source: pattern.source)))
      case .format(let format): definition.endEditingRules.append(Rule(.format(format)))
      default: break
      }
    }
    if definition.endEditingRules.isEmpty { return pick(["text", "x", "Ada", "12"]) }
    let surroundings = RuleCheck.Surroundings(today: today)
    let right = SampleTexts(definition).all(using: &chance).filter { text in
      definition.draft = .text(text)
      return RuleCheck.failures(of: definition.endEditingRules, definition, surroundings).isEmpty
    }
    return right.isEmpty ? "text" : pick(Array(right.prefix(12)))
  }

  private mutating func number(for demands: [ValueSchema.Demand], isWhole: Bool) -> JSONValue {
    var numbers = [Decimal(0), Decimal(1), Decimal(7), Decimal(-3), Decimal(100)]
    if !isWhole { numbers += [Decimal(5, exponent: -1), Decimal(1275, exponent: -2)] }
    for demand in demands {
      switch demand {
      case .minimum(let limit, _), .maximum(let limit, _):
        numbers += SampleScale.neighbours(of: .number(limit), step: nil, base: nil)
          .compactMap { Decimal($0) }
      case .step(let step): numbers += [step, step + step]
      default: break
      }
    }
    let right = numbers.filter { number in
      (!isWhole || number.isInteger)
        && demands.allSatisfy { demand in
          switch demand {
          case .minimum(let limit, let isExclusive):
            isExclusive ? limit < number : limit <= number
          case .maximum(let limit, let isExclusive):
            isExclusive ? number < limit : number <= limit
          case .step(let step): number.isMultiple(of: step)
          default: true
          }
        }
    }
    return .number(pick(right.isEmpty ? numbers : right).description)
  }

  /// Values that are nearly one.
  private static func spoilt(_ value: JSONValue) -> [JSONValue] {
    let strangers: [JSONValue] = [.null, 1, "x", true, [], .object([])]
    switch value {
    case .object(let members):
      var all: [JSONValue] = [.object(members + [.init("zz", .null)])]
      for index in members.indices.prefix(12) {
        var some = members
        some.remove(at: index)
        all.append(.object(some))
        for stranger in strangers + spoilt(members[index].value).prefix(8) {
          var changed = members
          changed[index].value = stranger
          all.append(.object(changed))
        }
      }
      return all
    case .array(let elements):
      var all: [JSONValue] = [.array(elements + elements), .array(elements + elements + elements)]
      all += strangers.map { .array(elements + [$0]) }
      for index in elements.indices.prefix(4) {
        for stranger in spoilt(elements[index]).prefix(8) {
          var changed = elements
          changed[index] = stranger
          all.append(.array(changed))
        }
      }
      return all + (elements.isEmpty ? [] : [.array(Array(elements.dropLast()))])
    case .string(let text):
      return [.string(text + text), .string(String(repeating: text, count: 50)), "?", " "]
    case .number(let text):
      guard let number = Decimal(text) else { return [] }
      return [
        .number((number + Decimal(1)).description), .number((number - Decimal(1)).description),
        .number((number + Decimal(5, exponent: -1)).description), 1_000_000, -1_000_000,
      ]
    case .null, .bool: return strangers
    }
  }
}

extension ValueSchema.Part {
  /// No value is valid in it.
  fileprivate var isNothing: Bool {
    keywords.contains { if case .nothing = $0.demand { true } else { false } }
  }
}
