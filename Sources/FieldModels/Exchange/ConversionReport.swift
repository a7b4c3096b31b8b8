/// What became of each property of a source.
public struct ConversionReport: Equatable, Sendable {
  /// How many properties of the source say in the result what they said before.
  public package(set) var exactCount = 0
  /// What was not kept as it was, in the order of the source where that is known.
  public package(set) var entries: [Entry] = []

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Something of which the result says more, less or something else than the source.
  public struct Entry: Hashable, Sendable {
    /// What is the matter.
    public var code: Code
    /// Where it stands in the source: a JSON pointer (RFC 6901), or in a format that has none the
    /// number of the line, a colon and the number of the column, both from 1.
    public var path: String
    /// One sentence without a full stop.
    public var message: String
    /// What records feel of it.
    public var effect: Effect

    /// Without an effect it has that of its code.
    package init(_ code: Code, path: String, message: String, effect: Effect? = nil) {
      self.code = code
      self.path = path
      self.message = message
      self.effect = effect ?? code.effect
    }

    /// The same of another place.
    package func moved(to path: String) -> Entry {
      Entry(code, path: path, message: message, effect: effect)
    }
  }

  /// What of a record is judged otherwise by the result than by the source, the least first.
  public enum Effect: String, CaseIterable, Comparable, Sendable {
    /// Nothing: both take the same answers.
    case nothing = "none"
    /// The result takes records that the source refuses; all others are judged alike.
    case laxer
    /// The result refuses records that the source takes, and may take some that it refuses.
    case stricter

    /// Nothing is the least, and stricter the most.
    public static func < (first: Effect, second: Effect) -> Bool {
      first == .nothing && second != .nothing || first == .laxer && second == .stricter
    }

    /// What records feel where a property of a document, a field, a group, a list, a row or a rule is
    /// lost.
    ///
    /// When a field is checked is felt in what it asks, which an export leaves out where it can't say
    /// that. Where a value stands, and how an empty one is written, is no other answer.
    package static func ofLosing(_ property: String) -> Effect {
      switch property {
      // The field takes more with them than without; what is calculated may also be left out.
      case "asFlags", "blankIsEmpty", "calculate", "emptyTexts", "lenient", "manualEntry",
        "precision",
        "uniqueItems", "value", "valueFormat", "whenMissing":
        .stricter
      case "after", "anchored", "before", "closed", "data", "disabled", "equals",
        "exclusive", "expression", "flags", "format", "exclusiveMaximum", "exclusiveMinimum",
        "kind",
        "lengthUnit", "maxEntries", "maxItems",
        "maxLength", "maximum", "maximumDate", "minEntries", "minItems", "minLength", "minimum",
        "minimumDate", "mode", "multiple", "oneOf", "pattern", "present", "repeat", "required",
        "schema",
        "severity",
        "step", "stepBase", "timeZone", "unique", "validation", "validator", "when":
        .laxer
      default: .nothing
      }
    }

    /// The same of a property that stands in a part of a document, by its path.
    package static func ofLosing(_ property: String, of path: String) -> Effect {
      // Something in the object is required then, which may be left out.
      property == "whenEmpty" && path.hasPrefix("/groups/") ? .stricter : ofLosing(property)
    }

    /// What records feel where a group is lost, but for what becomes of its fields.
    package static func ofLosing(_ group: DocumentFrame.Group) -> Effect {
      // Nothing in it is missing where it is absent itself.
      if group.isLenient || group.emptyValue != nil { return .stricter }
      let list = group.repetition
      let asks =
        group.isRequired || group.isClosed || group.schema != nil || 0 < list?.minEntries ?? 0
      return asks || list?.maxEntries != nil || list?.unique.isEmpty == false ? .laxer : .nothing
    }

    /// What records feel where a property comes that was not there.
    package static func ofGaining(_ property: String) -> Effect {
      switch ofLosing(property) {
      case .nothing: .nothing
      case .laxer: .stricter
      case .stricter: .laxer
      }
    }
  }

  /// What is the matter with a property.
  ///
  /// The names are those that programs are told, and stay.
  public enum Code: String, CaseIterable, Sendable {
    // Guesses, and changes that keep most of what was meant.
    /// A label, a key or the words of a row were made up, since the source has none.
    case madeUp
    /// What the source only notes, such as a format in JSON Schema, is a rule in the result.
    case enforced
    /// It only describes, and asks nothing of values: it is handed on to front ends in `presentation`,
    /// or has no place in the result.
    case presentationOnly
    /// It means nearly the same in the result; the message says what differs.
    case reinterpreted

    // What is known, and can't be said in the result.
    /// A property without a counterpart.
    case noCounterpart
    /// A whole field, page or widget without one.
    case unsupportedField
    /// A program, or an expression that no condition or rule can say.
    case program
    /// A pattern that can't be compiled, or that can't be matched in linear time.
    case pattern
    /// It stands elsewhere; nothing is fetched.
    case remote
    /// It leads back to itself.
    case circular
    /// It has another type than the format asks, or says what can't be.
    case wrongValue
    /// Another has its key or name already.
    case duplicate
    /// The draft of a secure field, which is written nowhere.
    case secret

