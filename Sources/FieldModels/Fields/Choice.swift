/// A row of a picker: what is shown, what is committed, and what the draft says of it.
public struct Choice: Equatable, Sendable {
  /// What is committed: text, a number, true, false or null.
  public var value: JSONValue
  /// The draft while the row is chosen: the value as text.
  ///
  /// Rows with different values have different drafts (`tellApart`), and none an empty one, since
  /// that is a field in which nothing is chosen.
  public private(set) var text: String
  /// What is shown, where the document says so.
  package var givenLabel: String?
  /// It is shown, but not to be chosen.
  public var isDisabled = false
  /// While it is offered, which may depend on other fields.
  package var visibility = Requirement.always
  /// That as a document states it, for a row that a program makes.
  package var statedVisibility: JSONValue?
  /// It is not offered now, and so not to be chosen.
  public internal(set) var isHidden = false
  /// It is chosen alone: in a list of several rows no other stands beside it.
  public var isExclusive = false
  /// More about the row, for people.
  public var description: String?

  /// - Parameters:
  ///   - value: what is committed
  ///   - label: what is shown; the value, unless given
  ///   - isDisabled: it is shown, but not to be chosen
  public init(_ value: JSONValue, label: String? = nil, isDisabled: Bool = false) {
    self.value = value
    text = value.string.flatMap { $0.isEmpty ? nil : $0 } ?? value.json
    givenLabel = label
    self.isDisabled = isDisabled
  }

  /// Whether a person can choose it now.
  public var canBeChosen: Bool { !isDisabled && !isHidden }

  /// What is shown.
  public var label: String { givenLabel ?? text }
}

extension [Choice] {
  /// Puts texts that could be taken for another row's value in quotes, as JSON writes them: beside
  /// the number 0 the draft of the text 0 is `"0"`.
  package mutating func tellApart() {
    var written = filter { $0.text != $0.value.string }.map { $0.text }
    if written.isEmpty { return }
    var places: [ExactText: [Int]] = [:]
    for index in indices where self[index].text == self[index].value.string {
      places[ExactText(self[index].text), default: []].append(index)
    }
    while let text = written.popLast() {
      for index in places.removeValue(forKey: ExactText(text)) ?? [] {
        self[index].quote()
        written.append(self[index].text)
      }
    }
  }
}

extension Choice {
  fileprivate mutating func quote() { text = value.json }
}

extension Choice: ExpressibleByStringLiteral {
  /// A row whose value is what is shown.
  public init(stringLiteral text: String) { self.init(.string(text)) }
}
