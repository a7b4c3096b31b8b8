import FieldModels
import Testing

@Suite struct PatternErrorTests {
  @Test("what is wrong is named, with its bytes and a way out", arguments: refusedRows)
  func refuses(row: RefusedRow) {
    let error = #expect(throws: PatternError.self) { try Pattern(row.source) }
    #expect(error?.kind == row.kind)
    #expect(error?.utf8Range == row.utf8Range)
    #expect(error?.message.contains(row.hint) == true, "\(error?.message ?? "")")
  }

  @Test("every kind of error is in the table or is a limit")
  func coversKinds() {
    let limits: Set<PatternError.Kind> = [
      .sourceTooLong, .programTooLarge, .nestingTooDeep, .tooManyRanges, .tooManyLooks,
    ]
    #expect(limits.union(refusedRows.map(\.kind)) == Set(PatternError.Kind.allCases))
  }

  @Test("what is legal only without the flag u is refused", arguments: laxSources)
  func isStrict(source: String) {
    #expect(throws: PatternError.self) { try Pattern(source) }
  }
}

/// An expression that is refused, why, where, and a part of what people are told.
struct RefusedRow: Sendable, CustomTestStringConvertible {
  let source: String
  let kind: PatternError.Kind
  let utf8Range: Range<Int>
  let hint: String

  init(_ source: String, _ kind: PatternError.Kind, _ utf8Range: Range<Int>, _ hint: String) {
    self.source = source
    self.kind = kind
    self.utf8Range = utf8Range
    self.hint = hint
  }

  var testDescription: String { "/\(source)/" }
}

private let refusedRows: [RefusedRow] = [
  RefusedRow("é(a", .unclosedGroup, 2..<3, "add a ‘)’"),
  RefusedRow("a(?<n>b(?:c)", .unclosedGroup, 1..<6, "never closed"),
  RefusedRow("a)b", .unopenedGroup, 1..<2, "write ‘\\)’"),
  RefusedRow("a(?é)", .unknownGroup, 1..<5, "‘(?:’"),
  RefusedRow("(?", .unknownGroup, 0..<2, "‘\\?’"),
  RefusedRow("(?<>a)", .malformedGroupName, 3..<4, "‘(?<year>’"),
  RefusedRow("(?<1>a)", .malformedGroupName, 3..<4, "a letter"),
  RefusedRow("(?<a-b>a)", .malformedGroupName, 3..<5, "closed by ‘>’"),
  RefusedRow("(?<a", .malformedGroupName, 3..<4, "closed by ‘>’"),
  RefusedRow("(?<a\\x62>b)", .malformedGroupName, 3..<5, "letters and digits"),
  RefusedRow("(?<é>a)(?<\\u00E9>b)", .duplicateGroupName, 11..<17, "called ‘é’ already"),
  RefusedRow("a[b", .unclosedClass, 1..<2, "add a ‘]’"),
  RefusedRow("[a-", .unclosedClass, 0..<1, "write ‘\\[’"),
  RefusedRow("[xb-a]", .reversedClassRange, 2..<5, "lower character first"),
  RefusedRow("[a-\\d]", .classAsRangeEnd, 1..<5, "‘\\-’"),
  RefusedRow("[\\w-z]", .classAsRangeEnd, 1..<5, "not to a class"),
  RefusedRow("*a", .nothingToRepeat, 0..<1, "‘\\*’"),
  RefusedRow("a+*", .nothingToRepeat, 2..<3, "before ‘*’"),
  RefusedRow("a|{2}", .nothingToRepeat, 2..<3, "write ‘\\{’"),
  RefusedRow("(?:+)", .nothingToRepeat, 3..<4, "before ‘+’"),
  RefusedRow("^*", .repeatedAssertion, 1..<2, "leave this out"),
  RefusedRow("\\b+", .repeatedAssertion, 2..<3, "can’t be repeated"),
  RefusedRow("a{", .malformedRepetition, 1..<2, "‘{2,5}’"),
  RefusedRow("a{,3}", .malformedRepetition, 1..<2, "‘{2,}’"),
  RefusedRow("a{2,b}", .malformedRepetition, 1..<4, "‘\\{’"),
  RefusedRow("a{3,2}", .reversedRepetition, 1..<6, "swap"),
  RefusedRow("a]", .loneBracket, 1..<2, "‘\\]’"),
  RefusedRow("a}", .loneBracket, 1..<2, "‘\\}’"),
  RefusedRow("a\\", .unfinishedEscape, 1..<2, "‘\\\\’"),
  RefusedRow("a\\é", .unknownEscape, 1..<4, "write ‘é’ without"),
  RefusedRow("\\-", .unknownEscape, 0..<2, "no meaning here"),
  RefusedRow("[\\B]", .unknownEscape, 1..<3, "without the backslash"),
  RefusedRow("\\c1", .malformedEscape, 0..<2, "‘\\cA’"),
  RefusedRow("\\x4g", .malformedEscape, 0..<3, "‘\\xE9’"),
  RefusedRow("\\u12", .malformedEscape, 0..<4, "‘\\u00E9’"),
  RefusedRow("\\u{110000}", .malformedEscape, 0..<10, "10FFFF"),
  RefusedRow("\\u{}", .malformedEscape, 0..<3, "‘\\u{1F600}’"),
  RefusedRow("\\01", .malformedEscape, 0..<3, "octal"),
  RefusedRow("[\\1]", .malformedEscape, 1..<3, "‘\\x’"),
  RefusedRow("\\pL", .malformedProperty, 0..<2, "‘\\p{Letter}’"),
  RefusedRow("\\p{L", .malformedProperty, 0..<4, "‘\\p{Script=Greek}’"),
  RefusedRow("a\\p{letter}", .unknownProperty, 1..<11, "‘letter’"),
  RefusedRow("\\p{Script=Klingon}", .unknownProperty, 0..<18, "‘Script=Klingon’"),
  RefusedRow("\\p{Greek}", .unknownProperty, 0..<9, "‘Script=Greek’"),
  RefusedRow("\\p{Alphabetic=Y}", .unknownProperty, 0..<16, "matter"),
  RefusedRow("a(?=b", .unclosedGroup, 1..<4, "close"),
  RefusedRow("(?!b)*", .repeatedAssertion, 5..<6, "leave this out"),
  RefusedRow("(?=(a)", .unclosedGroup, 0..<3, "close"),
  RefusedRow("(a)\\1", .backReference, 3..<5, "linear time"),
  RefusedRow("\\10", .backReference, 0..<3, "linear time"),
  RefusedRow("(?<n>a)\\k<n>", .backReference, 7..<9, "linear time"),
  RefusedRow("(?i:a)", .inlineModifier, 0..<3, "for the whole pattern"),
  RefusedRow("(?-i:a)", .inlineModifier, 0..<3, "for the whole pattern"),
]

private let laxSources = [
  "{", "}", "]", "a{1", "a{1,2", "x{a}", "\\a", "\\_", "\\\"", "\\ ", "\\8", "\\00", "\\07", "\\c",
  "\\c_", "\\x", "\\u", "\\u{", "\\u{g}", "\\k", "\\p", "\\P{}", "[\\c1]", "[\\k]", "[\\a]",
  "[\\00]", "[\\s-\\w]", "[b-a]", "$?", "\\B{2}", "a**", "a{2}{3}", "(?)", "(?a)", "()(", "())",
]
