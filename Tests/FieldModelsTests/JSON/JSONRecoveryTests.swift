import FieldModels
import FieldTestSupport
import Testing

/// What is still read of a broken text, and what is said about it.
@Suite("Broken JSON")
struct JSONRecoveryTests {
  @Test(
    "is read on where a person would",
    arguments: [
      // Nothing wrong.
      (#"{ "a": [1, null], "b": {} }"#, #"{"a": [1 null], "b": {}}"#, []),
      // Texts.
      ("", "", ["emptyText «»"]),
      ("1 2", "1", ["trailingContent «2»"]),
      ("{} // end", "{}", ["comment «// end»"]),
      // Strings.
      (#"["a]"#, #"["a]……]"#, ["unterminatedString «\"a]»", "missingClose(93) «]»"]),
      ("[\"a\n]", "[\"a…]", ["unterminatedString «\"a»"]),
      ("[\"a\", \"b]\n]", "[\"a\" \"b]…]", ["unterminatedString «\"b]»"]),
      ("[\"a\tb\"]", "[\"a\tb\"]", ["controlCharacter «\t»"]),
      (#"["\q"]"#, #"["\q"]"#, [#"invalidEscape «\q»"#]),
      (#"["\u12"]"#, #"["\u12"]"#, [#"invalidEscape «\u»"#]),
      (#"["\ud83d"]"#, #"["\ud83d"]"#, [#"loneSurrogate «\ud83d»"#]),
      (#"["\ude00\ud83d\ude00"]"#, #"["\ude00\ud83d\ude00"]"#, [#"loneSurrogate «\ude00»"#]),
      (
        #"{ "a\"#, #"{"a\…: _…}"#,
        [
          #"invalidEscape «\»"#, #"unterminatedString «"a\»"#, #"missingValue «\»"#,
          #"missingClose(125) «\»"#,
        ]
      ),
      // Words and numbers.
      ("[yes]", "[!yes]", ["unexpectedWord «yes»"]),
      ("[True]", "[!True]", ["unexpectedWord «True»"]),
      ("['a b']", "[!'a b']", ["singleQuotes «'a b'»"]),
      ("['a]", "[!'a]…]", ["singleQuotes «'a]»", "missingClose(93) «]»"]),
      ("[#]", "[!#]", ["unexpectedCharacter «#»"]),
      ("[01]", "[!01]", ["malformedNumber «01»"]),
      (
        "[+1, .5, 5., 1e, --1, 0x1F]", "[!+1 !.5 !5. !1e !--1 !0x1F]",
        [
          "malformedNumber «+1»", "malformedNumber «.5»", "malformedNumber «5.»",
          "malformedNumber «1e»", "malformedNumber «--1»", "malformedNumber «0x1F»",
        ]
      ),
      (
        "[NaN, -Infinity]", "[!NaN !-Infinity]",
        [
          "unexpectedWord «NaN»", "malformedNumber «-Infinity»",
        ]
      ),
      // Commas and colons.
      ("[1 2]", "[1 2]", ["missingComma «1»"]),
      ("[1,, 2]", "[1 2]", ["extraComma «,»"]),
      ("[,]", "[]", ["extraComma «,»"]),
      ("[1,]", "[1]", ["trailingComma «,»"]),
      ("[1,,]", "[1]", ["extraComma «,»", "trailingComma «,»"]),
      (#"{"a": 1 "b": 2}"#, #"{"a": 1, "b": 2}"#, ["missingComma «1»"]),
      (
        #"{,"a": 1,, "b": 2,}"#, #"{"a": 1, "b": 2}"#,
        [
          "extraComma «,»", "extraComma «,»", "trailingComma «,»",
        ]
      ),
      (#"{"a" 1}"#, #"{"a": 1}"#, [#"missingColon «"»"#]),
      (#"{"a":: 1}"#, #"{"a": 1}"#, ["unexpectedCharacter «:»"]),
      ("[1: 2]", "[1 2]", ["unexpectedCharacter «:»", "missingComma «1»"]),
      // Members.
      (#"{"a": }"#, #"{"a": _}"#, ["missingValue «:»"]),
      (#"{"a": , "b": 1}"#, #"{"a": _, "b": 1}"#, ["missingValue «:»"]),
      (#"{"a": "b": 1}"#, #"{"a": _, "b": 1}"#, ["missingValue «:»"]),
      (#"{"a"}"#, #"{"a": _}"#, [#"missingColon «"»"#]),
      (#"{"a", "b": 1}"#, #"{"a": _, "b": 1}"#, [#"missingColon «"»"#]),
      (#"{a: 1}"#, #"{!a: 1}"#, ["unexpectedWord «a»"]),
      (
        #"{1: 1, true: 2}"#, #"{!1: 1, !true: 2}"#, ["unexpectedWord «1»", "unexpectedWord «true»"]
      ),
      (#"{"a": 1 2}"#, #"{"a": 1}"#, ["unexpectedWord «2»"]),
      (#"{"a": 1 b "c": 2}"#, #"{"a": 1, "c": 2}"#, ["unexpectedWord «b»", "missingComma «b»"]),
      (#"{{"a": 1}}"#, #"{_: {"a": 1}}"#, ["missingComma «{»"]),
      (#"{"a": 1, {"b": 2}}"#, #"{"a": 1, _: {"b": 2}}"#, ["missingComma «,»"]),
      // What is left open.
      ("[1, 2", "[1 2…]", ["missingClose(93) «2»"]),
      (
        #"{"a": [1, {"b": 2"#, #"{"a": [1 {"b": 2…}…]…}"#,
        [
          "missingClose(125) «2»", "missingClose(93) «2»", "missingClose(125) «2»",
        ]
      ),
      (#"{"a": [1, 2}"#, #"{"a": [1 2…]}"#, ["missingClose(93) «2»"]),
      (#"[{"a": 1]"#, #"[{"a": 1…}]"#, ["missingClose(125) «1»"]),
      (#"{"a": [1, "b": 2}"#, #"{"a": [1…], "b": 2}"#, ["missingClose(93) «,»"]),
      (
        #"{"a": [[1, ["b", "c": 2}"#, #"{"a": [[1 ["b"…]…]…], "c": 2}"#,
        [
          "missingClose(93) «,»"
        ]
      ),
      // What is closed too often.
      ("[1]]", "[1]", ["trailingContent «]»"]),
      ("[1}", "[1…]", ["strayClose «}»", "missingClose(93) «1»"]),
      (#"{"a": 1]}"#, #"{"a": 1}"#, ["strayClose «]»"]),
      (#"{"a": 1}}"#, #"{"a": 1}"#, ["trailingContent «}»"]),
      // Comments.
      ("[1, /* 2 */ 3]", "[1 3]", ["comment «/* 2 */»"]),
      ("[1, /* 2\n3]", "[1 3]", ["unterminatedComment «/* 2»"]),
      (
        "[1 / 2]", "[1 !/ 2]",
        [
          "missingComma «1»", "unexpectedCharacter «/»", "missingComma «/»",
        ]
      ),
    ] as [(String, String, [String])])
  func recovery(text: String, tree: String, problems: [String]) {
    let dump = JSONDump(text)
    #expect(dump.line == tree)
    #expect(dump.problemLines == problems)
    #expect(dump.violations == [])
  }

  @Test(
    "comments and a comma before the end are part of the other dialect",
    arguments: [
      ("// a\n[1, // b\r 2, /* c\n*/ ] // d", "[1 2]", []),
      (#"{ /**/ "a" /* : */ : /***/ 1, }"#, #"{"a": 1}"#, []),
      ("[1,,]", "[1]", ["extraComma «,»"]),
      ("[1] /* a", "[1]", ["unterminatedComment «/* a»"]),
      ("/", "!/", ["unexpectedCharacter «/»"]),
    ] as [(String, String, [String])])
  func comments(text: String, tree: String, problems: [String]) {
    let dump = JSONDump(text, dialect: .commented)
    #expect(dump.line == tree)
    #expect(dump.problemLines == problems)
  }

  @Test("what lies too deep is passed, not read, and what is behind it is read")
  func depth() {
    let dump = JSONDump(#"[[["]", {"a": 1}], 2], 3]"#, depthLimit: 2)
    #expect(dump.line == "[[[] 2] 3]")
    #expect(dump.problemLines == ["tooDeep(limit: 2) «[»"])
    #expect(JSONDump("[[[[1", depthLimit: 2).violations == [])
  }

  @Test("a text with endless mistakes is told a thousand of them")
  func problemLimit() {
    #expect(JSONDump(String(repeating: "?,", count: 5000)).problems.count <= 1000)
    #expect(JSONDump("[" + String(repeating: "?,", count: 5000)).problems.count == 1000)
  }

  @Test(
    "what can't stand in a string as it is is found wherever it stands",
    arguments: [0x00, 0x1F, 0x22, 0x5C, 0x80, 0xFF] as [UInt8])
  func specials(byte: UInt8) {
    for (place, count) in Self.places {
      // A quote ends the string before its end, and a backslash at the end leaves it open.
      let isLast = place == count - 1
      let expected = byte == 0x22 ? place + 2 : byte == 0x5C && isLast ? 0 : place + 1
      #expect(problem(with: byte, at: place, of: count) == expected, "\(place) of \(count)")
    }
  }

  @Test(
    "what is next to it stands in a string as it is",
    arguments: [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] as [UInt8])
  func plain(byte: UInt8) {
    for (place, count) in Self.places {
      #expect(problem(with: byte, at: place, of: count) == nil, "\(place) of \(count)")
    }
  }

  /// Every place in strings of up to 19 bytes, and how many those are.
  private static let places = (1..<20).flatMap { count in (0..<count).map { ($0, count) } }

  /// Where the first problem is with a string of some length that has a byte at a place.
  private func problem(with byte: UInt8, at place: Int, of count: Int) -> Int? {
    var content = Array(repeating: UInt8(ascii: "~"), count: count)
    content[place] = byte
    var reader = JSONReader([0x22] + content + [0x22], dialect: .strict)
    reader.readText()
    return reader.problems.first?.span.lowerBound
  }
}
