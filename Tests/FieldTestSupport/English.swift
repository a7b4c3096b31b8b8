package import FieldModels

/// What tests compare is said in English.
extension Finding {
  package var message: String { message(in: .english) }
}

extension Finding.Problem {
  package var message: String { message(in: .english) }
}

extension DateProblem {
  package var message: String { Wording.english.text(saying) }
}

extension Format {
  package var message: String { Wording.english.text(phrase) }
}
