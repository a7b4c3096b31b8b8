import FieldModels

/// A document made of a JSON Schema of an object: a field for each of its properties, and a group for
/// each object or list of objects within it.
///
/// What such a form commits is valid in the schema. Where it is not, or where the schema takes
/// values that nobody can enter, the report of losses says so; nothing is passed over in silence
/// but what only describes the schema itself.
struct JSONSchemaImport {
  var source: JSONSchemaSource
  /// What the field that is being made says.
  var field: [JSONValue.Member] = []
  var rules: [JSONValue] = []
  /// How values are asked for, where that is said beside the schema.
  var options: RJSFOptions?
  /// What has no kind of its own becomes a field of any value.
  private(set) var takesAny = true
  /// What an export has noted of it beside the schema.
  private var extras: JSONValue?
  /// The properties that become fields, and the objects that they stand in; the first of these is
  /// the record itself.
  var properties: [FoundProperty] = [] {
    didSet {
      if let last = properties.last { propertyIndices[last.path] = properties.count - 1 }
    }
  }
  var objects: [FoundObject] = []
  /// The same by their paths.
  var propertyIndices: [[String]: Int] = [:]
  var objectIndices: [[String]: Int] = [:]
  /// What objects say of failures, as far as it was looked up.
  private var knownFailureWords: [Int: [ExactText: JSONValue]] = [:]
  /// What holds for fields while conditions do, by the paths of their properties.
  var consequences: [[String]: [(when: When, consequence: Consequence)]] = [:]
  /// Where the keywords stand that were read as words, or are handed on.
  var wordPlaces: Set<String> = []
  /// Among the values that are listed for the field that is being made are some that no row can have.
  var hasStrangeValues = false
  /// Among how many lists of alternatives one was chosen for that field so far.
  var alternativesDepth = 0
  /// A record may have other values than those that can be entered into that field.
  var takesOthers = false
  /// A text that a field is made for may be empty.
  private var takesEmptyTexts = false
  /// What becomes definitions of the schema that is being kept whole, if anything does.
  var definitions: JSONSchemaDefinitions?
  /// The keys of the fields that are the entries of lists, by the objects of the lists.
  var entryKeys: [Int: String] = [:]
  /// Where the keywords stand that were read as conditions.
  var conditionPlaces: Set<String> = []
  /// Where fields and groups come from, by where they stand in the document.
  private var origins: [String: String] = [:]
  /// The same of the fields, before they are put in order.
  private var fieldOrigins: [String] = []

  /// A property that is no object.
  struct FoundProperty {
    var path: [String]
    var places: [JSONSchemaPlace]
    var isRequired: Bool
    /// The object that it stands in.
    var object: Int
    /// It is each entry of a list, to whose path the path leads.
    var isEntry = false

    /// The names by which it gets a key.
    var names: [String] { isEntry ? JSONSchemaNames.names(ofEntryAt: path) : path }
  }

  /// An object of the record.
  struct FoundObject {
    var path: [String]
    var keywords: [JSONSchemaKeyword]
    /// Where the schema has it.
    var place: String
    var isRequired: Bool
    /// The object that it is in.
    var outer: Int?
    /// Something in it must be filled in.
    var asksForSomething = false
    /// Something may stand in it for which the form has no field.
    var hasMore = false
    /// What is said of the list of which each entry is such an object.
    var list: FoundList?
    /// The schemas of each entry of the list, where entries are values and no objects.
    var values: [JSONSchemaPlace] = []
    /// The object that is an entry of a list in which it is, or itself.
    var entry: Int?
    /// Null may stand in its place.
    var isNullable = false
    /// A record may have something else in its place, or of a list in the place of what is in it.
    var isLenient = false

    /// The schemas of it, or of the list.
    var places: [JSONSchemaPlace] = []
    /// What was told of it as a whole, by the numbers of the losses.
    var losses: [Range<Int>] = []
    /// Its keywords that the form does not keep, with what was told of them.
    var unkept: [(keyword: JSONSchemaKeyword, losses: Range<Int>)] = []
    /// What the group, or the form, says of it so that nothing is lost.
    var schema: JSONValue?

