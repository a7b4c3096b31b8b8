/// How a document takes its text: all of it at first, then only the parts that an edit touches.
extension FieldDocument {
  /// Reads the whole text.
  mutating func readAll(_ bytes: [UInt8], _ now: Instant) {
    var reader = DocumentReader(bytes, at: .head, dialect: dialect)
    var pieces: [DocumentFrame.Piece] = []
    var read: [DocumentSlice] = []
    var placed: [(FieldID, FieldMentions)] = []
    repeat {
      let (part, start) = (reader.nextPart, reader.position)
      reader.readPart()
      let id = FieldID(rank: Self.rankGap * UInt64(read.count + 1))
      var slice = DocumentSlice(reader, part, id: id, byteCount: reader.position - start)
      switch part.sort {
      case .head, .tail, .lists: pieces.append(.init(reader, part.sort))
      case .field:
        let reading = FieldReader.read(
          reader.tree, problems: reader.problems, vocabulary: vocabulary, patterns: &patterns)
        index.insert(id, reading.mentions)
        if reading.definition.isTranslated { mayBeTranslated = true }
        if reading.mentions.mayBePlaced { placed.append((id, reading.mentions)) }
        noteDay(of: reading, now)
        if reading.hasLongSearch { touched.insert(id) }
        slice.findings = ownFindings(of: id, reading, at: now)
      case .entry:
        lastEntry += 1
        slice.entry = lastEntry
        entryIDs[lastEntry] = id
        touched.insert(id)
      case .end: break
      }
      read.append(slice)
    } while reader.nextPart.sort != .end
    slices = SumTree(read)
    frame = DocumentFrame(pieces, for: vocabulary)
    if frame.isTranslated { mayBeTranslated = true }
    followOptionalPaths([])
    wording.own = frame.ownWords
    frameMentionsSecure = mentionsSecureAroundFields
    touched.formUnion(index.entangledFields())
    for (id, mentions) in placed { place(id, mentions) }
    touched.formUnion(fieldsAtPaths(paths.allPaths))
    touched.formUnion(fieldsAtPaths(Set(frame.listPlaces.keys)))
    noteLists()
    checkUniqueFields()
    tellFrame()
    recount(at: now)
  }

  /// Takes other names for the autofill sources from outside of the document.
  package mutating func rename(autofillSources names: Set<String>) {
    guard vocabulary.autofillSources != names else { return }
    vocabulary.autofillSources = names
    touched.formUnion(index.frameUsers)
  }

  /// Takes other names for the validators from outside of the document; the fields are read again.
  package mutating func rename(validators names: Set<String>, at now: Instant) {
    guard vocabulary.validators != names else { return }
    vocabulary.validators = names
    rereadFields(at: now)
  }

  /// Speaks to somebody from now on, in the words of the form where it brings some; what stands in several
  /// languages is read again.
  package mutating func speak(in wording: Wording, at now: Instant) {
    knownSecrets = nil
    self.wording = wording.with(frame.ownWords)
    if vocabulary.languages == wording.languages { return }
    vocabulary.languages = wording.languages
    readFrame(hadSecret: frameWasSecure)
    rereadFields(at: now)
  }

  private mutating func rereadFields(at now: Instant) {
    revision += 1
    recent = RecentReadings()
    var slices: [DocumentSlice] = []
    var start = 0
    self.slices.forEach(in: 0..<self.slices.count) { _, slice in
      var slice = slice
      if slice.part.sort == .field {
        let reading = read(slice, from: start, &patterns)
        slice.findings = ownFindings(of: slice.id, reading, at: now)
      }
      touched.insert(slice.id)
      start += slice.byteCount
      slices.append(slice)
      return true
    }
    self.slices = SumTree(slices)
    for id in states.keys.sorted() { send(.redefined, to: id, now) }
  }

  /// Room for 32 fields to be put one by one before the same field.
  static let rankGap: UInt64 = 1 << 32

  /// Where the focus is after an edit.
  package enum Focus: Sendable {
    /// In the field whose draft the edit changed; nowhere, if it changed none.
    case follows
    /// Where it was: the edit is not typing.
    case stays
  }

