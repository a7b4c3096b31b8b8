/// A document made of a schema with a uiSchema.
enum RJSFImport {
  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
