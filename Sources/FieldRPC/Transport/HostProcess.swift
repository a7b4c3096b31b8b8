#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// This process and others, as the system numbers them.
package enum HostProcess {
  /// The number of this process.
  package static var id: Int32 { getpid() }

  /// The number of the process that has started this one, or of whoever has taken its place.
  static var parentID: Int32 { getppid() }

  /// Ends this process.
  package static func end(with status: Int32) -> Never { exit(status) }

  /// A variable of the environment; nil where it is not set or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Whether a process has ended, as far as can be known.
  ///
  /// One that has ended is gone though its parent may not have asked for its exit status yet, so
  /// that its number is left.
  static func isGone(_ id: Int32) -> Bool {
    // One of another user is there, though it can't be sent anything.
    if kill(id, 0) != 0 { return errno == ESRCH }
    return isZombie(id)
  }

  #if canImport(Darwin)
    private static func isZombie(_ id: Int32) -> Bool {
      var query = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      var process = unsafe kinfo_proc()
      var byteCount = unsafe MemoryLayout<kinfo_proc>.stride
      guard unsafe sysctl(&query, UInt32(query.count), &process, &byteCount, nil, 0) == 0 else {
        return false
      }
      return unsafe 0 < byteCount && Int32(process.kp_proc.p_stat) == SZOMB
    }
  #else
    /// One whose first thread has ended while others go on looks the same but for its threads.
    private static func isZombie(_ id: Int32) -> Bool {
      guard let file = try? Descriptor.open("/proc/\(id)/stat", for: .reading) else { return false }
      defer { file.close() }
      var bytes: [UInt8] = []
      _ = file.read(to: &bytes, atMost: 512)
      // The name stands in parentheses and may have some of its own.
      guard let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")")) else { return false }
      let words = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
      let threadCountPlace = 17
      guard threadCountPlace < words.count, words[0].first == UInt8(ascii: "Z") else {
        return false
      }
      return words[threadCountPlace].count == 1
        && words[threadCountPlace].first ?? 0 <= UInt8(ascii: "1")
    }
  #endif
}
