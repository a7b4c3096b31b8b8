/// The values of fields that others look at, or that look at others.
extension RecordSieve {
  /// Passes the value of a field that others look at, or that looks at others, and notes it.
  func lookAndNote(
    _ cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted
  ) -> Look {
    var note = SieveNote()
    note.start = cursor.index
    let start = cursor
    var look = look(at: &cursor, place, into: &sifted, noting: &note)
    if look == .doubtful, members[place].loose != -1 {
      var (again, other) = (start, SieveNote())
      other.start = start.index
      if self.look(at: &again, members[place].loose, into: &sifted, noting: &other) == .right {
        (cursor, note, look) = (again, other, .right)
        note.isLoose = true
      }
    }
    if look == .unreadable { return look }
    if look == .doubtful, !note.isDoubtful {
      note = draft(readFrom: start, to: cursor, place, sifted)
    }
    note.end = cursor.index
    sifted.scratch[note: members[place].note] = note
    if members[place].isDependent { return .right }
    return asking(look, from: start.index, in: cursor, of: place)
  }

  /// What others see of a value of which a look says nothing: the draft that is read of it closely.
  private func draft(
    readFrom start: SieveCursor, to end: SieveCursor, _ place: Int, _ sifted: borrowing Sifted
  ) -> SieveNote {
    var note = SieveNote()
    (note.start, note.state) = (start.index, .doubtful)
    let field = fields[members[place].number]
    // Those of any value are seen without it.
    if field.definition.kind == .any { return note }
    let bytes = end.bytes(from: start.index)
    let content = field.content(of: JSONValue(of: bytes, at: 0..<bytes.count), span: 0..<0)
    // What is not checked counts only where a submission commits it.
    if field.definition.mayCountOtherwise, !field.definition.commits(content.draft) { return note }
    switch content.draft {
    case .text(let text):
      if text.isEmpty {
        note.state = .empty
      } else {
        guard !field.definition.takesSeveral, sifted.scratch.write(text, to: &note) else {
          return note
        }
        note.state = .filled
      }
    case .rows(let texts):
      (note.rows, note.hasTyped) = SieveBuilder.bits(of: texts, in: field)
      note.state = texts.isEmpty ? .empty : .filled
      note.isCompound = true
    }
    note.isDoubtful = true
    return note
  }

  /// Passes such a value, and notes what others see of it, whether or not it is right.
  func look(
    at cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted,
    noting note: inout SieveNote
  ) -> Look {
    let start = cursor.index
    let shows = members[place].field.shows
    if members[place].inner != -1 {
      let look = look(at: &cursor, members[place].inner, into: &sifted, noting: &note)
      let held = heldToSchemas(look, from: start, in: cursor, of: place)
      if held != look { note.isDoubtful = shows != .nothing }
      return held
    }
    note.state = .filled
    if shows == .anything {
      return lookAtNotedValue(&cursor, place, in: sifted.scratch, noting: &note)
    }
    switch cursor.first {
    case UInt8(ascii: "\""):
      return lookAtNotedString(&cursor, place, into: &sifted, noting: &note)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if shows == .nothing { return lookAtRows(&cursor, place, noting: &note) }
      guard cursor.skipValue() else { return .unreadable }
      // A list or an object is no text.
      if shows != .nothing { (note.state, note.isDoubtful) = (.empty, true) }
      return .doubtful
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let look = lookAtNumber(&cursor, place)
      if look == .unreadable { return look }
      if look == .right || shows != .nothing {
        hold(start..<cursor.index, in: cursor, of: place, noting: &note)
      }
      // Of more digits than are read here a submission may commit nothing.
      note.isDoubtful =
        look == .doubtful && (shows == .texts || shows == .numbers && note.decimal != nil)
      return look
    default:
      let isNull = cursor.first == UInt8(ascii: "n")
      let look = lookAtWord(&cursor, place)
      if look == .unreadable { return look }
      note.isDoubtful = look == .doubtful && (isNull ? shows != .nothing : shows == .texts)
      if isNull, note.isDoubtful || members[place].field.takesNull {
        note.state = .empty
      } else if look == .right || note.isDoubtful {
        hold(start..<cursor.index, in: cursor, of: place, noting: &note)
      }
      return look
    }
  }

