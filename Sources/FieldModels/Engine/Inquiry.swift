/// What a form asks those around it: the program's closures, a delegate, an editor, a store.
///
/// It is answered by `FieldForm.take(_:to:)` with its number, once, at any later time; an answer that
/// comes late, twice or from nowhere finds no inquiry and does nothing.
package struct Inquiry: Sendable {
  /// Unique within the form.
  package var number: Int
  package var subject: Subject
  /// It has a secure draft in it, or may have; known where the form marks secrets.
  package var isSecret: Bool

  /// What is asked.
  package enum Subject: Sendable {
    /// Whether an act may go on: the question, and the field that it is about.
    case consent(FieldQuestion, FieldReading?)
    /// What a validator says of a draft.
    case validation(CheckRequest)
    /// What an autofill source has for a draft.
    case texts(AutofillQuery)
    /// To put an edit into a text that is not the form's.
    case edit(TextEdit)
    /// To keep what a person teaches autofill.
    case memory(AutofillChange)
  }

  /// What was answered.
  package enum Answer: Sendable {
    case consent(Bool)
    case validation(ValidationAnswer)
    /// nil where the source failed. What a text does not say of being removable, the field does.
    case texts([(text: String, isRemovable: Bool?)]?)
    /// The edit was made, or not, for a reason in words that may be empty.
    case edited(failure: String?)
    /// The change is kept, or not, for a reason in words.
    case kept(failure: String?)
    /// There will be none.
    case none
  }
}

/// The inquiries that have yet to be answered, each with the moment at which a form stops waiting.
package struct PendingInquiries: Sendable {
  /// What of a form waits for an answer.
  package enum Asker: Hashable, Sendable {
    /// The act with this ticket waits for consent, for its edit, or for what it teaches to be kept.
    case act(Int)
    case check(CheckToken)
    /// The lookup, which has the number of its inquiry.
    case lookup
  }

  private var askers: [Int: Asker] = [:]
  private var numbers: [CheckToken: Int] = [:]
  /// In the order of their deadlines; those that were answered are left to be passed over.
  private var queue = MomentQueue<Int>()
  private var nextNumber = 1

  /// The earliest moment at which to stop waiting for one.
  package private(set) var nextDeadline: Instant?

  /// Who waits for the answer to an inquiry.
  package subscript(number: Int) -> Asker? { askers[number] }

  package var all: [Int: Asker] { askers }

  /// Adds one; without a deadline it may take for ever.
  ///
  /// - Returns: its number
  mutating func add(for asker: Asker, until deadline: Instant?) -> Int {
    let number = nextNumber
    nextNumber += 1
    askers[number] = asker
    if case .check(let token) = asker { numbers[token] = number }
    if let deadline {
      queue.add(number, at: deadline)
      nextDeadline = queue.next
    }
    return number
  }

  mutating func remove(_ number: Int) -> Asker? {
    guard let asker = askers.removeValue(forKey: number) else { return nil }
    if case .check(let token) = asker { numbers[token] = nil }
    queue.dropFront { number, _ in askers[number] == nil }
    nextDeadline = queue.next
    return asker
  }

  /// Takes out the inquiry for a check, and gives its number.
  mutating func remove(for token: CheckToken) -> Int? {
    guard let number = numbers[token] else { return nil }
    _ = remove(number)
    return number
  }

  /// Takes out all, and gives their numbers in order.
  mutating func removeAll() -> [Int] {
    let numbers = askers.keys.sorted()
    for number in numbers { _ = remove(number) }
    return numbers
  }

  /// Those whose time is over, in the order in which they were made; they are not taken out.
  mutating func expired(at now: Instant) -> [Int] {
    guard let nextDeadline, nextDeadline <= now else { return [] }
    var numbers: [Int] = []
    while let number = queue.takeDue(at: now) { numbers.append(number) }
    self.nextDeadline = queue.next
    return numbers.filter { askers[$0] != nil }.sorted()
  }
}
