/// A document made of the first form of a page.
enum HTMLImport {
  static func document(of text: String) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
