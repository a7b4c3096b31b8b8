import FieldModels
import Testing

@Suite struct PatternMatchTests {
  @Test("an expression matches what ECMA-262 says", arguments: syntaxRows + unicodeRows + caseRows)
  func matches(row: PatternRow) throws {
    #expect(try row.surprises() == [])
  }

  @Test("assertions and empty loops match and end", arguments: assertionRows + emptyLoopRows)
  func asserts(row: PatternRow) throws {
    #expect(try row.surprises() == [])
  }

  @Test("what is ahead of a place and behind it is looked at", arguments: lookRows)
  func looks(row: PatternRow) throws {
    #expect(try row.surprises() == [])
  }

  @Test("a pattern looks ahead and behind a bounded number of times")
  func boundsLooks() throws {
    #expect(try Pattern(String(repeating: "(?=a)", count: 64)).matches("a"))
    #expect(throws: PatternError.self) { try Pattern(String(repeating: "(?=a)", count: 65)) }
    // So are the ranges of its classes, in all looks together.
    let wide = "(?=[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]|\\p{Lu}|\\p{Ll}|\\p{Alphabetic})"
    #expect(try Pattern(wide).matches("a"))
    #expect(throws: PatternError.self) { try Pattern(String(repeating: wide, count: 40)) }
  }

  @Test("an anchored pattern has to match the whole text", arguments: anchoredRows)
  func anchors(row: PatternRow) throws {
    #expect(try row.surprises() == [])
  }

  @Test("patterns are equal when expression and options are")
  func equality() throws {
    #expect(try Pattern("a+") == Pattern("a+"))
    #expect(try Pattern("a+") != Pattern("aa*"))
    #expect(try Pattern("a+") != Pattern("a+", isCaseInsensitive: true))
    #expect(try Pattern("a+") != Pattern("a+", isAnchored: true))
  }
}

private let syntaxRows: [PatternRow] = [
  PatternRow("", matching: ["", "a"]),
  PatternRow("b", matching: ["abc"], refusing: ["", "ac"]),
  PatternRow("^(red|green|)$", matching: ["red", "green", ""], refusing: ["blue", "redgreen"]),
  PatternRow("^(?:ab|cd)+$", matching: ["ab", "abcdab"], refusing: ["", "abc"]),
  PatternRow("^(?<year>\\d{4})-(?<month>\\d\\d)$", matching: ["2024-02"], refusing: ["2024-2"]),
  PatternRow("^(?<$\\u{61}_é𝒜9>x)$", matching: ["x"], refusing: [""]),
  PatternRow("^ab?c*d+$", matching: ["ad", "abccdd"], refusing: ["abbd", "ac"]),
  PatternRow("^a{3}$", matching: ["aaa"], refusing: ["aa", "aaaa"]),
  PatternRow("^a{2,}$", matching: ["aa", "aaaaa"], refusing: ["a"]),
  PatternRow("^a{2,4}$", matching: ["aa", "aaa", "aaaa"], refusing: ["a", "aaaaa"]),
  PatternRow("^a{0}b{0,1}$", matching: ["", "b"], refusing: ["a", "bb"]),
  PatternRow("^(a{1,2}){2}$", matching: ["aa", "aaaa"], refusing: ["a", "aaaaa"]),
  PatternRow("^a*?b+?c??d{2}?$", matching: ["bdd", "aabbcdd"], refusing: ["add"]),
  PatternRow("^(?:){99999999999999999999}c$", matching: ["c"], refusing: [""]),
  PatternRow("^.$", matching: ["a", "é", "😀"], refusing: ["", "\n", "\r", "\u{2028}", "ab"]),
  PatternRow("^[a-c_]$", matching: ["a", "b", "c", "_"], refusing: ["d", "-", "A"]),
  PatternRow("^[^a-c]$", matching: ["d", "\n", "😀"], refusing: ["a", "b", ""]),
  PatternRow("^[-a]$", matching: ["-", "a"], refusing: ["b"]),
  PatternRow("^[a-]$", matching: ["-", "a"], refusing: ["b"]),
  PatternRow("^[!--]$", matching: ["!", "-", "+"], refusing: ["."]),
  PatternRow("^[\\w\\-.]$", matching: ["a", "-", "."], refusing: ["/"]),
  PatternRow("^[({[.*+?|$^]$", matching: ["(", "{", "[", ".", "|", "^"], refusing: ["\\"]),
  PatternRow("^[\\b\\-\\]\\\\]$", matching: ["\u{8}", "-", "]", "\\"], refusing: ["b"]),
  PatternRow("[]", refusing: ["", "a"]),
  PatternRow("^[^]$", matching: ["a", "\n", "\u{10FFFF}"], refusing: [""]),
  PatternRow("^\\d\\D$", matching: ["1a", "1١"], refusing: ["11", "١a"]),
  PatternRow("^\\w\\W$", matching: ["a-", "_é"], refusing: ["éa", "ab"]),
  PatternRow(
    "^\\s\\S$", matching: [" a", "\u{A0}b", "\u{FEFF}c", "\u{2029}\u{180E}"],
    refusing: ["  ", "\u{85}a", "\u{200B}a"]),
  PatternRow("^\\t\\n\\v\\f\\r\\0$", matching: ["\t\n\u{B}\u{C}\r\0"], refusing: ["tnvfr0"]),
  PatternRow("^\\cJ\\cj\\x41\\u0042$", matching: ["\n\nAB"], refusing: ["JJAB"]),
  PatternRow("^\\x4A\\x4a\\u00DF\\u{1f60A}$", matching: ["JJß😊"]),
  PatternRow("^\\u{1F600}\\uD83D\\uDE00\\u{00000000041}$", matching: ["😀😀A"]),
  PatternRow("^[\\uD83D\\uDE00-\\uD83D\\uDE05]$", matching: ["😃"], refusing: ["😆"]),
  PatternRow("\\uD83D", refusing: ["😀", "\u{FFFD}"]),
  PatternRow("^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", matching: ["^$\\.*+?()[]{}|/"]),
]

