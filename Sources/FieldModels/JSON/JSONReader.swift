/// Reads JSON that may be broken into a `JSONTree` and the list of what is wrong; never throws.
///
/// One reader serves the wire, which refuses a text with any problem, and documents, which live
/// with them. It is a loop over an explicit stack, so depth costs memory and never the call
/// stack, and every step either takes a byte or pops a container, so it always ends.
///
/// Behind a mistake it goes on where a person would: a string ends at its line's end; `}` closes
/// the arrays left open inside its object; a name with a colon inside an array means that the
/// array was left open; in a field, `{` where a property should be is the next field, and where an
/// element or a value should be it is, if it has the names of one; in an entry, which has no objects
/// in it, `{` is the next entry but for one on the line of its name.
/// All of these look only at text that was read or at the very next token, so that a field means
/// the same whatever stands behind it. Two wider looks exist and are marked in `lookaheadEnd` and
/// `hasOpenComment`.
package struct JSONReader {
  /// Whether comments and trailing commas are part of the language.
  package enum Dialect: Sendable { case strict, commented }

  /// What a `{` in a wrong place means.
  package enum Recovery: Sendable { case value, field, entry }

  package internal(set) var tree: JSONTree
  package internal(set) var problems: [JSONProblem] = []
  /// The next byte to read, counted from the start of the bytes.
  package var position: Int
  /// Where the last token ended, before white space and comments.
  package internal(set) var lastTokenEnd: Int
  /// Where reading stops, counted from the start of the bytes.
  package internal(set) var end: Int
  /// How far reading looked to tell a nested object from the next field; may lie behind the end
  /// of what was read.
  package internal(set) var lookaheadEnd = 0
  /// A block comment without an end that is near was taken to end with its line.
  package internal(set) var hasOpenComment = false
  /// Reading ran into `end`.
  package internal(set) var didReachEnd = false

  let dialect: Dialect
  let depthLimit: Int
  /// What goes too deep and was passed over, if that is noted and not a problem.
  package internal(set) var deepSpans: [Range<Int>]?
  /// Objects that are nodes without members, since somebody else reads them.
  package var wholes: Wholes?
  /// The container that is being read, the innermost one; nil outside of all.
  var context: Context?
  /// The containers around that, from the outside in.
  var outerContexts: [Context] = []
  var recovery = Recovery.value
  /// The depth at which an object of the document's own choosing began, where nothing inside
  /// can be mistaken for a field.
  var freeDepth: Int?

  /// Up to here no comment ends that is open.
  var commentFreeEnd = 0

  /// Longer than a comment that somebody writes, or than the fields that somebody takes out for a
  /// while: a keystroke behind a comment without an end reads no more than this.
  package static let commentByteCount = 1 << 18

  /// The objects of a list that are passed as a whole.
  package struct Wholes: Sendable {
    /// The name of the list, and that of the object in which it is.
    package var list: StaticString
    package var object: StaticString
    /// Where the value ends that begins at a place, before another; nil where it is no JSON, so that it
    /// is read as any other.
    package var end: @Sendable (_ text: borrowing Span<UInt8>, _ start: Int, _ limit: Int) -> Int?
    /// The node of the list, while it is open.
    var node = -1

    package init(
      ofList list: StaticString, in object: StaticString,
      end: @escaping @Sendable (_ text: borrowing Span<UInt8>, _ start: Int, _ limit: Int) -> Int?
    ) {
      (self.list, self.object, self.end) = (list, object, end)
    }
  }

  /// A list or an object that is open, and what is expected in it next.
  struct Context {
    /// What comes next inside of it.
    enum Expectation { case item, colon, value, comma }
    var isObject: Bool
    var node: Int
    var expectation = Expectation.item
    var comma: Int?
  }

  static let problemLimit = 1000

  /// How many objects and lists may stand within one another in a form, and in a record.
  package static let depthLimit = 128

  package init(
    _ bytes: [UInt8], from start: Int = 0, to end: Int? = nil, dialect: Dialect,
    depthLimit: Int = Self.depthLimit, collectsDeepSpans: Bool = false
  ) {
    tree = JSONTree(bytes: bytes, base: start)
    position = start
    lastTokenEnd = start
    self.end = end ?? bytes.count
    self.dialect = dialect
    self.depthLimit = depthLimit
    deepSpans = collectsDeepSpans ? [] : nil
    // A message or a field is nearly always within these.
    tree.nodes.reserveCapacity(32)
    outerContexts.reserveCapacity(8)
  }

  /// Forgets what was read, keeping the room it took, and goes on from `position`.
  package mutating func restart() {
    tree.nodes.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    tree.base = position
    lastTokenEnd = position
    lookaheadEnd = 0
    hasOpenComment = false
    freeDepth = nil
  }

  /// Reads the bytes as one value and nothing else.
  package mutating func readText() {
    let bytes = tree.bytes
    let text = bytes.span
    skipByteOrderMark(text)
    skipTrivia(text)
    guard position < end else { return report(.emptyText, position, position) }
    readValue(text, recovery: .value)
    skipTrivia(text)
    if position < end { report(.trailingContent, position, end) }
  }

  /// The node of what a span holds, if that is one string without faults.
  static func string(in bytes: [UInt8], _ span: Range<Int>) -> JSONTree.Node? {
    var reader = JSONReader(bytes, from: span.lowerBound, to: span.upperBound, dialect: .strict)
    reader.readText()
    let nodes = reader.tree.nodes
    return reader.problems.isEmpty && nodes.count == 1 && nodes[0].kind == .string ? nodes[0] : nil
  }

  /// Reads the value at `position`, which is at a value's first byte.
  package mutating func readValue(_ text: borrowing Span<UInt8>, recovery: Recovery) {
    self.recovery = recovery
    readItem(text)
    while let context {
      skipTrivia(text)
      guard position < end else {
        didReachEnd = true
        popAll()
        return
      }
      if context.isObject {
        stepInObject(text, text[position])
      } else {
        stepInArray(text, text[position])
      }
    }
  }

  /// Reads the string at `position` as a node.
  package mutating func readString(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 1
    var hasEscapes = false
    var isClosed = false
    while true {
      position = Self.plainTextEnd(
        in: text, from: position, to: end, hasEscapes: &hasEscapes)
      guard position < end else { break }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        isClosed = true
        break
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        readEscape(text)
      } else if byte >= 0x80 {
        readMultiByte(text)
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        report(.controlCharacter, position, position + 1)
        position += 1
      }
    }
    if !isClosed {
      if position >= end { didReachEnd = true }
      report(.unterminatedString, start, position)
    }
    append(.string, start, hasEscapes: hasEscapes, isClosed: isClosed)
  }

  /// Where the characters of one byte end that stand in a string as they are, and escapes of two
  /// characters between them.
  private static func plainTextEnd(
    in text: borrowing Span<UInt8>, from start: Int, to end: Int, hasEscapes: inout Bool
  ) -> Int {
    var index = start
    while index &+ ByteWord.byteCount <= end {
      let plainByteCount = text.word(at: index).plainByteCount
      index &+= plainByteCount
      if plainByteCount == ByteWord.byteCount { continue }
      guard text[index] == UInt8(ascii: "\\"), index &+ 1 < end,
        JSONString.character(escapedAs: text[index &+ 1]) != nil
      else { return index }
      hasEscapes = true
      index &+= 2
    }
    while index < end {
      let byte = text[index]
      guard 0x20 <= byte, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { break }
      index &+= 1
    }
    return index
  }

  /// Where the white space ends.
  private static func spaceEnd(in text: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int
  {
    var index = start
    while index < end {
      switch text[index] {
      case 0x20 where index &+ ByteWord.byteCount <= end:
        index &+= text.word(at: index).spaceCount
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return index
      }
    }
    return index
  }

  /// Passes white space and comments, of which there is none in most places.
  @inline(__always)
  package mutating func skipTrivia(_ text: borrowing Span<UInt8>) {
    if position < end, text[position] > 0x20, text[position] != UInt8(ascii: "/") { return }
    passTrivia(text)
  }

  private mutating func passTrivia(_ text: borrowing Span<UInt8>) {
    while true {
      position = Self.spaceEnd(in: text, from: position, to: end)
      guard position < end else { break }
      switch text[position] {
      case UInt8(ascii: "/"):
        guard position + 1 < end else {
          didReachEnd = true
          return
        }
        switch text[position + 1] {
        case UInt8(ascii: "/"): skipLineComment(text)
        case UInt8(ascii: "*"): skipBlockComment(text)
        default: return
        }
      default: return
      }
    }
    didReachEnd = true
  }

  /// A place to come back to after a look ahead.
  package struct Place: Sendable {
    fileprivate var position: Int
    fileprivate var lastTokenEnd: Int
    fileprivate var problemCount: Int
  }

  /// Where reading stands.
  package var place: Place {
    Place(position: position, lastTokenEnd: lastTokenEnd, problemCount: problems.count)
  }

  /// Goes back to a place, and forgets the problems met since.
  package mutating func rewind(to place: Place) {
    position = place.position
    lastTokenEnd = place.lastTokenEnd
    problems.removeSubrange(place.problemCount...)
  }

  /// Notes a problem between two absolute offsets, once: a hundred arrays that end with the text
  /// lack one `]` to begin with.
  package mutating func report(_ kind: JSONProblem.Kind, _ start: Int, _ end: Int) {
    let problem = JSONProblem(kind, (start - tree.base)..<(max(start, end) - tree.base))
    guard problems.count < Self.problemLimit, problems.last != problem else { return }
    problems.append(problem)
  }

  /// Appends a node that stands for a value the text lacks.
  package mutating func appendMissing(at offset: Int) {
    let place = UInt32(truncatingIfNeeded: offset - tree.base)
    let next = UInt32(truncatingIfNeeded: tree.nodes.count + 1)
    tree.nodes.append(.init(kind: .missing, start: place, end: place, subtreeEnd: next))
  }
}

extension JSONTree {
  /// The value that stands in some bytes, or at a place of them; of what is no JSON as much as can be read.
  package init(reading bytes: [UInt8], at place: Range<Int>? = nil) {
    self = Self.reader(of: bytes, place).finish()
  }

  /// The value of a text; nil for one that is no JSON.
  package init?(text: String) {
    let reader = Self.reader(of: Array(text.utf8), nil)
    if reader.problems.contains(where: { $0.severity == .error }) { return nil }
    self = reader.finish()
  }

  private static func reader(of bytes: [UInt8], _ place: Range<Int>?) -> JSONReader {
    var reader = JSONReader(
      bytes, from: place?.lowerBound ?? 0, to: place?.upperBound ?? bytes.count, dialect: .strict)
    reader.readText()
    return reader
  }
}

extension JSONReader {
  /// Ends reading, and gives what was read.
  fileprivate consuming func finish() -> JSONTree { tree }
}
