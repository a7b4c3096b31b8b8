import FieldModels

/// Something that a client asked a form to do, on its way.
struct FormOperation: WaitingRequest {
  let id: RequestID
  var act: FormAct
  let manner: FormCall.ActManner
  /// nil until it is planned.
  var steps: [FormAct.Step]?
  /// What it waits for.
  var waiting: Waiting?
  /// The field that was active when it began.
  var wasActive: FieldID?
  /// The version that the editor was asked to edit.
  var versionAsked: Int?
  /// The number of the draft that a range was meant for.
  var revision: Int?
  /// What autofill had for the draft when it was asked last.
  var offers: AutofillOffers?
  /// The only text that there was, which was applied at once.
  var applied: String?
  /// What of a text did not fit.
  var cut: TextCut?

  init(id: RequestID, _ act: FormAct, _ manner: FormCall.ActManner = .init()) {
    self.id = id
    self.act = act
    self.manner = manner
  }

  /// What an operation waits for.
  enum Waiting: Equatable, Sendable {
    /// Our request of this number is yet to be answered.
    case answer(Int)
    /// The editor has agreed; its edit is yet to come.
    case edit
    /// A closure is asked what its autofill source has.
    case lookup
    /// The store is to write a change.
    case write(Int)
  }
}

/// A request that is answered once the checks of some fields, or of all, have answered.
struct FormWaiter: WaitingRequest {
  let id: RequestID
  /// nil for all fields.
  let keys: [String]?
  /// What was asked; nil where only that nothing is pending.
  let occasion: FieldMachine.Occasion?
  let isSubmission: Bool
}
