/// By which names files and documents of editors are forms in the formats of others.
extension FormFormat {
  /// The endings of files by which a form in this format is known; a name such as `signup.surveyjs.json`
  /// always says it.
  var fileEndings: [String] {
    switch self {
    case .fields, .typescript: []
    case .jsonSchema: [".schema.json", ".json-schema.json"]
    case .rjsf, .formio, .mcp, .lspForm, .xlsform, .slack, .adaptiveCards, .awx, .a2ui:
      [".\(rawValue).json"]
    case .surveyjs: [".surveyjs.json", ".survey.json"]
    case .html: [".html", ".htm"]
    case .github, .backstage: [".\(rawValue).yml", ".\(rawValue).yaml"]
    }
  }

  /// How the names of field documents end.
  package static let documentEndings = [".fields.json", ".fields.jsonc"]

  /// Whether a file or a document is a field document by its path or URI.
  static func isFieldDocument(named name: String) -> Bool {
    documentEndings.contains { name.hasSuffix($0) }
  }

  /// The format of a file or a document of an editor, by its path or URI; nil for a field document, or a
  /// record.
  package init?(ofDocument uri: String) {
    let name = uri.lowercased()
    let isIssueForm =
      name.contains(text: "/issue_template/") && (name.hasSuffix(".yml") || name.hasSuffix(".yaml"))
      && !name.hasSuffix("/config.yml") && !name.hasSuffix("/config.yaml")
    let format =
      isIssueForm
      ? FormFormat.github
      : Self.allCases.first { format in format.fileEndings.contains { name.hasSuffix($0) } }
    guard let format else { return nil }
    self = format
  }
}

extension JSONReader.Dialect {
  /// How a file is read, by its name, in which the case of letters does not matter.
  package static func ofFile(at path: String) -> Self {
    path.suffix(6).lowercased() == ".jsonc" ? .commented : .strict
  }
}
