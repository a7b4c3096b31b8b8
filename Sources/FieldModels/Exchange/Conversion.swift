/// The form formats that documents are written in; all but one are also read.
public enum FormFormat: String, CaseIterable, Sendable {
  /// A field document itself.
  case fields
  /// JSON Schema, draft 2020-12 (and, when it is read, draft-07) of an object.
  case jsonSchema = "json-schema"
  /// What react-jsonschema-form takes: an object with `schema` and `uiSchema`.
  case rjsf
  /// A survey of SurveyJS.
  case surveyjs
  /// A form of Form.io.
  case formio
  /// A page, or a piece of one, with a form in it (HTML Living Standard).
  case html
  /// An issue form of GitHub or Gitea, as YAML.
  case github
  /// The `requestedSchema` of an elicitation (Model Context Protocol), or its parameters.
  case mcp
  /// The `formFields` of gopls and other language servers.
  case lspForm = "lsp-form"
  /// A workbook of XLSForm, as ODK and KoboToolbox take it: a file, or its sheets as JSON.
  case xlsform
  /// A view of Slack, made of blocks (Block Kit).
  case slack
  /// An Adaptive Card with inputs.
  case adaptiveCards = "adaptive-cards"
  /// A survey of AWX.
  case awx
  /// A software template of Backstage, as YAML.
  case backstage
  /// Messages of A2UI, whose surface has inputs.
  case a2ui
  /// The type of the form's record as a declaration in TypeScript, which is only written.
  case typescript

  /// Those that documents are made of.
  public static let readable = allCases.filter { $0 != .typescript }

  /// Whether a form is a JSON value in it; else it is a text.
  package var isJSON: Bool {
    switch self {
    case .fields, .jsonSchema, .rjsf, .surveyjs, .formio, .mcp, .lspForm, .xlsform, .slack,
      .adaptiveCards, .awx, .a2ui:
      true
    case .html, .github, .backstage, .typescript: false
    }
  }
}

/// A form as a format has it.
package enum ForeignForm: Equatable, Sendable {
  case value(JSONValue)
  case text(String)
  /// A file that is no text.
  case file([UInt8])
}

/// What a conversion made, and what became of what it was made from.
package struct Conversion: Equatable, Sendable {
  package var form: ForeignForm
  package var report = ConversionReport()
  /// Where in the source the parts of an imported document come from: JSON pointers into the
  /// document, such as `/fields/0`, with the places in the source that an entry would name.
  package var origins: [String: String] = [:]

  package init(
    form: ForeignForm, report: ConversionReport = ConversionReport(),
    origins: [String: String] = [:]
  ) {
    self.form = form
    self.report = report
    self.origins = origins
  }
}

/// Why a form can't be converted at all: the source can't be read, is another format, or must not be
/// written in the one that was asked for.
public struct ConversionRefusal: Error, Equatable, Sendable {
  /// The reason, for people.
  public var message: String
  /// Where in the source, as in an entry of a report.
  public var path: String?

  package init(_ message: String, path: String? = nil) {
    self.message = message
    self.path = path
  }
}

extension Conversion {
  /// Where in the source that comes from which a pointer into the imported document leads to: the
  /// place of the nearest part around it of which that is known.
  package func origin(of path: String) -> String {
    var path = path[...]
    while true {
      if let origin = origins[String(path)] { return origin }
      guard let slash = path.lastIndex(of: "/") else { return "" }
      path = path[..<slash]
    }
  }
}

extension ForeignForm {
  /// A file as it was read: its text, unless it is none.
  package init(file bytes: [UInt8]) {
    if ForeignInput(startOf: bytes) != .zip, let text = String(validating: bytes, as: UTF8.self) {
      self = .text(text)
    } else {
      self = .file(bytes)
    }
  }

  /// The value; that of a text if it is JSON, in which comments may stand.
  package func value() throws(ConversionRefusal) -> JSONValue {
    if case .value(let value) = self { return value }
    let text = text()
    var reader = JSONReader(Array(text.utf8), dialect: .commented)
    reader.readText()
    if let problem = reader.problems.first {
      let rope = Rope(text)
      let place = rope.position(atByteOffset: problem.span.lowerBound, encoding: .utf32)
      throw ConversionRefusal(
        "This is not JSON: \(Wording.english.text(problem.kind.saying))",
        path: "\(place.lineIndex + 1):\(place.column + 1)")
    }
    return JSONValue(reader.tree, 0)
  }

  /// The text; that of a value is JSON, that of a file Base64 (RFC 4648).
  package func text() -> String {
    switch self {
    case .text(let text): text
    case .value(let value): value.json
    case .file(let bytes): Base64.text(of: bytes)
    }
  }
}
