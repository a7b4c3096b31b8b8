package import FieldModels

/// By which names documents of editors are forms in the formats of others.
extension FormFormat {
  /// The endings of files by which an editor's document is known as a form in this format; a name
  /// such as `signup.surveyjs.json` always says it.
  var fileEndings: [String] {
    switch self {
    case .fields: []
    case .jsonSchema: [".schema.json", ".json-schema.json"]
    case .rjsf, .formio, .mcp, .lspForm, .xlsform: [".\(rawValue).json"]
    case .surveyjs: [".surveyjs.json", ".survey.json"]
    case .html: [".html", ".htm"]
    case .github: [".github.yml", ".github.yaml"]
    }
  }

  /// The format of a document of an editor, by its name; nil for a field document, or a record.
  package init?(ofDocument uri: String) {
    let name = uri.lowercased()
    let isIssueForm =
      name.contains("/issue_template/") && (name.hasSuffix(".yml") || name.hasSuffix(".yaml"))
      && !name.hasSuffix("/config.yml") && !name.hasSuffix("/config.yaml")
    let format =
      isIssueForm
      ? FormFormat.github
      : Self.allCases.first { format in format.fileEndings.contains { name.hasSuffix($0) } }
    guard let format else { return nil }
    self = format
  }
}
