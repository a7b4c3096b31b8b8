/// What a rule asks of a JSON value: a JSON Schema of the keywords that decide by the value alone, without references.
///
/// A check looks at each part of a value once for each schema that is asked of it, so that it takes no longer than
/// both are long.
///
/// Source: https://json-schema.org/draft/2020-12/json-schema-validation
package struct ValueSchema: Equatable, Sendable {
  /// As the document has it.
  package let source: JSONValue
  package let root: Part

  package static func == (one: ValueSchema, other: ValueSchema) -> Bool {
    one.source == other.source
  }

  /// A schema, which may have others in it.
  package final class Part: Sendable {
    /// In the order of the schema.
    package let keywords: [Keyword]

    init(_ keywords: [Keyword]) { self.keywords = keywords }
  }

  /// A keyword and what it asks.
  ///
  /// An object, so that a check copies nothing of it.
  package final class Keyword: Sendable {
    package let name: String
    package let demand: Demand
    /// Its value, where that is short enough to be told.
    let words: String?

    init(name: String, demand: Demand, words: String?) {
      (self.name, self.demand, self.words) = (name, demand, words)
    }
  }

  /// What a keyword asks; of values of another type it asks nothing.
  package enum Demand: Sendable {
    /// The schema is `false`.
    case nothing
    case types(Types)
    /// The values as `JSONTree.canonical` writes them.
    case values(Set<ExactText>, [JSONValue])
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

extension ValueSchema {
  /// Why a value is not valid, by the first keyword that refuses it; nil where it is valid.
  package func failure(of tree: JSONTree, _ node: Int) -> Failure? {
    root.refusal(of: tree, node).map { refusal in
      let words = refusal.keyword.words.map { ": " + $0 } ?? ""
      return Failure(
        path: JSONPointer.path(refusal.steps.reversed()), keyword: refusal.keyword.name + words)
    }
  }

  /// Why a JSON text is not valid; nil for a text that is no JSON.
  package func failure(ofText text: String) -> Failure? {
    JSONTree(text: text).flatMap { failure(of: $0, 0) }
  }
}

/// A keyword that refuses a part of a value, and the steps to that part, the last first.
private struct Refusal {
  var keyword: ValueSchema.Keyword
  var steps: [String] = []

  /// The same, seen from around it.
  func under(_ step: String) -> Refusal {
    var refusal = self
    refusal.steps.append(step)
    return refusal
  }
}

extension ValueSchema.Part {
  fileprivate func refusal(of tree: JSONTree, _ node: Int) -> Refusal? {
    for keyword in keywords {
      if let refusal = keyword.refusal(of: tree, node) { return refusal }
    }
    return nil
  }

  fileprivate func takes(_ tree: JSONTree, _ node: Int) -> Bool { refusal(of: tree, node) == nil }
}

extension ValueSchema.Keyword {
  fileprivate func refusal(of tree: JSONTree, _ node: Int) -> Refusal? {
    let isTaken: Bool
    switch demand {
    case .nothing: isTaken = false
    case .types(let types): isTaken = types.has(tree, node)
    case .values(let texts, let values):
      // A list or an object may be long, and is hardly ever among them.
      let isPossible =
        switch tree[node].kind {
        case .array: values.contains { $0.array != nil }
        case .object: values.contains { if case .object = $0 { true } else { false } }
        case .null, .true, .false, .number, .string, .invalid, .missing: true
        }
      isTaken = isPossible && texts.contains(tree.canonical(node))
    case .minimum, .maximum, .step: isTaken = takes(number: tree, node)
    case .length, .pattern, .format: isTaken = takes(text: tree, node)
    case .items, .prefixItems, .itemCount, .uniqueItems, .contains:
      return refusal(ofList: tree, node)
    case .required, .members, .names, .memberCount, .dependents, .dependentParts:
      return refusal(ofObject: tree, node)
    case .all(let parts):
      for part in parts {
        if let refusal = part.refusal(of: tree, node) { return refusal }
      }
      return nil
    case .any(let parts): isTaken = parts.contains { $0.takes(tree, node) }
    case .one(let parts): isTaken = parts.count { $0.takes(tree, node) } == 1
    case .not(let part): isTaken = !part.takes(tree, node)
    case .condition(let part, let then, let otherwise):
      return (part.takes(tree, node) ? then : otherwise)?.refusal(of: tree, node)
    }
    return isTaken ? nil : Refusal(keyword: self)
  }

  private func takes(number tree: JSONTree, _ node: Int) -> Bool {
    guard tree[node].kind == .number else { return true }
    // Of a number that is too long to be read nobody knows whether it is right.
    guard let number = Decimal(tree.source(node)) else { return false }
    return switch demand {
    case .minimum(let limit, let isExclusive): isExclusive ? limit < number : limit <= number
    case .maximum(let limit, let isExclusive): isExclusive ? number < limit : number <= limit
    case .step(let step): number.isMultiple(of: step)
    default: true
    }
  }

  private func takes(text tree: JSONTree, _ node: Int) -> Bool {
    // With its quotes and escapes it takes more bytes than it has scalars.
    if case .length(let counts) = demand, counts.lowerBound == 0,
      tree[node].span.count - 2 <= counts.upperBound
    {
      return true
    }
    guard let text = tree.string(node) else { return true }
    return switch demand {
    case .length(let counts): Self.hasLength(text, counts)
    case .pattern(let pattern): pattern.matches(text)
    case .format(let format): format.matches(text)
    default: true
    }
  }

  /// Whether a text has so many scalars, each of which takes one to four bytes.
  private static func hasLength(_ text: String, _ counts: ClosedRange<Int>) -> Bool {
    let byteCount = text.utf8.count
    if byteCount <= counts.upperBound, counts.lowerBound <= (byteCount + 3) / 4 { return true }
    return counts.contains(text.unicodeScalars.count)
  }

  private func refusal(ofList tree: JSONTree, _ node: Int) -> Refusal? {
    guard tree[node].kind == .array else { return nil }
    let isTaken: Bool
    switch demand {
    case .items(let part, let first):
      for (index, element) in tree.elements(of: node).enumerated().dropFirst(first) {
        if let refusal = part.refusal(of: tree, element) { return refusal.under("\(index)") }
      }
      return nil
    case .prefixItems(let parts):
      for (index, (part, element)) in zip(parts, tree.elements(of: node)).enumerated() {
        if let refusal = part.refusal(of: tree, element) { return refusal.under("\(index)") }
      }
      return nil
    case .itemCount(let counts):
      isTaken = counts.contains(tree.elements(of: node).count { _ in true })
    case .uniqueItems:
      var known = Set<ExactText>()
      isTaken = tree.elements(of: node).allSatisfy { known.insert(tree.canonical($0)).inserted }
    case .contains(let part, let least, let most):
      let count = tree.elements(of: node).count { part.takes(tree, $0) }
      isTaken = least <= count && count <= most
    default: return nil
    }
    return isTaken ? nil : Refusal(keyword: self)
  }

  private func refusal(ofObject tree: JSONTree, _ node: Int) -> Refusal? {
    guard tree[node].kind == .object else { return nil }
    let isTaken: Bool
    switch demand {
    case .required(let names):
      // Of many names each is looked up.
      if names.count <= 8 {
        isTaken = names.allSatisfy { tree.value(of: $0, in: node) != nil }
      } else {
        let known = tree.names(of: node)
        isTaken = names.allSatisfy { known.contains(ExactText($0)) }
      }
    case .members(let members): return members.refusal(of: tree, node)
    case .names(let part):
      for key in tree.members(of: node) {
        if let refusal = part.refusal(of: tree, key) {
          return refusal.under(tree.string(key) ?? "")
        }
      }
      return nil
    case .memberCount(let counts):
      let all = tree.members(of: node).count { _ in true }
      // Two members with a name are one.
      isTaken =
        all <= 1 || counts.lowerBound <= 1 && all <= counts.upperBound
        ? counts.contains(all)
        : counts.contains(tree.names(of: node).count)
    case .dependents(let names):
      let known = tree.names(of: node)
      isTaken = names.allSatisfy { name, others in
        !known.contains(ExactText(name)) || others.allSatisfy { known.contains(ExactText($0)) }
      }
    case .dependentParts(let parts):
      let known = tree.names(of: node)
      for (name, part) in parts where known.contains(ExactText(name)) {
        if let refusal = part.refusal(of: tree, node) { return refusal }
      }
      return nil
    default: return nil
    }
    return isTaken ? nil : Refusal(keyword: self)
  }
}

extension ValueSchema.Members {
  fileprivate func refusal(of tree: JSONTree, _ node: Int) -> Refusal? {
    // Names are read where something is asked of some alone.
    let looksAtNames = !parts.isEmpty || !patterns.isEmpty
    // Of two members with a name the last one counts: looked up once something is wrong with one.
    var last: [ExactText: Int]?
    for key in tree.members(of: node) {
      let name = looksAtNames ? tree.string(key) ?? "" : ""
      guard let refusal = refusal(of: tree, key + 1, named: name) else { continue }
      let told = tree.string(key) ?? ""
      let known =
        last
        ?? Dictionary(
          keepingLast: tree.members(of: node).map { (ExactText(tree.string($0) ?? ""), $0) })
      if known[ExactText(told)] == key { return refusal.under(told) }
      last = known
    }
    return nil
  }

  private func refusal(of tree: JSONTree, _ value: Int, named name: String) -> Refusal? {
    let own = parts.isEmpty ? nil : parts[ExactText(name)]
    if let refusal = own?.refusal(of: tree, value) { return refusal }
    var isKnown = own != nil
    for (pattern, part) in patterns where pattern.matches(name) {
      isKnown = true
      if let refusal = part.refusal(of: tree, value) { return refusal }
    }
    return isKnown ? nil : others?.refusal(of: tree, value)
  }
}

extension ValueSchema.Types {
  fileprivate func has(_ tree: JSONTree, _ node: Int) -> Bool {
    switch tree[node].kind {
    case .null: contains(.null)
    case .true, .false: contains(.boolean)
    case .string: contains(.string)
    case .array: contains(.array)
    case .object: contains(.object)
    case .number:
      contains(.number) || contains(.integer) && Decimal(tree.source(node))?.isInteger ?? false
    case .invalid, .missing: false
    }
  }
}

extension JSONTree {
  /// A value as all write it to whom it is the same: names in order, each once, and numbers by what they are.
  func canonical(_ node: Int) -> ExactText { ExactText(canonicalValue(node).json) }

  /// The names of an object's members.
  fileprivate func names(of object: Int) -> Set<ExactText> {
    Set(members(of: object).map { ExactText(string($0) ?? "") })
  }

  private func canonicalValue(_ node: Int) -> JSONValue {
    switch self[node].kind {
    case .number: .number(Decimal(source(node))?.description ?? source(node))
    case .array: .array(elements(of: node).map { canonicalValue($0) })
    case .object:
      .object(
        Dictionary(
          keepingLast: members(of: node).map { (ExactText(string($0) ?? ""), $0 + 1) }
        ).map { JSONValue.Member($0.key.text, canonicalValue($0.value)) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    case .null, .true, .false, .string, .invalid, .missing: JSONValue(self, node)
    }
  }
}

extension FieldDefinition {
  /// Why the value that the draft commits is not valid in a schema; nil for a draft that is no value.
  ///
  /// Of a secure field it is not told where in the value that is.
  func failure(in schema: ValueSchema) -> ValueSchema.Failure? {
    let text = kind == .any ? draft.text : value(of: draft)?.json
    return text.flatMap { schema.failure(ofText: $0) }.map { isSecure ? $0.anonymous : $0 }
  }

  /// The same of a value that stands in a record.
  func failure(in schema: ValueSchema, of tree: JSONTree, _ node: Int) -> ValueSchema.Failure? {
    schema.failure(of: tree, node).map { isSecure ? $0.anonymous : $0 }
  }
}

extension ValueSchema.Failure {
  /// The same without the place, whose names may be secret.
  fileprivate var anonymous: Self { Self(path: "", keyword: keyword) }
}
