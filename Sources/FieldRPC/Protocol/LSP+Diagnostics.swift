package import FieldModels

/// What editors are told of what is wrong.
extension LSP {
  /// A finding, as editors are told.
  package struct Diagnostic: Equatable, Sendable {
    package var range: Range
    package var severity: Severity
    package var code: String
    /// A page about the code; nil where there is none or the client can't show it.
    package var codeDescription: String?
    package var message: String
    package var related: [RelatedInformation] = []
    /// The parameters of the message, for clients that say it in their own words.
    package var data: [JSONValue.Member] = []
  }

  /// Another place that has to do with it.
  package struct RelatedInformation: Equatable, Sendable {
    package var location: Location
    package var message: String
  }

  /// All that is wrong with a document now.
  package struct PublishDiagnosticsParams: Equatable, Sendable {
    package var uri: String
    package var version: WholeNumber?
    package var diagnostics: [Diagnostic]
  }
}

extension Severity {
  /// The number that LSP gives it.
  var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .information: 3
    case .hint: 4
    }
  }
}

extension LSP.Diagnostic: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("severity", severity.number)
    json.member("code", code)
    if let codeDescription {
      json.object("codeDescription") { $0.member("href", codeDescription) }
    }
    json.member("source", "fieldd")
    json.member("message", message)
    if !related.isEmpty { json.member("relatedInformation", related) }
    if !data.isEmpty { json.member("data", JSONValue.object(data)) }
  }
}

extension LSP.RelatedInformation: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("location", location)
    json.member("message", message)
  }
}

extension LSP.PublishDiagnosticsParams: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("version", ifAny: version)
    json.member("diagnostics", diagnostics)
  }
}
