/// What a folder of forms says about itself in its `fieldd.json`: the autofill sources that all
/// of its documents share.
///
///     { "autofill": { "emails": ["ada@example.com"] } }
///
/// Comments are allowed. It is read as a document is, beyond any mistake: what can be understood
/// counts, and the rest is said in `problems`.
package struct WorkspaceFile: Equatable, Sendable {
  /// What the file is called, in the folder that it speaks of.
  package static let name = "fieldd.json"

  /// The texts that a source offers, by the source's name.
  package private(set) var sources: [String: [String]] = [:]

  /// What is wrong, in words, each with the file's name and its line, in the order of the lines.
  package private(set) var problems: [String] = []

  /// A folder that says nothing.
  package init() {}

  /// Reads the text of the file.
  package init(_ text: [UInt8]) {
    var reading = Reading(text)
    reading.readSections()
    sources = reading.sources
    problems = reading.sentences(about: text)
  }
}

extension WorkspaceFile {
  /// More are one mistake that was made often; nobody reads them.
  private static let problemLimit = 100

  private struct Reading {
    private(set) var sources: [String: [String]] = [:]
    private var problems: [(byteOffset: Int, words: String)]
    private var reportCount = 0
    private let tree: JSONTree

    init(_ text: [UInt8]) {
      var reader = JSONReader(text, dialect: .commented)
      reader.readText()
      tree = reader.tree
      problems = reader.problems.map {
        ($0.span.lowerBound, Wording.english.text($0.kind.saying))
      }
    }

    mutating func readSections() {
      guard !tree.isEmpty else { return }
      guard tree[0].kind == .object else {
        return report(0, "The file is an object, such as { \"autofill\": {} }")
      }
      for key in tree.members(of: 0) {
        let name = tree.string(key) ?? ""
        guard name == "autofill" else {
          let nearest = Nearest.name(to: name, among: ["autofill"])
          report(
            key,
            "Nothing here is called \"\(name)\""
              + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
          continue
        }
        readSources(key + 1)
      }
    }

    private mutating func readSources(_ index: Int) {
      guard tree[index].kind == .object else {
        return report(index, "\"autofill\" is an object: names, each with a list of texts")
      }
      for key in tree.members(of: index) {
        let name = tree.string(key) ?? ""
        guard sources.count < AutofillMemory.sourceLimit || sources[name] != nil else {
          return report(key, "Only the first \(AutofillMemory.sourceLimit) sources count")
        }
        if sources[name] != nil {
          report(key, "There are two sources called \"\(name)\"; the last one counts")
        }
        sources[name] = texts(of: name, key + 1)
      }
    }

    private mutating func texts(of name: String, _ index: Int) -> [String] {
      guard tree[index].kind == .array else {
        report(index, "\"\(name)\" is a list of texts")
        return []
      }
      var texts: [String] = []
      for element in tree.elements(of: index) {
        if texts.count == AutofillMemory.stringLimit {
          report(element, "Only the first \(AutofillMemory.stringLimit) texts of \"\(name)\" count")
          break
        }
        if let text = tree.string(element) {
          if text.utf8.count <= AutofillMemory.textByteCountLimit {
            texts.append(text)
          } else {
            report(element, "A text of \"\(name)\" is longer than anybody types")
          }
        } else {
          report(element, "\"\(name)\" is a list of texts, and this is none")
        }
      }
      return texts
    }

    private mutating func report(_ index: Int, _ words: String) {
      // What is missing has been reported by the reader of JSON.
      guard tree[index].kind != .missing, tree[index].kind != .invalid else { return }
      // They come in the order of the text, so that none behind these is among the first.
      guard reportCount < WorkspaceFile.problemLimit else { return }
      reportCount += 1
      problems.append((Int(tree[index].start), words))
    }

    /// The problems in the order of the text, each with its line.
    func sentences(about text: [UInt8]) -> [String] {
      var lineNumber = 1
      var countedByteCount = 0
      let sorted = problems.enumerated().sorted {
        ($0.element.byteOffset, $0.offset) < ($1.element.byteOffset, $1.offset)
      }
      return sorted.prefix(WorkspaceFile.problemLimit).map { _, problem in
        let byteOffset = max(countedByteCount, min(problem.byteOffset, text.count))
        lineNumber += text.span.extracting(countedByteCount..<byteOffset).lineBreakCount
        countedByteCount = byteOffset
        return "\(WorkspaceFile.name):\(lineNumber): \(problem.words)"
      }
    }
  }
}
