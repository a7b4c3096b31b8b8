import FieldModels

/// What stands where in a text, for editors that colour it by its meaning.
struct SemanticTokens {
  typealias Kind = LSP.TokenKind
  typealias Modifiers = LSP.TokenModifiers

  /// A token, by its bytes.
  struct Token {
    var span: Range<Int>
    var kind: Kind
    var modifiers: Modifiers = []
  }

  /// Five numbers for each token, as LSP has them.
  private(set) var data: [UInt32] = []
  private let text: Rope
  private let encoding: PositionEncoding
  /// The place up to which lines and columns were counted, and where the last token begins.
  private var place: TextPosition
  private var offset: Int
  private var last = TextPosition(lineIndex: 0, column: 0)

  init(of text: Rope, from start: Int, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
    offset = start
    place = text.position(atByteOffset: start, encoding: encoding)
  }

  /// Goes on with the tokens of the next stretch of the text.
  ///
  /// - Parameters:
  ///   - tokens: in their order, none inside of another
  ///   - range: the bytes that the tokens stand in
  ///   - wanted: others are left out
  mutating func add(_ tokens: [Token], in range: Range<Int>, wanted: Range<Int>) {
    let bytes = text.bytes(in: offset..<max(offset, range.upperBound))
    let start = offset
    for token in tokens where token.span.overlaps(wanted) {
      advance(to: token.span.lowerBound, bytes, from: start)
      // A comment of several lines is a token on each.
      var (first, end) = (place, token.span.lowerBound)
      while end < token.span.upperBound {
        if bytes[end - start].isLineEnd {
          advance(to: end, bytes, from: start)
          note(token, from: first)
          while end < token.span.upperBound, bytes[end - start].isLineEnd { end += 1 }
          advance(to: end, bytes, from: start)
          first = place
        } else {
          end += 1
        }
      }
      advance(to: end, bytes, from: start)
      note(token, from: first)
    }
    advance(to: range.upperBound, bytes, from: start)
  }

  private mutating func note(_ token: Token, from first: TextPosition) {
    guard first.column < place.column else { return }
    let isSameLine = first.lineIndex == last.lineIndex
    data.append(UInt32(first.lineIndex - last.lineIndex))
    data.append(UInt32(isSameLine ? first.column - last.column : first.column))
    data.append(UInt32(place.column - first.column))
    data.append(UInt32(token.kind.rawValue))
    data.append(token.modifiers.rawValue)
    last = first
  }

  /// Counts lines and columns up to a byte.
  private mutating func advance(to end: Int, _ bytes: [UInt8], from start: Int) {
    while offset < end {
      let byte = bytes[offset - start]
      offset += 1
      let isPair = byte == 0x0D && offset - start < bytes.count && bytes[offset - start] == 0x0A
      if byte.isLineEnd, !isPair {
        place = TextPosition(lineIndex: place.lineIndex + 1, column: 0)
      } else {
        place.column += encoding.unitCount(ofByte: byte)
      }
    }
  }
}

extension PositionEncoding {
  /// How many units begin with a byte of UTF-8.
  fileprivate func unitCount(ofByte byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte < 0xF0 ? 1 : 2
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}

extension FieldDocument {
  /// The tokens in a range of bytes.
  func semanticTokens(in range: Range<Int>, _ encoding: PositionEncoding) -> SemanticTokens {
    let start = slice(atByteOffset: range.lowerBound)?.start ?? 0
    var tokens = SemanticTokens(of: text, from: start, encoding)
    forEachSlice(in: range) { slice, start in
      let stretch = start..<(start + slice.byteCount)
      tokens.add(self.tokens(in: slice, from: start), in: stretch, wanted: range)
      return true
    }
    return tokens
  }

  private func tokens(in slice: DocumentSlice, from start: Int) -> [SemanticTokens.Token] {
    let reading = slice.part.sort == .field ? reading(of: slice.id) : nil
    let tree = reading?.tree ?? self.reader(of: slice, from: start).tree
    if tree.isEmpty { return [] }
    var reader = TokenReader(tree, sites(in: tree, of: slice))
    switch slice.part.sort {
    case .field:
      if let reading, let node = reading.draftNode {
        reader.drafts[node] = modifiers(of: slice.id, reading)
      }
      reader.read(0, as: .object(.field))
    case .head, .tail, .lists: reader.read(0, as: .object(.document))
    case .entry:
      let fields = entryFields(of: slice.id)
      for key in tree.members(of: 0) {
        guard let field = fields.first(where: { tree.isString(key, $0.key) }) else { continue }
        reader.drafts[key + 1] = modifiers(of: field.id, field.reading)
      }
      reader.readRecord(0)
    case .end: break
    }
    let bytes = text.bytes(in: start..<(start + slice.byteCount))
    return reader.tokens(with: bytes).map {
      SemanticTokens.Token(
        span: $0.span.moved(by: start), kind: $0.kind, modifiers: $0.modifiers)
    }
  }

