/// From the values of a record to the drafts that they are committed of.
extension FieldDefinition {
  /// What a record has for a field.
  enum Content {
    /// The value of a draft.
    case draft(Draft)
    /// The value of no draft: why, and a draft for other fields to look at.
    case unfit(Finding.Problem, Draft)

    /// The draft as other fields see it.
    var draft: Draft {
      switch self {
      case .draft(let draft), .unfit(_, let draft): draft
      }
    }
  }

  /// What a value stands for: the other direction of `value(of:)`.
  func content(of value: JSONValue) -> Content {
    if kind == .any {
      // The empty text is an answer, unless it is what an empty field gives.
      let isNothing = emptyValue == .empty && value == .string("")
      return .draft(isNothing ? emptyDraft : anyDraft(of: value))
    }
    if commitsFlags { return flags(value) }
    return switch value {
    case .null where !hasRow(for: .null): empty(as: .null)
    case .string("") where !takesSeveral && !hasRow(for: ""):
      // A submission commits it of any field that says so.
      takesEmptyText
        ? .draft(emptyDraft)
        : valueKind == .string || emptyValue == .empty ? empty(as: .empty) : unfit(value)
    case .array(let values) where takesSeveral: rows(values)
    case .array, .object: unfit(value)
    case .null, .bool, .number, .string: takesSeveral ? unfit(value) : one(value)
    }
  }

  /// The values that an empty draft stands for in a record.
  package var emptyValues: [JSONValue] {
    [.null, "", [], .object([])].filter {
      if case .draft(let draft) = content(of: $0) { draft.isEmpty } else { false }
    }
  }

  /// Whether a draft gives a value that a record may have.
  func commits(_ draft: Draft) -> Bool {
    guard let value = value(of: draft) else { return true }
    if case .draft = content(of: value) { return true }
    return false
  }

  private func hasRow(for value: JSONValue) -> Bool {
    !takesSeveral && choices.contains { self.value(of: $0).isSame(as: value) }
  }

  /// An empty draft, if that is how it is committed; a field that must be filled says more.
  private func empty(as spelling: EmptyValue) -> Content {
    if isRequired == .always || spelling == emptyValue { return .draft(emptyDraft) }
    return .unfit(.record(.whenEmpty(emptyValue, valueShape)), emptyDraft)
  }

  /// What flags say: the rows that are true.
  ///
  /// Nothing is said by null, by no flag and by those that are false.
  private func flags(_ value: JSONValue) -> Content {
    if value == .null { return .draft(emptyDraft) }
    guard case .object(let members) = value else { return unfit(value) }
    var texts: [String] = []
    var problem: Finding.Problem?
    for member in members {
      guard case .bool(let isChosen) = member.value else {
        problem = problem ?? .record(.wrongType(.boolean))
        continue
      }
      if !isChosen { continue }
      texts.append(member.name)
      if choice(drafted: member.name) == nil, manualEntry == nil, !choices.isEmpty {
        problem = problem ?? .draft(strangeChoice(drafted: nil), words: nil)
      }
    }
    if let problem { return .unfit(problem, .rows(texts)) }
    return .draft(texts.isEmpty ? emptyDraft : .rows(texts))
  }

  private func rows(_ values: [JSONValue]) -> Content {
    var texts: [String] = []
    var problem: Finding.Problem?
    for value in values {
      switch one(value) {
      case .draft(let draft): texts.append(draft.text)
      case .unfit(let found, let draft):
        problem = problem ?? found
        // What no draft says stands there as it is written, so that it is told of where it is opened.
        texts.append(draft.isEmpty ? value.json : draft.text)
      }
    }
    if let problem { return .unfit(problem, .rows(texts)) }
    return texts.isEmpty ? empty(as: .empty) : .draft(.rows(texts))
  }

  /// What a single value stands for, a row or what is typed.
  private func one(_ value: JSONValue) -> Content {
    if let valuePattern, kind == .date, case .string(let text) = value {
      return date(text, writtenBy: valuePattern)
    }
    let rows = choices.filter { self.value(of: $0).isSame(as: value) }
    // The row that has it, before one that is read as it.
    let row = rows.first { $0.value.isSame(as: value) } ?? rows.first
    if let row { return .draft(.text(row.text)) }
    let typed = typedText(of: value)
    // The draft of a row whose value is another one is no draft of this value.
    if let text = typed ?? value.string, let row = choice(drafted: text) {
      let problem: Finding.Problem =
        switch self.value(of: row.text) {
        case .number: .record(.wrongType(.number))
        case .bool: .record(.wrongType(.boolean))
        case .null, .string, .array, .object: .draft(strangeChoice(drafted: nil), words: nil)
        }
      return .unfit(problem, .text(text))
    }
    if let typed { return .draft(.text(typed)) }
    if choices.isEmpty || manualEntry != nil { return unfit(value) }
    return .unfit(.draft(strangeChoice(drafted: nil), words: nil), .text(value.text))
  }

  /// What the text of a date stands for that has a shape of its own.
  private func date(_ text: String, writtenBy pattern: DatePattern) -> Content {
    if let date = pattern.parse(text, mode: mode), pattern.format(date).isExactly(text) {
      return .draft(.text(date.description))
    }
    let why = isSecure ? nil : DateProblem.notWritten(pattern, mode)
    return .unfit(.draft(.notADate(why: why), words: nil), .text(text))
  }

  /// The text that is read as a value, rows aside.
  private func typedText(of value: JSONValue) -> String? {
    switch (value, valueKind) {
    case (.string(let text), .string): text
    case (.number(let text), .number), (.number(let text), .integer): text
    case (.bool(let flag), .boolean): flag ? "true" : "false"
    default: nil
    }
  }

  private func unfit(_ value: JSONValue) -> Content {
    .unfit(.record(.wrongType(valueType)), .text(value.text))
  }

  private var valueType: RecordProblem.ValueType {
    if commitsFlags { return .object }
    if takesSeveral { return .array }
    return switch valueKind {
    case .string: .string
    case .number: .number
    case .integer: .integer
    case .boolean: .boolean
    }
  }
}

extension JSONValue {
  /// The value as a draft would say it; nothing for what no draft says.
  fileprivate var text: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: ""
    }
  }
}
