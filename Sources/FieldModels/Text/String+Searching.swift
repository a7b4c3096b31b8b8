/// Texts in texts, compared character by character.
///
/// The standard library's own functions for this are in a module that Embedded Swift does not have.
extension String {
  /// Where a text stands for the first time; an empty one stands at the beginning.
  package func firstRange(ofText wanted: String) -> Range<Index>? {
    firstRange(ofText: wanted, from: startIndex)
  }

  package func contains(text wanted: String) -> Bool { firstRange(ofText: wanted) != nil }

  /// The text with another one in each place of a text that is not empty.
  package func replacing(text wanted: String, by replacement: String) -> String {
    var result = ""
    var start = startIndex
    while !wanted.isEmpty, let range = firstRange(ofText: wanted, from: start) {
      result += self[start..<range.lowerBound] + replacement
      start = range.upperBound
    }
    return result + self[start...]
  }

  /// The parts between the places of a text, without empty ones.
  package func split(around separator: String, maxSplits: Int = .max) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while parts.count < maxSplits, let range = firstRange(ofText: separator, from: start) {
      if start < range.lowerBound { parts.append(self[start..<range.lowerBound]) }
      start = range.upperBound
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }

  private func firstRange(ofText wanted: String, from start: Index) -> Range<Index>? {
    guard let first = wanted.first else { return start..<start }
    var start = start
    while let place = self[start...].firstIndex(of: first) {
      var (end, wantedEnd) = (place, wanted.startIndex)
      while wantedEnd < wanted.endIndex, end < endIndex, self[end] == wanted[wantedEnd] {
        formIndex(after: &end)
        wanted.formIndex(after: &wantedEnd)
      }
      if wantedEnd == wanted.endIndex { return place..<end }
      start = index(after: place)
    }
    return nil
  }
}
