import FieldModels

/// What would mend the content of a field, where it stands as a draft or as the value of one.
struct DraftFixes {
  let tree: JSONTree
  /// The node of the content, where it is written.
  let node: Int?
  let definition: FieldDefinition
  /// What stands for an empty field, where that can be written in the place of any other.
  let empty: String?
  /// A draft as it is to be written.
  let written: (String) -> String

  /// A change that mends a finding.
  typealias Fix = CodeActions.Fix

  func fixes(for problem: DraftProblem) -> [Fix] {
    var fixes: [Fix] = []
    switch problem {
    case .tooLong(_, let limit, let unit): fixes = truncation(limit, unit)
    case .notAChoice(let nearest, let choices): fixes = choosing(nearest, among: choices)
    case .rangeUnderflow(let limit, false), .rangeOverflow(let limit, false):
      fixes = replacement(by: limit)
    case .notADate: fixes = dateFromDisplay()
    case .chosenTwice: fixes = choosingOnce()
    case .valueMissing, .tooShort, .tooFewRows, .tooManyRows, .typeMismatch, .patternMismatch,
      .rangeUnderflow, .rangeOverflow, .stepMismatch, .notANumber, .unclearNumber,
      .numberTooLarge, .integerTooLarge, .integerTooLow, .notAnInteger, .notABoolean, .notJSON,
      .disabledChoice, .notAlone, .notOneOf, .notEqual, .notTrue, .schemaMismatch, .notUnique,
      .refused,
      .checkFailed,
      .unanswered, .setByHand:
      break
    }
    return fixes + clearing()
  }

  private var span: Range<Int>? { node.map { tree[$0].span } }

  /// Deletes what is too much, so that nothing of a draft stands in the edit.
  private func truncation(_ limit: WholeNumber, _ unit: LengthUnit) -> [Fix] {
    guard let node, let draft = tree.string(node) else { return [] }
    let kept = unit.prefix(of: draft, count: Int(clamping: limit))
    let content = tree.contentSpan(node)
    let start =
      content.lowerBound
      + JSONString.sourceOffset(ofUTF8: kept.utf8.count, in: tree.text(content))
    return [
      Fix(
        title: Saying(.truncateTo, (.amount, .amount(limit, unit))),
        span: start..<content.upperBound, text: "")
    ]
  }

  /// The limit itself, where the limit is a value and not the name of another field.
  private func replacement(by limit: String) -> [Fix] {
    guard let span else { return [] }
    let isValue =
      definition.checkedKind == .date
      ? (try? DateValue.parse(limit, mode: definition.mode).get()) != nil
      : Decimal(limit) != nil
    guard isValue else { return [] }
    return [
      Fix(
        title: Saying(.changeTo, (.value, .text(limit))), span: span, text: written(limit),
        isPreferred: false)
    ]
  }

  /// How many rows are offered beside the one that is near to what is written.
  private static let offeredRowLimit = 10

  /// Chooses the row that is near to what is written, or another one of a few.
  private func choosing(_ nearest: String?, among offered: [String]) -> [Fix] {
    guard let node, let span, !definition.isSecure else { return [] }
    let isOne = tree[node].kind != .array && tree[node].kind != .object
    // Who found out which rows are offered has named the first of them.
    let rows =
      definition.hasConditionalRows
      ? offered : definition.choices.lazy.filter { $0.canBeChosen }.map { $0.text }
    let others = isOne ? rows.filter { $0 != nearest }.prefix(Self.offeredRowLimit) : []
    return ((nearest.map { [$0] } ?? []) + others).map { text in
      Fix(
        title: Saying(.changeTo, (.value, .text("\"\(text)\""))), span: span,
        text: written(text), isPreferred: text == nearest)
    }
  }

  /// Takes rows out of the list that are in it before, so that nothing of a draft stands in the
  /// edits.
  private func choosingOnce() -> [Fix] {
    guard let node else { return [] }
    var known = Set<String>()
    var end = tree[node].span.lowerBound + 1
    var edits: [TextEdit] = []
    for row in tree.elements(of: node) {
      let span = tree[row].span
      if !known.insert(tree.string(row) ?? tree.source(row)).inserted {
        edits.append(TextEdit(end..<span.upperBound, ""))
      }
      end = span.upperBound
    }
    return edits.isEmpty ? [] : [Fix(title: Saying(.chooseOnce), edits: edits)]
  }

  /// A date written as it is shown.
  private func dateFromDisplay() -> [Fix] {
    guard !definition.isSecure, let span else { return [] }
    let patterns =
      definition.datePattern.map { [$0] }
      ?? DatePattern.standards(for: definition.mode, locale: definition.locale)
    let dates = patterns.compactMap {
      $0.parse(definition.draft.text, mode: definition.mode, in: definition.dateNames(for: nil))
    }
    guard let date = dates.first else { return [] }
    return [
      Fix(
        title: Saying(.changeTo, (.value, .text(date.description))), span: span,
        text: written(date.description))
    ]
  }

  private func clearing() -> [Fix] {
    guard let empty, let node, tree[node].kind == .string else { return [] }
    return [Fix(title: Saying(.clearField), span: tree[node].span, text: empty, isPreferred: false)]
  }
}
