import FieldModels

/// As with MaterialFields: make a field, say what is in it, hear of it, read its value once editing
/// has ended.
func materialFields(at now: Instant) throws(FormRefusal) -> JSONValue? {
  var form = FieldForm(at: now) {
    PickerField("city", label: "City", rows: ["Montréal", "Toronto"]).clearable()
  }
  form.delegate = { question, field in !(question == .clear && field.key == "city") }
  try form.beginEditing("city")
  try form.select(row: 1, of: "city")
  try form.done()
  return form["city"]?.committedValue
}
