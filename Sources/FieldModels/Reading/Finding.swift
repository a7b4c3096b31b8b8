/// Something to tell about a document: what, where, how much it matters.
///
/// A finding is data; its words are made last, by `message`, for whoever reads them, and two findings are never told apart by their words.
package struct Finding: Equatable, Sendable {
  package var problem: Problem
  package var severity: Severity
  /// Bytes, relative to the part of the document that the finding belongs to.
  package var span: Range<Int>
  /// Other fields that have to do with it.
  package var related: [Related] = []

  package init(_ problem: Problem, _ severity: Severity, at span: Range<Int>) {
    self.problem = problem
    self.severity = severity
    self.span = span
  }

  /// Another field, and what it has to do with the finding.
  package struct Related: Equatable, Sendable {
    package var field: FieldID
    package var saying: Saying

    package init(_ field: FieldID, _ saying: Saying) {
      self.field = field
      self.saying = saying
    }
  }

  /// Everything that can be wrong with a document or a draft.
  package enum Problem: Equatable, Sendable {
    /// The text is not what a field document may hold.
    case text(TextProblem)
    /// The form can't work as it is stated.
    case form(FormProblem)
    /// A record of values is not what a submission of its form would commit.
    case record(RecordProblem)
    /// The content of a field fails a rule, in the rule's own words or those of the failure.
    case draft(DraftProblem, words: String?)
  }
}

extension Finding.Problem {
  /// What is wrong and, where it helps, what would be right.
  package func message(in wording: Wording) -> String {
    switch self {
    case .text(let problem): wording.text(problem.saying)
    case .form(let problem): wording.text(problem.saying)
    case .record(let problem): problem.message(in: wording)
    case .draft(let problem, let words): words ?? problem.message(in: wording)
    }
  }

  /// The name of the problem for programs; stable.
  package var code: String {
    switch self {
    case .text(let problem): problem.code
    case .form(let problem): problem.code
    case .record(let problem): problem.code
    case .draft(let problem, _): problem.code.rawValue
    }
  }

  /// The values in the message, by name, so that a client can say it in its own words.
  package var parameters: [JSONValue.Member] {
    switch self {
    case .text(let problem): problem.parameters
    case .form(let problem): problem.parameters
    case .record(let problem): problem.parameters
    case .draft(let problem, _): problem.parameters
    }
  }

  /// A page about the problem: its section on a page of codes, where the address of one is known, or
  /// the standard that the name comes from.
  package func reference(onCodesPage page: String?) -> String? {
    if let page { return Self.address(ofCode: code, on: page) }
    switch self {
    case .text(.syntax): return "https://www.rfc-editor.org/rfc/rfc8259"
    case .text, .form, .record: return nil
    case .draft(let problem, _): return problem.code.reference
    }
  }

  /// The section of a code on a page that has docs/reference/codes.md, whose headings are the codes.
  package static func address(ofCode code: String, on page: String) -> String {
    page + "#" + code.lowercased()
  }
}

extension Finding {
  package func message(in wording: Wording) -> String { problem.message(in: wording) }

  /// It is about the content of a field or a list, not about the text of the document.
  package var isAboutDraft: Bool {
    switch problem {
    case .draft, .record(.tooFewEntries), .record(.tooManyEntries): true
    case .text, .form, .record: false
    }
  }

  /// The document is a record of values, whose form is not looked up.
  var isUncheckedRecord: Bool { problem == .form(.uncheckedRecord) }

  /// What it says of a record, if it is about one.
  package var recordProblem: RecordProblem? {
    if case .record(let problem) = problem { problem } else { nil }
  }

  package static func text(
    _ problem: TextProblem, _ severity: Severity = .error, at span: Range<Int>
  ) -> Finding {
    Finding(.text(problem), severity, at: span)
  }

  package static func form(
    _ problem: FormProblem, _ severity: Severity = .error, at span: Range<Int>
  ) -> Finding {
    Finding(.form(problem), severity, at: span)
  }
}

extension Finding.Problem {
  /// Whether it leaves open which fields a form has, what their keys are, or where their values
  /// stand in records.
  package var concernsNames: Bool {
    switch self {
    case .text(let problem): problem.concernsNames
    case .form(let problem): problem.concernsNames
    case .record, .draft: false
    }
  }
}

extension TextProblem {
  fileprivate var concernsNames: Bool {
    switch self {
    case .syntax, .notADocument, .invalidPath: true
    case .wrongType(let property, _, _), .outOfRange(let property, _),
      .duplicateProperty(let property):
      Property.Name(rawValue: property)?.placesValues ?? false
    case .missingProperty(let property, _): property.placesValues
    case .unknownProperty, .unsupportedProperty, .unknownWord, .invalidPattern,
      .invalidSchema,
      .invalidExpression, .invalidDate,
      .invalidDatePattern, .invalidColor, .invalidTimeZone, .unknownPlaceholder, .brokenPlural,
      .longTemplate, .unknownLanguage, .untranslated:
      false
    }
  }
}

extension FormProblem {
  fileprivate var concernsNames: Bool {
    switch self {
    case .duplicateKey, .duplicateGroup, .emptyKey, .duplicatePath, .crossedPath, .pathInList,
      .unknownGroup, .uncheckedRecord:
      true
    case .unknownList, .fieldInList, .fieldNotInList, .missingPath, .unknownField,
      .incomparableField, .unknownSource, .unknownFormat, .unknownValidator, .emptyRule,
      .crowdedRule, .emptyCondition, .crowdedCondition, .stepWithoutSize, .crossedLimits,
      .correctedAutofill, .tooMuch:
      false
    }
  }
}

extension Property.Name {
  /// Whether it says which fields there are, or where their values stand.
  fileprivate var placesValues: Bool {
    switch self {
    case .fields, .groups, .key, .group, .path, .repeat: true
    default: false
    }
  }
}