private let unicodeRows: [PatternRow] = [
  PatternRow("^\\p{L}+$", matching: ["école", "Ωд", "漢"], refusing: ["a1", "😀"]),
  PatternRow("^\\p{Letter}\\p{gc=Lu}\\p{General_Category=Nd}$", matching: ["éÉ٣"]),
  PatternRow("^\\p{digit}\\p{punct}$", matching: ["५!"], refusing: ["5+"]),
  PatternRow("^\\p{LC}$", matching: ["a", "ǅ"], refusing: ["ª", "漢"]),
  PatternRow("^\\P{Lu}$", matching: ["a", "1"], refusing: ["A", "Σ"]),
  PatternRow("^[^\\P{Lu}X]$", matching: ["A"], refusing: ["X", "a"]),
  PatternRow("^\\p{Script=Greek}\\p{sc=Cyrl}$", matching: ["Ωд"], refusing: ["дΩ"]),
  PatternRow("^\\p{sc=Beria_Erfe}\\p{sc=Qaai}$", matching: ["\u{16EA0}\u{300}"]),
  PatternRow("^\\p{sc=Deva}$", matching: ["क"], refusing: ["।"]),
  PatternRow(
    "^\\p{scx=Deva}\\p{Script_Extensions=Beng}$", matching: ["।।", "क।"], refusing: ["कक"]),
  PatternRow("^\\p{Any}\\p{ASCII}\\p{Assigned}$", matching: ["\u{378}aé"], refusing: ["aéa"]),
  PatternRow("^\\P{Assigned}$", matching: ["\u{378}"], refusing: ["a"]),
  PatternRow("^\\p{Emoji}\\p{Extended_Pictographic}\\p{RI}$", matching: ["1😀🇫"]),
  PatternRow("^\\p{IDS}\\p{ID_Continue}*$", matching: ["a1", "é"], refusing: ["1a"]),
  PatternRow("^\\p{space}\\p{White_Space}$", matching: ["\u{85} "], refusing: ["\u{FEFF} "]),
  PatternRow("\\P{Any}", refusing: ["", "a"]),
  PatternRow("^🐲*$", matching: ["", "🐲🐲"], refusing: ["🐉"]),
  PatternRow("^.{3}$", matching: ["👩‍👩", "e\u{301}x"], refusing: ["e\u{301}"]),
]

private let caseRows: [PatternRow] = [
  PatternRow("^stra\u{DF}e$", [.ignoringCase], matching: ["STRA\u{1E9E}E"], refusing: ["STRASSE"]),
  PatternRow("^[a-z]+$", [.ignoringCase], matching: ["azAZ", "\u{17F}\u{212A}"], refusing: ["é"]),
  PatternRow("^\\w\\W$", [.ignoringCase], matching: ["\u{17F}é"], refusing: ["a\u{212A}"]),
  PatternRow("^\u{3C3}$", [.ignoringCase], matching: ["Σ", "ς", "σ"], refusing: ["s"]),
  PatternRow("^[^\u{3C3}]$", [.ignoringCase], matching: ["s"], refusing: ["Σ", "ς"]),
  PatternRow("^\\p{Lu}$", [.ignoringCase], matching: ["a", "A"], refusing: ["1"]),
  PatternRow("^\\P{Lu}$", [.ignoringCase], matching: ["a", "A", "1"]),
  PatternRow("^[^\\P{Lu}]$", [.ignoringCase], refusing: ["a", "A", "1"]),
  PatternRow("^i$", [.ignoringCase], matching: ["I"], refusing: ["İ", "ı"]),
  PatternRow("^\u{10400}$", [.ignoringCase], matching: ["\u{10428}"]),
  PatternRow("^i$", matching: ["i"], refusing: ["I"]),
]

