import FieldModels

/// What a schema asks of one property only while others have certain values: `if`, `dependentRequired`,
/// `dependentSchemas`, the `dependencies` of draft 7, and alternatives that one property tells apart.
///
/// A condition of a form looks at the drafts of fields, where null and nothing are the same, and has no
/// "not". What it can't say so exactly is left to be reported as it stands.
extension JSONSchemaImport {
  /// A condition on properties, which have no keys yet.
  indirect enum When: Equatable {
    case test([String], Test)
    case all([When])
    case any([When])

    /// What is asked of a draft.
    enum Test: Equatable {
      case isOneOf([String])
      case isNot(String)
      case isFilled(Bool)
      case isGreater(String)
      case isLess(String)

      /// It holds for an empty field.
      var refuses: Bool { if case .isNot = self { true } else { false } }

      var compares: Bool {
        switch self {
        case .isGreater, .isLess: true
        case .isOneOf, .isNot, .isFilled: false
        }
      }
    }

    /// The opposite, if it can be said.
    var negated: When? {
      switch self {
      case .test(let path, let test):
        switch test {
        case .isOneOf(let texts): return .all(texts.map { .test(path, .isNot($0)) })
        case .isNot(let text): return .test(path, .isOneOf([text]))
        case .isFilled(let isFilled): return .test(path, .isFilled(!isFilled))
        case .isGreater, .isLess: return nil
        }
      case .all(let parts):
        let negated = parts.compactMap { $0.negated }
        return negated.count == parts.count && !parts.isEmpty ? .any(negated) : nil
      case .any(let parts):
        let negated = parts.compactMap { $0.negated }
        return negated.count == parts.count ? .all(negated) : nil
      }
    }

    /// Whether it holds where all fields are empty.
    var holdsOfNothing: Bool {
      switch self {
      case .test(_, .isNot), .test(_, .isFilled(false)): true
      case .test: false
      case .all(let parts): parts.allSatisfy { $0.holdsOfNothing }
      case .any(let parts): parts.contains { $0.holdsOfNothing }
      }
    }

    /// Both, without those that always hold.
    func and(_ other: When) -> When {
      var parts: [When] = []
      for case let part in [self, other] {
        if case .all(let several) = part { parts += several } else { parts.append(part) }
      }
      return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// The condition by the keys of fields; nil where one of them has none.
    func json(_ keys: [[String]: String]) -> JSONValue? {
      switch self {
      case .test(let path, let test):
        guard let key = keys[path] else { return nil }
        let asked: JSONValue.Member =
          switch test {
          case .isOneOf(let texts):
            texts.count == 1
              ? .init("is", .string(texts[0])) : .init("in", .array(texts.map { .string($0) }))
          case .isNot(let text): .init("isNot", .string(text))
          case .isFilled(let isFilled): .init("filled", .bool(isFilled))
          case .isGreater(let number): .init("greaterThan", .number(number))
          case .isLess(let number): .init("lessThan", .number(number))
          }
        return .object([.init("key", .string(key)), asked])
      case .all(let parts), .any(let parts):
        let written = parts.compactMap { $0.json(keys) }
        guard written.count == parts.count, !parts.isEmpty else { return nil }
        if written.count == 1 { return written[0] }
        if case .all = self { return .object([.init("all", .array(written))]) }
        return .object([.init("any", .array(written))])
      }
    }
  }

  /// What holds for a field while a condition does.
  enum Consequence: Equatable {
    case isRequired
    /// A record has it, if only as what an empty field commits.
    case isPresent
    case isVisible
    /// It is not asked for.
    case isHidden
    /// A rule, as a document has it.
    case rule(String, JSONValue)
  }

  /// A field that a condition may look at.
  private struct Operand {
    var path: [String]
    var rows: [Row]?
    /// What the draft says of each row, by its value: read once for all that compares with it.
    var drafts: [JSONScalar: String]?
    var type: String
    var takesNull: Bool
    var isRequired: Bool
  }

  /// Reads the conditions among the keywords of an object.
  mutating func readConditions(_ keywords: [JSONSchemaKeyword], in object: Int) {
    guard isAlwaysThere(object) else { return }
    for keyword in keywords {
      let first = source.losses.count
      readCondition(keyword, .all([]), in: object)
      noteUnkept(keyword, since: first, in: object)
    }
  }

  /// Reads a keyword, if it is one that makes something depend on something.
  private mutating func readCondition(
    _ keyword: JSONSchemaKeyword, _ outer: When, in object: Int
  ) {
    switch keyword.name {
    case "if": readIf(keyword, outer, in: object)
    case "dependencies" where source.splitsDependencies:
      conditionPlaces.insert(keyword.path)
      lose(keyword.path, "In this draft it asks nothing", as: .reinterpreted, effect: .nothing)
    case "dependentRequired", "dependentSchemas", "dependencies":
      for member in JSONSchemaSource.members(of: keyword.value) {
        readDependency(of: member, keyword, outer, in: object)
      }
      conditionPlaces.insert(keyword.path)
    case "oneOf", "anyOf":
      if readAlternatives(keyword, outer, in: object) { conditionPlaces.insert(keyword.path) }
    default: break
    }
  }

  private mutating func readIf(_ keyword: JSONSchemaKeyword, _ outer: When, in object: Int) {
    let schema = keyword.place.schema
    conditionPlaces.insert(keyword.path)
    let otherwise = schema["else"].flatMap { Self.asksNothing($0) ? nil : $0 }
    if keyword.value == .bool(false) {
      guard let otherwise else { return }
      return readConsequences(keyword.place.child(otherwise, "else"), outer, in: object)
    }
    let losses = source.losses
    guard let when = condition(keyword.place.child(keyword.value, "if"), in: object) else {
      source.restore(losses)
      return lose(keyword.path, "A condition that a form can't have")
    }
    if let then = schema["then"] {
      readConsequences(keyword.place.child(then, "then"), outer.and(when), in: object)
    }
    guard let otherwise else { return }
    guard let negated = when.negated else {
      return lose(keyword.place.path + "/else", "A condition that a form can't turn around")
    }
    readConsequences(keyword.place.child(otherwise, "else"), outer.and(negated), in: object)
  }

  private mutating func readDependency(
    of member: JSONValue.Member, _ keyword: JSONSchemaKeyword, _ outer: When, in object: Int
  ) {
    let place = keyword.place.child(member.value, keyword.name, member.name)
    guard let operand = operand(member.name, in: object), !operand.takesNull else {
      return lose(place.path, "A property of which a form can't tell whether it is there")
    }
    let when = outer.and(
      operand.isRequired ? .all([]) : .test(operand.path, .isFilled(true)))
    if let names = member.value.array {
      for case .string(let name) in names { require(name, when, in: object, at: place.path) }
    } else {
      readConsequences(place, when, in: object)
    }
  }
}

/// Conditions.
extension JSONSchemaImport {
  private mutating func operand(_ name: String, in object: Int) -> Operand? {
    guard let property = property(name, in: object) else { return nil }
    var keywords: [JSONSchemaKeyword] = []
    let losses = source.losses
    for place in property.places { source.gather(place, into: &keywords) }
    let rows = rows(keywords, property.places)
    let takesNull = takes(.null, property.places)
    source.restore(losses)
    let types = keywords.filter { $0.name == "type" }.flatMap { $0.typeNames }.filter {
      $0 != "null"
    }
    let isPlain = ["string", "number", "integer"].contains(types.first) && Set(types).count == 1
    guard rows.map({ !$0.isEmpty }) ?? isPlain, let takesNull else { return nil }
    return Operand(
      path: property.path, rows: rows, drafts: rows.map { drafts($0) }, type: types.first ?? "",
      takesNull: takesNull,
      isRequired: property.isRequired && isAlwaysThere(object))
  }

