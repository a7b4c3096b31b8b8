/// The shape in which another program hands over what people have answered.
package enum AnswerShape: String, CaseIterable, Sendable {
  /// A submission of Form.io, whose `data` is the record.
  case formio
  /// What a person has accepted of an elicitation, whose `content` is the record.
  case mcp
  /// A submission as KoboToolbox has it in JSON: texts under the paths of their questions.
  case kobo
  /// A submission of an XForm, as ODK Central keeps it: XML.
  case odk
  /// What a page sends without a script: `name=value&name=value`.
  case urlencoded
  /// The body of an issue that GitHub has made of an issue form: headings with answers below.
  case github
  /// What Slack sends when a view is submitted (`view_submission`).
  case slack
  /// What an Adaptive Card submits: by itself, or in the activity of a bot.
  case adaptiveCards = "adaptive-cards"
  /// What launches a job of AWX, whose `extra_vars` is the record.
  case awx
  /// The data model of a surface of A2UI: by itself, or among those of several.
  case a2ui

  /// How the record is found.
  enum Manner {
    /// It is the value of a member.
    case member(String)
    /// It is put together of texts with names.
    case texts
  }

  var manner: Manner {
    switch self {
    case .formio: .member("data")
    case .mcp: .member("content")
    case .awx: .member("extra_vars")
    case .kobo, .odk, .urlencoded, .github, .slack, .adaptiveCards, .a2ui: .texts
    }
  }

  /// Whether answers are JSON, rather than a text of another kind.
  package var isJSON: Bool {
    switch self {
    case .formio, .mcp, .kobo, .slack, .adaptiveCards, .awx, .a2ui: true
    case .odk, .urlencoded, .github: false
    }
  }
}

/// An answer with the name of what it answers, as another program has written both.
struct NamedText: Equatable {
  var name: String
  var text: String
  /// Where the text stands, or what says that it is chosen.
  var span: Range<Int>
}

extension NamedText {
  /// What several texts say that are chosen of a field: each its row, where all of them are rows.
  static func chosen(_ texts: [NamedText], of field: RecordField?) -> [NamedText] {
    let rows = Set(field?.definition.choices.map { $0.text } ?? [])
    guard let first = texts.first, !texts.allSatisfy({ rows.contains($0.text) }) else {
      return texts
    }
    let text = texts.map { $0.text }.joined(separator: ";")
    return [NamedText(name: first.name, text: text, span: first.span)]
  }
}

/// Why answers can't be read.
struct AnswerFlaw: Error {
  var kind: JSONProblem.Kind
  var span: Range<Int>
  /// The object that they lack, as a JSON pointer, where that is it.
  var missing: String?
}

/// Texts that stand in one text with commas between them, where those that are known may have commas.
enum CommaList {
  static func parts(of text: Substring, among names: [String]) -> [Substring] {
    // Only those that have commas are longer than what stands up to one.
    let long = names.filter { $0.utf8.contains(UInt8(ascii: ",")) }
      .sorted { $1.utf8.count < $0.utf8.count }
    var parts: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      let whole = long.first { name in
        rest.hasPrefix(name) && [nil, ","].contains(rest.dropFirst(name.count).first)
      }
      let part = whole.map { rest.prefix($0.count) } ?? rest.prefix { $0 != "," }
      parts.append(part)
      rest = rest.dropFirst(part.count).drop { $0 == "," || $0 == " " }
    }
    return parts
  }
}
