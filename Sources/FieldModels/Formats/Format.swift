/// The named formats that a rule can ask of a text, each the dialect of one standard.
///
/// Where standards differ the names do: `email` is what HTML accepts, `email-rfc5321` what mail
/// servers do. A format is a pure question about a whole text, without trimming or case folding
/// that its standard does not state, answered in time linear in the text; a check digit that the
/// standard defines is part of the answer. Whether the thing exists (the mailbox, the account) is
/// never asked. A new format is a case here, a row in `FormatRows` and a predicate in its family.
public enum Format: String, CaseIterable, Sendable {
  case email
  case emailRFC5321 = "email-rfc5321"
  case idnEmail = "idn-email"
  case url
  case httpURL = "http-url"
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case date
  case dateTime = "date-time"
  case datetimeLocal = "datetime-local"
  case javaScriptDate = "javascript-date"
  case time
  case timeOffset = "time-offset"
  case month
  case week
  case duration
  case uuid
  case ipv4
  case ipv6
  case hostname
  case idnHostname = "idn-hostname"
  case domain
  case mac
  case port
  case phone
  case phoneE164 = "phone-e164"
  case color
  case colorCSSHex = "color-css-hex"
  case iban
  case bic
  case creditcard
  case isbn
  case ean
  case lei
  case vatEU = "vat-eu"
  case slug
  case semver
  case number
  case integer
  case hex
  case base64
  case base64URL = "base64url"
  case language
  case country
  case currency
  case latitude
  case longitude
  case singleLine = "single-line"
  case ascii

  /// The format with this name, if there is one.
  package static func named(_ name: String) -> Format? { Format(rawValue: name) }

  /// The name that documents use.
  package var name: String { rawValue }

  /// Whether the whole text has the format; empty drafts are not checked.
  package func matches(_ text: String) -> Bool {
    let bytes = ArraySlice(text.utf8)
    return switch self {
    case .email: Self.isEmail(bytes)
    case .emailRFC5321: Self.isMailbox(bytes, allowsUnicode: false)
    case .idnEmail: Self.isMailbox(bytes, allowsUnicode: true)
    case .url: Self.isURL(bytes)
    case .httpURL: Self.isHTTPURL(bytes)
    case .uri: URIGrammar(allowsUnicode: false).isAbsolute(bytes)
    case .uriReference: URIGrammar(allowsUnicode: false).isReference(bytes)
    case .iri: URIGrammar(allowsUnicode: true).isAbsolute(bytes)
    case .iriReference: URIGrammar(allowsUnicode: true).isReference(bytes)
    case .uriTemplate: Self.isURITemplate(bytes)
    case .jsonPointer: JSONPointer.isWellFormed(bytes)
    case .relativeJSONPointer: Self.isRelativeJSONPointer(bytes)
    case .date: Self.isDate(bytes)
    case .dateTime: Self.isDateTime(bytes)
    case .datetimeLocal: Self.isLocalDateTime(bytes)
    case .javaScriptDate: Self.isJavaScriptDate(bytes)
    case .time: Self.isTime(bytes)
    case .timeOffset: Self.isTimeWithOffset(bytes)
    case .month: Self.isMonth(bytes)
    case .week: Self.isWeek(bytes)
    case .duration: Self.isDuration(bytes)
    case .uuid: Self.isUUID(bytes)
    case .ipv4: Self.isIPv4(bytes)
    case .ipv6: Self.isIPv6(bytes)
    case .hostname: Self.isHostname(bytes)
    case .idnHostname: Self.isIDNHostname(bytes)
    case .domain: Self.isDomain(bytes)
    case .mac: Self.isMAC(bytes)
    case .port: Self.isPort(bytes)
    case .phone: Self.isPhone(bytes)
    case .phoneE164: Self.isE164(bytes)
    case .color: Self.isColor(bytes)
    case .colorCSSHex: Self.isCSSHexColor(bytes)
    case .iban: Self.isIBAN(bytes)
    case .bic: Self.isBIC(bytes)
    case .creditcard: Self.isCardNumber(bytes)
    case .isbn: Self.isISBN(bytes)
    case .ean: Self.isEAN(bytes)
    case .lei: Self.isLEI(bytes)
    case .vatEU: Self.isEuropeanVAT(bytes)
    case .slug: Self.isSlug(bytes)
    case .semver: Self.isSemanticVersion(bytes)
    case .number: Self.isNumber(bytes)
    case .integer: Self.isInteger(bytes)
    case .hex: Self.isHex(bytes)
    case .base64: Self.isBase64(bytes)
    case .base64URL: Self.isBase64URL(bytes)
    case .language: Self.isLanguageTag(bytes)
    case .country: Self.isCountry(bytes)
    case .currency: Self.isCurrency(bytes)
    case .latitude: Self.isDegrees(bytes, limit: 90)
    case .longitude: Self.isDegrees(bytes, limit: 180)
    case .singleLine: Self.isSingleLine(bytes)
    case .ascii: bytes.allSatisfy { $0 < 0x80 }
    }
  }
}
