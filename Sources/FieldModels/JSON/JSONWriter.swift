/// Writes JSON into a byte buffer, putting the commas where they belong.
///
/// The caller opens and closes what it means; the writer only looks at the last byte to know
/// whether a comma is due, so it has no state but its bytes.
package struct JSONWriter {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Writes a property's name; its value must follow.
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a property's name that may need escapes.
  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONString.escape(value, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func integer(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
  package mutating func null() { literal("null") }

  /// Writes text that is JSON already.
  package mutating func literal(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func literal(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
  }

  /// A comma is due unless this is a first item or a value behind its name.
  ///
  /// A string's closing quote is never one of these bytes, so the last byte alone decides.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
