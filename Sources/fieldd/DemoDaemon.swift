import FieldModels
import FieldRPC
import Glibc

/// The daemon as a child process: this very program, started with `serve` between two pipes.
///
/// Messages go in and come out as JSON values; what they mean is not known here.
/// Nothing waits for longer than the demo may take, and however the demo ends, the child has ended
/// before: of its own accord if it can, by force if it must.
struct DemoDaemon: ~Copyable {
  /// The longest that a whole demo may take; it needs less than three seconds.
  static let patienceSeconds = 8

  let processID: pid_t
  private let input: Int32
  private let output: Int32
  private var framing = Framing()
  private var isRunning = true
  private let clock = HostClock()
  private let deadline: Instant

  private init(processID: pid_t, input: Int32, output: Int32) {
    self.processID = processID
    self.input = input
    self.output = output
    deadline = clock.now().adding(nanoseconds: Int64(Self.patienceSeconds) * 1_000_000_000)
  }

  /// A daemon that has just been started.
  static func started() throws(DemoFailure) -> DemoDaemon {
    // Otherwise a pipe could take the place of a standard stream that is closed.
    ClientStreams.reserveDescriptors()
    let requests = try makePipe()
    let answers = try makePipe()
    defer {
      close(requests.readEnd)
      close(answers.writeEnd)
    }
    let processID = try spawn(input: requests.readEnd, output: answers.writeEnd)
    return DemoDaemon(processID: processID, input: requests.writeEnd, output: answers.readEnd)
  }

  deinit {
    close(input)
    guard isRunning else {
      close(output)
      return
    }
    // The end of its input is what tells the daemon to go.
    let oneSecond = clock.now().adding(nanoseconds: 1_000_000_000)
    if case .timedOut = Self.wait(for: processID, until: min(deadline, oneSecond), clock) {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(output)
  }

  /// This moment, by the clock that all times of the demo are told by.
  func now() -> Instant { clock.now() }

  /// Writes a message; those of a demo fit into the pipe all together, so it never blocks.
  mutating func send(_ message: JSONValue) throws(DemoFailure) {
    var json = JSONWriter()
    json.value(message)
    var waiting = OutputBuffer()
    waiting.append(message: json.bytes, framedAs: .headers)
    while !waiting.isEmpty {
      let writtenByteCount = waiting.withUnwritten { bytes in
        unsafe bytes.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
      }
      if 0 <= writtenByteCount {
        waiting.consume(writtenByteCount)
      } else if errno != EINTR {
        throw .gone
      }
    }
  }

  /// The next message, for which something is waited that is named if it does not come.
  mutating func receive(awaiting awaited: String) throws(DemoFailure) -> JSONValue {
    while true {
      switch framing.next() {
      case .body(let range): return try message(range)
      case .malformed(let reason): throw .misunderstood(reason)
      case nil: try read(awaiting: awaited)
      }
    }
  }

  /// Lets the daemon end, which was told to, and gives its exit status.
  mutating func end() throws(DemoFailure) -> Int32 {
    switch Self.wait(for: processID, until: deadline, clock) {
    case .timedOut: throw .silent(awaited: "`exit`")
    case .ended(let status):
      isRunning = false
      return status
    }
  }
}

extension DemoDaemon {
  private func message(_ range: Range<Int>) throws(DemoFailure) -> JSONValue {
    var reader = JSONReader(
      framing.bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    if let problem = reader.problems.first { throw .misunderstood(problem.message) }
    return JSONValue(reader.tree, 0)
  }

  private mutating func read(awaiting awaited: String) throws(DemoFailure) {
    var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let timeout = HostClock.timeoutMilliseconds(until: deadline, from: clock.now())
    let readyCount = unsafe poll(&polled, 1, timeout)
    if readyCount == 0 { throw .silent(awaited: awaited) }
    guard 0 < readyCount else { return }
    var room = [UInt8](repeating: 0, count: 64 << 10)
    let byteCount = unsafe Glibc.read(output, &room, room.count)
    if byteCount == 0 { throw .gone }
    guard 0 < byteCount else { return }
    framing.append(room.span.extracting(..<byteCount))
  }

  private enum Ending {
    case ended(status: Int32)
    case timedOut
  }

  /// Waits for a child to end.
  ///
  /// The system offers no waiting for a child that also ends at a deadline, so it is asked again
  /// every two milliseconds; a daemon that was told to go takes fewer.
  private static func wait(
    for processID: pid_t, until deadline: Instant, _ clock: HostClock
  ) -> Ending {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(processID, &status, WNOHANG)
      if ended == processID {
        let signal = status & 0x7F
        return .ended(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
      // Whoever started the demo may have asked the system to bury its children by itself.
      if ended < 0, errno == ECHILD { return .ended(status: 0) }
      if deadline <= clock.now() { return .timedOut }
      _ = poll(nil, 0, 2)
    }
  }

  private static func makePipe() throws(DemoFailure) -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .refused("create a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts this program anew with other standard streams.
  private static func spawn(input: Int32, output: Int32) throws(DemoFailure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
      unsafe strdup("fieldd"), unsafe strdup("serve"), unsafe strdup("--store=:memory:"), nil,
    ]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var processID: pid_t = 0
    var code: Int32 = ENOENT
    // The second is for a system without /proc; it may be a bare name, to be sought in PATH.
    for path in ["/proc/self/exe", CommandLine.arguments.first ?? "fieldd"] where code != 0 {
      code = unsafe posix_spawnp(&processID, path, &actions, nil, &arguments, environ)
    }
    guard code == 0 else { throw .refused("start the daemon", code) }
    return processID
  }
}
