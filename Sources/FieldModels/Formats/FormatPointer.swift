/// Ways to point into documents and to make addresses: JSON pointers and URI templates.
///
/// Only the text is judged: that a pointer leads somewhere, or that a template's expansion is a
/// URI, is for those who have the document or the variables.
extension Format {
  /// How many levels up, without leading zeros, and then `#` or a pointer.
  static func isRelativeJSONPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
    let levels = bytes.prefix(while: ASCIISet.digits.contains)
    guard let first = levels.first, levels.count == 1 || first != UInt8(ascii: "0") else {
      return false
    }
    let rest = bytes.dropFirst(levels.count)
    return rest.elementsEqual([UInt8(ascii: "#")]) || JSONPointer.isWellFormed(rest)
  }

  /// Literals and expressions in braces, by the grammar of RFC 6570, section 2, where an
  /// apostrophe is a literal (erratum 6937) and operators reserved for the future are operators.
  static func isURITemplate(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != UInt8(ascii: "{") }
      guard isTemplateLiteral(literal) else { return false }
      rest = rest.dropFirst(literal.count)
      guard !rest.isEmpty else { return true }
      guard let close = rest.firstIndex(of: UInt8(ascii: "}")),
        isTemplateExpression(rest[(rest.startIndex + 1)..<close])
      else { return false }
      rest = rest[(close + 1)...]
    }
    return true
  }

  private static let notLiteral = ASCIISet.controls.union(" \"<>\\^`{|}")
  private static let templateOperators: ASCIISet = "+#./;?&=,!@|"
  private static let variableCharacters = ASCIISet.lettersAndDigits.union("_")

  private static func isTemplateLiteral(_ literal: ArraySlice<UInt8>) -> Bool {
    PercentEncoding.isWellFormed(literal) { !notLiteral.contains($0) }
      && PercentEncoding.isUnicodeAllowed(literal) { $0.isUCSCharacter || $0.isPrivateCharacter }
  }

  private static func isTemplateExpression(_ expression: ArraySlice<UInt8>) -> Bool {
    let hasOperator = expression.first.map(templateOperators.contains) ?? false
    let variables = expression.dropFirst(hasOperator ? 1 : 0)
    return areParts(of: variables, between: UInt8(ascii: ","), isTemplateVariable)
  }

  /// A name with dots inside, and `*` or `:` with a length from 1 to 9999.
  private static func isTemplateVariable(_ variable: ArraySlice<UInt8>) -> Bool {
    var name = variable
    if name.last == UInt8(ascii: "*") {
      name = name.dropLast()
    } else if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      let length = name[(colon + 1)...]
      guard 1...4 ~= length.count, length.first != UInt8(ascii: "0"),
        length.allSatisfy(ASCIISet.digits.contains)
      else { return false }
      name = name[..<colon]
    }
    return areParts(of: name, between: dot) { part in
      !part.isEmpty && part.allSatisfy { $0 < 0x80 }
        && PercentEncoding.isWellFormed(part) { variableCharacters.contains($0) }
    }
  }
}
