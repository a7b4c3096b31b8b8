/// A form as a survey of SurveyJS.
enum SurveyExport {
  static func survey(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
