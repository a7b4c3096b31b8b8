/// A text that is the same as another only if it has the same scalars, as it is to JSON, to patterns and
/// to most programs; to Swift an é is the same as an e and an accent.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.isExactly(other.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text has this byte, so that two behind one another are not one.
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether another text has the same scalars.
  @inline(__always)
  package func isExactly(_ other: String) -> Bool {
    // Nearly all that are asked about look different, which Swift sees at once.
    self == other && utf8.span.isSame(as: other.utf8.span)
  }
}

extension Sequence<String> {
  /// Whether one of these texts has the same scalars as another.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension [String] {
  /// Whether all of some texts are among these.
  package func containsAll(_ texts: [String]) -> Bool {
    if count < 8 || texts.count < 8 { return texts.allSatisfy(containsExactly) }
    let known = Set(map(ExactText.init))
    return texts.allSatisfy { known.contains(ExactText($0)) }
  }

  /// Whether any of some texts is among these.
  package func containsAny(_ texts: [String]) -> Bool {
    if count < 8 || texts.count < 8 { return texts.contains(where: containsExactly) }
    return !Set(map(ExactText.init)).isDisjoint(with: texts.map(ExactText.init))
  }
}
