/// Why a value is not valid in a schema.
extension ValueSchema {
  /// Why a value is not valid, by the first keyword that refuses it; nil where it is valid.
  package func failure(of tree: JSONTree, _ node: Int) -> Failure? {
    // Most values are valid, of which no place has to be told.
    var check = Check(definitions, isTelling: false)
    if check.refusal(root, of: tree, node) == nil { return nil }
    check = Check(definitions, isTelling: true)
    return check.refusal(root, of: tree, node).map { refusal in
      let words = refusal.keyword.words.map { ": " + $0 } ?? ""
      return Failure(
        path: JSONPointer.path(refusal.steps.reversed()), keyword: refusal.keyword.name + words)
    }
  }

  /// Why a JSON text is not valid; nil for a text that is no JSON.
  package func failure(ofText text: String) -> Failure? {
    JSONTree(text: text).flatMap { failure(of: $0, 0) }
  }

  /// A keyword that refuses a part of a value, and the steps to that part, the last first.
  private struct Refusal {
    var keyword: Keyword
    var steps: [String] = []
  }

  /// A value that is being looked at.
  private struct Check {
    private let definitions: [Part]
    /// It notes in which part of the value something is refused.
    private let isTelling: Bool
    /// What came of definitions at the parts of the value, by both their numbers.
    private var known: [Visit: Refusal?] = [:]
    /// How many references lead to where it is.
    private var depth = 0

    private struct Visit: Hashable {
      var definition: Int
      var node: Int
    }

    init(_ definitions: [Part], isTelling: Bool) {
      (self.definitions, self.isTelling) = (definitions, isTelling)
    }

    /// A refusal, seen from around the part that is refused.
    private func refusal(_ inner: Refusal, under step: @autoclosure () -> String) -> Refusal {
      var refusal = inner
      if isTelling { refusal.steps.append(step()) }
      return refusal
    }

    mutating func refusal(_ part: Part, of tree: JSONTree, _ node: Int) -> Refusal? {
      for keyword in part.keywords {
        if let refusal = refusal(keyword, of: tree, node) { return refusal }
      }
      return part.looksAtOthers ? refusalOfRest(part, of: tree, node) : nil
    }

    /// Why a value is not valid by the keywords that look at what the others of a schema say.
    private mutating func refusalOfRest(
      _ part: Part, of tree: JSONTree, _ node: Int
    ) -> Refusal? {
      for keyword in part.keywords {
        guard case .unevaluated(let rest, let inObjects) = keyword.demand else { continue }
        let known = evaluated(part, besides: keyword, of: tree, node)
        if let refusal = refusal(rest, besides: known, inObjects: inObjects, of: tree, node) {
          return refusal
        }
      }
      return nil
    }

    private mutating func takes(_ part: Part, of tree: JSONTree, _ node: Int) -> Bool {
      refusal(part, of: tree, node) == nil
    }

    private mutating func refusal(
      _ keyword: Keyword, of tree: JSONTree, _ node: Int
    ) -> Refusal? {
      let isTaken: Bool
      switch keyword.demand {
      case .nothing: isTaken = false
      case .types(let types): isTaken = types.has(tree, node)
      case .values(let set): isTaken = set.has(tree, node)
      case .minimum, .maximum, .step: isTaken = keyword.takes(number: tree, node)
      case .length, .pattern, .format: isTaken = keyword.takes(text: tree, node)
      case .items, .prefixItems, .itemCount, .uniqueItems, .contains:
        return refusal(keyword, ofList: tree, node)
      case .required, .members, .names, .memberCount, .dependents, .dependentParts:
        return refusal(keyword, ofObject: tree, node)
      case .all(let parts):
        for part in parts {
          if let refusal = refusal(part, of: tree, node) { return refusal }
        }
        return nil
      case .any(let parts): isTaken = parts.contains { takes($0, of: tree, node) }
      case .one(let parts): isTaken = parts.count { takes($0, of: tree, node) } == 1
      case .not(let part): isTaken = !takes(part, of: tree, node)
      case .condition(let part, let then, let otherwise):
        let next = takes(part, of: tree, node) ? then : otherwise
        return next.flatMap { refusal($0, of: tree, node) }
      case .reference(let number): return refusal(keyword, to: number, of: tree, node)
      // It is asked beside the others of its schema.
      case .unevaluated: return nil
      }
      return isTaken ? nil : Refusal(keyword: keyword)
    }

