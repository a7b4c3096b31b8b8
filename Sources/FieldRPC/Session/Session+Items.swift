import FieldModels

/// More of what a client shows, when somebody looks at it.
extension Session {
  /// An item with what is known of it besides; as it is where that is nothing.
  mutating func resolved(_ question: ItemQuestion) throws(RPCError) -> ServerMessage.Answer {
    switch question.subject {
    case .unknown: return .item(question.unchanged)
    case .property(let name, let section):
      let format = turn.client.documentationFormat
      var words = HoverText(isMarkdown: format == .markdown, in: turn.client.wording)
      if let property = PropertyTable.property(name, in: section) { words.describe(property) }
      let text = words.text.map { LSP.MarkupContent(format: format, value: $0) }
      return .item(question.item(with: "documentation", text))
    case .hint: return try answer(to: .resolve(question))
    }
  }
}
