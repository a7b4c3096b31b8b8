import FieldModels
import FieldRPC
import FieldTestSupport
import Foundation
import Testing

/// A server with closures of the program that it is part of, on streams of that program.
@Suite("An embedded server")
struct EmbeddingTests {
  private static let trip = """
    {"fields":[\
    {"key":"out","kind":"date","date":"2026-03-01"},\
    {"key":"ways","kind":"picker","multiple":true,"data":["rail","road"],"text":["rail"]},\
    {"key":"pin","kind":"entry","secure":true,"text":"1234"},\
    {"key":"back","kind":"date","validation":{"endEditing":["notBefore"]}}]}
    """

  /// What a server says on one socket to a client that says all this, a message a line.
  private static func says(
    _ bodies: [String], _ server: (Int32) throws -> StdioServer
  ) throws -> [JSONValue] {
    let sockets = SocketPair()
    #expect(sockets.near.writeAll(Array(bodies.map { $0 + "\n" }.joined().utf8)))
    var server = try server(sockets.far.number)
    for _ in 0..<10 { #expect(server.turn(timeoutMilliseconds: 0) == nil) }
    #expect(shutdown(sockets.near.number, Int32(SHUT_WR)) == 0)
    // The input ends without a `shutdown` before.
    #expect(server.run() == 1)
    #expect(sockets.far.isOpen, "its streams are not its own to close")
    #expect(shutdown(sockets.far.number, Int32(SHUT_WR)) == 0)
    let said = sockets.near.readToEnd()
    return said.split(separator: 0x0A).compactMap { JSONValue(bytes: Array($0)) }
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#

  @Test("speaks on the streams that it is given, which may be one socket")
  func otherStreams() throws {
    let said = try Self.says([Self.initialize]) { try StdioServer(input: $0, output: $0) }
    #expect(said.compactMap { $0["id"]?.integer } == [0])
  }

  @Test("is told the other drafts where its validator wants them, but for secure ones")
  func otherDrafts() throws {
    let asked = try Mailbox<ValidationRequest>()
    let session = [
      Self.initialize,
      #"{"jsonrpc":"2.0","id":1,"method":"field/open","params":{"uri":"form:trip","document":\#(Self.trip)}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"field/setDate","params":{"uri":"form:trip","key":"back","date":"2026-02-01"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"field/validate","params":{"uri":"form:trip"}}"#,
    ]
    let said = try Self.says(session) { socket in
      try StdioServer(
        input: socket, output: socket,
        validators: ["notBefore": { _, completion in completion(.failure(.otherError)) }],
        formValidators: [
          "notBefore": { request, completion in
            asked.put(request)
            let out = request.values["out"]?.text ?? ""
            let isBefore = request.value ?? "" < out
            completion(isBefore ? .failure(.errorWithMessage("Before \(out)")) : .success(()))
          }
        ])
    }
    let request = try #require(asked.take().first)
    #expect(request.key == "back")
    #expect(request.value == "2026-02-01")
    #expect(request.values == ["out": .text("2026-03-01"), "ways": .rows(["rail"])])
    let verdict = try #require(said.first { $0["id"]?.integer == 3 })
    #expect(verdict.line.contains("Before 2026-03-01"))
  }
}
