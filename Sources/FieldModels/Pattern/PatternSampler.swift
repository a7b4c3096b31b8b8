/// Makes texts that a pattern matches, each with a given number of scalars.
///
/// The machine of the program is read backwards once: for each number of scalars it is known from
/// which places a match is reached by exactly so many. A walk from the start then takes any way that
/// can still arrive, so it never turns back. Word boundaries and looks ahead and behind are left aside, so a
/// walk is tried a few times, and only a text that the pattern does match is given.
package struct PatternSampler: Sendable {
  private let pattern: Pattern
  private let program: PatternProgram
  private let hasLooks: Bool
  /// For each number of scalars, a flag for each instruction: a match is that far away.
  private var layers: [[Bool]] = []
  /// What each set of the program offers, the plainest scalars first.
  private var offers: [UInt16: [Unicode.Scalar]] = [:]

  /// Numbers of scalars times instructions that are looked at: a few megabytes.
  private static let layerLimit = 2_000_000
  private static let tryCount = 12
  private static let tryCountWithLooks = 144
  private static let offerCount = 40
  /// Where what a text must have stands ahead, so that a sign of each sort may be wanted.
  private static let wideOfferCount = 95

  /// - Parameters:
  ///   - pattern: the pattern
  ///   - most: the greatest number of scalars that a text may be asked for
  package init(_ pattern: Pattern, most: Int) {
    self.pattern = pattern
    program = pattern.program
    hasLooks = !program.looks.isEmpty
    let count = min(most, Self.layerLimit / max(1, program.instructions.count))
    for place in program.instructions {
      guard case .consume(let set, _) = place, offers[set] == nil else { continue }
      offers[set] = Self.offer(
        program.alphabet.scalars(ofSetAt: Int(set)),
        count: hasLooks ? Self.wideOfferCount : Self.offerCount)
    }
    for number in 0...count { layers.append(layer(number)) }
  }

  /// The numbers of scalars for which there are texts, the least first.
  package var counts: [Int] {
    layers.indices.filter { count in ways(from: Int(program.start), count, isFirst: true) }
  }

  /// A text with so many scalars; nil where none is found.
  package func sample(
    count: Int, using chance: inout some RandomNumberGenerator
  ) -> String? {
    guard layers.indices.contains(count), ways(from: Int(program.start), count, isFirst: true)
    else { return nil }
    for _ in 0..<(hasLooks ? Self.tryCountWithLooks : Self.tryCount) {
      if let text = walk(count, &chance), pattern.matches(text) { return text }
    }
    return nil
  }

  private func walk(_ count: Int, _ chance: inout some RandomNumberGenerator) -> String? {
    var text = String.UnicodeScalarView()
    var place = Int(program.start)
    var rest = count
    // Loops over nothing come round: nobody needs them more than once.
    for _ in 0..<(count + 1) * (program.instructions.count + 1) {
      switch program.instructions[place] {
      case .match: return String(text)
      case .check(_, let next), .look(_, let next): place = Int(next)
      case .fork(let first, let second):
        let open = [first, second].filter { ways(from: Int($0), rest, isFirst: rest == count) }
        guard let next = open.randomElement(using: &chance) else { return nil }
        place = Int(next)
      case .consume(let set, let next):
        // A plain scalar is as likely as all others together.
        guard let offer = offers[set], 0 < rest,
          let scalar = offer.prefix(
            !hasLooks && Bool.random(using: &chance) ? 8 : offer.count
          ).randomElement(using: &chance)
        else { return nil }
        text.append(scalar)
        rest -= 1
        place = Int(next)
      }
    }
    return nil
  }

  /// The places from which a match is so many scalars away, past its first.
  private func layer(_ count: Int) -> [Bool] {
    var flags = program.instructions.map { instruction in
      switch instruction {
      case .match: count == 0
      case .consume(let set, let next):
        0 < count && layers[count - 1][Int(next)] && !(offers[set]?.isEmpty ?? true)
      case .fork, .check, .look: false
      }
    }
    // Most targets of forks lie behind them, so that few rounds suffice.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for place in flags.indices.reversed() where !flags[place] {
        switch program.instructions[place] {
        case .fork(let first, let second): flags[place] = flags[Int(first)] || flags[Int(second)]
        case .look(_, let next): flags[place] = flags[Int(next)]
        case .check(let assertion, let next):
          let holds = !assertion.contains(.start) && (count == 0 || !assertion.contains(.end))
          flags[place] = holds && flags[Int(next)]
        case .match, .consume: break
        }
        if flags[place] { hasChanged = true }
      }
    }
    return flags
  }

  /// Whether a match is so many scalars away; before the first of them, `^` holds.
  private func ways(from place: Int, _ count: Int, isFirst: Bool) -> Bool {
    if layers[count][place] { return true }
    guard isFirst else { return false }
    var visited: Set<Int> = []
    var waiting = [place]
    while let place = waiting.popLast() {
      guard visited.insert(place).inserted else { continue }
      if layers[count][place] { return true }
      switch program.instructions[place] {
      case .fork(let first, let second): waiting += [Int(first), Int(second)]
      case .check(let assertion, let next) where count == 0 || !assertion.contains(.end):
        waiting.append(Int(next))
      case .look(_, let next): waiting.append(Int(next))
      case .check, .match, .consume: break
      }
    }
    return false
  }

  /// Some scalars of a set: letters and digits of ASCII, then its other signs, then any.
  private static func offer(
    _ ranges: [ClosedRange<UInt32>], count: Int
  ) -> [Unicode.Scalar] {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    var offer: [Unicode.Scalar] = []
    var signs: [Unicode.Scalar] = []
    var rest: [Unicode.Scalar] = []
    for range in ranges {
      for value in range.clamped(to: 0x20...0x7E) {
        guard range.contains(value), let scalar = Unicode.Scalar(value) else { continue }
        if isPlain(scalar) { offer.append(scalar) } else { signs.append(scalar) }
      }
      // Of a wide range its ends, and what is between them, say enough.
      for value in [range.lowerBound, (range.lowerBound + range.upperBound) / 2, range.upperBound]
      where 0x7F < value {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory.isShown else {
          continue
        }
        rest.append(scalar)
      }
    }
    offer += signs
    if offer.count < count { offer += rest.prefix(count - offer.count) }
    if !offer.isEmpty { return offer }
    return ranges.lazy.flatMap { [$0.lowerBound, $0.upperBound] }.compactMap(Unicode.Scalar.init)
  }
}

extension Unicode.GeneralCategory {
  /// Whether there is something to be seen of such a scalar.
  fileprivate var isShown: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
