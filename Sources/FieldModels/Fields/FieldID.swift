/// A field's identity in one document, which also says where it stands: a field further down has
/// a greater one.
///
/// Kept while the field's text is edited.
package struct FieldID: Hashable, Comparable, Sendable {
  package var rank: UInt64

  package init(rank: UInt64) { self.rank = rank }

  package static func < (first: FieldID, second: FieldID) -> Bool { first.rank < second.rank }
}
