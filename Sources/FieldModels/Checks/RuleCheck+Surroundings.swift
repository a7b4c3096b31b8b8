/// What checks look at beside the draft.
extension RuleCheck {
  /// What a field's checks may know beyond the field.
  package struct Surroundings: Sendable {
    package var today: CivilDate
    /// What the definition watches, by key.
    package var watched = WatchedFields()
    /// What searches that took longer have found out.
    package var verdicts: [PatternVerdict] = []
    /// What the fields are called by which the entry of the field must differ from others, where an
    /// earlier one is the same in all of them.
    package var twinLabels: [String]?
    /// The field is in a circle of conditions that comes to no rest, and so is shown and enabled whatever
    /// they say.
    package var isShownAnyway = false
    /// The field is in a circle of conditions of which a partial record leaves something open.
    package var isInOpenCircle = false
    /// What a question comes to that looks at something which a partial record leaves open: with false
    /// the checks tell the least that they may tell once it is known, with true the most.
    package var openAnswer = false
    /// An object around its value may be left out and nothing is in it, so that nothing is required in it.
    package var isLeftOut = false
    /// The value itself is judged by the schemas of rules, where the draft does not say all of it.
    package var knowsValue = false
    /// The numbers that the draft may be, where a person has typed it and it may be two.
    package var unclearNumber: UnclearNumber?

    package init(today: CivilDate) { self.today = today }

    /// With the other answer to what is left open: for a question whose yes makes less to be told.
    package var opposite: Surroundings {
      var opposite = self
      opposite.openAnswer.toggle()
      return opposite
    }

    /// Whether a partial record leaves open what stands in a field, or how many entries a list has.
    func isOpen(_ key: String) -> Bool { watched[key]?.isOpen ?? false }

    /// The value of a field for an expression, the number of entries of a list, or what a field has in all of
    /// them.
    func value(of key: String) -> ExpressionValue {
      switch watched[key] {
      case nil: return .nothing
      case .open: return .open
      case .entries(let count): return count == 0 ? .nothing : .entries(count)
      case .answers(let answers): return .answers(answers)
      case .draft(let draft, let field):
        return ExpressionValue(draft, as: field.sort, zone: field.zone)
      case .json(let value, _, _): return value
      }
    }
  }
}

/// What is known of another field, or of a list.
package enum Watched: Sendable {
  /// The draft of a field, as a submission would commit it.
  case draft(Draft, of: WatchedField)
  /// The value of a field of any value, and the draft as it counts to others; read of a draft once it is noted.
  indirect case json(ExpressionValue, seen: Draft, of: WatchedField)
  /// How many entries a list has.
  case entries(Int)
  /// What a field of a list has in all entries, which is outside of that list.
  indirect case answers(ListAnswers)
  /// A partial record does not have the field, so that nobody knows its draft.
  case open(WatchedField)

  /// The draft of a field as it counts to others.
  package var draft: Draft? {
    switch self {
    case .draft(let draft, _): draft
    case .json(_, let seen, _): seen
    case .entries, .answers, .open: nil
    }
  }

  /// A draft of any value is read, so that each look at it does not read it again.
  fileprivate var read: Watched {
    guard case .draft(let draft, let field) = self, field.sort == .json else { return self }
    let value = ExpressionValue(draft, as: .json)
    let seen = if case .json(let json) = value { json.seen } else { draft }
    return .json(value, seen: seen, of: field)
  }

  /// The field that has the draft, if it is one.
  package var field: WatchedField? {
    switch self {
    case .draft(_, let field), .json(_, _, let field), .open(let field): field
    case .entries, .answers: nil
    }
  }

  var isOpen: Bool { if case .open = self { true } else { false } }
}

/// What is told of a field that the checks of others look at.
///
/// An object, since a form hands it on with each draft of the field.
package final class WatchedField: Sendable {
  package let label: String?
  /// The zone by whose clocks it tells a moment.
  package let zone: ZoneRules?
  /// How an expression reads its drafts.
  package let sort: ExpressionValue.Sort

  package init(
    label: String? = nil, zone: ZoneRules? = nil, sort: ExpressionValue.Sort = .text
  ) {
    self.label = label
    self.zone = zone
    self.sort = sort
  }

  package convenience init(_ definition: FieldDefinition) {
    self.init(
      label: definition.label?.abridged, zone: definition.momentZone,
      sort: definition.expressionSort)
  }

  /// One of which nobody asks more than the draft.
  package static let nameless = WatchedField()
}

/// What is known of other fields and of lists, by their keys.
///
/// Checks look at few, which are found faster one by one than by a hash.
package struct WatchedFields: Sendable {
  private var few: [(key: String, watched: Watched)] = []
  private var many: [String: Watched] = [:]

  private static let fewLimit = 12

  package init() {}

  /// Makes room for as many more.
  package mutating func reserve(_ count: Int) {
    if count <= Self.fewLimit { few.reserveCapacity(count) }
  }

  package subscript(key: String) -> Watched? {
    if !many.isEmpty { return many[key] }
    let few = few.span
    for index in few.indices where few[index].key == key { return few[index].watched }
    return nil
  }

  /// Notes what is known of the field or list with a key.
  package mutating func note(_ watched: Watched, of key: String) {
    let watched = watched.read
    if !many.isEmpty {
      many[key] = watched
    } else if let index = few.firstIndex(where: { $0.key == key }) {
      few[index].watched = watched
    } else if few.count < Self.fewLimit {
      few.append((key, watched))
    } else {
      many = Dictionary(keepingFirst: few.map { ($0.key, $0.watched) } + [(key, watched)])
      few = []
    }
  }
}
