/// Reads one object of a document against the property table: what is known and well-typed comes
/// back, everything else becomes a finding.
///
/// It looks no deeper than the shapes say; what a rule or a condition means is decided by the
/// readers that are built on it. Where the JSON is broken it stays silent, since the reader of the
/// text has spoken already.
package struct ObjectReader {
  package let tree: JSONTree
  package var findings: [Finding] = []
  private var errorCount = 0
  private var otherCount = 0
  private var comparisonCount = 0
  private let languages: [String]
  private let neededLanguages: [String]
  /// A text stands in several languages, and was read in one of them.
  package private(set) var isTranslated = false

  /// Errors of one part of a document, and what else there is to tell of it: more are one mistake
  /// that was made often, and each keystroke in the part makes all of them anew.
  private static let findingLimit = 1000
  /// Names that unknown ones of one part are compared with: some hundreds are as many as somebody
  /// misspells, and more would be felt while typing.
  private static let comparisonLimit = 20_000

  /// - Parameters:
  ///   - tree: the text that has the object
  ///   - vocabulary: the languages of the reader, and those in which each text for people must stand
  package init(_ tree: JSONTree, for vocabulary: Vocabulary) {
    self.tree = tree
    languages = vocabulary.languages
    neededLanguages = vocabulary.neededLanguages
  }

  /// A property that was read: its row and the index of its value.
  package struct Member {
    package var property: Property
    package var value: Int
  }

  /// The members of an object that are what their rows want, the last one of each name.
  package mutating func members(
    of object: Int, in section: Section, kind: FieldKind? = nil
  ) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(min(16, (Int(tree[object].subtreeEnd) - object) / 2))
    for key in tree.members(of: object) {
      guard let property = property(at: key, in: section, kind: kind) else { continue }
      if let known = members.firstIndex(where: { $0.property === property }) {
        add(.duplicateProperty(name: property.name.rawValue), .warning, at: key)
        members.remove(at: known)
      }
      members.append(Member(property: property, value: key + 1))
    }
    reportMissing(in: object, having: members, of: section)
    members.removeAll {
      !isWellTyped($0.value, as: $0.property.shape, of: $0.property.name.rawValue)
    }
    return members
  }

  package mutating func add(
    _ problem: TextProblem, _ severity: Severity = .error, at index: Int
  ) {
    add(.text(problem, severity, at: tree[index].span))
  }

  package mutating func add(
    _ problem: FormProblem, _ severity: Severity = .error, at index: Int
  ) {
    add(.form(problem, severity, at: tree[index].span))
  }

  /// Notes a finding, up to the limit.
  package mutating func add(_ finding: Finding) {
    let isError = finding.severity == .error
    guard (isError ? errorCount : otherCount) < Self.findingLimit else { return }
    if isError { errorCount += 1 } else { otherCount += 1 }
    findings.append(finding)
  }

  /// The name that was most likely meant, unless so many were compared that it would be felt.
  package mutating func nearest(
    to name: String, among candidates: some Collection<Nearest.Candidate>
  ) -> String? {
    comparisonCount += candidates.count
    guard comparisonCount <= Self.comparisonLimit else { return nil }
    return Nearest.name(to: name, among: candidates)
  }

  package mutating func nearest(
    to name: String, among names: some Collection<String>
  ) -> String? {
    comparisonCount += names.count
    guard names.count <= Nearest.nameLimit, comparisonCount <= Self.comparisonLimit else {
      return nil
    }
    return Nearest.name(to: name, among: names)
  }

  private mutating func property(
    at key: Int, in section: Section, kind: FieldKind?
  ) -> Property? {
    guard tree[key].kind == .string else { return nil }
    guard let property = PropertyTable.property(namedBy: key, of: tree, in: section) else {
      let name = tree.string(key) ?? ""
      let nearest = nearest(to: name, among: PropertyTable.candidates(of: section))
      add(.unknownProperty(name: name, section: section, nearest: nearest), .warning, at: key)
      return nil
    }
    if let kind, !property.kinds.contains(kind) {
      add(
        .unsupportedProperty(name: property.name.rawValue, kind: kind, kinds: property.kinds),
        .warning, at: key)
      return nil
    }
    return property
  }

  private mutating func reportMissing(
    in object: Int, having members: [Member], of section: Section
  ) {
    guard tree[object].kind == .object else { return }
    for name in PropertyTable.requiredNames(of: section)
    where !members.contains(where: { $0.property.name == name }) {
      let start = Int(tree[object].start)
      add(.text(.missingProperty(name, section: section), at: start..<(start + 1)))
    }
  }
}

