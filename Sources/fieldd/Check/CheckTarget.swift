import FieldModels
import FieldRPC
import FieldSession

/// Something that is checked.
enum CheckTarget: Equatable, Sendable {
  /// A form, by its path; `-` is standard input.
  case form(path: String)
  /// Records, and the form that they are held to; nil where they say which.
  case records(path: String, formPath: String?)

  /// What a file is by its name, and by the form that the command line or a neighbour gives it.
  init(file path: String, _ options: CheckOptions) {
    let formPath = options.formPath ?? Self.formBeside(path)
    self =
      Self.isForm(path) || formPath == nil && FormFormat(ofDocument: path) != nil
      ? .form(path: path) : .records(path: path, formPath: formPath)
  }

  var path: String {
    switch self {
    case .form(let path), .records(let path, _): path
    }
  }
}

// Names of files.
extension CheckTarget {
  static func isForm(_ path: String) -> Bool { CheckFileName(path).isForm }

  /// The records NAME.values.json beside the form NAME.fields.json: who names a form alone has perhaps
  /// changed it.
  static func recordsBeside(_ form: String) -> [String] {
    CheckFileName.records(beside: form)
      .filter { (try? FileStatus(path: $0))?.kind == .file && formBeside($0) == form }
  }

  /// The form NAME.fields.json beside NAME.values.json.
  static func formBeside(_ path: String) -> String? {
    CheckFileName(path).forms.first(where: FileNames.exist)
  }
}
