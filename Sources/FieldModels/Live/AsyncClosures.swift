/// A check of a draft alone, that may wait.
///
/// It gets the draft, nil when the field is empty, and throws what is wrong: a ``ValidationError`` says it;
/// any other error says that the draft could not be checked, which is never a pass.
public typealias AsyncValidationClosure = @Sendable (_ value: String?) async throws -> Void

/// A check of a draft beside those of other fields; it answers as an ``AsyncValidationClosure`` does.
public typealias AsyncFormValidationClosure =
  @Sendable (_ request: ValidationRequest) async throws -> Void

/// Finds the texts of an autofill source, and may wait.
///
/// It gets the draft without the white space around it, and gives the texts in the order in which to offer
/// them. An error is one of `FormChanges.troubles`.
public typealias AsyncAutofillClosure = @Sendable (_ text: String) async throws -> [String]

extension FieldForm {
  /// Registers an asynchronous validation closure, which rules call by its name.
  ///
  /// - Parameters:
  ///   - name: by which rules know it: `"endEditing": ["isFree"]`
  ///   - check: throws what is wrong with a draft
  public mutating func register(
    validator name: String, _ check: @escaping AsyncValidationClosure
  ) {
    register(validator: name, ValidationClosures.waiting(for: check))
  }

  /// Registers an asynchronous validation closure that wants to see the drafts of other fields too.
  public mutating func register(
    formValidator name: String, _ check: @escaping AsyncFormValidationClosure
  ) {
    register(formValidator: name, ValidationClosures.waiting(forForm: check))
  }

  /// Registers an asynchronous autofill source, from which fields complete their drafts by its name.
  public mutating func register(
    autofillSource name: String, _ source: @escaping AsyncAutofillClosure
  ) {
    register(source: name) { text, completion in
      Task { completion(try? await source(text)) }
    }
  }

  /// Calls the closures that are to be called, and waits for what they answer, until there is none to
  /// call.
  ///
  /// A completion that is never called would be waited for for ever; ``LiveForm`` stops waiting for it.
  public mutating func answerCalls() async {
    while true {
      let calls = takeCalls()
      if calls.isEmpty { return }
      let answers = await withTaskGroup(of: CallAnswer.self) { group in
        for call in calls {
          group.addTask {
            await withCheckedContinuation { continuation in
              call.run { continuation.resume(returning: $0) }
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for answer in answers { receive(answer) }
    }
  }
}

extension FieldRule {
  /// An asynchronous closure decides, which throws what is wrong.
  public static func validator(
    _ name: String, _ check: @escaping AsyncValidationClosure
  ) -> Self {
    validator(name, ValidationClosures.waiting(for: check))
  }
}

/// Asynchronous closures as closures with a completion, for what takes those by name.
public enum ValidationClosures {
  /// A closure that answers once an asynchronous one is done.
  ///
  ///     let server = try StdioServer(validators: [
  ///       "isFree": ValidationClosures.waiting(for: { value in try await accounts.check(value) })
  ///     ])
  public static func waiting(for check: @escaping AsyncValidationClosure) -> ValidationClosure {
    { value, completion in
      Task { completion(await result { try await check(value) }) }
    }
  }

  /// The same of one that sees the drafts of other fields too.
  public static func waiting(
    forForm check: @escaping AsyncFormValidationClosure
  ) -> FormValidationClosure {
    { request, completion in
      Task { completion(await result { try await check(request) }) }
    }
  }

  private static func result(of check: () async throws -> Void) async -> ValidationResult {
    do {
      try await check()
      return .success(())
    } catch let error as ValidationError {
      return .failure(error)
    } catch {
      return .failure(.notChecked(reason: "\(error)"))
    }
  }
}
