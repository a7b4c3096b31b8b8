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
}
