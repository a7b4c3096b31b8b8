/// What a rule asks of a JSON value: a JSON Schema of the keywords that decide by the value alone, with references to its
/// own `$defs`.
///
/// A check looks at each part of a value once for each schema that is asked of it, and remembers what came of each
/// reference there, so that it takes no longer than both are long.
///
/// Source: https://json-schema.org/draft/2020-12/json-schema-validation
package struct ValueSchema: Equatable, Sendable {
  /// As the document has it.
  package let source: JSONValue
  package let root: Part
  /// What references lead to, by number; the first is the schema itself.
  package let definitions: [Part]
  /// How these are referred to, without escapes of URIs.
  package let references: [String]

  package static func == (one: ValueSchema, other: ValueSchema) -> Bool {
    one.source == other.source
  }

  /// A schema, which may have others in it.
  package final class Part: Sendable {
    /// In the order of the schema.
    package let keywords: [Keyword]
    /// Some of them look at what the others say.
    let looksAtOthers: Bool

    init(_ keywords: [Keyword]) {
      self.keywords = keywords
      looksAtOthers = keywords.contains {
        if case .unevaluated = $0.demand { true } else { false }
      }
    }
  }

  /// A keyword and what it asks.
  ///
  /// An object, so that a check copies nothing of it.
  package final class Keyword: Sendable {
    package let name: String
    package let demand: Demand
    /// Its value, where that is short enough to be told.
    let words: String?
    /// The limit of numbers that it says, where that is a whole number which fits.
    let wholeLimit: WholeNumber?

    init(name: String, demand: Demand, words: String?) {
      (self.name, self.demand, self.words) = (name, demand, words)
      switch demand {
      case .minimum(let limit, _), .maximum(let limit, _):
        wholeLimit = WholeNumber(limit.description)
      default: wholeLimit = nil
      }
    }
  }

  /// What a keyword asks; of values of another type it asks nothing.
  package enum Demand: Sendable {
    /// The schema is `false`.
    case nothing
    case types(Types)
    case values(ValueSet)
    case minimum(Decimal, isExclusive: Bool)
    case maximum(Decimal, isExclusive: Bool)
    case step(Decimal)
    /// In Unicode scalars.
    case length(ClosedRange<Int>)
    case pattern(Pattern)
    case format(Format)
    case items(Part, from: Int)
    case prefixItems([Part])
    case itemCount(ClosedRange<Int>)
    case uniqueItems
    case contains(Part, least: Int, most: Int)
    case required([String])
    case members(Members)
    case names(Part)
    case memberCount(ClosedRange<Int>)
    /// What must be there, or must hold, where a member is there.
    case dependents([String: [String]])
    case dependentParts([String: Part])
    case all([Part])
    case any([Part])
    case one([Part])
    case not(Part)
    case condition(Part, then: Part?, otherwise: Part?)
    /// Of the members or elements about which nothing else in the schema says something.
    case unevaluated(Part, inObjects: Bool)
    /// One of the schema's definitions, by its number.
    case reference(Int)
  }

  /// Some values, with what decides at once about nearly all others.
  package final class ValueSet: Sendable {
    package let values: [JSONValue]
    /// As `JSONTree.canonical` writes them.
    let texts: Set<ExactText>
    let hasNull, hasTrue, hasFalse: Bool
    let strings: [String]
    /// The numbers, where all of them are whole and fit.
    let wholeNumbers: [WholeNumber]?
    let lists, objects: Containers

    /// Which lists are there, or which objects.
    struct Containers {
      let hasEmpty, hasOthers: Bool
    }

    package init(_ values: [JSONValue]) {
      self.values = values
      let canonical = values.map { $0.canonical }
      texts = Set(canonical)
      hasNull = values.contains(.null)
      hasTrue = values.contains(.bool(true))
      hasFalse = values.contains(.bool(false))
      strings = values.compactMap { $0.string }
      let numbers = zip(values, canonical).filter { if case .number = $0.0 { true } else { false } }
        .map { WholeNumber($0.1.text) }
      wholeNumbers = numbers.contains(nil) ? nil : numbers.compactMap { $0 }
      let lists = values.compactMap { $0.array }
      self.lists = Containers(
        hasEmpty: lists.contains { $0.isEmpty }, hasOthers: lists.contains { !$0.isEmpty })
      let objects = values.compactMap { if case .object(let members) = $0 { members } else { nil } }
      self.objects = Containers(
        hasEmpty: objects.contains { $0.isEmpty }, hasOthers: objects.contains { !$0.isEmpty })
    }
  }

  /// What is asked of the members of an object by their names.
  package struct Members: Sendable {
    package var properties: [(name: String, part: Part)] = []
    var parts: [ExactText: Part] = [:]
    var patterns: [(pattern: Pattern, part: Part)] = []

    /// Some names are looked for by patterns.
    package var hasPatterns: Bool { !patterns.isEmpty }

    /// Of which nothing is asked.
    package init() {}
    package var others: Part?
  }

  /// Types of JSON values.
  package struct Types: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = Types(rawValue: 1)
    package static let boolean = Types(rawValue: 2)
    package static let number = Types(rawValue: 4)
    /// A number without a fraction.
    package static let integer = Types(rawValue: 8)
    package static let string = Types(rawValue: 16)
    package static let array = Types(rawValue: 32)
    package static let object = Types(rawValue: 64)

    static let names: [String: Types] = [
      "null": .null, "boolean": .boolean, "number": .number, "integer": .integer,
      "string": .string, "array": .array, "object": .object,
    ]
  }

  /// Why a value is not valid.
  package struct Failure: Hashable, Sendable {
    /// Where in the value, as a JSON pointer.
    package var path: String
    /// The keyword, with its value where that is short.
    package var keyword: String

    package init(path: String, keyword: String) {
      self.path = path
      self.keyword = keyword
    }
  }
}

