/// Where the tokens of a JSON text stand, so that people like to read it.
///
/// Only the white space between tokens is laid out, so nothing that is written can change: members
/// stay in their order, comments where they are. What it comes to depends on the tokens alone, on how
/// comments stand beside them, and on where a line is left empty; so a text that was laid out stays
/// as it is.
///
/// The text and the lists of objects in it have a line for each member and each object. What stands in
/// these is on one line if there is room, else its members fill as many lines as they need.
package struct JSONLayout {
  /// What people may wish for.
  package struct Style: Equatable, Sendable {
    /// How many columns a level is indented by.
    package var tabSize = 2
    /// A level is indented by spaces, not by a tab.
    package var insertsSpaces = true
    package var lineBreak = "\n"
    /// How many characters a line may have, unless a single value is longer.
    package var lineWidth = 100
    /// The text ends with one line break; else it ends as it does, as far as nothing is trimmed.
    package var endsLastLine = true
    /// Of the line breaks at the end of the text one is left.
    package var trimsLastLines = false
    /// The lines at the end of the text, behind everything else, have nothing in them.
    package var trimsLineEnds = false

    package init() {}

    /// What a line begins with that is indented by some levels.
    package func indentation(_ level: Int) -> String {
      insertsSpaces
        ? String(repeating: " ", count: level * tabSize) : String(repeating: "\t", count: level)
    }
  }

  /// A list or an object that is open where a piece of a text begins.
  package enum Surrounding: Equatable, Sendable { case object, list }

  private let style: Style
  private let tokens: [JSONTokens.Token]
  private let start: Int
  /// Where each token would stand if all were on one line.
  private var columns: [Int] = []
  /// How many of the tokens before each end a line.
  private var lineEndCounts = [0]
  private var containers: [Container]
  private var column = 0
  private var edits: [TextEdit] = []

  /// A list or an object that is open.
  private struct Container {
    var arrangement: Arrangement
    var isObject: Bool
    /// A member that takes several lines has ended, so that the next begins another.
    var mustBreak = false
  }

  /// How the members of a list or an object stand.
  private enum Arrangement {
    /// All on one line.
    case line
    /// As many on a line as there is room for.
    case filled
    /// Each on a line.
    case column
  }

  /// What stands between two tokens.
  private enum Gap {
    case spaces(Int)
    case lineBreak(level: Int, isDouble: Bool)
    /// The end of the text, behind so many lines.
    case end(lineBreakCount: Int)
  }

  /// Lays out a piece of a text.
  ///
  /// - Parameters:
  ///   - text: the piece, with what stands behind it up to the next token; it was read, and has no
  ///     mistakes that change where a token ends
  ///   - next: the first byte of the next token; nil at the end of the text
  ///   - surroundings: what is open where it begins, from the outside in
  ///   - style: what is wished for
  /// - Returns: the edits that bring about the layout, in their order; all of them count in the piece
  ///   as it is
  package static func edits(
    of text: borrowing Span<UInt8>, before next: UInt8?, in surroundings: [Surrounding],
    _ style: Style
  ) -> [TextEdit] {
    var layout = JSONLayout(JSONTokens(text), in: surroundings, style)
    layout.layOut(text, before: next)
    return layout.edits
  }

  /// The edit that puts what follows a piece that is broken into its place.
  static func edits(
    behindBroken text: borrowing Span<UInt8>, before next: UInt8?, in surroundings: [Surrounding],
    _ style: Style
  ) -> [TextEdit] {
    var end = text.count
    while 0 < end, text[end - 1].isJSONSpace { end -= 1 }
    // What ends with its line, such as a text without an end, must go on doing so.
    guard next != nil, text.hasLineEnd(in: end..<text.count) else { return [] }
    var layout = JSONLayout(JSONTokens(text.extracting(0..<0)), in: surroundings, style)
    layout.putLineBreak(end..<text.count, text, before: next)
    return layout.edits
  }

  /// How deep a line is indented.
  ///
  /// - Parameters:
  ///   - text: a piece of a text, which may be broken
  ///   - offset: a place in the white space with which the line begins
  ///   - surroundings: what is open where the piece begins
  /// - Returns: nil where the line begins within something
  package static func level(
    in text: borrowing Span<UInt8>, ofLineAt offset: Int, in surroundings: [Surrounding]
  ) -> Int? {
    var level = surroundings.count
    for token in JSONTokens(text).tokens {
      if offset <= token.span.lowerBound {
        let isHere = !text.hasLineEnd(in: offset..<token.span.lowerBound)
        return max(0, isHere && token.kind == .close ? level - 1 : level)
      }
      if offset < token.span.upperBound { return nil }
      switch token.kind {
      case .open: level += 1
      case .close: level -= 1
      case .comma, .colon, .scalar, .lineComment, .blockComment: break
      }
    }
    return max(0, level)
  }

  private init(
    _ tokens: JSONTokens, in surroundings: [Surrounding], _ style: Style
  ) {
    self.tokens = tokens.tokens
    start = tokens.start
    self.style = style
    containers = surroundings.map { Container(arrangement: .column, isObject: $0 == .object) }
    var column = 0
    for (index, token) in self.tokens.enumerated() {
      if 0 < index { column += space(before: index) }
      columns.append(column)
      column += token.width
      lineEndCounts.append(lineEndCounts[index] + (token.endsLine ? 1 : 0))
    }
  }

  private mutating func layOut(_ text: borrowing Span<UInt8>, before next: UInt8?) {
    column = containers.count * style.tabSize
    for (index, token) in tokens.enumerated() {
      if 0 < index {
        let gap = gap(before: index)
        put(gap, tokens[index - 1].span.upperBound..<token.span.lowerBound, text)
      } else if containers.isEmpty {
        put(.spaces(0), start..<token.span.lowerBound, text)
      }
      switch token.kind {
      case .open:
        containers.append(
          Container(arrangement: arrangement(of: index), isObject: token.isBrace))
      case .close:
        let closed = containers.popLast()
        if closed?.arrangement != .line { modifyInnermost { $0.mustBreak = true } }
      case .comma, .colon, .scalar, .lineComment, .blockComment: break
      }
      column += token.width
    }
    putEnd(text, before: next)
  }

  private mutating func modifyInnermost(_ change: (inout Container) -> Void) {
    if let last = containers.indices.last { change(&containers[last]) }
  }
}

