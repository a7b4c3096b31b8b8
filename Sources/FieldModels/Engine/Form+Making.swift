/// How a form is made: from a field document, or from fields described in code.
extension Form {
  /// A form of a field document.
  ///
  /// It never fails: what can't be read is one of `problems`, and the rest works.
  ///
  /// - Parameters:
  ///   - document: the text of the document, JSON; comments and trailing commas are allowed
  ///   - validators: the closures that rules may call, by name
  ///   - formValidators: those that want to see the other drafts too
  ///   - autofillSources: the closures that fields may complete their drafts from, by name
  ///   - now: this moment
  public init(
    document: String, validators: [String: ValidationClosure] = [:],
    formValidators: [String: FormValidationClosure] = [:],
    autofillSources: [String: AutofillClosure] = [:], at now: Instant
  ) {
    let validators = validators.mapValues { Validator($0) }
      .merging(formValidators.mapValues { Validator(ofForm: $0) }) { $1 }
    self.init(Array(document.utf8), validators, autofillSources, at: now)
  }

  /// A form of fields that are described in code.
  ///
  ///     let form = Form("Sign up", at: now) {
  ///       EntryField("email", label: "E-mail").required().live(.format("email"))
  ///       PickerField("country", label: "Country", rows: ["Canada", "Romania"])
  ///     }
  ///
  /// - Parameters:
  ///   - title: the form's name, for people
  ///   - groups: pages or sections that fields belong to
  ///   - autofill: texts that fields may complete their drafts from, by the name of the source
  ///   - now: this moment
  ///   - fields: the fields, in the order in which they are shown
  public init(
    _ title: String? = nil, groups: [FieldGroup] = [], autofill: [String: [String]] = [:],
    at now: Instant,
    @FieldListBuilder fields: () -> [any FieldDescription]
  ) {
    let fields = fields().map(\.properties)
    var members: [JSONValue.Member] = []
    if let title { members.append(.init("title", .string(title))) }
    if !groups.isEmpty {
      members.append(.init("groups", .array(groups.map { .object($0.members) })))
    }
    members.append(.init("fields", .array(fields.map { .object($0.members) })))
    if !autofill.isEmpty {
      let sources = autofill.sorted { $0.key < $1.key }
        .map { JSONValue.Member($0.key, .array($0.value.map { .string($0) })) }
      members.append(.init("autofill", .object(sources)))
    }
    let validators = fields.reduce(into: [:]) { $0.merge($1.validators) { $1 } }
    self.init(Array(JSONValue.object(members).json.utf8), validators, [:], at: now)
  }

  private init(
    _ text: [UInt8], _ validators: [String: Validator],
    _ autofillSources: [String: AutofillClosure], at now: Instant
  ) {
    let vocabulary = Vocabulary(
      validators: Set(validators.keys), autofillSources: Set(autofillSources.keys))
    var document = FieldDocument(text, dialect: .commented, vocabulary: vocabulary, at: now)
    document.isFollowed = true
    self.init(document, version: 0, host: Host(), at: now)
    closures = FormClosures(validators: validators, autofillSources: autofillSources)
    host.closureSources = Set(autofillSources.keys)
    update()
    _ = self.document.takeChanges()
  }

  /// Registers a validation closure, which rules call by its name.
  ///
  /// - Parameters:
  ///   - name: by which rules know it: `"endEditing": ["isFree"]`
  ///   - closure: gets a draft, and answers at once or later, from any thread
  public mutating func register(validator name: String, _ closure: @escaping ValidationClosure) {
    register(Validator(closure), as: name)
  }

  /// Registers a validation closure that wants to see the drafts of other fields too.
  public mutating func register(
    formValidator name: String, _ closure: @escaping FormValidationClosure
  ) {
    register(Validator(ofForm: closure), as: name)
  }

  private mutating func register(_ validator: Validator, as name: String) {
    closures.validators[name] = validator
    document.rename(validators: Set(closures.validators.keys), at: now)
    update()
  }

  /// Registers an autofill source, from which fields complete their drafts by its name.
  ///
  /// - Parameters:
  ///   - name: by which fields know it: `"autofill": { "source": "contacts" }`
  ///   - closure: gets the draft without the white space around it, and answers with the texts that
  ///     go with it, at once or later, from any thread
  public mutating func register(autofillSource name: String, _ closure: @escaping AutofillClosure) {
    closures.autofillSources[name] = closure
    host.closureSources.insert(name)
    document.rename(autofillSources: host.closureSources)
    update()
  }

  /// Whoever is asked before fields are entered, left, typed into, cleared; nil for nobody.
  public var delegate: FormDelegate? {
    get { closures.delegate }
    set { closures.delegate = newValue }
  }

  /// Makes what a person has taught autofill known again, as `FormChanges.learned` had it.
  public mutating func restore(_ changes: [AutofillChange]) {
    for change in changes { sources.remember(change) }
    update()
  }
}
