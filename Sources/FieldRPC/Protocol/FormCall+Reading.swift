import FieldModels

/// What the requests of the forms layer take, where it is more than a key and a text.
extension FormCall.Verb {
  static func open(_ params: Parameters) throws(RPCError) -> Self {
    let keys = try params.keys()
    let values = try params.optional("values").map { _ throws(RPCError) in
      try params.object("values").value
    }
    var opening: FormCall.Opening?
    if params.optional("text") != nil {
      opening = FormCall.Opening(text: try params.utf8("text"))
    } else if params.optional("document") != nil {
      var json = JSONWriter()
      let document = try params.object("document")
      json.value(document.tree, document.index)
      opening = FormCall.Opening(text: json.bytes)
    }
    opening?.format = try params.optionalWord("format", among: FormFormat.readable)
    opening?.wording = params.optional("locale")?.string.map { Wording(locale: $0) }
    opening?.isTidying = try params.bool("tidy", unlessGiven: false)
    guard case .object(let members) = values else { return .open(opening, keys: keys) }
    if opening == nil {
      throw .invalidParams("params.values", expected: "left out, since the form is open already")
    }
    opening?.values = members
    return .open(opening, keys: keys)
  }

  static func layout(_ params: Parameters) throws(RPCError) -> Self {
    let keys = try params.keys()
    var metrics = FieldHeights.Metrics()
    guard params.optional("metrics") != nil else { return .layout(keys: keys, metrics) }
    let given = try params.object("metrics")
    metrics.label = try given.points("label") ?? metrics.label
    metrics.helper = try given.points("helper") ?? metrics.helper
    metrics.counter = try given.points("counter") ?? metrics.counter
    metrics.line = try given.points("line") ?? metrics.line
    return .layout(keys: keys, metrics)
  }

  static func submit(_ params: Parameters) throws(RPCError) -> Self {
    .submit(isPartial: try params.bool("partial", unlessGiven: false))
  }

  static func export(_ params: Parameters) throws(RPCError) -> Self {
    let format: FormFormat = try params.word("format")
    let isStructured = try params.bool("structured", unlessGiven: false)
    guard !isStructured || format == .jsonSchema else {
      throw .invalidParams("\(params.path).structured", expected: "of the format json-schema alone")
    }
    return .export(format, isStructured: isStructured)
  }

  static func setProperty(_ params: Parameters) throws(RPCError) -> Self {
    .setProperty(
      key: try params.key(), name: try params.string("property"),
      params.optional("value")?.value)
  }

  static func addEntry(_ params: Parameters) throws(RPCError) -> Self {
    let values = try params.optional("values").map { _ throws(RPCError) in
      try params.object("values").value
    }
    var members: [JSONValue.Member]?
    if case .object(let given)? = values { members = given }
    return .addEntry(
      list: try params.string("list"), before: try params.entry("before"), members)
  }

  static func validate(_ params: Parameters) throws(RPCError) -> Self {
    let occasion: FieldMachine.Occasion =
      params.optional("trigger") == nil ? .endEditing : try params.word("trigger")
    return .validate(keys: try params.keys(), occasion)
  }

  static func replaceText(_ params: Parameters) throws(RPCError) -> Self {
    var manner = try FormActManner(params)
    manner.range = try params.optional("range").map { range throws(RPCError) in
      DraftRange(start: try range.place("start"), end: try range.place("end"))
    }
    manner.version = params.optional("version") == nil ? nil : try params.integer("version")
    manner.truncates = try params.bool("truncate", unlessGiven: false)
    return .act(
      .replaceText(key: try params.key(), range: nil, text: try params.string("text")),
      manner)
  }

  /// What autofill has, or with `show` an act that shows or hides it.
  static func autofill(_ params: Parameters) throws(RPCError) -> Self {
    guard params.optional("show") != nil else { return .autofill(key: try params.key()) }
    let manner = try FormActManner(params)
    return .act(
      .autofill(key: try params.key(), isShown: try params.bool("show")), manner)
  }
}

extension FormActManner {
  init(_ params: Parameters) throws(RPCError) {
    self.init()
    opens = try params.bool("open", unlessGiven: true)
  }
}

extension FormAct.RowChoice {
  init(_ params: Parameters) throws(RPCError) {
    if params.optional("values") != nil {
      self = .values(
        try params.array("values").map { value throws(RPCError) in try value.scalar() })
    } else if let value = params.member("value"),
      params.optional("value") != nil || params.optional("index") == nil
    {
      // Null is a value, unless a row is named otherwise.
      self = .values([try value.scalar()])
    } else {
      self = .index(try params.place("index"))
    }
  }
}

extension Parameters {
  /// The keys of fields, each once, however often it is named; nil where none are asked for.
  func keys() throws(RPCError) -> [String]? {
    guard optional("keys") != nil else { return nil }
    var keys: [String] = []
    var known: Set<String> = []
    for key in try array("keys") {
      guard let text = key.string else { throw .invalidParams(key.path, expected: "a string") }
      if known.insert(text).inserted { keys.append(text) }
    }
    return keys
  }

  /// The field that a request is about.
  func key() throws(RPCError) -> String { try string("key") }

  /// The number of an entry that may be missing, or null.
  func entry(_ name: StaticString) throws(RPCError) -> WholeNumber? {
    optional(name) == nil ? nil : try integer(name)
  }

  /// A text that may be missing.
  func text() throws(RPCError) -> String? { optional("text") == nil ? nil : try string("text") }

  /// The value of a row.
  fileprivate func scalar() throws(RPCError) -> JSONValue {
    let value = value
    switch value {
    case .string, .number, .bool, .null: return value
    case .array, .object:
      throw .invalidParams(path, expected: Wording.english.text(Shape.rowValue.expectation))
    }
  }

  /// A length that may be missing: a number from 0 to a million.
  fileprivate func points(_ name: StaticString) throws(RPCError) -> Double? {
    guard let member = optional(name) else { return nil }
    guard case .number(let text) = member.value, let points = Double(text), points >= 0,
      points <= 1_000_000
    else { throw .invalidParams(member.path, expected: "a number of points") }
    return points
  }
}
