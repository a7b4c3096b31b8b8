import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// Records that are open beside their forms.
@Suite("Records that are open")
struct RecordDocumentTests {
  private static func opening(_ name: String, _ text: String) -> [UInt8] {
    Array(
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":\
      "file:///\(name)","languageId":"fields","version":1,"text":\(JSONValue.string(text).line)}}}
      """.utf8)
  }

  @Test("wake nobody twice for the end of a day, not even by a form that is not theirs")
  func endOfDay() throws {
    let form =
      #"{"fields":[{"key":"born","kind":"date","label":"Born","maximumDate":"today"}]}"#
    var connection = SpokenConnection()
    _ = connection.receive(SessionSample.handshake(.utf16))
    _ = connection.receive([Self.opening("a.fields.json", form)])
    _ = connection.receive([Self.opening("a.fields.jsonc", form)])
    _ = connection.receive([Self.opening("a.values.json", #"{"born":"2000-01-01"}"#)])
    for _ in 0..<3 {
      let deadline = try #require(connection.connection.nextDeadline)
      #expect(connection.now < deadline)
      connection.now = deadline
      _ = connection.wake()
    }
  }

  @Test("cost nothing while their form is typed, and follow once it rests")
  func resting() throws {
    var connection = SpokenConnection()
    _ = connection.receive(SessionSample.handshake(.utf16))
    let form = #"{"fields":[{"key":"a","kind":"entry","label":"A"}]}"#
    _ = connection.receive([Self.opening("a.fields.json", form)])
    _ = connection.receive([Self.opening("a.values.json", #"{"b":1}"#)])
    var told: [JSONValue] = []
    for version in 2...20 {
      let change = """
        {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":\
        "file:///a.fields.json","version":\(version)},"contentChanges":[{"text":\
        \(JSONValue.string(form.replacing("\"A\"", with: "\"A\(version)\"")).line)}]}}
        """
      connection.now = connection.now.adding(nanoseconds: 50_000_000)
      told += SpokenConnection.messages(in: connection.receive([Array(change.utf8)]))
    }
    #expect(!told.contains { $0["params"]?["uri"]?.string == "file:///a.values.json" })
    let deadline = try #require(connection.connection.nextDeadline)
    #expect(deadline == connection.now.adding(nanoseconds: 100_000_000))
    connection.now = deadline
    _ = connection.wake()
    #expect(connection.connection.nextDeadline == nil)
  }
}
