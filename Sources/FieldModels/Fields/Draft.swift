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

  /// Whether something is true of every value.
  func allSatisfy(_ isSo: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isSo(text)
    case .rows(let rows): rows.allSatisfy(isSo)
    }
  }

  /// The first row that is chosen more than once.
  package var firstTwice: String? {
    var known = Set<ExactText>()
    return values.first { !known.insert(ExactText($0)).inserted }
  }
}

// As JSON compares texts, since a draft becomes a value of a record.
extension Draft {
  /// Whether two drafts have the same scalars.
  public static func == (one: Draft, other: Draft) -> Bool {
    switch (one, other) {
    case (.text(let text), .text(let otherText)): text.isExactly(otherText)
    case (.rows(let rows), .rows(let otherRows)):
      rows.elementsEqual(otherRows) { $0.isExactly($1) }
    default: false
    }
  }

  /// Hashes the scalars.
  public func hash(into hasher: inout Hasher) {
    for value in values { ExactText(value).hash(into: &hasher) }
  }
}
