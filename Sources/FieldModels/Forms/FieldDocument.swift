/// A field document that is open: its text, its fields, what is true of them and what to tell.
///
/// A value: it knows no files, clocks or protocols. It is edited by `replace`, moved on in time by
/// `fire`, answered by `answer`, and at the end of a turn `refresh` brings the findings of what was
/// touched up to date. The cost of each is that of what it touches, not of the document.
///
/// Invariants: the slices cover the text without gaps; reading the text from scratch gives the same slices, findings and index, but for what is kept secret because it was
/// secure when it could be read last; identities rise along the document.
package struct FieldDocument: Sendable {
  package internal(set) var text: Rope
  /// Counts what has made the fields say something else.
  package internal(set) var revision = 0
  package let dialect: JSONReader.Dialect
  package internal(set) var vocabulary: Vocabulary
  package internal(set) var frame = DocumentFrame()
  /// A secure field was, or may have been, in what stands around the fields, and that has not been
  /// readable since.
  package internal(set) var frameWasSecure = false
  /// The word `secure` stands around the fields.
  var frameMentionsSecure = false
  package internal(set) var slices = SumTree<DocumentSlice>()
  package internal(set) var index = FieldIndex()
  var paths = PathIndex()
  /// The lists that the form has, by their keys.
  var lists: [String: List] = [:]
  /// The lists to which fields belong.
  var columnLists: [FieldID: String] = [:]
  /// The pieces of text that stand around fields and entries, in their order.
  var pieces: [FieldID] = []
  /// The list that each of them ends in.
  var openings: [String?] = []
  /// The entries by the numbers by which they are known.
  var entryIDs: [Int: FieldID] = [:]
  var lastEntry = 0
  /// Which entries are the same, of the lists whose entries must differ.
  var twins: [String: EntryTwins] = [:]
  /// What fields of lists have in all entries, of those that are gathered from outside of their lists.
  var columns: [FieldID: ListColumn] = [:]
  /// What is filled in of the objects that may be left out, by their paths.
  var filledObjects: [String: Set<FieldID>] = [:]
  /// Where an act puts an entry that is none of those that were there.
  var insertion: Int?
  /// The lists of which there is something to tell.
  var changedLists: Set<String> = []
  /// The lists of which it is told that they have too few entries.
  var judgedLists: Set<String> = []
  /// The fields whose checks look at more than other fields: at how many entries a list has, or whether
  /// another entry is the same, where that may be otherwise now.
  var lookers: Set<FieldID> = []
  /// What fields count as to others.
  var counting = Counting()
  /// Only fields that something has happened to have a state.
  package internal(set) var states: [FieldID: FieldState] = [:]
  /// The field that is being edited; at most one.
  package internal(set) var activeField: FieldID?
  var questions: [CheckToken: FieldID] = [:]
  var deadlines = MomentQueue<FieldID>()
  /// The fields with patterns that have yet to be searched for, and the search that is going on.
  var searchers = MomentQueue<FieldID>()
  var search: OngoingSearch?
  /// When the day ends on which the document was last judged.
  var dayEnd = Instant(nanoseconds: 0)
  var nextToken = 1
  /// How whoever reads it is spoken to.
  package internal(set) var wording = Wording.english
  /// A field that was read, or what stands around the fields, has had texts in several languages.
  package internal(set) var mayBeTranslated = false
  var patterns = PatternCache()
  var recent = RecentReadings()
  /// The fields of which words are told that came from outside.
  var wordedFields: Set<FieldID> = []
  /// The drafts of the secure fields; nil until they are asked for after an edit.
  var knownSecrets: SecretDrafts?
  /// The fields whose findings may have changed since the last refresh.
  var touched = TouchedFields()
  /// The fields with a check that has yet to run or to answer.
  package internal(set) var pendingFields: Set<FieldID> = []
  /// Counts what lets those go on who wait for checks: a field is pending no more, or a key leads to
  /// another field.
  package internal(set) var releaseCount = 0
  /// What people type is tidied when they leave it, and judged as it will be then.
  package var tidiesDrafts = false
  /// A client is subscribed to `field/didChange`, so changes are collected.
  package var isFollowed = false
  var changes: Set<FieldID> = []
  var lostKeys: Set<String> = []
  /// Lists have other fields or stand elsewhere, so that any key may be gone, and any field be another.
  package internal(set) var keysAreInDoubt = false
  var events: [FieldEvent] = []
  var asked: [CheckRequest] = []
  var forgotten: [CheckToken] = []

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - bytes: the text, UTF-8
  ///   - dialect: whether comments are part of it
  ///   - vocabulary: the names from outside that it may use
  ///   - wording: how whoever reads it is spoken to
  ///   - now: the moment at which it is opened
  package init(
    _ bytes: [UInt8], dialect: JSONReader.Dialect, vocabulary: Vocabulary,
    wording: Wording = .english, at now: Instant
  ) {
    text = Rope(bytes)
    dayEnd = now.endOfDay
    self.dialect = dialect
    self.vocabulary = vocabulary
    self.vocabulary.languages = wording.languages
    self.wording = wording
    readAll(text.byteCount == bytes.count ? bytes : text.bytes(in: 0..<text.byteCount), now)
  }

  /// A document with another text, read on the same day by the same reader.
  package func with(text bytes: [UInt8]) -> FieldDocument {
    let now = Instant(nanoseconds: dayEnd.nanoseconds - 1)
    return FieldDocument(
      bytes, dialect: dialect, vocabulary: vocabulary, wording: wording, at: now)
  }

  /// Has a client told of all fields that there are, and from now on of what changes.
  package mutating func beginTelling() {
    isFollowed = true
    changes.formUnion(allFields)
    changedLists.formUnion(listKeys)
  }

  /// Marks every field as changed, since all is told otherwise.
  mutating func touchAllFields() { touched.formUnion(allFields) }

  /// How many fields are written.
  package var fieldCount: Int { slices.summary.fieldCount }

  /// Where a field or an entry begins, and its slice; nil for one that is gone.
  package func locate(_ id: FieldID) -> (index: Int, start: Int, slice: DocumentSlice)? {
    let found = slices.find { summary in summary.lastID.map { id.rank <= $0.rank } ?? false }
    guard let found, found.element.id.rank == id.rank else { return nil }
    return (found.index, found.before.byteCount, found.element)
  }

  /// The slice that has a byte; that behind the end has none.
  package func slice(
    atByteOffset offset: Int
  ) -> (index: Int, start: Int, slice: DocumentSlice)? {
    guard 0 <= offset, let found = slices.find({ offset < $0.byteCount }) else { return nil }
    return (found.index, found.before.byteCount, found.element)
  }

  /// The slice with which the text ends.
  package var lastSlice: (index: Int, start: Int, slice: DocumentSlice)? {
    let index = slices.count - 1
    return index < 0 ? nil : (index, start(ofSlice: index), slices[index])
  }

  /// The field whose slice has a byte; nil outside of fields.
  package func field(atByteOffset offset: Int) -> FieldID? {
    guard let found = slice(atByteOffset: offset), found.slice.part.sort == .field else {
      return nil
    }
    return found.slice.id
  }

  /// Where the text of a field stands.
  package func range(of id: FieldID) -> Range<Int>? {
    locate(id).map { $0.start..<($0.start + $0.slice.byteCount) }
  }

  /// What a field says, as it was read last or from its text.
  package func reading(of id: FieldID) -> FieldReading? {
    statedReading(of: id).map { calculated($0, id) }
  }

  private func statedReading(of id: FieldID) -> FieldReading? {
    if let known = recent[id] { return known }
    var occasion = patterns
    guard let (_, start, slice) = locate(id) else { return nil }
    switch slice.part.sort {
    case .field: return id.isInEntry ? nil : read(slice, from: start, &occasion)
    case .entry:
      guard id.isInEntry, let column = statedReading(of: id.definition) else { return nil }
      return readEntryField(id, in: slice, from: start, column)
    case .head, .tail, .lists, .end: return nil
    }
  }

  /// The same, remembered for those who ask next: what happens to a field, or is told of it, asks
  /// several times.
  package mutating func recall(_ id: FieldID) -> FieldReading? {
    recallStated(id).map { calculated($0, id) }
  }

  private mutating func recallStated(_ id: FieldID) -> FieldReading? {
    if let known = recent.find(id) { return known }
    guard let (_, start, slice) = locate(id) else { return nil }
    let reading: FieldReading?
    switch slice.part.sort {
    case .field: reading = id.isInEntry ? nil : read(slice, from: start, &patterns)
    case .entry:
      let column = id.isInEntry ? recallStated(id.definition) : nil
      reading = column.flatMap { readEntryField(id, in: slice, from: start, $0) }
    case .head, .tail, .lists, .end: reading = nil
    }
    if let reading { recent.remember(reading, of: id) }
    return reading
  }

  func read(_ slice: DocumentSlice, from start: Int, _ patterns: inout PatternCache) -> FieldReading
  {
    read(slice, from: start, in: text, &patterns)
  }

  /// What a field says in a text that the document may not have yet.
  func read(
    _ slice: DocumentSlice, from start: Int, in text: Rope, _ patterns: inout PatternCache
  ) -> FieldReading {
    let reader = reader(of: slice, from: start, in: text)
    return FieldReader.read(
      reader.tree, problems: reader.problems, vocabulary: vocabulary, patterns: &patterns,
      isConcealed: slice.wasSecure)
  }

  /// Reads every field that a range of bytes touches, in order, until `body` has had enough.
  package func forEachField(
    in range: Range<Int>, _ body: (_ id: FieldID, _ start: Int, _ reading: FieldReading) -> Bool
  ) {
    var patterns = patterns
    forEachSlice(in: range) { slice, start in
      if slice.part.sort != .field { return true }
      return body(slice.id, start, read(slice, from: start, &patterns))
    }
  }

  /// Goes through every slice that a range of bytes touches, in order, until `body` has had enough.
  package func forEachSlice(
    in range: Range<Int>, _ body: (_ slice: DocumentSlice, _ start: Int) -> Bool
  ) {
    guard let first = slices.find({ range.lowerBound < $0.byteCount }) else { return }
    var start = first.before.byteCount
    slices.forEach(in: first.index..<slices.count) { _, slice in
      guard start <= range.upperBound else { return false }
      defer { start += slice.byteCount }
      return body(slice, start)
    }
  }

  /// What stands between the brackets of the list in which a field or an entry begins at a byte.
  package func listRange(around start: Int) -> Range<Int> {
    guard let found = slices.find({ start < $0.byteCount }) else { return 0..<text.byteCount }
    let count = found.before.frameCount
    let before = slices.find { count <= $0.frameCount }
    let after = slices.find { count < $0.frameCount }
    let lower = before.map { $0.before.byteCount + $0.element.byteCount } ?? 0
    return lower..<max(lower, after?.before.byteCount ?? text.byteCount)
  }

  /// Goes through the pieces of what stands around fields and entries.
  package func forEachFrame(_ body: (_ slice: DocumentSlice, _ start: Int) -> Void) {
    slices.forEachWhere({ $0.frameCount > 0 }) { position, slice in
      body(slice, start(ofSlice: position))
      return true
    }
  }

  /// A slice as it is read.
  package func reader(of slice: DocumentSlice, from start: Int) -> DocumentReader {
    reader(of: slice, from: start, in: text)
  }

  private func reader(of slice: DocumentSlice, from start: Int, in text: Rope) -> DocumentReader {
    let bytes = text.bytes(in: Self.window(of: slice, from: start, in: text))
    var reader = DocumentReader(bytes, at: slice.part, dialect: dialect)
    reader.readPart()
    return reader
  }

  /// The text by which a slice was told from what follows it.
  private static func window(of slice: DocumentSlice, from start: Int, in text: Rope) -> Range<Int>
  {
    let extra = slice.lookedAhead ? JSONReader.lookaheadByteCount + 1 : 1
    return start..<min(text.byteCount, start + slice.byteCount + extra)
  }

  /// Takes the validators to call and to forget since the last time.
  package mutating func takeRequests() -> (asked: [CheckRequest], forgotten: [CheckToken]) {
    defer {
      asked = []
      forgotten = []
    }
    if asked.isEmpty || forgotten.isEmpty { return (asked, forgotten) }
    // What was asked and forgotten within one turn was never heard of outside.
    let dead = Set(forgotten)
    let unheard = Set(asked.lazy.map { $0.token }).intersection(dead)
    return (
      asked.filter { !dead.contains($0.token) }, forgotten.filter { !unheard.contains($0) }
    )
  }
}
