/// A document made of a survey of SurveyJS.
enum SurveyImport {
  static func document(of survey: JSONValue) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
