import FieldModels
import FieldRPC

/// Something that is checked.
enum CheckTarget: Equatable, Sendable {
  /// A form, by its path; `-` is standard input.
  case form(path: String)
  /// Records, and the form that they are held to; nil where they say which.
  case records(path: String, formPath: String?)

  /// What a file is by its name, and by the form that the command line or a neighbour gives it.
  init(file path: String, _ options: CheckOptions) {
    self =
      Self.isForm(path)
      ? .form(path: path)
      : .records(path: path, formPath: options.formPath ?? Self.formBeside(path))
  }

  var path: String {
    switch self {
    case .form(let path), .records(let path, _): path
    }
  }
}

// Names of files.
extension CheckTarget {
  private static let formEndings = [".fields.json", ".fields.jsonc"]
  private static let valuesEndings = [".values.json", ".values.jsonc"]
  /// Files whose records are lines.
  private static let lineEndings = [".ndjson", ".jsonl", ".jsonlines", ".ldjson"]

  static func isForm(_ path: String) -> Bool { formEndings.contains { path.hasSuffix($0) } }

  /// Whether a file of a folder has records in it, by its name.
  static func isRecords(_ path: String) -> Bool {
    let name = path.lowercased()
    return (lineEndings + [".json", ".jsonc"]).contains { name.hasSuffix($0) }
  }

  /// The records NAME.values.json beside the form NAME.fields.json: who names a form alone has perhaps
  /// changed it.
  static func recordsBeside(_ form: String) -> [String] {
    guard let ending = formEndings.first(where: { form.hasSuffix($0) }) else { return [] }
    let name = form.dropLast(ending.count)
    return valuesEndings.map { name + $0 }
      .filter { (try? FileStatus(path: $0))?.kind == .file && formBeside($0) == form }
  }

  /// The form NAME.fields.json beside NAME.values.json.
  static func formBeside(_ path: String) -> String? {
    guard let ending = valuesEndings.first(where: { path.hasSuffix($0) }) else { return nil }
    let name = path.dropLast(ending.count)
    return formEndings.map { name + $0 }.first { FileNames.exist($0) }
  }
}
