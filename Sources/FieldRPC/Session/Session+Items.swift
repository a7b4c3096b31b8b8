import FieldModels

/// More of what a client shows, when somebody looks at it.
extension Session {
  /// An item with what is known of it besides; as it is where that is nothing.
  mutating func resolved(_ question: ItemQuestion) throws(RPCError) -> JSONText {
    switch question.subject {
    case .unknown: return question.unchanged
    case .property(let name, let section):
      let format = turn.client.documentationFormat
      var words = HoverText(isMarkdown: format == .markdown, in: turn.client.wording)
      if let property = PropertyTable.property(name, in: section) { words.describe(property) }
      let text = words.text.map { LSP.MarkupContent(format: format, value: $0) }
      return question.item(with: "documentation", text)
    case .hint(let uri, let tooltip, let position):
      let hover = try document(uri) { $0.hover(at: position, in: $1) }
      return question.item(withTooltip: tooltip, hover, for: turn.client)
    }
  }
}
