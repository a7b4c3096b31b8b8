/// The codes of drafts in a form and values in a record.
extension CodePage {
  static let drafts: [CodePage] = [
    CodePage(
      "valueMissing",
      message: "Name is required",
      meaning:
        "A required field is empty. In a form it is reported once the field was edited or the form submitted; in a record at once.",
      fix: "Fill the field, or make it optional.",
      example: .init(
        form:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "required": true }] }"#,
        wrong: #"{ "name": "" }"#,
        right: #"{ "name": "Ada" }"#,
        .error)),
    CodePage(
      "typeMismatch",
      message: "Not an e-mail address",
      meaning: "The draft does not have the [format](formats.md) of a rule.",
      fix: "Correct the draft; the message names the format.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "text": "ada@",
              "validation": { "endEditing": [{ "format": "email" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "text": "ada@example.com",
              "validation": { "endEditing": [{ "format": "email" }] } } ] }
          """,
        .error)),
    CodePage(
      "patternMismatch",
      message: "Not in the expected form",
      meaning:
        "The draft does not match the `pattern` of a rule. A pattern may match any part of the draft, unless the rule is `anchored`.",
      fix: "Correct the draft. Give the rule a `message`, since no person reads a pattern.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "code", "kind": "entry", "label": "Code", "text": "ab1",
              "validation": { "endEditing": [{ "pattern": "^[a-z]+$" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "code", "kind": "entry", "label": "Code", "text": "abc",
              "validation": { "endEditing": [{ "pattern": "^[a-z]+$", "message": "Small letters only" }] } } ] }
          """,
        .error)),
    CodePage(
      "tooLong",
      message: "Too long: 12 characters, at most 8",
      meaning:
        "The draft is longer than `maxLength` of the field or of a rule, counted in the field's `lengthUnit`.",
      fix: "Shorten the draft; a quick fix truncates it.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8, "text": "ada lovelace" } ] }
          """,
        right:
          #"{ "fields": [{ "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8, "text": "ada" }] }"#,
        .error)),
    CodePage(
      "tooShort",
      message: "Too short: 1 character, at least 2",
      meaning: "The draft is shorter than `minLength` of a rule.",
      fix: "Lengthen the draft.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "text": "a",
              "validation": { "endEditing": [{ "minLength": 2 }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "text": "ada",
              "validation": { "endEditing": [{ "minLength": 2 }] } } ] }
          """,
        .error)),
    CodePage(
      "rangeUnderflow",
      message: "Must be at least 18",
      meaning:
        "A number or date is below `minimum`, `exclusiveMinimum` or `minimumDate`, or fewer rows are chosen than `minItems`.",
      fix: "Enter a greater value.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "age", "kind": "entry", "label": "Age", "value": "integer", "text": "12",
              "validation": { "endEditing": [{ "minimum": 18 }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "age", "kind": "entry", "label": "Age", "value": "integer", "text": "36",
              "validation": { "endEditing": [{ "minimum": 18 }] } } ] }
          """,
        .error)),
    CodePage(
      "rangeOverflow",
      message: "Must be at most 4",
      meaning:
        "A number or date is above `maximum`, `exclusiveMaximum` or `maximumDate`, or more rows are chosen than `maxItems`.",
      fix: "Enter a smaller value.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "seats", "kind": "entry", "label": "Seats", "value": "integer", "text": "9",
              "validation": { "endEditing": [{ "maximum": 4 }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "seats", "kind": "entry", "label": "Seats", "value": "integer", "text": "4",
              "validation": { "endEditing": [{ "maximum": 4 }] } } ] }
          """,
        .error)),
    CodePage(
      "stepMismatch",
      message: "Must be a multiple of 0.25",
      meaning: "The value is between two multiples of `step`, counted from `stepBase`.",
      fix: "Enter the next value below or above.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "price", "kind": "entry", "label": "Price", "value": "number", "text": "0.3",
              "validation": { "endEditing": [{ "step": 0.25 }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "price", "kind": "entry", "label": "Price", "value": "number", "text": "0.25",
              "validation": { "endEditing": [{ "step": 0.25 }] } } ] }
          """,
        .error)),
    CodePage(
      "badInput",
      message: #"Not one of the choices: Canada, Romania; did you mean "Canada"?"#,
      meaning:
        "The draft is not a number, date, row or JSON value where one is needed. Or a row is chosen twice, or beside an `exclusive` one, or a number is outside the range that readers of JSON can hold.",
      fix:
        "Enter a value of the field's kind. The message lists up to eight choices and the nearest one.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"], "text": "Canda" } ] }
          """,
        right: """
          { "fields": [
            { "key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"], "text": "Canada" } ] }
          """,
        .error)),
    CodePage(
      "customError",
      message: "Must be the same as Password",
      meaning:
        """
        The draft is none of the values of `oneOf`, differs from the field of `equals`, an [expression](form.md#expressions) is false, or a validator refused it.
        So is a value that is not valid in a [`schema`](form.md#a-schema-of-a-value); the message names the part and the keyword.
        In a record it is also a value that differs from the calculated one; `oneOf` has that.
        """,
      fix:
        "Enter one of the values, or the same text in both fields. For an expression, change one of the fields that it looks at.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "a", "kind": "entry", "label": "Password", "text": "horse" },
            { "key": "b", "kind": "entry", "label": "Repeat", "text": "house",
              "validation": { "endEditing": [{ "equals": "a" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "a", "kind": "entry", "label": "Password", "text": "horse" },
            { "key": "b", "kind": "entry", "label": "Repeat", "text": "horse",
              "validation": { "endEditing": [{ "equals": "a" }] } } ] }
          """,
        .error)),
    CodePage(
      "notUnique",
      message: "Entries must differ in Product",
      meaning:
        "Two entries of a list have the same drafts in all fields that `unique` names. HTML has no such code.",
      fix: "Change or remove one of the two entries.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "unique": ["product"] } }],
            "entries": { "lines": [{ "product": "Tea" }, { "product": "Tea" }] } }
          """,
        right: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "unique": ["product"] } }],
            "entries": { "lines": [{ "product": "Tea" }, { "product": "Milk" }] } }
          """,
        .error)),
  ]
}