private let assertionRows: [PatternRow] = [
  PatternRow("^a", matching: ["ab"], refusing: ["ba", "\na"]),
  PatternRow("a$", matching: ["ba"], refusing: ["ab", "a\n"]),
  PatternRow("^$", matching: [""], refusing: ["a", "\n"]),
  PatternRow("$^", matching: [""], refusing: ["a"]),
  PatternRow("a^|$b", refusing: ["ab", "ba", ""]),
  PatternRow("^^a$$", matching: ["a"], refusing: ["aa"]),
  PatternRow(
    "(?:^|,)b(?:,|$)", matching: ["b", "a,b", "b,c", "a,b,c"], refusing: ["ab,c", "a,bc"]),
  PatternRow("\\bfoo\\b", matching: ["foo", "a foo!", "éfoo"], refusing: ["food", "_foo"]),
  PatternRow("\\Boo\\B", matching: ["foody"], refusing: ["foo", "oo", " oo "]),
  PatternRow("^\\b$|^\\B$", matching: [""], refusing: ["a", " "]),
  PatternRow("^.\\b.$", matching: ["a ", " a"], refusing: ["aa", "  "]),
  PatternRow("a\\b$", matching: ["a", " a"], refusing: ["a "]),
  PatternRow("\\b\u{17F}\\b", [.ignoringCase], matching: [" s "], refusing: ["\u{17F}s"]),
]

private let lookRows: [PatternRow] = [
  PatternRow(
    "^(?=.*[A-Z])(?=.*[0-9])(?!.* ).{8,}$", matching: ["Passw0rd", "aaaaaaaA1"],
    refusing: ["", "password1", "Password", "Pass w0rd", "P0"]),
  PatternRow("^((?![<>{}]).)*$", matching: ["", "a b"], refusing: ["a<b", "}"]),
  PatternRow("a(?=b)", matching: ["ab", "aab"], refusing: ["a", "ba", "ac"]),
  PatternRow("a(?!b)", matching: ["a", "aba"], refusing: ["ab", "b"]),
  PatternRow("(?<=a)b", matching: ["ab"], refusing: ["b", "cb", "ba"]),
  PatternRow("(?<!a)b", matching: ["b", "cb", "abb"], refusing: ["ab", "a"]),
  PatternRow("(?<=^a{2,3})b", matching: ["aab", "aaab"], refusing: ["ab", "aaaab"]),
  PatternRow("(?=(?!ab)a.)", matching: ["ac", "abac"], refusing: ["ab", "a"]),
  PatternRow("(?:(?<=\\d)x|y)+$", matching: ["1x", "y", "yy"], refusing: ["x", "yx", "1xx"]),
  PatternRow("é(?=😀$)", matching: ["é😀", "éé😀"], refusing: ["é😀a", "é"]),
  PatternRow("(?!)", refusing: ["", "a"]),
  PatternRow("(?=)", matching: ["", "a"]),
  PatternRow("(?<=\\bcat)\\b", matching: ["cat", "a cat"], refusing: ["cats", "acat"]),
  PatternRow(
    "^(?!.*(?:ab|ba)).+", [.anchored, .ignoringCase], matching: ["aacb"], refusing: ["xAB", ""]),
]

private let emptyLoopRows: [PatternRow] = [
  PatternRow("^(a*)*$", matching: ["", "aaa"], refusing: ["b"]),
  PatternRow("^(|a)*b$", matching: ["b", "aab"], refusing: ["a"]),
  PatternRow("(^a|$)+", matching: ["a", "b", ""]),
  PatternRow("^(?:^a|$){2}$", matching: ["", "a"], refusing: ["aa"]),
  PatternRow("^(?:(?:a?)*?b{0,})+$", matching: ["", "abba"], refusing: ["c"]),
  PatternRow("^(?:\\b|\\B)+a$", matching: ["a"], refusing: ["b"]),
  PatternRow("^()*(?:|)+(?:){3,}$", matching: [""], refusing: ["a"]),
]

private let anchoredRows: [PatternRow] = [
  PatternRow("a|bc", [.anchored], matching: ["a", "bc"], refusing: ["", "ab", "xbc", "bcx"]),
  PatternRow("a", [.anchored, .ignoringCase], matching: ["A"], refusing: ["AA"]),
  PatternRow("^a$", [.anchored], matching: ["a"], refusing: ["ba", "ab"]),
  PatternRow("", [.anchored], matching: [""], refusing: ["a"]),
  PatternRow("a*?", [.anchored], matching: ["", "aaa"], refusing: ["ab"]),
]
