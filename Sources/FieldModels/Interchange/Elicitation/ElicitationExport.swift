/// A form as the parameters of an elicitation.
enum ElicitationExport {
  static func schema(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
