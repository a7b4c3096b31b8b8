/// What a form says of a record.
package struct RecordVerdict: Equatable, Sendable {
  /// In the order of the form; behind them, in the order of the record, what no field has.
  package var problems: [Problem] = []
  /// The validators that would have to be asked and were not, each once.
  package var uncheckedValidators: [String] = []

  /// Where a record in which something is wrong has values of secure fields.
  package var secretSpans: [Range<Int>] = []

  /// Something that is wrong with a record.
  package struct Problem: Equatable, Sendable {
    /// The field that it is about, where it is about one.
    package var key: String?
    /// Where the value is, or would be, as a JSON pointer (RFC 6901) into the record.
    package var path: String
    /// Its span counts from the base of the record's tree: that of the value, of the key that
    /// stands for nothing, or of the record that lacks it.
    package var finding: Finding
    /// A number that the same judge gives to what is said in the same words of the same field, where
    /// it has said that before; the span aside it says nothing else then.
    package var saying: Int?

    package init(key: String?, path: String, finding: Finding, saying: Int? = nil) {
      self.key = key
      self.path = path
      self.finding = finding
      self.saying = saying
    }
  }

  /// A submission could commit the record, as far as was checked.
  package var isValid: Bool { !problems.contains { $0.finding.severity == .error } }
}
