import FieldModels

/// The names of AWX that ask nothing of answers.
enum AWXNames {
  /// The key under which `presentation` has what only AWX knows.
  static let format = "awx"
  /// What a question may have besides that asks for nothing, or not in a question of its type.
  static let unasking: Set<String> = [
    "choices", "default", "formattedChoices", "max", "min", "new_question",
  ]
  /// What stands for the password that is stored, of whatever length that is.
  static let stored = "$encrypted$"
  static let noneStored = "No password is stored that this could stand for"
  static let storedLength = WholeNumber(stored.unicodeScalars.count)
}
