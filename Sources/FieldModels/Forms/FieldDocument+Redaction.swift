/// The text of a document as it may be written down: without the drafts of secure fields.
///
/// Every character of such a draft gives way to a sign that is as long in every encoding, so that
/// places and edits stay true. Where the text is broken it is uncertain what is a draft;
/// there, if the word `secure` is near, every word goes that is not the name of a property.
extension FieldDocument {
  /// The text of some bytes, to be written down.
  package func redacted(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<text.byteCount)
    var bytes = text.bytes(in: range)
    for secret in secrets(in: range) {
      for offset in secret.clamped(to: range) {
        bytes[offset - range.lowerBound] = Self.sign(for: bytes, at: offset - range.lowerBound)
      }
    }
    return bytes
  }

  /// Whether the draft of a field is, or in a broken text may be, a secret; a field that is not
  /// there may have been.
  package func isSecret(_ id: FieldID) -> Bool {
    guard let (_, start, slice) = locate(id) else { return true }
    if id.isInEntry, reading(of: id)?.definition.isSecure ?? true { return true }
    let range = start..<(start + slice.byteCount)
    let parts = partsAround(range)
    return zip(parts, Self.suspicions(of: parts)).contains { part, isSuspect in
      guard part.range.overlaps(range) else { return false }
      return isSuspect || part.reading?.definition.isSecure ?? false
    }
  }

  /// A field, or what stands before or behind all of them.
  private struct Stretch {
    var range: Range<Int>
    var reading: FieldReading?
    /// The stretches of secure drafts in an entry.
    var entrySecrets: [Range<Int>] = []
    /// There may be a secure draft in it, at an unknown place.
    var isSuspect: Bool
    /// It is a field, and not a splinter of one.
    var isWhole: Bool
    /// It is what a quote or brace has cut off.
    var isSplinter: Bool
  }

  private func secrets(in range: Range<Int>) -> [Range<Int>] {
    let parts = partsAround(range)
    return zip(parts, Self.suspicions(of: parts)).flatMap { part, isSuspect -> [Range<Int>] in
      if isSuspect { return words(in: part.range) }
      if !part.entrySecrets.isEmpty { return part.entrySecrets }
      guard let reading = part.reading, reading.definition.isSecure else { return [] }
      return secrets(in: reading, at: part.range.lowerBound)
    }
  }

  /// The parts that a range touches, and on both sides those up to the next that is whole.
  private func partsAround(_ range: Range<Int>) -> [Stretch] {
    var parts = parts(touching: range)
    // Twice as far each time, since there may be any number of splinters.
    var step = 1
    while let first = parts.first, let last = parts.last,
      0 < first.range.lowerBound || last.range.upperBound < text.byteCount
    {
      let wider = (first.range.lowerBound - step)..<(last.range.upperBound + step)
      parts = self.parts(touching: wider.clamped(to: 0..<text.byteCount))
      if parts[0].isWhole, parts[parts.count - 1].isWhole { break }
      step = max(2 * step, wider.count)
    }
    return parts
  }

  /// Whether each part is suspect: a quote or brace in a draft divides it among several, so what
  /// lies between two whole parts shares its fate with them.
  private static func suspicions(of parts: [Stretch]) -> [Bool] {
    var suspicions = parts.map { $0.isSuspect }
    var start = 0
    for position in parts.indices where parts[position].isWhole || position == parts.count - 1 {
      let run = parts[start...position]
      let isDivided =
        run.contains { $0.isSplinter }
        && run.contains { $0.reading?.definition.isSecure ?? !$0.entrySecrets.isEmpty }
      if isDivided || run.contains(where: { $0.isSuspect }) {
        for suspect in start...position { suspicions[suspect] = true }
      }
      start = position
    }
    return suspicions
  }

  private func parts(touching range: Range<Int>) -> [Stretch] {
    var parts: [Stretch] = []
    var patterns = patterns
    forEachSlice(in: range) { slice, start in
      let range = start..<(start + slice.byteCount)
      switch slice.part.sort {
      case .head, .tail, .lists, .end:
        parts.append(frame(range))
        return true
      case .entry:
        parts.append(entry(slice, range))
        return true
      case .field: break
      }
      let reading = read(slice, from: start, &patterns)
      let isSuspect = slice.wasSecure || (reading.definition.isSecure && reading.isBroken)
      parts.append(
        Stretch(
          range: range, reading: reading, isSuspect: isSuspect,
          isWhole: reading.value(.kind) != nil, isSplinter: reading.isSplinter))
      return true
    }
    return parts
  }

  /// An entry: in one that can't be read, of a list with secure fields, anything may be a draft.
  private func entry(_ slice: DocumentSlice, _ range: Range<Int>) -> Stretch {
    let reader = reader(of: slice, from: range.lowerBound)
    let (tree, list) = (reader.tree, list(ofEntry: slice.id))
    let isSplinter = tree.isEmpty || tree[0].kind != .object
    var stretch = Stretch(
      range: range, isSuspect: slice.wasSecure || hidesWords(of: reader, in: list),
      isWhole: !isSplinter && reader.problems.isEmpty, isSplinter: isSplinter)
    guard !isSplinter, let list, list.columns.contains(where: { $0.isSecure }) else {
      return stretch
    }
    for key in tree.members(of: 0) {
      let column = list.columns.first { tree.isString(key, $0.key) }
      // What nobody knows may be what a quote in a draft has made of it.
      if let column, !column.isSecure { continue }
      for node in (column == nil ? key : key + 1)..<Int(tree[key + 1].subtreeEnd) {
        switch tree[node].kind {
        case .array, .object: continue
        case .null, .true, .false, .number, .string, .invalid, .missing: break
        }
        let content = tree.contentSpan(node)
        stretch.entrySecrets.append(
          (content.lowerBound + range.lowerBound)..<(content.upperBound + range.lowerBound))
      }
    }
    return stretch
  }

  /// A part outside of the fields; a secure field in it is one that was not recognised.
  private func frame(_ range: Range<Int>) -> Stretch {
    let isSuspect = frameWasSecure || mentionsSecure(range)
    return Stretch(
      range: range, isSuspect: isSuspect, isWhole: true, isSplinter: frame.isBroken)
  }

  private func mentionsSecure(_ range: Range<Int>) -> Bool {
    text.bytes(in: range).span.mentionsSecure
  }

  /// Whether the word `secure` stands around the fields.
  var mentionsSecureAroundFields: Bool {
    var isMentioned = false
    slices.forEachWhere({ $0.frameCount > 0 }) { position, slice in
      let start = start(ofSlice: position)
      isMentioned = mentionsSecure(start..<(start + slice.byteCount))
      return !isMentioned
    }
    return isMentioned
  }

  /// The bytes of the drafts of a secure field, without quotes and brackets, and of all members
  /// with unknown names: a quote in a draft may have made one.
  private func secrets(in reading: FieldReading, at start: Int) -> [Range<Int>] {
    let tree = reading.tree
    var secrets: [Range<Int>] = []
    for key in tree.members(of: 0) {
      let property = PropertyTable.property(namedBy: key, of: tree, in: .field)
      let isDraft = property?.name == .text || property?.name == .date
      guard PropertyTable.mayHoldDraft(property) else { continue }
      for node in (isDraft ? key + 1 : key)..<Int(tree[key + 1].subtreeEnd) {
        switch tree[node].kind {
        case .array, .object: continue
        case .null, .true, .false, .number, .string, .invalid, .missing: break
        }
        let content = tree.contentSpan(node)
        secrets.append((content.lowerBound + start)..<(content.upperBound + start))
      }
    }
    return secrets
  }

  /// Everything between signs of JSON and white space that is neither the name of a property nor
  /// a word of JSON.
  private func words(in range: Range<Int>) -> [Range<Int>] {
    let bytes = text.bytes(in: range)
    let all = bytes.split(whereSeparator: Self.isSign)
    return all.filter { !Self.isKnown($0) }.map { word in
      (range.lowerBound + word.startIndex)..<(range.lowerBound + word.endIndex)
    }
  }

  private static func isKnown(_ word: ArraySlice<UInt8>) -> Bool {
    let word = String(decoding: word, as: UTF8.self)
    return word == "true" || word == "false" || word == "null"
      || Property.Name(rawValue: word) != nil
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// `*`, `·`, `•` or a lock: one, two, three or four bytes.
  private static func sign(for bytes: [UInt8], at index: Int) -> UInt8 {
    if bytes[index] < 0x80 { return UInt8(ascii: "*") }
    var lead = index
    while 0 < lead, bytes[lead] & 0xC0 == 0x80 { lead -= 1 }
    let place = index - lead
    let sign: [UInt8] =
      switch bytes[lead] {
      case ..<0xE0: [0xC2, 0xB7]
      case 0xE0..<0xF0: [0xE2, 0x80, 0xA2]
      default: [0xF0, 0x9F, 0x94, 0x92]
      }
    return place < sign.count ? sign[place] : UInt8(ascii: "*")
  }
}
