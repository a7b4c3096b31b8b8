import FieldConversion
import FieldModels
import FieldRPC

/// Reads forms, in any format: those that a command line names, and those that records name.
struct CheckFormReader: Sendable {
  /// How whoever reads it is spoken to.
  let wording: Wording
  let zones: ZoneDatabase
  /// The records are parts of records.
  let isPartial: Bool
  /// The tags of languages in which forms must have each text for people.
  let neededLocales: [String]

  /// A form that was read.
  struct Reading {
    /// The field document that it is, or that was made of it.
    var document: FieldDocument
    let form: AnyForm
    fileprivate let isPartial: Bool

    /// The form made ready for records; nil where there are errors in its text.
    var records: RecordForm? {
      guard document.textErrors(limit: 1).isEmpty else { return nil }
      return RecordForm(document, isPartial: isPartial, unasked: form.losses.map(\.rule))
    }
  }

  /// Reads a form.
  ///
  /// - Parameters:
  ///   - bytes: the form
  ///   - name: its path, or what it is called
  ///   - format: its format, where the command line says it
  ///   - now: this moment
  /// - Returns: the form, whatever is wrong with its text
  /// - Throws: why no document can be made of it
  func read(
    _ bytes: [UInt8], named name: String, in format: FormFormat? = nil, at now: Instant
  ) throws(ConversionRefusal) -> Reading {
    let form = try Conversions.all.document(of: bytes, named: name, stated: format)
    var vocabulary = Vocabulary(zones: zones)
    vocabulary.neededLanguages = neededLocales
    var document = FieldDocument(
      form.text, dialect: form.dialect, vocabulary: vocabulary, wording: wording, at: now)
    document.refresh(at: now)
    return Reading(document: document, form: form, isPartial: isPartial)
  }
}
