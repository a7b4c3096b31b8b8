/// JSON with comments and trailing commas, made plain JSON of the same length.
package enum JSONComments {
  /// The text with white space in the place of comments, and of commas before the end of a list or an
  /// object, so that every byte that is left stands where it stood.
  ///
  /// A comment without an end is left, for whoever reads the text to complain about.
  package static func blanked(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var index = 0
    // The comma behind which nothing but white space and comments has come.
    var comma: Int?
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = endOfString(in: bytes, from: index)
        comma = nil
        continue
      case UInt8(ascii: "/"):
        if let end = endOfComment(in: bytes, from: index) {
          for place in index..<end where !bytes[place].isLineEnd { bytes[place] = 0x20 }
          index = end
          continue
        }
        comma = nil
      case UInt8(ascii: ","): comma = index
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { bytes[comma] = 0x20 }
        comma = nil
      case let byte: if !byte.isJSONSpace { comma = nil }
      }
      index += 1
    }
    return bytes
  }

  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, !bytes[index].isLineEnd {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    var index = start + 2
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      while index < bytes.count, !bytes[index].isLineEnd { index += 1 }
      return index
    case UInt8(ascii: "*"):
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          return index + 2
        }
        index += 1
      }
      return nil
    default: return nil
    }
  }
}
