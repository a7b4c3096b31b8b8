/// Paths as documents name others by.
enum RelativePath {
  /// How a file at `path` is named from another file, in the manner of an earlier name.
  static func path(of path: String, from other: String, like name: String) -> String {
    if FileURI.path(of: name) != nil { return FileURI.uri(of: path) }
    if name.hasPrefix("/") { return path }
    let names = path.split(separator: "/")
    let folders = other.split(separator: "/").dropLast()
    let shared = zip(names.dropLast(), folders).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: folders.count - shared)
    let whole = (ups + names.dropFirst(shared).map(String.init)).joined(separator: "/")
    return name.hasPrefix("./") && ups.isEmpty ? "./" + whole : whole
  }
}
