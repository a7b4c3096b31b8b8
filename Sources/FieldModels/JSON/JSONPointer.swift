/// Places in a JSON value, as RFC 6901 writes them.
package enum JSONPointer {
  private static let slash = UInt8(ascii: "/")
  private static let tilde = UInt8(ascii: "~")

  /// The step of a pointer that leads to a member, or by its number to an element.
  package static func step(_ name: String) -> String {
    let isPlain = !name.utf8.contains { $0 == tilde || $0 == slash }
    return "/"
      + (isPlain ? name : name.replacing(text: "~", by: "~0").replacing(text: "/", by: "~1"))
  }

  /// The pointer of some steps.
  package static func path(_ steps: some Sequence<String>) -> String {
    steps.reduce(into: "") { $0 += step($1) }
  }

  /// Goes through the pointers to what some steps lead through, and then to that to which they lead.
  static func forEachPlace(
    along steps: [String], _ body: (_ place: String, _ isWhole: Bool) -> Void
  ) {
    var place = ""
    for (index, step) in steps.enumerated() {
      place += JSONPointer.step(step)
      body(place, index == steps.count - 1)
    }
  }

  /// The pointers to the objects around what a pointer leads to, but for the outermost.
  static func objects(around path: String) -> [String] {
    path.indices.dropFirst().filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }

  /// The names that a pointer leads through; nil for a text that is none.
  package static func steps(of path: String) -> [String]? {
    guard isWellFormed(Array(path.utf8)[...]) else { return nil }
    return path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing(text: "~1", by: "/").replacing(text: "~0", by: "~")
    }
  }

  /// What was meant by a text whose slash in front is missing, or in whose names a tilde stands for
  /// itself.
  package static func mended(_ text: String) -> String {
    var bytes = text.hasPrefix("/") ? [] : [slash]
    let source = Array(text.utf8)
    for (index, byte) in source.enumerated() {
      bytes.append(byte)
      if byte == tilde, !isWellFormed([slash] + source[index...].prefix(2)) {
        bytes.append(UInt8(ascii: "0"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nothing, or steps that each begin with `/` and write `~` as `~0` and `/` as `~1`.
  package static func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == slash else { return false }
    var isEscape = false
    for byte in bytes {
      if isEscape, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
      isEscape = byte == tilde
    }
    return !isEscape
  }
}

extension JSONValue {
  /// What a JSON pointer leads to; nil where it leads to nothing, and for a text that is none.
  package func value(at path: String) -> JSONValue? {
    JSONPointer.steps(of: path)?.reduce(self) { value, step in
      guard case .array(let elements)? = value else { return value?[step] }
      return Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }
}
