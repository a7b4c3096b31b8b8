/// A regular file that stays the same one while it is open, whatever happens to its name.
final class OpenFile: Sendable {
  private let descriptor: Descriptor
  private let path: String

  private init(_ descriptor: Descriptor, path: String) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    guard try FileStatus(of: descriptor, path: path).kind == .file else {
      throw SystemError(action: "read \(path)", since: "it is no plain file")
    }
  }

  deinit { descriptor.close() }

  /// Opens a file to read and write, and makes it if there is none.
  convenience init(path: String) throws(SystemError) {
    try self.init(Descriptor.open(path, for: .appending), path: path)
  }

  /// Opens a file to read, nil if there is none.
  convenience init?(reading path: String) throws(SystemError) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, for: .reading)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    try self.init(descriptor, path: path)
  }

  /// Puts a new file with these bytes in the place of another, which is there until the new one
  /// is complete on the disk.
  convenience init(replacing path: String, with bytes: [UInt8]) throws(SystemError) {
    let newPath = path + ".new"
    FileNames.remove(newPath)
    do throws(SystemError) {
      let file = try OpenFile(path: newPath)
      try file.append(bytes)
      try FileNames.replace(path, by: newPath)
    } catch {
      FileNames.remove(newPath)
      throw error
    }
    try FileNames.sync(FileNames.folder(of: path))
    try self.init(path: path)
  }

  func status() throws(SystemError) -> FileStatus {
    try FileStatus(of: descriptor, path: path)
  }

  /// All bytes from an offset on, if they are not too many.
  func bytes(from byteOffset: Int, limit: Int) throws(SystemError) -> [UInt8] {
    // What is too long is not read to find that out.
    guard try status().byteCount - byteOffset <= limit else {
      throw SystemError(action: "read \(path)", .tooLarge)
    }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let offset = byteOffset + bytes.count
      switch descriptor.read(from: offset, to: &bytes, atMost: 64 << 10) {
      case .bytes(0): return bytes
      case .bytes, .interrupted: continue
      case .unready, .abandoned, .failed: throw .last("read \(path)")
      }
    }
    throw SystemError(action: "read \(path)", .tooLarge)
  }

  /// The first bytes, so many if there are as many.
  func firstBytes(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch descriptor.read(from: bytes.count, to: &bytes, atMost: count - bytes.count) {
      case .bytes(0): return bytes
      case .bytes, .interrupted: continue
      case .unready, .abandoned, .failed: throw .last("read \(path)")
      }
    }
    return bytes
  }

  /// Writes all bytes at the end, and returns when they are on the disk.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    guard descriptor.writeAll(bytes) else { throw .last("write to \(path)") }
    guard descriptor.sync() else { throw .last("write \(path) to the disk") }
  }

  /// Takes back what was written, as far as the system lets it.
  func truncate(toByteCount byteCount: Int) {
    _ = descriptor.truncate(toByteCount: byteCount)
  }
}
