import FieldModels
import FieldTestSupport
import Testing

/// The public suite of JSON texts that parsers must accept (`y_`), must refuse (`n_`) or may do as
/// they like with (`i_`).
@Suite("The suite of JSON texts")
struct JSONSuiteTests {
  @Test("is read as it says", .enabled(if: SharedSuites.areExpected, "\(SharedSuites.absence)"))
  func suite() throws {
    let files = try SharedSuites.files(in: "json-test-suite/test_parsing")
    var counts: [Character: Int] = [:]
    for (name, bytes) in files {
      let dump = JSONDump(bytes)
      #expect(dump.violations == [], "\(name)")
      switch name.first {
      case "y": #expect(dump.problemLines == [], "\(name)")
      case "n": #expect(dump.problems.contains { $0.severity == .error }, "\(name)")
      default: break
      }
      counts[name.first ?? " ", default: 0] += 1
    }
    #expect(counts.keys.sorted() == ["i", "n", "y"])
  }

  @Test("where it leaves the choice, what is not Unicode is refused and half a pair only noted")
  func choices() {
    #expect(JSONDump(#"["\uD800"]"#).problems.map(\.severity) == [.warning])
    #expect(JSONDump([0x22, 0xFF, 0x22]).problems.map(\.kind) == [.invalidUTF8])
    #expect(JSONDump([0x22, 0xED, 0xA0, 0x80, 0x22]).problems.map(\.severity).contains(.error))
    #expect(JSONDump("\u{FEFF}1").problems.isEmpty)
    #expect(JSONDump("[1e9999, -1e-9999, 123456789012345678901234567890]").problems.isEmpty)
  }

  @Test("a hundred thousand opening brackets are refused by their depth")
  func openings() {
    for text in ["[", "{\"a\":", "[{\"\":"] {
      let dump = JSONDump(String(repeating: text, count: 100_000))
      #expect(dump.problems.contains { $0.kind == .tooDeep(limit: 128) })
      #expect(dump.violations == [])
    }
  }
}
