/// A range of a draft as a client counts, in units of an encoding, wherever the client put it.
package struct DraftRange: Equatable, Sendable {
  package var start: Int
  package var end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }
}

extension String {
  /// A range in bytes of UTF-8: in order and inside of the text, whatever was given.
  package func utf8Range(_ range: DraftRange, _ encoding: PositionEncoding) -> Range<Int> {
    let first = max(0, min(range.start, range.end))
    let last = max(0, max(range.start, range.end))
    return utf8Offset(ofUnits: first, encoding)..<utf8Offset(ofUnits: last, encoding)
  }

  /// The bytes of UTF-8 before a number of units, or of all of it where there are fewer.
  private func utf8Offset(ofUnits units: Int, _ encoding: PositionEncoding) -> Int {
    // Of ASCII every unit is a byte.
    if utf8.count == utf16.count { return min(max(0, units), utf8.count) }
    var seen = 0
    var byteCount = 0
    for scalar in unicodeScalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      if units < seen + width { break }
      seen += width
      byteCount += UTF8.width(scalar)
    }
    return byteCount
  }

  /// A range in bytes of UTF-8, in units of an encoding.
  package func unitRange(_ bytes: Range<Int>, _ encoding: PositionEncoding) -> DraftRange {
    func units(before byteOffset: Int) -> Int {
      String(decoding: Array(utf8.prefix(byteOffset)), as: UTF8.self).unitCount(encoding)
    }
    return DraftRange(start: units(before: bytes.lowerBound), end: units(before: bytes.upperBound))
  }

  /// Its length in units of an encoding.
  package func unitCount(_ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: utf8.count
    case .utf16: utf16.count
    case .utf32: unicodeScalars.count
    }
  }
}
