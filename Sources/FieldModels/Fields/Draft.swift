/// The content of a field as typed or chosen: text, or several rows.
package enum Draft: Equatable, Hashable, Sendable {
  case text(String)
  case rows([String])

  package static let empty = Draft.text("")

  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .rows(let rows): rows.isEmpty
    }
  }

  /// The draft as one text; rows are joined by ", ".
  package var text: String {
    switch self {
    case .text(let text): text
    case .rows(let rows): rows.joined(separator: ", ")
    }
  }

  /// The single values: one text, or each row.
  package var values: [String] {
    switch self {
    case .text(let text): [text]
    case .rows(let rows): rows
    }
  }

  /// The first row that is chosen more than once.
  package var firstTwice: String? {
    var known = Set<String>()
    return values.first { !known.insert($0).inserted }
  }

  /// Whether a text has the draft in it, ignoring case; a short one as a word of its own, since
  /// its letters are in many words.
  package func isQuoted(in text: String) -> Bool {
    let text = text.lowercased()
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return values.lazy.filter { !$0.isEmpty }.map { $0.lowercased() }.contains { value in
      value.count < 4 ? words.contains(value[...]) : text.contains(value)
    }
  }
}
