/// Answers as Slack hands them over when a view is submitted: a state for each element, under the
/// identifiers of its block and of its own.
enum SlackAnswers {
  /// Reads a payload, or the view in it.
  ///
  /// - Parameters:
  ///   - tree: the payload
  ///   - fields: by their keys, which are identifiers of blocks, or of elements where one block has several
  /// - Returns: the texts, by the paths of their fields
  /// - Throws: where there is no state
  static func texts(of tree: JSONTree, by fields: [String: RecordField]) throws(AnswerFlaw)
    -> [NamedText]
  {
    let view = tree.isEmpty ? nil : tree.value(of: "view", in: 0)
    guard !tree.isEmpty, let state = tree.value(of: "state", in: view ?? 0),
      let values = tree.value(of: "values", in: state), tree[values].kind == .object
    else {
      throw AnswerFlaw(
        kind: .unexpectedCharacter, span: 0..<1,
        missing: (view == nil ? "" : "/view") + "/state/values")
    }
    var texts: [NamedText] = []
    for block in tree.members(of: values) {
      for action in tree.members(of: block + 1) {
        let names = [block, action].compactMap { tree.string($0) }
        let field = names.lazy.compactMap { fields[$0] }.first
        let name = field?.path ?? names.first ?? ""
        for member in tree.members(of: action + 1) {
          texts += Self.texts(of: member, named: name, tree, field)
        }
      }
    }
    return texts
  }

  /// What a member of a state says, which is an answer unless it is the type of the element.
  private static func texts(
    of member: Int, named name: String, _ tree: JSONTree, _ field: RecordField?
  ) -> [NamedText] {
    let value = member + 1
    func text(_ node: Int, _ text: String) -> NamedText {
      NamedText(name: name, text: text, span: tree[node].span)
    }
    func option(_ node: Int) -> NamedText? {
      tree.value(of: "value", in: node).flatMap { inner in
        tree.string(inner).map { text(inner, $0) }
      }
    }
    if tree[value].kind == .null { return [] }
    switch tree.string(member) {
    case "type": return []
    case "selected_option": return option(value).map { [$0] } ?? []
    case "selected_options" where field?.definition.kind != .any:
      return NamedText.chosen(tree.elements(of: value).compactMap(option), of: field)
    case "selected_date_time":
      // Slack counts the seconds of the moment; the form has a date and a time without a zone.
      let seconds = JSONNumber.integer(ArraySlice(tree.source(value).utf8))
      let moment = seconds.flatMap { CivilDateTime(secondsOnWall: Int64($0)) }
      return [text(value, moment?.description ?? tree.source(value))]
    default: return [text(value, tree.string(value) ?? tree.source(value))]
    }
  }
}
