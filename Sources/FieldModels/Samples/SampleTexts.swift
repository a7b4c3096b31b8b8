import FieldModels

/// Texts to try in a field of texts: those that its formats and patterns ask for, plain ones, all of
/// these as long as limits have it, and some that are wrong.
struct SampleTexts {
  private let definition: FieldDefinition
  private var patterns: [Pattern] = []
  private var formats: [Format] = []
  /// The lengths at the limits and just beyond them.
  private var lengths: [Int] = []

  /// A text of more units says no more about a limit than one of these.
  private static let mostLength = 20_000
  private static let variantCount = 8
  private static let textLimit = 400

  init(_ definition: FieldDefinition) {
    self.definition = definition
    var limits: [Int] = []
    for rule in definition.rules {
      switch rule.check {
      case .pattern(let pattern, _): patterns.append(pattern)
      case .format(let format): formats.append(format)
      case .minLength(let limit), .maxLength(let limit): limits.append(limit)
      case .minimum, .maximum, .step, .oneOf, .equals, .before, .after, .holds, .schema, .validator:
        break
      }
    }
    if let limit = definition.maxLength { limits.append(limit) }
    let near = Set(limits.flatMap { [$0 - 1, $0, $0 + 1] })
    lengths = near.filter { 0 < $0 && $0 <= Self.mostLength }.sorted()
  }

  /// The texts, those that are most likely right first.
  func all(using chance: inout SplitMix64) -> [String] {
    var seeds: [String] = []
    for format in formats { seeds += variants(of: format, using: &chance) }
    for pattern in patterns { seeds += samples(of: pattern, using: &chance) }
    let asked = seeds
    seeds += Self.plain
    if formats.contains(where: Scale.isNumeric) { seeds += Self.numerals }
    var texts = seeds
    for seed in asked.prefix(Self.textLimit / 8) + Self.plain.prefix(6) {
      for length in lengths { texts += Self.stretched(seed, to: length, in: definition.lengthUnit) }
    }
    for seed in asked.prefix(8) + Self.plain.prefix(1) { texts += Self.spoilt(seed) }
    return texts
  }

  private static let plain = [
    "Ada Lovelace", "tea", "Grace Hopper", "Zoë", "ada", "one two three", "A1", "12", "日本", "x",
    "abc", "7", "a-b", "true",
  ]
  private static let numerals = ["0", "5", "-5", "42", "100", "1.5", "-33.8", "0.25"]

  /// Texts that have a format: its example, and others made of that.
  private func variants(of format: Format, using chance: inout SplitMix64) -> [String] {
    var texts = [format.example]
    let signs = Array(format.example.unicodeScalars)
    // A check digit is right in one of ten, or of a hundred.
    for _ in 0..<400 where texts.count < Self.variantCount {
      var other = signs
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        let place = Int.random(in: signs.indices, using: &chance)
        guard let scalar = Self.another(like: signs[place], &chance) else { continue }
        other[place] = scalar
      }
      let text = String(String.UnicodeScalarView(other))
      if format.matches(text), !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  private static func another(
    like scalar: Unicode.Scalar, _ chance: inout SplitMix64
  ) -> Unicode.Scalar? {
    let ranges: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    return ranges.first { $0.contains(scalar.value) }.flatMap {
      Unicode.Scalar(UInt32.random(in: $0, using: &chance))
    }
  }

  /// Texts that match a pattern: the shortest, some others, and those at the limits of length.
  private func samples(of pattern: Pattern, using chance: inout SplitMix64) -> [String] {
    let sampler = PatternSampler(pattern, most: min(300, max(32, (lengths.last ?? 0) + 1)))
    let counts = sampler.counts
    guard let least = counts.first else { return [] }
    var wanted = [least, least] + counts.dropFirst().prefix(6)
    wanted += counts.filter { lengths.contains($0) }.flatMap { [$0, $0] }
    for _ in 0..<8 { wanted += counts.prefix(24).randomElement(using: &chance).map { [$0] } ?? [] }
    return wanted.compactMap { sampler.sample(count: $0, using: &chance) }
  }

  /// A text cut or drawn out to so many units, in several ways, of which some keep its form.
  private static func stretched(_ text: String, to length: Int, in unit: LengthUnit) -> [String] {
    let count = unit.count(in: text)
    if count == length { return [text] }
    if length < count {
      let head = unit.prefix(of: text, count: length)
      let tail = String(text.unicodeScalars.suffix(length))
      return [head, tail]
    }
    let missing = length - count
    if unit == .words {
      let more = Array(repeating: "word", count: missing).joined(separator: " ")
      return [text + " " + more]
    }
    func drawn(_ piece: String) -> String {
      let size = piece.unicodeScalars.count
      let whole = String(repeating: piece, count: missing / size)
      return String(piece.unicodeScalars.suffix(missing % size)) + whole
    }
    let scalars = text.unicodeScalars
    let head = scalars.first.map(String.init) ?? ""
    let last = scalars.last.map(String.init) ?? "a"
    let rest = String(scalars.dropFirst())
    return [
      drawn("a") + text, text + drawn("a"), head + drawn("a") + rest, drawn("1") + text,
      text + drawn("1"), drawn("a.") + text, drawn("ab ") + text, text + drawn(last),
      text + drawn("0"), head + drawn(head.isEmpty ? "a" : head) + rest,
    ]
  }

  /// A text with mistakes, of which some leave its length alone.
  private static func spoilt(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var texts = [text + "!", "!" + text, text + " ", " " + text, text + text, text + "\n"]
    for place in scalars.indices.prefix(24) {
      for sign in ["!", " ", "x", "9", "é"] as [Unicode.Scalar] where scalars[place] != sign {
        var other = scalars
        other[place] = sign
        texts.append(String(String.UnicodeScalarView(other)))
      }
      if place < 8 {
        var other = scalars
        other.remove(at: place)
        texts.append(String(String.UnicodeScalarView(other)))
      }
    }
    return texts
  }
}

extension Scale {
  /// Whether texts of a format are numbers.
  fileprivate static func isNumeric(_ format: Format) -> Bool {
    switch format {
    case .number, .integer, .latitude, .longitude, .port: true
    default: false
    }
  }
}
