/// Answers as Adaptive Cards submit them: a text for each input, under its identifier.
///
/// They stand by themselves, in the activity that a bot gets, or in the action of such an activity.
enum AdaptiveCardsAnswers {
  static func texts(of tree: JSONTree, by fields: [String: RecordField]) throws(AnswerFlaw)
    -> [NamedText]
  {
    guard !tree.isEmpty, tree[0].kind == .object else {
      throw AnswerFlaw(kind: .unexpectedCharacter, span: 0..<1, missing: "")
    }
    var texts: [NamedText] = []
    for member in tree.members(of: data(in: tree)) {
      let value = member + 1
      // What a client adds for itself.
      guard let name = tree.string(member), name != "msteams" || fields[name] != nil,
        tree[value].kind != .null
      else { continue }
      let field = fields[name]
      let span = tree[value].span
      let text = tree.string(value) ?? tree.source(value)
      let parts =
        field?.definition.takesSeveral == true
        ? CommaList.parts(of: text[...], among: field?.definition.choices.map { $0.text } ?? [])
        : [text[...]]
      let named = parts.map {
        NamedText(name: field?.path ?? name, text: String($0), span: span)
      }
      texts += NamedText.chosen(named, of: field)
    }
    return texts
  }

  /// The object with the answers.
  private static func data(in tree: JSONTree) -> Int {
    func object(_ name: String, in node: Int) -> Int? {
      tree.value(of: name, in: node).flatMap { tree[$0].kind == .object ? $0 : nil }
    }
    func text(_ name: String, in node: Int) -> String? {
      tree.value(of: name, in: node).flatMap { tree.string($0) }
    }
    // An activity says which one it is; an input may be called `value` too.
    let isActivity = ["event", "invoke", "message"].contains(text("type", in: 0))
    let outer = isActivity ? object("value", in: 0) ?? 0 : 0
    if let action = object("action", in: outer),
      text("type", in: action)?.hasPrefix("Action.") == true
    {
      return object("data", in: action) ?? outer
    }
    return outer
  }
}
