/// What a document says outside its fields: its title, groups and autofill sources, from the text
/// before the first field and the text behind the last.
package struct DocumentFrame: Equatable, Sendable {
  package var title: String?
  package var description: String?
  package var groups: [Group] = []
  package private(set) var groupKeys: Set<String> = []
  /// The paths of the groups that have one, by their keys.
  package private(set) var groupPaths: [String: [String]] = [:]
  package var sources: [String: [String]] = [:]
  /// The properties that are written, in either part.
  package var names: Set<Property.Name> = []
  /// A key in the record that the form does not know is an error.
  package private(set) var isClosed = false
  /// The document is a record of values that belongs to a form, not a form.
  package var isRecord = false
  package var headFindings: [Finding] = []
  package var tailFindings: [Finding] = []

  package init() {}

  /// A page or section that fields belong to.
  package struct Group: Equatable, Sendable {
    package var key: String
    package var label: String?
    package var description: String?
    /// The names that lead to the object in a record that its fields' values stand in; none: they
    /// stand in the record itself.
    package var path: [String] = []
    /// That object is there even if nothing is in it.
    package var isRequired = false
    /// A key in it that the form does not know is an error.
    package var isClosed = false
  }

  /// The trees and problems of the two parts, spans counted from each part's beginning.
  package struct Part: Sendable {
    package var tree: JSONTree
    package var problems: [JSONProblem]

    package init(tree: JSONTree, problems: [JSONProblem]) {
      self.tree = tree
      self.problems = problems
    }
  }

  /// Reads the two parts; of what is concealed only the place of a mistake is told.
  package init(head: Part, tail: Part?, isConcealed: Bool = false) {
    headFindings = read(head, isHead: true, isConcealed)
    if let tail { tailFindings = read(tail, isHead: false, isConcealed) }
    // Where the text is broken it is unknown what is missing.
    let isReadable = (headFindings + tailFindings).allSatisfy { $0.severity != .error }
    if !names.contains(.fields), !isRecord, isReadable, !head.tree.isEmpty {
      let brace = Int(head.tree[0].start)
      let missing = TextProblem.missingProperty(.fields, section: .document)
      headFindings.insert(.text(missing, at: brace..<(brace + 1)), at: 0)
    }
  }

  /// The node of the value by which a record, or the first of a list of them, says to which form
  /// it belongs.
  package static func statedForm(in tree: JSONTree) -> Int? {
    if tree.isEmpty { return nil }
    return tree.value(
      of: Property.Name.form.rawValue, in: tree.elements(of: 0).first { _ in true } ?? 0)
  }

  private mutating func read(
    _ part: Part, isHead: Bool, _ isConcealed: Bool
  ) -> [Finding] {
    var reader = ObjectReader(part.tree)
    reader.findings = part.problems.map {
      .text(.syntax($0.kind), $0.severity, at: $0.span)
    }
    guard !part.tree.isEmpty else { return reader.findings }
    if let form = Self.statedForm(in: part.tree) {
      isRecord = true
      if reader.isWellTyped(form, as: .text, of: Property.Name.form.rawValue) {
        reader.add(.uncheckedRecord, .information, at: form)
      }
    }
    // A record's other members are values by key, not properties.
    if isRecord { return reader.findings }
    guard part.tree[0].kind == .object else {
      if reader.findings.isEmpty { reader.add(.notADocument, at: 0) }
      return reader.findings
    }
    let isDubious =
      !part.problems.isEmpty && (isConcealed || part.tree.mentionsSecure(part.problems))
    for member in reader.members(of: 0, in: .document) {
      let name = member.property.name
      if !names.insert(name).inserted, !isHead {
        reader.add(.duplicateProperty(name: name.rawValue), .warning, at: member.value - 1)
      }
      read(member, &reader)
    }
    // What is told of a broken text quotes it, and may take a piece of a draft for a name.
    if isDubious { reader.findings.removeSubrange(part.problems.count...) }
    let findings = BrokenText.findings(reader.findings, of: part.problems, in: part.tree)
    return findings.filter { !Self.isAboutMissingFields($0) }
  }

  /// Whether the fields are missing shows only when both parts have been read.
  private static func isAboutMissingFields(_ finding: Finding) -> Bool {
    finding.problem == .text(.missingProperty(.fields, section: .document))
  }

  private mutating func read(_ member: ObjectReader.Member, _ reader: inout ObjectReader) {
    let tree = reader.tree
    switch member.property.name {
    case .title: title = tree.string(member.value)
    case .closed: isClosed = tree.bool(member.value) ?? false
    case .description: description = tree.string(member.value)
    case .groups:
      for group in tree.elements(of: member.value) where tree[group].kind == .object {
        readGroup(group, &reader)
      }
    case .autofill:
      for key in tree.members(of: member.value) {
        guard let name = tree.string(key), tree[key + 1].kind == .array else { continue }
        sources[name] = tree.elements(of: key + 1).compactMap { tree.string($0) }
      }
    default: break
    }
  }

  private mutating func readGroup(_ group: Int, _ reader: inout ObjectReader) {
    var read = Group(key: "")
    var isKnown: Bool?
    var aboutObject: [(name: Property.Name, node: Int)] = []
    for member in reader.members(of: group, in: .group) {
      let text = reader.tree.string(member.value)
      switch member.property.name {
      case .label: read.label = text
      case .description: read.description = text
      case .path: read.path = text.flatMap(JSONPointer.steps) ?? []
      case .required:
        read.isRequired = reader.tree.bool(member.value) ?? false
        if read.isRequired { aboutObject.append((.required, member.value)) }
      case .closed:
        read.isClosed = reader.tree.bool(member.value) ?? false
        if read.isClosed { aboutObject.append((.closed, member.value)) }
      case .key:
        read.key = text ?? ""
        if read.key.isEmpty { reader.add(.emptyKey, at: member.value) }
        isKnown = !groupKeys.insert(read.key).inserted
        if isKnown == true { reader.add(.duplicateGroup(read.key), at: member.value) }
      default: break
      }
    }
    for (name, node) in aboutObject where read.path.isEmpty {
      reader.add(.missingPath(name), .warning, at: node)
    }
    guard let isKnown else { return }
    groups.append(read)
    // Of those that share a key the first has the fields.
    if !isKnown, !read.path.isEmpty { groupPaths[read.key] = read.path }
  }
}
