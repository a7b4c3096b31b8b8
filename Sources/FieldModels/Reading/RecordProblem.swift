/// What can be wrong with a record of values beside its drafts: what a submission of the form would
/// never commit.
package enum RecordProblem: Hashable, Sendable {
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
  case tooFewEntries(minimum: WholeNumber, count: Int)
  case tooManyEntries(maximum: WholeNumber, count: Int)
  /// An empty field stands in the record otherwise than it is committed.
  case whenEmpty(EmptyValue, ValueShape)
  /// A record lacks the key of a field that must be there even if the field is empty, which would be this.
  case missingKey(EmptyValue, ValueShape)
  /// An object or a list is not valid in the schema of its group or of the form; where in it, unless that is told
  /// already.
  case schemaMismatch(ValueSchema.Failure)
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
  /// Two columns of a table are for the same value; the name of the second.
  case duplicateColumn(String)
  /// No column of a table is for a value of the form.
  case noColumns
  /// A row of a table has more or fewer cells than the header has columns.
  case raggedRow(cellCount: Int, columnCount: Int)
  /// A partial record leaves open what stands in some fields or lists, on which it depends whether a
  /// value is right.
  case uncheckedDependency(keys: [String], names: [String])
  /// The form asks something in its own format that its document does not: the code and the words of the
  /// report, and where it stands in the source.
  case uncheckedRule(code: String, why: String, source: String)
  /// What should be records is something else.
  case notJSON(ForeignInput, ForeignInput.Reader)

  /// The types of JSON, as JSON Schema calls them.
  package enum ValueType: String, Sendable {
    case string, number, integer, boolean, array, object

    fileprivate var phrase: Phrase {
      switch self {
      case .string: .typeText
      case .number: .typeNumber
      case .integer: .typeInteger
      case .boolean: .typeBoolean
      case .array: .typeList
      case .object: .typeObject
      }
    }
  }

  /// What is said: the words of the form where it brings some, else those of the language.
  package func message(in wording: Wording) -> String {
    let saying = saying
    return wording.ownText(for: code, saying.values) ?? wording.text(saying)
  }

  private var saying: Saying {
    switch self {
    case .notARecord: Saying(.notARecord)
    case .unknownKey(let name, let nearest):
      Saying(.unknownKey, (.key, .text(name.abridged)), nearest: nearest)
    case .wrongType(let type): Saying(.wrongType, (.type, .phrase(type.phrase)))
    case .missingObject: Saying(.missingObject)
    case .missingList: Saying(.missingList)
    case .tooFewEntries(let minimum, let count):
      Saying(.tooFewEntries, (.count, .number(count)), (.minEntries, .number(minimum)))
    case .tooManyEntries(let maximum, let count):
      Saying(.tooManyEntries, (.count, .number(count)), (.maxEntries, .number(maximum)))
    case .whenEmpty(.null, _): Saying(.whenEmptyNull)
    case .whenEmpty(.empty, let shape): Saying(shape == .one ? .whenEmptyText : .whenEmptyList)
    case .whenEmpty(.omit, _): Saying(.whenEmptyOmit)
    case .missingKey(let value, let shape):
      Saying(.missingKey, (.value, .text(value.written(as: shape) ?? "")))
    case .schemaMismatch(let failure):
      Saying(
        failure.path.isEmpty ? .schemaMismatch : .schemaMismatchAt,
        (.keyword, .text(failure.keyword)), (.path, .text(failure.path.abridged)))
    case .hiddenValue: Saying(.hiddenValue)
    case .missingForm(let name, let why?):
      Saying(.unreadableForm, (.form, .text(name.abridged)), (.why, .text(why)))
    case .missingForm(let name, nil): Saying(.missingForm, (.form, .text(name.abridged)))
    case .brokenForm(let name, let count):
      Saying(.brokenForm, (.form, .text(name.abridged)), (.errors, .number(count)))
    case .circularForm(let name): Saying(.circularForm, (.form, .text(name.abridged)))
    case .uncheckedValidator(let name): Saying(.uncheckedValidator, (.validator, .text(name)))
    case .duplicateColumn(let name): Saying(.duplicateColumn, (.key, .text(name.abridged)))
    case .noColumns: Saying(.noColumns)
    case .raggedRow(let cellCount, let columnCount):
      Saying(.raggedRow, (.count, .number(cellCount)), (.columns, .number(columnCount)))
    case .uncheckedDependency(_, let names): Saying(.uncheckedDependency, (.fields, .list(names)))
    case .uncheckedRule(_, let why, _): Saying(.uncheckedRule, (.why, .text(why)))
    case .notJSON(let input, let reader): input.saying(for: reader)
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
    case .missingKey: "missingKey"
    case .schemaMismatch: "schemaMismatch"
    case .hiddenValue: "hiddenValue"
    case .missingForm: "missingForm"
    case .brokenForm: "brokenForm"
    case .circularForm: "circularForm"
    case .uncheckedValidator: "uncheckedValidator"
    case .duplicateColumn: "duplicateColumn"
    case .noColumns: "noColumns"
    case .raggedRow: "raggedRow"
    case .uncheckedDependency: "uncheckedDependency"
    case .uncheckedRule: "uncheckedRule"
    case .notJSON: "notJSON"
    }
  }

  package var parameters: [JSONValue.Member] {
    switch self {
    case .notARecord, .missingObject, .missingList, .hiddenValue, .noColumns: []
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
    case .schemaMismatch(let failure):
      [.init("keyword", .string(failure.keyword))]
        + (failure.path.isEmpty ? [] : [.init("path", .string(failure.path))])
    case .uncheckedValidator(let name): [.init("validator", .string(name))]
    case .duplicateColumn(let name): [.init("key", .string(name))]
    case .raggedRow(let cellCount, let columnCount):
      [.init("count", .integer(cellCount)), .init("columns", .integer(columnCount))]
    case .uncheckedRule(let code, _, let source):
      [.init("loss", .string(code)), .init("source", .string(source))]
    case .uncheckedDependency(let keys, _):
      [.init("fields", .array(keys.map { .string($0) }))]
    case .notJSON(let input, _): [.init("format", .string(input.name))]
    case .whenEmpty(let value, _), .missingKey(let value, _):
      [.init("whenEmpty", .string(value.rawValue))]
    }
  }
}