    /// It is there whenever the object around it is.
    var mustBeThere: Bool { isRequired && !isNullable && !isLenient }

    /// A form has a group for it.
    var hasGroup: Bool { outer != nil && (entry == nil || list != nil) }
  }

  /// A list of objects or of values.
  struct FoundList {
    var keywords: [JSONSchemaKeyword]
    var place: String
    var least: WholeNumber
    var most: WholeNumber?
  }

  static func document(
    of schema: JSONValue, withAny takesAny: Bool = true
  ) throws(ConversionRefusal) -> Conversion {
    var conversion = JSONSchemaImport(source: JSONSchemaSource(root: schema))
    conversion.takesAny = takesAny
    guard let made = conversion.document() else {
      throw ConversionRefusal("A schema of an object was expected, with `properties`")
    }
    return made
  }

  /// The same of a schema beside which is said how its values are asked for; places are those in an
  /// object that has both, as `schema` and `uiSchema`.
  static func document(
    of schema: JSONValue, asking options: RJSFOptions
  ) throws(ConversionRefusal) -> Conversion {
    var conversion = JSONSchemaImport(source: JSONSchemaSource(root: schema))
    conversion.options = options
    guard var made = conversion.document() else {
      throw ConversionRefusal(
        "A schema of an object was expected, with `properties`", path: "/schema")
    }
    conversion.options?.reportRest()
    let asked = conversion.options?.report ?? ConversionReport()
    made.report.entries = made.report.entries.map { entry in
      entry.moved(to: "/schema" + entry.path)
    }
    made.report.entries += asked.entries.map { entry in
      entry.moved(to: "/uiSchema" + entry.path)
    }
    made.report.keep(asked.exactCount)
    made.origins = made.origins.mapValues { "/schema" + $0 }
    return made
  }

  private init(source: JSONSchemaSource) { self.source = source }

  mutating func lose(
    _ path: String, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    source.lose(path, message, as: code, effect: effect)
  }

  /// What has no counterpart for a keyword, in words.
  static let field = "A field"
  static let condition = "A condition"

  /// Reports a keyword without a counterpart: one that schemas are known to have, or any other.
  mutating func lose(_ keyword: JSONSchemaKeyword, of what: String) {
    // Those of a field are told of where they are kept.
    if Self.describes(keyword.name, of: what) {
      if what == Self.field || wordPlaces.contains(keyword.path) { return }
      return lose(
        keyword.path, "\(what) has no `\(keyword.name)`, which only describes",
        as: .presentationOnly)
    }
    // To a validator a keyword that it does not know asks nothing, and so does a format of what is no text.
    let isKnown = JSONSchemaSource.isKnown(keyword.name)
    let isSilent = !isKnown || keyword.name == "format" && what != Self.condition
    lose(
      keyword.path, "\(what) has no `\(keyword.name)`",
      as: isKnown ? .noCounterpart : .unknownProperty, effect: isSilent ? .nothing : nil)
  }

