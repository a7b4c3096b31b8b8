/// The rows of `PropertyTable` for the objects inside a field.
extension PropertyTable {
  static let choiceRows: [Property] = [
    row(.choice, .value, .rowValue, "What is committed.", isRequired: true),
    row(.choice, .label, .translatable, "What is shown; the value, unless given."),
    row(
      .choice, .disabled, .bool, "Shown but not to be chosen.",
      default: .bool(Choice(.null).isDisabled)),
    row(
      .choice, .visible, .boolOrCondition, "Whether the row is offered; else it can't be chosen.",
      default: .bool(Choice(.null).visibility == .always)),
    row(
      .choice, .exclusive, .bool,
      "Chosen alone: in a picker of several rows, no other stands beside it.",
      default: .bool(Choice(.null).isExclusive)),
    row(.choice, .description, .translatable, "More about the row, for people."),
  ]

  static let validationRows: [Property] = [
    row(
      .validation, .live, .list(.rule),
      "Rules that run while typing, once `interval` has passed without a change."),
    row(
      .validation, .interval, .number(minimum: 0),
      "Seconds of rest before the live rules run.",
      default: .number("\(Double(FieldDefinition.standard.liveInterval) / 1e9)")),
    row(.validation, .endEditing, .list(.rule), "Rules that run each time editing ends."),
  ]

  static let ruleRows: [Property] = [
    row(.rule, .format, .formatName, "The draft has a named format.", kinds: .judged),
    row(
      .rule, .pattern, .pattern, "The draft matches an ECMA-262 pattern, in linear time.",
      kinds: .judged),
    row(
      .rule, .anchored, .bool, "The pattern covers the whole draft.", default: .bool(false),
      kinds: .judged),
    row(
      .rule, .flags, .word([.init(""), .init("i", "Case is ignored.")]), "Flags of the pattern.",
      default: .string(""), kinds: .judged),
    row(.rule, .minLength, .integer(minimum: 0), "The draft is at least so long.", kinds: .judged),
    row(.rule, .maxLength, .integer(minimum: 0), "The draft is at most so long.", kinds: .judged),
    row(.rule, .minimum, .limit, "The number, date or time is at least this.", kinds: .judged),
    row(.rule, .maximum, .limit, "The number, date or time is at most this.", kinds: .judged),
    row(
      .rule, .exclusiveMinimum, .limit, "The number, date or time is greater than this.",
      kinds: .judged),
    row(
      .rule, .exclusiveMaximum, .limit, "The number, date or time is less than this.",
      kinds: .judged),
    row(
      .rule, .step, .number(minimum: nil),
      "The number is a multiple of this, in decimal; of dates so many days, of times seconds.",
      kinds: .judged),
    row(
      .rule, .stepBase, .limit,
      "Where the steps are counted from; of dates 0 is the first of January 1970.",
      default: .integer(0), kinds: .judged),
    row(.rule, .oneOf, .list(.scalar), "The draft is one of these.", kinds: .judged),
    row(.rule, .valueSchema, .anything, "The value is valid in this JSON Schema."),
    row(.rule, .equals, .key, "The draft equals that of another field.", kinds: .judged),
    row(.rule, .before, .dateOrKey, "The date is before this one.", kinds: .judged),
    row(.rule, .after, .dateOrKey, "The date is after this one.", kinds: .judged),
    row(
      .rule, .expression, .expression,
      "What is calculated is not false, such as `{end} >= {start} + 7`."),
    row(
      .rule, .validator, .validatorName,
      "A closure registered with the daemon decides; its answer may come later."),
    row(.rule, .message, .translatable, "What to say when the rule fails."),
    row(
      .rule, .severity,
      .word(
        Severity.allCases.map { .init($0.rawValue, $0 == .error ? "Blocks." : "Does not block.") }),
      "How much it matters.", default: .string(Rule.standardSeverity.rawValue)),
    row(.rule, .when, .object(.condition), "The rule holds only while this condition does."),
  ]

  static let conditionRows: [Property] = [
    row(.condition, .key, .key, "The field to look at."),
    row(.condition, .is, .scalar, "Its draft is this."),
    row(.condition, .isNot, .scalar, "Its draft is not this."),
    row(.condition, .in, .list(.scalar), "Its draft is one of these."),
    row(.condition, .filled, .bool, "It has a draft, or with false, none."),
    row(
      .condition, .greaterThan, .scalar,
      "Its draft, a number, date or time, is greater; `today` for the day."),
    row(
      .condition, .lessThan, .scalar,
      "Its draft, a number, date or time, is less; `today` for the day."),
    row(.condition, .all, .list(.object(.condition)), "All of these hold."),
    row(.condition, .any, .list(.object(.condition)), "At least one of these holds."),
    row(
      .condition, .expression, .expression,
      "What is calculated is true, such as `{age} + 1 > 18`; it has no `key`."),
    row(
      .requirement, .when, .object(.condition), "True exactly while this condition holds.",
      isRequired: true),
  ]

