import FieldModels

/// The objects of a schema, and the lists of objects.
extension JSONSchemaImport {
  /// Finds the properties of an object and of those within it.
  ///
  /// - Parameters:
  ///   - object: what is known of it
  ///   - outer: the schemas of those around it
  mutating func find(in object: FoundObject, inside outer: Set<String>) {
    let number = objects.count
    objects.append(object)
    // One in an entry has no group; the list says it of all that is in its entries.
    if object.isLenient, let entry = object.entry, entry < number {
      objects[entry].isLenient = true
    }
    objectIndices[object.path] = number
    if !object.values.isEmpty {
      properties.append(
        FoundProperty(
          path: object.path, places: object.values, isRequired: true, object: number,
          isEntry: true))
    }
    let required = Set(
      object.keywords.filter { $0.name == "required" }.flatMap { $0.value.array ?? [] }
        .compactMap { $0.string })
    let schemas = object.keywords.filter { $0.name == "properties" }.map { $0.place.path }
    for (name, places) in Self.properties(object.keywords) {
      let property = FoundProperty(
        path: object.path + [name], places: places, isRequired: required.contains(name),
        object: number)
      let place = asked(property.path, in: number)
      options?.note(references: places.map { $0.schema }, at: place)
      let first = source.losses.count
      var found = self.object(property, in: number)
      found?.entry = object.entry
      if found == nil, object.entry == nil {
        found = list(property, in: number)
        found?.entry = objects.count
        let entries = found?.list?.keywords.filter { $0.name == "items" } ?? []
        options?.note(references: entries.map { $0.value }, at: place + ["items"])
      }
      guard var inner = found else {
        properties.append(property)
        continue
      }
      inner.places = property.places
      inner.losses = [first..<source.losses.count]
      let isInItself = inner.keywords.contains {
        $0.name == "properties"
          && (outer.contains($0.place.path) || schemas.contains($0.place.path))
      }
      if isInItself || RecordPath.stepLimit < inner.path.count {
        // It has a field of any value, which a schema can hold to what it may have in it.
        source.restore(Array(source.losses[..<first]))
        properties.append(property)
      } else {
        find(in: inner, inside: outer.union(schemas))
      }
    }
    readConditions(object.keywords, in: number)
  }

  /// What a schema that only has alternatives of objects, told apart by a value of one property,
  /// says of that property: its values, and that it is needed.
  ///
  /// The alternatives are read as conditions then; nothing is said where there is no such property.
  mutating func union(of keywords: [JSONSchemaKeyword]) -> [JSONSchemaKeyword] {
    let unions = keywords.filter { ["anyOf", "oneOf"].contains($0.name) }
    guard unions.count == 1, !keywords.contains(where: { $0.name == "properties" }) else {
      return []
    }
    let branches = unions[0].branches.map { source.resolved($0) }
    guard 1 < branches.count, let first = branches.first else { return [] }
    for member in JSONSchemaSource.members(of: first.schema["properties"] ?? .null) {
      let name = member.name
      var values: [JSONValue] = []
      for branch in branches {
        let schema = branch.schema["properties"]?[name]
        values += schema?["const"].map { [$0] } ?? schema?["enum"]?.array ?? [.null]
      }
      let scalars = values.compactMap { JSONScalar($0) }
      let isNeeded = branches.allSatisfy { branch in
        branch.schema["required"]?.array?.contains(.string(name)) ?? false
      }
      guard !values.contains(.null), Set(scalars).count == values.count, isNeeded else { continue }
      var property = member.value.members.filter {
        !["const", "enum", "default"].contains($0.name)
      }
      property.append(.init("enum", .array(values)))
      // Clients of OpenAPI are told by it what the alternatives say themselves.
      conditionPlaces.insert(unions[0].place.path + "/discriminator")
      return [
        JSONSchemaKeyword(name: "type", value: "object", place: first),
        JSONSchemaKeyword(
          name: "properties", value: .object([.init(name, .object(property))]), place: first),
        JSONSchemaKeyword(name: "required", value: .array([.string(name)]), place: first),
      ]
    }
    return []
  }

