import FieldModels
import FieldTestSupport
import Testing

/// `Rope` must be a flat array of UTF-8 that is quick to edit.
@Suite("A text in chunks")
struct RopeTests {
  @Test("random edits leave it equal to a flat text", arguments: Seeds.upTo(30))
  func randomEdits(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var flat = FlatText(string: SampleText.random(0...60, using: &random))
    var rope = Rope(flat.bytes)
    let spread = [2, 12, 80].randomElement(using: &random) ?? 2
    for _ in 0..<60 {
      let edit = TextEdit(
        range: randomRange(in: flat, spread: spread, using: &random),
        replacement: Array(SampleText.random(0...spread, using: &random).utf8))
      rope.apply(edit)
      flat.replace(edit.range, with: edit.replacement)
      #expect(rope.bytes(in: 0..<Int.max) == flat.bytes)
      #expect(rope.metrics == TextMetrics(counting: flat.bytes.span))
      #expect(rope.lineCount == flat.lines.count)
      #expect(rope.checkInvariants() == [])
    }
    #expect(rope == Rope(flat.bytes))
  }

  @Test("typing and erasing one byte at a time leaves neither crumbs nor lumps")
  func typing() {
    var rope = Rope()
    for count in 0..<240 {
      let place = count % 3 == 0 ? count : count / 2
      rope.replace(place..<place, with: [UInt8(ascii: "a") + UInt8(count % 26)])
      #expect(rope.checkInvariants() == [])
    }
    for count in (0..<240).reversed() {
      let place = count % 5 == 0 ? 0 : count / 2
      rope.replace(place..<place + 1, with: [])
      #expect(rope.checkInvariants() == [])
      #expect(rope.byteCount == count)
    }
    #expect(rope == Rope())
  }

  @Test("CR and LF that meet are one line break, and that are parted two")
  func meetingBreaks() {
    for padding in 0..<20 {
      let head = String(repeating: "x", count: padding)
      var rope = Rope(head + "\r" + "abc" + "\n" + head)
      #expect(rope.lineCount == 3)
      rope.replace(padding + 1..<padding + 4, with: [])
      #expect(rope.lineCount == 2)
      #expect(rope.lineRange(at: 0) == 0..<padding)
      #expect(rope.lineRange(at: 1) == padding + 2..<padding * 2 + 2)
      rope.replace(padding + 1..<padding + 1, with: Array("é".utf8))
      #expect(rope.lineCount == 3)
      #expect(rope.lineRange(at: 1) == padding + 1..<padding + 3)
      #expect(rope.checkInvariants() == [])
    }
  }

  @Test(
    "what is not UTF-8 is repaired as a string would",
    arguments: [
      [0xFF], [0xC3], [0x61, 0xC3, 0x62], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80],
      [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80, 0x80, 0x61], [0xE2, 0x82, 0xAC, 0xE2],
    ] as [[UInt8]])
  func repair(bytes: [UInt8]) {
    let expected = Array(String(decoding: bytes, as: UTF8.self).utf8)
    #expect(Rope(bytes).bytes(in: 0..<99) == expected)
    var rope = Rope("ab")
    rope.replace(1..<1, with: bytes)
    #expect(rope.bytes(in: 0..<99) == [0x61] + expected + [0x62])
    #expect(rope.checkInvariants() == [])
  }

  @Test("ranges are clamped to the text and moved down to scalar boundaries")
  func clamping() {
    let cases: [(range: Range<Int>, result: String)] = [
      (0..<0, "-a€😀z"), (-9..<0, "-a€😀z"), (-9 ..< -3, "-a€😀z"), (Int.min..<Int.max, "-"),
      (1..<4, "a-😀z"), (2..<3, "a-€😀z"), (3..<5, "a-😀z"), (2..<7, "a-😀z"), (7..<8, "a€-z"),
      (9..<9, "a€😀z-"), (9..<Int.max, "a€😀z-"), (80..<90, "a€😀z-"), (8..<90, "a€😀-"),
    ]
    for row in cases {
      var rope = Rope("a€😀z")
      rope.replace(row.range, with: [UInt8(ascii: "-")])
      #expect(rope.string(in: 0..<99) == row.result, "\(row.range)")
    }
  }

  @Test("bytes are read as they are, strings from scalar to scalar")
  func reading() {
    let rope = Rope("a€😀z")
    #expect(rope.bytes(in: 2..<6) == [0x82, 0xAC, 0xF0, 0x9F])
    #expect(rope.bytes(in: -5..<1) == [0x61])
    #expect(rope.bytes(in: 20..<30) == [])
    #expect(rope.string(in: 2..<6) == "€")
    #expect(rope.string(in: 5..<99) == "😀z")
    #expect(rope.string(in: Int.min..<Int.max) == "a€😀z")
    #expect(rope.byte(at: 1) == 0xE2)
    #expect(rope.byte(at: 9) == nil)
    #expect(rope.byte(at: -1) == nil)
    #expect(rope.utf16Length(in: 0..<99) == 5)
    #expect(rope.utf16Length(in: 1..<8) == 3)
    #expect(rope.utf16Length(in: 1..<7) == 1)
    #expect(Rope().string(in: -1..<1) == "")
    #expect(Rope().bytes(in: -1..<1) == [])
    #expect(Rope().byte(at: 0) == nil)
  }

  @Test("slices equal those of the flat text", arguments: Seeds.upTo(3))
  func slices(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let flat = FlatText(string: SampleText.random(15...20, using: &random))
    let rope = Rope(flat.bytes)
    for lower in 0...flat.bytes.count {
      #expect(rope.byte(at: lower) == flat.bytes.dropFirst(lower).first)
      for upper in lower...flat.bytes.count {
        #expect(rope.bytes(in: lower..<upper) == Array(flat.bytes[lower..<upper]))
        let inside = flat.scalarStart(lower)..<flat.scalarStart(upper)
        let string = String(decoding: flat.bytes[inside], as: UTF8.self)
        #expect(rope.string(in: lower..<upper) == string)
        #expect(rope.utf16Length(in: lower..<upper) == string.utf16.count)
      }
    }
  }

  @Test("equality is about the text and not about its chunks")
  func equality() {
    let text = "The quick brown fox\r\njumps over the lazy dog."
    var typed = Rope()
    for byte in text.utf8.reversed() { typed.replace(0..<0, with: [byte]) }
    #expect(typed == Rope(text))
    typed.replace(4..<5, with: [UInt8(ascii: "Q")])
    #expect(typed != Rope(text))
    #expect(Rope() == Rope(""))
    #expect(Rope("a") != Rope())
  }

  @Test("forks do not see each other's edits")
  func forks() {
    let original = Rope("one two three four five six seven eight nine ten")
    var left = original
    var right = original
    left.replace(4..<7, with: Array("2".utf8))
    right.replace(0..<19, with: [])
    right.replace(0..<0, with: Array("0 ".utf8))
    #expect(original.string(in: 0..<99) == "one two three four five six seven eight nine ten")
    #expect(left.string(in: 0..<99) == "one 2 three four five six seven eight nine ten")
    #expect(right.string(in: 0..<99) == "0 five six seven eight nine ten")
    #expect([original, left, right].allSatisfy { $0.checkInvariants().isEmpty })
  }

  private func randomRange(
    in flat: FlatText, spread: Int, using random: inout SplitMix64
  ) -> Range<Int> {
    let lower = Int.random(in: -2...flat.bytes.count + 2, using: &random)
    return lower..<lower + Int.random(in: 0...spread, using: &random)
  }
}
