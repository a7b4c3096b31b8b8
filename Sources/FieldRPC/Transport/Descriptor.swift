#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// An open file, pipe, socket or terminal, by the number that the system knows it by.
///
/// The calls to the system that take such a number are here, and nowhere else.
/// It closes nothing by itself: who has opened it closes it.
package struct Descriptor: Equatable, Sendable {
  /// The number; a negative one is none.
  package let number: Int32

  /// The descriptor of a number, open or not.
  package init(_ number: Int32) { self.number = number }

  package static let standardInput = Descriptor(STDIN_FILENO)
  package static let standardOutput = Descriptor(STDOUT_FILENO)
  package static let standardError = Descriptor(STDERR_FILENO)

  /// What came of reading or writing.
  package enum Transfer: Equatable, Sendable {
    /// This many bytes; none were read at the end.
    case bytes(Int)
    /// A signal came in between; nothing was transferred.
    case interrupted
    /// It would have to wait, and is set not to.
    case unready
    /// Whoever is at the other end has gone.
    case abandoned
    case failed

    fileprivate init(_ byteCount: Int) {
      if 0 <= byteCount {
        self = .bytes(byteCount)
        return
      }
      switch errno {
      case EINTR: self = .interrupted
      case EAGAIN: self = .unready
      case EPIPE, ECONNRESET: self = .abandoned
      default: self = .failed
      }
    }
  }

  package func close() { _ = systemClose(number) }

  package var isOpen: Bool { fcntl(number, F_GETFD) != -1 || errno != EBADF }

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The columns of a terminal; nil for what is none, or does not know.
  package var columnCount: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col != 0 else { return nil }
    return Int(size.ws_col)
  }
}

// Bytes in and out.
extension Descriptor {
  /// The most that any pipe, socket or terminal takes at once if it takes anything.
  package static let pieceByteCount = Int(PIPE_BUF)

  /// Reads what is there behind what is in an array, at most so many bytes.
  package func read(to bytes: inout [UInt8], atMost byteCount: Int) -> Transfer {
    unsafe take(to: &bytes, atMost: byteCount) { start, count in
      unsafe systemRead(number, start, count)
    }
  }

  /// Reads the bytes of a file from an offset on, behind what is in an array.
  package func read(
    from byteOffset: Int, to bytes: inout [UInt8], atMost byteCount: Int
  ) -> Transfer {
    unsafe take(to: &bytes, atMost: byteCount) { start, count in
      unsafe pread(number, start, count, off_t(byteOffset))
    }
  }

  private func take(
    to bytes: inout [UInt8], atMost byteCount: Int,
    _ read: (UnsafeMutableRawPointer?, Int) -> Int
  ) -> Transfer {
    var transfer = Transfer.bytes(0)
    bytes.append(addingCapacity: byteCount) { tail in
      unsafe tail.withUnsafeMutableBufferPointer { room, initializedByteCount in
        let readByteCount = unsafe read(UnsafeMutableRawPointer(room.baseAddress), room.count)
        transfer = Transfer(readByteCount)
        initializedByteCount = max(0, readByteCount)
      }
    }
    return transfer
  }

  /// Writes as many of the bytes as are taken.
  package func write(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes {
      unsafe Transfer(systemWrite(number, $0.baseAddress, $0.count))
    }
  }

  /// Writes as many of the bytes as a socket takes without waiting.
  func send(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes {
      unsafe Transfer(systemSend(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)))
    }
  }

  /// Writes all bytes, however often a signal comes in between; gives whether that was possible.
  package func writeAll(_ bytes: [UInt8]) -> Bool {
    var writtenByteCount = 0
    while writtenByteCount < bytes.count {
      switch write(bytes.span.extracting(writtenByteCount...)) {
      case .bytes(let byteCount): writtenByteCount += byteCount
      case .interrupted: continue
      case .unready, .abandoned, .failed: return false
      }
    }
    return true
  }
}

// What can be done now.
extension Descriptor {
  /// What can be waited for.
  package enum Wish: Sendable {
    case reading
    case writing

    fileprivate var events: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      }
    }
  }

  /// Whether a wish can be fulfilled, or never will be, within some time (-1: for ever).
  package func isReady(for wish: Wish, timeoutMilliseconds: Int32 = 0) -> Bool {
    var polled = pollfd(fd: number, events: wish.events, revents: 0)
    return unsafe poll(&polled, 1, timeoutMilliseconds) > 0
  }

  /// Waits for at most the given time (-1: for ever) until one of several wishes can be fulfilled,
  /// and gives which can.
  ///
  /// A descriptor that nothing is wanted of is left out entirely, since its end would be reported
  /// whether asked or not.
  static func wait(
    reading: Descriptor?, writing: Descriptor?, orReading bell: Descriptor,
    timeoutMilliseconds: Int32
  ) -> (canRead: Bool, canWrite: Bool, canReadBell: Bool) {
    var polled = [
      pollfd(fd: reading?.number ?? -1, events: Wish.reading.events, revents: 0),
      pollfd(fd: writing?.number ?? -1, events: Wish.writing.events, revents: 0),
      pollfd(fd: bell.number, events: Wish.reading.events, revents: 0),
    ]
    guard unsafe poll(&polled, nfds_t(polled.count), timeoutMilliseconds) > 0 else {
      return (false, false, false)
    }
    return (polled[0].revents != 0, polled[1].revents != 0, polled[2].revents != 0)
  }
}

