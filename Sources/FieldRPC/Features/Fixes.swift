import FieldModels

/// What would mend a finding, by its problem.
///
/// Pure: a tree and a finding in, edits out.
struct Fixes {
  let tree: JSONTree
  let reading: FieldReading?
  let document: FieldDocument
  private let source: TextFixes

  var definition: FieldDefinition? { reading?.definition }

  init(tree: JSONTree, reading: FieldReading?, document: FieldDocument) {
    self.tree = tree
    self.reading = reading
    self.document = document
    source = TextFixes(tree: tree)
  }

  /// A change that mends a finding.
  typealias Fix = CodeActions.Fix

  func fixes(for finding: Finding) -> [Fix] {
    switch finding.problem {
    case .text(let problem): textFixes(problem, finding.span)
    case .form(let problem): formFixes(problem, finding.span)
    case .record(.unknownKey(let name, let nearest)):
      source.nearestFixes(nearest, finding.span)
        + source.removal(
          of: finding.span, title: Saying(.remove, (.property, .text(name.abridged))))
    // A document has no records in it.
    case .record: []
    case .draft(let problem, _): draftFixes?.fixes(for: problem) ?? []
    }
  }

  private func textFixes(_ problem: TextProblem, _ span: Range<Int>) -> [Fix] {
    switch problem {
    case .syntax(let kind): source.syntaxFixes(kind, span)
    case .unknownProperty(_, _, let nearest):
      source.nearestFixes(nearest, span) + source.removal(of: span, title: Saying(.removeProperty))
    case .unsupportedProperty(let name, _, _), .duplicateProperty(let name):
      source.removal(of: span, title: Saying(.remove, (.property, .text(name))))
    case .missingProperty(let name, let section): addition(of: name, section, span)
    case .unknownWord(_, _, let nearest?): source.nearestFixes(nearest, span)
    case .unknownWord(_, let property, nil): allWords(property, span)
    case .wrongType(_, _, let takesText): takesText ? source.quoting(span) : source.unquoting(span)
    case .invalidPath(let text, let problem): pathFixes(for: text, problem, span)
    case .unknownPlaceholder(_, _, let nearest?):
      [Fix(title: Saying(.changeTo, (.value, .text("{\(nearest)}"))), span: span, text: nearest)]
    case .unknownPlaceholder(_, _, nil), .brokenPlural, .longTemplate, .unknownLanguage: []
    case .notADocument, .outOfRange, .invalidPattern, .invalidSchema, .invalidExpression,
      .invalidDate,
      .invalidDatePattern,
      .invalidColor, .invalidTimeZone, .untranslated:
      []
    }
  }

  private func formFixes(_ problem: FormProblem, _ span: Range<Int>) -> [Fix] {
    switch problem {
    case .unknownField(_, let property, let nearest):
      Property.Name(rawValue: property)?.isExpression == true
        ? source.nearestKeyFixes(nearest, span)
        : source.nearestFixes(nearest, span) + removalOfLink(property, span)
    case .unknownGroup(_, let nearest), .unknownSource(_, let nearest),
      .unknownFormat(_, let nearest),
      .unknownValidator(_, let nearest):
      source.nearestFixes(nearest, span)
    case .duplicateKey(let key):
      [
        Fix(
          title: Saying(.renameTo, (.name, .text(unusedKey(like: key)))), span: span,
          text: TextFixes.quoted(unusedKey(like: key)), isPreferred: false)
      ]
    case .duplicatePath, .crossedPath: movingValue()
    case .fieldInList(_, Property.Name.key.rawValue, let list):
      [Fix(title: Saying(.askList), span: span, text: TextFixes.quoted(list), isPreferred: false)]
    case .fieldInList(_, let property, _):
      Property.Name(rawValue: property)?.isExpression == true
        ? source.gatheringFixes(span) : removalOfLink(property, span)
    case .fieldNotInList(_, let nearest), .unknownList(_, let nearest):
      source.nearestFixes(nearest, span)
    case .missingPath(let name): removalOfMember(name, span)
    case .correctedAutofill: uncorrecting()
    case .emptyRule, .emptyCondition, .duplicateGroup, .emptyKey, .crowdedRule, .incomparableField,
      .crowdedCondition, .pathInList, .stepWithoutSize, .crossedLimits, .tooMuch, .uncheckedRecord:
      []
    }
  }

  /// Every word of a small closed set, where none is near.
  private func allWords(_ property: String, _ span: Range<Int>) -> [Fix] {
    let row = Section.allCases.lazy.compactMap {
      PropertyTable.property(named: property.utf8.span, in: $0)
    }.first
    guard case .word(let words) = row?.shape, words.count <= 5 else { return [] }
    return words.map {
      Fix(
        title: Saying(.changeTo, (.value, .text("\"\($0.name)\""))), span: span,
        text: TextFixes.quoted($0.name),
        isPreferred: false)
    }
  }

