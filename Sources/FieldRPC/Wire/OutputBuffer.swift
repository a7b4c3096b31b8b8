/// Bytes that wait until the client takes them, in the order in which they were appended.
///
/// A queue of pieces: small appends share a piece, a large one becomes a piece of its own without
/// being copied.
/// Taking bytes off the front moves none of the others, and a piece's memory is free as soon as
/// its last byte is gone.
/// It has no limit of its own; who fills it looks at `byteCount` and stops.
package struct OutputBuffer: Sendable {
  /// How many bytes wait.
  package private(set) var byteCount = 0

  private var pieces: [[UInt8]] = []

  /// Invariant: the pieces before this index are empty, and this one has unwritten bytes if any
  /// has.
  private var firstPieceIndex = 0

  /// Where the unwritten bytes of the first piece begin.
  private var writtenByteCount = 0

  /// A buffer in which nothing waits.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { byteCount == 0 }

  /// Puts bytes behind all those that wait.
  package mutating func append(contentsOf bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if let last = pieces.indices.last,
      pieces[last].count + bytes.count <= Self.sharedPieceByteCount
    {
      pieces[last].append(contentsOf: bytes)
    } else if isEmpty {
      pieces = [bytes]
    } else {
      pieces.append(bytes)
    }
    byteCount += bytes.count
  }

  /// Gives the oldest waiting bytes that lie together: none only when nothing waits, and seldom
  /// all.
  package func withUnwritten<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let piece = isEmpty ? [] : pieces[firstPieceIndex]
    let bytes = piece.span
    return try body(bytes.extracting(writtenByteCount...))
  }

  /// Forgets this many of the oldest waiting bytes, which have been written.
  package mutating func consume(_ consumedByteCount: Int) {
    assert(0 <= consumedByteCount && consumedByteCount <= byteCount)
    var rest = min(max(0, consumedByteCount), byteCount)
    byteCount -= rest
    while rest > 0 {
      let unwrittenByteCount = pieces[firstPieceIndex].count - writtenByteCount
      if rest < unwrittenByteCount {
        writtenByteCount += rest
        return
      }
      rest -= unwrittenByteCount
      dropFirstPiece()
    }
  }

  private mutating func dropFirstPiece() {
    writtenByteCount = 0
    if firstPieceIndex == pieces.count - 1 {
      startOver()
      return
    }
    pieces[firstPieceIndex] = []
    firstPieceIndex += 1
    // The empty places in front are at least as many as the pieces that move.
    if firstPieceIndex > pieces.count / 2 {
      pieces.removeSubrange(..<firstPieceIndex)
      firstPieceIndex = 0
    }
  }

  /// Keeps one small piece, so that a client that reads promptly costs no allocation per answer.
  private mutating func startOver() {
    var kept = pieces[firstPieceIndex]
    pieces.removeAll(keepingCapacity: pieces.capacity <= Self.retainedPieceCount)
    firstPieceIndex = 0
    guard kept.capacity <= 2 * Self.sharedPieceByteCount else { return }
    kept.removeAll(keepingCapacity: true)
    pieces.append(kept)
  }

  /// Large enough that a turn's answers are written together, small enough to be copied without
  /// thought.
  private static let sharedPieceByteCount = 64 << 10

  private static let retainedPieceCount = 64
}
