import FieldModels

/// Where in the text a completion goes, and what is missing around it: quotes, a colon, commas.
extension CursorContext {
  /// Where an item goes, and what is missing around it.
  struct Slot {
    /// The bytes that the item takes the place of; of a string its quotes too.
    var span: Range<Int>
    /// The span is a string with both its quotes.
    var isWhole = false
    /// A colon follows.
    var hasColon = false
    /// Where a comma is missing before the item.
    var missingComma: Int?
    /// The comma that must divide the item from what follows; empty for none.
    var commaBehind = ""
  }

  /// The slot of a name or value, written or not, in an object or list, if it is in one.
  func slot(of written: Int?, in container: Int?) -> Slot {
    guard let written else { return emptySlot(at: offset..<offset, in: container) }
    let node = tree[written]
    switch node.kind {
    case .string:
      let isName = container.map { !isList($0) } ?? false
      let isWhole = isWhole(written, withEnd: isName)
      let end = isWhole ? node.span.upperBound : max(node.span.lowerBound + 1, offset)
      var slot = emptySlot(at: node.span.lowerBound..<end, in: container)
      slot.isWhole = isWhole
      // An open string takes the rest of its line along.
      let next = nextSign(from: isWhole || !node.isClosed ? node.span.upperBound : offset)
      slot.hasColon = isWhole && next == UInt8(ascii: ":")
      slot.commaBehind = next == UInt8(ascii: "\"") ? comma(before: end) : ""
      return slot
    case .null, .true, .false, .number, .invalid:
      var slot = emptySlot(at: node.span, in: container)
      slot.hasColon = nextSign(from: node.span.upperBound) == UInt8(ascii: ":")
      return slot
    case .array, .object, .missing: return emptySlot(at: offset..<offset, in: container)
    }
  }

  private func emptySlot(at span: Range<Int>, in container: Int?) -> Slot {
    var slot = Slot(span: span)
    guard let container else { return slot }
    if let end = endOfPrevious(before: span.lowerBound, in: container),
      !trivia(in: end..<span.lowerBound).hasComma
    {
      slot.missingComma = end
    }
    switch nextSign(from: span.upperBound) {
    case nil, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): break
    case let sign?:
      let isDivided = isList(container) || sign == UInt8(ascii: "\"")
      slot.commaBehind = isDivided ? comma(before: span.upperBound) : ""
    }
    return slot
  }

  private func comma(before offset: Int) -> String {
    byte(offset).map(Self.isBlank) ?? true ? "," : ", "
  }

  /// Where the member or element before an offset ends; nil for none.
  private func endOfPrevious(before offset: Int, in container: Int) -> Int? {
    let previous = siblings(in: container).last { tree[$0].span.upperBound <= offset }
    if let previous {
      return tree[previous].kind == .missing ? nil : tree[previous].span.upperBound
    }
    // In the tail of a document the fields go before, of which it has the bracket.
    let isTail = section == .document && container == 0 && byte(0) == UInt8(ascii: "]")
    return isTail && 1 <= offset ? 1 : nil
  }

  private func isList(_ container: Int) -> Bool { isBehindRoot || tree[container].kind == .array }

  /// The values of an object or list.
  private func siblings(in container: Int) -> [Int] {
    if isBehindRoot { return [0] }
    return tree[container].kind == .array
      ? Array(tree.elements(of: container)) : tree.members(of: container).map { $0 + 1 }
  }

  /// Whether a string's closing quote is its own, and not the opening one of what follows.
  private func isWhole(_ string: Int, withEnd: Bool) -> Bool {
    guard tree[string].isClosed, offset < tree[string].span.upperBound + (withEnd ? 1 : 0) else {
      return false
    }
    let end = tree.base + tree[string].span.upperBound
    guard end < tree.bytes.count else { return true }
    switch tree.bytes[end] {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"),
      UInt8(ascii: "}"), UInt8(ascii: "/"):
      return true
    default: return false
    }
  }

  /// The cursor is in a comment.
  var isInComment: Bool { gap.map { trivia(in: $0).endsInComment } ?? false }

  /// The cursor is behind the end of the document.
  var isBehindDocument: Bool {
    section == .document && gap.map { trivia(in: $0).hasBrace } ?? false
  }

  /// What stands between the cursor and the last that was read before it; nil inside of a text.
  private var gap: Range<Int>? {
    var anchor = 0
    for node in tree.nodes {
      let isOpening = node.kind == .array || node.kind == .object
      if isOpening, Int(node.start) < offset { anchor = max(anchor, Int(node.start) + 1) }
      if !isOpening, Int(node.start) < offset, offset < Int(node.end) { return nil }
      if Int(node.end) <= offset, node.isClosed { anchor = max(anchor, Int(node.end)) }
    }
    return anchor..<max(anchor, offset)
  }

  /// The last byte before the cursor that is not white space.
  func previousSign() -> UInt8? {
    var index = offset - 1
    while 0 <= index {
      let byte = tree.bytes[tree.base + index]
      if !Self.isBlank(byte) { return byte }
      index -= 1
    }
    return nil
  }

  /// The first byte from an offset on that is neither white space nor in a comment.
  func nextSign(from start: Int) -> UInt8? {
    var index = start
    while let byte = byte(index) {
      if let end = endOfComment(at: index) {
        index = end
      } else if Self.isBlank(byte) {
        index += 1
      } else {
        return byte
      }
    }
    return nil
  }

  /// What stands between values: whether a comma or a closing brace is among it, and whether it
  /// ends in a comment.
  private func trivia(
    in range: Range<Int>
  ) -> (hasComma: Bool, hasBrace: Bool, endsInComment: Bool) {
    var hasComma = false
    var hasBrace = false
    var index = range.lowerBound
    while index < range.upperBound {
      if let end = endOfComment(at: index) {
        // A line comment goes on up to its line's end, and a cursor there is in it.
        let isLine = byte(index + 1) == UInt8(ascii: "/")
        if range.upperBound < end || isLine && range.upperBound == end {
          return (hasComma, hasBrace, true)
        }
        index = end
      } else {
        hasComma = hasComma || byte(index) == UInt8(ascii: ",")
        hasBrace = hasBrace || byte(index) == UInt8(ascii: "}")
        index += 1
      }
    }
    return (hasComma, hasBrace, false)
  }

  /// The end of the comment that begins at an offset; that of a line comment is its line's.
  private func endOfComment(at start: Int) -> Int? {
    guard byte(start) == UInt8(ascii: "/") else { return nil }
    let isBlock = byte(start + 1) == UInt8(ascii: "*")
    guard isBlock || byte(start + 1) == UInt8(ascii: "/") else { return nil }
    var index = start + 2
    while let byte = byte(index) {
      if isBlock, byte == UInt8(ascii: "*"), self.byte(index + 1) == UInt8(ascii: "/") {
        return index + 2
      }
      if !isBlock, byte == 0x0A || byte == 0x0D { return index }
      index += 1
    }
    return index
  }

  func byte(_ offset: Int) -> UInt8? {
    let index = tree.base + offset
    return 0 <= offset && index < tree.bytes.count ? tree.bytes[index] : nil
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
