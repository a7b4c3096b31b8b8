/// What looks ahead and behind find at each place of a text.
///
/// How it works. A look asks the same of every place, so all places are answered before the expression itself is
/// matched: those that look ahead in one walk from the end of the text to its start, which keeps from where in the
/// look's program a match is reached, and those that look behind in one walk from its start. Each walk visits an
/// instruction at most once for each scalar, so the time keeps the bound of a match. A look inside another is
/// answered before it.
///
/// The walks can be interrupted between two scalars and go on later.
struct PatternLooks {
  /// For each place, by its offset in bytes: which looks hold there, a bit for each.
  private(set) var answers: [UInt64] = []
  private(set) var stepCount: Int64 = 0

  private let looks: [PatternLook]
  /// The look that is answered, and how far.
  private var index = 0
  private var walk: Walk?

  init(of program: PatternProgram) { looks = program.looks }

  /// Goes on for about so many steps, in the same text each time; gives whether all is answered.
  mutating func advance(_ text: Span<UInt8>, stepLimit: Int64) -> Bool {
    if answers.isEmpty { answers = Array(repeating: 0, count: text.count + 1) }
    let (sum, isHuge) = stepCount.addingReportingOverflow(stepLimit)
    let end = isHuge ? .max : sum
    while index < looks.count {
      var walk = self.walk.take() ?? Walk(looks[index], textByteCount: text.count)
      while !walk.isDone {
        if end <= stepCount {
          self.walk = walk
          return false
        }
        let isFound = walk.answer(in: text, answers[walk.byteOffset])
        if isFound != looks[index].isNegative { answers[walk.byteOffset] |= 1 << UInt64(index) }
        stepCount += walk.stepsOfAnswer
        walk.goOn(in: text)
      }
      index += 1
    }
    return true
  }

  /// One walk through a text.
  private struct Walk {
    /// The place that is answered next.
    private(set) var byteOffset: Int
    private(set) var isDone = false
    /// The work of the last answer.
    private(set) var stepsOfAnswer: Int64 = 0

    private let program: PatternProgram
    private let isBehind: Bool
    /// The instructions that the scalar beside this place connects with a match.
    ///
    /// Ahead: whether a match is reached from each at the place behind this one. Behind: whether the machine has come
    /// to each over the scalar before this place.
    private var reached: [Bool]
    /// Room for the same at this place.
    private var here: [Bool]
    /// The instructions that lead to each without taking a scalar.
    private var sources: [[UInt16]] = []
    private var waiting: [UInt16] = []

    init(_ look: PatternLook, textByteCount: Int) {
      program = look.program
      isBehind = look.isBehind
      byteOffset = isBehind ? 0 : textByteCount
      reached = Array(repeating: false, count: program.instructions.count)
      here = reached
      if isBehind { return }
      sources = Array(repeating: [], count: program.instructions.count)
      for (place, instruction) in program.instructions.enumerated() {
        switch instruction {
        case .fork(let first, let second):
          sources[Int(first)].append(UInt16(place))
          if second != first { sources[Int(second)].append(UInt16(place)) }
        case .check(_, let next), .look(_, let next): sources[Int(next)].append(UInt16(place))
        case .consume, .match: break
        }
      }
    }

    /// Goes to the next place.
    mutating func goOn(in text: Span<UInt8>) {
      if isBehind {
        if byteOffset == text.count { return isDone = true }
        _ = text.scalar(atByteOffset: &byteOffset)
      } else {
        if byteOffset == 0 { return isDone = true }
        byteOffset = text.offset(ofScalarBefore: byteOffset)
      }
    }

    /// Whether the look finds something at this place, where others hold.
    mutating func answer(in text: Span<UInt8>, _ holdingLooks: UInt64) -> Bool {
      stepsOfAnswer = Int64(reached.count)
      let before =
        byteOffset == 0 ? nil : letter(of: text, at: text.offset(ofScalarBefore: byteOffset))
      let next = byteOffset == text.count ? nil : letter(of: text, at: byteOffset)
      let isBoundary =
        (before.map(program.isWordLetter) ?? false) != (next.map(program.isWordLetter) ?? false)
      var holding: Assertions = isBoundary ? .wordBoundary : .noWordBoundary
      if byteOffset == 0 { holding.insert(.start) }
      if byteOffset == text.count { holding.insert(.end) }
      return isBehind
        ? behind(before: next, holding: holding, looks: holdingLooks)
        : ahead(before: next, holding: holding, looks: holdingLooks)
    }

    private func letter(of text: Span<UInt8>, at byteOffset: Int) -> Int? {
      var byteOffset = byteOffset
      return text.scalar(atByteOffset: &byteOffset).map(program.alphabet.letter(of:))
    }

    /// Finds the instructions from which a match is reached here.
    private mutating func ahead(
      before next: Int?, holding: Assertions, looks holdingLooks: UInt64
    ) -> Bool {
      for (place, instruction) in program.instructions.enumerated() {
        here[place] =
          switch instruction {
          case .match: true
          case .consume(let set, let target):
            next.map { reached[Int(target)] && program.alphabet.set(at: Int(set), contains: $0) }
              ?? false
          case .fork, .check, .look: false
          }
        if here[place] { waiting.append(UInt16(place)) }
      }
      while let place = waiting.popLast() {
        for source in sources[Int(place)] where !here[Int(source)] {
          stepsOfAnswer += 1
          let isOpen =
            switch program.instructions[Int(source)] {
            case .check(let assertion, _): holding.isSuperset(of: assertion)
            case .look(let index, _): holdingLooks >> UInt64(index) & 1 == 1
            case .fork, .consume, .match: true
            }
          guard isOpen else { continue }
          here[Int(source)] = true
          waiting.append(source)
        }
      }
      swap(&reached, &here)
      return reached[Int(program.start)]
    }

    /// Finds whether what was read up to here is a match, and moves the machine over the next scalar.
    private mutating func behind(
      before next: Int?, holding: Assertions, looks holdingLooks: UInt64
    ) -> Bool {
      var isMatch = false
      waiting.append(program.start)
      for place in reached.indices {
        if reached[place] { waiting.append(UInt16(place)) }
        (reached[place], here[place]) = (false, false)
      }
      while let place = waiting.popLast() {
        if here[Int(place)] { continue }
        here[Int(place)] = true
        stepsOfAnswer += 1
        switch program.instructions[Int(place)] {
        case .match: isMatch = true
        case .consume(let set, let target):
          if let next, program.alphabet.set(at: Int(set), contains: next) {
            reached[Int(target)] = true
          }
        case .fork(let first, let second):
          waiting.append(first)
          waiting.append(second)
        case .check(let assertion, let target):
          if holding.isSuperset(of: assertion) { waiting.append(target) }
        case .look(let index, let target):
          if holdingLooks >> UInt64(index) & 1 == 1 { waiting.append(target) }
        }
      }
      return isMatch
    }
  }
}

extension Span<UInt8> {
  /// Where the scalar begins that ends at an offset greater than zero, in valid UTF-8.
  fileprivate func offset(ofScalarBefore byteOffset: Int) -> Int {
    var byteOffset = byteOffset - 1
    while 0 < byteOffset, self[byteOffset] & 0xC0 == 0x80 { byteOffset -= 1 }
    return byteOffset
  }
}