  /// The property of an object that has a field.
  func property(_ name: String, in object: Int) -> FoundProperty? {
    guard let index = propertyIndices[objects[object].path + [name]] else { return nil }
    return properties[index].object == object ? properties[index] : nil
  }

  /// The object that stands under a name of another, or that each entry of a list there is.
  func object(named name: String, in outer: Int) -> Int? {
    objectIndices[objects[outer].path + [name]].flatMap { objects[$0].outer == outer ? $0 : nil }
  }

  func isList(_ object: Int) -> Bool { objects[object].list != nil }

  func objectPath(_ object: Int) -> [String] { objects[object].path }

  /// Whether nothing in an object has a name yet.
  func isNew(_ name: String, in object: Int) -> Bool {
    !name.isEmpty && objectIndices[objects[object].path + [name]] == nil
  }

  /// Whether an object is there whenever the record, or the entry that it is in, is.
  func isAlwaysThere(_ object: Int) -> Bool {
    var next: Int? = object
    while let object = next, objects[object].list == nil, let outer = objects[object].outer {
      guard objects[object].mustBeThere else { return false }
      next = outer
    }
    return true
  }

  /// Adds a property that is there only while a condition holds; not one that is an object or a list.
  mutating func addProperty(_ name: String, _ place: JSONSchemaPlace, in object: Int) -> Bool {
    let property = FoundProperty(
      path: objects[object].path + [name], places: [place], isRequired: false, object: object)
    let losses = source.losses
    let isNested = self.object(property, in: object) != nil || list(property, in: object) != nil
    source.restore(losses)
    if isNested { return false }
    properties.append(property)
    return true
  }

  /// A property that is an object; nil for one that is something else, and for one in an entry that has no fields,
  /// which nothing in the form would say is an object.
  mutating func object(_ property: FoundProperty, in outer: Int) -> FoundObject? {
    guard source.mayGo(), !(property.path.last ?? "").isEmpty else { return nil }
    let losses = source.losses
    var keywords: [JSONSchemaKeyword] = []
    for place in property.places { source.gather(place, into: &keywords) }
    keywords += union(of: keywords)
    let types = keywords.filter { $0.name == "type" }.map { Set($0.typeNames) }
    let isObject =
      !Self.areOfFlags(keywords) && keywords.contains { $0.name == "properties" }
      && Self.isAlone("object", in: types)
    guard isObject, objects[outer].entry == nil || !Self.properties(keywords).isEmpty else {
      source.restore(losses)
      return nil
    }
    let place = property.places[0].path
    var (isLenient, isNullable) = (false, false)
    if types.isEmpty {
      lose(place, "Values of several types; the form has an object, and takes any other value")
      isLenient = true
    } else if takes(.null, property.places) ?? false {
      // One in an entry has no group that could say so.
      if objects[outer].entry == nil {
        isNullable = true
      } else {
        lose(place, "An object that may be null; the form has it, and takes any other value")
        isLenient = true
      }
    }
    return FoundObject(
      path: property.path, keywords: keywords, place: place, isRequired: property.isRequired,
      outer: outer, isNullable: isNullable, isLenient: isLenient)
  }

  private static func areOfFlags(_ keywords: [JSONSchemaKeyword]) -> Bool {
    keywords.contains {
      $0.name == JSONSchemaExtras.name && JSONSchemaExtras.areOfFlags($0.value)
    }
  }

  /// Whether a field with flags was noted in some places.
  private mutating func areOfFlags(_ places: [JSONSchemaPlace]) -> Bool {
    let losses = source.losses
    var keywords: [JSONSchemaKeyword] = []
    for place in places { source.gather(place, into: &keywords) }
    source.restore(losses)
    return Self.areOfFlags(keywords)
  }