// Gaps.
extension JSONLayout {
  private mutating func put(_ gap: Gap, _ range: Range<Int>, _ text: borrowing Span<UInt8>) {
    var wanted: String
    switch gap {
    case .spaces(let count):
      wanted = String(repeating: " ", count: count)
      column += count
    case .lineBreak(let level, let isDouble):
      wanted = style.lineBreak + (isDouble ? style.lineBreak : "") + style.indentation(level)
      column = level * style.tabSize
    case .end(let count): wanted = String(repeating: style.lineBreak, count: count)
    }
    if text.extracting(range).isSame(as: wanted.utf8.span) { return }
    edits.append(TextEdit(range, wanted))
  }

  /// Lays out what stands behind the last token.
  private mutating func putEnd(_ text: borrowing Span<UInt8>, before next: UInt8?) {
    guard let last = tokens.last else { return }
    let range = last.span.upperBound..<text.count
    guard let next else {
      if containers.isEmpty { putLastLines(range, text) }
      return
    }
    if last.kind == .open, next.isClose { return put(.spaces(0), range, text) }
    putLineBreak(range, text, before: next)
  }

  private mutating func putLastLines(_ range: Range<Int>, _ text: borrowing Span<UInt8>) {
    if style.endsLastLine { return put(.end(lineBreakCount: 1), range, text) }
    guard style.trimsLastLines || style.trimsLineEnds else { return }
    let count = text.extracting(range).lineBreakCount
    put(.end(lineBreakCount: style.trimsLastLines ? min(1, count) : count), range, text)
  }

  private mutating func putLineBreak(
    _ range: Range<Int>, _ text: borrowing Span<UInt8>, before next: UInt8?
  ) {
    let lineBreakCount = text.extracting(range).lineBreakCount
    let isFirst = tokens.last?.kind == .open
    put(
      lineBreak(isFirst ? 1 : lineBreakCount, isBeforeClose: next?.isClose ?? false), range, text)
  }

  /// A new line, with an empty one before it where somebody has left it so.
  private func lineBreak(_ lineBreakCount: Int, isBeforeClose: Bool) -> Gap {
    let isInColumn = containers.last.map { $0.arrangement == .column } ?? true
    return .lineBreak(
      level: max(0, containers.count - (isBeforeClose ? 1 : 0)),
      isDouble: 1 < lineBreakCount && isInColumn && !isBeforeClose)
  }

