/// A form made ready to judge records: objects of values, as its submission commits them.
///
/// It is made once of a document and judges any number of records, and changes with none of them.
/// Of a record it says what the document would say of the same drafts at a submission, by the same
/// rules; and besides what a submission would never commit: values of another type, keys that no
/// field has.
package struct RecordForm: Sendable {
  /// Members by which a record names its form, and its schema for other tools; of a form that has
  /// such a key they are values.
  package static let otherNames: Set<String> = [
    Property.Name.form.rawValue, Property.Name.schema.rawValue,
  ]

  var fields: [RecordField]
  package let layout: RecordLayout
  /// The groups that the layout names by number.
  package let groups: [DocumentFrame.Group]

  /// - Parameter document: one without errors in its text, which it would judge otherwise than it
  ///   is meant
  package init(_ document: FieldDocument) {
    var fields: [RecordField] = []
    var places: [String: Int] = [:]
    var paths: [[String]] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      guard let path = document.steps(of: reading.mentions),
        let field = RecordField(reading, number: fields.count, at: path), places[field.key] == nil
      else { return true }
      places[field.key] = fields.count
      fields.append(field)
      paths.append(path)
      return true
    }
    for index in fields.indices { fields[index].watch(fields, places) }
    layout = RecordLayout(paths, document.frame)
    groups = document.frame.groups
    for (number, object) in layout.objects.enumerated() {
      for case .field(let index) in object.members.map(\.content) { fields[index].object = number }
    }
    self.fields = fields
  }

  /// Says of one value of a tree whether a submission could commit it, and what is wrong if not.
  ///
  /// It changes nothing but what the form has at hand for its next record.
  ///
  /// - Parameters:
  ///   - tree: the tree
  ///   - root: the node of the value
  ///   - now: this moment
  ///   - isBroken: there are mistakes in the text, so that nobody knows what is missing
  /// - Returns: what is wrong, and who would have to be asked
  package mutating func judge(
    _ tree: JSONTree, _ root: Int, at now: Instant, isBroken: Bool = false
  ) -> RecordVerdict {
    var verdict = RecordVerdict()
    guard tree[root].kind == .object else {
      if isBroken { return verdict }
      let finding = Finding(.record(.notARecord), .error, at: tree[root].span)
      verdict.problems = [.init(key: nil, path: "", finding: finding)]
      return verdict
    }
    let members = RecordMembers(of: tree, root, self)
    let contents = contents(of: tree, members)
    for index in fields.indices {
      // Of what can't be in a value of another type, that is told.
      let object = fields[index].object
      if members.objects[object].isUnfit { continue }
      if isBroken, !(members.values[index].map { tree[$0].isWhole } ?? false) { continue }
      let surroundings = fields[index].surroundings(in: contents, at: now)
      let said = fields[index].judge(contents[index], surroundings)
      verdict.add(
        said, of: fields[index], at: contents[index].span ?? members.objects[object].place)
    }
    if !isBroken { verdict.problems += objectProblems(members, beside: verdict.problems) }
    verdict.problems += members.strangers
    if verdict.problems.isEmpty { return verdict }
    for (field, content) in zip(fields, contents) where field.definition.isSecure {
      let span = content.span ?? members.objects[field.object].unfitSpan
      if let span { verdict.secretSpans.append(span) }
    }
    return verdict
  }

  /// What a record has for each field.
  private func contents(of tree: JSONTree, _ members: RecordMembers) -> [RecordContent] {
    fields.indices.map { index in
      guard let value = members.values[index] else { return fields[index].absence }
      let content = fields[index].definition.content(of: JSONValue(tree, value))
      return RecordContent(content, span: tree[value].span)
    }
  }

  /// The objects that are something else, and those that are missing although they are always
  /// there; of these nothing is told where it is told that something in them is missing.
  private func objectProblems(
    _ members: RecordMembers, beside told: [RecordVerdict.Problem]
  ) -> [RecordVerdict.Problem] {
    var problems: [RecordVerdict.Problem] = []
    var known: Set<String>?
    // Those within others come behind them; the innermost that is missing says enough.
    for (object, found) in zip(layout.objects, members.objects).reversed() {
      let problem: RecordProblem
      switch found.state {
      case .found, .beneathUnfit: continue
      case .unfit: problem = .wrongType(.object)
      case .missing:
        guard object.isRequired else { continue }
        let around = known ?? Set(told.flatMap { JSONPointer.objects(around: $0.path) })
        known = around
        if around.contains(object.path) { continue }
        problem = .missingObject
      }
      known?.formUnion(JSONPointer.objects(around: object.path))
      let finding = Finding(.record(problem), .error, at: found.unfitSpan ?? found.place)
      problems.append(.init(key: nil, path: object.path, finding: finding))
    }
    return problems.reversed()
  }
}

