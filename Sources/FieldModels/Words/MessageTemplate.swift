/// A sentence with places for values: `Too long: {count}, at most {maxLength}`.
///
/// What is counted has its words by the plural forms of the language, as ICU's MessageFormat writes it:
/// `{count, plural, one {# character} other {# characters}}`; `#` is the number, and `=0` a form for
/// just that number. A brace that begins nothing of the kind is a brace.
package struct MessageTemplate: Equatable, Sendable {
  private var parts: [Part] = []
  /// The names of the values that it has places for, each where it stands in the UTF-8 of the text.
  package private(set) var places: [Place] = []
  /// Where a plural begins that can't be read.
  package private(set) var mistake: Int?

  /// The name of a value, and where it stands.
  package struct Place: Equatable, Sendable {
    package var name: String
    package var range: Range<Int>
  }

  private indirect enum Part: Equatable, Sendable {
    case text(String)
    case value(String)
    case plural(String, [Variant])
    /// The number that a plural is about.
    case number
  }

  private struct Variant: Equatable, Sendable {
    let selector: Selector
    let parts: [Part]
  }

  private enum Selector: Equatable, Sendable {
    case form(PluralForm)
    case exactly(String)
  }

  /// Reads a template; it never fails.
  package init(_ text: String) {
    var reader = Reader(Array(text.utf8))
    parts = reader.parts(inPlural: false)
    places = reader.places
    mistake = reader.mistake
  }

  /// The plural forms that each of its plurals has words for.
  package var pluralForms: [[PluralForm]] { Self.pluralForms(of: parts) }

  private static func pluralForms(of parts: [Part]) -> [[PluralForm]] {
    parts.flatMap { part -> [[PluralForm]] in
      guard case .plural(_, let variants) = part else { return [] }
      let forms = variants.compactMap { variant -> PluralForm? in
        if case .form(let form) = variant.selector { form } else { nil }
      }
      return [forms] + variants.flatMap { pluralForms(of: $0.parts) }
    }
  }

  /// The sentence with these values; nil where there is none for one of its places.
  package func text(
    in language: Language, _ value: (_ name: String) -> String?
  ) -> String? {
    var text = ""
    return Self.write(parts, in: language, value, number: nil, to: &text) ? text : nil
  }

  private static func write(
    _ parts: [Part], in language: Language, _ value: (String) -> String?, number: String?,
    to text: inout String
  ) -> Bool {
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .number: text += number ?? "#"
      case .value(let name):
        guard let words = value(name) else { return false }
        text += words
      case .plural(let name, let variants):
        guard let number = value(name) else { return false }
        let form = language.pluralForm(of: number)
        let variant =
          variants.first { $0.selector == .exactly(number) }
          ?? variants.first { $0.selector == .form(form) }
          ?? variants.first { $0.selector == .form(.other) }
        guard let variant,
          write(variant.parts, in: language, value, number: number, to: &text)
        else { return false }
      }
    }
    return true
  }
}

extension MessageTemplate {
  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var places: [Place] = []
    var mistake: Int?
    /// The plurals in which the position is.
    private var plurals = 0

    /// Nobody counts more things within one another.
    private static let pluralLimit = 4

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads to the end, or in a plural to the brace that ends the form.
    mutating func parts(inPlural isInPlural: Bool) -> [Part] {
      var parts: [Part] = []
      var text: [UInt8] = []
      var depth = 0
      func endText() {
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
      }
      while position < bytes.count {
        let byte = bytes[position]
        // Behind what can't be read everything is text, so that nothing is read twice.
        if byte == UInt8(ascii: "{"), mistake == nil {
          if let part = placeholder() {
            endText()
            parts.append(part)
            continue
          }
          depth += 1
        } else if byte == UInt8(ascii: "}") {
          if isInPlural, depth == 0 { break }
          depth = max(0, depth - 1)
        } else if byte == UInt8(ascii: "#"), isInPlural {
          endText()
          parts.append(.number)
          position += 1
          continue
        }
        text.append(byte)
        position += 1
      }
      endText()
      return parts
    }

    /// What a brace begins; nil, and nothing is passed, where that is nothing but a brace.
    private mutating func placeholder() -> Part? {
      let start = position
      position += 1
      let name = word()
      let range = (start + 1)..<position
      if name.isEmpty { return giveUp(at: start) }
      if take("}") {
        places.append(Place(name: name, range: range))
        return .value(name)
      }
      let count = places.count
      places.append(Place(name: name, range: range))
      skipSpace()
      guard take(",") else {
        places.removeLast()
        return giveUp(at: start)
      }
      skipSpace()
      plurals += 1
      defer { plurals -= 1 }
      guard plurals <= Self.pluralLimit, word() == "plural", takeComma(), let variants = variants()
      else {
        places.removeSubrange(count...)
        mistake = mistake ?? start
        return giveUp(at: start)
      }
      return .plural(name, variants)
    }

    /// The forms of a plural, to the brace that ends it; nil where they can't be read.
    private mutating func variants() -> [Variant]? {
      var variants: [Variant] = []
      while !take("}") {
        let selector: Selector
        if take("=") {
          selector = .exactly(word())
        } else {
          guard let form = PluralForm(rawValue: word()) else { return nil }
          selector = .form(form)
        }
        skipSpace()
        guard take("{") else { return nil }
        let parts = parts(inPlural: true)
        guard take("}") else { return nil }
        variants.append(Variant(selector: selector, parts: parts))
        skipSpace()
      }
      return variants.contains { $0.selector == .form(.other) } ? variants : nil
    }

    private mutating func giveUp(at start: Int) -> Part? {
      position = start
      return nil
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count,
        ASCIISet.letters.contains(bytes[position])
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position]
      { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
      while position < bytes.count, bytes[position] == 0x20 || 0x09...0x0D ~= bytes[position] {
        position += 1
      }
    }

    private mutating func takeComma() -> Bool {
      skipSpace()
      defer { skipSpace() }
      return take(",")
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
      position += 1
      return true
    }
  }
}
