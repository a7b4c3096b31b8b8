/// A form as Form.io has it.
enum FormioExport {
  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
