/// Rows of pickers.
extension RecordSieve {
  /// Passes several rows: a list, or an object of flags.
  func lookAtRows(_ cursor: inout SieveCursor, _ place: Int) -> Look {
    var note = SieveNote()
    return lookAtRows(&cursor, place, noting: &note)
  }

  /// The same, and notes which rows are chosen.
  func lookAtRows(
    _ cursor: inout SieveCursor, _ place: Int, noting note: inout SieveNote
  ) -> Look {
    var copy = cursor
    let passed: Int? =
      switch members[place].field.sort {
      case .choices: passRows(&copy, place, noting: &note)
      case .flags: passFlags(&copy, place, noting: &note)
      default: nil
      }
    guard let count = passed else { return cursor.skipValue() ? .doubtful : .unreadable }
    cursor = copy
    note.isCompound = true
    if count == 0 {
      note.state = .empty
      return Look(members[place].field.takesEmptyText)
    }
    return Look(members[place].field.choiceCounts.contains(count))
  }

  /// Passes a list of rows; nil where it is none, one of them may not come twice and does, or one that is
  /// chosen alone stands beside others.
  func passRows(
    _ cursor: inout SieveCursor, _ place: Int, noting note: inout SieveNote
  ) -> Int? {
    var chosen: UInt64 = 0
    // A text that is typed twice has the same mark.
    var typed: UInt64 = 0
    var count = 0
    defer { (note.rows, note.hasTyped) = (chosen, typed != 0) }
    guard cursor.skip(UInt8(ascii: "[")) else { return nil }
    cursor.skipSpace()
    if cursor.skip(UInt8(ascii: "]")) { return 0 }
    repeat {
      cursor.skipSpace()
      if let row = passAnyRow(&cursor, place) {
        let bit = rowBits[row]
        if chosen & bit != 0, !members[place].field.takesTwins { return nil }
        chosen |= bit
      } else {
        guard members[place].field.takesTyped, let mark = passTyped(&cursor, place),
          typed & mark == 0 || members[place].field.takesTwins
        else { return nil }
        typed |= mark
      }
      count &+= 1
      cursor.skipSpace()
    } while cursor.skip(UInt8(ascii: ","))
    if 1 < count, chosen & members[place].field.exclusiveRows != 0 { return nil }
    return cursor.skip(UInt8(ascii: "]")) ? count : nil
  }

  /// Passes a text that is typed beside rows, and gives a bit that few others have; nil for one that is empty, has
  /// escapes or is not right.
  private func passTyped(_ cursor: inout SieveCursor, _ place: Int) -> UInt64? {
    guard cursor.first == UInt8(ascii: "\""), let text = cursor.string(), !text.range.isEmpty,
      !text.hasEscapes, !isExcluded(text.range, cursor, place)
    else { return nil }
    var hash = ByteHash()
    unsafe hash.add(cursor.address(of: text.range.lowerBound), count: text.range.count)
    return 1 &<< UInt64(hash.place(of: UInt64.bitWidth))
  }

  /// Passes an object of flags; nil where it is none, one of them is of no row or comes twice, or a row that is
  /// chosen alone is chosen beside others.
  private func passFlags(
    _ cursor: inout SieveCursor, _ place: Int, noting note: inout SieveNote
  ) -> Int? {
    var known: UInt64 = 0
    var chosen: UInt64 = 0
    defer { note.rows = chosen }
    guard cursor.skip(UInt8(ascii: "{")) else { return nil }
    cursor.skipSpace()
    if cursor.skip(UInt8(ascii: "}")) { return 0 }
    repeat {
      cursor.skipSpace()
      guard let row = passRow(&cursor, place), known & rowBits[row] == 0 else { return nil }
      known |= rowBits[row]
      guard cursor.skipColon() else { return nil }
      if cursor.skip(SieveBuilder.words.true, of: pool) {
        chosen |= rowBits[row]
      } else if !cursor.skip(SieveBuilder.words.false, of: pool) {
        return nil
      }
      cursor.skipSpace()
    } while cursor.skip(UInt8(ascii: ","))
    let count = chosen.nonzeroBitCount
    if 1 < count, chosen & members[place].field.exclusiveRows != 0 { return nil }
    return cursor.skip(UInt8(ascii: "}")) ? count : nil
  }

  /// Passes a value that is a row; a number may be shorter than the texts by whose first bytes rows are
  /// found.
  func passAnyRow(_ cursor: inout SieveCursor, _ place: Int) -> Int? {
    guard cursor.first == UInt8(ascii: "-") || cursor.first &- 0x30 < 10 else {
      return passRow(&cursor, place)
    }
    let start = cursor.index
    guard cursor.number() != nil else { return nil }
    return row(start..<cursor.index, in: cursor, of: place)
  }

  /// The row that a value is which was passed.
  func row(_ value: Range<Int>, in cursor: SieveCursor, of place: Int) -> Int? {
    let rowIndex = members[place].field.rowIndex
    if !rowIndex.isEmpty { return row(value, in: cursor, among: rowIndex) }
    return members[place].field.rows.first { cursor.isSame(rows[$0], of: pool, as: value) }
  }

  /// The row that stands somewhere, of many.
  func row(
    _ value: Range<Int>, in cursor: SieveCursor, among rowIndex: Range<Int>
  ) -> Int? {
    var hash = ByteHash()
    unsafe hash.add(cursor.address(of: value.lowerBound), count: value.count)
    let row = place(hash: hash, in: rowIndex) { cursor.isSame(rows[$0], of: pool, as: value) }
    return row == -1 ? nil : row
  }

  /// Passes a row, of many; nil, and passes nothing, where it is none of them.
  func passRow(_ cursor: inout SieveCursor, among rowIndex: Range<Int>) -> Int? {
    var copy = cursor
    let isPassed =
      copy.first == UInt8(ascii: "\"") ? copy.string()?.hasEscapes == false : copy.number() != nil
    guard isPassed, let row = row(cursor.index..<copy.index, in: cursor, among: rowIndex) else {
      return nil
    }
    cursor = copy
    return row
  }

  /// The row that is a text with escapes.
  func row(
    decoding text: SieveCursor.Text, _ cursor: SieveCursor, _ place: Int, in scratch: SieveScratch
  ) -> Int? {
    let used = scratch.textByteCount
    defer { scratch.textByteCount = used }
    guard let (texts, range, _) = scratch.decode(text.range, cursor) else { return nil }
    return members[place].field.rows.first { number in
      let row = rows[number]
      guard 2 < row.count, pool.byte(at: row.start) == UInt8(ascii: "\"") else { return false }
      let bare = SievePool.Stretch(start: row.start &+ 1, count: row.count &- 2)
      return texts.isSame(bare, of: pool, as: range)
    }
  }

  /// Passes a value that is a row, if it is not at the end of the record; gives the row.
  @inline(__always)
  func passRow(_ cursor: inout SieveCursor, _ place: Int) -> Int? {
    let rowIndex = members[place].field.rowIndex
    if !rowIndex.isEmpty { return cursor.apart { passRow(&$0, among: rowIndex) } }
    guard let word = cursor.word else { return nil }
    let start = members[place].field.rowStarts &+ SieveRows.bucket(of: word)
    var row = pool.byte(at: start)
    let end = pool.byte(at: start &+ 1)
    while row < end {
      let number = members[place].field.rows.lowerBound &+ Int(row)
      if cursor.skip(rows[number], of: pool) { return number }
      row &+= 1
    }
    return nil
  }
}
