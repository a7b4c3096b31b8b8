import FieldModels
package import FieldSession

/// A connection brought to life: the loop that gives it bytes, moments and answers, and writes
/// what it says.
///
/// One thread does everything, one turn after another; a turn reads what has arrived, lets the
/// connection deal with all of it at one moment, and leaves its output to be written as the
/// client takes it.
/// Closures run on this thread when they are due, so one that takes long must answer from
/// another.
/// Nothing is decided here but when to stop: when the connection has an exit status and
/// everything is written, when nobody reads any more, or when the process that started the
/// session is gone.
public struct StdioServer: Sendable {
  package private(set) var connection: Connection
  private var streams: ClientStreams
  private var trace: TraceFile?
  private var autofillFiles: AutofillFiles
  private var formFiles: FormFiles
  private var workspaceFiles: WorkspaceFiles
  private var importErrands: ImportErrands
  private var parentWatch = ParentWatch()
  private var inputHasEnded = false
  private var unreturnedByteCount = 0
  private let mailbox: Mailbox<Letter>
  private var clock = HostClock()

  /// A server that has not started.
  package init(
    connection: Connection, streams: ClientStreams, storage: AutofillStorage = .memory,
    trace: TraceFile? = nil
  ) throws(SystemError) {
    Descriptor.reserveStandardStreams()
    self.connection = connection
    self.streams = streams
    self.trace = trace
    mailbox = try Mailbox()
    autofillFiles = AutofillFiles(storage) { [mailbox] in mailbox.put(.files($0)) }
    formFiles = FormFiles { [mailbox] in mailbox.put(.form($0)) }
    workspaceFiles = WorkspaceFiles { [mailbox] in mailbox.put(.survey($0)) }
    importErrands = ImportErrands { [mailbox] in mailbox.put(.made($0)) }
  }

  /// Serves until the session is over, and gives the exit status for the process.
  @discardableResult
  public consuming func run() -> Int32 {
    HostMemory.returnLargeBlocks()
    BrokenPipes.areErrors()
    defer { BrokenPipes.areErrorsNoMore() }
    var server = self
    while true {
      if let exitStatus = server.turn() { return exitStatus }
    }
  }

  /// One turn of the loop, which waits for at most the given time (-1: until something happens).
  ///
  /// - Returns: The exit status, once the session is over.
  package mutating func turn(timeoutMilliseconds: Int32 = -1) -> Int32? {
    let timeoutMilliseconds = shorter(timeoutMilliseconds, waitMilliseconds())
    let events = streams.turn(
      writing: &connection.output, bell: mailbox.bell, isReading: connection.takesInput,
      timeoutMilliseconds: timeoutMilliseconds)
    let now = clock.now()
    if let error = events.error { StandardError.say(error.description) }
    if events.outputClosed {
      // A client that has said goodbye need not listen any more; a full disk did not say goodbye.
      let wasLeft = events.error == nil
      return wasLeft ? connection.exitStatus ?? Self.abandoned : Self.abandoned
    }
    advance(events, at: now)
    runClosures(at: now)
    autofillFiles.write(for: &connection)
    streams.writeAtOnce(&connection.output)
    trace?.append(connection.takeTrace())
    returnMemory()
    return exitStatus(at: now)
  }
}

extension StdioServer {
  /// How long a turn may take before what it has said is written, unless one message takes longer:
  /// nothing that a person notices.
  private static let turnNanoseconds: Int64 = 10_000_000

  /// The exit status of a session that ended without `shutdown`, as the Language Server Protocol
  /// has it.
  private static let abandoned: Int32 = 1

  private mutating func advance(_ events: ClientStreams.Turn, at now: Instant) {
    let received = streams.received
    let end = clock.elapsedNanoseconds() + Self.turnNanoseconds
    let mayGoOn = { [clock] in clock.elapsedNanoseconds() < end }
    if !received.isEmpty {
      let heedsStore = connection.accept(received.span)
      autofillFiles.refresh(&connection, heedingStore: heedsStore, at: now)
      connection.wake(at: now, while: mayGoOn)
    }
    if events.inputEnded {
      inputHasEnded = true
      connection.receiveEndOfInput(at: now, while: mayGoOn)
    }
    if events.bellRang { takeLetters(at: now) }
    serveWishes(at: now)
    // What was left by a turn of just now waits until its answers are on their way.
    let isDue = connection.nextDeadline.map { $0 <= now } ?? false
    if isDue, received.isEmpty, !events.inputEnded { connection.wake(at: now, while: mayGoOn) }
  }