    // What the format did not have when its converter was written.
    case unknownProperty
    case unknownType

    /// How much is lost.
    public var kind: Kind {
      switch self {
      case .madeUp, .enforced, .presentationOnly, .reinterpreted: .assumed
      case .noCounterpart, .unsupportedField, .program, .pattern, .remote, .circular, .wrongValue,
        .duplicate, .secret:
        .dropped
      case .unknownProperty, .unknownType: .unknown
      }
    }

    /// What records feel of it, unless an entry says otherwise.
    var effect: Effect {
      switch self {
      case .madeUp, .enforced, .presentationOnly, .secret: .nothing
      case .reinterpreted, .noCounterpart, .unsupportedField, .program, .pattern, .remote,
        .circular, .wrongValue, .duplicate, .unknownProperty, .unknownType:
        .laxer
      }
    }
  }

  /// How much of a property was lost.
  public enum Kind: String, CaseIterable, Sendable {
    /// Something was guessed, or means nearly the same.
    case assumed
    /// It is known, and has no counterpart.
    case dropped
    /// It is not known at all: the format may have moved on.
    case unknown
  }

  /// Whether nothing was lost and nothing guessed.
  public var isExact: Bool { entries.isEmpty }

  /// Those that records feel.
  public var losses: [Entry] { entries.filter { $0.effect != .nothing } }

  /// Counts properties that were kept as they are.
  package mutating func keep(_ count: Int = 1) { exactCount += count }

  package mutating func add(
    _ code: Code, _ path: String, _ message: String, effect: Effect? = nil
  ) {
    entries.append(Entry(code, path: path, message: message, effect: effect))
  }
}

extension ConversionReport: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("exact", exactCount)
    json.member("entries", entries)
  }
}

extension ConversionReport.Entry: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("code", code.rawValue)
    json.member("kind", code.kind.rawValue)
    json.member("effect", effect.rawValue)
    json.member("path", path)
    json.member("message", message)
  }
}

extension ConversionReport {
  /// Has the entries in the order in which a source says what they are about; what stands nowhere in it
  /// comes where the nearest part around it does.
  package mutating func order(as source: JSONValue) {
    let touched = touchedPlaces
    var ranks: [String: Int] = [:]
    func rank(_ value: JSONValue, at path: String) {
      guard touched.contains(path) else { return }
      ranks[path] = ranks.count
      switch value {
      case .object(let members):
        for member in members { rank(member.value, at: path + JSONPointer.step(member.name)) }
      case .array(let elements):
        for (index, element) in elements.enumerated() { rank(element, at: "\(path)/\(index)") }
      default: break
      }
    }
    rank(source, at: "")
    func rank(of path: String) -> Int {
      var path = path[...]
      while true {
        if let rank = ranks[String(path)] { return rank }
        guard let slash = path.lastIndex(of: "/") else { return -1 }
        path = path[..<slash]
      }
    }
    let keyed = entries.enumerated().map { (rank(of: $1.path), $0, $1) }
    entries = keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
  }

  /// The places of all entries, and those around them.
  package var touchedPlaces: Set<String> {
    var places: Set<String> = []
    for entry in entries {
      var path = entry.path[...]
      while places.insert(String(path)).inserted, let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
      }
    }
    return places
  }

  /// Counts the properties of a document of which nothing is told: those of its fields and groups,
  /// of `validation` each rule, and its own.
  package mutating func countExact(of document: FieldDocument) {
    let changed = touchedPlaces
    let dropped = Set(
      entries.lazy.filter { [.unsupportedField, .duplicate].contains($0.code) }.map { $0.path })
    func count(_ value: JSONValue, at path: String) {
      guard !dropped.contains(path) else { return }
      for member in value.members where member.name != "key" || !path.isEmpty {
        let place = path + JSONPointer.step(member.name)
        if member.name == "validation" {
          for list in ["live", "endEditing"] {
            let rules = member.value[list]?.array ?? []
            keep(rules.indices.count { !changed.contains("\(place)/\(list)/\($0)") })
          }
        } else if !changed.contains(place) {
          keep()
        }
      }
    }
    var reader = JSONReader(
      document.text.bytes(in: 0..<document.text.byteCount), dialect: .commented)
    reader.readText()
    let whole = JSONValue(reader.tree, 0)
    let lists = ["fields", "groups"]
    count(.object(whole.members.filter { !lists.contains($0.name) }), at: "")
    for list in lists {
      for (index, value) in (whole[list]?.array ?? []).enumerated() {
        count(value, at: "/\(list)/\(index)")
      }
    }
  }
}
