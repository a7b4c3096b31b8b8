import FieldModels
import FieldTestSupport
import Testing

/// What an editor is offered in a form that is too large to offer all of it.
@Suite("Completion in a large form")
struct LargeFormTests {
  private static let text =
    "{ \"fields\": [\n"
    + (0..<600).map {
      "  { \"key\": \"\($0 % 2 == 0 ? "even" : "odd")\($0)\", \"kind\": \"entry\", \"label\": \"L\" }"
    }
    .joined(separator: ",\n")
    + ",\n  { \"key\": \"last\", \"kind\": \"entry\", \"label\": \"L\", \"next\": \"\" }\n] }"

  @Test("the keys around are offered, and of all others ten that begin as what is typed")
  func keys() {
    let place = Self.text.utf8.count - 7
    var editor = Editor(Self.text)
    let around = editor.ask("completion", at: place)
    #expect(around["isIncomplete"]?.bool == true)
    let labels = (around["items"]?.array ?? []).compactMap { $0["label"]?.string }
    #expect(labels.contains("even598") && labels.contains("odd599") && !labels.contains("even0"))
    editor = Editor(Self.text.replacing("\"next\": \"\"", with: "\"next\": \"even1\""))
    let begun = editor.ask("completion", at: place + 5)["items"]?.array ?? []
    let expected = ["even10"] + stride(from: 100, to: 118, by: 2).map { "even\($0)" }
    let found = begun.compactMap { $0["label"]?.string }
    #expect(expected.allSatisfy(found.contains), "\(found)")
    #expect(begun.count <= 16 && !found.contains("even118"))
  }
}
