package import FieldModels

/// An autofill memory in a file that several daemons of one person share.
///
/// What `append` has returned from is on the disk and survives the death of the process at any
/// moment; what it has refused is nowhere. Every daemon adds lines to the same log
/// (`AutofillLog`), one at a time, and sees the lines of the others at its next `refresh`.
/// A log that holds mostly what is no longer true is replaced by a shorter one, in one step,
/// which leaves damaged lines behind.
///
/// Who writes holds a lock on `PATH.lock`, a file of its own, since the log itself may be
/// replaced. Who reads needs neither it nor the right to write: a line counts once its line break
/// is there. Nothing is made before there is something to write.
/// A damaged file is read as far as it goes; `damagedLineCount` tells.
package struct AutofillStore: Sendable {
  /// What the disk said last.
  package private(set) var memory = AutofillMemory()

  /// The lines of the file that could not be read.
  package var damagedLineCount: Int { reading.damagedLineCount }

  /// Where the log is, or would be.
  package let path: String

  private let lockMilliseconds: Int
  private var file: OpenFile?
  private var seen: FileStatus?
  private var reading = AutofillLog.Reading()
  /// The last whole line, which proves at the next reading that the file still goes on from here.
  private var lastLine: [UInt8] = []
  /// What stands behind the last line break.
  private var torn: [UInt8] = []
  /// As long as the log was when it was last as short as it can be.
  private var shortestByteCount = 0

  /// A store that has not looked at its file yet; `refresh` does.
  ///
  /// - Parameters:
  ///   - path: Where the file is; a symbolic link is followed.
  ///   - lockMilliseconds: How long writing waits for another process that writes.
  package init(path: String, lockMilliseconds: Int = 2000) {
    Descriptor.reserveStandardStreams()
    self.path = path
    self.lockMilliseconds = lockMilliseconds
  }

  /// The file of this person: in `$XDG_DATA_HOME`, or in `~/.local/share` if that is not set.
  package static func defaultPath() -> String? {
    // A relative path is to be ignored, says the standard.
    if let folder = HostProcess.variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
      return "\(folder)/fieldd/autofill.log"
    }
    return HostProcess.variable("HOME").map { "\($0)/.local/share/fieldd/autofill.log" }
  }

  /// Makes what others have written part of the memory.
  ///
  /// If nothing has changed, it costs one question to the system; if something was added, only
  /// that is read.
  ///
  /// - Returns: Whether the memory is another one now.
  package mutating func refresh() throws(SystemError) -> Bool {
    guard let stamp = try look() else { return forget() }
    guard isNews(stamp) else { return false }
    let before = memory
    if let file, let seen, stamp.isSameFile(as: seen), reading.wholeByteCount <= stamp.byteCount,
      try readTail(file)
    {
      return memory != before
    }
    guard let file = try OpenFile(reading: path) else { return forget() }
    try reread(file)
    return memory != before
  }

  /// How the file is now; nil if there is none.
  func look() throws(SystemError) -> FileStatus? { try FileStatus(path: path) }

  /// Whether `refresh` has something to do where the file is so.
  func isNews(_ status: FileStatus?) -> Bool { status != seen }

  /// How many bytes `refresh` would read of a file that is so; it reads none of a log that is too
  /// long to be ours.
  func unreadByteCount(of status: FileStatus?) -> Int {
    guard let stamp = status, isNews(stamp), stamp.byteCount <= Self.logByteCountLimit
    else { return 0 }
    guard let seen, stamp.isSameFile(as: seen), reading.wholeByteCount <= stamp.byteCount else {
      return stamp.byteCount
    }
    return stamp.byteCount - reading.wholeByteCount + lastLine.count
  }

  /// Makes changes part of the memory and of the file, which is made for its owner alone, with the
  /// folders on the way, where there is none.
  ///
  /// They count when this returns, together; if it throws, none of them does. Changes that change
  /// nothing are not written.
  ///
  /// - Throws: What the system refused, that another process holds the lock for too long, or that
  ///   a change is beyond the limits of a memory.
  package mutating func append(_ changes: [AutofillChange]) throws(SystemError) {
    for change in changes { try checkLength(of: change) }
    guard !changes.isEmpty else { return }
    try FileNames.makeFolder(FileNames.folder(of: path))
    _ = try OpenFile(path: path)
    // Everybody has to lock the same file and replace the same file, whatever they call it.
    let realPath = try FileNames.resolved(path)
    let lock = try FileLock(path: realPath + ".lock", milliseconds: lockMilliseconds)
    defer { lock.release() }
    _ = try refresh()
    let file = try OpenFile(path: realPath)
    // Nobody can replace the file while it is locked, except a person.
    if try file.status() != seen { try reread(file) }
    try checkFile()
    try write(changes, to: file, in: FileNames.folder(of: realPath))
    compact(realPath)
  }
}

extension AutofillStore {
  /// Below this, a log is not worth shortening.
  private static let compactionByteCount = 64 << 10
  /// More than this is not what a person typed, and would be slow to read.
  private static let logByteCountLimit = 64 << 20