  private mutating func document() -> Conversion? {
    var keywords: [JSONSchemaKeyword] = []
    source.notedSchemas = JSONSchemaExtras.schemas(
      in: source.root.schema[JSONSchemaExtras.name] ?? .null)
    source.gather(source.root, into: &keywords)
    keywords += union(of: keywords)
    guard keywords.contains(where: { $0.name == "properties" }) else { return nil }
    var members: [JSONValue.Member] = []
    for name in ["title", "description"] {
      if let text = text(name, in: keywords) { members.append(.init(name, .string(text))) }
    }
    options?.note(references: [source.root.schema], at: [])
    var record = FoundObject(path: [], keywords: keywords, place: "", isRequired: true)
    record.places = [source.root]
    find(in: record, inside: [])
    let grouped = objects.indices.filter { objects[$0].hasGroup }
    let names = JSONSchemaNames.keys(for: grouped.map { objects[$0].path })
    let groupKeys = Dictionary(uniqueKeysWithValues: zip(grouped, names))
    for object in objects.indices {
      // What must be there, if only empty, is something that the object around it needs.
      let isNeeded = objects[object].isRequired
      if isNeeded, let outer = objects[object].outer { note(required: outer) }
    }
    if takesAny { takesEmptyTexts = properties.contains { takesEmptyText($0) } }
    var fields = fields(groupKeys: groupKeys)
    for object in objects where object.hasGroup == false && object.asksForSomething {
      // One in an entry that may be left out has no group that could say so.
      if let entry = object.entry, !object.isRequired { objects[entry].isLenient = true }
    }
    for number in objects.indices { lose(number) }
    if takesAny { keepSchemas() }
    if isClosed(objects[0]) { members.append(.init("closed", .bool(true))) }
    if takesEmptyTexts {
      members.append(.init(Property.Name.emptyTexts.rawValue, .bool(true)))
    }
    if let schema = objects[0].schema {
      members.append(.init(Property.Name.valueSchema.rawValue, schema))
    }
    if !grouped.isEmpty {
      var groups = zip(grouped, names).map {
        group(objects[$0], key: $1, entry: entryKeys[$0])
      }
      for (index, object) in grouped.enumerated() where options != nil {
        var members = groups[index].members
        options?.apply(toObject: &members, at: objects[object].path, isGroup: true)
        groups[index] = .object(members)
      }
      members.append(.init("groups", .array(groups)))
    }
    options?.apply(toObject: &members, at: [], isGroup: false)
    for (index, object) in grouped.enumerated() {
      origins["/groups/\(index)"] = objects[object].place
    }
    if let extras = keywords.first(where: { $0.name == JSONSchemaExtras.name })?.value {
      members = JSONSchemaExtras.apply(extras, to: members).filter { $0.name != "fields" }
      let ordered = JSONSchemaExtras.ordered(Array(fields.indices), by: extras) { fields[$0] }
      fieldOrigins = ordered.map { fieldOrigins[$0] }
      fields = ordered.map { fields[$0] }
    }
    for (index, origin) in fieldOrigins.enumerated() { origins["/fields/\(index)"] = origin }
    members.append(.init("fields", .array(fields)))
    return Conversion(form: .value(.object(members)), report: source.report, origins: origins)
  }

  /// The fields of all properties.
  private mutating func fields(groupKeys: [Int: String]) -> [JSONValue] {
    let keys = JSONSchemaNames.keys(for: properties.map({ $0.names }))
    let keysByPath = Dictionary(
      keepingFirst: zip(properties, keys).filter { !$0.0.isEntry }.map { ($0.0.path, $0.1) })
    var fields: [JSONValue] = []
    var places: [[String]] = []
    for (property, key) in zip(properties, keys) {
      guard fields.count < ConversionLimit.fields else {
        lose(property.places[0].path, ConversionLimit.tooManyFields, as: .unsupportedField)
        noteMore(in: property)
        continue
      }
      var made = members(of: property, key: key)
      let extras = extras.flatMap { $0.members.isEmpty ? nil : $0 }
      if JSONSchemaExtras.areOfFlags(extras) { made = nil }
      // What an export has noted of a field is the field, if the schema says too little for one.
      guard var members = made ?? (extras?["kind"] == nil ? nil : []) else {
        noteMore(in: property)
        continue
      }
      if property.isEntry {
        entryKeys[property.object] = key
      } else {
        addConsequences(of: property, to: &members, keysByPath)
      }
      let home = objects[property.object].entry ?? property.object
      // What is known by its note alone says there where it stands.
      if made != nil {
        let own = Array(property.path.dropFirst(objects[home].path.count))
        // Behind the key, the kind and the label.
        let index = min(3, members.count)
        if own != [key] { members.insert(.init("path", .string(JSONPointer.path(own))), at: index) }
        if let group = groupKeys[home] {
          members.insert(.init("group", .string(group)), at: index)
        }
      }
      if property.isRequired, !property.isEntry, made != nil, members["required"] != true,
        members["whenEmpty"] != "omit"
      {
        members["present"] = .bool(true)
      }
      if members["required"] == true || members["present"] == true {
        note(required: property.object)
      }
      let place = asked(property.path, in: property.object)
      options?.apply(to: &members, at: place)
      if let extras { members = JSONSchemaExtras.apply(extras, to: members) }
      places.append(place)
      fields.append(.object(members))
      fieldOrigins.append(property.places[0].path)
    }
    guard options?.hasOrder == true else { return fields }
    var known: [[String]: Int] = [:]
    let orders = places.map { options?.place(of: $0, &known) ?? [] }
    let order = fields.indices.sorted { one, other in
      orders[one] == orders[other]
        ? one < other : orders[one].lexicographicallyPrecedes(orders[other])
    }
    fieldOrigins = order.map { fieldOrigins[$0] }
    return order.map { fields[$0] }
  }