  /// Whether a type is the only one, but for null, that some keywords leave, the one nearest to a property first;
  /// others may exclude the only one that it names, so that no value is right.
  private static func isAlone(_ type: String, in types: [Set<String>]) -> Bool {
    guard let nearest = types.first else { return true }
    // What stands beside it may leave one of several.
    let common = types.dropFirst().reduce(nearest) { $0.intersection($1) }
    if common.subtracting(["null"]) == [type] { return true }
    return nearest.contains(type)
      && types.allSatisfy { $0.subtracting(["null"]) == [type] || $0.isDisjoint(with: [type]) }
  }

  /// A property that is a list of objects or of values, which is found as the object that each entry
  /// is; nil for one that is something else.
  mutating func list(_ property: FoundProperty, in outer: Int) -> FoundObject? {
    guard source.mayGo(), !(property.path.last ?? "").isEmpty else { return nil }
    let losses = source.losses
    var keywords: [JSONSchemaKeyword] = []
    for place in property.places { source.gather(place, into: &keywords) }
    let types = keywords.filter { $0.name == "type" }.map { Set($0.typeNames) }
    let items = keywords.filter { $0.name == "items" }
    var entry: FoundObject?
    if Self.isAlone("array", in: types), !items.isEmpty,
      !keywords.contains(where: { $0.name == "prefixItems" })
    {
      let places = items.map { $0.place.child($0.value, "items") }
      let each = FoundProperty(
        path: property.path, places: places, isRequired: property.isRequired, object: outer)
      // An elicitation has no lists.
      entry = object(each, in: outer) ?? (takesAny ? value(each, in: outer) : nil)
    }
    guard var entry else {
      source.restore(losses)
      return nil
    }
    let place = property.places[0].path
    if entry.isNullable {
      lose(entry.place, "An entry that may be null; the form has it, and takes any other value")
      entry.isLenient = true
    }
    if types.isEmpty {
      lose(place, "Values of several types; the form has a list, and takes any other value")
      entry.isLenient = true
    }
    entry.isNullable = !types.isEmpty && takes(.null, property.places) ?? false
    func limit(_ name: String) -> [WholeNumber] {
      keywords.filter { $0.name == name }.compactMap { keyword in
        if case .number(let text) = keyword.value { WholeNumber(text) } else { nil }
      }
    }
    let least = limit("minItems").max() ?? 0
    entry.list = FoundList(
      keywords: keywords, place: place, least: least, most: limit("maxItems").min())
    return entry
  }
}

extension JSONSchemaImport {
  /// An entry that is a text or a number; nil for one of rows, of which several are chosen in one field,
  /// and for one that no other field is made for.
  private mutating func value(_ entry: FoundProperty, in outer: Int) -> FoundObject? {
    let members = members(tryingFieldFor: entry)
    let kind = members?["kind"]?.string.flatMap(FieldKind.init)
    let isTyped = kind.map { $0 != .any && $0 != .picker } ?? false
    guard isTyped || areOfFlags(entry.places) else { return nil }
    return FoundObject(
      path: entry.path, keywords: [], place: entry.places[0].path, isRequired: entry.isRequired,
      outer: outer, values: entry.places)
  }
}

/// Groups, and what a form does not keep of objects.
extension JSONSchemaImport {
  /// Notes that an object, and those around it, have something in them that must be filled in.
  mutating func note(required object: Int) {
    var next: Int? = object
    while let object = next {
      objects[object].asksForSomething = true
      // A list may have no entries, and what may be left out need not be there for what is in it.
      let isPassed =
        objects[object].list == nil && (objects[object].mustBeThere || !objects[object].hasGroup)
      next = isPassed ? objects[object].outer : nil
    }
  }

