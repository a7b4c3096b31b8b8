/// The form that the demo opens: a sign-up form with every kind of field and three mistakes.
///
/// It is what somebody would write, a field in a few short lines, so that it can be shown whole;
/// the steps of the demo name its fields by their keys and its texts as they stand here.
package enum DemoDocument {
  package static let name = "signup.fields.json"
  package static let uri = "file:///demo/\(name)"

  package static let text = #"""
    {
      "title": "Sign up",
      "fields": [
        { "key": "email", "kind": "entry", "label": "E-mail",
          "required": true, "maxLength": 40,
          "autofill": { "source": "emails", "minimumLength": 2 },
          "validation": { "live": ["email"] },
          "text": "ada" },
        { "key": "nickname", "kind": "entry", "label": "Nickname",
          "validation": { "live": [{ "pattern": "^[a-z]+$",
                                     "message": "Small letters only" }] },
          "text": "ada" },
        { "key": "password", "kind": "entry",
          "label": "Password", "secure": true,
          "validation": { "live": [{ "minLength": 12 }] },
          "text": "correct horse" },
        { "key": "again", "kind": "entry",
          "label": "Password again", "secure": true,
          "validation": { "live": [{ "equals": "password" }] },
          "text": "correct horse" },
        { "key": "country", "kind": "picker", "label": "Country",
          "data": ["Canada", { "value": "RO", "label": "Romania" }],
          "text": "" },
        { "key": "birthday", "kind": "date", "label": "Birthday",
          "format": "MMM dd, yyyy", "maximumDate": "today",
          "date": "2990-12-10" },
        { "key": "about", "kind": "area", "lable": "About you",
          "maxLength": 40,
          "text": "Mathematician." }
      ],
      "autofill": { "emails": ["ada@example.com", "ada@example.org"] }
    }

    """#
}
