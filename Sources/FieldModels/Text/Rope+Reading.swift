/// Taking text out of a rope.
///
/// `bytes(in:)` and `appendBytes(in:to:)` copy exactly the bytes asked for, since their callers
/// know where they cut; whatever yields text or counts it moves to scalar boundaries first.
/// Offsets outside of the text are clamped.
extension Rope {
  /// The bytes in the range, clamped to the text; they may begin or end inside a scalar.
  package func bytes(in byteRange: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteRange.clamped(to: 0..<byteCount).count)
    appendBytes(in: byteRange, to: &bytes)
    return bytes
  }

  /// Appends the bytes in the range, clamped to the text.
  package func appendBytes(in byteRange: Range<Int>, to target: inout [UInt8]) {
    let range = byteRange.clamped(to: 0..<byteCount)
    guard !range.isEmpty else { return }
    let first = spot(at: range.lowerBound)
    var start = first.chunkStart
    chunks.forEach(in: first.chunkIndex..<chunks.count) { _, chunk in
      let lower = max(0, range.lowerBound - start)
      let upper = min(chunk.bytes.count, range.upperBound - start)
      target.append(contentsOf: chunk.bytes[lower..<upper])
      start += chunk.bytes.count
      return start < range.upperBound
    }
  }

  /// The text in the range, whose ends are moved down to scalar boundaries.
  package func string(in byteRange: Range<Int>) -> String {
    String(decoding: bytes(in: aligned(byteRange)), as: UTF8.self)
  }

  /// The byte at the offset, if the offset is inside the text.
  package func byte(at byteOffset: Int) -> UInt8? {
    guard 0 <= byteOffset,
      let found = chunks.find({ $0.byteCount > byteOffset })
    else { return nil }
    return found.element.bytes[byteOffset - found.before.byteCount]
  }

  /// The length of a range in UTF-16 code units, its ends being moved down to scalar boundaries.
  package func utf16Length(in byteRange: Range<Int>) -> Int {
    metrics(upTo: byteRange.upperBound).utf16Count
      - metrics(upTo: byteRange.lowerBound).utf16Count
  }

  /// The metrics of the text before an offset, which is moved down to a scalar boundary.
  package func metrics(upTo byteOffset: Int) -> TextMetrics {
    guard byteOffset > 0,
      let found = chunks.find({ $0.byteCount > byteOffset })
    else { return byteOffset > 0 ? metrics : .zero }
    let chunk = found.element
    let local = chunk.bytes.span.scalarStart(at: byteOffset - found.before.byteCount)
    return found.before + chunk.metrics(upTo: local)
  }

  /// A range whose ends are moved down to scalar boundaries and into the text.
  package func aligned(_ byteRange: Range<Int>) -> Range<Int> {
    guard byteCount > 0 else { return 0..<0 }
    let start = spot(at: byteRange.lowerBound).byteOffset
    return start..<(byteRange.isEmpty ? start : spot(at: byteRange.upperBound).byteOffset)
  }
}

extension Rope: Equatable {
  /// The texts are the same byte for byte.
  package static func == (left: Rope, right: Rope) -> Bool {
    guard left.metrics == right.metrics else { return false }
    var start = 0
    var isEqual = true
    left.chunks.forEach(in: 0..<left.chunks.count) { _, chunk in
      let end = start + chunk.bytes.count
      isEqual = chunk.bytes == right.bytes(in: start..<end)
      start = end
      return isEqual
    }
    return isEqual
  }
}
