/// What was said of wrong values, which come again and again.
///
/// A value has one place in it, by its bytes, and the one that came last is there: so it does not grow,
/// and nobody can make it slow. Values that come once leave no more than their hash.
struct RecordSayings: Sendable {
  private var entries: [Entry?] = []
  /// What came last to each place, by the hash of the field and the value.
  private var hashes: [UInt64] = []
  /// What was said last of a field, which has one place by its number: most fields are wrong in one way,
  /// whatever the value.
  private var latest: [Latest?] = []
  private var count = 0

  /// A value of a field, as it is written, and what was said of it; an object, so that nothing of it
  /// is copied.
  private final class Entry: Sendable {
    let field: Int
    let value: [UInt8]
    let verdict: RecordField.Verdict
    let known: Known

    init(_ verdict: RecordField.Verdict, of field: Int, for value: [UInt8]) {
      self.field = field
      self.value = value
      self.verdict = verdict
      guard verdict.problems.count < 2, verdict.questions.isEmpty else {
        known = .more
        return
      }
      known = verdict.problems.isEmpty ? .nothing : verdict.number.map { .problem($0) } ?? .more
    }
  }

  private final class Latest: Sendable {
    let field: Int
    let verdict: RecordField.Verdict

    init(_ verdict: RecordField.Verdict, of field: Int) {
      (self.verdict, self.field) = (verdict, field)
    }
  }

  /// What was said of a value.
  enum Known {
    /// It is right.
    case nothing
    /// One thing, which has a number.
    case problem(Int)
    /// More than that, or nobody knows any more.
    case more
  }

  private static let placeCount = 1024
  private static let latestCount = 64
  /// What is said of longer values is forgotten.
  private static let byteLimit = 256

  /// What was said of a field for a value; nil if that is not known any more.
  func verdict(of field: Int, for value: Span<UInt8>) -> RecordField.Verdict? {
    entry(of: field, for: value)?.verdict
  }

  /// What was said of a field for a value, if that is at most one thing.
  func known(of field: Int, for value: Span<UInt8>) -> Known {
    entry(of: field, for: value)?.known ?? .more
  }

  private func entry(of field: Int, for value: Span<UInt8>) -> Entry? {
    if entries.isEmpty || Self.byteLimit < value.count { return nil }
    guard let known = entries[Self.hash(field, value).place(of: Self.placeCount)],
      known.field == field
    else { return nil }
    let written = known.value
    guard written.span.isSame(as: value) else { return nil }
    return known
  }

  /// Keeps what is said of a field for a value that comes again, and numbers what is said: anew where
  /// something else was said of the field last.
  mutating func note(
    _ verdict: inout RecordField.Verdict, of field: Int, for value: Span<UInt8>
  ) {
    number(&verdict, of: field)
    if Self.byteLimit < value.count { return }
    if entries.isEmpty {
      entries = Array(repeating: nil, count: Self.placeCount)
      hashes = Array(repeating: 0, count: Self.placeCount)
    }
    let hash = Self.hash(field, value)
    let place = hash.place(of: Self.placeCount)
    guard hashes[place] == hash.bits else {
      hashes[place] = hash.bits
      return
    }
    var copy: [UInt8] = []
    copy.append(addingCapacity: value.count) { output in
      for index in value.indices { output.append(value[index]) }
    }
    entries[place] = Entry(verdict, of: field, for: copy)
  }

  private mutating func number(_ verdict: inout RecordField.Verdict, of field: Int) {
    if latest.isEmpty { latest = Array(repeating: nil, count: Self.latestCount) }
    let place = field % Self.latestCount
    if let last = latest[place], last.field == field, last.verdict.tellsTheSame(as: verdict) {
      verdict.number = last.verdict.number
      return
    }
    verdict.number = count
    count += verdict.problems.count
    latest[place] = Latest(verdict, of: field)
  }

  /// Forgets everything; what is said from now on has other numbers.
  mutating func forget() { (entries, hashes, latest) = ([], [], []) }

  private static func hash(_ field: Int, _ value: Span<UInt8>) -> ByteHash {
    var hash = ByteHash(field)
    hash.add(value)
    return hash
  }
}

extension RecordField.Verdict {
  /// Whether the same problems are told, and no more than problems.
  fileprivate func tellsTheSame(as other: Self) -> Bool {
    guard questions.isEmpty, other.questions.isEmpty, doubt == nil, other.doubt == nil,
      problems.count == other.problems.count
    else { return false }
    let (problems, others) = (problems.span, other.problems.span)
    for index in problems.indices where problems[index] != others[index] { return false }
    return true
  }
}
