import FieldModels

/// A document on its way to a text of another format, which is read again to find what does not come
/// back as it was.
struct ReturningExport {
  let document: FieldDocument
  /// The document as it is written.
  let value: JSONValue
  private let reader: ReturningForm.Reader
  private(set) var losses: [ConversionReport.Entry] = []
  /// What to call the format.
  var format: String { reader.format }

  /// A field that has a place in the text.
  struct Field {
    var definition: FieldDefinition
    /// The field as it is written.
    var own: JSONValue
    var path: String

    /// Has it ask nothing, since the format does not say when it is checked, or that it never is.
    ///
    /// What is lost by that does not come back, and so is told.
    mutating func release() {
      definition = definition.unasked
      own = .object(own.members.filter { !FormOutline.asking.contains($0.name) })
    }
  }

  init(
    of document: FieldDocument, by reader: ReturningForm.Reader
  ) throws(ConversionRefusal) {
    self.document = document
    self.reader = reader
    value = try FieldsFormat.written(document).form.value()
  }

  /// Tells of what would not tell by itself when the text is read again.
  mutating func lose(
    _ code: ConversionReport.Code, at path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    losses.append(.init(code, path: path, message: message, effect: effect))
  }

  mutating func lose(_ entries: [ConversionReport.Entry]) { losses += entries }

  /// The fields, but for those without a key of their own and those of lists, which are told.
  mutating func fields() -> [Field] {
    let words = "\(reader.format) has no lists of entries"
    let lists = Set(document.listKeys)
    for (index, group) in (value["groups"]?.array ?? []).enumerated() {
      guard let key = group["key"]?.string, lists.contains(key) else { continue }
      lose(.unsupportedField, at: "/groups/\(index)", words)
    }
    var definitions: [FieldDefinition] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      definitions.append(reading.definition)
      return true
    }
    let values = value["fields"]?.array ?? []
    var keys: Set<String> = []
    var fields: [Field] = []
    for (index, definition) in definitions.enumerated() {
      let path = "/fields/\(index)"
      guard let key = definition.key, !key.isEmpty, keys.insert(key).inserted else {
        lose(.unsupportedField, at: path, "A field without a key of its own")
        continue
      }
      if let group = definition.group, lists.contains(group) {
        lose(.unsupportedField, at: path, words)
        continue
      }
      let own = values.indices.contains(index) ? values[index] : .null
      fields.append(Field(definition: definition, own: own, path: path))
    }
    return fields
  }

  /// The report, given what is read in the text.
  func report(returned: Conversion) throws(ConversionRefusal) -> ConversionReport {
    ReturningForm.report(
      on: value, returned: try returned.form.value(), losses: losses, by: reader)
  }
}

extension FieldDefinition {
  /// The field without all that it asks of a value beside what kind of value it is.
  var unasked: FieldDefinition {
    var field = self
    field.isRequired = .never
    (field.maxLength, field.minItems, field.maxItems) = (nil, nil, nil)
    (field.minimumDate, field.maximumDate) = (nil, nil)
    (field.liveRules, field.endEditingRules) = ([], [])
    // What is not checked may hold one of these, too.
    for row in field.choices.indices { field.choices[row].isDisabled = false }
    return field
  }
}
