import FieldModels

/// The form of the README: described in code, with a closure that a rule calls by name.
func signUp() throws(FormRefusal) -> String? {
  var form = FieldForm("Sign up", autofill: ["emails": ["ada@example.com"]], at: LiveForm.now) {
    EntryField("email", label: "E-mail").required().maxLength(40)
      .live(.format(.email)).endEditing(.validator("isFree")).autofill("emails").next("country")
    PickerField("country", label: "Country", rows: ["Canada", "Romania"])
  }
  form.register(validator: "isFree") { value, completion in
    completion(value == "ada@example.com" ? .failure(.errorWithMessage("Taken")) : .success(()))
  }
  try form.replaceText(of: "email", with: "ada@example.com")
  try form.moveToNext()  // the editing of E-mail has ended
  form.answerCalls()  // calls the validator
  return form["email"]?.helper  // "Taken"
}
