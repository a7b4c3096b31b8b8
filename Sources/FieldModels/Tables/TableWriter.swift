/// Makes a record, as JSON has it, out of the cells of a row, and knows which cell each value is from.
///
/// The members stand in the order of the form, in which records are judged fastest. What an empty cell
/// is for is left out, unless the field is `present`, and so are an object and the last entries of a list
/// whose cells are all empty.
struct TableWriter: Sendable {
  /// The record that was written last.
  private(set) var json: [UInt8] = []
  private var steps: [Step] = []
  /// The fields whose cells have to be read, and the columns of the rows of those that have such.
  private var readers: [CellReader] = []
  private var rows: [(columns: [TableColumns.RowColumn], areFlags: Bool)] = []
  /// The bytes of names.
  private var pool: [UInt8] = []
  /// Where the values are that were written, and the column of each.
  private var values: [(range: Range<Int>, column: Int)] = []
  /// The columns of the values, entries and lists that have any, the first one of each.
  private var columns: [RecordPlace: Int] = [:]
  /// The objects and lists that are open.
  private var frames: [Frame] = []
  private var content: [UInt8] = []

  /// Something to write.
  private struct Step {
    let act: Act
    /// The name with its colon, in the pool; nothing for an entry.
    var name = 0..<0
    /// It is there even if nothing is in it.
    var isRequired = false
    /// Of a value that is an entry of a list what it is, in the pool, where nothing is in its cells and others
    /// come behind it.
    var emptyEntry: Range<Int>?
    /// The same of a member that must be there even if nothing is in its cell.
    var emptyMember: Range<Int>?

    /// What is done.
    enum Act {
      case cell(column: Int, Reading)
      /// The cells of several rows, by the number that these have here.
      case rows(Int)
      /// A cell with all entries of a list of values, by the number of its reader.
      case entries(column: Int, reader: Int)
      case open(UInt8)
      case close(UInt8)
      /// No column has it.
      case nothing
    }

    /// How a cell becomes a value; a field is meant by its number here.
    enum Reading {
      case text
      /// What is no number of JSON is read by the field.
      case number(field: Int)
      case value(field: Int)
    }
  }

  /// An object or list that is open.
  private struct Frame {
    /// Where it begins, with its name and the comma before it.
    let start: Int
    /// Where the last entry of a list ends that has anything in it.
    var keptEnd: Int
    var isFilled = false
  }

  init(_ columns: TableColumns, of form: RecordForm) {
    if let column = columns.formColumn {
      steps.append(
        Step(act: .cell(column: column, .text), name: note(name: Property.Name.form.rawValue)))
    }
    addMembers(of: 0, entry: nil, columns, form)
  }

  /// The column of a value, or the first one of an entry or a list.
  func column(of place: RecordPlace) -> Int? {
    columns[place]
      ?? place.list.flatMap { columns[RecordPlace(list: $0, entry: -1, field: -1)] }
  }

  /// The first column whose value is at a span of the record, or in what stands there.
  func column(at span: Range<Int>) -> Int? {
    let next = values.partitioningIndex { span.lowerBound < $0.range.upperBound }
    guard next < values.count, values[next].range.lowerBound < span.upperBound else { return nil }
    return values[next].column
  }
}

// What there is to write.
extension TableWriter {
  private mutating func note(_ value: [UInt8]) -> Range<Int> {
    let start = pool.count
    pool += value
    return start..<pool.count
  }

  private mutating func note(name: String) -> Range<Int> {
    let start = pool.count
    pool.append(.quote)
    JSONString.escape(name, into: &pool)
    pool += [.quote, UInt8(ascii: ":")]
    return start..<pool.count
  }

  private mutating func addMembers(
    of object: Int, entry: Int?, _ columns: TableColumns, _ form: RecordForm
  ) {
    for member in form.layout.objects[object].members {
      switch member.content {
      case .field(let field):
        add(field: field, named: member.name, at: .init(field: field, entry: entry), columns, form)
      case .object(let inner):
        steps.append(Step(act: .open(UInt8(ascii: "{")), name: note(name: member.name)))
        addMembers(of: inner, entry: entry, columns, form)
        addClose(UInt8(ascii: "}"), isRequired: form.layout.objects[inner].isRequired)
      case .list(let list): add(list: list, named: member.name, columns, form)
      }
    }
  }

