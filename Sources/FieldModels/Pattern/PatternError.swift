/// Why an expression was refused, where, and what to write instead.
///
/// The kind is for programs, the message for people. The range counts bytes of the UTF-8 form of
/// the source and covers the offending part; it is empty only at the end of the source.
package struct PatternError: Error, Equatable, Sendable {
  /// What an expression can be refused for.
  package enum Kind: Sendable, CaseIterable {
    case unclosedGroup, unopenedGroup, unknownGroup
    case malformedGroupName, duplicateGroupName
    case unclosedClass, reversedClassRange, classAsRangeEnd
    case nothingToRepeat, repeatedAssertion, malformedRepetition, reversedRepetition
    case loneBracket
    case unfinishedEscape, unknownEscape, malformedEscape
    case malformedProperty, unknownProperty
    case tooManyLooks, backReference, inlineModifier
    case sourceTooLong, programTooLarge, nestingTooDeep, tooManyRanges
  }

  /// What is wrong.
  package let kind: Kind

  /// The bytes of the source that are wrong.
  package let utf8Range: Range<Int>

  /// What is wrong and what would be right, as a sentence for people.
  package let message: String
}

extension PatternError {
  init(_ kind: Kind, at utf8Range: Range<Int>, _ message: String) {
    self.init(kind: kind, utf8Range: utf8Range, message: message)
  }

  static func unclosedGroup(_ range: Range<Int>) -> PatternError {
    PatternError(.unclosedGroup, at: range, "This group is never closed; add a ‘)’, or write ‘\\(’")
  }

  static func unopenedGroup(_ range: Range<Int>) -> PatternError {
    PatternError(.unopenedGroup, at: range, "There is no group to close here; write ‘\\)’")
  }

  static func unknownGroup(_ range: Range<Int>) -> PatternError {
    PatternError(
      .unknownGroup, at: range,
      "A group begins with ‘(’, ‘(?:’ or ‘(?<name>’; for a question mark write ‘\\?’")
  }

  static func malformedGroupName(_ range: Range<Int>) -> PatternError {
    PatternError(
      .malformedGroupName, at: range,
      "A group’s name is a letter, then letters and digits, closed by ‘>’, as in ‘(?<year>’")
  }

  static func duplicateGroupName(_ name: String, _ range: Range<Int>) -> PatternError {
    PatternError(
      .duplicateGroupName, at: range,
      "Another group is called ‘\(name)’ already; choose another name, or write ‘(?:’")
  }

  static func unclosedClass(_ range: Range<Int>) -> PatternError {
    PatternError(.unclosedClass, at: range, "This class is never closed; add a ‘]’, or write ‘\\[’")
  }

  static func reversedClassRange(_ range: Range<Int>) -> PatternError {
    PatternError(
      .reversedClassRange, at: range,
      "This range runs backwards; put the lower character first, or write ‘\\-’ for a hyphen")
  }

  static func classAsRangeEnd(_ range: Range<Int>) -> PatternError {
    PatternError(
      .classAsRangeEnd, at: range,
      "A range runs from one character to another, not to a class; write ‘\\-’ for a hyphen")
  }

  static func nothingToRepeat(_ sign: String, _ range: Range<Int>) -> PatternError {
    PatternError(
      .nothingToRepeat, at: range,
      "There is nothing to repeat before ‘\(sign)’; put it after a character, a class or a group, "
        + "or write ‘\\\(sign)’")
  }

  static func repeatedAssertion(_ range: Range<Int>) -> PatternError {
    PatternError(
      .repeatedAssertion, at: range,
      "‘^’, ‘$’, ‘\\b’ and ‘\\B’ match no character and can’t be repeated; leave this out")
  }

  static func malformedRepetition(_ range: Range<Int>) -> PatternError {
    PatternError(
      .malformedRepetition, at: range,
      "A repetition is written ‘{2}’, ‘{2,}’ or ‘{2,5}’; for a brace write ‘\\{’")
  }

  static func reversedRepetition(_ range: Range<Int>) -> PatternError {
    PatternError(
      .reversedRepetition, at: range,
      "This repeats at least more often than at most; swap the numbers")
  }

  static func loneBracket(_ sign: String, _ range: Range<Int>) -> PatternError {
    PatternError(.loneBracket, at: range, "This ‘\(sign)’ closes nothing; write ‘\\\(sign)’")
  }
}

extension PatternError {
  static func unfinishedEscape(_ range: Range<Int>) -> PatternError {
    PatternError(.unfinishedEscape, at: range, "Nothing follows ‘\\’; for a backslash write ‘\\\\’")
  }

  static func unknownEscape(_ sign: String, _ range: Range<Int>) -> PatternError {
    PatternError(
      .unknownEscape, at: range,
      "‘\\\(sign)’ has no meaning here; write ‘\(sign)’ without the backslash, or ‘\\\\\(sign)’ "
        + "for a backslash before it")
  }

  static func octalEscape(_ range: Range<Int>) -> PatternError {
    PatternError(
      .malformedEscape, at: range,
      "A character can’t be written in octal; write ‘\\x’ and two hex digits")
  }

  static func malformedEscape(_ example: String, _ range: Range<Int>) -> PatternError {
    PatternError(.malformedEscape, at: range, "This escape is incomplete; it is written \(example)")
  }

  static func malformedProperty(_ range: Range<Int>) -> PatternError {
    PatternError(
      .malformedProperty, at: range,
      "A Unicode property is written ‘\\p{Letter}’, ‘\\p{Script=Greek}’ or, for its opposite, "
        + "‘\\P{Letter}’")
  }

  static func unknownProperty(_ name: String, _ range: Range<Int>) -> PatternError {
    PatternError(
      .unknownProperty, at: range,
      "There is no Unicode property ‘\(name)’; upper and lower case matter, as in ‘Letter’, ‘Lu’, "
        + "‘Alphabetic’ or ‘Script=Greek’")
  }

  static func tooManyLooks(_ range: Range<Int>) -> PatternError {
    PatternError(
      .tooManyLooks, at: range,
      "This pattern looks ahead or behind more than \(PatternLimits.lookCount) times; split it into "
        + "rules")
  }

  static func backReference(_ range: Range<Int>) -> PatternError {
    PatternError(
      .backReference, at: range,
      "Back-references can’t be matched in linear time; spell the alternatives out, or make this "
        + "a rule of its own")
  }

  static func inlineModifier(_ range: Range<Int>) -> PatternError {
    PatternError(
      .inlineModifier, at: range,
      "Options can’t be changed inside a pattern; write ‘(?:’ and set them for the whole pattern")
  }

  static func sourceTooLong(_ range: Range<Int>) -> PatternError {
    PatternError(
      .sourceTooLong, at: range,
      "This pattern is longer than \(PatternLimits.sourceByteCount) bytes; split it into rules")
  }

  static func programTooLarge(_ range: Range<Int>) -> PatternError {
    PatternError(
      .programTooLarge, at: range,
      "Written out, this repetition needs more than \(PatternLimits.instructionCount) "
        + "instructions; repeat less often, or limit the length of the text instead")
  }

  static func nestingTooDeep(_ range: Range<Int>) -> PatternError {
    PatternError(
      .nestingTooDeep, at: range,
      "Groups are nested more than \(PatternLimits.nestingDepth) deep; flatten them")
  }

  static func tooManyRanges(_ range: Range<Int>) -> PatternError {
    PatternError(
      .tooManyRanges, at: range,
      "The classes of this pattern have more than \(PatternLimits.rangeCount) ranges together; "
        + "use fewer different ones")
  }
}