  /// When an object is valid in a schema; nil where a form can't say it.
  private mutating func condition(_ place: JSONSchemaPlace, in object: Int) -> When? {
    var keywords: [JSONSchemaKeyword] = []
    let losses = source.losses
    source.gather(place, into: &keywords)
    guard source.mayGo(), source.losses.count == losses.count else { return nil }
    let required = Set(
      keywords.filter { $0.name == "required" }.flatMap { $0.value.array ?? [] }
        .compactMap { $0.string })
    var parts: [When] = []
    var named: Set<String> = []
    for keyword in keywords {
      switch keyword.name {
      case "required", "title", "description", "then", "else": break
      case "type": guard keyword.typeNames.contains("object") else { return nil }
      case "properties":
        for member in JSONSchemaSource.members(of: keyword.value) {
          named.insert(member.name)
          let place = keyword.place.child(member.value, "properties", member.name)
          let isRequired = required.contains(member.name)
          let part: When?
          if let inner = self.object(named: member.name, in: object) {
            part = condition(onObject: inner, place, isRequired: isRequired)
          } else {
            part = condition(on: member.name, place, isRequired: isRequired, in: object)
          }
          guard let part else { return nil }
          parts.append(part)
        }
      case "anyOf":
        let branches = keyword.branches.map { condition($0, in: object) }
        guard !branches.contains(nil) else { return nil }
        parts.append(.any(branches.compactMap { $0 }))
      case "not":
        guard
          let part = condition(keyword.place.child(keyword.value, "not"), in: object)?.negated
        else { return nil }
        parts.append(part)
      default: return nil
      }
    }
    for name in required.subtracting(named).sorted() {
      guard let operand = operand(name, in: object), !operand.takesNull else { return nil }
      if !operand.isRequired { parts.append(.test(operand.path, .isFilled(true))) }
    }
    return parts.reduce(.all([])) { $0.and($1) }
  }

