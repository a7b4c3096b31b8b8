import FieldModels

/// What may stand as a value, by the shape of its property.
extension Completion {
  mutating func offerValues(_ shape: Shape, _ written: Int?) {
    // Before an object or list that is written nothing else goes.
    if let written, !context.tree[written].isScalar { return }
    switch shape {
    case .word(let words):
      for word in words {
        addValue(
          Proposal(text: word.name, kind: .enumMember, documentation: word.documentation), written)
      }
    case .bool, .boolOrText: offerBooleans(written)
    case .boolOrCondition:
      offerBooleans(written)
      var proposal = Proposal(text: "when", label: "{ \"when\": … }", kind: .keyword)
      proposal.template = Template(
        "{ \"when\": { \"key\": \"@\", \"filled\": true } }")
      addValue(proposal, written)
    case .key where context.section == .repetition: offerFieldsOfList(written)
    case .key:
      offerKeys(written)
      offerLists(written)
    case .dateOrKey:
      offerKeys(written) { $0.kind == .date }
      offerDates(written)
    case .expression: offerExpression(written)
    case .groupKey:
      for group in document.frame.groups {
        addValue(Proposal(text: group.key, kind: .reference, detail: group.label), written)
      }
    case .path: offerPath(written)
    case .sourceName: offerSources(written)
    case .formatName: offerFormats(written)
    case .validatorName: offerValidators(written)
    case .rule:
      offerFormats(written)
      offerValidators(written)
      offerObjects(of: .rule, written)
    case .choice: offerObjects(of: .choice, written)
    case .dateDraft, .date: offerDates(written)
    case .datePattern: offerDatePatterns(written)
    case .timeZone: offerTimeZones(written)
    case .color: offerColors(written)
    case .scalar: offerDraftsOfOther(written)
    case .draft: offerDrafts(written)
    case .rowValue:
      offerBooleans(written)
      addValue(Proposal(text: "null", kind: .keyword, isBare: true), written)
    case .object(.field): offerFields(written)
    case .object(.document): offerForm(written)
    case .object(let section): offerObjects(of: section, written)
    case .list: offer(Template(shape), as: "[ … ]", written)
    case .map: offer(Template("{ \"@\": [@] }"), as: "{ … }", written)
    case .template(let places): offerPlaceholders(places, written)
    case .text where context.property?.name == .locale: offerLanguages(written)
    case .translatable: offer(Template("{ \"@\": \"@\" }"), as: "{ … }", written)
    case .text, .newKey, .integer, .number, .limit, .pattern, .anything: break
    }
  }

  /// What may stand in words for a problem: with the place that is being written, the words are as they
  /// are.
  private mutating func offerPlaceholders(_ places: [Placeholder], _ written: Int?) {
    var (before, behind) = sides(of: written)
    let typed = before.lastIndex(of: "{").map { before[$0...].dropFirst() }
    if let typed, typed.allSatisfy({ $0.isLetter }) {
      before.removeLast(typed.count + 1)
      let rest = behind.drop { $0.isLetter }
      behind = rest.first == "}" ? String(rest.dropFirst()) : behind
    }
    for place in places {
      let name = "{\(place.rawValue)}"
      addValue(
        Proposal(text: before + name + behind, label: name, kind: .value, documentation: nil),
        written)
    }
  }

  /// What a text has before and behind the cursor.
  private func sides(of written: Int?) -> (before: String, behind: String) {
    let tree = context.tree
    guard let written, tree[written].kind == .string else { return ("", "") }
    let content = tree.contentSpan(written)
    let cursor = min(max(content.lowerBound, context.offset), content.upperBound)
    func text(_ range: Range<Int>) -> String {
      String(decoding: JSONString.unescaped(tree.text(range)), as: UTF8.self)
    }
    return (text(content.lowerBound..<cursor), text(cursor..<content.upperBound))
  }

