package import FieldModels

/// What there is to say of a name: of a code, a format, an object of the form format or a property
/// of one.
package enum Explanation: Sendable {
  case code(CodePage)
  case format(Format)
  case object(Section)
  case property(Property)

  /// Everything, in the order in which it is listed.
  package static let all: [Explanation] =
    CodePage.all.map { .code($0) } + Format.allCases.map { .format($0) }
    + Section.allCases.flatMap { section in
      [.object(section)] + PropertyTable.properties(of: section).map { .property($0) }
    }

  /// What a name means, which may be several things; `rule.maxLength` is one of them alone.
  package static func named(_ name: String) -> [Explanation] {
    all.filter { $0.name == name || $0.fullName == name }
  }

  /// The names that mean something.
  static var names: [String] { all.map(\.name) }

  package var name: String {
    switch self {
    case .code(let page): page.code
    case .format(let format): format.rawValue
    case .object(let section): "\(section)"
    case .property(let property): property.name.rawValue
    }
  }

  /// The name with the object that a property belongs to.
  private var fullName: String? {
    if case .property(let property) = self { "\(property.section).\(name)" } else { nil }
  }

  /// One line about it.
  var summary: String {
    switch self {
    case .code(let page): page.message ?? Self.firstSentence(Self.plain(page.meaning))
    case .format(let format): format.documentation
    case .object(let section): Self.title(of: section)
    case .property(let property): property.documentation
    }
  }

  /// The heading of the list that it is in.
  var chapter: String {
    switch self {
    case .code: "Codes of findings"
    case .format: "Formats of texts"
    case .object(let section): "Properties of \(Self.title(of: section))"
    case .property(let property): "Properties of \(Self.title(of: property.section))"
    }
  }

  /// The object in words, as they stand within a sentence.
  static func title(of section: Section) -> String {
    let title = Wording.english.text(Saying(.said, (.why, section.title)))
    return title.prefix(1).lowercased() + title.dropFirst()
  }

  private static func firstSentence(_ text: String) -> String {
    let end = text.firstIndex(of: ".") ?? text.endIndex
    return String(text[..<end])
  }

  /// Markdown of the reference without its links and without what is bold.
  static func plain(_ markdown: String) -> String {
    var plain = ""
    var rest = markdown[...]
    while let bracket = rest.firstIndex(of: "[") {
      plain += rest[..<bracket]
      let words = rest[rest.index(after: bracket)...]
      // A bracket that is none of a link stands for itself.
      guard let end = words.firstIndex(of: "]"),
        let open = words.index(end, offsetBy: 1, limitedBy: words.endIndex),
        open < words.endIndex, words[open] == "(",
        let close = words[open...].firstIndex(of: ")")
      else {
        plain += "["
        rest = words
        continue
      }
      plain += words[..<end]
      rest = words[words.index(after: close)...]
    }
    return (plain + rest).split(separator: "**", omittingEmptySubsequences: false).joined()
  }
}

extension Explanation: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .code(let page): Self.write(page, to: &json)
    case .format(let format):
      json.member("kind", "format")
      json.member("name", name)
      json.member("meaning", format.documentation)
      json.member("example", format.example)
    case .object(let section):
      json.member("kind", "object")
      json.member("name", name)
      json.member("meaning", summary)
      json.member("properties", PropertyTable.properties(of: section).map(\.name.rawValue))
    case .property(let property): Self.write(property, to: &json)
    }
  }

  private static func write(_ page: CodePage, to json: inout JSONWriter) {
    json.member("kind", "code")
    json.member("name", page.code)
    json.member("meaning", plain(page.meaning))
    json.member("reporter", ifAny: page.reporter.map(plain))
    json.member("grade", ifAny: page.grade.map(plain))
    json.member("message", ifAny: page.message)
    json.member("fix", ifAny: page.fix.map(plain))
    guard let example = page.example else { return }
    json.member("example") { json in
      json.object { json in
        json.member("severity", example.weight.rawValue)
        json.member("form", ifAny: example.form)
        json.member("wrong", example.wrong)
        json.member("right", example.right)
      }
    }
  }

  private static func write(_ property: Property, to json: inout JSONWriter) {
    json.member("kind", "property")
    json.member("name", property.name.rawValue)
    json.member("of", "\(property.section)")
    json.member("meaning", property.documentation)
    json.member("takes", Wording.english.text(property.shape.expectation))
    let words = property.shape.words.filter { !$0.name.isEmpty }
    if !words.isEmpty {
      json.member("words") { json in
        json.object { json in
          for word in words { json.member(named: word.name, word.documentation) }
        }
      }
    }
    json.member("default", ifAny: property.defaultValue)
    json.member("required", property.isRequired)
    if property.kinds != .all {
      json.member(
        "kinds", FieldKind.allCases.filter { property.kinds.contains($0) }.map(\.rawValue))
    }
  }
}

extension Shape {
  /// The words that it is one of, if it is.
  var words: [Word] { if case .word(let words) = self { words } else { [] } }

  /// The object that stands there, or in a list there.
  var section: Section? {
    switch self {
    case .object(let section): section
    case .list(let shape), .map(let shape): shape.section
    case .rule: .rule
    case .choice: .choice
    case .boolOrCondition: .requirement
    default: nil
    }
  }
}
