import FieldModels
import FieldRPC
import FieldSession
import Foundation
import Testing

/// A program under test, between pipes of its own.
///
/// Reading and writing wait for the pipe and never longer than a generous time, after which the
/// program is ended by force and the test has failed; nothing sleeps.
/// The child gets no descriptor but its three streams, so that tests beside it see the ends of
/// their own pipes.
final class Child {
  /// How a program came to its end.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  let processID: pid_t
  private var input: Descriptor
  private var output: Descriptor
  private let errors: Descriptor
  private var framing = Framing()
  private var ending: Ending?

  /// The program `fieldd`, which is built beside the tests.
  static let program: String = {
    #if canImport(Darwin)
      let tests = Bundle(for: Child.self).bundleURL
    #else
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("fieldd").path
  }()

  /// Starts a program, `fieldd` unless told otherwise.
  init(_ arguments: String..., path: String = Child.program) {
    signal(SIGPIPE, SIG_IGN)
    let (toInput, fromOutput, fromErrors) = (Self.makePipe(), Self.makePipe(), Self.makePipe())
    (input, output, errors) = (toInput.writeEnd, fromOutput.readEnd, fromErrors.readEnd)
    processID = Self.spawn(
      [path] + arguments, [toInput.readEnd, fromOutput.writeEnd, fromErrors.writeEnd])
    for end in [toInput.readEnd, fromOutput.writeEnd, fromErrors.writeEnd] { end.close() }
    for end in [input, output, errors] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    if ending == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    closeInput()
    closeOutput()
    errors.close()
  }

  func closeInput() {
    input.close()
    input = Descriptor(-1)
  }

  func closeOutput() {
    output.close()
    output = Descriptor(-1)
  }
}

// What is said to it.
extension Child {
  /// Sends messages, each with headers.
  func send(_ messages: String...) {
    for message in messages {
      write(Framing.header(bodyByteCount: message.utf8.count) + Array(message.utf8))
    }
  }

  /// Writes bytes as they are; where nobody reads them, they are lost.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard wait(for: input, .writing), let byteCount = writeOnce(rest) else { return }
      rest = rest.dropFirst(byteCount)
    }
  }

  /// Writes while the pipe takes something within a second, and gives how much it took.
  func writeWhileTaken(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty, input.isReady(for: .writing, timeoutMilliseconds: 1000) {
      rest = rest.dropFirst(writeOnce(rest) ?? 0)
    }
    return bytes.count - rest.count
  }

  /// Gives how many bytes were taken; nil where none ever will be.
  private func writeOnce(_ bytes: ArraySlice<UInt8>) -> Int? {
    let piece = Array(bytes.prefix(64 << 10))
    return switch input.write(piece.span) {
    case .bytes(let byteCount): byteCount
    case .interrupted, .unready: 0
    case .abandoned, .failed: nil
    }
  }
}

// What it says.
extension Child {
  /// How its messages are framed.
  var style: Framing.Style { framing.style }

  /// The next message; nil at the end of its output.
  func message() -> JSONValue? {
    while true {
      switch framing.next() {
      case .body(let range):
        var reader = JSONReader(
          framing.bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
        reader.readText()
        return JSONValue(reader.tree, 0)
      case .malformed(let reason):
        Issue.record("malformed: \(reason)")
        return nil
      case nil: break
      }
      let bytes = read(output)
      if bytes.isEmpty { return nil }
      framing.append(bytes.span)
    }
  }

  /// The next message that answers a request.
  func answer(to id: Int) -> JSONValue? {
    while let message = message() {
      if message["id"]?.integer == id, message["method"] == nil { return message }
    }
    return nil
  }

  /// Everything that it still says.
  func rest() -> String { Self.text(of: { self.read(self.output) }) }

  /// Everything that it says to the person who started it.
  func complaints() -> String { Self.text(of: { self.read(self.errors) }) }

  /// Bytes of its output as they come, while others go in; empty at the end.
  func read(writing rest: inout ArraySlice<UInt8>) -> [UInt8] {
    if !rest.isEmpty, input.isReady(for: .writing) { rest = rest.dropFirst(writeOnce(rest) ?? 0) }
    return read(output)
  }

  private static func text(of read: () -> [UInt8]) -> String {
    var text: [UInt8] = []
    while case let bytes = read(), !bytes.isEmpty { text += bytes }
    return String(decoding: text, as: UTF8.self)
  }

  private func read(_ descriptor: Descriptor) -> [UInt8] {
    guard descriptor != Descriptor(-1) else { return [] }
    var bytes: [UInt8] = []
    while wait(for: descriptor, .reading) {
      switch descriptor.read(to: &bytes, atMost: 64 << 10) {
      case .interrupted, .unready: continue
      case .bytes, .abandoned, .failed: return bytes
      }
    }
    return []
  }
}

// Its end.
extension Child {
  /// Waits for its end, for which it must need nothing more from us.
  func waitForEnd() -> Ending {
    if let ending { return ending }
    _ = rest()
    _ = complaints()
    var status: Int32 = 0
    _ = unsafe waitpid(processID, &status, 0)
    let signal = status & 0x7F
    let ended = signal == 0 ? Ending.exit((status >> 8) & 0xFF) : .signal(signal)
    ending = ended
    return ended
  }

  /// Waits for its end, and leaves what is left of it to the system.
  func waitUntilEnded() {
    var end = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(processID), &end, WEXITED | WNOWAIT)
    #expect(result == 0)
  }

  func sendSignal(_ signal: Int32) { kill(processID, signal) }

  /// The system says how much memory a process has, as Linux does.
  static let hasMemoryTold = FileManager.default.fileExists(atPath: "/proc/self/status")

  /// A line of what the system says of it, such as the kilobytes of `VmHWM`.
  func kilobytes(of name: String) -> Int? {
    let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    guard let text else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }
}

// The system.
extension Child {
  private static let patienceMilliseconds: Int32 = 60_000

  /// More than a run of the tests has open.
  private static let descriptorCount: Int32 = 256

  /// Waits until something can be done; a program that takes too long is ended by force.
  private func wait(for descriptor: Descriptor, _ wish: Descriptor.Wish) -> Bool {
    if descriptor.isReady(for: wish, timeoutMilliseconds: Self.patienceMilliseconds) { return true }
    Issue.record("the program does nothing")
    kill(processID, SIGKILL)
    return false
  }

  private static func makePipe() -> (readEnd: Descriptor, writeEnd: Descriptor) {
    do {
      return try Descriptor.pipe()
    } catch {
      Issue.record("\(error)")
      return (Descriptor(-1), Descriptor(-1))
    }
  }

  private static func spawn(_ words: [String], _ streams: [Descriptor]) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(number))
    }
    for other in 3..<descriptorCount {
      unsafe posix_spawn_file_actions_addclose(&actions, other)
    }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    // Who started the tests in the background has these two ignored.
    for number in [SIGPIPE, SIGINT, SIGQUIT] { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The threads that run tests hold some signals back.
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    var processID: pid_t = 0
    let code = unsafe posix_spawn(
      &processID, words[0], &actions, &attributes, &arguments, environ)
    #expect(code == 0, "cannot start \(words[0])")
    unsafe arguments.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    return processID
  }
}
