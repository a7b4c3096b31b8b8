import FieldModels
import FieldTestSupport
import Testing

/// Lines and columns must come out as counting from the start would have them.
@Suite("Positions in a text")
struct RopePositionTests {
  @Test(
    "every offset and every position agree with counting from the start",
    arguments: PositionEncoding.allCases, Seeds.upTo(8))
  func everyPlace(encoding: PositionEncoding, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let flat = FlatText(string: SampleText.random(0...40, using: &random))
    let rope = Rope(flat.bytes)
    for offset in 0...flat.bytes.count {
      let position = flat.position(offset, encoding)
      #expect(rope.position(atByteOffset: offset, encoding: encoding) == position)
      let back = rope.byteOffset(of: position, encoding: encoding)
      #expect(back == flat.offset(position, encoding))
      if !flat.isInsideScalarOrPair(offset) { #expect(back == offset) }
    }
    for (lineIndex, line) in flat.lines.enumerated() {
      #expect(rope.lineRange(at: lineIndex) == line)
      for column in 0...line.count + 2 {
        let position = TextPosition(lineIndex: lineIndex, column: column)
        #expect(
          rope.byteOffset(of: position, encoding: encoding) == flat.offset(position, encoding))
      }
    }
  }

  @Test("positions stay right under edits", arguments: Seeds.upTo(10))
  func underEdits(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var flat = FlatText(string: "")
    var rope = Rope()
    for _ in 0..<60 {
      let lower = Int.random(in: 0...flat.bytes.count, using: &random)
      let range = lower..<lower + Int.random(in: 0...9, using: &random)
      let new = Array(SampleText.random(0...6, using: &random).utf8)
      flat.replace(range, with: new)
      rope.replace(range, with: new)
      for encoding in PositionEncoding.allCases {
        let offset = Int.random(in: 0...flat.bytes.count, using: &random)
        let position = flat.position(offset, encoding)
        #expect(rope.position(atByteOffset: offset, encoding: encoding) == position)
        #expect(
          rope.byteOffset(of: position, encoding: encoding) == flat.offset(position, encoding))
      }
    }
  }

  /// The text is `ab\r\n😀é\n\rz`; its lines start at bytes 0, 4, 11 and 12.
  @Test(
    "what is outside of the text means the nearest place inside",
    arguments: [
      (-1, 0, 0), (-1, 9, 0), (Int.min, Int.min, 0), (0, -1, 0), (0, Int.min, 0), (0, 2, 2),
      (0, 3, 2), (0, Int.max, 2), (1, 0, 4), (1, 1, 4), (1, 2, 8), (1, 3, 10), (1, 4, 10),
      (1, Int.max, 10), (2, 0, 11), (2, 1, 11), (3, 0, 12), (3, 1, 13), (3, 2, 13),
      (3, Int.max, 13), (4, 0, 13), (4, -7, 13), (Int.max, Int.max, 13), (Int.max, 0, 13),
      (1, Int.min, 4), (Int.max, Int.min, 13),
    ])
  func clamping(lineIndex: Int, column: Int, byteOffset: Int) {
    let rope = Rope("ab\r\n😀é\n\rz")
    let position = TextPosition(lineIndex: lineIndex, column: column)
    #expect(rope.byteOffset(of: position, encoding: .utf16) == byteOffset)
  }

  @Test(
    "a column inside a scalar means the scalar's start",
    arguments: [
      (PositionEncoding.utf8, [0, 1, 1, 1, 4, 4, 4, 4, 8, 9, 9]),
      (PositionEncoding.utf16, [0, 1, 4, 4, 8, 9, 9]),
      (PositionEncoding.utf32, [0, 1, 4, 8, 9, 9]),
    ])
  func insideScalars(encoding: PositionEncoding, offsets: [Int]) {
    let rope = Rope("a€😀z\n")
    for (column, offset) in offsets.enumerated() {
      let position = TextPosition(lineIndex: 0, column: column)
      #expect(rope.byteOffset(of: position, encoding: encoding) == offset)
    }
  }

  @Test("offsets outside of the text are clamped and those inside a CR LF end the line")
  func offsets() {
    let rope = Rope("ab\r\ncd")
    let expected = [
      (Int.min, 0, 0), (-1, 0, 0), (2, 0, 2), (3, 0, 2), (4, 1, 0), (6, 1, 2), (7, 1, 2),
      (Int.max, 1, 2),
    ]
    for (offset, lineIndex, column) in expected {
      let position = rope.position(atByteOffset: offset, encoding: .utf16)
      #expect(position == TextPosition(lineIndex: lineIndex, column: column))
    }
  }

  @Test(
    "lines outside of the text are empty",
    arguments: [(Int.min, 0), (-1, 0), (2, 5), (3, 5), (Int.max, 5)])
  func linesOutside(lineIndex: Int, byteOffset: Int) {
    #expect(Rope("ab\ncd").lineRange(at: lineIndex) == byteOffset..<byteOffset)
    #expect(Rope().lineRange(at: lineIndex) == 0..<0)
  }

  @Test("an empty text is one empty line")
  func emptyText() {
    let rope = Rope()
    #expect(rope.lineCount == 1)
    #expect(rope.lineRange(at: 0) == 0..<0)
    #expect(
      rope.position(atByteOffset: 3, encoding: .utf8) == TextPosition(lineIndex: 0, column: 0))
    #expect(rope.byteOffset(of: TextPosition(lineIndex: 0, column: 3), encoding: .utf8) == 0)
  }

  @Test("positions are ordered by line and then by column")
  func order() {
    let positions = [(0, 0), (0, 7), (1, 0), (1, 1), (2, 0)]
      .map { TextPosition(lineIndex: $0.0, column: $0.1) }
    #expect(positions.reversed().sorted() == positions)
  }
}

extension FlatText {
  fileprivate func position(_ offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let lineIndex = lines.lastIndex { $0.lowerBound <= offset } ?? 0
    let line = lines[lineIndex]
    let end = max(line.lowerBound, min(scalarStart(offset), line.upperBound))
    let column = encoding.length(of: string(line.lowerBound..<end))
    return TextPosition(lineIndex: lineIndex, column: column)
  }

  /// The last scalar boundary of the line that is not behind the column.
  fileprivate func offset(_ position: TextPosition, _ encoding: PositionEncoding) -> Int {
    let line = lines[position.lineIndex]
    return (line.lowerBound...line.upperBound).last { offset in
      scalarStart(offset) == offset
        && encoding.length(of: string(line.lowerBound..<offset)) <= position.column
    } ?? line.lowerBound
  }

  fileprivate func isInsideScalarOrPair(_ offset: Int) -> Bool {
    scalarStart(offset) != offset || bytes[max(0, offset - 1)...].starts(with: [0x0D, 0x0A])
  }
}

extension PositionEncoding {
  fileprivate func length(of string: String) -> Int {
    switch self {
    case .utf8: string.utf8.count
    case .utf16: string.utf16.count
    case .utf32: string.unicodeScalars.count
    }
  }
}
