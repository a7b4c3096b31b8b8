/// Reads XML 1.0 in UTF-8, as office documents and submissions of XForms have it, from its beginning to its end, a part at a time.
///
/// Names are told without what stands before their colon. A document with a `DOCTYPE` is not read, so
/// that no entity can grow or lead anywhere; how elements lie within each other is left to the caller,
/// who looks for a few of them.
package struct XMLReader {
  private let bytes: [UInt8]
  /// How many bytes stand before them.
  private let skippedCount: Int
  private var place = 0
  /// The name of an element without content, whose end is still to be told.
  private var pendingEnd: String?
  /// What can't be read was met.
  package private(set) var isDamaged = false

  /// Where the next part begins, or the last one ends.
  package var offset: Int { skippedCount + place }

  /// What comes next.
  package enum Part: Equatable {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  package init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    skippedCount = bytes.starts(with: mark) ? mark.count : 0
    self.bytes = Array(bytes.dropFirst(skippedCount))
  }

  /// The next part; nil at the end, and where the document can't be read any further.
  package mutating func next() -> Part? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") { return text() }
      if skip("<?", to: "?>") || skip("<!--", to: "-->") { continue }
      if starts("<![CDATA[") { return section() }
      return tag()
    }
    return nil
  }

  private func starts(_ word: String) -> Bool { bytes[place...].starts(with: word.utf8) }

  /// Where a word ends that stands here or later.
  private func end(of word: String) -> Int? {
    let word = Array(word.utf8)
    var from = place
    while let first = bytes[from...].firstIndex(of: word[0]) {
      if bytes[first...].starts(with: word) { return first + word.count }
      from = first + 1
    }
    return nil
  }

  private mutating func skip(_ start: String, to end: String) -> Bool {
    guard starts(start) else { return false }
    guard let after = self.end(of: end) else {
      fail()
      return true
    }
    place = after
    return true
  }

  private mutating func fail() {
    isDamaged = true
    place = bytes.count
  }

  private mutating func section() -> Part? {
    let start = place + "<![CDATA[".utf8.count
    guard let end = end(of: "]]>") else {
      fail()
      return nil
    }
    place = end
    return .text(String(decoding: bytes[start..<(end - 3)], as: UTF8.self))
  }

  private mutating func text() -> Part? {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    defer { if !isDamaged { place = end } }
    return decoded(bytes[place..<end]).map { .text($0) }
  }

  private mutating func tag() -> Part? {
    place += 1
    let isEnd = next(is: "/")
    guard let name = name() else {
      fail()
      return nil
    }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if next(is: ">") { break }
      if next(is: "/") {
        guard next(is: ">") else {
          fail()
          return nil
        }
        pendingEnd = name
        return .start(name, attributes)
      }
      guard let (name, value) = attribute() else {
        fail()
        return nil
      }
      attributes[name] = value
    }
    return isEnd ? .end(name) : .start(name, attributes)
  }

  private mutating func next(is sign: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place].isJSONSpace { place += 1 }
  }

  /// A name without its prefix.
  private mutating func name() -> String? {
    let start = place
    let ends = Array("/>=<\"'!".utf8)
    while place < bytes.count, !bytes[place].isJSONSpace, !ends.contains(bytes[place]) {
      place += 1
    }
    let name = bytes[start..<place].split(separator: UInt8(ascii: ":")).last
    return name.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func attribute() -> (name: String, value: String)? {
    guard let name = name() else { return nil }
    skipSpace()
    guard next(is: "=") else { return nil }
    skipSpace()
    guard place < bytes.count,
      bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'")
    else { return nil }
    let start = place + 1
    guard let end = bytes[start...].firstIndex(of: bytes[place]),
      let value = decoded(bytes[start..<end])
    else { return nil }
    place = end + 1
    return (name, value)
  }

  /// What a text stands for; nil for a reference to what is not known.
  private mutating func decoded(_ text: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = text
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      guard let end = rest[ampersand...].firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(of: rest[(ampersand + 1)..<end])
      else {
        fail()
        return nil
      }
      result += String(scalar).utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static func scalar(of reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: reference, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case let name where name.hasPrefix("#x"):
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let name where name.hasPrefix("#"):
      return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
