package import FieldModels

/// Notices that the process that started the session is gone, so that no daemon outlives its
/// editor.
///
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
      isActualParent = HostProcess.parentID == processID
      nextLook = .min
    }
    guard nextLook <= now.nanoseconds else { return false }
    nextLook = now.nanoseconds &+ Int64(Self.intervalMilliseconds) * 1_000_000
    // A parent that died without being waited for still has its number, but it is no longer our
    // parent.
    if isActualParent, HostProcess.parentID != processID { return true }
    return HostProcess.isGone(processID)
  }
}