// Pipes.
extension Descriptor {
  /// A new pipe, which programs that are started do not inherit.
  package static func pipe() throws(SystemError) -> (readEnd: Descriptor, writeEnd: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw .last("create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Sees to it that nothing waits for it; for pipes of our own only, since that is a property of
  /// what is open and not of the descriptor.
  func setUnwaiting() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// How many bytes an empty pipe takes at once; nil for what is no pipe, and where nobody tells.
  var pipeByteCount: Int? {
    #if canImport(Darwin)
      return nil
    #else
      // `F_GETPIPE_SZ`, which the module map leaves out.
      let byteCount = fcntl(number, 1032)
      return 0 < byteCount ? Int(byteCount) : nil
    #endif
  }

  /// Whether all that was written into a pipe has been read.
  var isEmptyPipe: Bool {
    #if canImport(Darwin)
      return false
    #else
      var unreadByteCount: Int32 = 0
      return unsafe ioctl(number, UInt(FIONREAD), &unreadByteCount) == 0 && unreadByteCount == 0
    #endif
  }
}

// Files.
extension Descriptor {
  /// For what a file is opened.
  package enum Purpose: Sendable {
    case reading
    /// Reading and writing at the end; it is made for its owner alone if there is none.
    case appending
    /// As a lock, and not through a link; it is made if there is none.
    case locking
    /// Writing from the beginning; what there was is gone.
    case replacing
    /// Writing to what is there and can't be replaced, such as a pipe.
    case writing
    /// Writing to a file that was not there.
    case creating
    /// Seeing names to the disk; it must be a folder.
    case syncing

    fileprivate var flags: Int32 {
      // Without O_NONBLOCK, a pipe in the place of the file would stop the process.
      switch self {
      case .reading: O_RDONLY | O_NONBLOCK | O_NOCTTY
      case .appending: O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY
      case .locking: O_RDWR | O_CREAT | O_NOFOLLOW
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
      case .writing: O_WRONLY | O_APPEND | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_APPEND
      case .syncing: O_RDONLY | O_DIRECTORY
      }
    }
  }

  /// Opens a file.
  package static func open(_ path: String, for purpose: Purpose) throws(SystemError) -> Descriptor {
    let number = systemOpen(path, purpose.flags | O_CLOEXEC)
    guard 0 <= number else { throw .last("open \(path)") }
    return Descriptor(number)
  }

  /// Returns when what was written is on the disk.
  func sync() -> Bool {
    #if canImport(Darwin)
      // Here `fsync` hands everything to the disk, which may keep it for a while; not every file
      // system knows better.
      return fcntl(number, F_FULLFSYNC) == 0 || fsync(number) == 0
    #else
      return fdatasync(number) == 0
    #endif
  }

  /// Returns when the names in a folder are on the disk.
  func syncNames() -> Bool {
    // Some file systems have nothing to write for a folder and say so.
    fsync(number) == 0 || errno == EINVAL
  }

  func truncate(toByteCount byteCount: Int) -> Bool {
    ftruncate(number, off_t(byteCount)) == 0
  }

  /// What came of asking for a lock.
  enum Locking {
    case locked
    /// Somebody else has it, or a signal came in between.
    case busy
    case failed
  }

  /// Asks for the lock of a file, which ends with the last descriptor of it.
  func lock() -> Locking {
    if flock(number, LOCK_EX | LOCK_NB) == 0 { return .locked }
    return errno == EWOULDBLOCK || errno == EINTR ? .busy : .failed
  }

  /// Makes sure that the numbers of the standard streams are taken.
  ///
  /// A program may be started with one of them closed; the next file it opens would then be given
  /// that number and be mistaken for the client.
  /// What takes the place can neither be read nor written, so that the lack is noticed.
  package static func reserveStandardStreams() {
    for stream in [standardInput, standardOutput, standardError] where !stream.isOpen {
      // The system gives the lowest number that is free, which is this one.
      _ = systemOpen("/dev/null", stream == standardInput ? O_WRONLY : O_RDONLY)
    }
  }
}

// The functions of the system whose names are taken above.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  guard FileNames.isPath(path) else {
    errno = ENOENT
    return -1
  }
  return unsafe open(path, flags, 0o600)
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}

private func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, start, count)
}

private func systemSend(
  _ number: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  unsafe send(number, start, count, flags)
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { unsafe pipe(&ends) }
