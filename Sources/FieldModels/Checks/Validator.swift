/// Why a validation closure did not accept a value.
public enum ValidationError: Error, Equatable, Sendable {
  /// Refused, with something to show.
  case errorWithMessage(String)
  /// Refused, with nothing to show.
  case otherError
  /// The value could not be checked, for a reason in words, since a database is down for example. The field
  /// is told as one that could not be checked, and commits nothing.
  case notChecked(reason: String)
}

/// What a validation closure found out about a value.
public typealias ValidationResult = Result<Void, ValidationError>

/// A check of a draft alone.
///
/// It gets the draft, nil when the field is empty, and calls the completion exactly once, at once
/// or later and from any thread. An answer to a draft that has changed since is dropped.
public typealias ValidationClosure =
  @Sendable (_ value: String?, _ completion: @escaping @Sendable (ValidationResult) -> Void) -> Void

/// A check of a draft beside those of other fields; it answers as a `ValidationClosure` does.
public typealias FormValidationClosure =
  @Sendable (
    _ request: ValidationRequest, _ completion: @escaping @Sendable (ValidationResult) -> Void
  ) -> Void

/// What a validator is asked about: the draft of a field, and those beside it.
public struct ValidationRequest: Equatable, Sendable {
  /// The key of the field; empty where it has none.
  public let key: String

  /// The draft to judge, nil when the field is empty; several rows are joined by ", ".
  public let value: String?

  /// The drafts of other fields, by their keys: of all in a form of up to 100 fields, in a larger
  /// one of those that the field's rules mention; never of a secure field.
  public let values: [String: Draft]

  package init(key: String, value: String?, values: [String: Draft] = [:]) {
    self.key = key
    self.value = value
    self.values = values
  }
}

/// A check that a program brings along, called by its name in a document.
package struct Validator: Sendable {
  /// It wants to know the drafts of other fields.
  package let seesForm: Bool

  private let closure: FormValidationClosure

  /// A validator that judges a draft by itself.
  package init(_ closure: @escaping ValidationClosure) {
    seesForm = false
    self.closure = { request, completion in closure(request.value, completion) }
  }

  /// A validator that judges a draft beside those of other fields.
  package init(ofForm closure: @escaping FormValidationClosure) {
    seesForm = true
    self.closure = closure
  }

  /// The validators of a program by name; where two have one, the one that sees the form is meant.
  package static func all(
    _ closures: [String: ValidationClosure], _ formClosures: [String: FormValidationClosure]
  ) -> [String: Validator] {
    var validators = closures.mapValues { Validator($0) }
    validators.overwrite(with: formClosures.mapValues { Validator(ofForm: $0) })
    return validators
  }

  /// Asks it; it answers by the completion, once, now or later, from any thread.
  package func judge(
    _ request: ValidationRequest, completion: @escaping @Sendable (ValidationResult) -> Void
  ) {
    closure(request, completion)
  }
}

/// A validator's answer as a value that can be compared and replayed.
package enum ValidationAnswer: Equatable, Sendable {
  case accepted
  case refused(message: String?)
  /// It could not check the value, for a reason in words of its own, if it gave any.
  case failed(reason: String?)
  /// It has not answered in time.
  case unanswered

  package init(_ result: ValidationResult) {
    switch result {
    case .success: self = .accepted
    case .failure(.errorWithMessage(let message)): self = .refused(message: message)
    case .failure(.otherError): self = .refused(message: nil)
    case .failure(.notChecked(let reason)): self.init(failure: reason)
    }
  }

  /// A check that has failed, with the reason as it is told: on one line, and no longer than a name.
  package init(failure reason: String) {
    let words = reason.unicodeScalars.split {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
    }
    let line = words.map { String($0) }.joined(separator: " ").abridged
    self = .failed(reason: line.isEmpty ? nil : line)
  }

  /// What is said in words of the validator.
  package var words: String? {
    switch self {
    case .refused(let words), .failed(let words): words
    case .accepted, .unanswered: nil
    }
  }

  /// The same without these words.
  package var wordless: Self {
    switch self {
    case .refused: .refused(message: nil)
    case .failed: .failed(reason: nil)
    case .accepted, .unanswered: self
    }
  }
}
