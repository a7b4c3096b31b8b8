import FieldModels

/// What is asked about all forms and records in the folders that a client works in.
package enum WorkspaceQuestion: Equatable, Sendable {
  /// What is wrong with each, unless that is what the client knows under an id, by URIs.
  case diagnostics(unless: [String: String])
  /// The fields whose key or label has these characters in their order.
  case symbols(matching: String)
  /// What is to be changed in records when files have other names.
  case renaming(FileMoves)
  /// Where records that are not open write a name of a form, to answer a question about that.
  case name(NameQuestion)
  /// Which forms there are, for the name of one in a record.
  case formName(uri: String, at: LSP.Position)
  /// How many are wrong; a client that does not ask what is wrong is told that too.
  case checking

  /// Whether forms are looked at, for themselves.
  var isAboutForms: Bool {
    switch self {
    case .diagnostics, .symbols, .checking: true
    case .renaming, .name, .formName: false
    }
  }

  var isAboutRecords: Bool {
    switch self {
    case .diagnostics, .renaming, .name, .checking: true
    case .symbols, .formName: false
    }
  }

  /// Whether records are held to their forms.
  var needsForms: Bool {
    switch self {
    case .diagnostics, .name, .checking: true
    case .symbols, .renaming, .formName: false
    }
  }

  /// What to call the work in a progress display.
  var title: String {
    switch self {
    case .diagnostics, .checking: "Checking forms and records"
    case .symbols: "Looking for fields"
    case .renaming, .name: "Looking for records"
    case .formName: "Looking for forms"
    }
  }

  /// Reads what a method asks; nil for one that asks nothing of the kind.
  init?(_ method: Method, _ params: Parameters) throws(RPCError) {
    switch method {
    case .workspaceDiagnostic:
      var known: [String: String] = [:]
      for id in try params.array("previousResultIds") {
        known[try id.string("uri")] = try id.string("value")
      }
      self = .diagnostics(unless: known)
    case .workspaceSymbol: self = .symbols(matching: try params.string("query"))
    case .willRenameFiles: self = .renaming(try FileMoves(params))
    default: return nil
    }
  }
}

/// A question about a name that records may write which are not open.
package struct NameQuestion: Equatable, Sendable {
  var name: DocumentName
  /// The URI of the form that it is a name in.
  var form: String
  /// What was asked, of which document.
  var question: TextQuestion
  var uri: String
  /// The texts with records that were open then: files of theirs were not read.
  var openRecords: Set<String>
}

/// Files and folders that get other names, by their URIs.
package struct FileMoves: Equatable, Sendable {
  private var moves: [(old: String, new: String)] = []

  init(_ params: Parameters) throws(RPCError) {
    for file in try params.array("files") {
      let (old, new) = (try file.string("oldUri"), try file.string("newUri"))
      guard let oldPath = FileURI.path(of: old), let newPath = FileURI.path(of: new) else {
        continue
      }
      moves.append((Self.withoutEnd(oldPath), Self.withoutEnd(newPath)))
    }
  }

  /// The path that a file has afterwards: its own, or one below a folder that is moved.
  func path(after path: String) -> String {
    for move in moves {
      if path == move.old { return move.new }
      if path.hasPrefix(move.old + "/") { return move.new + path.dropFirst(move.old.count) }
    }
    return path
  }

  /// Whether one of some files is at a path afterwards.
  func have(_ path: String, among files: Set<String>) -> Bool {
    let earlier: [String] = moves.compactMap { move in
      if path == move.new { return move.old }
      return path.hasPrefix(move.new + "/") ? move.old + path.dropFirst(move.new.count) : nil
    }
    return ([path] + earlier).contains { files.contains($0) && self.path(after: $0) == path }
  }

  private static func withoutEnd(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  package static func == (one: FileMoves, other: FileMoves) -> Bool {
    one.moves.elementsEqual(other.moves) { $0 == $1 }
  }
}
