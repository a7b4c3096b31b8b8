/// A pattern of paths, as Git has them: `*` and `?` within a name, `[a-z]` for one of some signs, `**`
/// for any folders, and `\` before a sign that means itself.
package struct PathPattern: Sendable {
  /// A name in a path, by its scalars: other names are other files.
  package typealias Name = Substring.UnicodeScalarView

  private enum Part: Sendable {
    case folders
    case name(NamePattern)

    var isFolders: Bool {
      if case .folders = self { true } else { false }
    }

    func matches(_ name: Name) -> Bool {
      if case .name(let pattern) = self { pattern.matches(name) } else { false }
    }
  }

  private let parts: [Part]

  /// A path, with or without `/` before it.
  package init(_ text: Name) {
    var rest = text.first == "/" ? text.dropFirst() : text
    var parts: [Part] = []
    var goesOn = true
    while goesOn {
      let name = NamePattern(readingFrom: &rest, goesOn: &goesOn)
      parts.append(name.isFolders ? .folders : .name(name))
    }
    // Behind the last `/` stands what is in the folders, not the folder before them.
    if parts.last?.isFolders ?? false { parts.append(.name(.anything)) }
    self.parts = parts
  }

  /// A name, in any folder.
  init(anywhere name: Name) {
    var (rest, goesOn) = (name, false)
    parts = [.folders, .name(NamePattern(readingFrom: &rest, goesOn: &goesOn))]
  }

  /// The names in a path; one that leads nowhere else is none.
  package static func names(of path: String) -> [Name] {
    path[...].unicodeScalars.split(separator: "/").filter { !$0.elementsEqual(".".unicodeScalars) }
  }

  /// The folder that is looked through for a pattern; nil for a path that is no pattern.
  package static func folder(of path: String) -> String? {
    let isSpecial = { (scalar: Unicode.Scalar) in scalar == "*" || scalar == "?" || scalar == "[" }
    guard path.unicodeScalars.contains(where: isSpecial) else { return nil }
    let fixed = path[...].unicodeScalars.split(separator: "/")
      .prefix { name in !name.contains { isSpecial($0) || $0 == "\\" } }
    let start = path.hasPrefix("/") ? "/" : ""
    if fixed.isEmpty { return start.isEmpty ? "." : "/" }
    return start + fixed.map { String($0) }.joined(separator: "/")
  }

  package func matches(_ names: ArraySlice<Name>) -> Bool {
    allMatch(names, parts[...], isAny: \.isFolders) { $1.matches($0) }
  }

  /// Whether something in a folder may match.
  package func mayMatch(below folder: [Name]) -> Bool {
    for (name, part) in zip(folder, parts) {
      if part.isFolders { return true }
      if !part.matches(name) { return false }
    }
    return folder.count < parts.count
  }
}

/// A pattern of names of files.
private struct NamePattern: Sendable {
  private enum Sign: Sendable {
    case any
    case one
    case scalar(Unicode.Scalar)
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    /// What is begun and not ended matches nothing.
    case never

    var isAny: Bool {
      if case .any = self { true } else { false }
    }

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any, .one: true
      case .scalar(let wanted): scalar == wanted
      case .oneOf(let ranges, let isNegated):
        ranges.contains { $0.contains(scalar) } != isNegated
      case .never: false
      }
    }
  }

  private var signs: [Sign] = []

  static let anything: NamePattern = {
    var pattern = NamePattern()
    pattern.signs = [.any]
    return pattern
  }()

  private init() {}

  /// Reads up to a `/` outside of a set, and behind it.
  ///
  /// - Parameters:
  ///   - rest: what is left of the text
  ///   - goesOn: whether there was one, so that another name follows
  init(readingFrom rest: inout PathPattern.Name, goesOn: inout Bool) {
    goesOn = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": signs.append(.any)
      case "?": signs.append(.one)
      case "\\": signs.append(rest.popFirst().map { .scalar($0) } ?? .never)
      case "[": signs.append(Self.set(&rest))
      case "/":
        goesOn = true
        return
      default: signs.append(.scalar(scalar))
      }
    }
  }

  /// It is `**` and nothing else.
  var isFolders: Bool { signs.count == 2 && signs.allSatisfy(\.isAny) }

  /// What stands behind `[`.
  private static func set(_ rest: inout PathPattern.Name) -> Sign {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return .oneOf(ranges, isNegated: isNegated) }
      isFirst = false
      if scalar == "[", let name = nameOfSet(rest) {
        guard let named = namedSets[name] else { return .never }
        ranges += named
        rest = rest.dropFirst(name.unicodeScalars.count + 1)
        continue
      }
      guard let first = scalar == "\\" ? rest.popFirst() : scalar else { return .never }
      var last = first
      let next = rest.dropFirst()
      if rest.first == "-", let end = next.first, end != "]" {
        rest = next.dropFirst()
        guard let scalar = end == "\\" ? rest.popFirst() : end else { return .never }
        last = scalar
      }
      if first <= last { ranges.append(first...last) }
    }
    return .never
  }

  /// The name that stands behind `[` within a set, such as `:digit:`.
  private static func nameOfSet(_ rest: PathPattern.Name) -> String? {
    guard let end = rest.firstIndex(of: "]") else { return nil }
    let name = rest[..<end]
    return name.first == ":" && name.dropFirst().last == ":" ? String(name) : nil
  }

  private static let namedSets: [String: [ClosedRange<Unicode.Scalar>]] = [
    ":alnum:": ["0"..."9", "A"..."Z", "a"..."z"],
    ":alpha:": ["A"..."Z", "a"..."z"],
    ":blank:": ["\t"..."\t", " "..." "],
    ":cntrl:": ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"],
    ":digit:": ["0"..."9"],
    ":graph:": ["!"..."~"],
    ":lower:": ["a"..."z"],
    ":print:": [" "..."~"],
    ":punct:": ["!"..."/", ":"..."@", "["..."`", "{"..."~"],
    ":space:": ["\t"..."\r", " "..." "],
    ":upper:": ["A"..."Z"],
    ":xdigit:": ["0"..."9", "A"..."F", "a"..."f"],
  ]

  func matches(_ name: PathPattern.Name) -> Bool {
    allMatch(name, signs[...], isAny: \.isAny) { $1.matches($0) }
  }
}

/// Whether things match the parts of a pattern one by one; a part may stand for any number of things.
private func allMatch<Things: Collection<Thing>, Thing, Part>(
  _ things: Things, _ parts: ArraySlice<Part>, isAny: (Part) -> Bool,
  isMatch: (_ thing: Thing, _ part: Part) -> Bool
) -> Bool where Things.SubSequence == Things {
  var (things, parts) = (things, parts)
  // What stands behind the last part for any number, and the things that are left for it.
  var retry: (things: Things, parts: ArraySlice<Part>)?
  while true {
    if let part = parts.first, isAny(part) {
      parts.removeFirst()
      retry = (things, parts)
    } else if let part = parts.first, let thing = things.first, isMatch(thing, part) {
      things.removeFirst()
      parts.removeFirst()
    } else if parts.isEmpty, things.isEmpty {
      return true
    } else {
      guard var last = retry, !last.things.isEmpty else { return false }
      last.things.removeFirst()
      (things, parts) = last
      retry = last
    }
  }
}
