import FieldModels

/// Patterns between HTML, whose `pattern` has ECMA-262's flag `v`, and fields, which have the `u` flag.
///
/// The two differ within classes only: `v` wants more characters escaped there, and has set
/// operations, for which there is nothing here.
enum HTMLPattern {
  /// What becomes of a `pattern` attribute.
  enum Reading {
    case pattern(String)
    /// Browsers don't compile it, and so ask nothing.
    case ignored
    /// It can't be said; why.
    case unsupported(String)
  }

  /// A pattern of HTML for a rule that is anchored.
  static func read(_ source: String) -> Reading {
    var walk = Walk(source)
    switch walk.readSets() {
    case .some(let reading): return reading
    case nil: break
    }
    do throws(PatternError) {
      _ = try Pattern(walk.output, isAnchored: true)
      return .pattern(walk.output)
    } catch {
      switch error.kind {
      case .tooManyLooks, .backReference, .inlineModifier, .duplicateGroupName, .unknownProperty,
        .sourceTooLong, .programTooLarge, .nestingTooDeep, .tooManyRanges:
        return .unsupported(error.message)
      case .unclosedGroup, .unopenedGroup, .unknownGroup, .malformedGroupName, .unclosedClass,
        .reversedClassRange, .classAsRangeEnd, .nothingToRepeat, .repeatedAssertion,
        .malformedRepetition, .reversedRepetition, .loneBracket, .unfinishedEscape, .unknownEscape,
        .malformedEscape, .malformedProperty:
        return .ignored
      }
    }
  }

  /// A rule's pattern, which compiles, for HTML.
  static func written(_ source: String, isAnchored: Bool) -> String {
    var walk = Walk(source)
    walk.writeSets()
    return isAnchored ? walk.output : anywhere.before + walk.output + anywhere.behind
  }

  /// A rule's pattern in the one way of all that browsers read alike.
  @Sendable static func plain(_ source: String) -> String { written(source, isAnchored: true) }

  /// The pattern that `written` has put between what makes it match anywhere; nil for others.
  static func unanchored(_ source: String) -> String? {
    guard source.hasPrefix(anywhere.before), source.hasSuffix(anywhere.behind) else { return nil }
    let inner = String(source.dropFirst(anywhere.before.count).dropLast(anywhere.behind.count))
    guard case .pattern(let pattern) = read(inner) else { return nil }
    return pattern
  }

  private static let anywhere = (before: "[^]*(?:", behind: ")[^]*")

  /// Goes through a pattern, and writes it anew.
  private struct Walk {
    private let source: [UnicodeScalar]
    private var place = 0
    private var scalars = String.UnicodeScalarView()

    init(_ source: String) { self.source = Array(source.unicodeScalars) }

    var output: String { String(scalars) }

    /// What must be escaped in a class of `v`.
    private static let syntax = Set("()[]{}/-|".unicodeScalars)
    /// What may not stand twice in one.
    private static let doubled = Set("&!#$%*+,.:;<=>?@^`~".unicodeScalars)
    /// What may be escaped in a class of `v`, and not in one of `u`.
    private static let punctuators = Set("&!#%,:;<=>@`~".unicodeScalars)

    private var next: UnicodeScalar? { place < source.count ? source[place] : nil }

    private func scalar(_ distance: Int) -> UnicodeScalar? {
      place + distance < source.count ? source[place + distance] : nil
    }

    private mutating func copy(_ count: Int = 1) {
      let end = min(source.count, place + count)
      scalars.append(contentsOf: source[place..<end])
      place = end
    }

    // From `v`.

    mutating func readSets() -> Reading? {
      while let scalar = next {
        if scalar == "\\" {
          copy(2)
        } else if scalar == "[" {
          copy()
          if let reading = readSet() { return reading }
        } else {
          copy()
        }
      }
      return nil
    }

    private mutating func readSet() -> Reading? {
      if next == "^" { copy() }
      var before: Operand?
      while let scalar = next {
        if scalar == "]" {
          copy()
          return nil
        }
        if scalar == "[" { return .unsupported("A class within a class") }
        if scalar == self.scalar(1), scalar == "&" || scalar == "-" {
          return .unsupported("An operation on sets")
        }
        if scalar == "-" {
          // Only between two characters.
          guard before == .character, let end = self.scalar(1), end != "]" else { return .ignored }
          copy()
          guard let operand = readOperand() else { return .ignored }
          if operand == .strings { return .unsupported("A set of texts") }
          guard operand == .character else { return .ignored }
          before = .range
          continue
        }
        guard let operand = readOperand() else { return .ignored }
        if operand == .strings { return .unsupported("A set of texts") }
        before = operand
      }
      return .ignored
    }

    private enum Operand { case character, set, range, strings }

    /// Copies a character or an escape of a class; nil where none may stand.
    private mutating func readOperand() -> Operand? {
      guard let scalar = next else { return nil }
      if scalar != "\\" {
        if Self.syntax.contains(scalar) { return nil }
        if Self.doubled.contains(scalar), scalar == self.scalar(1) { return nil }
        copy()
        return .character
      }
      guard let escaped = self.scalar(1) else { return nil }
      if Self.punctuators.contains(escaped) {
        place += 1
        copy()
        return .character
      }
      return copyEscape(escaped)
    }

    /// Copies an escape that `u` and `v` have both.
    private mutating func copyEscape(_ escaped: UnicodeScalar) -> Operand {
      switch escaped {
      case "q" where scalar(2) == "{": return .strings
      case "d", "D", "s", "S", "w", "W":
        copy(2)
        return .set
      case "p", "P":
        copy(2)
        copyBraces()
        return .set
      case "u":
        copy(2)
        if next == "{" { copyBraces() } else { copy(4) }
        return .character
      case "x":
        copy(4)
        return .character
      case "c":
        copy(3)
        return .character
      default:
        copy(2)
        return .character
      }
    }

    private mutating func copyBraces() {
      guard next == "{" else { return }
      while let scalar = next {
        copy()
        if scalar == "}" { return }
      }
    }

    // To `v`.

    mutating func writeSets() {
      while let scalar = next {
        if scalar == "\\" {
          copy(2)
        } else if scalar == "[" {
          copy()
          if next == "^" { copy() }
          writeSet()
        } else {
          copy()
        }
      }
    }

    private mutating func writeSet() {
      var mayBegin = false
      while let scalar = next {
        if scalar == "]" { return copy() }
        if scalar == "-", mayBegin, let end = self.scalar(1), end != "]" {
          copy()
          _ = writeOperand()
          mayBegin = false
          continue
        }
        mayBegin = writeOperand()
      }
    }

    /// Writes a character or an escape of a class; says whether a range may begin with it.
    private mutating func writeOperand() -> Bool {
      guard let scalar = next else { return false }
      if scalar == "\\", let escaped = self.scalar(1) { return copyEscape(escaped) == .character }
      if Self.syntax.contains(scalar) || Self.doubled.contains(scalar) && isDoubled(scalar) {
        scalars.append("\\")
      }
      copy()
      return true
    }

    private func isDoubled(_ scalar: UnicodeScalar) -> Bool {
      scalar == self.scalar(1) || scalar == scalars.last
    }
  }
}