extension ValueSchema.Part {
  /// It says which members an object may have besides some.
  package var namesOthers: Bool {
    keywords.contains { keyword in
      switch keyword.demand {
      case .members(let members): members.hasPatterns || members.others?.keywords.isEmpty == false
      case .unevaluated(_, let inObjects): inObjects
      case .all(let parts): parts.contains { $0.namesOthers }
      default: false
      }
    }
  }

  /// The same of the objects that are a list's elements.
  package var namesOthersInItems: Bool {
    keywords.contains { keyword in
      switch keyword.demand {
      case .items(let part, _): part.namesOthers
      case .all(let parts): parts.contains { $0.namesOthersInItems }
      default: false
      }
    }
  }
}

extension ValueSchema {
  /// Some reference leads to the schema as a whole.
  package var refersToAll: Bool {
    definitions.contains { $0.references.contains(0) }
  }
}

extension ValueSchema.Part {
  /// The definitions that it and the schemas in it refer to.
  fileprivate var references: Set<Int> {
    let inner = keywords.flatMap { $0.demand.partsInPlace + $0.demand.partsWithin }
    return inner.reduce(into: Set(ownReferences)) { $0.formUnion($1.references) }
  }

  /// The definitions that it refers to about the same value.
  var referencesInPlace: [Int] {
    let inner = keywords.flatMap { $0.demand.partsInPlace }
    return ownReferences + inner.flatMap { $0.referencesInPlace }
  }

  private var ownReferences: [Int] {
    keywords.compactMap { if case .reference(let number) = $0.demand { number } else { nil } }
  }
}

extension ValueSchema.Demand {
  /// The schemas in it that are asked of the same value.
  fileprivate var partsInPlace: [ValueSchema.Part] {
    switch self {
    case .not(let part): [part]
    case .all(let parts), .any(let parts), .one(let parts): parts
    case .dependentParts(let parts): Array(parts.values)
    case .condition(let part, let then, let otherwise):
      [part, then, otherwise].compactMap { $0 }
    case .nothing, .types, .values, .minimum, .maximum, .step, .length, .pattern, .format, .items,
      .prefixItems, .itemCount, .uniqueItems, .contains, .required, .members, .names,
      .memberCount, .dependents, .unevaluated, .reference:
      []
    }
  }

  /// The schemas in it that are asked of what is within the value.
  fileprivate var partsWithin: [ValueSchema.Part] {
    switch self {
    case .items(let part, _), .contains(let part, _, _), .names(let part),
      .unevaluated(let part, _):
      [part]
    case .prefixItems(let parts): parts
    case .members(let members):
      members.properties.map { $0.part } + members.patterns.map { $0.part }
        + (members.others.map { [$0] } ?? [])
    case .nothing, .types, .values, .minimum, .maximum, .step, .length, .pattern, .format,
      .itemCount, .uniqueItems, .required, .memberCount, .dependents, .dependentParts, .all,
      .any, .one, .not, .condition, .reference:
      []
    }
  }
}
