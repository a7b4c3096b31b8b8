/// A form that people fill in: its document, the acts under way, and what it asks those around it.
///
/// A value: it does no IO and knows no clock, thread or protocol. The moment is told to it
/// (`advance(to:)`), what it has to say is taken from it, and what it asks, validators, autofill
/// sources, a delegate, is answered when they please. Equal inputs give equal outputs.
///
/// A field is *pending* from the moment its draft changes until the last check of that draft has
/// answered; an answer to an earlier draft is dropped.
public struct FieldForm: Sendable {
  package var document: FieldDocument
  /// What is around the form.
  package internal(set) var host: Host
  /// The language in which the form speaks to people, as a BCP 47 tag; nil where nobody has said any,
  /// and it speaks English.
  ///
  /// Errors, "(Optional)" and the like are said in it, of a language that fieldd has no words for in
  /// English. Labels and other texts that the form has in several languages are shown in it; where the
  /// form brings words for problems in this language, they come first.
  public var locale: String? {
    didSet {
      if locale == oldValue { return }
      document.speak(in: Wording(locale: locale), at: now)
      document.touchAllFields()
      update()
    }
  }
  /// Whether what people type is tidied when they leave it: white space around a line goes, and a number
  /// as it is written in the language of `locale` gets a period before its fraction.
  ///
  /// For front ends in which people type; drafts that a program sets stay as they are without it.
  public var tidiesDrafts: Bool {
    get { document.tidiesDrafts }
    set { document.tidiesDrafts = newValue }
  }
  /// This moment, by which deadlines are set and `today` is meant.
  package var now: Instant
  /// The version of the text, as whoever changes it counts.
  package var version: WholeNumber?
  /// Something has happened since the last look.
  package var isTouched = true
  /// What autofill offers besides the texts of the document.
  package var sources = AutofillSources()
  /// What people do to the form, in order; the first may be waiting for an answer.
  package internal(set) var operations = TicketQueue<FormOperation>()
  /// Requests that are answered once checks have answered.
  package internal(set) var waiters = TicketQueue<FormWaiter>()
  /// Where the waiters begin that have not been looked at, and the document's count of releases
  /// when the others were.
  var seenWaiters = (place: 0, releaseCount: 0)
  /// What closures are asked about autofill.
  package internal(set) var lookups: [AutofillLookup] = []
  /// What autofill has for the active field, where the form is followed.
  package internal(set) var list: AutofillList?
  /// What was asked and is yet to be answered.
  package internal(set) var inquiries = PendingInquiries()
  var output: [Output] = []
  /// The first act has what it waited for.
  var mustGoOn = false
  private var lastTicket = 0
  /// The tickets of the partial submissions that wait.
  var partialTickets: Set<Int> = []
  /// The closures of the program that owns the form by itself.
  var closures = FormClosures()
  /// Those of them that are to be called.
  var calls: [PendingCall] = []
  /// What has happened since the program looked last.
  var gathered = FormChanges()

  /// A form of an open document.
  package init(_ document: FieldDocument, version: WholeNumber?, host: Host, at now: Instant) {
    self.document = document
    self.version = version
    self.host = host
    self.now = now
  }

  /// What is around a form.
  package struct Host: Sendable {
    /// The questions of `FieldQuestion` that somebody wants to be asked.
    package var heededQuestions: Set<FieldQuestion.Name> = []
    /// The autofill sources that closures answer for.
    package var closureSources: Set<String> = []
    /// Who changes the text.
    package var textOwner = TextOwner.form
    /// What is remembered is kept elsewhere, so that each change of it is asked for.
    package var keepsMemoryElsewhere = false
    /// Somebody writes down what is said, so that it is noted what has secure drafts in it.
    package var marksSecrets = false
    package var limits = FormLimits()

    package init() {}
  }

  /// Who changes the text of a form.
  package enum TextOwner: Sendable {
    /// The form itself.
    case form
    /// An editor, which may be asked to where it has said so.
    case editor(takesEdits: Bool)
  }

