/// Divides a stream of bytes into records, without reading them: the elements of a list, or values
/// behind one another, most often one a line.
///
/// It holds no more than the record that it is in, and of one that is longer than it may be only its
/// place. What is broken it divides where a person would:
/// a text ends with its line, and a line that begins with `{` begins a record, whatever is open. In a
/// list objects may begin lines within others, so that lines tell only once an element has no end.
package struct RecordSplitter: Sendable {
  /// The bytes that are held; the ranges of records are in them until the next `append`.
  package private(set) var bytes: [UInt8] = []
  /// Where the next record is looked for.
  private var position = 0
  private var isFinished = false
  private var form = Form.unknown
  /// Where places are seen from, in the stream.
  private var origin = Place()
  /// Where `position` is, seen from there.
  private var place = Place()
  /// How far the record at `position` was looked through without finding its end.
  private var scan = Scan()
  /// The list has had an element without an end.
  private var isDividedByLines = false
  /// A record of more bytes is passed over.
  private let byteLimit: Int
  /// How far the record at `place` goes that is passed over, before what is held of it.
  private var passed: Place?
  /// The line on which the last list ended.
  private var listEndLine = 0

  /// How records stand in the stream.
  private enum Form: Equatable, Sendable {
    case unknown, values
    case list(next: ListPart)
    /// Behind the end of the list, where nothing should be.
    case rest
  }

  /// What comes next in a list, if not its end.
  private enum ListPart: Equatable, Sendable {
    case first, separator, element
  }

  /// A place in the stream.
  package struct Place: Equatable, Sendable {
    /// Bytes from the beginning of the stream.
    package var byteOffset = 0
    /// From 0.
    package var lineIndex = 0
    /// Unicode scalars from the beginning of the line.
    package var columnIndex = 0
    /// The first byte that was passed is a line feed, and the last one a carriage return: a pair of
    /// them is one line break, wherever the stream was cut.
    private var beginsWithLineFeed = false
    private var endsWithReturn = false

    /// The beginning of a stream.
    package init() {}

    package static func == (first: Place, second: Place) -> Bool {
      first.byteOffset == second.byteOffset && first.lineIndex == second.lineIndex
        && first.columnIndex == second.columnIndex
    }

    /// The place behind some bytes that begin here.
    package func advanced(over bytes: Span<UInt8>) -> Place {
      if bytes.isEmpty { return self }
      var place = self
      if byteOffset == 0 { place.beginsWithLineFeed = bytes[0] == 0x0A }
      var lineStart = endsWithReturn && bytes[0] == 0x0A ? 1 : 0
      while let lineBreak = bytes.firstLineBreak(in: lineStart..<bytes.count) {
        place.lineIndex += 1
        place.columnIndex = 0
        let next = lineBreak + 1
        let isPair = bytes[lineBreak] == 0x0D && next < bytes.count && bytes[next] == 0x0A
        lineStart = isPair ? next + 1 : next
      }
      place.endsWithReturn = bytes[bytes.count - 1] == 0x0D
      while lineStart < bytes.count {
        let block = Span<UInt8>.block(from: lineStart, to: bytes.count)
        place.columnIndex += bytes.blockCount(in: block) { $0 & 0xC0 != 0x80 }
        lineStart = block.upperBound
      }
      place.byteOffset += bytes.count
      return place
    }

    /// The place behind some bytes that are one line with its break, which begins with no line feed.
    package func advanced(overLine bytes: Span<UInt8>) -> Place {
      var place = self
      place.lineIndex += 1
      place.columnIndex = 0
      place.byteOffset += bytes.count
      place.endsWithReturn = bytes[bytes.count - 1] == 0x0D
      return place
    }

    /// A place that is seen from here, as it is seen from where this one is.
    package func advanced(by other: Place) -> Place {
      if other.byteOffset == 0 { return self }
      var place = other
      if endsWithReturn, other.beginsWithLineFeed { place.lineIndex -= 1 }
      if place.lineIndex == 0 { place.columnIndex += columnIndex }
      place.byteOffset += byteOffset
      place.lineIndex += lineIndex
      place.beginsWithLineFeed = byteOffset == 0 ? other.beginsWithLineFeed : beginsWithLineFeed
      return place
    }
  }

  /// A stretch of the bytes that is a record, or should be one.
  package struct Record: Equatable, Sendable {
    package var range: Range<Int>
    package var place: Place
    /// What is wrong with the list here, where no record is; or that the record is too long, whose
    /// range is empty then.
    package var flaw: JSONProblem.Kind?

    init(range: Range<Int>, place: Place, flaw: JSONProblem.Kind? = nil) {
      (self.range, self.place, self.flaw) = (range, place, flaw)
    }

    /// A record that stands somewhere in some bytes.
    package init(_ range: Range<Int>, at place: Place) { self.init(range: range, place: place) }
  }

  /// - Parameter byteLimit: how many bytes a record may have
  package init(byteLimit: Int = .max) { self.byteLimit = byteLimit }

  /// All of some values behind one another.
  init(values: ArraySlice<UInt8>) {
    bytes = Array(values)
    form = .values
    isFinished = true
    byteLimit = .max
  }

  /// Takes more of the stream, which a closure appends to what is held; the records that were given
  /// are gone.
  package mutating func append<Result, Failure: Error>(
    _ read: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    drop()
    passOver()
    return try read(&bytes)
  }

  /// Lets go of what was looked through of a record that is too long.
  private mutating func passOver() {
    // A line may end in two bytes.
    let reachedCount = form == .rest ? bytes.count : scan.index - 1
    guard passed != nil || byteLimit < reachedCount else { return }
    if case .list = form, passed == nil, !isDividedByLines {
      // Most likely its end is missing.
      isDividedByLines = true
      scan = Scan(at: position)
      return
    }
    var end = bytes.count
    if form != .rest {
      // What stands before the next line break tells whether that is the element's end.
      end = scan.index
      let floor = max(0, end - Self.keptSpaceCount)
      while floor < end, bytes[end - 1].isJSONSpace { end -= 1 }
      end = max(0, end - 1)
    }
    passed = (passed ?? Place()).advanced(over: bytes.span.extracting(..<end))
    bytes.removeSubrange(..<end)
    scan.move(by: -end)
  }

  /// More white space does not stand at the end of a line.
  private static let keptSpaceCount = 4096

  /// Gives away the bytes in which the records are that were given, and goes on in others, whose
  /// room is used again.
  package mutating func exchange(for buffer: consuming [UInt8]) -> [UInt8] {
    var rest = buffer
    rest.removeAll(keepingCapacity: true)
    rest += bytes[position...]
    swap(&bytes, &rest)
    scan.move(by: -position)
    position = 0
    return rest
  }

  /// Where the last record that was given ends, or the first one is looked for; from now on places are
  /// seen from there.
  package mutating func takePlace() -> Place {
    defer {
      origin = origin.advanced(by: place)
      place = Place()
    }
    return place
  }

  /// How many bytes are held behind the records that were given.
  package var heldByteCount: Int { bytes.count - position }

  /// Lets go of them: the stream goes on with the same bytes, or with a record behind them.
  package mutating func forgetHeld() {
    bytes.removeAll(keepingCapacity: true)
    position = 0
    scan = Scan()
  }

  private mutating func drop() {
    if position == 0 { return }
    bytes.removeSubrange(..<position)
    scan.move(by: -position)
    position = 0
  }

  /// The stream has ended.
  package mutating func finish() { isFinished = true }

  /// The next record that is known to be complete.
  package mutating func next() -> Record? {
    while true {
      guard skipSpace() else { return takeLackOfEnd() }
      switch form {
      case .unknown: guard begin() else { return nil }
      case .values: return nextValue()
      case .list where passed != nil: return nextElement()
      case .list(let next):
        switch bytes[position] {
        case UInt8(ascii: ","):
          form = .list(next: .element)
          if next != .separator { return take(upTo: position + 1, flaw: .extraComma) }
          advance(to: position + 1)
        case UInt8(ascii: "]"):
          form = .rest
          listEndLine = origin.advanced(by: place).lineIndex
          if next == .element { return take(upTo: position + 1, flaw: .trailingComma) }
          advance(to: position + 1)
        default: return nextElement()
        }
      case .rest:
        if beginsList {
          advance(to: position + 1)
          form = .list(next: .first)
          continue
        }
        return isFinished ? take(upTo: bytes.count, flaw: .trailingContent) : nil
      }
    }
  }

  /// Behind a list, a line that begins with `[` is another one: a stream whose lines are lists.
  private var beginsList: Bool {
    passed == nil && bytes[position] == UInt8(ascii: "[")
      && listEndLine < origin.advanced(by: place).lineIndex
  }

  /// Says once, at the end of the stream, that the list has none.
  private mutating func takeLackOfEnd() -> Record? {
    guard isFinished, case .list = form else { return nil }
    form = .rest
    return take(upTo: position, flaw: .missingClose(UInt8(ascii: "]")))
  }

  /// Takes what is known to be complete as it stands, where the stream is made of lines
  /// (`RecordLines`): up to the last line that begins a record, which is where one ends, whatever it
  /// is; nil where `next` is to be asked.
  package mutating func takeLines() -> Range<Int>? {
    guard skipSpace() else { return nil }
    if form == .unknown { guard begin(), skipSpace() else { return nil } }
    guard passed == nil, form == .values,
      let end = isFinished ? bytes.count : lastRecordStart, end - position <= byteLimit
    else { return nil }
    defer {
      position = end
      scan = Scan(at: end)
    }
    return position..<end
  }

  /// Where the last line begins that begins a record, behind the one that is there; before what was
  /// looked through there is none.
  private var lastRecordStart: Int? {
    let text = bytes.span
    var index = text.count - 1
    while scan.index < index {
      if text[index] == UInt8(ascii: "{"), text[index - 1] == 0x0A { return index }
      index -= 1
    }
    return nil
  }

  /// Passes white space; false where nothing else is there yet.
  private mutating func skipSpace() -> Bool {
    if passed != nil { return isFinished || position < bytes.count }
    var end = position
    while end < bytes.count, bytes[end].isJSONSpace { end += 1 }
    advance(to: end)
    return position < bytes.count
  }

  private mutating func advance(to end: Int) {
    if position == end { return }
    place = place.advanced(over: bytes.span.extracting(position..<end))
    position = end
    scan = Scan(at: end)
  }

  /// Finds out how records stand in the stream; false where that can't be told yet.
  private mutating func begin() -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if place.byteOffset == 0, bytes[0] == mark[0] {
      if bytes.count < mark.count, !isFinished { return false }
      if bytes.starts(with: mark) { advance(to: mark.count) }
    }
    guard position < bytes.count else { return false }
    let isList = bytes[position] == UInt8(ascii: "[")
    form = isList ? .list(next: .first) : .values
    if isList { advance(to: position + 1) }
    return true
  }

  private mutating func take(upTo end: Int, flaw: JSONProblem.Kind? = nil) -> Record? {
    var last = end
    while position < last, bytes[last - 1].isJSONSpace { last -= 1 }
    var record = Record(range: position..<last, place: place, flaw: flaw)
    let hasReturn = position < end && bytes[end - 1] == 0x0D
    if passed != nil || byteLimit < end - position - (hasReturn ? 1 : 0) {
      record.range = position..<position
      if flaw == nil { record.flaw = .tooLong(limit: byteLimit) }
    }
    if let passed { place = place.advanced(by: passed) }
    passed = nil
    advance(to: end)
    return record
  }

  private mutating func nextValue() -> Record? {
    if let line = takeLine() { return line }
    let held = bytes
    let end = scan.endOfValue(in: held.span)
    return end.map { take(upTo: $0) } ?? (isFinished ? take(upTo: bytes.count) : nil)
  }

  /// Takes a line, if it is one record as it nearly always is: an object with another behind it.
  private mutating func takeLine() -> Record? {
    guard scan.isAtStart, let line, line.end - position <= byteLimit else { return nil }
    let record = Record(range: position..<line.end, place: place)
    advance(to: line.next)
    return record
  }

  /// Where the object on this line ends, and where the next begins.
  private var line: (end: Int, next: Int)? {
    let text = bytes.span
    guard text[position] == UInt8(ascii: "{"),
      let lineBreak = text.firstOffset(of: 0x0A, in: position..<text.count),
      lineBreak + 1 < text.count, text[lineBreak + 1] == UInt8(ascii: "{")
    else { return nil }
    let end = text[lineBreak - 1] == 0x0D ? lineBreak - 1 : lineBreak
    return position < end - 1 && text[end - 1] == UInt8(ascii: "}") ? (end, lineBreak + 1) : nil
  }

  private mutating func nextElement() -> Record? {
    let held = bytes
    let indent = isDividedByLines ? origin.advanced(by: place).columnIndex : nil
    if let end = scan.endOfElement(in: held.span, indent: indent, isFinished: isFinished) {
      if !isDividedByLines, byteLimit < end - position {
        // Most likely its own end is missing, and this is another's.
        isDividedByLines = true
        scan = Scan(at: position)
        return nextElement()
      }
      form = .list(next: .separator)
      return take(upTo: end)
    }
    guard isFinished else { return nil }
    let last = bytes.last { !$0.isJSONSpace }
    // It may have taken the list's end for its own.
    let isLong = passed != nil || byteLimit < bytes.count - position
    let isWhole = !isLong && !scan.isInside && last == UInt8(ascii: "}")
    if !isWhole, !isDividedByLines {
      isDividedByLines = true
      scan = Scan(at: position)
      return nextElement()
    }
    // Of an element that is not whole that is told, and not that the list has no end.
    form = isWhole ? .list(next: .separator) : .rest
    return take(upTo: bytes.count)
  }
}

