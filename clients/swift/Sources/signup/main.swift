import FieldModels

// The form of the README, without a daemon: it lives by itself, asks a validator that answers late,
// completes a draft from a source, and is submitted.
let form = LiveForm(
  FieldForm(
    document: """
      {
        "title": "Sign up",
        "fields": [
          { "key": "email", "kind": "entry", "label": "E-mail", "required": true, "maxLength": 40,
            "autofill": { "source": "emails" },
            "validation": { "live": [{ "format": "email" }], "endEditing": ["isFree"] },
            "next": "country" },
          { "key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"] },
          { "key": "birthday", "kind": "date", "label": "Birthday", "maximumDate": "today" },
          { "key": "bio", "kind": "area", "label": "About you", "maxLength": 280 }
        ]
      }
      """,
    validators: [
      "isFree": { value, completion in
        Task {
          try await Task.sleep(for: .milliseconds(50))
          completion(value == "ada@example.com" ? .success(()) : .failure(.otherError))
        }
      }
    ],
    autofillSources: [
      "emails": { text, completion in
        completion(["ada@example.com", "grace@example.com"].filter { $0.hasPrefix(text) })
      }
    ],
    at: LiveForm.now))

let news = form.changes
try form.update { form throws(FormRefusal) in
  try form.replaceText(of: "email", with: "ada")
  try form.autofill("email")
}
for await _ in news where form.form["email"]?.text != "ada" { break }
print("filled in:", form.form["email"]?.text ?? "nothing")

try form.update { form throws(FormRefusal) in
  try form.moveToNext()
  try form.select(["Romania"], of: "country")
  try form.done()
}
print("pending:", form.form["email"]?.isPending ?? false)

switch await form.submit() {
case .committed(let values):
  for value in values { print("\(value.name):", value.value.json) }
case .refused(let problems):
  for problem in problems { print(problem.key ?? "the form", problem.message) }
}
