import FieldModels

/// How much an import makes of a form, whatever its format; what is beyond is told.
enum ConversionLimit {
  /// The fields of a form: some hundred times those of a large one, and still made within a second.
  static let fields = 10_000
  /// What is told of a question for which there is none any more.
  static let tooManyFields = "More fields than a form is made of"
  /// The rows of all pickers together: a list stands once in a source, and may be that of every question.
  static let rows = 200_000
  /// What is told of a question whose rows are not taken any more.
  static let tooManyRows =
    "More rows in all than a form is made of; the field takes a text, and any other value is taken"
}