  /// When an object within another, if it is there, is valid in a schema.
  private mutating func condition(
    onObject inner: Int, _ place: JSONSchemaPlace, isRequired: Bool
  ) -> When? {
    guard !isList(inner), let part = condition(place, in: inner) else { return nil }
    // To a form an object that is not there is one in which nothing is filled in.
    return isAlwaysThere(inner) || part.holdsOfNothing != isRequired ? part : nil
  }

  /// When a property, if it is there, is valid in a schema.
  private mutating func condition(
    on name: String, _ place: JSONSchemaPlace, isRequired: Bool, in object: Int
  ) -> When? {
    guard let operand = operand(name, in: object) else { return nil }
    var keywords: [JSONSchemaKeyword] = []
    source.gather(place, into: &keywords)
    var tests: [When.Test] = []
    for keyword in keywords {
      switch keyword.name {
      case "title", "description": continue
      case "type":
        guard !operand.takesNull, keyword.typeNames.contains(operand.type) || operand.type.isEmpty
        else { return nil }
      case "minLength":
        guard !operand.takesNull, keyword.value.wholeNumber.map({ $0 < 2 }) ?? false else {
          return nil
        }
      case "const", "enum":
        let values = keyword.name == "const" ? [keyword.value] : keyword.value.array ?? []
        guard let texts = texts(of: values, for: operand), !texts.isEmpty else { return nil }
        tests.append(.isOneOf(texts))
      case "not":
        guard case .object(let members) = keyword.value, members.count == 1,
          ["const", "enum"].contains(members[0].name),
          let texts = texts(
            of: members[0].name == "const" ? [members[0].value] : members[0].value.array ?? [],
            for: operand)
        else { return nil }
        tests += texts.map { .isNot($0) }
      case "exclusiveMinimum", "exclusiveMaximum":
        // Of a text it asks nothing.
        if operand.type == "string" { continue }
        guard case .number(let text) = keyword.value, Decimal(text) != nil, operand.rows == nil
        else { return nil }
        tests.append(keyword.name == "exclusiveMinimum" ? .isGreater(text) : .isLess(text))
      default: return nil
      }
    }
    return when(tests, operand, mustBeThere: isRequired)
  }