extension ObjectReader {
  /// Whether a value has its property's shape; reports it where it has not.
  package mutating func isWellTyped(
    _ index: Int, as shape: Shape, of name: String
  ) -> Bool {
    let kind = tree[index].kind
    if kind == .invalid || kind == .missing { return false }
    switch shape {
    case .anything: return true
    case .translatable: return isTranslatable(index, as: shape, of: name)
    case .text, .newKey, .key, .groupKey, .sourceName, .dateDraft, .date, .dateOrKey, .pattern,
      .formatName, .validatorName, .datePattern, .expression:
      return expect(kind == .string, at: index, as: shape, of: name)
    case .draft: return expect(kind == .string || kind == .array, at: index, as: shape, of: name)
    case .bool: return expect(kind == .true || kind == .false, at: index, as: shape, of: name)
    case .boolOrCondition:
      return expect(
        kind == .true || kind == .false || kind == .object, at: index, as: shape, of: name)
    case .boolOrText:
      return kind == .true || kind == .false || isTranslatable(index, as: shape, of: name)
    case .scalar:
      return expect(
        kind == .true || kind == .false || kind == .string || kind == .number, at: index, as: shape,
        of: name)
    case .limit: return expect(kind == .number || kind == .string, at: index, as: shape, of: name)
    case .number(let minimum):
      guard expect(kind == .number, at: index, as: shape, of: name) else { return false }
      guard let minimum, tree.text(tree[index].span).first == UInt8(ascii: "-") else { return true }
      add(.outOfRange(property: name, minimum: minimum), at: index)
      return false
    case .integer(let minimum): return isInteger(index, minimum, as: shape, of: name)
    case .word(let words): return isWord(index, words, as: shape, of: name)
    case .color, .timeZone, .path: return isWellFormed(index, as: shape, of: name)
    case .object(let section):
      guard expect(kind == .object, at: index, as: shape, of: name) else { return false }
      if Self.isPlain(section) { _ = members(of: index, in: section) }
      return true
    case .rule: return expect(kind == .string || kind == .object, at: index, as: shape, of: name)
    case .choice: return expect(kind != .array, at: index, as: shape, of: name)
    case .rowValue: return expect(kind != .array && kind != .object, at: index, as: shape, of: name)
    case .template(let places): return isTemplate(index, places, as: shape, of: name)
    case .list(let element): return isList(index, element, as: shape, of: name)
    case .map(let element): return isMap(index, element, as: shape, of: name)
    }
  }

  private mutating func expect(
    _ holds: Bool, at index: Int, as shape: Shape, of name: String
  ) -> Bool {
    if holds { return true }
    add(
      .wrongType(property: name, type: shape.expectation, takesText: shape.takesText), at: index)
    return false
  }

  private mutating func isInteger(
    _ index: Int, _ minimum: WholeNumber, as shape: Shape, of name: String
  ) -> Bool {
    guard expect(tree[index].kind == .number, at: index, as: shape, of: name) else { return false }
    guard let value = tree.integer(index) else {
      return expect(false, at: index, as: shape, of: name)
    }
    if value < minimum { add(.outOfRange(property: name, minimum: minimum), at: index) }
    return minimum <= value
  }

