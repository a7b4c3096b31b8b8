import FieldModels

/// The members of a field, and of what is in it, in the order of the property table, which is that of
/// the tables in docs/reference/form.md.
///
/// The members change places and nothing else: what stands between them, commas, line breaks and
/// indentation, stays. An object with a comment among its members, with one name twice or with
/// anything broken in it stays as it is, since nobody can know what belongs to what.
///
/// The draft of a secure field stays where it is, and the others move around it, so that no edit has
/// it in its text.
struct MemberSort {
  let tree: JSONTree
  /// The field is secure.
  let isSecure: Bool

  /// The edits that sort the field at the root.
  func edits() -> [TextEdit] {
    guard !tree.isEmpty, tree.nodes.allSatisfy({ $0.isClosed && $0.isValue }) else { return [] }
    return edits(ofObject: 0, .field)
  }

  /// A member with the place where it stands.
  private struct Member {
    var key: Int
    var span: Range<Int>
    var property: Property?
  }

  private func edits(ofObject object: Int, _ section: Section) -> [TextEdit] {
    let members = tree.members(of: object).map { key in
      Member(
        key: key, span: tree[key].span.lowerBound..<tree[key + 1].span.upperBound,
        property: PropertyTable.property(namedBy: key, of: tree, in: section))
    }
    let inner = members.map { member in
      member.property.map { edits(ofValue: member.key + 1, $0.shape) } ?? []
    }
    let order =
      isSortable(members) ? Self.order(of: members, in: section) : members.indices.map { $0 }
    if isSecure, section == .field {
      return edits(of: members, to: order, inner) ?? inner.flatMap { $0 }
    }
    return members.indices.flatMap { place in
      let from = order[place]
      if from == place { return inner[place] }
      return [
        TextEdit(range: members[place].span, replacement: text(members[from].span, inner[from]))
      ]
    }
  }

  /// The edits that bring members into an order, none of which touches one that may be secret; nil if
  /// two of these would change places.
  private func edits(
    of members: [Member], to order: [Int], _ inner: [[TextEdit]]
  ) -> [TextEdit]? {
    let isHidden = members.map { member in
      switch member.property?.name {
      case .text, .date, nil: true
      default: false
      }
    }
    let hidden = order.filter { isHidden[$0] }
    guard hidden == hidden.sorted(), let first = members.first, let last = members.last else {
      return nil
    }
    // The text between the hidden members, as it will be.
    var stretches: [[UInt8]] = [[]]
    for (place, member) in order.enumerated() {
      if isHidden[member] {
        stretches.append([])
      } else {
        stretches[stretches.count - 1] += text(members[member].span, inner[member])
      }
      guard place + 1 < members.count else { continue }
      let between = members[place].span.upperBound..<members[place + 1].span.lowerBound
      stretches[stretches.count - 1] += tree.text(between)
    }
    let ends = hidden.map { members[$0].span.lowerBound } + [last.span.upperBound]
    let starts = [first.span.lowerBound] + hidden.map { members[$0].span.upperBound }
    return zip(zip(starts, ends), stretches).compactMap { range, stretch in
      let range = range.0..<range.1
      return tree.text(range).elementsEqual(stretch)
        ? nil : TextEdit(range: range, replacement: stretch)
    }
  }

  private func edits(ofValue value: Int, _ shape: Shape) -> [TextEdit] {
    switch (shape, tree[value].kind) {
    case (.object(let section), .object): edits(ofObject: value, section)
    case (.boolOrCondition, .object): edits(ofObject: value, .requirement)
    case (.choice, .object): edits(ofObject: value, .choice)
    case (.rule, .object): edits(ofObject: value, .rule)
    case (.list(let element), .array):
      tree.elements(of: value).flatMap { edits(ofValue: $0, element) }
    default: []
    }
  }

  private func isSortable(_ members: [Member]) -> Bool {
    let names = Set(members.compactMap { tree.string($0.key) })
    return names.count == members.count
      && zip(members, members.dropFirst()).allSatisfy { one, next in
        tree.text(one.span.upperBound..<next.span.lowerBound).filter { !$0.isJSONSpace }
          == [UInt8(ascii: ",")]
      }
  }

  /// For each place the member that belongs there; those that nobody knows come last, as they were.
  private static func order(of members: [Member], in section: Section) -> [Int] {
    let names = PropertyTable.properties(of: section).map { $0.name }
    let ranks = members.map { member in
      member.property.flatMap { names.firstIndex(of: $0.name) } ?? names.count
    }
    return members.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  /// A part of the text after edits of it.
  private func text(_ span: Range<Int>, _ edits: [TextEdit]) -> [UInt8] {
    var text = Array(tree.text(span))
    for edit in edits.reversed() {
      text.replaceSubrange(edit.range.moved(by: -span.lowerBound), with: edit.replacement)
    }
    return text
  }
}

extension JSONTree.Node {
  /// Whether it is a whole value of JSON.
  fileprivate var isValue: Bool {
    switch kind {
    case .null, .true, .false, .number, .string, .array, .object: true
    case .invalid, .missing: false
    }
  }
}
