import Foundation

/// The files that tests are made of, in `Tests/Fixtures`.
package enum FixtureFiles {
  /// Whether expectations are to be written anew instead of compared.
  package static var areRewritten: Bool {
    ProcessInfo.processInfo.environment["UPDATE_EXPECT"] == "1"
  }

  /// The names of the files in a folder, in order.
  package static func names(in path: String) -> [String] {
    let folder = folder.appending(path: path).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  package static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: folder.appending(path: path))
  }

  package static let keepsRecordings =
    ProcessInfo.processInfo.environment["FIELDD_RECORDINGS"] != nil

  /// Keeps what went into a connection and came out of it, in the folder `FIELDD_RECORDINGS` if that is
  /// named: `Tests/clients/test_wasm.py` plays it to the WebAssembly module.
  package static func keep(recording: String, of name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["FIELDD_RECORDINGS"] else { return }
    try Data(recording.utf8).write(
      to: URL(filePath: folder).appending(path: "\(name.replacing("/", with: " ")).json"))
  }

  /// Where a file is, as a test tells it whose expectation stands in it.
  package static func path(of path: String) -> String { folder.appending(path: path).path }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
}
