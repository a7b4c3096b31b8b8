/// The rows of `PropertyTable`, section by section, for the document and its fields.
extension PropertyTable {
  static let documentRows: [Property] = [
    row(.document, .title, .text, "The form's name, for people."),
    row(.document, .description, .text, "What the form is for, for people."),
    row(.document, .groups, .list(.object(.group)), "Pages or sections that fields belong to."),
    row(
      .document, .fields, .list(.object(.field)),
      "The fields, in the order in which they are shown.",
      isRequired: true),
    row(
      .document, .autofill, .map(.list(.text)),
      "Autofill sources: a name and the texts that it offers."),
    row(
      .document, .form, .text,
      "Makes this document a record of values: the path of the form that it belongs to."),
    row(.document, .schema, .text, "A JSON Schema for other tools; not read here."),
  ]

  static let groupRows: [Property] = [
    row(.group, .key, .newKey, "The name by which fields belong to the group.", isRequired: true),
    row(.group, .label, .text, "The group's title, for people.", isRequired: true),
    row(.group, .description, .text, "What the group is for, for people."),
  ]

  static let fieldRows: [Property] = identityRows + contentRows + behaviourRows + pickerAndDateRows

  private static let identityRows: [Property] = [
    row(
      .field, .key, .newKey, "The field's name in values and references; unique in the document.",
      isRequired: true),
    row(
      .field, .kind, .word(FieldKind.allCases.map { .init($0.rawValue, $0.documentation) }),
      "What sort of field it is.", isRequired: true),
    row(
      .field, .label, .text, "The field's title; floats above the content.", isRequired: true),
    row(.field, .placeholder, .text, "Shown in the empty field."),
    row(.field, .helper, .text, "A hint below the field; an error is shown behind it."),
  ]

  private static let contentRows: [Property] = [
    row(
      .field, .text, .draft, "The draft: the content as typed or chosen.", default: "\"\"",
      kinds: [.entry, .area, .picker]),
    row(
      .field, .value, .word(valueKinds), "How the draft is read when it is committed.",
      default: "\"string\""),
    row(
      .field, .required, .boolOrCondition, "Whether the field must be filled.", default: "false"),
    row(
      .field, .readOnly, .bool, "Shown and focusable, but not editable and not checked.",
      default: "false"),
    row(.field, .visible, .boolOrCondition, "Whether the field is shown.", default: "true"),
    row(
      .field, .enabled, .boolOrCondition, "Whether the field takes focus and edits.",
      default: "true"),
    row(
      .field, .whenEmpty, .word(emptyWords),
      "What an empty field commits; with `multiple`, `empty` unless given.", default: "\"null\""),
    row(
      .field, .whenHidden, .word(hiddenWords), "What becomes of the value while it is hidden.",
      default: "\"omit\""),
    row(.field, .maxLength, .integer(minimum: 1), "The greatest length; shows a counter."),
    row(
      .field, .lengthUnit,
      .word(LengthUnit.allCases.map { .init($0.rawValue, documentation(of: $0)) }),
      "What the counter and the length limits count.", default: "\"grapheme\""),
    row(
      .field, .secure, .bool, "Shown as dots; never written to a log, hover, hint or diagnostic.",
      default: "false"),
    row(.field, .unit, .text, "Shown on the right of the content.", kinds: .entry),
    row(
      .field, .monetary, .bool, "Shows $ on the left of the content.", default: "false",
      kinds: .entry),
    row(
      .field, .validation, .object(.validation), "Checks while typing and at the end of editing."),
    row(
      .field, .autofill, .object(.autofill), "Completes the draft from a named source.",
      kinds: [.entry, .picker]),
  ]

  private static let behaviourRows: [Property] = [
    row(
      .field, .keyboard, .word(keyboards), "The keyboard to show.", default: "\"default\"",
      kinds: [.entry, .area, .picker]),
    row(
      .field, .autocapitalization, .word(capitalizations), "What the keyboard capitalises.",
      default: "\"sentences\"", kinds: [.entry, .area, .picker]),
    row(
      .field, .autocorrection, .word(["default", "no", "yes"].map { .init($0) }),
      "Whether the keyboard corrects words.", default: "\"default\"",
      kinds: [.entry, .area, .picker]),
    row(
      .field, .returnKey, .word(returnKeys), "The name on the return key.",
      default: "\"default\"", kinds: [.entry, .area, .picker]),
    row(
      .field, .style,
      .word([.init("outlined", "A rounded border."), .init("filled", "A filled box, underlined.")]),
      "How the field is drawn.", default: "\"outlined\""),
    row(
      .field, .state, .word(FieldLook.allCases.map { .init($0.rawValue, $0.documentation) }),
      "The state to begin in.", default: "\"standard\""),
    row(
      .field, .activeOnEditing, .bool, "Goes from standard to active while it has the focus.",
      default: "false"),
    row(.field, .horizontalPadding, .bool, "10 points of space left and right.", default: "true"),
    row(.field, .shakes, .bool, "Shakes when an error appears.", default: "true"),
    row(.field, .icon, .text, "The name of an icon on the right."),
    row(
      .field, .iconAction, .word(iconActions), "What a tap on the icon does, once it was told of."),
    row(.field, .tag, .integer(minimum: Int.min), "A number to tell fields apart.", default: "0"),
    row(.field, .group, .groupKey, "The group that the field belongs to."),
    row(.field, .previous, .key, "The field that Previous moves to."),
    row(.field, .next, .key, "The field that Next and the return key move to."),
    row(.field, .toolbar, .object(.toolbar), "The bar above the keyboard."),
    row(
      .field, .selectAllOnFocus, .bool, "Selects the whole draft when the field gets the focus.",
      default: "false"),
    row(.field, .colors, .object(.colors), "Colours that differ from the front end's own."),
    row(.field, .presentation, .anything, "Handed to the front end untouched."),
  ]

