import FieldModels

/// Field documents as one of the formats: read to be held to what a form may say, and written as they
/// are.
enum FieldsFormat {
  static func read(_ value: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard case .object = value, value["fields"]?.array != nil else { throw notADocument }
    return Conversion(form: .value(value), report: report(on: value))
  }

  private static let notADocument = ConversionRefusal(
    "A field document is an object with `fields`")

  /// Refuses a document whose text has no object in which a form could be, such as an empty one.
  static func checkRoot(of document: FieldDocument) throws(ConversionRefusal) {
    let tree = document.reader(of: document.slices[0], from: 0).tree
    if !tree.isEmpty, tree[0].kind == .object { return }
    _ = try written(document)
    throw notADocument
  }

  static func written(_ document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let bytes = document.text.bytes(in: 0..<document.text.byteCount)
    return try read(ForeignForm.text(String(decoding: bytes, as: UTF8.self)).value())
  }

  /// Everything is kept; whether it is right is told where the document is opened or checked.
  private static func report(on value: JSONValue) -> ConversionReport {
    var report = ConversionReport()
    report.keep(value.members.count - 1)
    for field in value["fields"]?.array ?? [] { report.keep(field.members.count) }
    return report
  }
}
