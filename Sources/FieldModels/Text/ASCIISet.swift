/// A set of ASCII characters that answers for a byte in one step.
///
/// Grammars are written in such sets: `letters`, `digits`, and what a standard adds to them as a
/// literal (`.lettersAndDigits.union("-._~")`). A byte above 0x7F is in no set, so text in other
/// scripts falls out by itself; characters above ASCII in a literal are left out too.
package struct ASCIISet: Sendable, ExpressibleByStringLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init(stringLiteral characters: StaticString) {
    self.init(characters.description.utf8)
  }

  private init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte - 64)
    }
  }

  package func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  package func union(_ other: ASCIISet) -> ASCIISet {
    var sum = self
    sum.low |= other.low
    sum.high |= other.high
    return sum
  }

  package static let digits: ASCIISet = "0123456789"
  package static let lowercase: ASCIISet = "abcdefghijklmnopqrstuvwxyz"
  package static let uppercase: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  package static let hexDigits: ASCIISet = "0123456789abcdefABCDEF"
  package static let letters = lowercase.union(uppercase)
  package static let lettersAndDigits = letters.union(digits)
  package static let wordCharacters = lettersAndDigits.union("_")
  /// Everything from U+0000 to U+001F, and U+007F.
  package static let controls = ASCIISet(Array(0..<0x20) + [0x7F])
}
