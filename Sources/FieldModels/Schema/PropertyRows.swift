/// The rows of `PropertyTable`, section by section, for the document and its fields.
extension PropertyTable {
  static let documentRows: [Property] = [
    row(.document, .title, .translatable, "The form's name, for people."),
    row(.document, .description, .translatable, "What the form is for, for people."),
    row(
      .document, .groups, .list(.object(.group)), "Pages, sections and lists that fields belong to."
    ),
    row(
      .document, .fields, .list(.object(.field)),
      "The fields, in the order in which they are shown.",
      isRequired: true),
    row(
      .document, .entries, .map(.list(.map(.draft))),
      "The entries of lists: of each list by its key, and in each entry the drafts of its fields by theirs."
    ),
    row(
      .document, .autofill, .map(.list(.text)),
      "Autofill sources: a name and the texts that it offers."),
    row(
      .document, .messages, .map(.object(.messages)),
      "The form's own words for problems: of each language by its tag, and in it by the problem's code."
    ),
    row(
      .document, .closed, .bool, "A key in the record that the form does not know is an error.",
      default: .bool(false)),
    row(
      .document, .emptyTexts, .bool,
      "In a record an empty text is an answer to a field of texts: its rules check it, and neither `required` nor `whenEmpty` refuses it.",
      default: .bool(false)),
    row(.document, .valueSchema, .anything, "A record must be valid in this JSON Schema."),
    row(.document, .presentation, .anything, "Handed to the front end untouched."),
    row(
      .document, .form, .text,
      "Makes this document a record of values: the path of the form that it belongs to."),
    row(.document, .schema, .text, "A JSON Schema for other tools; not read here."),
  ]

  static let groupRows: [Property] = [
    row(.group, .key, .newKey, "The name by which fields belong to the group.", isRequired: true),
    row(.group, .label, .translatable, "The group's title, for people.", isRequired: true),
    row(.group, .description, .translatable, "What the group is for, for people."),
    row(
      .group, .path, .path,
      "The object that its fields' values stand in, as a JSON pointer into the record; where it is repeated, the list, which stands under `/` and the key unless given.",
      default: .string("")),
    row(
      .group, .required, .bool, "That object or list is there even if nothing is in it.",
      default: .bool(false)),
    row(
      .group, .closed, .bool,
      "A key in that object, or in an entry, that the form does not know is an error.",
      default: .bool(false)),
    row(
      .group, .lenient, .bool,
      "What stands in a record instead of that object or list, or in a list of objects in its entries, is taken, and so is nothing.",
      default: .bool(false)),
    row(
      .group, .whenEmpty,
      .word([
        .init("null", "It may be left out, or be null, which a form commits."),
        .init("omit", "It may be left out, as a form does."),
      ]),
      "What stands in the place of that object or list while nothing is in it; nothing in it is required then."
    ),
    row(
      .group, .valueSchema, .anything,
      "That object or list must be valid in this JSON Schema."),
    row(
      .group, .repeat, .object(.repetition),
      "Makes it a list, of whose entries each has the group's fields."),
    row(.group, .presentation, .anything, "Handed to the front end untouched."),
  ]

  static let repetitionRows: [Property] = [
    row(
      .repetition, .minEntries, .integer(minimum: 0), "The least number of entries.",
      default: .integer(Repetition().minEntries)),
    row(.repetition, .maxEntries, .integer(minimum: 1), "The greatest number of entries."),
    row(
      .repetition, .unique, .list(.key),
      "The fields of the list by which its entries differ; those in which all are empty are not compared."
    ),
    row(.repetition, .addLabel, .translatable, "The name of the button that adds an entry."),
  ]

  /// A field of which the document says nothing has the defaults.
  private static let standard = FieldDefinition.standard

  static let fieldRows: [Property] = identityRows + contentRows + behaviourRows + pickerAndDateRows

  private static let identityRows: [Property] = [
    row(
      .field, .key, .newKey, "The field's name in values and references; unique in the document.",
      isRequired: true),
    row(
      .field, .kind, .words(of: FieldKind.self),
      "What sort of field it is.", isRequired: true),
    row(
      .field, .label, .translatable, "The field's title; floats above the content.",
      isRequired: true),
    row(.field, .placeholder, .translatable, "Shown in the empty field."),
    row(.field, .helper, .translatable, "A hint below the field; an error is shown behind it."),
  ]

