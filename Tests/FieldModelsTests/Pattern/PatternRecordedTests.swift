import Testing

/// What an ECMAScript engine answered for expressions made at random.
///
/// The expressions are small and strange: empty alternatives, repeated assertions, folded classes.
/// The answers were recorded once, from `RegExp` with the flag `u`; an anchored row was asked as
/// `^(?:…)$`.
@Suite struct PatternRecordedTests {
  @Test("the answers are those of an ECMAScript engine", arguments: recordedRows)
  func agrees(row: PatternRow) throws {
    #expect(try row.surprises() == [])
  }
}

private typealias Row = PatternRow

private let recordedRows: [PatternRow] = [
  Row(
    "[\\p{L}\u{131}\u{3B8}]",
    matching: ["\u{10400}\u{212B}", "c\u{1F600}\u{212A}\u{3C2}", "ab1baa"],
    refusing: ["", "1"]),
  Row(
    "(b\\t|a.?c||.\u{1C6}||ca)\\b^^", [.ignoringCase],
    matching: ["A cA", "_ _a1Aa", "bAaaaaa"],
    refusing: ["", "\u{3B8}\u{1F600}"]),
  Row(
    ".*$|$$$", [.ignoringCase, .anchored],
    matching: ["_ccb", "A1ba_", "\u{434}ckc\u{1E9E}A"],
    refusing: ["\u{1F600}xa\u{A}ax", " A\u{434}\u{1E9E}\u{3C2}c\u{2028}\u{2028}"]),
  Row(
    "(b\\w|.* a)", [.ignoringCase],
    matching: ["1a bcc", "a Abca", "a/\u{1E9E}\u{A0}bk"],
    refusing: ["\u{A0}", "_a_", "\u{434}\u{414}\u{131}"]),
  Row(
    ".{2,2}",
    matching: ["A_", "S\u{1C5}\u{3C3}", "s\u{C5}\u{1C6}"],
    refusing: ["", "\u{2028}\u{17F}"]),
  Row(
    "\\d[\\p{Lu}\\P{Lu}\u{2028}]*", [.ignoringCase],
    matching: ["\u{1C6}_\u{10428}0", "ba _1_1", "Aa1cb_bca"],
    refusing: ["", "A", " _a"]),
  Row(
    "\\w[\u{3A9}]|a",
    matching: ["_ baba", "1 1Ab_a1", "/1\u{17F}\u{A}A\u{1C6}s\u{C5}a"],
    refusing: [" ", "1c", "1\u{3A3}\u{1E9E}"]),
  Row(
    "[\\P{sc=Latin}\u{414}\u{C5}-\u{2126}]",
    matching: ["c ", "\u{C5}0\u{1F600}\u{2126}K", "_\u{C5}1\u{212B}x\u{3C3}-/"],
    refusing: ["", "A", "cb"]),
  Row(
    "\\p{Lu}",
    matching: ["\u{C5}\u{2028}AS", "bcA_a"],
    refusing: ["", "_", "\u{1F603}"]),
  Row(
    "(?:a[^/]+)",
    matching: ["a1", "abA a", "bAbaaccc"],
    refusing: ["", "\u{1F600}", "\u{C9}-\u{130}\u{3A3}"]),
  Row(
    "[K-c\u{DF}].??(?:)[\u{C5}-\u{10428}]",
    matching: ["a/\u{E9}\u{3F4}\u{A0}S\u{1E9E}B", "c\u{3C2}1_\u{1C4}AA0a"],
    refusing: ["", "b", "b__"]),
  Row(
    "[^a][\u{3C3}]??.*\\B", [.anchored],
    matching: [" "],
    refusing: ["a", "AbA", "_1c"]),
  Row(
    "c^ca|(|..{1,4})", [.ignoringCase, .anchored],
    matching: ["bc", "\u{17F}S", "ab_"],
    refusing: [" ", " _bbabaaA", "bbcb baba"]),
  Row(
    "a\\P{Lu}$|\\p{L}",
    matching: ["a", "abAa", "\u{10400}c\u{C9}"],
    refusing: ["", "__"]),
  Row(
    "(?:)*[\u{2126}\u{C9}-\u{212B}]+[^\\n.]+",
    matching: [
      "\u{1F432}\u{131}\u{130}\u{17F}\u{131}\u{1E9E}\u{1C6}\u{2126}\u{C9}",
      "\u{1F432}\u{3C3}\u{10400}\u{3F4}\u{C5}\u{131}//",
    ],
    refusing: ["", "b", "bbb"]),
  Row(
    "\\b$|c\\/+?a",
    matching: ["c a", "abaAb_a", "b11Aaab_1"],
    refusing: [
      "", "\u{131}\u{1E9E}\u{C5}\u{C9}\u{2028}\u{3B8}\u{1C6}",
      "\u{1E9E}A\u{E9}1\u{A0}K\u{10428}\u{414}",
    ]),
  Row(
    "$[B\\S\\n]|b*", [.anchored],
    matching: [""],
    refusing: [" 1", "Aa1c", "b_1_c"]),
  Row(
    "$(?:(?:|)$\\bc?)", [.ignoringCase],
    matching: ["_1", "cb", "11c"],
    refusing: ["", "\u{1E9E}", "\u{3C2}\u{10428}\u{1F432}.\u{A0}"]),
  Row(
    "b.|(-/{0}\u{2126})?c(?:)*",
    matching: ["_ca1c", "ababb11", "\u{130}\u{2126}b\u{DF}\u{131}\u{1C4}\u{E9}"],
    refusing: ["", "1", "a"]),
  Row(
    "\\w*[\u{1C6}\\/_\u{17F}-\u{212A}]{1,2}b*",
    matching: ["_", "\u{17F}B", "b c_"],
    refusing: ["", "1", "b"]),
  Row(
    "(?:\u{434}?a*b)",
    matching: ["a_ab", "bcbb1", "bb1AbA"],
    refusing: ["", "x", "\u{10428}"]),
  Row(
    "(?:a+?)\\p{Lu}?$$", [.ignoringCase],
    matching: ["a", "ab", "K\u{212B}\u{3C2}\u{2028}a\u{130}"],
    refusing: ["", "c", "\u{3C3}\u{17F}"]),
  Row(
    "\\p{ASCII}{0,4}?[\u{3A3}\u{17F}A-\u{3A9}\u{3C2}]$",
    matching: ["Aa", "a\u{E9}", "_1c"],
    refusing: ["", " bA1", "b a "]),
  Row(
    "\\P{Uppercase}{1,3}?",
    matching: ["-\u{414}.", " a 1", "a_aa"],
    refusing: ["", "\u{3A9}"]),
  Row(
    "$A\\W(?:[0-\u{1C6}]??ac)??|", [.anchored],
    matching: [""],
    refusing: ["1", "ab", "b "]),
  Row(
    ".\u{10400}?[\\uD83D\\uDE00\u{3C2}\u{2126}]^|c",
    matching: ["ac", "cbbab", "accabbba"],
    refusing: ["", "b", ".\u{17F}"]),
  Row(
    "c{1,4}?[a]*?", [.ignoringCase],
    matching: [" bcb ", "b_ca 1_", "abac1a a"],
    refusing: ["", " _", "aa"]),
  Row(
    "a|b{1,2}",
    matching: ["ba _b1 ", "bb_bccA", "1bAaa1b 1"],
    refusing: ["", "A", "k\u{3A3}x"]),
  Row(
    ".[^\\u0061]*\\ba?", [.anchored],
    matching: [" 1", "Ab c  _bb"],
    refusing: ["", "\u{10428}\u{2126}", "\u{10428}a\u{3A3}"]),
  Row(
    "(?:)[^\u{131}-\u{1F600}]b",
    matching: ["cb", "c b", "aa1ab"],
    refusing: ["", "a", "1a"]),
  Row(
    ".b{0}[B-\u{C5}\u{1F432}]",
    matching: ["_bb", "_baA", "aAaac"],
    refusing: ["_", "a", "b"]),
  Row(
    "\\P{Lu}$\\b", [.ignoringCase],
    matching: ["_1_a", "baAa", "c  1"],
    refusing: ["", "_ba ", "_ba__b "]),
  Row(
    "^\u{17F}\\b|()(ab)+", [.ignoringCase],
    matching: ["bAb", "baAabb"],
    refusing: ["a", " 1aAc", "1\u{1C4}\u{A}\u{212A}\u{1C5}a\u{1C6}"]),
  Row(
    "\\w{1}|b1{2}?",
    matching: ["a ", "ca", "cc"],
    refusing: [""]),
  Row(
    "\\b\\p{ASCII}",
    matching: ["Ab", "1b_", "bb___ "],
    refusing: ["", "\u{1F432}\u{3B8}", "\u{2028}\u{212A}\u{131}\u{C5}-\u{17F}\u{10428}"]),
  Row(
    "^[^ck-\u{10400}a-\u{3C3}]()?",
    matching: ["A1ba", "0 \u{212A}\u{434}a", "_bAbb_"],
    refusing: ["aa_", "b_ ", "\u{131}\u{1F603}\u{C9}b"]),
  Row(
    "\\w{1}/*",
    matching: ["a1", "1bcA ", "_bAaa "],
    refusing: [""]),
  Row(
    "\\p{Lu}b.\\B", [.ignoringCase],
    matching: ["_cbaa _", "_1c1bbcb1"],
    refusing: ["_a", "\u{3A9}\u{1C6}", "c_  bc c_"]),
  Row(
    "(?:[^\u{E9}]c+\u{212A}|^|[S\u{1E9E}])\\S", [.ignoringCase],
    matching: ["a", "b\u{212B}\u{A}", "1aA1"],
    refusing: ["", " 1_aAA"]),
  Row(
    "\\w\u{2126}*(b)*[ -\u{10428}\u{434}]",
    matching: ["ab", "ba", "1_b"],
    refusing: ["1", "\u{212B}", "/\u{212A}\u{212B}\u{212B}\u{212A}"]),
  Row(
    "\u{C5}?\\d{0,}?[/-K]",
    matching: ["A", "_A", "1_c"],
    refusing: ["", "ba"]),
  Row(
    "\\u0061.{1,}$|\\/", [.ignoringCase, .anchored],
    matching: ["Ab_", "aaaa1caa1"],
    refusing: [" a", " b", "_ "]),
  Row(
    "|$sb{0}", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["1", "a", "abc"]),
  Row(
    "..$[^\u{3F4}\u{131}-\u{414}K\u{1E9E}]?", [.ignoringCase],
    matching: [
      "\u{3A3}\u{212B}\u{1F432}", "\u{1F603}\u{212B}\u{3A9}",
      "\u{1F603}\u{130}\u{DF}_\u{3F4}\u{1F603}ac\u{C5}",
    ],
    refusing: ["", "\u{A}"]),
  Row(
    "\\p{Cased}?\\p{gc=Nd}+",
    matching: ["\u{17F}0\u{130}\u{DF}\u{3F4}", "1Aab1bc"],
    refusing: ["AAA", "Ab ", "b_b"]),
  Row(
    "b?[k\\w]",
    matching: [" b", "_1\u{C9}", "ab_1b"],
    refusing: ["", "\u{3A3}\u{212B}\u{131}", "\u{3A3}\u{212A}\u{A}\u{17F}"]),
  Row(
    "\\p{Alphabetic}.(?:)", [.anchored],
    matching: ["Aa", "Ab", "\u{E9}a"],
    refusing: ["", "a", "1c b"]),
  Row(
    "\\b(b|\\.$$)",
    matching: ["ba c", "bac_"],
    refusing: [" a", "a\u{3B8}\u{17F}\u{130}", "\u{434}\u{3B8}S\u{131}"]),
  Row(
    "|\\u212A^^\\b", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["c", " A", "\u{C9}."]),
  Row(
    "^\\u{1F432}?b*?", [.anchored],
    matching: [""],
    refusing: [" ", "_a", "/_1"]),
  Row(
    "^$|a.*?b", [.ignoringCase],
    matching: ["", "bAbA", "ab_abc"],
    refusing: ["1", "c", "b1"]),
  Row(
    "a(?:|bc{0,2}?)",
    matching: ["Aa", "_ab", "aAab"],
    refusing: ["", ".\u{3C3}\u{3A9}", "AA1b"]),
  Row(
    "(?:a|c\\ba+^)", [.ignoringCase, .anchored],
    matching: ["a"],
    refusing: ["", "_", "\u{131}\u{A0}\u{A0}\u{A}"]),
  Row(
    "a[/-b\u{3A9}\u{1C6}\\x41]?",
    matching: ["aaA", "c\u{2028}\u{130}a", "aaAbbcc"],
    refusing: ["", "b cA", "\u{1F600}\u{2028}\u{3A9}"]),
  Row(
    "[\\p{Alphabetic}]{2,2}",
    matching: [" \u{434}\u{C5}", "_ac", "\u{212B}\u{C9}\u{1F600}"],
    refusing: ["", "A", "a"]),
  Row(
    "b[B\\.\\-\u{C9}]+?|[^\u{A}-\u{2126}\u{130}]",
    matching: [
      "\u{3F4}b.\u{1F600}", "b\u{1E9E}S\u{10400}\u{1E9E}a",
      "\u{1F603}\u{A}\u{434}\u{C9}\u{A0}-\u{10400}",
    ],
    refusing: ["", "A", "bbbAb"]),
  Row(
    "[a\u{1E9E}][\u{A0}-\u{C5}\u{C5}B\u{1F600}]?", [.ignoringCase],
    matching: ["ac", "caa_c", "A1baac"],
    refusing: ["", "1c", "1b_"]),
  Row(
    "\\p{Alphabetic}^|", [.ignoringCase, .anchored],
    matching: [""],
    refusing: [" ", "b", "1aA"]),
  Row(
    "a+?\\p{L}+?|(c^aa)+?$(?:)S",
    matching: ["aabA", " 1aab_a", "caa1aAA"],
    refusing: ["", "1", "c"]),
  Row(
    "/|\\b\\b\\b\\S*", [.anchored],
    matching: ["A", "a", "_cb"],
    refusing: ["", "\u{414}", "\u{DF}x"]),
  Row(
    "\\uD83D\\uDE00^|a",
    matching: ["ab", " aca", "aA11_ "],
    refusing: ["bc", "A_1", "bbb_"]),
  Row(
    "a|a\\t+\\x41c{1,}",
    matching: ["/\u{10428} \u{3C3}a", "1bbaaA", "bcca c"],
    refusing: ["b", "c", "\u{E9}\u{3C2}\u{17F}c"]),
  Row(
    "\u{3A9}*[^\u{DF}a\\P{Lu}]",
    matching: ["A", "\u{1E9E}.\u{1C5}\u{414}\u{3A9}", "A b__b"],
    refusing: ["", "1", " c  "]),
  Row(
    "|(?:(?:\u{1F600}[\\cA].*?)\\cA)", [.anchored],
    matching: [""],
    refusing: ["A", "b ", "bac"]),
  Row(
    "b[\\p{ASCII}.-\u{17F}a]", [.ignoringCase],
    matching: ["1abc", " b_a1bba", " aaA1ab A"],
    refusing: ["", "1", "K_x\u{3A3}\u{E9}\u{2126}"]),
  Row(
    "\\s|a+$[B\u{1F600}\u{3C3}](?:)?",
    matching: ["cAa ", "1a \u{2126}\u{17F}\u{1F600}", "1Aa bbaa"],
    refusing: ["", "_", "xx"]),
  Row(
    "[^\\u0061]\\D*\\u0061|\\b",
    matching: ["a", "\u{1C6}_", "a1A"],
    refusing: ["", "\u{212A}"]),
  Row(
    "b{1,2}?", [.ignoringCase],
    matching: ["bb1", "b\u{3A3}\u{10400}", "b\u{E9}\u{130}\u{C9}\u{130}K"],
    refusing: ["\u{C5}", "Ac1", "a1_"]),
  Row(
    "[\u{414}]*?b(.)[^\\d]+?|/", [.ignoringCase],
    matching: ["b_c", "cbcbc", "1b_aa_"],
    refusing: ["b", "bb", "\u{1F603}B"]),
  Row(
    "(?:)\\u0061{0,}cb*",
    matching: ["ac ca", "ba1aacb", "1b aAbc1"],
    refusing: ["", "b", "ba"]),
  Row(
    "[\\p{Lu}_]$", [.ignoringCase],
    matching: ["\u{3C3}", "b1b", "\u{3A9}\u{10400}"],
    refusing: ["", "bb ", "\u{DF}\u{414}0s\u{3F4}\u{2028}"]),
  Row(
    "(a)\\t|^^$\u{1F432}*",
    matching: [""],
    refusing: ["a", "_ac", "cb1"]),
  Row(
    "$\\d{0,4}?|$\\b\\b\u{2126}", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["a", "\u{1C6}", "1a"]),
  Row(
    ".{1,4}.(|(?:[\u{131}-\u{2028}]?$))*", [.ignoringCase],
    matching: ["aAb", "aba", "ca "],
    refusing: ["", "1", "b"]),
  Row(
    "|[^\u{3B8}B-a]^a{2,3}\\p{Emoji}", [.anchored],
    matching: [""],
    refusing: ["aaa", "cbc", "c_\u{10400}"]),
  Row(
    "(?:)*?^", [.anchored],
    matching: [""],
    refusing: ["A", "a a", "_aAb"]),
  Row(
    "[\u{131}-\u{10400}\u{3F4}]+?",
    matching: ["\u{434}Aa", ".b\u{C5}\u{3C3}", "/1.\u{1C5}"],
    refusing: [" B", "s0", "baba "]),
  Row(
    "\\P{Uppercase}?^\\b.*",
    matching: ["b", "A\u{1C4}", "_a"],
    refusing: ["", "\u{3C2}\u{3A9}", "\u{212A}\u{A}sKAb"]),
  Row(
    "\\uD83D\\uDE00|a[^\u{1C4}]$", [.ignoringCase],
    matching: [" aaaa", "bcbb aa", "abA_ bAb"],
    refusing: ["", " ", " bc"]),
  Row(
    "\\B[\u{3A9}\\P{Lu}a]|\\$?", [.ignoringCase, .anchored],
    matching: ["", " "],
    refusing: ["A", "ab", "\u{DF}s"]),
  Row(
    "a|A\\p{Alphabetic}c",
    matching: ["ca  1b", "11aA  _ "],
    refusing: ["", " ", "c1"]),
  Row(
    "\\p{L}{2,}",
    matching: ["AAbb", "_ba a", "x\u{DF}kx\u{130}x"],
    refusing: ["", "-", "\u{A0}"]),
  Row(
    "[A\u{130}_]?[\\d\u{A0}\u{1E9E}\\x41]^|", [.anchored],
    matching: [""],
    refusing: ["K", "ca", "1\u{1F432} "]),
  Row(
    "(?:){0,2}\u{3C2}",
    matching: [
      "\u{3C2}\u{414}k\u{212B}\u{414}\u{3C2}", "\u{1F603}B\u{3F4}\u{3C2}\u{131}/\u{1F600}\u{2126}",
    ],
    refusing: ["a", "\u{A0}\u{C9}", "a1_A"]),
  Row(
    "[^a\\/\u{1E9E}-\u{212B}]+(?:)(?:)*", [.anchored],
    matching: [" 1_", "b1 "],
    refusing: ["", "a ", "cca"]),
  Row(
    "[^\u{3F4}-\u{212A}/\\w]+a*\\p{Cased}?",
    matching: [".\u{C9}", "_1 ", "_a_a "],
    refusing: ["1", "_", "Sa"]),
  Row(
    "[^\\.\\p{gc=Nd}]??b",
    matching: ["b", "ba_", "\u{2126}b\u{130}\u{2126}"],
    refusing: ["", "1", "a"]),
  Row(
    "[\u{C9}/\u{A0}-\u{C9}\\p{Emoji}]+?",
    matching: [" _a1", "baa1abA", "\u{3C3}\u{1F603}\u{3A9}\u{1E9E}cB_"],
    refusing: ["", "a_b_", "a_b_ "]),
  Row(
    "\\P{Any}+?a\\uD83D\\uDE00$|b",
    matching: ["ab", "AAAaab", "cbb c1"],
    refusing: ["Ac", "s\u{1C6}", "1aA"]),
  Row(
    "[^\u{1C6}](?:0aa|a*?)*?", [.ignoringCase],
    matching: [" ", "A", "b "],
    refusing: [""]),
  Row(
    "[\u{A}-\u{131}\u{2126}\\t]|b?b(?:$)$", [.ignoringCase],
    matching: ["b1b1", "c1_A", "\u{3C2}\u{414}\u{1C4}S0"],
    refusing: [""]),
  Row(
    "\\p{White_Space}{1,4}",
    matching: ["cba b_a", "0\u{A}\u{212A}\u{1F603}\u{A}\u{DF}.", "cca_abb b"],
    refusing: ["a", "a1", "1aaA"]),
  Row(
    "[\u{10428}\u{A}-/][0-\u{10428}\u{2028}-\u{212B}\u{17F}-\u{1E9E}b]a?",
    matching: [" a_ b", "c1Aa b"],
    refusing: ["1", "aaaba", "_a_bab"]),
  Row(
    "[S-\u{414}]|(?:|k$)\u{C9}?k+(?:)",
    matching: ["a", "c", "Ak"],
    refusing: [""]),
  Row(
    "\\p{ASCII}\u{2028}??[^]{0,2}", [.anchored],
    matching: ["a", "b", "c"],
    refusing: ["", "bAbAb", "bcbab"]),
  Row(
    ".*?\\P{Lu}A?$",
    matching: ["b", "1b", "\u{414}c"],
    refusing: ["", "A"]),
  Row(
    ".b|a\u{3C3}\\0a|.()|", [.anchored],
    matching: [""],
    refusing: ["b _", "cb1", "__  "]),
  Row(
    "A+|(^){0,4}a{2,3}|b",
    matching: ["_A", "b1", "bcb"],
    refusing: ["", "a", "\u{2028}\u{212B}"]),
  Row(
    "[^\\uD83D\\uDE00\\u{1F432}\u{212B}\u{1C6}]",
    matching: ["A", "a", "b"],
    refusing: [""]),
  Row(
    "\u{3F4}|[b]{1,4}",
    matching: ["b\u{1E9E}", "1b_A", "bAcac"],
    refusing: ["", "c", "\u{10400}\u{3B8}"]),
  Row(
    "\\p{Lu}*?(b??)b", [.ignoringCase],
    matching: ["b", "bA", "abA"],
    refusing: ["1", "A\u{212A}", "__"]),
  Row(
    "b.??[\u{2126}]\\D|a{0,2}?^", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["_1", "\u{1E9E}k", " AAa"]),
  Row(
    "[\u{130}b]|a^$.", [.ignoringCase],
    matching: [" b", "baaa ", "baba1A"],
    refusing: ["", " ", "\u{10428}K\u{C5}"]),
  Row(
    "c(bca\\b)|", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["b", "ac", "\u{10400}/1\u{212A}"]),
  Row(
    "[^\u{1C4}-\u{1C5}\\D]{1,4}?|\u{3A3}", [.ignoringCase],
    matching: ["\u{3C3}\u{3F4}\u{2028}\u{A0}", "A1c b", ".a1\u{17F}/\u{3A9}"],
    refusing: [" a", "AA", "bb"]),
  Row(
    "(?:\\Bac|c?$|.b)*", [.ignoringCase, .anchored],
    matching: ["", "bb"],
    refusing: ["ab_", "\u{1C4}a\u{1C5}", " _A "]),
  Row(
    "\\P{Uppercase}\\B",
    matching: [" _a", "\u{3C3}\u{E9}\u{1C5}\u{212A} a", "bAAaba_a1"],
    refusing: ["", "1"]),
  Row(
    "bc(?:^s|b{2,2})*?|\\ba", [.ignoringCase],
    matching: ["bc__", "A_1A c", "aAbbbaA1 "],
    refusing: ["", "\u{131}", "_b"]),
  Row(
    "[^\\p{Cased}]*?", [.ignoringCase, .anchored],
    matching: [""],
    refusing: ["c_", "_bb", " _bc"]),
  Row(
    "\u{1C5}|\\B$[\u{212A}\u{10400}]|", [.anchored],
    matching: [""],
    refusing: ["1", "S\u{414}K", "\u{3F4}\u{A0}\u{3A9}"]),
  Row(
    "\\uD83D\\uDE00a\\cA|a",
    matching: ["_aca", "a\u{1F432}\u{3B8}\u{17F}", "a1abca11"],
    refusing: ["b", "1bA_b_", "\u{E9}x\u{130}\u{3C3}\u{1C4}\u{212B}-\u{2028}\u{C9}"]),
  Row(
    "\\.$|\\P{sc=Latin}a",
    matching: ["A ab", "ab aA"],
    refusing: ["\u{1C4}", "c\u{1E9E}\u{212B}", "b_1c"]),
  Row(
    ".\\p{Alphabetic}", [.ignoringCase],
    matching: ["\u{A}\u{1C6}\u{17F}", "bbA", "A_bb_"],
    refusing: ["", "1"]),
  Row(
    ".\u{C9}|^|\u{A}[\\/]^^", [.anchored],
    matching: [""],
    refusing: ["c", "\u{2028}", "\u{1E9E}\u{1C5}\u{131}"]),
  Row(
    "(?:(/{3}){2,3}\\na)a|", [.anchored],
    matching: [""],
    refusing: ["\u{C9}", "\u{3A9}1", "\u{2126}b"]),
  Row(
    "c{1,4}a*\u{3F4}*",
    matching: ["AabaacaaA", "Aca Aac _", "Kc\u{3C3}\u{E9}A\u{C9}\u{2028}\u{1F600}"],
    refusing: ["", "A", "a"]),
  Row(
    "a{1,4}?",
    matching: ["aa ", "bac ", "b1Aa_"],
    refusing: ["Ab", "1_b", "_cc"]),
  Row(
    "(?:)a+",
    matching: ["c_a__1", "c a_Accb"],
    refusing: ["", "1c", "A_ "]),
  Row(
    "(^(?:^)\\b)", [.ignoringCase],
    matching: ["A", "_", "\u{17F}\u{1F432}"],
    refusing: [" bcbA A ", "-\u{17F} aa.\u{3C3}-\u{10428}"]),
  Row(
    "c(?:|\\u{1F432}a$.){1,3}?",
    matching: ["c", "_ca a_bb", "bc aA_AA"],
    refusing: ["", "A", "k"]),
  Row(
    "(?:\u{3A9}|\\b\\p{Cased}$)?.?", [.anchored],
    matching: ["", ".", "\u{2126}"],
    refusing: ["aaAc", "b\u{E9}\u{3A9}\u{1C5}\u{434}", "AAaca A"]),
  Row(
    "a\\p{Lowercase}+$|Kc+?", [.ignoringCase],
    matching: ["aAb", "aac", "AbcAab"],
    refusing: ["a", "c", "\u{2028}"]),
  Row(
    "c\\b\\n?",
    matching: ["\u{1E9E}\u{E9}x\u{3F4}Sc", "a0c\u{DF}\u{1F432}0\u{E9}\u{A}"],
    refusing: ["", "b", "cAca11"]),
  Row(
    "[\u{131}\u{C5}-\u{3C3}\u{414}S]*?.{0,3}^\\D",
    matching: ["b", "_b", "K\u{3B8}\u{A0}"],
    refusing: ["", "1bbaAaA1c"]),
  Row(
    "[^\u{10400}\u{10428}\\.\\w]*|", [.anchored],
    matching: ["", "\u{1F432}\u{DF}\u{A0}\u{3B8}/"],
    refusing: ["A", "B", "a"]),
  Row(
    "[\u{131}a\u{1E9E}/-\u{414}].?|^(?:\\B^)\u{130}?", [.ignoringCase, .anchored],
    matching: ["", "A", "c"],
    refusing: ["_ b", "ab _", "x\u{131}_\u{1E9E}\u{1C4}a"]),
  Row(
    "\\$?\\w|\\u212A\\S",
    matching: ["a", "a1", "bc"],
    refusing: ["", " \u{3C3}\u{A}", "\u{DF}\u{131}\u{3C2}\u{A}\u{414}"]),
  Row(
    "c[b]*?", [.ignoringCase],
    matching: ["_Abc", "ab1ac", "A1bcaA"],
    refusing: ["", "bbb b", "_\u{17F}\u{10400}\u{1C5}\u{131}\u{17F}a"]),
  Row(
    "(?:\\n[\\cA]|)\\b",
    matching: ["_", "b ", "1 ab"],
    refusing: ["\u{3A9}", "\u{434}\u{434}"]),
]
