import FieldSession
import Foundation
import Testing

/// What must be absent from the sources, and what every file must have.
@Suite("The sources")
struct InvariantTests {
  private static let modules = Repository.sources(in: "Sources")

  @Test("are found")
  func areFound() {
    #expect(Self.modules.count > 100)
  }

  @Test("import nothing but the toolchain's own modules, and never upward")
  func importsPointDown() {
    let all: Set<String> = ["FieldConversion", "FieldModels", "FieldSamples", "FieldSession"]
    let allowed: [(folder: String, modules: Set<String>)] = [
      ("Sources/FieldModels/Live/", ["Synchronization"]),
      ("Sources/FieldModels/Conversion/", ["FieldModels"]),
      ("Sources/FieldModels/Interchange/", ["FieldModels"]),
      ("Sources/FieldModels/Samples/", ["FieldModels"]),
      ("Sources/FieldModels/Comparison/", ["FieldModels"]),
      ("Sources/FieldModels/Inference/", ["FieldModels"]),
      // Only what the standard library shows to those who ask, for normalization forms.
      ("Sources/FieldModels/", ["Swift"]),
      ("Sources/FieldRPC/Transport/StdioServer+Embedding.swift", all),
      (
        "Sources/FieldRPC/Library/",
        ["FieldConversion", "FieldModels", "FieldRPC", "FieldSession", "Synchronization"]
      ),
      ("Sources/FieldRPC/Transport/", ["FieldModels", "FieldSession", "Synchronization"]),
      ("Sources/FieldRPC/", ["FieldModels"]),
      ("Sources/fieldd/Signals.swift", ["FieldRPC", "Synchronization"]),
      ("Sources/fieldd/Check/CheckForms.swift", all.union(["FieldRPC", "Synchronization"])),
      ("Sources/fieldd/Main/", ["FielddCommands"]),
      ("Sources/fieldd/", all.union(["FieldRPC"])),
    ]
    for (path, text) in Self.modules {
      let rule = allowed.first { path.hasPrefix($0.folder) }
      for line in text.split(separator: "\n") {
        guard let module = Self.importedModule(line) else { continue }
        if Self.systemFiles.contains(path), Self.systemModules.contains(module) { continue }
        #expect(rule?.modules.contains(module) ?? false, "\(path) imports \(module)")
      }
    }
  }

  private static let systemModules: Set<String> = ["Darwin", "Glibc", "Musl"]

  /// The files that call the system, one for each family of calls.
  private static let systemFiles: Set<String> = Set(
    ["BrokenPipes", "Descriptor", "Errand", "FileStatus", "Folder", "HostMemory", "HostProcess"]
      .map { "Sources/FieldRPC/Transport/\($0).swift" } + [
        "Sources/FieldModels/Live/HostClock.swift", "Sources/FieldRPC/Transport/SystemError.swift",
        "Sources/fieldd/Demo/ChildProcess.swift", "Sources/fieldd/Signals.swift",
      ])

  @Test("call the system in one file for each family of calls, whichever system it is")
  func systemCallsAreTogether() {
    let choice = ["#if Darwin", "#elseif Musl", "#elseif Glibc"].map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) canImport(\(words[1]))\nimport \(words[1])\n"
    }.joined()
    for path in Self.systemFiles {
      let text = Self.modules.first { $0.path == path }?.text.replacing(
        "\n  import", with: "\nimport")
      #expect(text?.contains(choice) ?? false, "\(path) does not import each system's library")
    }
    for (path, text) in Repository.sources(in: "Tests") {
      // Foundation brings along the library of whatever system it is.
      let modules = text.split(separator: "\n").compactMap { Self.importedModule($0) }
      #expect(Self.systemModules.isDisjoint(with: modules), "\(path) is for one system only")
    }
  }

  /// The module of an import, also of a single declaration of it.
  private static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({ accessLevels.contains($0) || $0.hasPrefix("@") })
    else { return nil }
    return words[words.count - 1].split(separator: ".").first.map(String.init)
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]

  @Test(
    "say what they import, however it is written",
    arguments: [
      ("import Foundation", "Foundation"), ("package import FieldModels", "FieldModels"),
      ("import struct Foundation.Date", "Foundation"), ("@testable import FieldRPC", "FieldRPC"),
      ("// import what", nil), ("let import = 1", nil),
    ])
  func imports(line: String, module: String?) {
    #expect(Self.importedModule(line[...]) == module)
  }

  @Test(
    "have none of what the architecture does without",
    arguments: [
      #"\bTODO\b"#, #"\bFIXME\b"#, #"\bfatalError\("#, #"\btry!"#, #"\bpreconditionFailure\("#,
      #"\basync\b"#, #"\bawait\b"#, #"\bTask\b"#, #"\bactor\b"#, #"\bDispatchQueue\b"#,
      #"\b(Codable|Encodable|Decodable)\b"#, #"\bDate\("#,
    ])
  func bannedWordsAreAbsent(pattern: String) throws {
    let banned = try Regex(pattern)
    for (path, text) in Self.modules where !Self.isLive(path, pattern) {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(!line.contains(banned), "\(path):\(number + 1): \(line)")
      }
    }
  }

  /// Whether a file may be concurrent, and make types of a program: what programs in Swift alone have needs
  /// both, and nothing else does.
  private static func isLive(_ path: String, _ pattern: String) -> Bool {
    let allowed = [
      #"\basync\b"#, #"\bawait\b"#, #"\bTask\b"#, #"\b(Codable|Encodable|Decodable)\b"#,
    ]
    return path.contains("/Live/") && allowed.contains(pattern)
  }

  @Test("do no IO, print nothing and know no clock below Live, Transport and fieldd")
  func modelsAreSilent() throws {
    // Chance that comes from a seed is none.
    let banned = try Regex(
      #"\b(print|getenv|fopen|clock_gettime|SystemRandomNumberGenerator)\("#
        + #"|\brandom\((?!(?:[^()]|\([^()]*\))*using: )"#)
    for (path, text) in Self.modules
    where !path.hasPrefix("Sources/fieldd/") && !path.contains("/Transport/")
      && !path.contains("/Live/")
    {
      #expect(text.firstMatch(of: banned) == nil, "\(path)")
    }
  }

  @Test("change what is true of a field in FieldMachine alone, but for how it is presented")
  func machineIsTheOnlyChanger() throws {
    let change = try Regex(#"states\[[^\]]*\][?!]?\.(?!presentation = )\w+(\.\w+)* [-+]?= "#)
    for (path, text) in Self.modules {
      #expect(text.firstMatch(of: change) == nil, "\(path)")
      if !path.hasSuffix("/FieldMachine.swift") {
        #expect(!text.contains("FieldState(look:"), "\(path)")
      }
    }
  }

  @Test("open with a doc comment on what the file is about")
  func filesExplainThemselves() {
    for (path, text) in Self.modules where !path.contains("/Unicode/") {
      let first = text.split(separator: "\n").first { line in
        Self.importedModule(line) == nil && !line.hasPrefix("#")
      }
      let opensWithComment = first?.hasPrefix("///") ?? false
      let isExtension = first?.hasPrefix("extension ") ?? false
      #expect(opensWithComment || isExtension, "\(path) begins with \(first ?? "nothing")")
    }
  }

  @Test("carry no ids of seed features, which live in tests")
  func seedRowsAreInTests() throws {
    let row = try Regex(#"\b[MVD][0-9]{1,2}\b"#)
    for (path, text) in Self.modules where !path.contains("/Unicode/") {
      for line in text.split(separator: "\n") where line.contains("//") {
        #expect(!line.contains(row), "\(path): \(line)")
      }
    }
  }
}
