import FieldModels

/// A row of a workbook of XLSForm, whose cells are known by the proper names of their columns.
struct XLSFormRow {
  let object: ForeignObject
  /// The heads of the cells, by the names of their columns, in the order of the row.
  private var heads: [String: [(language: String?, head: String)]] = [:]

  /// - Parameters:
  ///   - object: the row
  ///   - columns: what the heads of its sheet mean, which is looked up once for each
  ///   - aliases: other names of the sheet's columns
  init(
    _ object: ForeignObject, columns: inout [String: XLSFormNames.Column],
    aliases: [String: String]
  ) {
    self.object = object
    for head in object.names where object.has(head) {
      let column = columns[head] ?? XLSFormNames.column(head, aliases: aliases)
      columns[head] = column
      heads[column.name, default: []].append((column.language, head))
    }
  }

  var path: String { object.path }

  /// Where the first cell of a column stands.
  func path(to column: String) -> String {
    heads[column]?.first.map { object.path(to: $0.head) } ?? object.path
  }

  func has(_ column: String) -> Bool { peek(column) != nil }

  /// What stands in a column, of which somebody else will say what becomes of it.
  func peek(_ column: String) -> String? {
    heads[column]?.lazy.compactMap { object.peek($0.head).flatMap(Self.text) }.first
  }

  /// What stands in a column, without white space around it.
  func text(_ column: String) -> String? {
    for cell in heads[column] ?? [] { _ = object.draft(cell.head) }
    return peek(column)
  }

  /// The words of a column in the first of some languages that has them, else in none, else in the first that
  /// there is; and in which they stand.
  func words(
    _ column: String, in languages: [String]
  ) -> (text: String, head: String, language: String?)? {
    let cells = (heads[column] ?? []).filter { cell in
      object.peek(cell.head).flatMap(Self.text) != nil
    }
    let cell =
      languages.lazy.compactMap { language in cells.first { $0.language == language } }.first
      ?? cells.first { $0.language == nil } ?? cells.first
    if cell == nil { for other in heads[column] ?? [] { _ = object.draft(other.head) } }
    guard let cell, let text = object[cell.head].flatMap(Self.text) else { return nil }
    return (text, cell.head, cell.language)
  }

  /// The languages of a column's words, in the order of its cells.
  func languages(of column: String) -> [String] { (heads[column] ?? []).compactMap { $0.language } }

  /// What stands in a cell, by the head of its column.
  func text(head: String) -> String? { object.peek(head).flatMap(Self.text) }

  /// Whether another cell has the words, or the medium, of a column.
  func isSpokenElsewhere(_ column: String, than head: String) -> Bool {
    (heads[column] ?? []).contains { $0.head != head && object.asked.contains($0.head) }
  }

  /// The cells that nobody has asked for, with what their heads mean.
  var leftovers: [(column: XLSFormNames.Column, head: String)] {
    let means = heads.flatMap { name, cells in
      cells.map { ($0.head, XLSFormNames.Column(name: name, language: $0.language)) }
    }
    let columns = Dictionary(keepingLast: means)
    return object.leftovers.compactMap { head in columns[head].map { ($0, head) } }
  }

  private static func text(_ value: JSONValue) -> String? {
    let text = HTMLText.stripped(value.draftText ?? "")
    return text.isEmpty ? nil : text
  }
}
