import FieldModels

/// Fields that are looked for wherever they are.
extension FieldDocument {
  /// The fields with these characters in their key or label, in this order and whatever the case.
  func symbols(
    matching query: String, in uri: String, for client: ClientCapabilities
  ) -> [LSP.WorkspaceSymbol] {
    let wanted = Array(query.lowercased())
    let container =
      (FileURI.path(of: uri) ?? uri).split(separator: "/").last.map(String.init) ?? uri
    return symbols(client.positionEncoding).compactMap { symbol in
      // The kind says nothing that is looked for.
      let label = symbol.detail.split(around: " · ").dropLast().first
      let name = symbol.name + (label.map { " · \($0)" } ?? "")
      var rest = wanted[...]
      for character in name.lowercased() where rest.first == character { rest.removeFirst() }
      guard rest.isEmpty else { return nil }
      return LSP.WorkspaceSymbol(
        name: name, location: LSP.Location(uri: uri, range: symbol.selectionRange),
        container: container)
    }
  }
}
