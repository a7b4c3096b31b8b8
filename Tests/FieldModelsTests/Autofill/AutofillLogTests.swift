import FieldModels
import FieldTestSupport
import Testing

@Suite("AutofillLog")
struct AutofillLogTests {
  /// Each change concerns a string of its own, so that a lost or invented one shows.
  private static let changes: [AutofillChange] = [
    .learned("ada@example.com", source: "emails"), .learned("Zeile 1\nZeile 2", source: "notes"),
    .removed("é \u{2028} 🙂 \"\\\"", source: "emails"), .learned("00000000 {}", source: "a b"),
    .learned("last", source: "emails"),
  ]
  private static let lines = [AutofillLog.header] + changes.map { AutofillLog.record($0) }
  private static let bytes = Array(lines.joined())

  private func memory(_ changes: some Sequence<AutofillChange>) -> AutofillMemory {
    changes.reduce(into: AutofillMemory()) { $0.apply($1) }
  }

  private func read(_ bytes: [UInt8]) -> (memory: AutofillMemory, reading: AutofillLog.Reading) {
    var memory = AutofillMemory()
    let reading = AutofillLog.read(bytes, into: &memory)
    return (memory, reading)
  }

  @Test("is a line for itself and a line for each change, with a checksum that zip would compute")
  func format() {
    #expect(
      String(decoding: Self.bytes.prefix(105), as: UTF8.self) == """
        beffa0a5 {"file":"fieldd autofill","version":1}
        22bec402 {"source":"emails","learned":"ada@example.com"}

        """)
    #expect(Self.bytes.filter { $0 == UInt8(ascii: "\n") }.count == Self.lines.count)
  }

  @Test("gives back what was written")
  func roundTrip() {
    let (memory, reading) = read(Self.bytes)
    #expect(memory == self.memory(Self.changes))
    #expect(reading.wholeByteCount == Self.bytes.count)
    #expect(reading.soundLineCount == Self.lines.count)
    #expect(reading.damagedLineCount == 0)
    #expect(read(AutofillLog.text(of: memory)).memory == memory)
  }

  @Test("cut at any byte, it loses nothing before the cut and invents nothing behind it")
  func cut() {
    for byteCount in 0...Self.bytes.count {
      let (memory, reading) = read(Array(Self.bytes.prefix(byteCount)))
      var wholeByteCount = 0
      let whole = Self.lines.prefix { line in
        guard wholeByteCount + line.count <= byteCount else { return false }
        wholeByteCount += line.count
        return true
      }
      #expect(memory == self.memory(Self.changes.prefix(max(0, whole.count - 1))))
      #expect(reading.wholeByteCount == wholeByteCount)
      #expect(reading.damagedLineCount == 0)
    }
  }

  @Test("ended at any byte, it goes on with the next line")
  func endedAtAnyByte() {
    let next = AutofillChange.learned("next", source: "emails")
    for byteCount in 0...Self.bytes.count {
      let torn = Array(Self.bytes.prefix(byteCount))
      let (memory, _) = read(torn + [UInt8(ascii: "\n")] + AutofillLog.record(next))
      let whole = read(torn + [UInt8(ascii: "\n")]).memory
      #expect(memory == self.memory(whole.changes + [next]))
      #expect(Set(whole.changes).isSubset(of: Self.changes))
    }
  }

  @Test("with any bit of any byte wrong, no other record is lost")
  func damage() {
    var lineStart = 0
    for (index, line) in Self.lines.enumerated() {
      var others = Self.changes
      if 0 < index { others.remove(at: index - 1) }
      for byteOffset in lineStart..<(lineStart + line.count) {
        for bit in 0..<8 {
          var bytes = Self.bytes
          bytes[byteOffset] ^= 1 << bit
          let found = read(bytes).memory.changes
          #expect(
            Set(others).isSubset(of: found) && Set(found).isSubset(of: Self.changes),
            "byte \(byteOffset), bit \(bit)")
        }
      }
      lineStart += line.count
    }
  }

  @Test("changes that were made together count together or not at all")
  func together() {
    let record = AutofillLog.record(Self.changes)
    #expect(read(record).memory == memory(Self.changes))
    var damaged = record
    damaged[record.count - 5] ^= 1
    #expect(read(damaged).memory == AutofillMemory())
    #expect(read(damaged).reading.damagedLineCount == 1)
  }

  @Test("tells damaged lines, and that a later version began the file")
  func foreignLines() {
    let (memory, reading) = read(Array("dear diary\n\n{}\n".utf8) + Self.bytes)
    #expect(memory == self.memory(Self.changes))
    #expect(reading.damagedLineCount == 3)
    #expect(!reading.isOfLaterVersion)
    let later = Array("95d2f366 {\"file\":\"fieldd autofill\",\"version\":2}\n".utf8)
    #expect(read(later).reading.isOfLaterVersion)
  }

  @Test("a long line that looks like many records is passed over")
  func hostileLine() {
    let line = String(repeating: "00000000 {", count: 100_000)
    let (memory, reading) = read(Array((line + "\n").utf8) + Self.bytes)
    #expect(memory == self.memory(Self.changes))
    #expect(reading.damagedLineCount == 1)
  }
}
