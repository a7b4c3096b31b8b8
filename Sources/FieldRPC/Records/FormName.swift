import FieldModels

/// What a record may mean by the name of its form (`$form`), in an editor and in `fieldd check` alike.
package enum FormName {
  /// The paths, of which the first that is there is meant: that of a `file` URI; else the name as it is
  /// written, and then as a URI would write it, where `%20` is a space.
  package static func paths(of name: String) -> [String] {
    if let path = FileURI.path(of: name) { return [path] }
    let bytes = Array(name.utf8)
    guard bytes.contains(UInt8(ascii: "%")),
      let decoded = PercentEncoding.strictlyDecoded(bytes[...]), !decoded.contains(0),
      let path = String(validating: decoded, as: UTF8.self)
    else { return [name] }
    return [name, path]
  }
}
