/// What a document keeps secret beyond what its text says now: what was secure before its text was
/// broken, and the drafts of secure fields in the words of others.
extension FieldDocument {
  /// Keeps secret what was secure before an edit, of the fields that can't be read behind it.
  ///
  /// A field that can be read says itself whether it is secure.
  mutating func conceal(
    _ fields: inout [NewField], at starts: [Int], of text: Rope, behind old: [OldField]
  ) {
    let predecessors = Predecessors(of: fields, in: old)
    for position in fields.indices {
      let field = fields[position]
      if !field.reading.definition.isSecure, !predecessors.prove(field.reading) {
        fields[position].slice.wasSecure = true
        fields[position].reading = read(
          fields[position].slice, from: starts[position], in: text, &patterns)
      }
    }
  }

  /// What was where an edit has made fields anew, and some field was secure.
  private struct Predecessors {
    private var keys: Set<String> = []
    private var secure: [String: OldField] = [:]
    /// A secure field whose key no field has any more.
    private var lost: OldField?

    init(of fields: [NewField], in old: [OldField]) {
      let newKeys = Set(fields.map { $0.reading.definition.key })
      for field in old {
        let definition = field.reading.definition
        if let key = definition.key { keys.insert(key) }
        guard definition.isSecure else { continue }
        if let key = definition.key { secure[key] = field }
        if !newKeys.contains(definition.key) { lost = field }
      }
    }

    /// Whether the text of a field says for sure that it is not secure.
    func prove(_ reading: FieldReading) -> Bool {
      if reading.isBroken || reading.isSplinter { return false }
      if let secure = reading.value(.secure), reading.tree.bool(secure) != nil { return true }
      guard let key = reading.definition.key else { return false }
      let hasKind = reading.value(.kind) != nil
      let isKnown = keys.contains(key)
      guard let was = secure[key] ?? (isKnown ? nil : lost) else { return hasKind || isKnown }
      // An unknown name may be what is left of `secure`.
      let count = reading.unknownNameCount
      return hasKind && (count == 0 || (!was.wasSecure && count <= was.reading.unknownNameCount))
    }
  }

  /// Whether a draft of it is, or may be, a secret.
  package var hasSecrets: Bool { !index.secureFields.isEmpty || frameWasSecure }

  /// Whether words from outside have, or may have, a secure draft or a piece of one in them.
  package mutating func quotesSecret(_ words: String) -> Bool {
    if words.isEmpty || !hasSecrets { return false }
    let drafts = knownSecrets ?? secretDrafts()
    knownSecrets = drafts
    return drafts.areQuoted(in: words)
  }

  /// Whether the words of somebody about a field are told as nothing but a refusal: they quote a
  /// secure draft, or there are the words of so many that each keystroke in a secure field would
  /// have to look through.
  mutating func mustHide(_ words: String, about id: FieldID) -> Bool {
    if quotesSecret(words) { return true }
    return Self.wordedFieldLimit <= wordedFields.count && !wordedFields.contains(id)
      && !index.secureFields.isEmpty
  }

  /// More fields at once are told of in words of others only where there are no secrets.
  private static let wordedFieldLimit = 1000
  /// More secure fields are not looked through.
  private static let secureFieldLimit = 250

  private func secretDrafts() -> SecretDrafts {
    var drafts = SecretDrafts()
    if frameWasSecure { drafts.giveUp() }
    var count = 0
    for field in index.secureFields where !drafts.isUnknown {
      // Of a list what a new entry begins with is a draft as well.
      let ids = columnLists[field] == nil ? [field] : [field] + liveFields(of: field)
      count += ids.count
      if Self.secureFieldLimit < count { drafts.giveUp() }
      for id in ids where !drafts.isUnknown { add(id, to: &drafts) }
    }
    return drafts
  }

  private func add(_ id: FieldID, to drafts: inout SecretDrafts) {
    guard let (_, start, slice) = locate(id), let reading = reading(of: id) else { return }
    // What was found wrong with an entry last may be out of date until the turn ends.
    let isBroken =
      id.isInEntry ? !reader(of: slice, from: start).problems.isEmpty : reading.isBroken
    if slice.wasSecure || isBroken {
      drafts.giveUp()
    } else {
      for text in reading.definition.secretTexts(for: wording.locale) { drafts.add(text) }
    }
  }

  /// Remembers whether words of others are told of a field.
  mutating func noteWords(of id: FieldID, _ state: FieldState) {
    if state.hasWordsOfOthers {
      wordedFields.insert(id)
    } else if !wordedFields.isEmpty {
      wordedFields.remove(id)
    }
  }

  /// Takes words back that were harmless until a secure draft came to be what they say, or may be.
  ///
  /// With the edit itself: what the turn brings next must not decide what is told.
  mutating func forgetQuotes() {
    for id in wordedFields.sorted() {
      guard var state = states[id] else { continue }
      state.forgetWords { quotesSecret($0) }
      states[id] = state
      noteWords(of: id, state)
      touched.insert(id)
    }
  }
}

extension FieldReading {
  /// The text of the field is not JSON.
  var isBroken: Bool { findings.contains { $0.isSyntax } }

  /// How many names of properties are unknown.
  var unknownNameCount: Int {
    findings.count { finding in
      if case .text(.unknownProperty) = finding.problem { true } else { false }
    }
  }

  /// It is no field, but what a quote or brace has cut off one.
  var isSplinter: Bool { tree.isEmpty || tree[0].kind != .object }
}

extension DocumentFrame {
  /// The text around the fields is not JSON.
  var isBroken: Bool { findings.contains { $0.isSyntax } }
}

extension Finding {
  fileprivate var isSyntax: Bool {
    if case .text(.syntax) = problem { true } else { false }
  }
}

extension FieldDefinition {
  /// The draft in every way in which it is shown to a reader.
  func secretTexts(for reader: String?) -> [String] {
    var texts = draft.values
    if kind == .picker { texts += draft.values.compactMap { choice(drafted: $0)?.label } }
    if kind == .date, case .success(let date) = DateValue.parse(draft.text, mode: mode) {
      texts.append(shown(date, to: reader))
    }
    return texts
  }
}

extension FieldState {
  /// Words are told of it that came from outside.
  var hasWordsOfOthers: Bool {
    if let errorByHand, errorByHand != DraftProblem.notAccepted { return true }
    return hasFailure { $0.problem.wordsOfOthers != nil }
  }

  /// Tells the fact alone where the words say too much.
  mutating func forgetWords(where isTooMuch: (String) -> Bool) {
    if let words = errorByHand, isTooMuch(words) { errorByHand = DraftProblem.notAccepted }
    for position in liveFailures.indices {
      liveFailures[position].problem.forgetWords(where: isTooMuch)
    }
    for position in endEditingFailures.indices {
      endEditingFailures[position].problem.forgetWords(where: isTooMuch)
    }
  }
}

extension DraftProblem {
  /// What a validator has said.
  fileprivate var wordsOfOthers: String? {
    switch self {
    case .refused(_, let words), .checkFailed(_, let words): words
    default: nil
    }
  }

  fileprivate mutating func forgetWords(where isTooMuch: (String) -> Bool) {
    switch self {
    case .refused(let validator, let words?) where isTooMuch(words):
      self = .refused(validator: validator, message: nil)
    case .checkFailed(let validator, let words?) where isTooMuch(words):
      self = .checkFailed(validator: validator, reason: nil)
    default: break
    }
  }
}
