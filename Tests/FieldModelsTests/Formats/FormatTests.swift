import FieldModels
import FieldTestSupport
import Testing

/// Texts that have a format and texts that only look like it.
@Suite struct FormatTests {
  @Test("a format's example has the format", arguments: Format.allCases)
  func examples(format: Format) {
    #expect(format.matches(format.example))
    #expect(Format.named(format.name) == format)
  }

  @Test("formats are described in one line each", arguments: Format.allCases)
  func descriptions(format: Format) {
    for line in [format.message, format.documentation] {
      #expect(!line.isEmpty && !line.contains("\n"))
    }
    #expect(format.documentation.hasSuffix("."))
    #expect(!format.message.hasSuffix("."))
  }

  @Test("an unknown name is no format", arguments: ["", "Email", "e-mail", "email "])
  func unknown(name: String) {
    #expect(Format.named(name) == nil)
  }

  @Test("texts with and without each format are told apart", arguments: FormatSample.all)
  func samples(sample: FormatSample) {
    for text in sample.good where !sample.format.matches(text) {
      Issue.record("\(sample.format.name) refuses \(text.debugDescription)")
    }
    for text in sample.bad where sample.format.matches(text) {
      Issue.record("\(sample.format.name) accepts \(text.debugDescription)")
    }
  }

  @Test("every format has samples", arguments: Format.allCases)
  func coverage(format: Format) {
    let samples = FormatSample.all.filter { $0.format == format }
    #expect(samples.reduce(0) { $0 + $1.good.count } >= 2)
    #expect(samples.reduce(0) { $0 + $1.bad.count } >= 3)
  }
}

/// Some texts with a format and some without.
struct FormatSample: Sendable, CustomTestStringConvertible {
  let format: Format
  let good: [String]
  let bad: [String]

  init(_ format: Format, good: [String], bad: [String]) {
    self.format = format
    self.good = good
    self.bad = bad
  }

  var testDescription: String { format.name }

  static let all = mail + web + hosts + times + codes + texts
}
