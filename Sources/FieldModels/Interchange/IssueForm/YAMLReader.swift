import FieldModels

/// Reads what forms use of YAML 1.2, with the places of all nodes.
///
/// That is one document of block and flow collections and of scalars in every style. What else there
/// is, anchors and aliases, tags, directives, keys that are collections, is refused with a message,
/// so that nothing can lead back to itself or grow. Plain scalars mean what YAML 1.1's readers,
/// which GitHub's is, take them for: `yes` is true.
struct YAMLReader {
  private let bytes: [UInt8]
  private var place = 0
  private var lineStart = 0
  private var line = 0
  private var depth = 0
  private static let depthLimit = 64

  /// A value with where it begins.
  struct Node: Equatable, Sendable {
    var content: Content
    /// Both from 0.
    var line: Int
    var column: Int
    /// Where it is in a JSON value, if it was read from one.
    var pointer: String?

    /// The place as reports write it.
    var place: String { pointer ?? "\(line + 1):\(column + 1)" }

    var string: String? {
      if case .string(let text) = content { text } else { nil }
    }

    /// The text of any scalar, as it is written.
    var text: String? {
      switch content {
      case .string(let text): text
      case .scalar(_, let source): source
      case .list, .map: nil
      }
    }

    var elements: [Node]? {
      if case .list(let nodes) = content { nodes } else { nil }
    }

    var members: [Member]? {
      if case .map(let members) = content { members } else { nil }
    }

    subscript(name: String) -> Member? { members?.last { $0.name == name } }
  }

  /// What a node is.
  indirect enum Content: Equatable, Sendable {
    case string(String)
    /// Null, true, false or a number, and how it is written.
    case scalar(JSONValue, source: String)
    case list([Node])
    case map([Member])
  }

  /// A key with its value.
  struct Member: Equatable, Sendable {
    var name: String
    var value: Node
    var line: Int
    var column: Int
    var pointer: String?

    var place: String { pointer ?? "\(line + 1):\(column + 1)" }
  }

  static func read(_ text: String) throws(ConversionRefusal) -> Node {
    var reader = YAMLReader(text)
    return try reader.readDocument()
  }

  private init(_ text: String) {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
  }

  // Characters and lines.

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func byte(_ distance: Int) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  private func isBreak(_ byte: UInt8?) -> Bool { byte == nil || byte == 0x0A || byte == 0x0D }

