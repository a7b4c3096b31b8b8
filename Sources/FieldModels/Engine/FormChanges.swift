/// What has happened to a form since somebody looked last.
public struct FormChanges: Sendable {
  /// The keys of the fields that are not as they were, or that are new, in the order of the form.
  public internal(set) var fields: [String] = []
  /// The keys of fields that are gone.
  public internal(set) var removed: [String] = []
  /// The keys of the lists whose entries have come, gone or moved, or that have too few or too many.
  public internal(set) var lists: [String] = []
  /// What delegates are told, in order.
  public internal(set) var events: [FieldEvent] = []
  /// Acts that were refused after they had to wait.
  public internal(set) var refusals: [FormRefusal] = []
  /// What a submission that had to wait for validators came to.
  public internal(set) var submission: Submission?
  /// The same of a partial submission.
  public internal(set) var partialSubmission: PartSubmission?
  /// What a person has taught autofill, or taken out of it, to be kept by whoever owns the form.
  public internal(set) var learned: [AutofillChange] = []
  /// What went wrong without anybody having asked, in words: a silent autofill source.
  public internal(set) var troubles: [String] = []

  init() {}

  /// Nothing has happened.
  public var isEmpty: Bool {
    fields.isEmpty && removed.isEmpty && lists.isEmpty && events.isEmpty && refusals.isEmpty
      && submission == nil && partialSubmission == nil
      && learned.isEmpty && troubles.isEmpty
  }
}

/// What a submission came to.
public enum Submission: Equatable, Sendable {
  /// The record: the values by the keys of their fields, in the order of the form: texts, numbers,
  /// lists, as the fields say, null for what was left empty; in objects where paths say so, and in
  /// lists of objects those of entries.
  case committed([JSONValue.Member])
  /// Nothing was committed; what stands in the way, in the order of the form.
  case refused([FieldProblem])

  /// The committed value of a field without a path; of another the object that it is in.
  public subscript(key: String) -> JSONValue? { members?[key] }

  private var members: [JSONValue.Member]? {
    switch self {
    case .committed(let members): members
    case .refused: nil
    }
  }

  /// What stands at a path of the record.
  ///
  /// - Parameter path: a JSON pointer, such as `/address/city` or `/lines/0/product`
  public subscript(path path: String) -> JSONValue? {
    members.flatMap { JSONValue.object($0).value(at: path) }
  }
}

/// What a submission of what passes came to.
public struct PartSubmission: Equatable, Sendable {
  /// The values that passed, as in `Submission.committed`; none where the text of the form is broken.
  public let values: [JSONValue.Member]
  /// What is wrong with the fields that were left out, and with lists, in the order of the form.
  public let problems: [FieldProblem]

  /// The committed value of a field without a path; of another the object that it is in.
  public subscript(key: String) -> JSONValue? { values[key] }

  /// What stands at a path of the values.
  ///
  /// - Parameter path: a JSON pointer, such as `/address/city` or `/lines/0/product`
  public subscript(path path: String) -> JSONValue? { JSONValue.object(values).value(at: path) }
}
