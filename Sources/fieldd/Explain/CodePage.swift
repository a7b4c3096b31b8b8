/// What there is to say of the code of a finding: why it is found, what mends it, and an example.
///
/// These rows are the only place of the texts: docs/reference/codes.md is generated from them, and
/// `fieldd explain`, SARIF and its help have them from here. The texts are Markdown with links as that
/// page has them.
package struct CodePage: Sendable {
  package let code: String
  /// Who finds it, where that is one program alone and there is no example.
  package let reporter: String?
  /// How much it matters to that program, where it has one word for that alone.
  package let grade: String?
  /// The message that the example has.
  package let message: String?
  package let meaning: String
  package let fix: String?
  package let example: Example?

  init(
    _ code: String, reporter: String? = nil, grade: String? = nil, message: String? = nil,
    meaning: String,
    fix: String? = nil, example: Example? = nil
  ) {
    self.code = code
    self.reporter = reporter
    self.grade = grade
    self.message = message
    self.meaning = meaning
    self.fix = fix
    self.example = example
  }

  /// A form, or a record of a form, that has the finding, and one that does not.
  package struct Example: Sendable {
    /// The form, where the example is a record.
    package let form: String?
    package let wrong: String
    package let right: String
    package let weight: Weight

    init(form: String? = nil, wrong: String, right: String, _ weight: Weight) {
      (self.form, self.wrong, self.right, self.weight) = (form, wrong, right, weight)
    }
  }

  /// How much the finding of an example matters.
  package enum Weight: String, Sendable { case error, warning, hint }

  /// Every code, in the order of the page; behind those of findings come those of other reports.
  package static let all =
    drafts + documents + records + recordDocuments + others + conversions + changes

  private static let byCode: [String: CodePage] = Dictionary(
    all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  static func page(of code: String) -> CodePage? { byCode[code] }
}

// As a section of the page of codes.
extension CodePage {
  /// The part of the page about codes of one sort; nil for a name that none of them has.
  package static func markdown(ofPart name: String) -> String? {
    switch name {
    case "sections of drafts": sections(drafts)
    case "sections of documents": sections(documents)
    case "sections of records": sections(records)
    case "sections of record documents": sections(recordDocuments)
    case "other codes":
      "| code | reported by | means |\n|---|---|---|\n"
        + others.map { "| `\($0.code)` | \($0.reporter ?? "") | \($0.meaning) |\n" }.joined()
    case "codes of reports": table(of: conversions, "report code", grade: "kind")
    case "codes of changes": table(of: changes, "code", grade: "severity")
    default: nil
    }
  }

  private static func table(of pages: [CodePage], _ code: String, grade: String) -> String {
    "| \(code) | \(grade) | means |\n|---|---|---|\n"
      + pages.map { "| `\($0.code)` | \($0.grade ?? "") | \($0.meaning) |\n" }.joined()
  }

  /// The parts of pages that are made of these rows, with the pages.
  package static let parts = [
    "sections of drafts": "docs/reference/codes.md",
    "sections of documents": "docs/reference/codes.md",
    "sections of records": "docs/reference/codes.md",
    "sections of record documents": "docs/reference/codes.md",
    "other codes": "docs/reference/codes.md",
    "codes of reports": "docs/reference/convert/README.md",
    "codes of changes": "docs/reference/cli.md",
  ]

  private static func sections(_ pages: [CodePage]) -> String {
    pages.map { "### `\($0.code)`\n\n\($0.markdown)" }.joined(separator: "\n")
  }

  /// The text below the heading without the marks for the test of the page, and with links as the words
  /// that they are, since nobody knows from where they would lead.
  var help: String {
    var text = Explanation.plain(meaning).split(separator: "\n").joined(separator: " ")
    if let fix { text += "\n\n**Fix**: \(Explanation.plain(fix))" }
    guard let example else { return text }
    func block(_ title: String, _ json: String) -> String {
      "\n\n\(title):\n\n```json\n\(json)\n```"
    }
    if let form = example.form { text += block("Form", form) }
    return text + block("Wrong", example.wrong) + block("Right", example.right)
  }

  /// The text below the heading.
  var markdown: String {
    var text = message.map { "> \($0)\n\n" } ?? ""
    text += meaning + "\n"
    if let fix { text += "**Fix**: \(fix)\n" }
    guard let example else { return text }
    let mark =
      switch example.weight {
      case .error: " wrong"
      case .warning: " warned"
      case .hint: ""
      }
    if let form = example.form { text += "\n" + fence(form, as: "fields", marked: "") }
    let kind = example.form == nil ? "fields" : "values"
    text += "\n" + fence(example.wrong, as: kind, marked: mark) + "\nRight:\n\n"
    return text + fence(example.right, as: kind, marked: "")
  }

  private func fence(_ text: String, as kind: String, marked mark: String) -> String {
    "```json \(code).\(kind).json\(mark)\n\(text)\n```\n"
  }
}
