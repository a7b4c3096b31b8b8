/// Why a validation closure refused a value.
public enum ValidationError: Error, Equatable, Sendable {
  /// Refused, with something to show.
  case errorWithMessage(String)
  /// Refused, with nothing to show.
  case otherError
}

/// What a validation closure found out about a value.
public typealias ValidationResult = Result<Void, ValidationError>

/// A check that a program brings along, called by its name in a document.
///
/// It gets the draft, nil when the field is empty, and calls the completion exactly once, at once
/// or later and from any thread. An answer to a draft that has changed since is dropped.
public typealias ValidationClosure =
  @Sendable (_ value: String?, _ completion: @escaping @Sendable (ValidationResult) -> Void) -> Void

/// A validator's answer as a value that can be compared and replayed.
package enum ValidationAnswer: Equatable, Sendable {
  case accepted
  case refused(message: String?)
  /// It has not answered in time.
  case unanswered

  package init(_ result: ValidationResult) {
    switch result {
    case .success: self = .accepted
    case .failure(.errorWithMessage(let message)): self = .refused(message: message)
    case .failure(.otherError): self = .refused(message: nil)
    }
  }
}
