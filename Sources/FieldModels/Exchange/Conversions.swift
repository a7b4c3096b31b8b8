/// How forms are read from and written to the formats of others.
///
/// Who converts is handed to who only has it done, so that the formats and the conversation know nothing of
/// one another and are compiled side by side.
package struct Conversions: Sendable {
  /// Makes a document of a form in another format.
  package typealias Import =
    @Sendable (ForeignForm, FormFormat) throws(ConversionRefusal) -> Conversion
  /// Writes a document in another format; a JSON Schema as one for the structured output of a model.
  package typealias Export =
    @Sendable (FieldDocument, FormFormat, _ isStructured: Bool) throws(ConversionRefusal) ->
    Conversion

  /// Says by its content of which format a form is; nil where that does not show.
  package typealias Recognition = @Sendable (ForeignForm) -> FormFormat?

  package let imported: Import
  package let exported: Export
  let recognized: Recognition

  package init(
    imported: @escaping Import, exported: @escaping Export, recognized: @escaping Recognition
  ) {
    self.imported = imported
    self.exported = exported
    self.recognized = recognized
  }
}