  private func modifiers(
    of id: FieldID, _ reading: FieldReading
  ) -> SemanticTokens.Modifiers {
    let facts = facts(of: id, reading)
    var modifiers: SemanticTokens.Modifiers = [.draft]
    if reading.definition.isSecure { modifiers.insert(.secure) }
    if facts.isPending { modifiers.insert(.pending) }
    if facts.look == .error { modifiers.insert(.invalid) }
    return modifiers
  }
}

/// Finds the tokens of one tree, along the shapes of the property table or without any.
struct TokenReader {
  private let tree: JSONTree
  /// The names that are given or mentioned, by where they begin in the tree.
  private let sites: [Int: NameSite]
  private var found: [SemanticTokens.Token] = []
  /// What there is to say of drafts, by their nodes.
  var drafts: [Int: SemanticTokens.Modifiers] = [:]
  /// What the names of a record's members are, by their nodes.
  var names: [Int: SemanticTokens.Kind] = [:]
  /// Whether something is wrong with a record's value.
  var isWrong: (Int) -> Bool = { _ in false }

  init(_ tree: JSONTree, _ sites: [NameSite]) {
    self.tree = tree
    self.sites = Dictionary(keepingFirst: sites.map { ($0.span.lowerBound, $0) })
  }

  /// All of them in their order, comments too.
  consuming func tokens(with bytes: [UInt8]) -> [SemanticTokens.Token] {
    guard bytes.contains(UInt8(ascii: "/")) else { return found }
    var all: [SemanticTokens.Token] = []
    var rest = found[...]
    for comment in JSONTokens(bytes.span).tokens where comment.isComment {
      while let next = rest.first, next.span.lowerBound < comment.span.lowerBound {
        all.append(next)
        rest.removeFirst()
      }
      // What a broken text has in it may look like a comment and be a string, or have one in it.
      if let last = all.last, last.span.overlaps(comment.span) { continue }
      if let next = rest.first, next.span.overlaps(comment.span) { continue }
      all.append(SemanticTokens.Token(span: comment.span, kind: .comment))
    }
    return all + rest
  }

  private mutating func add(
    _ node: Int, as kind: SemanticTokens.Kind, _ modifiers: SemanticTokens.Modifiers = []
  ) {
    found.append(.init(span: tree[node].span, kind: kind, modifiers: modifiers))
  }

  mutating func read(
    _ value: Int, as shape: Shape, _ inherited: SemanticTokens.Modifiers = []
  ) {
    let modifiers = drafts[value] ?? inherited
    switch tree[value].kind {
    case .null, .true, .false: add(value, as: .keyword, modifiers)
    case .number: add(value, as: .number, modifiers)
    case .string: readString(value, as: shape, modifiers)
    case .array:
      var element = Shape.anything
      if case .list(let inner) = shape { element = inner }
      for item in tree.elements(of: value) { read(item, as: element, modifiers) }
    case .object: readMembers(of: value, as: shape)
    case .invalid, .missing: break
    }
  }

  private mutating func readMembers(of object: Int, as shape: Shape) {
    var section: Section?
    var element = Shape.anything
    switch shape {
    case .object(let inner): section = inner
    case .boolOrCondition: section = .requirement
    case .choice: section = .choice
    case .rule: section = .rule
    case .map(let inner): element = inner
    case .translatable, .boolOrText: element = .text
    default: break
    }
    for key in tree.members(of: object) where tree[key].kind == .string {
      if !addName(key) { add(key, as: .property) }
      let property = section.flatMap { PropertyTable.property(namedBy: key, of: tree, in: $0) }
      if property?.name == .kind, section == .field, tree[key + 1].kind == .string {
        add(key + 1, as: .type)
      } else {
        read(key + 1, as: property?.shape ?? element)
      }
    }
  }

  private mutating func readString(
    _ value: Int, as shape: Shape, _ modifiers: SemanticTokens.Modifiers
  ) {
    if addName(value) { return }
    switch shape {
    case .word: add(value, as: .enumMember, modifiers)
    case .pattern: add(value, as: .regexp, modifiers)
    case .formatName, .rule: add(value, as: .function, modifiers.union(.defaultLibrary))
    default: add(value, as: .string, modifiers)
    }
  }

  /// Adds what is a name of something else.
  private mutating func addName(_ node: Int) -> Bool {
    guard let site = sites[tree.contentSpan(node).lowerBound] else { return false }
    let kind: SemanticTokens.Kind =
      switch site.name.sort {
      case .field: .variable
      case .group: .namespace
      case .source, .validator: .function
      }
    add(node, as: kind, site.isDefinition ? .definition : [])
    return true
  }

  /// Reads an entry or a record, whose names are its own.
  mutating func readRecord(_ value: Int, _ inherited: SemanticTokens.Modifiers = []) {
    let told = drafts[value] ?? inherited
    let modifiers = isWrong(value) ? told.union(.invalid) : told
    switch tree[value].kind {
    case .null, .true, .false: add(value, as: .keyword, modifiers)
    case .number: add(value, as: .number, modifiers)
    case .string: add(value, as: .string, modifiers)
    case .array: for item in tree.elements(of: value) { readRecord(item, modifiers) }
    case .object:
      for key in tree.members(of: value) where tree[key].kind == .string {
        if !addName(key) { add(key, as: names[key] ?? .property) }
        readRecord(key + 1, modifiers)
      }
    case .invalid, .missing: break
    }
  }
}
