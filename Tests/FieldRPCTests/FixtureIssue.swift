import FieldTestSupport
import Testing

/// How a test tells that something is not as its fixture says: at the fixture's own file and line.
enum FixtureIssue {
  /// Records the difference, if there is one.
  ///
  /// - Parameters:
  ///   - diff: how what came differs from what is written
  ///   - title: what led to it
  ///   - path: the fixture
  ///   - lineNumber: where in the fixture an expectation stands, counted from 0
  static func record(
    _ diff: LineDiff, title: String, in path: String, lineNumber: (_ place: Int) -> Int
  ) {
    if diff.isEmpty { return }
    let line = lineNumber(diff.firstPlace)
    Issue.record(
      "Tests/Fixtures/\(path):\(line): \(title)\n\(diff)",
      sourceLocation: SourceLocation(
        fileID: "Fixtures/\(path)", filePath: FixtureFiles.path(of: path), line: line, column: 1))
  }
}
