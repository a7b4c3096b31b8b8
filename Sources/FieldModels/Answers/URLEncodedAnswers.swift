/// Answers as a page sends them without a script (`application/x-www-form-urlencoded`).
///
/// Names with brackets, as servers write paths in them, are paths: `lines[0][product]`, `tags[]`.
enum URLEncodedAnswers {
  static func texts(in bytes: [UInt8]) throws(AnswerFlaw) -> [NamedText] {
    var texts: [NamedText] = []
    var pairs = Pairs(bytes.span, bytes.indices)
    while let pair = pairs.next(in: bytes.span) {
      let text = NamedText(
        name: path(try decoded(bytes, pair.name)), text: try decoded(bytes, pair.value),
        span: pair.span)
      texts.append(text)
    }
    return texts
  }

  /// Where names and values stand in what a page sends.
  private struct Pairs {
    private var start: Int
    private let end: Int

    init(_ text: borrowing Span<UInt8>, _ range: Range<Int>) {
      var end = range.upperBound
      while range.lowerBound < end, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
      (start, self.end) = (range.lowerBound, end)
    }

    /// A name with its value.
    struct Pair {
      var name: Range<Int>
      var value: Range<Int>
      /// The value, or all of it where there is none.
      var span: Range<Int> {
        value.isEmpty ? name.lowerBound..<value.upperBound : value
      }
    }

    mutating func next(in text: borrowing Span<UInt8>) -> Pair? {
      while start < end {
        let next = text.firstOffset(of: UInt8(ascii: "&"), in: start..<end) ?? end
        defer { start = next + 1 }
        if start == next { continue }
        let equals = text.firstOffset(of: UInt8(ascii: "="), in: start..<next) ?? next
        return Pair(name: start..<equals, value: min(equals + 1, next)..<next)
      }
      return nil
    }
  }

  private static func decoded(_ bytes: [UInt8], _ range: Range<Int>) throws(AnswerFlaw) -> String {
    var room = [UInt8](repeating: 0, count: range.count)
    var target = room.mutableSpan
    let end = PercentEncoding.decode(bytes.span, range, isOfPage: true, to: &target, from: 0).end
    guard let text = try? UTF8Span(validating: room.span.extracting(..<end)) else {
      throw AnswerFlaw(kind: .invalidUTF8, span: range)
    }
    return String(copying: text)
  }

  /// A name with `/` for brackets; of brackets with nothing in them nothing is left.
  private static func path(_ name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["), bracket != name.startIndex
    else { return name }
    let parts = name[bracket...].split(separator: "[").map { part -> Substring? in
      part.hasSuffix("]") ? part.dropLast() : nil
    }
    if parts.contains(nil) { return name }
    let names = [name[..<bracket]] + parts.compactMap { $0 }.filter { !$0.isEmpty }
    return names.joined(separator: "/")
  }
}

extension URLEncodedAnswers {
  /// Texts whose names stand as they stood in the answers before, as they do where one page has sent all.
  ///
  /// It is used again for each, so that it need not ask for memory.
  struct Reader: Sendable {
    /// The texts one behind the other, and where each is.
    private(set) var bytes: [UInt8] = []
    private(set) var row = TableRow()
    /// Where they stand in the answers.
    private(set) var spans: [Range<Int>] = []
    private var contents: [Range<Int>] = []
    /// The names one behind the other, as they were written, and where each ends.
    private var names: [UInt8] = []
    private var nameEnds: [Int] = []

    /// Remembers how the names of answers are written.
    mutating func learn(_ bytes: [UInt8]) {
      forget()
      var pairs = Pairs(bytes.span, bytes.indices)
      while let pair = pairs.next(in: bytes.span) {
        names += bytes[pair.name]
        nameEnds.append(names.count)
      }
    }

    /// Remembers no names.
    mutating func forget() {
      names.removeAll(keepingCapacity: true)
      nameEnds.removeAll(keepingCapacity: true)
    }

    /// Reads answers; false where a name is another one, or a text is no UTF-8.
    mutating func read(_ given: [UInt8], _ range: Range<Int>) -> Bool {
      if nameEnds.isEmpty { return false }
      let text = given.span
      if bytes.count < range.count { bytes = [UInt8](repeating: 0, count: range.count) }
      contents.removeAll(keepingCapacity: true)
      spans.removeAll(keepingCapacity: true)
      var (nameStart, start) = (0, 0)
      var pairs = Pairs(text, range)
      while let pair = pairs.next(in: text) {
        guard contents.count < nameEnds.count else { return false }
        let nameEnd = nameEnds[contents.count]
        guard
          text.extracting(pair.name).isSame(as: names.span.extracting(nameStart..<nameEnd))
        else { return false }
        var room = bytes.mutableSpan
        let end = PercentEncoding.decode(
          text, pair.value, isOfPage: true, to: &room, from: start
        ).end
        contents.append(start..<end)
        spans.append(pair.span.moved(by: -range.lowerBound))
        (nameStart, start) = (nameEnd, end)
      }
      // Where all is UTF-8 each text is, unless one begins within a character of another.
      guard contents.count == nameEnds.count,
        (try? UTF8Span(validating: bytes.span.extracting(..<start))) != nil,
        contents.allSatisfy({ $0.isEmpty || !UTF8.isContinuation(bytes[$0.lowerBound]) })
      else { return false }
      row.take(contents)
      return true
    }
  }
}
