/// What the schemas of a form and of its groups say of a record.
extension RecordVerdict {
  /// Adds where objects and lists are not valid in their schemas; of those in which something is wrong already
  /// nothing more is told.
  ///
  /// - Parameters:
  ///   - tree: the tree
  ///   - root: the node of the record, which is an object
  ///   - form: the form
  mutating func addSchemaProblems(of tree: JSONTree, _ root: Int, by form: RecordForm) {
    // A part of a record leaves open what its schema would say.
    for demand in form.layout.schemas where demand.mayRefuse || form.isPartial {
      let path = demand.path
      guard let node = form.layout.node(of: demand, in: tree, root), !hasError(at: path) else {
        continue
      }
      let span = tree[node].span.prefix(1)
      if form.isPartial {
        var absent = form.absentFields(of: demand.content, in: tree, node).map { form.fields[$0] }
        // Where something in it may yet be wrong, nobody knows whether it is looked at.
        if absent.isEmpty {
          let keys = Set(openKeys(within: path))
          absent = form.fields.filter { keys.contains($0.key) }
        }
        guard absent.isEmpty else {
          leaveOpen(
            .uncheckedDependency(
              keys: absent.map { $0.key }, names: absent.map { $0.definition.name }),
            at: path, span: span)
          continue
        }
      }
      guard let failure = form.layout.failure(of: demand, in: tree, node) else { continue }
      // What stands there may be a secret in the wrong place, whose name tells of it.
      let inner = form.hasSecrets ? "" : failure.path
      let part = tree.node(at: inner, in: node) ?? node
      let told = ValueSchema.Failure(path: "", keyword: failure.keyword)
      let finding = Finding(
        .record(.schemaMismatch(told)), .error,
        at: inner.isEmpty ? span : tree[part].span)
      problems.append(Problem(key: nil, path: path + inner, finding: finding))
    }
  }

  /// The keys of fields of which it is open whether they are right, in what stands at a path.
  private func openKeys(within path: String) -> [String] {
    openProblems.filter { $0.path == path || $0.path.hasPrefix(path + "/") }.compactMap { $0.key }
  }

  private func hasError(at path: String) -> Bool {
    problems.contains { problem in
      problem.finding.severity == .error
        && (path.isEmpty || problem.path == path || problem.path.hasPrefix(path + "/")
          || path.hasPrefix(problem.path + "/"))
    }
  }
}

extension RecordForm {
  /// The fields in an object or a list, by their numbers, that a part of a record lacks there.
  fileprivate func absentFields(
    of content: RecordLayout.Content, in tree: JSONTree, _ node: Int?
  ) -> [Int] {
    switch content {
    case .field(let field): return node == nil ? [field] : []
    case .object(let object):
      return layout.objects[object].members.flatMap { member in
        absentFields(
          of: member.content, in: tree, node.flatMap { tree.value(of: member.name, in: $0) })
      }
    case .list(let list):
      guard let node else { return layout.lists[list].fields }
      let entry = layout.lists[list].entryContent
      var known = Set<Int>()
      return tree.elements(of: node).flatMap { absentFields(of: entry, in: tree, $0) }
        .filter { known.insert($0).inserted }
    }
  }
}
