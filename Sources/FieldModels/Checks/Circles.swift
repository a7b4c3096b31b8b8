/// Fields that decide about one another whether they are shown and enabled, and so what each counts as
/// to the others.
///
/// It knows what looks at what, not what a field is: a form that is filled in and one that judges records
/// come to the same by it.
enum Circles {
  /// Fields beyond which a circle is not waited for: each round looks at all of them.
  static let limit = 32

  /// The fields that some lead to, those first that others look at: each by itself, or a circle.
  ///
  /// - Parameters:
  ///   - roots: where to begin
  ///   - looksAt: the fields that a field looks at
  /// - Returns: for each unit its members, in no order, and whether these look at one another
  static func inOrder<ID: Hashable>(
    from roots: some Sequence<ID>, looksAt: (ID) -> [ID]
  ) -> [(members: [ID], isCircle: Bool)] {
    // Tarjan's walk, with a stack of its own, since a chain of fields may be as long as the form.
    var units: [(members: [ID], isCircle: Bool)] = []
    var numbers: [ID: Int] = [:]
    var lowest: [ID: Int] = [:]
    var open: [ID] = []
    var isOpen: Set<ID> = []
    var walk: [(id: ID, rest: ArraySlice<ID>)] = []
    func enter(_ id: ID) {
      (numbers[id], lowest[id]) = (numbers.count, numbers.count)
      open.append(id)
      isOpen.insert(id)
      walk.append((id, looksAt(id)[...]))
    }
    for root in roots where numbers[root] == nil {
      enter(root)
      while let place = walk.indices.last {
        let id = walk[place].id
        if let next = walk[place].rest.popFirst() {
          if numbers[next] == nil {
            enter(next)
          } else if isOpen.contains(next), let number = numbers[next] {
            lowest[id] = min(lowest[id] ?? number, number)
          }
          continue
        }
        walk.removeLast()
        if let above = walk.last?.id, let own = lowest[id] {
          lowest[above] = min(lowest[above] ?? own, own)
        }
        guard lowest[id] == numbers[id], let start = open.lastIndex(of: id) else { continue }
        let members = Array(open[start...])
        open.removeSubrange(start...)
        isOpen.subtract(members)
        units.append((members, 1 < members.count || looksAt(id).contains(id)))
      }
    }
    return units
  }

  /// Has the members of a circle counted, one after the other in the order of the form, until none counts
  /// otherwise; where they come to no rest each counts as if it was shown and enabled.
  ///
  /// Either way what a submission commits then comes to the same once it is read again.
  ///
  /// - Parameters:
  ///   - members: of the circle, in the order of the form
  ///   - context: what is noted
  ///   - count: what a member counts as by what is noted of the others, or if it is shown anyway
  ///   - note: remembers what a member counts as
  /// - Returns: whether they have come to a rest
  static func settle<Context, ID>(
    _ members: [ID], in context: inout Context,
    count: (inout Context, ID, _ isShownAnyway: Bool) -> Draft,
    note: (inout Context, ID, Draft) -> Void
  ) -> Bool {
    let shown = members.map { count(&context, $0, true) }
    for (member, draft) in zip(members, shown) { note(&context, member, draft) }
    if limit < members.count { return false }
    var known = shown
    for _ in 0...members.count {
      var isAtRest = true
      for (place, member) in members.enumerated() {
        let draft = count(&context, member, false)
        if draft == known[place] { continue }
        known[place] = draft
        note(&context, member, draft)
        isAtRest = false
      }
      if isAtRest { return true }
    }
    for (member, draft) in zip(members, shown) { note(&context, member, draft) }
    return false
  }
}
