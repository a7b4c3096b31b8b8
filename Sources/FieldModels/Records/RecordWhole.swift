/// What the fields of a whole record count as, first those outside of lists.
///
/// Where a field gathers what all entries of a list have, the entries are counted too: all in one order, in which
/// those come first that others look at.
struct RecordWhole {
  /// What stands outside of lists.
  let around: RecordCounting
  let lists: RecordLists
  /// The entries by their lists, where they had to be counted; nil for what can't be one.
  private var entries: [[Entry?]] = []

  /// An entry, with what it has for each field and what these count as.
  private struct Entry {
    let contents: [RecordContent]
    let counting: RecordCounting
  }

  /// - Parameters:
  ///   - tree: of the record
  ///   - members: what it has
  ///   - contents: what it has for the fields that are in no list
  ///   - form: the form
  ///   - now: this moment
  init(
    of tree: JSONTree, _ members: RecordMembers, holding contents: [RecordContent],
    by form: RecordForm, at now: Instant
  ) {
    let open = form.openings(of: members, list: nil)
    lists = RecordLists(counts: form.entryCounts(of: tree, members))
    guard let order = form.countingOrder else {
      around = form.counting(
        contents, list: nil, around: nil, lists: lists, open: open, at: now)
      return
    }
    around = RecordCounting(drafts: contents.map { $0.draft }, open: open)
    for (list, found) in members.lists.enumerated() {
      let nodes = found.state == .found ? found.node.map { Array(tree.elements(of: $0)) } ?? [] : []
      entries.append(nodes.map { Self.entry(of: tree, $0, list: list, by: form) })
    }
    var gathered: Set<Int> = []
    for unit in order {
      for number in unit.members {
        for other in form.fields[number].watched {
          if case .column(let column) = other.place, gathered.insert(column).inserted {
            gather(column, by: form)
          }
        }
      }
      count(unit, holding: contents, by: form, at: now)
    }
    for column in form.gatheredFields where !gathered.contains(column) { gather(column, by: form) }
  }

  /// What the fields of an entry count as, if it was counted.
  func counting(ofEntry index: Int, in list: Int) -> RecordCounting? {
    entries.isEmpty ? nil : entries[list][index]?.counting
  }

  private static func entry(
    of tree: JSONTree, _ node: Int, list: Int, by form: RecordForm
  ) -> Entry? {
    guard form.canBeEntry(tree[node].kind, ofList: list) else { return nil }
    let members = RecordMembers(of: tree, node, list: list, at: "", form)
    let contents = form.contents(of: tree, members, list: list)
    return Entry(
      contents: contents,
      counting: RecordCounting(
        drafts: contents.map { $0.draft }, open: form.openings(of: members, list: list)))
  }

  /// Counts a unit outside of lists, or in each entry of its list; a circle through a list in each of its parts.
  private mutating func count(
    _ unit: RecordForm.CountedUnit, holding contents: [RecordContent], by form: RecordForm,
    at now: Instant
  ) {
    for (list, members) in Dictionary(grouping: unit.members, by: { form.fields[$0].list }) {
      let part: RecordForm.CountedUnit = (members, unit.isCircle)
      let isMixed = form.isMixed(unit)
      guard let list else {
        form.count(
          part, holding: contents, in: around, around: nil, lists: lists, isMixed: isMixed, at: now
        )
        continue
      }
      for index in entries[list].indices {
        guard let entry = entries[list][index] else { continue }
        form.count(
          part, holding: entry.contents, in: entry.counting, around: around, lists: lists,
          isMixed: isMixed, at: now)
      }
    }
  }

  /// Notes what a field has in all entries of its list.
  private mutating func gather(_ number: Int, by form: RecordForm) {
    let field = form.fields[number]
    guard let list = field.list else { return }
    var answers = ListAnswers()
    var isOpen = around.open.lists.contains(list)
    for entry in entries[list] {
      guard let counting = entry?.counting else { continue }
      if counting.open.fields.contains(number) { isOpen = true }
      answers.add(field.value(of: counting.drafts[field.slot]))
    }
    lists.answers[number] = answers
    if isOpen { lists.open.insert(number) }
  }
}
