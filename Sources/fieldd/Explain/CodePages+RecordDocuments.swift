/// The codes of records in an editor.
extension CodePage {
  static let recordDocuments: [CodePage] = [
    CodePage(
      "missingForm",
      meaning:
        "The form of the record can't be read: no such file, more than 100 forms in one text, or outside the root of `fieldd check`. The record is not checked.",
      fix: "Correct the path in `$form`."),
    CodePage(
      "brokenForm",
      meaning: "The form of the record has errors, so the record is not checked.",
      fix: "Fix the errors in the form; `fieldd check FORM` lists them."),
    CodePage(
      "circularForm",
      meaning: "`$form` names a record, not a form.",
      fix: "Name a file of the kind `NAME.fields.json`."),
    CodePage(
      "uncheckedValidator",
      meaning:
        "A rule calls a validator, which only a program can run. `fieldd check` reports it once for each field and validator of a file, as a warning, at the first such record. With `--unchecked error` or `--severity warning` it counts as wrong, and each record reports it.",
      fix: "Check such records in the program that has the validator: `field/check`."),
    CodePage(
      "uncheckedDependency",
      meaning:
        "A [part of a record](form.md#parts-of-records) leaves open what a rule or a condition depends on, so it is not known whether the value is right. `fieldd check --partial` reports it once for each field of a file and what it depends on, as a warning, at the first such record. With `--unchecked error` or `--severity warning` it counts as wrong, and each record reports it.",
      fix: "Add the fields that the message names, or check the whole record once it is together."),
    CodePage(
      "uncheckedRule",
      meaning:
        "The form is in [another format](convert/README.md#a-form-in-any-format), and asks something of records that no form of fieldd asks. `data.source` is the place in the form, and `data.loss` the code of the report. `fieldd check` reports it once for each file, as a warning. With `--unchecked error` or `--severity warning` it counts as wrong, and each record reports it.",
      fix: "Check that rule elsewhere, or convert the form and add a rule of its own."),
  ]
}
