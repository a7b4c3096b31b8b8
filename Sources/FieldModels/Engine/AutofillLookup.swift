/// A question to an autofill source that a closure answers, with everybody who wants to know.
package struct AutofillLookup: Sendable {
  /// The number of the inquiry.
  package let number: Int
  package let query: AutofillQuery
  /// The list beside the active field wants to know.
  var isForList = false
  var askers = TicketQueue<Asker>()

  /// Nobody wants to know any more.
  var isIdle: Bool { !isForList && askers.isEmpty }

  /// Somebody who wants to know.
  package enum Asker: Ticketed {
    /// It is answered with what there is for the draft of the field, whatever that is by then.
    case request(ticket: Int)
    /// The same, but only for the draft that there was.
    case moment(ticket: Int)
    /// The act that is being carried out.
    case act(ticket: Int)

    package var ticket: Int {
      switch self {
      case .request(let ticket), .moment(let ticket), .act(let ticket): ticket
      }
    }

    var isAct: Bool {
      switch self {
      case .act: true
      case .request, .moment: false
      }
    }
  }

  /// Takes in somebody who wants to know; nil for the list beside the active field.
  mutating func add(_ asker: Asker?) {
    if let asker { askers.append(asker) } else { isForList = true }
  }
}

/// What autofill has for the draft of the active field, as its front end was told.
package struct AutofillList: Sendable {
  package var query: AutofillQuery
  /// What the document itself gives the source.
  var given: [String]
  /// The number of changes to the texts outside of documents that it has seen.
  var textsRevision: Int
  package internal(set) var found = AutofillOffers()
  /// What a closure has found, once it has answered.
  var closureTexts: [AutofillOffer]?
}
