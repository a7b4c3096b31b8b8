import FieldModels
import FieldSession
import FieldTestSupport
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  private static let folder = "transcripts"
  private static let names = FixtureFiles.names(in: folder).filter { $0.hasSuffix(".txt") }

  @Test("what comes back is what is written", arguments: names)
  func transcript(name: String) throws {
    let bytes = try FixtureFiles.read("\(Self.folder)/\(name)")
    let transcript = Transcript(bytes)
    var runner = try TranscriptRunner()
    let outputs = try runner.play(transcript)
    try FixtureFiles.keep(
      recording: runner.recording.text(settings: runner.settings), of: String(name.dropLast(4)))
    if FixtureFiles.areRewritten {
      let rewritten = zip(transcript.turns, outputs).map { turn, output in
        TranscriptOutput.matches(output, turn.expected) ? turn.expected : output
      }
      let text = transcript.text(expecting: rewritten)
      if text != bytes { try FixtureFiles.write(text, to: "\(Self.folder)/\(name)") }
      return
    }
    for (turn, output) in zip(transcript.turns, outputs) {
      FixtureIssue.record(
        LineDiff(from: turn.expected, to: output, by: TranscriptOutput.isSame),
        title: turn.steps.last?.text ?? "", in: "\(Self.folder)/\(name)",
        lineNumber: { turn.lineNumber(ofExpectation: $0) })
    }
  }

  @Test("a trace is a transcript of the same session", arguments: names)
  func trace(name: String) throws {
    let transcript = Transcript(try FixtureFiles.read("\(Self.folder)/\(name)"))
    var runner = try TranscriptRunner(isTraced: true)
    _ = try runner.play(transcript)
    // A secure draft is not in the trace, and a stream that is no stream of messages can't be.
    let text = String(decoding: runner.trace, as: UTF8.self)
    guard !text.contains("# "), !text.contains("\\\"secure\\\"") else { return }
    var second = try TranscriptRunner(isTraced: true)
    let settings = transcript.turns.flatMap(\.steps).map(\.text).filter { line in
      ["= validators", "= sources", "= store"].contains { line.hasPrefix($0) }
    }
    let head = settings.isEmpty ? "" : settings.joined(separator: "\n") + "\n\n"
    let replay = Transcript(Array(head.utf8) + runner.trace)
    for (turn, output) in zip(replay.turns, try second.play(replay)) {
      let raw = output.filter { !$0.hasPrefix("exit ") }
      #expect(
        TranscriptOutput.isTraced(raw, as: turn.expected),
        "\(name), line \(turn.lineNumber) of its trace")
    }
    #expect(second.trace == runner.trace)
  }
}
