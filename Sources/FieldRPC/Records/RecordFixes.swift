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
    case .text(.duplicateProperty(let name)):
      source.removal(of: span, title: Saying(.remove, (.property, .text(name))))
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
        + source.removal(of: span, title: Saying(.remove, (.property, .text(name.abridged))))
    case .wrongType(let type):
      if type == .array, let list = list(at: JSONPointer.steps(of: path)) {
        return listing(list, span)
      }
      return retyping(as: type, isSecret: isSecret(path), span)
    case .missingObject, .missingList: return addition(of: path, at: span)
    case .missingKey(let value, let shape):
      return addition(of: path, at: span, being: value.written(as: shape))
    case .tooFewEntries(let minimum, let count):
      return additionOfEntries(Int(clamping: minimum - WholeNumber(count)), at: path, span)
    case .tooManyEntries(let maximum, let count): return cut(count - Int(maximum), from: span)
    case .whenEmpty(let value, let shape): return emptying(as: value, shape, span)
    case .hiddenValue:
      let isEntry = JSONPointer.steps(of: path).map(self.isEntry) ?? false
      return isEntry ? emptying(as: .null, .one, span) : removal(ofValueAt: span)
    case .notARecord, .missingForm, .brokenForm, .circularForm, .uncheckedValidator,
      .uncheckedDependency, .uncheckedRule, .notJSON, .duplicateColumn, .noColumns, .raggedRow,
      .schemaMismatch:
      return []
    }
  }

  /// Whether a path leads to the value of a secure field, or to what stands around some.
  private func isSecret(_ path: String) -> Bool {
    guard let form, let names = JSONPointer.steps(of: path),
      case .field(let field) = form.content(at: names)
    else { return true }
    return form.definition(of: field).isSecure
  }

  /// The list of entries to which some names lead.
  private func list(at names: [String]?) -> RecordLayout.List? {
    guard let form, let names, case .list(let list) = form.content(at: names) else { return nil }
    return form.layout.lists[list]
  }

  /// Whether some names lead to an entry that is a value.
  private func isEntry(_ names: [String]) -> Bool { list(at: names.dropLast())?.value != nil }

  /// A list where one of its entries stands, or null.
  private func listing(_ list: RecordLayout.List, _ span: Range<Int>) -> [Fix] {
    let isOfValues = list.value != nil
    guard let node = source.node(at: span) else { return [] }
    switch tree[node].kind {
    case .null: return [Fix(title: Saying(.write, (.value, .text("[]"))), span: span, text: "[]")]
    case .object where !isOfValues: return enlisting(span)
    case .true, .false, .number, .string: return isOfValues ? enlisting(span) : []
    case .object, .array, .invalid, .missing: return []
    }
  }

  private func enlisting(_ span: Range<Int>) -> [Fix] {
    let (start, end) = (span.lowerBound, span.upperBound)
    return [
      Fix(
        title: Saying(.putIntoList),
        edits: [TextEdit(start..<start, "["), TextEdit(end..<end, "]")])
    ]
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
      if tree[node].kind == .null {
        return [Fix(title: Saying(.write, (.value, .text("[]"))), span: span, text: "[]")]
      }
      return enlisting(span)
    case .object: return []
    }
  }

  private func emptying(
    as value: EmptyValue, _ shape: ValueShape, _ span: Range<Int>
  ) -> [Fix] {
    guard let text = value.written(as: shape) else { return removal(ofValueAt: span) }
    return [Fix(title: Saying(.write, (.value, .text(text))), span: span, text: text)]
  }

  /// Adds entries to the list whose bracket is at a place, or the list to the object whose brace is.
  private func additionOfEntries(
    _ count: Int, at path: String, _ span: Range<Int>
  ) -> [Fix] {
    let list = tree.nodes.indices.first {
      tree[$0].start == span.lowerBound && tree[$0].kind == .array
    }
    guard let list else { return addition(of: path, at: span) }
    guard let entries = entries(count, at: path) else { return [] }
    let title = Saying(.addEntries, (.count, .number(count)))
    return [Fix(title: title, edits: [tree.addition(of: entries, to: list)])]
  }

  /// Entries of the list at a path with what has to be in them; nil for more than anybody would add.
  private func entries(_ count: Int, at path: String) -> String? {
    guard let form, count <= Self.entryLimit, let list = list(at: JSONPointer.steps(of: path))
    else { return nil }
    let entry = form.entryTemplate(ofList: list).plain
    return Array(repeating: entry == "{  }" ? "{}" : entry, count: count).joined(separator: ", ")
  }

  private static let entryLimit = 100

  /// Takes out the last entries of a list, from the one at a place.
  private func cut(_ count: Int, from span: Range<Int>) -> [Fix] {
    let list = tree.nodes.indices.first { node in
      tree[node].kind == .array
        && tree.elements(of: node).contains { tree[$0].start == span.lowerBound }
    }
    guard let list else { return [] }
    let elements = Array(tree.elements(of: list))
    guard let last = elements.last,
      let before = elements.last(where: { tree[$0].start < span.lowerBound })
    else { return [] }
    let title = Saying(.removeLastEntries, (.count, .number(count)))
    let cut = tree[before].span.upperBound..<tree[last].span.upperBound
    return [Fix(title: title, span: cut, text: "", isPreferred: false)]
  }

  private func removal(ofValueAt span: Range<Int>) -> [Fix] {
    guard let value = source.node(at: span), 0 < value, tree[value - 1].kind == .string,
      let name = tree.string(value - 1)
    else { return [] }
    return source.removal(
      of: tree[value - 1].span, title: Saying(.remove, (.property, .text(name.abridged))))
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
    let empty = definition.emptyValue.written(as: definition.valueShape)
    let fixes = DraftFixes(tree: tree, node: node, definition: definition, empty: empty) {
      definition.value(of: $0).json
    }
    return fixes.fixes(for: problem)
  }

  /// Whether a node is the value of the member that some names lead to, and not what it is missing
  /// in.
  private func isValue(_ node: Int, of names: [String]) -> Bool {
    if isEntry(names) { return true }
    return 0 < node && !record.records.contains(node) && tree.string(node - 1) == names.last
  }

  /// Adds what is missing at a path, with the objects around it, into the object whose brace is at a
  /// place: a text, or what stands there in a template.
  private func addition(
    of path: String, at brace: Range<Int>, being text: String? = nil
  ) -> [Fix] {
    guard let form, let names = JSONPointer.steps(of: path),
      let object = tree.nodes.indices.first(where: {
        tree[$0].start == brace.lowerBound && tree[$0].kind == .object
      }),
      let known = RecordContext(record, at: brace.upperBound, in: form.layout)?.names,
      known.count < names.count, names.starts(with: known)
    else { return [] }
    let missing = names[known.count...]
    var value = text ?? "{}"
    switch form.content(at: names) {
    case _ where text != nil: break
    case .field(let field): value = Template(valueOf: form.definition(of: field)).plain
    case .list(let list):
      let least = form.layout.lists[list].repetition.minEntries
      guard let entries = entries(Int(clamping: least), at: path) else { return [] }
      value = "[\(entries)]"
    case .object, nil: break
    }
    for name in missing.dropFirst().reversed() {
      value = "{ \(TextFixes.quoted(name)): \(value) }"
    }
    let name = missing.first ?? ""
    let member = "\(TextFixes.quoted(name)): \(value)"
    return [
      Fix(
        title: Saying(.add, (.property, .text(name.abridged))),
        edits: [tree.addition(of: member, to: object)])
    ]
  }
}

extension JSONTree {
  /// The edit that adds something behind the members of an object or the elements of a list, spaced as
  /// they are.
  fileprivate func addition(of text: String, to container: Int) -> TextEdit {
    let start = nodes[container].span.lowerBound + 1
    let isObject = nodes[container].kind == .object
    let parts = Array(isObject ? members(of: container) : elements(of: container))
    guard let first = parts.first, let last = parts.last else {
      let isSpaced = byte(at: start)?.isJSONSpace ?? false
      return TextEdit(
        start..<start, isObject ? isSpaced ? " \(text)" : " \(text) " : text)
    }
    let space = self.text(start..<nodes[first].span.lowerBound)
    let lead =
      !space.isEmpty && space.allSatisfy { $0.isJSONSpace }
      ? String(decoding: space, as: UTF8.self) : " "
    let value = isObject ? last + 1 : last
    let end = max(nodes[last].span.upperBound, nodes[value].span.upperBound)
    return TextEdit(end..<end, ",\(lead)\(text)")
  }
}
