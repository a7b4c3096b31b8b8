package import FieldModels

/// Records with a mistake in them, or another value.
extension RecordSample {
  /// Another spelling, another value or a mistake, in some places or none.
  package static func mutated(
    _ record: [UInt8], using random: inout SplitMix64
  ) -> [UInt8] {
    var bytes = record
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2:
        let piece = pieces.randomElement(using: &random) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: place)
      case 3: bytes.insert(UInt8(ascii: " "), at: place)
      case 4:
        // The value of a field is another one.
        guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { continue }
        let end = bytes[colon...].firstIndex {
          [UInt8(ascii: ","), UInt8(ascii: "}")].contains($0)
        }
        let value = values.randomElement(using: &random) ?? ""
        bytes.replaceSubrange((colon + 1)..<(end ?? bytes.endIndex), with: value.utf8)
      default: bytes += bytes.suffix(from: place)
      }
    }
    return bytes
  }

  private static let pieces = [
    "\\n", "\\u0041", "\"x\":1,", "\"$form\":\"a\",", "\"$schema\":1,", "\"x\":{\"y\":[]},", "\"",
    "é", "👩🏽‍🚀", "\u{200D}", "{}", ",", "0", "1e2", ".5", "\\", "null", "  ",
  ]
  private static let values = [
    "null", "true", "\"\"", "\"CA\"", "0", "-0", "00", "1.5", "1e400", "7", "99", "100", "\"ada\"",
    "9007199254740993", "\"a@b.example\"", "\"2026-02-28\"", "\"2026-02-29\"", "\"2024-02-29\"",
    "[]", "\"a\"", "\"b\"", "{\"a\":[1,{\"b\":null}]}", "[\"a\",\"b\"]", "[\"b\", \"b\"]",
    "\"\\u0061da\"",
    "\"a\\r\\nb\"",
    "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "12.50", "\"07\"", "\"e\u{301}\"", "\"\\u0065\\u0301\"",
    "[\"a\"]", "{}", "-3", "0.1", "0.10", "\"2020-01-01\"", "\"2019-12-31\"", "\"xy\"", "\"Zoë\"",
  ]
}
