/// A repeatable source of random numbers: the same seed always gives the same sequence.
///
/// It is the SplitMix64 generator: a counter that takes large odd steps, and a mixing function
/// that makes every bit of the result depend on every bit of the counter. It is for tests and
/// samples, which must come again, and not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var counter: UInt64

  /// Starts the sequence that belongs to the seed.
  package init(seed: UInt64) {
    counter = seed
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    counter &+= 0x9E37_79B9_7F4A_7C15
    var mixed = counter
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
