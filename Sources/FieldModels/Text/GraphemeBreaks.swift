/// Finds where the graphemes of a text begin, which people take for characters.
///
/// These are the extended grapheme clusters of UAX #29, in the version of Unicode that
/// `GraphemeTable` names. The standard library's `Character` is of an older one, in which fewer
/// scripts have conjuncts. A text is read once and nothing is allocated.
struct GraphemeBreaks {
  /// What the text so far means for what follows.
  private enum Context {
    /// The text begins.
    case start
    case carriageReturn
    /// Something that nothing joins: a line feed or control.
    case control
    /// Something that only marks join.
    case other
    case prefix
    /// A regional indicator that is not the second of a pair.
    case regionalIndicator
    /// A pictograph and marks.
    case pictograph
    /// A pictograph, marks and a joiner.
    case joinedPictograph
    /// A consonant and marks.
    case consonant
    /// A consonant and marks, among them a linker.
    case linkedConsonant
    case hangulLeading
    /// A vowel, or a syllable that ends with one.
    case hangulVowel
    case hangulTrailing
  }

  private var context = Context.start
  private let classes = GraphemeClasses.all

  /// The number of graphemes in a text.
  static func count(in text: String) -> Int {
    let bytes = text.utf8.span
    var breaks = GraphemeBreaks()
    var count = 0
    var byteOffset = 0
    while byteOffset < bytes.count {
      // Most of most texts: printable ASCII behind what only a mark would join.
      if breaks.context == .other, 0x20..<0x7F ~= bytes[byteOffset] {
        count += 1
        byteOffset += 1
      } else if let scalar = bytes.scalar(atByteOffset: &byteOffset), breaks.isStart(scalar) {
        count += 1
      }
    }
    return count
  }

  /// Takes the number of a text's next scalar and says whether a grapheme begins with it.
  mutating func isStart(_ scalar: UInt32) -> Bool {
    let next = classes[scalar]
    let isStart = !joins(next)
    context = context(after: next)
    return isStart
  }

  /// Whether nothing divides the text so far from the next scalar; the rules are those of UAX #29.
  private func joins(_ next: GraphemeClass) -> Bool {
    switch (context, next) {
    // GB1, GB2
    case (.start, _): false
    // GB3
    case (.carriageReturn, .lineFeed): true
    // GB4
    case (.carriageReturn, _), (.control, _): false
    // GB5
    case (_, .carriageReturn), (_, .lineFeed), (_, .control): false
    // GB6
    case (.hangulLeading, .hangulLeading), (.hangulLeading, .hangulVowel),
      (.hangulLeading, .hangulOpen), (.hangulLeading, .hangulClosed):
      true
    // GB7
    case (.hangulVowel, .hangulVowel), (.hangulVowel, .hangulTrailing): true
    // GB8
    case (.hangulTrailing, .hangulTrailing): true
    // GB9
    case (_, .mark), (_, .linker), (_, .nonJoiner), (_, .joiner): true
    // GB9a
    case (_, .spacingMark): true
    // GB9b
    case (.prefix, _): true
    // GB9c
    case (.linkedConsonant, .consonant): true
    // GB11
    case (.joinedPictograph, .pictograph): true
    // GB12, GB13
    case (.regionalIndicator, .regionalIndicator): true
    // GB999
    default: false
    }
  }

  private func context(after next: GraphemeClass) -> Context {
    switch next {
    case .other, .spacingMark: .other
    case .carriageReturn: .carriageReturn
    case .lineFeed, .control: .control
    case .prefix: .prefix
    case .regionalIndicator: context == .regionalIndicator ? .other : .regionalIndicator
    case .pictograph: .pictograph
    case .consonant: .consonant
    case .hangulLeading: .hangulLeading
    case .hangulVowel, .hangulOpen: .hangulVowel
    case .hangulTrailing, .hangulClosed: .hangulTrailing
    case .mark, .linker, .nonJoiner, .joiner: context(afterMark: next)
    }
  }

  /// A mark leaves open what may still be joined by a joiner or linker.
  private func context(afterMark mark: GraphemeClass) -> Context {
    switch (context, mark) {
    case (.pictograph, .joiner): .joinedPictograph
    case (.pictograph, _): .pictograph
    case (.consonant, .linker): .linkedConsonant
    case (.consonant, .mark), (.consonant, .joiner): .consonant
    case (.linkedConsonant, .mark), (.linkedConsonant, .linker), (.linkedConsonant, .joiner):
      .linkedConsonant
    default: .other
    }
  }
}
