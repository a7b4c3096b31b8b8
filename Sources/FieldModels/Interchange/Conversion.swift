/// The form formats that documents are read from and written to.
package enum FormFormat: String, CaseIterable, Sendable {
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

  /// Whether a form is a JSON value in it; else it is a text.
  package var isJSON: Bool {
    switch self {
    case .fields, .jsonSchema, .rjsf, .surveyjs, .formio, .mcp, .lspForm: true
    case .html, .github: false
    }
  }
}

/// A form as a format has it.
package enum ForeignForm: Equatable, Sendable {
  case value(JSONValue)
  case text(String)
}

/// What a conversion made, and what became of what it was made from.
package struct Conversion: Equatable, Sendable {
  package var form: ForeignForm
  package var report = ConversionReport()
  /// Where in the source the parts of an imported document come from: JSON pointers into the
  /// document, such as `/fields/0`, with the places in the source that an entry would name.
  package var origins: [String: String] = [:]
}

/// What became of each property of a source.
package struct ConversionReport: Equatable, Sendable {
  /// How many properties of the source say in the result what they said before.
  package var exactCount = 0
  /// What was not kept as it was, in the order of the source where that is known.
  package var entries: [Entry] = []

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Something of which the result says more, less or something else than the source.
  package struct Entry: Equatable, Sendable {
    package var code: Code
    /// Where it stands in the source: a JSON pointer (RFC 6901), or in a format that has none the
    /// number of the line, a colon and the number of the column, both from 1.
    package var path: String
    /// One sentence without a full stop.
    package var message: String

    package init(_ code: Code, path: String, message: String) {
      self.code = code
      self.path = path
      self.message = message
    }
  }

  /// What is the matter with a property.
  ///
  /// The names are those that programs are told, and stay.
  package enum Code: String, CaseIterable, Sendable {
    // Guesses, and changes that keep most of what was meant.
    /// A label, a key or the words of a row were made up, since the source has none.
    case madeUp
    /// What the source only notes, such as a format in JSON Schema, is a rule in the result.
    case enforced
    /// It is handed on to front ends in `presentation`, and asks nothing of values.
    case presentationOnly
    /// It means nearly the same in the result; the message says what differs.
    case reinterpreted

    // What is known, and can't be said in the result.
    /// A property without a counterpart.
    case noCounterpart
    /// A whole field, page or widget without one.
    case unsupportedField
    /// A program, or an expression that no condition or rule can say.
    case program
    /// A pattern that can't be compiled, or that can't be matched in linear time.
    case pattern
    /// It stands elsewhere; nothing is fetched.
    case remote
    /// It leads back to itself.
    case circular
    /// It has another type than the format asks, or says what can't be.
    case wrongValue
    /// Another has its key or name already.
    case duplicate
    /// The draft of a secure field, which is written nowhere.
    case secret

    // What the format did not have when its converter was written.
    case unknownProperty
    case unknownType

    package var kind: Kind {
      switch self {
      case .madeUp, .enforced, .presentationOnly, .reinterpreted: .assumed
      case .noCounterpart, .unsupportedField, .program, .pattern, .remote, .circular, .wrongValue,
        .duplicate, .secret:
        .dropped
      case .unknownProperty, .unknownType: .unknown
      }
    }
  }

  /// How much of a property was lost.
  package enum Kind: String, CaseIterable, Sendable {
    /// Something was guessed, or means nearly the same.
    case assumed
    /// It is known, and has no counterpart.
    case dropped
    /// It is not known at all: the format may have moved on.
    case unknown
  }

  /// Whether nothing was lost and nothing guessed.
  package var isExact: Bool { entries.isEmpty }

  /// Those of which something is missing in the result.
  package var losses: [Entry] { entries.filter { $0.code.kind != .assumed } }

  /// Counts properties that were kept as they are.
  package mutating func keep(_ count: Int = 1) { exactCount += count }

  package mutating func add(_ code: Code, _ path: String, _ message: String) {
    entries.append(Entry(code, path: path, message: message))
  }
}

