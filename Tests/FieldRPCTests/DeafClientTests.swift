import FieldConversion
import FieldModels
import FieldRPC
import FieldSession
import FieldTestSupport
import Foundation
import Testing

/// A client that asks and asks, and reads nothing of what it is told.
@Suite("A client that does not listen")
struct DeafClientTests {
  private static let megabyte = 1 << 20

  @Test(
    "is not served beyond a few megabytes of answers, nor read beyond a few of questions",
    arguments: [0, 2000])
  func bounded(paddingByteCount: Int) throws {
    let (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    defer {
      for end in [input.readEnd, input.writeEnd, output.readEnd, output.writeEnd] { end.close() }
    }
    var server = try StdioServer(
      connection: Connection(version: "0.0.0", conversions: .all),
      streams: ClientStreams(input: input.readEnd, output: output.writeEnd))
    let fields = (0..<60).map { #"{"key":"k\#($0)","kind":"entry","label":"L\#($0)"}"# }
    // Short questions make many answers of one read; long ones come to be as much as may wait.
    let padding = String(repeating: "x", count: paddingByteCount)
    let ask =
      #"{"jsonrpc":"2.0","id":1,"method":"field/snapshot","params":{"uri":"form:a","x":"\#(padding)"}}"#
    let opening = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"""
      {"jsonrpc":"2.0","id":1,"method":"field/open","params":{"uri":"form:a","document":{"fields":\#
      [\#(fields.joined(separator: ","))]}}}
      """#,
    ]
    let questions = Array((ask + "\n").utf8)
    let wanted = 32 * Self.megabyte / questions.count
    var all = Array((opening.joined(separator: "\n") + "\n").utf8)
    for _ in 0..<wanted { all += questions }
    var unsent = all[...]
    var largestBacklog = 0
    for _ in 0..<4000 {
      unsent = unsent.dropFirst(Self.write(unsent.prefix(64 << 10), to: input.writeEnd))
      #expect(server.turn(timeoutMilliseconds: 0) == nil)
      largestBacklog = max(largestBacklog, server.connection.output.byteCount)
    }
    #expect(Self.megabyte < largestBacklog)
    #expect(largestBacklog < 12 * Self.megabyte)
    #expect(all.count - unsent.count < 20 * Self.megabyte)
  }

  /// Writes what fits without waiting, and gives how much that was.
  private static func write(_ bytes: ArraySlice<UInt8>, to end: Descriptor) -> Int {
    var written = 0
    while written < bytes.count, end.isReady(for: .writing) {
      let piece = Array(bytes.dropFirst(written).prefix(Descriptor.pieceByteCount))
      guard case .bytes(let byteCount) = end.write(piece.span) else { break }
      written += byteCount
    }
    return written
  }
}
