#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A folder of the file system.
package enum Folder {
  /// Something in a folder.
  package struct Entry: Sendable {
    package var name: String
    package var kind: FileStatus.Kind
  }

  /// What is in a folder, by name; links to folders are left out, since they may lead in a circle.
  package static func entries(of path: String) throws(SystemError) -> [Entry] {
    guard let stream = unsafe opendir(path) else { throw .last("read the folder \(path)") }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe String(cString: $0)
        }
      }
      if name == "." || name == ".." { continue }
      let whole = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      guard let status = try? FileStatus(path: whole), !status.isFolder(linkedBy: whole) else {
        continue
      }
      entries.append(Entry(name: name, kind: status.kind))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

extension FileStatus {
  /// Whether this is a folder that a path leads to by a link.
  fileprivate func isFolder(linkedBy path: String) -> Bool {
    guard kind == .folder else { return false }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFLNK
  }
}
