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
    /// Where signs are missing before or behind the span, and which.
    var missing: [(place: Int, sign: String)] = []
    /// What is missing right before the item, where nothing is in between.
    var lead = ""
    /// The comma that must divide the item from what follows; empty for none.
    var commaBehind = ""

    init(_ span: Range<Int>) { self.span = span }

    fileprivate mutating func add(_ sign: String, at place: Int) {
      if place == span.lowerBound { lead = sign + " " } else { missing.append((place, sign)) }
    }
  }

  /// The slot of a name or value, written or not, in an object or list; the value of a member is in
  /// neither.
  func slot(of written: Int?, in container: Int?) -> Slot {
    var slot = Slot(span(of: written))
    if let member, container == nil {
      let name = tree[member].span.upperBound
      if !trivia(in: name..<slot.span.lowerBound).hasColon { slot.add(":", at: name) }
    }
    if let (place, sign) = missingComma(before: slot.span.lowerBound, in: container) {
      slot.add(sign, at: place)
    }
    if let written, tree[written].kind == .string {
      slot.isWhole = isWhole(written, withEnd: isName)
    }
    let isOpen = written.map { tree[$0].kind == .string && !tree[$0].isClosed } ?? false
    let next = nextSign(from: slot.span.upperBound, past: isOpen ? end(of: written) : nil)
    slot.hasColon = next == UInt8(ascii: ":")
    slot.commaBehind = comma(behind: slot.span.upperBound, before: next, in: container)
    return slot
  }

  /// The sign that follows an item.
  ///
  /// A string without its closing quote takes the rest of its line along: what is left of it behind the
  /// item either begins with such a sign, or is text.
  ///
  /// - Parameters:
  ///   - start: the end of the item
  ///   - end: the end of the string that the item is in, if that is not closed
  /// - Returns: the byte; nil at the end of the text
  private func nextSign(from start: Int, past end: Int?) -> UInt8? {
    let next = nextSign(from: start)
    guard let end, start < end else { return next }
    switch next {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"): return next
    default: return nextSign(from: end)
    }
  }

  private func end(of written: Int?) -> Int { written.map { tree[$0].span.upperBound } ?? 0 }

  /// The bytes that an item takes the place of: what is written, or a word that reading passed over.
  private func span(of written: Int?) -> Range<Int> {
    guard let written else { return strayWord }
    let node = tree[written]
    switch node.kind {
    case .null, .true, .false, .number, .invalid: return node.span
    case .array, .object, .missing: return offset..<offset
    case .string: break
    }
    if isWhole(written, withEnd: isName) { return node.span }
    // The quote that seems to end it may be the first one of what follows.
    let end = min(wordEnd(from: offset), tree.contentSpan(written).upperBound)
    return node.span.lowerBound..<max(node.span.lowerBound + 1, offset, end)
  }

  private var isName: Bool {
    if case .name = place { true } else { false }
  }

  /// A word around the cursor that is no node, since it stands where none may be.
  private var strayWord: Range<Int> {
    guard let gap else { return offset..<offset }
    var start = offset
    while gap.lowerBound < start, let byte = tree.byte(at: start - 1), !JSONReader.endsWord(byte) {
      start -= 1
    }
    let next = tree.nodes.lazy.map { Int($0.start) }.filter { offset <= $0 }.min()
    return start..<min(wordEnd(from: offset), max(next ?? .max, offset))
  }

  /// Where a word ends that the cursor is in or at.
  private func wordEnd(from offset: Int) -> Int {
    var end = offset
    while let byte = tree.byte(at: end), !JSONReader.endsWord(byte) { end += 1 }
    return end
  }

  /// The comma that has to follow an item, if the next sign begins something else.
  private func comma(behind end: Int, before next: UInt8?, in container: Int?) -> String {
    switch next {
    case nil, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): return ""
    case let sign?:
      let isDivided = container.map(isList) ?? false || sign == UInt8(ascii: "\"")
      return !isDivided ? "" : tree.byte(at: end).map({ $0.isJSONSpace }) ?? true ? "," : ", "
    }
  }

  /// Where the comma belongs that is missing before a member or element, with the quote that is
  /// missing too; nil if none is.
  func missingComma(before start: Int, in container: Int?) -> (place: Int, sign: String)? {
    guard let container else { return nil }
    let previous = siblings(in: container).last { tree[$0].span.upperBound <= start }
    let place: Int
    if let previous {
      place = tree[previous].span.upperBound
      if tree[previous].kind == .missing || trivia(in: place..<start).hasComma { return nil }
      let isOpen = tree[previous].kind == .string && !tree[previous].isClosed
      return (place, isOpen ? "\"," : ",")
    }
    if isAmongFields { return missingCommaBefore.map { ($0, ",") } }
    // In the tail of a document the fields go before, of which it has the bracket.
    let isTail = section == .document && container == 0 && tree.byte(at: 0) == UInt8(ascii: "]")
    return isTail && 1 <= start && !trivia(in: 1..<start).hasComma ? (1, ",") : nil
  }

  private func isList(_ container: Int) -> Bool { isAmongFields || tree[container].kind == .array }

  /// The values of an object or list.
  private func siblings(in container: Int) -> [Int] {
    if isAmongFields { return [0] }
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
  var gap: Range<Int>? {
    var anchor = 0
    for node in tree.nodes where Int(node.start) < offset && node.kind != .missing {
      if !node.isScalar {
        anchor = max(anchor, Int(node.start) + 1)
        if node.isClosed, Int(node.end) <= offset { anchor = max(anchor, Int(node.end)) }
      } else if offset < Int(node.end) || !node.isClosed && offset == Int(node.end) {
        return nil
      } else {
        anchor = max(anchor, Int(node.end))
      }
    }
    return anchor..<max(anchor, offset)
  }

  /// The first byte from an offset on that is neither white space nor in a comment.
  func nextSign(from start: Int) -> UInt8? {
    var index = start
    while let byte = tree.byte(at: index) {
      if let end = endOfComment(at: index) {
        index = end
      } else if byte.isJSONSpace {
        index += 1
      } else {
        return byte
      }
    }
    return nil
  }

  /// What stands between values.
  struct Trivia {
    var hasComma = false
    var hasColon = false
    /// A closing brace is among it.
    var hasBrace = false
    var endsInComment = false
  }

  func trivia(in range: Range<Int>) -> Trivia {
    var trivia = Trivia()
    var index = range.lowerBound
    while index < range.upperBound {
      if let end = endOfComment(at: index) {
        // A line comment goes on up to its line's end, and a cursor there is in it.
        let isLine = tree.byte(at: index + 1) == UInt8(ascii: "/")
        if range.upperBound < end || isLine && range.upperBound == end {
          trivia.endsInComment = true
          return trivia
        }
        index = end
      } else {
        trivia.hasComma = trivia.hasComma || tree.byte(at: index) == UInt8(ascii: ",")
        trivia.hasColon = trivia.hasColon || tree.byte(at: index) == UInt8(ascii: ":")
        trivia.hasBrace = trivia.hasBrace || tree.byte(at: index) == UInt8(ascii: "}")
        index += 1
      }
    }
    return trivia
  }

  /// The end of the comment that begins at an offset; that of a line comment is its line's.
  private func endOfComment(at start: Int) -> Int? {
    guard tree.byte(at: start) == UInt8(ascii: "/") else { return nil }
    let isBlock = tree.byte(at: start + 1) == UInt8(ascii: "*")
    guard isBlock || tree.byte(at: start + 1) == UInt8(ascii: "/") else { return nil }
    var index = start + 2
    while let byte = tree.byte(at: index) {
      if isBlock, byte == UInt8(ascii: "*"), tree.byte(at: index + 1) == UInt8(ascii: "/") {
        return index + 2
      }
      if !isBlock, byte == 0x0A || byte == 0x0D { return index }
      index += 1
    }
    return index
  }
}
