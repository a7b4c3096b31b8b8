/// The drafts that are sent along to the validators of one turn, each read once.
package struct SentDrafts {
  /// A draft, and the key of its field.
  package typealias Keyed = (key: String, draft: Draft)

  /// The drafts of all fields, once a small form has been read.
  private var all: [Keyed]?
  /// What went along with the field that was asked about last.
  private var last: (key: String, drafts: [Keyed])?

  /// Nothing has been read yet.
  package init() {}

  /// The drafts of the other fields that go along with one: of all in a form of at most `limit`
  /// fields, of those that the field mentions in a larger one; never of a secure field.
  package mutating func drafts(
    with key: String, of document: FieldDocument, limit: Int, at now: Instant
  ) -> [Keyed] {
    if let last, last.key == key { return last.drafts }
    let id = document.field(keyed: key)
    let drafts: [Keyed]
    if document.fieldCount <= limit {
      let all = self.all ?? Self.drafts(ofAllIn: document, at: now)
      self.all = all
      let beside = id.map { Self.drafts(beside: $0, in: document, at: now) } ?? []
      drafts = all.filter { $0.key != key } + beside
    } else {
      drafts = id.map { Self.drafts(mentionedBy: $0, in: document, at: now) } ?? []
    }
    last = (key, drafts)
    return drafts
  }

  /// The drafts of the fields that are in no list.
  private static func drafts(ofAllIn document: FieldDocument, at now: Instant) -> [Keyed] {
    var drafts: [Keyed] = []
    document.forEachField(in: 0..<document.text.byteCount) { id, _, reading in
      if document.list(of: reading.mentions) == nil,
        let draft = document.sentDraft(of: id, reading, as: reading.mentions.key, at: now)
      {
        drafts.append(draft)
      }
      return true
    }
    return drafts
  }

  /// The drafts of the others of the same entry, by the keys that they have in the form.
  private static func drafts(
    beside id: FieldID, in document: FieldDocument, at now: Instant
  ) -> [Keyed] {
    guard let entry = id.entry else { return [] }
    return document.fields(ofEntry: entry).filter { $0 != id }.compactMap { other in
      document.reading(of: other).flatMap {
        document.sentDraft(of: other, $0, as: $0.mentions.key, at: now)
      }
    }
  }

  private static func drafts(
    mentionedBy id: FieldID, in document: FieldDocument, at now: Instant
  ) -> [Keyed] {
    guard let reading = document.reading(of: id) else { return [] }
    let own = reading.mentions.key ?? ""
    return Set(reading.definition.watchedKeys).subtracting([own]).sorted().compactMap { key in
      document.field(key, seenFrom: id).flatMap { other in
        document.reading(of: other).flatMap {
          document.sentDraft(of: other, $0, as: key, at: now)
        }
      }
    }
  }
}

extension FieldDocument {
  /// The draft that a field counts as, with its key, for a validator of another field.
  fileprivate func sentDraft(
    of id: FieldID, _ reading: FieldReading, as key: String?, at now: Instant
  ) -> SentDrafts.Keyed? {
    guard let key, !reading.definition.isSecure else { return nil }
    let draft = countedDraft(of: id, reading.definition, at: now) ?? reading.definition.draft
    return (key, reading.definition.seen(draft))
  }
}
