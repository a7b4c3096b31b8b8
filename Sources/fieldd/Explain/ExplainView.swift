import FieldModels

/// How explanations look: headings, paragraphs in lines that fit, and examples as they are.
package struct ExplainView {
  /// The columns of a line of prose; examples are not broken, so that they can be copied.
  private let columnCount: Int
  private let isColored: Bool
  package private(set) var text = ""

  /// A view of so many columns; more than people like to read are not used.
  package init(columnCount: Int, isColored: Bool) {
    self.columnCount = min(max(columnCount, Self.fewestColumns), Self.mostColumns)
    self.isColored = isColored
  }

  package static let usualColumns = 80
  private static let fewestColumns = 40
  private static let mostColumns = 100

  private enum Style: String {
    case strong = "1"
    case quoted = "36"
    case wrong = "31"
    case right = "32"
    case faint = "2"
  }

  private func paint(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

// The list of everything.
extension ExplainView {
  /// A line for each thing that can be explained, below the headings of their sorts.
  package mutating func show(listOf explanations: [Explanation]) {
    var chapter = ""
    for explanation in explanations {
      if explanation.chapter != chapter {
        if !chapter.isEmpty { text += "\n" }
        chapter = explanation.chapter
        text += paint(chapter, .strong) + "\n"
      }
      if case .object = explanation { continue }
      row(explanation.name, explanation.summary)
    }
    text += "\n"
    paragraph("`fieldd explain NAME` explains one of them, `--json` prints all for programs.")
  }

  /// A name, and behind it what it means, all lines of which begin in the same column.
  private mutating func row(_ name: String, _ meaning: String) {
    let nameWidth = 24
    let width = name.unicodeScalars.count
    var lead = "  " + paint(name, .quoted)
    var lines = Self.lines(of: meaning, columnCount - nameWidth)
    if width < nameWidth - 3 {
      lead += String(repeating: " ", count: nameWidth - 2 - width) + lines.removeFirst()
    }
    text += lead + "\n"
    let indent = String(repeating: " ", count: nameWidth)
    for line in lines { text += indent + line + "\n" }
  }
}

// One of them.
extension ExplainView {
  /// All that there is to say of each, with an empty line between them.
  package mutating func show(_ explanations: [Explanation]) {
    for (place, explanation) in explanations.enumerated() {
      if place != 0 { text += "\n" }
      show(explanation)
    }
  }

  private mutating func show(_ explanation: Explanation) {
    switch explanation {
    case .code(let page): show(page)
    case .format(let format):
      heading(format.rawValue, "a format of texts")
      paragraph(format.documentation)
      pairs([("example", format.example), ("as a rule", "{ \"format\": \"\(format.rawValue)\" }")])
    case .object(let section):
      heading("\(section)", "\(Explanation.title(of: section)) has these properties")
      text += "\n"
      for property in PropertyTable.properties(of: section) {
        row(property.name.rawValue, property.documentation)
      }
    case .property(let property): show(property)
    }
  }

  private mutating func show(_ page: CodePage) {
    let grade = page.grade.map { ", \(Explanation.plain($0))" } ?? ""
    let what = page.reporter.map { "a code of \(Explanation.plain($0))\(grade)" } ?? "a code"
    heading(page.code, what)
    if let message = page.message { paragraph("\"\(message)\"") }
    for line in page.meaning.split(separator: "\n") { paragraph(Explanation.plain(String(line))) }
    if let fix = page.fix { paragraph("Fix: \(Explanation.plain(fix))", lead: "Fix:") }
    guard let example = page.example else { return }
    let isRecord = example.form != nil
    if let form = example.form { block(form, titled: "Form", in: .faint) }
    block(example.wrong, titled: isRecord ? "Wrong record" : "Wrong form", in: .wrong)
    block(example.right, titled: isRecord ? "Right record" : "Right form", in: .right)
  }

  private mutating func show(_ property: Property) {
    heading(property.name.rawValue, "a property of \(Explanation.title(of: property.section))")
    paragraph(property.documentation)
    var pairs = [("takes", Wording.english.text(property.shape.expectation))]
    if property.isRequired { pairs.append(("required", "yes")) }
    if let value = property.defaultValue { pairs.append(("default", value)) }
    if property.kinds != .all { pairs.append(("of", Wording.english.text(property.kinds.names))) }
    if let section = property.shape.section { pairs.append(("see", "fieldd explain \(section)")) }
    self.pairs(pairs)
    let words = property.shape.words.filter { !$0.documentation.isEmpty && !$0.name.isEmpty }
    if words.isEmpty { return }
    text += "\n"
    for word in words { row(word.name, word.documentation) }
  }

  private mutating func heading(_ name: String, _ what: String) {
    text += paint(name, .strong) + paint(" - \(what)", .faint) + "\n"
  }

  private mutating func paragraph(_ words: String, lead: String? = nil) {
    text += text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n"
    var lines = Self.lines(of: words, columnCount)
    if let lead, let first = lines.first, first.hasPrefix(lead) {
      lines[0] = paint(lead, .strong) + first.dropFirst(lead.count)
    }
    text += lines.joined(separator: "\n") + "\n"
  }

  private mutating func pairs(_ pairs: [(name: String, value: String)]) {
    text += "\n"
    for (name, value) in pairs { row(name, value) }
  }

  private mutating func block(_ example: String, titled title: String, in style: Style) {
    text += "\n" + paint("\(title):", style) + "\n"
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "  \(line)\n"
    }
  }

  /// Words in lines of so many columns; a word that is longer has a line for itself.
  static func lines(of words: String, _ columnCount: Int) -> [String] {
    var lines = [""]
    var width = 0
    for word in words.split(separator: " ") {
      let count = word.unicodeScalars.count
      if width != 0, columnCount < width + 1 + count {
        lines.append("")
        width = 0
      }
      if width != 0 { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += word
      width += count + (width == 0 ? 0 : 1)
    }
    return lines
  }
}
