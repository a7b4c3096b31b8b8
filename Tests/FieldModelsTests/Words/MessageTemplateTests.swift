import FieldModels
import Testing

/// Sentences with places for values.
@Suite struct MessageTemplateTests {
  private static func text(_ template: String, _ values: [String: String]) -> String? {
    MessageTemplate(template).text(in: .english) { values[$0] }
  }

  @Test(
    "values stand in their places, and a brace that begins none is a brace",
    arguments: [
      ("At most {limit}", "At most 3"), ("{limit}{limit}", "33"), ("", ""), ("plain", "plain"),
      ("An object { … }", "An object { … }"), ("{ limit }", "{ limit }"), ("{", "{"), ("}", "}"),
      ("{limit", "{limit"), ("{limit }", "{limit }"), ("{{limit}}", "{3}"), ("a # b", "a # b"),
      ("{limit, plural, one {# row} other {# rows}}", "3 rows"),
      ("{limit,plural,=3{three}other{#}}", "three"),
      ("{limit, plural, other {# of { … } and {name}}}", "3 of { … } and Ada"),
      ("{limit, plural, one {#}}", "{limit, plural, one {#}}"),
      ("{limit, plural, some {#} other {#}}", "{limit, plural, some {#} other {#}}"),
      ("{limit, select, other {#}}", "{limit, select, other {#}}"),
    ])
  func rendering(template: String, text: String) {
    #expect(Self.text(template, ["limit": "3", "name": "Ada"]) == text)
  }

  @Test("what has a place and no value is not said at all")
  func missing() {
    #expect(Self.text("{a} and {b}", ["a": "1"]) == nil)
    #expect(Self.text("{b, plural, other {x}}", ["a": "1"]) == nil)
    #expect(Self.text("{a, plural, other {{b}}}", ["a": "1"]) == nil)
  }

  @Test("places are known by the bytes where their names stand")
  func places() {
    let template = MessageTemplate("é {a} {b, plural, one {{c}} other {#}}")
    #expect(template.places.map(\.name) == ["a", "b", "c"])
    #expect(template.places.map(\.range) == [4..<5, 8..<9, 25..<26])
    #expect(template.mistake == nil)
    #expect(MessageTemplate("x {a, plural, }").mistake == 2)
    #expect(MessageTemplate("{a, plural, one {}").mistake == 0)
  }

  @Test("whatever is in a template, it is read")
  func anything() {
    let signs = Array("{}#a, =1é\u{0}")
    var seed: UInt64 = 7
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<12 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(signs[Int(seed >> 33) % signs.count])
      }
      let template = MessageTemplate(text + "{a, plural, other {" + text)
      _ = template.text(in: .arabic) { _ in "1" }
    }
  }
}
