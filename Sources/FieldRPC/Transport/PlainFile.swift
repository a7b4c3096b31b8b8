/// Files that others have named, such as the form that a record names: what is read of them is a plain
/// file within a folder, and not too long.
package enum PlainFile {
  /// Larger than a form that anybody fills in.
  static let byteCountLimit = 1 << 30

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the file
  ///   - root: the folder outside of which nothing is read, whatever links lead there; nil for anywhere
  /// - Returns: the bytes; nil if there is no such file
  /// - Throws: what the system refused, and what is outside, no plain file, or too long
  package static func bytes(
    of path: String, within root: String?
  ) throws(SystemError) -> [UInt8]? {
    if let root, FileNames.exist(path), try !isWithin(path, root) {
      let name = root == "." ? "the working folder" : root
      throw SystemError(action: "read \(path)", since: "it is outside of \(name)")
    }
    return try OpenFile(reading: path)?.bytes(from: 0, limit: byteCountLimit)
  }

  /// Whether a file is in a folder or below, with all links followed.
  package static func isWithin(_ path: String, _ root: String) throws(SystemError) -> Bool {
    let (file, folder) = (try FileNames.resolved(path), try FileNames.resolved(root))
    return folder == "/" || file.hasPrefix(folder + "/")
  }

  /// The folder within which a file may name others: the one that the program works in, if the file is
  /// there, else its own.
  package static func root(around path: String) -> String {
    if path == "-" || (try? isWithin(path, ".")) ?? false { return "." }
    return FileNames.folder(of: path)
  }
}
