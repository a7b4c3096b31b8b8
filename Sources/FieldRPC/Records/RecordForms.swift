import FieldModels

/// To which forms the records of a text belong: each to the one that it names, and those that name
/// none to the form beside the text, or where none is there to the one that the first record names.
struct RecordWishes: Equatable, Sendable {
  /// Each once.
  private(set) var all: [FormWish] = []
  /// Which of them each record has, by their numbers.
  private(set) var numbers: [Int] = []

  /// Each is looked at again and again, as long as the text is open.
  static let formLimit = 100

  init(of record: RecordText, in uri: String) {
    var known: [ExactText: Int] = [:]
    var other: Int?
    for number in record.records.indices {
      // What can't be read is the same wherever it is written.
      let name = record.statedForm(ofRecord: number).map {
        ExactText(record.tree.string($0) ?? "")
      }
      if let earlier = name.map({ known[$0] }) ?? other {
        numbers.append(earlier)
        continue
      }
      numbers.append(all.count)
      if let name { known[name] = all.count } else { other = all.count }
      // Where that is, is looked for once for each name.
      let wish =
        FormWish(statedBy: number, of: record, in: uri) ?? Self.unstated(in: record, uri)
      if case .stated(let form, let addresses) = wish, Self.formLimit <= all.count {
        all.append(.excess(form, addresses))
      } else {
        all.append(wish)
      }
    }
    if all.isEmpty { all = [Self.unstated(in: record, uri)] }
  }

  private static func unstated(in record: RecordText, _ uri: String) -> FormWish {
    var first: [FormWish.Named] = []
    if !record.records.isEmpty, let stated = FormWish(statedBy: 0, of: record, in: uri) {
      first = stated.candidates
    }
    return .beside(FormWish.forms(beside: uri), orFirst: first)
  }

  /// The forms that its records may belong to.
  var candidates: [FormWish.Named] { all.flatMap { $0.candidates } }

  /// Whether a record names a form that is one more than are read.
  func exceeds(with form: DocumentAddress) -> Bool {
    all.contains { wish in
      if case .excess(_, let addresses) = wish { addresses.contains(form) } else { false }
    }
  }
}

/// The forms that the records of a text belong to, as far as they are known.
struct RecordForms: Sendable {
  private let record: RecordText
  /// By the number of a wish; nil where there is none.
  private let known: [KnownForm?]
  private let addresses: [DocumentAddress?]
  private let numbers: [Int]

  /// - Parameters:
  ///   - known: what is known of the forms, by the numbers of the wishes
  ///   - addresses: where they are, or would be
  ///   - session: the text
  init(_ known: [KnownForm?], at addresses: [DocumentAddress?], of session: RecordSession) {
    self.known = known
    self.addresses = addresses
    record = session.record
    numbers = session.wishes.numbers
  }

  /// The form of a record.
  func known(ofRecord number: Int) -> KnownForm? { known[numbers[number]] }

  /// Where the form of a record is, or would be; nil where nobody can know it.
  func address(ofRecord number: Int) -> DocumentAddress? { addresses[numbers[number]] }

  /// The form of a record, made ready to judge it.
  func form(ofRecord number: Int) -> RecordForm? { known(ofRecord: number)?.judge?.form }

  /// The form of the record that is at a place, or before it; of an empty text, its own.
  func known(at offset: Int) -> KnownForm? {
    guard let number = record.record(at: offset) else { return known.first ?? nil }
    return known(ofRecord: number)
  }

  /// The same, made ready to judge.
  func form(at offset: Int) -> RecordForm? { known(at: offset)?.judge?.form }

  /// The words that the forms bring for problems.
  var ownWords: [OwnWords] { known.map { $0?.judge?.form.ownWords ?? OwnWords() } }
}
