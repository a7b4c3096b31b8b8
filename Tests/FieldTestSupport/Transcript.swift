/// A conversation written down: what the client sends, what must come back, and when.
///
/// `Tests/Fixtures/transcripts/README.md` says how it is written.
package struct Transcript: Sendable {
  package private(set) var turns: [Turn] = []

  /// A line that is not an expectation, with the `|` lines below it.
  package struct Step: Sendable {
    package var lineNumber: Int
    package var line: [UInt8]
    package var document: [[UInt8]] = []

    package var text: String { String(decoding: line, as: UTF8.self) }
    /// The text of the document below.
    package var documentText: String? {
      document.isEmpty
        ? nil
        : document.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
  }

  /// What happens at one time, and what comes of it.
  package struct Turn: Sendable {
    package var lineNumber: Int
    package var steps: [Step] = []
    package var expected: [String] = []
    /// Where each expectation stands.
    package var expectedLineNumbers: [Int] = []
    /// A blank line stands behind it.
    package var isClosed = false

    /// Where an expectation stands, or would stand.
    package func lineNumber(ofExpectation place: Int) -> Int {
      if place < expectedLineNumbers.count { return expectedLineNumbers[place] }
      return expectedLineNumbers.last ?? steps.last?.lineNumber ?? lineNumber
    }
  }

  package init(_ bytes: [UInt8]) {
    var turn = Turn(lineNumber: 1)
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if lines.last == [] { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      let sign = line.first
      let isSend = sign == UInt8(ascii: ">") || sign == UInt8(ascii: "+")
      if line.isEmpty || !turn.expected.isEmpty && isSend {
        turn.isClosed = line.isEmpty
        turns.append(turn)
        turn = Turn(lineNumber: index + 2)
        if line.isEmpty { continue }
        turn.lineNumber = index + 1
      }
      if sign == UInt8(ascii: "<") {
        turn.expected.append(String(decoding: line.dropFirst(), as: UTF8.self).trimmingOneSpace)
        turn.expectedLineNumbers.append(index + 1)
      } else if sign == UInt8(ascii: "|"), !turn.steps.isEmpty {
        let rest = line.dropFirst()
        turn.steps[turn.steps.count - 1].document.append(
          Array(rest.first == 0x20 ? rest.dropFirst() : rest))
      } else {
        turn.steps.append(Step(lineNumber: index + 1, line: line))
      }
    }
    turns.append(turn)
  }

  /// The transcript with other expectations, a list for each turn.
  package func text(expecting outputs: [[String]]) -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ line: some Sequence<UInt8>) {
      bytes += line
      bytes.append(0x0A)
    }
    for (turn, output) in zip(turns, outputs) {
      for step in turn.steps {
        write(step.line)
        for line in step.document {
          write(line.isEmpty ? [UInt8(ascii: "|")] : Array("| ".utf8) + line)
        }
      }
      for line in output { write("< \(line)".utf8) }
      if turn.isClosed { write([]) }
    }
    return bytes
  }
}

extension String {
  fileprivate var trimmingOneSpace: String { hasPrefix(" ") ? String(dropFirst()) : self }
}
