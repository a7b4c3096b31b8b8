import FieldConversion
import FieldModels
import FieldRPC
import FieldSession
import FieldTestSupport
import Foundation
import Testing

/// A pipe whose ends are closed at the latest with it; they never block, so that one thread can
/// hold both.
private final class Pipe {
  private(set) var readEnd = Descriptor(-1)
  private(set) var writeEnd = Descriptor(-1)

  init() {
    // A test that writes to nobody is to see an error, as the server does.
    signal(SIGPIPE, SIG_IGN)
    #expect(throws: Never.self) { (readEnd, writeEnd) = try Descriptor.pipe() }
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    readEnd.close()
    readEnd = Descriptor(-1)
  }

  func closeWriteEnd() {
    writeEnd.close()
    writeEnd = Descriptor(-1)
  }

  /// Writes as much as fits at once, and gives how much that was.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let piece = Array(bytes.prefix(Descriptor.pieceByteCount))
    guard !piece.isEmpty, writeEnd.isReady(for: .writing),
      case .bytes(let byteCount) = writeEnd.write(piece.span)
    else { return 0 }
    return byteCount
  }

  /// Reads what is there.
  func read() -> [UInt8] { readEnd.readAvailable() }
}

private let noBell = Descriptor(-1)

@Suite("ClientStreams")
struct ClientStreamsTests {
  private let input = Pipe()
  private let output = Pipe()

  private func streams() -> ClientStreams {
    ClientStreams(input: input.readEnd, output: output.writeEnd)
  }

  private func turn(_ streams: inout ClientStreams, _ waiting: inout OutputBuffer)
    -> ClientStreams.Turn
  {
    streams.turn(writing: &waiting, bell: noBell, timeoutMilliseconds: 0)
  }

  @Test("a turn reads what is there and writes what waits")
  func simple() {
    var streams = streams()
    var waiting = OutputBuffer()
    waiting.append(contentsOf: [1, 2, 3])
    _ = input.write([4, 5])
    _ = turn(&streams, &waiting)
    #expect(streams.received == [4, 5])
    #expect(output.read() == [1, 2, 3])
    #expect(waiting.isEmpty)
    _ = turn(&streams, &waiting)
    #expect(streams.received.isEmpty)
  }

  @Test("a reader that is gone closes the output")
  func brokenPipe() {
    var streams = streams()
    var waiting = OutputBuffer()
    output.closeReadEnd()
    #expect(!turn(&streams, &waiting).outputClosed)
    waiting.append(contentsOf: [1])
    let broken = turn(&streams, &waiting)
    #expect(broken.outputClosed)
    #expect(broken.error == nil)
  }

  @Test("the end of the input comes after its last byte, once")
  func endOfInput() {
    var streams = streams()
    var waiting = OutputBuffer()
    _ = input.write([1])
    input.closeWriteEnd()
    #expect(!turn(&streams, &waiting).inputEnded)
    #expect(streams.received == [1])
    #expect(turn(&streams, &waiting).inputEnded)
    #expect(!turn(&streams, &waiting).inputEnded)
  }

