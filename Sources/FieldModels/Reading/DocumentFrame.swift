/// What a document says outside its fields and entries: its title, groups and autofill sources, from
/// the pieces of text before the first of them, between them and behind the last.
package struct DocumentFrame: Equatable, Sendable {
  package var title: String?
  package var description: String?
  package var groups: [Group] = []
  package private(set) var groupKeys: Set<String> = []
  /// Where the values of a group's fields stand, by the keys of the groups of which that is not the
  /// record itself.
  package private(set) var homes: [String: Home] = [:]
  /// The objects and lists that may be left out, by their paths in a record.
  private(set) var optionalPaths: Set<String> = []
  package var sources: [String: [String]] = [:]
  /// The lists, by where they stand, and every place that the paths of groups lead to or through.
  package private(set) var listPlaces: [String: String] = [:]
  private var groupPlaces: Set<String> = []
  /// The words that the form brings for problems.
  package private(set) var ownWords = OwnWords()
  /// The properties that are written, in any piece.
  package var names: Set<Property.Name> = []
  /// A key in the record that the form does not know is an error.
  package private(set) var isClosed = false
  /// In a record an empty text is an answer.
  package private(set) var takesEmptyTexts = false
  /// A record must be valid in it.
  package private(set) var schema: ValueSchema?
  /// The record, an object or a list in it must be valid in a schema.
  package var hasSchemas: Bool { schema != nil || groups.contains { $0.schema != nil } }
  /// What front ends are handed.
  package private(set) var presentation: JSONValue?
  /// The document is a record of values that belongs to a form, not a form.
  package var isRecord = false
  /// A text of it stands in several languages, and was read in one of them.
  package private(set) var isTranslated = false
  /// What is wrong with each piece.
  private var ownFindings: [[Finding]] = []
  /// The fields by which the entries of lists differ, and where they are named.
  package private(set) var uniqueFields: [UniqueField] = []
  /// What is wrong with these, which the text around the fields does not say.
  package var listFindings: [ListFinding] = []
  /// The list that each piece ends in, whose entries follow.
  package private(set) var openings: [String?] = []

  package init() {}

  /// A field by which the entries of a list differ.
  package struct UniqueField: Equatable, Sendable {
    package var key: String
    package var list: String
    /// Where it is named, counted from the beginning of a piece.
    package var span: Range<Int>
    package var piece: Int
  }

  /// What is wrong with how such a field is named.
  package struct ListFinding: Equatable, Sendable {
    package var piece: Int
    package var finding: Finding
  }

  /// What is wrong with a piece, by its number.
  package func findings(ofPiece piece: Int) -> [Finding] {
    let own = ownFindings.indices.contains(piece) ? ownFindings[piece] : []
    return listFindings.isEmpty
      ? own : own + listFindings.lazy.filter { $0.piece == piece }.map { $0.finding }
  }

  /// What is wrong with all of them.
  package var findings: [Finding] { ownFindings.flatMap { $0 } + listFindings.map { $0.finding } }

  /// A page or section that fields belong to.
  package struct Group: Equatable, Sendable {
    package var key: String
    package var label: String?
    package var description: String?
    /// The names that lead to the object in a record that its fields' values stand in, or to the list;
    /// none: they stand in the record itself.
    package var path: [String] = []
    /// The group says so itself; else the path is the key of a list, or none.
    package var statesPath = false
    /// That object or list is there even if nothing is in it.
    package var isRequired = false
    /// A key in it, or in an entry, that the form does not know is an error.
    package var isClosed = false
    /// What stands in a record instead of that object or list is taken.
    package var isLenient = false
    /// What stands in its place while nothing is in it, null or nothing; nil where it is not left out.
    package var emptyValue: EmptyValue?
    /// That object or list must be valid in it.
    package var schema: ValueSchema?
    /// What it says as a list; nil for one that does not repeat.
    package var repetition: Repetition?
    /// What front ends are handed.
    package var presentation: JSONValue?
  }

  /// Where the values of a group's fields stand in a record.
  package struct Home: Equatable, Sendable {
    package var path: [String]
    /// At the path is a list, of whose entries each has a value.
    package var isList: Bool
  }

  /// The tree and the problems of a piece, spans counted from its beginning.
  package struct Piece: Sendable {
    package var sort: DocumentReader.Sort
    package var tree: JSONTree
    package var problems: [JSONProblem]

    /// The piece that was read last.
    package init(_ reader: DocumentReader, _ sort: DocumentReader.Sort) {
      self.sort = sort
      tree = reader.tree
      problems = reader.problems
    }

    /// The object of lists that goes on in it, or begins.
    package var entries: Int? { Self.entries(in: tree, sort) }

    /// The same of the tree of a piece.
    static func entries(in tree: JSONTree, _ sort: DocumentReader.Sort) -> Int? {
      if tree.isEmpty { return nil }
      return sort == .lists ? 2 : tree.value(of: Property.Name.entries.rawValue, in: 0)
    }
  }

  /// Reads the pieces in their order, with texts in one of the languages of the reader; of what is concealed
  /// only the place of a mistake is told.
  package init(_ pieces: [Piece], for vocabulary: Vocabulary, isConcealed: Bool = false) {
    for piece in pieces { ownFindings.append(read(piece, for: vocabulary, isConcealed)) }
    for (number, piece) in pieces.enumerated() { readLists(of: piece, number) }
    // Where the text is broken it is unknown what is missing.
    let isReadable = ownFindings.allSatisfy { $0.allSatisfy { $0.severity != .error } }
    if !names.contains(.fields), !isRecord, isReadable, let head = pieces.first?.tree, !head.isEmpty
    {
      let brace = Int(head[0].start)
      let missing = TextProblem.missingProperty(.fields, section: .document)
      ownFindings[0].insert(.text(missing, at: brace..<(brace + 1)), at: 0)
    }
  }

  /// The node of the value by which a record, or the first of a list of them, says to which form
  /// it belongs.
  package static func statedForm(in tree: JSONTree) -> Int? {
    if tree.isEmpty { return nil }
    return statedForm(in: tree, of: tree.elements(of: 0).first { _ in true } ?? 0)
  }

  /// The name by which the first record of a text says to which form it belongs.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, from its first byte; it may go on
  ///   - dialect: whether comments are part of it
  /// - Returns: nil where it names none in these bytes
  package static func statedForm(
    startOf bytes: [UInt8], dialect: JSONReader.Dialect
  ) -> String? {
    let text = bytes.span
    // Most files name none, which is sooner seen than read; a name may be written with escapes.
    let (ending, escape) = (Array("form\"".utf8), Array("\\u".utf8))
    guard text.firstOffset(of: ending) != nil || text.firstOffset(of: escape) != nil else {
      return nil
    }
    var reader = JSONReader(bytes, dialect: dialect)
    reader.skipByteOrderMark(text)
    reader.skipTrivia(text)
    guard reader.position < bytes.count else { return nil }
    reader.readValue(text, recovery: .value)
    guard let value = statedForm(in: reader.tree), let name = reader.tree.string(value),
      !name.isEmpty
    else { return nil }
    return name
  }

  /// The node of the value by which a record, which is a node, says to which form it belongs.
  package static func statedForm(in tree: JSONTree, of record: Int) -> Int? {
    tree.value(of: Property.Name.form.rawValue, in: record)
  }

  private mutating func read(
    _ part: Piece, for vocabulary: Vocabulary, _ isConcealed: Bool
  ) -> [Finding] {
    var reader = ObjectReader(part.tree, for: vocabulary)
    defer { isTranslated = isTranslated || reader.isTranslated }
    reader.findings = part.problems.map {
      .text(.syntax($0.kind), $0.severity, at: $0.span)
    }
    guard !part.tree.isEmpty else { return reader.findings }
    if let form = Self.statedForm(in: part.tree) {
      isRecord = true
      if reader.isWellTyped(form, as: .text, of: Property.Name.form.rawValue) {
        reader.add(.uncheckedRecord, .information, at: form)
      }
    }
    // A record's other members are values by key, not properties.
    if isRecord { return reader.findings }
    guard part.tree[0].kind == .object else {
      if reader.findings.isEmpty { reader.add(.notADocument, at: 0) }
      return reader.findings
    }
    let isDubious =
      !part.problems.isEmpty && (isConcealed || part.tree.mentionsSecure(part.problems))
    for member in reader.members(of: 0, in: .document) {
      let name = member.property.name
      if !names.insert(name).inserted, part.sort != .head {
        reader.add(.duplicateProperty(name: name.rawValue), .warning, at: member.value - 1)
      }
      read(member, &reader)
    }
    // What is told of a broken text quotes it, and may take a piece of a draft for a name.
    if isDubious { reader.findings.removeSubrange(part.problems.count...) }
    let findings = BrokenText.findings(reader.findings, of: part.problems, in: part.tree)
    return findings.filter { !Self.isAboutMissingFields($0) }
  }

  /// Looks for the lists whose entries are in a piece or follow it, once all groups are known.
  private mutating func readLists(of piece: Piece, _ number: Int) {
    openings.append(nil)
    guard !isRecord, let entries = piece.entries, piece.tree[entries].kind == .object else {
      return
    }
    let tree = piece.tree
    let listKeys = listPlaces.values
    for name in tree.members(of: entries) {
      let key = tree.string(name) ?? ""
      // What follows the last name is in parts of its own.
      let isOpen = tree[name + 1].kind == .array && !tree[name + 1].isClosed
      if isOpen {
        if let earlier = openings.firstIndex(of: key) {
          openings[earlier] = nil
          ownFindings[number].append(
            .text(.duplicateProperty(name: key), .warning, at: tree[name].span))
        }
        openings[number] = key
      }
      if tree[name].kind == .string, homes[key]?.isList != true {
        let nearest =
          listKeys.count <= Nearest.nameLimit ? Nearest.name(to: key, among: listKeys) : nil
        ownFindings[number].append(
          .form(.unknownList(key, nearest: nearest), at: tree[name].span))
      }
    }
  }

  /// Whether the fields are missing shows only when all pieces have been read.
  private static func isAboutMissingFields(_ finding: Finding) -> Bool {
    finding.problem == .text(.missingProperty(.fields, section: .document))
  }

  private mutating func read(_ member: ObjectReader.Member, _ reader: inout ObjectReader) {
    let tree = reader.tree
    switch member.property.name {
    case .title: title = tree.words(reader.translation(member.value))
    case .closed: isClosed = tree.bool(member.value) ?? false
    case .description: description = tree.words(reader.translation(member.value))
    case .valueSchema: schema = reader.schema(member.value)
    case .emptyTexts: takesEmptyTexts = tree.bool(member.value) ?? false
    case .messages: readMessages(member.value, &reader)
    case .presentation: presentation = JSONValue(tree, member.value)
    case .groups:
      for group in tree.elements(of: member.value) where tree[group].kind == .object {
        readGroup(group, &reader)
      }
    case .autofill:
      for key in tree.members(of: member.value) {
        guard let name = tree.string(key), tree[key + 1].kind == .array else { continue }
        sources[name] = tree.elements(of: key + 1).compactMap { tree.string($0) }
      }
    default: break
    }
  }

  /// Takes the form's own words; what is wrong with them is told already, but for the languages.
  private mutating func readMessages(_ messages: Int, _ reader: inout ObjectReader) {
    let tree = reader.tree
    for key in tree.members(of: messages) {
      let tag = tree.string(key) ?? ""
      guard Format.language.matches(tag) else {
        reader.add(.unknownLanguage(tag), .warning, at: key)
        continue
      }
      for code in tree.members(of: key + 1) {
        guard let property = PropertyTable.property(namedBy: code, of: tree, in: .messages),
          let text = tree.string(code + 1), text.utf8.count <= OwnWords.byteLimit
        else { continue }
        ownWords.add(MessageTemplate(text), for: property.name.rawValue, in: tag)
      }
    }
  }

  private mutating func readGroup(_ group: Int, _ reader: inout ObjectReader) {
    var read = Group(key: "")
    var isKnown: Bool?
    var aboutObject: [(name: Property.Name, node: Int)] = []
    var pathNode: Int?
    var repetitionNode: Int?
    for member in reader.members(of: group, in: .group) {
      let text = reader.tree.string(member.value)
      switch member.property.name {
      case .label: read.label = reader.tree.string(reader.translation(member.value))
      case .description:
        read.description = reader.tree.words(reader.translation(member.value))
      case .presentation: read.presentation = JSONValue(reader.tree, member.value)
      case .path:
        read.path = text.flatMap(JSONPointer.steps) ?? []
        read.statesPath = !read.path.isEmpty
        pathNode = member.value
      case .repeat:
        read.repetition = Self.repetition(member.value, &reader)
        repetitionNode = member.value
      case .required:
        read.isRequired = reader.tree.bool(member.value) ?? false
        if read.isRequired { aboutObject.append((.required, member.value)) }
      case .closed:
        read.isClosed = reader.tree.bool(member.value) ?? false
        if read.isClosed { aboutObject.append((.closed, member.value)) }
      case .lenient:
        read.isLenient = reader.tree.bool(member.value) ?? false
        if read.isLenient { aboutObject.append((.lenient, member.value)) }
      case .valueSchema:
        read.schema = reader.schema(member.value)
        aboutObject.append((.valueSchema, member.value))
      case .whenEmpty:
        read.emptyValue = text.flatMap(EmptyValue.init).flatMap { $0 == .empty ? nil : $0 }
        if read.emptyValue != nil { aboutObject.append((.whenEmpty, member.value)) }
      case .key:
        read.key = text ?? ""
        pathNode = pathNode ?? member.value
        if read.key.isEmpty { reader.add(.emptyKey, at: member.value) }
        isKnown = !groupKeys.insert(read.key).inserted
        if isKnown == true { reader.add(.duplicateGroup(read.key), at: member.value) }
      default: break
      }
    }
    let isList = read.repetition != nil
    if let repetitionNode { noteUniqueFields(of: repetitionNode, read.key, reader.tree) }
    if isList, read.path.isEmpty { read.path = [read.key] }
    for (name, node) in aboutObject where read.path.isEmpty {
      reader.add(.missingPath(name), .warning, at: node)
    }
    // What is always there is not left out, but it may be null.
    if read.isRequired, read.emptyValue == .omit { read.emptyValue = nil }
    if read.emptyValue != nil, !read.path.isEmpty {
      optionalPaths.insert(JSONPointer.path(read.path))
    }
    guard let isKnown else { return }
    if let pathNode, !isKnown, let list = notePlaces(of: read) {
      reader.add(.pathInList(JSONPointer.path(read.path), list: list), at: pathNode)
    }
    groups.append(read)
    // Of those that share a key the first has the fields.
    if !isKnown, !read.path.isEmpty { homes[read.key] = Home(path: read.path, isList: isList) }
  }

  private mutating func noteUniqueFields(of repetition: Int, _ list: String, _ tree: JSONTree) {
    guard let names = tree.value(of: Property.Name.unique.rawValue, in: repetition) else { return }
    for name in tree.elements(of: names) {
      guard let key = tree.string(name) else { continue }
      uniqueFields.append(
        UniqueField(key: key, list: list, span: tree[name].span, piece: ownFindings.count))
    }
  }

  /// Notes where a group's object or list stands; gives the key of a list that is in its way, or in
  /// whose way it is.
  private mutating func notePlaces(of group: Group) -> String? {
    var crossed: String?
    JSONPointer.forEachPlace(along: group.path) { place, isWhole in
      crossed = crossed ?? listPlaces[place]
      if isWhole, group.repetition != nil {
        if groupPlaces.contains(place) { crossed = crossed ?? group.key }
        listPlaces[place] = group.key
      }
      groupPlaces.insert(place)
    }
    return crossed
  }

  private static func repetition(_ node: Int, _ reader: inout ObjectReader) -> Repetition {
    var read = Repetition()
    var least = 0
    for member in reader.members(of: node, in: .repetition) {
      switch member.property.name {
      case .minEntries:
        read.minEntries = reader.tree.integer(member.value) ?? read.minEntries
        least = member.value
      case .maxEntries: read.maxEntries = reader.tree.integer(member.value)
      case .unique:
        read.unique = reader.tree.elements(of: member.value).compactMap { reader.tree.string($0) }
      case .addLabel:
        read.addLabel = reader.tree.words(reader.translation(member.value))
      default: break
      }
    }
    if let most = read.maxEntries, most < read.minEntries {
      reader.add(.crossedLimits(lower: "minEntries", upper: "maxEntries"), .warning, at: least)
    }
    return read
  }
}
