/// Lets through, at the speed at which bytes are read, what is right in plain sight, so that only
/// the rest of a stream of records has to be looked at closely.
///
/// It never says that something is wrong. What it lets through is right by `RecordForm`, which a
/// property holds it to; what it holds back may be right as well: letters of other scripts where a
/// pattern is asked for, unusual spellings of numbers and dates.
///
/// Fields that are judged alone are looked at where they stand. What others look at is noted, and once
/// the record, or the entry of a list, has been passed, those are held to it (`SievePlan`).
///
/// An object, since it is the same for each batch of a stream.
package final class RecordSieve: Sendable {
  /// The first is the record itself.
  let objects: SieveTable<SieveObject>
  let members: SieveTable<SieveMember>
  private let lists: SieveTable<SieveList>
  let machines: SieveTable<SieveMachine>
  let schemas: [ValueSchema]
  let spellings: SieveTable<SieveSpelling.Part>
  let rows: SieveTable<SievePool.Stretch>
  /// The drafts of the rows, and for each row that is chosen beside others a bit.
  let drafts: SieveTable<SievePool.Stretch>
  let rowBits: SieveTable<UInt64>
  /// The words of bits of the objects: which members have to be there.
  private let required: SieveTable<UInt64>
  private let index: SieveTable<Int>
  private let unique: SieveTable<SieveUnique>
  private let columns: SieveTable<SieveColumn>
  private let plan: SievePlan
  let pool: SievePool
  private let size: SieveScratch.Size
  let fields: [RecordField]
  /// The notes of the fields and of the lists; -1 for what is not noted.
  private let notesOfFields: [Int]
  private let notesOfLists: [Int]
  private let objectCount: Int
  private let listCount: Int
  /// Names that no field has are told of; else they may be misspelt ones of secrets.
  private let passesStrangers: Bool
  private let isPartial: Bool

  package init(_ form: RecordForm, today: CivilDate) {
    let builder = SieveBuilder(form, today: today)
    objects = SieveTable(builder.objects)
    members = SieveTable(builder.members)
    lists = SieveTable(builder.lists)
    machines = SieveTable(builder.machines)
    schemas = builder.schemas
    spellings = SieveTable(builder.spellings)
    rows = SieveTable(builder.rows)
    drafts = SieveTable(builder.drafts)
    rowBits = SieveTable(builder.rowBits)
    required = SieveTable(builder.required)
    index = SieveTable(builder.index)
    unique = SieveTable(builder.unique)
    columns = SieveTable(builder.columns)
    plan = SievePlan(builder)
    pool = SievePool(builder.pool)
    fields = form.fields
    notesOfFields = builder.notes.ofFields
    notesOfLists = builder.notes.ofLists
    objectCount = builder.objects.count
    listCount = builder.lists.count
    size = SieveScratch.Size(
      wordCount: builder.required.count, placeCount: builder.objects.count + builder.lists.count,
      noteCount: builder.notes.count, columnCount: builder.columns.count)
    passesStrangers = !form.hasSecrets
    isPartial = form.isPartial
  }

  /// Whether it keeps where the value of a field is (`Sifted.values`).
  func isNoted(_ field: Int) -> Bool { notesOfFields[field] != -1 }

  /// Looks at a record, a stretch of some bytes.
  ///
  /// - Parameters:
  ///   - text: UTF-8, of which valid stretches only are let through
  ///   - range: where the record is
  ///   - sifted: takes what to look at closely
  /// - Returns: false where all of the record has to be looked at
  package func sift(_ text: [UInt8], _ range: Range<Int>, into sifted: inout Sifted) -> Bool {
    precondition(0 <= range.lowerBound && range.upperBound <= text.count)
    sifted.prepare(size)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      var cursor = unsafe SieveCursor(
        bytes: start, index: range.lowerBound, end: range.upperBound, staysInLine: false)
      guard siftRecord(&cursor, into: &sifted) else { return false }
      cursor.skipSpace()
      return cursor.isAtEnd
    }
  }

  /// Looks at lines that are records, from where they begin on, and stops at what is not right.
  ///
  /// - Parameters:
  ///   - lines: where to begin; takes where it stops: behind a record with doubts, or behind any if
  ///     each is wanted, before what is to be looked at closely, or at the end
  ///   - text: the bytes in which they are
  ///   - isEach: whether it stops behind any record in any case
  ///   - sifted: takes what to look at closely
  /// - Returns: the record behind which it stops
  func sift(
    _ lines: inout RecordLines.Progress, of text: [UInt8], stoppingAtEach isEach: Bool = false,
    into sifted: inout Sifted
  ) -> Range<Int>? {
    let stops = lines.wantsEach || isEach
    precondition(0 <= lines.position && lines.end <= text.count)
    sifted.prepare(size)
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return nil }
      var cursor = unsafe SieveCursor(
        bytes: first, index: lines.position, end: lines.end, staysInLine: true)
      while !cursor.isAtEnd {
        let start = cursor.index
        guard siftRecord(&cursor, into: &sifted) else { break }
        let close = cursor.index
        guard let lineCount = cursor.passLineEnd() else { break }
        lines.position = cursor.index
        lines.recordLineIndex = lines.lineIndex
        lines.lineIndex += lineCount
        lines.recordCount += 1
        if stops || !sifted.isEmpty { return start..<close }
      }
      sifted.clear()
      return nil
    }
  }

  @inline(__always)
  private func siftRecord(
    _ cursor: inout SieveCursor, into sifted: inout Sifted
  ) -> Bool {
    sifted.scratch.textByteCount = 0
    sifted.isRecordKnown = false
    return sift(&cursor, object: 0, into: &sifted)
  }

  /// Looks at an object.
  ///
  /// It has a cursor of its own, which the compiler keeps out of memory: whoever is called with one
  /// is given a copy.
  func sift(
    _ given: inout SieveCursor, object: Int, into sifted: inout Sifted
  ) -> Bool {
    var cursor = given
    defer { given = cursor }
    let start = cursor.index
    guard cursor.skip(UInt8(ascii: "{")) else { return false }
    let places = objects[object].members
    let isWide = objects[object].words.count != 1
    if isWide || objects[object].scope != -1 { begin(object, in: sifted.scratch) }
    sifted.scratch[place: object] = start
    var seen: UInt64 = 0
    var (place, isSpaced) = passFirstName(&cursor, of: places)
    if place < 0 {
      place = cursor.apart {
        passName(&$0, expecting: places.lowerBound, in: object, into: &sifted)
      }
      if place == Self.unreadable { return false }
    }
    var first = place
    while 0 <= place {
      if cursor.first != UInt8(ascii: "\"") { cursor.skipSpace() }
      let start = cursor.index
      var look: Look?
      if members[place].note != -1 {
        look = cursor.apart { lookAndNote(&$0, place, into: &sifted) }
      } else if cursor.first == UInt8(ascii: "\"") {
        // What nearly all values are; what is not passed is looked at again.
        switch members[place].field.sort {
        case .text: look = cursor.apart { lookAtText(&$0, place, into: &sifted) }
        case .pattern: look = lookAtPattern(&cursor, place)
        case .choice: if passRow(&cursor, place) != nil { look = .right }
        case .date:
          look = cursor.date().map { Look(members[place].field.dates.contains($0)) }
        case .integer, .number, .written, .choices, .flags, .flag, .any, .validated, .other: break
        }
      }
      switch look ?? cursor.apart({ lookAgain(at: &$0, place, into: &sifted) }) {
      case .right: break
      case .doubtful:
        sifted.doubts.append(Doubt(field: members[place].number, value: start..<cursor.index))
      case .asked:
        sifted.doubts.append(
          Doubt(field: members[place].number, value: start..<cursor.index, isRight: true))
      case .unreadable: return false
      }
      let next = place &+ 1
      if next < places.upperBound,
        cursor.skip(isSpaced ? members[next].spaced : members[next].dense, of: pool)
      {
        place = next
        continue
      }
      // The members from `first` on stood one behind the other.
      let run = (first &- places.lowerBound)...(place &- places.lowerBound)
      if isWide {
        guard note(run, of: object, in: sifted.scratch) else { return false }
      } else {
        let passed = Self.bits(run)
        guard seen & passed == 0 else { return false }
        seen |= passed
      }
      cursor.skipSpace()
      if cursor.skip(UInt8(ascii: "}")) { break }
      guard cursor.skip(UInt8(ascii: ",")) else { return false }
      place = cursor.apart { passName(&$0, expecting: next, in: object, into: &sifted) }
      if place == Self.unreadable { return false }
      first = place
    }
    let missing = objects[object].required & ~seen
    if missing != 0 || isWide, !pass(missing: missing, of: object, having: seen, into: &sifted) {
      return false
    }
    return objects[object].scope == -1 || settle(object, at: cursor, into: &sifted)
  }

  /// Begins to note what is in an object: a wide one, or one whose fields are looked at together.
  private func begin(_ object: Int, in scratch: SieveScratch) {
    for word in objects[object].words { scratch[word: word] = 0 }
    if objects[object].scope == -1 { return }
    let scope = plan.scopes[objects[object].scope]
    for note in scope.notes { scratch[note: note] = SieveNote() }
    for inner in scope.objects { scratch[place: inner] = -1 }
    if scope.list != nil { return }
    for list in 0..<listCount {
      scratch[place: objectCount &+ list] = -1
      if lists[list].note != -1 { scratch[note: lists[list].note] = SieveNote() }
      for column in lists[list].columns { scratch[answers: column] = SieveAnswers() }
    }
  }

  /// Notes that members of a wide object were there; false if one was before.
  private func note(_ run: ClosedRange<Int>, of object: Int, in scratch: SieveScratch) -> Bool {
    let first = objects[object].words.lowerBound
    for bit in run {
      let word = first &+ bit / UInt64.bitWidth
      let mark: UInt64 = 1 &<< UInt64(bit % UInt64.bitWidth)
      if scratch[word: word] & mark != 0 { return false }
      scratch[word: word] |= mark
    }
    return true
  }

  /// Members as bits.
  @inline(__always)
  private static func bits(_ places: ClosedRange<Int>) -> UInt64 {
    (2 &<< UInt64(places.upperBound)) &- (1 &<< UInt64(places.lowerBound))
  }

  /// Notes the fields that have to be there and are not; false where that is to be found out closely.
  private func pass(
    missing: UInt64, of object: Int, having seen: UInt64, into sifted: inout Sifted
  ) -> Bool {
    if isPartial, objects[object].words.count == 1, let lookers = objects[object].lookers,
      seen & lookers == 0
    {
      return true
    }
    let (words, places) = (objects[object].words, objects[object].members)
    for (number, word) in words.enumerated() {
      var rest = words.count == 1 ? missing : required[word] & ~sifted.scratch[word: word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest &- 1
        let place = places.lowerBound &+ number &* UInt64.bitWidth &+ bit
        guard members[place].content == .field, !isPartial,
          !members[place].field.isSeenWhereMissing
        else { return false }
        let start = sifted.scratch[place: object]
        sifted.doubts.append(
          Doubt(field: members[place].number, value: nil, place: start..<(start &+ 1)))
      }
    }
    return true
  }

  /// Looks at the fields of the record, or of an entry, that look at others, now that it is passed.
  private func settle(
    _ object: Int, at cursor: SieveCursor, into sifted: inout Sifted
  ) -> Bool {
    let scope = plan.scopes[objects[object].scope]
    plan.count(scope, in: sifted.scratch, of: pool)
    let known = sifted.doubts.count
    let scratch = sifted.scratch
    plan.forEachDoubt(in: scope, scratch, of: pool) { field, value, home, isRight in
      guard let place = place(of: home, isMissing: value == nil, in: scratch) else { return }
      sifted.doubts.append(
        Doubt(field: field, value: value, place: place..<(place &+ 1), isRight: isRight))
    }
    var isSeen = true
    for doubt in known..<sifted.doubts.count where !sifted.doubts[doubt].isRight {
      sifted.doubts[doubt].seen = keepWatched(
        by: sifted.doubts[doubt].field, at: cursor, into: &sifted)
      if sifted.doubts[doubt].seen == nil { isSeen = false }
    }
    if scope.list != nil {
      if isSeen { return true }
      keepValues(of: scope, from: known, into: &sifted)
      // Whoever looks out of a list does so once the record is known.
      if sifted.isRecordKnown { keepRecord(in: &sifted) }
      return true
    }
    sifted.isRecordKnown = true
    if !isSeen || !sifted.values.isEmpty { keepRecord(in: &sifted) }
    if !isSeen {
      for doubt in known..<sifted.doubts.count { sifted.doubts[doubt].values = sifted.rootValues }
    }
    for list in 0..<listCount where lists[list].isDeferred {
      let start = sifted.scratch[place: objectCount &+ list]
      if start == -1 { continue }
      var again = cursor.moved(to: start)
      guard sift(&again, entriesOf: list, into: &sifted) else { return false }
    }
    return true
  }

  /// Where an object begins, or of one that is not there the one around it; nil where nothing in it is
  /// missing.
  private func place(of object: Int, isMissing: Bool, in scratch: SieveScratch) -> Int? {
    var object = object
    while scratch[place: object] < 0 {
      if isMissing, objects[object].isExcusable || scratch[place: object] == Self.other {
        return nil
      }
      object = objects[object].parent
    }
    return scratch[place: object]
  }

  /// Where another value stands than an object, so that nothing in it is missing.
  private static let other = -2

  /// Passes another value in the place of an object.
  func passOther(_ cursor: inout SieveCursor, object: Int, in scratch: SieveScratch) -> Look {
    scratch[place: object] = Self.other
    return cursor.skipValue() ? .right : .unreadable
  }

  /// Keeps what a field looks at, as the notes have it; nil where they don't say all of it.
  private func keepWatched(
    by field: Int?, at cursor: SieveCursor, into sifted: inout Sifted
  ) -> Range<Int>? {
    guard let field, !isPartial, !sifted.scratch[note: notesOfFields[field]].isUnsteady else {
      return nil
    }
    let first = sifted.watched.count
    for other in fields[field].watched {
      guard let watched = watched(other, in: sifted.scratch, at: cursor) else {
        sifted.watched.removeSubrange(first...)
        return nil
      }
      sifted.watched.append(watched)
    }
    return first..<sifted.watched.count
  }

  private func watched(
    _ other: RecordField.Other, in scratch: SieveScratch, at cursor: SieveCursor
  ) -> Watched? {
    switch other.place {
    case .column: return nil
    case .list(let list): return .entries(scratch[note: notesOfLists[list]].count)
    case .beside(let number, _), .around(let number, _):
      let note = scratch[note: notesOfFields[number]]
      if note.counts == .unknown || note.state == .doubtful { return nil }
      let definition = fields[number].definition
      if definition.kind == .any {
        if note.counts == .calculated { return nil }
        return .draft(definition.draft(noted: note, at: cursor), of: other.field)
      }
      if note.isEmpty { return .draft(definition.emptyDraft, of: other.field) }
      return note.string.map { .draft(.text($0), of: other.field) }
    }
  }

  /// Keeps for the doubts from a number on what their fields look at in an entry.
  private func keepValues(
    of scope: SieveScope, from first: Int, into sifted: inout Sifted
  ) {
    let start = sifted.values.count
    for note in scope.notes { sifted.values.append(sifted.scratch[note: note].span) }
    for doubt in first..<sifted.doubts.count { sifted.doubts[doubt].values = start }
  }

  /// Keeps what fields look at in the record itself, once it is passed.
  private func keepRecord(in sifted: inout Sifted) {
    if sifted.rootValues != nil { return }
    sifted.rootValues = sifted.values.count
    for note in plan.scopes[0].notes { sifted.values.append(sifted.scratch[note: note].span) }
    for list in 0..<listCount {
      sifted.counts.append(
        lists[list].note == -1 ? 0 : sifted.scratch[note: lists[list].note].count)
    }
  }

  /// Looks at a list, or notes where it is until what its entries look at is known.
  func sift(
    _ cursor: inout SieveCursor, list: Int, into sifted: inout Sifted
  ) -> Bool {
    if lists[list].takesNull, cursor.first == UInt8(ascii: "n") { return cursor.skipValue() }
    if cursor.first != UInt8(ascii: "["), lists[list].unfit != .unreadable {
      let start = cursor.index
      guard cursor.skipValue() else { return false }
      if lists[list].unfit == .told {
        sifted.misfits.append(.list(list, .otherValue, start..<cursor.index))
      }
      return true
    }
    guard lists[list].isDeferred else {
      return sift(&cursor, entriesOf: list, into: &sifted)
    }
    sifted.scratch[place: objectCount &+ list] = cursor.index
    guard cursor.first == UInt8(ascii: "["), let count = cursor.skipArray() else { return false }
    if lists[list].note != -1 { sifted.scratch[note: lists[list].note].hold(entryCount: count) }
    return true
  }

  private func sift(
    _ cursor: inout SieveCursor, entriesOf number: Int, into sifted: inout Sifted
  ) -> Bool {
    let start = cursor.index
    guard cursor.skip(UInt8(ascii: "[")) else { return false }
    let list = lists[number]
    var twins = SieveTwins()
    var count = 0
    // Where the first entry is that is one too many.
    var excess = start
    cursor.skipSpace()
    if !cursor.skip(UInt8(ascii: "]")) {
      repeat {
        cursor.skipSpace()
        if count == list.most { excess = cursor.index }
        let known = sifted.doubts.count
        let isPassed =
          list.value == -1
          ? sift(&cursor, object: list.entry, into: &sifted)
          : sift(&cursor, value: list.value, of: list.entry, into: &sifted)
        if !isPassed { return false }
        for doubt in known..<sifted.doubts.count {
          (sifted.doubts[doubt].list, sifted.doubts[doubt].entry) = (number, count)
        }
        if !list.unique.isEmpty, !add(to: &twins, list, in: sifted.scratch) { return false }
        for column in list.columns {
          sifted.scratch[answers: column].add(
            sifted.scratch[note: columns[column].note], asNumber: columns[column].isNumber)
        }
        count &+= 1
        cursor.skipSpace()
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: "]")) else { return false }
    }
    if list.note != -1 { sifted.scratch[note: list.note].hold(entryCount: count) }
    if list.least <= count && count <= list.most { return true }
    if list.unfit == .unreadable { return false }
    // Limits may be crossed, so that there are both too few and too many.
    if count < list.least {
      sifted.misfits.append(.list(number, .tooFew(count), start..<(start &+ 1)))
    }
    if list.most < count {
      sifted.misfits.append(.list(number, .tooMany(count), excess..<(excess &+ 1)))
    }
    return true
  }

  /// Looks at an entry that is a value, the member of an object with nothing else in it.
  private func sift(
    _ cursor: inout SieveCursor, value member: Int, of object: Int, into sifted: inout Sifted
  ) -> Bool {
    let start = cursor.index
    if objects[object].scope != -1 { begin(object, in: sifted.scratch) }
    sifted.scratch[place: object] = start
    let isNoted = members[member].note != -1
    // In a partial record null is a value that is missing.
    if isPartial, cursor.first == UInt8(ascii: "n") { return !isNoted && cursor.skipValue() }
    switch isNoted
      ? lookAndNote(&cursor, member, into: &sifted) : lookAgain(at: &cursor, member, into: &sifted)
    {
    case .right: break
    case .doubtful:
      sifted.doubts.append(Doubt(field: members[member].number, value: start..<cursor.index))
    case .asked:
      sifted.doubts.append(
        Doubt(field: members[member].number, value: start..<cursor.index, isRight: true))
    case .unreadable: return false
    }
    return objects[object].scope == -1 || settle(object, at: cursor, into: &sifted)
  }

  /// Adds an entry to those that differ; false where it may be the same as another.
  private func add(
    to twins: inout SieveTwins, _ list: SieveList, in scratch: SieveScratch
  ) -> Bool {
    twins.begin()
    for number in list.unique {
      let note = scratch[note: unique[number].note]
      if note.counts == .unknown || note.state == .doubtful {
        twins.addUnknown()
      } else if note.isEmpty {
        twins.addNothing()
      } else {
        twins.add(note, asNumber: unique[number].isNumber)
      }
    }
    return twins.end()
  }

  /// Passes the name of the first member and the colon behind it, if they stand at the beginning of an
  /// object as most programs write them; gives the member, or -1, and whether there are spaces.
  @inline(__always)
  private func passFirstName(
    _ cursor: inout SieveCursor, of places: Range<Int>
  ) -> (place: Int, isSpaced: Bool) {
    if places.isEmpty { return (-1, false) }
    let first = members[places.lowerBound]
    if cursor.skip(first.spaced.dropping(2), of: pool) { return (places.lowerBound, true) }
    return (cursor.skip(first.dense.dropping(1), of: pool) ? places.lowerBound : -1, false)
  }

  /// No member: the object has ended, or can't be passed.
  private static let ended = -1
  private static let unreadable = -2

  /// Passes a member's name and the colon behind it, with any white space, and before it members that
  /// no field has.
  ///
  /// - Returns: the member, `ended` or `unreadable`
  private func passName(
    _ cursor: inout SieveCursor, expecting expected: Int, in object: Int,
    into sifted: inout Sifted
  ) -> Int {
    let places = objects[object].members
    // Nothing but an object's beginning has no comma before its end.
    let isFirst = sifted.scratch[place: object] &+ 1 == cursor.index
    cursor.skipSpace()
    if isFirst, cursor.skip(UInt8(ascii: "}")) { return Self.ended }
    while true {
      var place = passKnownName(&cursor, expected, of: places, isFew: objects[object].index.isEmpty)
      let start = cursor.index
      if place < 0 {
        guard cursor.first == UInt8(ascii: "\""), let name = cursor.string() else {
          return Self.unreadable
        }
        place = self.place(named: name, cursor, object, in: sifted.scratch)
      }
      let end = cursor.index
      cursor.skipSpace()
      guard cursor.skip(UInt8(ascii: ":")) else { return Self.unreadable }
      if 0 <= place { return place }
      cursor.skipSpace()
      guard passStranger(&cursor, named: start..<end, object, into: &sifted) else {
        return Self.unreadable
      }
      cursor.skipSpace()
      if cursor.skip(UInt8(ascii: "}")) { return Self.ended }
      guard cursor.skip(UInt8(ascii: ",")) else { return Self.unreadable }
      cursor.skipSpace()
    }
  }

  /// Looks for a name from the one that is expected on, and where there are few before it; records have
  /// them in one order most often.
  private func passKnownName(
    _ cursor: inout SieveCursor, _ expected: Int, of places: Range<Int>, isFew: Bool
  ) -> Int {
    for distance in 0..<(isFew ? places.count : min(2, places.count)) {
      let place = (expected &- places.lowerBound &+ distance) % places.count &+ places.lowerBound
      if cursor.skip(members[place].name, of: pool) { return place }
    }
    return -1
  }

  /// The member of an object with a name that was passed; -1 if there is none.
  private func place(
    named name: SieveCursor.Text, _ cursor: SieveCursor, _ object: Int, in scratch: SieveScratch
  ) -> Int {
    let index = objects[object].index
    if !name.hasEscapes {
      if index.isEmpty { return -1 }
      var hash = ByteHash()
      unsafe hash.add(cursor.address(of: name.range.lowerBound), count: name.range.count)
      return place(hash: hash, in: index) {
        cursor.isSame(members[$0].name, of: pool, as: name.range.widened)
      }
    }
    let used = scratch.textByteCount
    defer { scratch.textByteCount = used }
    guard let text = scratch.decode(name.range, cursor) else { return -1 }
    // A name with escapes of its own is found as it is written.
    func isSame(_ place: Int) -> Bool {
      let known = members[place].name
      let bare = SievePool.Stretch(start: known.start &+ 1, count: known.count &- 2)
      return text.texts.isSame(bare, of: pool, as: text.range)
    }
    if index.isEmpty { return objects[object].members.first(where: isSame) ?? -1 }
    var hash = ByteHash()
    unsafe hash.add(text.texts.address(of: text.range.lowerBound), count: text.range.count)
    return place(hash: hash, in: index, isSame)
  }

  func place(hash: ByteHash, in index: Range<Int>, _ isSame: (Int) -> Bool) -> Int {
    var place = hash.place(of: index.count)
    while true {
      let member = self.index[index.lowerBound &+ place]
      if member == -1 || isSame(member) { return member }
      place = (place &+ 1) & (index.count &- 1)
    }
  }

  /// Passes the value of a name that no field has.
  private func passStranger(
    _ cursor: inout SieveCursor, named name: Range<Int>, _ object: Int, into sifted: inout Sifted
  ) -> Bool {
    let start = cursor.index
    guard cursor.skipValue() else { return false }
    if object == 0 {
      if cursor.isSame(SieveBuilder.schemaName, of: pool, as: name) { return true }
      if cursor.isSame(SieveBuilder.formName, of: pool, as: name) {
        // Of several nobody knows which is meant.
        if sifted.form != nil { return false }
        sifted.form = start..<cursor.index
        return true
      }
    }
    guard passesStrangers else { return false }
    sifted.doubts.append(Doubt(field: nil, value: name, object: object))
    return true
  }
}

/// What a text is between its quotes.
extension Range<Int> {
  /// With the quotes around it.
  fileprivate var widened: Range<Int> { (lowerBound &- 1)..<(upperBound &+ 1) }
}

extension FieldDefinition {
  /// The draft of a field of any value that stands somewhere: its JSON as it is written.
  fileprivate func draft(noted note: SieveNote, at cursor: SieveCursor) -> Draft {
    guard note.counts != .empty, let span = note.span else { return emptyDraft }
    let bytes = cursor.moved(to: span.upperBound).bytes(from: span.lowerBound)
    let isNothing =
      bytes.first == UInt8(ascii: "n") || emptyValue == .empty && bytes == RecordSieve.emptyText
    return isNothing ? emptyDraft : .text(String(decoding: bytes, as: UTF8.self))
  }
}
