import Synchronization

/// Closures that answer at once, for forms that nothing else happens to meanwhile.
extension FieldForm {
  /// Calls the closures that are to be called, and takes what they answer at once, until there is
  /// none to call.
  ///
  /// The answer of a closure that takes its time is not heard, and the closure counts as silent;
  /// who has such takes the calls (`takeCalls`), or lets the form live by itself (`LiveForm`).
  public mutating func answerCalls() {
    while true {
      let calls = takeCalls()
      if calls.isEmpty { return }
      let answers = PromptAnswers()
      for call in calls { call.run { answers.add($0) } }
      for answer in answers.takeAll() { receive(answer) }
    }
  }
}

/// What closures have answered so far, from whatever thread.
private final class PromptAnswers: Sendable {
  private let answers = Mutex<[CallAnswer]>([])

  func add(_ answer: CallAnswer) { answers.withLock { $0.append(answer) } }

  func takeAll() -> [CallAnswer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
