/// What can be wrong with a record of values beside its drafts: what a submission of the form would
/// never commit.
package enum RecordProblem: Equatable, Sendable {
  case notARecord
  /// A member that no field of the form has.
  case unknownKey(String, nearest: String?)
  /// A value of another type than the field commits, by the type that it should have.
  case wrongType(ValueType)
  /// An object is not there, though its group is required.
  case missingObject
  /// A list is not there, though its group is required.
  case missingList
  /// A list has not as many entries as it must have, or more than it may.
  case tooFewEntries(minimum: Int, count: Int)
  case tooManyEntries(maximum: Int, count: Int)
  /// An empty field stands in the record otherwise than it is committed.
  case whenEmpty(EmptyValue, isList: Bool)
  /// A value of a field that is hidden, and would not be committed.
  case hiddenValue
  /// There is no form to hold the record to: its name, and why it can't be read, where that is
  /// known; without a reason the record does not say which, and none is beside it.
  case missingForm(String, why: String?)
  /// The form has so many errors in its text.
  case brokenForm(String, errorCount: Int)
  /// What should be the form is a record itself.
  case circularForm(String)
  /// A validator that the program would have to be asked, and was not.
  case uncheckedValidator(String)

  /// The types of JSON, as JSON Schema calls them.
  package enum ValueType: String, Sendable {
    case string, number, integer, boolean, array, object

    fileprivate var words: String {
      switch self {
      case .string: "text"
      case .number: "a number"
      case .integer: "a whole number"
      case .boolean: "true or false"
      case .array: "a list"
      case .object: "an object { … }"
      }
    }
  }

  package var message: String {
    switch self {
    case .notARecord: "A record is an object { … } of values"
    case .unknownKey(let name, let nearest):
      "The form has no field \"\(name.abridged)\"" + Wording.suggestion(nearest)
    case .wrongType(let type): "Must be \(type.words)"
    case .missingObject: "An object { … } must be here, if only an empty one"
    case .missingList: "A list [ … ] must be here, if only an empty one"
    case .tooFewEntries(let minimum, let count):
      "Too few entries: \(count), at least \(minimum)"
    case .tooManyEntries(let maximum, let count):
      "Too many entries: \(count), at most \(maximum)"
    case .whenEmpty(.null, _): "Where it is empty it is null, or left out"
    case .whenEmpty(.empty, let isList):
      "Where it is empty it is the empty \(isList ? "list" : "text"), or left out"
    case .whenEmpty(.omit, _): "Where it is empty it is left out"
    case .hiddenValue: "The field is hidden, so that nothing is committed of it"
    case .missingForm(let name, let why?):
      "The form \"\(name.abridged)\" can't be read: \(why); nothing is held to it"
    case .missingForm(let name, nil):
      "Nothing is checked: there is no form \"\(name.abridged)\" beside it, and `$form` names no other"
    case .brokenForm(let name, let count):
      "The form \"\(name.abridged)\" has \(count == 1 ? "an error" : "\(count) errors"); "
        + "nothing is held to it until that is mended"
    case .circularForm(let name): "\"\(name.abridged)\" is a record itself, and no form"
    case .uncheckedValidator(let name): "The validator \"\(name)\" is not asked about records"
    }
  }

  package var code: String {
    switch self {
    case .notARecord: "notARecord"
    case .unknownKey: "unknownKey"
    case .wrongType: "wrongType"
    case .missingObject: "missingObject"
    case .missingList: "missingList"
    case .tooFewEntries: "tooFewEntries"
    case .tooManyEntries: "tooManyEntries"
    case .whenEmpty: "whenEmpty"
    case .hiddenValue: "hiddenValue"
    case .missingForm: "missingForm"
    case .brokenForm: "brokenForm"
    case .circularForm: "circularForm"
    case .uncheckedValidator: "uncheckedValidator"
    }
  }

  package var parameters: [JSONValue.Member] {
    switch self {
    case .notARecord, .missingObject, .missingList, .hiddenValue: []
    case .tooFewEntries(let minimum, let count):
      [.init("minEntries", .integer(minimum)), .init("count", .integer(count))]
    case .tooManyEntries(let maximum, let count):
      [.init("maxEntries", .integer(maximum)), .init("count", .integer(count))]
    case .unknownKey(let name, let nearest):
      [.init("key", .string(name))] + Wording.parameter("nearest", nearest)
    case .wrongType(let type): [.init("type", .string(type.rawValue))]
    case .missingForm(let name, _), .circularForm(let name): [.init("form", .string(name))]
    case .brokenForm(let name, let count):
      [.init("form", .string(name)), .init("errors", .integer(count))]
    case .uncheckedValidator(let name): [.init("validator", .string(name))]
    case .whenEmpty(let value, _): [.init("whenEmpty", .string(value.rawValue))]
    }
  }
}
