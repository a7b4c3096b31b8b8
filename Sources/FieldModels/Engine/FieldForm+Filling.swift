/// What people do to a form, one act after the other.
///
/// An act that can't be carried out throws, and changes nothing. One that has to wait, for an
/// autofill source that answers late, goes on by itself; what refuses it then is in
/// `FormChanges.refusals`.
extension FieldForm {
  /// Gives a field the focus, and takes it from another; a picker or date shows its list.
  public mutating func beginEditing(_ key: String) throws(FormRefusal) {
    try perform(.begin(key: key))
  }

  /// Takes the focus away from the field that has it; its draft is checked.
  public mutating func endEditing() throws(FormRefusal) { try perform(.end) }

  /// The Done button: writes the row or the default date that an open picker stands on, and ends editing.
  public mutating func done() throws(FormRefusal) { try perform(.done) }

  /// The return key, which moves on, ends editing or does nothing, as the field says.
  public mutating func pressReturn() throws(FormRefusal) { try perform(.return) }

  /// Moves the focus to the field that Next leads to.
  public mutating func moveToNext() throws(FormRefusal) { try perform(.next) }

  /// Moves the focus to the field that Previous leads to.
  public mutating func moveToPrevious() throws(FormRefusal) { try perform(.previous) }

  /// Types: replaces a part of a draft, or all of it, and gives the field the focus.
  ///
  /// - Parameters:
  ///   - key: the field
  ///   - range: a part of the field's `text`; all of it, unless given
  ///   - text: what to put there
  /// - Throws: why it is refused: the draft would be too long, the field is disabled
  public mutating func replaceText(
    of key: String, range: Range<String.Index>? = nil, with text: String
  ) throws(FormRefusal) {
    var bytes: Range<Int>?
    if let range {
      let draft = self[key]?.text ?? ""
      let whole = draft.startIndex..<draft.endIndex
      let part = range.clamped(to: whole)
      bytes =
        draft.utf8.distance(
          from: whole.lowerBound, to: part.lowerBound)..<draft.utf8.distance(
          from: whole.lowerBound, to: part.upperBound)
    }
    try perform(.replaceText(key: key, range: bytes, text: text))
  }

  /// Empties a field.
  public mutating func clear(_ key: String) throws(FormRefusal) {
    try perform(.clear(key: key))
  }

  /// Chooses a row of a picker by its place; one beyond the ends is the row at the end.
  public mutating func select(row: Int, of key: String) throws(FormRefusal) {
    try perform(.select(key: key, .index(row)))
  }

  /// Chooses rows of a picker by their values.
  public mutating func select(_ values: [JSONValue], of key: String) throws(FormRefusal) {
    try perform(.select(key: key, .values(values)))
  }

  /// Chooses the last row of a picker, and types from then on.
  public mutating func selectManualEntry(of key: String) throws(FormRefusal) {
    try perform(.selectManual(key: key))
  }

  /// Sets a date field, in ISO 8601 as its mode has it; it stays between the field's ends.
  public mutating func setDate(_ date: String, of key: String) throws(FormRefusal) {
    try perform(.setDate(key: key, date))
  }

  /// The AutoFill button: shows what there is for the draft, or applies the only text.
  public mutating func autofill(_ key: String) throws(FormRefusal) {
    try perform(.autofill(key: key, isShown: true))
  }

  /// Closes the list of autofill texts.
  public mutating func cancelAutofill(_ key: String) throws(FormRefusal) {
    try perform(.autofill(key: key, isShown: false))
  }

  /// Takes one of the texts that autofill offers.
  public mutating func applyAutofill(_ text: String, to key: String) throws(FormRefusal) {
    try perform(.applyAutofill(key: key, text: text))
  }

  /// Remembers a text, or without one the draft, for the autofill source of a field.
  public mutating func learnAutofill(
    _ text: String? = nil, for key: String
  ) throws(FormRefusal) {
    try perform(.learnAutofill(key: key, text: text))
  }

  /// Takes a text out of the autofill source of a field.
  public mutating func removeAutofill(_ text: String, from key: String) throws(FormRefusal) {
    try perform(.removeAutofill(key: key, text: text))
  }

