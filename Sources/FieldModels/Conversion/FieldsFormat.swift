/// Field documents as one of the formats: read to be held to what a form may say, and written as they
/// are.
enum FieldsFormat {
  static func read(_ value: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard case .object = value, value["fields"]?.array != nil else {
      throw ConversionRefusal("A field document is an object with `fields`")
    }
    return Conversion(form: .value(value), report: report(on: value))
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
