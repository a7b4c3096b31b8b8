import FieldModels
import FieldTestSupport
import Testing

/// Formats meet any text: random bytes, broken and mutated examples, and very long ones.
@Suite struct FormatRobustnessTests {
  @Test("random bytes never trap", arguments: Format.allCases)
  func randomBytes(format: Format) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      let count = Int.random(in: 0...48, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = format.matches(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("examples with bytes changed, cut or doubled never trap", arguments: Format.allCases)
  func mutations(format: Format) {
    var random = SplitMix64(seed: 9)
    let alphabet = Array("0aZ.-:/@[]%{}#?+~\"\\ \u{E9}\u{5D0}\u{200D}xn--".utf8)
    let samples = FormatSample.all.filter { $0.format == format }.flatMap { $0.good + $0.bad }
    for sample in samples {
      var bytes = Array(sample.utf8)
      for _ in 0..<12 {
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where place < bytes.count: bytes.remove(at: place)
        case 1 where place < bytes.count: bytes[place] = byte
        default: bytes.insert(byte, at: place)
        }
        _ = format.matches(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// A quadratic answer would take days, so that the test ends is all that it asserts.
  @Test("ten megabytes are answered", arguments: Format.allCases)
  func longTexts(format: Format) {
    for text in Self.longTexts {
      _ = format.matches(text)
    }
    _ = format.matches(format.example.prefix(8) + Self.longTexts[0])
  }

  /// An unoptimized build takes some fifty times as long for the same work, so it has less of it.
  private static let longTexts = ["1", "a", "a.", "-", "%41", "é", "{a}", "/~0"].map { unit in
    #if DEBUG
      String(repeating: unit, count: 200_000 / unit.utf8.count)
    #else
      String(repeating: unit, count: 10_000_000 / unit.utf8.count)
    #endif
  }
}
