import FieldModels

/// What would mend a finding, by its problem.
///
/// Pure: a tree and a finding in, edits out.
struct Fixes {
  let tree: JSONTree
  let definition: FieldDefinition?
  let document: FieldDocument

  /// A change that mends a finding.
  typealias Fix = CodeActions.Fix

  func fixes(for finding: Finding) -> [Fix] {
    switch finding.problem {
    case .text(let problem): textFixes(problem, finding.span)
    case .form(let problem): formFixes(problem, finding.span)
    // A document has no records in it.
    case .record: []
    case .draft(let problem, _): draftFixes(problem)
    }
  }

  private func textFixes(_ problem: TextProblem, _ span: Range<Int>) -> [Fix] {
    switch problem {
    case .syntax(let kind): syntaxFixes(kind, span)
    case .unknownProperty(_, _, let nearest):
      nearestFixes(nearest, span) + removal(of: span, title: "Remove the property")
    case .unsupportedProperty(let name, _, _), .duplicateProperty(let name):
      removal(of: span, title: "Remove `\(name)`")
    case .missingProperty(let name, let section): addition(of: name, section, span)
    case .unknownWord(_, _, let nearest?): nearestFixes(nearest, span)
    case .unknownWord(_, let property, nil): allWords(property, span)
    case .wrongType(_, _, let takesText): takesText ? quoting(span) : unquoting(span)
    case .invalidPath(let text, let problem): pathFixes(for: text, problem, span)
    case .notADocument, .outOfRange, .invalidPattern, .invalidDate, .invalidDatePattern,
      .invalidColor, .invalidTimeZone:
      []
    }
  }

  private func formFixes(_ problem: FormProblem, _ span: Range<Int>) -> [Fix] {
    switch problem {
    case .unknownField(_, let property, let nearest):
      nearestFixes(nearest, span) + removalOfLink(property, span)
    case .unknownGroup(_, let nearest), .unknownSource(_, let nearest),
      .unknownFormat(_, let nearest),
      .unknownValidator(_, let nearest):
      nearestFixes(nearest, span)
    case .duplicateKey(let key):
      [
        Fix(
          title: "Rename to \"\(unusedKey(like: key))\"", span: span,
          text: quoted(unusedKey(like: key)), isPreferred: false)
      ]
    case .duplicatePath, .crossedPath: movingValue()
    case .missingPath(let name): removalOfMember(name, span)
    case .correctedAutofill: uncorrecting()
    case .emptyRule, .emptyCondition, .duplicateGroup, .emptyKey, .crowdedRule, .incomparableField,
      .crowdedCondition, .stepWithoutSize, .crossedLimits, .tooMuch, .uncheckedRecord:
      []
    }
  }

  private func nearestFixes(_ nearest: String?, _ span: Range<Int>) -> [Fix] {
    nearest.map { [Fix(title: "Change to \"\($0)\"", span: span, text: quoted($0))] } ?? []
  }

  private func syntaxFixes(_ kind: JSONProblem.Kind, _ span: Range<Int>) -> [Fix] {
    let end = span.upperBound..<span.upperBound
    switch kind {
    case .missingComma: return [Fix(title: "Insert a comma", span: end, text: ",")]
    case .missingColon:
      let isSpaced = tree.byte(at: end.lowerBound)?.isJSONSpace ?? false
      return [Fix(title: "Insert a colon", span: end, text: isSpaced ? ":" : ": ")]
    case .extraComma, .trailingComma: return [Fix(title: "Remove the comma", span: span, text: "")]
    case .missingClose(let byte):
      let sign = String(Character(Unicode.Scalar(byte)))
      return [Fix(title: "Insert \(sign)", span: end, text: sign)]
    case .strayClose: return [Fix(title: "Remove it", span: span, text: "")]
    case .unterminatedString: return [Fix(title: "Close the string", span: end, text: "\"")]
    case .comment: return [Fix(title: "Remove the comment", span: span, text: "")]
    case .singleQuotes: return requoting(span)
    case .unexpectedWord: return isBetweenQuotes(span) ? [] : quoting(span)
    case .emptyText, .unexpectedCharacter, .controlCharacter, .invalidEscape, .loneSurrogate,
      .invalidUTF8, .malformedNumber, .unterminatedComment, .missingValue, .trailingContent,
      .tooDeep:
      return []
    }
  }

