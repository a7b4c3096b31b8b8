/// The tokens of JSON without mistakes, and what stands between them: comments are tokens too.
package struct JSONTokens {
  /// What a token is.
  package enum Kind: Equatable {
    case open, close, comma, colon, scalar
    case lineComment, blockComment
  }

  /// One token, with what stands before it.
  package struct Token {
    package var kind: Kind
    /// It opens or closes an object.
    package var isBrace = false
    package var span: Range<Int>
    /// In characters, as far as they can be known: scalars.
    var width: Int
    /// How many lines end before it, behind the token before.
    package var lineBreakCount: Int
    /// The token that closes what this one opens; nil for all others, and where it is not here.
    var partner: Int?

    package var isComment: Bool { kind == .lineComment || kind == .blockComment }
    /// A comment that stands in front of the next token, on its line.
    var isAttached = false
    /// A comment behind which a line ends, wherever it stands.
    var endsLine = false
    /// A comment that stands on lines of its own.
    var isOwnLine: Bool { endsLine && 0 < lineBreakCount }
  }

  package private(set) var tokens: [Token] = []
  /// Where they begin at the earliest: behind a byte order mark.
  let start: Int

  /// Reads the tokens of a text; of one that is broken what they seem to be.
  package init(_ text: borrowing Span<UInt8>) {
    start = text.hasByteOrderMark(at: 0) ? 3 : 0
    var position = start
    var lineBreakCount = 0
    var openings: [Int] = []
    while position < text.count {
      let start = position
      let byte = text[position]
      position += 1
      var token: Token
      switch byte {
      case 0x0A:
        lineBreakCount += 1
        continue
      case 0x0D:
        if position == text.count || text[position] != 0x0A { lineBreakCount += 1 }
        continue
      case 0...0x20: continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        openings.append(tokens.count)
        token = Token(.open, isBrace: byte == UInt8(ascii: "{"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let opening = openings.popLast() { tokens[opening].partner = tokens.count }
        token = Token(.close, isBrace: byte == UInt8(ascii: "}"))
      case UInt8(ascii: ","): token = Token(.comma)
      case UInt8(ascii: ":"): token = Token(.colon)
      case UInt8(ascii: "\""):
        position = text.endOfString(from: position)
        token = Token(.scalar)
      case UInt8(ascii: "/") where text.has("/", at: position):
        while position < text.count, !text[position].isLineEnd { position += 1 }
        // White space at its end is no part of it.
        while text[position - 1] == 0x20 || text[position - 1] == 0x09 { position -= 1 }
        token = Token(.lineComment)
      case UInt8(ascii: "/") where text.has("*", at: position):
        position = text.endOfBlockComment(from: position + 1)
        token = Token(.blockComment)
      default:
        while position < text.count, !JSONReader.endsWord(text[position]) { position += 1 }
        token = Token(.scalar)
      }
      token.span = start..<position
      token.width = text.width(of: token.span)
      token.lineBreakCount = lineBreakCount
      lineBreakCount = 0
      placeComment(before: token)
      tokens.append(token)
    }
    placeComment(before: nil)
  }

  /// Finds out how the last token stands, if that is a comment, once it is known what follows.
  private mutating func placeComment(before next: Token?) {
    guard let last = tokens.indices.last, tokens[last].isComment else { return }
    let isFollowed = next?.lineBreakCount == 0
    tokens[last].isAttached = isFollowed && next?.kind != .close
    tokens[last].endsLine =
      !tokens[last].isAttached && (!isFollowed || 0 < tokens[last].lineBreakCount)
  }
}

extension JSONTokens.Token {
  fileprivate init(_ kind: JSONTokens.Kind, isBrace: Bool = false) {
    self.init(kind: kind, isBrace: isBrace, span: 0..<0, width: 0, lineBreakCount: 0)
  }
}

extension Span<UInt8> {
  fileprivate func has(_ sign: Unicode.Scalar, at position: Int) -> Bool {
    position < count && self[position] == UInt8(ascii: sign)
  }

  fileprivate func endOfString(from start: Int) -> Int {
    var position = start
    // One without an end ends with its line.
    while position < count, !self[position].isLineEnd {
      if self[position] == UInt8(ascii: "\"") { return position + 1 }
      let isEscape = self[position] == UInt8(ascii: "\\")
      position += isEscape && position + 1 < count && !self[position + 1].isLineEnd ? 2 : 1
    }
    return position
  }

  fileprivate func endOfBlockComment(from start: Int) -> Int {
    var position = start
    while position + 1 < count {
      if self[position] == UInt8(ascii: "*"), self[position + 1] == UInt8(ascii: "/") {
        return position + 2
      }
      position += 1
    }
    // So does one without an end.
    position = start
    while position < count, !self[position].isLineEnd { position += 1 }
    return position
  }

  /// How many scalars of a range stand on its last line.
  fileprivate func width(of range: Range<Int>) -> Int {
    var width = 0
    for position in range {
      let byte = self[position]
      if byte.isLineEnd { width = 0 } else if byte & 0xC0 != 0x80 { width += 1 }
    }
    return width
  }
}
