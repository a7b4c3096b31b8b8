import FieldModels

/// What front ends are told of fields: of each that changed, what is not as they were told last.
extension DocumentSession {
  /// How much is told of a field.
  struct ViewManner {
    let listLimit: Int
    let isTraced: Bool

    init(_ turn: Turn) {
      listLimit = turn.configuration.limits.listCount
      isTraced = turn.configuration.isTraced
    }
  }

  /// Tells what has changed since the last time, once for everything that happened in the turn.
  mutating func tellForms(in turn: inout Turn) {
    guard form.document.isFollowed else { return }
    form.tellEvents()
    tell(in: &turn)
    let changes = form.document.takeChanges()
    let manner = ViewManner(turn)
    var fields = JSONWriter()
    fields.array { json in
      for id in changes.fields { tellChange(of: id, to: &json, manner) }
    }
    let removed = changes.lostKeys.filter { lastSent.removeValue(forKey: $0) != nil }
    let news = fields.text
    if news.isEmptyList, removed.isEmpty { return }
    let version = version
    turn.out.append(
      .fieldDidChange(
        JSONText { json in
          json.member("uri", uri)
          json.member("version", orNull: version)
          json.member("fields", news)
          if !removed.isEmpty { json.member("removed", removed) }
        }))
  }

  /// Writes what is new of a field, if anything is; where it stands, if the client did not know it
  /// there.
  private mutating func tellChange(
    of id: FieldID, to json: inout JSONWriter, _ manner: ViewManner
  ) {
    guard let view = view(of: id, manner) else { return }
    let place = lastSent.index(forKey: view.key)
    let old = place.map { lastSent.values[$0] }
    let members = view.news(since: old?.marks)
    let isNew = old?.id != id
    if members.isEmpty, !isNew { return }
    if let place {
      lastSent.values[place] = (id, view.marks)
    } else {
      lastSent[view.key] = (id, view.marks)
    }
    json.object { json in
      json.member("key", view.key)
      if isNew { json.member("after", orNull: keyBefore(id)) }
      view.write(members, to: &json)
    }
  }

  /// A field as it is to be drawn; nil for one that no key leads to.
  mutating func view(of id: FieldID, _ manner: ViewManner) -> FieldView? {
    let reading = form.document.recall(id)
    guard let picture = form.picture(of: id), let key = picture.reading.definition.key,
      form.document.field(keyed: key) == id
    else { return nil }
    let presentation = reading.flatMap { reading in
      reading.value(.presentation).map { reading.tree.text(reading.tree[$0].span) }
    }
    return FieldView(
      picture, presentation: presentation, listLimit: manner.listLimit,
      isSecret: manner.isTraced && form.document.isSecret(id))
  }

  /// The key of the field before another.
  private func keyBefore(_ id: FieldID) -> String? {
    guard let place = document.locate(id)?.index, place > 0 else { return nil }
    return document.key(of: document.slices[place - 1].id)
  }
}
