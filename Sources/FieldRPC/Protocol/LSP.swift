import FieldModels

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

  package struct Range: Equatable, Sendable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }
  }

  package struct Location: Equatable, Sendable {
    package var uri: String
    package var range: Range
  }

  package struct TextEdit: Equatable, Sendable {
    package var range: Range
    package var newText: String
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

extension JSONWriter {
  /// Writes a list, item by item.
  mutating func list<Item>(_ items: [Item], _ write: (Item, inout JSONWriter) -> Void) {
    beginArray()
    for item in items { write(item, &self) }
    endArray()
  }
}

extension LSP.Position {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("line")
    json.integer(line)
    json.name("character")
    json.integer(character)
    json.endObject()
  }
}

extension LSP.Range {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("start")
    start.write(to: &json)
    json.name("end")
    end.write(to: &json)
    json.endObject()
  }
}

extension LSP.TextEdit {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("range")
    range.write(to: &json)
    json.name("newText")
    json.string(newText)
    json.endObject()
  }
}

extension LSP.MarkupContent {
  func write(to json: inout JSONWriter) {
    if format == .string { return json.string(value) }
    json.beginObject()
    json.name("kind")
    json.string(format == .markdown ? "markdown" : "plaintext")
    json.name("value")
    json.string(value)
    json.endObject()
  }
}
