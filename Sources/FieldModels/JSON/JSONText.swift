/// A JSON text, with the places of what is secret in it.
///
/// `bytes` are sent; `redacted` is what a trace may write down of them.
package struct JSONText: Equatable, Sendable {
  /// A stretch of the text that must not be written down.
  package struct Secret: Equatable, Sendable {
    package var range: Range<Int>
    /// What is written down in its place.
    package var standIn: JSONValue

    package init(_ range: Range<Int>, standIn: JSONValue = .string("")) {
      self.range = range
      self.standIn = standIn
    }
  }

  package private(set) var bytes: [UInt8]
  /// In the order of the text, none inside of another.
  package private(set) var secrets: [Secret]

  package init(_ bytes: [UInt8] = [], secrets: [Secret] = []) {
    self.bytes = bytes
    self.secrets = secrets
  }

  /// An object with the members that a closure writes.
  package init(object writeMembers: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(writeMembers)
    self = json.text
  }

  /// Whether it is a list of nothing.
  package var isEmptyList: Bool { bytes.elementsEqual("[]".utf8) }

  /// The text with the stand-ins in the place of the secrets.
  package var redacted: [UInt8] {
    var redacted: [UInt8] = []
    var start = 0
    for secret in secrets {
      redacted += bytes[start..<secret.range.lowerBound]
      redacted += secret.standIn.json.utf8
      start = secret.range.upperBound
    }
    return redacted + bytes[start...]
  }
}

extension JSONText: JSONWritable {
  package func write(to json: inout JSONWriter) { json.text(self) }
}
