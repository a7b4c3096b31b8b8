/// Goes through the JSON of a record that is as it nearly always is; what is not it does not pass.
///
/// It reads memory without the checks that Swift makes of each access, since they would be a third
/// of its work. Instead each method looks whether what it reads is before `end`.
@safe
struct SieveCursor {
  private let bytes: UnsafePointer<UInt8>
  private(set) var index: Int
  private let end: Int
  /// No record goes beyond its line.
  private let staysInLine: Bool

  /// - Parameters:
  ///   - bytes: a text that stays where it is
  ///   - index: where to begin
  ///   - end: where the text ends, or a part of it
  ///   - staysInLine: line breaks are no white space
  @unsafe
  init(bytes: UnsafePointer<UInt8>, index: Int, end: Int, staysInLine: Bool) {
    unsafe self.bytes = unsafe bytes
    self.index = index
    self.end = end
    self.staysInLine = staysInLine
  }

  var isAtEnd: Bool { index == end }

  /// Has somebody else go on, with a copy.
  @inline(__always)
  mutating func apart<Result>(_ goOn: (inout SieveCursor) -> Result) -> Result {
    var copy = self
    defer { self = copy }
    return goOn(&copy)
  }

  /// The byte here; zero at the end.
  @inline(__always)
  var first: UInt8 { unsafe index < end ? bytes[index] : 0 }

  /// Reads other bytes, those of a text that was decoded.
  @unsafe
  func over(_ bytes: UnsafePointer<UInt8>, end: Int) -> SieveCursor {
    unsafe SieveCursor(bytes: bytes, index: 0, end: end, staysInLine: false)
  }

  /// The same at another place.
  func moved(to place: Int) -> SieveCursor {
    var cursor = self
    cursor.index = place
    return cursor
  }

  /// Where the bytes of a place are.
  @unsafe
  @inline(__always)
  func address(of place: Int) -> UnsafePointer<UInt8> { unsafe bytes + place }

