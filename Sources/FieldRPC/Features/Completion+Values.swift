import FieldModels

extension JSONTree.Node {
  /// Neither an object nor a list.
  fileprivate var isScalar: Bool {
    switch kind {
    case .array, .object: false
    case .null, .true, .false, .number, .string, .invalid, .missing: true
    }
  }
}

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
      addValue(
        Proposal(
          text: "{ \"when\": {  } }", label: "{ \"when\": … }", kind: .keyword, isBare: true,
          snippet: "{ \"when\": { \"key\": \"$1\", \"filled\": true } }"), written)
    case .key: offerKeys(written)
    case .dateOrKey:
      offerKeys(written) { $0.kind == .date }
      offerDates(written)
    case .groupKey:
      for group in document.frame.groups {
        addValue(Proposal(text: group.key, kind: .reference, detail: group.label), written)
      }
    case .sourceName: offerSources(written)
    case .formatName: offerFormats(written)
    case .validatorName: offerValidators(written)
    case .rule:
      offerFormats(written)
      offerValidators(written)
    case .dateDraft, .date: offerDates(written)
    case .datePattern: offerDatePatterns(written)
    case .timeZone:
      for zone in ["GMT", "UTC", "+01:00", "+02:00", "-05:00", "-08:00"] {
        addValue(Proposal(text: zone, kind: .value), written)
      }
    case .draft: offerDrafts(written)
    case .object(.field): offerFields(written)
    case .object(.document): offerForm(written)
    case .text, .newKey, .integer, .number, .limit, .color, .pattern, .object, .list, .map, .choice,
      .scalar, .anything:
      break
    }
  }

  private mutating func offerBooleans(_ written: Int?) {
    for word in ["true", "false"] {
      addValue(Proposal(text: word, kind: .keyword, isBare: true), written)
    }
  }

  private mutating func offerKeys(
    _ written: Int?, where fits: (FieldDefinition) -> Bool = { _ in true }
  ) {
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      guard let key = reading.definition.key, key != definition?.key, fits(reading.definition)
      else { return true }
      var proposal = Proposal(text: key, kind: .reference)
      let words = [reading.definition.label, reading.definition.kind?.rawValue]
      let detail = words.compactMap(\.self).joined(separator: " · ")
      proposal.detail = detail.isEmpty ? nil : detail
      addValue(proposal, written)
      return list.items.count < limit
    }
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
    guard definition?.mode ?? .date == .date else { return }
    var offered = Set<String>()
    func dates() -> [(CivilDate, String)] {
      var dates = [(today, "today"), (today.adding(days: 1), "tomorrow")]
      if case .fixed(.date(.date(let date))) = definition?.minimumDate {
        dates.append((date, "minimumDate"))
      }
      if case .fixed(.date(.date(let date))) = definition?.maximumDate {
        dates.append((date, "maximumDate"))
      }
      return dates.compactMap { date, name in date.map { ($0, name) } }
    }
    for (date, name) in dates() where offered.insert(date.description).inserted {
      addValue(Proposal(text: date.description, kind: .value, detail: name), written)
    }
  }

  private mutating func offerDatePatterns(_ written: Int?) {
    let patterns = [
      "MMM dd, yyyy", "d MMMM yyyy", "yyyy-MM-dd", "dd/MM/yyyy", "EEEE, d MMMM", "HH:mm",
    ]
    let mode = definition?.mode ?? .date
    for text in patterns {
      guard case .success(let pattern) = DatePattern.parse(text), pattern.doubts(for: mode).isEmpty
      else { continue }
      let names = definition?.dateNames ?? .english
      let example = mode == .date ? pattern.format(.date(today), in: names) : nil
      addValue(Proposal(text: text, kind: .value, detail: example), written)
    }
  }

  /// Rows of a picker, or what the field's autofill source has for what is typed.
  private mutating func offerDrafts(_ written: Int?) {
    guard let definition, !definition.isSecure else { return }
    let taken = Set(definition.takesSeveral ? definition.draft.values : [])
      .subtracting([written.flatMap { context.tree.string($0) } ?? ""])
    for choice in definition.choices where !choice.isDisabled && !taken.contains(choice.value) {
      var proposal = Proposal(text: choice.value, kind: .enumMember)
      proposal.label = choice.label.isEmpty ? choice.value : choice.label
      proposal.detail = choice.label == choice.value ? nil : choice.value
      proposal.documentation = choice.description
      // People type what they see.
      if proposal.detail != nil { proposal.filterText = "\(choice.label) \(choice.value)" }
      if definition.takesSeveral, context.list == nil {
        proposal.filterText = proposal.filterText ?? proposal.text
        proposal.text = "[\"\(JSONString.escaped(choice.value))\"]"
        proposal.isBare = true
      }
      addValue(proposal, written)
    }
    guard let use = definition.autofill else { return }
    let typed = written.flatMap { context.tree.string($0) } ?? ""
    for offer in offers.shown {
      var proposal = Proposal(text: offer.text, kind: .value)
      proposal.detail = "from \(use.source)"
      // What contains the typed text is no completion of it to an editor that filters again.
      if !typed.isEmpty { proposal.filterText = typed }
      addValue(proposal, written)
    }
    list.isIncomplete = list.isIncomplete || !offers.shown.isEmpty
  }

  /// A field of each kind, as far as it has to be written.
  private mutating func offerFields(_ written: Int?) {
    guard written == nil else { return }
    for kind in FieldKind.allCases {
      let rows = kind == .picker ? ", \"data\": [\"@\"]" : ""
      let field = "{ \"key\": \"@\", \"kind\": \"\(kind.rawValue)\", \"label\": \"@\"\(rows) }"
      var proposal = Proposal(text: field.replacing("@", with: ""), kind: .snippet, isBare: true)
      proposal.label = kind.rawValue
      proposal.filterText = kind.rawValue
      proposal.detail = "a field"
      proposal.documentation = kind.documentation
      proposal.snippet = Self.withTabStops(field)
      addValue(proposal, written)
    }
  }

  private mutating func offerForm(_ written: Int?) {
    let form = "{\n  \"title\": \"@\",\n  \"fields\": [\n    @\n  ]\n}\n"
    var proposal = Proposal(text: form.replacing("@", with: ""), kind: .snippet, isBare: true)
    proposal.label = "form"
    proposal.filterText = "form"
    proposal.detail = "a field document"
    proposal.snippet = Self.withTabStops(form)
    addValue(proposal, written)
  }

  /// `@` as `$1`, `$2` and so on.
  private static func withTabStops(_ text: String) -> String {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.dropFirst().enumerated().reduce(String(parts[0])) { text, part in
      "\(text)$\(part.offset + 1)\(part.element)"
    }
  }
}