  /// What may stand in an expression at the cursor: a field in its braces, or a function; the rest of the
  /// text is as it is.
  private mutating func offerExpression(_ written: Int?) {
    var (before, behind) = sides(of: written)
    let open = before.lastIndex(of: "{")
    let isInField = open.map { !before[$0...].contains("}") } ?? false
    var typed = ""
    if isInField, let open {
      typed = String(before[open...].dropFirst())
      before.removeSubrange(open...)
      let rest = behind.prefix { $0 != "}" && $0 != "{" }
      if behind.dropFirst(rest.count).first == "}" { behind.removeFirst(rest.count + 1) }
    } else {
      let name = before.reversed().prefix { $0.isLetter || $0.isNumber }
      typed = String(name.reversed())
      before.removeLast(name.count)
      behind = String(behind.drop { $0.isLetter || $0.isNumber })
    }
    offerKeys(written, typed: typed, before: before, behind: behind)
    if isInField { return }
    for function in ExpressionFunction.allCases {
      addValue(
        Proposal(
          text: before + function.rawValue + "(" + behind, label: function.signature,
          kind: .keyword, documentation: function.documentation), written)
    }
  }

  /// The fields that an expression may name, in its text.
  private mutating func offerKeys(
    _ written: Int?, typed: String, before: String, behind: String
  ) {
    let own = definition.flatMap { document.list(of: $0.mentions) }
    let (fields, isPartial) = document.fieldsToName(at: place, typed: typed)
    let takesAllEntries = ExpressionFunction.gathersAnswers(behind: before)
    for id in fields {
      guard let reading = document.reading(of: id), let key = reading.definition.key,
        takesAllEntries || [own, nil].contains(document.list(of: reading.mentions))
      else { continue }
      let name = "{\(key)}"
      var proposal = Proposal(text: before + name + behind, label: name, kind: .reference)
      proposal.detail = reading.definition.label
      addValue(proposal, written)
    }
    list.isIncomplete = list.isIncomplete || isPartial
  }

  private mutating func offerBooleans(_ written: Int?) {
    for word in ["true", "false"] {
      addValue(Proposal(text: word, kind: .keyword, isBare: true), written)
    }
  }

  /// The fields that another may mention: those of its own list, and those that are in none.
  private mutating func offerKeys(
    _ written: Int?, where fits: (FieldDefinition) -> Bool = { _ in true }
  ) {
    let own = definition.flatMap { document.list(of: $0.mentions) }
    let typed = written.map { node in
      let content = context.tree.contentSpan(node)
      let end = min(max(content.lowerBound, context.offset), content.upperBound)
      return String(
        decoding: context.tree.text(content.lowerBound..<end), as: UTF8.self)
    }
    let (fields, isPartial) = document.fieldsToName(at: place, typed: typed ?? "")
    offerKeys(of: fields, inLists: [own, nil], written, where: fits)
    list.isIncomplete = list.isIncomplete || isPartial
  }

  private mutating func offerKeys(
    of fields: some Sequence<FieldID>, inLists lists: Set<String?>, _ written: Int?,
    where fits: (FieldDefinition) -> Bool
  ) {
    for id in fields {
      guard let reading = document.reading(of: id), let key = reading.definition.key,
        key != definition?.key, fits(reading.definition),
        lists.contains(document.list(of: reading.mentions))
      else { continue }
      var proposal = Proposal(text: key, kind: .reference)
      let words = [reading.definition.label, reading.definition.kind?.rawValue]
      let detail = words.compactMap { $0 }.joined(separator: " · ")
      proposal.detail = detail.isEmpty ? nil : detail
      addValue(proposal, written)
    }
  }

  /// The fields of a list by which its entries may differ.
  private mutating func offerFieldsOfList(_ written: Int?) {
    let tree = context.tree
    let group = tree.nodes.indices.first { node in
      tree[node].kind == .object
        && tree.value(of: Property.Name.repeat.rawValue, in: node) == context.object
    }
    guard let group, let key = tree.value(of: Property.Name.key.rawValue, in: group),
      let list = tree.string(key)
    else { return }
    let fields = document.index.fields(ofGroup: list).sorted().prefix(limit)
    offerKeys(of: fields, inLists: [list], written) { _ in true }
  }

