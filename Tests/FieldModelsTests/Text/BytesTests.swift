import FieldModels
import Testing

@Suite("Looking for bytes")
struct BytesTests {
  @Test("a byte is found where it stands for the first time", arguments: [1, 254, 255, 256, 600])
  func firstOffset(byteCount: Int) {
    for place in stride(from: 0, to: byteCount, by: 17) {
      var bytes = [UInt8](repeating: 7, count: byteCount)
      bytes[place] = 10
      bytes[byteCount - 1] = 10
      #expect(bytes.span.firstOffset(of: 10, in: 0..<byteCount) == place)
      #expect(bytes.span.firstOffset(of: 10, in: 0..<place) == nil)
      #expect(bytes.span.firstOffset(of: 10, in: place..<byteCount) == place)
      #expect(bytes.span.firstOffset(of: 9, in: 0..<byteCount) == nil)
    }
  }
}
