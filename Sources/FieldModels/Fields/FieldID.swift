/// A field's identity in one document, which also says where it stands: a field further down has
/// a greater one.
///
/// Kept while the field's text is edited.
package struct FieldID: Hashable, Comparable, Sendable {
  /// That of the part of the text that the field is, or of the entry in which it has its draft.
  package var rank: UInt64
  /// Of a field in an entry, the rank of the field that the list has for it; else 0.
  package var column: UInt64

  package init(rank: UInt64, column: UInt64 = 0) {
    self.rank = rank
    self.column = column
  }

  /// It has its draft in an entry of a list.
  package var isInEntry: Bool { column != 0 }

  /// The entry that it is in.
  package var entry: FieldID? { isInEntry ? FieldID(rank: rank) : nil }

  /// What the list has for it.
  package var definition: FieldID { isInEntry ? FieldID(rank: column) : self }

  /// The identity that it has where its entry and what its list has for it have others.
  package func renamed(_ names: [FieldID: FieldID]) -> FieldID {
    let rank = names[FieldID(rank: rank)]?.rank ?? rank
    let column = isInEntry ? names[definition]?.rank ?? column : 0
    return FieldID(rank: rank, column: column)
  }

  package static func < (first: FieldID, second: FieldID) -> Bool {
    (first.rank, first.column) < (second.rank, second.column)
  }
}
