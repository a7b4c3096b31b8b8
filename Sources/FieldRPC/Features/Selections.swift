import FieldModels

/// What an editor selects as somebody extends a selection: a text, its quotes, the member that has it,
/// and what that is in, up to all of the text.
extension FieldDocument {
  /// The ranges around a byte, from the outside in.
  func selections(around offset: Int) -> [Range<Int>] {
    let whole = 0..<text.byteCount
    guard let (_, start, slice) = slice(atByteOffset: offset) ?? lastSlice else { return [whole] }
    let inner = reader(of: slice, from: start).tree.selections(around: offset - start)
    let around = [whole] + (slice.part.isFrame ? [] : [listRange(around: start)])
    return (around + inner.map { $0.moved(by: start) }).eachInTheLast
  }
}

extension RecordText {
  /// The ranges around a byte, from the outside in.
  func selections(around offset: Int) -> [Range<Int>] {
    let (list, record) = nodes(at: offset)
    var ranges = [0..<tree.bytes.count]
    if let list, tree[list].isClosed, tree[list].span.reaches(offset) {
      ranges.append(tree[list].span)
    }
    if let record { ranges += tree.selections(around: offset, in: record) }
    return ranges.eachInTheLast
  }
}

extension JSONTree {
  /// The ranges around a byte of a text that is one value, from the outside in.
  func wholeSelections(around offset: Int) -> [Range<Int>] {
    ([0..<bytes.count] + selections(around: offset)).eachInTheLast
  }

  /// The ranges around a byte, from the outside in.
  fileprivate func selections(around offset: Int, in root: Int = 0) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var node = isEmpty ? nil : root as Int?
    while let at = node, self[at].span.reaches(offset) {
      // What goes on in other parts is theirs as well.
      if self[at].isClosed { ranges.append(self[at].span) }
      node = nil
      switch self[at].kind {
      case .object:
        for key in members(of: at) {
          let start = self[key].span.lowerBound
          let member = start..<max(self[key].span.upperBound, self[key + 1].span.upperBound)
          guard node == nil, member.reaches(offset) else { continue }
          if self[key + 1].isClosed { ranges.append(member) }
          node = self[key].span.reaches(offset) ? key : key + 1
        }
      case .array: node = elements(of: at).first { self[$0].span.reaches(offset) }
      case .string: ranges.append(contentSpan(at))
      case .null, .true, .false, .number, .invalid, .missing: break
      }
    }
    return ranges
  }
}

extension Range<Int> {
  fileprivate func reaches(_ place: Int) -> Bool { lowerBound <= place && place <= upperBound }
}

extension [Range<Int>] {
  /// Those that are in the one before and smaller.
  fileprivate var eachInTheLast: [Range<Int>] {
    reduce(into: []) { kept, range in
      guard let last = kept.last else { return kept.append(range) }
      if range != last, last.lowerBound <= range.lowerBound, range.upperBound <= last.upperBound {
        kept.append(range)
      }
    }
  }
}
