/// How the content of a field fails a rule, with the rule's parameters.
package enum DraftProblem: Hashable, Sendable {
  case valueMissing(field: String)
  case tooLong(count: Int, limit: Int, unit: LengthUnit)
  case tooShort(count: Int, limit: Int, unit: LengthUnit)
  case tooFewRows(count: Int, limit: Int)
  case tooManyRows(count: Int, limit: Int)
  case typeMismatch(Format)
  case patternMismatch(source: String)
  case rangeUnderflow(limit: String, isExclusive: Bool)
  case rangeOverflow(limit: String, isExclusive: Bool)
  /// `unit` is what the steps count, where that is not plain numbers: "day".
  case stepMismatch(step: String, base: String, unit: String?)
  case notANumber
  /// Beyond the numbers that programs hold.
  case numberTooLarge
  /// Beyond the whole numbers that every reader of JSON has exactly.
  case integerTooLarge
  case notAnInteger
  case notABoolean
  case notADate(why: String)
  case notAChoice(nearest: String?)
  case disabledChoice(label: String)
  /// A row is in the list more than once; nil in a secure field.
  case chosenTwice(label: String?)
  case notOneOf([String])
  case notEqual(key: String, field: String)
  /// An earlier entry of the list has the same in the fields by which entries must differ; and which
  /// that is by its number, where it has one.
  case notUnique([String], entry: Int?)
  case refused(validator: String, message: String?)
  /// A validator has not answered in time, so whether the draft is right is not known.
  case unanswered(validator: String)
  /// A client has set the error.
  case setByHand(message: String)

  /// The names of HTML's `ValidityState` that say why a value is not valid, and one for lists, which
  /// HTML does not have.
  package enum Code: String, Sendable {
    case valueMissing, typeMismatch, patternMismatch, tooLong, tooShort, rangeUnderflow
    case rangeOverflow, stepMismatch, badInput, customError, notUnique

    /// Where the HTML standard defines it.
    package var reference: String? {
      let anchor: String
      switch self {
      case .notUnique: return nil
      case .valueMissing: anchor = "being-missing"
      case .typeMismatch: anchor = "a-type-mismatch"
      case .patternMismatch: anchor = "a-pattern-mismatch"
      case .tooLong: anchor = "being-too-long"
      case .tooShort: anchor = "being-too-short"
      case .rangeUnderflow: anchor = "an-underflow"
      case .rangeOverflow: anchor = "an-overflow"
      case .stepMismatch: anchor = "a-step-mismatch"
      case .badInput: anchor = "bad-input"
      case .customError: anchor = "a-custom-error"
      }
      let page = "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html"
      return page + "#suffering-from-" + anchor
    }
  }

  package var code: Code {
    switch self {
    case .valueMissing: .valueMissing
    case .tooLong: .tooLong
    case .tooShort: .tooShort
    case .tooFewRows: .rangeUnderflow
    case .tooManyRows: .rangeOverflow
    case .typeMismatch: .typeMismatch
    case .patternMismatch: .patternMismatch
    case .rangeUnderflow: .rangeUnderflow
    case .rangeOverflow: .rangeOverflow
    case .stepMismatch: .stepMismatch
    case .notANumber, .numberTooLarge, .integerTooLarge, .notAnInteger, .notABoolean,
      .notADate, .notAChoice, .disabledChoice, .chosenTwice:
      .badInput
    case .notUnique: .notUnique
    case .notOneOf, .notEqual, .refused, .unanswered, .setByHand: .customError
    }
  }

  package var message: String {
    switch self {
    case .valueMissing(let field): "\(field) is required"
    case .tooLong(let count, let limit, let unit):
      "Too long: \(unit.amount(count)), at most \(limit)"
    case .tooShort(let count, let limit, let unit):
      "Too short: \(unit.amount(count)), at least \(limit)"
    case .tooFewRows(let count, let limit): "Too few: \(count) chosen, at least \(limit)"
    case .tooManyRows(let count, let limit): "Too many: \(count) chosen, at most \(limit)"
    case .typeMismatch(let format): format.message
    case .patternMismatch: "Not in the expected form"
    case .rangeUnderflow(let limit, let isExclusive):
      isExclusive ? "Must be more than \(limit)" : "Must be at least \(limit)"
    case .rangeOverflow(let limit, let isExclusive):
      isExclusive ? "Must be less than \(limit)" : "Must be at most \(limit)"
    case .stepMismatch(let step, let base, nil):
      base == "0" ? "Must be a multiple of \(step)" : "Must be in steps of \(step) from \(base)"
    case .stepMismatch(let step, let base, let unit?):
      "Must be in steps of \(step) \(unit)\(step == "1" ? "" : "s")"
        + (base == "0" ? "" : " from \(base)")
    case .notANumber: "Not a number"
    case .numberTooLarge: "Larger or longer than a number can be"
    case .integerTooLarge: "Whole numbers go up to 9007199254740991"
    case .notAnInteger: "Not a whole number"
    case .notABoolean: "Neither true nor false"
    case .notADate(let why): why
    case .notAChoice(let nearest): "Not one of the choices" + Wording.suggestion(nearest)
    case .disabledChoice(let label): "\(label) can't be chosen"
    case .chosenTwice(let label): "\(label ?? "A row") is chosen more than once"
    case .notOneOf(let values): "Must be one of \(Wording.list(values))"
    case .notEqual(_, let field): "Must be the same as \(field)"
    case .notUnique(let labels, let entry):
      "Entries must differ in \(Wording.list(labels))"
        + (entry.map { "; entry \($0 + 1) is the same" } ?? "")
    case .refused(_, let message): message ?? Self.notAccepted
    case .unanswered: "Could not be checked: the check did not answer"
    case .setByHand(let message): message
    }
  }

  /// What is said where nobody has words, or where those that there are give a draft away.
  static let notAccepted = "Not accepted"

  package var parameters: [JSONValue.Member] {
    switch self {
    case .valueMissing, .notANumber, .numberTooLarge, .integerTooLarge, .notAnInteger,
      .notABoolean, .notADate, .setByHand:
      []
    case .tooLong(let count, let limit, let unit):
      Self.limit("maxLength", limit, count: count) + [.init("lengthUnit", .string(unit.rawValue))]
    case .tooShort(let count, let limit, let unit):
      Self.limit("minLength", limit, count: count) + [.init("lengthUnit", .string(unit.rawValue))]
    case .tooFewRows(let count, let limit): Self.limit("minItems", limit, count: count)
    case .tooManyRows(let count, let limit): Self.limit("maxItems", limit, count: count)
    case .typeMismatch(let format): [.init("format", .string(format.rawValue))]
    case .patternMismatch(let source): [.init("pattern", .string(source))]
    case .rangeUnderflow(let limit, let isExclusive):
      [.init(isExclusive ? "exclusiveMinimum" : "minimum", .string(limit))]
    case .rangeOverflow(let limit, let isExclusive):
      [.init(isExclusive ? "exclusiveMaximum" : "maximum", .string(limit))]
    case .stepMismatch(let step, let base, _):
      [.init("step", .string(step)), .init("stepBase", .string(base))]
    case .notAChoice(let nearest): Wording.parameter("nearest", nearest)
    case .disabledChoice(let label): [.init("choice", .string(label))]
    case .chosenTwice(let label): Wording.parameter("choice", label)
    case .notOneOf(let values): [.init("oneOf", .array(values.map { .string($0) }))]
    case .notEqual(let key, _): [.init("equals", .string(key))]
    case .notUnique(_, let entry): entry.map { [.init("entry", .integer($0))] } ?? []
    case .refused(let validator, _), .unanswered(let validator):
      [.init("validator", .string(validator))]
    }
  }

  private static func limit(_ name: String, _ limit: Int, count: Int) -> [JSONValue.Member] {
    [.init(name, .integer(limit)), .init("count", .integer(count))]
  }
}

extension LengthUnit {
  /// An amount in words: "3 characters".
  package func amount(_ count: Int) -> String {
    let isOne = count == 1
    return switch self {
    case .grapheme: isOne ? "1 character" : "\(count) characters"
    case .scalar: isOne ? "1 code point" : "\(count) code points"
    case .utf16: isOne ? "1 UTF-16 unit" : "\(count) UTF-16 units"
    case .utf8: isOne ? "1 byte" : "\(count) bytes"
    case .words: isOne ? "1 word" : "\(count) words"
    }
  }
}