  private static let toolbar = FieldDefinition.standard.toolbar

  static let toolbarRows: [Property] = [
    row(.toolbar, .hidden, .bool, "Hides the whole bar.", default: .bool(toolbar.isHidden)),
    row(.toolbar, .done, .object(.toolbarItem), "The Done button."),
    row(
      .toolbar, .previousEnabled, .bool, "Whether Previous can be pressed, given a field to go to.",
      default: .bool(toolbar.isPreviousEnabled)),
    row(
      .toolbar, .nextEnabled, .bool, "Whether Next can be pressed, given a field to go to.",
      default: .bool(toolbar.isNextEnabled)),
    row(.toolbar, .autofill, .object(.toolbarItem), "The AutoFill button."),
    row(.toolbarItem, .hidden, .bool, "Hides the button.", default: .bool(toolbar.done.isHidden)),
    row(
      .toolbarItem, .enabled, .bool, "Whether the button can be pressed.",
      default: .bool(toolbar.done.isEnabled)),
  ]

  static let autofillRows: [Property] = [
    row(
      .autofill, .source, .sourceName, "The name of the source to ask.", isRequired: true),
    row(
      .autofill, .minimumLength, .integer(minimum: 0),
      "The number of characters from which the source is asked.",
      default: .integer(AutofillUse().minimumLength)),
    row(
      .autofill, .removable, .bool, "Whether people may remove texts.",
      default: .bool(AutofillUse().isRemovable)),
    row(
      .autofill, .returnAfter, .bool, "Acts as the return key once a text is applied.",
      default: .bool(AutofillUse().returnsAfter)),
  ]

  static let colorRows: [Property] = [
    row(.colors, .border, .color, "The border at rest."),
    row(.colors, .borderHighlight, .color, "The border while active."),
    row(.colors, .borderError, .color, "The border of an error."),
    row(.colors, .text, .color, "The content."),
    row(.colors, .errorText, .color, "The error's text."),
    row(.colors, .placeholderDown, .color, "The title while it stands in the empty field."),
    row(.colors, .placeholderUp, .color, "The title while it floats above."),
    row(.colors, .cursor, .color, "The cursor."),
    row(.colors, .monetary, .color, "The $ sign.", kinds: .entry),
    row(.colors, .unit, .color, "The unit.", kinds: .entry),
    row(.colors, .clearButton, .color, "The Clear button.", kinds: [.picker, .date]),
    row(.colors, .doneButton, .color, "The Done button.", kinds: [.picker, .date]),
  ]

  static let messageRows: [Property] = [
    row(.messages, .valueMissing, .template([.field]), "A required field is empty."),
    row(
      .messages, .typeMismatch, .template([.format]), "The draft has not the named format."),
    row(
      .messages, .patternMismatch, .template([.pattern]), "The draft does not match a pattern."),
    row(
      .messages, .tooLong, .template([.count, .maxLength, .amount]),
      "The draft is too long; `{amount}` is the count with its unit."),
    row(
      .messages, .tooShort, .template([.count, .minLength, .amount]),
      "The draft is too short; `{amount}` is the count with its unit."),
    row(
      .messages, .rangeUnderflow, .template([.minimum, .exclusiveMinimum, .minItems, .count]),
      "The value is too small, or of rows too few are chosen."),
    row(
      .messages, .rangeOverflow, .template([.maximum, .exclusiveMaximum, .maxItems, .count]),
      "The value is too large, or of rows too many are chosen."),
    row(
      .messages, .stepMismatch, .template([.step, .stepBase]), "The value is none of the steps."),
    row(
      .messages, .badInput, .template([.nearest, .choice, .choices]),
      "The draft can't be read, or is none of the rows."),
    row(
      .messages, .notUnique, .template([.fields, .entry]),
      "An entry of a list is the same as another."),
    row(
      .messages, .customError,
      .template([.oneOf, .field, .equals, .expression, .keyword, .path, .validator]),
      "The draft is none of some values or not that of another field, an expression is false, or a validator has refused it."
    ),
    row(
      .messages, .tooFewEntries, .template([.count, .minEntries]), "A list has too few entries."),
    row(
      .messages, .tooManyEntries, .template([.count, .maxEntries]), "A list has too many entries."),
    row(
      .messages, .schemaMismatch, .template([.keyword, .path]),
      "An object or a list is not valid in its schema."),
  ]
}