  /// What some tests of a value are as a condition on a field, which may be empty.
  private func when(
    _ tests: [When.Test], _ operand: Operand, mustBeThere: Bool
  ) -> When? {
    let isFilled = When.test(operand.path, .isFilled(true))
    if tests.isEmpty {
      if !mustBeThere || operand.isRequired { return .all([]) }
      return operand.takesNull ? nil : isFilled
    }
    var parts: [When] = []
    for test in tests { parts.append(.test(operand.path, test)) }
    let all = When.all([]).and(parts.count == 1 ? parts[0] : .all(parts))
    // Null is no number, of which a limit asks nothing.
    if tests.contains(where: { $0.compares }), operand.takesNull { return nil }
    let isThere = mustBeThere || operand.isRequired
    guard tests.allSatisfy({ $0.refuses }) else {
      // What is not there is right in any schema.
      if isThere { return all }
      return operand.takesNull ? nil : .any([all, .test(operand.path, .isFilled(false))])
    }
    // An empty field is not what it must not be either.
    if !isThere || operand.isRequired && !operand.takesNull { return all }
    return operand.takesNull ? nil : all.and(isFilled)
  }

  /// The drafts of values; nil where one of them has none that can be told.
  private func texts(of values: [JSONValue], for operand: Operand) -> [String]? {
    var texts: [String] = []
    for value in values {
      guard value != .null, value != .string(""), let scalar = JSONScalar(value) else {
        return nil
      }
      if let drafts = operand.drafts {
        if let text = drafts[scalar] { texts.append(text) }
      } else {
        guard case .text(let text) = scalar, operand.type == "string" else { return nil }
        texts.append(text.text)
      }
    }
    return texts
  }
}

/// Consequences.
extension JSONSchemaImport {
  /// - Parameters:
  ///   - place: the schema that the object is valid in then
  ///   - when: the condition
  ///   - object: the number of the object
  ///   - skipped: the name of a property that is part of the condition
  ///   - isThere: the schema asks for the object itself too
  private mutating func readConsequences(
    _ place: JSONSchemaPlace, _ when: When, in object: Int, except skipped: String? = nil,
    isThere: Bool = true
  ) {
    if place.schema == .bool(true) { return }
    if place.schema == .bool(false) {
      return lose(place.path, "A form does not forbid that something is the case")
    }
    var keywords: [JSONSchemaKeyword] = []
    source.gather(place, into: &keywords)
    let names = keywords.filter { $0.name == "required" }.flatMap { $0.value.array ?? [] }
    let needed = isThere ? Set(names.compactMap { $0.string }) : []
    var refusing: Set<String> = []
    var known: Set<String> = []
    for keyword in keywords where keyword.name == "properties" {
      for member in JSONSchemaSource.members(of: keyword.value) where member.name != skipped {
        let place = keyword.place.child(member.value, "properties", member.name)
        if member.value == .bool(false), hide(member.name, when, in: object, at: place.path) {
          continue
        }
        let isNeeded = needed.contains(member.name)
        if let inner = self.object(named: member.name, in: object) {
          known.insert(member.name)
          readConsequences(place, when, inObject: inner, isThere: isNeeded)
          continue
        }
        if takes(.null, [place]) == false { refusing.insert(member.name) }
        readConsequence(for: member.name, place, when, in: object, isNeeded: isNeeded)
      }
    }
    for keyword in keywords {
      switch keyword.name {
      case "properties", "title", "description", "then", "else": break
      case "type":
        if !keyword.typeNames.contains("object") { lose(keyword, of: Self.condition) }
      case "required":
        for case .string(let name) in keyword.value.array ?? []
        where name != skipped && !known.contains(name) {
          if isThere {
            require(
              name, when, in: object, at: keyword.path, refusingNull: refusing.contains(name))
          } else {
            lose(keyword.path, "What an object needs only where it is there")
          }
        }
      case "if", "dependentRequired", "dependentSchemas", "dependencies":
        readCondition(keyword, when, in: object)
      case "oneOf", "anyOf":
        if !readAlternatives(keyword, when, in: object) { lose(keyword, of: Self.condition) }
      case "additionalProperties", "unevaluatedProperties":
        if !Self.asksNothing(keyword.value) { lose(keyword, of: Self.condition) }
      default: lose(keyword, of: Self.condition)
      }
    }
  }