/// A look for the end of a record, which goes on where it stopped when there are more bytes.
private struct Scan: Sendable {
  private var start: Int
  private(set) var index: Int
  private var depth = 0
  private var isInString = false

  init(at start: Int = 0) {
    self.start = start
    index = start
  }

  var isAtStart: Bool { index == start }

  /// It stopped in a text, an object or a list.
  var isInside: Bool { isInString || 0 < depth }

  mutating func move(by distance: Int) {
    start += distance
    index += distance
  }

  /// The end of a value that stands by itself: that of the line on which it closes, or the line
  /// before one that begins another.
  mutating func endOfValue(in text: Span<UInt8>) -> Int? {
    while index < text.count {
      if text[index] == 0x0A {
        isInString = false
        // What comes next must be known.
        guard index + 1 < text.count else { return nil }
        if depth <= 0 || text[index + 1] == UInt8(ascii: "{") { return index }
        index += 1
      } else if !step(text) {
        return nil
      }
    }
    return nil
  }

  /// Goes to the end of an element of a list: the comma behind it, or the end of the list.
  ///
  /// - Parameters:
  ///   - text: what is there of the list
  ///   - indent: the column of the element, if a comma ends it also where it is open, before a line
  ///     that begins an object no further in
  ///   - isFinished: nothing more will be there
  /// - Returns: where it ends; nil if that isn't there yet
  mutating func endOfElement(in text: Span<UInt8>, indent: Int?, isFinished: Bool) -> Int? {
    while index < text.count {
      let byte = text[index]
      if !isInString, depth <= 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
        return index
      }
      if byte == 0x0A {
        if let indent {
          var next = index + 1
          while next < text.count, next - index - 1 <= indent, text[next] != 0x0A,
            text[next].isJSONSpace
          {
            next += 1
          }
          if next == text.count, !isFinished { return nil }
          let isObject = next < text.count && text[next] == UInt8(ascii: "{")
          if isObject, next - index - 1 <= indent, let comma = comma(before: index, in: text) {
            return comma
          }
        }
        isInString = false
        index += 1
      } else if !step(text) {
        return nil
      }
    }
    return nil
  }

  /// The comma that is the last thing before a place, if one is.
  private func comma(before place: Int, in text: Span<UInt8>) -> Int? {
    var place = place
    let start = max(0, start)
    while start < place, text[place - 1].isJSONSpace { place -= 1 }
    return start < place && text[place - 1] == UInt8(ascii: ",") ? place - 1 : nil
  }

  /// Passes a byte, or an escape; false where more bytes are needed for it.
  private mutating func step(_ text: Span<UInt8>) -> Bool {
    switch text[index] {
    case UInt8(ascii: "\\") where isInString:
      guard index + 1 < text.count else { return false }
      // The line ends in any case.
      index += text[index + 1] == 0x0A ? 1 : 2
      return true
    case UInt8(ascii: "\""): isInString.toggle()
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
    default: break
    }
    index += 1
    return true
  }
}