  /// Passes the value of a field of any value, and notes what others see of it.
  func lookAtNotedValue(
    _ cursor: inout SieveCursor, _ place: Int, in scratch: SieveScratch,
    noting note: inout SieveNote
  ) -> Look {
    let value = cursor
    let first = cursor.first
    let look = lookAtAnyValue(&cursor, place)
    if look == .unreadable { return look }
    note.isDoubtful = look == .doubtful
    var inner = value.moved(to: value.index &+ 1)
    switch first {
    case UInt8(ascii: "n"): note.state = .empty
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      inner.skipSpace()
      note.isCompound = inner.first != UInt8(ascii: "]") && inner.first != UInt8(ascii: "}")
      if !note.isCompound { note.state = .empty }
    case UInt8(ascii: "\""):
      var again = value
      guard let text = again.string() else { return .unreadable }
      if text.range.isEmpty {
        note.state = .empty
      } else if !text.hasEscapes {
        unsafe note.hold(cursor.address(of: text.range.lowerBound), count: text.range.count)
      } else if let (texts, range, _) = scratch.decode(text.range, cursor) {
        unsafe note.hold(texts.address(of: range.lowerBound), count: range.count)
      } else {
        note.isDoubtful = false
        return .doubtful
      }
    default:
      unsafe note.hold(cursor.address(of: value.index), count: cursor.index &- value.index)
    }
    return look
  }

  /// Notes the draft of a value that was passed: that of its row, else as it is written.
  func hold(
    _ value: Range<Int>, in cursor: SieveCursor, of place: Int, noting note: inout SieveNote
  ) {
    if !members[place].field.rows.isEmpty, let row = row(value, in: cursor, of: place) {
      return hold(row: row, noting: &note)
    }
    unsafe note.hold(cursor.address(of: value.lowerBound), count: value.count)
  }

  func hold(row: Int, noting note: inout SieveNote) {
    let draft = drafts[row]
    unsafe note.hold(pool.address(of: draft), count: draft.count)
  }

  /// Passes such a value that is a string.
  func lookAtNotedString(
    _ cursor: inout SieveCursor, _ place: Int, into sifted: inout Sifted,
    noting note: inout SieveNote
  ) -> Look {
    let start = cursor.index
    let sort = members[place].field.sort
    let shows = members[place].field.shows
    if sort == .written {
      return lookAtWritten(&cursor, place, in: sifted.scratch, noting: &note)
    }
    guard let text = cursor.string() else { return .unreadable }
    if members[place].field.takesRows { return .doubtful }
    if sort == .choice {
      let row =
        text.hasEscapes
        ? row(decoding: text, cursor, place, in: sifted.scratch)
        : row(start..<cursor.index, in: cursor, of: place)
      if let row {
        hold(row: row, noting: &note)
        return .right
      }
      if shows == .nothing, !text.range.isEmpty { return .doubtful }
    }
    if text.range.isEmpty {
      note.state = .empty
      let look = lookAtEmptyText(place)
      note.isDoubtful = look == .doubtful && shows != .nothing
      return look
    }
    let isText = sort == .text || sort == .pattern
    var look = Look.doubtful
    if !text.hasEscapes {
      unsafe note.hold(cursor.address(of: text.range.lowerBound), count: text.range.count)
      if sort == .date {
        look = Look(note.dateKey.map { members[place].field.dates.contains($0) } ?? false)
      } else {
        look = Look(isText && isRight(text, cursor, place))
      }
    } else if isText || shows == .texts {
      guard let (texts, range, decoded) = sifted.scratch.decode(text.range, cursor) else {
        return .doubtful
      }
      unsafe note.hold(texts.address(of: range.lowerBound), count: range.count)
      look = Look(isText && isRight(decoded, at: range, in: texts, place))
    }
    note.isDoubtful = look == .doubtful && shows == .texts
    return look
  }
}
