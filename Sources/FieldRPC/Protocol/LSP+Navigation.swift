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

  /// Ranges with the same name, which are typed in all of them at once.
  package struct LinkedRanges: Equatable, Sendable {
    package var ranges: [Range]
  }

  /// What an editor shows above a line.
  package struct CodeLens: Equatable, Sendable {
    package var range: Range
    package var title: String
    /// What is filled in when it is pressed; nil for one that only says something.
    package var fills: FormTarget?
  }

  /// A form, or a group of its fields.
  package struct FormTarget: Equatable, Sendable {
    package var uri: String
    package var group: String?
  }

  /// Lines that can be folded into the first of them.
  package struct Folding: Equatable, Sendable {
    package var lines: ClosedRange<Int>
    package var kind: Kind?

    /// What it is, if it is no object and no list.
    package enum Kind: String, Sendable { case comment, region }
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

  /// What a token is, by LSP's names.
  enum TokenKind: Int, CaseIterable {
    case property, string, number, keyword, enumMember, type, variable, namespace, function, regexp
    case comment

    var name: String {
      switch self {
      case .property: "property"
      case .string: "string"
      case .number: "number"
      case .keyword: "keyword"
      case .enumMember: "enumMember"
      case .type: "type"
      case .variable: "variable"
      case .namespace: "namespace"
      case .function: "function"
      case .regexp: "regexp"
      case .comment: "comment"
      }
    }
  }

  /// What else there is to say of it: LSP's names, and those that only fields have.
  struct TokenModifiers: OptionSet {
    let rawValue: UInt32

    /// The name is given here, where elsewhere it is mentioned.
    static let definition = TokenModifiers(rawValue: 1)
    static let defaultLibrary = TokenModifiers(rawValue: 2)
    /// It is a draft, or a part of one.
    static let draft = TokenModifiers(rawValue: 4)
    static let secure = TokenModifiers(rawValue: 8)
    static let pending = TokenModifiers(rawValue: 16)
    static let invalid = TokenModifiers(rawValue: 32)

    /// In the order of their bits.
    static let names = ["definition", "defaultLibrary", "draft", "secure", "pending", "invalid"]
  }

  /// What stands where in a text, five numbers for each token.
  package struct Tokens: Equatable, Sendable {
    /// By what the client may ask for changes; nil where they are not kept.
    package var id: String?
    package var data: [UInt32]
  }

  /// What is different in such numbers: some of them, in the place of others.
  package struct TokenChange: Equatable, Sendable {
    package var id: String
    package var range: Swift.Range<Int>
    package var data: ArraySlice<UInt32>
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
    json.member("kind", ifAny: kind?.rawValue)
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

extension LSP.Tokens: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("resultId", ifAny: id)
    json.member("data") { $0.numbers(data[...]) }
  }
}

extension LSP.TokenChange: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("resultId", id)
    json.member("edits") { json in
      json.array { json in
        if range.isEmpty, data.isEmpty { return }
        json.object { json in
          json.member("start", range.lowerBound)
          json.member("deleteCount", range.count)
          json.member("data") { $0.numbers(data) }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ numbers: ArraySlice<UInt32>) {
    array { json in for number in numbers { json.value(Int(number)) } }
  }
}

extension LSP.LinkedRanges: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("ranges", ranges)
    // What has another spelling in JSON ends it.
    json.member("wordPattern", #"[^"\\\r\n]*"#)
  }
}

extension LSP.CodeLens: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("range", range)
    json.object("command") { json in
      json.member("title", title)
      // One that says something and does nothing has an empty name.
      json.member("command", fills == nil ? "" : LSP.CommandName.fill.rawValue)
      if let fills { json.member("arguments", [fills]) }
    }
  }
}

extension LSP.FormTarget: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("group", ifAny: group)
  }
}
