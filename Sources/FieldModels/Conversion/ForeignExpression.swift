import FieldModels

/// An expression of a foreign form, such as `{age} >= 18 and {country} = 'RO'` in SurveyJS, as far as
/// a form may know it.
///
/// Functions and arithmetic are read, so that what follows them is read right; what they say no
/// condition of a form can say.
indirect enum ForeignExpression: Equatable {
  case constant(JSONValue)
  case variable(String)
  case list([ForeignExpression])
  case call(String, [ForeignExpression])
  case unary(Unary, ForeignExpression)
  case binary(Binary, ForeignExpression, ForeignExpression)

  /// The same with a value in the place of some names.
  func replacing(_ names: Set<String>, by value: ForeignExpression) -> ForeignExpression {
    replacingNames { names.contains($0) ? value : nil }
  }

  /// The same with something in the place of each name; nil from `body` keeps it.
  func replacingNames(_ body: (String) -> ForeignExpression?) -> ForeignExpression {
    switch self {
    case .variable(let name): body(name) ?? self
    case .constant: self
    case .list(let parts): .list(parts.map { $0.replacingNames(body) })
    case .call(let name, let parts): .call(name, parts.map { $0.replacingNames(body) })
    case .unary(let operation, let part): .unary(operation, part.replacingNames(body))
    case .binary(let operation, let first, let second):
      .binary(operation, first.replacingNames(body), second.replacingNames(body))
    }
  }

  /// The names that stand in it.
  var names: [String] {
    switch self {
    case .variable(let name): [name]
    case .constant: []
    case .list(let parts), .call(_, let parts): parts.flatMap { $0.names }
    case .unary(_, let part): part.names
    case .binary(_, let first, let second): first.names + second.names
    }
  }

  /// What is done to one value.
  enum Unary: String { case empty, notempty, negate }

  /// What is done to two values.
  enum Binary: String {
    case or, and
    case equal, notequal, less, greater, lessorequal, greaterorequal
    case plus, minus, times, divided, modulo, power
    case contains, notcontains, anyof, allof, noneof

    /// The same comparison with its sides exchanged; nil for what is none.
    var turned: Binary? {
      switch self {
      case .equal, .notequal: self
      case .less: .greater
      case .greater: .less
      case .lessorequal: .greaterorequal
      case .greaterorequal: .lessorequal
      case .or, .and, .plus, .minus, .times, .divided, .modulo, .power, .contains, .notcontains,
        .anyof, .allof, .noneof:
        nil
      }
    }

    /// How an expression of a form writes it; nil for what is no order.
    var sign: Expression.Operator? {
      switch self {
      case .less: .less
      case .greater: .greater
      case .lessorequal: .atMost
      case .greaterorequal: .atLeast
      case .equal, .notequal, .or, .and, .plus, .minus, .times, .divided, .modulo, .power,
        .contains, .notcontains, .anyof, .allof, .noneof:
        nil
      }
    }

    /// The order that holds of two numbers where this one does not; nil for what is no order.
    var outside: Binary? {
      switch self {
      case .less: .greaterorequal
      case .greater: .lessorequal
      case .lessorequal: .greater
      case .greaterorequal: .less
      case .equal, .notequal, .or, .and, .plus, .minus, .times, .divided, .modulo, .power,
        .contains, .notcontains, .anyof, .allof, .noneof:
        nil
      }
    }

    /// What holds exactly when this does not, both sides being there.
    var opposite: Binary? {
      switch self {
      case .or: .and
      case .and: .or
      case .equal: .notequal
      case .notequal: .equal
      case .contains: .notcontains
      case .notcontains: .contains
      case .anyof: .noneof
      case .noneof: .anyof
      case .less, .greater, .lessorequal, .greaterorequal, .allof, .plus, .minus, .times, .divided,
        .modulo, .power:
        nil
      }
    }
  }
}

// An order as tests of a condition.
extension ForeignExpression.Binary {
  /// Whether what is equal fulfils the order, too.
  var takesEqual: Bool { self == .lessorequal || self == .greaterorequal }

  /// The test of the order without what is equal.
  func strictTest(against bound: String) -> Condition.Test {
    self == .greater || self == .greaterorequal ? .isGreater(than: bound) : .isLess(than: bound)
  }
}
