import FieldModels

/// Splits the stream of bytes that a client sends into the bodies of its messages.
///
/// Two framings are told apart by the first byte that is neither blank nor part of a byte order
/// mark: `{` or `[` begins one JSON message per line, anything else begins `Content-Length`
/// headers as the Language Server Protocol has them.
/// A body is handed out as a range of `bytes`, which stays until more is appended, so that a
/// message of many megabytes is never copied.
/// Whatever arrives, the cost is linear in the bytes received, memory grows only with them, and
/// reading goes on:
/// what cannot be understood comes out once as `.malformed`.
/// The bodies are not looked at: whether they hold JSON is for the reader of the message to say.
///
/// ## Finding the way back
///
/// A header block that says nothing usable about its body leaves the reader at an unknown place
/// of the stream.
/// It cannot look for the next line that begins with `Content-Length:`, because a body has no
/// line end of its own and the next header block begins right behind its last brace.
/// So it looks for `Content-Length: <digits>` and a line end *anywhere*.
/// Such bytes cannot be part of a JSON body: a string holds no line end, and outside of strings
/// there are no words.
/// For the same reason a header whose name is not a token is searched from its own beginning: a
/// client that announced too few bytes leaves the tail of its body in front of the next header,
/// and that header still counts.
/// A body that is announced to be longer than the limit is not counted either, but passed over up
/// to the next header: the number may be a mistake, and what it promises may never come.
/// A long one within the limit is looked through for a header as it arrives, for the same reason.
package struct Framing: Sendable {
  /// How messages are kept apart on the stream.
  package enum Style: Sendable {
    /// Nothing but blanks has arrived.
    case undecided
    /// A header block with `Content-Length` goes before each body.
    case headers
    /// Each body is one line.
    case lines
  }

  /// One message of the stream, or why there was none.
  package enum Frame: Equatable, Sendable {
    /// Where in `bytes` the body is, until the next call of `append` or `release`.
    case body(Range<Int>)
    /// What was wrong with bytes that have been, or will be, skipped.
    case malformed(reason: String)
  }

  /// How the client frames its messages, and how it wants to be answered.
  package private(set) var style = Style.undecided

  /// The received bytes that have not been dropped yet; ranges of bodies index it.
  package private(set) var bytes: [UInt8] = []

  /// How many bytes have been looked at in search of a line end or a header, for tests of the
  /// cost.
  package private(set) var examinedByteCount = 0

  private let limits: FramingLimits
  private var stage = Stage.start
  private var header = HeaderBlock()
  private var inputHasEnded = false

  /// Everything before this offset has been dealt with.
  private var consumedOffset = 0

  /// Invariant: no line ends between `consumedOffset` and this offset, if it is the larger of the
  /// two.
  private var searchedOffset = 0

  /// A reader at the beginning of its stream.
  package init(limits: FramingLimits = FramingLimits()) {
    self.limits = limits
  }

  /// Takes the bytes that follow those received before.
  package mutating func append(_ received: Span<UInt8>) {
    release()
    bytes.append(addingCapacity: received.count) { tail in
      for index in received.indices { tail.append(received[index]) }
    }
  }

  /// Says that no more bytes will come, so that the last line counts although nothing ends it.
  package mutating func finish() {
    inputHasEnded = true
  }

  /// The next message, or nil when more bytes are needed; call it until it says so.
  package mutating func next() -> Frame? {
    while true {
      switch step() {
      case .frame(let frame): return frame
      case .onward: continue
      case .starved: return nil
      }
    }
  }

  private mutating func step() -> Step {
    switch stage {
    case .start: decideStyle()
    case .line: readLine()
    case .tooLongLine: skipLine()
    case .header: readHeaderLine()
    case .body(let byteCount): readBody(byteCount: byteCount)
    case .unwantedBody(let byteCount): skipBody(byteCount: byteCount)
    case .lost: findHeader()
    }
  }
}

/// How much of a stream `Framing` is willing to hold.
package struct FramingLimits: Sendable {
  /// The longest body; above it a message is skipped as it arrives, because holding it would take
  /// the machine's memory.
  package let messageByteCount: Int

  /// The longest body whose announced length is believed: a short one that is wrong costs a few
  /// messages, a long one would cost all that follow.
  package let trustedByteCount: Int

  /// The longest header block; real ones have two short lines, and one that never ends must not
  /// be collected.
  package let headerByteCount: Int

  /// Limits for a stream, of which the header's is large enough for any header that `Framing`
  /// searches for.
  package init(
    messageByteCount: Int = 1 << 30, trustedByteCount: Int = 1 << 20,
    headerByteCount: Int = 8 << 10
  ) {
    self.messageByteCount = max(0, messageByteCount)
    self.trustedByteCount = max(0, trustedByteCount)
    self.headerByteCount = max(2 * ContentLengthHeader.maximumByteCount, headerByteCount)
  }
}

