/// The form formats of others that documents are read from and written to.
package enum FormFormat: String, CaseIterable, Sendable {
  /// JSON Schema, draft 2020-12: a flat object, as other programs ask for input by it.
  case jsonSchema = "json-schema"
}

/// What a conversion made, and what it could not carry over.
package struct Conversion: Equatable, Sendable {
  package var value: JSONValue
  package var losses: [Loss] = []

  /// Something that has no counterpart on the other side.
  package struct Loss: Equatable, Sendable {
    /// Where it stands in the source, as a JSON pointer (RFC 6901).
    package var path: String
    package var message: String

    package init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }
}

extension FieldDocument {
  /// The document's form in another format.
  package func exported(as format: FormFormat) -> Conversion {
    switch format {
    case .jsonSchema: JSONSchemaExport.schema(of: self)
    }
  }

  /// A document made of a form in another format; nil where the value is no form at all.
  package static func imported(_ value: JSONValue, from format: FormFormat) -> Conversion? {
    switch format {
    case .jsonSchema: JSONSchemaImport.document(of: value)
    }
  }
}
