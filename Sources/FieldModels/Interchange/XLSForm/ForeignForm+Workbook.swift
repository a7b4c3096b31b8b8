import FieldModels

/// Forms that are files: workbooks, which are no text.
extension ForeignForm {
  /// The bytes of a workbook, which a text has in Base64; nil for anything else.
  var workbookFile: [UInt8]? {
    let bytes: [UInt8]? =
      switch self {
      case .value: nil
      case .file(let bytes): bytes
      case .text(let text): Base64.bytes(of: text)
      }
    return bytes.flatMap { ZipArchive.isArchive($0) ? $0 : nil }
  }

  /// The sheets that are written so in JSON, as the file of a workbook.
  package var asWorkbookFile: [UInt8] {
    guard case .value(let value) = self else { return [] }
    return WorkbookWriter.bytes(of: Workbook(json: value, columns: XLSFormNames.columnOrder))
  }
}