  /// Taps the icon of a field.
  public mutating func tapIcon(_ key: String) throws(FormRefusal) {
    try perform(.tapIcon(key: key))
  }

  /// Sets an error by hand, which stays until the field is entered, chosen or cleared; nil takes
  /// away whatever error the field shows.
  public mutating func setError(_ message: String?, of key: String) throws(FormRefusal) {
    document.setError(message, of: try document.target(key).id, at: now)
    update()
  }

  /// Sets the look of a field by hand, until its next verdict; a disabled field loses the focus.
  public mutating func setLook(_ look: FieldLook, of key: String) throws(FormRefusal) {
    document.setLook(look, of: try document.target(key).id, at: now)
    update()
  }

  /// Runs every rule of every field, whether its editing has ended or not.
  public mutating func validate() {
    document.judge(nil, for: .endEditing, at: now)
    update()
  }

  /// Submits the form: runs every rule, and commits all drafts where none has an error.
  ///
  /// - Returns: what came of it; nil where validators have yet to answer, and then it is in
  ///   `FormChanges.submission` once they have
  public mutating func submit() -> Submission? {
    wait(for: .submission(isPartial: false), of: nil, as: newTicket())
    update()
    defer { gathered.submission = nil }
    return gathered.submission
  }

  /// Submits what passes of the form, to be kept until somebody goes on with it.
  ///
  /// It runs every rule of the fields that have a draft, and commits those without errors. Nothing is
  /// missing, and a field that is empty shows no error for that.
  ///
  /// - Returns: what came of it; nil where validators have yet to answer, and then it is in
  ///   `FormChanges.partialSubmission` once they have
  public mutating func submitPart() -> PartSubmission? {
    let ticket = newTicket()
    partialTickets.insert(ticket)
    wait(for: .submission(isPartial: true), of: nil, as: ticket)
    update()
    defer { gathered.partialSubmission = nil }
    return gathered.partialSubmission
  }

  private mutating func perform(_ act: FormAct) throws(FormRefusal) {
    let ticket = newTicket()
    start(act, FormActManner(), as: ticket)
    let refusal = gather(for: ticket)
    update()
    if let refusal { throw refusal }
  }
}

/// Lists and their entries.
extension FieldForm {
  /// The numbers of the entries of a list, in their order; none of what is no list.
  ///
  /// An entry keeps its number as long as the form is open, whatever comes or goes before it.
  public func entries(ofList list: String) -> [Int] { document.entryNumbers(ofList: list) }

  /// The key of a field in an entry, by the key that the list gives the field.
  public static func key(_ field: String, inEntry entry: Int, ofList list: String) -> String {
    FieldDocument.address(list, entry, field)
  }

  /// What is wrong with a list as a whole: it has too few entries, or too many.
  public func problems(ofList list: String) -> [FieldProblem] {
    document.problems(ofList: list).map { FieldProblem($0, key: list, document.wording) }
  }

  /// Puts an entry into a list, with the drafts that the list has for its fields; the first of them
  /// gets the focus.
  ///
  /// - Parameters:
  ///   - list: the key of the list
  ///   - other: the number of the entry that it goes before; nil behind all
  /// - Returns: its number
  /// - Throws: why it is refused: the list is full, the delegate is against it
  @discardableResult
  public mutating func addEntry(
    toList list: String, before other: Int? = nil
  ) throws(FormRefusal) -> Int {
    let known = Set(entries(ofList: list))
    try perform(.addEntry(list: list, before: other.map { WholeNumber($0) }, nil))
    guard let number = entries(ofList: list).first(where: { !known.contains($0) }) else {
      throw FormRefusal(.notApplied, "The entry could not be written into the document")
    }
    return number
  }

  /// Takes an entry out of its list.
  public mutating func removeEntry(_ entry: Int) throws(FormRefusal) {
    try perform(.removeEntry(WholeNumber(entry)))
  }

  /// Has an entry stand before another of its list, or behind all.
  public mutating func moveEntry(_ entry: Int, before other: Int? = nil) throws(FormRefusal) {
    try perform(.moveEntry(WholeNumber(entry), before: other.map { WholeNumber($0) }))
  }
}
