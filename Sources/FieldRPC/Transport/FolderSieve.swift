/// What is left out below a folder, by `fieldd check` and by the survey of an editor's folders alike:
/// what Git ignores there, and what `--exclude` names.
package struct FolderSieve {
  /// The folder as it was named has so many names.
  private let namedCount: Int
  /// The names of the folder from the root of the file system, with links followed.
  private let names: [PathPattern.Name]
  private let excluded: IgnoreRules?
  /// How many names the folder has from which the rules of Git count; nil where they don't.
  private let topCount: Int?
  /// The working folder.
  private let home: [PathPattern.Name]
  /// The rules for what is in a folder, the weakest first, by its path.
  private var rules: [String: [IgnoreRules]] = [:]
  private var mistakes: [String] = []

  /// - Parameters:
  ///   - folder: the folder that is looked through
  ///   - excludedPatterns: what else is left out, in the manner of `.gitignore`
  ///   - heedsGitignore: whether what Git ignores is left out
  package init(
    below folder: String, excluding excludedPatterns: [String] = [], heedsGitignore: Bool = true
  ) {
    namedCount = PathPattern.names(of: folder).count
    let names = PathPattern.names(of: (try? FileNames.resolved(folder)) ?? folder)
    self.names = names
    home = PathPattern.names(of: (try? FileNames.resolved(".")) ?? "")
    let isAtHome = names.count >= home.count && zip(names, home).allSatisfy { $0.elementsEqual($1) }
    excluded = IgnoreRules(
      excludedPatterns, source: nil, depth: isAtHome ? home.count : names.count)
    topCount = heedsGitignore ? Self.repositoryCount(names) ?? names.count : nil
  }

  /// How many names the folder has that is the root of the repository around another.
  private static func repositoryCount(_ names: [PathPattern.Name]) -> Int? {
    (0...names.count).last { FileNames.exist(path(of: names.prefix($0), ".git")) }
  }

  private static func path(of names: some Sequence<PathPattern.Name>, _ more: String...) -> String {
    "/" + (names.map { String($0) } + more).joined(separator: "/")
  }

  /// Files of rules that could not be read.
  package mutating func takeMistakes() -> [String] {
    defer { mistakes = [] }
    return mistakes
  }

  /// Why something is left out; nil if it is not.
  package mutating func reason(toLeaveOut path: String, isFolder: Bool) -> String? {
    let all = names + PathPattern.names(of: path).dropFirst(namedCount)
    if let rule = excluded?.last(matching: all, isFolder: isFolder), !rule.isNegated {
      return "excluded by --exclude \(rule.text)"
    }
    guard topCount != nil else { return nil }
    for rules in rules(in: all.dropLast()).reversed() {
      guard let rule = rules.last(matching: all, isFolder: isFolder) else { continue }
      if rule.isNegated { return nil }
      return "ignored by line \(rule.line) of \(rules.source ?? "")"
    }
    return nil
  }

  /// What counts in a folder, the weakest first.
  private mutating func rules(in folder: ArraySlice<PathPattern.Name>) -> [IgnoreRules] {
    let path = Self.path(of: folder)
    if let known = rules[path] { return known }
    var all: [IgnoreRules] = []
    let (repository, depth) = (Self.path(of: folder, ".git"), folder.count)
    if FileNames.exist(repository) {
      // What is around a repository says nothing about what is in it.
      all += read(exclusions(of: repository, in: folder), depth)
    } else if let topCount, topCount < depth {
      all = rules(in: folder.dropLast())
    }
    all += read(Self.path(of: folder, ".gitignore"), depth)
    rules[path] = all
    return all
  }

  private mutating func read(_ path: String, _ depth: Int) -> [IgnoreRules] {
    guard let bytes = bytes(of: path) else { return [] }
    return IgnoreRules(text: bytes, source: shown(path), depth: depth).map { [$0] } ?? []
  }

  private mutating func bytes(of path: String) -> [UInt8]? {
    // What is no plain file says nothing, as in Git.
    guard (try? FileStatus(path: path))?.kind != .folder else { return nil }
    do throws(SystemError) {
      return try PlainFile.bytes(of: path, within: nil)
    } catch {
      mistakes.append(error.description)
      return nil
    }
  }

  /// The file of a repository that ignores what is ignored on this machine alone.
  private mutating func exclusions(
    of repository: String, in folder: ArraySlice<PathPattern.Name>
  ) -> String {
    var repository = repository
    // A second work tree and a submodule have a file that leads to the repository.
    if (try? FileStatus(path: repository))?.kind == .file, let bytes = bytes(of: repository) {
      let mark = "gitdir: "
      let text = Self.line(bytes)
      if text.hasPrefix(mark) {
        repository = Self.path(String(text.dropFirst(mark.count)), from: Self.path(of: folder))
      }
      if let common = self.bytes(of: repository + "/commondir") {
        repository = Self.path(Self.line(common), from: repository)
      }
    }
    return repository + "/info/exclude"
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  private static func path(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// A path as it is seen from the working folder.
  private func shown(_ path: String) -> String {
    let start = Self.path(of: home) + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}

/// The lines of a `.gitignore`, as gitignore(5) has them.
package struct IgnoreRules: Sendable {
  /// Where they stand; nil for the command line.
  let source: String?
  /// How many names the folder has from which they count.
  private let depth: Int
  private var rules: [Rule] = []

  /// What one line says.
  struct Rule: Sendable {
    /// The line as it was written, and its number from 1.
    let text: String
    let line: Int
    /// What matches is not ignored, whatever earlier lines say.
    let isNegated: Bool
    fileprivate let isForFolders: Bool
    fileprivate let pattern: PathPattern
  }

  /// - Returns: nil where there are no rules
  init?(text: [UInt8], source: String?, depth: Int) {
    var bytes = text[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    self.init(lines, source: source, depth: depth)
  }

  /// - Returns: nil where there are no rules
  package init?(_ lines: [String], source: String?, depth: Int) {
    (self.source, self.depth) = (source, depth)
    for (index, line) in lines.enumerated() {
      if let rule = Rule(line, number: index + 1) { rules.append(rule) }
    }
    if rules.isEmpty { return nil }
  }

  /// The last of the rules that match a path, which decides; nil where none does.
  func last(matching names: [PathPattern.Name], isFolder: Bool) -> Rule? {
    let names = names.dropFirst(depth)
    return rules.last { (isFolder || !$0.isForFolders) && $0.pattern.matches(names) }
  }
}

extension IgnoreRules.Rule {
  /// - Returns: nil for a line that says nothing
  init?(_ line: String, number: Int) {
    text = line
    self.line = number
    var rest = Self.trimmed(line)
    if rest.first == "#" { return nil }
    isNegated = rest.first == "!"
    if isNegated { rest = rest.dropFirst() }
    isForFolders = rest.last == "/"
    if isForFolders { rest = rest.dropLast() }
    if rest.isEmpty { return nil }
    // With a folder in it a pattern counts from where it stands, else at any depth.
    pattern = rest.contains("/") ? PathPattern(rest) : PathPattern(anywhere: rest)
  }

  /// A line without the spaces at its end, but for one that has `\` before it.
  private static func trimmed(_ line: String) -> PathPattern.Name {
    var isEscaped = false
    let all = line.unicodeScalars
    var end = all.startIndex
    for index in all.indices {
      if isEscaped || all[index] != " " { end = all.index(after: index) }
      isEscaped = !isEscaped && all[index] == "\\"
    }
    return all[..<end]
  }
}
