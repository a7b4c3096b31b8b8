import FieldModels

/// What would mend a record.
struct RecordFixes {
  private let record: RecordText
  private let tree: JSONTree
  private let form: RecordForm?
  private let source: TextFixes

  /// A change that mends a finding.
  typealias Fix = CodeActions.Fix

  init(record: RecordText, form: RecordForm?) {
    self.record = record
    self.form = form
    tree = record.tree
    source = TextFixes(tree: record.tree)
  }

  func fixes(for problem: RecordVerdict.Problem) -> [Fix] {
    let span = problem.finding.span
    return switch problem.finding.problem {
    case .text(.syntax(let kind)): source.syntaxFixes(kind, span)
    case .text(.duplicateProperty(let name)): source.removal(of: span, title: "Remove `\(name)`")
    case .record(let recordProblem): fixes(for: recordProblem, at: problem.path, span)
    case .draft(let draftProblem, _): fixes(for: draftProblem, at: problem.path, span)
    case .text, .form: []
    }
  }

  private func fixes(
    for problem: RecordProblem, at path: String, _ span: Range<Int>
  ) -> [Fix] {
    switch problem {
    case .unknownKey(let name, let nearest):
      return source.nearestFixes(nearest, span)
        + source.removal(of: span, title: "Remove `\(name.abridged)`")
    case .wrongType(let type): return retyping(as: type, isSecret: isSecret(path), span)
    case .missingObject: return addition(of: path, at: span)
    case .whenEmpty(let value, let isList): return emptying(as: value, isList, span)
    case .hiddenValue: return removal(ofValueAt: span)
    case .notARecord, .missingForm, .brokenForm, .circularForm, .uncheckedValidator: return []
    }
  }

  /// Whether a path leads to the value of a secure field, or to what stands around some.
  private func isSecret(_ path: String) -> Bool {
    guard let form, let names = JSONPointer.steps(of: path),
      case .field(let field) = form.content(at: names)
    else { return true }
    return form.definition(of: field).isSecure
  }

  /// A value of the right type that says the same; one that is secret is not in the edit.
  private func retyping(
    as type: RecordProblem.ValueType, isSecret: Bool, _ span: Range<Int>
  ) -> [Fix] {
    guard let node = source.node(at: span), tree[node].isScalar else { return [] }
    switch type {
    case .string: return source.quoting(span)
    case .number, .integer, .boolean:
      let word = tree.string(node)
      let isBoolean = word == "true" || word == "false"
      guard isBoolean == (type == .boolean) else { return [] }
      return isSecret ? [] : source.unquoting(span)
    case .array:
      if tree[node].kind == .null { return [Fix(title: "Write []", span: span, text: "[]")] }
      let (start, end) = (span.lowerBound, span.upperBound)
      return [
        Fix(
          title: "Put it into a list",
          edits: [TextEdit(start..<start, "["), TextEdit(end..<end, "]")])
      ]
    case .object: return []
    }
  }

  private func emptying(
    as value: EmptyValue, _ isList: Bool, _ span: Range<Int>
  ) -> [Fix] {
    guard let text = Self.empty(value, isList) else { return removal(ofValueAt: span) }
    return [Fix(title: "Write \(text)", span: span, text: text)]
  }

  /// How an empty field stands in a record; nil where it is left out.
  private static func empty(_ value: EmptyValue, _ isList: Bool) -> String? {
    switch value {
    case .null: "null"
    case .empty: isList ? "[]" : "\"\""
    case .omit: nil
    }
  }

  private func removal(ofValueAt span: Range<Int>) -> [Fix] {
    guard let value = source.node(at: span), 0 < value, tree[value - 1].kind == .string,
      let name = tree.string(value - 1)
    else { return [] }
    return source.removal(of: tree[value - 1].span, title: "Remove `\(name.abridged)`")
  }

  private func fixes(
    for problem: DraftProblem, at path: String, _ span: Range<Int>
  ) -> [Fix] {
    guard let form, let names = JSONPointer.steps(of: path),
      case .field(let field) = form.content(at: names)
    else { return [] }
    guard let node = source.node(at: span), isValue(node, of: names) else {
      if case .valueMissing = problem { return addition(of: path, at: span) }
      return []
    }
    let definition = form.definition(of: field, holding: JSONValue(tree, node))
    // An empty value is missing still when it is cleared.
    if case .valueMissing = problem { return [] }
    let empty = Self.empty(definition.emptyValue, definition.takesSeveral)
    let fixes = DraftFixes(tree: tree, node: node, definition: definition, empty: empty) {
      definition.value(of: $0).json
    }
    return fixes.fixes(for: problem)
  }

  /// Whether a node is the value of the member that some names lead to, and not what it is missing
  /// in.
  private func isValue(_ node: Int, of names: [String]) -> Bool {
    0 < node && !record.records.contains(node) && tree.string(node - 1) == names.last
  }

  /// Adds what is missing at a path, with the objects around it, into the object whose brace is at a
  /// place.
  private func addition(of path: String, at brace: Range<Int>) -> [Fix] {
    guard let form, let names = JSONPointer.steps(of: path),
      let object = tree.nodes.indices.first(where: {
        tree[$0].start == brace.lowerBound && tree[$0].kind == .object
      }),
      let known = RecordContext(record, at: brace.upperBound, in: form.layout)?.names,
      known.count < names.count, names.starts(with: known)
    else { return [] }
    let missing = names[known.count...]
    var value = "{}"
    if case .field(let field) = form.content(at: names) {
      value = Template(valueOf: form.definition(of: field)).plain
    }
    for name in missing.dropFirst().reversed() {
      value = "{ \(TextFixes.quoted(name)): \(value) }"
    }
    let name = missing.first ?? ""
    let member = "\(TextFixes.quoted(name)): \(value)"
    return [
      Fix(title: "Add `\(name.abridged)`", edits: [tree.addition(of: member, to: object)])
    ]
  }
}

extension JSONTree {
  /// The edit that adds a member behind those that an object has, spaced as they are.
  fileprivate func addition(of member: String, to object: Int) -> TextEdit {
    let members = Array(members(of: object))
    let start = nodes[object].span.lowerBound + 1
    guard let first = members.first, let last = members.last else {
      let isSpaced = byte(at: start)?.isJSONSpace ?? false
      return TextEdit(start..<start, isSpaced ? " \(member)" : " \(member) ")
    }
    let space = text(start..<nodes[first].span.lowerBound)
    let lead =
      !space.isEmpty && space.allSatisfy(\.isJSONSpace)
      ? String(decoding: space, as: UTF8.self) : " "
    let end = max(nodes[last].span.upperBound, nodes[last + 1].span.upperBound)
    return TextEdit(end..<end, ",\(lead)\(member)")
  }
}
