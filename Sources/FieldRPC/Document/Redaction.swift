/// How a message with texts of a document may be written down.
package enum Redaction: Equatable, Sendable {
  /// With these in the place of its texts.
  case texts([[UInt8]])
  case asItIs
  /// Without any text but those that say whom it concerns.
  case blanked
}
