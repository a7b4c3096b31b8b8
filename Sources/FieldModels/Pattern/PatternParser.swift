/// Reads the syntax of ECMA-262 with the `u` flag, left to right, into a program.
///
/// Open groups are kept on a stack of its own, so nesting is bounded by a limit and not by the
/// stack of the thread. The first thing that is wrong is thrown with its bytes; everything that
/// the `u` flag makes an error is one here. Greedy and lazy repetition match the same texts and
/// become the same program.
struct PatternParser {
  /// A group that has been opened, or the whole expression.
  private struct OpenGroup {
    let utf8Range: Range<Int>
    let start: Int
    var alternativeStart: Int
    var dividers: [Int] = []
  }

  /// A look ahead or behind that has been opened, with what stands around it.
  private struct OpenLook {
    let utf8Range: Range<Int>
    let isBehind: Bool
    let isNegative: Bool
    let builder: ProgramBuilder
    let groups: [OpenGroup]
  }

  /// Where reading is.
  var cursor: PatternCursor

  private let isCaseInsensitive: Bool
  private let isAnchored: Bool
  private var builder = ProgramBuilder()
  private var groups: [OpenGroup] = []
  /// The looks that have been opened, and those that were closed.
  private var openLooks: [OpenLook] = []
  private var looks: [PatternLook] = []
  /// The ranges of the classes of closed looks.
  private var closedRangeCount = 0
  private var groupNames: Set<String> = []

  init(_ source: String, isCaseInsensitive: Bool, isAnchored: Bool) {
    self.cursor = PatternCursor(source)
    self.isCaseInsensitive = isCaseInsensitive
    self.isAnchored = isAnchored
  }

  /// The program of the whole expression.
  mutating func program() throws(PatternError) -> PatternProgram {
    if PatternLimits.sourceByteCount < cursor.byteCount {
      throw .sourceTooLong(0..<cursor.byteCount)
    }
    openGroup(0..<0)
    while let byte = cursor.peek() {
      let byteOffset = cursor.byteOffset
      try readTerm(byte)
      if PatternLimits.instructionCount < instructionCount(builder.end) {
        throw .programTooLarge(byteOffset..<cursor.byteOffset)
      }
    }
    if 1 < groups.count { throw .unclosedGroup(groups[groups.count - 1].utf8Range) }
    if let look = openLooks.last { throw .unclosedGroup(look.utf8Range) }
    _ = closeGroup()
    var program = builder.program(wordScalars: wordScalars, isAnchored: isAnchored)
    program.looks = looks
    return program
  }

  /// The ranges of the classes of all that was read.
  private var rangeCount: Int {
    openLooks.reduce(closedRangeCount + builder.rangeCount) { $0 + $1.builder.rangeCount }
  }

  /// The instructions of all that was read, where those of the innermost look, or of the whole, are so many.
  private func instructionCount(_ count: Int) -> Int {
    let around = openLooks.reduce(count) { $0 + $1.builder.end }
    return looks.reduce(around) { $0 + $1.program.instructions.count }
  }

  /// What `\w` matches.
  var wordScalars: ScalarSet { folded(.wordScalars) }

  /// What a set matches under the options of this expression.
  func folded(_ set: ScalarSet) -> ScalarSet {
    isCaseInsensitive ? CaseOrbits.shared.closing(set) : set
  }

