package import FieldModels

/// The types of the Language Server Protocol 3.17 that fieldd speaks, as plain data.
///
/// What comes from outside is plain numbers: a range may be reversed and a position anywhere, and
/// becomes a range of bytes only by `Translation`.
package enum LSP {
  /// A place between two characters, in units of the negotiated encoding.
  package struct Position: Equatable, Sendable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  /// From one position up to another.
  package struct Range: Equatable, Sendable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }
  }

  /// A range of a document.
  package struct Location: Equatable, Sendable {
    package var uri: String
    package var range: Range
  }

  /// A text in the place of a range.
  package struct TextEdit: Equatable, Sendable {
    package var range: Range
    package var newText: String
    /// The text has a secure draft in it.
    package var isSecret = false
  }

  /// Text for people, in a form that the client takes.
  package struct MarkupContent: Equatable, Sendable {
    package var format: MarkupFormat
    package var value: String
  }

  /// The forms of text for people; a client that names none takes a bare string.
  package enum MarkupFormat: Equatable, Sendable {
    case string, plaintext, markdown
  }
}

extension LSP.Position: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("line", line)
    json.member("character", character)
  }
}

extension LSP.Range: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("start", start)
    json.member("end", end)
  }
}

extension LSP.Location: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("range", range)
  }
}

extension LSP.TextEdit: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("newText", newText, isSecret: isSecret)
  }
}

extension LSP.MarkupContent: JSONWritable {
  package func write(to json: inout JSONWriter) {
    if format == .string { return json.value(value) }
    json.object { json in
      json.member("kind", format == .markdown ? "markdown" : "plaintext")
      json.member("value", value)
    }
  }
}
