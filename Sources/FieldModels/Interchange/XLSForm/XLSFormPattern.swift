import FieldModels

/// Patterns between XLSForm, whose `regex()` has those of Java for all of a text, and fields, which have
/// ECMA-262's with the flag `u`.
enum XLSFormPattern {
  /// A pattern of Java as a rule's that is anchored.
  ///
  /// - Returns: nil for `pattern` where one has what the other has not; in `isNear` whether some
  ///   characters count differently as letters or white space
  static func read(_ source: String) -> (pattern: String?, isNear: Bool) {
    var walk = Walk(source)
    walk.read()
    return (walk.isForeign ? nil : walk.output, walk.isNear)
  }

  /// A rule's pattern, which compiles, for Java.
  static func written(_ source: String) -> (pattern: String?, isNear: Bool) {
    var walk = Walk(source)
    walk.write()
    return (walk.isForeign ? nil : walk.output, walk.isNear)
  }

  /// A rule's pattern in the one way of all that both read alike.
  @Sendable static func plain(_ source: String) -> String {
    read(written(source).pattern ?? source).pattern ?? source
  }

  /// A pattern that may match anywhere, as one for all of a text.
  static func anywhere(_ pattern: String) -> String { before + pattern + behind }

  /// The pattern that `anywhere` has made of another one; nil for others.
  static func unanchored(_ source: String) -> String? {
    guard source.hasPrefix(before), source.hasSuffix(behind),
      before.count + behind.count <= source.count
    else { return nil }
    return String(source.dropFirst(before.count).dropLast(behind.count))
  }

  private static let before = "[\\d\\D]*(?:"
  private static let behind = ")[\\d\\D]*"

  /// Goes through a pattern, and writes it anew.
  private struct Walk {
    private let source: [Unicode.Scalar]
    private var place = 0
    private var isInClass = false
    private var scalars = String.UnicodeScalarView()
    /// Something was met that the other side has not.
    private(set) var isForeign = false
    private(set) var isNear = false

    init(_ source: String) { self.source = Array(source.unicodeScalars) }

    var output: String { String(scalars) }

    private var next: Unicode.Scalar? { place < source.count ? source[place] : nil }

    private static let syntax = Set("^$\\.*+?()[]{}|/".unicodeScalars)
    /// What Java's white space is, as members of a class.
    private static let space = "\\t\\n\\x0B\\f\\r "

    private mutating func append(_ text: String) { scalars.append(contentsOf: text.unicodeScalars) }

    mutating func read() {
      while let scalar = next, !isForeign {
        place += 1
        switch scalar {
        case "\\": readEscape()
        case "[":
          // Classes in classes are unions.
          if isInClass { isForeign = true }
          isInClass = true
          scalars.append(scalar)
          if next == "^" {
            scalars.append("^")
            place += 1
          }
          // A bracket that comes first stands for itself in Java.
          if next == "]" { isForeign = true }
        case "]" where isInClass:
          isInClass = false
          scalars.append(scalar)
        case "]", "}":
          // Java takes one that closes nothing for itself.
          if scalar == "]" || !isRepetitionEnd { append("\\") }
          scalars.append(scalar)
        case "&" where isInClass && next == "&": isForeign = true
        default: scalars.append(scalar)
        }
      }
    }

    /// Whether a brace that was just met ends a repetition, such as `{2,3}`.
    private var isRepetitionEnd: Bool {
      let before = source[..<(place - 1)]
      guard let start = before.lastIndex(of: "{") else { return false }
      let inner = before[(start + 1)...]
      return !inner.isEmpty && inner.allSatisfy { ("0"..."9").contains($0) || $0 == "," }
    }

    private mutating func readEscape() {
      guard let scalar = next else {
        isForeign = true
        return
      }
      place += 1
      switch scalar {
      case "d", "D", "w", "W", "t", "n", "r", "f", "x", "u": append("\\\(scalar)")
      case "s" where isInClass: append(Self.space)
      case "s": append("[\(Self.space)]")
      case "S" where !isInClass: append("[^\(Self.space)]")
      case _ where !isInClass && (scalar == "b" || scalar == "B"):
        isNear = true
        append("\\\(scalar)")
      case "p", "P": readProperty(scalar)
      case _ where Self.isLetterOrDigit(scalar): isForeign = true
      case _ where Self.syntax.contains(scalar) || isInClass && scalar == "-":
        append("\\\(scalar)")
      default: scalars.append(scalar)
      }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    /// A general category of one or two letters is the same in both.
    private mutating func readProperty(_ letter: Unicode.Scalar) {
      guard next == "{", let end = source[place...].firstIndex(of: "}"), end - place < 4 else {
        isForeign = true
        return
      }
      append("\\\(letter)")
      scalars.append(contentsOf: source[place...end])
      place = end + 1
    }

    mutating func write() {
      while let scalar = next, !isForeign {
        place += 1
        switch scalar {
        case "\\":
          guard let escaped = next else { return }
          place += 1
          writeEscape(escaped)
        case "[" where isInClass: append("\\[")
        case "[":
          isInClass = true
          writeClassStart()
        case "]" where isInClass:
          isInClass = false
          scalars.append(scalar)
        case "&" where isInClass: append("\\&")
        default: scalars.append(scalar)
        }
      }
    }

    /// A class; an empty one, and its opposite, Java has in other words.
    private mutating func writeClassStart() {
      if next == "]" || next == "^" && place + 1 < source.count && source[place + 1] == "]" {
        let isEmpty = next == "]"
        place += isEmpty ? 1 : 2
        isInClass = false
        append(isEmpty ? "[^\\d\\D]" : "[\\d\\D]")
        return
      }
      append("[")
      if next == "^" {
        place += 1
        append("^")
      }
    }

    private mutating func writeEscape(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "s", "S", "b", "B":
        isNear = true
        append(isInClass && scalar == "b" ? "\\x08" : "\\\(scalar)")
      case "v": append("\\x0B")
      case "0": append("\\x00")
      case "c":
        append("\\c")
      case "u" where next == "{":
        append("\\x")
      case "p", "P":
        // Scripts and properties by their long names are spelt in other ways.
        if let end = source[place...].firstIndex(of: "}"), end - place < 4 {
          append("\\\(scalar)")
        } else {
          isForeign = true
        }
      default: append("\\\(scalar)")
      }
    }
  }
}
