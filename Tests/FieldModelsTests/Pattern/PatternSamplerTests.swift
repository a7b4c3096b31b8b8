import FieldModels
import FieldTestSupport
import Testing

/// Texts that are made up for a pattern are matched by it.
@Suite("Texts made up for a pattern")
struct PatternSamplerTests {
  @Test(
    "match it, with as many scalars as were asked for",
    arguments: [
      "^[a-z]+$", "[0-9]{2,4}", "^(a|b)*c?$", #"\d"#, "", "^$", "a|^b", #"\p{L}+"#, "^.{2,5}$",
      "(?:x|y)z?", #"^[A-Z]{2}[0-9]{2}(?: [0-9]{4}){3}$"#, #"^\bword\b$"#, "^[^a-z]{3}$", "é{2}",
      #"^(?:[a-z0-9]+\.)+[a-z]{2,}$"#,
    ])
  func texts(source: String) throws {
    let pattern = try Pattern(source)
    let sampler = PatternSampler(pattern, most: 40)
    var random = SplitMix64(seed: 1)
    let counts = sampler.counts
    #expect(!counts.isEmpty)
    for count in counts {
      let text = try #require(sampler.sample(count: count, using: &random))
      #expect(text.unicodeScalars.count == count)
      #expect(pattern.matches(text), "\(text)")
    }
  }

  @Test("have the lengths that the pattern has")
  func counts() throws {
    #expect(PatternSampler(try Pattern("^(?:ab|xyz){2}$"), most: 20).counts == [4, 5, 6])
    #expect(PatternSampler(try Pattern("^a$b"), most: 20).counts == [])
    #expect(PatternSampler(try Pattern("a^"), most: 20).counts == [])
  }
}
