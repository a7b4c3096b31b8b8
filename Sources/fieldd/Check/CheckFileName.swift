import FieldModels
import FieldSession

/// What the name of a file tells `fieldd check`: of records more than it tells an editor, which opens no
/// tables and nothing that is packed.
struct CheckFileName {
  private let path: String
  /// It says that it is packed.
  let isPacked: Bool
  /// Without the ending of what is packed.
  private let unpackedPath: String

  private static let packedEnding = ".gz"
  private static let valuesEnding = ".values."
  private static let tableEndings: [(name: String, format: RecordsFormat)] = [
    ("csv", .csv), ("tsv", .tsv), ("tab", .tsv),
  ]
  private static let endings = FileKind.endings + tableEndings.map(\.name)

  init(_ path: String) {
    self.path = path
    isPacked = path.suffix(Self.packedEnding.count).lowercased() == Self.packedEnding
    unpackedPath = isPacked ? String(path.dropLast(Self.packedEnding.count)) : path
  }

  var isForm: Bool { FileKind(ofFile: path) == .form }

  /// A form, or something that may have records.
  var mayBeChecked: Bool {
    isForm || format != nil && FileKind(ofFile: unpackedPath) != .form
  }

  /// What its records are; nil where the name does not say it.
  var format: RecordsFormat? {
    if FileKind(ofFile: unpackedPath) != nil { return .json }
    guard let point = unpackedPath.lastIndex(of: ".") else { return nil }
    let ending = unpackedPath[point...].dropFirst().lowercased()
    return Self.tableEndings.first { $0.name == ending }?.format
  }

  var mayHaveComments: Bool { JSONReader.Dialect.ofFile(at: unpackedPath) == .commented }

  /// The forms to which its records belong that name none; of those the first counts that is there.
  var forms: [String] {
    for ending in Self.endings where unpackedPath.hasSuffix(Self.valuesEnding + ending) {
      let name = unpackedPath.dropLast(ending.count)
      return FileKind.forms(beside: name + "json")
    }
    return []
  }

  /// The files whose records belong to a form by their names.
  static func records(beside form: String) -> [String] {
    guard let first = FileKind.values(beside: form).first, let point = first.lastIndex(of: ".")
    else { return [] }
    return endings.flatMap { ending in
      let path = first[...point] + ending
      return [path, path + packedEnding].map(String.init)
    }
  }
}
