/// A closure of the program that a form wants to be called: a validator or an autofill source.
///
/// A form calls nothing by itself. Whoever owns it takes its calls, runs them where and when it
/// likes, and gives it the answers:
///
///     for call in form.takeCalls() {
///       call.run { answer in inbox.put(answer) }   // at once or later, on any thread
///     }
///     form.receive(answer)
public struct PendingCall: Sendable {
  /// The name by which fields know the closure.
  public let name: String
  let number: Int
  private let body: @Sendable (@escaping @Sendable (CallAnswer) -> Void) -> Void

  /// A call of a validator.
  init(_ number: Int, _ name: String, _ validator: Validator, _ request: ValidationRequest) {
    self.number = number
    self.name = name
    body = { completion in
      validator.judge(request) {
        completion(CallAnswer(number: number, answer: .validation(ValidationAnswer($0))))
      }
    }
  }

  /// A call of an autofill source.
  init(_ number: Int, _ name: String, _ source: @escaping FailableAutofillClosure, _ text: String) {
    self.number = number
    self.name = name
    body = { completion in
      source(text) { texts in
        completion(CallAnswer(number: number, answer: .texts(texts?.map { ($0, nil) })))
      }
    }
  }

  /// Calls the closure.
  ///
  /// - Parameter completion: gets its answer, for `FieldForm.receive`, on whatever thread it answers
  public func run(_ completion: @escaping @Sendable (_ answer: CallAnswer) -> Void) {
    body(completion)
  }
}

/// What a closure has answered, to be given to the form that wanted it called.
public struct CallAnswer: Sendable {
  let number: Int
  let answer: Inquiry.Answer
}

/// An autofill source that may fail, and gives nil then.
typealias FailableAutofillClosure =
  @Sendable (_ text: String, _ completion: @escaping @Sendable ([String]?) -> Void) -> Void

/// The closures of a program that a form may have called, and who may refuse acts.
struct FormClosures: Sendable {
  var validators: [String: Validator] = [:]
  var autofillSources: [String: FailableAutofillClosure] = [:]
  var delegate: FormDelegate?
}

/// Whether something may happen to a field; `false` refuses it.
///
/// It is asked in the middle of an act, so it must answer at once, and can't act on the form.
public typealias FormDelegate =
  @Sendable (_ question: FieldQuestion, _ field: FieldPicture) -> Bool