  /// Notes that a property has no field.
  private mutating func noteMore(in property: FoundProperty) {
    objects[property.object].hasMore = true
    // Entries of which nothing is known are any values.
    if property.isEntry { objects[property.object].isLenient = true }
  }

  /// Adds to a field what holds while conditions do.
  private func addConsequences(
    of property: FoundProperty, to members: inout [JSONValue.Member], _ keys: [[String]: String]
  ) {
    var (required, present, visible, hidden): ([When], [When], [When], [When]) = ([], [], [], [])
    var rules: [JSONValue] = []
    for (when, consequence) in consequences[property.path] ?? [] {
      switch consequence {
      case .isRequired: required.append(when)
      case .isPresent: present.append(when)
      case .isVisible: visible.append(when)
      case .isHidden: if let shown = when.negated { hidden.append(shown) }
      case .rule(let name, let value):
        let rule = JSONValue.Member(name, value)
        if when == .all([]) {
          rules.append(.object([rule]))
        } else if let condition = when.json(keys) {
          rules.append(.object([rule, .init("when", condition)]))
        }
        if name.hasSuffix("Length"), members["lengthUnit"] == nil {
          members.append(.init("lengthUnit", .string("scalar")))
        }
      }
    }
    if required.contains(.all([])) {
      members["required"] = .bool(true)
      members["whenEmpty"] = nil
      members["clearable"] = nil
    } else if !required.isEmpty, let condition = When.any(required).json(keys) {
      members["required"] = .object([.init("when", condition)])
    }
    if !present.isEmpty, members["required"] != true {
      let condition = present.contains(.all([])) ? nil : When.any(present).json(keys)
      members["present"] = condition.map { .object([.init("when", $0)]) } ?? .bool(true)
      // The schema takes what an empty field commits then.
      if members["whenEmpty"] == "omit" { members["whenEmpty"] = nil }
    }
    if !visible.isEmpty, !visible.contains(.all([])), let condition = When.any(visible).json(keys) {
      members["visible"] = .object([.init("when", condition)])
      // The schema asks nothing of what nobody is asked for.
      if members["lenient"] == nil {
        let otherwise = When.any(visible).negated?.json(keys)
        members["lenient"] = otherwise.map { .object([.init("when", $0)]) } ?? .bool(true)
      }
    }
    if !hidden.isEmpty {
      let asked = visible.isEmpty || visible.contains(.all([])) ? [] : [When.any(visible)]
      if let condition = When.all(asked + hidden).json(keys) {
        members["visible"] = .object([.init("when", condition)])
      }
    }
    guard !rules.isEmpty else { return }
    let own = members["validation"]?["endEditing"]?.array ?? []
    members["validation"] = .object([.init("endEditing", .array(own + rules))])
  }

  /// The names that lead to a property in a uiSchema, where `items` stands for the entries of a list.
  func asked(_ path: [String], in object: Int) -> [String] {
    guard let entry = objects[object].entry else { return path }
    var path = path
    path.insert("items", at: min(objects[entry].path.count, path.count))
    return path
  }
}

