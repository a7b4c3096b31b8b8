/// The content of a field as typed or chosen: text, or several rows.
public enum Draft: Equatable, Hashable, Sendable {
  /// What was typed, the draft of the chosen row, or a date as the document writes it.
  case text(String)
  /// The drafts of the rows that are chosen in a picker of several.
  case rows([String])

  package static let empty = Draft.text("")

  /// Whether nothing is typed or chosen.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .rows(let rows): rows.isEmpty
    }
  }

  /// The draft as one text; rows are joined by ", ".
  public var text: String {
    switch self {
    case .text(let text): text
    case .rows(let rows): rows.joined(separator: ", ")
    }
  }

  /// The single values: one text, or each row.
  public var values: [String] {
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
}