  private mutating func readTerm(_ byte: UInt8) throws(PatternError) {
    let byteOffset = cursor.byteOffset
    let utf8Range = byteOffset..<byteOffset + 1
    switch byte {
    case UInt8(ascii: "|"):
      cursor.skip(1)
      divideGroup()
    case UInt8(ascii: "("):
      try readGroupOpening()
    case UInt8(ascii: ")"):
      if groups.count == 1, let look = openLooks.popLast() {
        cursor.skip(1)
        return try close(look)
      }
      guard 1 < groups.count else { throw .unopenedGroup(utf8Range) }
      cursor.skip(1)
      let group = closeGroup()
      try readRepetition(from: group.start, byteOffset: group.utf8Range.lowerBound)
    case UInt8(ascii: "^"), UInt8(ascii: "$"):
      cursor.skip(1)
      try check(byte == UInt8(ascii: "^") ? .start : .end)
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      throw .nothingToRepeat(cursor.text(utf8Range), utf8Range)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw .loneBracket(cursor.text(utf8Range), utf8Range)
    case UInt8(ascii: "["):
      try consume(readClass(), byteOffset: byteOffset)
    case UInt8(ascii: "."):
      cursor.skip(1)
      try consume(.anyButLineEnds, byteOffset: byteOffset)
    case UInt8(ascii: "\\"):
      switch try readEscape(inClass: false) {
      case .scalar(let scalar): try consume(folded(ScalarSet(scalar)), byteOffset: byteOffset)
      case .set(let set): try consume(folded(set), byteOffset: byteOffset)
      case .assertion(let assertion): try check(assertion)
      }
    default:
      try consume(folded(ScalarSet(cursor.takeScalar())), byteOffset: byteOffset)
    }
  }

  private mutating func consume(_ set: ScalarSet, byteOffset: Int) throws(PatternError) {
    let start = builder.end
    builder.consume(set)
    if PatternLimits.rangeCount < rangeCount {
      throw .tooManyRanges(byteOffset..<cursor.byteOffset)
    }
    try readRepetition(from: start, byteOffset: byteOffset)
  }

  private mutating func check(_ assertion: Assertions) throws(PatternError) {
    builder.check(assertion)
    try refuseRepetition()
  }

  /// Nothing repeats what takes no letter.
  private func refuseRepetition() throws(PatternError) {
    switch cursor.peek() {
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      throw .repeatedAssertion(cursor.byteOffset..<cursor.byteOffset + 1)
    default:
      return
    }
  }
}

/// Repetition.
extension PatternParser {
  /// Reads what follows the atom that began at `start` in the program and `byteOffset` in the
  /// source.
  private mutating func readRepetition(from start: Int, byteOffset: Int) throws(PatternError) {
    var least = 0
    var most: Int?
    switch cursor.peek() {
    case UInt8(ascii: "*"):
      cursor.skip(1)
    case UInt8(ascii: "+"):
      cursor.skip(1)
      least = 1
    case UInt8(ascii: "?"):
      cursor.skip(1)
      most = 1
    case UInt8(ascii: "{"):
      (least, most) = try readCounts()
    default:
      return
    }
    _ = cursor.skip(if: "?")
    let end = builder.end(repeating: start, least: least, most: most)
    if PatternLimits.instructionCount < instructionCount(end) {
      throw .programTooLarge(byteOffset..<cursor.byteOffset)
    }
    builder.repeatFragment(from: start, least: least, most: most)
  }

  private mutating func readCounts() throws(PatternError) -> (least: Int, most: Int?) {
    let byteOffset = cursor.byteOffset
    cursor.skip(1)
    let least = cursor.takeNumber()
    let isOpen = least != nil && cursor.skip(if: ",")
    let most = isOpen ? cursor.takeNumber() : least
    guard let least, cursor.skip(if: "}") else {
      throw .malformedRepetition(byteOffset..<cursor.byteOffset)
    }
    if let most, most < least { throw .reversedRepetition(byteOffset..<cursor.byteOffset) }
    return (Int(clamping: least), most.map { Int(clamping: $0) })
  }
}

/// Groups and their names.
extension PatternParser {
  private mutating func openGroup(_ utf8Range: Range<Int>) {
    groups.append(
      OpenGroup(utf8Range: utf8Range, start: builder.end, alternativeStart: builder.end))
  }

  private mutating func divideGroup() {
    let index = groups.count - 1
    groups[index].dividers.append(builder.divide(from: groups[index].alternativeStart))
    groups[index].alternativeStart = builder.end
  }

  private mutating func closeGroup() -> OpenGroup {
    let group = groups.removeLast()
    for divider in group.dividers { builder.join(divider) }
    return group
  }

