/// What can be wrong with a form whose text is right: names that lead nowhere, rules that
/// check nothing or can't pass.
package enum FormProblem: Equatable, Sendable {
  case duplicateKey(String)
  case duplicateGroup(String)
  case emptyKey
  /// Two values at one place of a record.
  case duplicatePath(String)
  /// A value where another field's path leads on.
  case crossedPath(String)
  /// A value, an object or a list where a list stands, or in it.
  case pathInList(String, list: String)
  /// Entries of a list that no group is.
  case unknownList(String, nearest: String?)
  /// A field of a list where only one outside of it, or of another list, can be meant.
  case fieldInList(String, property: String, list: String)
  /// A field by which entries are to differ is none of theirs.
  case fieldNotInList(String, nearest: String?)
  /// Something is said of the object of a group that has none.
  case missingPath(Property.Name)
  case unknownField(String, property: String, nearest: String?)
  case unknownGroup(String, nearest: String?)
  /// A field is compared with one whose drafts are of another sort.
  case incomparableField(String, property: String, its: Scale, own: Scale)
  case unknownSource(String, nearest: String?)
  case unknownFormat(String, nearest: String?)
  case unknownValidator(String, nearest: String?)
  case emptyRule
  case crowdedRule([String])
  case emptyCondition
  case crowdedCondition([String])
  case stepWithoutSize
  case crossedLimits(lower: String, upper: String)
  case correctedAutofill
  /// A field holds more of something than is read.
  case tooMuch(FieldLimit)
  /// A record of values, whose form is not looked up.
  case uncheckedRecord

  package var message: String {
    switch self {
    case .duplicateKey(let key): "The key \"\(key)\" is used by more than one field"
    case .duplicateGroup(let key): "The key \"\(key)\" is used by more than one group"
    case .emptyKey: "A key can't be empty"
    case .duplicatePath(let path):
      "The value would stand at \"\(path.abridged)\", where another field's stands"
    case .crossedPath(let path):
      "The value would stand at \"\(path.abridged)\", where an object with other values stands"
    case .pathInList(let path, let list):
      "The value would stand at \"\(path.abridged)\", in the list \"\(list)\" or around it"
    case .unknownList(let key, let nearest):
      "No group with the key \"\(key)\" repeats" + Wording.suggestion(nearest)
    case .fieldInList(let key, let property, let list):
      "`\(property)`: each entry of the list \"\(list)\" has a \"\(key)\"; "
        + "outside of it the list is asked, by its key"
    case .fieldNotInList(let key, let nearest):
      "`unique`: the list has no field with the key \"\(key)\"" + Wording.suggestion(nearest)
    case .missingPath(let name):
      "`\(name.rawValue)` is about the object that a group with a `path` has, and this one has none"
    case .unknownField(let key, let property, let nearest):
      "`\(property)`: no field has the key \"\(key)\"" + Wording.suggestion(nearest)
    case .incomparableField(let key, let property, let its, let own):
      "`\(property)`: \"\(key)\" holds \(its.content), which does not compare with \(own.content)"
    case .unknownGroup(let key, let nearest):
      "No group has the key \"\(key)\"" + Wording.suggestion(nearest)
    case .unknownSource(let name, let nearest):
      "No autofill source is called \"\(name)\"" + Wording.suggestion(nearest)
    case .unknownFormat(let name, let nearest):
      "No format is called \"\(name)\"" + Wording.suggestion(nearest)
    case .unknownValidator(let name, let nearest):
      "No validator \"\(name)\" is registered with this daemon, so the rule is not checked"
        + Wording.suggestion(nearest)
    case .emptyRule: "The rule checks nothing: it needs `format`, `pattern`, `minLength`, …"
    case .crowdedRule(let names):
      "A rule checks one thing; give \(Wording.list(names)) a rule each"
    case .emptyCondition: "The condition asks nothing: it needs `key` with `is`, `filled`, …"
    case .crowdedCondition(let names):
      "A condition asks one thing; put \(Wording.list(names)) into `all`"
    case .stepWithoutSize: "`step` is greater than 0"
    case .crossedLimits(let lower, let upper):
      "Nothing can pass: `\(lower)` is greater than `\(upper)`"
    case .correctedAutofill:
      "Autocorrection gets in the way of autofill; `\"autocorrection\": \"no\"` turns it off"
    case .tooMuch(let limit): limit.message
    case .uncheckedRecord:
      "This is a record of values (`$form`), and no form"
    }
  }

  package var code: String {
    switch self {
    case .duplicateKey: "duplicateKey"
    case .duplicateGroup: "duplicateGroup"
    case .emptyKey: "emptyKey"
    case .duplicatePath: "duplicatePath"
    case .crossedPath: "crossedPath"
    case .pathInList: "pathInList"
    case .unknownList: "unknownList"
    case .fieldInList: "fieldInList"
    case .fieldNotInList: "fieldNotInList"
    case .missingPath: "missingPath"
    case .unknownField: "unknownField"
    case .unknownGroup: "unknownGroup"
    case .incomparableField: "incomparableField"
    case .unknownSource: "unknownSource"
    case .unknownFormat: "unknownFormat"
    case .unknownValidator: "unknownValidator"
    case .emptyRule: "emptyRule"
    case .crowdedRule: "crowdedRule"
    case .emptyCondition: "emptyCondition"
    case .crowdedCondition: "crowdedCondition"
    case .stepWithoutSize: "stepWithoutSize"
    case .crossedLimits: "crossedLimits"
    case .correctedAutofill: "correctedAutofill"
    case .tooMuch: "tooMuch"
    case .uncheckedRecord: "uncheckedRecord"
    }
  }

  package var parameters: [JSONValue.Member] {
    switch self {
    case .duplicateKey(let key), .duplicateGroup(let key): [.init("key", .string(key))]
    case .duplicatePath(let path), .crossedPath(let path): [.init("path", .string(path))]
    case .unknownField(let key, let property, let nearest):
      [.init("key", .string(key)), .init("property", .string(property))]
        + Wording.parameter("nearest", nearest)
    case .unknownGroup(let name, let nearest), .unknownSource(let name, let nearest),
      .unknownFormat(let name, let nearest), .unknownValidator(let name, let nearest):
      [.init("name", .string(name))] + Wording.parameter("nearest", nearest)
    case .incomparableField(let key, let property, _, _):
      [.init("key", .string(key)), .init("property", .string(property))]
    case .crossedLimits(let lower, let upper):
      [.init("lower", .string(lower)), .init("upper", .string(upper))]
    case .tooMuch(let limit): [.init("limit", .integer(limit.count))]
    case .pathInList(let path, let list):
      [.init("path", .string(path)), .init("list", .string(list))]
    case .fieldInList(let key, let property, let list):
      [
        .init("key", .string(key)), .init("property", .string(property)),
        .init("list", .string(list)),
      ]
    case .fieldNotInList(let key, let nearest), .unknownList(let key, let nearest):
      [.init("key", .string(key))] + Wording.parameter("nearest", nearest)
    case .missingPath(let name): [.init("property", .string(name.rawValue))]
    case .emptyKey, .emptyRule, .crowdedRule, .emptyCondition, .crowdedCondition,
      .stepWithoutSize, .correctedAutofill, .uncheckedRecord:
      []
    }
  }
}
