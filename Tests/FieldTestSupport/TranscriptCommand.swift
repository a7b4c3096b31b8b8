import FieldModels

/// A line of a transcript cut into words and texts in quotes.
package struct TranscriptCommand: Sendable {
  /// A word as it stands, or the value of a text in quotes.
  package enum Word: Equatable, Sendable {
    case word(String)
    case text(String)
  }

  package let parts: [Word]

  /// The parts of a line; nil where a quote is open.
  package init?(_ line: String) {
    var parts: [Word] = []
    var rest = line[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else if first == "\"" {
        var end = rest.index(after: rest.startIndex)
        while end < rest.endIndex, rest[end] != "\"" {
          end =
            rest.index(end, offsetBy: rest[end] == "\\" ? 2 : 1, limitedBy: rest.endIndex)
            ?? rest.endIndex
        }
        guard end < rest.endIndex,
          let text = JSONValue(text: String(rest[...end]))?.string
        else { return nil }
        parts.append(.text(text))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " }
        parts.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
    self.parts = parts
  }

  /// The parts with every word as it stands and every text as `""`: what sort of command it is.
  package var form: String {
    parts.map {
      switch $0 {
      case .word(let word): word
      case .text: "\"\""
      }
    }.joined(separator: " ")
  }

  package var verb: String { word(0) }

  /// A word or a text at a place; empty where there is none.
  package func word(_ index: Int) -> String {
    guard parts.indices.contains(index) else { return "" }
    switch parts[index] {
    case .word(let word), .text(let word): return word
    }
  }

  package func isText(_ index: Int) -> Bool {
    guard parts.indices.contains(index), case .text = parts[index] else { return false }
    return true
  }
}
