/// Internationalized host names: IDNA 2008 (RFC 5890 to 5893) as far as a text can be judged.
///
/// A label is ASCII by the rules of host names, an A-label (`xn--…`) that stands for a valid
/// U-label and is its only encoding, or a U-label: permitted characters by RFC 5892, in their
/// contexts, in one direction by RFC 5893, in normalization form C. Character properties are those of
/// the Swift standard library. Which characters a registry allows is not asked. Nothing is mapped but
/// the dots of other scripts.
enum IDNA {
  /// Whether a label begins with `xn--`, in either case, and so must be an A-label.
  static func isEncoded(_ label: ArraySlice<UInt8>) -> Bool {
    Format.isEqualIgnoringCase(label.prefix(4), "xn--")
  }

  static func isHostname(_ scalars: String.UnicodeScalarView) -> Bool {
    let parts = scalars.split(omittingEmptySubsequences: false, whereSeparator: isDot)
    let labels = parts.compactMap { Label(Array($0)) }
    let byteCount = labels.reduce(labels.count - 1) { $0 + $1.asciiByteCount }
    guard labels.count == parts.count, byteCount <= 253 else { return false }
    return BidiClass.areInOrder(labels.map { $0.scalars })
  }

  /// The full stops that people type in other scripts (RFC 3490, section 3.1).
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E, 0x3002, 0xFF0E, 0xFF61: true
    default: false
    }
  }
}

/// A valid label, as the characters it stands for.
private struct Label {
  let scalars: [Unicode.Scalar]
  let asciiByteCount: Int

  init?(_ scalars: [Unicode.Scalar]) {
    guard scalars.allSatisfy({ $0.isASCII }) else {
      guard let encoded = Punycode.encoded(scalars), encoded.count + 4 <= 63,
        Self.isULabel(scalars)
      else { return nil }
      (self.scalars, asciiByteCount) = (scalars, encoded.count + 4)
      return
    }
    let bytes = scalars.map { UInt8($0.value) }
    guard Format.isLDHLabel(bytes[...]) else { return nil }
    asciiByteCount = bytes.count
    let lowercase = bytes.map { ASCIISet.uppercase.contains($0) ? $0 | 0x20 : $0 }
    guard lowercase.dropFirst(2).starts(with: "--".utf8) else {
      self.scalars = scalars
      return
    }
    guard lowercase.starts(with: "xn".utf8),
      let decoded = Punycode.decoded(lowercase[4...]), Self.isULabel(decoded),
      Punycode.encoded(decoded)?.elementsEqual(lowercase[4...]) == true
    else { return nil }
    self.scalars = decoded
  }

  /// RFC 5891, sections 4.2.2 and 4.2.3, for what is to have at least one character above ASCII.
  private static func isULabel(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, !scalars.allSatisfy({ $0.isASCII }), !first.isMark,
      first != "-", scalars.last != "-", !(scalars.dropFirst(2).starts(with: ["-", "-"])),
      NormalizationForm.isComposed(scalars)
    else { return false }
    let context = LabelContext(scalars)
    return scalars.indices.allSatisfy { index in
      switch scalars[index].idnaClass {
      case .permitted: true
      case .inContext: context.permits(at: index)
      case .disallowed: false
      }
    }
  }
}

/// What RFC 5892 derives for a character.
private enum IDNAClass {
  case permitted, inContext, disallowed
}

extension Unicode.Scalar {
  /// Whether it is a mark on the character before it.
  var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  /// RFC 5892, section 3, in its order; the exceptions and backward compatibility come first.
  fileprivate var idnaClass: IDNAClass {
    switch value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return .permitted
    case 0xDF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007: return .permitted
    case 0xB7, 0x0375, 0x05F3, 0x05F4, 0x30FB, 0x0660...0x0669, 0x06F0...0x06F9, 0x200C, 0x200D:
      return .inContext
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return .disallowed
    // The blocks of RFC 5892, section 2.4, and the old Hangul letters of section 2.9.
    case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: return .disallowed
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return .disallowed
    default: break
    }
    let isStable = !properties.changesWhenNFKCCaseFolded
    let isIgnorable = properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    guard isStable, !isIgnorable, !properties.isWhitespace else { return .disallowed }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return .permitted
    default: return .disallowed
    }
  }
}

/// The neighbours that characters of RFC 5892, appendix A, need.
struct LabelContext {
  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  func permits(at index: Int) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200C: return isAfterVirama(index) || isBetweenJoining(index)
    case 0x200D: return isAfterVirama(index)
    case 0xB7: return before == "l" && after == "l"
    case 0x0375: return after.map(isGreek) ?? false
    case 0x05F3, 0x05F4: return before.map(isHebrew) ?? false
    case 0x30FB: return scalars.contains(where: isJapanese)
    case 0x0660...0x0669: return !scalars.contains { 0x06F0...0x06F9 ~= $0.value }
    case 0x06F0...0x06F9: return !scalars.contains { 0x0660...0x0669 ~= $0.value }
    default: return false
    }
  }

  private func isAfterVirama(_ index: Int) -> Bool {
    index > 0 && scalars[index - 1].properties.canonicalCombiningClass == .virama
  }

  private func isBetweenJoining(_ index: Int) -> Bool {
    let before = scalars[..<index].last { !JoiningType.isTransparent($0) }
    let after = scalars[(index + 1)...].first { !JoiningType.isTransparent($0) }
    guard let before, let after else { return false }
    return JoiningType.joinsAfter(before) && JoiningType.joinsBefore(after)
  }

  private func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0370...0x0373, 0x0375...0x0377, 0x037A...0x037D, 0x037F, 0x0384, 0x0386,
      0x0388...0x03E1, 0x03F0...0x03FF, 0x1D26...0x1D2A, 0x1F00...0x1FFE, 0x2126, 0xAB65,
      0x10140...0x1018E, 0x101A0, 0x1D200...0x1D245:
      true
    default: false
    }
  }

  private func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0591...0x05F4, 0xFB1D...0xFB4F: true
    default: false
    }
  }

  /// Hiragana, Katakana or Han.
  private func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x2FD5, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x309F,
      0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAD9, 0xFF66...0xFF9D, 0x1AFF0...0x1B167, 0x20000...0x323AF:
      true
    default: false
    }
  }
}
