/// What a sieve notes of a record while it passes it: which members have been there, and what stands in
/// the fields that others look at.
///
/// It is read without the checks that Swift makes of each access, as the pool is: places in it are those
/// that the builder has given.
@safe
struct SieveScratch: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt64>
  private let places: UnsafeMutablePointer<Int>
  private let notes: UnsafeMutablePointer<SieveNote>
  private let answers: UnsafeMutablePointer<SieveAnswers>
  private let texts: UnsafeMutablePointer<UInt8>

  /// How much of what there is.
  struct Size: Equatable {
    /// Words of bits, one for each member.
    var wordCount: Int
    /// One for each object, and one for each list.
    var placeCount: Int
    var noteCount: Int
    /// One for each field whose answers are gathered from all entries of a list.
    var columnCount: Int
    /// Decoded texts of one record.
    static let textByteCount = 1 << 13
  }

  /// The first of the places says how much room decoded texts take.
  private static let headCount = 1

  /// That of nobody, in which there is no room.
  static let none = SieveScratch(Size(wordCount: 0, placeCount: 0, noteCount: 0, columnCount: 0))

  fileprivate init(_ size: Size) {
    unsafe words = .allocate(capacity: size.wordCount)
    unsafe words.initialize(repeating: 0, count: size.wordCount)
    unsafe places = .allocate(capacity: Self.headCount + size.placeCount)
    unsafe places.initialize(repeating: 0, count: Self.headCount + size.placeCount)
    unsafe notes = .allocate(capacity: size.noteCount)
    unsafe notes.initialize(repeating: SieveNote(), count: size.noteCount)
    unsafe answers = .allocate(capacity: size.columnCount)
    unsafe answers.initialize(repeating: SieveAnswers(), count: size.columnCount)
    unsafe texts = .allocate(capacity: Size.textByteCount + ByteBlock.byteCount)
    unsafe texts.initialize(repeating: 0, count: Size.textByteCount + ByteBlock.byteCount)
  }

  fileprivate func deallocate() {
    unsafe words.deallocate()
    unsafe places.deallocate()
    unsafe notes.deallocate()
    unsafe answers.deallocate()
    unsafe texts.deallocate()
  }

  /// Eight times eight members, as bits.
  @inline(__always)
  subscript(word index: Int) -> UInt64 {
    get { unsafe words[index] }
    nonmutating set { unsafe words[index] = newValue }
  }

  /// Where an object, or behind them a list, begins; -1 where there is none.
  @inline(__always)
  subscript(place index: Int) -> Int {
    get { unsafe places[Self.headCount &+ index] }
    nonmutating set { unsafe places[Self.headCount &+ index] = newValue }
  }

  @inline(__always)
  subscript(note index: Int) -> SieveNote {
    get { unsafe notes[index] }
    nonmutating set { unsafe notes[index] = newValue }
  }

  /// What the entries of a list have in a field.
  @inline(__always)
  subscript(answers index: Int) -> SieveAnswers {
    get { unsafe answers[index] }
    nonmutating set { unsafe answers[index] = newValue }
  }

  /// How many bytes decoded texts take.
  @inline(__always)
  var textByteCount: Int {
    get { unsafe places[0] }
    nonmutating set { unsafe places[0] = newValue }
  }

  /// Writes down what the content of a string stands for, behind the texts that are there.
  ///
  /// - Returns: one who goes over all of these texts, and where in them this one is; nil where there is
  ///   no room for it
  func decode(
    _ text: Range<Int>, _ cursor: SieveCursor
  ) -> (texts: SieveCursor, range: Range<Int>, decoded: SieveCursor.Decoded)? {
    let start = textByteCount
    guard
      let decoded = unsafe cursor.decode(
        text, to: texts + start, limit: Size.textByteCount - start)
    else { return nil }
    textByteCount = start + decoded.byteCount
    let range = start..<textByteCount
    return (over(cursor), range, decoded)
  }

  /// One who goes over all of these texts.
  func over(_ cursor: SieveCursor) -> SieveCursor {
    unsafe cursor.over(texts, end: Size.textByteCount + ByteBlock.byteCount)
  }

  /// Adds a byte to the texts, where there is room for it.
  func write(byte: UInt8) {
    unsafe texts[textByteCount] = byte
    textByteCount &+= 1
  }
}

extension SieveScratch {
  /// Holds in a note what a number is written as; false where there is no room for it.
  func write(_ number: SieveNumber, to note: inout SieveNote) -> Bool {
    let end = textByteCount + SieveNumber.mostBytes
    guard end <= Size.textByteCount else { return false }
    var start = end
    number.write { byte in
      start -= 1
      unsafe texts[start] = byte
    }
    textByteCount = end
    unsafe note.hold(texts + start, count: end - start)
    return true
  }

  /// Holds a text in a note; false where there is no room for it.
  func write(_ text: String, to note: inout SieveNote) -> Bool {
    let (start, count) = (textByteCount, text.utf8.count)
    guard count <= Size.textByteCount - start else { return false }
    for (offset, byte) in text.utf8.enumerated() { unsafe texts[start + offset] = byte }
    textByteCount = start + count
    unsafe note.hold(texts + start, count: count)
    return true
  }
}

/// What stands in a field for others to see.
@safe
struct SieveNote {
  var state = State.absent
  var counts = Counts.held
  /// It may be wrong, though what it counts as is known.
  var isDoubtful = false
  /// It is right only while no condition of a rule of its field holds.
  var isLoose = false
  /// Its field is in a circle that comes to no rest, so that it is shown and enabled whatever conditions say.
  var isUnsteady = false
  /// Several texts or a nested value, of which no more is known than that it is there.
  var isCompound = false
  /// Of several rows those that are chosen, as bits.
  var rows: UInt64 = 0
  /// Beside these stands a text that is typed.
  var hasTyped = false
  /// Where the value is.
  var start = 0
  var end = 0
  /// The draft; of a list the number of entries is `count`.
  private(set) var count = 0
  private var text: UnsafePointer<UInt8>?

