import FieldModels

/// A document made of the schema of an elicitation, of its parameters, or of the whole request.
///
/// The schema is one of JSON Schema and read as such, so that what a server sends beyond the
/// specification, such as objects in objects, is understood if it can be.
enum ElicitationImport {
  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    if form["method"] == .string("elicitation/create"), let params = form["params"] {
      return try document(of: params, at: "/params")
    }
    return try document(of: form, at: "")
  }

  private static func document(
    of form: JSONValue, at place: String
  ) throws(ConversionRefusal) -> Conversion {
    if form["mode"] == .string("url") {
      throw ConversionRefusal(
        "An elicitation by URL is no form: what is asked for must not come through the client",
        path: place + "/mode")
    }
    guard let schema = form["requestedSchema"] else {
      return try read(form, at: place)
    }
    let path = place + "/requestedSchema"
    var made = try read(schema, at: path)
    for member in form.members {
      switch member.name {
      case "requestedSchema": break
      case "message": tell(member.value, in: &made, at: place, path)
      // Both are about how the question travels.
      case "mode", "_meta": made.report.keep()
      default:
        made.report.add(
          .unknownProperty, place + JSONPointer.step(member.name),
          "An elicitation has no `\(member.name)`")
      }
    }
    return made
  }

  /// What the question is becomes the description of the form.
  private static func tell(
    _ message: JSONValue, in made: inout Conversion, at place: String, _ schema: String
  ) {
    guard let text = message.string, case .value(let value) = made.form else {
      return made.report.add(.wrongValue, place + "/message", "A message is a text")
    }
    var members = value.members
    let own = members["description"]?.string
    if let own, own != text {
      made.report.exactCount -= 1
      made.report.add(
        .reinterpreted, schema + "/description", "It stands behind the message, as one text",
        effect: .nothing)
      members["description"] = .string(text + "\n\n" + own)
    } else if own == nil {
      let index = members.first?.name == "title" ? 1 : 0
      members.insert(.init("description", .string(text)), at: index)
    }
    made.report.keep()
    made.form = .value(.object(members))
  }

  private static func read(
    _ schema: JSONValue, at place: String
  ) throws(ConversionRefusal) -> Conversion {
    guard schema["properties"] != nil else {
      throw ConversionRefusal(
        "An elicitation has `requestedSchema`, an object with `properties`", path: place)
    }
    // A client answers with texts, numbers, truth values and rows alone.
    var made = try JSONSchemaImport.document(of: schema, withAny: false)
    for property in JSONSchemaSource.members(of: schema["properties"] ?? .null)
    where !isFlat(property.value) {
      made.report.add(
        .reinterpreted, "/properties" + JSONPointer.step(property.name),
        "The specification has texts, numbers, true and false and rows only; clients may refuse this",
        effect: .nothing
      )
    }
    if !place.isEmpty {
      made.report.entries = made.report.entries.map { entry in
        entry.moved(to: place + entry.path)
      }
      made.origins = made.origins.mapValues { place + $0 }
    }
    return made
  }

  /// Whether a property is one that the specification has.
  private static func isFlat(_ property: JSONValue) -> Bool {
    switch property["type"]?.string {
    case "string", "number", "integer", "boolean": true
    case "array": property["items"]?["enum"] != nil || property["items"]?["anyOf"] != nil
    default: false
    }
  }
}
