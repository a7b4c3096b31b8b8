package import FieldModels

/// Records that a form is to judge.
package struct CheckParams: Equatable, Sendable {
  package var form: Form
  /// The message that the records are in, or records that were made of answers.
  private(set) var tree: JSONTree
  /// The records, by their nodes.
  private(set) var records: [Int]
  /// The records come as answers in this shape; nil where they are records.
  let shape: AnswerShape?
  /// How refusals are told beside the verdicts.
  let refusals: RefusalShape?
  /// There is one, which came as such and not in a list.
  let isSingle: Bool
  /// The records are parts of records.
  let isPartial: Bool
  /// How whoever reads the answer is spoken to, where the request says so.
  let wording: Wording?

  /// The form that judges.
  package enum Form: Equatable, Sendable {
    /// One that is open, by its URI.
    case open(uri: String)
    /// The text of one that came along, and its format if that is stated.
    case text([UInt8], FormFormat?)
  }

  init(_ params: Parameters) throws(RPCError) {
    tree = params.tree
    if params.optional("form")?.string != nil {
      form = .open(uri: try params.string("form"))
    } else {
      guard let document = try? params.object("form") else {
        throw .invalidParams(params.path + ".form", expected: "a URI or a document")
      }
      var json = JSONWriter()
      json.value(document.tree, document.index)
      form = .text(json.bytes, try params.optionalWord("format", among: FormFormat.readable))
    }
    shape = try params.optionalWord("recordsFormat")
    refusals = try params.optionalWord("answerFormat")
    wording = params.optional("locale")?.string.map { Wording(locale: $0) }
    let values = params.member("values")
    isSingle = values != nil
    isPartial = try params.bool("partial", unlessGiven: false)
    records = if let values { [values.index] } else { try params.array("records").map { $0.index } }
  }

  /// A record, read by itself: of one in a list the message has no members.
  func tree(of record: Int) -> JSONTree {
    JSONTree(reading: tree.bytes, at: bytes(of: record))
  }

  /// Where a record is among the bytes of the message.
  func bytes(of record: Int) -> Range<Int> {
    let span = tree[records[record]].span
    let start = tree.base + span.lowerBound
    return start..<(start + span.count)
  }

  /// The answers that a record is made of: the text that they are, or JSON as it stands.
  private func answers(of record: Int) -> [UInt8] {
    let node = records[record]
    if shape?.isJSON == false, let text = tree.string(node) { return Array(text.utf8) }
    return Array(tree.bytes[bytes(of: record)])
  }

  /// Puts records in the place of the answers that they are made of; null where answers can't be read.
  ///
  /// - Returns: what is wrong with the answers by themselves, by the numbers of those
  mutating func makeRecords(for form: RecordForm) -> [Int: AnswerReader.Record] {
    guard let shape else { return [:] }
    var reader = AnswerReader(shape, for: form)
    var made: [Int: AnswerReader.Record] = [:]
    var json = [UInt8(ascii: "[")]
    for number in records.indices {
      let answers = answers(of: number)
      let record = reader.read(answers, 0..<answers.count)
      if 0 < number { json.append(UInt8(ascii: ",")) }
      json += record.isReadable ? record.json : Array("null".utf8)
      if !record.problems.isEmpty { made[number] = record }
    }
    json.append(UInt8(ascii: "]"))
    tree = JSONTree(reading: json)
    records = Array(tree.elements(of: 0))
    return made
  }

  /// Whether some stretches of the message, in their order, are all in records.
  func holdsAll(_ spans: ArraySlice<Range<Int>>) -> Bool {
    var rest = records[...]
    return spans.allSatisfy { span in
      rest = rest.drop { tree[$0].span.upperBound <= span.lowerBound }
      return rest.first.map { tree[$0].span.lowerBound <= span.lowerBound } ?? false
    }
  }

  /// The form, if it is open.
  package var uri: String? {
    if case .open(let uri) = form { uri } else { nil }
  }
}
