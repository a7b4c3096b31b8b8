/// What an autofill source is asked: which of its texts go with a draft.
package struct AutofillQuery: Equatable, Sendable {
  package let field: FieldID
  package let key: String
  package let use: AutofillUse
  /// The draft without the white space around it.
  package let text: String
  /// No text that the field does not take is offered.
  private let maxLength: WholeNumber?
  private let lengthUnit: LengthUnit

  /// The question for a field; nil where nothing is to be asked: for a secret, below the minimum
  /// length, for a list of rows.
  ///
  /// - Parameters:
  ///   - definition: the field
  ///   - takesTypedText: a person may type into it now, rather than choose
  ///   - field: its identity
  package init?(_ definition: FieldDefinition, takesTypedText: Bool, of field: FieldID) {
    guard let use = definition.autofill, !use.source.isEmpty, let key = definition.key,
      !definition.isSecure, !definition.isLocked, takesTypedText,
      case .text(let draft) = definition.draft
    else { return nil }
    text = Self.trimmed(draft)
    guard use.minimumLength <= LengthUnit.grapheme.count(in: text) else { return nil }
    self.field = field
    self.key = key
    self.use = use
    maxLength = definition.maxLength
    lengthUnit = definition.lengthUnit
  }

  fileprivate func takes(_ text: String) -> Bool {
    maxLength.map { lengthUnit.count(in: text) <= $0 } ?? true
  }

  /// A text without the white space around it.
  package static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// A text that autofill offers.
public struct AutofillOffer: Equatable, Sendable {
  /// The text, without white space around it.
  public var text: String
  /// Whether a person may take it out of the list for good.
  public var isRemovable: Bool

  package init(text: String, isRemovable: Bool) {
    self.text = text
    self.isRemovable = isRemovable
  }
}

/// What autofill has for a draft.
package struct AutofillOffers: Equatable, Sendable {
  /// Every text that goes with the draft.
  package private(set) var all: [AutofillOffer] = []
  /// What could not be found out, in words.
  package var problem: String?
  /// The field that they are for.
  package private(set) var field: FieldID?
  private var typed = ""

  /// Nothing.
  package init() {}

  /// What a closure has found comes first and in its own order; our own texts follow in theirs.
  ///
  /// Each is there once, trimmed, and none that is too long for the field or that a person has
  /// removed.
  ///
  /// - Parameters:
  ///   - query: the question
  ///   - found: what a closure of the program or of the client has found
  ///   - own: the texts of the document, of its folder and of the memory
  ///   - memory: what a person has removed
  ///   - limit: the greatest number to take
  package init(
    _ query: AutofillQuery, found: [AutofillOffer], own: AutofillTexts, _ memory: AutofillMemory,
    limit: Int
  ) {
    typed = query.text
    field = query.field
    var seen: Set<String> = []
    for offer in found where all.count < limit {
      let text = AutofillQuery.trimmed(offer.text)
      guard !text.isEmpty, query.takes(text), !memory.hasRemoved(text, from: query.use.source),
        seen.insert(text).inserted
      else { continue }
      all.append(AutofillOffer(text: text, isRemovable: offer.isRemovable))
    }
    let matches = own.matches(for: query.text, where: query.takes, limit: limit)
    for match in matches where all.count < limit && seen.insert(match).inserted {
      all.append(AutofillOffer(text: match, isRemovable: query.use.isRemovable))
    }
  }

  /// What is worth being shown: nothing, where the only text is what is typed already.
  package var shown: [AutofillOffer] {
    all.count == 1 && all[0].text.lowercased() == typed.lowercased() ? [] : all
  }
}

/// Finds the texts of an autofill source, for a program that brings one along.
///
/// It gets the draft without the white space around it and calls the completion exactly once, at
/// once or later and from any thread, with the texts in the order in which to offer them. Texts
/// for a draft that has changed since are dropped.
public typealias AutofillClosure =
  @Sendable (_ text: String, _ completion: @escaping @Sendable ([String]) -> Void) -> Void
