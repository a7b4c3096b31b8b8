/// Answers as a page sends them without a script (`application/x-www-form-urlencoded`).
///
/// Names with brackets, as servers write paths in them, are paths: `lines[0][product]`, `tags[]`.
enum URLEncodedAnswers {
  static func texts(in bytes: [UInt8]) throws(AnswerFlaw) -> [NamedText] {
    var texts: [NamedText] = []
    var start = 0
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    while start < end {
      let next = bytes[start..<end].firstIndex(of: UInt8(ascii: "&")) ?? end
      if start < next { texts.append(try text(in: bytes, start..<next)) }
      start = next + 1
    }
    return texts
  }

  private static func text(in bytes: [UInt8], _ range: Range<Int>) throws(AnswerFlaw) -> NamedText {
    let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")) ?? range.upperBound
    let value = min(equals + 1, range.upperBound)..<range.upperBound
    return NamedText(
      name: path(try decoded(bytes, range.lowerBound..<equals)), text: try decoded(bytes, value),
      span: value.isEmpty ? range : value)
  }

  private static func decoded(_ bytes: [UInt8], _ range: Range<Int>) throws(AnswerFlaw) -> String {
    let result = PercentEncoding.decoded(bytes[range], isOfPage: true)
    guard let text = try? UTF8Span(validating: result.span) else {
      throw AnswerFlaw(kind: .invalidUTF8, span: range)
    }
    return String(copying: text)
  }

  /// A name with `/` for brackets; of brackets with nothing in them nothing is left.
  private static func path(_ name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["), bracket != name.startIndex
    else { return name }
    let parts = name[bracket...].split(separator: "[").map { part -> Substring? in
      part.hasSuffix("]") ? part.dropLast() : nil
    }
    if parts.contains(nil) { return name }
    let names = [name[..<bracket]] + parts.compactMap { $0 }.filter { !$0.isEmpty }
    return names.joined(separator: "/")
  }
}
