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

  package var saying: Saying {
    switch self {
    case .duplicateKey(let key): Saying(.duplicateKey, (.key, .text(key)))
    case .duplicateGroup(let key): Saying(.duplicateGroup, (.key, .text(key)))
    case .emptyKey: Saying(.emptyKey)
    case .duplicatePath(let path): Saying(.duplicatePath, (.path, .text(path.abridged)))
    case .crossedPath(let path): Saying(.crossedPath, (.path, .text(path.abridged)))
    case .pathInList(let path, let list):
      Saying(.pathInList, (.path, .text(path.abridged)), (.list, .text(list)))
    case .unknownList(let key, let nearest):
      Saying(.unknownList, (.key, .text(key)), nearest: nearest)
    case .fieldInList(let key, let property, let list):
      Saying(
        .fieldInList, (.property, .text(property)), (.list, .text(list)), (.key, .text(key)))
    case .fieldNotInList(let key, let nearest):
      Saying(.fieldNotInList, (.key, .text(key)), nearest: nearest)
    case .missingPath(let name): Saying(.missingPath, (.property, .text(name.rawValue)))
    case .unknownField(let key, let property, let nearest):
      Saying(
        .unknownField, (.property, .text(property)), (.key, .text(key)), nearest: nearest)
    case .incomparableField(let key, let property, let its, let own):
      Saying(
        .incomparableField, (.property, .text(property)), (.key, .text(key)),
        (.type, .phrase(its.content)), (.other, .phrase(own.content)))
    case .unknownGroup(let key, let nearest):
      Saying(.unknownGroup, (.key, .text(key)), nearest: nearest)
    case .unknownSource(let name, let nearest):
      Saying(.unknownSource, (.name, .text(name)), nearest: nearest)
    case .unknownFormat(let name, let nearest):
      Saying(.unknownFormat, (.name, .text(name)), nearest: nearest)
    case .unknownValidator(let name, let nearest):
      Saying(.unknownValidator, (.name, .text(name)), nearest: nearest)
    case .emptyRule: Saying(.emptyRule)
    case .crowdedRule(let names): Saying(.crowdedRule, (.names, .list(names)))
    case .emptyCondition: Saying(.emptyCondition)
    case .crowdedCondition(let names): Saying(.crowdedCondition, (.names, .list(names)))
    case .stepWithoutSize: Saying(.stepWithoutSize)
    case .crossedLimits(let lower, let upper):
      Saying(.crossedLimits, (.lower, .text(lower)), (.upper, .text(upper)))
    case .correctedAutofill: Saying(.correctedAutofill)
    case .tooMuch(let limit): Saying(limit.phrase, (.limit, .number(limit.count)))
    case .uncheckedRecord: Saying(.uncheckedRecord)
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
