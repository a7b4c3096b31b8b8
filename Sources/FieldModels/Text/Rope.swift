/// A text as a value: valid UTF-8 in a balanced tree of small chunks.
///
/// Any edit, and any question about a place in the text, costs O(log n) however long the text or
/// its lines are, and a copy costs nothing until one of the two is edited. All offsets are bytes
/// from the start of the text. What is put in is made valid first, as `String(decoding:as:)` would
/// do it; offsets outside of the text are clamped and, where a text is cut, moved down to the
/// start of the scalar they are in. So every call has an answer and none can trap.
///
/// It does not know about graphemes, and it does not normalise: not even line breaks.
package struct Rope: Sendable {
  /// Invariant: no chunk is empty or longer than `TextChunk.byteLimit`, and unless it is the only
  /// one none is shorter than `TextChunk.byteMinimum`, so that many small edits in one place
  /// leave neither crumbs nor lumps.
  private(set) var chunks: SumTree<TextChunk>

  /// Makes an empty text.
  package init() {
    chunks = SumTree()
  }

  /// Makes a text of bytes; what is not UTF-8 in them is replaced by U+FFFD.
  package init(_ bytes: [UInt8]) {
    chunks = SumTree(TextChunk.cutting(Self.repaired(bytes)))
  }

  /// Makes a text of a string.
  package init(_ string: String) {
    chunks = SumTree(TextChunk.cutting(Array(string.utf8)))
  }

  /// The length of the whole text in all units.
  package var metrics: TextMetrics { chunks.summary }

  /// The length of the whole text in bytes.
  package var byteCount: Int { metrics.byteCount }

  /// The number of lines: one more than there are line breaks.
  package var lineCount: Int { metrics.lineBreakCount + 1 }

  /// Applies an edit.
  package mutating func apply(_ edit: TextEdit) {
    replace(edit.range, with: edit.replacement)
  }

  /// Replaces the bytes in the range by others, however many.
  ///
  /// The range is moved down to scalar boundaries, at both ends. A replacement that is not UTF-8
  /// is repaired.
  package mutating func replace(_ byteRange: Range<Int>, with bytes: [UInt8]) {
    let replacement = Self.repaired(bytes)
    guard !chunks.isEmpty else {
      chunks = SumTree(TextChunk.cutting(replacement))
      return
    }
    let lower = spot(at: byteRange.lowerBound)
    var upper = byteRange.isEmpty ? lower : spot(at: byteRange.upperBound)
    if upper.chunkIndex == lower.chunkIndex + 1, upper.localOffset == 0 {
      upper = Spot(
        chunkIndex: lower.chunkIndex, chunkStart: lower.chunkStart,
        localOffset: upper.chunkStart - lower.chunkStart)
    }
    guard !replaceInPlace(from: lower, to: upper, with: replacement) else { return }
    let head = chunks[lower.chunkIndex].bytes[..<lower.localOffset]
    let tail = chunks[upper.chunkIndex].bytes[upper.localOffset...]
    rebuild(lower.chunkIndex...upper.chunkIndex, holding: head + replacement + tail)
  }

  /// Edits a single chunk if it keeps a good length, and returns whether that was possible.
  private mutating func replaceInPlace(
    from lower: Spot, to upper: Spot, with replacement: [UInt8]
  ) -> Bool {
    guard lower.chunkIndex == upper.chunkIndex else { return false }
    let range = lower.localOffset..<upper.localOffset
    let minimum = chunks.count == 1 ? 1 : TextChunk.byteMinimum
    return chunks.update(at: lower.chunkIndex) { chunk in
      let byteCount = chunk.bytes.count - range.count + replacement.count
      guard minimum <= byteCount, byteCount <= TextChunk.byteLimit else { return false }
      chunk.replace(range, with: replacement)
      return true
    }
  }

  /// Puts new chunks in the place of old ones, taking in a neighbour if there is too little.
  private mutating func rebuild(_ indices: ClosedRange<Int>, holding bytes: ArraySlice<UInt8>) {
    var range = Range(indices)
    var bytes = Array(bytes)
    if 0 < bytes.count, bytes.count < TextChunk.byteMinimum {
      if range.upperBound < chunks.count {
        bytes += chunks[range.upperBound].bytes
        range = range.lowerBound..<range.upperBound + 1
      } else if range.lowerBound > 0 {
        bytes = chunks[range.lowerBound - 1].bytes + bytes
        range = range.lowerBound - 1..<range.upperBound
      }
    }
    chunks.replaceSubrange(range, with: TextChunk.cutting(bytes))
  }

  /// The bytes, with U+FFFD in the place of what is no UTF-8.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return bytes
    } catch {
      return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
  }
}

extension Rope {
  /// A place in a chunk, at a scalar boundary.
  ///
  /// It holds numbers only, since holding the chunk would make its next edit a copy.
  struct Spot {
    var chunkIndex: Int
    var chunkStart: Int
    var localOffset: Int

    var byteOffset: Int { chunkStart + localOffset }
  }

  /// The place of an offset that is clamped and moved down to a scalar boundary.
  ///
  /// The text must not be empty. Between two chunks it is the start of the second.
  func spot(at byteOffset: Int) -> Spot {
    guard let found = chunks.find({ $0.byteCount > max(0, byteOffset) }) else {
      let start = chunks.summary(upTo: chunks.count - 1).byteCount
      return Spot(
        chunkIndex: chunks.count - 1, chunkStart: start, localOffset: byteCount - start)
    }
    let start = found.before.byteCount
    let local = found.element.bytes.span.scalarStart(at: max(0, byteOffset) - start)
    return Spot(chunkIndex: found.index, chunkStart: start, localOffset: local)
  }

  /// What is wrong with the text itself; nothing, if this code is right.
  package func checkInvariants() -> [String] {
    var messages = chunks.checkInvariants()
    chunks.forEach(in: 0..<chunks.count) { index, chunk in
      let count = chunk.bytes.count
      if count == 0 || count > TextChunk.byteLimit {
        messages.append("chunk \(index) has \(count) bytes")
      }
      if chunks.count > 1, count < TextChunk.byteMinimum {
        messages.append("chunk \(index) has only \(count) bytes")
      }
      if Self.repaired(chunk.bytes) != chunk.bytes {
        messages.append("chunk \(index) is not UTF-8 by itself")
      }
      if TextMetrics(counting: chunk.bytes.span) != chunk.metrics {
        messages.append("chunk \(index) was counted wrongly")
      }
      return true
    }
    return messages
  }
}
