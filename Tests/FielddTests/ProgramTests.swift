import FieldModels
import FieldSession
import Foundation
import Testing

@Suite("The program")
struct ProgramTests {
  @Test("its version is the one of the daemon")
  func version() {
    let child = Child("--version")
    #expect(child.rest() == "fieldd \(Version.current)\n")
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("its help names every command and option", arguments: ["--help", "-h", "help"])
  func help(option: String) {
    let child = Child(option)
    let help = child.rest()
    for word in ["serve", "demo", "--stdio", "--trace FILE", "--version", "--help"] {
      #expect(help.contains(word))
    }
    #expect(child.complaints() == "")
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test(
    "bad usage is said in one line on standard error",
    arguments: [
      (["sevre"], "there is no command \"sevre\""),
      (["serve", "--port=1"], "there is no option \"--port=1\""),
      (["--trace"], "--trace needs a value"),
      (["--trace", "/nowhere/at/all"], "cannot open /nowhere/at/all: No such file or directory"),
    ])
  func badUsage(words: [String], why: String) {
    let child = words.count == 1 ? Child(words[0]) : Child(words[0], words[1])
    let complaints = child.complaints()
    #expect(complaints.hasPrefix("fieldd: \(why)"))
    #expect(complaints.filter { $0 == "\n" }.count == 1)
    #expect(child.rest() == "")
    #expect(child.waitForEnd() == .exit(2))
  }

  @Test("a trace has everything but the drafts of secure fields")
  func trace() throws {
    let path = Self.temporaryPath()
    defer { unsafe unlink(path) }
    let child = Child("--trace", path)
    let text =
      #"{ "fields": [{ "key": "pin", "kind": "entry", "label": "Pin", "secure": true, "#
      + #""text": "heron" }, "#
      + #"{ "key": "bird", "kind": "entry", "label": "Bird", "text": "sparrow" }] }"#
    let place = try #require(text.firstRange(of: "heron"))
    let draft = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    child.send(Messages.initialize, Messages.didOpen(text))
    #expect(child.answer(to: 1) != nil)
    #expect(child.message()?["method"]?.string == "textDocument/publishDiagnostics")
    child.send(
      // It is typed behind the draft, put in its place, and comes with the whole text.
      Messages.didChange(2, draft + 5..<draft + 5, to: "osprey"),
      Messages.didChange(3, draft..<draft + 11, to: "kestrel"),
      Messages.didChange(4, to: text.replacing("heron", with: "merlin")),
      Messages.didChange(5, draft..<draft + 6, to: ""),
      Messages.shutdown, Messages.exit)
    #expect(child.waitForEnd() == .exit(0))

    let trace = try String(contentsOfFile: path, encoding: .utf8)
    for secret in ["heron", "osprey", "kestrel", "merlin"] { #expect(!trace.contains(secret)) }
    #expect(trace.contains("sparrow"))
    let lines = trace.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("> ") && $0.contains("\"initialize\"") })
    #expect(lines.filter { $0.contains("textDocument/didChange") }.count == 4)
    #expect(lines.contains { $0.hasPrefix("< ") && $0.contains("publishDiagnostics") })
    #expect(Self.permissions(of: path) == 0o600)
  }

  @Test("a trace is of one session")
  func traceStartsOver() throws {
    let path = Self.temporaryPath()
    defer { unsafe unlink(path) }
    for _ in 0..<2 {
      let child = Child("--trace=\(path)")
      child.send(Messages.initialize, Messages.shutdown, Messages.exit)
      #expect(child.waitForEnd() == .exit(0))
    }
    let trace = try String(contentsOfFile: path, encoding: .utf8)
    #expect(trace.split(separator: "\n").filter { $0.contains("serverInfo") }.count == 1)
  }

  private static func temporaryPath() -> String {
    "\(Child.program)-\(getpid())-\(UInt64.random(in: 0 ... .max)).txt"
  }

  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
