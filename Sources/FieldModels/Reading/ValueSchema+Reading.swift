/// How the schema of a rule is read.
extension ValueSchema {
  /// Why something is no schema that a rule can have.
  package struct Problem: Error, Equatable {
    /// In English, as what is wrong with a pattern is told.
    package let message: String
  }

  /// How many keywords a schema has at most, how deep it is, and how many instructions its patterns have together.
  private static let (keywordLimit, depthLimit, instructionLimit) = (2_000, 32, 8_192)
  /// How many references lead to a part of a value at most; what is deeper is not valid.
  static let referenceLimit = 256

  /// Keywords that only describe.
  package static let describing: Set<String> = [
    "$comment", "$schema", "default", "deprecated", "description", "examples", "readOnly", "title",
    "writeOnly",
  ]

  /// How references to definitions begin.
  package static let definitionsPath = "#/$defs/"

  /// Reads a schema.
  ///
  /// - Throws: what is wrong with it, by the first keyword that is
  package init(_ source: JSONValue) throws(Problem) {
    var reader = Reader()
    let root = try reader.part(source, at: "", depth: 0)
    definitions = try reader.definitions(of: source, root)
    references = reader.names
    self.root = root
    self.source = source
  }

  /// A reference without the escapes of URIs, such as `%20`.
  package static func unescaped(_ reference: String) -> String {
    PercentEncoding.strictlyDecoded(Array(reference.utf8)[...])
      .flatMap { String(validating: $0, as: UTF8.self) } ?? reference
  }

  /// What a reference leads to, which is `#` or `#` and a JSON pointer; nil where that is nothing.
  package static func target(of reference: String, in schema: JSONValue) -> JSONValue? {
    schema.value(at: String(reference.dropFirst()))
  }

  /// What reads a schema, and counts what it has.
  private struct Reader {
    /// Longer values of keywords are not told.
    private static let longestWords = 60
    var keywordCount = 0
    var instructionCount = 0
    /// The numbers of the definitions that references name, by how they name them.
    private var numbers: [ExactText: Int] = [ExactText("#"): 0]
    private(set) var names = ["#"]

    /// What the references of a schema lead to, by number.
    mutating func definitions(
      of schema: JSONValue, _ root: Part
    ) throws(Problem) -> [Part] {
      var parts = [root]
      // A definition may refer to further ones.
      while parts.count < names.count {
        let name = names[parts.count]
        guard let definition = ValueSchema.target(of: name, in: schema) else {
          throw Problem(message: "`\(name)` leads to nothing in it")
        }
        parts.append(try part(definition, at: String(name.dropFirst()), depth: 0))
      }
      try checkCircles(parts)
      return parts
    }

    /// Throws where a definition leads back to itself about the same value, so that no check would end.
    private func checkCircles(_ parts: [Part]) throws(Problem) {
      // As far as each was followed: not at all, on the way, or to its end.
      var ended: [Bool?] = parts.map { _ in nil }
      for start in parts.indices where ended[start] == nil {
        var stack = [(number: start, next: parts[start].referencesInPlace)]
        ended[start] = false
        while var last = stack.popLast() {
          guard let next = last.next.popLast() else {
            ended[last.number] = true
            continue
          }
          stack.append(last)
          if ended[next] == false {
            throw Problem(message: "`\(names[next])` leads back to itself about the same value")
          }
          if ended[next] == nil {
            ended[next] = false
            stack.append((next, parts[next].referencesInPlace))
          }
        }
      }
    }

    /// The number of the definition that a reference names.
    private mutating func definition(_ keyword: KeywordReader) throws(Problem) -> Int {
      let name = ValueSchema.unescaped(try keyword.text())
      guard name == "#" || name.hasPrefix("#/") else {
        throw keyword.problem("refers to something else than a part of the schema")
      }
      if let known = numbers[ExactText(name)] { return known }
      numbers[ExactText(name)] = names.count
      names.append(name)
      return names.count - 1
    }

