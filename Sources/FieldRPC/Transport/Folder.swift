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
    package var kind: Kind

    /// What it is, with links followed.
    package enum Kind: Sendable {
      case file
      case folder
      /// A link to a folder, which may lead in a circle.
      case linkedFolder
      /// What can't be looked at: a link that leads nowhere, a file that is gone, one in a folder that
      /// may be listed and not entered, or one whose name is no UTF-8.
      case unreachable
      case other
    }

    /// Whether people see it only if they ask for it.
    package var isHidden: Bool { name.hasPrefix(".") }
  }

  /// What is in a folder, by name.
  static func entries(of path: String) throws(SystemError) -> [Entry] {
    guard let stream = unsafe opendir(path) else { throw .last("read the folder \(path)") }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe String(cString: $0)
        }
      }
      if name == "." || name == ".." { continue }
      let isListedAsFolder = unsafe Int(entry.pointee.d_type) == Int(DT_DIR)
      let whole = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      entries.append(Entry(name: name, kind: kind(of: whole, isListedAsFolder: isListedAsFolder)))
    }
    if errno != 0 { throw .last("read the folder \(path)") }
    return entries.sorted { $0.name < $1.name }
  }

  private static func kind(of path: String, isListedAsFolder: Bool) -> Entry.Kind {
    guard let status = try? FileStatus(path: path) else {
      // Whoever opens it is told what is in the way.
      return isListedAsFolder ? .folder : .unreachable
    }
    return switch status.kind {
    case .file: .file
    case .folder: status.isFolder(linkedBy: path) ? .linkedFolder : .folder
    case .socket, .pipe, .other: .other
    }
  }
}

extension Folder {
  /// The files in a folder and below that are wanted, by their paths in order.
  ///
  /// - Parameters:
  ///   - folder: where to look; `.` is not part of the paths
  ///   - isWanted: of a folder, whether it is looked into; of what is none, whether it is among the files
  ///   - complain: what becomes of a folder that can't be read; the others are looked into all the same
  /// - Returns: the paths
  package static func files(
    below folder: String, where isWanted: (_ path: String, _ entry: Entry) -> Bool,
    complain: (SystemError) -> Void
  ) -> [String] {
    var found: [String] = []
    var folders = [folder]
    while let folder = folders.popLast() {
      var entries: [Entry] = []
      do throws(SystemError) {
        entries = try Self.entries(of: folder)
      } catch {
        complain(error)
      }
      var below: [String] = []
      for entry in entries {
        let path =
          folder == "."
          ? entry.name : folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
        guard isWanted(path, entry) else { continue }
        if entry.kind == .folder { below.append(path) } else { found.append(path) }
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
