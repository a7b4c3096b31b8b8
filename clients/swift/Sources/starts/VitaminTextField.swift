import FieldModels

/// As with VitaminTextField: texts, a limit, a validation while typing, the state to be drawn.
func vitaminTextField(at now: Instant) throws(FormRefusal) -> String? {
  var form = FieldForm(at: now) {
    EntryField("name", label: "Name").helper("As friends call you").maxLength(8)
      .live(
        .validator("short") { value, completion in
          let isShort = (value ?? "").count < 3
          completion(isShort ? .failure(.errorWithMessage("Too short")) : .success(()))
        })
  }
  try form.replaceText(of: "name", with: "Al")
  form.advance(to: now.advanced(by: .milliseconds(500)))
  form.answerCalls()
  return form["name"].map { "\($0.look) \($0.counter?.text ?? "") \($0.helper ?? "")" }
}
