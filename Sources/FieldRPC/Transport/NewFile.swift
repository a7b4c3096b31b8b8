/// A file that is written beside the one whose place it takes in the end, in one step.
///
/// Until then what was there stays as it is, whatever becomes of the writing. What is not a plain
/// file, such as a pipe or `/dev/null`, can't be replaced, and is written to straight away.
package struct NewFile: Sendable {
  package let descriptor: Descriptor
  /// The file that is replaced, behind all links; nil for what is written to straight away.
  private let target: String?
  private let newPath: String
  /// There was a file before.
  package let replacesFile: Bool

  /// - Parameter path: the file to replace, or to make
  /// - Throws: what the system refused
  package init(replacing path: String) throws(SystemError) {
    let status = try FileStatus(path: path)
    if let status, status.kind != .file {
      descriptor = try Descriptor.open(path, for: .writing)
      (target, newPath, replacesFile) = (nil, "", false)
      return
    }
    let target = FileNames.destination(of: path)
    newPath = "\(target).\(HostProcess.id).new"
    descriptor = try Descriptor.open(newPath, for: .creating)
    if let status { descriptor.setPermissions(as: status) }
    (self.target, replacesFile) = (target, status != nil)
  }

  /// Puts it in the place of what was there.
  package func commit() throws(SystemError) {
    descriptor.close()
    guard let target else { return }
    do throws(SystemError) {
      try FileNames.replace(target, by: newPath)
    } catch {
      FileNames.remove(newPath)
      throw error
    }
  }

  /// Leaves what was there, and forgets what was written.
  package func discard() {
    descriptor.close()
    if target != nil { FileNames.remove(newPath) }
  }
}

/// What a path leads to, so that two ways to write down one file are known for one.
package struct FileIdentity: Sendable {
  private enum Place: Sendable {
    case file(FileStatus)
    /// A file that is not there, by its folder and its name.
    case missing(folder: FileStatus, name: Substring)
    case unknown
  }

  private let place: Place

  /// What is open.
  package init(of descriptor: Descriptor) {
    place = (try? FileStatus(of: descriptor, path: "")).map { .file($0) } ?? .unknown
  }

  package init(path: String) {
    if let status = try? FileStatus(path: path) {
      place = .file(status)
      return
    }
    let path = FileNames.destination(of: path)
    let folder = try? FileStatus(path: FileNames.folder(of: path))
    place =
      folder.map { .missing(folder: $0, name: path[FileNames.nameStart(in: path)...]) } ?? .unknown
  }

  /// Whether both are one file or pipe, which can't be read and written, or written twice, at once.
  ///
  /// Devices can, as `/dev/null` takes everything, and sockets, which have two directions.
  package func isSameFile(as other: FileIdentity) -> Bool {
    switch (place, other.place) {
    case (.file(let one), .file(let two)):
      (one.kind == .file || one.kind == .pipe) && one.isSameFile(as: two)
    case (.missing(let folder, let name), .missing(let otherFolder, let otherName)):
      folder.isSameFile(as: otherFolder) && name == otherName
    case (.file, _), (.missing, _), (.unknown, _): false
    }
  }
}