  private mutating func note(_ consequence: Consequence, _ when: When, for path: [String]) {
    consequences[path, default: []].append((when: when, consequence: consequence))
  }

  /// What holds in an object within another while a condition does, or in each entry of a list.
  private mutating func readConsequences(
    _ place: JSONSchemaPlace, _ when: When, inObject inner: Int, isThere: Bool
  ) {
    guard isList(inner) else {
      let required = place.schema["required"]?.array ?? []
      if isThere, required.isEmpty, !isAlwaysThere(inner) {
        lose(place.path, "An object that must be there while a condition holds")
      }
      return readConsequences(
        place, when, in: inner, isThere: isThere || isAlwaysThere(inner))
    }
    for member in JSONSchemaSource.members(of: place.schema) {
      if member.name == "items" {
        readConsequences(place.child(member.value, "items"), when, in: inner)
      } else if member.name != "type" {
        lose(place.path, "What a list is while a condition holds")
      }
    }
    if isThere { lose(place.path, "A list that must be there while a condition holds") }
  }

  private mutating func require(
    _ name: String, _ when: When, in object: Int, at path: String, refusingNull: Bool = false
  ) {
    guard let property = property(name, in: object) else {
      return lose(path, "No property \"\(name)\" has a field that could be required")
    }
    if property.isRequired { return }
    let takesNull = refusingNull ? false : takes(.null, property.places)
    let takesNone = takes(.array([]), property.places)
    if takesNull == false, takesNone == false {
      note(.isRequired, when, for: property.path)
    } else if takesNull == true || takesNull == false && takesNone == true {
      note(.isPresent, when, for: property.path)
    } else {
      lose(path, "A property that may be empty is not required while a condition holds")
    }
  }

  /// Whether a property that no schema asks for at the time may not be there.
  private func forbidsOthers(_ object: Int) -> Bool {
    objects[object].keywords.contains {
      $0.name == "unevaluatedProperties" && !Self.asksNothing($0.value)
    }
  }

  private static let takenUnasked = "While it is not asked for, the schema takes anything here"

  /// Has a property not be asked for while a condition holds, where the schema does not take it then; false where
  /// a form can't say that.
  private mutating func hide(
    _ name: String, _ when: When, in object: Int, at path: String
  ) -> Bool {
    guard let property = property(name, in: object), !property.isRequired, when.negated != nil
    else { return false }
    lose(path, "It is hidden then; a value that is there nevertheless is taken", as: .reinterpreted)
    note(.isHidden, when, for: property.path)
    return true
  }

