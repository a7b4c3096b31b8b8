import FieldModels

/// Reads the tables of an office workbook (ECMA-376, `.xlsx` and `.xlsm`), as far as texts go: what is
/// shown in its cells, of formulas their last results.
///
/// The first row of a sheet has the names of its columns. Numbers are written as whole ones where they
/// are, dates as ISO 8601 has them, truth values as `TRUE` and `FALSE`.
struct WorkbookReader {
  private var archive: ZipArchive
  /// The texts that cells refer to by number.
  private var sharedTexts: [String] = []
  /// Which styles of cells show a date, a time or both.
  private var dateStyles: [Int: DateStyle] = [:]
  /// Days are counted from 1904.
  private var beginsIn1904 = false
  /// How many cells may still be read.
  private var allowance = WorkbookReader.mostCells
  /// How many bytes of text may still be in them: one text may be that of many cells.
  private var textAllowance = WorkbookReader.mostBytes

  /// Unpacked, a form of a thousand questions in ten languages has some five megabytes.
  private static let mostBytes = 64 << 20
  private static let mostCells = 2_000_000
  /// Beyond so many columns Excel has none.
  private static let mostColumns = 16_384

  private enum DateStyle { case day, time, both }

  static func isWorkbook(_ bytes: [UInt8]) -> Bool { ZipArchive.isArchive(bytes) }

  static func workbook(in bytes: [UInt8]) throws(ConversionRefusal) -> Workbook {
    guard let archive = ZipArchive(bytes, unpackingAtMost: mostBytes) else {
      throw ConversionRefusal("This is no workbook: its list of files can't be read")
    }
    var reader = WorkbookReader(archive: archive)
    return try reader.read()
  }

  private init(archive: ZipArchive) { self.archive = archive }

  private mutating func read() throws(ConversionRefusal) -> Workbook {
    let root = relations(of: "")
    let main = root.first { $0.type.hasSuffix("/officeDocument") }?.target ?? "xl/workbook.xml"
    guard let file = archive.file(main) else {
      throw ConversionRefusal("This is no workbook: it has no `\(main)` that can be read")
    }
    let parts = relations(of: main)
    func target(_ type: String) -> String? {
      parts.first { $0.type.hasSuffix("/\(type)") }?.target
    }
    if let path = target("sharedStrings") { try readSharedTexts(part(path), path) }
    if let path = target("styles") { try readStyles(part(path), path) }
    var workbook = Workbook()
    var xml = XMLReader(file)
    while let part = xml.next() {
      guard case .start(let name, let attributes) = part else { continue }
      if name == "workbookPr" {
        beginsIn1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
      }
      // A sheet is led to by its relation, whose attribute is `r:id`.
      guard name == "sheet", let title = attributes["name"], let id = attributes["id"],
        let path = parts.first(where: { $0.id == id && $0.type.hasSuffix("/worksheet") })?.target,
        workbook[title.lowercased()] == nil
      else { continue }
      try read(sheet: title, self.part(path), path, into: &workbook)
    }
    if xml.isDamaged { throw Self.damage(main) }
    return workbook
  }

  private static let excess = ConversionRefusal("The workbook has too many cells")

  private static func damage(_ path: String) -> ConversionRefusal {
    ConversionRefusal("This is no workbook: its file `\(path)` can't be read")
  }

  private mutating func part(_ path: String) throws(ConversionRefusal) -> [UInt8] {
    guard let file = archive.file(path) else { throw Self.damage(path) }
    return file
  }

  /// Which files belong to a file, and as what.
  private mutating func relations(of path: String) -> [(id: String, type: String, target: String)] {
    var folder = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = folder.removeLast()
    let prefix = folder.map { $0 + "/" }.joined()
    guard let file = archive.file("\(prefix)_rels/\(name).rels") else { return [] }
    var relations: [(id: String, type: String, target: String)] = []
    var xml = XMLReader(file)
    while let part = xml.next() {
      guard case .start("Relationship", let attributes) = part, let id = attributes["Id"],
        let type = attributes["Type"], let target = attributes["Target"]
      else { continue }
      relations.append((id, type, Self.path(target, in: folder)))
    }
    return relations
  }

