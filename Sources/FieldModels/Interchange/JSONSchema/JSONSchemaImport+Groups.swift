import FieldModels

/// Schemas that a group or the form keeps, where its fields and its other properties say less.
extension JSONSchemaImport {
  /// Has groups, and the form, say what they do not keep of objects and lists otherwise.
  mutating func keepSchemas() {
    for number in objects.indices {
      let object = objects[number]
      guard number == 0 || object.hasGroup else { continue }
      if object.list != nil { keepSchema(ofList: number) } else { keepSchema(ofObject: number) }
    }
  }

  /// A list has its schema as a whole: the objects in its entries have no groups.
  private mutating func keepSchema(ofList number: Int) {
    let within = objects.indices.filter { objects[$0].entry == number }
    let losses = Set([number] + within).sorted().flatMap { objects[$0].allLosses }
    keepWhole(number, settling: losses)
  }

  private mutating func keepSchema(ofObject number: Int) {
    let object = objects[number]
    if hasLaxer(object.losses) { return keepWhole(number, settling: object.allLosses) }
    if object.unkept.isEmpty { return }
    var kept = object.unkept
    var schema = schema(of: kept.map { $0.keyword })
    if schema == nil, 1 < kept.count {
      // Some keywords are none that a form reads.
      kept = kept.filter { self.schema(of: [$0.keyword]) != nil }
      schema = self.schema(of: kept.map { $0.keyword })
    }
    guard let schema else { return }
    objects[number].schema = schema
    settle(kept.map { $0.losses }, in: number)
  }

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
        for member in members { parts[index ?? parts.count - 1].members[member.name] = member.value }
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
    case "additionalProperties": names = ["patternProperties", "additionalProperties"]
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
    if keyword.name == "additionalProperties" {
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