  /// What a form has to say, in order.
  package enum Output: Sendable {
    case ask(Inquiry)
    /// The answer to an inquiry is of no use any more.
    case withdraw(Int)
    /// Something has happened to a field.
    case event(FieldEvent, isSecret: Bool)
    /// What was asked with a ticket is done.
    case done(ticket: Int, Outcome)
    /// What was asked with a ticket was given up.
    case cancelled(ticket: Int)
    /// Something that nobody asked about went wrong, in words.
    case trouble(String)
    /// A person has taught autofill something, or taken it out.
    case learned(AutofillChange)
  }

  /// A request waits for checks.
  package var isAwaited: Bool { waiters.first != nil }

  /// It shows what autofill has, or waits for some of it.
  package var isLookingUp: Bool { list != nil || !lookups.isEmpty }

  /// There is something to take by `takeOutput`; asked in place, since a form is large to be copied
  /// for such a look.
  package var hasOutput: Bool { mutating get { mustGoOn || !output.isEmpty } }

  /// What it wants of whoever looks after it, found out in place likewise.
  package mutating func wants() -> (
    isTouched: Bool, deadline: Instant?, isAwaited: Bool, isLookingUp: Bool
  ) {
    (
      isTouched, .earlier(document.nextDeadline, inquiries.nextDeadline), waiters.first != nil,
      list != nil || !lookups.isEmpty
    )
  }

  /// Takes what the form has had to say since the last time; until there is nothing more.
  ///
  /// An act that has waited for the same answer as others goes on once they have been told, since
  /// it may change what they are told of.
  package mutating func takeOutput() -> [Output] {
    if output.isEmpty, mustGoOn {
      mustGoOn = false
      run()
    }
    if output.isEmpty { return [] }
    defer { output = [] }
    return output
  }

  /// A number for something that is asked of the form, by which it is answered.
  package mutating func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Does what is due; `searchSteps` is how far searches may still go in this turn.
  package mutating func fire(searchSteps: inout Int64) {
    if document.fire(at: now) { isTouched = true }
    if document.goOnSearching(&searchSteps, at: now) { isTouched = true }
  }

  /// Brings everything up to date with what has happened: what autofill offers, the findings, and
  /// whom to ask about drafts.
  package mutating func refresh() {
    renewList()
    document.refresh(at: now)
    askValidators()
  }

  /// Gives up on what a ticket was given for.
  package mutating func cancel(_ ticket: Int) {
    if waiters.remove(ticket) != nil { return output.append(.cancelled(ticket: ticket)) }
    let wasAsker = removeAsker(ticket)
    if let operation = operations.remove(ticket) {
      if let number = operation.waiting?.inquiry { withdraw(number) }
      output.append(.cancelled(ticket: ticket))
      return run()
    }
    if wasAsker { output.append(.cancelled(ticket: ticket)) }
  }

  /// The tickets of everything that waits for something of the form.
  package var openTickets: [Int] {
    operations.all.map { $0.ticket } + waiters.all.map { $0.ticket }
      + lookups.flatMap { $0.askers.all }.filter { !$0.isAct }.map { $0.ticket }
  }

  /// Gives up on everything that waits, without a word, and takes back what it asked.
  package mutating func abandonAll() {
    for operation in operations.all {
      if let number = operation.waiting?.inquiry { withdraw(number) }
    }
    for lookup in lookups { withdraw(lookup.number) }
    operations.removeAll()
    waiters.removeAll()
    lookups = []
    list = nil
  }

  /// Whether everything that was asked has somebody who waits for it, between two turns.
  package var isConsistent: Bool {
    inquiries.all.allSatisfy { number, asker in
      switch asker {
      case .act(let ticket):
        operations.first?.ticket == ticket && operations.first?.waiting?.inquiry == number
      case .check(let token): document.field(asking: token) != nil
      case .lookup: lookups.contains { $0.number == number }
      }
    }
  }
}