extension JSONTree.Node {
  /// It is a value, and written to its end.
  fileprivate var isWhole: Bool {
    switch kind {
    case .invalid, .missing: false
    case .null, .true, .false, .number, .string, .array, .object: isClosed
    }
  }
}

extension RecordForm {
  /// When the day ends that something is judged by; nil where nothing is.
  func dayEnd(at now: Instant) -> Instant? {
    fields.lazy.filter(\.definition.watchesToday).map { $0.definition.endOfDay(at: now) }.min()
  }
}

// What validators are asked.
extension RecordForm {
  /// The drafts of which the values of a record would be committed, in the order of the form.
  package func drafts(of tree: JSONTree, _ root: Int) -> [Draft] {
    contents(of: tree, RecordMembers(of: tree, root, self)).map(\.draft)
  }

  /// What a validator is asked.
  ///
  /// - Parameters:
  ///   - question: what has to be asked
  ///   - drafts: of the record
  ///   - limit: the number of fields up to which the drafts of all others go along; in a larger form
  ///     only those that the field's rules mention; never those of secure fields
  /// - Returns: the field's key, its draft, whether that is secret, and the others
  package func request(
    _ question: RecordQuestion, drafts: [Draft], limit: Int
  ) -> (key: String, value: String, isSecret: Bool, others: [(key: String, draft: Draft)]) {
    let field = fields[question.field]
    let mentioned = fields.count <= limit ? nil : Set(field.definition.watchedKeys)
    let others = fields.indices.filter { index in
      index != question.field && !fields[index].definition.isSecure
        && mentioned?.contains(fields[index].key) ?? true
    }
    return (
      field.key, drafts[question.field].text, field.definition.isSecure,
      others.map { (fields[$0].key, drafts[$0]) }
    )
  }
}

// What is kept secret.
extension RecordForm {
  /// Whether words from outside have, or may have, a secure value of a record or a piece of one in
  /// them.
  package func quotesSecret(_ words: String, of tree: JSONTree, _ root: Int) -> Bool {
    guard fields.contains(where: \.definition.isSecure) else { return false }
    let members = RecordMembers(of: tree, root, self)
    var secrets = SecretDrafts()
    for (index, content) in contents(of: tree, members).enumerated() {
      guard fields[index].definition.isSecure, !secrets.isUnknown else { continue }
      switch members.values[index].map({ tree[$0].kind }) {
      case .object?: secrets.giveUp()
      case .array? where !fields[index].definition.takesSeveral: secrets.giveUp()
      default:
        var definition = fields[index].definition
        definition.draft = content.draft
        for text in definition.secretTexts { secrets.add(text) }
      }
    }
    return secrets.areQuoted(in: words)
  }
}

// What stands where.
extension RecordForm {
  /// What stands at the end of some names that lead into a record; nil for what the form does not
  /// know.
  package func content(at names: [String]) -> RecordLayout.Content? {
    names.reduce(.object(0)) { content, name in
      guard case .object(let object)? = content else { return nil }
      return layout.objects[object].content(named: name)
    }
  }

  /// What the form says of a field; its draft is that of some record.
  package func definition(of field: Int) -> FieldDefinition { fields[field].definition }

  /// Where the value of a field stands in a record, as a JSON pointer.
  package func path(of field: Int) -> String { fields[field].path }

  /// What the form says of a field, with the draft of which a value would be committed.
  package func definition(of field: Int, holding value: JSONValue) -> FieldDefinition {
    var definition = fields[field].definition
    definition.draft = definition.content(of: value).draft
    return definition
  }
}