  /// Double quotes in the place of single ones.
  ///
  /// The text between them stays as it is and is not quoted: it may be a secure draft.
  private func requoting(_ span: Range<Int>) -> [Fix] {
    let text = tree.text(span)
    guard span.count >= 2, text.last == UInt8(ascii: "'"), !text.contains(UInt8(ascii: "\""))
    else { return [] }
    let first = span.lowerBound..<(span.lowerBound + 1)
    let last = (span.upperBound - 1)..<span.upperBound
    return [Fix(title: "Use double quotes", edits: [TextEdit(first, "\""), TextEdit(last, "\"")])]
  }

  /// A word that has a quote at its side lost another one elsewhere.
  private func isBetweenQuotes(_ span: Range<Int>) -> Bool {
    let quote = UInt8(ascii: "\"")
    return tree.byte(at: span.lowerBound - 1) == quote
      || tree.byte(at: span.upperBound) == quote
  }

  /// Quotes around a word or number where text is meant.
  private func quoting(_ span: Range<Int>) -> [Fix] {
    guard let index = node(at: span) else { return [] }
    switch tree[index].kind {
    case .number, .true, .false, .invalid: break
    case .null, .string, .array, .object, .missing: return []
    }
    let start = span.lowerBound..<span.lowerBound
    let end = span.upperBound..<span.upperBound
    return [
      Fix(title: "Put it in double quotes", edits: [TextEdit(start, "\""), TextEdit(end, "\"")])
    ]
  }