/// Fields.
extension JSONSchemaImport {
  /// What the field of a property says; nil where there is none for it.
  mutating func members(
    of found: FoundProperty, key: String
  ) -> [JSONValue.Member]? {
    let (places, isRequired) = (found.places, found.isRequired)
    let name = found.path.last ?? ""
    (field, rules, extras, takesOthers) = ([], [], nil, false)
    var keywords: [JSONSchemaKeyword] = []
    let first = source.losses.count
    for place in places { source.gather(place, into: &keywords) }
    extras = keywords.first { $0.name == JSONSchemaExtras.name }?.value
    keywords.removeAll { $0.name == JSONSchemaExtras.name }
    // Without a type everything is allowed, but null was hardly meant.
    let isTyped = keywords.contains {
      ["type", "enum", "const", "anyOf", "oneOf"].contains($0.name)
    }
    let takesNull = isTyped && takes(.null, places) ?? false
    field.append(.init("key", .string(key)))
    if name.isEmpty {
      lose(places[0].path, "The property has no name; a key is made up", as: .madeUp)
    }
    let property = Subject(
      keywords: keywords, places: places, isRequired: isRequired, takesNull: takesNull)
    let losses = source.losses
    if !readContent(property), !readAnything(property, knowing: losses) { return nil }
    if takesOthers { add("lenient", .bool(true)) }
    refuseEmptyText(of: property)
    holdToSchema(property, since: first)
    let title = text("title", in: keywords)
    if title == nil {
      lose(property.path, "The label is the property's name", as: .madeUp)
    }
    field.insert(.init("label", .string(title ?? (name.isEmpty ? key : name))), at: 2)
    readDescription(keywords)
    readExamples(keywords)
    if flag("readOnly", in: keywords) {
      checkReadOnly(property)
      add("readOnly", .bool(true))
    }
    if isSecret(property) { add("secure", .bool(true)) }
    readFailureWords(keywords, and: failureWords(of: found.object)[ExactText(name)])
    if !rules.isEmpty { add("validation", .object([.init("endEditing", .array(rules))])) }
    handOn(keywords)
    return field
  }

  /// Whether a property is a text that may be empty, which in a record is an answer then.
  private mutating func takesEmptyText(_ property: FoundProperty) -> Bool {
    let losses = source.losses
    defer { source.restore(losses) }
    var keywords: [JSONSchemaKeyword] = []
    for place in property.places { source.gather(place, into: &keywords) }
    let isText = keywords.contains { keyword in
      keyword.name == "type" && keyword.typeNames.contains("string") || keyword.name == "anyOf"
    }
    let isListed = keywords.contains { ["enum", "const"].contains($0.name) }
    return isText && !isListed && takes(.string(""), property.places) == true
  }

  /// Has a rule refuse the empty text where the schema of a property does, and none of the rules.
  private mutating func refuseEmptyText(of property: Subject) {
    guard takesEmptyTexts, field["value"] == nil, field["multiple"] == nil,
      field["lenient"] == nil, takes(.string(""), property.places) == false
    else { return }
    let kind = field["kind"]?.string.flatMap(FieldKind.init)
    guard kind == .entry || kind == .area || kind == .picker && field["manualEntry"] != nil else {
      return
    }
    let isRefused = rules.contains { rule in
      rule["format"] != nil || rule["minLength"] != nil
        || rule["pattern"]?.string.flatMap { try? Pattern($0) }.map { !$0.matches("") } ?? false
    }
    if !isRefused { rule("minLength", .integer(1)) }
  }

  /// What the field of a property would say, of which nothing is noted but the work.
  mutating func members(tryingFieldFor property: FoundProperty) -> [JSONValue.Member]? {
    var trial = self
    // Emptied, so that nothing long is copied when something is added to it.
    trial.source.restore([])
    (trial.wordPlaces, trial.knownFailureWords) = ([], [:])
    let members = trial.members(of: property, key: "")
    source.spend(as: trial.source)
    return members
  }

  /// What an object says of failures, by the names of its properties.
  private mutating func failureWords(of object: Int) -> [ExactText: JSONValue] {
    if let known = knownFailureWords[object] { return known }
    let words = objects[object].keywords.first { $0.name == "errorMessage" }?.value
    let members = words?["properties"]?.members ?? []
    let found = Dictionary(keepingLast: members.map { (ExactText($0.name), $0.value) })
    knownFailureWords[object] = found
    return found
  }

  /// What a field is made for: a property, and what holds for its values.
  struct Subject {
    var keywords: [JSONSchemaKeyword]
    /// The schemas that all of it is said in.
    var places: [JSONSchemaPlace]
    var isRequired: Bool
    var takesNull: Bool