  /// Passes a byte if it is the one here.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    index &+= 1
    return true
  }

  /// What was passed from a place on.
  func bytes(from start: Int) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: bytes + start, count: index &- start))
  }

  /// The byte at a place that was passed.
  @inline(__always)
  func byte(at place: Int) -> UInt8 { unsafe bytes[place] }

  @inline(__always)
  mutating func skipSpace() {
    // As with nearly every place.
    if first > 0x20 { return }
    passSpace()
  }

  private mutating func passSpace() {
    if staysInLine {
      // A carriage return ends a line too, and is for whoever counts them.
      while first == 0x20 || first == 0x09 { index &+= 1 }
    } else {
      while first.isJSONSpace { index &+= 1 }
    }
  }

  /// Passes what stands behind a record up to a line that begins another, or to the end, and gives how
  /// many lines that ends; nil where it is more than white space.
  @inline(__always)
  mutating func passLineEnd() -> Int? {
    if first == 0x0A, unsafe index &+ 1 == end || bytes[index &+ 1] == UInt8(ascii: "{") {
      index &+= 1
      return 1
    }
    return passOtherLineEnd()
  }

  private mutating func passOtherLineEnd() -> Int? {
    var count = 0
    while first.isJSONSpace {
      let isReturn = first == 0x0D
      if first == 0x0A { count &+= 1 }
      index &+= 1
      // By itself it ends a line as well, which is rare and left to others.
      if isReturn, first != 0x0A { return nil }
    }
    if isAtEnd { return count }
    let isNewLine = unsafe 0 < count && bytes[index &- 1] == 0x0A
    return isNewLine && first == UInt8(ascii: "{") ? count : nil
  }

  /// Passes a text of the pool if it stands here.
  @inline(__always)
  mutating func skip(_ known: SievePool.Stretch, of pool: borrowing SievePool) -> Bool {
    guard index &+ known.count <= end, isSame(known, of: pool, at: index) else { return false }
    index &+= known.count
    return true
  }

  /// Whether a value that was passed is a text of the pool.
  @inline(__always)
  func isSame(
    _ known: SievePool.Stretch, of pool: borrowing SievePool, as value: Range<Int>
  ) -> Bool {
    known.count == value.count && isSame(known, of: pool, at: value.lowerBound)
  }

  /// What is compared lies before `end`.
  @inline(__always)
  private func isSame(
    _ known: SievePool.Stretch, of pool: borrowing SievePool, at start: Int
  ) -> Bool {
    let count = known.count
    if ByteWord.byteCount <= count {
      var offset = 0
      let last = count &- ByteWord.byteCount
      while offset < last {
        if pool.word(at: known.start &+ offset) != word(at: start &+ offset) { return false }
        offset &+= ByteWord.byteCount
      }
      // Some of the bytes for a second time, perhaps.
      return pool.word(at: known.start &+ last) == word(at: start &+ last)
    }
    if start &+ ByteWord.byteCount <= end {
      let difference = pool.word(at: known.start) ^ word(at: start)
      return count == 0 || difference &<< UInt64(64 &- 8 &* count) == 0
    }
    for offset in 0..<count {
      let byte = unsafe bytes[start &+ offset]
      if pool.byte(at: known.start &+ offset) != byte { return false }
    }
    return true
  }

  /// Eight bytes, which lie before `end`; the first is the lowest.
  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
  }

  /// The word here, where there is a whole one.
  @inline(__always)
  var word: UInt64? { index &+ ByteWord.byteCount <= end ? word(at: index) : nil }

  /// Sixteen bytes, which lie before `end`.
  @inline(__always)
  private func block(at offset: Int) -> ByteBlock {
    unsafe ByteBlock(
      UnsafeRawPointer(bytes + offset).loadUnaligned(as: SIMD16<UInt8>.self))
  }

  /// The content of a string.
  struct Text {
    var range: Range<Int>
    var hasEscapes = false
    /// It surely has nothing but ASCII in it.
    var isASCII = true
  }

  /// Passes a string, of which the first quote is here; nil where it has no end or is not UTF-8.
  @inline(__always)
  mutating func string() -> Text? { plainString() ?? otherString() }

  /// Passes a string without escapes that is not near the end; nil, and passes nothing, where it is
  /// another one.
  @inline(__always)
  private mutating func plainString() -> Text? {
    let start = index &+ 1
    var place = start
    var seen = ByteBlock()
    while place &+ ByteBlock.byteCount <= end {
      let block = block(at: place)
      guard let offset = block.special.firstOffset else {
        seen = seen.union(block)
        place &+= ByteBlock.byteCount
        continue
      }
      let close = place &+ offset
      // What stands behind the string does not count.
      let isASCII = seen.other.isEmpty && block.specialOrOther.firstOffset == offset
      guard unsafe bytes[close] == UInt8(ascii: "\""), isASCII || isUTF8(start..<close) else {
        return nil
      }
      index = close &+ 1
      return Text(range: start..<close, isASCII: isASCII)
    }
    return nil
  }

  /// Whether the content of a string is UTF-8, of which the last block lies before `end`.
  ///
  /// Sixteen bytes at a time and without any choice, since nobody can foresee where those stand that are
  /// not ASCII.
  private func isUTF8(_ range: Range<Int>) -> Bool {
    // Before a string stand at least a bracket, a name and a colon.
    guard 3 <= range.lowerBound else { return false }
    var broken = ByteBlock.Marks()
    var place = range.lowerBound
    while place &+ ByteBlock.byteCount <= range.upperBound {
      broken.formUnion(brokenBytes(at: place))
      place &+= ByteBlock.byteCount
    }
    // The quote behind it counts, since nothing may be missing there.
    broken.formUnion(brokenBytes(at: place).first(range.upperBound &- place &+ 1))
    return broken.isEmpty
  }

  /// The bytes of a block with which a text is no UTF-8 any more.
  @inline(__always)
  private func brokenBytes(at place: Int) -> ByteBlock.Marks {
    block(at: place).broken(
      behind: block(at: place &- 1), block(at: place &- 2), block(at: place &- 3))
  }

  /// How many bytes of a text that was passed are not ASCII, and how many scalars they are.
  func othersCount(in range: Range<Int>) -> (bytes: Int, scalars: Int) {
    var (byteCount, scalarCount) = (0, 0)
    var place = range.lowerBound
    func add(_ word: UInt64) {
      let others = word & 0x8080_8080_8080_8080
      byteCount &+= Self.sum(others &>> 7)
      // The first byte of a scalar has its second bit set too.
      scalarCount &+= Self.sum((others & word &<< 1) &>> 7)
    }
    while place &+ ByteWord.byteCount <= range.upperBound {
      add(word(at: place))
      place &+= ByteWord.byteCount
    }
    if place &+ ByteWord.byteCount <= end {
      add(ByteWord(bits: word(at: place)).first(range.upperBound &- place))
      return (byteCount, scalarCount)
    }
    while place < range.upperBound {
      add(unsafe UInt64(bytes[place]))
      place &+= 1
    }
    return (byteCount, scalarCount)
  }

  /// How many bytes of some text are not less than one.
  func othersCount(beyond least: UInt8, in range: Range<Int>) -> Int {
    var count = 0
    for place in range where unsafe least <= bytes[place] { count &+= 1 }
    return count
  }

  /// How many scalars of some text may be one character with what stands beside them.
  ///
  /// Letters before the combining ones, the ideographs of the basic plane and Hangul syllables are not.
  func joiningCount(in range: Range<Int>) -> Int {
    var count = 0
    for place in range {
      switch unsafe bytes[place] {
      // What is not the first byte of such a scalar.
      case 0..<0xC0, 0xC2...0xCB, 0xE4...0xE9, 0xEB...0xEC: break
      default: count &+= 1
      }
    }
    return count
  }

  /// How many words a text of ASCII has.
  func wordCount(in range: Range<Int>) -> Int {
    var (count, isInside) = (0, false)
    for place in range {
      let byte = unsafe bytes[place]
      let isSpace = byte == 0x20 || 0x09 <= byte && byte <= 0x0D
      if !isSpace, !isInside { count &+= 1 }
      isInside = !isSpace
    }
    return count
  }

  /// Whether something in a text is surely no white space.
  func isVisible(_ range: Range<Int>) -> Bool {
    for place in range {
      switch unsafe bytes[place] {
      // The first bytes of scalars among which is none.
      case 0x21..<0x7F, 0xC3...0xDF, 0xE4...0xED, 0xF0...0xF4: return true
      default: break
      }
    }
    return false
  }

  /// The sum of eight bytes, which is none that has more than eight bits.
  @inline(__always)
  private static func sum(_ bytes: UInt64) -> Int {
    Int(truncatingIfNeeded: (bytes &* 0x0101_0101_0101_0101) &>> 56)
  }

  /// Passes any string.
  private mutating func otherString() -> Text? {
    index &+= 1
    let start = index
    var found = Text(range: start..<start)
    while true {
      while index &+ ByteWord.byteCount <= end {
        let word = ByteWord(bits: word(at: index))
        if !word.isPlain {
          index &+= word.plainByteCount
          break
        }
        index &+= ByteWord.byteCount
      }
      switch first {
      case UInt8(ascii: "\""):
        found.range = start..<index
        index &+= 1
        return found
      case UInt8(ascii: "\\"):
        found.hasEscapes = true
        guard let escape else { return nil }
        index &+= escape.byteCount
      case 0x20..<0x80: index &+= 1
      case 0x80...:
        let byteCount = scalarByteCount
        if byteCount == 0 { return nil }
        found.isASCII = false
        index &+= byteCount
      default: return nil
      }
    }
  }

  /// The escape here, of which the backslash is here: how long it is and what it stands for; nil where
  /// it is none, or half of a pair.
  private var escape: (byteCount: Int, scalar: UInt32)? {
    guard index &+ 1 < end else { return nil }
    let sign = unsafe bytes[index &+ 1]
    if let character = JSONString.character(escapedAs: sign) { return (2, UInt32(character)) }
    guard let unit = unit(at: index) else { return nil }
    if unit & 0xF800 != 0xD800 { return (6, unit) }
    guard unit < 0xDC00, let low = self.unit(at: index &+ 6), low & 0xFC00 == 0xDC00 else {
      return nil
    }
    return (12, 0x10000 &+ (unit & 0x3FF) &<< 10 &+ low & 0x3FF)
  }

  /// The UTF-16 unit of a `\\u` escape at a place, if one is there.
  private func unit(at place: Int) -> UInt32? {
    guard place &+ 6 <= end, unsafe bytes[place] == UInt8(ascii: "\\"),
      unsafe bytes[place &+ 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = unsafe bytes[place &+ offset].hexDigitValue else { return nil }
      unit = unit &<< 4 | UInt32(digit)
    }
    return unit
  }

  /// A text that had escapes in it.
  struct Decoded {
    var byteCount: Int
    var isASCII = true
    /// Control characters are in it, and carriage returns.
    var hasControls = false
    var hasReturns = false
  }

  /// Writes down what the content of a string that was passed stands for.
  ///
  /// - Parameters:
  ///   - range: where the content is
  ///   - room: where to write
  ///   - limit: how many bytes there is room for
  /// - Returns: nil where there is not room enough
  @unsafe
  func decode(
    _ range: Range<Int>, to room: UnsafeMutablePointer<UInt8>, limit: Int
  ) -> Decoded? {
    var cursor = self
    cursor.index = range.lowerBound
    var decoded = Decoded(byteCount: 0)
    while cursor.index < range.upperBound {
      // A block at most, or a scalar.
      guard decoded.byteCount &+ ByteBlock.byteCount <= limit else { return nil }
      let byte = cursor.first
      guard byte == UInt8(ascii: "\\"), let escape = cursor.escape else {
        if 0x80 <= byte { decoded.isASCII = false }
        unsafe room[decoded.byteCount] = byte
        decoded.byteCount &+= 1
        cursor.index &+= 1
        continue
      }
      cursor.index &+= escape.byteCount
      if escape.scalar < 0x20 { decoded.hasControls = true }
      if escape.scalar == 0x0D { decoded.hasReturns = true }
      if 0x80 <= escape.scalar { decoded.isASCII = false }
      // The reader of escapes gives no half of a pair.
      let units = Unicode.Scalar(escape.scalar).flatMap(UTF8.encode)
      for unit in units ?? UTF8.encodedReplacementCharacter {
        unsafe room[decoded.byteCount] = unit
        decoded.byteCount &+= 1
      }
    }
    return decoded
  }

  /// Values within values beyond which nobody goes here.
  static let depthLimit = 16

  /// Goes from behind a name to its value.
  @inline(__always)
  mutating func skipColon() -> Bool {
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { return false }
    skipSpace()
    return true
  }

  /// Passes any value that is JSON; false where it is none.
  mutating func skipValue(depth: Int = 0) -> Bool {
    switch first {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"):
      return depth < Self.depthLimit
        && skipElements(to: UInt8(ascii: "}")) { cursor in
          guard cursor.first == UInt8(ascii: "\""), cursor.string() != nil else { return false }
          guard cursor.skipColon() else { return false }
          return cursor.skipValue(depth: depth + 1)
        }
    case UInt8(ascii: "["):
      return depth < Self.depthLimit
        && skipElements(to: UInt8(ascii: "]")) { $0.skipValue(depth: depth + 1) }
    case UInt8(ascii: "n"): return skip("null")
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    default: return number() != nil
    }
  }

  /// Passes a list, of which the bracket is here; gives how many elements it has.
  mutating func skipArray() -> Int? {
    var count = 0
    let isPassed = skipElements(to: UInt8(ascii: "]")) { cursor in
      count += 1
      return cursor.skipValue(depth: 1)
    }
    return isPassed ? count : nil
  }

  /// Passes a container, of which the bracket is here.
  mutating func skipElements(
    to close: UInt8, _ skipElement: (inout SieveCursor) -> Bool
  ) -> Bool {
    index &+= 1
    skipSpace()
    if skip(close) { return true }
    repeat {
      skipSpace()
      guard skipElement(&self) else { return false }
      skipSpace()
    } while skip(UInt8(ascii: ","))
    return skip(close)
  }

  /// Passes an object, and gives where the one object stands that it has under a name; nil, and passes no
  /// more than it can, where there is none.
  fileprivate mutating func object(named name: String) -> Range<Int>? {
    guard first == UInt8(ascii: "{") else { return nil }
    var found: Range<Int>?
    var isOne = true
    let isPassed = skipElements(to: UInt8(ascii: "}")) { cursor in
      guard cursor.first == UInt8(ascii: "\""), let text = cursor.string() else { return false }
      // A name with escapes may be the same.
      if text.hasEscapes { isOne = false }
      var named = cursor.moved(to: text.range.lowerBound)
      let isNamed =
        text.range.count == name.utf8.count && name.utf8.allSatisfy { named.skip($0) }
      guard cursor.skipColon() else { return false }
      let start = cursor.index
      let isObject = cursor.first == UInt8(ascii: "{")
      guard cursor.skipValue(depth: 1) else { return false }
      if isNamed {
        if found != nil || !isObject { isOne = false }
        found = start..<cursor.index
      }
      return true
    }
    return isPassed && isOne ? found : nil
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard unsafe skip(word.utf8Start[offset]) else { return false }
    }
    return true
  }

  /// How many bytes the scalar here has, which is not ASCII; zero where it is none.
  @inline(__always)
  private var scalarByteCount: Int {
    // Four bytes, the first the lowest; zeros, which no scalar goes on with, are behind the end.
    var bits: UInt32 = 0
    if index &+ 4 <= end {
      bits = unsafe UInt32(
        littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt32.self))
    } else {
      for offset in 0..<(end &- index) {
        bits |= unsafe UInt32(bytes[index &+ offset]) &<< UInt32(8 &* offset)
      }
    }
    // Neither longer than it need be nor a surrogate nor beyond the last scalar.
    if bits & 0xC0E0 == 0x80C0 { return bits & 0x1E != 0 ? 2 : 0 }
    if bits & 0xC0_C0F0 == 0x80_80E0 {
      let range = bits & 0x200F
      return range != 0 && range != 0x200D ? 3 : 0
    }
    guard bits & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
    let range = bits & 0x3007
    return range != 0 && (range & 0x4 == 0 || range & 0x3003 == 0) ? 4 : 0
  }

  /// Passes a string through a machine, if it is plain ASCII, has its end and is not at that of the
  /// text.
  ///
  /// The first quote is here.
  ///
  /// - Returns: how long it is, and whether the machine accepts it
  @inline(__always)
  mutating func string(
    through machine: SieveMachine, of pool: borrowing SievePool
  ) -> (byteCount: Int, isAccepted: Bool)? {
    let start = index &+ 1
    guard let close = plainEnd(from: start), close &+ ByteWord.byteCount <= end,
      unsafe bytes[close] == UInt8(ascii: "\"")
    else { return nil }
    var (place, state) = (start, machine.start)
    while place &+ ByteWord.byteCount <= close {
      state = pool.state(behind: word(at: place), from: state, of: machine)
      place &+= ByteWord.byteCount
    }
    let rest = ByteWord(bits: word(at: place)).first(close &- place)
    state = pool.state(behind: rest, from: state, of: machine)
    index = close &+ 1
    return (close &- start, pool.accepts(state, of: machine))
  }

  /// Where the ASCII that stands in a string for itself ends, from a place on; nil near the end.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int? {
    var place = start
    while place &+ ByteBlock.byteCount <= end {
      if let offset = block(at: place).specialOrOther.firstOffset { return place &+ offset }
      place &+= ByteBlock.byteCount
    }
    return nil
  }

  /// Whether a machine accepts a string that was passed, which is plain ASCII.
  func passes(_ machine: SieveMachine, of pool: borrowing SievePool, _ text: Range<Int>) -> Bool {
    var state = machine.start
    var index = text.lowerBound
    while index < text.upperBound {
      let byte = unsafe UInt64(bytes[index])
      state = pool.state(behindPair: byte, from: state, of: machine)
      index &+= 1
    }
    return pool.accepts(state, of: machine)
  }

  /// Passes a date that every month has, if it is not at the end of the text, and gives its key.
  ///
  /// The first quote is here.
  @inline(__always)
  mutating func date() -> UInt64? {
    let start = index &+ 1
    let close = start &+ SieveDate.byteCount
    guard close < end, unsafe bytes[close] == UInt8(ascii: "\"") else { return nil }
    let tail = word(at: close &- ByteWord.byteCount)
    guard let key = SieveDate.key(head: word(at: start), tail: tail) else { return nil }
    index = close &+ 1
    return key
  }

  /// A number; its value where that is known at once, without the sign and the digits behind the point.
  struct Number {
    var value: Int64?
    var isNegative: Bool
    /// The digits behind the point, and how many there are.
    var fraction: Int64 = 0
    var places = 0
  }

  /// More digits may be more than other readers of JSON hold.
  private static let digitLimit = 15

  /// Passes a number; nil where it is none.
  @inline(__always)
  mutating func number() -> Number? {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = index
    let hasZero = first == 0x30
    var value: Int64 = 0
    while isAtDigit {
      if index &- start < Self.digitLimit { value = value &* 10 &+ Int64(first &- 0x30) }
      index &+= 1
    }
    let digitCount = index &- start
    guard 0 < digitCount, digitCount == 1 || !hasZero else { return nil }
    var number = Number(
      value: digitCount <= Self.digitLimit ? value : nil, isNegative: isNegative)
    if skip(UInt8(ascii: ".")) {
      let point = index
      while isAtDigit {
        number.fraction = number.fraction &* 10 &+ Int64(first &- 0x30)
        index &+= 1
      }
      number.places = index &- point
      guard 0 < number.places else { return nil }
      // Of more digits the fraction is not known either.
      if Self.digitLimit < digitCount &+ number.places { number.value = nil }
    }
    if first | 0x20 == UInt8(ascii: "e") {
      number.value = nil
      index &+= 1
      if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { index &+= 1 }
      let exponent = index
      while isAtDigit { index &+= 1 }
      guard exponent < index else { return nil }
    }
    return number
  }

  @inline(__always)
  private var isAtDigit: Bool { first &- 0x30 < 10 }
}

