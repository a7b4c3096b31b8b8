import FieldModels

/// URIs of files.
package enum FileURI {
  /// The URI of a path.
  static func uri(of path: String) -> String {
    path.utf8.reduce(into: "file://") { uri, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// A folder, however it is written: by its path where it has one, without a slash at its end.
  package static func folder(_ uri: String) -> String { trimmed(path(of: uri) ?? uri) }

  /// The path of a folder without slashes at its end.
  package static func trimmed(_ path: String) -> String {
    var path = path[...]
    while 1 < path.utf8.count, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// The path that a `file` URI means on this machine, nil for any other URI.
  package static func path(of uri: String) -> String? {
    let bytes = Array(uri.utf8)
    let scheme = Array("file:".utf8)
    guard bytes.count > scheme.count,
      zip(bytes, scheme).allSatisfy({ $0 | ($0 < 0x41 ? 0 : 0x20) == $1 })
    else { return nil }
    var rest = bytes[scheme.count...]
    if rest.starts(with: Array("//".utf8)) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else {
        return nil
      }
      rest = rest.dropFirst(host.count)
    }
    rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard rest.first == UInt8(ascii: "/"), let path = PercentEncoding.strictlyDecoded(rest),
      !path.contains(0)
    else {
      return nil
    }
    return String(validating: path, as: UTF8.self)
  }
}
