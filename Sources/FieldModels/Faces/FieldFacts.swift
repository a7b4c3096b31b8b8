/// What a front end can show of a field, worked out from its definition and state; nothing here is
/// stored anywhere.
package struct FieldFacts: Equatable, Sendable {
  package var look: FieldLook
  package var isPending: Bool
  package var isActive: Bool
  /// The draft's length and the greatest one, where there is a limit.
  package var counter: FieldCounter?
  /// The errors that block, in the order of the rules.
  package var errors: [String]
  /// What stands below the field: the helper, and behind it the first error's message.
  package var helper: String?

  /// `helper - message`, or whichever there is.
  package static func composed(_ helper: String?, _ message: String?) -> String? {
    guard let helper, !helper.isEmpty else { return message }
    return message.map { "\(helper) - \($0)" } ?? helper
  }
}

extension FieldDefinition {
  /// The facts of the field in a state, with these findings, said to whoever reads them.
  package func facts(
    in state: FieldState?, _ findings: [Finding], _ wording: Wording
  ) -> FieldFacts {
    var counter: FieldCounter?
    if let limit = maxLength {
      let count = lengthUnit.count(in: draft.text)
      counter = FieldCounter(count: count, limit: limit, unit: lengthUnit)
    }
    var errors: [String] = []
    var shown: String?
    for finding in findings where finding.severity == .error {
      guard case .draft(let problem, let words) = finding.problem else { continue }
      let message = words ?? problem.message(in: wording)
      errors.append(message)
      // A refusal without a message is an error with nothing to show.
      if case .refused(_, nil) = problem, words == nil { continue }
      shown = shown ?? message
    }
    // An untouched field has no state, but it may be wrong from the beginning.
    let isWrong = !errors.isEmpty && initialLook != .disabled
    return FieldFacts(
      look: state?.look ?? (isWrong ? .error : initialLook),
      isPending: state?.isPending ?? false, isActive: state?.isActive ?? false, counter: counter,
      errors: errors, helper: FieldFacts.composed(helper, shown))
  }
}

extension FieldDocument {
  /// The facts of a field.
  package func facts(of id: FieldID, _ reading: FieldReading) -> FieldFacts {
    let findings = locate(id)?.slice.findings ?? []
    guard id.isInEntry else { return reading.definition.facts(in: states[id], findings, wording) }
    // Those of the other fields of the entry stand elsewhere.
    let own = findings.filter {
      $0.isAboutDraft && reading.draftNode != nil && $0.span == reading.draftPlace
    }
    return reading.definition.facts(in: states[id], own, wording)
  }
}

/// A draft's length against its limit: `5/8`.
public struct FieldCounter: Equatable, Sendable {
  /// The length of the draft, in `unit`.
  public var count: Int
  /// The greatest length, in `unit`.
  public var limit: WholeNumber
  /// What is counted.
  public var unit: LengthUnit

  /// As it is shown.
  public var text: String { "\(count)/\(limit)" }
}
