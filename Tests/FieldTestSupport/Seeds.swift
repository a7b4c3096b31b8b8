import Foundation

/// How many cases a property tries: those of `make test`, or many more of them in a campaign.
///
/// `FIELDD_SEEDS` says how many times as many a campaign tries, and `FIELDD_FIRST_SEED` with which
/// one it begins, so that two campaigns need not try the same.
package enum Seeds {
  /// The seeds of a property that tries `count` of them in `make test`: the same in each run, and others in
  /// each of `make campaign`.
  ///
  /// One that fails is an argument of the test, and so is named; as `FIELDD_FIRST_SEED` it is the
  /// first of the next run.
  package static func upTo(_ count: UInt64) -> Range<UInt64> {
    range(from: number("FIELDD_FIRST_SEED") ?? 0, count)
  }

  private static func range(from first: UInt64, _ count: UInt64) -> Range<UInt64> {
    first..<(first + count * (number("FIELDD_SEEDS") ?? 1))
  }

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }
}
