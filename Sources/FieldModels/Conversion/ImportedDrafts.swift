import FieldModels

/// What an imported form begins with, held to what it asks: a draft that its field does not take is no
/// draft of the form, whatever the format.
extension Conversion {
  /// Takes out the drafts that the fields of the document do not take by themselves, each of which is
  /// told; a record feels nothing of them.
  ///
  /// A schema says itself which defaults it takes, and a field document is as it is written.
  mutating func dropWrongDrafts(from format: FormFormat) {
    switch format {
    case .fields, .jsonSchema, .rjsf, .mcp, .backstage, .typescript: break
    case .surveyjs, .formio: dropWrongDrafts(named: "defaultValue")
    case .lspForm, .xlsform, .awx: dropWrongDrafts(named: "default")
    case .adaptiveCards, .a2ui: dropWrongDrafts(named: "value")
    case .html, .github, .slack: dropWrongDrafts(named: nil)
    }
  }

  /// The same as another conversion: what an export is compared with.
  func droppingWrongDrafts(from format: FormFormat) -> Conversion {
    var conversion = self
    conversion.dropWrongDrafts(from: format)
    return conversion
  }

  /// - Parameter name: what the format calls that with which a question begins; nil where places have no
  ///   members
  private mutating func dropWrongDrafts(named name: String?) {
    guard case .value(.object(var members)) = form, var fields = members["fields"]?.array,
      members["entries"] != nil || fields.contains(where: { $0["text"] ?? $0["date"] != nil })
    else { return }
    let document = FieldDocument(
      Array(JSONValue.object(members).json.utf8), dialect: .strict, vocabulary: Vocabulary(),
      at: Instant(nanoseconds: 0))
    var definitions: [FieldDefinition] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      definitions.append(reading.definition)
      return true
    }
    for (index, definition) in definitions.enumerated() where index < fields.count {
      if definition.passesAlone(definition.draft) { continue }
      let member = fields[index]["date"] == nil ? "text" : "date"
      let place =
        origins["/fields/\(index)/\(member)"] ?? place(of: "/fields/\(index)", name)
      let isFilledIn = fields[index]["whenMissing"] != nil
      fields[index] = .object(
        fields[index].members.filter { $0.name != member && $0.name != "whenMissing" })
      // A record that lacks it is wrong to others, since the draft is.
      tellWrongDraft(place, effect: isFilledIn ? .laxer : .nothing)
    }
    members["fields"] = .array(fields)
    dropWrongEntries(of: &members, definitions, named: name)
    form = .value(.object(members))
  }

  /// The same of what stands in the entries that lists begin with.
  private mutating func dropWrongEntries(
    of members: inout [JSONValue.Member], _ definitions: [FieldDefinition], named name: String?
  ) {
    guard let lists = members["entries"]?.members else { return }
    let known = Dictionary(keepingFirst: definitions.map { ($0.key ?? "", $0) })
    let groups = (members["groups"]?.array ?? []).map { $0["key"]?.string }
    members["entries"] = .object(
      lists.map { list in
        var isWhole = true
        let entries = (list.value.array ?? []).map { entry in
          JSONValue.object(
            entry.members.filter { member in
              let texts = member.value.array?.compactMap { $0.string }
              let draft = texts.map(Draft.rows) ?? .text(member.value.string ?? "")
              let isRight = known[member.name]?.passesAlone(draft) ?? true
              isWhole = isWhole && isRight
              return isRight
            })
        }
        if !isWhole, let group = groups.firstIndex(of: list.name) {
          tellWrongDraft(place(of: "/groups/\(group)", name))
        }
        return .init(list.name, .array(entries))
      })
  }

  private func place(of pointer: String, _ name: String?) -> String {
    let origin = origin(of: pointer)
    return origin.hasPrefix("/") ? origin + (name.map(JSONPointer.step) ?? "") : origin
  }

  private mutating func tellWrongDraft(
    _ path: String, effect: ConversionReport.Effect = .nothing
  ) {
    report.exactCount = max(0, report.exactCount - 1)
    report.add(
      .wrongValue, path, "The form does not take this, so nothing begins with it", effect: effect)
  }
}

extension FieldDefinition {
  /// Whether a draft passes what the field asks of it by itself, as an empty one does.
  ///
  /// Other fields, validators and the day of today are left aside.
  func passesAlone(_ draft: Draft) -> Bool {
    guard !draft.isEmpty, let day = CivilDate(year: 2000, month: 1, day: 1) else { return true }
    var definition = self
    definition.draft = draft
    if definition.minimumDate == .today { definition.minimumDate = nil }
    if definition.maximumDate == .today { definition.maximumDate = nil }
    let surroundings = RuleCheck.Surroundings(today: day)
    let rules = definition.rules.filter { rule in
      switch rule.check {
      case .equals, .before, .after, .holds, .validator: false
      case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .oneOf, .schema:
        rule.severity == .error && rule.condition == nil
      }
    }
    return RuleCheck.limitFailures(definition, surroundings).isEmpty
      && RuleCheck.failures(of: rules, definition, surroundings).isEmpty
  }
}
