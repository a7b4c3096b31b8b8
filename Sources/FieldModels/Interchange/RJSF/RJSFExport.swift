import FieldModels

/// A form as react-jsonschema-form takes it: the schema as it is by itself, with a uiSchema of what
/// such a form knows of how its values are asked for.
struct RJSFExport {
  private var options: JSONValue = .object([])
  /// What of the document the uiSchema says.
  private var said: Set<String> = []

  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var written = JSONSchemaExport.written(document, sayingConditions: true)
    var export = RJSFExport()
    for field in written.fields { export.add(field) }
    if let globals = document.frame.presentation?[RJSFOptions.globalName],
      RJSFOptions.isGlobal(globals)
    {
      export.options = Self.put(
        .object([.init(RJSFOptions.globalName, globals)]), at: [], into: export.options)
    }
    let options = export.options
    written.report.entries.removeAll { export.said.contains($0.path) }
    JSONSchemaExtras.add(to: &written, of: document) { schema in
      try? RJSFImport.document(of: Self.form(schema, options)).inSchema
    }
    written.report.exactCount = 0
    written.report.countExact(of: document)
    return Conversion(form: .value(Self.form(written.schema, options)), report: written.report)
  }

  private static func form(_ schema: JSONValue, _ options: JSONValue) -> JSONValue {
    .object([.init("schema", schema), .init("uiSchema", options)])
  }

  private mutating func add(_ field: JSONSchemaExport.Field) {
    let definition = field.definition
    var options: [JSONValue.Member] = []
    func say(_ name: String, _ value: JSONValue, _ property: String) {
      options.append(.init("ui:" + name, value))
      said.insert(field.place + "/" + property)
    }
    if definition.isSecure {
      say("widget", .string("password"), "secure")
    } else if definition.kind == .area {
      say("widget", .string("textarea"), "kind")
    }
    if let placeholder = definition.placeholder {
      say("placeholder", .string(placeholder), "placeholder")
    }
    if definition.initialLook == .active { say("autofocus", .bool(true), "state") }
    if definition.isEnabled == .never {
      say("disabled", .bool(true), "enabled")
    }
    let isText = definition.kind == .entry && definition.valueKind == .string
    if isText, let keyboard = field.members["keyboard"]?.string,
      let type = RJSFOptions.keyboards.first(where: { $0.value == keyboard })?.key
    {
      options.append(.init("ui:options", .object([.init("inputType", .string(type))])))
      said.insert(field.place + "/keyboard")
    }
    let words = ["none": "none", "words": "words", "allCharacters": "characters"]
    if isText || definition.kind == .area,
      let word = words[field.members["autocapitalization"]?.string ?? ""]
    {
      say("autocapitalize", .string(word), "autocapitalization")
    }
    let own = field.members["presentation"]?.members ?? []
    let known = Set(options.map { $0.name })
    for member in own where member.name.hasPrefix("ui:") && !known.contains(member.name) {
      options.append(member)
    }
    if !own.isEmpty, own.allSatisfy({ $0.name.hasPrefix("ui:") }) {
      said.insert(field.place + "/presentation")
    }
    guard !options.isEmpty else { return }
    let steps = (JSONPointer.steps(of: field.pointer) ?? [])
    self.options = Self.put(.object(options), at: Self.path(steps)[...], into: self.options)
  }

  /// The names that lead to a property in a uiSchema.
  private static func path(_ steps: [String]) -> [String] {
    var path: [String] = []
    var isName = false
    for step in steps {
      if isName || step == "items" { path.append(step) }
      isName = !isName && step == "properties"
    }
    return path
  }

  private static func put(
    _ options: JSONValue, at path: ArraySlice<String>, into value: JSONValue
  ) -> JSONValue {
    guard let name = path.first else {
      return .object(value.members + options.members)
    }
    var members = value.members
    members[name] = put(options, at: path.dropFirst(), into: members[name] ?? .object([]))
    return .object(members)
  }
}

extension Conversion {
  /// The same with origins as pointers into the schema.
  fileprivate var inSchema: Conversion {
    var conversion = self
    conversion.origins = origins.mapValues {
      $0.hasPrefix("/schema") ? String($0.dropFirst(7)) : $0
    }
    return conversion
  }
}
