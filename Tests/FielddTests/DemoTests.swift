import FieldModels
import FieldSession
import Foundation
import Testing

import FielddCommands

@Suite("The demo")
struct DemoTests {
  @Test("it shows a whole session, without colours where nobody could see them")
  func wholeSession() {
    let child = Child("demo")
    let account = child.rest()
    #expect(child.complaints() == "")
    #expect(child.waitForEnd() == .exit(0))
    #expect(!account.contains("\u{1B}"))
    let lineCount = DemoDocument.text.filter { $0 == "\n" }.count
    #expect(account.contains("didOpen v1: \(lineCount) lines"))
    let moments = [
      "initialize", "fieldd \(Version.current)", "didOpen v1", "publishDiagnostics v1: 4 findings",
      "did you mean \"label\"?", "▸ Change to \"label\"", "\"ada@\" },  4/40  …",
      "Not an e-mail address", "▸ ada@example.org", "15/40  ✓", "▸ Romania", "\"RO\"",
      "Shown as: Dec 10, 1990", "at most 40", "▸ Truncate to 40 characters", "40/40",
      "Must be the same as Password", "once more: 0 findings", "exit status 0", "messages sent",
    ]
    var rest = account[...]
    for moment in moments {
      let found = rest.firstRange(of: moment)
      #expect(found != nil, "\(moment) is missing or too early")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
  }

  @Test("it fits into 80 columns")
  func width() {
    let account = Child("demo").rest()
    for line in account.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("its squiggles stand under what they are about")
  func squiggles() throws {
    let lines = Child("demo").rest().split(separator: "\n").map(Array.init)
    let place = try #require(
      lines.firstIndex { String($0).contains("error: Must be at most today") })
    let columns = lines[place].indices.filter { lines[place][$0] == "~" }
    #expect(String(columns.map { lines[place - 1][$0] }) == "\"2990-12-10\"")
  }

  @Test("it ends, with its daemon, when nobody reads on")
  func brokenPipe() {
    // The daemon holds the shell's standard error, which ends only when both have ended.
    let child = Child(
      "-c", #""$0" demo | head -n 1"#, Child.program, path: "/bin/sh")
    #expect(child.rest().filter { $0 == "\n" }.count == 1)
    #expect(child.complaints() == "")
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("a standard output that takes nothing is said, and ends it")
  func closedOutput() {
    let child = Child("-c", #""$0" demo >&-"#, Child.program, path: "/bin/sh")
    #expect(child.complaints().hasPrefix("fieldd: cannot write to standard output: "))
    #expect(child.waitForEnd() == .exit(1))
  }

  @Test("it needs no standard input")
  func closedInput() {
    let child = Child("-c", #""$0" demo <&-"#, Child.program, path: "/bin/sh")
    #expect(child.rest().contains("exit status 0"))
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("its form has every kind of field with a face of its own, and no broken line")
  func document() {
    let form = OpenDemo()
    for kind in FieldKind.allCases where kind != .any {
      #expect(form.text.contains("\"kind\": \"\(kind.rawValue)\""))
    }
    #expect(form.syntaxProblemCount == 0)
  }

  /// The demo's document as the JSON reader sees it.
  private struct OpenDemo {
    let text = DemoDocument.text
    let syntaxProblemCount: Int

    init() {
      var reader = JSONReader(Array(text.utf8), dialect: .strict)
      reader.readText()
      syntaxProblemCount = reader.problems.count
    }
  }
}

@Suite("The demo's own text")
struct DemoTextTests {
  @Test(
    "an edit replaces what it names, inside the text whatever it names",
    arguments: [
      (0, 0, 0, 0, "x", "xone\ntwo\n"),
      (0, 1, 0, 2, "", "oe\ntwo\n"),
      (0, 3, 1, 0, "", "onetwo\n"),
      (0, 1, 1, 1, "\n\n", "o\n\nwo\n"),
      (1, 3, 1, 3, "!\nthree", "one\ntwo!\nthree\n"),
      (0, 0, 9, 9, "", ""),
      (9, 9, 9, 9, "end", "one\ntwo\nend"),
      (-1, -1, 0, 99, "1", "1\ntwo\n"),
      (1, 1, 0, 1, "reversed", "one\ntwo\n"),
      (0, 3, 0, 3, "é👩🏽‍🚀", "oneé👩🏽‍🚀\ntwo\n"),
    ])
  func replace(
    line: Int, column: Int, endLine: Int, endColumn: Int, newText: String, expected: String
  ) {
    var text = DemoText("one\ntwo\n")
    text.replace(
      LSP.Range(
        start: LSP.Position(line: line, character: column),
        end: LSP.Position(line: endLine, character: endColumn)), with: newText)
    #expect(text.string == expected)
  }

  @Test("a text is found from its field on, in bytes, and counted in characters")
  func places() throws {
    let text = DemoText("\"x\" \"key\": \"a\" x\né\"key\": \"b\"\n👩🏽‍🚀 x")
    let range = try #require(text.range(of: "x", in: "b"))
    #expect(range.start == LSP.Position(line: 2, character: 16))
    #expect(text.characterCount(before: 16, inLine: 2) == 2)
    #expect(text.range(of: "x", in: "c") == nil)
    #expect(text.range(of: "z", in: "a") == nil)
  }
}