  /// Puts `bytes` in the place of the bytes of `range`, and carries out what that means for the
  /// fields: the one whose draft changed is being edited from now on.
  package mutating func replace(
    _ range: Range<Int>, with bytes: [UInt8], focus: Focus = .follows, at now: Instant
  ) {
    defer { recount(at: now) }
    // Where the text will really be cut: inside of it, and between two scalars.
    let range = text.aligned(range)
    var region =
      endsOpenComment(range, bytes) ? 0...(slices.count - 1) : parts(touching: range)
    if bytes.count < range.count { extend(&region, toOpenCommentBefore: range.lowerBound) }
    var old = oldFields(region)
    var entries = oldEntries(region)
    let start = start(ofSlice: region.lowerBound)
    if region.count == 1 {
      for field in old {
        guard
          let new = retyped(field, at: region.lowerBound, from: start, range, with: bytes)
        else { continue }
        let edit = TextChange(range: range, bytes: bytes)
        return take(
          new, insteadOf: field, at: region.lowerBound, of: edit, focus: focus, at: now)
      }
    }
    // Slices find their text by their place in it. So the document has its old text until it has
    // the new slices.
    var newText = text
    newText.replace(range, with: bytes)
    let delta = newText.byteCount - text.byteCount
    let reread = reread(
      Region(
        parts: region, start: start, end: self.start(ofSlice: region.upperBound + 1),
        editEnd: range.upperBound + delta, delta: delta),
      of: newText)
    if region.upperBound < reread.last {
      old += oldFields((region.upperBound + 1)...reread.last)
      entries += oldEntries((region.upperBound + 1)...reread.last)
    }
    take(
      reread, of: newText, at: region.lowerBound..<(reread.last + 1), insteadOf: (old, entries),
      focus: focus, at: now)
  }

