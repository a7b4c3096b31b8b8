#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What the system tells of a file, by which it is noticed that the file has changed.
package struct FileStatus: Equatable, Sendable {
  /// What is written to or read from.
  package enum Kind: Sendable {
    case file
    case folder
    case socket
    case pipe
    case other
  }

  package let kind: Kind
  package let byteCount: Int
  private let device: UInt64
  private let number: UInt64
  fileprivate let permissions: UInt32
  private let seconds: Int
  private let nanoseconds: Int

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      default: .other
      }
    byteCount = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
  }

  /// Nil if there is no such file.
  package init?(path: String) throws(SystemError) {
    guard FileNames.isPath(path) else { return nil }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let error = SystemError.last("look at \(path)")
      if error.isMissing { return nil }
      throw error
    }
    self.init(status)
  }

  /// The status of what is open; the path is for what is said of a failure.
  package init(of descriptor: Descriptor, path: String) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else { throw .last("look at \(path)") }
    self.init(status)
  }

  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && number == other.number
  }
}

extension Descriptor {
  /// Gives a file the permissions of another, as far as the system lets us.
  func setPermissions(as status: FileStatus) { _ = fchmod(number, mode_t(status.permissions)) }
}

/// The names of files and folders.
package enum FileNames {
  /// Takes a name away, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Puts a file in the place of another in one step.
  static func replace(_ path: String, by newPath: String) throws(SystemError) {
    guard unsafe rename(newPath, path) == 0 else { throw .last("replace \(path)") }
  }

  /// Whether a text can be a path: the system reads one as far as the first zero byte, and would find
  /// another file.
  static func isPath(_ text: String) -> Bool { !text.utf8.contains(0) }

  /// Whether a path leads to anything.
  package static func exist(_ path: String) -> Bool {
    unsafe isPath(path) && access(path, F_OK) == 0
  }

  /// The path with all symbolic links followed.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let name = unsafe realpath(path, nil) else { throw .last("find \(path)") }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// What a path leads to by symbolic links, there or not; the path itself where it is no link.
  static func destination(of path: String) -> String {
    if let name = try? resolved(path) { return name }
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      guard let name = link(at: path) else { break }
      path = name.hasPrefix("/") ? name : "\(folder(of: path))/\(name)"
    }
    return path
  }

  /// What a symbolic link says; nil where there is none.
  private static func link(at path: String) -> String? {
    var name: [UInt8] = []
    name.append(addingCapacity: Int(PATH_MAX)) { tail in
      unsafe tail.withUnsafeMutableBufferPointer { room, byteCount in
        guard let start = UnsafeMutableRawPointer(room.baseAddress) else { return }
        unsafe byteCount = max(
          0, readlink(path, start.assumingMemoryBound(to: CChar.self), room.count))
      }
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The folder of a file.
  package static func folder(of file: String) -> String {
    let start = nameStart(in: file)
    if start == file.startIndex { return "." }
    let folder = file[..<file.index(before: start)]
    return folder.isEmpty ? "/" : String(folder)
  }

  /// Where the name of a file begins in its path.
  package static func nameStart(in path: String) -> String.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
      ?? path.startIndex
  }

  /// Makes a folder for its owner alone, and those that it is in.
  static func makeFolder(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = folder(of: path)
    guard errno == ENOENT, parent != path else { throw .last("make the folder \(path)") }
    try makeFolder(parent)
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .last("make the folder \(path)")
    }
  }

  /// Returns when the names in a folder are on the disk.
  static func sync(_ path: String) throws(SystemError) {
    let folder = try Descriptor.open(path, for: .syncing)
    defer { folder.close() }
    guard folder.syncNames() else { throw .last("write \(path) to the disk") }
  }
}
