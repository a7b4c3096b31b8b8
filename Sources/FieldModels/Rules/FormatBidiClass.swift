/// The direction of characters, as far as RFC 5893 asks it of the characters in host names.
///
/// Unicode's `Bidi_Class` is not in the standard library, so scripts are told by their blocks;
/// among characters that IDNA permits the two agree but for a few modifier letters, which count
/// as left-to-right here.
enum BidiClass {
  case leftToRight, rightToLeft, arabicNumber, europeanNumber, mark, neutral

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x06F0...0x06F9: self = .europeanNumber
    case 0x0660...0x0669, 0x10D30...0x10D39, 0x10E60...0x10E7E: self = .arabicNumber
    case 0x2D, 0xB7, 0x0375, 0x30FB, 0x200C, 0x200D: self = .neutral
    default:
      if scalar.properties.generalCategory == .nonspacingMark {
        self = .mark
      } else {
        self = Self.isInRightToLeftBlock(scalar.value) ? .rightToLeft : .leftToRight
      }
    }
  }

  var isRightToLeft: Bool { self == .rightToLeft || self == .arabicNumber }

  /// The blocks from Hebrew to Arabic, their presentation forms, and those of plane 1.
  private static func isInRightToLeftBlock(_ value: UInt32) -> Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// Whether a label obeys the Bidi rule (RFC 5893, section 2).
  static func isOneDirection(_ scalars: [Unicode.Scalar]) -> Bool {
    let classes = scalars.map(BidiClass.init)
    guard let first = classes.first, let last = classes.last(where: { $0 != .mark }) else {
      return false
    }
    switch first {
    case .rightToLeft:
      return !classes.contains(.leftToRight) && last != .neutral
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .leftToRight:
      return !classes.contains(where: \.isRightToLeft)
        && (last == .leftToRight || last == .europeanNumber)
    case .arabicNumber, .europeanNumber, .mark, .neutral:
      return false
    }
  }
}
