/// A name by which one place of a document mentions what another has.
package struct DocumentName: Hashable, Sendable {
  /// What it is the name of.
  package enum Sort: Sendable {
    case field
    /// A group, which may be a list.
    case group
    /// An autofill source; those from outside have no place in the document.
    case source
    /// A validator, which never has.
    case validator
  }

  package var sort: Sort
  package var text: String

  /// Whether records may write it.
  package var isInRecords: Bool { sort == .field || sort == .group }

  package init(sort: Sort, text: String) {
    self.sort = sort
    self.text = text
  }
}

/// A place where a name is written.
package struct NameSite: Equatable, Sendable {
  package var name: DocumentName
  /// Between the quotes.
  package var span: Range<Int>
  /// The name is given here, where elsewhere it is mentioned.
  package var isDefinition: Bool
}

/// Where names are given and mentioned.
extension FieldDocument {
  /// The name that is written around a byte, between its quotes or at one of these.
  package func nameSite(atByteOffset offset: Int) -> NameSite? {
    guard let (_, start, slice) = slice(atByteOffset: offset) ?? lastSlice else { return nil }
    let site = sites(in: slice, from: start).first {
      $0.span.lowerBound - 1 <= offset && offset <= $0.span.upperBound + 1
    }
    // What a rule mentions that means nothing is no name.
    guard let site, slice.part.sort == .field, let fields = fieldsWriting(site.name) else {
      return site
    }
    return fields.contains(slice.id) ? site : nil
  }

  /// The places where the name around a byte is written in the same way; none where there is one alone,
  /// or where the name is given somewhere else, or twice: one of the two is about to get another.
  package func linkedRanges(atByteOffset offset: Int) -> [Range<Int>] {
    guard let name = nameSite(atByteOffset: offset)?.name else { return [] }
    let sites = sites(of: name)
    guard sites.count(where: { $0.isDefinition }) == 1 else { return [] }
    let plain = Array(name.text.utf8)
    let spans = sites.map { $0.span }.filter { text.bytes(in: $0) == plain }
    return 1 < spans.count ? spans : []
  }

  /// Every place where a name is written, in their order.
  package func sites(of name: DocumentName) -> [NameSite] {
    var sites: [NameSite] = []
    forEachFrame { slice, start in sites += self.sites(in: slice, from: start) }
    if let fields = fieldsWriting(name) {
      for id in fields {
        guard let (_, start, slice) = locate(id) else { continue }
        sites += self.sites(in: slice, from: start)
      }
    } else {
      forEachSlice(in: 0..<text.byteCount) { slice, start in
        if slice.part.sort == .field { sites += self.sites(in: slice, from: start) }
        return true
      }
    }
    if name.sort == .field, let list = index.field(name.text).flatMap({ columnLists[$0] }) {
      let entries = lists[list].map { self.entries(of: $0) } ?? 0..<0
      var start = start(ofSlice: entries.lowerBound)
      slices.forEach(in: entries) { _, slice in
        sites += self.sites(in: slice, from: start)
        start += slice.byteCount
        return true
      }
    }
    return sites.filter { $0.name == name }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  /// The fields in whose text a name may be written; nil where only all of them will do, since names
  /// that nobody knows are in no index.
  private func fieldsWriting(_ name: DocumentName) -> Set<FieldID>? {
    switch name.sort {
    case .field: Set(index.fields(name.text) + index.fields(mentioning: name.text))
    case .group:
      index.fields(ofGroup: name.text).union(index.fields(mentioning: name.text))
    case .source: index.fields(ofSource: name.text)
    case .validator: nil
    }
  }

  /// The names that are written in a part, in bytes of the document.
  private func sites(in slice: DocumentSlice, from start: Int) -> [NameSite] {
    sites(in: reader(of: slice, from: start).tree, of: slice).map {
      NameSite(name: $0.name, span: $0.span.moved(by: start), isDefinition: $0.isDefinition)
    }
  }

  /// The names that are written in the tree of a part; spans count from the part's beginning.
  package func sites(in tree: JSONTree, of slice: DocumentSlice) -> [NameSite] {
    if tree.isEmpty { return [] }
    var reader = NameReader(tree: tree) { [index, frame] key in
      index.field(key) == nil && frame.homes[key]?.isList == true ? .group : .field
    }
    switch slice.part.sort {
    case .field: reader.read(object: 0, .field)
    case .head, .tail, .lists:
      reader.read(object: 0, .document)
      if let entries = DocumentFrame.Piece.entries(in: tree, slice.part.sort) {
        for key in tree.members(of: entries) { reader.note(key, .group) }
      }
    case .entry:
      let columns = list(ofEntry: slice.id)?.columns.map { $0.key } ?? []
      for key in tree.members(of: 0) where columns.contains(where: { tree.isString(key, $0) }) {
        reader.note(key, .field)
      }
    case .end: break
    }
    return reader.sites
  }
}

// Names to choose from.
extension FieldDocument {
  /// Makes ready to be asked for keys by their beginnings.
  package mutating func sortKeys() {
    if hasManyKeys { index.sortKeys() }
  }

