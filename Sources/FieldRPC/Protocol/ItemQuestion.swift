package import FieldModels

/// A completion or a hint that somebody looks at, and of which the client wants to know more.
package struct ItemQuestion: Equatable, Sendable {
  /// As it was sent, and as the client gives it back.
  package let item: [JSONValue.Member]
  /// What it is about.
  let subject: Subject

  /// What an item is about.
  enum Subject: Equatable, Sendable {
    /// A property, offered by its name.
    case property(Property.Name, Section)
    /// What stands at a place of a document.
    case hint(uri: String, tooltip: String, LSP.Position)
    /// Nothing of which more is known.
    case unknown
  }

  /// The document that it is about.
  var uri: String? {
    if case .hint(let uri, _, _) = subject { uri } else { nil }
  }

  init(_ method: Method, _ params: Parameters) {
    if case .object(let members) = params.value { item = members } else { item = [] }
    subject = Self.subject(method, params)
  }

  private static func subject(_ method: Method, _ params: Parameters) -> Subject {
    guard let data = params.optional("data") else { return .unknown }
    if method == .inlayHintResolve {
      guard let uri = data.optional("uri")?.string,
        let tooltip = data.optional("tooltip")?.string,
        let position = try? params.position("position")
      else { return .unknown }
      return .hint(uri: uri, tooltip: tooltip, position)
    }
    guard let name = data.optional("property")?.string.flatMap(Property.Name.init),
      let section = data.optional("section")?.integer.flatMap({
        Section(rawValue: Int(clamping: $0))
      })
    else { return .unknown }
    return .property(name, section)
  }

  /// The item as it is.
  var unchanged: JSONText {
    JSONText { json in
      for member in item { json.member(named: member.name, member.value) }
    }
  }

  /// The item with what is known besides.
  func item(with name: String, _ text: LSP.MarkupContent?) -> JSONText {
    guard let text else { return unchanged }
    return JSONText { json in
      for member in item where member.name != name {
        json.member(named: member.name, member.value)
      }
      json.member(named: name, text)
    }
  }

  /// A hint with what it means, and what is said of the place where it stands.
  func item(
    withTooltip tooltip: String, _ hover: LSP.Hover?, for client: ClientCapabilities
  ) -> JSONText {
    let words = [tooltip, hover?.contents.value].compactMap { $0 }.joined(separator: "\n\n")
    return item(with: "tooltip", LSP.MarkupContent(format: client.hoverFormat, value: words))
  }
}

/// How much a client wants to hear of what goes on.
package enum TraceValue: String, CaseIterable, Sendable {
  case off, messages, verbose
}
