import FieldModels

/// Which groups and fields stand where in a format that has groups within groups.
struct FormPlan {
  /// What stands in a form or in a group of it.
  enum Part: Equatable {
    case field(Int)
    case group(Int)
  }

  /// By groups; those of none are in the form itself.
  private var parts: [Int?: [Part]] = [:]
  /// The groups around groups.
  private var outer: [Int: Int] = [:]
  /// The groups that have a place, in the order of these.
  private var placed: [Int] = []

  /// What stands in the form itself.
  var top: [Part] { parts[nil] ?? [] }

  func parts(of group: Int) -> [Part] { parts[group] ?? [] }

  /// The fields of a group.
  func fields(of group: Int) -> [Int] {
    parts(of: group).compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// Tells of what stands elsewhere than in the document.
  ///
  /// - Parameters:
  ///   - outline: the form
  ///   - takesObjects: whether a group whose values stand in an object may have groups in it whose
  ///     values stand in objects of that one
  init(of outline: inout FormOutline, nestingObjects takesObjects: Bool = false) {
    outer = Self.outerGroups(of: &outline, takesObjects)
    let filled = Set(outline.fields.compactMap { $0.group })
    for (index, field) in outline.fields.enumerated() {
      if let group = field.group {
        if !placed.contains(group) {
          // Those without fields stand before the next that has some.
          for empty in 0..<group where !filled.contains(empty) { place(empty) }
          place(group)
        } else if !isLast(group) {
          outline.notes.add(
            .reinterpreted, field.object.path, "It stands with its group", effect: .nothing)
        }
      }
      parts[field.group, default: []].append(.field(index))
    }
    for group in outline.groups.indices { place(group) }
    if placed != placed.sorted() {
      outline.notes.add(
        .reinterpreted, "/groups", "Groups stand where their fields do", effect: .nothing)
    }
  }

  private mutating func place(_ group: Int) {
    guard !placed.contains(group) else { return }
    if let around = outer[group] { place(around) }
    placed.append(group)
    parts[outer[group], default: []].append(.group(group))
  }

  /// Whether nothing has followed a group so far, within those around it.
  private func isLast(_ group: Int) -> Bool {
    guard parts[outer[group]]?.last == .group(group) else { return false }
    return outer[group].map { isLast($0) } ?? true
  }

  /// The groups around groups: those that only hold fields, and stand before these.
  private static func outerGroups(
    of outline: inout FormOutline, _ takesObjects: Bool
  ) -> [Int: Int] {
    func isPlain(_ group: Int) -> Bool { outline.groups[group].path.isEmpty }
    func isWithin(_ inner: Int, _ outer: Int) -> Bool {
      let path = outline.groups[outer].path
      return outline.groups[inner].path.count == path.count + 1
        && outline.groups[inner].path.starts(with: path)
    }
    var outer: [Int: Int] = [:]
    var depths: [Int: Int] = [:]
    for (index, group) in outline.groups.enumerated() {
      guard let key = group.object.peek("presentation")?[ForeignSection.inside]?.string else {
        continue
      }
      guard let around = outline.groupPlaces[key], around < index,
        isPlain(around) || takesObjects && isWithin(index, around),
        outline.groups[around].repetition == nil, depths[around, default: 0] < 20
      else {
        outline.notes.add(
          .noCounterpart, group.object.path(to: "presentation"), "That it is within another group")
        continue
      }
      outer[index] = around
      depths[index] = depths[around, default: 0] + 1
    }
    return outer
  }
}
