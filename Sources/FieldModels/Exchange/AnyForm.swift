/// A form in whatever format somebody has it, as the field document that it stands for.
package struct AnyForm: Sendable {
  package let format: FormFormat
  /// The text of the document, and how it is read.
  package let text: [UInt8]
  package let dialect: JSONReader.Dialect
  /// What the document does not ask of records that the form asks, where it stands in the source.
  package let losses: [Loss]

  /// Something that a form asks of records and its document does not.
  package struct Loss: Equatable, Sendable {
    package let entry: ConversionReport.Entry
    /// The number of the field in the document that it is about; nil where it is about none alone.
    package let field: Int?
  }
}

/// How a form is read that somebody names: the one rule for all who may name one.
extension Conversions {
  /// Reads a form.
  ///
  /// Its format is the one that is stated, else that of a name such as `signup.fields.json`, else what its
  /// content shows, else what its name says, else that of a field document.
  ///
  /// - Parameters:
  ///   - bytes: the form, in any format
  ///   - name: its path or URI, which may say its format; nil for one that has none
  ///   - stated: its format, where somebody says it
  /// - Returns: the document; of a field document its own text, however broken
  /// - Throws: why no document can be made of it
  package func document(
    of bytes: [UInt8], named name: String? = nil, stated: FormFormat? = nil
  ) throws(ConversionRefusal) -> AnyForm {
    let dialect = name.map { JSONReader.Dialect.ofFile(at: $0) } ?? .strict
    let asIs = AnyForm(format: .fields, text: bytes, dialect: dialect, losses: [])
    if stated == .fields || stated == nil && name.map(FormFormat.isFieldDocument) ?? false {
      return asIs
    }
    let form = ForeignForm(file: bytes)
    let known = stated ?? recognized(form) ?? name.flatMap { FormFormat(ofDocument: $0) }
    guard let format = known, format != .fields else { return asIs }
    let made = try imported(form, format)
    return AnyForm(
      format: format, text: Array(made.form.text().utf8), dialect: .strict,
      losses: AnyForm.losses(of: made))
  }
}

extension AnyForm {
  /// What an imported document does not say of its source that records may feel.
  package static func losses(of made: Conversion) -> [Loss] {
    var fields: [(origin: String, number: Int)] = []
    for (pointer, origin) in made.origins {
      let steps = pointer.split(separator: "/")
      if steps.count == 2, steps[0] == "fields", let number = Int(steps[1]) {
        fields.append((origin, number))
      }
    }
    // The nearest around a loss is the longest.
    fields.sort { ($1.origin.utf8.count, $0.number) < ($0.origin.utf8.count, $1.number) }
    return made.report.entries.filter { $0.effect != .nothing }.map { entry in
      let field = fields.first { entry.path == $0.origin || entry.path.hasPrefix($0.origin + "/") }
      return Loss(entry: entry, field: field?.number)
    }
  }
}

extension AnyForm.Loss {
  /// The same as records are told of it.
  package var rule: UnaskedRule {
    let problem = RecordProblem.uncheckedRule(
      code: entry.code.rawValue, why: entry.message, source: entry.path)
    return UnaskedRule(problem, field: field)
  }
}