  /// Puts a text in the place of the whole text, as an edit of what differs.
  ///
  /// - Returns: The bytes that differ, as they are now.
  @discardableResult
  package mutating func replaceAll(with bytes: [UInt8], at now: Instant) -> Range<Int> {
    let old = text.bytes(in: 0..<text.byteCount)
    let shorter = min(old.count, bytes.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == bytes[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      old[old.count - 1 - suffix] == bytes[bytes.count - 1 - suffix]
    { suffix += 1 }
    // Not between the bytes of one scalar.
    while prefix > 0, prefix < old.count, old[prefix] & 0xC0 == 0x80 { prefix -= 1 }
    while suffix > 0, old[old.count - suffix] & 0xC0 == 0x80 { suffix -= 1 }
    replace(
      prefix..<(old.count - suffix), with: Array(bytes[prefix..<(bytes.count - suffix)]), at: now)
    return prefix..<(bytes.count - suffix)
  }

  /// A field as it was before an edit.
  struct OldField {
    var id: FieldID
    var reading: FieldReading
    /// It was secure when it could be read last.
    var wasSecure: Bool
  }

  /// A field as it was read after an edit.
  struct NewField {
    var slice: DocumentSlice
    var reading: FieldReading
  }

  /// An entry as it was before an edit.
  private struct OldEntry {
    var id: FieldID
    var number: Int
    var list: String?
    /// What was written between its braces.
    var bytes: [UInt8]
  }

  /// A part as it was read after an edit; what it says, if it is a field.
  private struct NewPart {
    var slice: DocumentSlice
    var reading: FieldReading?
    /// What is written between the braces of an entry.
    var bytes: [UInt8] = []
  }

  /// What reading anew gave, up to where it met the beginning of a part known already.
  private struct Reread {
    var parts: [NewPart] = []
    /// The last of the old parts that it replaces.
    var last: Int
  }

  /// The parts whose text or end a change of `range` may alter.
  ///
  /// A change at the very beginning of a part belongs to the part before, which ends there.
  private func parts(touching range: Range<Int>) -> ClosedRange<Int> {
    let last = part(before: range.upperBound)
    // A slash before the change may begin a comment now, and so belong to the part before.
    let isBehindSlash = text.byte(at: range.lowerBound - 1) == UInt8(ascii: "/")
    let start = range.lowerBound - (isBehindSlash ? 1 : 0)
    var first = start == range.upperBound ? last : part(before: start)
    // Whether a bracket ends a list shows only behind it, in the part that begins with it.
    if 0 < first, slices[first].part.isFrame { first -= 1 }
    if 0 < first, slices[first - 1].lookedAhead { first -= 1 }
    return first...max(first, last)
  }

  /// The last part that begins before an offset.
  private func part(before offset: Int) -> Int {
    slices.find { offset <= $0.byteCount }?.index ?? slices.count - 1
  }

  /// Whether an edit may write the end that a comment without one was waiting for.
  private func endsOpenComment(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard 0 < slices.summary.openCommentCount else { return false }
    let before = text.bytes(in: max(0, range.lowerBound - 1)..<range.lowerBound)
    let after = text.bytes(in: range.upperBound..<min(text.byteCount, range.upperBound + 1))
    let around = before + bytes + after
    return zip(around, around.dropFirst()).contains {
      $0 == UInt8(ascii: "*") && $1 == UInt8(ascii: "/")
    }
  }

  /// Takes in the first part with a comment without an end that is near enough for the end to have
  /// come within its reach: the text between them has become shorter.
  private func extend(_ region: inout ClosedRange<Int>, toOpenCommentBefore offset: Int) {
    guard 0 < slices.summary.openCommentCount else { return }
    let start = max(0, offset - JSONReader.commentByteCount)
    let first = part(before: start)
    let count = slices.summary(upTo: first).openCommentCount
    guard let next = slices.find({ count < $0.openCommentCount }), next.index < region.lowerBound
    else { return }
    region = next.index...region.upperBound
  }

  /// The fields of some parts.
  private mutating func oldFields(_ parts: ClosedRange<Int>) -> [OldField] {
    var start = start(ofSlice: parts.lowerBound)
    var old: [OldField] = []
    for position in parts {
      let slice = slices[position]
      defer { start += slice.byteCount }
      switch slice.part.sort {
      case .field:
        let reading = recent[slice.id] ?? read(slice, from: start, &patterns)
        old.append(OldField(id: slice.id, reading: reading, wasSecure: slice.wasSecure))
      case .entry:
        for (id, reading) in readFields(ofEntry: slice, from: start) {
          old.append(OldField(id: id, reading: reading, wasSecure: slice.wasSecure))
        }
      case .head, .tail, .lists, .end: break
      }
    }
    return old
  }

  /// What the fields of an entry say.
  private mutating func readFields(
    ofEntry slice: DocumentSlice, from start: Int
  ) -> [(FieldID, FieldReading)] {
    fields(ofEntry: slice.id).compactMap { id in
      if let known = recent[id] { return (id, known) }
      return recall(id.definition).flatMap { column in
        readEntryField(id, in: slice, from: start, column).map { (id, $0) }
      }
    }
  }

  /// The entries of some parts.
  private func oldEntries(_ parts: ClosedRange<Int>) -> [OldEntry] {
    var start = start(ofSlice: parts.lowerBound)
    var old: [OldEntry] = []
    for position in parts {
      let slice = slices[position]
      defer { start += slice.byteCount }
      guard slice.part.sort == .entry else { continue }
      old.append(
        OldEntry(
          id: slice.id, number: slice.entry, list: list(ofEntry: slice.id)?.key,
          bytes: reader(of: slice, from: start).tree.wholeText))
    }
    return old
  }

  /// The only field that an edit touches, if all that it has changed of it is the draft.
  private func retyped(
    _ field: OldField, at position: Int, from start: Int, _ range: Range<Int>, with bytes: [UInt8]
  ) -> NewField? {
    guard !field.wasSecure,
      let reading = field.reading.retyped(
        (range.lowerBound - start)..<(range.upperBound - start), with: Rope.repaired(bytes))
    else { return nil }
    var slice = slices[position]
    slice.byteCount += reading.tree.bytes.count - Int(field.reading.tree[0].end)
    return NewField(slice: slice, reading: reading)
  }

  /// Bytes that take the place of a range of the text.
  private struct TextChange {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  /// Puts a field in the place of one that had another draft.
  private mutating func take(
    _ new: NewField, insteadOf old: OldField, at position: Int, of edit: TextChange, focus: Focus,
    at now: Instant
  ) {
    knownSecrets = nil
    text.replace(edit.range, with: edit.bytes)
    revision += 1
    slices.update(at: position) { $0 = new.slice }
    // The others of an entry stand elsewhere in its text now.
    if let entry = old.id.entry { recent.forget(inEntry: entry) }
    recent.remember(new.reading, of: old.id)
    if let entry = old.id.entry {
      noteTwin(entry)
      noteAnswers(ofEntry: entry)
    }
    noteDay(of: new.reading, now)
    touched.insert(old.id)
    var field = new
    // Of a field in an entry the part is the entry.
    field.slice.id = old.id
    follow([field], [old], by: [0], wasActive: activeField != nil, focus: focus, at: now)
  }

  /// Where the text is to be read again.
  private struct Region {
    /// The parts that the edit touches, as they were before.
    var parts: ClosedRange<Int>
    /// Where the first of them begins.
    var start: Int
    /// Where the last of them ended, before the edit.
    var end: Int
    /// Where the edit ends.
    var editEnd: Int
    /// By how many bytes the edit has moved what is behind it.
    var delta: Int
  }

  private mutating func reread(_ region: Region, of text: Rope) -> Reread {
    // A little of what follows is nearly always enough; else twice as much.
    let lookahead = JSONReader.lookaheadByteCount * 2
    var windowEnd = min(text.byteCount, region.end + region.delta + lookahead)
    while true {
      let bytes = text.bytes(in: region.start..<windowEnd)
      let isWhole = windowEnd == text.byteCount
      if let reread = reread(region, in: bytes, isWhole: isWhole) { return reread }
      windowEnd = min(text.byteCount, region.start + bytes.count * 2)
    }
  }

  /// Reads the parts of a window until one begins where one began before; nil if the window, which
  /// need not be the whole rest of the text, is too short to tell.
  private mutating func reread(_ region: Region, in bytes: [UInt8], isWhole: Bool) -> Reread? {
    var reader = DocumentReader(
      bytes, at: slices[region.parts.lowerBound].part, dialect: dialect)
    var reread = Reread(last: region.parts.upperBound)
    var oldBoundary = region.end
    while reader.nextPart.sort != .end {
      let (part, partStart) = (reader.nextPart, reader.position)
      reader.readPart()
      if reader.didReachEnd, !isWhole { return nil }
      reread.parts.append(newPart(reader, part, byteCount: reader.position - partStart))
      let here = region.start + reader.position
      guard reader.nextPart.sort != .end, region.editEnd <= here else { continue }
      while reread.last + 1 < slices.count, oldBoundary < here - region.delta {
        reread.last += 1
        oldBoundary += slices[reread.last].byteCount
      }
      if oldBoundary == here - region.delta, reread.last + 1 < slices.count,
        reader.nextPart == slices[reread.last + 1].part
      {
        return reread
      }
    }
    reread.last = slices.count - 1
    return reread
  }

  private mutating func newPart(
    _ reader: DocumentReader, _ part: DocumentReader.Part, byteCount: Int
  ) -> NewPart {
    var slice = DocumentSlice(reader, part, id: FieldID(rank: 0), byteCount: byteCount)
    if part.sort == .entry {
      // Of a broken entry nobody knows what was secure; only a look at what was before tells.
      slice.wasSecure = !reader.problems.isEmpty
      return NewPart(slice: slice, bytes: reader.tree.wholeText)
    }
    guard part.sort == .field else { return NewPart(slice: slice) }
    let reading = FieldReader.read(
      reader.tree, problems: reader.problems, vocabulary: vocabulary, patterns: &patterns)
    if reading.definition.isTranslated { mayBeTranslated = true }
    return NewPart(slice: slice, reading: reading)
  }

  /// Puts what was read anew in the place of some parts.
  private mutating func take(
    _ reread: Reread, of newText: Rope, at range: Range<Int>,
    insteadOf was: (fields: [OldField], entries: [OldEntry]),
    focus: Focus, at now: Instant
  ) {
    knownSecrets = nil
    var (parts, old) = (reread.parts, was.fields)
    let isFrameTouched =
      parts.contains { $0.slice.part.isFrame } || range.contains { slices[$0].part.isFrame }
    let frameHadSecret = isFrameTouched && (frameWasSecure || frameMentionsSecure)
    let hadSecret = frameHadSecret || old.contains { $0.reading.definition.isSecure }
    number(&parts, from: start(ofSlice: range.lowerBound), as: was.entries)
    let ids = identities(for: parts, in: range, &old)
    for position in parts.indices {
      parts[position].slice.id = ids[position]
      if !hadSecret, parts[position].reading == nil { parts[position].slice.wasSecure = false }
    }
    if hadSecret {
      conceal(&parts, of: newText, behind: old, from: start(ofSlice: range.lowerBound))
    }
    let written = parts.compactMap { part in
      part.reading.map { NewField(slice: part.slice, reading: $0) }
    }
    let oldWritten = old.filter { !$0.id.isInEntry }
    let picture = keyPicture(of: oldWritten.map { $0.reading }, and: written.map { $0.reading })
    text = newText
    revision += 1
    slices.replaceSubrange(range, with: parts.map { $0.slice })
    // What lists have is found out from the fields as they are now.
    for field in old { recent.forget(field.id) }
    for entry in was.entries { recent.forget(inEntry: entry.id) }
    reindex(oldWritten, as: written, knowing: picture)
    if written.count == 1 { recent.remember(written[0].reading, of: written[0].slice.id) }
    if isFrameTouched { readFrame(hadSecret: hadSecret) }
    let new = fields(of: parts, from: start(ofSlice: range.lowerBound))
    for field in new { noteDay(of: field.reading, now) }
    carryOver(from: old, to: new, knowing: picture, focus: focus, at: now)
    noteEntries(parts, insteadOf: was.entries)
    // Whatever stands in a text that was secure and is broken may be what is said.
    if isFrameTouched, frameWasSecure { forgetQuotes() }
  }

  /// Gives the entries that were read anew the numbers of those that they were.
  private mutating func number(
    _ parts: inout [NewPart], from start: Int, as old: [OldEntry]
  ) {
    if let insertion {
      var start = start
      for place in parts.indices {
        defer { start += parts[place].slice.byteCount }
        guard parts[place].slice.part.sort == .entry, start == insertion else { continue }
        lastEntry += 1
        parts[place].slice.entry = lastEntry
      }
    }
    var numbers: [[UInt8]: [Int]] = [:]
    for entry in old.reversed() { numbers[entry.bytes, default: []].append(entry.number) }
    var rest = old.map { $0.number }
    let places = parts.indices.filter {
      parts[$0].slice.part.sort == .entry && parts[$0].slice.entry == 0
    }
    for place in places {
      guard let number = numbers[parts[place].bytes]?.popLast() else { continue }
      parts[place].slice.entry = number
      rest.removeAll { $0 == number }
    }
    // What has changed is in the order in which it was.
    for place in places where parts[place].slice.entry == 0 {
      if rest.isEmpty {
        lastEntry += 1
        parts[place].slice.entry = lastEntry
      } else {
        parts[place].slice.entry = rest.removeFirst()
      }
    }
  }

  /// The fields that some parts have: those that they are, and those in entries.
  private mutating func fields(of parts: [NewPart], from start: Int) -> [NewField] {
    var fields: [NewField] = []
    var start = start
    for part in parts {
      if let reading = part.reading {
        fields.append(NewField(slice: part.slice, reading: reading))
      } else if part.slice.part.sort == .entry {
        for (id, reading) in readFields(ofEntry: part.slice, from: start) {
          var slice = part.slice
          slice.id = id
          fields.append(NewField(slice: slice, reading: reading))
        }
      }
      start += part.slice.byteCount
    }
    return fields
  }

  /// Notes which entries have come, gone and moved.
  private mutating func noteEntries(_ parts: [NewPart], insteadOf old: [OldEntry]) {
    let new = parts.map { $0.slice }.filter { $0.part.sort == .entry }
    if new.isEmpty, old.isEmpty { return }
    let isSame = old.elementsEqual(new) { $0.number == $1.entry && entryIDs[$0.number] == $1.id }
    for slice in new { touched.insert(slice.id) }
    if !isSame {
      for entry in old {
        guard let id = entryIDs.removeValue(forKey: entry.number) else { continue }
        forgetTwin(id)
        forgetAnswers(ofEntry: id)
      }
      for slice in new { entryIDs[slice.entry] = slice.id }
      let (oldLists, newLists) = (old.map { $0.list }, new.map { list(ofEntry: $0.id)?.key })
      let lists = Set((oldLists + newLists).compactMap { $0 })
      changedLists.formUnion(lists)
      if oldLists != newLists { for list in lists { tellWatchers(ofList: list) } }
    }
    for slice in new {
      noteTwin(slice.id)
      noteAnswers(ofEntry: slice.id)
    }
  }

  private mutating func conceal(
    _ parts: inout [NewPart], of text: Rope, behind old: [OldField], from start: Int
  ) {
    var fields: [NewField] = []
    var starts: [Int] = []
    var start = start
    for part in parts {
      if let reading = part.reading {
        fields.append(NewField(slice: part.slice, reading: reading))
        starts.append(start)
      }
      start += part.slice.byteCount
    }
    conceal(&fields, at: starts, of: text, behind: old)
    var rest = fields[...]
    for position in parts.indices where parts[position].reading != nil {
      guard let field = rest.popFirst() else { return }
      (parts[position].slice, parts[position].reading) = (field.slice, field.reading)
    }
  }

  /// Has the index know the new fields in the place of the old ones.
  private mutating func reindex(
    _ old: [OldField], as new: [NewField], knowing picture: KeyPicture
  ) {
    let isSame = old.elementsEqual(new) {
      $0.id == $1.slice.id && $0.reading.hasMentions(of: $1.reading)
    }
    // As with nearly every keystroke.
    if isSame { return }
    let places = places(of: old.map { ($0.id, $0.reading.mentions) })
    for field in old {
      index.remove(field.id, field.reading.mentions)
      paths.remove(field.id)
      forgetFilled(field.id)
    }
    for field in new {
      index.insert(field.slice.id, field.reading.mentions)
      place(field.slice.id, field.reading.mentions)
    }
    let newPlaces = self.places(of: new.map { ($0.slice.id, $0.reading.mentions) })
    touchFields(atPlaces: places + newPlaces)
    if !frame.listPlaces.isEmpty {
      // Whether a field may be mentioned has to do with its list.
      for reading in old.map({ $0.reading }) + new.map({ $0.reading }) {
        guard let key = reading.mentions.key else { continue }
        touched.formUnion(index.fields(mentioning: key))
      }
      let mentions = old.map { $0.reading.mentions } + new.map { $0.reading.mentions }
      if mentions.contains(where: { list(of: $0) != nil || changesColumns($0.key, picture) }) {
        noteLists()
      }
      checkUniqueFields()
    }
  }

  /// Whether another field has become the first with a key, and one of the two is a list's: a list
  /// has only fields that are the first with their keys.
  private func changesColumns(_ key: String?, _ picture: KeyPicture) -> Bool {
    guard let key, !picture.areKeysTheSame else { return false }
    let (old, new) = (picture.firsts[key], index.field(key))
    if old == new { return false }
    return [old, new].contains { $0.map { columnLists[$0] != nil || list(of: $0) != nil } ?? false }
  }

  /// Identities for the parts that take the place of others: the same, if they are as many, and for
  /// those at both ends that are what they were.
  private mutating func identities(
    for parts: [NewPart], in range: Range<Int>, _ old: inout [OldField]
  ) -> [FieldID] {
    if parts.count == range.count { return range.map { slices[$0].id } }
    let keys = Dictionary(
      keepingFirst: old.lazy.filter { !$0.id.isInEntry }.map { ($0.id, $0.reading.definition.key) })
    func isSame(_ part: NewPart, _ slice: DocumentSlice) -> Bool {
      part.slice.part.sort == slice.part.sort && part.slice.entry == slice.entry
        && part.reading?.definition.key == keys[slice.id] ?? nil
    }
    let limit = min(parts.count, range.count)
    var front = 0
    while front < limit, isSame(parts[front], slices[range.lowerBound + front]) { front += 1 }
    var back = 0
    while back < limit - front,
      isSame(parts[parts.count - 1 - back], slices[range.upperBound - 1 - back])
    {
      back += 1
    }
    let middle = (range.lowerBound + front)..<(range.upperBound - back)
    let fresh = freshIdentities(parts.count - front - back, in: middle, &old)
    return range.prefix(front).map { slices[$0].id } + fresh
      + range.suffix(back).map { slices[$0].id }
  }

  /// Identities between those of two parts.
  private mutating func freshIdentities(
    _ count: Int, in range: Range<Int>, _ old: inout [OldField]
  ) -> [FieldID] {
    let lower = range.lowerBound > 0 ? slices[range.lowerBound - 1].id.rank : 0
    let upper = range.upperBound < slices.count ? slices[range.upperBound].id.rank : nil
    let room = upper.map { $0 - lower } ?? Self.rankGap * UInt64(count + 1)
    let gap = room / UInt64(count + 1)
    if gap > 0 { return (0..<count).map { FieldID(rank: lower + gap * UInt64($0 + 1)) } }
    let renamed = renumber(leaving: count, at: range.lowerBound)
    for position in old.indices { old[position].id = old[position].id.renamed(renamed) }
    return freshIdentities(count, in: range, &old)
  }

  /// Reads what stands around the fields again, and looks at the fields that depend on it.
  private mutating func readFrame(hadSecret: Bool) {
    let old = frame
    var pieces: [DocumentFrame.Piece] = []
    forEachFrame { slice, start in
      pieces.append(.init(reader(of: slice, from: start), slice.part.sort))
    }
    frame = DocumentFrame(pieces, for: vocabulary)
    frameMentionsSecure = mentionsSecureAroundFields
    frameWasSecure = hadSecret && frame.isBroken
    if frameWasSecure { frame = DocumentFrame(pieces, for: vocabulary, isConcealed: true) }
    if frame.isTranslated { mayBeTranslated = true }
    if old.ownWords != frame.ownWords { touchAllWorded() }
    touchFrameUsers(old)
    followOptionalPaths(old.optionalPaths)
    noteLists()
    checkUniqueFields()
    tellFrame()
  }

  /// Tells anew what is told in words of the form.
  private mutating func touchAllWorded() {
    wording.own = frame.ownWords
    var ids: [FieldID] = []
    slices.forEachWhere({ $0.findingCount > 0 }) { _, slice in
      if slice.findings.contains(where: { $0.isAboutDraft }) { ids.append(slice.id) }
      return true
    }
    touched.formUnion(ids)
  }

  /// Looks at the fields that name a group or a source that came or went, and at those that name
  /// one that nobody knows, since another name may be the nearest now.
  private mutating func touchFrameUsers(_ old: DocumentFrame) {
    movePaths(from: old)
    if old.listPlaces != frame.listPlaces {
      touched.formUnion(index.entangledFields())
      let places = Set(old.listPlaces.keys).union(frame.listPlaces.keys)
      touched.formUnion(fieldsAtPaths(places))
    }
    let (oldGroups, groups) = (old.groupKeys, frame.groupKeys)
    if oldGroups != groups {
      touched.formUnion(
        index.fields(ofGroups: { !groups.contains($0) || !oldGroups.contains($0) }))
    }
    if old.sources.keys != frame.sources.keys {
      touched.formUnion(
        index.fields(ofSources: { frame.sources[$0] == nil || old.sources[$0] == nil }))
    }
  }
}

extension DocumentSlice {
  /// The part that was read last.
  fileprivate init(
    _ reader: DocumentReader, _ part: DocumentReader.Part, id: FieldID, byteCount: Int
  ) {
    self.init(id: id, part: part, byteCount: byteCount)
    lookedAhead = reader.didLookAhead
    hasOpenComment = reader.hasOpenComment
  }
}

extension JSONTree {
  /// What is written of the value, without what stands around it.
  fileprivate var wholeText: [UInt8] { isEmpty ? [] : Array(text(self[0].span)) }
}