  /// Where a target is: from the root, or from the folder of the file that names it.
  private static func path(_ target: String, in folder: [String]) -> String {
    var steps = target.hasPrefix("/") ? [] : folder
    for step in target.split(separator: "/") {
      if step == ".." { _ = steps.popLast() } else if step != "." { steps.append(String(step)) }
    }
    return steps.joined(separator: "/")
  }

  private mutating func readSharedTexts(
    _ file: [UInt8], _ path: String
  ) throws(ConversionRefusal) {
    var xml = XMLReader(file)
    while let part = xml.next() {
      guard case .start("si", _) = part else { continue }
      guard sharedTexts.count < Self.mostCells else { throw Self.excess }
      sharedTexts.append(Self.text(until: "si", in: &xml))
    }
    if xml.isDamaged { throw Self.damage(path) }
  }

  /// The text of all that is in an element but how it is spoken.
  private static func text(until end: String, in xml: inout XMLReader) -> String {
    var text = ""
    var isText = false
    var isSpoken = false
    while let part = xml.next(), part != .end(end) {
      switch part {
      case .start("t", _): isText = true
      case .end("t"): isText = false
      case .start("rPh", _): isSpoken = true
      case .end("rPh"): isSpoken = false
      case .text(let piece) where isText && !isSpoken: text += piece
      case .start, .end, .text: break
      }
    }
    return unescaped(text)
  }

  /// A text in which control characters are written as `_x000D_`.
  private static func unescaped(_ text: String) -> String {
    guard text.contains(text: "_x") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if let control = escape(at: rest) {
        result.append(control)
        rest.removeFirst(7)
      } else {
        result.append(scalar)
        rest.removeFirst()
      }
    }
    return String(result)
  }

  /// The sign that is written with its number where a text goes on; nil where none is.
  static func escape(at rest: Substring.UnicodeScalarView) -> Unicode.Scalar? {
    let word = rest.prefix(7)
    guard rest.first == "_", word.count == 7, word.dropFirst().first == "x", word.last == "_" else {
      return nil
    }
    return UInt32(String(word.dropFirst(2).dropLast()), radix: 16).flatMap(Unicode.Scalar.init)
  }
}

/// Styles.
extension WorkbookReader {
  private mutating func readStyles(_ file: [UInt8], _ path: String) throws(ConversionRefusal) {
    var formats: [Int: String] = [:]
    var isInCells = false
    var index = 0
    var xml = XMLReader(file)
    while let part = xml.next() {
      switch part {
      case .start("numFmt", let attributes):
        guard let id = attributes["numFmtId"].flatMap({ Int($0) }) else { continue }
        formats[id] = attributes["formatCode"]
      case .start("cellXfs", _): isInCells = true
      case .end("cellXfs"): isInCells = false
      case .start("xf", let attributes) where isInCells:
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        dateStyles[index] = Self.dateStyle(id, formats[id])
        index += 1
      case .start, .end, .text: break
      }
    }
    if xml.isDamaged { throw Self.damage(path) }
  }

  private static func dateStyle(_ id: Int, _ code: String?) -> DateStyle? {
    guard let code else {
      return switch id {
      case 14...17: .day
      case 18...21, 45...47: .time
      case 22: .both
      default: nil
      }
    }
    // Colours, conditions and languages stand in brackets, texts in quotes or behind a backslash.
    var letters: Set<Character> = []
    var closing: Character?
    var isEscaped = false
    for sign in code.lowercased() {
      if isEscaped {
        isEscaped = false
      } else if let end = closing {
        if sign == end { closing = nil }
      } else {
        switch sign {
        case "\\", "_", "*": isEscaped = true
        case "\"": closing = "\""
        case "[": closing = "]"
        case ";": break
        default: letters.insert(sign)
        }
      }
      if sign == ";", closing == nil { break }
    }
    let hasDay = letters.contains("d") || letters.contains("y")
    let hasTime = letters.contains("h") || letters.contains("s")
    return hasDay ? hasTime ? .both : .day : hasTime ? .time : nil
  }
}

