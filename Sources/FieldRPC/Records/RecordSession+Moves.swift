import FieldModels

/// How records keep their forms when files get other names.
extension RecordSession {
  /// The edits after which each belongs to the same form as before.
  ///
  /// - Parameters:
  ///   - moves: what gets other names
  ///   - path: the path of the records, as it is
  ///   - forms: the paths of the forms that are there
  /// - Returns: none where they belong to them anyway
  func edits(
    after moves: FileMoves, at path: String, among forms: Set<String>
  ) -> [FieldModels.TextEdit] {
    record.records.indices.flatMap { number in
      edits(ofRecord: number, after: moves, at: path, among: forms)
    }
  }

  private func edits(
    ofRecord number: Int, after moves: FileMoves, at path: String, among forms: Set<String>
  ) -> [FieldModels.TextEdit] {
    let newPath = moves.path(after: path)
    switch wishes.all[wishes.numbers[number]] {
    case .unreadable, .excess: return []
    case .stated(let text, let addresses):
      let paths = addresses.compactMap(\.filePath)
      guard let path = paths.first(where: forms.contains) ?? paths.first else { return [] }
      let newFormPath = moves.path(after: path)
      let found = DocumentAddress.all(of: text, from: FileURI.uri(of: newPath))
      guard !found.contains(where: { $0.filePath == newFormPath }),
        let node = record.statedForm(ofRecord: number)
      else { return [] }
      let name = RelativePath.path(of: newFormPath, from: newPath, like: text)
      return [TextEdit(record.tree.contentSpan(node), JSONString.escaped(name))]
    case .beside(let candidates, _):
      let formPath = candidates.lazy.compactMap(\.address.filePath).first(where: forms.contains)
      guard let newFormPath = formPath.map(moves.path) else { return [] }
      let isBeside = FormWish.forms(beside: FileURI.uri(of: newPath))
        .contains { $0.address.filePath == newFormPath }
      let root = record.records[number]
      if isBeside || record.tree[root].kind != .object { return [] }
      let name = RelativePath.path(of: newFormPath, from: newPath, like: "")
      return [insertion(ofForm: name, into: root)]
    }
  }

  /// A first member that names the form, in a line of its own where the others have one.
  private func insertion(ofForm name: String, into root: Int) -> FieldModels.TextEdit {
    let start = record.tree[root].span.lowerBound + 1
    let bytes = record.tree.bytes
    let rest = bytes[start...]
    let gap = Array(rest.prefix(while: \.isJSONSpace))
    let isEmpty = Int(record.tree[root].subtreeEnd) == root + 1
    let space = gap.contains(where: \.isLineEnd) && !isEmpty ? gap : Array(" ".utf8)
    let member = Array("\"\(Property.Name.form.rawValue)\": \"\(JSONString.escaped(name))\"".utf8)
    let text = space + member + (isEmpty ? space : Array(",".utf8))
    return TextEdit(start..<start, String(decoding: text, as: UTF8.self))
  }
}
