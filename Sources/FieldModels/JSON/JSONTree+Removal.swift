/// What to take out of a text so that a member is gone.
extension JSONTree {
  /// The bytes to take out so that the member with this key is gone: with the comma behind it and
  /// the white space up to the next, else with the comma before it.
  package func spanToRemove(member key: Int) -> Range<Int> {
    var start = nodes[key].span.lowerBound
    var end = nodes[key + 1].span.upperBound
    let next = skippingSpace(from: end)
    if byte(at: next) == UInt8(ascii: ",") {
      end = skippingSpace(from: next + 1)
    } else {
      var before = start - 1
      while byte(at: before)?.isJSONSpace ?? false { before -= 1 }
      if byte(at: before) == UInt8(ascii: ",") { start = before }
    }
    return start..<end
  }

  private func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while byte(at: offset)?.isJSONSpace ?? false { offset += 1 }
    return offset
  }

  /// The byte at an offset of a span; nil outside of the text.
  package func byte(at offset: Int) -> UInt8? {
    let index = base + offset
    return 0 <= offset && index < bytes.count ? bytes[index] : nil
  }
}