  private mutating func isWord(
    _ index: Int, _ words: [Shape.Word], as shape: Shape, of name: String
  ) -> Bool {
    guard expect(tree[index].kind == .string, at: index, as: shape, of: name) else { return false }
    if words.contains(where: { tree.isString(index, $0.name) }) { return true }
    let word = tree.string(index) ?? ""
    let nearest = nearest(to: word, among: words.lazy.map { $0.name })
    add(.unknownWord(word, property: name, nearest: nearest), at: index)
    return false
  }

  private mutating func isWellFormed(_ index: Int, as shape: Shape, of name: String) -> Bool {
    guard expect(tree[index].kind == .string, at: index, as: shape, of: name) else { return false }
    let text = tree.string(index) ?? ""
    switch shape {
    case .color where !Self.isColor(text): add(.invalidColor(text), at: index)
    case .timeZone where !Self.isTimeZone(text): add(.invalidTimeZone(text), at: index)
    case .path:
      guard let problem = RecordPath.problem(in: text) else { return true }
      add(.invalidPath(text, problem), at: index)
    default: return true
    }
    return false
  }

  /// Whether a value is words with places for values, and says which of these there are not.
  private mutating func isTemplate(
    _ index: Int, _ places: [Placeholder], as shape: Shape, of name: String
  ) -> Bool {
    guard expect(tree[index].kind == .string, at: index, as: shape, of: name) else { return false }
    let text = tree.string(index) ?? ""
    guard text.utf8.count <= OwnWords.byteLimit else {
      add(.longTemplate(limit: OwnWords.byteLimit), .warning, at: index)
      return false
    }
    let content = tree.contentSpan(index)
    func place(_ byteOffset: Int) -> Int {
      content.lowerBound + JSONString.sourceOffset(ofUTF8: byteOffset, in: tree.text(content))
    }
    let template = MessageTemplate(text)
    if let mistake = template.mistake {
      add(.text(.brokenPlural, .warning, at: place(mistake)..<content.upperBound))
    }
    for known in template.places where !places.contains(where: { $0.rawValue == known.name }) {
      let nearest = nearest(to: known.name, among: places.map { $0.rawValue })
      add(
        .text(
          .unknownPlaceholder(name: known.name, code: name, nearest: nearest), .warning,
          at: place(known.range.lowerBound)..<place(known.range.upperBound)))
    }
    return true
  }

  /// Whether a value is a text, or texts by language; says which names are no language's.
  private mutating func isTranslatable(_ index: Int, as shape: Shape, of name: String) -> Bool {
    guard tree[index].kind == .object else {
      if !expect(tree[index].kind == .string, at: index, as: shape, of: name) { return false }
      // What is measured is written in the same way everywhere.
      if name != Property.Name.unit.rawValue { expectTranslation(of: index, as: name) }
      return true
    }
    var tags: Set<String> = []
    for key in tree.members(of: index) {
      let tag = tree.string(key) ?? ""
      if tree[key].kind == .string, !Format.language.matches(tag) {
        add(.unknownLanguage(tag), .warning, at: key)
      } else if !(tree[key + 1].kind == .string && tree.contentSpan(key + 1).isEmpty),
        !tags.insert(tag.lowercased()).inserted
      {
        add(.duplicateProperty(name: tag), .warning, at: key)
      }
      _ = isWellTyped(key + 1, as: .text, of: name)
    }
    expectTranslations(among: tags, at: index, of: name)
    return expect(Int(tree[index].subtreeEnd) > index + 1, at: index, as: shape, of: name)
  }

