import FieldModels

/// What would mend the text of a tree, whatever it means.
struct TextFixes {
  let tree: JSONTree

  /// A change that mends a finding.
  typealias Fix = CodeActions.Fix

  func nearestFixes(_ nearest: String?, _ span: Range<Int>) -> [Fix] {
    nearest.map {
      [
        Fix(
          title: Saying(.changeTo, (.value, .text("\"\($0)\""))), span: span, text: Self.quoted($0))
      ]
    } ?? []
  }

  /// The same of a key between the braces of an expression, which is part of a text.
  func nearestKeyFixes(_ nearest: String?, _ span: Range<Int>) -> [Fix] {
    nearest.map {
      let text = String(Self.quoted($0).dropFirst().dropLast())
      return [
        Fix(title: Saying(.changeTo, (.value, .text("{\($0)}"))), span: span, text: text)
      ]
    } ?? []
  }

  /// The same field where all entries of its list are taken, by the functions that are asked for most.
  ///
  /// - Parameter span: of the key, between the braces of an expression
  /// - Returns: a change for each function
  func gatheringFixes(_ span: Range<Int>) -> [Fix] {
    let place = (span.lowerBound - 1)..<(span.upperBound + 1)
    let text = String(decoding: tree.text(place), as: UTF8.self)
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return [] }
    return [ExpressionFunction.sum, .max, .count].map { function in
      let call = "\(function.rawValue)(\(text))"
      return Fix(
        title: Saying(.changeTo, (.value, .text(call))), span: place, text: call, isPreferred: false
      )
    }
  }

  func syntaxFixes(_ kind: JSONProblem.Kind, _ span: Range<Int>) -> [Fix] {
    let end = span.upperBound..<span.upperBound
    switch kind {
    case .missingComma: return [Fix(title: Saying(.insertComma), span: end, text: ",")]
    case .missingColon:
      let isSpaced = tree.byte(at: end.lowerBound)?.isJSONSpace ?? false
      return [Fix(title: Saying(.insertColon), span: end, text: isSpaced ? ":" : ": ")]
    case .extraComma, .trailingComma:
      return [Fix(title: Saying(.removeComma), span: span, text: "")]
    case .missingClose(let byte):
      let sign = String(Character(Unicode.Scalar(byte)))
      return [Fix(title: Saying(.insert, (.character, .text(sign))), span: end, text: sign)]
    case .strayClose: return [Fix(title: Saying(.removeIt), span: span, text: "")]
    case .unterminatedString: return [Fix(title: Saying(.closeString), span: end, text: "\"")]
    case .comment: return [Fix(title: Saying(.removeComment), span: span, text: "")]
    case .singleQuotes: return requoting(span)
    case .unexpectedWord: return isBetweenQuotes(span) ? [] : quoting(span)
    case .emptyText, .unexpectedCharacter, .controlCharacter, .invalidEscape, .loneSurrogate,
      .invalidUTF8, .malformedNumber, .unterminatedComment, .missingValue, .trailingContent,
      .tooDeep, .tooLong:
      return []
    }
  }

  /// Double quotes in the place of single ones.
  ///
  /// The text between them stays as it is and is not quoted: it may be a secure draft.
  private func requoting(_ span: Range<Int>) -> [Fix] {
    let text = tree.text(span)
    guard span.count >= 2, text.last == UInt8(ascii: "'"), !text.contains(UInt8(ascii: "\""))
    else { return [] }
    let first = span.lowerBound..<(span.lowerBound + 1)
    let last = (span.upperBound - 1)..<span.upperBound
    return [
      Fix(title: Saying(.useDoubleQuotes), edits: [TextEdit(first, "\""), TextEdit(last, "\"")])
    ]
  }

  /// A word that has a quote at its side lost another one elsewhere.
  private func isBetweenQuotes(_ span: Range<Int>) -> Bool {
    let quote = UInt8(ascii: "\"")
    return tree.byte(at: span.lowerBound - 1) == quote
      || tree.byte(at: span.upperBound) == quote
  }

  /// Quotes around a word or number where text is meant.
  func quoting(_ span: Range<Int>) -> [Fix] {
    guard let index = node(at: span) else { return [] }
    switch tree[index].kind {
    case .number, .true, .false, .invalid: break
    case .null, .string, .array, .object, .missing: return []
    }
    let start = span.lowerBound..<span.lowerBound
    let end = span.upperBound..<span.upperBound
    return [
      Fix(title: Saying(.putInQuotes), edits: [TextEdit(start, "\""), TextEdit(end, "\"")])
    ]
  }

  /// A number, true or false that was put in quotes.
  func unquoting(_ span: Range<Int>) -> [Fix] {
    guard let index = node(at: span), let text = tree.string(index) else { return [] }
    let isPlain =
      text == "true" || text == "false" || JSONReader.isNumber(text.utf8.span)
    return isPlain
      ? [Fix(title: Saying(.writeWithoutQuotes, (.value, .text(text))), span: span, text: text)]
      : []
  }

  /// Takes a member out, with the comma that held it.
  func removal(of name: Range<Int>, title: Saying) -> [Fix] {
    guard let key = node(at: name) else { return [] }
    let span = tree.spanToRemove(member: key)
    return [Fix(title: title, span: span, text: "", isPreferred: false)]
  }

  func node(at span: Range<Int>) -> Int? {
    tree.nodes.indices.first { tree[$0].span == span }
  }

  /// A text as JSON has it.
  static func quoted(_ text: String) -> String { "\"\(JSONString.escaped(text))\"" }
}