  /// The group of an object.
  ///
  /// - Parameters:
  ///   - object: the object, or what each entry of a list is
  ///   - key: the key of the group
  ///   - entry: the key of the field that each entry is
  /// - Returns: the group
  func group(_ object: FoundObject, key: String, entry: String? = nil) -> JSONValue {
    let keywords = (object.list?.keywords ?? []) + object.keywords
    let label = text("title", in: keywords) ?? object.path.last ?? key
    var members: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(label)),
    ]
    if let text = text("description", in: keywords) {
      members.append(.init("description", .string(text)))
    }
    // A list stands under its key unless it says otherwise.
    if object.list == nil || object.path != [key] {
      members.append(.init("path", .string(JSONPointer.path(object.path))))
    }
    let asksForItself = object.list.map { 0 < $0.least } ?? object.asksForSomething
    if object.isRequired, !asksForItself || object.isLenient || object.isNullable {
      members.append(.init("required", .bool(true)))
    }
    if isClosed(object) { members.append(.init("closed", .bool(true))) }
    if let schema = object.schema {
      members.append(.init(Property.Name.valueSchema.rawValue, schema))
    }
    if object.isLenient {
      members.append(.init("lenient", .bool(true)))
    } else if object.isNullable {
      members.append(.init("whenEmpty", "null"))
    } else if !object.isRequired, asksForItself {
      members.append(.init("whenEmpty", "omit"))
    }
    if let list = object.list {
      var repetition: [JSONValue.Member] = []
      if 0 < list.least { repetition.append(.init("minEntries", .integer(list.least))) }
      if let most = list.most, 0 < most {
        repetition.append(.init("maxEntries", .integer(most)))
      }
      if let entry, list.keywords.contains(where: { $0.name == "uniqueItems" && $0.value == true })
      {
        repetition.append(.init("unique", .array([.string(entry)])))
      }
      members.append(.init("repeat", .object(repetition)))
    }
    return .object(members)
  }

  /// Reports what a form does not keep of an object.
  mutating func lose(_ number: Int) {
    let object = objects[number]
    let first = source.losses.count
    if let list = object.list {
      lose(list, isOfValues: !object.values.isEmpty)
    } else if object.entry != nil {
      loseWithinEntry(object)
    }
    objects[number].losses.append(first..<source.losses.count)
    let names = Set(Self.properties(object.keywords).map { $0.key })
    for keyword in object.keywords {
      let first = source.losses.count
      lose(keyword, of: object, names)
      if object.hasMore, closes(keyword, names, in: object) {
        lose(
          keyword.path, "The object is not closed, since something in it has no field in the form")
      }
      noteUnkept(keyword, since: first, in: number)
    }
  }

  /// Notes a keyword of an object of which something was told that makes the form laxer.
  mutating func noteUnkept(_ keyword: JSONSchemaKeyword, since first: Int, in object: Int) {
    let losses = first..<source.losses.count
    guard source.losses[losses].contains(where: { $0.effect == .laxer }) else { return }
    objects[object].unkept.append((keyword, losses))
  }

  /// Reports what a form does not keep of a list.
  private mutating func lose(_ list: FoundList, isOfValues: Bool) {
    for keyword in list.keywords {
      switch keyword.name {
      case "type" where !keyword.typeNames.contains("array"):
        lose(keyword.path, "A list is a list")
      case "type", "items", "minItems", "title", "description": break
      case "maxItems" where list.most ?? 0 > 0: break
      case "uniqueItems" where keyword.value == .bool(false) || isOfValues: break
      default: lose(keyword, of: "A list")
      }
    }
  }

  /// Reports what a form does not keep of an object within an entry, for which it has no group.
  private mutating func loseWithinEntry(_ object: FoundObject) {
    if object.isRequired != object.asksForSomething {
      let mustBe = object.isRequired ? "must be there" : "may be left out"
      lose(object.place, "An object in an entry that \(mustBe), whatever is in it")
    }
    if isClosed(object) { lose(object.place, "An object in an entry is not closed") }
    for name in ["title", "description"] where text(name, in: object.keywords) != nil {
      lose(
        object.place + "/" + name, "An object in an entry has no `\(name)`", as: .presentationOnly)
    }
  }

  /// The schemas of each property, in the order of the text.
  private static func properties(
    _ keywords: [JSONSchemaKeyword]
  ) -> [(key: String, places: [JSONSchemaPlace])] {
    var properties: [(key: String, places: [JSONSchemaPlace])] = []
    var indices: [String: Int] = [:]
    for keyword in keywords where keyword.name == "properties" {
      for property in JSONSchemaSource.members(of: keyword.value) {
        let place = keyword.place.child(property.value, "properties", property.name)
        if let index = indices[property.name] {
          properties[index].places.append(place)
        } else {
          indices[property.name] = properties.count
          properties.append((property.name, [place]))
        }
      }
    }
    return properties
  }

  /// Reports a keyword of the object that a form does not keep.
  private mutating func lose(
    _ keyword: JSONSchemaKeyword, of object: FoundObject, _ keys: Set<String>
  ) {
    if conditionPlaces.contains(keyword.path) { return }
    switch keyword.name {
    case "title", "description", "properties", "then", "else", JSONSchemaExtras.name: break
    // What it says of properties is said of their rules.
    case "errorMessage" where keyword.value.members.allSatisfy({ $0.name == "properties" }): break
    case "type":
      if !keyword.typeNames.contains("object") { lose(keyword.path, "A form is an object") }
    case "required":
      for case .string(let key) in keyword.value.array ?? [] where !keys.contains(key) {
        lose(keyword.path, "No property \"\(key)\" says what it is, so it has no field")
      }
    case "additionalProperties", "unevaluatedProperties":
      if Self.asksNothing(keyword.value) || closes(keyword, keys, in: object) { break }
      lose(keyword.path, "A form has no `\(keyword.name)`")
    default: lose(keyword, of: "A form")
    }
  }

  /// Keywords that may name further properties, of which `unevaluatedProperties` knows.
  private static let naming: Set<String> = [
    "anyOf", "dependentSchemas", "if", "oneOf", "patternProperties", "$ref",
  ]

  /// Whether a keyword has only the properties of an object that have some names in it.
  private func closes(
    _ keyword: JSONSchemaKeyword, _ names: Set<String>, in object: FoundObject
  ) -> Bool {
    guard keyword.value == .bool(false) else { return false }
    if keyword.name == "unevaluatedProperties" {
      return objects.contains { $0.place == keyword.place.path }
        && !object.keywords.contains { Self.naming.contains($0.name) }
    }
    guard keyword.name == "additionalProperties" else { return false }
    let own = JSONSchemaSource.members(of: keyword.place.schema["properties"] ?? .null)
    return Set(own.map { $0.name }).isSuperset(of: names)
  }

  func isClosed(_ object: FoundObject) -> Bool {
    if object.hasMore { return false }
    // Its schema says which other names it may have, and so that it has no others.
    if let schema = object.schema, Self.namesOthers(schema) { return false }
    return !closingKeywords(of: object).isEmpty
  }

  /// The keywords by which an object has no other properties than those that are named.
  func closingKeywords(of object: FoundObject) -> [JSONSchemaKeyword] {
    let names = Set(Self.properties(object.keywords).map { $0.key })
    // What something is said of already is not looked at by `unevaluatedProperties`.
    let isOpen = object.keywords.contains {
      ["additionalProperties", "unevaluatedProperties"].contains($0.name)
        && Self.asksNothing($0.value)
    }
    return object.keywords.filter {
      closes($0, names, in: object) && !(isOpen && $0.name == "unevaluatedProperties")
    }
  }

  /// Whether a schema takes any value.
  static func asksNothing(_ schema: JSONValue) -> Bool {
    schema == .bool(true) || schema == .object([])
  }
}
