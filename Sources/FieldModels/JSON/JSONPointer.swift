/// Places in a JSON value, as RFC 6901 writes them.
package enum JSONPointer {
  /// The step of a pointer that leads to a member, or by its number to an element.
  package static func step(_ name: String) -> String {
    let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    return "/" + (isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1"))
  }
}
