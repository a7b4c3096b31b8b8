/// A document made of an issue form of GitHub or Gitea, as YAML or as the value of it.
enum IssueFormImport {
  static func document(of form: ForeignForm) throws(ConversionRefusal) -> Conversion {
    throw ConversionRefusal("This format is not read or written yet")
  }
}
