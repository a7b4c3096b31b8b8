/// The codes of records of values.
extension CodePage {
  static let records: [CodePage] = [
    CodePage(
      "notARecord",
      message: "A record is an object { … } of values",
      meaning: "A record is an object; this is a text, a number or a list.",
      fix: "Wrap the values in an object.",
      example: .init(
        form:
          #"{ "fields": [{ "key": "email", "kind": "entry", "label": "E-mail", "required": true }] }"#,
        wrong: #""ada@example.com""#,
        right: #"{ "email": "ada@example.com" }"#,
        .error)),
    CodePage(
      "missingObject",
      message: "An object { … } must be here, if only an empty one",
      meaning: "The group is `required`, so its object must be there.",
      fix: "Add the object.",
      example: .init(
        form: """
          { "fields": [
            { "key": "city", "kind": "entry", "label": "City", "group": "to" } ],
            "groups": [{ "key": "to", "label": "To", "path": "/to", "required": true }] }
          """,
        wrong: "{ }",
        right: #"{ "to": { "city": null } }"#,
        .error)),
    CodePage(
      "whenEmpty",
      message: "Where it is empty it is null, or left out",
      meaning:
        "An empty field has one value in a record: that of `whenEmpty`. Null is the default, so the empty text is wrong.",
      fix: "Write that value, or leave the key out.",
      example: .init(
        form: #"{ "fields": [{ "key": "nick", "kind": "entry", "label": "Nick" }] }"#,
        wrong: #"{ "nick": "" }"#,
        right: #"{ "nick": null }"#,
        .error)),
    CodePage(
      "missingKey",
      message: "A value must be here, if only null",
      meaning:
        "The field is `present`, so the record must have its key even if the field is empty.",
      fix: "Add the key, with the value of an empty field if there is no other.",
      example: .init(
        form:
          #"{ "fields": [{ "key": "nick", "kind": "entry", "label": "Nick", "present": true }] }"#,
        wrong: "{ }",
        right: #"{ "nick": null }"#,
        .error)),
    CodePage(
      "missingList",
      message: "A list [ … ] must be here, if only an empty one",
      meaning: "The group of the list is `required`, so the list must be there.",
      fix: "Add the list.",
      example: .init(
        form: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "required": true, "repeat": {} }] }
          """,
        wrong: "{ }",
        right: #"{ "lines": [] }"#,
        .error)),
    CodePage(
      "tooFewEntries",
      message: "Too few entries: 0, at least 1",
      meaning: "The list has fewer entries than `minEntries`.",
      fix: "Add entries.",
      example: .init(
        form: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "minEntries": 1 } }] }
          """,
        wrong: #"{ "lines": [] }"#,
        right: #"{ "lines": [{ "product": "Tea" }] }"#,
        .error)),
    CodePage(
      "tooManyEntries",
      message: "Too many entries: 2, at most 1",
      meaning: "The list has more entries than `maxEntries`.",
      fix: "Remove entries.",
      example: .init(
        form: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "maxEntries": 1 } }] }
          """,
        wrong: #"{ "lines": [{ "product": "Tea" }, { "product": "Milk" }] }"#,
        right: #"{ "lines": [{ "product": "Tea" }] }"#,
        .error)),
    CodePage(
      "schemaMismatch",
      message: "This value is not valid: minProperties: 1",
      meaning:
        "A part of the record is not valid in the JSON Schema that `schema` of the form or of the group has. The message has the keyword.",
      fix: "Change the part so that it is valid; its path is that of the problem.",
      example: .init(
        form: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "whenEmpty": "omit" },
            { "key": "phone", "kind": "entry", "label": "Phone", "whenEmpty": "omit" } ],
            "schema": { "minProperties": 1 } }
          """,
        wrong: "{ }",
        right: #"{ "phone": "+47 22 33 44 55" }"#,
        .error)),
    CodePage(
      "hiddenValue",
      message: "The field is hidden, so that nothing is committed of it",
      meaning: "The field is hidden by its condition, so the form would not commit this value.",
      fix: "Remove the value, or give the field `whenHidden` `keep`.",
      example: .init(
        form: """
          { "fields": [
            { "key": "news", "kind": "picker", "label": "News", "data": ["Daily"] },
            { "key": "why", "kind": "entry", "label": "Why",
              "visible": { "when": { "key": "news", "filled": true } } } ] }
          """,
        wrong: #"{ "news": null, "why": "Tea" }"#,
        right: #"{ "news": "Daily", "why": "Tea" }"#,
        .warning)),
    CodePage(
      "unknownKey",
      message: #"The form has no field "emial"; did you mean "email"?"#,
      meaning: "The form has no field with this key. It is an error if the object is `closed`.",
      fix: "Take the suggested key, or remove the value.",
      example: .init(
        form: #"{ "fields": [{ "key": "email", "kind": "entry", "label": "E-mail" }] }"#,
        wrong: #"{ "emial": "ada@example.com" }"#,
        right: #"{ "email": "ada@example.com" }"#,
        .warning)),
  ]
}