  private static let contentRows: [Property] = [
    row(
      .field, .text, .draft, "The draft: the content as typed or chosen.",
      default: .string(standard.draft.text),
      kinds: [.entry, .area, .picker, .any]),
    row(
      .field, .value, .words(of: ValueKind.self), "How the draft is read when it is committed.",
      default: .string(standard.valueKind.rawValue), kinds: [.entry, .area, .picker]),
    row(
      .field, .precision, .words(of: NumberPrecision.self),
      "How far whole numbers go, where `value` is `integer`; a limit of the field's rules that goes further counts.",
      default: .string(standard.precision.rawValue), kinds: [.entry, .area, .picker]),
    row(
      .field, .required, .boolOrCondition, "Whether the field must be filled.",
      default: .bool(standard.isRequired == .always)),
    row(
      .field, .readOnly, .bool, "Shown and focusable, but not editable and not checked.",
      default: .bool(standard.isReadOnly)),
    row(
      .field, .calculate, .expression,
      "What the draft is calculated of, such as `{price} * {count}`; nobody can edit it.",
      kinds: .judged),
    row(
      .field, .visible, .boolOrCondition, "Whether the field is shown.",
      default: .bool(standard.isVisible == .always)),
    row(
      .field, .enabled, .boolOrCondition, "Whether the field takes focus and edits.",
      default: .bool(standard.isEnabled == .always)),
    row(
      .field, .whenEmpty, .words(of: EmptyValue.self),
      "What an empty field commits; with `multiple`, `empty` unless given.",
      default: .string(standard.emptyValue.rawValue)),
    row(
      .field, .present, .boolOrCondition,
      "Whether a record has the key even if the field is empty. No effect with `whenEmpty` `omit`.",
      default: .bool(standard.isPresent == .always)),
    row(
      .field, .whenHidden, .words(of: HiddenValue.self),
      "What becomes of the value while it is hidden.",
      default: .string(standard.hiddenValue.rawValue)),
    row(
      .field, .whenMissing, .words(of: MissingValue.self),
      "What a record stands for that lacks the field. With `default` it need not have the key.",
      default: .string(standard.missingValue.rawValue)),
    row(
      .field, .blankIsEmpty, .bool,
      "Whether white space alone is no answer: `required` refuses it, and no rule checks it.",
      default: .bool(standard.isBlankEmpty), kinds: [.entry, .area, .any]),
    row(
      .field, .maxLength, .integer(minimum: 1), "The greatest length; shows a counter.",
      kinds: .judged),
    row(
      .field, .lengthUnit,
      .words(of: LengthUnit.self),
      "What the counter and the length limits count.",
      default: .string(standard.lengthUnit.rawValue), kinds: .judged),
    row(
      .field, .secure, .bool, "Shown as dots; never written to a log, hover, hint or diagnostic.",
      default: .bool(standard.isSecure)),
    row(.field, .unit, .translatable, "Shown on the right of the content.", kinds: .entry),
    row(
      .field, .monetary, .bool, "Shows $ on the left of the content.",
      default: .bool(standard.isMonetary),
      kinds: .entry),
    row(
      .field, .validation, .object(.validation), "Checks while typing and at the end of editing."),
    row(
      .field, .autofill, .object(.autofill), "Completes the draft from a named source.",
      kinds: [.entry, .picker]),
  ]

