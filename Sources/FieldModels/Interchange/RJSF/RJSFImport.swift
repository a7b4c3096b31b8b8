import FieldModels

/// A document made of what react-jsonschema-form takes: a schema, and a uiSchema that says how its
/// values are asked for.
enum RJSFImport {
  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard let schema = form["schema"], case .object = schema else {
      throw ConversionRefusal("An object with `schema`, and perhaps `uiSchema`, was expected")
    }
    let live = form["liveValidate"]
    let isLive = live == .bool(true) || live == .string("onChange")
    var made = try JSONSchemaImport.document(
      of: schema, asking: RJSFOptions(form["uiSchema"] ?? .object([]), isLive: isLive))
    for member in JSONSchemaSource.members(of: form) {
      let place = JSONPointer.step(member.name)
      switch member.name {
      case "schema", "uiSchema": break
      case "liveValidate":
        if member.value == .string("onBlur") || member.value.bool != nil || isLive {
          made.report.keep()
        } else {
          made.report.add(.wrongValue, place, "Not a moment at which is checked")
        }
      case "formData":
        made.report.add(.noCounterpart, place, "What was filled in is no part of the form")
      case "showErrorList", "noHtml5Validate", "noValidate", "omitExtraData", "liveOmit",
        "disabled", "readonly", "experimental_defaultFormStateBehavior", "formContext", "idPrefix",
        "idSeparator", "focusOnFirstError", "acceptcharset", "action", "autoComplete", "className",
        "enctype", "extraErrors", "fields", "id", "method", "name", "target", "templates",
        "translateString", "validator", "widgets", "children", "tagName":
        made.report.add(.noCounterpart, place, "A document has no `\(member.name)`")
      default:
        made.report.add(.unknownProperty, place, "A form has no `\(member.name)`")
      }
    }
    return made
  }
}
