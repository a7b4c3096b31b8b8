import FieldModels
import Testing

@Suite("JSON writing")
struct JSONWriterTests {
  @Test("members, nested values and commas")
  func members() {
    let text = JSONText { json in
      json.member("a", 1)
      json.member("b", ifAny: String?.none)
      json.member("c", orNull: Int?.none)
      json.member(named: "d\n", true)
      json.object("e") { $0.member("f", ["x", "\"y\""]) }
      json.member("g") { json in json.array { _ in } }
    }
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == #"{"a":1,"c":null,"d\n":true,"e":{"f":["x","\"y\""]},"g":[]}"#)
    #expect(text.secrets == [])
    #expect(text.redacted == text.bytes)
  }

  @Test(
    "numbers of any length",
    arguments: [
      0, 7, 9, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000, 100_000_001, 1_234_567_890_123,
      10_000_000_000_000_000, .max,
    ] as [Int])
  func numbers(number: Int) {
    var json = JSONWriter()
    json.value(number)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "\(number)")
    var bytes: [UInt8] = []
    bytes.append(digitsOf: UInt64.max - UInt64(number))
    #expect(String(decoding: bytes, as: UTF8.self) == "\(UInt64.max - UInt64(number))")
  }

  @Test("what is secret gives way to its stand-in, however deep it is")
  func secrets() {
    let inner = JSONText { json in
      json.member("draft", "hunter2", isSecret: true)
      json.member("shown", "plain", isSecret: false)
      json.member("row", 3, isSecret: true, standIn: .integer(-1))
    }
    var json = JSONWriter()
    json.array { json in
      json.value(0)
      json.value(inner)
      json.secret(if: true) { $0.value(["a", "b"]) }
      json.value(inner)
    }
    let hidden = #"{"draft":"","shown":"plain","row":-1}"#
    #expect(String(decoding: json.text.redacted, as: UTF8.self) == #"[0,\#(hidden),"",\#(hidden)]"#)
    let told = #"{"draft":"hunter2","shown":"plain","row":3}"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"[0,\#(told),["a","b"],\#(told)]"#)
  }
}