  /// The lists, of whose entries a condition may ask how many there are.
  private mutating func offerLists(_ written: Int?) {
    for group in document.frame.groups where document.isList(group.key) {
      let detail = [group.label, "a list"].compactMap { $0 }.joined(separator: " · ")
      addValue(Proposal(text: group.key, kind: .reference, detail: detail), written)
    }
  }

  /// What leads to the field or group by its key, which a person goes on from.
  private mutating func offerPath(_ written: Int?) {
    let tree = context.tree
    let key = tree.value(of: Property.Name.key.rawValue, in: context.object)
    guard let name = key.flatMap({ tree.string($0) }), !name.isEmpty else { return }
    addValue(Proposal(text: JSONPointer.step(name), kind: .value, detail: "its key"), written)
  }

  private mutating func offerSources(_ written: Int?) {
    let names = Set(document.frame.sources.keys).union(document.vocabulary.autofillSources)
    for name in names.sorted() {
      var proposal = Proposal(text: name, kind: .reference)
      proposal.detail = document.frame.sources[name].map {
        $0.count == 1 ? "1 text" : "\($0.count) texts"
      }
      addValue(proposal, written)
    }
  }

  private mutating func offerFormats(_ written: Int?) {
    for format in Format.allCases {
      var proposal = Proposal(text: format.rawValue, kind: .enumMember)
      proposal.detail = format.example
      proposal.documentation = format.documentation
      addValue(proposal, written)
    }
  }

  private mutating func offerValidators(_ written: Int?) {
    for name in document.vocabulary.validators.sorted() {
      addValue(Proposal(text: name, kind: .reference, detail: "validator"), written)
    }
  }

  private mutating func offerDates(_ written: Int?) {
    if context.property?.name != .date {
      addValue(Proposal(text: "today", kind: .event, detail: today.description), written)
    }
    guard let definition else {
      for proposal in Proposal.days(around: today) { addValue(proposal, written) }
      return
    }
    for proposal in Proposal.dates(of: definition, today) { addValue(proposal, written) }
  }

  private mutating func offerDatePatterns(_ written: Int?) {
    let patterns = [
      "MMM dd, yyyy", "d MMMM yyyy", "yyyy-MM-dd", "dd/MM/yyyy", "EEEE, d MMMM", "HH:mm",
    ]
    let mode = definition?.mode ?? .date
    for text in patterns {
      guard case .success(let pattern) = DatePattern.parse(text), pattern.doubts(for: mode).isEmpty
      else { continue }
      let names = definition?.dateNames(for: nil) ?? .english
      let example = mode == .date ? pattern.format(.date(today), in: names) : nil
      addValue(Proposal(text: text, kind: .value, detail: example), written)
    }
  }

  /// Offsets, and the places that the machine knows.
  private mutating func offerTimeZones(_ written: Int?) {
    let offsets = ["GMT", "UTC", "+01:00", "+02:00", "-05:00", "-08:00"]
    for zone in offsets + document.vocabulary.zones.placeNames {
      addValue(Proposal(text: zone, kind: .value), written)
    }
  }

  /// The usual colour of the part, those that the document has elsewhere, and the other usual ones.
  private mutating func offerColors(_ written: Int?) {
    let role = (context.property?.name.rawValue).flatMap(ColorRole.init)
    var colors = role.map { [($0.standard, "as it is unless given")] } ?? []
    document.forEachField(in: 0..<document.text.byteCount) { id, _, reading in
      let name = reading.definition.key ?? reading.definition.label ?? ""
      for role in ColorRole.allCases {
        reading.definition.traits.colors[role].map {
          colors.append(($0, "\(name) · \(role.rawValue)"))
        }
      }
      return colors.count < limit
    }
    colors += ColorRole.allCases.map { ($0.standard, $0.rawValue) }
    let typed = written.flatMap { context.tree.string($0) }
    var offered: Set<String> = []
    for (color, detail) in colors where color != typed && offered.insert(color).inserted {
      addValue(Proposal(text: color, kind: .color, detail: detail), written)
    }
  }

