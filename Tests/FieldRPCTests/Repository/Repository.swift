import Foundation

/// The files of this project, as the tests that guard its rules see them.
enum Repository {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below a folder, with their text, by path from the root.
  static func sources(in folder: String) -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    return paths.sorted { $0.path < $1.path }.compactMap { url in
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      return (String(url.path.dropFirst(root.path.count + 1)), text)
    }
  }

  static func sentence(_ title: String) -> String {
    title.prefix(1).uppercased() + title.dropFirst()
  }
}
