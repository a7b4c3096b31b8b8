import FieldModels

/// A form as questions that an editor asks a person, one round after the other.
///
/// It remembers nothing: each round begins with the document as it is, and holds all answers to the
/// rules as a submission would. What can be asked is what a person could fill in now: fields that are
/// seen, enabled and not read-only. Secure fields are left to front ends that can hide what is typed,
/// and lists to those that can show them.
struct FormDialog {
  let document: FieldDocument
  let uri: String
  let group: String?
  /// The kinds of questions that the client can show.
  let kinds: Set<String>
  let now: Instant

  /// More rows are asked for while somebody types.
  private static let rowCount = 20

  /// The questions of the first round.
  var questions: [FormQuestion] { askable(in: document).map { question($0, in: document) } }

  /// What is to be asked again, or asked now, after some answers; nothing where all is right.
  ///
  /// - Parameters:
  ///   - answers: what was answered
  ///   - asked: the keys that were asked about; nil where that is not known
  /// - Returns: the questions, each with what is wrong with its answer
  func questions(after answers: [CommandDialog.Answer], asked: [String]?) -> [FormQuestion] {
    let filled = filled(with: answers)
    let questions = askable(in: filled).map { id in
      var question = question(id, in: document)
      question.isRequired = standing(of: id, in: filled)?.isRequired ?? false
      question.error = error(of: id, in: filled)
      return question
    }
    let answered = Set(answers.map { $0.id }).union(asked ?? [])
    let isMore = questions.contains { question in
      // Who can't tell what was asked before is asked only for what must be answered.
      !answered.contains(question.id) && (asked != nil || question.isRequired)
    }
    return isMore || questions.contains { $0.error != nil } ? questions : []
  }

  /// Those answers that fields can take: who knows the form asks for no others.
  func known(_ answers: [CommandDialog.Answer]) -> [CommandDialog.Answer] {
    answers.filter { answer in
      let definition = document.index.field(answer.id)
        .flatMap { document.reading(of: $0)?.definition }
      return definition.map(isFillable) ?? false
    }
  }

  /// The edits by which the answers become drafts.
  ///
  /// - Parameter answers: what was answered
  /// - Returns: none where all is as it was
  /// - Throws: the first answer that can't be taken, by the label of its field, and why
  func edits(_ answers: [CommandDialog.Answer]) throws(RPCError) -> [TextEdit] {
    let filled = filled(with: answers)
    let ids = askable(in: filled)
    for id in ids {
      guard let why = error(of: id, in: filled) else { continue }
      throw .refusedAnswer(filled.reading(of: id)?.definition.name ?? "", why)
    }
    let keys = Set(ids.compactMap { document.key(of: $0) })
    return answers.filter { keys.contains($0.id) }.compactMap { edit($0, in: document) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The document with the answers as drafts, and all of its rules asked.
  private func filled(with answers: [CommandDialog.Answer]) -> FieldDocument {
    var filled = document
    for answer in answers {
      guard let edit = edit(answer, in: filled) else { continue }
      filled.replace(edit.range, with: edit.replacement, at: now)
    }
    filled.judge(nil, for: .submit, at: now)
    filled.refresh(at: now)
    return filled
  }

  private func edit(_ answer: CommandDialog.Answer, in document: FieldDocument) -> TextEdit? {
    guard let id = document.index.field(answer.id),
      let definition = document.reading(of: id)?.definition, isFillable(definition)
    else { return nil }
    let draft = definition.draft(of: answer.value)
    return draft == definition.draft ? nil : document.editSetting(draft, of: id)
  }

  private func isFillable(_ definition: FieldDefinition) -> Bool {
    definition.kind != nil && !definition.isSecure && !definition.isLocked
  }

  /// The fields that a person can fill in now, in the order of the form.
  private func askable(in document: FieldDocument) -> [FieldID] {
    var ids: [FieldID] = []
    document.forEachField(in: 0..<document.text.byteCount) { id, _, reading in
      let definition = reading.definition
      if let key = definition.key, document.index.field(key) == id, isFillable(definition),
        group == nil || definition.group == group, document.list(of: reading.mentions) == nil,
        standing(of: id, in: document)?.takesFocus ?? false
      {
        ids.append(id)
      }
      return true
    }
    return ids
  }

  private func standing(of id: FieldID, in document: FieldDocument) -> FieldStanding? {
    document.reading(of: id).map { document.standing(of: id, $0.definition, now) }
  }

  private func error(of id: FieldID, in document: FieldDocument) -> String? {
    document.draftFindings(of: id, at: now).first { $0.severity == .error }?.message(
      in: document.wording)
  }

  private func question(_ id: FieldID, in document: FieldDocument) -> FormQuestion {
    let stated = document.reading(of: id)?.definition ?? FieldDefinition()
    let definition = document.offering(id, stated, now)
    return FormQuestion(
      id: definition.key ?? "", text: FormQuestion.text(of: definition), kind: kind(of: definition),
      isRequired: standing(of: id, in: document)?.isRequired ?? false,
      value: FormQuestion.value(of: definition))
  }

  private func kind(of definition: FieldDefinition) -> FormQuestion.Kind {
    var best = FormQuestion.kind(of: definition)
    let isLong =
      Self.rowCount < definition.choices.count(where: { $0.canBeChosen })
      && kinds.contains("lazyEnum")
    let lazy = FormQuestion.Kind.lazyRows(uri: uri, key: definition.key ?? "")
    switch best {
    case .rows where isLong: best = lazy
    case .list(.rows) where isLong: best = .list(lazy)
    case .rows, .list, .string, .bool, .number, .lazyRows: break
    }
    return isShown(best) ? best : .string
  }

  /// Whether the client can show a kind of question; any can be answered by a text.
  private func isShown(_ kind: FormQuestion.Kind) -> Bool {
    switch kind {
    case .string: true
    case .bool: kinds.contains("bool")
    case .number: kinds.contains("number")
    case .rows: kinds.contains("enum")
    case .lazyRows: kinds.contains("lazyEnum")
    case .list(let element): kinds.contains("list") && isShown(element)
    }
  }
}

extension FieldDefinition {
  /// The rows that have a text in them, whatever the case.
  func rows(matching query: String, limit: Int) -> [FormQuestion.Row] {
    let wanted = query.lowercased()
    return choices.lazy.filter { choice in
      choice.canBeChosen
        && (wanted.isEmpty || choice.label.lowercased().contains(text: wanted)
          || choice.text.lowercased().contains(text: wanted))
    }.prefix(limit).map { FormQuestion.Row(value: $0.text, label: $0.label) }
  }
}
