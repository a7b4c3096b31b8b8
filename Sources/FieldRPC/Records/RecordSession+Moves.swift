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
    let newURI = FileURI.uri(of: newPath)
    let isThere = { (path: String) in moves.have(path, among: forms) }
    switch wishes.all[wishes.numbers[number]] {
    case .unreadable: return []
    case .stated(let text, let addresses), .excess(let text, let addresses):
      guard let newFormPath = addresses.path(where: forms.contains).map(moves.path) else {
        return []
      }
      let found = DocumentAddress.all(of: text, from: newURI).path(where: isThere)
      guard found != newFormPath, let node = record.statedForm(ofRecord: number) else { return [] }
      let name = RelativePath.path(of: newFormPath, from: newPath, like: text)
      return [TextEdit(record.tree.contentSpan(node), JSONString.escaped(name))]
    case .beside(let candidates, let first):
      let beside = candidates.lazy.compactMap { $0.address.filePath }.first(where: forms.contains)
      // What the first record names goes on being what it names.
      let newFirst = first.map { $0.address }.path(where: forms.contains).map(moves.path)
      guard let newFormPath = beside.map(moves.path) ?? newFirst else { return [] }
      let newBeside = FormWish.forms(beside: newURI).lazy.compactMap { $0.address.filePath }
        .first(where: isThere)
      let root = record.records[number]
      if (newBeside ?? newFirst) == newFormPath || record.tree[root].kind != .object { return [] }
      let name = RelativePath.path(of: newFormPath, from: newPath, like: "")
      return [insertion(ofForm: name, into: root)]
    }
  }

  /// A first member that names the form, in a line of its own where the others have one.
  private func insertion(ofForm name: String, into root: Int) -> FieldModels.TextEdit {
    let start = record.tree[root].span.lowerBound + 1
    let bytes = record.tree.bytes
    let rest = bytes[start...]
    let gap = Array(rest.prefix { $0.isJSONSpace })
    let isEmpty = Int(record.tree[root].subtreeEnd) == root + 1
    let space = gap.contains { $0.isLineEnd } && !isEmpty ? gap : Array(" ".utf8)
    let member = Array("\"\(Property.Name.form.rawValue)\": \"\(JSONString.escaped(name))\"".utf8)
    let text = space + member + (isEmpty ? space : Array(",".utf8))
    return TextEdit(start..<start, String(decoding: text, as: UTF8.self))
  }
}

extension [DocumentAddress] {
  /// The path of the first that is there; of the first where none is known to be: a form may have any
  /// name, and only some are looked for.
  fileprivate func path(where isThere: (String) -> Bool) -> String? {
    let paths = compactMap { $0.filePath }
    return paths.first(where: isThere) ?? paths.first
  }
}
