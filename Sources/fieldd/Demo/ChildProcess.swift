import FieldRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// This very program, started anew between two pipes.
struct ChildProcess {
  /// How far a child has come.
  enum Ending {
    case running
    /// The exit status; 128 and the number of the signal for one that was killed.
    case ended(status: Int32)
  }

  let id: Int32

  /// Starts the program with other standard streams.
  static func started(
    _ arguments: [String], input: Descriptor, output: Descriptor
  ) throws(SystemError) -> ChildProcess {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    var words = unsafe (["fieldd"] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var id: pid_t = 0
    var code: Int32 = ENOENT
    // The second is for a system without /proc; it may be a bare name, to be sought in PATH.
    for path in ["/proc/self/exe", CommandLine.arguments.first ?? "fieldd"] where code != 0 {
      code = unsafe posix_spawnp(&id, path, &actions, nil, &words, environ)
    }
    guard code == 0 else { throw SystemError(action: "start the daemon", code: code) }
    return ChildProcess(id: id)
  }

  /// How far it has come; of one that has ended nothing is left after this was asked.
  func ending() -> Ending {
    var status: Int32 = 0
    let ended = unsafe waitpid(id, &status, WNOHANG)
    if ended == id {
      let signal = status & 0x7F
      return .ended(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }
    // Whoever started us may have asked the system to bury its children by itself.
    return ended < 0 && errno == ECHILD ? .ended(status: 0) : .running
  }

  /// Ends it by force, and waits until it has ended.
  func kill() {
    _ = systemKill(id, SIGKILL)
    _ = waitpid(id, nil, 0)
  }
}

// The function of the system whose name is taken above.
private func systemKill(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }
