import Glibc

/// A regular file that stays the same one while it is open, whatever happens to its name.
final class OpenFile: Sendable {
  /// By what it is noticed that a file has changed.
  struct Stamp: Equatable, Sendable {
    let byteCount: Int
    private let device: UInt
    private let number: UInt
    private let seconds: Int
    private let nanoseconds: Int

    private init(_ status: stat) {
      byteCount = Int(status.st_size)
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// Nil if there is no such file.
    init?(path: String) throws(SystemError) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .last("look at \(path)")
      }
      self.init(status)
    }

    /// The stamp of a file that is open; the path is for what is said of a failure.
    init(of descriptor: Int32, path: String) throws(SystemError) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw .last("look at \(path)") }
      self.init(status)
    }

    func isSameFile(as other: Stamp) -> Bool {
      device == other.device && number == other.number
    }
  }

  private let descriptor: Int32
  private let path: String

  private init(descriptor: Int32, path: String) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last("look at \(path)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(action: "use \(path), which is no plain file", code: EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Opens a file to read and write, and makes it if there is none.
  convenience init(path: String) throws(SystemError) {
    // Without O_NONBLOCK, a pipe in the place of the file would stop the process.
    let descriptor = unsafe open(
      path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard 0 <= descriptor else { throw .last("open \(path)") }
    try self.init(descriptor: descriptor, path: path)
  }

  /// Opens a file to read, nil if there is none.
  convenience init?(reading path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard 0 <= descriptor else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last("open \(path)")
    }
    try self.init(descriptor: descriptor, path: path)
  }

  /// Puts a new file with these bytes in the place of another, which is there until the new one
  /// is complete on the disk.
  convenience init(replacing path: String, with bytes: [UInt8]) throws(SystemError) {
    let newPath = path + ".new"
    _ = unsafe unlink(newPath)
    do throws(SystemError) {
      let file = try OpenFile(path: newPath)
      try file.append(bytes)
      guard unsafe rename(newPath, path) == 0 else { throw .last("replace \(path)") }
    } catch {
      _ = unsafe unlink(newPath)
      throw error
    }
    try Folder.sync(Folder.path(of: path))
    try self.init(path: path)
  }

  /// The path with all symbolic links followed.
  static func resolved(_ path: String) throws(SystemError) -> String {
    guard let name = unsafe realpath(path, nil) else { throw .last("find \(path)") }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  func stamp() throws(SystemError) -> Stamp { try Stamp(of: descriptor, path: path) }

  /// All bytes from an offset on, if they are not too many.
  func bytes(from byteOffset: Int, limit: Int) throws(SystemError) -> [UInt8] {
    // What is too long is not read to find that out.
    guard try stamp().byteCount - byteOffset <= limit else {
      throw SystemError(action: "read \(path)", code: EFBIG)
    }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var readByteCount = 0
      let readOffset = byteOffset + bytes.count
      bytes.append(addingCapacity: 64 << 10) { tail in
        unsafe tail.withUnsafeMutableBufferPointer { room, initializedByteCount in
          readByteCount = unsafe pread(descriptor, room.baseAddress, room.count, readOffset)
          initializedByteCount = max(0, readByteCount)
        }
      }
      if readByteCount == 0 { return bytes }
      if readByteCount < 0, errno != EINTR { throw .last("read \(path)") }
    }
    throw SystemError(action: "read \(path)", code: EFBIG)
  }

  /// Writes all bytes at the end, and returns when they are on the disk.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let writtenByteCount = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if 0 <= writtenByteCount {
        rest = rest.dropFirst(writtenByteCount)
      } else if errno != EINTR {
        throw .last("write to \(path)")
      }
    }
    guard fdatasync(descriptor) == 0 else { throw .last("write \(path) to the disk") }
  }

  /// Takes back what was written, as far as the system lets it.
  func truncate(toByteCount byteCount: Int) {
    _ = ftruncate(descriptor, byteCount)
  }
}

/// The folders that files are in.
enum Folder {
  /// The folder of a file.
  static func path(of file: String) -> String {
    let bytes = Array(file.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }

  /// Makes a folder for its owner alone, and those that it is in.
  static func make(_ path: String) throws(SystemError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = Self.path(of: path)
    guard errno == ENOENT, parent != path else { throw .last("make the folder \(path)") }
    try make(parent)
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .last("make the folder \(path)")
    }
  }

  /// Returns when the names in a folder are on the disk.
  static func sync(_ path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard 0 <= descriptor else { throw .last("open \(path)") }
    defer { close(descriptor) }
    // Some file systems have nothing to write for a folder and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw .last("write \(path) to the disk")
    }
  }
}
