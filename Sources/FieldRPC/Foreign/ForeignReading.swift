import FieldModels

/// A form in a foreign format with the field document that was made of it: all that an editor hears of the
/// form is made of both.
struct ForeignReading {
  let session: ForeignSession
  /// The document as it is now, with the drafts that were typed into it; nil if none could be made yet.
  let document: FieldDocument?

  var uri: String { session.uri }
  var text: Rope { session.text }

  /// A field of the document, and where it comes from.
  struct Field {
    let id: FieldID
    let reading: FieldReading
    /// All that it was made of.
    let whole: Range<Int>
    /// The line on which that begins.
    let line: Range<Int>

    var key: String { reading.definition.key ?? "" }
  }

  /// The fields that were made of it, where they come from, in the order of the document.
  var fields: [Field] {
    guard let document, case .success(let conversion) = session.outcome else { return [] }
    var places = ConversionPlaces(text)
    var fields: [Field] = []
    var index = 0
    document.forEachField(in: 0..<document.text.byteCount) { id, _, reading in
      defer { index += 1 }
      guard let origin = conversion.origins["/fields/\(index)"],
        let part = places.part(at: origin)
      else { return true }
      fields.append(Field(id: id, reading: reading, whole: part.whole, line: part.firstLine))
      return true
    }
    return fields
  }

  /// The field that a byte is a part of; of several the smallest.
  func field(at offset: Int) -> Field? { Self.field(at: offset, among: fields) }

  private static func field(at offset: Int, among fields: [Field]) -> Field? {
    fields.filter { $0.whole.lowerBound <= offset && offset <= $0.whole.upperBound }
      .min { $0.whole.count < $1.whole.count }
  }

  /// Where the fields of a name come from.
  func lines(of name: DocumentName) -> [Range<Int>] {
    guard name.sort == .field else { return [] }
    return fields.filter { $0.key == name.text }.map { $0.line }
  }
}

/// What an editor hears of the text.
extension ForeignReading: OpenText {
  /// The field that was made of the part at a position.
  func hover(at position: LSP.Position, in turn: Turn) -> LSP.Hover? {
    let translation = Translation(text: text, encoding: turn.client.positionEncoding)
    guard let document, let field = field(at: translation.byteOffset(position)) else { return nil }
    let isMarkdown = turn.client.hoverFormat == .markdown
    var words = HoverText(isMarkdown: isMarkdown, in: document.wording)
    words.describe(
      field.reading.definition, document.facts(of: field.id, field.reading),
      at: document.statedPath(of: field.reading))
    return words.hover(over: translation.range(field.line), for: turn.client)
  }

  func symbols(for client: ClientCapabilities) -> [LSP.DocumentSymbol] {
    let translation = Translation(text: text, encoding: client.positionEncoding)
    return fields.map { field in
      let definition = field.reading.definition
      let details = [definition.label, definition.kind?.rawValue].compactMap { $0 }
      return LSP.DocumentSymbol(
        name: field.key, detail: details.joined(separator: " · "),
        range: translation.range(field.whole), selectionRange: translation.range(field.line))
    }
  }

  func mentions(ofNameAt offset: Int) -> [(span: Range<Int>, isDefinition: Bool)] {
    let fields = fields
    guard let key = Self.field(at: offset, among: fields)?.reading.definition.key else { return [] }
    return fields.filter { $0.key == key }.map { ($0.line, true) }
  }

  func foldings(limit: Int?) -> Foldings? {
    session.format.isJSON ? .whole(text, limit: limit) : nil
  }

  func selections(around offset: Int) -> [Range<Int>]? {
    guard session.format.isJSON else { return nil }
    var reader = JSONReader(text.bytes(in: 0..<text.byteCount), dialect: .commented)
    reader.readText()
    return reader.tree.wholeSelections(around: offset)
  }
}