  /// Takes out a neighbour that does not exist.
  private func removalOfLink(_ property: String, _ span: Range<Int>) -> [Fix] {
    guard let name = Property.Name(rawValue: property), name == .previous || name == .next else {
      return []
    }
    return removalOfMember(name, span)
  }

  /// Takes out a property with the value that stands somewhere.
  private func removalOfMember(_ name: Property.Name, _ span: Range<Int>) -> [Fix] {
    guard let value = source.node(at: span), 0 < value else { return [] }
    return source.removal(
      of: tree[value - 1].span, title: Saying(.remove, (.property, .text(name.rawValue))))
  }

  /// A path as it was meant.
  private func pathFixes(
    for text: String, _ problem: RecordPath.Problem, _ span: Range<Int>
  ) -> [Fix] {
    switch problem {
    case .noSlash, .tilde: source.nearestFixes(JSONPointer.mended(text), span)
    case .empty: removalOfMember(.path, span)
    case .tooManySteps: []
    }
  }

  /// Has the value stand at a path that nothing else stands at.
  private func movingValue() -> [Fix] {
    guard let definition, let key = tree.value(of: Property.Name.key.rawValue, in: 0),
      let whole = document.steps(of: definition.mentions),
      let own = definition.path ?? definition.key.map({ [$0] }), let last = own.last
    else { return [] }
    let object = whole.dropLast(own.count)
    func moved(_ name: String) -> [String] { own.dropLast() + [name] }
    let name = unused(like: last) { document.isTaken(object + moved($0)) }
    let path = JSONPointer.path(moved(name))
    let title = Saying(.changePath, (.path, .text(path)))
    if let written = tree.value(of: Property.Name.path.rawValue, in: 0) {
      return [
        Fix(
          title: title, span: tree[written].span, text: TextFixes.quoted(path), isPreferred: false)
      ]
    }
    let end = tree[key].span.upperBound
    return [
      Fix(
        title: title, span: end..<end,
        text: ", \"\(Property.Name.path.rawValue)\": \(TextFixes.quoted(path))", isPreferred: false)
    ]
  }

  /// Puts a missing property first in its object, spaced as the one that was first is.
  private func addition(of name: Property.Name, _ section: Section, _ span: Range<Int>) -> [Fix] {
    guard let object = tree.nodes.indices.first(where: { tree[$0].start == span.lowerBound }),
      tree[object].kind == .object
    else { return [] }
    let value: String =
      switch (section, name) {
      case (.field, .key): TextFixes.quoted(unusedKey(like: "field"))
      case (.group, .key): TextFixes.quoted("group")
      case (.field, .kind): TextFixes.quoted(FieldKind.entry.rawValue)
      case (.document, .fields): "[]"
      case (.requirement, .when): "{}"
      default: TextFixes.quoted("")
      }
    let place = span.lowerBound + 1
    let isEmpty = Int(tree[object].subtreeEnd) == object + 1
    let first = isEmpty ? place : tree[object + 1].span.lowerBound
    let space = tree.text(place..<max(place, first))
    let isSpaced = tree.byte(at: place)?.isJSONSpace ?? false
    let isBlank = !space.isEmpty && space.allSatisfy { $0.isJSONSpace }
    let lead = isBlank ? String(decoding: space, as: UTF8.self) : " "
    let text = "\(lead)\"\(name.rawValue)\": \(value)" + (!isEmpty ? "," : isSpaced ? "" : " ")
    return [
      Fix(title: Saying(.add, (.property, .text(name.rawValue))), span: place..<place, text: text)
    ]
  }

  private func uncorrecting() -> [Fix] {
    guard let index = tree.value(of: Property.Name.autocorrection.rawValue, in: 0) else {
      return []
    }
    return [
      Fix(
        title: Saying(.turnAutocorrectionOff), span: tree[index].span, text: TextFixes.quoted("no"))
    ]
  }

  /// A key that no field has: the same, or the same with a number behind it, the next one where
  /// the numbers up to it are all in use.
  private func unusedKey(like key: String) -> String {
    unused(like: key) { document.index.field($0) != nil }
  }

  private func unused(like name: String, _ isUsed: (String) -> Bool) -> String {
    guard isUsed(name) else { return name }
    // In steps that double, then halves between: a thousand mistakes may ask in a thousand fields.
    var (used, unused) = (1, 2)
    while isUsed("\(name)\(unused)") { (used, unused) = (unused, 2 * unused) }
    while used + 1 < unused {
      let middle = (used + unused) / 2
      if isUsed("\(name)\(middle)") { used = middle } else { unused = middle }
    }
    return "\(name)\(unused)"
  }
}

extension Fixes {
  private var draftFixes: DraftFixes? {
    guard let definition else { return nil }
    return DraftFixes(tree: tree, node: reading?.draftNode, definition: definition, empty: "\"\"") {
      TextFixes.quoted($0)
    }
  }
}
