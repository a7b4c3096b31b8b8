import FieldModels

/// Patterns of Form.io, which writes anchors around them, before the first alternative and behind the
/// last.
enum FormioPattern {
  /// A pattern of Form.io as a rule's, and whether the rule is anchored.
  static func read(_ source: String) -> (pattern: String, isAnchored: Bool) {
    if let inner = alternatives(inGroup: source) { return (inner, true) }
    return hasAlternatives(source.utf8.span) ? ("^\(source)$", false) : (source, true)
  }

  /// An anchored rule's pattern for Form.io.
  static func written(_ pattern: String) -> String {
    hasAlternatives(pattern.utf8.span) ? "(?:\(pattern))" : pattern
  }

  /// The alternatives for which all of a pattern is one group.
  private static func alternatives(inGroup source: String) -> String? {
    guard source.hasPrefix("(?:"), source.hasSuffix(")") else { return nil }
    let inner = String(source.dropFirst(3).dropLast())
    // Of `(?:a)|(?:b)` more is left than what stands in a group.
    return hasAlternatives(inner.utf8.span) && written(inner) == source && isClosed(inner.utf8.span)
      ? inner : nil
  }

  /// Whether alternatives stand outside of groups.
  private static func hasAlternatives(_ source: borrowing Span<UInt8>) -> Bool {
    var hasFound = false
    walk(source) { sign, depth in
      if sign == UInt8(ascii: "|"), depth == 0 { hasFound = true }
    }
    return hasFound
  }

  /// Whether each group that ends in a pattern begins in it.
  private static func isClosed(_ source: borrowing Span<UInt8>) -> Bool {
    var isClosed = true
    walk(source) { _, depth in
      if depth < 0 { isClosed = false }
    }
    return isClosed
  }

  /// Goes through the signs that stand for themselves in no class, with the groups around each.
  private static func walk(
    _ source: borrowing Span<UInt8>, _ visit: (_ sign: UInt8, _ depth: Int) -> Void
  ) {
    var depth = 0
    var isInClass = false
    var place = 0
    while place < source.count {
      let sign = source[place]
      switch sign {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "]"): isInClass = false
      case _ where isInClass: break
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        visit(sign, depth)
      default: visit(sign, depth)
      }
      place += 1
    }
  }
}
