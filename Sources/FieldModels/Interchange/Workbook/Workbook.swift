import FieldModels

/// The sheets of a spreadsheet, as tables: a row of names, and below it rows of texts.
///
/// As JSON it is an object with a list for each sheet, and in it an object for each row, which has the
/// cells that are not empty by the names of their columns.
struct Workbook: Sendable {
  var sheets: [Sheet] = []

  /// A table.
  struct Sheet: Sendable {
    var name: String
    /// The names of the columns, by where these stand, from 0.
    private(set) var columns: [Int: String] = [:]
    /// Where the columns with these names stand.
    private(set) var places: [String: Int] = [:]
    var rows: [Row] = []

    init(name: String) { self.name = name }

    /// Gives a column its name, unless another one has it; gives whether it has got it.
    mutating func name(_ column: Int, _ name: String) -> Bool {
      if places[name] != nil { return false }
      places[name] = column
      columns[column] = name
      return true
    }
  }

  /// A row that is not empty.
  struct Row: Sendable {
    /// Its number in the sheet, from 1; that of the names is 1.
    var number: Int
    /// The cells that are not empty, by the places of their columns.
    var cells: [Int: String] = [:]
  }

  /// Names of columns that stand there twice, and where.
  ///
  /// Their cells are not read.
  var repeatedColumns: [(place: String, name: String)] = []

  /// The sheet with a name, in letters of either case.
  subscript(name: String) -> Sheet? { sheets.first { $0.name.lowercased() == name } }

  /// The workbook as JSON; the names of its sheets are in small letters.
  var json: JSONValue {
    .object(
      sheets.map { sheet in
        let rows = sheet.rows.map { row in
          let cells = row.cells.sorted { $0.key < $1.key }
          return JSONValue.object(
            cells.compactMap { column, text in
              sheet.columns[column].map { .init($0, .string(text)) }
            })
        }
        return .init(sheet.name.lowercased(), .array(rows))
      })
  }

  /// The workbook that is written so in JSON.
  ///
  /// - Parameters:
  ///   - value: the sheets
  ///   - order: the columns that stand first, as far as there are any; the others stand as they are
  ///     first named
  init(json value: JSONValue, columns order: [String]) {
    for member in value.members {
      guard let rows = member.value.array else { continue }
      var sheet = Sheet(name: member.name)
      let named = Set(rows.flatMap { $0.members.map { $0.name } })
      for name in order where named.contains(name) {
        _ = sheet.name(sheet.columns.count, name)
      }
      for (index, row) in rows.enumerated() {
        var cells: [Int: String] = [:]
        for cell in row.members {
          _ = sheet.name(sheet.columns.count, cell.name)
          guard let text = cell.value.draftText, !text.isEmpty else { continue }
          cells[sheet.places[cell.name] ?? 0] = text
        }
        sheet.rows.append(Row(number: index + 2, cells: cells))
      }
      sheets.append(sheet)
    }
  }

  init() {}
}

/// Cells by their names.
extension Workbook {
  /// The name of a cell, such as `survey!C4`, that a pointer into the workbook as JSON leads to; of a
  /// row that of its first cell, of a sheet its own.
  func place(of pointer: String) -> String {
    guard let steps = JSONPointer.steps(of: pointer), let name = steps.first,
      let sheet = self[name]
    else { return "" }
    guard 1 < steps.count, let index = Int(steps[1]), sheet.rows.indices.contains(index) else {
      return sheet.name
    }
    let column = 2 < steps.count ? sheet.places[steps[2]] : nil
    return Self.place(in: sheet, row: sheet.rows[index].number, column: column ?? 0)
  }

  static func place(in sheet: Sheet, row: Int, column: Int) -> String {
    "\(sheet.name)!\(letters(of: column))\(row)"
  }

  /// The letters of a column: A to Z, AA and so on.
  static func letters(of column: Int) -> String {
    var letters = ""
    var rest = column + 1
    while 0 < rest {
      let letter = (rest - 1) % 26
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(letter))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// The column and the row that the name of a cell says, both as in `Row` and its cells.
  static func cell(named name: String) -> (column: Int, row: Int)? {
    let letters = name.utf8.prefix { (65...90).contains($0) }
    guard (1...3).contains(letters.count), let row = Int(name.dropFirst(letters.count)), 0 < row
    else { return nil }
    return (letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1, row)
  }
}