  private mutating func gap(before index: Int) -> Gap {
    let (token, last) = (tokens[index], tokens[index - 1])
    // What comes first has nothing that it could be kept apart from.
    let lineBreak = lineBreak(
      last.kind == .open ? 1 : token.lineBreakCount, isBeforeClose: token.kind == .close)
    if last.endsLine || token.isOwnLine { return lineBreak }
    let spaces = Gap.spaces(space(before: index))
    if last.isAttached || token.isComment && !token.isAttached { return spaces }
    let first = firstNonComment(from: index)
    switch (last.kind, first.map { tokens[$0].kind }) {
    case (_, .comma), (_, .colon), (_, nil), (.colon, _), (.open, .close): return spaces
    case (_, .close), (.open, _):
      return containers.last?.arrangement == .column ? lineBreak : spaces
    case (.comma, _):
      switch containers.last?.arrangement {
      case .line: return spaces
      case .column, nil: return lineBreak
      case .filled:
        let mustBreak = containers.last?.mustBreak ?? false
        modifyInnermost { $0.mustBreak = false }
        return mustBreak || !hasRoom(forMemberAt: index) ? lineBreak : spaces
      }
    default: return spaces
    }
  }

  private func firstNonComment(from index: Int) -> Int? {
    tokens[index...].firstIndex { !$0.isComment }
  }

  /// How many spaces stand before a token on the line of the one before.
  private func space(before index: Int) -> Int {
    let (token, last) = (tokens[index], tokens[index - 1])
    switch (last.kind, token.kind) {
    case (_, .comma), (_, .colon), (.open, .close): return 0
    case (.open, _): return last.isBrace || token.isComment ? 1 : 0
    case (_, .close): return token.isBrace || last.isComment ? 1 : 0
    default: return 1
    }
  }
}

// Room.
extension JSONLayout {
  private func arrangement(of index: Int) -> Arrangement {
    // What does not end in the piece has parts of its own.
    guard let end = tokens[index].partner else { return .column }
    if end == index + 1 { return .line }
    guard let parent = containers.last else { return .column }
    switch parent.arrangement {
    case .line: return .line
    case .filled: return hasRoom(for: index...end) ? .line : .filled
    case .column:
      let isList = !tokens[index].isBrace
      if parent.isObject, isList, let first = firstNonComment(from: index + 1),
        tokens[first].kind == .open, tokens[first].isBrace
      {
        return .column
      }
      if hasRoom(for: index...end) { return .line }
      return parent.isObject && !isList ? .column : .filled
    }
  }

  /// Whether a member can stand on the line, behind a space.
  private func hasRoom(forMemberAt index: Int) -> Bool {
    guard var end = firstNonComment(from: index) else { return true }
    if end + 1 < tokens.count, tokens[end + 1].kind == .colon {
      guard let value = firstNonComment(from: end + 2) else { return true }
      end = value
    }
    if tokens[end].kind == .open {
      guard let partner = tokens[end].partner else { return false }
      end = partner
    }
    return hasRoom(for: index...end, behind: 1)
  }

  /// Whether some tokens can stand on the line, with what follows them on it.
  private func hasRoom(for range: ClosedRange<Int>, behind space: Int = 0) -> Bool {
    if lineEndCounts[range.lowerBound] < lineEndCounts[range.upperBound + 1] { return false }
    let width =
      columns[range.upperBound] + tokens[range.upperBound].width - columns[range.lowerBound]
    return column + space + width + tailWidth(behind: range.upperBound) <= style.lineWidth
  }

  /// How much room the brackets and the comma take that follow a token on its line.
  private func tailWidth(behind index: Int) -> Int {
    var width = 0
    var depth = containers.count - 1
    for index in (index + 1)..<max(index + 1, tokens.count) {
      switch tokens[index].kind {
      case .comma: return width + 1
      case .close where 0 <= depth && containers[depth].arrangement != .column:
        width += space(before: index) + 1
        depth -= 1
      case .open, .close, .colon, .scalar, .lineComment, .blockComment: return width
      }
    }
    return width
  }
}

extension Span<UInt8> {
  fileprivate func hasLineEnd(in range: Range<Int>) -> Bool {
    range.contains { self[$0].isLineEnd }
  }
}

extension UInt8 {
  /// It closes a list or an object.
  fileprivate var isClose: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}

extension JSONLayout {
  /// A value as people like to read it.
  package static func text(of value: JSONValue) -> [UInt8] {
    let bytes = Array(value.json.utf8)
    var text: [UInt8] = []
    var start = 0
    for edit in edits(of: bytes.span, before: nil, in: [], Style()) {
      text += bytes[start..<edit.range.lowerBound]
      text += edit.replacement
      start = edit.range.upperBound
    }
    return text + bytes[start...]
  }
}
