/// The codes of the text of a form.
extension CodePage {
  static let documents: [CodePage] = [
    CodePage(
      "syntax",
      message: "A comma is missing behind this",
      meaning: "The text is not JSON. The other fields keep working while one is broken.",
      fix: "Insert or remove the character that the message names; a quick fix does it.",
      example: .init(
        wrong: #"{ "fields": [{ "key": "name" "kind": "entry", "label": "Name" }] }"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }"#,
        .error)),
    CodePage(
      "notADocument",
      message: #"A field document is an object { "fields": [ … ] }"#,
      meaning: "The text is JSON, but not an object with `fields`.",
      fix: "Put the fields into an object.",
      example: .init(
        wrong: #"[{ "key": "name", "kind": "entry", "label": "Name" }]"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }"#,
        .error)),
    CodePage(
      "wrongType",
      message: #"`required` takes true, false or { "when": … }"#,
      meaning:
        """
        A property has a value of another type. In a record, a value has another type than the form commits: often a number in quotes.
        A record with such a value is never right, also where the field is hidden, and no other rule of the field is checked on it.
        In a picker of a record the code is [`badInput`](#badinput).
        A form that is opened with the value has the draft as written, and checks all rules of a field that is shown.
        """,
      fix: "Write the type that the message names.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "required": "yes" }] }"#,
        right:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "required": true }] }"#,
        .error)),
    CodePage(
      "outOfRange",
      message: "`maxLength` must be at least 1",
      meaning: "A number of the definition is below its smallest value.",
      fix: "Write a number in the range.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "maxLength": 0 }] }"#,
        right:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "maxLength": 1 }] }"#,
        .error)),
    CodePage(
      "unknownProperty",
      message: #"A field has no property `colour`; did you mean "colors"?"#,
      meaning:
        "No property has this name, usually after a typing error. The property has no effect. Custom data belongs in `presentation`.",
      fix: "Take the suggested name, or move the value to `presentation`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "colour": "red" }] }"#,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "presentation": { "colour": "red" } } ] }
          """,
        .warning)),
    CodePage(
      "unsupportedProperty",
      message: "`unit` belongs to an entry; an area ignores it",
      meaning: "The property exists, but not for this kind of field.",
      fix: "Remove the property, or change the `kind`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "about", "kind": "area", "label": "About", "unit": "kg" }] }"#,
        right:
          #"{ "fields": [{ "key": "weight", "kind": "entry", "label": "Weight", "unit": "kg" }] }"#,
        .warning)),
    CodePage(
      "duplicateProperty",
      message: "`label` is written more than once; the last one counts",
      meaning:
        "The same name occurs twice in one object; only the last one has an effect. In a record too.",
      fix: "Remove one of them.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "label": "Your name" }] }"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Your name" }] }"#,
        .warning)),
    CodePage(
      "missingProperty",
      message: "A field needs `label`",
      meaning: "A required property is absent: a field needs `key`, `kind` and `label`.",
      fix: "Add the property; a quick fix does it.",
      example: .init(
        wrong: #"{ "fields": [{ "key": "name", "kind": "entry" }] }"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }"#,
        .error)),
    CodePage(
      "unknownValue",
      message: #"`kind` can't be "entri"; did you mean "entry"?"#,
      meaning: "The property takes one of a few words, and this is not one of them.",
      fix: "Take the suggested word.",
      example: .init(
        wrong: #"{ "fields": [{ "key": "name", "kind": "entri", "label": "Name" }] }"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }"#,
        .error)),
    CodePage(
      "invalidPattern",
      message:
        "The pattern can't be used: Back-references can’t be matched in linear time; spell the alternatives out, or make this a rule of its own",
      meaning:
        "The pattern is not ECMA-262, can't be matched in linear time (back-references), or is too large.",
      fix: "Simplify the pattern. Write the alternatives instead of a back-reference.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "code", "kind": "entry", "label": "Code",
              "validation": { "endEditing": [{ "pattern": "^([ab])[0-9]+\\1$" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "code", "kind": "entry", "label": "Code",
              "validation": { "endEditing": [{ "pattern": "^(?:a[0-9]+a|b[0-9]+b)$" }] } } ] }
          """,
        .error)),
    CodePage(
      "invalidSchema",
      message: "The schema can't be used: `/items/minLenght` is no keyword that a rule reads",
      meaning:
        "The value of `schema` is no [JSON Schema that a rule can have](form.md#a-schema-of-a-value). It has a reference, an unknown keyword or format, or a pattern that can't be used, or it is too large.",
      fix: "Correct the keyword that the message names. Write the target in the place of a `$ref`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "tags", "kind": "any", "label": "Tags",
              "validation": { "endEditing": [{ "schema": { "items": { "minLenght": 2 } } }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "tags", "kind": "any", "label": "Tags",
              "validation": { "endEditing": [{ "schema": { "items": { "minLength": 2 } } }] } } ] }
          """,
        .error)),
    CodePage(
      "invalidExpression",
      message: "The expression can't be used: Write `=` instead of `==`",
      meaning:
        "The text is no [expression](form.md#expressions). The finding marks the part that can't be read.",
      fix: "Write what the message says. A field stands in braces, a text in quotes.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "age", "kind": "entry", "label": "Age", "value": "integer" },
            { "key": "parent", "kind": "entry", "label": "Parent", "visible": { "when": { "expression": "{age} == 17" } } } ] }
          """,
        right: """
          { "fields": [
            { "key": "age", "kind": "entry", "label": "Age", "value": "integer" },
            { "key": "parent", "kind": "entry", "label": "Parent", "visible": { "when": { "expression": "{age} = 17" } } } ] }
          """,
        .error)),
    CodePage(
      "invalidDate",
      message: "Month 13 does not exist",
      meaning:
        "A date of the definition does not exist, or does not have the shape of the field's `mode`.",
      fix: "Write a date as `YYYY-MM-DD`, a time as `HH:MM`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "born", "kind": "date", "label": "Born", "minimumDate": "1900-13-01" }] }"#,
        right:
          #"{ "fields": [{ "key": "born", "kind": "date", "label": "Born", "minimumDate": "1900-12-01" }] }"#,
        .error)),
    CodePage(
      "invalidDatePattern",
      message: "'b' is not a date field",
      meaning: "The `format` of a date field is not a Unicode date pattern.",
      fix: "Use the letters of UTS #35, and put other text in single quotes.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "born", "kind": "date", "label": "Born", "format": "yyyy-bb" }] }"#,
        right:
          #"{ "fields": [{ "key": "born", "kind": "date", "label": "Born", "format": "yyyy-MM" }] }"#,
        .error)),
    CodePage(
      "invalidColor",
      message: #""red" is no colour; write #RRGGBB or #RRGGBBAA"#,
      meaning: "A colour is not hexadecimal.",
      fix: "Write `#RRGGBB` or `#RRGGBBAA`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name", "colors": { "text": "red" } }] }"#,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "colors": { "text": "#FF0000" } } ] }
          """,
        .error)),
    CodePage(
      "invalidTimeZone",
      message: #""Mars" is no time zone; write GMT, an offset such as +02:00, or Area/City"#,
      meaning: "The zone is not in the zone database.",
      fix: "Write `GMT`, an offset, or a name such as `Europe/Oslo`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "day", "kind": "date", "label": "Day", "timeZone": "Mars" }] }"#,
        right:
          #"{ "fields": [{ "key": "day", "kind": "date", "label": "Day", "timeZone": "Europe/Oslo" }] }"#,
        .error)),
    CodePage(
      "invalidPath",
      message: #""address/city" is not a path: it must begin with "/", as "/address/city" does"#,
      meaning: "A `path` is not a JSON pointer.",
      fix: "Begin it with `/`.",
      example: .init(
        wrong:
          #"{ "fields": [{ "key": "city", "kind": "entry", "label": "City", "path": "address/city" }] }"#,
        right:
          #"{ "fields": [{ "key": "city", "kind": "entry", "label": "City", "path": "/address/city" }] }"#,
        .error)),
    CodePage(
      "unknownPlaceholder",
      message: #""maxLenght" is no value of `tooLong`; did you mean "maxLength"?"#,
      meaning:
        "A text in `messages` has a placeholder that its code does not have, so the text is never used.",
      fix: "Take one of the [values of that code](form.md#messages-of-your-own).",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "en": { "tooLong": "At most {maxLenght}" } } }
          """,
        right: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "en": { "tooLong": "At most {maxLength}" } } }
          """,
        .warning)),
    CodePage(
      "brokenPlural",
      message: "The plural can't be read: it is written {count, plural, one {…} other {…}}",
      meaning:
        "A plural in `messages` does not have the form `{count, plural, one {…} other {…}}`.",
      fix: "Complete it; `other` is always needed.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "en": { "tooLong": "{count, plural, one {#}}" } } }
          """,
        right: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "en": { "tooLong": "{count, plural, one {#} other {#}}" } } }
          """,
        .warning)),
    CodePage(
      "unknownLanguage",
      message: #""de_AT" is no language tag, such as "de" or "pt-BR""#,
      meaning: "A name in `messages`, or in a text by language, is not a language tag.",
      fix: "Use hyphens: `de-AT`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "de_AT": { "tooLong": "Zu lang" } } }
          """,
        right: """
          { "fields": [
            { "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 8 } ],
            "messages": { "de-AT": { "tooLong": "Zu lang" } } }
          """,
        .warning)),
    CodePage(
      "duplicateKey",
      message: #"The key "name" is used by more than one field"#,
      meaning: "Two fields have the same key, so references and values are ambiguous.",
      fix: "Rename one of them.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "First name" },
            { "key": "name", "kind": "entry", "label": "Last name" } ] }
          """,
        right: """
          { "fields": [
            { "key": "first", "kind": "entry", "label": "First name" },
            { "key": "last", "kind": "entry", "label": "Last name" } ] }
          """,
        .error)),
    CodePage(
      "duplicateGroup",
      message: #"The key "page" is used by more than one group"#,
      meaning: "Two groups have the same key.",
      fix: "Rename one of them.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" } ],
            "groups": [{ "key": "page", "label": "One" }, { "key": "page", "label": "Two" }] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" } ],
            "groups": [{ "key": "one", "label": "One" }, { "key": "two", "label": "Two" }] }
          """,
        .error)),
    CodePage(
      "emptyKey",
      message: "A key can't be empty",
      meaning: "The key is the empty text.",
      fix: "Write a name.",
      example: .init(
        wrong: #"{ "fields": [{ "key": "", "kind": "entry", "label": "Name" }] }"#,
        right: #"{ "fields": [{ "key": "name", "kind": "entry", "label": "Name" }] }"#,
        .error)),
    CodePage(
      "duplicatePath",
      message: #"The value would stand at "/place", where another field's stands"#,
      meaning: "Two fields would have their values at the same place in the record.",
      fix: "Change the `path` of one of them.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "city", "kind": "entry", "label": "City", "path": "/place" },
            { "key": "town", "kind": "entry", "label": "Town", "path": "/place" } ] }
          """,
        right: """
          { "fields": [
            { "key": "city", "kind": "entry", "label": "City", "path": "/city" },
            { "key": "town", "kind": "entry", "label": "Town", "path": "/town" } ] }
          """,
        .error)),
    CodePage(
      "crossedPath",
      message: #"The value would stand at "/address", where an object with other values stands"#,
      meaning: "A value would be at the place of an object that has other values.",
      fix: "Move the value into the object, or out of it.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "address", "kind": "entry", "label": "Address" },
            { "key": "city", "kind": "entry", "label": "City", "path": "/address/city" } ] }
          """,
        right: """
          { "fields": [
            { "key": "street", "kind": "entry", "label": "Street", "path": "/address/street" },
            { "key": "city", "kind": "entry", "label": "City", "path": "/address/city" } ] }
          """,
        .error)),
    CodePage(
      "missingPath",
      message:
        "`required` is about the object that a group with a `path` has, and this one has none",
      meaning:
        "`required`, `closed` or `lenient` of a group is about its object, but the group has no `path`.",
      fix: "Give the group a `path`, or remove the property.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "city", "kind": "entry", "label": "City", "group": "to" } ],
            "groups": [{ "key": "to", "label": "To", "required": true }] }
          """,
        right: """
          { "fields": [
            { "key": "city", "kind": "entry", "label": "City", "group": "to" } ],
            "groups": [{ "key": "to", "label": "To", "path": "/to", "required": true }] }
          """,
        .warning)),
    CodePage(
      "pathInList",
      message: #"The value would stand at "/lines/total", in the list "lines" or around it"#,
      meaning:
        "A path leads into or around a list. Only the fields of the list can have values there.",
      fix: "Put the value beside the list.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" },
            { "key": "total", "kind": "entry", "label": "Total", "path": "/lines/total" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }] }
          """,
        right: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" },
            { "key": "total", "kind": "entry", "label": "Total", "path": "/total" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }] }
          """,
        .error)),
    CodePage(
      "fieldInList",
      message:
        #"`next`: "product" is a field in each entry of the list "lines"; use the key of the list"#,
      meaning:
        "A field outside a list refers to a field in it. There is one such field for each entry.",
      fix:
        "Refer to the list by its key. Only the functions `sum`, `min`, `max` and `count` of an expression take what all entries have, such as `sum({price})`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "next": "product" },
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "next": "lines" },
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }] }
          """,
        .error)),
    CodePage(
      "fieldNotInList",
      message: #"`unique`: the list has no field with the key "prodcut"; did you mean "product"?"#,
      meaning: "`unique` or `entries` names a field that the list does not have.",
      fix: "Take the suggested key.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "unique": ["prodcut"] } }] }
          """,
        right: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": { "unique": ["product"] } }] }
          """,
        .error)),
    CodePage(
      "unknownList",
      message: #"No group with the key "lnes" repeats; did you mean "lines"?"#,
      meaning: "`entries` names a list that does not exist.",
      fix: "Take the suggested key, or give the group a `repeat`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }], "entries": { "lnes": [] } }
          """,
        right: """
          { "fields": [
            { "key": "product", "kind": "entry", "label": "Product", "group": "lines" } ],
            "groups": [{ "key": "lines", "label": "Lines", "repeat": {} }], "entries": { "lines": [] } }
          """,
        .error)),
    CodePage(
      "unknownField",
      message: #"`next`: no field has the key "adress"; did you mean "address"?"#,
      meaning: "A reference names a field that does not exist.",
      fix: "Take the suggested key.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "next": "adress" },
            { "key": "address", "kind": "entry", "label": "Address" } ] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "next": "address" },
            { "key": "address", "kind": "entry", "label": "Address" } ] }
          """,
        .error)),
    CodePage(
      "unknownGroup",
      message: #"No group has the key "pge"; did you mean "page"?"#,
      meaning: "`group` names a group that does not exist.",
      fix: "Take the suggested key, or add the group.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "group": "pge" } ],
            "groups": [{ "key": "page", "label": "Page" }] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name", "group": "page" } ],
            "groups": [{ "key": "page", "label": "Page" }] }
          """,
        .error)),
    CodePage(
      "unknownSource",
      message: #"No autofill source is called "email"; did you mean "emails"?"#,
      meaning: "`autofill` names a source that neither the document nor a closure has.",
      fix: "Take the suggested name, or add the source.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "autofill": { "source": "email" } } ],
            "autofill": { "emails": [] } }
          """,
        right: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "autofill": { "source": "emails" } } ],
            "autofill": { "emails": [] } }
          """,
        .warning)),
    CodePage(
      "unknownFormat",
      message: #"No format is called "emial"; did you mean "email"?"#,
      meaning: "A rule names a format that does not exist.",
      fix: "Take the suggested [format](formats.md).",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail",
              "validation": { "endEditing": [{ "format": "emial" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail",
              "validation": { "endEditing": [{ "format": "email" }] } } ] }
          """,
        .error)),
    CodePage(
      "unknownValidator",
      meaning:
        "A rule names a validator that this daemon does not know, so the rule is not checked. `fieldd check` reports `uncheckedValidator` instead.",
      fix:
        "Register the validator in the program that starts the daemon, or announce it in `initialize`."
    ),
    CodePage(
      "emptyRule",
      message: "The rule checks nothing: it needs `format`, `pattern`, `minLength`, …",
      meaning: "A rule has no test, only a `message`, `severity` or `when`.",
      fix: "Add a test, or remove the rule.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name",
              "validation": { "endEditing": [{ "message": "No" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name",
              "validation": { "endEditing": [{ "minLength": 2, "message": "No" }] } } ] }
          """,
        .error)),
    CodePage(
      "crowdedRule",
      message: "A rule checks one thing; give minLength, pattern a rule each",
      meaning: "A rule has several tests, so its `message` and `severity` would be ambiguous.",
      fix: "Write one rule for each.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name",
              "validation": { "endEditing": [{ "minLength": 2, "pattern": "^[a-z]" }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name",
              "validation": { "endEditing": [{ "minLength": 2 }, { "pattern": "^[a-z]" }] } } ] }
          """,
        .error)),
    CodePage(
      "emptyCondition",
      message: "The condition asks nothing: it needs `key` with `is`, `filled`, …",
      meaning: "A condition has no test.",
      fix: "Add a test, for example `filled`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" },
            { "key": "why", "kind": "entry", "label": "Why", "visible": { "when": { "key": "name" } } } ] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" },
            { "key": "why", "kind": "entry", "label": "Why",
              "visible": { "when": { "key": "name", "filled": true } } } ] }
          """,
        .error)),
    CodePage(
      "crowdedCondition",
      message: "A condition asks one thing; put filled, isNot into `all`",
      meaning: "A condition has several tests.",
      fix: "Combine them with `all` or `any`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" },
            { "key": "why", "kind": "entry", "label": "Why",
              "visible": { "when": { "key": "name", "filled": true, "isNot": "x" } } } ] }
          """,
        right: """
          { "fields": [
            { "key": "name", "kind": "entry", "label": "Name" },
            { "key": "why", "kind": "entry", "label": "Why",
              "visible": { "when": { "all": [
              { "key": "name", "filled": true }, { "key": "name", "isNot": "x" }] } } } ] }
          """,
        .error)),
    CodePage(
      "stepWithoutSize",
      message: "`step` must be greater than 0",
      meaning: "`step` must be greater than 0.",
      fix: "Write the distance of two values.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "seats", "kind": "entry", "label": "Seats", "value": "integer",
              "validation": { "endEditing": [{ "step": 0 }] } } ] }
          """,
        right: """
          { "fields": [
            { "key": "seats", "kind": "entry", "label": "Seats", "value": "integer",
              "validation": { "endEditing": [{ "step": 1 }] } } ] }
          """,
        .error)),
    CodePage(
      "crossedLimits",
      message: "Nothing can pass: `minItems` is greater than `maxItems`",
      meaning: "The lower limit is above the upper one, so no draft can pass.",
      fix: "Swap the limits.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "days", "kind": "picker", "label": "Days", "data": ["Mon", "Tue"], "multiple": true, "minItems": 2, "maxItems": 1 } ] }
          """,
        right: """
          { "fields": [
            { "key": "days", "kind": "picker", "label": "Days", "data": ["Mon", "Tue"], "multiple": true, "minItems": 1, "maxItems": 2 } ] }
          """,
        .warning)),
    CodePage(
      "correctedAutofill",
      message:
        #"Autocorrection gets in the way of autofill; `"autocorrection": "no"` turns it off"#,
      meaning: "The keyboard's autocorrection would change the texts that autofill offers.",
      fix: "Turn autocorrection off.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "autocorrection": "yes", "autofill": { "source": "mails" } } ],
            "autofill": { "mails": [] } }
          """,
        right: """
          { "fields": [
            { "key": "mail", "kind": "entry", "label": "E-mail", "autocorrection": "no", "autofill": { "source": "mails" } } ],
            "autofill": { "mails": [] } }
          """,
        .hint)),
    CodePage(
      "incomparableField",
      message: #"`before`: "end" holds a time, which does not compare with a date"#,
      meaning: "A date is compared with a field that has another kind of date.",
      fix: "Give both fields the same `mode`.",
      example: .init(
        wrong: """
          { "fields": [
            { "key": "start", "kind": "date", "label": "Start",
              "validation": { "endEditing": [{ "before": "end" }] } },
            { "key": "end", "kind": "date", "label": "End", "mode": "time" } ] }
          """,
        right: """
          { "fields": [
            { "key": "start", "kind": "date", "label": "Start",
              "validation": { "endEditing": [{ "before": "end" }] } },
            { "key": "end", "kind": "date", "label": "End" } ] }
          """,
        .error)),
    CodePage(
      "tooMuch",
      meaning:
        "A field has more than 60,000 names and values or 1,000 rules. The rules beyond the limit are not checked, since each keystroke reads all of the field.",
      fix: "Use fewer rules, or an autofill source instead of rows."),
    CodePage(
      "uncheckedRecord",
      meaning: "The document is a record of values (`$form`), opened as a form.",
      fix: "Validate it with `field/check` or `fieldd check`."),
  ]
}
