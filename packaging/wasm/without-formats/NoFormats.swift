import FieldModels

/// The formats of others, of which this build has none: a host has another one for them.
extension Conversions {
  static let all = Conversions(
    imported: { _, format throws(ConversionRefusal) in throw refusal(format) },
    exported: { _, format, _ throws(ConversionRefusal) in throw refusal(format) },
    recognized: { _ in nil })

  private static func refusal(_ format: FormFormat) -> ConversionRefusal {
    ConversionRefusal("This build of fieldd has no formats of others, such as \(format.rawValue)")
  }
}