    mutating func part(
      _ schema: JSONValue, at path: String, depth: Int
    ) throws(Problem) -> Part {
      guard depth <= depthLimit else {
        throw Problem(message: "It is more than \(depthLimit) schemas deep")
      }
      switch schema {
      case .bool(true): return Part([])
      case .bool(false): return Part([Keyword(name: "false", demand: .nothing, words: nil)])
      case .object: break
      case .null, .number, .string, .array:
        throw Problem(message: path.isEmpty ? "It is no object" : "\(path) is no schema")
      }
      var last: [ExactText: JSONValue] = [:]
      for member in schema.members { last[ExactText(member.name)] = member.value }
      var keywords: [Keyword] = []
      var known = Set<ExactText>()
      for member in schema.members where known.insert(ExactText(member.name)).inserted {
        keywordCount += 1
        guard keywordCount <= keywordLimit else {
          throw Problem(message: "It has more than \(keywordLimit) keywords")
        }
        guard let value = last[ExactText(member.name)] else { continue }
        var keyword = KeywordReader(
          name: member.name, value: value, schema: last, path: path + "/" + member.name)
        keyword.depth = depth + 1
        guard let demand = try demand(of: keyword) else { continue }
        let words = keyword.isPlain ? value.json : nil
        keywords.append(
          Keyword(
            name: member.name, demand: demand,
            words: words.flatMap { $0.utf8.count <= Self.longestWords ? $0 : nil }))
      }
      return Part(keywords)
    }

    /// What a keyword asks; nil for one that only describes or belongs to another.
    private mutating func demand(of keyword: KeywordReader) throws(Problem) -> Demand? {
      switch keyword.name {
      case "type": return .types(try keyword.types())
      case "const": return .values(ValueSet([keyword.value]))
      case "enum":
        return .values(ValueSet(try keyword.list()))
      case "minimum": return .minimum(try keyword.number(), isExclusive: false)
      case "exclusiveMinimum": return .minimum(try keyword.number(), isExclusive: true)
      case "maximum": return .maximum(try keyword.number(), isExclusive: false)
      case "exclusiveMaximum": return .maximum(try keyword.number(), isExclusive: true)
      case "multipleOf":
        let step = try keyword.number()
        guard Decimal(0) < step else { throw keyword.problem("is not greater than 0") }
        return .step(step)
      case "minLength": return .length(try keyword.count()...Int.max)
      case "maxLength": return .length(0...(try keyword.count()))
      case "pattern": return .pattern(try pattern(keyword.text(), of: keyword))
      case "format":
        guard let format = Format.ofRules(named: try keyword.text()) else {
          throw keyword.problem("is no format that is known here")
        }
        return .format(format)
      case "prefixItems": return .prefixItems(try parts(keyword))
      case "items":
        let first = keyword.schema[ExactText("prefixItems")]?.array?.count ?? 0
        return .items(try part(keyword), from: first)
      case "minItems": return .itemCount(try keyword.count()...Int.max)
      case "maxItems": return .itemCount(0...(try keyword.count()))
      case "uniqueItems": return try keyword.flag() ? .uniqueItems : nil
      case "contains":
        let least = try keyword.sibling("minContains")?.count() ?? 1
        let most = try keyword.sibling("maxContains")?.count() ?? Int.max
        return .contains(try part(keyword), least: least, most: most)
      case "required": return .required(try keyword.names())
      case "properties", "patternProperties", "additionalProperties":
        return try members(keyword)
      case "unevaluatedProperties", "unevaluatedItems":
        let inObjects = keyword.name == "unevaluatedProperties"
        return .unevaluated(try part(keyword), inObjects: inObjects)
      case "propertyNames": return .names(try part(keyword))
      case "minProperties": return .memberCount(try keyword.count()...Int.max)
      case "maxProperties": return .memberCount(0...(try keyword.count()))
      case "dependentRequired":
        var names: [String: [String]] = [:]
        for member in try keyword.object() {
          names[member.name] = try keyword.child(member).names()
        }
        return .dependents(names)
      case "dependentSchemas":
        var parts: [String: Part] = [:]
        for member in try keyword.object() { parts[member.name] = try part(keyword.child(member)) }
        return .dependentParts(parts)
      case "$ref": return .reference(try definition(keyword))
      // They are read when something refers to them.
      case "$defs", "definitions": return nil
      case "allOf": return .all(try parts(keyword))
      case "anyOf": return .any(try parts(keyword))
      case "oneOf": return .one(try parts(keyword))
      case "not": return .not(try part(keyword))
      case "if":
        let condition = try part(keyword)
        var (then, otherwise): (Part?, Part?) = (nil, nil)
        if let sibling = try keyword.sibling("then") { then = try part(sibling) }
        if let sibling = try keyword.sibling("else") { otherwise = try part(sibling) }
        return .condition(condition, then: then, otherwise: otherwise)
      // Those are read with what they stand beside.
      case "then", "else", "minContains", "maxContains": return nil
      case let name where describing.contains(name) || name.hasPrefix("x-"): return nil
      default: throw keyword.problem("is no keyword that a rule reads")
      }
    }

    private mutating func part(_ keyword: KeywordReader) throws(Problem) -> Part {
      try part(keyword.value, at: keyword.path, depth: keyword.depth)
    }