  private static let pickerAndDateRows: [Property] = [
    row(
      .field, .data, .list(.choice), "The rows to choose from, each its value or an object.",
      kinds: .picker),
    row(
      .field, .multiple, .bool, "Takes several rows; `text` is then a list.", default: "false",
      kinds: .picker),
    row(.field, .minItems, .integer(minimum: 0), "The least number of rows.", kinds: .picker),
    row(.field, .maxItems, .integer(minimum: 1), "The greatest number of rows.", kinds: .picker),
    row(
      .field, .clearable, .bool, "Offers a button that empties the field.", default: "false",
      kinds: [.picker, .date]),
    row(
      .field, .manualEntry, .boolOrText,
      "Adds a last row for typed text: true, or the row's label.", default: "false",
      kinds: .picker),
    row(.field, .date, .dateDraft, "The draft: ISO 8601 in the shape of `mode`.", kinds: .date),
    row(
      .field, .mode, .word(modes), "What is picked.", default: "\"date\"", kinds: .date),
    row(
      .field, .format, .datePattern, "How the date is shown: a Unicode date pattern.",
      default: "\"MMM dd, yyyy\"", kinds: .date),
    row(
      .field, .timeZone, .timeZone,
      "The zone whose clocks show the picked time; where it is given, `today` is the day there.",
      default: "\"GMT\"", kinds: .date
    ),
    row(
      .field, .locale, .text,
      "The language of month and day names, which are CLDR's, such as `en-CA`.", kinds: .date),
    row(.field, .minimumDate, .date, "The earliest date.", kinds: .date),
    row(.field, .maximumDate, .date, "The latest date.", kinds: .date),
    row(
      .field, .defaultDate, .date, "Where the picker stands when it is first opened.", kinds: .date),
  ]

  private static let valueKinds: [Shape.Word] = [
    .init("string", "As text."), .init("number", "As a number."),
    .init("integer", "As a whole number."), .init("boolean", "As true or false."),
  ]

  private static let iconActions: [Shape.Word] = [
    .init("clear", "Empties the field."), .init("reveal", "Shows or hides a secure draft."),
    .init("autofill", "Offers the texts of the autofill source."),
  ]

  private static let emptyWords: [Shape.Word] = [
    .init("null", "Null."), .init("empty", "The empty text, or with `multiple` the empty list."),
    .init("omit", "Nothing: the field is left out of the values."),
  ]

  private static let hiddenWords: [Shape.Word] = [
    .init("omit", "Left out of the values."), .init("keep", "Kept as it is."),
    .init("clear", "Emptied."),
  ]

  private static let keyboards: [Shape.Word] = [
    .init("default", "The usual one."), .init("asciiCapable", "ASCII letters."),
    .init("numbersAndPunctuation", "Numbers and punctuation first."),
    .init("URL", "With / and .com."), .init("numberPad", "Digits only."),
    .init("phonePad", "Digits, *, #."), .init("namePhonePad", "Names and phone numbers."),
    .init("emailAddress", "With @ and the full stop."),
    .init("decimalPad", "Digits and a decimal point."), .init("twitter", "With @ and #."),
    .init("webSearch", "For searches and addresses."),
    .init("asciiCapableNumberPad", "ASCII digits only."),
  ]

  private static let capitalizations: [Shape.Word] = [
    .init("none", "Nothing."), .init("words", "Each word."), .init("sentences", "Each sentence."),
    .init("allCharacters", "Everything."),
  ]

  private static let returnKeys: [Shape.Word] = [
    .init("default", "return"), .init("go"), .init("google"), .init("join"),
    .init("next", "Moves to the next field."), .init("route"), .init("search"), .init("send"),
    .init("yahoo"), .init("done", "Ends editing."), .init("emergencyCall"), .init("continue"),
  ]

  private static let modes: [Shape.Word] = [
    .init("date", "A day: 1990-12-31."), .init("time", "A time of day: 18:30."),
    .init("dateAndTime", "A day and a time: 1990-12-31T18:30."),
    .init("countDownTimer", "A duration: PT1H30M or 01:30."),
  ]

  private static func documentation(of unit: LengthUnit) -> String {
    switch unit {
    case .grapheme: "Characters as people see them: grapheme clusters of Unicode 17 (UAX #29)."
    case .scalar: "Unicode scalar values."
    case .utf16: "UTF-16 units, as JavaScript counts."
    case .utf8: "Bytes of UTF-8."
    case .words: "Words between white space."
    }
  }
}
