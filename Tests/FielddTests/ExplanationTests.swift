import FieldModels
import FieldSamples
import Testing

import FielddCommands

@Suite("What is explained")
struct ExplanationTests {
  private static func shown(_ names: String..., columns: Int = 80, isColored: Bool = false)
    -> String
  {
    var view = ExplainView(columnCount: columns, isColored: isColored)
    view.show(names.flatMap(Explanation.named))
    return view.text
  }

  @Test("every code, format and property can be asked for")
  func everythingIsNamed() {
    // A report of a conversion may have a name that a finding has, too.
    #expect(Set(CodePage.all.map { "\($0.code) \($0.grade ?? "")" }).count == CodePage.all.count)
    #expect(CodePage.all.allSatisfy { !Explanation.named($0.code).isEmpty })
    for code in ConversionReport.Code.allCases {
      let pages = CodePage.all.filter { $0.code == code.rawValue }
      #expect(pages.contains { $0.grade == "`\(code.kind.rawValue)`" }, "\(code)")
    }
    for effect in FormDifference.Effect.allCases {
      #expect(!Explanation.named(effect.rawValue).isEmpty)
    }
    #expect(Format.allCases.allSatisfy { !Explanation.named($0.rawValue).isEmpty })
    for name in Property.Name.allCases { #expect(!Explanation.named(name.rawValue).isEmpty) }
  }

  @Test("a property of one object alone is asked for by both names")
  func propertyOfAnObject() {
    #expect(Explanation.named("maxLength").count == 2)
    #expect(Explanation.named("rule.maxLength").count == 1)
    #expect(Explanation.named("rule.maxlength").isEmpty)
  }

  @Test("prose fits into the columns, and shows no Markdown", arguments: [40, 61, 80, 300])
  func proseFits(columns: Int) {
    for page in CodePage.all {
      let text = Self.shown(page.code, columns: columns)
      let lines = text.split(separator: "\n").prefix { !$0.contains("form:") && $0 != "Form:" }
      #expect(!text.contains("](") && !text.contains("**"), "\(page.code)")
      // A heading is one line.
      for line in lines.dropFirst() where line.contains(" ") {
        #expect(line.unicodeScalars.count <= min(columns, 100), "\(line)")
      }
    }
  }

  @Test("colours are there only if they are wanted")
  func colours() {
    #expect(Self.shown("syntax", isColored: true).contains("\u{1B}[1m"))
    #expect(!Self.shown("syntax").contains("\u{1B}"))
  }

  @Test("examples are as they are, whatever the columns")
  func examplesAreNotBroken() throws {
    let page = try #require(CodePage.all.first { $0.code == "badInput" }?.example)
    let text = Self.shown("badInput", columns: 40)
    for line in page.wrong.split(separator: "\n") { #expect(text.contains("\n  \(line)\n")) }
  }
}
