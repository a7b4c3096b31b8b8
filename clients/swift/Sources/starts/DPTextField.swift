import FieldModels

/// As with DPTextField: fields that know their neighbours, and one that is filled in from a source.
func dpTextField(at now: Instant) throws(FormRefusal) -> [String] {
  var form = FieldForm(autofill: ["cities": ["Montréal", "Old Montréal", "Toronto"]], at: now) {
    EntryField("name", label: "Name").next("city").returnKey(.next)
    EntryField("city", label: "City").previous("name").autofill("cities", isRemovable: true)
  }
  try form.beginEditing("name")
  try form.pressReturn()
  try form.replaceText(of: "city", with: "mon")
  return form["city"]?.matches.map(\.text) ?? []
}