  /// The node of a text for people in the language of the reader.
  ///
  /// - Parameter index: a text, or an object with a text for each language, by its tag
  /// - Returns: the text itself; of an object the text that serves the reader best, else the first text with
  ///   something in it
  mutating func translation(_ index: Int) -> Int {
    guard tree[index].kind == .object else { return index }
    isTranslated = true
    var found: (rank: Int, node: Int)?
    for key in tree.members(of: index) where tree[key + 1].kind == .string {
      guard !tree.contentSpan(key + 1).isEmpty, let tag = tree.string(key)?.lowercased() else {
        continue
      }
      let rank = Language.rank(of: tag, for: languages) ?? languages.count + 1
      // Of those with the same tag the last one counts, as everywhere.
      let isKnown = rank < languages.count
      if found.map({ rank < $0.rank || isKnown && rank == $0.rank }) ?? true {
        found = (rank, key + 1)
      }
    }
    return found?.node ?? index
  }

  /// Tells that a text stands in one language, nobody knows which, where it is needed in some.
  ///
  /// - Parameters:
  ///   - index: the text
  ///   - name: the property that shows it
  mutating func expectTranslation(of index: Int, as name: String) {
    if neededLanguages.isEmpty { return }
    guard let text = tree.string(index),
      text.contains(where: { $0.isLetter })
    else { return }
    add(.untranslated(property: name, languages: neededLanguages), .warning, at: index)
  }

  /// Tells which of the needed languages are lacking.
  ///
  /// - Parameters:
  ///   - tags: of the languages that are there, in small letters
  ///   - index: the object with the texts
  ///   - name: the property
  private mutating func expectTranslations(
    among tags: Set<String>, at index: Int, of name: String
  ) {
    let lacking = neededLanguages.filter { needed in
      let lookup = Language.lookup(needed)
      return !tags.contains { Language.rank(of: $0, for: lookup) != nil }
    }
    if lacking.isEmpty || tags.isEmpty { return }
    add(.untranslated(property: name, languages: lacking), .warning, at: index)
  }

  private mutating func isList(
    _ index: Int, _ element: Shape, as shape: Shape, of name: String
  ) -> Bool {
    guard expect(tree[index].kind == .array, at: index, as: shape, of: name) else { return false }
    // Fields are read one by one, as slices of their own.
    if case .object(.field) = element { return true }
    for item in tree.elements(of: index) { _ = isWellTyped(item, as: element, of: name) }
    return true
  }

  private mutating func isMap(
    _ index: Int, _ element: Shape, as shape: Shape, of name: String
  ) -> Bool {
    guard expect(tree[index].kind == .object, at: index, as: shape, of: name) else { return false }
    for key in tree.members(of: index) { _ = isWellTyped(key + 1, as: element, of: name) }
    return true
  }

  /// Whether an object is checked here alone, since no other reader looks inside of it.
  private static func isPlain(_ section: Section) -> Bool {
    switch section {
    case .toolbar, .toolbarItem, .colors, .messages: true
    case .document, .group, .repetition, .field, .validation, .rule, .condition, .requirement,
      .choice,
      .autofill:
      false
    }
  }

  private static func isColor(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "#") && (bytes.count == 7 || bytes.count == 9)
      && bytes.dropFirst().allSatisfy { $0.hexDigitValue != nil }
  }

  /// A name such as `GMT`, an offset, or the form of an IANA name.
  private static func isTimeZone(_ text: String) -> Bool {
    if ZoneDatabase.isWellKnown(text) { return true }
    if let sign = text.first, sign == "+" || sign == "-" {
      return CivilTime(iso8601: text.dropFirst()) != nil && text.utf8.count == 6
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return 2 <= parts.count && parts.count <= 3
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            UInt8(ascii: "a") <= $0 | 0x20 && $0 | 0x20 <= UInt8(ascii: "z")
              || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
              || UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9")
          }
      }
  }
}

extension PropertyTable {
  /// The properties without which an object of the section means nothing.
  package static func requiredNames(of section: Section) -> [Property.Name] {
    required[section.rawValue]
  }

  private static let required: [[Property.Name]] = Section.allCases.map { section in
    properties(of: section).filter { $0.isRequired }.map { $0.name }
  }
}
