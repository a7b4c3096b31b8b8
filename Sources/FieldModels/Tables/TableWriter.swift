/// Makes a record, as JSON has it, out of the cells of a row, and knows which cell each value is from.
///
/// The members stand in the order of the form, in which records are judged fastest. What an empty cell
/// is for is left out, and so are an object and the last entries of a list whose cells are all empty.
struct TableWriter: Sendable {
  /// The record that was written last.
  private(set) var json: [UInt8] = []
  private var steps: [Step] = []
  private var readers: [Reader] = []
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

    enum Act {
      case form(column: Int)
      /// The value of a cell, or of the cells of several rows, by the number of its reader.
      case value(reader: Int)
      case open(UInt8)
      case close(UInt8)
    }
  }

  /// Reads the cells of a field.
  private struct Reader {
    let definition: FieldDefinition
    let column: Int
    /// The columns of the field's rows, where it has those.
    let rows: [(column: Int, json: [UInt8])]
    /// A text is the value as it is, or a number.
    let isText: Bool
    let isNumber: Bool
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
        Step(act: .form(column: column), name: note(name: Property.Name.form.rawValue)))
    }
    addMembers(of: 0, entry: nil, columns, form)
  }

  /// The column of a value, or the first one of an entry or a list.
  func column(of place: RecordPlace) -> Int? { columns[place] }

  /// The first column whose value is at a span of the record, or in what stands there.
  func column(at span: Range<Int>) -> Int? {
    let next = values.partitioningIndex { span.lowerBound < $0.range.upperBound }
    guard next < values.count, values[next].range.lowerBound < span.upperBound else { return nil }
    return values[next].column
  }
}

// What there is to write.
extension TableWriter {
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
        add(field, named: member.name, at: .init(field: field, entry: entry), columns, form)
      case .object(let inner):
        steps.append(Step(act: .open(UInt8(ascii: "{")), name: note(name: member.name)))
        addMembers(of: inner, entry: entry, columns, form)
        addClose(UInt8(ascii: "}"), isRequired: form.layout.objects[inner].isRequired)
      case .list(let list): add(list: list, named: member.name, columns, form)
      }
    }
  }

  private mutating func add(
    _ field: Int, named name: String, at place: TableColumns.Place, _ columns: TableColumns,
    _ form: RecordForm
  ) {
    let definition = form.fields[field].definition
    let choices = columns.choices[place] ?? []
    guard let column = columns.values[place] ?? choices.first?.column else { return }
    let isPlain = definition.choices.isEmpty && !definition.takesSeveral
    let isString = definition.valueKind == .string
    readers.append(
      Reader(
        definition: definition, column: column,
        rows: choices.map { ($0.column, definition.value(of: $0.row).bytes) },
        isText: isString && !definition.takesSeveral
          && definition.choices.allSatisfy { $0.value.string != nil },
        isNumber: isPlain && (definition.valueKind == .number || definition.valueKind == .integer)))
    steps.append(Step(act: .value(reader: readers.count - 1), name: note(name: name)))
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
    if columns.entryCounts[list] == 0, !layout.isRequired { return }
    steps.append(Step(act: .open(UInt8(ascii: "[")), name: note(name: name)))
    for entry in 0..<columns.entryCounts[list] {
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
      switch step.act {
      case .form(let column):
        if row.cells[column].content.isEmpty { continue }
        member(step.name, from: column) { $0.appendText(of: row.cells[column], in: bytes) }
      case .value(let reader): write(reader, named: step.name, row, bytes)
      case .open(let sign):
        let start = json.count
        separate()
        json += pool[step.name]
        json.append(sign)
        frames.append(Frame(start: start, keptEnd: json.count))
      case .close(let sign): close(sign, isRequired: step.isRequired)
      }
    }
    json.append(UInt8(ascii: "}"))
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

  /// Writes a value, which a closure does, and notes the column that it is from.
  private mutating func member(
    _ name: Range<Int>, from column: Int, _ write: (inout TableWriter) -> Void
  ) {
    separate()
    json += pool[name]
    let start = json.count
    write(&self)
    values.append((start..<json.count, column))
  }

  /// Notes that something is in what is open.
  private mutating func fill() {
    if let last = frames.indices.last { frames[last].isFilled = true }
  }

  private mutating func write(
    _ number: Int, named name: Range<Int>, _ row: TableRow, _ bytes: [UInt8]
  ) {
    if !readers[number].rows.isEmpty { return writeRows(number, named: name, row, bytes) }
    let cell = row.cells[readers[number].column]
    if cell.content.isEmpty { return }
    fill()
    member(name, from: readers[number].column) { writer in
      if writer.readers[number].isText {
        writer.appendText(of: cell, in: bytes)
      } else if writer.readers[number].isNumber,
        JSONReader.isNumber(bytes.span.extracting(cell.content))
      {
        writer.json += bytes[cell.content]
      } else {
        writer.appendValue(of: cell, in: row, bytes, read: writer.readers[number].definition)
      }
    }
  }

  /// Writes the rows whose cells say that they are chosen.
  private mutating func writeRows(
    _ number: Int, named name: Range<Int>, _ row: TableRow, _ bytes: [UInt8]
  ) {
    let said = readers[number].rows.filter { !row.cells[$0.column].content.isEmpty }
      .map { (cell: row.cells[$0.column], json: $0.json, column: $0.column) }
      .map { ($0, FieldDefinition.flag(ofCell: row.text(of: $0.cell, in: bytes))) }
    if !said.isEmpty { fill() }
    let chosen = said.filter { $0.1 != false }
    guard let first = chosen.first else { return }
    member(name, from: first.0.column) { writer in
      writer.json.append(UInt8(ascii: "["))
      for (choice, flag) in chosen {
        writer.separate()
        // What says neither stays a text, which the field refuses.
        if flag == nil {
          writer.appendText(of: choice.cell, in: bytes)
        } else {
          writer.json += choice.json
        }
      }
      writer.json.append(UInt8(ascii: "]"))
    }
  }

  /// Writes the value that a cell stands for.
  private mutating func appendValue(
    of cell: TableRow.Cell, in row: TableRow, _ bytes: [UInt8], read definition: FieldDefinition
  ) {
    // Bytes that are no UTF-8 stay what they are, so that they are told of.
    guard String(validating: bytes[cell.content], as: UTF8.self) != nil else {
      return appendText(of: cell, in: bytes)
    }
    json += definition.value(ofCell: row.text(of: cell, in: bytes)).bytes
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
