import FieldTestSupport
import Testing

@Suite("Differences of lines")
struct LineDiffTests {
  @Test("only the lines that differ, with two around them")
  func onlyWhatDiffers() {
    let written = (1...9).map(String.init)
    var came = written
    came[4] = "five"
    let diff = LineDiff(from: written, to: came)
    #expect(diff.firstPlace == 4)
    #expect(
      diff.description == """
          …
          3
          4
        - 5
        + five
          6
          7
          …
        """)
    #expect(LineDiff(from: written, to: written).isEmpty)
    #expect(LineDiff(from: [], to: ["a"]).description == "+ a")
    #expect(LineDiff(from: ["a"], to: []).description == "- a")
  }

  @Test("lines that say the same are no difference")
  func sameByMeaning() {
    let diff = LineDiff(
      from: [#"{"a":1,"b":2}"#, "x"], to: [#"{"b":2,"a":1}"#, "y"], by: TranscriptOutput.isSame)
    #expect(diff.lines == [.same(#"{"a":1,"b":2}"#), .missing("x"), .surplus("y")])
  }
}
