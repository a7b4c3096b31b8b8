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
    let isInDoubt = form.document.keysAreInDoubt
    let changes = form.document.takeChanges()
    let manner = ViewManner(turn)
    var fields = JSONWriter()
    fields.array { json in
      for id in isInDoubt ? document.allFields : changes.fields {
        tellChange(of: id, to: &json, manner)
      }
    }
    // Told from both lists of keys: what the client has, and what there is.
    let known = isInDoubt ? lastSent.keys.filter { document.field(keyed: $0) == nil }.sorted() : []
    let lost = isInDoubt ? known : changes.lostKeys
    let removed = lost.filter { lastSent.removeValue(forKey: $0) != nil }
    let lists = changes.lists.compactMap { listNews($0) }
    let news = fields.text
    if news.isEmptyList, removed.isEmpty, lists.isEmpty { return }
    let version = version
    turn.out.append(
      .fieldDidChange(
        JSONText { json in
          json.member("uri", uri)
          json.member("version", orNull: version)
          json.member("fields", news)
          if !removed.isEmpty { json.member("removed", removed) }
          if !lists.isEmpty { json.member("lists", lists) }
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
    guard let picture = form.picture(of: id), let key = picture.reading.definition.key,
      form.document.field(keyed: key) == id
    else { return nil }
    return FieldView(
      picture, listLimit: manner.listLimit,
      isSecret: manner.isTraced && form.document.isSecret(id))
  }

  /// The key of the field before another.
  private func keyBefore(_ id: FieldID) -> String? {
    document.fieldBefore(id).flatMap { document.key(of: $0) }
  }

  /// The lists, as they are told of as a whole; from now on the client is told what changes of them.
  mutating func lists() -> [ListView] {
    document.listKeys.map { key in
      let view = ListView(key: key, document)
      lastLists[key] = view
      return view
    }
  }

  /// What is new of a list, if anything is.
  private mutating func listNews(_ key: String) -> ListView.News? {
    guard document.entryCount(ofList: key) != nil else {
      return lastLists.removeValue(forKey: key).map { ListView.News(goneWith: $0) }
    }
    let view = ListView(key: key, document)
    let news = ListView.News(view, since: lastLists.updateValue(view, forKey: key))
    return news.isEmpty ? nil : news
  }
}
