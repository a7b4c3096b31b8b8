/// Answers as KoboToolbox hands them over in JSON: texts under the paths of their questions, and repeated
/// groups as lists of objects whose names have all of the path.
enum KoboAnswers {
  static func texts(of tree: JSONTree) throws(AnswerFlaw) -> [NamedText] {
    guard !tree.isEmpty, tree[0].kind == .object else {
      throw AnswerFlaw(kind: .unexpectedCharacter, span: tree.isEmpty ? 0..<0 : tree[0].span)
    }
    var texts: [NamedText] = []
    add(membersOf: 0, of: tree, behind: "", in: "", to: &texts)
    return texts
  }

  /// Adds the texts of a submission, or of an entry of a repeated group: all names in that begin with
  /// what leads there, for which a place with the numbers of entries stands.
  private static func add(
    membersOf object: Int, of tree: JSONTree, behind lead: String, in place: String,
    to texts: inout [NamedText]
  ) {
    for key in tree.members(of: object) {
      guard let written = tree.string(key), !isOfService(written) else { continue }
      let name = place + (written.hasPrefix(lead) ? String(written.dropFirst(lead.count)) : written)
      let value = key + 1
      switch tree[value].kind {
      case .array:
        let elements = tree.elements(of: value)
        for (number, entry) in elements.enumerated() where tree[entry].kind == .object {
          add(
            membersOf: entry, of: tree, behind: written + "/", in: "\(name)/\(number)/", to: &texts)
        }
        let rows = elements.filter { tree[$0].kind != .object && tree[$0].kind != .array }
        texts += rows.compactMap { text(of: $0, named: name, tree) }
      case .object: add(membersOf: value, of: tree, behind: "", in: name + "/", to: &texts)
      default: texts += text(of: value, named: name, tree).map { [$0] } ?? []
      }
    }
  }

  private static func text(of value: Int, named name: String, _ tree: JSONTree) -> NamedText? {
    if tree[value].kind == .null { return nil }
    let text = tree.string(value) ?? tree.source(value)
    return NamedText(name: name, text: text, span: tree[value].span)
  }

  /// What the server says of a submission, and nobody has answered.
  private static func isOfService(_ name: String) -> Bool {
    name.hasPrefix("_") || name.hasPrefix("meta/") || name.hasPrefix("formhub/")
  }
}