  /// What holds for a property while a condition does; one of which nothing else is said is seen then.
  private mutating func readConsequence(
    for name: String, _ place: JSONSchemaPlace, _ when: When, in object: Int, isNeeded: Bool
  ) {
    guard let property = property(name, in: object) else {
      guard isNew(name, in: object), addProperty(name, place, in: object) else {
        return lose(place.path, "What an object or a list is while a condition holds")
      }
      lose(
        place.path, Self.takenUnasked,
        as: .reinterpreted, effect: when.negated == nil || forbidsOthers(object) ? .laxer : .nothing
      )
      let path = objectPath(object) + [name]
      note(.isVisible, when, for: path)
      return
    }
    if let index = consequences[property.path]?.firstIndex(where: { $0.consequence == .isVisible })
    {
      // Each of several alternatives has it.
      guard let old = consequences[property.path]?[index].when,
        join(place, to: property, while: when, old)
      else { return lose(place.path, "It is something else while another condition holds") }
      if when.negated == nil {
        lose(place.path, Self.takenUnasked, as: .reinterpreted)
      }
      // Side by side, not one within the other, which a form reads only so deep.
      consequences[property.path]?[index].when =
        if case .any(let parts) = old { .any(parts + [when]) } else { .any([old, when]) }
      return
    }
    readRules(of: place, for: name, while: when, in: object, isNeeded: isNeeded)
  }

  /// Has the field of a property that is there while a condition holds be that of another schema too,
  /// which is there while another one does; false where these differ in more than words and rows.
  private mutating func join(
    _ place: JSONSchemaPlace, to property: FoundProperty, while when: When, _ old: When
  ) -> Bool {
    guard property.places.count == 1, let index = propertyIndices[property.path] else {
      return false
    }
    let first = property.places[0]
    if first.schema == place.schema { return true }
    let (own, other) = (Self.asked(first.schema), Self.asked(place.schema))
    if own == other {
      lose(
        place.path, "The words are those of the first alternative", as: .reinterpreted,
        effect: .nothing)
      return true
    }
    guard let rows = Self.values(of: first.schema), let others = Self.values(of: place.schema),
      own.filter({ !["enum", "const"].contains($0.name) })
        == other.filter({ !["enum", "const"].contains($0.name) })
    else { return false }
    var all = rows
    for value in others where !all.contains(where: { $0.isSame(as: value) }) { all.append(value) }
    var schema = first.schema.members.filter { !["enum", "const"].contains($0.name) }
    schema.append(.init("enum", .array(all)))
    var joined = first
    joined.schema = .object(schema)
    properties[index].places = [joined]
    guard let operand = operand(property.path.last ?? "", in: property.object) else {
      properties[index].places = property.places
      return false
    }
    let isNew = !(consequences[property.path] ?? []).contains {
      if case .rule("oneOf", _) = $0.consequence { true } else { false }
    }
    for (values, when) in (isNew ? [(rows, old)] : []) + [(others, when)] {
      guard let rule = oneOf(values, operand) else { continue }
      note(.rule(rule.0, rule.1), when, for: property.path)
    }
    return true
  }

  /// What a schema asks, without what only describes, in the order of names.
  private static func asked(_ schema: JSONValue) -> [JSONValue.Member] {
    let words: Set = ["title", "description", "default", "examples", "$comment"]
    return JSONSchemaSource.members(of: schema).filter { !words.contains($0.name) }
      .sorted { $0.name < $1.name }
  }

  /// The values that a schema lists, none of them null.
  private static func values(of schema: JSONValue) -> [JSONValue]? {
    let values = schema["const"].map { [$0] } ?? schema["enum"]?.array
    return values?.contains { JSONScalar($0) == nil || $0 == .null } ?? true ? nil : values
  }

