/// The text in which an autofill memory is kept: lines that are only ever added.
///
/// Each line is the checksum of what follows it, a space and JSON in one line:
///
///     <crc> {"file":"fieldd autofill","version":1}
///     <crc> {"source":"emails","learned":"ada@example.com"}
///     <crc> [{"source":"emails","removed":"ada@example.com"},{"source":"names","learned":"Ada"}]
///
/// The first line says what the file is. Changes that were made together are one line, so that
/// either all of them count or none. The checksum is CRC-32 in eight hexadecimal digits, so that
/// a line that was cut or damaged is known for one: it is passed over, and reading goes on behind
/// it. What is behind the last line break is still being written, or never will be, and does not
/// count.
package enum AutofillLog {
  /// What has been read.
  package struct Reading: Equatable, Sendable {
    /// The bytes up to and with the last line break.
    package var wholeByteCount = 0
    /// The lines that are what they should be, with the first.
    package var soundLineCount = 0
    /// The lines that are not.
    package var damagedLineCount = 0
    /// The log was begun by a program that knows more kinds of lines.
    package var isOfLaterVersion = false

    /// Nothing has been read yet.
    package init() {}
  }

  /// The version of the format, which its first line says.
  private static let version = 1
  private static let name = "fieldd autofill"

  /// The first line of a log.
  package static let header: [UInt8] = {
    let text = JSONText { json in
      json.member("file", name)
      json.member("version", version)
    }
    return line(text)
  }()

  /// The line for a change.
  package static func record(_ change: AutofillChange) -> [UInt8] {
    line(change)
  }

  /// The line for changes that count together or not at all.
  package static func record(_ changes: [AutofillChange]) -> [UInt8] {
    changes.count == 1 ? line(changes[0]) : line(changes)
  }

  /// The shortest log of a memory.
  package static func text(of memory: AutofillMemory) -> [UInt8] {
    memory.changes.reduce(into: header) { $0 += record($1) }
  }

  /// Makes the changes in a log, or in a piece of one that begins at a line, part of a memory.
  package static func read(_ bytes: [UInt8], into memory: inout AutofillMemory) -> Reading {
    var reading = Reading()
    while let lineEnd = bytes[reading.wholeByteCount...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[reading.wholeByteCount..<lineEnd]
      reading.wholeByteCount = lineEnd + 1
      if read(line: line, into: &memory, &reading) {
        reading.soundLineCount += 1
      } else {
        reading.damagedLineCount += 1
        rescue(line, into: &memory, &reading)
      }
    }
    return reading
  }
}

extension AutofillLog {
  private static let checksumByteCount = 8

  private static func line(_ value: some JSONWritable) -> [UInt8] {
    var json = JSONWriter()
    json.value(value)
    let digits = String(Checksum.crc32(json.bytes[...]), radix: 16)
    let zeros = String(repeating: "0", count: checksumByteCount - digits.count)
    return Array("\(zeros)\(digits) ".utf8) + json.bytes + [UInt8(ascii: "\n")]
  }

  private static func read(
    line: ArraySlice<UInt8>, into memory: inout AutofillMemory, _ reading: inout Reading
  ) -> Bool {
    guard let json = checkedJSON(line) else { return false }
    var reader = JSONReader(Array(json), dialect: .strict)
    reader.readText()
    let tree = reader.tree
    guard reader.problems.isEmpty, !tree.isEmpty else { return false }
    if let version = headerVersion(tree) {
      if Self.version < version { reading.isOfLaterVersion = true }
      return true
    }
    let items = tree[0].kind == .array ? Array(tree.elements(of: 0)) : [0]
    let changes = items.compactMap { change(tree, $0) }
    guard changes.count == items.count else { return false }
    for change in changes { memory.apply(change) }
    return true
  }

  /// What stands behind a line's checksum, if it is what the checksum was made of.
  private static func checkedJSON(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard checksumByteCount < line.count,
      line[line.startIndex + checksumByteCount] == UInt8(ascii: " ")
    else { return nil }
    var stated: UInt32 = 0
    for digit in line.prefix(checksumByteCount) {
      guard let nibble = digit.hexDigitValue else { return nil }
      stated = stated << 4 | UInt32(nibble)
    }
    let json = line.dropFirst(checksumByteCount + 1)
    return Checksum.crc32(json) == stated ? json : nil
  }

  private static func headerVersion(_ tree: JSONTree) -> WholeNumber? {
    guard let file = tree.value(named: "file", in: 0), tree.isString(file, name) else { return nil }
    return tree.value(named: "version", in: 0).flatMap { tree.integer($0) }
  }

  private static func change(_ tree: JSONTree, _ index: Int) -> AutofillChange? {
    guard let source = tree.value(named: "source", in: index).flatMap({ tree.string($0) }) else {
      return nil
    }
    if let learned = tree.value(named: "learned", in: index) {
      return tree.string(learned).map { .learned($0, source: source) }
    }
    if let removed = tree.value(named: "removed", in: index) {
      return tree.string(removed).map { .removed($0, source: source) }
    }
    return nil
  }

  /// Reads what is sound in a damaged line: where the line break between two records was lost,
  /// both of them are there.
  ///
  /// A text cannot pass for a record, because its quotes are escaped. The few places that are
  /// tried keep the cost of a hostile line within bounds.
  private static func rescue(
    _ line: ArraySlice<UInt8>, into memory: inout AutofillMemory, _ reading: inout Reading
  ) {
    var triedCount = 0
    for (offset, byte) in zip(line.indices, line) where byte == UInt8(ascii: " ") {
      let start = offset - checksumByteCount
      guard line.startIndex < start, offset + 1 < line.endIndex,
        line[offset + 1] == UInt8(ascii: "{") || line[offset + 1] == UInt8(ascii: "["),
        line[start..<offset].allSatisfy({ $0.hexDigitValue != nil })
      else { continue }
      triedCount += 1
      guard triedCount <= 8 else { return }
      guard checkedJSON(line[start...]) != nil else { continue }
      if read(line: line[..<(start - 1)], into: &memory, &reading) { reading.soundLineCount += 1 }
      if read(line: line[start...], into: &memory, &reading) { reading.soundLineCount += 1 }
      return
    }
  }
}

extension AutofillChange: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("source", source)
    switch self {
    case .learned: json.member("learned", text)
    case .removed: json.member("removed", text)
    }
  }
}
