/// A form as an XLSForm.
enum XLSFormExport {
  static func tables(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
