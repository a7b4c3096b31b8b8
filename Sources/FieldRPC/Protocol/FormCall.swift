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
    case open(text: [UInt8]?, keys: [String]?)
    case close
    case snapshot(keys: [String]?)
    case layout(keys: [String]?, FieldHeights.Metrics)
    case act(FormAct, ActManner)
    /// What autofill has for the draft of a field.
    case autofill(key: String)
    case setError(key: String, String?)
    case setState(key: String, FieldLook)
    case setProperty(key: String, name: String, JSONValue?)
    case validate(keys: [String]?, FieldMachine.Occasion)
    case settled(keys: [String]?)
    case submit
    case export(FormFormat)
  }

  /// How an act is to be done.
  package struct ActManner: Equatable, Sendable {
    /// The part of the draft to replace; nil for all of it.
    package var range: DraftRange?
    /// The version of the document that the act was meant for.
    package var version: Int?
    /// What does not fit any more is cut off, rather than all of it refused.
    package var truncates = false
    /// A picker or date that gets the focus shows its list.
    package var opens = true
  }

  /// A range of a draft, in units of the negotiated encoding, wherever the client put it.
  package struct DraftRange: Equatable, Sendable {
    package var start: Int
    package var end: Int
  }

  init(_ method: Method, _ params: Parameters) throws(RPCError) {
    uri = try params.string("uri")
    isText = params.optional("text") != nil
    switch method {
    case .open: verb = try Self.open(params)
    case .close: verb = .close
    case .snapshot: verb = .snapshot(keys: try Self.keys(params))
    case .layout: verb = .layout(keys: try Self.keys(params), try Self.metrics(params))
    case .setError: verb = .setError(key: try params.string("key"), try params.string("text"))
    case .removeError: verb = .setError(key: try params.string("key"), nil)
    case .setState: verb = .setState(key: try params.string("key"), try params.word("state"))
    case .setProperty:
      let value = params.optional("value")?.value
      verb = .setProperty(
        key: try params.string("key"), name: try params.string("property"), value)
    case .validate:
      let occasion: FieldMachine.Occasion =
        params.optional("trigger") == nil ? .endEditing : try params.word("trigger")
      verb = .validate(keys: try Self.keys(params), occasion)
    case .settled: verb = .settled(keys: try Self.keys(params))
    case .submit: verb = .submit
    case .exportForm: verb = .export(try params.word("format"))
    case .autofill where params.optional("show") == nil:
      verb = .autofill(key: try params.string("key"))
    case .replaceText:
      var manner = ActManner(opens: try params.bool("open", unlessGiven: true))
      manner.range = try params.optional("range").map { range throws(RPCError) in
        DraftRange(start: try range.place("start"), end: try range.place("end"))
      }
      manner.version = params.optional("version") == nil ? nil : try params.integer("version")
      manner.truncates = try params.bool("truncate", unlessGiven: false)
      verb = .act(
        .replaceText(
          key: try params.string("key"), range: nil, text: try params.string("text")), manner)
    default:
      let manner = ActManner(opens: try params.bool("open", unlessGiven: true))
      verb = .act(try Self.act(method, params), manner)
    }
  }

  /// An act with a text, which an editor asks for by a command.
  init(
    _ argument: Parameters, as act: (_ key: String, _ text: String) -> FormAct
  ) throws(RPCError) {
    uri = try argument.string("uri")
    let act = act(try argument.string("key"), try argument.string("text"))
    verb = .act(act, ActManner())
  }

  /// Whether a person does something to the form.
  var isAct: Bool {
    switch verb {
    case .act, .setProperty: true
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
    case .open, .close, .snapshot, .layout, .validate, .settled, .submit, .export: nil
    }
  }

  private static func act(_ method: Method, _ params: Parameters) throws(RPCError) -> FormAct {
    switch method {
    case .endEditing: .end
    case .done: .done
    case .returnKey: .return
    case .next: .next
    case .previous: .previous
    case .clear: .clear(key: try params.string("key"))
    case .select: .select(key: try params.string("key"), try rows(params))
    case .selectManual: .selectManual(key: try params.string("key"))
    case .setDate: .setDate(key: try params.string("key"), try params.string("date"))
    case .autofill: .autofill(key: try params.string("key"), isShown: try params.bool("show"))
    case .applyAutofill:
      .applyAutofill(key: try params.string("key"), text: try params.string("text"))
    case .learnAutofill:
      .learnAutofill(
        key: try params.string("key"),
        text: params.optional("text") == nil ? nil : try params.string("text"))
    case .removeAutofill:
      .removeAutofill(key: try params.string("key"), text: try params.string("text"))
    case .tapIcon: .tapIcon(key: try params.string("key"))
    default: .begin(key: try params.string("key"))
    }
  }

  private static func open(_ params: Parameters) throws(RPCError) -> Verb {
    let keys = try keys(params)
    guard params.optional("text") == nil else {
      return .open(text: try params.utf8("text"), keys: keys)
    }
    guard params.optional("document") != nil else { return .open(text: nil, keys: keys) }
    var json = JSONWriter()
    let document = try params.object("document")
    json.value(document.tree, document.index)
    return .open(text: json.bytes, keys: keys)
  }

  private static func rows(_ params: Parameters) throws(RPCError) -> FormAct.RowChoice {
    if params.optional("values") != nil {
      return .values(try params.array("values").map { value throws(RPCError) in try scalar(value) })
    }
    // Null is a value, unless a row is named otherwise.
    if let value = params.member("value"),
      params.optional("value") != nil || params.optional("index") == nil
    {
      return .values([try scalar(value)])
    }
    return .index(try params.place("index"))
  }

  /// The value of a row.
  private static func scalar(_ params: Parameters) throws(RPCError) -> JSONValue {
    let value = params.value
    switch value {
    case .string, .number, .bool, .null: return value
    case .array, .object:
      throw .invalidParams(params.path, expected: Shape.rowValue.expectation)
    }
  }

  private static func keys(_ params: Parameters) throws(RPCError) -> [String]? {
    guard params.optional("keys") != nil else { return nil }
    var keys: [String] = []
    // A field is told of once, however often it is named.
    var known: Set<String> = []
    for key in try params.array("keys") {
      guard let text = key.string else { throw .invalidParams(key.path, expected: "a string") }
      if known.insert(text).inserted { keys.append(text) }
    }
    return keys
  }

  private static func metrics(_ params: Parameters) throws(RPCError) -> FieldHeights.Metrics {
    var metrics = FieldHeights.Metrics()
    guard params.optional("metrics") != nil else { return metrics }
    let given = try params.object("metrics")
    metrics.label = try given.points("label") ?? metrics.label
    metrics.helper = try given.points("helper") ?? metrics.helper
    metrics.counter = try given.points("counter") ?? metrics.counter
    metrics.line = try given.points("line") ?? metrics.line
    return metrics
  }
}

extension Parameters {
  /// One of the words of an enum.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(RPCError) -> Word where Word.RawValue == String {
    let text = try string(name)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidParams(path + "." + name, expected: "one of " + words)
    }
    return word
  }

  /// A length that may be missing: a number from 0 to a million.
  fileprivate func points(_ name: String) throws(RPCError) -> Double? {
    guard let member = optional(name) else { return nil }
    guard case .number(let text) = member.value, let points = Double(text), points >= 0,
      points <= 1_000_000
    else { throw .invalidParams(member.path, expected: "a number of points") }
    return points
  }
}
