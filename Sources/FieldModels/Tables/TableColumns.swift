/// What the columns of a table are to a form: the places in a record that the names of the header mean.
///
/// A name is a member of the record, a JSON pointer, a key, or names with `/`, `.` or `-` between them,
/// as exports of forms write them; the first of these that the form has counts.
struct TableColumns {
  /// Where each value stands that has a column.
  private(set) var values: [Place: Int] = [:]
  /// The columns that each say whether one row is chosen.
  private(set) var choices: [Place: [RowColumn]] = [:]
  /// How many entries of each list have columns.
  private(set) var entryCounts: [Int]
  /// The columns with all entries of a list of values, by the numbers of the lists.
  private(set) var wholeLists: [Int: Int] = [:]
  /// The column that names the form of a record.
  private(set) var formColumn: Int?
  /// What is wrong with the header.
  private(set) var problems: [RecordVerdict.Problem] = []
  /// Columns that may have secrets in their cells.
  private(set) var secretColumns: Set<Int> = []
  private let form: RecordForm
  private let columnCount: Int

  /// The place of a value in a record.
  struct Place: Hashable {
    var field: Int
    /// The number of the entry, of a field in a list.
    var entry: Int?
  }

  /// A column that says whether a row is chosen.
  struct RowColumn {
    let column: Int
    /// The value of the row; or its name, if rows are flags.
    let json: [UInt8]
  }

  /// What a name means.
  private enum Meaning: Hashable {
    case form, schema
    case value(Place)
    case row(Place, json: String)
    /// All entries of a list of values.
    case entries(list: Int)
  }

  /// A longer name is no path, nor is one of more names.
  private static let mostBytes = 4096
  private static let mostSeparators = 128

  init(_ header: TableHeader, of form: RecordForm) {
    if let flaw = header.flaw {
      self.init([], [], of: form)
      problems = RecordVerdict(broken: flaw.kind, at: flaw.span).problems
      return
    }
    self.init(header.names, header.spans, of: form)
    if isEmpty {
      problems = RecordVerdict(.noColumns, at: header.span).problems
    }
  }

  /// - Parameters:
  ///   - names: what the columns are called
  ///   - spans: where these names stand
  ///   - form: the form
  init(_ names: [String], _ spans: [Range<Int>], of form: RecordForm) {
    self.form = form
    columnCount = names.count
    entryCounts = form.layout.lists.map { _ in 0 }
    var look = Look(form, columnCount: columnCount)
    var known: Set<Meaning> = []
    for (column, name) in names.enumerated() {
      guard let meaning = look.meaning(of: name) else {
        tellStranger(name, look, in: column, at: spans[column])
        continue
      }
      if known.insert(meaning).inserted, !isInOtherColumns(meaning) {
        note(meaning, column)
      } else {
        tellTwin(name, meaning, at: spans[column])
      }
    }
    // A column of the field itself has the rows too.
    choices = choices.filter { values[$0.key] == nil }
  }

  /// Whether other columns have the entries of a list that a column has as well.
  private func isInOtherColumns(_ meaning: Meaning) -> Bool {
    switch meaning {
    case .form, .schema: false
    case .value(let place), .row(let place, _):
      form.fields[place.field].list.map { wholeLists[$0] != nil } ?? false
    case .entries(let list): 0 < entryCounts[list]
    }
  }

  private mutating func note(_ meaning: Meaning, _ column: Int) {
    switch meaning {
    case .entries(let list):
      wholeLists[list] = column
      if let value = form.layout.lists[list].value, form.fields[value].definition.isSecure {
        secretColumns.insert(column)
      }
    case .form: formColumn = column
    case .schema: break
    case .value(let place):
      values[place] = column
      note(place, column)
    case .row(let place, let json):
      choices[place, default: []].append(RowColumn(column: column, json: Array(json.utf8)))
      note(place, column)
    }
  }

  private mutating func note(_ place: Place, _ column: Int) {
    let field = form.fields[place.field]
    if field.definition.isSecure { secretColumns.insert(column) }
    if let list = field.list, let entry = place.entry {
      entryCounts[list] = max(entryCounts[list], entry + 1)
    }
  }

  /// No column is one of the form's.
  var isEmpty: Bool { values.isEmpty && choices.isEmpty && wholeLists.isEmpty }

  private mutating func tellStranger(
    _ name: String, _ look: Look, in column: Int, at span: Range<Int>
  ) {
    if form.hasSecrets { secretColumns.insert(column) }
    let object = form.layout.objects[look.object]
    let nearest = object.nearestName(to: String(look.rest)).map { look.lead + $0 }
    let finding = Finding(
      .record(.unknownKey(name, nearest: nearest)), object.isClosed ? .error : .warning, at: span)
    problems.append(.init(key: nil, path: JSONPointer.step(name), finding: finding))
  }

  private mutating func tellTwin(_ name: String, _ meaning: Meaning, at span: Range<Int>) {
    var told = RecordVerdict(.duplicateColumn(name), at: span).problems[0]
    switch meaning {
    case .form, .schema: told.path = JSONPointer.step(name)
    case .value(let place), .row(let place, _):
      told.key = form.fields[place.field].key
      told.path = form.path(of: place)
    case .entries(let list): told.path = form.layout.lists[list].path
    }
    problems.append(told)
  }
}

