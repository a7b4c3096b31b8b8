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
    /// A record of more bytes, which nobody has read.
    case tooLong(limit: Int)
  }

  package var kind: Kind
  /// Bytes, relative to the tree's base.
  package var span: Range<Int>

  package init(_ kind: Kind, _ span: Range<Int>) {
    self.kind = kind
    self.span = span
  }
}
