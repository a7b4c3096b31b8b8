import FieldModels

/// Writes tables as an office workbook (ECMA-376, `.xlsx`): each cell a text, the names of columns bold
/// and always in sight, columns as wide as what stands in them.
struct WorkbookWriter {
  private let workbook: Workbook

  static func bytes(of workbook: Workbook) -> [UInt8] {
    WorkbookWriter(workbook: workbook).bytes()
  }

  private func bytes() -> [UInt8] {
    let sheets = workbook.sheets.indices
    var files = [
      file("[Content_Types].xml", contentTypes), file("_rels/.rels", rootRelations),
      file("xl/workbook.xml", main), file("xl/_rels/workbook.xml.rels", relations),
      file("xl/styles.xml", styles),
    ]
    files += sheets.map { file("xl/worksheets/sheet\($0 + 1).xml", text(of: workbook.sheets[$0])) }
    return ZipArchive.bytes(of: files)
  }

  private func file(_ name: String, _ content: String) -> (name: String, bytes: [UInt8]) {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    return (name, Array((head + content).utf8))
  }

  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let media = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  private var contentTypes: String {
    let parts =
      [("workbook", "sheet.main"), ("styles", "styles")]
      + workbook.sheets.indices.map { ("worksheets/sheet\($0 + 1)", "worksheet") }
    let overrides = parts.map { name, type in
      "<Override PartName=\"/xl/\(name).xml\" ContentType=\"\(Self.media).\(type)+xml\"/>"
    }
    let relations = "application/vnd.openxmlformats-package.relationships+xml"
    return "<Types xmlns=\"\(Self.package)/content-types\">"
      + "<Default Extension=\"rels\" ContentType=\"\(relations)\"/>"
      + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
      + overrides.joined() + "</Types>"
  }

  private var rootRelations: String {
    relations([("officeDocument", "xl/workbook.xml")])
  }

  private var relations: String {
    relations(
      workbook.sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
        + [("styles", "styles.xml")])
  }

  private func relations(_ targets: [(type: String, path: String)]) -> String {
    let list = targets.enumerated().map { index, target in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"\(Self.office)/relationships/\(target.type)\""
        + " Target=\"\(target.path)\"/>"
    }
    return "<Relationships xmlns=\"\(Self.package)/relationships\">\(list.joined())</Relationships>"
  }

  private var main: String {
    let sheets = workbook.sheets.enumerated().map { index, sheet in
      let name = HTMLText.attribute(sheet.name)
      return "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>"
    }
    return "<workbook xmlns=\"\(Self.spreadsheet)\" xmlns:r=\"\(Self.office)/relationships\">"
      + "<sheets>\(sheets.joined())</sheets></workbook>"
  }

  /// Styles of cells: 0 for texts, 1 for names.
  private var styles: String {
    let fonts = "<font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    let bold = "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    // A cell for text (`@`, 49) stays as it is typed.
    let cells =
      "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
      + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\""
      + " applyFont=\"1\"/>"
    let fills =
      "<fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill>"
    return "<styleSheet xmlns=\"\(Self.spreadsheet)\">"
      + "<fonts count=\"2\">\(fonts)\(bold)</fonts><fills count=\"2\">\(fills)</fills>"
      + "<borders count=\"1\"><border/></borders>"
      + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      + "<cellXfs count=\"2\">\(cells)</cellXfs>"
      + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
      + "</styleSheet>"
  }

  private func text(of sheet: Workbook.Sheet) -> String {
    var rows = [row(Workbook.Row(number: 1, cells: sheet.columns), style: 1)]
    rows += sheet.rows.map { row($0, style: 0) }
    var longest = sheet.columns.mapValues { $0.unicodeScalars.count }
    for cell in sheet.rows.lazy.flatMap({ $0.cells }) {
      longest[cell.key] = max(longest[cell.key] ?? 0, cell.value.unicodeScalars.count)
    }
    let widths = longest.sorted { $0.key < $1.key }.map { column, length in
      let width = min(60, max(10, length + 2))
      let number = column + 1
      return "<col min=\"\(number)\" max=\"\(number)\" width=\"\(width)\" customWidth=\"1\"/>"
    }
    let pane = "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
    return "<worksheet xmlns=\"\(Self.spreadsheet)\">"
      + "<sheetViews><sheetView workbookViewId=\"0\">\(pane)</sheetView></sheetViews>"
      + (widths.isEmpty ? "" : "<cols>\(widths.joined())</cols>")
      + "<sheetData>\(rows.joined())</sheetData></worksheet>"
  }

  private func row(_ row: Workbook.Row, style: Int) -> String {
    let cells = row.cells.sorted { $0.key < $1.key }.map { column, text in
      let place = "\(Workbook.letters(of: column))\(row.number)"
      return "<c r=\"\(place)\" s=\"\(style)\" t=\"inlineStr\">"
        + "<is><t xml:space=\"preserve\">\(Self.escaped(text))</t></is></c>"
    }
    return "<row r=\"\(row.number)\">\(cells.joined())</row>"
  }

  /// A text for XML, in which most control characters can't stand: they are written `_x001F_`, and so
  /// is the first sign of a text that would be read as one of these.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar {
      case "\t", "\n": result.append(scalar)
      case "_" where WorkbookReader.escape(at: rest) != nil: result += reference(to: scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += reference(to: scalar)
      default: result.append(scalar)
      }
      rest.removeFirst()
    }
    return HTMLText.content(String(result))
  }

  private static func reference(to scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "_x\(zeros)\(digits)_".unicodeScalars
  }
}