/// Sheets.
extension WorkbookReader {
  private mutating func read(
    sheet title: String, _ file: [UInt8], _ path: String, into workbook: inout Workbook
  ) throws(ConversionRefusal) {
    var sheet = Workbook.Sheet(name: title)
    var rowNumber = 0
    var column = -1
    var row = Workbook.Row(number: 0)
    var xml = XMLReader(file)
    while let part = xml.next() {
      switch part {
      case .start("row", let attributes):
        let number = attributes["r"].flatMap { Int($0) } ?? rowNumber + 1
        guard rowNumber < number else { throw Self.damage(path) }
        rowNumber = number
        column = -1
        row = Workbook.Row(number: number)
      case .end("row"):
        if rowNumber == 1 {
          readNames(row, of: &sheet, into: &workbook)
        } else if !row.cells.isEmpty {
          sheet.rows.append(row)
        }
      case .start("c", let attributes):
        let named = attributes["r"].flatMap(Workbook.cell)
        column = named?.column ?? column + 1
        allowance -= 1
        guard 0 <= allowance else { throw Self.excess }
        let text = try cell(attributes, in: &xml)
        if !text.isEmpty, column < Self.mostColumns { row.cells[column] = text }
      case .start, .end, .text: break
      }
    }
    if xml.isDamaged { throw Self.damage(path) }
    workbook.sheets.append(sheet)
  }

  /// Takes the first row for the names of columns, without white space around or twice within.
  private func readNames(
    _ row: Workbook.Row, of sheet: inout Workbook.Sheet, into workbook: inout Workbook
  ) {
    for (column, text) in row.cells.sorted(by: { $0.key < $1.key }) {
      let name = text.split(separator: " ").joined(separator: " ")
      if !sheet.name(column, name) {
        workbook.repeatedColumns.append(
          (Workbook.place(in: sheet, row: row.number, column: column), name))
      }
    }
  }

  /// What a cell shows, without white space around it.
  private mutating func cell(
    _ attributes: [String: String], in xml: inout XMLReader
  ) throws(ConversionRefusal) -> String {
    var value = ""
    var text = ""
    var isValue = false
    while let part = xml.next(), part != .end("c") {
      switch part {
      case .start("v", _): isValue = true
      case .end("v"): isValue = false
      case .start("is", _): text = Self.text(until: "is", in: &xml)
      case .text(let piece) where isValue: value += piece
      case .start, .end, .text: break
      }
    }
    let shown: String
    switch attributes["t"] ?? "n" {
    case "s":
      let index = Int(value) ?? -1
      shown = sharedTexts.indices.contains(index) ? sharedTexts[index] : ""
    case "inlineStr": shown = text
    case "str": shown = Self.unescaped(value)
    case "b": shown = value == "1" || value == "true" ? "TRUE" : "FALSE"
    case "e": shown = ""
    case "d": shown = value
    default:
      let style = attributes["s"].flatMap { Int($0) }.flatMap { dateStyles[$0] }
      shown = number(value, as: style)
    }
    textAllowance -= shown.utf8.count
    guard 0 <= textAllowance else { throw Self.excess }
    // A space that keeps words together is a space.
    let plain = shown.replacing(text: "\u{A0}", by: " ")
    return HTMLText.stripped(plain)
  }

  private func number(_ text: String, as style: DateStyle?) -> String {
    guard let number = Double(text), number.isFinite else { return text }
    if let style, let date = date(number, style) { return date }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
  }

  /// The date, the time or both that a number of days is; nil for one that is none.
  private func date(_ number: Double, _ style: DateStyle) -> String? {
    guard 0 <= number, number < 3_000_000 else { return nil }
    let milliseconds = Int64((number * 86_400_000).rounded())
    var days = Int(milliseconds / 86_400_000)
    let time = Int(milliseconds % 86_400_000 / 1_000)
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
    if style == .time, days == 0 { return clock }
    // To Excel 1900 was a leap year.
    if !beginsIn1904, days < 60 { days += 1 }
    let start =
      beginsIn1904
      ? CivilDate(year: 1904, month: 1, day: 1) : CivilDate(year: 1899, month: 12, day: 30)
    guard let day = start?.adding(days: days) else { return nil }
    return style == .day && time == 0 ? day.description : "\(day) \(clock)"
  }
}