    /// Why a member or an element is not valid about which a schema says nothing else.
    private mutating func refusal(
      _ rest: Part, besides known: Set<Int>, inObjects: Bool, of tree: JSONTree, _ node: Int
    ) -> Refusal? {
      guard tree[node].kind == (inObjects ? .object : .array) else { return nil }
      if inObjects {
        for key in tree.members(of: node) where !known.contains(key + 1) {
          if let refusal = refusal(rest, of: tree, key + 1) {
            return self.refusal(refusal, under: tree.string(key) ?? "")
          }
        }
      } else {
        for (index, element) in tree.elements(of: node).enumerated()
        where !known.contains(element) {
          if let refusal = refusal(rest, of: tree, element) {
            return self.refusal(refusal, under: "\(index)")
          }
        }
      }
      return nil
    }

    /// The nodes of the members or elements about which a schema that takes the value says something.
    private mutating func evaluated(
      _ part: Part, besides own: Keyword? = nil, of tree: JSONTree, _ node: Int
    ) -> Set<Int> {
      var nodes: Set<Int> = []
      for keyword in part.keywords where keyword !== own {
        switch keyword.demand {
        case .members(let members): nodes.formUnion(evaluated(members, of: tree, node))
        case .prefixItems(let parts) where tree[node].kind == .array:
          nodes.formUnion(tree.elements(of: node).prefix(parts.count))
        case .items where tree[node].kind == .array: nodes.formUnion(tree.elements(of: node))
        case .contains(let wanted, _, _) where tree[node].kind == .array:
          for element in tree.elements(of: node) where takes(wanted, of: tree, element) {
            nodes.insert(element)
          }
        case .all(let parts): for part in parts { nodes.formUnion(evaluated(part, of: tree, node)) }
        case .any(let parts), .one(let parts):
          for part in parts where takes(part, of: tree, node) {
            nodes.formUnion(evaluated(part, of: tree, node))
          }
        case .condition(let condition, let then, let otherwise):
          let holds = takes(condition, of: tree, node)
          for part in holds ? [condition, then] : [otherwise] {
            if let part { nodes.formUnion(evaluated(part, of: tree, node)) }
          }
        case .dependentParts(let parts) where tree[node].kind == .object:
          for (name, part) in parts where tree.value(of: name, in: node) != nil {
            nodes.formUnion(evaluated(part, of: tree, node))
          }
        case .reference(let number):
          nodes.formUnion(evaluated(definitions[number], of: tree, node))
        case .unevaluated(_, true) where tree[node].kind == .object:
          nodes.formUnion(tree.members(of: node).map { $0 + 1 })
        case .unevaluated(_, false) where tree[node].kind == .array:
          nodes.formUnion(tree.elements(of: node))
        default: break
        }
      }
      return nodes
    }

    private func evaluated(_ members: Members, of tree: JSONTree, _ node: Int) -> [Int] {
      guard tree[node].kind == .object else { return [] }
      return tree.members(of: node).filter { key in
        if members.others != nil || members.part(of: tree, named: key) != nil { return true }
        let name = members.patterns.isEmpty ? "" : tree.string(key) ?? ""
        return members.patterns.contains { $0.pattern.matches(name) }
      }.map { $0 + 1 }
    }

    private mutating func refusal(
      _ keyword: Keyword, to definition: Int, of tree: JSONTree, _ node: Int
    ) -> Refusal? {
      let visit = Visit(definition: definition, node: node)
      if let refusal = known[visit] { return refusal }
      // What is deeper would need more memory than there may be.
      guard depth < ValueSchema.referenceLimit else { return Refusal(keyword: keyword) }
      depth += 1
      let refusal = refusal(definitions[definition], of: tree, node)
      depth -= 1
      known[visit] = .some(refusal)
      return refusal
    }

    private mutating func refusal(
      _ keyword: Keyword, ofList tree: JSONTree, _ node: Int
    ) -> Refusal? {
      guard tree[node].kind == .array else { return nil }
      let isTaken: Bool
      switch keyword.demand {
      case .items(let part, let first):
        for (index, element) in tree.elements(of: node).enumerated().dropFirst(first) {
          if let refusal = refusal(part, of: tree, element) {
            return self.refusal(refusal, under: "\(index)")
          }
        }
        return nil
      case .prefixItems(let parts):
        for (index, (part, element)) in zip(parts, tree.elements(of: node)).enumerated() {
          if let refusal = refusal(part, of: tree, element) {
            return self.refusal(refusal, under: "\(index)")
          }
        }
        return nil
      case .itemCount(let counts):
        isTaken = counts.contains(tree.elements(of: node).count { _ in true })
      case .uniqueItems:
        var known = Set<ExactText>()
        isTaken = tree.elements(of: node).allSatisfy { known.insert(tree.canonical($0)).inserted }
      case .contains(let part, let least, let most):
        let count = tree.elements(of: node).count { takes(part, of: tree, $0) }
        isTaken = least <= count && count <= most
      default: return nil
      }
      return isTaken ? nil : Refusal(keyword: keyword)
    }

