/// A text of which only the beginning has room between two others.
///
/// Nothing is divided that people take for one character, and what is counted is the whole: a mark
/// that joins the last character before the text needs no room.
package struct TextCut: Equatable, Sendable {
  /// The beginning that has room; it may be empty.
  package let kept: String
  /// What stands before the text, and what is kept of it.
  package let upToCaret: String
  /// How much was cut off.
  package let droppedCount: Int
  package let unit: LengthUnit
  /// How much there would be with nothing cut off.
  let countOfAll: Int

  /// Cuts a text off; nil where all of it has room.
  package init?(
    _ text: String, between before: String, and behind: String, limit: Int, _ unit: LengthUnit
  ) {
    let countOfAll = unit.count(in: before + text + behind)
    guard limit < countOfAll else { return nil }
    let room = limit - unit.count(in: before) - unit.count(in: behind)
    // At either end a character or word may become one with what stands there.
    let beginnings = [2, 1, 0].lazy.map { unit.prefix(of: text, count: max(0, room + $0)) }
    let kept = beginnings.first { unit.count(in: before + $0 + behind) <= limit } ?? ""
    self.kept = kept
    self.countOfAll = countOfAll
    self.unit = unit
    upToCaret = before + kept
    droppedCount = unit.count(in: String(text.utf8.dropFirst(kept.utf8.count)) ?? "")
  }
}
