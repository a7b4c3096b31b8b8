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
      guard let status = try? FileStatus(path: whole) else {
        // Who wants a file whose name is no UTF-8 is to learn that it can't be opened.
        if name.unicodeScalars.contains("\u{FFFD}") {
          entries.append(Entry(name: name, kind: .file))
        }
        continue
      }
      if status.isFolder(linkedBy: whole) { continue }
      entries.append(Entry(name: name, kind: status.kind))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

extension Folder {
  /// The files in a folder and below that are wanted, by their paths in order; what is hidden is
  /// passed over.
  ///
  /// - Parameters:
  ///   - folder: where to look; `.` is not part of the paths
  ///   - isWanted: whether a path is wanted
  ///   - complain: what becomes of a folder that can't be read; the others are looked into all the
  ///     same, unless it throws
  /// - Returns: the paths
  /// - Throws: what `complain` does
  package static func files<Failure>(
    below folder: String, where isWanted: (String) -> Bool,
    complain: (SystemError) throws(Failure) -> Void
  ) throws(Failure) -> [String] {
    var found: [String] = []
    var folders = [folder]
    while let folder = folders.popLast() {
      var entries: [Entry] = []
      do throws(SystemError) {
        entries = try Self.entries(of: folder)
      } catch {
        try complain(error)
      }
      var below: [String] = []
      for entry in entries where !entry.name.hasPrefix(".") {
        let path =
          folder == "."
          ? entry.name : folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
        switch entry.kind {
        case .folder: below.append(path)
        case .file where isWanted(path): found.append(path)
        case .file, .socket, .other: break
        }
      }
      folders += below.reversed()
    }
    return found
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
