/// How the content of a field fails a rule, with the rule's parameters.
package enum DraftProblem: Hashable, Sendable {
  case valueMissing(field: String)
  case tooLong(count: Int, limit: WholeNumber, unit: LengthUnit)
  case tooShort(count: Int, limit: WholeNumber, unit: LengthUnit)
  case tooFewRows(count: Int, limit: WholeNumber)
  case tooManyRows(count: Int, limit: WholeNumber)
  case typeMismatch(Format)
  case patternMismatch(source: String)
  case rangeUnderflow(limit: String, isExclusive: Bool)
  case rangeOverflow(limit: String, isExclusive: Bool)
  /// `unit` is what the steps count, where that is not plain numbers.
  case stepMismatch(step: String, base: String, unit: Scale.Unit?)
  case notANumber
  /// A person has typed what may be two numbers.
  case unclearNumber(UnclearNumber)
  /// Beyond the numbers that programs hold.
  case numberTooLarge
  /// Beyond the last whole number that the field takes.
  case integerTooLarge(limit: Decimal)
  /// Before the first one.
  case integerTooLow(limit: Decimal)
  case notAnInteger
  case notABoolean
  /// The draft of a field of any value is no JSON.
  case notJSON
  /// Why it is none may tell a part of it, so that nobody knows of a secure field.
  case notADate(why: DateProblem?)
  /// `choices` are the first texts of rows, one more than `Wording.listLimit` where there are more; none
  /// where they would tell of a secure field.
  case notAChoice(nearest: String?, choices: [String])
  case disabledChoice(label: String)
  /// A row that is chosen alone stands beside others; nil in a secure field.
  case notAlone(label: String?)
  /// A row is in the list more than once; nil in a secure field.
  case chosenTwice(label: String?)
  case notOneOf([String])
  case notEqual(key: String, field: String)
  /// What a rule calculates of this and other fields is false.
  case notTrue(Expression)
  /// The value is not valid in the schema of a rule; where in the value is left out of a secure field.
  case schemaMismatch(ValueSchema.Failure)
  /// An earlier entry of the list has the same in the fields by which entries must differ; and which
  /// that is by its number, where it has one.
  case notUnique([String], entry: Int?)
  case refused(validator: String, message: String?)
  /// A validator could not check the draft, for a reason in its own words if it gave any, so whether the
  /// draft is right is not known.
  case checkFailed(validator: String, reason: String?)
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
    case .notANumber, .unclearNumber, .numberTooLarge, .integerTooLarge, .integerTooLow,
      .notAnInteger, .notABoolean, .notJSON,
      .notADate, .notAChoice, .disabledChoice, .notAlone, .chosenTwice:
      .badInput
    case .notUnique: .notUnique
    case .notOneOf, .notEqual, .notTrue, .schemaMismatch, .refused, .checkFailed, .unanswered,
      .setByHand:
      .customError
    }
  }

  /// What is said: the words of whoever refused, else those of the form, else the language's.
  package func message(in wording: Wording) -> String {
    switch self {
    case .refused(_, let message?), .setByHand(let message):
      return message == Self.notAccepted ? wording.text(.notAccepted) : message
    // Whether the draft is wrong is not known.
    case .checkFailed, .unanswered: return wording.text(saying)
    case .valueMissing, .tooLong, .tooShort, .tooFewRows, .tooManyRows, .typeMismatch,
      .patternMismatch, .rangeUnderflow, .rangeOverflow, .stepMismatch, .notANumber,
      .unclearNumber, .numberTooLarge, .integerTooLarge, .integerTooLow, .notAnInteger,
      .notABoolean, .notJSON, .notADate,
      .notAChoice,
      .disabledChoice, .notAlone, .chosenTwice, .notOneOf, .notEqual, .notTrue,
      .schemaMismatch, .notUnique,
      .refused(_, nil):
      let saying = saying
      return wording.ownText(for: code.rawValue, saying.values) ?? wording.text(saying)
    }
  }

  private var saying: Saying {
    switch self {
    case .valueMissing(let field): Saying(.valueMissing, (.field, Self.name(field)))
    case .tooLong(let count, let limit, let unit):
      Saying(
        .tooLong, (.amount, .amount(WholeNumber(count), unit)), (.maxLength, .number(limit)),
        (.count, .number(count)))
    case .tooShort(let count, let limit, let unit):
      Saying(
        .tooShort, (.amount, .amount(WholeNumber(count), unit)), (.minLength, .number(limit)),
        (.count, .number(count)))
    case .tooFewRows(let count, let limit):
      Saying(.tooFewRows, (.count, .number(count)), (.minItems, .number(limit)))
    case .tooManyRows(let count, let limit):
      Saying(.tooManyRows, (.count, .number(count)), (.maxItems, .number(limit)))
    case .typeMismatch(let format):
      Saying(format.phrase, (.format, .text(format.rawValue)))
    case .patternMismatch(let source): Saying(.patternMismatch, (.pattern, .text(source)))
    case .rangeUnderflow(let limit, false): Saying(.atLeast, (.minimum, Self.end(limit)))
    case .rangeUnderflow(let limit, true):
      Saying(.moreThan, (.exclusiveMinimum, Self.end(limit)))
    case .rangeOverflow(let limit, false): Saying(.atMost, (.maximum, Self.end(limit)))
    case .rangeOverflow(let limit, true): Saying(.lessThan, (.exclusiveMaximum, Self.end(limit)))
    case .stepMismatch(let step, let base, let unit):
      Saying(
        base != "0" ? .stepsFrom : unit == nil ? .multiple : .steps,
        (.step, Self.step(step, unit)), (.stepBase, .text(base)))
    case .notANumber: Saying(.notNumber)
    case .unclearNumber(let numbers):
      Saying(.unclearNumber, (.first, .text(numbers.first)), (.second, .text(numbers.second)))
    case .numberTooLarge: Saying(.numberTooLarge)
    case .integerTooLarge(let limit):
      Saying(.integerTooLarge, (.limit, .decimal(limit.description)))
    case .integerTooLow(let limit): Saying(.integerTooLow, (.limit, .decimal(limit.description)))
    case .notAnInteger: Saying(.notInteger)
    case .notABoolean: Saying(.notABoolean)
    case .notJSON: Saying(.notJSON)
    case .notADate(let why): why?.saying ?? Saying(.notADate)
    case .notAChoice(let nearest, let choices): Self.strange(nearest, choices)
    case .disabledChoice(let label): Saying(.disabledChoice, (.choice, .text(label)))
    case .notAlone(let label?): Saying(.notAlone, (.choice, .text(label)))
    case .notAlone(nil): Saying(.rowNotAlone)
    case .chosenTwice(let label?): Saying(.chosenTwice, (.choice, .text(label)))
    case .chosenTwice(nil): Saying(.rowChosenTwice)
    case .notOneOf(let values): Saying(.notOneOf, (.oneOf, .list(values)))
    case .notEqual(let key, let field):
      Saying(.notEqual, (.field, Self.name(field)), (.equals, .text(key)))
    case .notTrue(let expression):
      Saying(.notTrue, (.expression, .text(expression.source.abridged)))
    case .schemaMismatch(let failure):
      Saying(
        failure.path.isEmpty ? .schemaMismatch : .schemaMismatchAt,
        (.keyword, .text(failure.keyword)), (.path, .text(failure.path.abridged)))
    case .notUnique(let labels, nil): Saying(.notUnique, (.fields, .list(labels)))
    case .notUnique(let labels, let entry?):
      Saying(.notUniqueEntry, (.fields, .list(labels)), (.entry, .number(entry + 1)))
    case .refused(let validator, _), .setByHand(let validator):
      Saying(.notAccepted, (.validator, .text(validator)))
    case .checkFailed(let validator, _): Saying(.checkFailed, (.validator, .text(validator)))
    case .unanswered(let validator): Saying(.unanswered, (.validator, .text(validator)))
    }
  }

  private static func strange(_ nearest: String?, _ choices: [String]) -> Saying {
    var saying = Saying(choices.isEmpty ? .notAChoice : .notAmongChoices, nearest: nearest)
    if let nearest { saying.values.append(.init(name: .nearest, content: .text(nearest))) }
    if !choices.isEmpty { saying.values.append(.init(name: .choices, content: .list(choices))) }
    return saying
  }

  /// A field's name, which it may not have.
  private static func name(_ field: String) -> Saying.Content {
    field == FieldDefinition.unnamed ? .phrase(.thisField) : .text(field)
  }

  /// A limit as people read it.
  private static func end(_ limit: String) -> Saying.Content {
    limit == DateBound.todayWord ? .phrase(.today) : .text(limit)
  }

  private static func step(_ step: String, _ unit: Scale.Unit?) -> Saying.Content {
    let phrase: Phrase
    switch unit {
    case nil: return .text(step)
    case .day: phrase = .stepDays
    case .second: phrase = .stepSeconds
    case .month: phrase = .stepMonths
    case .week: phrase = .stepWeeks
    }
    return .saying(Saying(phrase, (.count, .decimal(step))))
  }

  /// What is set by hand where the words that there are give a draft away.
  static let notAccepted = "Not accepted"

  package var parameters: [JSONValue.Member] {
    switch self {
    case .valueMissing, .notANumber, .unclearNumber, .numberTooLarge, .integerTooLarge,
      .integerTooLow, .notAnInteger,
      .notABoolean, .notJSON, .notADate, .setByHand:
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
    case .notAChoice(let nearest, let choices):
      Wording.parameter("nearest", nearest)
        + (choices.isEmpty
          ? [] : [.init("choices", .array(choices.prefix(Wording.listLimit).map { .string($0) }))])
    case .disabledChoice(let label): [.init("choice", .string(label))]
    case .notAlone(let label), .chosenTwice(let label): Wording.parameter("choice", label)
    case .notOneOf(let values): [.init("oneOf", .array(values.map { .string($0) }))]
    case .notEqual(let key, _): [.init("equals", .string(key))]
    case .notTrue(let expression): [.init("expression", .string(expression.source))]
    case .schemaMismatch(let failure):
      [.init("keyword", .string(failure.keyword)), .init("path", .string(failure.path))]
    case .notUnique(_, let entry): entry.map { [.init("entry", .integer($0))] } ?? []
    case .refused(let validator, _), .unanswered(let validator):
      [.init("validator", .string(validator))]
    case .checkFailed(let validator, let reason):
      [.init("validator", .string(validator))] + Wording.parameter("reason", reason)
    }
  }

  private static func limit(_ name: String, _ limit: WholeNumber, count: Int) -> [JSONValue.Member]
  {
    [.init(name, .integer(limit)), .init("count", .integer(count))]
  }
}
