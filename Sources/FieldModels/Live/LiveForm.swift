import Synchronization

/// A form that lives by itself, for programs without a loop of their own: it has a clock and
/// timers, calls the closures that its form wants called, takes their answers on whatever thread
/// they come, and tells what changes.
///
///     let signUp = LiveForm(form)
///     Task { for await changes in signUp.changes { show(changes.fields, of: signUp.form) } }
///     try signUp.update { form throws(FormRefusal) in
///       try form.replaceText(of: "email", with: "ada@example.com")
///     }
///     let submission = await signUp.submit()
///
/// It may be used from any thread. What happens in it happens one after the other, under a lock, so
/// what is given to `update`, and the form's delegate, must neither wait nor come back to it;
/// closures are called outside of the lock.
public final class LiveForm: Sendable {
  private struct State: Sendable {
    var form: FieldForm
    /// Wakes the form up at its next deadline.
    var timer: Task<Void, Never>?
    var due: Instant?
    var followers: [Int: AsyncStream<FormChanges>.Continuation] = [:]
    var followerCount = 0
    /// Who waits for a submission.
    var submitters: [CheckedContinuation<Submission, Never>] = []
    /// Who waits for a partial one.
    var partSubmitters: [CheckedContinuation<PartSubmission, Never>] = []
  }

  private let state: Mutex<State>
  private let clock: @Sendable () -> Instant
  private let sleep: @Sendable (_ until: Instant) async throws -> Void

  /// Brings a form to life.
  ///
  /// - Parameters:
  ///   - form: the form, with its closures and its delegate
  ///   - clock: tells the moment, and never runs backwards; the system's, unless given
  public init<LiveClock: Clock>(_ form: FieldForm, clock: LiveClock = SystemClock())
  where LiveClock.Instant == FieldModels.Instant {
    self.clock = { clock.now }
    sleep = { deadline in try await clock.sleep(until: deadline, tolerance: nil) }
    state = Mutex(State(form: form))
    update { _ in }
  }

  deinit {
    state.withLock { state in
      state.timer?.cancel()
      for follower in state.followers.values { follower.finish() }
    }
  }

  /// This moment, as the system's clock has it.
  public static var now: Instant { SystemClock().now }

  /// The form as it is now, to be looked at.
  public var form: FieldForm { state.withLock { $0.form } }

  /// Lets something happen to the form; what throws has changed nothing.
  @discardableResult
  public func update<Value: Sendable, Failure: Error>(
    _ body: (inout FieldForm) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (result, calls) = state.withLock { state in
      state.form.advance(to: clock())
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try body(&state.form))
      } catch {
        result = .failure(error)
      }
      return (result, finishTurn(&state))
    }
    run(calls)
    return try result.get()
  }

  /// What happens in the form from now on, to be followed by one reader; any number may.
  public var changes: AsyncStream<FormChanges> {
    let (stream, continuation) = AsyncStream.makeStream(of: FormChanges.self)
    let number = state.withLock { state in
      state.followerCount += 1
      state.followers[state.followerCount] = continuation
      return state.followerCount
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Submits the form, and waits for validators that have yet to answer.
  public func submit() async -> Submission {
    await submit {
      $0.submit()
    } waitingIn: {
      $0.submitters.append($1)
    }
  }

  /// Submits what passes of the form (`FieldForm.submitPart`), and waits for validators that have yet to answer.
  public func submitPart() async -> PartSubmission {
    await submit {
      $0.submitPart()
    } waitingIn: {
      $0.partSubmitters.append($1)
    }
  }

  private func submit<Outcome: Sendable>(
    _ submit: (inout FieldForm) -> Outcome?,
    waitingIn wait: (inout State, CheckedContinuation<Outcome, Never>) -> Void
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      let calls = state.withLock { state in
        state.form.advance(to: clock())
        if let outcome = submit(&state.form) {
          continuation.resume(returning: outcome)
        } else {
          wait(&state, continuation)
        }
        return finishTurn(&state)
      }
      run(calls)
    }
  }

  /// Tells what has happened, and sets the timer; gives the closures to call.
  private func finishTurn(_ state: inout State) -> [PendingCall] {
    let changes = state.form.takeChanges()
    if !changes.isEmpty {
      for follower in state.followers.values { follower.yield(changes) }
    }
    if let submission = changes.submission {
      for submitter in state.submitters { submitter.resume(returning: submission) }
      state.submitters = []
    }
    if let submission = changes.partialSubmission {
      for submitter in state.partSubmitters { submitter.resume(returning: submission) }
      state.partSubmitters = []
    }
    setTimer(&state)
    return state.form.takeCalls()
  }

  private func setTimer(_ state: inout State) {
    let due = state.form.nextDeadline
    guard due != state.due else { return }
    state.due = due
    state.timer?.cancel()
    state.timer = due.map { due in
      Task { [weak self, sleep] in
        // A timer that was cancelled has nothing to wake.
        guard (try? await sleep(due)) != nil else { return }
        self?.wake()
      }
    }
  }

  private func wake() {
    state.withLock { $0.due = nil }
    update { _ in }
  }

  private func run(_ calls: [PendingCall]) {
    for call in calls {
      call.run { [weak self] answer in self?.update { $0.receive(answer) } }
    }
  }
}
