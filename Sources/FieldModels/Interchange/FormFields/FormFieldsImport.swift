/// A document made of the questions of a language server.
enum FormFieldsImport {
  static func document(of fields: JSONValue) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
