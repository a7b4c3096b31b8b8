import FieldModels
import FieldSession
import FieldTestSupport
import Testing

@Suite("OutputBuffer")
struct OutputBufferTests {
  @Test("what comes out is what went in, in order", arguments: UInt64(0)..<60)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var buffer = OutputBuffer()
    var appended: [UInt8] = []
    var taken: [UInt8] = []
    let sizes = [0, 1, 20, 300, 5_000, 64 << 10, 70_000, 200_000]
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        let size = sizes.randomElement(using: &random) ?? 0
        let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: size)
        appended += bytes
        buffer.append(contentsOf: bytes)
      } else {
        taken += buffer.take(atMost: Int.random(in: 1...100_000, using: &random))
      }
      #expect(buffer.byteCount == appended.count - taken.count)
      #expect(buffer.isEmpty == (appended.count == taken.count))
    }
    while !buffer.isEmpty { taken += buffer.take(atMost: 4096) }
    #expect(taken == appended)
  }

  @Test("something is given whenever something waits")
  func progress() {
    var buffer = OutputBuffer()
    #expect(buffer.withUnwritten { $0.count } == 0)
    buffer.append(contentsOf: [1])
    #expect(buffer.take(atMost: 10) == [1])
    #expect(buffer.withUnwritten { $0.count } == 0)
    buffer.append(contentsOf: [UInt8](repeating: 2, count: 200_000))
    #expect(buffer.withUnwritten { $0.count } == 200_000)
    buffer.append(contentsOf: [3])
    buffer.consume(200_000)
    #expect(buffer.take(atMost: 10) == [3])
  }

  @Test("bytes may be forgotten across pieces")
  func consumption() {
    var buffer = OutputBuffer()
    for byte in UInt8(0)..<100 {
      buffer.append(contentsOf: [UInt8](repeating: byte, count: 40_000))
    }
    buffer.consume(40_000 * 77 + 39_999)
    #expect(buffer.take(atMost: 1) == [77])
    #expect(buffer.take(atMost: 1) == [78])
    buffer.consume(buffer.byteCount)
    #expect(buffer.isEmpty)
  }

  @Test("a copy keeps what its original loses")
  func copies() {
    var original = OutputBuffer()
    original.append(contentsOf: [1, 2, 3])
    var copy = original
    original.consume(3)
    original.append(contentsOf: [4])
    #expect(copy.take(atMost: 10) == [1, 2, 3])
    #expect(original.take(atMost: 10) == [4])
  }
}