  private func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }

  private func isSpace(_ byte: UInt8?) -> Bool { isBreak(byte) || isBlank(byte) }

  private var column: Int { place - lineStart }

  private func refusal(_ message: String, at place: Int? = nil) -> ConversionRefusal {
    let column = String(
      decoding: bytes[lineStart..<max(lineStart, place ?? self.place)], as: UTF8.self
    )
    .unicodeScalars.count
    return ConversionRefusal(message, path: "\(line + 1):\(column + 1)")
  }

  private mutating func breakLine() {
    if byte == 0x0D { place += 1 }
    if byte == 0x0A, place == 0 || bytes[place - 1] == 0x0D || byte == 0x0A { place += 1 }
    line += 1
    lineStart = place
  }

  private mutating func skipBlanks() {
    while isBlank(byte) { place += 1 }
  }

  /// Goes to the next content, over comments and empty lines; says whether it is in another line.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    var isOther = false
    while place < bytes.count {
      skipBlanks()
      // As other readers have it, right behind a quote or bracket too.
      if byte == UInt8(ascii: "#") {
        while !isBreak(byte) { place += 1 }
      }
      guard isBreak(byte), place < bytes.count else { return isOther }
      breakLine()
      isOther = true
    }
    return isOther
  }

  private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Whether `---` or `...` stands here.
  private var isMarker: Bool {
    column == 0 && (starts(with: "---") || starts(with: "...")) && isSpace(byte(3))
  }

  // The document.

  private mutating func readDocument() throws(ConversionRefusal) -> Node {
    skipSpace()
    if byte == UInt8(ascii: "%"), column == 0 { throw refusal("Directives of YAML are not read") }
    if isMarker, starts(with: "---") {
      place += 3
      skipSpace()
    }
    var node = Node(content: .scalar(.null, source: ""), line: line, column: column)
    if place < bytes.count, !isMarker { node = try readNode(indent: -1) }
    skipSpace()
    if isMarker, starts(with: "...") {
      place += 3
      skipSpace()
    }
    if isMarker { throw refusal("A second document; a form is one") }
    if place < bytes.count { throw refusal("This belongs to nothing above it") }
    return node
  }

  /// Reads the node that begins here.
  ///
  /// - Parameter indent: that of what the node is in; the node stands deeper
  /// - Returns: the node, with its place
  /// - Throws: what is wrong with it, or not read
  private mutating func readNode(indent: Int) throws(ConversionRefusal) -> Node {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit {
      throw refusal("More than \(Self.depthLimit) things within another")
    }
    let (startLine, start) = (line, column)
    guard let first = byte else {
      return Node(content: .scalar(.null, source: ""), line: startLine, column: start)
    }
    try refuseStrange(first)
    if isTabbed {
      throw refusal("YAML takes spaces, not tabs, to the left of what is in something")
    }
    if first == UInt8(ascii: "-"), isSpace(byte(1)) { return try readSequence() }
    if first == UInt8(ascii: "?"), isSpace(byte(1)) {
      throw markedKey
    }
    if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      let text = try readBlock(indent: indent)
      return Node(content: .string(text), line: startLine, column: start)
    }
    if isKey() { return try readMapping() }
    let content = try readFlow(indent: indent)
    return Node(content: content, line: startLine, column: start)
  }

  /// Whether tabs stand before what is here.
  private var isTabbed: Bool {
    bytes[lineStart..<place].allSatisfy { isBlank($0) }
      && bytes[lineStart..<place].contains(0x09)
  }

  private var markedKey: ConversionRefusal { refusal("Keys that are marked with `?` are not read") }

  private func refuseStrange(_ byte: UInt8) throws(ConversionRefusal) {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "*"):
      throw refusal(
        "Anchors and aliases (`&`, `*`) are not read; write it out, or put it in quotes")
    case UInt8(ascii: "!"): throw refusal("Tags (`!`) are not read")
    case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"):
      throw refusal("Text can't begin with `\(UnicodeScalar(byte))`; put it in quotes")
    default: break
    }
  }

  // Block collections.

  private mutating func readSequence() throws(ConversionRefusal) -> Node {
    let (startLine, start) = (line, column)
    var elements: [Node] = []
    while byte == UInt8(ascii: "-"), column == start, isSpace(byte(1)), !isMarker {
      place += 1
      elements.append(try readValue(indent: start, mayBeLevel: false))
      skipSpace()
    }
    if place < bytes.count, column > start, !isMarker {
      throw refusal("This stands deeper than the list that it is in")
    }
    return Node(content: .list(elements), line: startLine, column: start)
  }

  /// Reads what stands behind a `-` or a `:`; nothing is null.
  private mutating func readValue(
    indent: Int, mayBeLevel: Bool
  ) throws(ConversionRefusal) -> Node {
    let mark = (line, place)
    let isOther = skipSpace()
    let empty = Node(
      content: .scalar(.null, source: ""), line: mark.0, column: max(0, mark.1 - lineStart))
    guard place < bytes.count, !isMarker else { return empty }
    if isOther {
      let isLevelList =
        mayBeLevel && column == indent && byte == UInt8(ascii: "-") && isSpace(byte(1))
      if isTabbed {
        throw refusal("YAML takes spaces, not tabs, to the left of what is in something")
      }
      if column <= indent, !isLevelList { return empty }
    } else if mayBeLevel {
      // Behind a key in the same line a collection can't begin.
      if byte == UInt8(ascii: "-"), isSpace(byte(1)) {
        throw refusal("A list begins in the line below its key")
      }
      if let first = byte, first != UInt8(ascii: "|"), first != UInt8(ascii: ">") {
        try refuseStrange(first)
        let (startLine, start) = (line, column)
        let content = try readFlow(indent: indent)
        skipBlanks()
        if byte == UInt8(ascii: ":"), isSpace(byte(1)), line == startLine {
          throw refusal("A second `:` in one line; put the text in quotes")
        }
        return Node(content: content, line: startLine, column: start)
      }
    }
    return try readNode(indent: indent)
  }

  /// Whether a key with a colon begins here.
  private mutating func isKey() -> Bool {
    let mark = (place, line, lineStart)
    defer { (place, line, lineStart) = mark }
    guard let first = byte else { return false }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      do throws(ConversionRefusal) {
        _ = try readQuoted(first)
      } catch {
        // What is wrong is told where it is read.
        return false
      }
      if line != mark.1 { return false }
    } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      return false
    } else {
      while !isBreak(byte) {
        if byte == UInt8(ascii: ":"), isSpace(byte(1)) { return true }
        if byte == UInt8(ascii: "#"), place > mark.0, isBlank(bytes[place - 1]) { return false }
        place += 1
      }
      return false
    }
    skipBlanks()
    return byte == UInt8(ascii: ":") && isSpace(byte(1))
  }

  private mutating func readMapping() throws(ConversionRefusal) -> Node {
    let (startLine, start) = (line, column)
    var members: [Member] = []
    var names: Set<String> = []
    while place < bytes.count, column == start, !isMarker {
      let (keyLine, keyColumn) = (line, column)
      guard let first = byte else { break }
      if members.isEmpty == false, first == UInt8(ascii: "-"), isSpace(byte(1)) {
        throw refusal("An element of a list among keys")
      }
      try refuseStrange(first)
      if first == UInt8(ascii: "?"), isSpace(byte(1)) { throw markedKey }
      guard isKey() else { throw refusal("A key with a colon was expected") }
      let name = try readKey(first)
      skipBlanks()
      place += 1
      let value = try readValue(indent: start, mayBeLevel: true)
      guard names.insert(name).inserted else {
        throw ConversionRefusal(
          "The key \"\(name.abridged)\" is there twice", path: "\(keyLine + 1):\(keyColumn + 1)")
      }
      members.append(Member(name: name, value: value, line: keyLine, column: keyColumn))
      skipSpace()
    }
    if place < bytes.count, column > start, !isMarker {
      throw refusal("This stands deeper than the keys that it is among")
    }
    return Node(content: .map(members), line: startLine, column: start)
  }

  private mutating func readKey(_ first: UInt8) throws(ConversionRefusal) -> String {
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return try readQuoted(first)
    }
    let start = place
    while let byte, !(byte == UInt8(ascii: ":") && isSpace(self.byte(1))) { place += 1 }
    var end = place
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// Flow collections and scalars.
extension YAMLReader {
  private mutating func readFlow(indent: Int) throws(ConversionRefusal) -> Content {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let content = try readCollection()
      try endScalar()
      return content
    case .some(let quote) where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
      let text = try readQuoted(quote)
      try endScalar()
      return .string(text)
    default: return try readPlain(indent: indent)
    }
  }

  /// Behind a value in quotes or brackets nothing else stands in its line.
  private mutating func endScalar() throws(ConversionRefusal) {
    skipBlanks()
    if isBreak(byte) || byte == UInt8(ascii: "#") { return }
    throw refusal("This stands behind a value that has ended")
  }

  private mutating func readCollection() throws(ConversionRefusal) -> Content {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit {
      throw refusal("More than \(Self.depthLimit) things within another")
    }
    let isList = byte == UInt8(ascii: "[")
    let end = UInt8(ascii: isList ? "]" : "}")
    place += 1
    var elements: [Node] = []
    var members: [Member] = []
    var names: Set<String> = []
    while true {
      try skipFlowSpace()
      if byte == end {
        place += 1
        return isList ? .list(elements) : .map(members)
      }
      let (startLine, start) = (line, column)
      let node = try readFlowNode()
      try skipFlowSpace()
      if byte == UInt8(ascii: ":") {
        place += 1
        try skipFlowSpace()
        var value = Node(content: .scalar(.null, source: ""), line: line, column: column)
        if byte != UInt8(ascii: ","), byte != end { value = try readFlowNode() }
        guard let name = node.text else { throw refusal("A key that is a collection") }
        let member = Member(name: name, value: value, line: startLine, column: start)
        if isList {
          elements.append(Node(content: .map([member]), line: startLine, column: start))
        } else {
          guard names.insert(name).inserted else {
            throw refusal("The key \"\(name.abridged)\" is there twice")
          }
          members.append(member)
        }
        try skipFlowSpace()
      } else if isList {
        elements.append(node)
      } else if let name = node.text {
        let value = Node(content: .scalar(.null, source: ""), line: line, column: column)
        guard names.insert(name).inserted else {
          throw refusal("The key \"\(name.abridged)\" is there twice")
        }
        members.append(Member(name: name, value: value, line: startLine, column: start))
      } else {
        throw refusal("A key that is a collection")
      }
      if byte == UInt8(ascii: ",") {
        place += 1
      } else if byte != end {
        throw refusal("A comma or `\(UnicodeScalar(end))` was expected")
      }
    }
  }

  private mutating func skipFlowSpace() throws(ConversionRefusal) {
    skipSpace()
    if place >= bytes.count || isMarker {
      throw refusal("What began with a bracket or brace is never closed")
    }
  }

  private mutating func readFlowNode() throws(ConversionRefusal) -> Node {
    let (startLine, start) = (line, column)
    guard let first = byte else { throw refusal("Something was expected") }
    try refuseStrange(first)
    let content: Content
    switch first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): content = try readCollection()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      content = .string(try readQuoted(first))
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw refusal("Something was expected before this")
    default: content = try readPlain(indent: nil)
    }
    return Node(content: content, line: startLine, column: start)
  }

  // Plain scalars.

  private func isFlowSign(_ byte: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// Reads a text without quotes: deeper than an indent, or among brackets, where lines begin anywhere.
  private mutating func readPlain(indent: Int?) throws(ConversionRefusal) -> Content {
    let inFlow = indent == nil
    if let first = byte {
      let isSign =
        first == UInt8(ascii: "-") || first == UInt8(ascii: "?") || first == UInt8(ascii: ":")
      if isSign, isSpace(byte(1)) || inFlow && isFlowSign(byte(1)) {
        throw refusal("Text can't begin with `\(UnicodeScalar(first))` here; put it in quotes")
      }
      if isFlowSign(first) || first == UInt8(ascii: "#") {
        throw refusal("Text can't begin with `\(UnicodeScalar(first))`; put it in quotes")
      }
      if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
        throw refusal("Text can't begin with `\(UnicodeScalar(first))` here; put it in quotes")
      }
    }
    var text = plainLine(inFlow: inFlow)
    while true {
      // Further lines belong to it.
      let mark = (place, line, lineStart)
      var breaks = 0
      skipBlanks()
      while isBreak(byte), place < bytes.count {
        breakLine()
        breaks += 1
        skipBlanks()
      }
      let isEnd =
        breaks == 0 || place >= bytes.count || indent.map { column <= $0 } ?? false || isMarker
        || byte == UInt8(ascii: "#")
      let isOver = inFlow && (isFlowSign(byte) || byte == UInt8(ascii: ":") && isSpace(byte(1)))
      if isEnd || isOver {
        (place, line, lineStart) = mark
        break
      }
      if isTabbed {
        throw refusal("YAML takes spaces, not tabs, to the left of what is in something")
      }
      if !inFlow, isKey() {
        throw refusal("A key within a text; is it deeper than it should be, or is a quote missing?")
      }
      text += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)
      text += plainLine(inFlow: inFlow)
    }
    return Self.content(ofPlain: text)
  }

  private mutating func plainLine(inFlow: Bool) -> String {
    let start = place
    while let byte, !isBreak(byte) {
      if byte == UInt8(ascii: "#"), place > lineStart, isBlank(bytes[place - 1]) { break }
      if byte == UInt8(ascii: ":"), isSpace(self.byte(1)) || inFlow && isFlowSign(self.byte(1)) {
        break
      }
      if inFlow, isFlowSign(byte) { break }
      place += 1
    }
    var end = place
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    place = end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// What a plain scalar means.
  static func content(ofPlain text: String) -> Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .scalar(.null, source: text)
    case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON":
      return .scalar(.bool(true), source: text)
    case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF":
      return .scalar(.bool(false), source: text)
    default: break
    }
    guard let first = text.utf8.first,
      ASCIISet.digits.contains(first) || "+-.".utf8.contains(first)
    else { return .string(text) }
    if text.utf8.allSatisfy({ ASCIISet.digits.contains($0) }), text == "0" || first != 0x30 {
      return .scalar(.number(text), source: text)
    }
    if isNumber(text) {
      return .scalar(Decimal(text).map { .number($0.description) } ?? .string(text), source: text)
    }
    return .string(text)
  }

  private static func isNumber(_ text: String) -> Bool {
    var body = text[...]
    if body.first == "-" || body.first == "+" { body = body.dropFirst() }
    let parts = body.split(separator: ".", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { $0.utf8.allSatisfy { ASCIISet.digits.contains($0) } }
    if parts.count == 1 { return isDigits && !body.isEmpty && (body == "0" || body.first != "0") }
    return parts.count == 2 && isDigits && !parts[0].isEmpty && !text.hasPrefix("+")
  }

  // Quotes.

  private mutating func readQuoted(_ quote: UInt8) throws(ConversionRefusal) -> String {
    let isDouble = quote == UInt8(ascii: "\"")
    var result: [UInt8] = []
    place += 1
    while let byte {
      if byte == quote {
        place += 1
        if isDouble || self.byte != quote { return String(decoding: result, as: UTF8.self) }
        result.append(quote)
        place += 1
      } else if byte == UInt8(ascii: "\\"), isDouble {
        place += 1
        if isBreak(self.byte), place < bytes.count {
          breakLine()
          try foldEmptyLines(&result, joining: false)
        } else {
          try readEscape(&result)
        }
      } else if isBreak(byte) {
        while let last = result.last, isBlank(last) { result.removeLast() }
        breakLine()
        try foldEmptyLines(&result, joining: true)
      } else {
        result.append(byte)
        place += 1
      }
    }
    throw refusal("A quote is never closed")
  }

  /// Goes over empty lines within quotes, each of which is a line end.
  private mutating func foldEmptyLines(
    _ result: inout [UInt8], joining: Bool
  ) throws(ConversionRefusal) {
    var count = 0
    skipBlanks()
    while isBreak(byte), place < bytes.count {
      breakLine()
      count += 1
      skipBlanks()
    }
    if isMarker { throw refusal("The document ends within quotes") }
    if count == 0 {
      if joining { result.append(0x20) }
    } else {
      result += [UInt8](repeating: 0x0A, count: count)
    }
  }

  private mutating func readEscape(_ result: inout [UInt8]) throws(ConversionRefusal) {
    guard let byte else { throw refusal("A quote is never closed") }
    let simple: [UInt8: UInt32] = [
      0x30: 0, 0x61: 7, 0x62: 8, 0x74: 9, 0x09: 9, 0x6E: 10, 0x76: 11, 0x66: 12, 0x72: 13,
      0x65: 27, 0x20: 32, 0x22: 34, 0x2F: 47, 0x5C: 92, 0x4E: 0x85, 0x5F: 0xA0, 0x4C: 0x2028,
      0x50: 0x2029,
    ]
    let digitCounts: [UInt8: Int] = [0x78: 2, 0x75: 4, 0x55: 8]
    var value: UInt32
    if let scalar = simple[byte] {
      value = scalar
      place += 1
    } else if let count = digitCounts[byte] {
      place += 1
      value = try readHex(count)
      let isPair = (0xD800..<0xDC00).contains(value) && starts(with: "\\u")
      if isPair {
        place += 2
        let low = try readHex(4)
        guard (0xDC00..<0xE000).contains(low) else { throw refusal("Half a character") }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
    } else {
      throw refusal(
        "`\\\(UnicodeScalar(byte))` means nothing in quotes; for a backslash write `\\\\`")
    }
    guard let scalar = UnicodeScalar(value) else { throw refusal("Half a character") }
    result += String(scalar).utf8
  }

  private mutating func readHex(_ count: Int) throws(ConversionRefusal) -> UInt32 {
    let digits = bytes[place..<min(bytes.count, place + count)]
    guard digits.count == count,
      digits.allSatisfy({ ASCIISet.hexDigits.contains($0) }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw refusal("\(count) hexadecimal digits were expected") }
    place += count
    return value
  }

  // Blocks of lines.

  private mutating func readBlock(indent: Int) throws(ConversionRefusal) -> String {
    let isFolded = byte == UInt8(ascii: ">")
    place += 1
    var chomping: UInt8?
    var added: Int?
    while let byte, !isSpace(byte) {
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), chomping == nil {
        chomping = byte
      } else if (0x31...0x39).contains(byte), added == nil {
        added = Int(byte - 0x30)
      } else {
        throw refusal("Behind `|` or `>` stand `+`, `-` or a digit")
      }
      place += 1
    }
    skipBlanks()
    if byte == UInt8(ascii: "#"), isBlank(bytes[place - 1]) {
      while !isBreak(byte) { place += 1 }
    }
    guard isBreak(byte) else { throw refusal("The text begins in the line below") }
    if place < bytes.count { breakLine() }
    return try readLines(
      isFolded: isFolded, chomping: chomping, indent: indent,
      margin: added.map { max(0, indent) + $0 })
  }

  private mutating func readLines(
    isFolded: Bool, chomping: UInt8?, indent: Int, margin given: Int?
  ) throws(ConversionRefusal) -> String {
    var margin = given
    var lines: [ArraySlice<UInt8>] = []
    while place < bytes.count {
      let mark = (place, line, lineStart)
      while byte == 0x20, margin.map({ column < $0 }) ?? true { place += 1 }
      if isBreak(byte) {
        if place >= bytes.count { break }
        lines.append([])
        breakLine()
        continue
      }
      if column <= indent || isMarker || margin.map({ column < $0 }) ?? false {
        (place, line, lineStart) = mark
        break
      }
      if margin == nil { margin = column }
      let start = place
      while !isBreak(byte) { place += 1 }
      lines.append(bytes[start..<place])
      guard place < bytes.count else {
        // The last line has no end that could be kept.
        return Self.text(lines, isFolded: isFolded, chomping: UInt8(ascii: "-"))
      }
      breakLine()
    }
    return Self.text(lines, isFolded: isFolded, chomping: chomping)
  }

  private static func text(
    _ lines: [ArraySlice<UInt8>], isFolded: Bool, chomping: UInt8?
  ) -> String {
    var lines = lines[...]
    var emptyCount = 0
    while lines.last?.isEmpty ?? false {
      lines.removeLast()
      emptyCount += 1
    }
    var result: [UInt8] = []
    var wasText = false
    var breaks = 0
    for (index, line) in lines.enumerated() {
      if !isFolded {
        result += line
        if index + 1 < lines.count { result.append(0x0A) }
        continue
      }
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isText = line.first != 0x20 && line.first != 0x09
      if index > breaks || !result.isEmpty {
        // One line end between two lines of text is a space.
        if wasText, isText {
          result += breaks == 0 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks)
        } else {
          result += [UInt8](repeating: 0x0A, count: breaks + 1)
        }
      } else {
        result += [UInt8](repeating: 0x0A, count: breaks)
      }
      result += line
      (wasText, breaks) = (isText, 0)
    }
    switch chomping {
    case UInt8(ascii: "-"): break
    case UInt8(ascii: "+"):
      if !lines.isEmpty { result.append(0x0A) }
      result += [UInt8](repeating: 0x0A, count: emptyCount)
    default: if !lines.isEmpty { result.append(0x0A) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
