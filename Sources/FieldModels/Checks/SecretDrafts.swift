/// What the words of others must not quote: the drafts of the secure fields of a document.
///
/// A quote is a run of four characters that stands in a draft too, ignoring case; of a draft that
/// is shorter, all of it where it is no piece of a longer word, since its letters are in many.
/// Whoever spells a draft in another way, backwards or with hyphens, is not found out.
package struct SecretDrafts: Sendable {
  /// So many characters in a row are a quote.
  package static let quoteLength = 4
  /// More is not searched with each keystroke; then all words may be quotes.
  private static let characterLimit = 10_000

  private var pieces: Set<ArraySlice<Character>> = []
  private var shortDrafts: Set<[Character]> = []
  private var characterCount = 0
  /// The drafts are not known, so all words may quote them.
  package private(set) var isUnknown = false

  /// No drafts.
  package init() {}

  /// Adds a draft, or another way in which it is shown.
  package mutating func add(_ text: String) {
    guard !isUnknown, !text.isEmpty else { return }
    guard text.utf8.count <= Self.characterLimit * 4 else { return giveUp() }
    let characters = Self.folded(text)
    characterCount += characters.count
    guard characterCount <= Self.characterLimit else { return giveUp() }
    guard Self.quoteLength <= characters.count else {
      shortDrafts.insert(characters)
      return
    }
    for start in 0...(characters.count - Self.quoteLength) {
      pieces.insert(characters[start..<(start + Self.quoteLength)])
    }
  }

  /// Says that there is a draft that can't be read, so that all words may quote it.
  package mutating func giveUp() { isUnknown = true }

  /// Whether words have, or may have, a piece of a draft in them.
  package func areQuoted(in words: String) -> Bool {
    if words.isEmpty || (pieces.isEmpty && shortDrafts.isEmpty && !isUnknown) { return false }
    if isUnknown || Self.characterLimit * 4 < words.utf8.count { return true }
    let words = Self.folded(words)
    for start in words.indices {
      let rest = words[start...]
      if pieces.contains(rest.prefix(Self.quoteLength)) { return true }
      for draft in shortDrafts
      where rest.starts(with: draft) && Self.standsAlone(start..<(start + draft.count), in: words) {
        return true
      }
    }
    return false
  }
}

extension SecretDrafts {
  private static func folded(_ text: String) -> [Character] { Array(text.lowercased()) }

  /// Whether characters are no piece of a longer word.
  private static func standsAlone(_ range: Range<Int>, in words: [Character]) -> Bool {
    func isWordGoingOn(at place: Int) -> Bool {
      0 < place && place < words.count && words[place - 1].isOfWord && words[place].isOfWord
    }
    return !isWordGoingOn(at: range.lowerBound) && !isWordGoingOn(at: range.upperBound)
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