  private mutating func readRules(
    of place: JSONSchemaPlace, for name: String, while when: When, in object: Int,
    isNeeded: Bool
  ) {
    guard let operand = operand(name, in: object) else {
      return lose(place.path, "What a list or an object is while a condition holds")
    }
    var keywords: [JSONSchemaKeyword] = []
    source.gather(place, into: &keywords)
    for keyword in keywords {
      var rule: (String, JSONValue)?
      let isText = operand.type == "string" && operand.rows == nil
      let isNumber = ["number", "integer"].contains(operand.type) && operand.rows == nil
      switch keyword.name {
      case "type":
        let types = keyword.typeNames
        if !operand.takesNull || types.contains("null") || isNeeded {
          if let rows = operand.rows {
            let fitting = rows.map { $0.value }.filter { JSONSchemaSource.isOfType($0, types) }
            if fitting.count == rows.count { continue }
            rule = oneOf(fitting, operand)
          } else if types.contains(operand.type) {
            continue
          }
          if isNumber, types.contains("integer") { rule = ("step", .integer(1)) }
        }
      case "not" where isNeeded && operand.takesNull && keyword.value == ["const": .null]:
        continue
      case "format":
        if isText, let format = Format.ofSchemas(named: keyword.value.string ?? "") {
          lose(keyword.path, Self.checksFormat, as: .enforced)
          rule = ("format", .string(format.rawValue))
        }
      case "minLength", "maxLength":
        if let length = keyword.value.wholeNumber, isText {
          if keyword.name == "minLength", length < 2 { continue }
          rule = (keyword.name, .integer(length))
        }
      case "pattern":
        if isText, let source = keyword.value.string, (try? Pattern(source)) != nil {
          rule = ("pattern", keyword.value)
        }
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
        if isNumber, case .number(let text) = keyword.value, let number = Decimal(text),
          keyword.name != "multipleOf" || Decimal(0) < number
        {
          rule = (keyword.name == "multipleOf" ? "step" : keyword.name, keyword.value)
        }
      case "const", "enum":
        let values = keyword.name == "const" ? [keyword.value] : keyword.value.array ?? []
        let others = values.filter { $0 != .null }
        let saysNull = others.count != values.count
        if operand.takesNull == saysNull || isNeeded && !saysNull {
          rule = oneOf(others, operand)
        }
      default: break
      }
      if let rule {
        note(.rule(rule.0, rule.1), when, for: operand.path)
      } else {
        lose(keyword, of: Self.condition)
      }
    }
  }

  /// The rule that a value is one of some; nil where that is not the same in a form.
  private func oneOf(_ values: [JSONValue], _ operand: Operand) -> (String, JSONValue)? {
    // Null as a row is a value that was chosen, and null that nothing was.
    let hasNullRow = operand.rows?.contains { $0.value == .null } ?? false
    guard !hasNullRow, let texts = texts(of: values, for: operand), !texts.isEmpty else {
      return nil
    }
    return ("oneOf", .array(texts.map { .string($0) }))
  }

  /// Alternatives of an object that one property tells apart, each a consequence of its value.
  private mutating func readAlternatives(
    _ keyword: JSONSchemaKeyword, _ when: When, in object: Int
  ) -> Bool {
    let losses = source.losses
    let branches = keyword.branches.map { source.resolved($0) }
    func values(_ branch: JSONSchemaPlace, _ name: String) -> [JSONValue]? {
      let schema = branch.schema["properties"]?[name]
      return schema?["const"].map { [$0] } ?? schema?["enum"]?.array
    }
    let names = branches.first.map {
      JSONSchemaSource.members(of: $0.schema["properties"] ?? .null)
    }
    for name in (names ?? []).map({ $0.name }) {
      let all = branches.compactMap { values($0, name) }
      guard all.count == branches.count, let operand = operand(name, in: object),
        let rows = operand.rows, !operand.takesNull,
        operand.isRequired || when == .test(operand.path, .isFilled(true))
      else { continue }
      let scalars = all.map { $0.compactMap { JSONScalar($0) } }
      let flat = scalars.flatMap { $0 }
      // Each value that can be chosen belongs to one of them.
      guard Set(flat).count == flat.count,
        Set(rows.compactMap { JSONScalar($0.value) }).isSubset(of: flat)
      else { continue }
      for (branch, values) in zip(branches, all) {
        guard let texts = texts(of: values, for: operand), !texts.isEmpty else { continue }
        let isIt = When.test(operand.path, .isOneOf(texts))
        let both = when == .test(operand.path, .isFilled(true)) ? isIt : when.and(isIt)
        readConsequences(branch, both, in: object, except: name)
      }
      return true
    }
    source.restore(losses)
    return false
  }
}
