import FieldModels

/// Whether a schema takes a text, a number, true, false or null, where that can be told.
extension JSONSchemaSource {
  /// What a schema says of a value; nil where it is not known, since a keyword is not understood or
  /// refers to what is not here.
  mutating func takes(_ value: JSONValue, _ place: JSONSchemaPlace) -> Bool? {
    guard mayGo() else { return nil }
    let place = entered(place)
    switch place.schema {
    case .bool(let verdict): return verdict
    case .object: break
    case .null, .number, .string, .array: return nil
    }
    var isCertain = true
    let isAlone = hidesSiblings(in: place.schema)
    for member in Self.members(of: place.schema) {
      guard mayGo() else { return nil }
      if isAlone, member.name != "$ref" { continue }
      let keyword = JSONSchemaKeyword(name: member.name, value: member.value, place: place)
      switch takes(value, keyword) {
      case false?: return false
      case nil: isCertain = false
      case true?: break
      }
    }
    return isCertain ? true : nil
  }

  /// What one keyword says of a value.
  mutating func takes(_ value: JSONValue, _ keyword: JSONSchemaKeyword) -> Bool? {
    let place = keyword.place
    switch keyword.name {
    case "type": return Self.isOfType(value, keyword.typeNames)
    case "const": return value.isSame(as: keyword.value)
    case "enum":
      let values = keyword.value.array ?? []
      return mayGo(values.count) ? values.contains { $0.isSame(as: value) } : nil
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      guard case .number(let text) = value, !keyword.isMark else { return true }
      return Self.compares(text, keyword)
    case "minLength", "maxLength":
      guard let text = value.string else { return true }
      guard let limit = keyword.value.wholeNumber else { return nil }
      let count = text.unicodeScalars.count
      return keyword.name == "minLength" ? limit <= count : count <= limit
    case "pattern": return value.string.map { matches($0, keyword.value.string) } ?? true
    case "format":
      guard let text = value.string else { return true }
      let name = keyword.value.string ?? ""
      guard let format = Format.ofSchemas(named: name) else {
        return Self.otherFormats.contains(name) ? nil : true
      }
      return format.matches(text)
    case "$ref": return takes(value, referenceIn: keyword)
    case "$dynamicRef", "$recursiveRef": return nil
    case "not":
      return takes(value, place.child(keyword.value, "not")).map { !$0 }
    case "allOf", "anyOf", "oneOf":
      let verdicts = keyword.branches.map { takes(value, $0) }
      return Self.verdict(keyword.name, verdicts)
    case "if":
      guard let holds = takes(value, place.child(keyword.value, "if")) else {
        return nil
      }
      let name = holds ? "then" : "else"
      guard let schema = place.schema[name] else { return true }
      return takes(value, place.child(schema, name))
    case "minItems", "maxItems", "uniqueItems", "items", "prefixItems", "additionalItems",
      "unevaluatedItems", "contains", "minContains", "maxContains":
      guard case .array(let elements) = value else { return true }
      return elements.isEmpty ? Self.takesEmpty(keyword) : nil
    case "minProperties", "maxProperties", "required", "properties", "patternProperties",
      "additionalProperties", "unevaluatedProperties", "propertyNames", "dependentRequired",
      "dependentSchemas", "dependencies":
      guard case .object(let members) = value else { return true }
      return members.isEmpty ? Self.takesEmpty(keyword) : nil
    // What describes.
    default: return true
    }
  }

  /// What a keyword about lists or objects says of one without anything in it.
  private static func takesEmpty(_ keyword: JSONSchemaKeyword) -> Bool? {
    switch keyword.name {
    case "minItems", "minProperties": keyword.value.wholeNumber.map { $0 == 0 }
    case "required": keyword.value.array?.isEmpty
    case "contains": nil
    default: true
    }
  }

  private static func verdict(_ name: String, _ verdicts: [Bool?]) -> Bool? {
    let (right, unknown) = (
      verdicts.count { $0 == true }, verdicts.count { $0 == nil }
    )
    switch name {
    case "allOf":
      return right == verdicts.count ? true : right + unknown == verdicts.count ? nil : false
    case "anyOf": return 0 < right ? true : 0 < unknown ? nil : false
    default: return 1 < right ? false : 0 < unknown ? nil : right == 1
    }
  }

  private mutating func takes(
    _ value: JSONValue, referenceIn keyword: JSONSchemaKeyword
  ) -> Bool? {
    guard let reference = keyword.value.string, keyword.place.mayFollow(reference),
      let target = target(reference, from: keyword.place)
    else { return nil }
    return takes(value, target)
  }

  private mutating func matches(_ text: String, _ source: String?) -> Bool? {
    guard let source, mayGo(50) else { return nil }
    switch patterns.pattern(source, ignoresCase: false, isAnchored: false) {
    case .success(let pattern): return pattern.matches(text)
    case .failure: return nil
    }
  }

  private static func compares(_ text: String, _ keyword: JSONSchemaKeyword) -> Bool? {
    guard case .number(let limitText) = keyword.value, let limit = Decimal(limitText),
      let number = Decimal(text)
    else { return nil }
    return switch keyword.limitName {
    case "minimum": limit <= number
    case "maximum": number <= limit
    case "exclusiveMinimum": limit < number
    case "exclusiveMaximum": number < limit
    default: Decimal(0) < limit ? number.isMultiple(of: limit) : nil
    }
  }

  /// Formats of schemas that have no counterpart; a validator passes over any other name.
  static let otherFormats: Set<String> = ["regex"]

  static func isOfType(_ value: JSONValue, _ names: [String]) -> Bool {
    switch value {
    case .null: names.contains("null")
    case .bool: names.contains("boolean")
    case .string: names.contains("string")
    case .number(let text):
      names.contains("number") || names.contains("integer") && Decimal(text)?.isInteger ?? false
    case .array: names.contains("array")
    case .object: names.contains("object")
    }
  }
}

extension JSONValue {
  /// A whole number that is not negative, however it is written.
  var wholeNumber: WholeNumber? {
    guard case .number(let text) = self,
      let number = Double(text).flatMap(WholeNumber.init(exactly:)),
      0 <= number
    else { return nil }
    return number
  }
}
