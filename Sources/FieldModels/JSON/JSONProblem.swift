/// A place where a text is not JSON, found by `JSONReader`, which reads on behind it.
package struct JSONProblem: Equatable, Sendable {
  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    case emptyText
    case unexpectedCharacter
    case unexpectedWord
    case singleQuotes
    case unterminatedString
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8
    case malformedNumber
    case comment
    case unterminatedComment
    case missingComma
    case extraComma
    case trailingComma
    case missingColon
    case missingValue
    /// An object (`}`) or array (`]`) that is not closed.
    case missingClose(UInt8)
    /// A closing character with nothing to close.
    case strayClose
    case trailingContent
    case tooDeep(limit: Int)
  }

  package var kind: Kind
  /// Bytes, relative to the tree's base.
  package var span: Range<Int>

  package init(_ kind: Kind, _ span: Range<Int>) {
    self.kind = kind
    self.span = span
  }

  /// What is wrong and what would be right, for people.
  package var message: String {
    switch kind {
    case .emptyText: "There is no JSON value here"
    case .unexpectedCharacter: "This character doesn't belong here"
    case .unexpectedWord:
      "Names and text go in double quotes; the only words without are true, false and null"
    case .singleQuotes: "JSON strings are written in double quotes"
    case .unterminatedString: "The string isn't closed: a double quote is missing"
    case .controlCharacter: "A control character in a string is written as an escape, such as \\t"
    case .invalidEscape:
      "No such escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits"
    case .loneSurrogate: "Half a surrogate pair is no character"
    case .invalidUTF8: "These bytes are not UTF-8"
    case .malformedNumber: "Not a JSON number"
    case .comment: "Comments need a .jsonc document"
    case .unterminatedComment: "The comment isn't closed: */ is missing"
    case .missingComma: "A comma is missing behind this"
    case .extraComma: "There is a comma too many"
    case .trailingComma: "A comma before the end needs a .jsonc document"
    case .missingColon: "A colon is missing behind the property's name"
    case .missingValue: "A value is missing"
    case .missingClose(let byte): "A closing \(Character(Unicode.Scalar(byte))) is missing"
    case .strayClose: "This closes nothing"
    case .trailingContent: "There is text after the end of the document"
    case .tooDeep(let limit): "Nested more than \(limit) deep; what is inside is not read"
    }
  }
}
