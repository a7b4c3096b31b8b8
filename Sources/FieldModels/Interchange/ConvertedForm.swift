public import FieldModels

/// A form in one format, written in another.
///
///     let converted = try ConvertedForm(survey, from: .surveyjs, at: LiveForm.now)
///     for loss in converted.report.losses { show(loss.message) }
///     let form = FieldForm(document: converted.text, at: LiveForm.now)
public struct ConvertedForm: Equatable, Sendable {
  private let form: ForeignForm
  /// What became of each property of the source.
  public let report: ConversionReport

  /// Converts a form.
  ///
  /// - Parameters:
  ///   - text: the form in its format
  ///   - source: that format, any but `typescript`
  ///   - target: the format to write; a field document, unless given
  ///   - now: this moment, by which `today` in a form is meant
  /// - Throws: why there is nothing to convert
  public init(
    _ text: String, from source: FormFormat, to target: FormFormat = .fields,
    at now: Instant
  ) throws(ConversionRefusal) {
    try self.init(.text(text), source, target, now)
  }

  /// Converts the bytes of a file, which may be a workbook.
  public init(
    file: [UInt8], from source: FormFormat, to target: FormFormat = .fields,
    at now: Instant
  ) throws(ConversionRefusal) {
    try self.init(ForeignForm(file: file), source, target, now)
  }

  private init(
    _ form: ForeignForm, _ source: FormFormat, _ target: FormFormat, _ now: Instant
  ) throws(ConversionRefusal) {
    let made = try FieldDocument.converted(form, from: source, to: target, at: now)
    self.form = made.form
    report = made.report
  }

  /// The form as text: JSON, a page, YAML or a declaration; a workbook as its sheets in JSON.
  public var text: String { form.text() }
}
