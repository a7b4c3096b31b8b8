import FieldModels
import FieldRPC
import FieldSession

/// The daemon as a child process: this very program, started with `serve` between two pipes.
///
/// Messages go in and come out as JSON values; what they mean is not known here.
/// Nothing waits for longer than the demo may take, and however the demo ends, the child has ended
/// before: of its own accord if it can, by force if it must.
struct DemoDaemon: ~Copyable {
  /// The longest that a whole demo may take; it needs less than three seconds.
  static let patienceSeconds = 8

  private let child: ChildProcess
  private let input: Descriptor
  private let output: Descriptor
  private var framing = Framing()
  private var isRunning = true
  private var clock = HostClock()
  private let deadline: Instant

  private init(_ child: ChildProcess, input: Descriptor, output: Descriptor) {
    self.child = child
    self.input = input
    self.output = output
    deadline = clock.now().adding(nanoseconds: Int64(Self.patienceSeconds) * 1_000_000_000)
  }

  /// A daemon that has just been started.
  static func started() throws(DemoFailure) -> DemoDaemon {
    do throws(SystemError) {
      let requests = try Descriptor.pipe()
      let answers = try Descriptor.pipe()
      defer {
        requests.readEnd.close()
        answers.writeEnd.close()
      }
      let child = try ChildProcess.started(
        ["serve", "--store=:memory:"], input: requests.readEnd, output: answers.writeEnd)
      return DemoDaemon(child, input: requests.writeEnd, output: answers.readEnd)
    } catch {
      throw .refused(error)
    }
  }

  /// The number of its process.
  var processID: Int32 { child.id }

  deinit {
    input.close()
    defer { output.close() }
    guard isRunning else { return }
    // The end of its input is what tells the daemon to go.
    var clock = clock
    let oneSecond = clock.now().adding(nanoseconds: 1_000_000_000)
    if Self.exitStatus(of: child, by: min(deadline, oneSecond), clock) == nil { child.kill() }
  }

  /// This moment, by the clock that all times of the demo are told by.
  mutating func now() -> Instant { clock.now() }

  /// Writes a message; those of a demo fit into the pipe all together, so it never blocks.
  mutating func send(_ message: JSONValue) throws(DemoFailure) {
    var json = JSONWriter()
    json.value(message)
    var waiting = OutputBuffer()
    waiting.append(message: json.bytes, framedAs: .headers)
    while !waiting.isEmpty {
      switch waiting.withUnwritten({ input.write($0) }) {
      case .bytes(let byteCount): waiting.consume(byteCount)
      case .interrupted: continue
      case .unready, .abandoned, .failed: throw .gone
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
    guard let status = Self.exitStatus(of: child, by: deadline, clock) else {
      throw .silent(awaited: "`exit`")
    }
    isRunning = false
    return status
  }
}

extension DemoDaemon {
  private func message(_ range: Range<Int>) throws(DemoFailure) -> JSONValue {
    var reader = JSONReader(
      framing.bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    if let problem = reader.problems.first {
      throw .misunderstood(Wording.english.text(problem.kind.saying))
    }
    return JSONValue(reader.tree, 0)
  }

  private mutating func read(awaiting awaited: String) throws(DemoFailure) {
    let timeout = HostClock.timeoutMilliseconds(until: deadline, from: clock.now())
    guard output.isReady(for: .reading, timeoutMilliseconds: timeout) else {
      if clock.now() < deadline { return }
      throw .silent(awaited: awaited)
    }
    var bytes: [UInt8] = []
    switch output.read(to: &bytes, atMost: 64 << 10) {
    case .bytes(0): throw .gone
    case .bytes: framing.append(bytes.span)
    case .interrupted, .unready, .abandoned, .failed: return
    }
  }

  /// Waits for a child to end, and gives its exit status; nil if it has not ended in time.
  ///
  /// The system offers no waiting for a child that also ends at a deadline, so it is asked again
  /// every two milliseconds; a daemon that was told to go takes fewer.
  private static func exitStatus(
    of child: ChildProcess, by deadline: Instant, _ clock: HostClock
  ) -> Int32? {
    var clock = clock
    while true {
      if case .ended(let status) = child.ending() { return status }
      if deadline <= clock.now() { return nil }
      HostClock.pause(milliseconds: 2)
    }
  }
}
