/**
 * What the playground begins with: forms, each with records that are held to it.
 */

const json = (value) => JSON.stringify(value, null, 2);

/** A `name` is that of the form's file. @type {{title: string, name: string, form: string, records: string}[]} */
export const EXAMPLES = [
  {
    title: "Sign up",
    name: "form.fields.json",
    form: `{
  "title": "Sign up",
  "fields": [
    { "key": "email", "kind": "entry", "label": "E-mail", "text": "ada@", "required": true,
      "maxLength": 40, "autofill": { "source": "emails" },
      "validation": { "live": [{ "format": "email" }] }, "next": "country" },
    { "key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"] },
    { "key": "birthday", "kind": "date", "label": "Birthday", "maximumDate": "today" },
    { "key": "bio", "kind": "area", "label": "About you", "maxLength": 280 }
  ],
  "autofill": { "emails": ["ada@example.com"] }
}
`,
    records: `[
  { "email": "ada@example.com", "country": "Romania" },
  { "email": "ada@", "country": "Canda" }
]
`,
  },
  {
    title: "An order with a list",
    name: "form.fields.json",
    form: `{
  "title": "Order",
  "groups": [
    { "key": "lines", "label": "Lines", "repeat": { "minEntries": 1, "addLabel": "Add a line" } }
  ],
  "fields": [
    { "key": "product", "kind": "picker", "label": "Product", "group": "lines", "required": true,
      "data": ["Tea", "Coffee", "Milk"] },
    { "key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer", "required": true,
      "validation": { "live": [{ "minimum": 1 }, { "maximum": 99 }] } },
    { "key": "gift", "kind": "picker", "label": "Is it a gift?", "data": ["Yes", "No"] },
    { "key": "words", "kind": "area", "label": "Words for the card", "maxLength": 120,
      "visible": { "when": { "key": "gift", "is": "Yes" } } }
  ],
  "entries": { "lines": [{ "product": "Tea", "count": "2" }] }
}
`,
    records: `[
  { "lines": [{ "product": "Tea", "count": 2 }], "gift": "No" },
  { "lines": [{ "product": "Juice", "count": 0 }] },
  { "lines": [] }
]
`,
  },
  {
    title: "A survey of SurveyJS",
    name: "form.survey.json",
    form: `${json({
      title: "Trip",
      elements: [
        { type: "text", name: "where", title: "Where did you go?", isRequired: true },
        { type: "rating", name: "stars", title: "How was it?", rateMax: 5 },
        { type: "comment", name: "why", title: "What went wrong?", visibleIf: "{stars} < 3" },
      ],
    })}
`,
    records: `[
  { "$form": "form.survey.json", "where": "Oslo", "stars": 5 },
  { "$form": "form.survey.json", "stars": 9 }
]
`,
  },
];