  /// Reads the files that the connection wants to know of, or has them read; has imports made.
  private mutating func serveWishes(at now: Instant) {
    if let folders = connection.takeFolders() {
      autofillFiles.take(folders: folders, &connection, at: now)
    }
    formFiles.refresh(&connection, at: now)
    workspaceFiles.serve(&connection)
    importErrands.serve(&connection)
  }

  /// What other threads tell the loop.
  private enum Letter: Sendable {
    case answer(ClosureAnswer)
    case files(AutofillFiles.Letter)
    case form(FormFiles.Letter)
    case survey(WorkspaceFiles.Letter)
    case made(ImportErrands.Letter)
  }

  private mutating func takeLetters(at now: Instant) {
    var answers: [ClosureAnswer] = []
    for letter in mailbox.take() {
      switch letter {
      case .answer(let answer): answers.append(answer)
      case .files(let letter): autofillFiles.take(letter, &connection, at: now)
      case .form(let letter): formFiles.take(letter, &connection, at: now)
      case .survey(let letter): workspaceFiles.take(letter, &connection, at: now)
      case .made(let letter): importErrands.take(letter, &connection, at: now)
      }
    }
    if !answers.isEmpty { connection.deliver(answers, at: now) }
  }

  /// Runs the closures that are due.
  ///
  /// The answers of those that answer at once are part of the same turn, and so are the closures
  /// that these call for; but not without end, because the client also has a right to be heard:
  /// what is left rings for the next turn.
  private mutating func runClosures(at now: Instant) {
    for round in 0..<8 {
      if 0 < round { takeLetters(at: now) }
      // What came up behind the look at the files: nothing else may happen that would bring another.
      if connection.hasWishes { serveWishes(at: now) }
      let calls = connection.takeCalls()
      guard !calls.isEmpty else { return }
      for call in calls {
        call.run { [mailbox] answer in mailbox.put(.answer(answer)) }
      }
    }
  }

  private mutating func exitStatus(at now: Instant) -> Int32? {
    if let parent = connection.parentProcessID, parentWatch.isGone(parent, at: now) {
      return connection.exitStatus ?? Self.abandoned
    }
    // Changes of the store are written before the process ends.
    guard connection.output.isEmpty, !autofillFiles.isWriting else { return nil }
    // After the end of the input, what the connection still waits for must have a deadline.
    let isAbandoned =
      inputHasEnded && connection.nextDeadline == nil && !connection.waitsForHost
    return connection.exitStatus ?? (isAbandoned ? Self.abandoned : nil)
  }

  private mutating func waitMilliseconds() -> Int32 {
    var untilDeadline: Int32?
    // Without a deadline the time is not needed.
    if let deadline = connection.nextDeadline {
      untilDeadline = HostClock.timeoutMilliseconds(until: deadline, from: clock.now())
    }
    let untilLook = shorter(untilDeadline ?? -1, formFiles.intervalMilliseconds ?? -1)
    guard connection.parentProcessID != nil else { return untilLook }
    return shorter(untilLook, ParentWatch.intervalMilliseconds)
  }

  /// The shorter of two times, of which a negative one is for ever.
  private func shorter(_ one: Int32, _ other: Int32) -> Int32 {
    one < 0 ? other : other < 0 ? one : min(one, other)
  }

  /// After megabytes have passed through, and only while nothing waits, so that no client waits
  /// for it.
  private mutating func returnMemory() {
    unreturnedByteCount += streams.received.count
    guard unreturnedByteCount > 4 << 20, streams.received.isEmpty, connection.output.isEmpty else {
      return
    }
    unreturnedByteCount = 0
    HostMemory.returnFreePages()
  }
}
