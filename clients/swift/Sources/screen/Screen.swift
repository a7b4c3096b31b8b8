import FieldConversion
import FieldModels

/// A screen with a form, as an app with one state and one reducer has it, with SwiftUI or without.
///
/// In SwiftUI the store is `@Observable`, and the form does not clash with `SwiftUI.Form`.
@MainActor
final class Store {
  /// What a person does on the screen.
  enum Action {
    case type(String, into: String)
    case choose(JSONValue, in: String)
    case leave
    case submit
  }

  /// What the screen shows; a view is drawn anew where it is another.
  struct Screen: Equatable {
    var fields: [FieldPicture] = []
    var alert: String?
    var account: Account?
  }

  private(set) var screen = Screen()
  private let form: LiveForm

  init(_ form: FieldForm) {
    self.form = LiveForm(form)
    show()
  }

  /// Follows what happens by itself: checks that answer late, rules that wait for the typing to rest.
  func follow() async {
    for await _ in form.changes { show() }
  }

  /// Does what an action asks; what the form refuses is an alert.
  func send(_ action: Action) async {
    screen.alert = nil
    do throws(FormRefusal) {
      switch action {
      case .type(let text, let key):
        try form.update { form throws(FormRefusal) in try form.replaceText(of: key, with: text) }
      case .choose(let row, let key):
        try form.update { form throws(FormRefusal) in
          try form.beginEditing(key)
          try form.select([row], of: key)
          try form.done()
        }
      case .leave:
        try form.update { form throws(FormRefusal) in try form.endEditing() }
      case .submit:
        await submit()
      }
    } catch {
      screen.alert = error.message
    }
    show()
  }

  private func submit() async {
    switch await form.submit() {
    case .committed(let record):
      do {
        screen.account = try record.decode(Account.self)
      } catch {
        screen.alert = "\(error)"
      }
    case .refused(let problems):
      screen.alert = problems.map(\.message).joined(separator: "\n")
    }
  }

  private func show() {
    let form = form.form
    screen.fields = form.keys.compactMap { form[$0] }
  }
}

/// What the form commits.
struct Account: Decodable, Equatable {
  var email: String
  var country: String?
  var age: Int?
}

/// The service that knows which addresses are taken.
actor Accounts {
  private let taken = ["ada@example.com"]

  func claim(_ email: String?) throws(ValidationError) {
    if let email, taken.contains(email) { throw .errorWithMessage("Taken") }
  }
}

/// The form, described in code, with a check that waits for a service.
func signUp(_ accounts: Accounts) -> FieldForm {
  FieldForm("Sign up", at: LiveForm.now) {
    EntryField("email", label: "E-mail").required().keyboard(.emailAddress)
      .live(.format(.email), interval: .milliseconds(300))
      .endEditing(.validator("isFree") { email in try await accounts.claim(email) })
    EntryField("age", label: "Age").value(.integer)
    PickerField("country", label: "Country", rows: ["Canada", "Romania"])
  }
}

/// The record of a queue held to the same form, and a form of a survey.
func checkRecords(by form: FieldForm) async throws -> [String] {
  var checker = try RecordChecker(form)
  let result = await checker.check(#"{ "email": "ada@example.com", "age": "4" }"#)
  let survey = #"{ "elements": [{ "type": "text", "name": "who", "isRequired": true }] }"#
  let converted = try ConvertedForm(survey, from: .surveyjs, at: LiveForm.now)
  let asked = FieldForm(document: converted.text, at: LiveForm.now)
  return result.problems.map { "\($0.path): \($0.message)" } + asked.keys
}
