import FieldModels

/// What a file is by its name, in the folders of an editor and for `fieldd check` alike.
package enum FileKind: Equatable, Sendable {
  /// `NAME.fields.json` or `NAME.fields.jsonc`.
  case form
  /// `NAME.values.json` or `NAME.values.jsonc`: records, of the form beside it if they name none.
  case values
  /// Other JSON, which has records if the first of them names its form.
  case json

  private static let formEndings = FormFormat.documentEndings
  private static let valuesEndings = [".values.json", ".values.jsonc"]
  /// The last four have a record a line.
  package static let endings = ["json", "jsonc", "ndjson", "jsonl", "jsonlines", "ldjson"]

  /// Nil for a file that has neither a form nor records.
  ///
  /// - Parameter path: a path or a URI; only of other JSON the case of letters does not matter
  package init?(ofFile path: String) {
    if Self.formEndings.contains(where: { path.hasSuffix($0) }) {
      self = .form
    } else if Self.valuesEndings.contains(where: { path.hasSuffix($0) }) {
      self = .values
    } else if let point = path.lastIndex(of: "."),
      Self.endings.contains(path[point...].dropFirst().lowercased())
    {
      self = .json
    } else {
      return nil
    }
  }

  /// The forms to which records belong that name none, by the name of their file.
  ///
  /// - Returns: paths or URIs, as the records have one; of those the first counts that is there
  package static func forms(beside records: String) -> [String] {
    guard let ending = valuesEndings.first(where: { records.hasSuffix($0) }) else { return [] }
    return formEndings.map { records.dropLast(ending.count) + $0 }
  }

  /// The files whose records belong to a form by their names.
  package static func values(beside form: String) -> [String] {
    guard let ending = formEndings.first(where: { form.hasSuffix($0) }) else { return [] }
    return valuesEndings.map { form.dropLast(ending.count) + $0 }
  }
}
