/// How somebody is spoken to: in which language, and in whose words.
///
/// A value that is handed on; the words for a problem are those of the form, where it brings some in the
/// reader's language, else those of the language's table.
package struct Wording: Equatable, Sendable {
  /// The language of the tables that is nearest to what the reader asked for.
  package let language: Language
  /// The reader has said which language, so that others are told of it.
  package let isStated: Bool
  /// What the reader has said, a BCP 47 tag.
  package let locale: String?
  /// With which signs the reader writes numbers.
  package let numberSigns: NumberSigns
  /// The tags of the languages that the reader understands, the best one first; none where nobody has said any.
  package let languages: [String]
  /// Where words of the form are looked for, one after the other.
  private let tags: [String]
  /// What the form brings.
  package var own = OwnWords()

  /// - Parameter locale: a BCP 47 tag; nil where nobody has said any
  package init(locale: String?) {
    let known = locale.flatMap { Language(tag: $0) }
    language = known ?? .english
    isStated = locale != nil
    self.locale = locale
    numberSigns = NumberSigns(locale: locale)
    languages = locale.map { Language.lookup($0) } ?? []
    tags = known == nil ? languages + [Language.english.rawValue] : languages
  }

  /// That of a program that was told no language.
  package static let english = Wording(locale: nil)

  /// The same with other words of a form.
  package func with(_ own: OwnWords) -> Wording {
    var wording = self
    wording.own = own
    return wording
  }
}

/// The words that a form brings for problems, by language and by the problem's code.
package struct OwnWords: Equatable, Sendable {
  private var templates: [String: [String: MessageTemplate]] = [:]

  /// Longer words are no sentence, and a thousand fields may be told of in them.
  package static let byteLimit = 500

  package init() {}

  package var isEmpty: Bool { templates.isEmpty }

  package mutating func add(_ template: MessageTemplate, for code: String, in tag: String) {
    templates[tag.lowercased(), default: [:]][code] = template
  }

  func template(for code: String, in tag: String) -> MessageTemplate? { templates[tag]?[code] }
}

extension Wording {
  /// What is said, in words.
  package func text(_ saying: Saying) -> String {
    let template = language.table.template(saying.phrase)
    var filled: String?
    if !saying.values.isEmpty, template.contains(UInt8(ascii: "{")) {
      filled = MessageTemplate(utf8: Array(template))
        .text(in: language) { content(named: $0, saying) }
    }
    let text = filled ?? String(decoding: template, as: UTF8.self)
    guard let nearest = saying.nearest else { return text }
    return text + self.text(Saying(.suggestion, (.nearest, .text(nearest))))
  }

  package func text(_ phrase: Phrase) -> String { language.template(phrase) }

  /// So many units of length: "3 characters".
  package func amount(_ count: WholeNumber, _ unit: LengthUnit) -> String {
    text(Saying(unit.phrase, (.count, .number(count))))
  }

  /// What the form says of a problem; nil where it says nothing, or has places for values that this
  /// problem has not.
  package func ownText(for code: String, _ values: [Saying.Value]) -> String? {
    if own.isEmpty { return nil }
    for tag in tags {
      guard let template = own.template(for: code, in: tag) else { continue }
      let words = Language(tag: tag) ?? language
      let saying = Saying(.notAccepted, values.map { $0.abridged })
      if let text = template.text(in: words, { content(named: $0, saying) }) { return text }
    }
    return nil
  }

  private func content(named name: String, _ saying: Saying) -> String? {
    guard let value = saying.values.first(where: { $0.name.rawValue == name }) else { return nil }
    switch value.content {
    case .text(let text): return isolated(text)
    case .whole(let number): return String(number)
    case .decimal(let number): return number
    case .month(let month):
      return DateNames.named(language.rawValue).name(.standaloneMonth, month)
    case .amount(let count, let unit): return amount(count, unit)
    case .saying(let saying): return text(saying)
    }
  }

  /// A text that may run the other way, kept from mixing with what stands around it.
  private func isolated(_ text: String) -> String {
    switch language.direction {
    case .leftToRight: text
    case .rightToLeft: "\u{2068}\(text)\u{2069}"
    }
  }
}

extension Saying.Value {
  /// As it may stand in words that may name it often.
  fileprivate var abridged: Self {
    guard case .text(let text) = content, Self.byteLimit < text.utf8.count else { return self }
    var value = self
    value.content = .text(String(text.unicodeScalars.prefix(Self.byteLimit - 1)) + "…")
    return value
  }

  private static let byteLimit = 100
}

extension Saying {
  fileprivate init(_ phrase: Phrase, _ values: [Value]) {
    self.init(phrase)
    self.values = values
  }
}

extension LengthUnit {
  fileprivate var phrase: Phrase {
    switch self {
    case .grapheme: .characters
    case .scalar: .codePoints
    case .utf16: .utf16Units
    case .utf8: .bytes
    case .words: .words
    }
  }
}

extension Wording {
  package static func list(_ names: [String], limit: Int = listLimit) -> String {
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? shown + ", …" : shown
  }

  /// More names than that nobody reads in a sentence.
  package static let listLimit = 8

  static func parameter(_ name: String, _ value: String?) -> [JSONValue.Member] {
    value.map { [.init(name, .string($0))] } ?? []
  }
}