  private func checkLength(of change: AutofillChange) throws(SystemError) {
    let (textByteCount, textLimit) = (change.text.utf8.count, AutofillMemory.textByteCountLimit)
    guard textByteCount <= textLimit else {
      throw SystemError(
        action: "remember a text of \(textByteCount) bytes", since: "at most \(textLimit) are kept")
    }
    let (nameByteCount, nameLimit) = (change.source.utf8.count, AutofillMemory.sourceByteCountLimit)
    guard nameByteCount <= nameLimit else {
      throw SystemError(
        action: "remember a source whose name has \(nameByteCount) bytes",
        since: "it may have \(nameLimit)")
    }
  }

  /// Nothing is written to a file that somebody else keeps.
  private func checkFile() throws(SystemError) {
    guard !reading.isOfLaterVersion else {
      throw SystemError(
        action: "write to \(path)", since: "a later version of fieldd keeps it")
    }
    guard reading.damagedLineCount == 0 || reading.soundLineCount > 0 else {
      throw SystemError(action: "write to \(path)", since: "it is no autofill log")
    }
  }

  private mutating func write(
    _ changes: [AutofillChange], to file: OpenFile, in folder: String
  ) throws(SystemError) {
    if reading.wholeByteCount == 0, AutofillLog.header.starts(with: torn) {
      // Whoever began the file was interrupted at its first line.
      file.truncate(toByteCount: 0)
      torn = []
    }
    let byteCount = try file.status().byteCount
    var next = memory
    var nextReading = reading
    var bytes: [UInt8] = []
    if !torn.isEmpty {
      // Whoever wrote this was interrupted; its line is ended here, so that ours is one.
      bytes.append(UInt8(ascii: "\n"))
      nextReading += AutofillLog.read(torn + bytes, into: &next)
    }
    var effective: [AutofillChange] = []
    for change in changes {
      guard next.takes(change) || change.text.isEmpty else {
        throw SystemError(
          action: "remember another source", since: "at most \(AutofillMemory.sourceLimit) are kept"
        )
      }
      if next.apply(change) { effective.append(change) }
    }
    guard !effective.isEmpty else { return }
    // All of it goes in one line, and a failed write is taken back, so nothing of it can count
    // alone; a reader that was faster sees by its last line that the file has changed.
    if nextReading.soundLineCount == 0 {
      bytes += AutofillLog.header
      nextReading.soundLineCount += 1
    }
    let line = AutofillLog.record(effective)
    bytes += line
    guard byteCount + bytes.count <= Self.logByteCountLimit else {
      throw SystemError(action: "write to \(path)", .tooLarge)
    }
    do throws(SystemError) {
      try file.append(bytes)
      if byteCount == 0 { try FileNames.sync(folder) }
    } catch {
      file.truncate(toByteCount: byteCount)
      seen = nil
      throw error
    }
    nextReading.soundLineCount += 1
    nextReading.wholeByteCount = byteCount + bytes.count
    (memory, reading, lastLine, torn) = (next, nextReading, line, [])
    seen = try? file.status()
    self.file = file
  }

  /// The file is gone, and with it what it said.
  private mutating func forget() -> Bool {
    let isChanged = memory != AutofillMemory()
    memory = AutofillMemory()
    reading = AutofillLog.Reading()
    (file, seen, lastLine, torn, shortestByteCount) = (nil, nil, [], [], 0)
    return isChanged
  }

  /// Reads what was added, unless the file turns out to be another one.
  private mutating func readTail(_ file: OpenFile) throws(SystemError) -> Bool {
    let stamp = try file.status()
    let start = reading.wholeByteCount - lastLine.count
    let bytes = try file.bytes(from: start, limit: Self.logByteCountLimit)
    guard bytes.starts(with: lastLine) else { return false }
    take(Array(bytes[lastLine.count...]), stamp)
    return true
  }

  private mutating func reread(_ file: OpenFile) throws(SystemError) {
    let stamp = try file.status()
    let bytes = try file.bytes(from: 0, limit: Self.logByteCountLimit)
    _ = forget()
    self.file = file
    take(bytes, stamp)
  }

  private mutating func take(_ bytes: [UInt8], _ stamp: FileStatus) {
    let read = AutofillLog.read(bytes, into: &memory)
    reading += read
    torn = Array(bytes[read.wholeByteCount...])
    if 0 < read.wholeByteCount {
      let whole = bytes[..<(read.wholeByteCount - 1)]
      let lineStart = whole.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      lastLine = Array(bytes[lineStart..<read.wholeByteCount])
    }
    // The stamp is older than the bytes, so what was added in between is looked at again.
    seen = stamp
  }

  /// Replaces the log by a shorter one if that is worth it; the lock is held.
  ///
  /// That it fails is no reason to complain: the long log says the same.
  private mutating func compact(_ realPath: String) {
    let byteCount = reading.wholeByteCount
    guard byteCount > max(Self.compactionByteCount, 2 * shortestByteCount) else { return }
    let bytes = AutofillLog.text(of: memory)
    shortestByteCount = bytes.count
    guard byteCount > 2 * bytes.count else { return }
    do throws(SystemError) {
      let file = try OpenFile(replacing: realPath, with: bytes)
      try reread(file)
      shortestByteCount = bytes.count
    } catch {
      // It is tried again when the log has doubled.
      shortestByteCount = byteCount
    }
  }
}

extension AutofillLog.Reading {
  fileprivate static func += (sum: inout Self, other: Self) {
    sum.wholeByteCount += other.wholeByteCount
    sum.soundLineCount += other.soundLineCount
    sum.damagedLineCount += other.damagedLineCount
    if other.isOfLaterVersion { sum.isOfLaterVersion = true }
  }
}
