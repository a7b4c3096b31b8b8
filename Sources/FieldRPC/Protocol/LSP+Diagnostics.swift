package import FieldModels

extension LSP {
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

  package struct RelatedInformation: Equatable, Sendable {
    package var location: Location
    package var message: String
  }

  package struct PublishDiagnosticsParams: Equatable, Sendable {
    package var uri: String
    package var version: Int?
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

extension LSP.Diagnostic {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("range")
    range.write(to: &json)
    json.name("severity")
    json.integer(severity.number)
    json.name("code")
    json.string(code)
    if let codeDescription {
      json.name("codeDescription")
      json.beginObject()
      json.name("href")
      json.string(codeDescription)
      json.endObject()
    }
    json.name("source")
    json.string("fieldd")
    json.name("message")
    json.string(message)
    if !related.isEmpty {
      json.name("relatedInformation")
      json.list(related) { $0.write(to: &$1) }
    }
    if !data.isEmpty {
      json.name("data")
      json.value(.object(data))
    }
    json.endObject()
  }
}

extension LSP.RelatedInformation {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("location")
    json.beginObject()
    json.name("uri")
    json.string(location.uri)
    json.name("range")
    location.range.write(to: &json)
    json.endObject()
    json.name("message")
    json.string(message)
    json.endObject()
  }
}

extension LSP.PublishDiagnosticsParams {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("uri")
    json.string(uri)
    if let version {
      json.name("version")
      json.integer(version)
    }
    json.name("diagnostics")
    json.list(diagnostics) { $0.write(to: &$1) }
    json.endObject()
  }
}
