import FieldModels

/// What schemas say to people and to editors beside what they ask of values: what rows are called,
/// words for failures, and what only describes.
extension JSONSchemaImport {
  /// What the values of an `enum` are called, and what is said of each: names of rjsf, of editors and
  /// of what writes schemas from code, the best first.
  private static let rowNames = ["enumNames", "enumItemLabels", "x-enumNames", "x-enum-varnames"]
  private static let rowDescriptions = [
    "enumDescriptions", "markdownEnumDescriptions", "x-enumDescriptions", "x-enum-descriptions",
  ]

  /// Keywords that ask nothing of values, and have no place of their own in a field.
  private static let descriptive: Set<String> = [
    "deprecated", "deprecationMessage", "markdownDeprecationMessage", "markdownDescription",
    "defaultSnippets", "doNotSuggest", "suggestSortText", "contentEncoding", "contentMediaType",
    "contentSchema", "errorMessage", "patternErrorMessage", "example", "externalDocs", "xml",
    "enumItemLabels", "enumDescriptions", "markdownEnumDescriptions", "id",
  ]

  /// Whether a keyword only describes, of a field or of what is around it.
  static func describes(_ name: String, of what: String) -> Bool {
    if name.hasPrefix("x-") || descriptive.contains(name) { return true }
    return what != field && ["default", "examples", "discriminator"].contains(name)
  }

  /// The words beside an `enum`, value for value; where they were found counts as read.
  mutating func rowWords(
    beside keyword: JSONSchemaKeyword
  ) -> (names: [JSONValue], descriptions: [JSONValue]) {
    let schema = keyword.place.schema
    func first(_ names: [String]) -> (path: String, words: [JSONValue])? {
      for name in names {
        guard let words = schema[name]?.array, words.contains(where: { $0.string != nil }) else {
          continue
        }
        return (path: keyword.place.path + JSONPointer.step(name), words: words)
      }
      return nil
    }
    let (names, descriptions) = (first(Self.rowNames), first(Self.rowDescriptions))
    for path in [names?.path, descriptions?.path] { path.map { _ = wordPlaces.insert($0) } }
    return (names: names?.words ?? [], descriptions: descriptions?.words ?? [])
  }

  /// The description of a field; Markdown is shown as it is written.
  mutating func readDescription(_ keywords: [JSONSchemaKeyword]) {
    if let text = text("description", in: keywords) { return add("helper", .string(text)) }
    guard let keyword = keywords.first(where: { $0.name == "markdownDescription" }),
      let text = keyword.value.string
    else { return }
    wordPlaces.insert(keyword.path)
    lose(keyword.path, "Markdown is shown as it is written", as: .reinterpreted, effect: .nothing)
    add("helper", .string(text))
  }

  /// Words for failures, as ajv and editors have them: for all rules of a field, or for each.
  ///
  /// - Parameters:
  ///   - keywords: those of the property
  ///   - outer: what the object around it says of it
  mutating func readFailureWords(_ keywords: [JSONSchemaKeyword], and outer: JSONValue?) {
    for keyword in keywords {
      switch (keyword.name, keyword.value) {
      case ("patternErrorMessage", .string(let text)):
        if say(text, ofRulesNamed: ["pattern"]) { wordPlaces.insert(keyword.path) }
      case ("errorMessage", .string(let text)):
        if say(text, ofRulesNamed: nil) { wordPlaces.insert(keyword.path) }
      case ("errorMessage", .object(let members)):
        let said = members.map { member in
          let name = member.name == "multipleOf" ? "step" : member.name
          return member.value.string.map { say($0, ofRulesNamed: [name]) } ?? false
        }
        if said.allSatisfy({ $0 }) { wordPlaces.insert(keyword.path) }
      default: break
      }
    }
    if let text = outer?.string { _ = say(text, ofRulesNamed: nil) }
  }

  /// Gives words to the rules with some names, or to all; false where there is none.
  private mutating func say(_ text: String, ofRulesNamed names: Set<String>?) -> Bool {
    var isSaid = false
    for (index, rule) in rules.enumerated() {
      let isMeant = rule.members.contains { names?.contains($0.name) ?? true }
      guard isMeant, rule["message"] == nil else { continue }
      rules[index] = .object(rule.members + [.init("message", .string(text))])
      isSaid = true
    }
    return isSaid
  }

  /// What tools have made up for themselves, as the specification wants it, and what only describes
  /// is handed on.
  mutating func handOn(_ keywords: [JSONSchemaKeyword]) {
    var presentation: [JSONValue.Member] = []
    for keyword in keywords {
      let isFormat = keyword.name == "format" && wordPlaces.contains(keyword.path)
      guard Self.describes(keyword.name, of: Self.field) || isFormat,
        presentation[keyword.name] == nil
      else { continue }
      if wordPlaces.contains(keyword.path), !isFormat { continue }
      if keyword.name == "deprecated", keyword.value == .bool(false) { continue }
      presentation.append(.init(keyword.name, keyword.value))
      lose(keyword.path, "It is handed on to front ends", as: .presentationOnly)
    }
    if !presentation.isEmpty { add("presentation", .object(presentation)) }
  }

  /// Whether the pattern beside a format asks for another spelling: what writes schemas from code has
  /// times without an offset from UTC, which the format does not take.
  mutating func isOverruled(_ format: String, in property: Subject) -> Bool {
    let samples = [
      "time": ["12:30:45Z", "12:30:45+01:00"],
      "date-time": ["2026-01-02T12:30:45Z", "2026-01-02T12:30:45+01:00"],
    ]
    let patterns = property.keywords.filter { $0.name == "pattern" }
    guard let samples = samples[format], !patterns.isEmpty else { return false }
    for sample in samples {
      var isRight = true
      for pattern in patterns {
        isRight = isRight && source.takes(.string(sample), pattern) ?? true
      }
      if isRight { return false }
    }
    return true
  }
}
