/// Answers as a surface of A2UI holds them: its data model, in which each input has its place.
///
/// It stands by itself, or among the data models of several surfaces, as clients send them.
enum A2UIAnswers {
  static func texts(of tree: JSONTree, by fields: [String: RecordField]) throws(AnswerFlaw)
    -> [NamedText]
  {
    guard !tree.isEmpty, tree[0].kind == .object else {
      throw AnswerFlaw(kind: .unexpectedCharacter, span: 0..<1, missing: "")
    }
    var models = [0]
    if tree.value(of: "version", in: 0) != nil, let surfaces = tree.value(of: "surfaces", in: 0),
      tree[surfaces].kind == .object
    {
      models = tree.members(of: surfaces).map { $0 + 1 }
    }
    var texts: [NamedText] = []
    for field in fields.values.sorted(by: { $0.number < $1.number }) {
      let steps = JSONPointer.steps(of: field.path) ?? []
      let node = models.lazy.compactMap { model in
        steps.reduce(model) { node, step in
          node.flatMap { tree[$0].kind == .object ? tree.value(of: step, in: $0) : nil }
        }
      }.first
      if let node { texts += Self.texts(of: node, tree, field) }
    }
    return texts
  }

  private static func texts(of node: Int, _ tree: JSONTree, _ field: RecordField) -> [NamedText] {
    if tree[node].kind == .null { return [] }
    let isList = tree[node].kind == .array && field.definition.kind != .any
    let nodes = isList ? Array(tree.elements(of: node)) : [node]
    let named = nodes.map { node in
      NamedText(
        name: field.path, text: tree.string(node) ?? tree.source(node), span: tree[node].span)
    }
    return field.definition.takesSeveral ? NamedText.chosen(named, of: field) : named
  }
}