  @Test("what waits is written after the input has ended")
  func pendingAtEnd() {
    var streams = streams()
    var waiting = OutputBuffer()
    let answer = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 13) }
    waiting.append(contentsOf: answer)
    input.closeWriteEnd()
    var written: [UInt8] = []
    var endCount = 0
    for _ in 0..<1_000 where !waiting.isEmpty {
      if turn(&streams, &waiting).inputEnded { endCount += 1 }
      written += output.read()
    }
    #expect(endCount == 1)
    #expect(written == answer)
  }

  @Test("input that is not wanted stays where it is")
  func unwanted() {
    var streams = streams()
    var waiting = OutputBuffer()
    _ = input.write([1])
    _ = streams.turn(writing: &waiting, bell: noBell, isReading: false, timeoutMilliseconds: 0)
    #expect(streams.received.isEmpty)
    _ = turn(&streams, &waiting)
    #expect(streams.received == [1])
  }

  @Test("a descriptor that is closed is an end with a reason")
  func closedDescriptors() {
    var streams = ClientStreams(input: Descriptor(1 << 20), output: Descriptor(1 << 20))
    var waiting = OutputBuffer()
    let ended = turn(&streams, &waiting)
    #expect(ended.inputEnded)
    #expect(ended.error?.code == EBADF)
    waiting.append(contentsOf: [1])
    let closed = turn(&streams, &waiting)
    #expect(closed.outputClosed)
    #expect(closed.error?.description == "cannot write to the client: Bad file descriptor")
  }

  @Test("files and devices are read like pipes")
  func files() {
    guard let stream = unsafe tmpfile() else {
      Issue.record("no room for a file")
      return
    }
    defer { _ = unsafe fclose(stream) }
    let file = unsafe fileno(stream)
    let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 11) }
    #expect(unsafe write(file, content, content.count) == content.count)
    lseek(file, 0, SEEK_SET)
    #expect(readToEnd(Descriptor(file)) == content)

    let null = unsafe open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(readToEnd(Descriptor(null)).isEmpty)
  }

  private func readToEnd(_ descriptor: Descriptor) -> [UInt8] {
    var streams = ClientStreams(input: descriptor, output: output.writeEnd)
    var waiting = OutputBuffer()
    var content: [UInt8] = []
    for _ in 0..<100 {
      let turn = turn(&streams, &waiting)
      content += streams.received
      if turn.inputEnded { break }
    }
    return content
  }

  @Test("a socket that is not read does not block, and loses nothing")
  func sockets() {
    let sockets = SocketPair()
    var streams = ClientStreams(input: sockets.near, output: sockets.near)
    var waiting = OutputBuffer()
    let answer = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 17) }
    waiting.append(contentsOf: answer)
    for _ in 0..<50 { _ = turn(&streams, &waiting) }
    #expect(!waiting.isEmpty)
    var received: [UInt8] = []
    while received.count < answer.count {
      _ = turn(&streams, &waiting)
      guard case .bytes(1...) = sockets.far.read(to: &received, atMost: 65536) else { break }
    }
    #expect(received == answer)
  }

  @Test("the flags of shared descriptors are left alone")
  func flags() {
    let ends = [input.readEnd.number, output.writeEnd.number]
    let before = ends.map { fcntl($0, F_GETFL) }
    var streams = streams()
    var waiting = OutputBuffer()
    waiting.append(contentsOf: [1])
    _ = input.write([1])
    _ = turn(&streams, &waiting)
    #expect(ends.map { fcntl($0, F_GETFL) } == before)
  }
}

/// What a thread puts into a mailbox.
private final class Correspondent: Sendable {
  private let mailbox: Mailbox<(sender: Int, number: Int)>
  private let sender: Int
  private let isDone = DispatchSemaphore(value: 0)

  init(_ mailbox: Mailbox<(sender: Int, number: Int)>, sender: Int) {
    self.mailbox = mailbox
    self.sender = sender
  }

  func start() {
    Thread.detachNewThread { [self] in
      for number in 0..<1_000 { mailbox.put((sender, number)) }
      isDone.signal()
    }
  }

  func wait() { isDone.wait() }
}

@Suite("Mailbox")
struct MailboxTests {
  private func isRinging(_ bell: Descriptor) -> Bool { bell.isReady(for: .reading) }

  @Test("the bell rings while there are letters")
  func bell() throws {
    let mailbox = try Mailbox<Int>()
    #expect(!isRinging(mailbox.bell))
    mailbox.put(1)
    mailbox.put(2)
    #expect(isRinging(mailbox.bell))
    #expect(mailbox.take() == [1, 2])
    #expect(!isRinging(mailbox.bell))
    #expect(mailbox.take().isEmpty)
    mailbox.put(1)
    #expect(isRinging(mailbox.bell))
  }

  @Test("a letter wakes the loop")
  func waking() throws {
    let mailbox = try Mailbox<Int>()
    let output = Pipe()
    var streams = ClientStreams(input: Descriptor(-1), output: output.writeEnd)
    var waiting = OutputBuffer()
    mailbox.put(1)
    let turn = streams.turn(writing: &waiting, bell: mailbox.bell, timeoutMilliseconds: -1)
    #expect(turn.bellRang)
  }

