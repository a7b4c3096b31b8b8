/// The text of a document as it may be written down: without the drafts of secure fields.
extension FieldDocument {
  /// The text of some bytes, with a sign of the same length, in every encoding, for each character
  /// of a secure draft.
  package func redacted(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<text.byteCount)
    var bytes = text.bytes(in: range)
    for draft in secureDrafts(in: range) {
      for offset in draft.clamped(to: range) {
        bytes[offset - range.lowerBound] = Self.sign(for: bytes, at: offset - range.lowerBound)
      }
    }
    return bytes
  }

  /// The bytes of the drafts of the secure fields that a range touches.
  private func secureDrafts(in range: Range<Int>) -> [Range<Int>] {
    var drafts: [Range<Int>] = []
    forEachField(in: range) { _, start, reading in
      guard reading.definition.isSecure else { return true }
      for name in [Property.Name.text, .date] {
        guard let value = reading.value(name) else { continue }
        let span = reading.tree[value].span
        drafts.append((start + span.lowerBound)..<(start + span.upperBound))
      }
      return true
    }
    return drafts
  }

  /// `*`, `·`, `•` or a lock: one, two, three or four bytes. Quotes and brackets stay, so that the
  /// text keeps its structure.
  private static func sign(for bytes: [UInt8], at index: Int) -> UInt8 {
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), 0...0x20:
      return bytes[index]
    case 0x21..<0x80: return UInt8(ascii: "*")
    default: break
    }
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
