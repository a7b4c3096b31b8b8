package import FieldModels

/// What fieldd answers about the places of a text.
extension LSP {
  /// A place where a name is written, among others of the same.
  package struct Highlight: Equatable, Sendable {
    package var range: Range
    /// The name is given here, where elsewhere it is mentioned.
    package var isDefinition: Bool
  }

  /// A name that can be changed, with what stands there.
  package struct RenamePlace: Equatable, Sendable {
    package var range: Range
    package var placeholder: String
  }

  /// Lines that can be folded into the first of them.
  package struct Folding: Equatable, Sendable {
    package var lines: ClosedRange<Int>
    package var isComment: Bool
  }

  /// A colour, each part from 0 to 1.
  package struct Color: Equatable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double
  }

  /// A colour where it is written.
  package struct ColorPlace: Equatable, Sendable {
    package var range: Range
    package var color: Color
  }

  /// A colour as it may be written.
  package struct ColorText: Equatable, Sendable {
    package var text: String
    package var range: Range
  }

  /// A text that leads to a document.
  package struct Link: Equatable, Sendable {
    package var range: Range
    package var target: String
  }

  /// What can be selected around a place, from the inside out.
  package struct Selection: Equatable, Sendable {
    package var ranges: [Range]
  }
}

extension LSP.Highlight: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    // LSP's `Write` and `Read`.
    json.member("kind", isDefinition ? 3 : 2)
  }
}

extension LSP.RenamePlace: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("placeholder", placeholder)
  }
}

extension LSP.Folding: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("startLine", lines.lowerBound)
    json.member("endLine", lines.upperBound)
    if isComment { json.member("kind", "comment") }
  }
}

extension LSP.Color: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    for (name, part) in [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)] {
      json.member(named: name, JSONValue.number("\(part)"))
    }
  }
}

extension LSP.ColorPlace: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("color", color)
  }
}

extension LSP.ColorText: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("label", text)
    json.member("textEdit", LSP.TextEdit(range: range, newText: text))
  }
}

extension LSP.Link: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.member("target", target)
  }
}

extension LSP.Selection: JSONWritable {
  package func write(to json: inout JSONWriter) { Self.write(ranges[...], to: &json) }

  private static func write(_ ranges: ArraySlice<LSP.Range>, to json: inout JSONWriter) {
    guard let range = ranges.first else { return json.null() }
    json.object { json in
      json.member("range", range)
      if 1 < ranges.count { json.member("parent") { write(ranges.dropFirst(), to: &$0) } }
    }
  }
}