extension Framing {
  /// What goes before an outgoing body in the style `headers`.
  package static func header(bodyByteCount: Int) -> [UInt8] {
    var header = headerName
    header.append(digitsOf: UInt64(bodyByteCount))
    header.append(contentsOf: headerEnd)
    return header
  }

  private static let headerName = Array("Content-Length: ".utf8)
  private static let headerEnd = Array("\r\n\r\n".utf8)
}

extension OutputBuffer {
  /// Appends a whole message the way the client frames its own; with nothing known, with headers.
  package mutating func append(message body: [UInt8], framedAs style: Framing.Style) {
    switch style {
    case .undecided, .headers:
      append(contentsOf: Framing.header(bodyByteCount: body.count))
      append(contentsOf: body)
    case .lines:
      assert(!body.contains(Framing.lineFeed), "a message of one line holds no line end")
      append(contentsOf: body)
      append(contentsOf: [Framing.lineFeed])
    }
  }
}

// What one step of reading needs to know and can say.
extension Framing {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private enum Stage {
    case start
    case line
    case tooLongLine
    case header
    case body(byteCount: Int)
    case unwantedBody(byteCount: Int)
    case lost
  }

  private enum Step {
    case frame(Frame)
    case onward
    case starved
  }

  private var unreadByteCount: Int { bytes.count - consumedOffset }

  /// Forgets the bytes of what was handed out.
  ///
  /// They go when they are at least as many as those that stay, so that each byte is moved at most
  /// once on average, and the room of a large message goes with it.
  package mutating func release() {
    guard unreadByteCount <= consumedOffset else { return }
    let retainedCapacity = 256 << 10
    if bytes.capacity > retainedCapacity, unreadByteCount < bytes.capacity / 4 {
      bytes = Array(bytes[consumedOffset...])
    } else {
      bytes.removeSubrange(..<consumedOffset)
    }
    searchedOffset = max(0, searchedOffset - consumedOffset)
    consumedOffset = 0
  }

  /// The offset of the line feed that ends the line at `consumedOffset`.
  private mutating func lineEnd() -> Int? {
    let start = max(searchedOffset, consumedOffset)
    let found = bytes[start...].firstIndex(of: Framing.lineFeed)
    searchedOffset = found ?? bytes.count
    examinedByteCount += searchedOffset - start
    return found
  }

  private func problem(_ reason: String) -> Step {
    .frame(.malformed(reason: reason))
  }
}

// The beginning of the stream, and messages that are lines.
extension Framing {
  private mutating func decideStyle() -> Step {
    while consumedOffset < bytes.count {
      let byte = bytes[consumedOffset]
      if byte.isBlank || byte == Framing.lineFeed {
        consumedOffset += 1
      } else if bytes[consumedOffset...].starts(with: Self.byteOrderMark) {
        consumedOffset += Self.byteOrderMark.count
      } else if Self.byteOrderMark.starts(with: bytes[consumedOffset...]), !inputHasEnded {
        return .starved
      } else {
        style = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") ? .lines : .headers
        stage = style == .lines ? .line : .header
        return .onward
      }
    }
    return .starved
  }

  private mutating func readLine() -> Step {
    let end = lineEnd()
    let line = consumedOffset..<(end ?? bytes.count)
    if line.count > limits.messageByteCount {
      stage = .tooLongLine
      return problem("A message is one line of at most \(limits.messageByteCount) bytes.")
    }
    guard end != nil || inputHasEnded else { return .starved }
    consumedOffset = end.map { $0 + 1 } ?? bytes.count
    let isEmpty = bytes[line].allSatisfy { $0.isBlank }
    if isEmpty { return end == nil ? .starved : .onward }
    return .frame(.body(trimmed(line)))
  }

  private mutating func skipLine() -> Step {
    guard let end = lineEnd() else {
      consumedOffset = bytes.count
      return .starved
    }
    consumedOffset = end + 1
    stage = .line
    return .onward
  }