  /// The fields whose keys somebody may mean who writes one: all of a small form; of a large one those
  /// around, and those whose keys begin with what is written.
  ///
  /// - Parameters:
  ///   - offset: where it is written
  ///   - typed: what is there already
  /// - Returns: the fields, and whether others may be meant by what is typed next
  package func fieldsToName(
    at offset: Int, typed: String
  ) -> (fields: [FieldID], isPartial: Bool) {
    let isPartial = hasManyKeys
    let begun =
      isPartial && !typed.isEmpty
      ? index.keys(beginningWith: typed, count: Self.begunCount).compactMap(index.field) : []
    let reach = (Self.offeredCount - begun.count) / 2
    let here = slice(atByteOffset: offset)?.index ?? slices.count
    let around = ((here - reach)..<(here + reach)).clamped(to: 0..<slices.count)
    var fields: [FieldID] = []
    slices.forEach(in: isPartial ? around : 0..<slices.count) {
      if $1.part.sort == .field { fields.append($1.id) }
      return true
    }
    let known = Set(fields)
    return (fields + begun.filter { !known.contains($0) }, isPartial)
  }

  /// All of so many keys are no help to anybody.
  private var hasManyKeys: Bool { 100 < fieldCount }

  // Of a key that is offered its field is read; so many keys cost in the largest form no more than
  // twice what all of ten do.
  private static let offeredCount = 16
  /// At most so many of these begin with what is typed.
  private static let begunCount = 10
}

/// Reads the names in one part of a document, along the shapes of the property table.
private struct NameReader {
  let tree: JSONTree
  /// What a key is the key of that may be a field's or a list's.
  let sort: (String) -> DocumentName.Sort
  private(set) var sites: [NameSite] = []

  init(tree: JSONTree, sort: @escaping (String) -> DocumentName.Sort) {
    self.tree = tree
    self.sort = sort
  }

  mutating func note(_ node: Int, _ sort: DocumentName.Sort, isDefinition: Bool = false) {
    guard let text = tree.string(node), !text.isEmpty, tree[node].isClosed else { return }
    sites.append(
      NameSite(
        name: DocumentName(sort: sort, text: text),
        span: tree.contentSpan(node), isDefinition: isDefinition))
  }

  mutating func read(object: Int, _ section: Section) {
    let kind =
      section == .field
      ? tree.value(of: Property.Name.kind.rawValue, in: object).flatMap { tree.string($0) }
        .flatMap(FieldKind.init) : nil
    // Of those with one name the last counts.
    var members: [Property.Name: (property: Property, key: Int)] = [:]
    for key in tree.members(of: object) {
      guard let property = PropertyTable.property(namedBy: key, of: tree, in: section),
        kind.map(property.kinds.contains) ?? true
      else { continue }
      members[property.name] = (property, key)
    }
    for (property, key) in members.values.sorted(by: { $0.key < $1.key }) {
      if section == .document, property.name == .autofill {
        for source in tree.members(of: key + 1) { note(source, .source, isDefinition: true) }
      } else {
        read(key + 1, property.shape, in: section)
      }
    }
  }

  private mutating func read(_ value: Int, _ shape: Shape, in section: Section) {
    switch shape {
    case .newKey: note(value, section == .group ? .group : .field, isDefinition: true)
    case .key: if let key = tree.string(value) { note(value, sort(key)) }
    case .dateOrKey:
      guard let text = tree.string(value), DateBound.mayBeKey(text) else { return }
      note(value, sort(text))
    case .expression:
      guard tree[value].isClosed else { return }
      for reference in tree.expressionReferences(value) where !reference.key.isEmpty {
        sites.append(
          NameSite(
            name: DocumentName(sort: sort(reference.key), text: reference.key),
            span: reference.span, isDefinition: false))
      }
    case .groupKey: note(value, .group)
    case .sourceName: note(value, .source)
    case .validatorName: note(value, .validator)
    case .rule:
      if tree[value].kind == .object { return read(object: value, .rule) }
      if let name = tree.string(value), Format(rawValue: name) == nil { note(value, .validator) }
    case .choice: if tree[value].kind == .object { read(object: value, .choice) }
    case .object(let inner): read(object: value, inner)
    case .boolOrCondition: read(object: value, .requirement)
    case .list(let element):
      switch element {
      // What has no names in it need not be looked through.
      case .key, .rule, .object, .choice:
        for item in tree.elements(of: value) { read(item, element, in: section) }
      default: break
      }
    case .text, .translatable, .draft, .bool, .integer, .number, .limit, .word, .path, .dateDraft,
      .date,
      .datePattern, .timeZone, .color, .pattern, .formatName, .map, .rowValue,
      .boolOrText, .scalar, .template, .anything:
      break
    }
  }
}
