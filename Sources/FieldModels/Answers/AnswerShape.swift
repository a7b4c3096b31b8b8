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
    case .kobo, .odk, .urlencoded, .github: .texts
    }
  }

  /// Whether answers are JSON, rather than a text of another kind.
  package var isJSON: Bool {
    switch self {
    case .formio, .mcp, .kobo: true
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

/// Why answers can't be read.
struct AnswerFlaw: Error {
  var kind: JSONProblem.Kind
  var span: Range<Int>
}
