/// A form as an issue form of GitHub.
enum IssueFormExport {
  static func form(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
