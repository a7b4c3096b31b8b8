package import FieldModels

/// A request of the forms layer, understood.
package struct FormCall: Equatable, Sendable {
  package var uri: String
  package var verb: Verb
  /// The text of a document came as such, and not as JSON of its own.
  package var isText = false

  /// What is asked.
  package enum Verb: Equatable, Sendable {
    /// The daemon owns the text from now on; without a text, the fields of a document that is open.
    case open(Opening?, keys: [String]?)
    case close
    case snapshot(keys: [String]?)
    case layout(keys: [String]?, FieldHeights.Metrics)
    case act(FormAct, FormActManner)
    /// Puts an entry into a list, with the drafts of some values.
    case addEntry(list: String, before: WholeNumber?, [JSONValue.Member]?)
    /// What autofill has for the draft of a field.
    case autofill(key: String)
    case setError(key: String, String?)
    case setState(key: String, FieldLook)
    case setProperty(key: String, name: String, JSONValue?)
    case validate(keys: [String]?, FieldMachine.Occasion)
    case settled(keys: [String]?)
    case submit(isPartial: Bool)
    /// A JSON Schema may be one for the structured output of a model.
    case export(FormFormat, isStructured: Bool)
  }

  /// The text of a document to open, and values to begin with.
  package struct Opening: Equatable, Sendable {
    package var text: [UInt8]
    /// The format of the form, where the request says it.
    package var format: FormFormat?
    package var values: [JSONValue.Member] = []
    /// How whoever fills it in is spoken to, where the request says so.
    package var wording: Wording?
    /// Whether what people type is tidied when they leave it.
    package var isTidying = false
  }

  /// A request; its document is read first, then what is asked.
  init(
    _ params: Parameters, _ verb: @autoclosure () throws(RPCError) -> Verb
  ) throws(RPCError) {
    uri = try params.string("uri")
    isText = params.optional("text") != nil
    self.verb = try verb()
  }

  /// An act of a person.
  init(
    _ params: Parameters, act: @autoclosure () throws(RPCError) -> FormAct
  ) throws(RPCError) {
    uri = try params.string("uri")
    isText = params.optional("text") != nil
    let manner = try FormActManner(params)
    verb = .act(try act(), manner)
  }

  /// Whether a person does something to the form.
  var isAct: Bool {
    switch verb {
    case .act, .addEntry, .setProperty: true
    case .open, .close, .snapshot, .layout, .autofill, .setError, .setState, .validate, .settled,
      .submit, .export:
      false
    }
  }

  /// The one field that it is about.
  var key: String? {
    switch verb {
    case .act(let act, _): act.key
    case .setError(let key, _), .setState(let key, _), .setProperty(let key, _, _),
      .autofill(let key):
      key
    case .open, .close, .snapshot, .layout, .addEntry, .validate, .settled, .submit, .export: nil
    }
  }
}
