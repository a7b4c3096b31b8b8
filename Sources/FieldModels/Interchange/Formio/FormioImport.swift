/// A document made of a form of Form.io.
enum FormioImport {
  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
