import FieldModels
import FieldRPC

/// Something that is checked.
enum CheckTarget: Equatable, Sendable {
  /// A form, by its path; `-` is standard input.
  case form(path: String)
  /// Records, and the form that they are held to; nil where they say which.
  case records(path: String, formPath: String?)

  /// What is wrong with a path, in words.
  struct Mistake: Error, Equatable {
    var message: String
  }

  /// What a path stands for; of a folder all forms, and all records whose form is known, in it and
  /// below.
  static func targets(
    of path: String, _ options: CheckOptions
  ) throws(Mistake) -> [CheckTarget] {
    if path == "-" {
      if isForm(options.inputName) { return [.form(path: path)] }
      guard let form = options.formPath else {
        throw Mistake(message: "--form says to which form the records on standard input belong")
      }
      return [.records(path: path, formPath: form)]
    }
    switch kind(of: path) {
    case .failure(let error): throw Mistake(message: error.description)
    case .success(.folder): return try folder(path, options)
    case .success(.some):
      return [file(path, options)] + (isForm(path) ? recordsBeside(path, options) : [])
    case .success(nil):
      guard let pattern = PathPattern(path) else {
        throw Mistake(message: "there is no file \(path)")
      }
      let found = try walk(pattern.folder) { pattern.matches($0) }
      if found.isEmpty { throw Mistake(message: "no file matches \(path)") }
      return found.map { file($0, options) }
    }
  }

  private static func kind(of path: String) -> Result<FileStatus.Kind?, SystemError> {
    do throws(SystemError) {
      return .success(try FileStatus(path: path)?.kind)
    } catch {
      return .failure(error)
    }
  }

  private static func folder(
    _ path: String, _ options: CheckOptions
  ) throws(Mistake) -> [CheckTarget] {
    let found = try walk(path) { path in
      // One that is listed and can't be found has a name that is no UTF-8; that is told when it is opened.
      isForm(path)
        || isRecords(path)
          && (options.formPath != nil || formBeside(path) != nil || CheckInput.statesForm(path)
            || !FileNames.exist(path))
    }
    if found.isEmpty { throw Mistake(message: "there is nothing to check in \(path)") }
    return found.map { file($0, options) }
  }

  private static func file(_ path: String, _ options: CheckOptions) -> CheckTarget {
    isForm(path)
      ? .form(path: path) : .records(path: path, formPath: options.formPath ?? formBeside(path))
  }

  private static func walk(
    _ folder: String, where isWanted: (String) -> Bool
  ) throws(Mistake) -> [String] {
    try Folder.files(below: folder, where: isWanted) { error throws(Mistake) in
      throw Mistake(message: error.description)
    }
  }

  private static let formEndings = [".fields.json", ".fields.jsonc"]
  private static let valuesEndings = [".values.json", ".values.jsonc"]
  /// Files whose records are lines.
  private static let lineEndings = [".ndjson", ".jsonl", ".jsonlines", ".ldjson"]

  static func isForm(_ path: String) -> Bool { formEndings.contains { path.hasSuffix($0) } }

  /// Whether a file of a folder has records in it, by its name.
  private static func isRecords(_ path: String) -> Bool {
    let name = path.lowercased()
    return (lineEndings + [".json", ".jsonc"]).contains { name.hasSuffix($0) }
  }

  /// The records NAME.values.json beside the form NAME.fields.json: who names a form alone has perhaps
  /// changed it.
  private static func recordsBeside(_ form: String, _ options: CheckOptions) -> [CheckTarget] {
    guard let ending = formEndings.first(where: { form.hasSuffix($0) }) else { return [] }
    let name = form.dropLast(ending.count)
    return valuesEndings.map { name + $0 }
      .filter { (try? FileStatus(path: $0))?.kind == .file && formBeside($0) == form }
      .map { file($0, options) }
  }

  /// The form NAME.fields.json beside NAME.values.json.
  private static func formBeside(_ path: String) -> String? {
    guard let ending = valuesEndings.first(where: { path.hasSuffix($0) }) else { return nil }
    let name = path.dropLast(ending.count)
    return formEndings.map { name + $0 }.first { FileNames.exist($0) }
  }
}

/// A pattern of paths, as shells have them: `*` and `?` within a name, `**` for any folders.
struct PathPattern: Sendable {
  /// The folder that is looked through.
  let folder: String
  private let parts: [Substring]

  /// Nil for a path that is no pattern.
  init?(_ path: String) {
    guard path.contains("*") || path.contains("?") else { return nil }
    parts = path.split(separator: "/")
    let fixed = parts.prefix { !$0.contains("*") && !$0.contains("?") }
    let start = path.hasPrefix("/") ? "/" : ""
    folder = fixed.isEmpty ? (start.isEmpty ? "." : "/") : start + fixed.joined(separator: "/")
  }

  func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    return Self.matches(names[...], parts[...], isAny: { $0 == "**" }, isMatch: Self.isName)
  }

  private static func isName(_ name: Substring, _ pattern: Substring) -> Bool {
    let isCharacter = { (character: Character, wanted: Character) in
      wanted == "?" || wanted == character
    }
    return matches(
      Array(name)[...], Array(pattern)[...], isAny: { $0 == "*" }, isMatch: isCharacter)
  }

  /// Whether things match patterns one by one; a pattern may stand for any number of things.
  private static func matches<Thing>(
    _ things: ArraySlice<Thing>, _ pattern: ArraySlice<Thing>, isAny: (Thing) -> Bool,
    isMatch: (_ thing: Thing, _ pattern: Thing) -> Bool
  ) -> Bool {
    var (things, pattern) = (things, pattern)
    // What stands behind the last pattern for any number, and the things that are left for it.
    var retry: (things: ArraySlice<Thing>, pattern: ArraySlice<Thing>)?
    while true {
      if let wanted = pattern.first, isAny(wanted) {
        pattern.removeFirst()
        retry = (things, pattern)
      } else if let wanted = pattern.first, let thing = things.first, isMatch(thing, wanted) {
        things.removeFirst()
        pattern.removeFirst()
      } else if pattern.isEmpty, things.isEmpty {
        return true
      } else {
        guard var last = retry, !last.things.isEmpty else { return false }
        last.things.removeFirst()
        (things, pattern) = last
        retry = last
      }
    }
  }
}
