import FieldModels
import FieldSamples

/// The codes of conversions and of changes, which have a report or a record instead of an example.
extension CodePage {
  /// What became of a property of a form, as the report of a conversion has it.
  static let conversions: [CodePage] = [
    CodePage(
      .madeUp,
      meaning: "The source has no label, key or text for a row, so the conversion wrote one.",
      fix: "Edit the text if people should read another one."),
    CodePage(
      .enforced,
      meaning: "The result checks something that the source only notes, such as a `format`.",
      fix: "Remove the rule if other values are right too."),
    CodePage(
      .presentationOnly,
      meaning:
        "The property describes the look and has no effect on values. Front ends receive it in `presentation`, or beside a schema in `x-fieldd`, or the result has no place for it."
    ),
    CodePage(
      .reinterpreted,
      meaning: "The property means nearly the same in the result; the message says what differs.",
      fix: "Compare the message with what your records have."),
    CodePage(
      .noCounterpart,
      meaning: "The target format has no such property.",
      fix:
        "Check this property elsewhere, or write it in the result by hand if it has other words for it."
    ),
    CodePage(
      .unsupportedField,
      meaning: "The target format has no such field, page or widget, so it is left out.",
      fix: "Add a field of another kind, or use a format that has this one."),
    CodePage(
      .program,
      meaning: "The property is a program, or an expression that no condition or rule can express.",
      fix: "Write a validator or an expression."),
    CodePage(
      .pattern,
      meaning: "The pattern does not compile, or cannot be matched in linear time.",
      fix: "Write the pattern without lookaround and back references."),
    CodePage(
      .remote,
      meaning: "The property is in another place, and fieldd fetches nothing.",
      fix: "Copy what stands there into the source, and convert again."),
    CodePage(
      .circular,
      meaning: "The property refers to itself.",
      fix: "Write the inner levels out as far as people fill them in."),
    CodePage(
      .wrongValue,
      meaning: "The property has another type than its format demands, or an impossible value.",
      fix: "Correct the value in the source."),
    CodePage(
      .duplicate,
      meaning: "Another field or row has the same key or name already.",
      fix: "Rename one of them in the source."),
    CodePage(
      .secret,
      meaning: "The draft of a secure field is written nowhere."),
    CodePage(
      .unknownProperty,
      meaning: "The format did not have this property when its converter was written.",
      fix: "Check the spelling. If the format has it, report that fieldd lacks it."),
    CodePage(
      .unknownType,
      meaning: "The format did not have this type when its converter was written.",
      fix: "Check the spelling. If the format has it, report that fieldd lacks it."),
  ]

  /// What a change of a form means for records, as `fieldd diff` has it, the worst first.
  static let changes: [CodePage] = [
    CodePage(
      .breaking,
      meaning:
        "OLD takes a record that NEW refuses. The record and its problem are in the message.",
      fix: "Change the records too, or make NEW accept them."),
    CodePage(
      .undecided,
      meaning:
        "No record was found that shows an effect, but there may be one. A validator is always undecided, because only a program can call it.",
      fix: "Try `--seed` with another number, or check your own records with NEW."),
    CodePage(
      .warning,
      meaning: "NEW accepts a record of OLD with a new warning, such as a key of a removed field."),
    CodePage(
      .widening,
      meaning:
        "NEW takes a record that OLD refuses, or warns of, such as one with a value of a new field.",
      fix: "Make sure that those who read the records can read these too."),
    CodePage(
      .words,
      meaning: "The property is for people, or says the same in another way."),
  ]

  private init(_ code: ConversionReport.Code, meaning: String, fix: String? = nil) {
    self.init(
      code.rawValue, reporter: "`fieldd convert`", grade: "`\(code.kind.rawValue)`",
      meaning: meaning, fix: fix)
  }

  private init(_ effect: FormDifference.Effect, meaning: String, fix: String? = nil) {
    self.init(
      effect.rawValue, reporter: "`fieldd diff`", grade: effect.severity.rawValue,
      meaning: meaning, fix: fix)
  }
}