    private mutating func refusal(
      _ keyword: Keyword, ofObject tree: JSONTree, _ node: Int
    ) -> Refusal? {
      guard tree[node].kind == .object else { return nil }
      let isTaken: Bool
      switch keyword.demand {
      case .required(let names):
        // Of many names each is looked up.
        if names.count <= 8 {
          isTaken = names.allSatisfy { tree.value(of: $0, in: node) != nil }
        } else {
          let known = tree.names(of: node)
          isTaken = names.allSatisfy { known.contains(ExactText($0)) }
        }
      case .members(let members): return refusal(members, of: tree, node)
      case .names(let part):
        for key in tree.members(of: node) {
          if let refusal = refusal(part, of: tree, key) {
            return self.refusal(refusal, under: tree.string(key) ?? "")
          }
        }
        return nil
      case .memberCount(let counts):
        let all = tree.members(of: node).count { _ in true }
        // Two members with a name are one.
        isTaken =
          all <= 1 || counts.lowerBound <= 1 && all <= counts.upperBound
          ? counts.contains(all)
          : counts.contains(tree.nameCount(of: node, among: all))
      case .dependents(let names):
        let known = tree.names(of: node)
        isTaken = names.allSatisfy { name, others in
          !known.contains(ExactText(name)) || others.allSatisfy { known.contains(ExactText($0)) }
        }
      case .dependentParts(let parts):
        let known = tree.names(of: node)
        for (name, part) in parts where known.contains(ExactText(name)) {
          if let refusal = refusal(part, of: tree, node) { return refusal }
        }
        return nil
      default: return nil
      }
      return isTaken ? nil : Refusal(keyword: keyword)
    }

    private mutating func refusal(
      _ members: Members, of tree: JSONTree, _ node: Int
    ) -> Refusal? {
      // Of two members with a name the last one counts: looked up once something is wrong with one.
      var last: [ExactText: Int]?
      for key in tree.members(of: node) {
        guard let refusal = refusal(members, of: tree, memberAt: key) else { continue }
        if tree.isSurelyLast(key, of: node) {
          return self.refusal(refusal, under: tree.string(key) ?? "")
        }
        let told = tree.string(key) ?? ""
        let known =
          last
          ?? Dictionary(
            keepingLast: tree.members(of: node).map { (ExactText(tree.string($0) ?? ""), $0) })
        if known[ExactText(told)] == key { return self.refusal(refusal, under: told) }
        last = known
      }
      return nil
    }

    private mutating func refusal(
      _ members: Members, of tree: JSONTree, memberAt key: Int
    ) -> Refusal? {
      let own = members.part(of: tree, named: key)
      if let refusal = own.flatMap({ refusal($0, of: tree, key + 1) }) { return refusal }
      var isKnown = own != nil
      if !members.patterns.isEmpty {
        let name = tree.string(key) ?? ""
        for (pattern, part) in members.patterns where pattern.matches(name) {
          isKnown = true
          if let refusal = refusal(part, of: tree, key + 1) { return refusal }
        }
      }
      return isKnown ? nil : members.others.flatMap { refusal($0, of: tree, key + 1) }
    }
  }
}

extension ValueSchema.Keyword {
  fileprivate func takes(number tree: JSONTree, _ node: Int) -> Bool {
    guard tree[node].kind == .number else { return true }
    if let limit = wholeLimit, let number = tree.plainInteger(node) {
      switch demand {
      case .minimum(_, let isExclusive): return isExclusive ? limit < number : limit <= number
      case .maximum(_, let isExclusive): return isExclusive ? number < limit : number <= limit
      default: break
      }
    }
    // Of a number that is too long to be read nobody knows whether it is right.
    guard let number = Decimal(tree.source(node)) else { return false }
    return switch demand {
    case .minimum(let limit, let isExclusive): isExclusive ? limit < number : limit <= number
    case .maximum(let limit, let isExclusive): isExclusive ? number < limit : number <= limit
    case .step(let step): number.isMultiple(of: step)
    default: true
    }
  }