  /// Every word of a small closed set, where none is near.
  private func allWords(_ property: String, _ span: Range<Int>) -> [Fix] {
    let row = Section.allCases.lazy.compactMap {
      PropertyTable.property(named: property.utf8.span, in: $0)
    }.first
    guard case .word(let words) = row?.shape, words.count <= 5 else { return [] }
    return words.map {
      Fix(title: "Change to \"\($0.name)\"", span: span, text: quoted($0.name), isPreferred: false)
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
    guard let value = node(at: span), 0 < value else { return [] }
    return removal(of: tree[value - 1].span, title: "Remove `\(name.rawValue)`")
  }

  /// A path as it was meant.
  private func pathFixes(
    for text: String, _ problem: RecordPath.Problem, _ span: Range<Int>
  ) -> [Fix] {
    switch problem {
    case .noSlash, .tilde: nearestFixes(JSONPointer.mended(text), span)
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
    let title = "Change the path to \"\(path)\""
    if let written = tree.value(of: Property.Name.path.rawValue, in: 0) {
      return [Fix(title: title, span: tree[written].span, text: quoted(path), isPreferred: false)]
    }
    let end = tree[key].span.upperBound
    return [
      Fix(
        title: title, span: end..<end,
        text: ", \"\(Property.Name.path.rawValue)\": \(quoted(path))", isPreferred: false)
    ]
  }

  /// A number, true or false that was put in quotes.
  private func unquoting(_ span: Range<Int>) -> [Fix] {
    guard let index = node(at: span), let text = tree.string(index) else { return [] }
    let isPlain =
      text == "true" || text == "false" || JSONReader.isNumber(text.utf8.span)
    return isPlain ? [Fix(title: "Write \(text) without quotes", span: span, text: text)] : []
  }

  /// Takes a member out, with the comma that held it.
  private func removal(of name: Range<Int>, title: String) -> [Fix] {
    guard let key = node(at: name) else { return [] }
    let span = tree.spanToRemove(member: key)
    return [Fix(title: title, span: span, text: "", isPreferred: false)]
  }

  /// Puts a missing property first in its object, spaced as the one that was first is.
  private func addition(of name: Property.Name, _ section: Section, _ span: Range<Int>) -> [Fix] {
    guard let object = tree.nodes.indices.first(where: { tree[$0].start == span.lowerBound }),
      tree[object].kind == .object
    else { return [] }
    let value: String =
      switch (section, name) {
      case (.field, .key): quoted(unusedKey(like: "field"))
      case (.group, .key): quoted("group")
      case (.field, .kind): quoted(FieldKind.entry.rawValue)
      case (.document, .fields): "[]"
      case (.requirement, .when): "{}"
      default: quoted("")
      }
    let place = span.lowerBound + 1
    let isEmpty = Int(tree[object].subtreeEnd) == object + 1
    let first = isEmpty ? place : tree[object + 1].span.lowerBound
    let space = tree.text(place..<max(place, first))
    let isSpaced = tree.byte(at: place)?.isJSONSpace ?? false
    let isBlank = !space.isEmpty && space.allSatisfy(\.isJSONSpace)
    let lead = isBlank ? String(decoding: space, as: UTF8.self) : " "
    let text = "\(lead)\"\(name.rawValue)\": \(value)" + (!isEmpty ? "," : isSpaced ? "" : " ")
    return [Fix(title: "Add `\(name.rawValue)`", span: place..<place, text: text)]
  }

  private func uncorrecting() -> [Fix] {
    guard let index = tree.value(of: Property.Name.autocorrection.rawValue, in: 0) else {
      return []
    }
    return [Fix(title: "Turn autocorrection off", span: tree[index].span, text: quoted("no"))]
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

  private func node(at span: Range<Int>) -> Int? {
    tree.nodes.indices.first { tree[$0].span == span }
  }

  private func quoted(_ text: String) -> String { "\"\(JSONString.escaped(text))\"" }
}

extension Fixes {
  private func draftFixes(_ problem: DraftProblem) -> [Fix] {
    var fixes: [Fix] = []
    switch problem {
    case .tooLong(_, let limit, let unit): fixes = truncation(limit, unit)
    case .notAChoice(let nearest):
      if let nearest, let span = draftSpan { fixes = nearestFixes(nearest, span) }
    case .rangeUnderflow(let limit, false), .rangeOverflow(let limit, false):
      fixes = replacement(by: limit)
    case .notADate: fixes = dateFromDisplay()
    case .chosenTwice: fixes = choosingOnce()
    case .valueMissing, .tooShort, .tooFewRows, .tooManyRows, .typeMismatch, .patternMismatch,
      .rangeUnderflow, .rangeOverflow, .stepMismatch, .notANumber,
      .numberTooLarge, .integerTooLarge, .notAnInteger, .notABoolean,
      .disabledChoice, .notOneOf, .notEqual, .refused, .unanswered, .setByHand:
      break
    }
    return fixes + clearing()
  }

  private var draftNode: Int? {
    guard let definition else { return nil }
    return tree.value(of: definition.checkedKind == .date ? "date" : "text", in: 0)
  }

  private var draftSpan: Range<Int>? { draftNode.map { tree[$0].span } }

  /// Deletes what is too much, so that nothing of a draft stands in the edit.
  private func truncation(_ limit: Int, _ unit: LengthUnit) -> [Fix] {
    guard let node = draftNode, let draft = tree.string(node) else { return [] }
    let kept = unit.prefix(of: draft, count: limit)
    let content = tree.contentSpan(node)
    let start =
      content.lowerBound
      + JSONString.sourceOffset(ofUTF8: kept.utf8.count, in: tree.text(content))
    return [
      Fix(title: "Truncate to \(unit.amount(limit))", span: start..<content.upperBound, text: "")
    ]
  }

  /// The limit itself, where the limit is a value and not the name of another field.
  private func replacement(by limit: String) -> [Fix] {
    guard let span = draftSpan, let definition else { return [] }
    let isValue =
      definition.checkedKind == .date
      ? (try? DateValue.parse(limit, mode: definition.mode).get()) != nil
      : Decimal(limit) != nil
    guard isValue else { return [] }
    return [Fix(title: "Change to \(limit)", span: span, text: quoted(limit), isPreferred: false)]
  }

  /// Takes rows out of the list that are in it before, so that nothing of a draft stands in the
  /// edits.
  private func choosingOnce() -> [Fix] {
    guard let node = draftNode else { return [] }
    var known = Set<String>()
    var end = tree[node].span.lowerBound + 1
    var edits: [TextEdit] = []
    for row in tree.elements(of: node) {
      let span = tree[row].span
      if let text = tree.string(row), !known.insert(text).inserted {
        edits.append(TextEdit(end..<span.upperBound, ""))
      }
      end = span.upperBound
    }
    return edits.isEmpty ? [] : [Fix(title: "Choose each row once", edits: edits)]
  }

  /// A date written as it is shown.
  private func dateFromDisplay() -> [Fix] {
    guard let definition, !definition.isSecure, let span = draftSpan else { return [] }
    let patterns =
      definition.datePattern.map { [$0] } ?? DatePattern.standards(for: definition.mode)
    let dates = patterns.compactMap {
      $0.parse(definition.draft.text, mode: definition.mode, in: definition.dateNames)
    }
    guard let date = dates.first else { return [] }
    return [Fix(title: "Change to \(date)", span: span, text: quoted(date.description))]
  }

  private func clearing() -> [Fix] {
    guard let node = draftNode, tree[node].kind == .string else { return [] }
    return [Fix(title: "Clear the field", span: tree[node].span, text: "\"\"", isPreferred: false)]
  }
}
