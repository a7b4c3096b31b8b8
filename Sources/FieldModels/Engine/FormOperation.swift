/// Something that somebody does to a form, on its way.
package struct FormOperation: Ticketed {
  package let ticket: Int
  package internal(set) var act: FormAct
  let manner: FormActManner
  /// nil until it is planned.
  var steps: [FormAct.Step]?
  /// What it waits for.
  var waiting: Waiting?
  /// The field that was active when it began.
  package internal(set) var wasActive: FieldID?
  /// The version that the editor was asked to edit.
  var versionAsked: WholeNumber?
  /// The number of the draft that a range was meant for.
  var revision: Int?
  /// What autofill had for the draft when it was asked last.
  var offers: AutofillOffers?
  /// The only text that there was, which was applied at once.
  var applied: String?
  /// What of a text did not fit.
  var cut: TextCut?
  /// The number of the entry that was put into a list.
  var entry: Int?

  init(ticket: Int, _ act: FormAct, _ manner: FormActManner) {
    self.ticket = ticket
    self.act = act
    self.manner = manner
  }

  /// What an operation waits for; an inquiry by its number.
  enum Waiting: Equatable, Sendable {
    case consent(Int)
    /// The editor is to agree to an edit.
    case edit(Int)
    /// The editor has agreed; its edit is yet to come.
    case text
    /// A closure is asked what its autofill source has.
    case texts
    /// What is remembered is to be kept.
    case keeping(Int)

    /// The inquiry that was made for the operation alone.
    var inquiry: Int? {
      switch self {
      case .consent(let number), .edit(let number), .keeping(let number): number
      case .text, .texts: nil
      }
    }
  }
}

/// How an act is to be done.
package struct FormActManner: Equatable, Sendable {
  /// The part of the draft to replace, in units of `encoding`; nil for all of it.
  package var range: DraftRange?
  package var encoding = PositionEncoding.utf8
  /// The version of the document that the act was meant for.
  package var version: WholeNumber?
  /// What does not fit any more is cut off, rather than all of it refused.
  package var truncates = false
  /// A picker or date that gets the focus shows its list.
  package var opens = true

  package init(opens: Bool = true) { self.opens = opens }
}

/// A request that is answered once the checks of some fields, or of all, have answered.
package struct FormWaiter: Ticketed {
  package let ticket: Int
  /// nil for all fields.
  let keys: [String]?
  let wish: Wish

  /// What somebody waits for.
  package enum Wish: Equatable, Sendable {
    /// That nothing is pending.
    case settled
    /// What the rules of an occasion say.
    case verdicts(FieldMachine.Occasion)
    /// That everything is committed, or of a partial one what passes.
    case submission(isPartial: Bool)

    /// What the drafts are judged for.
    var occasion: FieldMachine.Occasion? {
      switch self {
      case .settled: nil
      case .verdicts(let occasion): occasion
      case .submission: .submit
      }
    }
  }
}

/// What came of something that was asked of a form.
package enum Outcome: Sendable {
  /// It is large, and handed on a few times.
  indirect case act(ActOutcome)
  case offers(AutofillOffers)
  /// Nothing is pending; with the keys of the fields whose rules have yet to be run.
  case settled(unproved: [String])
  case verdicts([FieldVerdict], unproved: [String], text: [FieldDocument.Placed])
  /// The form was not submitted, because of these fields, and of its text.
  case refused([FieldVerdict], text: [FieldDocument.Placed])
  /// The values that were committed, in the order of the form, with the drafts that nobody has checked
  /// as a whole; of a partial submission with what did not pass.
  case committed(
    CommittedObject, unchecked: [FieldDocument.UncheckedDraft], without: [FieldVerdict])
}

/// What came of an act, and how the form stood then.
package struct ActOutcome: Sendable {
  /// Why it was not carried out.
  package var refusal: FormRefusal?
  package var version: WholeNumber?
  package var act: FormAct
  /// The field that has the focus.
  package var active: FieldReading?
  /// The number of the entry that was put into a list.
  package var entry: Int?
  /// Another field has it than before.
  package var hasMoved: Bool
  /// What autofill had for the draft, where it was asked.
  package var offers: AutofillOffers?
  /// The only text that there was, which was applied at once.
  package var applied: String?
  /// What of a text did not fit.
  package var cut: TextCut?
  /// Its words may have a secure draft in them.
  package var isSecret: Bool
}

/// What the checks of a field have found.
package struct FieldVerdict: Equatable, Sendable {
  package let key: String
  /// Every rule has been run, and neither the draft nor what the document says of the field is
  /// wrong.
  package let isValid: Bool
  /// What is wrong with the draft.
  package let problems: [Finding]
}
