/// What fieldd says in one language: the template of each phrase.
///
/// Each file in `Tables/` states one as text, since text costs the compiler nothing: a line
/// `name = template` for each phrase, in the order of `Phrase`, and comments on lines that begin with
/// `#`. Characters that nobody sees in an editor are written as escapes, such as `\#u{202F}`. A table is
/// read once, when somebody first wants its language.
package struct PhraseTable: Sendable {
  /// The lines in UTF-8, and behind them the templates of what they lack.
  package let source: [UInt8]
  /// The place of each phrase's name in the source; empty but in the table of English.
  private let names: [Range<Int>]
  /// The place of each phrase's template in the source.
  private let templates: [Range<Int>]

  /// Reads the table of English, whose lines are the phrases in their order.
  package init(english text: String) {
    let source = Array(text.utf8)
    let lines = Lines(of: source.span)
    self.source = source
    names = lines.names
    templates = lines.templates
  }

  /// Reads the table of another language, whose lines are found by the names that English has.
  ///
  /// A phrase without a line reads as in English. A line with another name says nothing; of a phrase
  /// that stands twice the last line counts.
  package init(_ text: String, like english: PhraseTable = .english) {
    var source = Array(text.utf8)
    let lines = Lines(of: source.span)
    var templates = Array(repeating: 0..<0, count: english.names.count)
    var next = 0
    for (name, template) in zip(lines.names, lines.templates) {
      let name = source.span.extracting(name)
      guard let place = english.place(of: name, first: next) else { continue }
      templates[place] = template
      next = place + 1
    }
    for place in templates.indices where templates[place].isEmpty {
      let start = source.count
      source += english.source[english.templates[place]]
      templates[place] = start..<source.count
    }
    self.source = source
    names = []
    self.templates = templates
  }

  /// The place of the phrase with a name; `next`, where it is in a table without mistakes, is tried
  /// before all others.
  private func place(of name: borrowing Span<UInt8>, first next: Int) -> Int? {
    if next < names.count, source.span.extracting(names[next]).isSame(as: name) { return next }
    for place in names.indices where source.span.extracting(names[place]).isSame(as: name) {
      return place
    }
    return nil
  }

  /// The template of a phrase, in UTF-8.
  package func template(_ phrase: Phrase) -> ArraySlice<UInt8> {
    phrase.rawValue < templates.count ? source[templates[phrase.rawValue]] : []
  }

  /// Where names and templates stand, line by line.
  private struct Lines {
    private(set) var names: [Range<Int>] = []
    private(set) var templates: [Range<Int>] = []

    init(of source: borrowing Span<UInt8>) {
      names.reserveCapacity(Phrase.allCases.count)
      templates.reserveCapacity(Phrase.allCases.count)
      var start = 0
      while start < source.count {
        let nameEnd = source.nearest(UInt8(ascii: " "), from: start)
        let end = source.nearest(UInt8(ascii: "\n"), from: start)
        // Between a name and its template stands ` = `.
        if source[start] != UInt8(ascii: "#"), nameEnd + 3 <= end {
          names.append(start..<nameEnd)
          templates.append((nameEnd + 3)..<end)
        }
        start = end + 1
      }
    }
  }
}

extension Span<UInt8> {
  /// Where a byte that is not far stands for the first time from an offset on; the end if nowhere.
  @inline(__always)
  fileprivate func nearest(_ byte: UInt8, from start: Int) -> Int {
    var start = start
    while start + ByteWord.byteCount <= count {
      let offset = word(at: start).firstOffset(of: byte)
      start += offset
      if offset < ByteWord.byteCount { return start }
    }
    while start < count, self[start] != byte { start += 1 }
    return start
  }
}
