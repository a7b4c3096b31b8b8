/// A document made of the schema of an elicitation, or of its parameters.
enum ElicitationImport {
  static func document(of schema: JSONValue) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
