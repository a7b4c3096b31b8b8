/// A form as the questions of a language server.
enum FormFieldsExport {
  static func fields(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