  @Test("letters of many threads arrive, each thread's in its order")
  func threads() throws {
    let mailbox = try Mailbox<(sender: Int, number: Int)>()
    let correspondents = (0..<4).map { Correspondent(mailbox, sender: $0) }
    for correspondent in correspondents { correspondent.start() }
    var numbers: [[Int]] = Array(repeating: [], count: 4)
    var letterCount = 0
    while letterCount < 4_000 {
      guard mailbox.bell.isReady(for: .reading, timeoutMilliseconds: 10_000) else { break }
      for letter in mailbox.take() {
        numbers[letter.sender].append(letter.number)
        letterCount += 1
      }
    }
    for correspondent in correspondents { correspondent.wait() }
    #expect(numbers == Array(repeating: Array(0..<1_000), count: 4))
  }
}

@Suite("Time and the system")
struct HostTests {
  @Test(
    "a wait is rounded up and never too long for poll",
    arguments: [
      (nil, -1), (0, 0), (-5, 0), (1, 1), (999_999, 1), (1_000_000, 1), (1_000_001, 2),
      (500_000_000, 500), (.max, Int32.max),
    ] as [(Int64?, Int32)])
  func timeouts(nanoseconds: Int64?, expected: Int32) {
    let now = Instant(nanoseconds: 0, utcOffsetSeconds: 0)
    let deadline = nanoseconds.map { Instant(nanoseconds: $0, utcOffsetSeconds: 0) }
    #expect(HostClock.timeoutMilliseconds(until: deadline, from: now) == expected)
  }

  @Test("a deadline at the other end of time does not trap")
  func extremes() {
    let first = Instant(nanoseconds: .min, utcOffsetSeconds: 0)
    let last = Instant(nanoseconds: .max, utcOffsetSeconds: 0)
    #expect(HostClock.timeoutMilliseconds(until: last, from: first) == .max)
    #expect(HostClock.timeoutMilliseconds(until: first, from: last) == 0)
  }

  @Test("time does not run backwards")
  func clock() {
    var clock = HostClock()
    var earlier = clock.now()
    for _ in 0..<1_000 {
      let now = clock.now()
      #expect(earlier.nanoseconds <= now.nanoseconds)
      earlier = now
    }
    #expect(abs(earlier.utcOffsetSeconds) <= 15 * 3600)
  }

  @Test("a process that exists is not gone, one that cannot exist is")
  func parents() {
    let now = Instant(nanoseconds: 0, utcOffsetSeconds: 0)
    var watch = ParentWatch()
    let areGone = [getppid(), getpid(), .max, 0, -1, .min].map { watch.isGone($0, at: now) }
    #expect(areGone == [false, false, true, false, false, false])
  }

  @Test("a process that has ended is gone, though nobody has asked how")
  func zombies() {
    var processID: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
    let result = unsafe posix_spawnp(&processID, "true", nil, nil, &arguments, environ)
    #expect(result == 0)
    unsafe arguments.forEach { unsafe free($0) }
    var end = unsafe siginfo_t()
    let wait = unsafe waitid(P_PID, id_t(processID), &end, WEXITED | WNOWAIT)
    #expect(wait == 0)
    var watch = ParentWatch()
    let isGone = watch.isGone(processID, at: Instant(nanoseconds: 0, utcOffsetSeconds: 0))
    #expect(isGone)
    waitpid(processID, nil, 0)
  }

  @Test("a process is looked at again only after the interval")
  func interval() {
    var watch = ParentWatch()
    let areGone = [0, 1_999, 2_000, 2_001, 4_000].map { milliseconds in
      watch.isGone(
        .max, at: Instant(nanoseconds: milliseconds * 1_000_000, utcOffsetSeconds: 0))
    }
    #expect(areGone == [true, false, true, false, true])
  }

  @Test("a trace is written through")
  func trace() {
    let pipe = Pipe()
    var trace = TraceFile(descriptor: pipe.writeEnd)
    trace.append([])
    trace.append([1, 2])
    #expect(pipe.read() == [1, 2])
    trace.append([3])
    #expect(pipe.read() == [3])
  }

  @Test("a trace that cannot be written is given up")
  func failingTrace() {
    let pipe = Pipe()
    pipe.closeReadEnd()
    var trace = TraceFile(descriptor: pipe.writeEnd)
    trace.append([1])
    #expect(trace.hasFailed)
    trace.append([2])
  }

