/// The texts that autofill offers besides those of a document.
package struct AutofillSources: Sendable {
  package private(set) var memory = AutofillMemory()
  /// The texts of the folder that the client works in, by source.
  package private(set) var workspace: [String: [String]] = [:]
  /// Grows with each change.
  package private(set) var revision = 0
  /// What was made ready last: typing goes on in one field.
  private var recent: (name: String, given: [String], revision: Int, texts: AutofillTexts)?

  package init() {}

  package mutating func update(_ memory: AutofillMemory) {
    guard memory != self.memory else { return }
    self.memory = memory
    revision += 1
  }

  /// Gives whether the folder says something else.
  package mutating func update(workspace: [String: [String]]) -> Bool {
    guard workspace != self.workspace else { return false }
    self.workspace = workspace
    revision += 1
    return true
  }

  package mutating func remember(_ change: AutofillChange) {
    if memory.apply(change) { revision += 1 }
  }

  /// All texts of a source of which a document gives some.
  package mutating func texts(of name: String, given: [String]) -> AutofillTexts {
    if let recent, recent.name == name, recent.revision == revision, recent.given == given {
      return recent.texts
    }
    let texts = AutofillTexts(
      memory.strings(of: name, besides: given + (workspace[name] ?? [])))
    recent = (name, given, revision, texts)
    return texts
  }
}
