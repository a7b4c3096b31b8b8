import FieldModels

/// What front ends are told of fields: of each that changed, what is not as they were told last.
extension DocumentSession {
  /// Tells what has changed since the last time, once for everything that happened in the turn.
  mutating func tellForms(in turn: inout Turn) {
    guard document.isFollowed else { return }
    form.tellEvents()
    tell(in: &turn)
    let changes = document.takeChanges()
    var deltas: [FieldDelta] = []
    for id in changes.fields {
      guard let view = view(of: id, in: turn) else { continue }
      let old = lastSent[view.key]
      let digest = view.digest
      let members = old.map { digest.news(since: $0.digest) } ?? view.present
      let isNew = old?.id != id
      if members.isEmpty, !isNew { continue }
      lastSent[view.key] = (id, digest)
      let placement: FieldDelta.Placement =
        isNew ? keyBefore(id).map { .behind(key: $0) } ?? .first : .unchanged
      deltas.append(FieldDelta(view: view, members: members, placement: placement))
    }
    let removed = changes.lostKeys.filter { lastSent.removeValue(forKey: $0) != nil }
    if deltas.isEmpty, removed.isEmpty { return }
    let version = version
    turn.out.append(
      .fieldDidChange(
        JSONText { json in
          json.member("uri", uri)
          json.member("version", orNull: version)
          json.member("fields", deltas)
          if !removed.isEmpty { json.member("removed", removed) }
        }))
  }

  /// A field as it is to be drawn; nil for one that no key leads to.
  mutating func view(of id: FieldID, in turn: Turn) -> FieldView? {
    let reading = form.document.recall(id)
    guard let picture = form.picture(of: id), let key = picture.definition.key,
      document.field(keyed: key) == id
    else { return nil }
    let presentation = reading.flatMap { reading in
      reading.value(.presentation).map { reading.tree.text(reading.tree[$0].span) }
    }
    return FieldView(
      picture, presentation: presentation, listLimit: turn.configuration.limits.listCount,
      isSecret: mustHide(id, in: turn))
  }

  /// The key of the field before another.
  private func keyBefore(_ id: FieldID) -> String? {
    guard let place = document.locate(id)?.index, place > 0 else { return nil }
    return document.key(of: document.slices[place - 1].id)
  }
}

/// What is told of one field.
private struct FieldDelta: JSONObjectWritable {
  let view: FieldView
  let members: [FieldView.Member]
  let placement: Placement

  /// Where it stands, for one that the client did not know there.
  enum Placement { case unchanged, first, behind(key: String) }

  func writeMembers(to json: inout JSONWriter) {
    json.member("key", view.key)
    switch placement {
    case .unchanged: break
    case .first: json.member("after", JSONValue.null)
    case .behind(let key): json.member("after", key)
    }
    view.write(members, to: &json)
  }
}
