import FieldModels
import FieldTestSupport
import Testing

/// The documents that properties are tried on have everything that the format has.
@Suite("Documents of every feature")
struct FeatureSampleTests {
  private static let samples: [FeatureSample] = {
    var random = SplitMix64(seed: 29)
    return (0..<2500).map { number in
      FeatureSample(
        .init(fieldCounts: 0...(number % 8), density: 5 + number % 40), using: &random)
    }
  }()

  @Test("each property, each kind that has it, and each word of a closed set is written")
  func everything() {
    var wanted: Set<String> = [
      "comment", "trailing comma", "escape", "entry", "rule by name", "validator by name",
    ]
    for section in Section.allCases {
      // It would make a record of the document.
      for property in PropertyTable.properties(of: section) where property.name != .form {
        let name = "\(section).\(property.name.rawValue)"
        wanted.insert(name)
        if section == .field {
          for kind in FieldKind.allCases where property.kinds.contains(kind) {
            wanted.insert("\(name)@\(kind.rawValue)")
          }
        }
        if case .word(let words) = property.shape {
          wanted.formUnion(words.map { "\(name)=\($0.name)" })
        }
      }
    }
    wanted.formUnion(Format.allCases.map { "rule.format=\($0.rawValue)" })
    let made = Self.samples.reduce(into: Set<String>()) { $0.formUnion($1.features) }
    #expect(wanted.subtracting(made).sorted() == [])
  }

  @Test("few bytes, or none, are chance enough for one", arguments: 0...4)
  func fewBytes(count: Int) {
    for byte: UInt8 in [0, 1, 127, 255] {
      var chance = ByteChance(Array(repeating: byte, count: count))
      let sample = FeatureSample(.init(fieldCounts: 0...6, density: 12), using: &chance)
      #expect(chance.isUsedUp && !sample.text.isEmpty)
    }
  }

  @Test("they say what they were made of, and most are right")
  func soundness() {
    var wrong: [String: Int] = [:]
    for sample in Self.samples {
      let form = OpenForm(sample.text, dialect: sample.dialect, validators: ["taken"])
      let errors = form.document.textErrors(limit: .max)
      for code in Set(errors.map(\.finding.problem.code)) { wrong[code, default: 0] += 1 }
      #expect(wrong["syntax"] == nil, "\(sample.text)")
      #expect(form.document.fieldCount == sample.value["fields"]?.array?.count, "\(sample.text)")
      if wrong["syntax"] != nil { return }
    }
    #expect(wrong.values.reduce(0, +) < Self.samples.count / 4, "\(wrong)")
  }
}
