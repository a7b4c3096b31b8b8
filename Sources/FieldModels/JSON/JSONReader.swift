/// Reads JSON that may be broken into a `JSONTree` and the list of what is wrong. Never throws.
///
/// One reader serves the wire, which refuses a text with any problem, and documents, which live
/// with them. It is a loop over an explicit stack, so depth costs memory and never the call
/// stack, and every step either takes a byte or pops a container, so it always ends.
///
/// Behind a mistake it goes on where a person would: a string ends at its line's end; `}` closes
/// the arrays left open inside its object; a name with a colon inside an array means that the
/// array was left open; in a field, `{` where a property should be is the next field, and where an
/// element or a value should be it is, if it has the names of one.
/// All of these look only at text that was read or at the very next token, so that a field means
/// the same whatever stands behind it. Two wider looks exist and are marked in `lookaheadEnd` and
/// `hasOpenComment`.
package struct JSONReader {
  /// Whether comments and trailing commas are part of the language.
  package enum Dialect: Sendable { case strict, commented }

  /// What a `{` in a wrong place means.
  package enum Recovery: Sendable { case value, field }

  package private(set) var tree: JSONTree
  package private(set) var problems: [JSONProblem] = []
  /// The next byte to read, counted from the start of the bytes.
  package var position: Int
  /// Where the last token ended, before white space and comments.
  package private(set) var lastTokenEnd: Int
  /// Where reading stops, counted from the start of the bytes.
  package let end: Int
  /// How far reading looked to tell a nested object from the next field; may lie behind the end
  /// of what was read.
  package private(set) var lookaheadEnd = 0
  /// A block comment without an end was taken to end with its line.
  package private(set) var hasOpenComment = false
  /// Reading ran into `end`.
  package private(set) var didReachEnd = false

  private let dialect: Dialect
  private let depthLimit: Int
  private var contexts: [Context] = []
  private var recovery = Recovery.value
  /// The depth at which an object of the document's own choosing began, where nothing inside
  /// can be mistaken for a field.
  private var freeDepth: Int?

  private struct Context {
    enum Expectation { case item, colon, value, comma }
    var isObject: Bool
    var node: Int
    var expectation = Expectation.item
    var comma: Int?
  }

  private static let problemLimit = 1000

  package init(
    _ bytes: [UInt8], from start: Int = 0, to end: Int? = nil, dialect: Dialect,
    depthLimit: Int = 128
  ) {
    tree = JSONTree(bytes: bytes, base: start)
    position = start
    lastTokenEnd = start
    self.end = end ?? bytes.count
    self.dialect = dialect
    self.depthLimit = depthLimit
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

  /// Reads the value at `position`, which is at a value's first byte.
  package mutating func readValue(_ text: borrowing Span<UInt8>, recovery: Recovery) {
    self.recovery = recovery
    readItem(text)
    while !contexts.isEmpty {
      skipTrivia(text)
      guard position < end else {
        didReachEnd = true
        popAll()
        return
      }
      if contexts[contexts.count - 1].isObject {
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
    while position < end {
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
      } else if byte >= 0x20 {
        position += 1
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

  /// Passes white space and comments.
  package mutating func skipTrivia(_ text: borrowing Span<UInt8>) {
    while position < end {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
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

  /// Notes a problem between two absolute offsets.
  package mutating func report(_ kind: JSONProblem.Kind, _ start: Int, _ end: Int) {
    guard problems.count < Self.problemLimit else { return }
    problems.append(JSONProblem(kind, (start - tree.base)..<(max(start, end) - tree.base)))
  }

  /// Appends a node that stands for a value the text lacks.
  package mutating func appendMissing(at offset: Int) {
    let place = UInt32(truncatingIfNeeded: offset - tree.base)
    let next = UInt32(truncatingIfNeeded: tree.nodes.count + 1)
    tree.nodes.append(.init(kind: .missing, start: place, end: place, subtreeEnd: next))
  }
}

extension JSONReader {
  private mutating func stepInObject(_ text: borrowing Span<UInt8>, _ byte: UInt8) {
    let top = contexts.count - 1
    let expectation = contexts[top].expectation
    switch (expectation, byte) {
    case (.colon, UInt8(ascii: ":")):
      position += 1
      lastTokenEnd = position
      contexts[top].expectation = .value
    case (.colon, UInt8(ascii: "{")) where looksLikeNextField(text): popAll()
    case (.value, UInt8(ascii: "{")) where isOnNewLine(text) && looksLikeNextField(text): popAll()
    case (.colon, _):
      report(.missingColon, lastTokenEnd - 1, lastTokenEnd)
      contexts[top].expectation = .value
    case (.value, UInt8(ascii: ",")), (.value, UInt8(ascii: "}")), (.value, UInt8(ascii: "]")):
      report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
      appendMissing(at: lastTokenEnd)
      contexts[top].expectation = .comma
    case (.value, UInt8(ascii: "\"")): readStringOrNextKey(text)
    case (.item, UInt8(ascii: "}")), (.comma, UInt8(ascii: "}")):
      reportTrailingComma(contexts[top])
      close()
    case (.item, UInt8(ascii: "]")), (.comma, UInt8(ascii: "]")): closeOuter(isObject: false)
    case (.item, UInt8(ascii: "{")), (.comma, UInt8(ascii: "{")):
      openWithoutName(text)
    case (.item, UInt8(ascii: ",")): skipExtraComma()
    case (.comma, UInt8(ascii: ",")): takeComma()
    case (.comma, UInt8(ascii: "\"")):
      report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
      contexts[top].expectation = .item
    case (.item, UInt8(ascii: "\"")): readName(text)
    case (_, UInt8(ascii: ":")): skipStray()
    case (.item, _):
      readBareName(text)
      contexts[top].comma = nil
      contexts[top].expectation = .colon
    case (.value, _):
      contexts[top].expectation = .comma
      readItem(text)
    case (.comma, _): skipJunk(text)
    }
  }

  private mutating func stepInArray(_ text: borrowing Span<UInt8>, _ byte: UInt8) {
    let top = contexts.count - 1
    let expectsComma = contexts[top].expectation == .comma
    switch byte {
    case UInt8(ascii: "]"):
      reportTrailingComma(contexts[top])
      close()
    case UInt8(ascii: "}"): closeOuter(isObject: true)
    case UInt8(ascii: ":"): skipStray()
    case UInt8(ascii: ","):
      if expectsComma { takeComma() } else { skipExtraComma() }
    case UInt8(ascii: "{") where looksLikeNextField(text): popAll()
    case _ where expectsComma:
      report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
      contexts[top].expectation = .item
    case UInt8(ascii: "\""): readElementOrNextKey(text)
    default:
      contexts[top].comma = nil
      contexts[top].expectation = .comma
      readItem(text)
    }
  }

  private mutating func readName(_ text: borrowing Span<UInt8>) {
    let top = contexts.count - 1
    readString(text)
    if recovery == .field, top == 0, freeDepth == nil, nameIsPresentation() { freeDepth = 1 }
    contexts[top].comma = nil
    contexts[top].expectation = .colon
  }

  /// `presentation` is handed on untouched, so anything may stand in it.
  private func nameIsPresentation() -> Bool {
    tree.text(tree.contentSpan(tree.nodes.count - 1)).elementsEqual("presentation".utf8)
  }

  /// A string where a value should be is the next name if a colon follows it.
  private mutating func readStringOrNextKey(_ text: borrowing Span<UInt8>) {
    let top = contexts.count - 1
    let start = place
    readString(text)
    guard isFollowedByColon(text) else {
      contexts[top].expectation = .comma
      endFreeObject()
      return
    }
    tree.nodes.removeLast()
    rewind(to: start)
    report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
    appendMissing(at: lastTokenEnd)
    contexts[top].expectation = .item
  }

  /// A string in an array is the next property's name if a colon follows it.
  private mutating func readElementOrNextKey(_ text: borrowing Span<UInt8>) {
    let top = contexts.count - 1
    let start = place
    readString(text)
    guard contexts.contains(where: \.isObject), isFollowedByColon(text) else {
      contexts[top].comma = nil
      contexts[top].expectation = .comma
      return
    }
    tree.nodes.removeLast()
    rewind(to: start)
    while !contexts[contexts.count - 1].isObject { pop() }
    contexts[contexts.count - 1].expectation = .item
  }

  private mutating func isFollowedByColon(_ text: borrowing Span<UInt8>) -> Bool {
    if position < end, text[position] == UInt8(ascii: ",") { return false }
    skipTrivia(text)
    return position < end && text[position] == UInt8(ascii: ":")
  }

  /// `{` where a name should be: the next field, or a value that lost its name.
  private mutating func openWithoutName(_ text: borrowing Span<UInt8>) {
    if recovery == .field, freeDepth == nil { return popAll() }
    report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
    appendMissing(at: position)
    contexts[contexts.count - 1].comma = nil
    contexts[contexts.count - 1].expectation = .comma
    readItem(text)
  }

  private mutating func takeComma() {
    contexts[contexts.count - 1].comma = position
    contexts[contexts.count - 1].expectation = .item
    position += 1
    lastTokenEnd = position
  }

  private mutating func skipExtraComma() {
    report(.extraComma, position, position + 1)
    position += 1
  }

  private mutating func skipStray() {
    report(.unexpectedCharacter, position, position + 1)
    position += 1
  }

  private mutating func skipJunk(_ text: borrowing Span<UInt8>) {
    readBareName(text)
    tree.nodes.removeLast()
  }

  /// Reads a name without quotes, which is wrong even where it would be right as a value.
  private mutating func readBareName(_ text: borrowing Span<UInt8>) {
    let start = position
    readWord(text)
    guard tree.nodes[tree.nodes.count - 1].kind != .invalid else { return }
    tree.nodes[tree.nodes.count - 1].kind = .invalid
    report(.unexpectedWord, start, position)
  }

  private mutating func reportTrailingComma(_ context: Context) {
    guard dialect == .strict, context.expectation == .item, let comma = context.comma else {
      return
    }
    report(.trailingComma, comma, comma + 1)
  }

  /// A closing character of the other kind closes what was left open inside its own.
  private mutating func closeOuter(isObject: Bool) {
    guard contexts.contains(where: { $0.isObject == isObject }) else {
      report(.strayClose, position, position + 1)
      position += 1
      return
    }
    while contexts[contexts.count - 1].isObject != isObject { pop() }
    contexts[contexts.count - 1].comma = nil
  }

  /// Whether a line ends between the last token and `position`.
  private func isOnNewLine(_ text: borrowing Span<UInt8>) -> Bool {
    (lastTokenEnd..<position).contains { text[$0] == 0x0A || text[$0] == 0x0D }
  }

  /// Whether the object at `position`, inside a field, has the names of a field.
  ///
  /// Then what it is in was left open. Looks only up to its first bracket.
  private mutating func looksLikeNextField(_ text: borrowing Span<UInt8>) -> Bool {
    guard recovery == .field, freeDepth == nil, contexts[0].isObject else { return false }
    var names: Set<ArraySlice<UInt8>> = []
    var probe = JSONReader(
      tree.bytes, from: position + 1, to: min(end, position + Self.lookaheadByteCount), dialect: dialect)
    defer {
      lookaheadEnd = max(lookaheadEnd, probe.position + 1)
      if probe.end == end, probe.didReachEnd || end <= probe.position { didReachEnd = true }
    }
    while probe.position < probe.end {
      probe.skipTrivia(text)
      guard probe.position < probe.end else { break }
      switch text[probe.position] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
        return names.contains(Self.keyName) && names.contains(Self.kindName)
      case UInt8(ascii: "\""):
        probe.readString(text)
        let name = probe.tree.contentSpan(probe.tree.nodes.count - 1)
        if probe.isFollowedByColon(text) { names.insert(probe.tree.text(name)) }
      default: probe.position += 1
      }
    }
    return names.contains(Self.keyName) && names.contains(Self.kindName)
  }

  /// The names of a field come first in it; more than this is not looked at.
  package static let lookaheadByteCount = 512
  private static let keyName = ArraySlice("key".utf8)
  private static let kindName = ArraySlice("kind".utf8)
}

extension JSONReader {
  /// Reads an atom whole, or opens a container.
  private mutating func readItem(_ text: borrowing Span<UInt8>) {
    switch text[position] {
    case UInt8(ascii: "{"): open(.object, text)
    case UInt8(ascii: "["): open(.array, text)
    case UInt8(ascii: "\""): readString(text)
    default: readWord(text)
    }
    if contexts.isEmpty || tree.nodes.isEmpty { return }
    endFreeObject()
  }

  /// Leaves the free object when its value, an atom or a closed container, is read.
  private mutating func endFreeObject() {
    if let depth = freeDepth, contexts.count == depth, contexts[depth - 1].expectation == .comma {
      freeDepth = nil
    }
  }

  private mutating func open(_ kind: JSONTree.Kind, _ text: borrowing Span<UInt8>) {
    let start = position
    append(kind, start, isClosed: false)
    guard contexts.count < depthLimit else { return skipTooDeep(text, start) }
    contexts.append(Context(isObject: kind == .object, node: tree.nodes.count - 1))
    position += 1
    lastTokenEnd = position
  }

  /// Passes a container by counting brackets.
  private mutating func skipTooDeep(_ text: borrowing Span<UInt8>, _ start: Int) {
    var depth = 0
    repeat {
      switch text[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        readString(text)
        tree.nodes.removeLast()
        continue
      default: break
      }
      position += 1
    } while depth > 0 && position < end
    if position >= end { didReachEnd = true }
    lastTokenEnd = position
    report(.tooDeep(limit: depthLimit), start, start + 1)
    tree.nodes[tree.nodes.count - 1].end = offset(position)
    tree.nodes[tree.nodes.count - 1].isClosed = depth <= 0
  }

  private mutating func close() {
    guard let context = contexts.popLast() else { return }
    position += 1
    lastTokenEnd = position
    finish(context, isClosed: true)
    endFreeObject()
  }

  /// Ends the innermost container where the text left it open.
  private mutating func pop() {
    guard let context = contexts.popLast() else { return }
    if context.isObject, context.expectation == .colon || context.expectation == .value {
      report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
      appendMissing(at: lastTokenEnd)
    }
    let closing = context.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    report(.missingClose(closing), lastTokenEnd - 1, lastTokenEnd)
    finish(context, isClosed: false)
    endFreeObject()
  }

  private mutating func popAll() {
    while !contexts.isEmpty { pop() }
  }

  private mutating func finish(_ context: Context, isClosed: Bool) {
    tree.nodes[context.node].end = offset(lastTokenEnd)
    tree.nodes[context.node].isClosed = isClosed
    tree.nodes[context.node].subtreeEnd = UInt32(truncatingIfNeeded: tree.nodes.count)
  }

  private func offset(_ position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: position - tree.base)
  }

  private mutating func append(
    _ kind: JSONTree.Kind, _ start: Int, hasEscapes: Bool = false, isClosed: Bool = true
  ) {
    let next = UInt32(truncatingIfNeeded: tree.nodes.count + 1)
    tree.nodes.append(
      .init(
        kind: kind, hasEscapes: hasEscapes, isClosed: isClosed, start: offset(start),
        end: offset(position), subtreeEnd: next))
    lastTokenEnd = position
  }

  /// Reads a number, a word or whatever else stands here up to the next sign of JSON.
  private mutating func readWord(_ text: borrowing Span<UInt8>) {
    let start = position
    if text[position] == UInt8(ascii: "'") { return readSingleQuoted(text) }
    while position < end, !Self.endsWord(text[position]) { position += 1 }
    if position == start { position += 1 }
    if position >= end { didReachEnd = true }
    let word = tree.bytes[start..<position]
    let kind: JSONTree.Kind
    switch tree.bytes[start] {
    case UInt8(ascii: "t") where word.elementsEqual("true".utf8): kind = .true
    case UInt8(ascii: "f") where word.elementsEqual("false".utf8): kind = .false
    case UInt8(ascii: "n") where word.elementsEqual("null".utf8): kind = .null
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      kind = Self.isNumber(word) ? .number : .invalid
      if kind == .invalid { report(.malformedNumber, start, position) }
    default:
      kind = .invalid
      report(Self.isWordStart(tree.bytes[start]) ? .unexpectedWord : .unexpectedCharacter, start, position)
    }
    append(kind, start)
  }

  private mutating func readSingleQuoted(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 1
    while position < end, text[position] != 0x0A, text[position] != 0x0D {
      position += 1
      if text[position - 1] == UInt8(ascii: "'") { break }
    }
    if position >= end { didReachEnd = true }
    report(.singleQuotes, start, position)
    append(.invalid, start)
  }

  private static func isWordStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// RFC 8259 section 6.
  package static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits() -> Int {
      let count = rest.prefix { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let integerDigitCount = digits()
    guard integerDigitCount > 0, !startsWithZero || integerDigitCount == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

extension JSONReader {
  private mutating func readEscape(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 1
    guard position < end else { return report(.invalidEscape, start, end) }
    switch text[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"): readUnicodeEscape(text, start)
    default: report(.invalidEscape, start, min(end, start + 2))
    }
  }

  private mutating func readUnicodeEscape(_ text: borrowing Span<UInt8>, _ start: Int) {
    guard let unit = hexUnit(text, at: start) else {
      return report(.invalidEscape, start, start + 2)
    }
    position = start + 6
    guard 0xD800 <= unit, unit < 0xE000 else { return }
    if unit < 0xDC00, let low = hexUnit(text, at: position), 0xDC00 <= low, low < 0xE000 {
      position += 6
    } else {
      report(.loneSurrogate, start, position)
    }
  }

  private func hexUnit(_ text: borrowing Span<UInt8>, at start: Int) -> UInt32? {
    start + 6 <= end ? JSONString.utf16Unit(text, at: start) : nil
  }

  /// Passes one scalar of two to four bytes, Unicode table 3-7.
  private mutating func readMultiByte(_ text: borrowing Span<UInt8>) {
    let lead = text[position]
    let (count, low, high): (Int, UInt8, UInt8) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xE1...0xEF: (3, 0x80, 0xBF)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      default: (0, 0, 0)
      }
    guard count > 0, position + count <= end, low <= text[position + 1],
      text[position + 1] <= high,
      count < 3 || text[position + 2] & 0xC0 == 0x80,
      count < 4 || text[position + 3] & 0xC0 == 0x80
    else {
      report(.invalidUTF8, position, position + 1)
      position += 1
      return
    }
    position += count
  }

  private mutating func skipLineComment(_ text: borrowing Span<UInt8>) {
    let start = position
    while position < end, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
    if dialect == .strict { report(.comment, start, position) }
  }

  private mutating func skipBlockComment(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 2
    while position + 1 < end {
      if text[position] == UInt8(ascii: "*"), text[position + 1] == UInt8(ascii: "/") {
        position += 2
        if dialect == .strict { report(.comment, start, position) }
        return
      }
      position += 1
    }
    // Without an end it would hide every field behind it; it hides the rest of its line.
    didReachEnd = true
    hasOpenComment = true
    position = start + 2
    while position < end, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
    report(.unterminatedComment, start, position)
  }

  /// Passes a byte order mark, which RFC 8259 section 8.1 lets a reader ignore.
  package mutating func skipByteOrderMark(_ text: borrowing Span<UInt8>) {
    let start = position
    guard start + 3 <= end, text[start] == 0xEF, text[start + 1] == 0xBB, text[start + 2] == 0xBF
    else { return }
    position += 3
  }
}

/// Reading the object around the fields, whose members the document's reader takes one by one.
extension JSONReader {
  /// Opens an object that is read member by member, passing its first `width` bytes.
  package mutating func beginFrame(width: Int) {
    let start = position
    position += width
    append(.object, start, isClosed: false)
  }

  /// Ends the object of `beginFrame` here.
  package mutating func endFrame() {
    guard !tree.nodes.isEmpty else { return }
    tree.nodes[0].end = offset(position)
    tree.nodes[0].subtreeEnd = UInt32(truncatingIfNeeded: tree.nodes.count)
  }

  /// Reads a member's name and its colon; false if there is no value to read after it.
  package mutating func readFrameName(_ text: borrowing Span<UInt8>) -> Bool {
    switch text[position] {
    case UInt8(ascii: "\""): readString(text)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      report(.unexpectedCharacter, position, position + 1)
      appendMissing(at: position)
      readValue(text, recovery: .value)
      return false
    default: readBareName(text)
    }
    let nameEnd = position
    skipTrivia(text)
    if position < end, text[position] == UInt8(ascii: ":") {
      position += 1
      lastTokenEnd = position
      return true
    }
    report(.missingColon, nameEnd - 1, nameEnd)
    appendMissing(at: nameEnd)
    return false
  }

  /// Reads a member's value, or notes that it is missing.
  package mutating func readMemberValue(_ text: borrowing Span<UInt8>) {
    let isMissing =
      position >= end || text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "}")
      || text[position] == UInt8(ascii: "]") || text[position] == UInt8(ascii: ":")
    guard !isMissing else {
      report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
      return appendMissing(at: lastTokenEnd)
    }
    readValue(text, recovery: .value)
  }

  /// Takes an opening bracket as a node whose content somebody else reads.
  package mutating func appendOpening(_ kind: JSONTree.Kind) {
    let start = position
    position += 1
    append(kind, start, isClosed: false)
  }

  /// Whether the string that was read last has this text, written without escapes.
  package func lastStringEquals(_ text: some Sequence<UInt8>) -> Bool {
    guard let node = tree.nodes.last, node.kind == .string else { return false }
    return tree.text(tree.contentSpan(tree.nodes.count - 1)).elementsEqual(text)
  }
}
