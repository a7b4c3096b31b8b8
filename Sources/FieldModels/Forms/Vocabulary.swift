/// The names from outside the document that it may use.
package struct Vocabulary: Equatable, Sendable {
  /// The names of the registered validators.
  package var validators: Set<String>
  /// The names of autofill sources beside the document's own.
  package var autofillSources: Set<String>

  package init(validators: Set<String> = [], autofillSources: Set<String> = []) {
    self.validators = validators
    self.autofillSources = autofillSources
  }
}
