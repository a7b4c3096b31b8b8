/// Divides the text of a field document into its parts and reads them one after the other: the
/// head up to the first field, each field with the separators behind it, the tail.
///
/// What a part says depends on its own text and on nothing before it, and of what follows only on
/// the first byte of the next part (exceptions are marked, see `JSONReader`). So reading can begin
/// at any part, and once it meets the beginning of a part that was read before and has not been
/// edited since, all that follows is known already.
package struct DocumentReader {
  /// The part that begins at `position`.
  package enum Part: Equatable, Sendable { case head, field, tail, end }

  package private(set) var nextPart: Part
  private var reader: JSONReader
  private let dialect: JSONReader.Dialect
  private var comma: Int?

  /// Reads from the beginning of a part.
  ///
  /// - Parameters:
  ///   - bytes: a window of the document that begins with the part
  ///   - part: the part to begin with
  ///   - dialect: whether comments are allowed
  package init(_ bytes: [UInt8], at part: Part, dialect: JSONReader.Dialect) {
    reader = JSONReader(bytes, dialect: dialect)
    nextPart = part
    self.dialect = dialect
  }

  /// Where the next part begins, in bytes of the window.
  package var position: Int { reader.position }
  /// The tree of the part that was read last; spans count from the part's beginning.
  package var tree: JSONTree { reader.tree }
  package var problems: [JSONProblem] { reader.problems }
  /// Reading looked at text behind the end of the part, and is done again when that changes.
  package var didLookAhead: Bool { reader.position < reader.lookaheadEnd }
  package var hasOpenComment: Bool { reader.hasOpenComment }
  /// Reading needed more text than the window has, or came to its end.
  package var didReachEnd: Bool { reader.didReachEnd || nextPart == .end }

  /// Reads the part at `position`.
  package mutating func readPart() {
    let bytes = reader.tree.bytes
    reader.restart()
    switch nextPart {
    case .head: readHead(bytes.span)
    case .field:
      reader.readValue(bytes.span, recovery: .field)
      passSeparators(bytes.span, isFirst: false)
    case .tail: readTail(bytes.span)
    case .end: break
    }
  }

  private mutating func readHead(_ text: borrowing Span<UInt8>) {
    reader.skipByteOrderMark(text)
    reader.skipTrivia(text)
    guard reader.position < reader.end else {
      nextPart = .end
      return reader.report(.emptyText, 0, 0)
    }
    guard text[reader.position] == UInt8(ascii: "{") else {
      reader.readValue(text, recovery: .value)
      reader.skipTrivia(text)
      if reader.position < reader.end {
        reader.report(.trailingContent, reader.position, reader.end)
        reader.position = reader.end
      }
      nextPart = .end
      return
    }
    reader.beginFrame(width: 1)
    readMembers(text, takesFields: true)
  }

  private mutating func readTail(_ text: borrowing Span<UInt8>) {
    let hasBracket = reader.position < reader.end
    reader.beginFrame(width: hasBracket ? 1 : 0)
    if !hasBracket { reader.report(.missingClose(UInt8(ascii: "]")), position - 1, position) }
    comma = nil
    readMembers(text, takesFields: false)
  }

  /// Reads members of the document's own object up to the first field or the end.
  private mutating func readMembers(_ text: borrowing Span<UInt8>, takesFields: Bool) {
    defer { reader.endFrame() }
    var expectsComma = !takesFields
    while true {
      reader.skipTrivia(text)
      guard reader.position < reader.end else {
        reader.report(.missingClose(UInt8(ascii: "}")), reader.end - 1, reader.end)
        nextPart = .end
        return
      }
      switch text[reader.position] {
      case UInt8(ascii: "}"):
        if endsDocument(text) { return }
        expectsComma = true
      case UInt8(ascii: ","):
        if !expectsComma { reader.report(.extraComma, reader.position, reader.position + 1) }
        comma = reader.position
        expectsComma = false
        reader.position += 1
      case UInt8(ascii: "]"), UInt8(ascii: ":"):
        reader.report(.unexpectedCharacter, reader.position, reader.position + 1)
        reader.position += 1
      default:
        if expectsComma {
          reader.report(.missingComma, reader.lastTokenEnd - 1, reader.lastTokenEnd)
        }
        if readMember(text, takesFields: takesFields) { return }
        comma = nil
        expectsComma = true
      }
    }
  }

  /// Passes the document's `}`; false if members follow it all the same.
  private mutating func endsDocument(_ text: borrowing Span<UInt8>) -> Bool {
    let brace = reader.position
    reader.position += 1
    reader.skipTrivia(text)
    if reader.position < reader.end,
      text[reader.position] == UInt8(ascii: ",") || text[reader.position] == UInt8(ascii: "\"")
    {
      reader.report(.strayClose, brace, brace + 1)
      return false
    }
    if dialect == .strict, let comma { reader.report(.trailingComma, comma, comma + 1) }
    if reader.position < reader.end {
      reader.report(.trailingContent, reader.position, reader.end)
      reader.position = reader.end
    }
    nextPart = .end
    return true
  }

  /// Reads a name and its value; true if they begin the fields.
  private mutating func readMember(_ text: borrowing Span<UInt8>, takesFields: Bool) -> Bool {
    guard reader.readFrameName(text) else { return false }
    let isFields = takesFields && reader.lastStringEquals("fields".utf8)
    reader.skipTrivia(text)
    if isFields, reader.position < reader.end, text[reader.position] == UInt8(ascii: "[") {
      reader.appendOpening(.array)
      passSeparators(text, isFirst: true)
      return true
    }
    reader.readMemberValue(text)
    return false
  }

  /// Passes what stands between two fields, and finds out what comes next.
  private mutating func passSeparators(_ text: borrowing Span<UInt8>, isFirst: Bool) {
    var comma: Int?
    let valueEnd = reader.position
    while true {
      reader.skipTrivia(text)
      guard reader.position < reader.end else {
        nextPart = .tail
        return
      }
      switch text[reader.position] {
      case UInt8(ascii: ","):
        if comma != nil || isFirst {
          reader.report(.extraComma, reader.position, reader.position + 1)
        } else {
          comma = reader.position
        }
        reader.position += 1
      case UInt8(ascii: "]"):
        guard isFollowedByField(text) else {
          if dialect == .strict, let comma { reader.report(.trailingComma, comma, comma + 1) }
          nextPart = .tail
          return
        }
        reader.report(.strayClose, reader.position, reader.position + 1)
        reader.position += 1
      case UInt8(ascii: "}"), UInt8(ascii: ":"):
        reader.report(.strayClose, reader.position, reader.position + 1)
        reader.position += 1
      default:
        if comma == nil, !isFirst { reader.report(.missingComma, valueEnd - 1, valueEnd) }
        nextPart = .field
        return
      }
    }
  }

  /// A `]` with an object behind it has nothing to close: the list of fields goes on.
  private mutating func isFollowedByField(_ text: borrowing Span<UInt8>) -> Bool {
    let bracket = reader.place
    defer { reader.rewind(to: bracket) }
    reader.position += 1
    while true {
      reader.skipTrivia(text)
      guard reader.position < reader.end else { return false }
      if text[reader.position] != UInt8(ascii: ",") { break }
      reader.position += 1
    }
    return text[reader.position] == UInt8(ascii: "{")
  }
}