  fileprivate func takes(text tree: JSONTree, _ node: Int) -> Bool {
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
}

extension ValueSchema.Members {
  /// What is asked of the member whose name stands at a node.
  fileprivate func part(of tree: JSONTree, named key: Int) -> ValueSchema.Part? {
    if parts.isEmpty { return nil }
    if properties.count <= 16, !tree[key].hasEscapes {
      return properties.last { tree.isString(key, $0.name) }?.part
    }
    return tree.string(key).flatMap { parts[ExactText($0)] }
  }
}

extension ValueSchema.ValueSet {
  /// Whether a value is one of them.
  fileprivate func has(_ tree: JSONTree, _ node: Int) -> Bool {
    switch tree[node].kind {
    case .null: return hasNull
    case .true: return hasTrue
    case .false: return hasFalse
    case .string where strings.count <= JSONTree.few && !tree[node].hasEscapes:
      return strings.contains { tree.isString(node, $0) }
    case .number:
      if let wholeNumbers, let number = tree.plainInteger(node) {
        return wholeNumbers.contains(number)
      }
    // A list or an object may be long, and is hardly ever among them.
    case .array, .object:
      let containers = tree[node].kind == .array ? lists : objects
      if tree[node].subtreeEnd == node + 1 { return containers.hasEmpty }
      if !containers.hasOthers { return false }
    case .string, .invalid, .missing: break
    }
    return texts.contains(tree.canonical(node))
  }
}

extension JSONValue {
  /// As `JSONTree.canonical` writes it.
  var canonical: ExactText { JSONTree(reading: Array(json.utf8)).canonical(0) }
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
      contains(.number) || contains(.integer) && Self.isInteger(tree, node)
    case .invalid, .missing: false
    }
  }

  private static func isInteger(_ tree: JSONTree, _ node: Int) -> Bool {
    tree.plainInteger(node) != nil || Decimal(tree.source(node))?.isInteger ?? false
  }
}

extension JSONTree {
  /// Beyond as many texts or members they are found by hashes.
  fileprivate static let few = 16

  /// Whether a member of an object is surely the last one with its name: few stand behind it, with others.
  fileprivate func isSurelyLast(_ key: Int, of object: Int) -> Bool {
    let (nodes, bytes) = (nodes.span, bytes.span)
    let end = Int(nodes[object].subtreeEnd)
    let node = nodes[key]
    var other = Int(nodes[key + 1].subtreeEnd)
    var count = 0
    while other < end {
      count += 1
      if Self.few < count || node.hasEscapes || nodes[other].hasEscapes { return false }
      if bytes.extracting(place(of: nodes[other])).isSame(as: bytes.extracting(place(of: node))) {
        return false
      }
      other = Int(nodes[other + 1].subtreeEnd)
    }
    return true
  }

  /// A value as all write it to whom it is the same: names in order, each once, and numbers by what they are.
  func canonical(_ node: Int) -> ExactText { ExactText(canonicalValue(node).json) }

  /// The names of an object's members.
  fileprivate func names(of object: Int) -> Set<ExactText> {
    Set(members(of: object).map { ExactText(string($0) ?? "") })
  }

  /// How many names an object's members have, of which there are so many.
  fileprivate func nameCount(of object: Int, among count: Int) -> Int {
    if count <= Self.few, hasPlainNamesThatDiffer(object) { return count }
    return names(of: object).count
  }

  /// Whether the names of an object's members are written without escapes, and each stands there once.
  private func hasPlainNamesThatDiffer(_ object: Int) -> Bool {
    let (nodes, bytes) = (nodes.span, bytes.span)
    let end = Int(nodes[object].subtreeEnd)
    var key = object + 1
    while key < end {
      let node = nodes[key]
      if node.hasEscapes { return false }
      var earlier = object + 1
      while earlier < key {
        let other = nodes[earlier]
        if other.end &- other.start == node.end &- node.start,
          bytes.extracting(place(of: other)).isSame(as: bytes.extracting(place(of: node)))
        {
          return false
        }
        earlier = Int(nodes[earlier + 1].subtreeEnd)
      }
      key = Int(nodes[key + 1].subtreeEnd)
    }
    return true
  }

  /// Where a node is among the bytes.
  private func place(of node: Node) -> Range<Int> { node.span.moved(by: base) }

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
