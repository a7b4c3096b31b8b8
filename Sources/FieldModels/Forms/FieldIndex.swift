/// Who has which key and who mentions it, so that a change of one field finds the others that it
/// concerns without looking at all of them.
package struct FieldIndex: Sendable {
  /// The fields that have a key, in their order; more than one is a mistake to report.
  private var holders: [String: Holders] = [:]
  /// The same keys in their order, once somebody has looked for what begins with something.
  private var sortedKeys: SortedNames?
  /// The fields whose checks look at the field with a key.
  private var watchers: [String: Set<FieldID>] = [:]
  /// The fields that gather the answers which the field with a key has in the entries of its list.
  private var gatherers: [String: Set<FieldID>] = [:]
  /// What decides whether a field is shown and enabled, of those where other fields do, by their keys.
  package private(set) var standingKeys: [FieldID: [String]] = [:]
  /// The fields of which a submission may commit another draft than they have, with their keys.
  private var otherwise: [FieldID: String] = [:]
  /// The fields that may be in other circles of conditions than before, or that others look at for the
  /// first time.
  private var rewired: Set<FieldID> = []
  /// The fields whose buttons lead to the field with a key.
  private var links: [String: Set<FieldID>] = [:]
  /// How often a field mentions a key that no field has.
  package private(set) var unknownMentionCount = 0
  /// The fields that belong to a group.
  private var members: [String: Set<FieldID>] = [:]
  /// The fields that complete their drafts from an autofill source.
  private var sourceUsers: [String: Set<FieldID>] = [:]
  /// The fields that are judged otherwise on another day.
  package private(set) var todayUsers: Set<FieldID> = []
  /// The fields whose drafts are secrets.
  package private(set) var secureFields: Set<FieldID> = []
  /// The fields whose drafts are calculated.
  private(set) var calculatedFields: Set<FieldID> = []

  /// One holder is the rule, and takes no array.
  private enum Holders: Sendable {
    case one(FieldID)
    case several([FieldID])

    var ids: [FieldID] {
      switch self {
      case .one(let id): [id]
      case .several(let ids): ids
      }
    }

    var count: Int {
      switch self {
      case .one: 1
      case .several(let ids): ids.count
      }
    }
  }

  package init() {}

  package var keyCount: Int { holders.count }
  /// All keys, in no order.
  package var keys: some Collection<String> { holders.keys }

  /// Makes ready to find keys by their beginnings; from then on they are kept in their order.
  mutating func sortKeys() {
    if sortedKeys == nil { sortedKeys = SortedNames(holders.keys) }
  }

  /// The first keys, in their order, that begin with a text; none as long as nobody has had them
  /// sorted.
  func keys(beginningWith start: String, count: Int) -> [String] {
    sortedKeys?.names(beginningWith: start, count: count) ?? []
  }

  /// The first field with a key.
  package func field(_ key: String) -> FieldID? {
    switch holders[key] {
    case .one(let id): id
    case .several(let ids): ids.first
    case nil: nil
    }
  }

  /// All fields with a key, in their order.
  package func fields(_ key: String) -> [FieldID] { holders[key]?.ids ?? [] }

  /// How many fields have a key.
  package func holderCount(_ key: String) -> Int { holders[key]?.count ?? 0 }

  /// All fields that mention a key, in their order.
  package func fields(mentioning key: String) -> [FieldID] {
    (watchers[key] ?? []).union(links[key] ?? []).sorted()
  }

  /// Whether any field mentions a key.
  package func isMentioned(_ key: String) -> Bool { watchers[key] != nil || links[key] != nil }

  /// All fields whose checks look at the field with a key, in their order.
  package func fields(watching key: String) -> [FieldID] { watchers[key]?.sorted() ?? [] }

  /// All fields that gather the answers which the field with a key has in the entries of its list.
  func fields(gathering key: String) -> Set<FieldID> { gatherers[key] ?? [] }

  /// Whether any field gathers answers.
  var hasGatherers: Bool { !gatherers.isEmpty }

  /// All fields that gather answers.
  var gatheringFields: Set<FieldID> { gatherers.values.reduce(into: []) { $0.formUnion($1) } }

  /// All fields whose buttons lead to the field with a key.
  package func fields(linkedTo key: String) -> Set<FieldID> { links[key] ?? [] }

  /// All fields that mention a key which no field has.
  package func fieldsMentioningUnknownKeys() -> Set<FieldID> {
    var fields: Set<FieldID> = []
    if unknownMentionCount == 0 { return fields }
    for mentions in [watchers, links] {
      for (key, ids) in mentions where holders[key] == nil { fields.formUnion(ids) }
    }
    return fields
  }

  /// The fields that mention a group or an autofill source.
  package var frameUsers: Set<FieldID> {
    var fields: Set<FieldID> = []
    for users in [members, sourceUsers] {
      for ids in users.values { fields.formUnion(ids) }
    }
    return fields
  }

  /// The fields of a group.
  package func fields(ofGroup group: String) -> Set<FieldID> { members[group] ?? [] }

  /// The fields of the groups that are meant.
  package func fields(ofGroups areMeant: (String) -> Bool) -> Set<FieldID> {
    Self.users(in: members, of: areMeant)
  }

  /// The fields that complete their drafts from a source.
  package func fields(ofSource source: String) -> Set<FieldID> { sourceUsers[source] ?? [] }

  /// The fields of the autofill sources that are meant.
  package func fields(ofSources areMeant: (String) -> Bool) -> Set<FieldID> {
    Self.users(in: sourceUsers, of: areMeant)
  }

  private static func users(
    in users: [String: Set<FieldID>], of areMeant: (String) -> Bool
  ) -> Set<FieldID> {
    var fields: Set<FieldID> = []
    for (name, ids) in users where areMeant(name) { fields.formUnion(ids) }
    return fields
  }

  /// All fields that can't be judged by their own text: they share a key, mention others, name something
  /// of the frame, or have a draft that is calculated.
  package func entangledFields() -> Set<FieldID> {
    var fields = frameUsers.union(calculatedFields)
    for case .several(let ids) in holders.values { fields.formUnion(ids) }
    for mentions in [watchers, links] {
      for ids in mentions.values { fields.formUnion(ids) }
    }
    return fields
  }

  /// Whether a submission may commit another draft of a field than it has.
  func mayCountOtherwise(_ id: FieldID) -> Bool { otherwise[id] != nil }

  /// Whether it may, and the checks of others look at the field.
  func isWatchedOtherwise(_ id: FieldID) -> Bool {
    otherwise[id].map { watchers[$0] != nil } ?? false
  }

  /// Whether any field may.
  var hasOtherwise: Bool { !otherwise.isEmpty }

  /// Those that the checks of others look at.
  var watchedOtherwise: [FieldID] { otherwise.keys.filter(isWatchedOtherwise) }

  /// Takes the fields of which the conditions are to be followed anew.
  mutating func takeRewired() -> Set<FieldID> {
    if rewired.isEmpty { return [] }
    defer { rewired = [] }
    return rewired
  }

  /// Notes whom it concerns that a field has come or is to go.
  private mutating func rewire(_ id: FieldID, _ mentions: FieldMentions) {
    if mentions.mayCountOtherwise { rewired.insert(id) }
    for key in mentions.watchedKeys {
      if let other = field(key), mayCountOtherwise(other) { rewired.insert(other) }
    }
    if let key = mentions.key, watchers[key] != nil, let other = field(key) {
      rewired.insert(other)
    }
  }

  package mutating func insert(_ id: FieldID, _ mentions: FieldMentions) {
    if mentions.mayCountOtherwise { otherwise[id] = mentions.key ?? "" }
    if !mentions.standingKeys.isEmpty { standingKeys[id] = mentions.standingKeys }
    defer { rewire(id, mentions) }
    if let key = mentions.key, !key.isEmpty {
      // Taken out, so that a list is not in two hands, or it would be copied.
      switch holders.updateValue(.one(id), forKey: key) {
      case nil:
        unknownMentionCount -= mentionCount(key)
        sortedKeys?.insert(key)
      case .one(let other): holders[key] = .several([other, id].sorted())
      case .several(var ids):
        ids.insert(id, at: ids.partitioningIndex { id < $0 })
        holders[key] = .several(ids)
      }
    }
    for key in mentions.watchedKeys {
      note(Self.insert(id, key, into: &watchers) ? 1 : 0, key)
    }
    for key in mentions.gatheredKeys { Self.insert(id, key, into: &gatherers) }
    for key in mentions.linkedKeys { note(Self.insert(id, key, into: &links) ? 1 : 0, key) }
    if let group = mentions.group { Self.insert(id, group, into: &members) }
    if let source = mentions.source { Self.insert(id, source, into: &sourceUsers) }
    if mentions.watchesToday { todayUsers.insert(id) }
    if mentions.isSecure { secureFields.insert(id) }
    if mentions.isCalculated { calculatedFields.insert(id) }
  }

  /// Takes other identities for the fields.
  package mutating func rename(_ names: [FieldID: FieldID]) {
    holders = holders.mapValues {
      switch $0 {
      case .one(let id): .one(names[id] ?? id)
      case .several(let ids): .several(ids.map { names[$0] ?? $0 })
      }
    }
    func renamed(_ users: [String: Set<FieldID>]) -> [String: Set<FieldID>] {
      users.mapValues { Set($0.map { names[$0] ?? $0 }) }
    }
    standingKeys = Dictionary(
      uniqueKeysWithValues: standingKeys.map { (names[$0.key] ?? $0.key, $0.value) })
    otherwise = Dictionary(
      uniqueKeysWithValues: otherwise.map { (names[$0.key] ?? $0.key, $0.value) })
    rewired = Set(rewired.map { names[$0] ?? $0 })
    watchers = renamed(watchers)
    gatherers = renamed(gatherers)
    links = renamed(links)
    members = renamed(members)
    sourceUsers = renamed(sourceUsers)
    todayUsers = Set(todayUsers.map { names[$0] ?? $0 })
    secureFields = Set(secureFields.map { names[$0] ?? $0 })
    calculatedFields = Set(calculatedFields.map { names[$0] ?? $0 })
  }

  package mutating func remove(_ id: FieldID, _ mentions: FieldMentions) {
    otherwise[id] = nil
    standingKeys[id] = nil
    defer { rewire(id, mentions) }
    if let key = mentions.key { removeHolder(id, of: key) }
    for key in mentions.watchedKeys {
      note(Self.remove(id, key, from: &watchers) ? -1 : 0, key)
    }
    for key in mentions.gatheredKeys { Self.remove(id, key, from: &gatherers) }
    for key in mentions.linkedKeys { note(Self.remove(id, key, from: &links) ? -1 : 0, key) }
    if let group = mentions.group { Self.remove(id, group, from: &members) }
    if let source = mentions.source { Self.remove(id, source, from: &sourceUsers) }
    todayUsers.remove(id)
    secureFields.remove(id)
    calculatedFields.remove(id)
  }

  private mutating func removeHolder(_ id: FieldID, of key: String) {
    switch holders[key] {
    case nil: break
    case .one(let other):
      guard other == id else { return }
      holders[key] = nil
      unknownMentionCount += mentionCount(key)
      sortedKeys?.remove(key)
    case .several(var ids):
      let place = ids.partitioningIndex { id <= $0 }
      guard place < ids.count, ids[place] == id else { return }
      // Not in two hands, or it would be copied.
      holders[key] = nil
      ids.remove(at: place)
      holders[key] = ids.count == 1 ? .one(ids[0]) : .several(ids)
    }
  }

  private func mentionCount(_ key: String) -> Int {
    (watchers[key]?.count ?? 0) + (links[key]?.count ?? 0)
  }

  /// Counts mentions of a key that came or went, if no field has the key.
  private mutating func note(_ change: Int, _ key: String) {
    if change != 0, holders[key] == nil { unknownMentionCount += change }
  }

  @discardableResult
  private static func insert(
    _ id: FieldID, _ name: String, into users: inout [String: Set<FieldID>]
  ) -> Bool {
    users[name, default: []].insert(id).inserted
  }

  @discardableResult
  private static func remove(
    _ id: FieldID, _ name: String, from users: inout [String: Set<FieldID>]
  ) -> Bool {
    guard users[name]?.remove(id) != nil else { return false }
    if users[name]?.isEmpty ?? false { users[name] = nil }
    return true
  }
}