extension RecordForm {
  /// Where a value of a table stands in a record, as a JSON pointer.
  fileprivate func path(of place: TableColumns.Place) -> String {
    let field = fields[place.field]
    guard let list = field.list, let entry = place.entry else { return field.path }
    return layout.lists[list].path + "/\(entry)" + field.path
  }
}

extension TableColumns {
  /// A look for what a name means.
  private struct Look {
    let form: RecordForm
    /// The numbers of the fields in no list, by their keys.
    let keys: [String: Int]
    let columnCount: Int
    /// The readers of fields that take several rows, each made once.
    private var readers: [Int: CellReader] = [:]
    /// The object that the name leads to, what leads there, and what is left of it.
    private(set) var object = 0
    private(set) var lead = ""
    private(set) var rest = Substring()

    init(_ form: RecordForm, columnCount: Int) {
      (self.form, self.columnCount) = (form, columnCount)
      let singles = form.fields.filter { $0.list == nil }
      keys = Dictionary(keepingFirst: singles.map { ($0.key, $0.number) })
    }

    mutating func meaning(of name: String) -> Meaning? {
      (object, lead, rest) = (0, "", name[...])
      if let place = form.place(at: [name]) { return .value(place) }
      if let entries = entries(at: [name]) { return entries }
      if name == Property.Name.form.rawValue { return .form }
      if name == Property.Name.schema.rawValue { return .schema }
      if name.hasPrefix("/"), name.utf8.count <= TableColumns.mostBytes {
        if let place = JSONPointer.steps(of: name).flatMap({ form.place(at: $0) }),
          place.entry ?? 0 < columnCount
        {
          return .value(place)
        }
        if let entries = JSONPointer.steps(of: name).flatMap({ entries(at: $0) }) {
          return entries
        }
        return part(name.dropFirst(), of: name, in: 0, entry: nil)
      }
      if TableColumns.mostBytes < name.utf8.count { return nil }
      if let field = keys[name] { return .value(Place(field: field)) }
      return part(name[...], of: name, in: 0, entry: nil)
    }

    /// All entries of the list of values at the end of some names.
    private func entries(at names: [String]) -> Meaning? {
      guard case .list(let list) = form.content(at: names), form.layout.lists[list].value != nil
      else { return nil }
      return .entries(list: list)
    }

    /// What the rest of a name means within an object.
    private mutating func part(
      _ rest: Substring, of name: String, in object: Int, entry: Int?
    ) -> Meaning? {
      (self.object, self.rest) = (object, rest)
      lead = String(name[..<rest.startIndex])
      let layout = form.layout
      switch layout.objects[object].content(named: String(rest)) {
      case .field(let field): return .value(Place(field: field, entry: entry))
      case .list(let list) where layout.lists[list].value != nil: return .entries(list: list)
      case .object, .list, nil: break
      }
      for separator in rest.separators.prefix(TableColumns.mostSeparators) {
        let head = String(rest[..<separator])
        let tail = rest[rest.index(after: separator)...]
        let field = object == 0 ? keys[head].map { RecordLayout.Content.field($0) } : nil
        guard let content = layout.objects[object].content(named: head) ?? field else { continue }
        var meaning: Meaning?
        switch content {
        case .object(let inner): meaning = part(tail, of: name, in: inner, entry: entry)
        case .list(let list): meaning = part(tail, of: name, inList: list)
        case .field(let field): meaning = row(tail, of: Place(field: field, entry: entry))
        }
        if let meaning { return meaning }
      }
      return nil
    }

    private mutating func part(
      _ rest: Substring, of name: String, inList list: Int
    ) -> Meaning? {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard let entry = Int(digits), entry < columnCount, String(entry) == digits else {
        return nil
      }
      let value = form.layout.lists[list].value.map { Place(field: $0, entry: entry) }
      if digits.endIndex == rest.endIndex { return value.map { .value($0) } }
      guard Substring.isSeparator(rest[digits.endIndex]) else { return nil }
      let tail = rest[rest.index(after: digits.endIndex)...]
      if let value { return row(tail, of: value) }
      return part(tail, of: name, in: form.layout.lists[list].entry, entry: entry)
    }

    private mutating func row(_ text: Substring, of place: Place) -> Meaning? {
      let definition = form.fields[place.field].definition
      guard definition.takesSeveral else { return nil }
      let reader = readers[place.field] ?? CellReader(definition)
      readers[place.field] = reader
      if definition.commitsFlags {
        let row = definition.choice(drafted: String(text))
        return row.map { .row(place, json: JSONValue.string($0.text).json) }
      }
      return reader.row(String(text)).map { .row(place, json: $0.json) }
    }
  }
}

extension RecordForm {
  /// The place of the value at the end of some names; nil where there is none.
  fileprivate func place(at names: [String]) -> TableColumns.Place? {
    guard case .field(let field) = content(at: names) else { return nil }
    guard let list = fields[field].list else { return .init(field: field) }
    // Behind the names of the list.
    let depth = layout.lists[list].path.utf8.count { $0 == UInt8(ascii: "/") }
    guard let entry = Int(names[depth]), 0 <= entry, String(entry) == names[depth] else {
      return nil
    }
    return .init(field: field, entry: entry)
  }
}

extension Substring {
  fileprivate static func isSeparator(_ character: Character) -> Bool {
    character == "/" || character == "." || character == "-"
  }

  /// Where names may be divided.
  fileprivate var separators: some Sequence<Index> {
    indices.lazy.filter { Self.isSeparator(self[$0]) }
  }
}
