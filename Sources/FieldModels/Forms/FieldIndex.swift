/// Who has which key and who mentions it, so that a change of one field finds the others that it
/// concerns without looking at all of them.
package struct FieldIndex: Sendable {
  /// The fields that have a key, in their order; more than one is a mistake to report.
  private var holders: [String: Holders] = [:]
  /// The fields that mention a key: as a neighbour, in a rule, in a condition.
  private var mentions: [String: Set<FieldID>] = [:]
  /// The fields that mention a group or an autofill source.
  package private(set) var frameUsers: Set<FieldID> = []
  /// The fields that are judged otherwise on another day.
  package private(set) var todayUsers: Set<FieldID> = []
  /// The fields whose drafts are secrets.
  package private(set) var secureFields: Set<FieldID> = []

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
  }

  package init() {}

  package mutating func reserveCapacity(_ fieldCount: Int) {
    holders.reserveCapacity(fieldCount)
  }

  package var keyCount: Int { holders.count }
  /// All keys, in no order.
  package var keys: some Collection<String> { holders.keys }

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

  /// All fields that mention a key, in their order.
  package func fields(mentioning key: String) -> [FieldID] { mentions[key]?.sorted() ?? [] }

  /// All fields that mention a key which no field has.
  package func fieldsMentioningUnknownKeys() -> Set<FieldID> {
    var fields: Set<FieldID> = []
    for (key, ids) in mentions where holders[key] == nil { fields.formUnion(ids) }
    return fields
  }

  /// All fields that can't be judged by their own text: they share a key, mention others, or name
  /// something of the frame.
  package func entangledFields() -> Set<FieldID> {
    var fields = frameUsers
    for case .several(let ids) in holders.values { fields.formUnion(ids) }
    for ids in mentions.values { fields.formUnion(ids) }
    return fields
  }

  package mutating func insert(_ id: FieldID, _ definition: FieldDefinition) {
    if let key = definition.key, !key.isEmpty {
      switch holders[key] {
      case nil: holders[key] = .one(id)
      case .one(let other): holders[key] = .several([other, id].sorted())
      case .several(var ids):
        holders[key] = nil
        ids.insert(id, at: ids.firstIndex { id < $0 } ?? ids.count)
        holders[key] = .several(ids)
      }
    }
    for key in definition.mentionedKeys { mentions[key, default: []].insert(id) }
    if definition.group != nil || definition.autofill != nil { frameUsers.insert(id) }
    if definition.watchesToday { todayUsers.insert(id) }
    if definition.isSecure { secureFields.insert(id) }
  }

  /// Takes other identities for the fields.
  package mutating func rename(_ names: [FieldID: FieldID]) {
    holders = holders.mapValues {
      switch $0 {
      case .one(let id): .one(names[id] ?? id)
      case .several(let ids): .several(ids.map { names[$0] ?? $0 })
      }
    }
    mentions = mentions.mapValues { Set($0.map { names[$0] ?? $0 }) }
    frameUsers = Set(frameUsers.map { names[$0] ?? $0 })
    todayUsers = Set(todayUsers.map { names[$0] ?? $0 })
    secureFields = Set(secureFields.map { names[$0] ?? $0 })
  }

  package mutating func remove(_ id: FieldID, _ definition: FieldDefinition) {
    if let key = definition.key, let known = holders[key] {
      let rest = known.ids.filter { $0 != id }
      switch rest.count {
      case 0: holders[key] = nil
      case 1: holders[key] = .one(rest[0])
      default: holders[key] = .several(rest)
      }
    }
    for key in definition.mentionedKeys {
      mentions[key]?.remove(id)
      if mentions[key]?.isEmpty ?? false { mentions[key] = nil }
    }
    frameUsers.remove(id)
    todayUsers.remove(id)
    secureFields.remove(id)
  }
}

extension FieldDefinition {
  /// The keys of other fields that this one names in any way.
  fileprivate var mentionedKeys: [String] { watchedKeys + linkedKeys }
}
