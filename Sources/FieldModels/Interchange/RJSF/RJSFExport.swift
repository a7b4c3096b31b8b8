/// A form as a schema with a uiSchema.
enum RJSFExport {
  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
