/// What the rules of UAX #29 ask of a scalar.
///
/// The values of Grapheme_Cluster_Break, of which Extend is divided by Indic_Conjunct_Break, and of
/// what has no such value the consonants and pictographs. The numbers are those of
/// `Tests/tools/grapheme-table.py`.
enum GraphemeClass: UInt8, Sendable {
  /// Anything that is none of the others: most letters, digits and signs.
  case other
  case carriageReturn
  case lineFeed
  case control
  /// A mark, as an accent, which leaves a conjunct open.
  case mark
  /// A mark that links two consonants to a conjunct: a virama, in most scripts.
  case linker
  /// U+200C, the one mark that ends a conjunct.
  case nonJoiner
  /// U+200D.
  case joiner
  case spacingMark
  /// A sign that stands before what it belongs to.
  case prefix
  case regionalIndicator
  /// What emoji are made of: Extended_Pictographic.
  case pictograph
  /// A consonant of a script that forms conjuncts.
  case consonant
  case hangulLeading
  case hangulVowel
  case hangulTrailing
  /// A syllable without a last consonant: LV.
  case hangulOpen
  /// A syllable with a last consonant: LVT.
  case hangulClosed
}

/// The class of each scalar.
///
/// Scalars are looked up in blocks of 256, of which all without any class are one and the same:
/// 40 kB, made of the table when the first text is counted that has more than ASCII.
struct GraphemeClasses: Sendable {
  /// The classes of the version of Unicode that `GraphemeTable` is of.
  static let all = GraphemeClasses(runs: TableDigits.numbers(in: GraphemeTable.runs))

  /// The place in `classes` of each block's first.
  private var blockStarts: [UInt16]
  private var classes: [GraphemeClass]

  private static let blockLength = 256
  private static let hangulSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  private init(runs: [UInt32]) {
    blockStarts = Array(repeating: 0, count: 0x11_0000 / Self.blockLength)
    classes = Array(repeating: .other, count: Self.blockLength)
    var scalar: UInt32 = 0
    for index in stride(from: 2, to: runs.count, by: 3) {
      scalar += runs[index - 2]
      let runClass = GraphemeClass(rawValue: UInt8(runs[index])) ?? .other
      for _ in 0...runs[index - 1] {
        set(runClass, of: scalar)
        scalar += 1
      }
    }
  }

  /// The class of a scalar, given by its number.
  subscript(_ scalar: UInt32) -> GraphemeClass {
    if Self.hangulSyllables ~= scalar {
      let isOpen = (scalar - Self.hangulSyllables.lowerBound).isMultiple(of: 28)
      return isOpen ? .hangulOpen : .hangulClosed
    }
    let (block, place) = Int(scalar).quotientAndRemainder(dividingBy: Self.blockLength)
    return classes[Int(blockStarts[block]) + place]
  }

  private mutating func set(_ scalarClass: GraphemeClass, of scalar: UInt32) {
    let (block, place) = Int(scalar).quotientAndRemainder(dividingBy: Self.blockLength)
    if blockStarts[block] == 0 {
      blockStarts[block] = UInt16(classes.count)
      classes.append(contentsOf: repeatElement(.other, count: Self.blockLength))
    }
    classes[Int(blockStarts[block]) + place] = scalarClass
  }
}
