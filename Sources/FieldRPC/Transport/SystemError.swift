#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The operating system's refusal of something that was asked of it.
///
/// It exists at the edge only: it is shown to a person on standard error and decides an exit
/// status.
/// A client receives no more of it than its words.
package struct SystemError: Error, CustomStringConvertible {
  /// What could not be done, as the rest of "cannot …".
  package let action: String

  /// The error number of the system.
  package let code: Int32

  /// Another process is at it, and has not let go in time.
  var isBusy: Bool { code == EBUSY }

  /// There is no such file, or no folder for it.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// What the system has no words for, where we refuse something ourselves.
  private var ownReason: String?

  /// Why we refuse something ourselves, in the system's terms.
  enum Refusal {
    case tooLarge
    case busy

    fileprivate var code: Int32 {
      switch self {
      case .tooLarge: EFBIG
      case .busy: EBUSY
      }
    }
  }

  /// An error of the system.
  package init(action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// A refusal of our own.
  init(action: String, _ refusal: Refusal) {
    self.init(action: action, code: refusal.code)
  }

  /// A refusal of our own, with its reason.
  package init(action: String, since reason: String) {
    self.init(action: action, code: EINVAL)
    ownReason = reason
  }

  /// What could not be done, and why.
  package var description: String { "cannot \(action): \(reason)" }

  /// Why, in the system's words or in ours.
  var reason: String { unsafe ownReason ?? String(cString: strerror(code)) }

  /// The error of the system call that has just failed.
  package static func last(_ action: String) -> SystemError {
    SystemError(action: action, code: errno)
  }
}

/// What is said to the person who started the program, beside the conversation with the client.
package enum StandardError {
  /// Writes one line; a failure to write it is ignored.
  package static func say(_ sentence: String) {
    _ = Descriptor.standardError.write(Array("fieldd: \(sentence.shownInTerminal)\n".utf8).span)
  }
}