  private mutating func add(
    field: Int, named name: String?, at place: TableColumns.Place, _ columns: TableColumns,
    _ form: RecordForm
  ) {
    let definition = form.fields[field].definition
    let choices = columns.choices[place] ?? []
    // What has no name is an entry by itself.
    let mustStand = name != nil && definition.presence != .never
    let empty =
      name == nil || mustStand ? definition.value(of: definition.emptyDraft)?.bytes : nil
    let emptyEntry = name == nil ? note(empty ?? JSONValue.null.bytes) : nil
    let emptyMember = mustStand ? empty.map { note($0) } : nil
    let name = name.map { note(name: $0) } ?? 0..<0
    guard let column = columns.values[place] ?? choices.first?.column else {
      if emptyEntry != nil || emptyMember != nil {
        steps.append(
          Step(act: .nothing, name: name, emptyEntry: emptyEntry, emptyMember: emptyMember))
      }
      return
    }
    var act = Step.Act.cell(column: column, .text)
    if !choices.isEmpty {
      act = .rows(rows.count)
      rows.append((choices, definition.commitsFlags))
    } else if !definition.takesText {
      let number = readers.count
      act = .cell(
        column: column,
        definition.takesPlainNumber ? .number(field: number) : .value(field: number))
      readers.append(CellReader(definition))
    }
    steps.append(Step(act: act, name: name, emptyEntry: emptyEntry, emptyMember: emptyMember))
    note(place, inList: form.fields[field].list, column)
  }

  private mutating func note(_ place: TableColumns.Place, inList list: Int?, _ column: Int) {
    let entry = place.entry ?? 0
    columns[RecordPlace(list: list, entry: entry, field: place.field)] = column
    guard let list else { return }
    for whole in [
      RecordPlace(list: list, entry: entry, field: -1), .init(list: list, entry: -1, field: -1),
    ]
    where columns[whole].map({ column < $0 }) ?? true {
      columns[whole] = column
    }
  }

  private mutating func add(
    list: Int, named name: String, _ columns: TableColumns, _ form: RecordForm
  ) {
    let layout = form.layout.lists[list]
    if let column = columns.wholeLists[list], let value = layout.value {
      steps.append(
        Step(act: .entries(column: column, reader: readers.count), name: note(name: name)))
      readers.append(CellReader(form.fields[value].definition))
      self.columns[RecordPlace(list: list, entry: -1, field: -1)] = column
      return
    }
    if columns.entryCounts[list] == 0, !layout.isRequired { return }
    steps.append(Step(act: .open(UInt8(ascii: "[")), name: note(name: name)))
    for entry in 0..<columns.entryCounts[list] {
      if let value = layout.value {
        add(field: value, named: nil, at: .init(field: value, entry: entry), columns, form)
        continue
      }
      steps.append(Step(act: .open(UInt8(ascii: "{"))))
      addMembers(of: layout.entry, entry: entry, columns, form)
      // Another entry may stand behind it.
      addClose(UInt8(ascii: "}"), isRequired: true)
    }
    addClose(UInt8(ascii: "]"), isRequired: layout.isRequired)
  }

  private mutating func addClose(_ sign: UInt8, isRequired: Bool) {
    steps.append(Step(act: .close(sign), isRequired: isRequired))
  }
}

// A row.
extension TableWriter {
  /// Writes the record of a row that has as many cells as there are columns.
  mutating func write(_ row: TableRow, of bytes: [UInt8]) {
    json.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    json.append(UInt8(ascii: "{"))
    for step in steps {
      let start = json.count
      switch step.act {
      case .cell(let column, let reading):
        writeValue(of: column, of: row, bytes, named: step.name) { writer, cell in
          writer.append(cell, of: row, bytes, as: reading)
        }
      case .rows(let number): writeRows(number, named: step.name, of: row, bytes)
      case .entries(let column, let reader):
        writeValue(of: column, of: row, bytes, named: step.name) { writer, cell in
          writer.appendEntries(of: cell, of: row, bytes, by: reader)
        }
      case .open(let sign):
        separate()
        json += pool[step.name]
        json.append(sign)
        frames.append(Frame(start: start, keptEnd: json.count))
      case .close(let sign): close(sign, isRequired: step.isRequired)
      case .nothing: break
      }
      if let empty = step.emptyEntry { endEntry(from: start, orBeing: empty) }
      if let empty = step.emptyMember, json.count == start {
        separate()
        json += pool[step.name] + pool[empty]
      }
    }
    json.append(UInt8(ascii: "}"))
  }

  /// Ends an entry that is a value; one without cells is cut off with the list unless others come behind it.
  private mutating func endEntry(from start: Int, orBeing empty: Range<Int>) {
    if json.count == start {
      separate()
      json += pool[empty]
    } else if let list = frames.indices.last {
      frames[list].keptEnd = json.count
    }
  }

