/// The direction of characters, as far as RFC 5893 asks it of the characters in host names.
///
/// The rule treats some of Unicode's classes alike, and what is in no table is left-to-right.
enum BidiClass {
  case leftToRight, rightToLeft, arabicNumber, europeanNumber, mark, neutral

  init(_ scalar: Unicode.Scalar) {
    let table = Self.tables.first { $0.ranges.hasMember(scalar.value) }
    self = table?.bidiClass ?? .leftToRight
  }

  private static let tables: [(bidiClass: BidiClass, ranges: [ClosedRange<UInt32>])] = [
    (.europeanNumber, HostTable.europeanNumbers), (.neutral, HostTable.neutral),
    (.mark, HostTable.marks), (.rightToLeft, HostTable.rightToLeft),
    (.arabicNumber, HostTable.arabicNumbers),
  ].map { ($0, TableDigits.ranges(in: $1)) }

  var isRightToLeft: Bool { self == .rightToLeft || self == .arabicNumber }

  /// Whether labels obey the Bidi rule.
  ///
  /// It is asked of all of them if one has a character that is written from right to left. A label
  /// of no characters obeys any rule.
  static func areInOrder(_ labels: [[Unicode.Scalar]]) -> Bool {
    let classes = labels.map { $0.map(BidiClass.init) }
    return !classes.contains { $0.contains { $0.isRightToLeft } }
      || classes.allSatisfy { $0.isEmpty || isOneDirection($0) }
  }

  /// Whether a label obeys the Bidi rule (RFC 5893, section 2).
  private static func isOneDirection(_ classes: [BidiClass]) -> Bool {
    guard let first = classes.first, let last = classes.last(where: { $0 != .mark }) else {
      return false
    }
    switch first {
    case .rightToLeft:
      return !classes.contains(.leftToRight) && last != .neutral
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .leftToRight:
      return !classes.contains { $0.isRightToLeft }
        && (last == .leftToRight || last == .europeanNumber)
    case .arabicNumber, .europeanNumber, .mark, .neutral:
      return false
    }
  }
}

extension [ClosedRange<UInt32>] {
  /// Whether a number is in one of the ranges, which are in order.
  fileprivate func hasMember(_ number: UInt32) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].contains(number)
  }
}
