package import FieldModels

/// The `fieldd.json` of a folder, read again when it has changed.
///
/// That there is no such file is nothing to complain about; the folder then says nothing.
package struct WorkspaceReader: Sendable {
  /// What the file said when it was last read.
  package private(set) var file = WorkspaceFile()

  /// Where the file is, or would be.
  package let path: String

  private var seen: FileStatus?
  private var isUnreadable = false

  /// More than anybody writes by hand, and what is generated is better kept in a document.
  private static let byteCountLimit = 16 << 20

  /// A reader that has read nothing yet.
  ///
  /// - Parameter root: The path of the folder.
  package init(root: String) {
    path = root.hasSuffix("/") ? root + WorkspaceFile.name : "\(root)/\(WorkspaceFile.name)"
  }

  /// How many bytes `refresh` would read.
  package var unreadByteCount: Int {
    guard let stamp = try? FileStatus(path: path), stamp != seen else { return 0 }
    return min(stamp.byteCount, Self.byteCountLimit)
  }

  /// Reads the file if it has changed, which costs one question to the system if it has not.
  ///
  /// - Returns: Whether it says something else now.
  /// - Throws: What the system refused, once for each state of the file; what it said before
  ///   still holds.
  package mutating func refresh() throws(SystemError) -> Bool {
    guard let stamp = try stamp() else { return isUnreadable ? false : take(WorkspaceFile(), nil) }
    guard stamp != seen else { return false }
    seen = stamp
    guard let file = try OpenFile(reading: path) else { return take(WorkspaceFile(), nil) }
    return take(WorkspaceFile(try file.bytes(from: 0, limit: Self.byteCountLimit)), stamp)
  }
}

extension WorkspaceReader {
  /// The file as it is now, nil if there is none or the system has refused to tell before.
  private mutating func stamp() throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let stamp = try FileStatus(path: path)
      isUnreadable = false
      return stamp
    } catch {
      if isUnreadable { return nil }
      isUnreadable = true
      throw error
    }
  }

  private mutating func take(_ file: WorkspaceFile, _ stamp: FileStatus?) -> Bool {
    seen = stamp
    guard file != self.file else { return false }
    self.file = file
    return true
  }
}