  private static let behaviourRows: [Property] = [
    row(
      .field, .keyboard, .words(of: Keyboard.self), "The keyboard to show.",
      default: .string(standard.traits.keyboard.rawValue),
      kinds: [.entry, .area, .picker]),
    row(
      .field, .autocapitalization, .words(of: Autocapitalization.self),
      "What the keyboard capitalises.",
      default: .string(standard.traits.autocapitalization.rawValue),
      kinds: [.entry, .area, .picker]),
    row(
      .field, .autocorrection, .words(of: Autocorrection.self),
      "Whether the keyboard corrects words.",
      default: .string(standard.traits.autocorrection.rawValue),
      kinds: [.entry, .area, .picker]),
    row(
      .field, .returnKey, .words(of: ReturnKey.self), "The name on the return key.",
      default: .string(standard.returnKey.rawValue), kinds: [.entry, .area, .picker]),
    row(
      .field, .style,
      .words(of: FieldStyle.self),
      "How the field is drawn.", default: .string(standard.traits.style.rawValue)),
    row(
      .field, .state, .words(of: FieldLook.self),
      "The state to begin in.", default: .string(standard.initialLook.rawValue)),
    row(
      .field, .activeOnEditing, .bool, "Goes from standard to active while it has the focus.",
      default: .bool(standard.isActiveOnEditing)),
    row(
      .field, .horizontalPadding, .bool, "10 points of space left and right.",
      default: .bool(standard.traits.hasHorizontalPadding)),
    row(
      .field, .shakes, .bool, "Shakes when an error appears.",
      default: .bool(standard.traits.shakes)),
    row(.field, .icon, .text, "The name of an icon on the right."),
    row(
      .field, .iconAction, .words(of: IconAction.self),
      "What a tap on the icon does, once it was told of."),
    row(
      .field, .tag, .integer(minimum: .min), "A number to tell fields apart.",
      default: .integer(standard.tag)),
    row(.field, .group, .groupKey, "The group that the field belongs to."),
    row(
      .field, .path, .path,
      "Where the value stands in the record, as a JSON pointer behind the path of its group; `/` and the key, unless given. In a list, an empty path makes each entry this value."
    ),
    row(.field, .previous, .key, "The field that Previous moves to."),
    row(.field, .next, .key, "The field that Next and the return key move to."),
    row(.field, .toolbar, .object(.toolbar), "The bar above the keyboard."),
    row(
      .field, .selectAllOnFocus, .bool, "Selects the whole draft when the field gets the focus.",
      default: .bool(standard.selectsAllOnFocus)),
    row(.field, .colors, .object(.colors), "Colours that differ from the front end's own."),
    row(
      .field, .lenient, .boolOrCondition,
      "Whether a value in a record that no draft of the field commits is taken, and held to nothing.",
      default: .bool(standard.isLenient == .always)),
    row(.field, .presentation, .anything, "Handed to the front end untouched."),
  ]

  private static let pickerAndDateRows: [Property] = [
    row(
      .field, .data, .list(.choice), "The rows to choose from, each its value or an object.",
      kinds: .picker),
    row(
      .field, .multiple, .bool, "Takes several rows; `text` is then a list.",
      default: .bool(standard.takesSeveral),
      kinds: .picker),
    row(.field, .minItems, .integer(minimum: 0), "The least number of rows.", kinds: .picker),
    row(.field, .maxItems, .integer(minimum: 1), "The greatest number of rows.", kinds: .picker),
    row(
      .field, .uniqueItems, .bool, "Each row is chosen once; false takes a row again.",
      default: .bool(standard.hasUniqueRows), kinds: .picker),
    row(
      .field, .asFlags, .bool,
      "With `multiple`: the value is an object with true or false for each row, and not the list of the chosen ones.",
      default: .bool(standard.isOfFlags), kinds: .picker),
    row(
      .field, .clearable, .bool,
      "Offers a button that empties the field; one that is not required can be emptied anyway.",
      default: .bool(standard.isClearable),
      kinds: [.picker, .date]),
    row(
      .field, .manualEntry, .boolOrText,
      "Adds a last row for typed text: true, or the row's label.",
      default: .bool(standard.manualEntry != nil),
      kinds: .picker),
    row(.field, .date, .dateDraft, "The draft: ISO 8601 in the shape of `mode`.", kinds: .date),
    row(
      .field, .mode, .words(of: DateMode.self), "What is picked.",
      default: .string(standard.mode.rawValue), kinds: .date),
    row(
      .field, .format, .datePattern,
      "How the date is shown: a Unicode date pattern; unless given, that of `locale`, else of the reader's language.",
      kinds: .date),
    row(
      .field, .valueFormat, .datePattern,
      "How the value is written in a record: a Unicode date pattern with English names, such as `MM/dd/yyyy`; unless given, ISO 8601 in the shape of `mode`.",
      kinds: .date),
    row(
      .field, .timeZone, .timeZone,
      "The zone whose clocks show the picked time; where it is given, `today` is the day there.",
      default: .string(standard.timeZone), kinds: .date
    ),
    row(
      .field, .locale, .text,
      "The language of month and day names, which are CLDR's, such as `en-CA`.", kinds: .date),
    row(.field, .minimumDate, .date, "The earliest date.", kinds: .date),
    row(.field, .maximumDate, .date, "The latest date.", kinds: .date),
    row(
      .field, .defaultDate, .date,
      "Where the open picker of an empty field stands, which is no answer until it is chosen.",
      kinds: .date),
  ]
}
