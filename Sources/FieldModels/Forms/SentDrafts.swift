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
    with key: String, of document: FieldDocument, limit: Int
  ) -> [Keyed] {
    if let last, last.key == key { return last.drafts }
    let drafts: [Keyed]
    if document.fieldCount <= limit {
      let all = self.all ?? Self.drafts(ofAllIn: document)
      self.all = all
      drafts = all.filter { $0.key != key }
    } else {
      drafts = Self.drafts(mentionedBy: key, in: document)
    }
    last = (key, drafts)
    return drafts
  }

  private static func drafts(ofAllIn document: FieldDocument) -> [Keyed] {
    var drafts: [Keyed] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      if let draft = reading.definition.sentDraft { drafts.append(draft) }
      return true
    }
    return drafts
  }

  private static func drafts(mentionedBy key: String, in document: FieldDocument) -> [Keyed] {
    guard let id = document.field(keyed: key),
      let definition = document.reading(of: id)?.definition
    else { return [] }
    return Set(definition.watchedKeys).subtracting([key]).sorted().compactMap { other in
      document.field(keyed: other).flatMap { document.reading(of: $0)?.definition.sentDraft }
    }
  }
}

extension FieldDefinition {
  /// The draft with its key, for a validator of another field.
  fileprivate var sentDraft: SentDrafts.Keyed? {
    guard let key, !isSecure else { return nil }
    return (key, draft)
  }
}
