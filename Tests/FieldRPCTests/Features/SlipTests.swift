import FieldModels
import FieldTestSupport
import Testing

/// What one slip of the hand in a right document leads to.
@Suite("Slips of the hand")
struct SlipTests {
  /// The documents of the fixtures that nothing is wrong with.
  private static func rightDocuments() throws -> [String] {
    try ["completion", "fixes", "hints", "hover", "symbols"].flatMap { file in
      MarkedCase.cases(in: try FixtureFiles.read("marked/\(file).txt"))
    }.filter { $0.options.isEmpty }.map(\.text).filter { text in
      !text.isEmpty && Editor(text).diagnostics.isEmpty
    }
  }

  @Test("a missing colon is told of once, and nothing else is")
  func colons() throws {
    let texts = try Self.rightDocuments()
    #expect(texts.count > 10)
    for text in texts {
      for place in Self.colons(in: Array(text.utf8)) {
        var bytes = Array(text.utf8)
        bytes.remove(at: place)
        let broken = String(decoding: bytes, as: UTF8.self)
        let told = Editor(broken).diagnostics.map { $0["message"]?.string ?? "" }
        #expect(told == ["A colon is missing behind the property's name"], "\(broken)")
      }
    }
  }

  /// Where colons stand outside of strings.
  private static func colons(in bytes: [UInt8]) -> [Int] {
    var isInString = false
    var isEscaped = false
    return bytes.indices.filter { index in
      defer { isEscaped = isInString && !isEscaped && bytes[index] == UInt8(ascii: "\\") }
      if bytes[index] == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      return !isInString && bytes[index] == UInt8(ascii: ":")
    }
  }
}
