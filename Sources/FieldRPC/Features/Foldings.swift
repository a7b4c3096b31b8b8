import FieldModels

/// What of a text can be folded: lists and objects of several lines, comments, and what stands between
/// a comment `#region` and its `#endregion`.
struct Foldings {
  private var found: [LSP.Folding] = []
  private let text: Rope
  private let limit: Int
  /// The lines where what is open begins.
  private var openings: [(line: Int, isBrace: Bool)] = []
  /// The lines of the comment that came last, and of those right above it.
  private var comment: ClosedRange<Int>?
  /// The lines of the regions that are open.
  private var regions: [Int] = []

  /// - Parameters:
  ///   - text: the text
  ///   - limit: how many folds are wanted; nil for all
  init(of text: Rope, limit: Int?) {
    self.text = text
    self.limit = limit ?? Int.max
  }

  /// Those of all of a text.
  static func whole(_ text: Rope, limit: Int?) -> Foldings {
    var foldings = Foldings(of: text, limit: limit)
    foldings.add(0..<text.byteCount)
    return foldings
  }

  /// What was found, in the order of the text; of those that begin on one line the largest, and of too
  /// many those that begin first.
  var all: [LSP.Folding] {
    var all: [LSP.Folding] = []
    for folding in found.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
      if let last = all.last, last.lines.lowerBound == folding.lines.lowerBound {
        if last.lines.upperBound < folding.lines.upperBound { all[all.count - 1] = folding }
      } else if all.count < limit {
        all.append(folding)
      }
    }
    return all
  }

  /// Looks at the next stretch of the text; no token goes on behind its end.
  mutating func add(_ range: Range<Int>) {
    let bytes = text.bytes(in: range)
    var line = text.position(atByteOffset: range.lowerBound, encoding: .utf8).lineIndex
    for token in JSONTokens(bytes.span).tokens {
      line += token.lineBreakCount
      if token.isComment {
        let end = line + bytes.span.extracting(token.span).lineBreakCount
        if let isStart = Self.beginsRegion(bytes[token.span]) {
          endComment()
          if isStart {
            regions.append(line)
          } else if let start = regions.popLast() {
            add(start, line, kind: .region)
          }
          line = end
          continue
        }
        if comment.map({ $0.upperBound + 1 != line }) ?? true { endComment() }
        comment = (comment?.lowerBound ?? line)...end
        line = end
        continue
      }
      endComment()
      switch token.kind {
      case .open: openings.append((line, token.isBrace))
      case .close: close(token, on: line)
      case .comma, .colon, .scalar, .lineComment, .blockComment: break
      }
    }
    endComment()
  }

  /// Whether a comment begins a region (true) or ends one (false), as editors have it for their
  /// languages with comments; nil for any other.
  private static func beginsRegion(_ comment: ArraySlice<UInt8>) -> Bool? {
    let text = comment.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }
    for (mark, isStart) in [("#region", true), ("#endregion", false)]
    where text.starts(with: mark.utf8) {
      guard let next = text.dropFirst(mark.utf8.count).first else { return isStart }
      if next <= 0x20 || next == UInt8(ascii: "*") { return isStart }
    }
    return nil
  }

  /// An object that closes closes the lists in it that are open by mistake.
  private mutating func close(_ token: JSONTokens.Token, on line: Int) {
    guard let place = openings.lastIndex(where: { $0.isBrace == token.isBrace }),
      token.isBrace || place == openings.count - 1
    else { return }
    let start = openings[place].line
    openings.removeSubrange(place...)
    // A bracket on a line of its own stays in sight.
    add(start, 0 < token.lineBreakCount ? line - 1 : line)
  }

  private mutating func endComment() {
    if let comment { add(comment.lowerBound, comment.upperBound, kind: .comment) }
    comment = nil
  }

  private mutating func add(_ start: Int, _ end: Int, kind: LSP.Folding.Kind? = nil) {
    guard start < end else { return }
    found.append(LSP.Folding(lines: start...end, kind: kind))
  }
}