  /// What is known of the value.
  enum State {
    case absent
    /// It commits an empty draft.
    case empty
    /// It is right, as far as it does not depend on others.
    case filled
    /// It has to be looked at closely.
    case doubtful
  }

  /// What the field counts as to others.
  enum Counts {
    case held, empty, unknown
    /// As what is calculated, which the record leaves out.
    case calculated
  }

  /// Notes a draft.
  @unsafe
  mutating func hold(_ text: UnsafePointer<UInt8>, count: Int) {
    unsafe self.text = text
    self.count = count
  }

  /// Notes how many entries a list has.
  mutating func hold(entryCount: Int) {
    state = entryCount == 0 ? .absent : .filled
    count = entryCount
  }

  /// Nothing is in it that counts.
  var isEmpty: Bool {
    counts == .empty || counts != .calculated && (state == .absent || state == .empty)
  }

  /// Where the value is, if there is one.
  var span: Range<Int>? { state == .absent ? nil : start..<end }

  /// Notes that a value which is there is perhaps not what is calculated.
  mutating func holdOtherThanCalculated() {
    if state == .filled || state == .doubtful {
      (state, isDoubtful, isCompound) = (.filled, true, false)
    }
  }

  /// Notes the draft of another one.
  mutating func holdDraft(of other: SieveNote) {
    unsafe text = other.text
    count = other.count
  }

  /// Whether there are the bytes of a draft.
  var hasText: Bool { unsafe text != nil }

  /// A byte of the draft, which has it.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { unsafe text.map { unsafe $0[offset] } ?? 0 }

  /// The draft as a text; nil where it is several or a nested value.
  var string: String? {
    unsafe text.map {
      unsafe String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  /// Goes over the draft.
  func cursor(_ other: SieveCursor) -> SieveCursor? {
    unsafe text.map { unsafe other.over($0, end: count) }
  }

  /// Whether the draft of another one has the same bytes.
  func isSame(as other: SieveNote) -> Bool {
    guard count == other.count, let own = unsafe text, let its = unsafe other.text else {
      return false
    }
    for offset in 0..<count where unsafe own[offset] != its[offset] { return false }
    return true
  }

  /// Whether the draft is a text of the pool.
  func isSame(as known: SievePool.Stretch, of pool: borrowing SievePool) -> Bool {
    guard count == known.count, let own = unsafe text else { return known.count == 0 && count == 0 }
    for offset in 0..<count where unsafe own[offset] != pool.byte(at: known.start &+ offset) {
      return false
    }
    return true
  }

  /// The key of a draft that is a date (`SieveDate`).
  var dateKey: UInt64? {
    guard count == SieveDate.byteCount, let text = unsafe UnsafeRawPointer(text) else { return nil }
    let tail = unsafe text + (SieveDate.byteCount - ByteWord.byteCount)
    return unsafe SieveDate.key(
      head: UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)),
      tail: UInt64(littleEndian: tail.loadUnaligned(as: UInt64.self)))
  }

  /// Adds the draft to a hash; false where it may be the same as one that is written otherwise.
  ///
  /// All lists and objects of any value are taken for the same, and several rows in any order.
  func add(to hash: inout ByteHash, asNumber isNumber: Bool) -> Bool {
    guard let text = unsafe text else {
      hash.add(rows == 0 ? Self.anyCompound : rows)
      return isCompound
    }
    if isNumber, !isSurelyNoNumber {
      guard let decimal else { return false }
      hash.add(UInt64(bitPattern: decimal.units))
      hash.add(UInt64(decimal.places))
    } else if byte(at: 0) == UInt8(ascii: "[") || byte(at: 0) == UInt8(ascii: "{") {
      hash.add(Self.anyCompound)
    } else {
      unsafe hash.add(text, count: count)
    }
    return true
  }

  private static let anyCompound: UInt64 = 0
}

/// What the entries of a list have in a field, as far as a look says (`ListAnswers`).
struct SieveAnswers {
  private(set) var count = 0
  /// Something in an entry takes more than a look.
  private(set) var isUnknown = false
  /// The answers are numbers.
  private(set) var areNumbers = true
  private(set) var sum: SieveNumber?
  private(set) var least: SieveNumber?
  private(set) var greatest: SieveNumber?

  /// Adds what an entry has.
  mutating func add(_ note: SieveNote, asNumber isNumber: Bool) {
    if isUnknown || note.isEmpty, note.state != .doubtful, note.counts != .unknown { return }
    guard note.state != .doubtful, note.counts != .unknown, !note.isCompound else {
      isUnknown = true
      return
    }
    count &+= 1
    areNumbers = isNumber
    if !isNumber { return }
    guard let number = note.decimal, let sum = sum.map({ $0.plus(number) }) ?? number,
      let isLeast = least.map({ number.isLess(than: $0) }) ?? true,
      let isGreatest = greatest.map({ $0.isLess(than: number) }) ?? true
    else {
      isUnknown = true
      return
    }
    self.sum = sum
    if isLeast { least = number }
    if isGreatest { greatest = number }
  }
}

/// Who has a scratch, and gives it back in the end.
///
/// It is written to by one who looks at records alone: a copy of a judge makes one of its own
/// (`RecordSieve.Sifted`).
final class SieveRoom: @unchecked Sendable {
  let size: SieveScratch.Size
  let scratch: SieveScratch

  init(_ size: SieveScratch.Size) {
    self.size = size
    scratch = SieveScratch(size)
  }

  deinit { scratch.deallocate() }
}
