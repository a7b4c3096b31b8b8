/// A sentence with places for values: `Too long: {count}, at most {maxLength}`.
///
/// What is counted has its words by the plural forms of the language, as ICU's MessageFormat writes it:
/// `{count, plural, one {# character} other {# characters}}`; `#` is the number, and `=0` a form for
/// just that number. A brace that begins nothing of the kind is a brace.
package struct MessageTemplate: Equatable, Sendable {
  /// The text; parts are stretches of it, so that to read it makes no texts of its own.
  private let source: [UInt8]
  /// In their order, what is within others behind them.
  private let parts: [Part]
  /// Where a plural begins that can't be read.
  package let mistake: Int?

  /// The name of a value, and where it stands.
  package struct Place: Equatable, Sendable {
    package var name: String
    package var range: Range<Int>
  }

  private enum Part: Equatable, Sendable {
    case text(Range<Int>)
    /// A place for the value with the name that stands there.
    case value(Range<Int>)
    /// What is counted, by the name of its value; its forms are the parts up to a place.
    case plural(Range<Int>, end: Int)
    /// A form of a plural, likewise.
    case form(PluralForm, end: Int)
    /// The form for just one number.
    case exactly(Range<Int>, end: Int)
    /// The number that a plural is about.
    case number
  }

  /// Reads a template; it never fails.
  package init(_ text: String) { self.init(utf8: Array(text.utf8)) }

  /// Reads a template in UTF-8.
  init(utf8 source: [UInt8]) {
    self.source = source
    var reader = Reader(source)
    reader.read(inPlural: false)
    parts = reader.parts
    mistake = reader.mistake
  }

  /// The names of the values that it has places for, each where it stands in the UTF-8 of the text.
  package var places: [Place] {
    parts.compactMap { part in
      switch part {
      case .value(let name), .plural(let name, _): Place(name: text(name), range: name)
      case .text, .form, .exactly, .number: nil
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  /// The plural forms that each of its plurals has words for.
  package var pluralForms: [[PluralForm]] {
    parts.indices.compactMap { place in
      guard case .plural(_, let end) = parts[place] else { return nil }
      var forms: [PluralForm] = []
      var next = place + 1
      while next < end {
        if case .form(let form, _) = parts[next] { forms.append(form) }
        next = self.end(ofPartAt: next)
      }
      return forms
    }
  }

  /// The place behind a part and all that is within it.
  private func end(ofPartAt place: Int) -> Int {
    switch parts[place] {
    case .text, .value, .number: place + 1
    case .plural(_, let end), .form(_, let end), .exactly(_, let end): end
    }
  }

  /// The sentence with these values; nil where there is none for one of its places.
  package func text(
    in language: Language, _ value: (_ name: String) -> String?
  ) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(2 * source.count)
    guard write(parts.indices, in: language, value, number: "#", to: &text) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private func write(
    _ places: Range<Int>, in language: Language, _ value: (String) -> String?, number: String,
    to text: inout [UInt8]
  ) -> Bool {
    var place = places.lowerBound
    while place < places.upperBound {
      switch parts[place] {
      case .text(let range): text += source[range]
      case .number: text.append(utf8Of: number)
      case .value(let name):
        guard let words = value(self.text(name)) else { return false }
        text.append(utf8Of: words)
      case .plural(let name, let end):
        guard let number = value(self.text(name)),
          let form = form(of: (place + 1)..<end, for: number, in: language),
          write(form, in: language, value, number: number, to: &text)
        else { return false }
      // They stand within plurals only.
      case .form, .exactly: return false
      }
      place = end(ofPartAt: place)
    }
    return true
  }

  /// The parts of the form that a plural has for a number.
  private func form(
    of places: Range<Int>, for number: String, in language: Language
  ) -> Range<Int>? {
    let wanted = language.pluralForm(of: number)
    var (fitting, other): (Range<Int>?, Range<Int>?)
    var place = places.lowerBound
    while place < places.upperBound {
      let end = end(ofPartAt: place)
      let parts = (place + 1)..<end
      switch self.parts[place] {
      case .exactly(let word, _) where source[word].elementsEqual(number.utf8): return parts
      case .form(wanted, _): fitting = fitting ?? parts
      case .form(.other, _): other = other ?? parts
      case .form, .exactly, .text, .value, .plural, .number: break
      }
      place = end
    }
    return fitting ?? other
  }
}

extension MessageTemplate {
  private struct Reader {
    let bytes: [UInt8]
    var parts: [Part] = []
    var position = 0
    var mistake: Int?
    /// The plurals in which the position is.
    private var plurals = 0

    /// Nobody counts more things within one another.
    private static let pluralLimit = 4

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      parts.reserveCapacity(8)
    }

    /// Reads to the end, or in a plural to the brace that ends the form.
    mutating func read(inPlural isInPlural: Bool) {
      var textStart = position
      var depth = 0
      while position < bytes.count {
        let byte = bytes[position]
        // Behind what can't be read everything is text, so that nothing is read twice.
        if byte == UInt8(ascii: "{"), mistake == nil {
          endText(from: textStart)
          textStart = position
          if placeholder() {
            textStart = position
            continue
          }
          depth += 1
        } else if byte == UInt8(ascii: "}") {
          if isInPlural, depth == 0 { break }
          depth = max(0, depth - 1)
        } else if byte == UInt8(ascii: "#"), isInPlural {
          endText(from: textStart)
          parts.append(.number)
          textStart = position + 1
        }
        position += 1
      }
      endText(from: textStart)
    }

    private mutating func endText(from start: Int) {
      if start < position { parts.append(.text(start..<position)) }
    }

    /// Reads what a brace begins; false, and nothing is passed, where that is nothing but a brace.
    private mutating func placeholder() -> Bool {
      let start = position
      position += 1
      let name = word()
      if name.isEmpty { return giveUp(at: start) }
      if take("}") {
        parts.append(.value(name))
        return true
      }
      skipSpace()
      guard take(",") else { return giveUp(at: start) }
      skipSpace()
      plurals += 1
      defer { plurals -= 1 }
      let place = parts.count
      parts.append(.plural(name, end: place))
      guard plurals <= Self.pluralLimit, text(word()) == "plural", takeComma(), readForms() else {
        parts.removeSubrange(place...)
        mistake = mistake ?? start
        return giveUp(at: start)
      }
      parts[place] = .plural(name, end: parts.count)
      return true
    }

    /// Reads the forms of a plural, to the brace that ends it; false where they can't be read.
    private mutating func readForms() -> Bool {
      var hasOther = false
      while !take("}") {
        let place = parts.count
        parts.append(.number)
        let isExact = take("=")
        let word = word()
        let form = isExact ? nil : PluralForm(rawValue: text(word))
        if !isExact, form == nil { return false }
        skipSpace()
        guard take("{") else { return false }
        read(inPlural: true)
        guard take("}") else { return false }
        parts[place] =
          form.map { .form($0, end: parts.count) } ?? .exactly(word, end: parts.count)
        if form == .other { hasOther = true }
        skipSpace()
      }
      return hasOther
    }

    private mutating func giveUp(at start: Int) -> Bool {
      position = start
      return false
    }

    /// Passes letters and digits.
    private mutating func word() -> Range<Int> {
      let start = position
      while position < bytes.count, isInWord(bytes[position]) { position += 1 }
      return start..<position
    }

    private func isInWord(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self)
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