extension ConversionReport: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("exact", exactCount)
    json.member("entries", entries)
  }
}

extension ConversionReport.Entry: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("code", code.rawValue)
    json.member("kind", code.kind.rawValue)
    json.member("path", path)
    json.member("message", message)
  }
}

/// Why a form can't be converted at all: the source can't be read, is another format, or must not be
/// written in the one that was asked for.
package struct ConversionRefusal: Error, Equatable, Sendable {
  package var message: String
  /// Where in the source, as in an entry of a report.
  package var path: String?

  package init(_ message: String, path: String? = nil) {
    self.message = message
    self.path = path
  }
}

extension FieldDocument {
  /// The document's form in another format.
  package func exported(as format: FormFormat) throws(ConversionRefusal) -> Conversion {
    switch format {
    case .fields: try FieldsFormat.written(self)
    case .jsonSchema: JSONSchemaExport.schema(of: self)
    case .rjsf: try RJSFExport.form(of: self)
    case .surveyjs: try SurveyExport.survey(of: self)
    case .formio: try FormioExport.form(of: self)
    case .html: try HTMLExport.page(of: self)
    case .github: try IssueFormExport.form(of: self)
    case .mcp: try ElicitationExport.schema(of: self)
    case .lspForm: try FormFieldsExport.fields(of: self)
    }
  }

  /// A document made of a form in another format.
  package static func imported(
    _ form: ForeignForm, from format: FormFormat
  ) throws(ConversionRefusal) -> Conversion {
    switch format {
    case .fields: try FieldsFormat.read(form.value())
    case .jsonSchema: try JSONSchemaImport.document(of: form.value())
    case .rjsf: try RJSFImport.document(of: form.value())
    case .surveyjs: try SurveyImport.document(of: form.value())
    case .formio: try FormioImport.document(of: form.value())
    case .html: try HTMLImport.document(of: form.text())
    case .github: try IssueFormImport.document(of: form)
    case .mcp: try ElicitationImport.document(of: form.value())
    case .lspForm: try FormFieldsImport.document(of: form.value())
    }
  }

  /// A form in one format, written in another.
  ///
  /// - Parameters:
  ///   - form: the source
  ///   - source: its format
  ///   - target: the format that is wished for
  ///   - now: the moment at which the form is looked at
  /// - Returns: what the import and the export have to tell, both by places in the source, as far as
  ///   the import knows from where a part of the document comes
  /// - Throws: why there is nothing to convert
  package static func converted(
    _ form: ForeignForm, from source: FormFormat, to target: FormFormat, at now: Instant
  ) throws(ConversionRefusal) -> Conversion {
    let made = try imported(form, from: source)
    if target == .fields { return made }
    let document = FieldDocument(
      Array(try made.form.value().json.utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    var conversion = try document.exported(as: target)
    let told = conversion.report.entries
    conversion.report.entries = made.report.entries
    conversion.report.exactCount = min(made.report.exactCount, conversion.report.exactCount)
    for var entry in told {
      if source != .fields { entry.path = made.origin(of: entry.path) }
      conversion.report.entries.append(entry)
    }
    return conversion
  }
}

extension Conversion {
  /// Where in the source that comes from which a pointer into the imported document leads to: the
  /// place of the nearest part around it of which that is known.
  func origin(of path: String) -> String {
    var path = path[...]
    while true {
      if let origin = origins[String(path)] { return origin }
      guard let slash = path.lastIndex(of: "/") else { return "" }
      path = path[..<slash]
    }
  }
}

extension ForeignForm {
  /// The value; that of a text if it is JSON, in which comments may stand.
  package func value() throws(ConversionRefusal) -> JSONValue {
    guard case .text(let text) = self else {
      guard case .value(let value) = self else { return .null }
      return value
    }
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

  /// The text; that of a value is JSON.
  package func text() -> String {
    switch self {
    case .text(let text): text
    case .value(let value): value.json
    }
  }
}