  private func trimmed(_ line: Range<Int>) -> Range<Int> {
    bytes[line].last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}

// Messages with headers.
extension Framing {
  private mutating func readHeaderLine() -> Step {
    let end = lineEnd()
    let byteCount = header.byteCount + (end.map { $0 + 1 } ?? bytes.count) - consumedOffset
    if byteCount > limits.headerByteCount {
      stage = .lost
      return problem("A header block has at most \(limits.headerByteCount) bytes.")
    }
    guard let end else { return inputHasEnded ? reportTruncation() : .starved }
    let line = bytes[consumedOffset..<end]
    if line.allSatisfy({ $0.isBlank }) {
      consumedOffset = end + 1
      return header.byteCount == 0 ? .onward : endHeader()
    }
    header.byteCount = byteCount
    switch header.read(line) {
    case .understood:
      consumedOffset = end + 1
      return .onward
    case .wrongValue(let reason):
      consumedOffset = end + 1
      stage = .lost
      return problem(reason)
    case .noHeader(let reason):
      stage = .lost
      return problem(reason)
    }
  }

  private mutating func endHeader() -> Step {
    let ended = header
    header = HeaderBlock()
    guard let byteCount = ended.bodyByteCount else {
      stage = .lost
      return problem("A header block needs a Content-Length.")
    }
    let isTooLong = byteCount > limits.messageByteCount
    if let charset = ended.foreignCharset {
      stage = isTooLong ? .lost : .unwantedBody(byteCount: Int(byteCount))
      return problem("The charset of a message is utf-8, not \(charset).")
    }
    if isTooLong {
      stage = .lost
      return problem(
        "A message has at most \(limits.messageByteCount) bytes, not \(byteCount).")
    }
    stage = .body(byteCount: Int(byteCount))
    return .onward
  }

  private mutating func readBody(byteCount: Int) -> Step {
    if limits.trustedByteCount < byteCount, let header = headerInBody(byteCount: byteCount) {
      let arrivedByteCount = header - consumedOffset
      consumedOffset = header
      searchedOffset = header
      stage = .header
      return problem(
        "A message of \(byteCount) bytes ended after \(arrivedByteCount), at the next header.")
    }
    guard byteCount <= unreadByteCount else {
      return inputHasEnded ? reportTruncation() : .starved
    }
    let body = consumedOffset..<consumedOffset + byteCount
    consumedOffset = body.upperBound
    stage = .header
    return .frame(.body(body))
  }

  /// Where in a body a header stands, which can't be part of it.
  private mutating func headerInBody(byteCount: Int) -> Int? {
    let start = max(searchedOffset, consumedOffset)
    let end = consumedOffset + min(byteCount, unreadByteCount)
    guard start < end else { return nil }
    examinedByteCount += end - start
    searchedOffset = end
    return headerLine(in: start..<end)
  }

  /// The first header of which the end is in a range of what has arrived: of ends, a long body has
  /// few.
  private func headerLine(in range: Range<Int>) -> Int? {
    let text = bytes.span
    var searchStart = range.lowerBound
    while let end = text.firstOffset(
      of: Framing.lineFeed, in: searchStart..<range.upperBound)
    {
      let start = max(consumedOffset, end - ContentLengthHeader.maximumByteCount)
      if let header = ContentLengthHeader.start(ofLine: bytes[start...end]) { return header }
      searchStart = end + 1
    }
    return nil
  }

  private mutating func skipBody(byteCount: Int) -> Step {
    let skippedByteCount = min(byteCount, unreadByteCount)
    consumedOffset += skippedByteCount
    if skippedByteCount < byteCount {
      stage = .unwantedBody(byteCount: byteCount - skippedByteCount)
      return .starved
    }
    stage = .header
    return .onward
  }

  /// Says once that the input ended too early, unless it ended between two messages.
  private mutating func reportTruncation() -> Step {
    let isBetweenMessages: Bool
    if case .header = stage, header.byteCount == 0 {
      isBetweenMessages = bytes[consumedOffset...].allSatisfy { $0.isBlank }
    } else {
      isBetweenMessages = false
    }
    consumedOffset = bytes.count
    header = HeaderBlock()
    stage = .header
    return isBetweenMessages ? .starved : problem("The input ended inside a message.")
  }

  private mutating func findHeader() -> Step {
    header = HeaderBlock()
    let start = consumedOffset
    defer { examinedByteCount += consumedOffset - start }
    while let initial = bytes[consumedOffset...].firstIndex(where: {
      $0 | 0x20 == UInt8(ascii: "c")
    }) {
      consumedOffset = initial
      let candidate = bytes[initial...].prefix(ContentLengthHeader.maximumByteCount)
      examinedByteCount += candidate.count
      switch ContentLengthHeader.match(candidate) {
      case .complete:
        stage = .header
        return .onward
      case .none: consumedOffset += 1
      case .unfinished: return .starved
      }
    }
    consumedOffset = bytes.count
    return .starved
  }
}
