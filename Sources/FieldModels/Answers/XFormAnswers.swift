/// Answers as a submission of an XForm has them: an element for each question, in elements for groups.
enum XFormAnswers {
  /// Reads a submission.
  ///
  /// - Parameters:
  ///   - bytes: the submission
  ///   - lists: the paths of the lists of the form, whose elements come again and again
  /// - Returns: the texts, by the names of their elements
  /// - Throws: where it is no XML
  static func texts(in bytes: [UInt8], lists: Set<String>) throws(AnswerFlaw) -> [NamedText] {
    var xml = XMLReader(bytes)
    var texts: [NamedText] = []
    /// The open elements below the root: their names with the numbers of entries.
    var names: [String] = []
    /// The same without numbers, as a path of the form.
    var path: [String] = []
    var counts: [String: Int] = [:]
    var (text, start, isLeaf, depth) = ("", 0, false, 0)
    while let part = xml.next() {
      switch part {
      case .start(let name, _):
        depth += 1
        if depth == 1 { continue }
        if Self.deepest < depth {
          throw AnswerFlaw(kind: .tooDeep(limit: Self.deepest), span: 0..<1)
        }
        path.append(name)
        (text, start, isLeaf) = ("", xml.offset, true)
        let place = names.joined(separator: "/")
        guard lists.contains(JSONPointer.path(path)) else {
          names.append(name)
          continue
        }
        let number = counts["\(place)/\(name)", default: 0]
        counts["\(place)/\(name)"] = number + 1
        names.append("\(name)/\(number)")
      case .text(let more): text += more
      case .end:
        depth -= 1
        guard let name = names.popLast() else { continue }
        let isMeta = path[0] == "meta"
        path.removeLast()
        if isLeaf, !isMeta {
          let whole = (names + [name]).joined(separator: "/")
          let end = max(start, bytes[..<min(xml.offset, bytes.count)].lastIndex(of: 0x3C) ?? start)
          texts.append(
            NamedText(name: whole, text: text, span: start..<max(start + 1, end)))
        }
        isLeaf = false
      }
    }
    if xml.isDamaged || depth != 0 || texts.isEmpty && bytes.isEmpty {
      let end = min(xml.offset, bytes.count)
      throw AnswerFlaw(kind: .unexpectedCharacter, span: max(0, end - 1)..<end)
    }
    return texts
  }

  private static let deepest = 64
}
