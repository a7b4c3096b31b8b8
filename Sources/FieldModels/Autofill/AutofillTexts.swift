/// The texts of an autofill source in their order, made ready for being asked with every
/// keystroke.
package struct AutofillTexts: Sendable {
  private struct Entry: Sendable {
    var text: String
    /// By which it is compared: without regard to case.
    var folded: [UInt8]
  }

  private let entries: [Entry]

  /// Sorts the texts; each counts once and without the white space around it.
  package init(_ texts: [String]) {
    entries = Set(texts.lazy.map { AutofillQuery.trimmed($0) }.filter { !$0.isEmpty }).sorted()
      .map { Entry(text: $0, folded: Array($0.lowercased().utf8)) }
  }

  /// Whether a text is one of them.
  package func contains(_ text: String) -> Bool { entries.contains { $0.text == text } }

  /// The texts that go with what is typed: first those that begin with it, then those that contain
  /// it, ignoring case; all of them where nothing is typed.
  package func matches(for typed: String, where fits: (String) -> Bool, limit: Int) -> [String] {
    let wanted = Array(typed.lowercased().utf8)
    var beginning: [String] = []
    var containing: [String] = []
    for entry in entries where beginning.count < limit {
      guard let offset = entry.folded.span.firstOffset(of: wanted) else { continue }
      if offset == 0 {
        if fits(entry.text) { beginning.append(entry.text) }
      } else if containing.count < limit, fits(entry.text) {
        containing.append(entry.text)
      }
    }
    return Array((beginning + containing).prefix(limit))
  }
}
