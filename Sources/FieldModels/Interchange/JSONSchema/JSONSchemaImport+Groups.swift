import FieldModels

/// Schemas that a group or the form keeps, where its fields and its other properties say less.
extension JSONSchemaImport {
  /// Has groups, and the form, say what they do not keep of objects and lists otherwise.
  mutating func keepSchemas() {
    // The entry of a list is noted as one of the objects that are in it.
    var within: [Int: [Int]] = [:]
    for number in objects.indices {
      if let entry = objects[number].entry { within[entry, default: []].append(number) }
    }
    for number in objects.indices {
      let object = objects[number]
      guard number == 0 || object.hasGroup else { continue }
      if object.list != nil {
        // The objects in its entries have no groups, so it has its schema as a whole.
        keepWhole(number, settling: (within[number] ?? [number]).flatMap { objects[$0].allLosses })
      } else {
        keepSchema(ofObject: number)
      }
    }
  }

  private mutating func keepSchema(ofObject number: Int) {
    let object = objects[number]
    if hasLaxer(object.losses) { return keepWhole(number, settling: object.allLosses) }
    if object.unkept.isEmpty { return }
    var kept = object.unkept
    var schema = keywordsSchema(kept.map { $0.keyword }, in: object)
    if schema == nil, 1 < kept.count {
      // Some keywords are none that a form reads.
      kept = kept.filter { keywordsSchema([$0.keyword], in: object) != nil }
      schema = keywordsSchema(kept.map { $0.keyword }, in: object)
    }
    guard let schema else { return }
    objects[number].schema = schema
    settle(kept.map { $0.losses }, in: number)
  }

  /// The schema of some keywords of an object; with what closes it, where they say which other names it may have.
  private mutating func keywordsSchema(
    _ keywords: [JSONSchemaKeyword], in object: FoundObject
  ) -> JSONValue? {
    guard let schema = schema(of: keywords) else { return nil }
    guard isClosed(object), Self.namesOthers(schema) else { return schema }
    let paths = Set(keywords.map { $0.path })
    let closing = closingKeywords(of: object).filter { !paths.contains($0.path) }
    return self.schema(of: keywords + closing)
  }

  /// Whether a schema says which names an object, or the entries of a list, may have that have no fields.
  static func namesOthers(_ schema: JSONValue) -> Bool {
    guard let root = (try? ValueSchema(schema))?.root else { return false }
    return root.namesOthers || root.namesOthersInItems
  }

  /// A list, and an object of which something was told as a whole, has all of its schema.
  private mutating func keepWhole(_ number: Int, settling losses: [Range<Int>]) {
    guard hasLaxer(losses), let schema = wholeSchema(of: objects[number].places) else { return }
    objects[number].schema = schema
    settle(losses, in: number)
  }

  private func hasLaxer(_ losses: [Range<Int>]) -> Bool {
    losses.contains { source.losses[$0].contains { $0.effect == .laxer } }
  }

  private mutating func settle(_ losses: [Range<Int>], in object: Int) {
    for range in losses {
      source.settle(range, by: object == 0 ? "`schema` of the form" : "`schema` of the group")
    }
  }

  /// A schema of some keywords of an object, each beside those of its schema that it looks at.
  private mutating func schema(of keywords: [JSONSchemaKeyword]) -> JSONValue? {
    let losses = source.losses
    let schema = wholeSchema { conversion in
      var parts: [(place: String, members: [JSONValue.Member])] = []
      for keyword in keywords {
        guard let members = conversion.schema(of: keyword) else { return nil }
        let index = parts.firstIndex { $0.place == keyword.place.path }
        if index == nil { parts.append((keyword.place.path, [])) }
        for member in members {
          parts[index ?? parts.count - 1].members[member.name] = member.value
        }
      }
      return parts.map { .object($0.members) }
    }
    if schema == nil { source.restore(losses) }
    return schema
  }

  private mutating func schema(of keyword: JSONSchemaKeyword) -> [JSONValue.Member]? {
    let schema = keyword.place.schema
    var names: [String]
    switch keyword.name {
    case "if", "then", "else": names = ["if", "then", "else"]
    case "additionalProperties", "patternProperties":
      names = ["patternProperties", "additionalProperties"]
    // It looks at everything in its schema.
    case "unevaluatedProperties":
      return wholeSchema(of: keyword.place).map { $0.members }
    default: names = [keyword.name]
    }
    names.removeAll { schema[$0] == nil }
    var members: [JSONValue.Member] = []
    for name in names {
      guard let value = schema[name],
        let kept = whole(JSONSchemaKeyword(name: name, value: value, place: keyword.place))
      else { return nil }
      members += kept
    }
    // What its fields ask of properties is asked already; that these are known is not.
    if names.contains("additionalProperties") {
      let known = JSONSchemaSource.members(of: schema["properties"] ?? .null)
      if !known.isEmpty {
        members.append(
          .init("properties", .object(known.map { JSONValue.Member($0.name, .bool(true)) })))
      }
    }
    return members
  }
}

extension JSONSchemaImport.FoundObject {
  /// What was told of it and of its keywords, by the numbers of the losses.
  fileprivate var allLosses: [Range<Int>] { losses + unkept.map { $0.losses } }
}
