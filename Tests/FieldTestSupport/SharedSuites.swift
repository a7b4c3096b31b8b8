package import Foundation

/// The public test suites, which lie outside of the package: in the folder that `FIELDD_SHARED`
/// names, or in `shared` beside the package.
///
/// Where there is no such folder there is nothing to test; but when a continuous build says where
/// it is, it has to be there.
package enum SharedSuites {
  /// Whether tests on the suites should run, be it to fail because they are missing.
  package static var areExpected: Bool {
    FileManager.default.fileExists(atPath: folder.path) || isRequired
  }

  /// What to say where the tests do not run.
  package static let absence = "the shared suites are not here; FIELDD_SHARED can name their folder"

  /// The files in a folder of the suites, in the order of their names.
  package static func files(in path: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appending(path: path)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }

  /// Where a file or folder of the suites lies, or would lie.
  package static func url(_ path: String) -> URL { folder.appending(path: path) }

  private static let folder: URL = {
    if let path = environment["FIELDD_SHARED"] { return suites(in: URL(filePath: path)) }
    var package = URL(filePath: #filePath).resolvingSymlinksInPath()
    for _ in 1...3 { package.deleteLastPathComponent() }
    return suites(in: package.appending(path: "../shared").standardizedFileURL)
  }()

  private static func suites(in shared: URL) -> URL { shared.appending(path: "suites") }

  private static var isRequired: Bool {
    environment["CI"] == "true" && environment["FIELDD_SHARED"] != nil
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