/// Records within a larger text.
package enum RecordBytes {
  /// Where an object stands that is a member of another one, where that is JSON as most is written.
  ///
  /// - Parameters:
  ///   - name: the name of the member, in which JSON escapes nothing
  ///   - text: UTF-8
  ///   - range: where the other object is, with white space around it
  /// - Returns: nil where it has no such member, or several, or one that is no object, and where the other
  ///   one goes deep or is no JSON
  package static func object(
    named name: String, in text: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int>? {
    precondition(0 <= range.lowerBound && range.upperBound <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return nil }
      var cursor = unsafe SieveCursor(
        bytes: first, index: range.lowerBound, end: range.upperBound, staysInLine: false)
      cursor.skipSpace()
      let found = cursor.object(named: name)
      cursor.skipSpace()
      return cursor.isAtEnd ? found : nil
    }
  }

  /// Where a value ends that is JSON as most is written.
  ///
  /// - Parameters:
  ///   - text: UTF-8, of which valid stretches only are passed
  ///   - start: where the value begins
  ///   - limit: where the text ends
  /// - Returns: nil where it is none, or goes deep
  package static func end(
    in text: borrowing Span<UInt8>, from start: Int, to limit: Int
  ) -> Int? {
    precondition(0 <= start && start <= limit && limit <= text.count)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return nil }
      var cursor = unsafe SieveCursor(bytes: first, index: start, end: limit, staysInLine: false)
      return cursor.skipValue() ? cursor.index : nil
    }
  }
}
