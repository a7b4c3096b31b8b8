/// A document made of an XLSForm.
enum XLSFormImport {
  static func document(of text: String) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
