import Foundation

/// How many cases a property tries: those of `make test`, or many more of them in a campaign.
///
/// `FIELDD_SEEDS` says how many times as many a campaign tries, and `FIELDD_FIRST_SEED` with which
/// one it begins, so that two campaigns need not try the same.
package enum Seeds {
  /// The seeds of a property that tries `count` of them in `make test`.
  package static func upTo(_ count: UInt64) -> Range<UInt64> {
    let first = number("FIELDD_FIRST_SEED") ?? 0
    return first..<(first + count * (number("FIELDD_SEEDS") ?? 1))
  }

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }
}
