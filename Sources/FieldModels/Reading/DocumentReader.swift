/// Divides the text of a field document into its parts and reads them one after the other: the
/// head up to the first field, each field with the separators behind it, the tail; and in the tail, or
/// in the head, each entry of a list.
///
/// What a part says depends on its own text and on nothing before it, and of what follows only on
/// the first byte of the next part (exceptions are marked, see `JSONReader`). So reading can begin
/// at any part, and once it meets the beginning of a part that was read before and has not been
/// edited since, all that follows is known already.
package struct DocumentReader {
  /// The part that begins at `position`.
  package struct Part: Equatable, Sendable {
    package var sort: Sort
    /// The fields were before it, or are around it; others that follow are none.
    package var hasFields = false
    /// So were the entries.
    package var hasEntries = false

    /// That with which a document begins.
    package static let head = Part(sort: .head)

    /// It is a piece of what stands around fields and entries.
    package var isFrame: Bool { sort == .head || sort == .tail || sort == .lists }
  }

  /// What a part is.
  package enum Sort: Sendable {
    case head, field
    /// What stands behind the fields, from the bracket that ends them.
    case tail
    case entry
    /// What stands behind the entries of a list, from the bracket that ends them.
    case lists
    case end
  }

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
  package var didReachEnd: Bool { reader.didReachEnd || nextPart.sort == .end }

  /// Reads the part at `position`.
  package mutating func readPart() {
    let bytes = reader.tree.bytes
    reader.restart()
    switch nextPart.sort {
    case .head: readHead(bytes.span)
    case .field:
      reader.readValue(bytes.span, recovery: .field)
      passSeparators(bytes.span, of: .field, isFirst: false)
    case .entry:
      reader.readValue(bytes.span, recovery: .entry)
      passSeparators(bytes.span, of: .entry, isFirst: false)
    case .tail: readTail(bytes.span)
    case .lists: readLists(bytes.span)
    case .end: break
    }
  }

  private mutating func readHead(_ text: borrowing Span<UInt8>) {
    reader.skipByteOrderMark(text)
    reader.skipTrivia(text)
    guard reader.position < reader.end else {
      nextPart.sort = .end
      return reader.report(.emptyText, 0, 0)
    }
    guard text[reader.position] == UInt8(ascii: "{") else {
      reader.readValue(text, recovery: .value)
      reader.skipTrivia(text)
      if reader.position < reader.end {
        reader.report(.trailingContent, reader.position, reader.end)
        reader.position = reader.end
      }
      nextPart.sort = .end
      return
    }
    reader.beginFrame(width: 1)
    defer { reader.endFrame() }
    readMembers(text, expectsComma: false)
  }

  private mutating func readTail(_ text: borrowing Span<UInt8>) {
    let hasBracket = reader.position < reader.end
    reader.beginFrame(width: hasBracket ? 1 : 0)
    if !hasBracket { reader.report(.missingClose(UInt8(ascii: "]")), position - 1, position) }
    defer { reader.endFrame() }
    readMembers(text, expectsComma: true)
  }

  private mutating func readLists(_ text: borrowing Span<UInt8>) {
    reader.beginFrame(width: 0)
    defer { reader.endFrame() }
    // The name that was written before the first of the lists.
    reader.appendMissing(at: position)
    let hasBracket = reader.position < reader.end
    let entries = reader.beginObject(width: hasBracket ? 1 : 0)
    if !hasBracket { reader.report(.missingClose(UInt8(ascii: "]")), position - 1, position) }
    if readListNames(text, in: entries, expectsComma: true) { return }
    readMembers(text, expectsComma: true)
  }

  /// Reads members of the document's own object up to the first field or entry, or to the end.
  private mutating func readMembers(_ text: borrowing Span<UInt8>, expectsComma: Bool) {
    comma = nil
    var expectsComma = expectsComma
    while passCommas(text, expectsComma: expectsComma) {
      if text[reader.position] == UInt8(ascii: "}") {
        if endsDocument(text) { return }
      } else {
        if readMember(text) { return }
        comma = nil
      }
      expectsComma = true
    }
  }

  /// Passes what stands in front of the next member of an object, or of its `}`; false at the end of
  /// the text.
  private mutating func passCommas(_ text: borrowing Span<UInt8>, expectsComma: Bool) -> Bool {
    var expectsComma = expectsComma
    while true {
      reader.skipTrivia(text)
      guard reader.position < reader.end else {
        reader.report(.missingClose(UInt8(ascii: "}")), reader.end - 1, reader.end)
        nextPart.sort = .end
        return false
      }
      switch text[reader.position] {
      case UInt8(ascii: "}"):
        return true
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
        return true
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
    nextPart.sort = .end
    return true
  }

  /// Reads a name and its value; true if a part begins in it.
  private mutating func readMember(_ text: borrowing Span<UInt8>) -> Bool {
    guard reader.readFrameName(text) else { return false }
    let isFields = !nextPart.hasFields && reader.lastStringEquals("fields".utf8)
    let isEntries = !nextPart.hasEntries && reader.lastStringEquals("entries".utf8)
    reader.skipTrivia(text)
    let first = reader.position < reader.end ? text[reader.position] : 0
    if isFields, first == UInt8(ascii: "[") {
      nextPart.hasFields = true
      reader.appendOpening(.array)
      passSeparators(text, of: .field, isFirst: true)
      return true
    }
    if isEntries, first == UInt8(ascii: "{") {
      nextPart.hasEntries = true
      return readListNames(text, in: reader.beginObject(width: 1), expectsComma: false)
    }
    reader.readMemberValue(text)
    return false
  }

  /// Reads the names of lists up to the first entry of one, or to the end of them; true if a part
  /// begins there, or the text ends.
  private mutating func readListNames(
    _ text: borrowing Span<UInt8>, in entries: Int, expectsComma: Bool
  ) -> Bool {
    comma = nil
    var expectsComma = expectsComma
    while passCommas(text, expectsComma: expectsComma) {
      if text[reader.position] == UInt8(ascii: "}") {
        if dialect == .strict, let comma { reader.report(.trailingComma, comma, comma + 1) }
        reader.position += 1
        reader.endObject(entries, isClosed: true)
        return false
      }
      comma = nil
      expectsComma = true
      guard reader.readFrameName(text) else { continue }
      reader.skipTrivia(text)
      if reader.position < reader.end, text[reader.position] == UInt8(ascii: "[") {
        reader.appendOpening(.array)
        reader.endObject(entries, isClosed: false)
        passSeparators(text, of: .entry, isFirst: true)
        return true
      }
      reader.readMemberValue(text)
    }
    reader.endObject(entries, isClosed: false)
    return true
  }

  /// Passes what stands between two fields or entries, and finds out what comes next.
  private mutating func passSeparators(
    _ text: borrowing Span<UInt8>, of sort: Sort, isFirst: Bool
  ) {
    var comma: Int?
    let closing: Sort = sort == .field ? .tail : .lists
    let valueEnd = reader.position
    while true {
      reader.skipTrivia(text)
      guard reader.position < reader.end else {
        nextPart.sort = closing
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
        guard isFollowedByObject(text) else {
          if dialect == .strict, let comma { reader.report(.trailingComma, comma, comma + 1) }
          nextPart.sort = closing
          return
        }
        reader.report(.strayClose, reader.position, reader.position + 1)
        reader.position += 1
      case UInt8(ascii: "}"), UInt8(ascii: ":"):
        reader.report(.strayClose, reader.position, reader.position + 1)
        reader.position += 1
      default:
        if comma == nil, !isFirst { reader.report(.missingComma, valueEnd - 1, valueEnd) }
        nextPart.sort = sort
        return
      }
    }
  }

  /// A `]` with an object behind it has nothing to close: the list goes on.
  private mutating func isFollowedByObject(_ text: borrowing Span<UInt8>) -> Bool {
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
