/// How a form is made of a field document; `FieldDescription` has the fields described in code.
extension FieldForm {
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
    self.init(
      Array(document.utf8), Validator.all(validators, formValidators), autofillSources, at: now)
  }

  init(
    _ text: [UInt8], _ validators: [String: Validator],
    _ autofillSources: [String: AutofillClosure], at now: Instant
  ) {
    let vocabulary = Vocabulary(
      validators: Set(validators.keys), autofillSources: Set(autofillSources.keys))
    var document = FieldDocument(text, dialect: .commented, vocabulary: vocabulary, at: now)
    document.isFollowed = true
    self.init(document, version: 0, host: Host(), at: now)
    closures = FormClosures(
      validators: validators, autofillSources: autofillSources.mapValues { $0 })
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
    register(source: name, closure)
  }

  mutating func register(source name: String, _ closure: @escaping FailableAutofillClosure) {
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
