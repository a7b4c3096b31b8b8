package import FieldModels

/// Who converts, for a conversation that is handed this.
extension Conversions {
  /// Those of all formats.
  package static let all = Conversions(
    imported: { form, format throws(ConversionRefusal) in
      try FieldDocument.imported(form, from: format)
    },
    exported: { document, format, isStructured throws(ConversionRefusal) in
      try document.exported(as: format, structured: isStructured)
    },
    recognized: ForeignRecognition.format(of:))
}

/// Which format is read and written by what.
extension FieldDocument {
  /// The document's form in another format.
  ///
  /// - Parameters:
  ///   - format: the other format
  ///   - isStructured: a JSON Schema is one for the structured output of a model; it says nothing of others
  /// - Returns: the form in that format, and what it does not say
  /// - Throws: why there is none
  package func exported(
    as format: FormFormat, structured isStructured: Bool = false
  ) throws(ConversionRefusal) -> Conversion {
    try FieldsFormat.checkRoot(of: self)
    if format == .fields { return try FieldsFormat.written(self) }
    let value = mayBeTranslated ? try FieldsFormat.written(self).form.value() : .null
    let places = FormLanguages.places(in: value)
    let tags = FormLanguages.tags(of: places)
    if tags.isEmpty { return try exportedInOneLanguage(as: format, structured: isStructured) }
    func version(in tag: String) throws(ConversionRefusal) -> Conversion {
      let version = with(text: Array(FormLanguages.document(value, in: tag).json.utf8))
      return try version.exportedInOneLanguage(
        as: format, structured: isStructured, isTranslated: true)
    }
    var made = try version(in: tags[0])
    guard format == .surveyjs || format == .xlsform else {
      made.report.loseTranslations(at: places)
      return made
    }
    var versions: [FormLanguages.Version] = []
    var told = Set(made.report.entries)
    for tag in tags.prefix(FormLanguages.limit) {
      let version = try tag == tags[0] ? made : version(in: tag)
      let texts = FormLanguages.texts(of: places, in: tag)
      versions.append(.init(tag: tag, form: try version.form.value(), ownTexts: texts))
      // A text may be changed in one language alone.
      made.report.entries += version.report.entries.filter { told.insert($0).inserted }
    }
    for place in places {
      let first = tags.first { place.texts[$0] != nil }
      guard let first, place.texts[0].name != first else { continue }
      made.report.add(
        .reinterpreted, place.path, "Readers of other languages see the text in `\(first)`",
        effect: .nothing)
    }
    if format == .xlsform {
      made.report.loseTranslations(at: places, but: XLSFormExport.translatedNames)
      if XLSFormExport.losesLanguage(of: versions[0]) {
        made.report.add(
          .reinterpreted, "/presentation", "The default language is that of the first texts",
          effect: .nothing)
      }
    }
    made.form = .value(
      format == .surveyjs ? SurveyExport.merged(versions) : XLSFormExport.merged(versions))
    return made
  }

  private func exportedInOneLanguage(
    as format: FormFormat, structured isStructured: Bool, isTranslated: Bool = false
  ) throws(ConversionRefusal) -> Conversion {
    switch format {
    case .jsonSchema where isStructured: StructuredSchema.schema(of: self)
    case .fields: try FieldsFormat.written(self)
    case .jsonSchema: JSONSchemaExport.schema(of: self)
    case .rjsf: try RJSFExport.form(of: self)
    case .surveyjs: try SurveyExport.survey(of: self, isTranslated: isTranslated)
    case .formio: try FormioExport.form(of: self)
    case .html: try HTMLExport.page(of: self)
    case .github: try IssueFormExport.form(of: self)
    case .mcp: try ElicitationExport.schema(of: self)
    case .lspForm: try FormFieldsExport.fields(of: self)
    case .xlsform: try XLSFormExport.workbook(of: self)
    case .slack: try SlackExport.view(of: self)
    case .adaptiveCards: try AdaptiveCardsExport.card(of: self)
    case .awx: try AWXExport.survey(of: self)
    case .backstage: try BackstageExport.template(of: self)
    case .a2ui: try A2UIExport.surface(of: self)
    case .typescript: TypeScriptExport.declaration(of: self)
    }
  }

  /// A document made of a form in another format.
  package static func imported(
    _ form: ForeignForm, from format: FormFormat
  ) throws(ConversionRefusal) -> Conversion {
    // Read once for all; a workbook is a file, also where its text is Base64, and has cells for places.
    var source: JSONValue?
    if format.isJSON {
      switch form {
      case .value(let value): source = value
      case .text: source = try? form.value()
      case .file: break
      }
    }
    do throws(ConversionRefusal) {
      var made = try read(source.map { .value($0) } ?? form, from: format)
      made.dropWrongDrafts(from: format)
      if let source { made.report.order(as: source) }
      return made
    } catch {
      guard let value = source ?? (try? form.value()),
        let advice = ForeignRecognition.advice(for: value, readAs: format)
      else { throw error }
      throw ConversionRefusal("\(error.message); \(advice)", path: error.path)
    }
  }

  private static func read(
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
    case .xlsform: try XLSFormImport.document(of: form)
    case .slack: try SlackImport.document(of: form.value())
    case .adaptiveCards: try AdaptiveCardsImport.document(of: form.value())
    case .awx: try AWXImport.document(of: form.value())
    case .backstage: try BackstageImport.document(of: form)
    case .a2ui: try A2UIImport.document(of: form)
    case .typescript: throw ConversionRefusal("A declaration in TypeScript is not read")
    }
  }

  /// A form in one format, written in another.
  ///
  /// - Parameters:
  ///   - form: the source
  ///   - source: its format
  ///   - target: the format that is wished for
  ///   - isStructured: a JSON Schema is one for the structured output of a model
  ///   - now: the moment at which the form is looked at
  /// - Returns: what the import and the export have to tell, both by places in the source, as far as
  ///   the import knows from where a part of the document comes
  /// - Throws: why there is nothing to convert
  package static func converted(
    _ form: ForeignForm, from source: FormFormat, to target: FormFormat,
    structured isStructured: Bool = false, at now: Instant
  ) throws(ConversionRefusal) -> Conversion {
    let made = try imported(form, from: source)
    if target == .fields { return made }
    let document = FieldDocument(
      Array(try made.form.value().json.utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    var conversion = try document.exported(as: target, structured: isStructured)
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

extension ConversionReport {
  /// Tells of a form's texts in other languages than its own, which a format has not.
  ///
  /// - Parameters:
  ///   - places: where the form has these
  ///   - names: the properties that the format has in several languages
  fileprivate mutating func loseTranslations(
    at places: [FormLanguages.Place], but names: Set<String> = []
  ) {
    let known = Set(entries.map { $0.path })
    for place in places
    where 1 < place.texts.count && !known.contains(place.path) {
      let name = place.path.split(separator: "/").last.map(String.init) ?? ""
      if names.contains(name) { continue }
      let kept = place.texts[0].name
      add(
        .noCounterpart, place.path, "The format has texts in one language, here `\(kept)`",
        effect: .nothing)
      exactCount = max(0, exactCount - 1)
    }
  }
}