  private mutating func readGroupOpening() throws(PatternError) {
    let byteOffset = cursor.byteOffset
    cursor.skip(1)
    var look: (isBehind: Bool, isNegative: Bool)?
    if cursor.skip(if: "?") { look = try readGroupKind(from: byteOffset) }
    let utf8Range = byteOffset..<cursor.byteOffset
    let depth = openLooks.reduce(groups.count) { $0 + $1.groups.count }
    if PatternLimits.nestingDepth < depth { throw .nestingTooDeep(utf8Range) }
    if let look {
      open(isBehind: look.isBehind, isNegative: look.isNegative, utf8Range)
    } else {
      openGroup(utf8Range)
    }
  }

  /// Begins a look, whose program is one of its own.
  private mutating func open(isBehind: Bool, isNegative: Bool, _ utf8Range: Range<Int>) {
    openLooks.append(
      OpenLook(
        utf8Range: utf8Range, isBehind: isBehind, isNegative: isNegative, builder: builder,
        groups: groups))
    builder = ProgramBuilder()
    groups = []
    openGroup(utf8Range)
  }

  /// Ends a look, and goes on with what stands around it.
  private mutating func close(_ look: OpenLook) throws(PatternError) {
    _ = closeGroup()
    guard looks.count < PatternLimits.lookCount else { throw .tooManyLooks(look.utf8Range) }
    looks.append(
      PatternLook(
        isBehind: look.isBehind, isNegative: look.isNegative,
        program: builder.program(wordScalars: wordScalars, isAnchored: false)))
    closedRangeCount += builder.rangeCount
    (builder, groups) = (look.builder, look.groups)
    builder.look(UInt8(looks.count - 1))
    try refuseRepetition()
  }

  /// Reads what stands behind `(?`; gives a look that begins there.
  private mutating func readGroupKind(
    from byteOffset: Int
  ) throws(PatternError) -> (isBehind: Bool, isNegative: Bool)? {
    let kind = cursor.peek()
    if kind != nil { _ = cursor.takeScalar() }
    switch kind {
    case UInt8(ascii: ":"): return nil
    case UInt8(ascii: "="): return (false, false)
    case UInt8(ascii: "!"): return (false, true)
    case UInt8(ascii: "<"):
      if cursor.skip(if: "=") { return (true, false) }
      if cursor.skip(if: "!") { return (true, true) }
      try readGroupName()
      return nil
    case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "-"):
      throw .inlineModifier(byteOffset..<cursor.byteOffset)
    default:
      throw .unknownGroup(byteOffset..<cursor.byteOffset)
    }
  }

  private mutating func readGroupName() throws(PatternError) {
    let byteOffset = cursor.byteOffset
    var name = String.UnicodeScalarView()
    while !cursor.skip(if: ">") {
      guard cursor.peek() != nil, let scalar = try readNameScalar(),
        scalar.isGroupNamePart(isFirst: name.isEmpty)
      else { throw .malformedGroupName(byteOffset..<cursor.byteOffset) }
      name.append(scalar)
    }
    let utf8Range = byteOffset..<max(byteOffset, cursor.byteOffset - 1)
    if name.isEmpty { throw .malformedGroupName(byteOffset..<cursor.byteOffset) }
    if !groupNames.insert(String(name)).inserted {
      throw .duplicateGroupName(String(name), utf8Range)
    }
  }

  private mutating func readNameScalar() throws(PatternError) -> Unicode.Scalar? {
    let byteOffset = cursor.byteOffset
    guard cursor.skip(if: "\\") else { return Unicode.Scalar(cursor.takeScalar()) }
    guard cursor.skip(if: "u") else { return nil }
    return Unicode.Scalar(try readUnicodeEscape(from: byteOffset))
  }
}

extension Unicode.Scalar {
  fileprivate func isGroupNamePart(isFirst: Bool) -> Bool {
    if self == "$" || self == "_" { return true }
    if isFirst { return properties.isIDStart }
    return properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}"
  }
}