    var path: String { places[0].path }

    func first(_ name: String) -> JSONSchemaKeyword? { keywords.first { $0.name == name } }
  }

  mutating func add(_ name: String, _ value: JSONValue) { field.append(.init(name, value)) }

  mutating func rule(_ name: String, _ value: JSONValue) {
    rules.append(.object([.init(name, value)]))
  }

  /// Whether all of some schemas take a value.
  mutating func takes(_ value: JSONValue, _ places: [JSONSchemaPlace]) -> Bool? {
    var isCertain = true
    for place in places {
      guard let verdict = source.takes(value, place) else {
        isCertain = false
        continue
      }
      if !verdict { return false }
    }
    return isCertain ? true : nil
  }

  func text(_ name: String, in keywords: [JSONSchemaKeyword]) -> String? {
    keywords.lazy.filter { $0.name == name }.compactMap { $0.value.string }.first
  }

  func flag(_ name: String, in keywords: [JSONSchemaKeyword]) -> Bool {
    keywords.contains { $0.name == name && $0.value == .bool(true) }
  }

  private mutating func readExamples(_ keywords: [JSONSchemaKeyword]) {
    guard let keyword = keywords.first(where: { $0.name == "examples" }) else { return }
    guard let text = keyword.value.array?.first.flatMap(Self.text) else {
      return lose(keyword.path, "Examples that are no texts or numbers", effect: .nothing)
    }
    if keyword.value.array?.count != 1 {
      lose(
        keyword.path, "The first example is shown in the empty field", as: .reinterpreted,
        effect: .nothing)
    }
    add("placeholder", .string(text))
  }

  /// A field that can't be edited commits what it holds, unchecked.
  private mutating func checkReadOnly(_ property: Subject) {
    let path = property.path + "/readOnly"
    if Self.asksSomething(field) || !rules.isEmpty {
      lose(path, "What can't be edited is not checked in a record")
    }
    guard field.contains(where: { $0.name == "text" || $0.name == "date" }) else {
      if property.isRequired, !property.takesNull {
        lose(path, "A field that can't be edited stays empty, though it is required")
      }
      return
    }
    if let value = property.first("default")?.value,
      value.array != nil || takes(value, property.places) != true
    {
      lose(path, "A field that can't be edited keeps a default that the schema may not take")
    }
  }

  /// Whether a field asks something of its value but what kind of value it is.
  static func asksSomething(_ field: [JSONValue.Member]) -> Bool {
    let kind = field["kind"]?.string ?? ""
    guard kind == "entry" || kind == "area", field["value"] != "integer" else { return true }
    return ["required", "maxLength", "validation"].contains { field[$0] != nil }
  }

  /// What an empty field means: null where the schema takes it, else no property at all.
  mutating func readEmpty(_ property: Subject, takesNull: Bool) {
    if takesNull { return }
    if property.isRequired {
      add("required", .bool(true))
    } else {
      add("whenEmpty", .string("omit"))
    }
  }

  static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The draft that a field begins with, unless the field is secure.
  mutating func readDefault(_ property: Subject, as name: String = "text") {
    guard let keyword = property.first("default") else { return }
    if keyword.value == .null || keyword.value == .string("") { return }
    guard !isSecret(property), let text = Self.text(keyword.value),
      takes(keyword.value, property.places) != false
    else { return loseDefault(keyword, property) }
    add(name, .string(text))
  }

  /// Reports a default that is no draft of the field.
  mutating func loseDefault(_ keyword: JSONSchemaKeyword, _ property: Subject) {
    if isSecret(property) {
      lose(keyword.path, "The draft of a secure field is not written", as: .secret)
    } else {
      lose(
        keyword.path, "Not a value that the field can begin with", as: .wrongValue, effect: .nothing
      )
    }
  }

  /// Lets a person take back the draft that the field begins with, where it may be empty.
  mutating func readClearable(_ property: Subject) {
    let isFilled = field.contains { $0.name == "text" || $0.name == "date" }
    if isFilled, !field.contains(.init("required", .bool(true))) { add("clearable", .bool(true)) }
  }
}
