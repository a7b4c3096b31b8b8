package import FieldModels
import Glibc

/// Notices that the process that started the session is gone, so that no daemon outlives its
/// editor.
///
/// A process that has ended is gone, though its parent may not have asked for its exit status yet.
/// The end of the input says the same, and sooner; but it does not come when another child of the
/// editor has inherited the pipe.
/// The process is looked at every two seconds while the loop would otherwise wait: a handle that
/// wakes the loop exists (`pidfd_open`), but not for Swift to call, and nobody can tell the
/// difference.
package struct ParentWatch: Sendable {
  /// The longest the loop may wait between two looks.
  package static let intervalMilliseconds: Int32 = 2000

  private var watched: Int32?
  private var isActualParent = false
  private var nextLook: Int64 = .min

  /// A watch that has not looked yet.
  package init() {}

  /// Whether the process is gone; between two looks the answer is no.
  package mutating func isGone(_ processID: Int32, at now: Instant) -> Bool {
    // Zero and negative numbers mean groups of processes to the system.
    guard 0 < processID else { return false }
    if watched != processID {
      watched = processID
      isActualParent = getppid() == processID
      nextLook = .min
    }
    guard nextLook <= now.nanoseconds else { return false }
    nextLook = now.nanoseconds &+ Int64(Self.intervalMilliseconds) * 1_000_000
    // A parent that died without being waited for still has its number, but it is no longer our
    // parent.
    if isActualParent, getppid() != processID { return true }
    if kill(processID, 0) != 0 { return errno == ESRCH }
    return Self.isZombie(processID)
  }

  /// Whether the process has ended, and only its number is left until somebody asks for its exit
  /// status.
  ///
  /// One whose first thread has ended while others go on looks the same but for its threads.
  private static func isZombie(_ processID: Int32) -> Bool {
    let file = unsafe open("/proc/\(processID)/stat", O_RDONLY | O_CLOEXEC)
    guard 0 <= file else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let byteCount = unsafe read(file, &bytes, bytes.count)
    // The name stands in parentheses and may have some of its own.
    guard 0 < byteCount, let nameEnd = bytes[..<byteCount].lastIndex(of: UInt8(ascii: ")")) else {
      return false
    }
    let words = bytes[(nameEnd + 1)..<byteCount].split(separator: UInt8(ascii: " "))
    let threadCountPlace = 17
    guard threadCountPlace < words.count, words[0].first == UInt8(ascii: "Z") else { return false }
    return words[threadCountPlace].count == 1
      && words[threadCountPlace].first ?? 0 <= UInt8(ascii: "1")
  }
}