  private mutating func offerLanguages(_ written: Int?) {
    for tag in DateNames.tags {
      addValue(Proposal(text: tag, kind: .value), written)
    }
  }

  /// What the draft of the field that a condition looks at may be, or that of a rule's own field.
  private mutating func offerDraftsOfOther(_ written: Int?) {
    var other = definition
    if context.section == .condition {
      let tree = context.tree
      other = tree.value(of: Property.Name.key.rawValue, in: context.object)
        .flatMap { tree.string($0) }.flatMap { document.index.field($0) }
        .flatMap { document.reading(of: $0)?.definition }
    }
    guard let other, !other.isSecure else { return }
    if other.valueKind == .boolean, other.choices.isEmpty { offerBooleans(written) }
    for choice in other.choices { addValue(Proposal(choice), written) }
  }

  /// Rows of a picker, or what the field's autofill source has for what is typed.
  private mutating func offerDrafts(_ written: Int?) {
    guard let definition, !definition.isSecure else { return }
    let taken = Set(definition.takesSeveral ? definition.draft.values : [])
      .subtracting([written.flatMap { context.tree.string($0) } ?? ""])
    for choice in definition.choices where choice.canBeChosen && !taken.contains(choice.text) {
      var proposal = Proposal(choice)
      if definition.takesSeveral, context.list == nil {
        proposal.filterText = proposal.filterText ?? proposal.text
        proposal.text = "[\"\(JSONString.escaped(choice.text))\"]"
        proposal.isBare = true
      }
      addValue(proposal, written)
    }
    guard let use = definition.autofill else { return }
    let typed = written.flatMap { context.tree.string($0) } ?? ""
    for offer in offers.shown {
      addValue(Proposal(offer, from: use.source, typed: typed), written)
    }
    list.isIncomplete = list.isIncomplete || !offers.shown.isEmpty
  }

  /// A field of each kind, as far as it has to be written.
  private mutating func offerFields(_ written: Int?) {
    for kind in FieldKind.allCases {
      let rows = kind == .picker ? ", \"data\": [\"@\"]" : ""
      var proposal = Proposal(text: kind.rawValue, kind: .snippet, detail: "a field")
      proposal.documentation = kind.documentation
      proposal.template = Template(
        "{ \"key\": \"@\", \"kind\": \"\(kind.rawValue)\", \"label\": \"@\"\(rows)¦ }")
      addValue(proposal, written)
    }
  }

  /// An empty form, on one line where the client may take a line's end for a character of the text.
  private mutating func offerForm(_ written: Int?) {
    var proposal = Proposal(text: "form", kind: .snippet, detail: "a field document")
    proposal.template = Template(
      client.takesSnippets
        ? "{\n  \"title\": \"@\",\n  \"fields\": [\n    @\n  ]\n}"
        : "{ \"title\": \"@\", \"fields\": [@] }")
    addValue(proposal, written)
  }

  /// Objects that mean something in a section.
  private mutating func offerObjects(of section: Section, _ written: Int?) {
    for (label, properties) in Template.objects(of: section) {
      let template = Template(properties)
      var proposal = Proposal(text: label, kind: .snippet, detail: template.plain)
      proposal.documentation = properties.last?.documentation
      proposal.template = template
      addValue(proposal, written)
    }
  }

  private mutating func offer(_ template: Template, as label: String, _ written: Int?) {
    var proposal = Proposal(text: label, kind: .snippet)
    proposal.template = template
    addValue(proposal, written)
  }
}
