import FieldModels

/// What has arrived and waits to be dealt with.
///
/// Everything leaves in the order in which it came, as long as the daemon keeps up.
/// Where it does not, what changes something or is waited for may overtake what only asks
/// (`Method.Precedence`), so that a keystroke or a cancel is heard behind a flood of questions.
/// It holds the bytes of messages and not what they mean, which would take many times as much.
struct Inbox: Sendable {
  /// A frame of the stream.
  struct Letter: Sendable {
    /// Counts what has arrived.
    let number: Int
    let envelope: MessageEnvelope
    fileprivate(set) var content: Content

    /// One that came alone.
    init(_ frame: Framing.Frame) {
      self.init(frame, number: 0, MessageEnvelope())
    }

    fileprivate init(_ frame: Framing.Frame, number: Int, _ envelope: MessageEnvelope) {
      self.number = number
      self.envelope = envelope
      switch frame {
      case .body(let range): content = .place(range)
      case .malformed(let reason): content = .malformed(reason: reason)
      }
    }

    /// Where its bytes are.
    enum Content: Sendable {
      /// Lies in the bytes of the stream still.
      case place(Range<Int>)
      case body([UInt8])
      case malformed(reason: String)
      /// It was taken out of the middle.
      case gone
    }
  }

  /// How much it holds, with what each letter costs besides.
  private(set) var byteCount = 0

  /// The requests of which it has a cancel, and how many of them.
  private var cancelled: [RequestID: Int] = [:]

  private var questions = Queue()
  private var others = Queue()
  /// Where the questions are, by their ids.
  private var questionNumbers: [RequestID: Int] = [:]
  private var nextNumber = 0

  var isEmpty: Bool { questions.isEmpty && others.isEmpty }

  /// The number of the oldest question.
  var firstQuestion: Int? { questions.first?.number }

  /// Takes a frame; a body lies in some bytes, which `keep` copies before they go.
  mutating func append(_ frame: Framing.Frame, in bytes: [UInt8]) {
    let envelope =
      switch frame {
      case .body(let range): MessageEnvelope(bytes, range)
      case .malformed: MessageEnvelope()
      }
    let letter = Letter(frame, number: nextNumber, envelope)
    if let id = envelope.cancels { cancelled[id, default: 0] += 1 }
    nextNumber += 1
    byteCount += letter.byteCount
    if letter.envelope.precedence == .last {
      if let id = letter.envelope.id { questionNumbers[id] = letter.number }
      questions.append(letter)
    } else {
      others.append(letter)
    }
  }

  /// Whether the next letter is an edit in an editor.
  func isEdit(isOvertaking: Bool) -> Bool {
    nextOther(isOvertaking: isOvertaking)?.envelope.isEdit ?? false
  }

  /// The next letter, if it is no question.
  private func nextOther(isOvertaking: Bool) -> Letter? {
    guard let other = others.first else { return nil }
    if isOvertaking, other.envelope.precedence == .first { return other }
    return questions.first.map { other.number < $0.number } ?? true ? other : nil
  }

  /// Takes out the next letter; where it is overtaking, what changes something goes before what only
  /// asks.
  mutating func next(isOvertaking: Bool) -> Letter? {
    guard let other = nextOther(isOvertaking: isOvertaking) else { return takeQuestion() }
    others.removeFirst()
    forget(other)
    if let id = other.envelope.cancels, let count = cancelled[id] {
      cancelled[id] = count > 1 ? count - 1 : nil
    }
    return other
  }

  /// Whether it has a cancel of a request.
  func cancels(_ message: ClientMessage) -> Bool {
    !cancelled.isEmpty && message.requestID.map { cancelled[$0] != nil } ?? false
  }

  /// Takes out the question with an id, if it came before another letter.
  mutating func takeQuestion(_ id: RequestID, before other: Int) -> Letter? {
    guard let number = questionNumbers[id], number < other, let letter = questions.remove(number)
    else { return nil }
    forget(letter)
    return letter
  }

  private mutating func takeQuestion() -> Letter? {
    guard let letter = questions.first else { return nil }
    questions.removeFirst()
    forget(letter)
    return letter
  }

  private mutating func forget(_ letter: Letter) {
    byteCount -= letter.byteCount
    if let id = letter.envelope.id, questionNumbers[id] == letter.number {
      questionNumbers[id] = nil
    }
  }

  /// Copies the bodies that still lie in the bytes of the stream.
  mutating func keep(_ bytes: [UInt8]) {
    questions.keep(bytes)
    others.keep(bytes)
  }

  mutating func removeAll() { self = Inbox() }
}

extension Inbox.Letter {
  /// What it takes beside its body, at a generous guess.
  private static let ownByteCount = 256

  fileprivate var byteCount: Int {
    switch content {
    case .place(let range): range.count + Self.ownByteCount
    case .body(let bytes): bytes.count + Self.ownByteCount
    case .malformed, .gone: Self.ownByteCount
    }
  }
}

/// Letters in order, from which one in the middle can be taken.
private struct Queue: Sendable {
  /// Invariant: the numbers rise, and the first is not gone.
  private var letters: ArraySlice<Inbox.Letter> = []
  /// How many of the last ones may lie in the bytes of the stream.
  private var placedCount = 0

  var isEmpty: Bool { letters.isEmpty }
  var first: Inbox.Letter? { letters.first }

  mutating func append(_ letter: Inbox.Letter) {
    letters.append(letter)
    placedCount += 1
  }

  mutating func removeFirst() { _ = empty(letters.startIndex) }

  /// Takes out the letter with a number.
  mutating func remove(_ number: Int) -> Inbox.Letter? {
    var range = letters.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if letters[middle].number == number { return empty(middle) }
      range =
        letters[middle].number < number
        ? middle + 1..<range.upperBound
        : range.lowerBound..<middle
    }
    return nil
  }

  mutating func keep(_ bytes: [UInt8]) {
    for index in letters.indices.suffix(placedCount) {
      if case .place(let range) = letters[index].content {
        letters[index].content = .body(Array(bytes[range]))
      }
    }
    placedCount = 0
  }

  /// Takes the content out of a place, which goes once it is the first.
  private mutating func empty(_ index: Int) -> Inbox.Letter {
    let letter = letters[index]
    letters[index].content = .gone
    while case .gone = letters.first?.content { letters.removeFirst() }
    if letters.isEmpty { letters = [] }
    return letter
  }
}