  /// Writes the value that stands in the cell of a column, unless that is empty.
  private mutating func writeValue(
    of column: Int, of row: TableRow, _ bytes: [UInt8], named name: Range<Int>,
    _ append: (inout TableWriter, TableRow.Cell) -> Void
  ) {
    let cell = row.cells[column]
    if cell.content.isEmpty { return }
    begin(name)
    let start = json.count
    append(&self, cell)
    values.append((start..<json.count, column))
  }

  private mutating func separate() {
    switch json.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: json.append(UInt8(ascii: ","))
    }
  }

  private mutating func close(_ sign: UInt8, isRequired: Bool) {
    guard let frame = frames.popLast() else { return }
    let isList = sign == UInt8(ascii: "]")
    if isList { cut(to: frame.keptEnd) }
    if !frame.isFilled, !isRequired { return cut(to: frame.start) }
    json.append(sign)
    if frame.isFilled, let last = frames.indices.last {
      frames[last].isFilled = true
      frames[last].keptEnd = json.count
    }
  }

  private mutating func cut(to end: Int) {
    json.removeSubrange(end...)
    while let last = values.last, end <= last.range.lowerBound { values.removeLast() }
  }

  /// Begins a member, and so fills what is open.
  private mutating func begin(_ name: Range<Int>) {
    separate()
    json += pool[name]
    if let last = frames.indices.last { frames[last].isFilled = true }
  }

  /// Writes the rows whose cells say that they are chosen.
  private mutating func writeRows(
    _ number: Int, named name: Range<Int>, of row: TableRow, _ bytes: [UInt8]
  ) {
    let (columns, areFlags) = rows[number]
    let said = columns.filter { !row.cells[$0.column].content.isEmpty }
      .map { ($0, CellReader.flag(row.text(of: row.cells[$0.column], in: bytes))) }
    // Where cells say that no row is chosen, the object is there nevertheless.
    if !said.isEmpty, let last = frames.indices.last { frames[last].isFilled = true }
    let chosen = said.filter { $0.1 != false }
    guard let first = chosen.first else { return }
    begin(name)
    let start = json.count
    json.append(UInt8(ascii: areFlags ? "{" : "["))
    for (choice, flag) in chosen {
      separate()
      if areFlags { json += choice.json + [UInt8(ascii: ":")] }
      // What says neither stays a text, which the field refuses.
      if flag == nil {
        appendText(of: row.cells[choice.column], in: bytes)
      } else {
        json += areFlags ? Array("true".utf8) : choice.json
      }
    }
    json.append(UInt8(ascii: areFlags ? "}" : "]"))
    values.append((start..<json.count, first.0.column))
  }

  /// Writes the value that a cell stands for.
  private mutating func append(
    _ cell: TableRow.Cell, of row: TableRow, _ bytes: [UInt8], as reading: Step.Reading
  ) {
    switch reading {
    case .text: appendText(of: cell, in: bytes)
    case .number where JSONReader.isNumber(bytes.span.extracting(cell.content)):
      json += bytes[cell.content]
    case .number(let field), .value(let field):
      // Bytes that are no UTF-8 stay what they are, so that they are told of.
      guard (try? UTF8Span(validating: bytes.span.extracting(cell.content))) != nil else {
        return appendText(of: cell, in: bytes)
      }
      json += readers[field].value(of: row.text(of: cell, in: bytes)).bytes
    }
  }

  /// Writes the list of values that stand in a cell with `;` between them.
  private mutating func appendEntries(
    of cell: TableRow.Cell, of row: TableRow, _ bytes: [UInt8], by reader: Int
  ) {
    // Bytes that are no UTF-8 stay what they are, so that they are told of.
    guard (try? UTF8Span(validating: bytes.span.extracting(cell.content))) != nil else {
      return appendText(of: cell, in: bytes)
    }
    let texts = row.text(of: cell, in: bytes).split(separator: ";").map { text in
      readers[reader].value(of: String(text.drop { $0 == " " }))
    }
    json += JSONValue.array(texts).bytes
  }

  /// Writes what is in a cell as a text.
  private mutating func appendText(of cell: TableRow.Cell, in bytes: [UInt8]) {
    json.append(.quote)
    if cell.hasDoubledQuotes {
      content.removeAll(keepingCapacity: true)
      var index = cell.content.lowerBound
      while index < cell.content.upperBound {
        content.append(bytes[index])
        index += bytes[index] == .quote ? 2 : 1
      }
      JSONString.escape(bytes: content, into: &json)
    } else if JSONString.needsEscapes(bytes.span.extracting(cell.content)) {
      JSONString.escape(bytes: bytes[cell.content], into: &json)
    } else {
      json += bytes[cell.content]
    }
    json.append(.quote)
  }
}

extension JSONValue {
  /// As it stands in a record.
  fileprivate var bytes: [UInt8] { Array(json.utf8) }
}