    private mutating func parts(_ keyword: KeywordReader) throws(Problem) -> [Part] {
      var parts: [Part] = []
      for (index, schema) in try keyword.list().enumerated() {
        parts.append(try part(schema, at: "\(keyword.path)/\(index)", depth: keyword.depth))
      }
      return parts
    }

    /// The first of the three keywords about members, which are read together.
    private mutating func members(_ keyword: KeywordReader) throws(Problem) -> Demand? {
      let names = ["properties", "patternProperties", "additionalProperties"]
      guard names.first(where: { keyword.schema[ExactText($0)] != nil }) == keyword.name else {
        return nil
      }
      var members = Members()
      for member in try keyword.sibling("properties")?.object() ?? [] {
        let part = try part(keyword.child(member))
        if members.parts.updateValue(part, forKey: ExactText(member.name)) == nil {
          members.properties.append((member.name, part))
        }
      }
      if let patterns = try keyword.sibling("patternProperties") {
        for member in try patterns.object() {
          members.patterns.append(
            (try pattern(member.name, of: patterns), try part(patterns.child(member))))
        }
      }
      if let others = try keyword.sibling("additionalProperties") {
        members.others = try part(others)
      }
      return .members(members)
    }

    private mutating func pattern(
      _ source: String, of keyword: KeywordReader
    ) throws(Problem) -> Pattern {
      let pattern: Pattern
      do {
        pattern = try Pattern(source)
      } catch {
        throw keyword.problem("can't be used: \(error.message)")
      }
      instructionCount += pattern.instructionCount
      guard instructionCount <= instructionLimit else {
        throw Problem(message: "Its patterns have more than \(instructionLimit) instructions")
      }
      return pattern
    }
  }

  /// A keyword that is read.
  private struct KeywordReader {
    let name: String
    let value: JSONValue
    /// All members of the schema in which it stands.
    let schema: [ExactText: JSONValue]
    /// A JSON pointer into the schema.
    let path: String
    var depth = 0

    /// Its value is told to people along with it.
    var isPlain: Bool {
      switch value {
      case .object: false
      case .array(let elements):
        elements.allSatisfy { if case .object = $0 { false } else { true } }
      case .null, .bool, .number, .string: true
      }
    }

    func problem(_ words: String) -> Problem { Problem(message: "`\(path)` \(words)") }

    func sibling(_ name: String) throws(Problem) -> KeywordReader? {
      guard let value = schema[ExactText(name)] else { return nil }
      var sibling = KeywordReader(
        name: name, value: value, schema: schema,
        path: path.dropLast(self.name.count) + name)
      sibling.depth = depth
      return sibling
    }

    /// A member of its value.
    func child(_ member: JSONValue.Member) -> KeywordReader {
      var child = KeywordReader(
        name: member.name, value: member.value, schema: [:],
        path: path + JSONPointer.step(member.name))
      child.depth = depth
      return child
    }

    func text() throws(Problem) -> String {
      guard let text = value.string else { throw problem("is no text") }
      return text
    }

    func flag() throws(Problem) -> Bool {
      guard let flag = value.bool else { throw problem("is neither true nor false") }
      return flag
    }

    func list() throws(Problem) -> [JSONValue] {
      guard let list = value.array else { throw problem("is no list") }
      return list
    }

    func object() throws(Problem) -> [JSONValue.Member] {
      guard case .object(let members) = value else { throw problem("is no object") }
      return members
    }

    func number() throws(Problem) -> Decimal {
      guard case .number(let text) = value, let number = Decimal(text) else {
        throw problem("is no number")
      }
      return number
    }

    /// More than there can be of anything is no other limit than none.
    func count() throws(Problem) -> Int {
      guard case .number(let text) = value, let number = Double(text), 0 <= number,
        number == number.rounded()
      else { throw problem("is no whole number from 0 on") }
      return Int(exactly: number) ?? Int.max
    }

    func names() throws(Problem) -> [String] {
      let list = try list()
      let names = list.compactMap { $0.string }
      guard names.count == list.count else { throw problem("is no list of names") }
      return names
    }

    func types() throws(Problem) -> Types {
      var types: Types = []
      for name in value.string == nil ? try names() : [value.string ?? ""] {
        guard let type = Types.names[name] else { throw problem("names no type of JSON") }
        types.formUnion(type)
      }
      return types
    }
  }
}

extension ObjectReader {
  /// The schema that a node of the tree is; nil, and reported, for one that can't be used.
  mutating func schema(_ node: Int) -> ValueSchema? {
    do {
      return try ValueSchema(JSONValue(tree, node))
    } catch {
      add(.invalidSchema(why: error.message), at: node)
      return nil
    }
  }
}