  @Test("a trace that cannot be opened says why")
  func missingTrace() {
    let error = #expect(throws: SystemError.self) {
      _ = try TraceFile(path: "/no such folder/trace.txt")
    }
    #expect(
      error?.description == "cannot open /no such folder/trace.txt: No such file or directory")
  }
}

/// A client and a server in one thread, which take turns.
private struct Conversation {
  private let input = Pipe()
  private let output = Pipe()
  private var server: StdioServer
  private var framing = Framing()
  private var unsent: ArraySlice<UInt8> = []
  private(set) var messages: [String] = []
  private(set) var exitStatus: Int32?
  private(set) var largestBacklog = 0

  init(limits: Limits = Limits()) throws {
    server = try StdioServer(
      connection: Connection(version: "0.0.0", conversions: .all, limits: limits),
      streams: ClientStreams(input: input.readEnd, output: output.writeEnd))
  }

  mutating func send(_ bodies: [String]) {
    for body in bodies {
      unsent += Framing.header(bodyByteCount: body.utf8.count)
      unsent += Array(body.utf8)
    }
  }

  /// Takes turns until the condition holds or the session is over, but not for ever.
  mutating func go(
    isReading: Bool = true, for turnCount: Int = 100_000,
    until isDone: (Conversation) -> Bool = { _ in false }
  ) {
    for _ in 0..<turnCount where exitStatus == nil && !isDone(self) {
      unsent = unsent.dropFirst(input.write(unsent))
      exitStatus = server.turn(timeoutMilliseconds: 0)
      largestBacklog = max(largestBacklog, server.connection.output.byteCount)
      if isReading { read() }
    }
    if isReading { read() }
  }

  private mutating func read() {
    framing.append(output.read().span)
    while let frame = framing.next() {
      guard case .body(let range) = frame else { continue }
      messages.append(String(decoding: framing.bytes[range], as: UTF8.self))
    }
  }

  var hasSentAll: Bool { unsent.isEmpty }

  func endInput() { input.closeWriteEnd() }

  func stopListening() { output.closeReadEnd() }
}

private let initialize = """
  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}}
  """

private func unknownRequest(_ id: Int) -> String {
  "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"nobody/knows\"}"
}

@Suite("StdioServer")
struct StdioServerTests {
  @Test("a session that is shut down ends with 0 and all its answers")
  func shutdown() throws {
    var conversation = try Conversation()
    conversation.send([
      initialize, "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}",
      unknownRequest(1), "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}",
    ])
    conversation.go()
    #expect(conversation.exitStatus == 0)
    #expect(conversation.messages.contains { $0.contains("\"id\":1") })
    #expect(conversation.messages.contains { $0.contains("\"id\":2") })
  }

  @Test("an input that ends without shutdown ends the session with 1 and all its answers")
  func endOfInput() throws {
    var conversation = try Conversation()
    conversation.send([initialize, unknownRequest(7)])
    conversation.go(until: \.hasSentAll)
    conversation.endInput()
    conversation.go()
    #expect(conversation.exitStatus == 1)
    #expect(conversation.messages.contains { $0.contains("\"id\":7") })
  }

  @Test("a client that is gone ends the session with 1")
  func brokenPipe() throws {
    var conversation = try Conversation()
    conversation.stopListening()
    conversation.send([initialize])
    conversation.go(isReading: false)
    #expect(conversation.exitStatus == 1)
  }

  @Test("a client that does not listen gets every answer once it does, in order")
  func backPressure() throws {
    var limits = Limits()
    limits.outputByteCount = 100_000
    limits.inboxByteCount = 200_000
    let requestCount = 10_000
    var conversation = try Conversation(limits: limits)
    conversation.send((1...requestCount).map(unknownRequest))
    conversation.go(isReading: false, for: 500)
    #expect(!conversation.hasSentAll)
    #expect(conversation.largestBacklog < 200_000)
    conversation.go { $0.messages.count == requestCount }
    let isInOrder = conversation.messages.enumerated().allSatisfy { index, message in
      message.contains("\"id\":\(index + 1),") || message.contains("\"id\":\(index + 1)}")
    }
    #expect(isInOrder)
    #expect(conversation.messages.count == requestCount)
  }
}
