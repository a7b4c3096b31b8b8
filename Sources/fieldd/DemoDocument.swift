/// The form that the demo opens: a sign-up form with every kind of field and three mistakes.
///
/// It is what somebody would write, a field in a few short lines, so that it can be shown whole;
/// the steps of the demo name its fields by their keys and its texts as they stand here.
enum DemoDocument {
  static let name = "signup.fields.json"
  static let uri = "file:///demo/\(name)"

  static let text = #"""
    {
      "title": "Sign up",
      "fields": [
        { "key": "email", "kind": "entry", "label": "E-mail",
          "text": "ada", "required": true, "maxLength": 40,
          "autofill": { "source": "emails", "minimumLength": 2 },
          "validation": { "live": ["email"] } },
        { "key": "nickname", "kind": "entry", "label": "Nickname",
          "text": "ada",
          "validation": { "live": [{ "pattern": "^[a-z]+$",
                                     "message": "Small letters only" }] } },
        { "key": "password", "kind": "entry", "label": "Password",
          "text": "correct horse", "secure": true,
          "validation": { "live": [{ "minLength": 12 }] } },
        { "key": "again", "kind": "entry", "label": "Password again",
          "text": "correct horse", "secure": true,
          "validation": { "live": [{ "equals": "password" }] } },
        { "key": "country", "kind": "picker", "label": "Country",
          "text": "", "required": true,
          "data": ["Canada", { "value": "RO", "label": "Romania" }] },
        { "key": "birthday", "kind": "date", "label": "Birthday",
          "date": "2990-12-10", "format": "MMM dd, yyyy",
          "maximumDate": "today" },
        { "key": "about", "kind": "area", "lable": "About you",
          "text": "Mathematician.", "maxLength": 40 }
      ],
      "autofill": { "emails": ["ada@example.com", "ada@example.org"] }
    }

    """#
}
