import FieldModels
import FieldTestSupport
import Testing

/// Hosts of web addresses, held to the cases of the Web Platform Tests and of Unicode.
@Suite struct WebHostTests {
  @Test("hosts that browsers take are taken, and no others", arguments: [true, false])
  func references(isAccepted: Bool) throws {
    let hosts = try Self.hosts(isAccepted ? "accepted:" : "refused:")
    #expect(hosts.count > 150)
    for host in hosts where Format.url.matches("https://\(host)/") != isAccepted {
      Issue.record("\(host.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())")
    }
  }

  @Test("a host longer than any name is refused, and anything longer in other places is not")
  func longHosts() {
    #expect(Format.url.matches("https://" + String(repeating: "a", count: 4_096)))
    #expect(!Format.url.matches("https://" + String(repeating: "a", count: 4_097)))
    #expect(Format.url.matches("https://a/" + String(repeating: "a", count: 10_000)))
    #expect(Format.url.matches("https://\(String(repeating: "a", count: 10_000))@a"))
  }

  /// Every form that a draft is judged by in a web address, a mail address or a host name.
  @Test(
    "a host is in the normal form that names are registered in, or brought into it",
    arguments: [
      (Format.idnHostname, "b\u{FC}cher.de", true), (.idnHostname, "bu\u{308}cher.de", false),
      (.hostname, "xn--bcher-kva.de", true), (.hostname, "xn--bucher-xyd.de", false),
      (.idnEmail, "a@b\u{FC}cher.de", true), (.idnEmail, "a@bu\u{308}cher.de", true),
      (.emailRFC5321, "a@xn--bucher-xyd.de", false), (.domain, "xn--bucher-tse.de", false),
      (.url, "https://bu\u{308}cher.de", true), (.url, "https://xn--bucher-xyd.de", false),
      (.httpURL, "https://xn--bucher-xyd.de", false),
    ])
  func normalForms(format: Format, text: String, isAccepted: Bool) {
    #expect(format.matches(text) == isAccepted)
  }

  /// The hosts behind a heading of the file, up to the next.
  private static func hosts(_ heading: String) throws -> [String] {
    let text = String(decoding: try FixtureFiles.read("hosts.txt"), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let rest = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasSuffix(":") }
    return rest.flatMap { $0.split(separator: " ") }.map { unescaped($0) }
  }

  /// A text in which `\u{…}` stands for a character.
  private static func unescaped(_ text: Substring) -> String {
    let parts = text.split(separator: "\\u{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let digits = part.prefix { $0 != "}" }
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      result.unicodeScalars.append(scalar ?? "?")
      result += part.dropFirst(digits.count + 1)
    }
  }
}
