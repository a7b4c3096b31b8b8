/// What a text without a format is not.
extension Format {
  /// What to say of a text without the format.
  package var phrase: Phrase {
    switch self {
    case .email, .emailRFC5321, .idnEmail: .notEmail
    case .url: .notURL
    case .httpURL: .notWebAddress
    case .uri: .notURI
    case .uriReference: .notURIReference
    case .iri: .notIRI
    case .iriReference: .notIRIReference
    case .uriTemplate: .notURITemplate
    case .jsonPointer: .notJSONPointer
    case .relativeJSONPointer: .notRelativeJSONPointer
    case .date: .notPlainDate
    case .dateTime: .notDateTimeOffset
    case .datetimeLocal: .notLocalDateTime
    case .javaScriptDate: .notADate
    case .time: .notTime
    case .timeOffset: .notTimeOffset
    case .month: .notMonth
    case .week: .notWeek
    case .duration: .notDuration
    case .uuid: .notUUID
    case .ipv4: .notIPv4
    case .ipv6: .notIPv6
    case .hostname, .idnHostname: .notHostName
    case .domain: .notDomainName
    case .mac: .notMAC
    case .port: .notPort
    case .phone: .notTelephone
    case .phoneE164: .notInternationalTelephone
    case .color: .notColor
    case .colorCSSHex: .notHexColor
    case .iban: .notIBAN
    case .bic: .notBIC
    case .creditcard: .notCardNumber
    case .isbn: .notISBN
    case .ean: .notEAN
    case .lei: .notLEI
    case .vatEU: .notVAT
    case .slug: .notSlug
    case .semver: .notSemver
    case .number: .notNumber
    case .integer: .notInteger
    case .hex: .notHex
    case .base64: .notBase64
    case .base64URL: .notBase64URL
    case .language: .notLanguage
    case .country: .notCountry
    case .currency: .notCurrency
    case .latitude: .notLatitude
    case .longitude: .notLongitude
    case .singleLine: .notSingleLine
    case .ascii: .notASCII
    }
  }
}
