/// What people are told of a format: its row in the documentation.
///
/// The example is a text that has the format, and the documentation is one line that names the standard
/// and says what is and is not asked.
package struct FormatRow: Sendable {
  package let example: String
  package let documentation: String
}

extension Format {
  /// A text that has the format.
  package var example: String { row.example }

  /// One line for people who choose a format, with the standard that it follows.
  package var documentation: String { row.documentation }

  /// What people are told of the format.
  package var row: FormatRow {
    switch self {
    case .email:
      FormatRow(
        example: "ada@example.com",
        documentation: "An e-mail address as HTML's `<input type=email>` accepts it.")
    case .emailRFC5321:
      FormatRow(
        example: "\"ada lovelace\"@example.com",
        documentation: "A mailbox of RFC 5321: quoted local parts and address literals included.")
    case .idnEmail:
      FormatRow(
        example: "δοκιμή@παράδειγμα.δοκιμή",
        documentation: "A mailbox of RFC 6531: RFC 5321 with Unicode in both parts.")
    case .url:
      FormatRow(
        example: "https://example.com/path?q=1",
        documentation:
          "An absolute URL that WHATWG's parser accepts, by RFC 3987 too unless its scheme is special."
      )
    case .httpURL:
      FormatRow(
        example: "https://example.com",
        documentation:
          "An absolute `http://` or `https://` URL with a host that WHATWG's parser accepts.")
    case .uri:
      FormatRow(
        example: "urn:isbn:9780306406157",
        documentation: "An absolute URI of RFC 3986, with or without a fragment.")
    case .uriReference:
      FormatRow(
        example: "../style.css#top",
        documentation: "A URI or relative reference of RFC 3986.")
    case .iri:
      FormatRow(
        example: "https://example.com/café",
        documentation: "An absolute IRI of RFC 3987: a URI with Unicode in it.")
    case .iriReference:
      FormatRow(
        example: "/café",
        documentation: "An IRI or relative reference of RFC 3987.")
    case .uriTemplate:
      FormatRow(
        example: "/search{?q,page}",
        documentation: "A URI template of RFC 6570, any level.")
    case .jsonPointer:
      FormatRow(
        example: "/fields/0/key",
        documentation: "A JSON pointer of RFC 6901.")
    case .relativeJSONPointer:
      FormatRow(
        example: "1/label",
        documentation: "A relative JSON pointer as JSON Schema names it.")
    case .date:
      FormatRow(
        example: "1990-12-10",
        documentation:
          "A day that exists, `YYYY-MM-DD`, as in RFC 3339 and HTML; years 0001 to 9999.")
    case .dateTime:
      FormatRow(
        example: "1990-12-10T15:59:50Z",
        documentation: "A date and time with an offset from UTC, as in RFC 3339.")
    case .datetimeLocal:
      FormatRow(
        example: "1990-12-10T15:59",
        documentation: "A date and time without offset, as HTML's `datetime-local` writes it.")
    case .javaScriptDate:
      FormatRow(
        example: "1990-12-10T15:59:50.000Z",
        documentation:
          "A text of which `Date` makes a date in JavaScript: ISO 8601, or any other that Node.js reads."
      )
    case .time:
      FormatRow(
        example: "15:59",
        documentation:
          "A time of day, `HH:MM[:SS[.fff]]`, as HTML's `<input type=time>` writes it.")
    case .timeOffset:
      FormatRow(
        example: "15:59:50+01:00",
        documentation:
          "A time with an offset from UTC: RFC 3339's `full-time`, JSON Schema's `time`.")
    case .month:
      FormatRow(
        example: "1990-12",
        documentation: "A month of a year, `YYYY-MM`, as in HTML.")
    case .week:
      FormatRow(
        example: "2026-W53",
        documentation: "An ISO 8601 week that its year has, `YYYY-Www`, as in HTML.")
    case .duration:
      FormatRow(
        example: "P1DT12H",
        documentation: "An ISO 8601 duration by the grammar of RFC 3339, appendix A.")
    case .uuid:
      FormatRow(
        example: "123e4567-e89b-12d3-a456-426614174000",
        documentation: "A UUID of RFC 9562 in its 8-4-4-4-12 form, any version and case.")
    case .ipv4:
      FormatRow(
        example: "192.0.2.1",
        documentation: "An IPv4 address as four decimal octets without leading zeros (RFC 2673).")
    case .ipv6:
      FormatRow(
        example: "2001:db8::1",
        documentation:
          "An IPv6 address of RFC 4291, with an embedded IPv4 address or not, without a zone.")
    case .hostname:
      FormatRow(
        example: "www.example.com",
        documentation: "A host name of RFC 1123; an `xn--` label must be an A-label of RFC 5890.")
    case .idnHostname:
      FormatRow(
        example: "παράδειγμα.δοκιμή",
        documentation: "A host name of IDNA 2008 (RFC 5890 to 5893).")
    case .domain:
      FormatRow(
        example: "example.com",
        documentation: "A host name with a dot whose last label is not a number.")
    case .mac:
      FormatRow(
        example: "00-00-5E-00-53-01",
        documentation: "A 48-bit MAC address of IEEE 802: six octets joined by `:` or by `-`.")
    case .port:
      FormatRow(
        example: "8080",
        documentation: "A port number of RFC 6335 that can be used: 1 to 65535.")
    case .phone:
      FormatRow(
        example: "+44 (20) 7946-0958",
        documentation:
          "A telephone number with the usual separators: 4 to 15 digits, 7 or more after a `+`.")
    case .phoneE164:
      FormatRow(
        example: "+442079460958",
        documentation: "An international telephone number of ITU-T E.164: `+` and 7 to 15 digits.")
    case .color:
      FormatRow(
        example: "#1e90ff",
        documentation: "A simple colour, `#rrggbb`, as HTML's `<input type=color>` writes it.")
    case .colorCSSHex:
      FormatRow(
        example: "#1e90ff80",
        documentation: "A hexadecimal colour of CSS Color 4: 3, 4, 6 or 8 digits.")
    case .iban:
      FormatRow(
        example: "GB29 NWBK 6016 1331 9268 19",
        documentation:
          "An IBAN of ISO 13616: its country's structure and its check digits, in fours or unbroken."
      )
    case .bic:
      FormatRow(
        example: "DEUTDEFF500",
        documentation: "A BIC of ISO 9362: 8 or 11 characters around an assigned country code.")
    case .creditcard:
      FormatRow(
        example: "4111 1111 1111 1111",
        documentation:
          "A payment card number of ISO/IEC 7812: 12 to 19 digits and Luhn's check digit.")
    case .isbn:
      FormatRow(
        example: "978-0-306-40615-7",
        documentation: "An ISBN of ISO 2108, with 10 or 13 digits and its check digit.")
    case .ean:
      FormatRow(
        example: "4006381333931",
        documentation: "An article number of GS1 (EAN-8 or EAN-13) with its check digit.")
    case .lei:
      FormatRow(
        example: "5493001KJTIIGC8Y1R12",
        documentation: "A legal entity identifier of ISO 17442 with its check digits.")
    case .vatEU:
      FormatRow(
        example: "DE136695976",
        documentation:
          "A VAT number of an EU country: its structure as VIES has it, and its check digits.")
    case .slug:
      FormatRow(
        example: "my-first-post",
        documentation: "Words of `a` to `z` and digits, joined by single hyphens.")
    case .semver:
      FormatRow(
        example: "1.4.0-rc.1+build.5",
        documentation: "A version of Semantic Versioning 2.0.0.")
    case .number:
      FormatRow(
        example: "-12.5e3",
        documentation: "A number as HTML and JSON write it.")
    case .integer:
      FormatRow(
        example: "-42",
        documentation: "A whole number as HTML writes it.")
    case .hex:
      FormatRow(
        example: "c0ffee",
        documentation: "Hexadecimal digits (RFC 4648), in any number and case.")
    case .base64:
      FormatRow(
        example: "aGVsbG8=",
        documentation: "Base64 of RFC 4648 with padding, as its encoders write it.")
    case .base64URL:
      FormatRow(
        example: "_-8",
        documentation: "Base64url of RFC 4648, padded or not, as its encoders write it.")
    case .language:
      FormatRow(
        example: "de-CH-1996",
        documentation:
          "A well-formed language tag of BCP 47 (RFC 5646); registration is not checked.")
    case .country:
      FormatRow(
        example: "RO",
        documentation: "An assigned two-letter country code of ISO 3166-1.")
    case .currency:
      FormatRow(
        example: "EUR",
        documentation: "An active currency or fund code of ISO 4217.")
    case .latitude:
      FormatRow(
        example: "-33.8688",
        documentation:
          "Decimal degrees from -90 to 90, with a sign or none, as ISO 6709 counts them.")
    case .longitude:
      FormatRow(
        example: "151.2093",
        documentation:
          "Decimal degrees from -180 to 180, with a sign or none, as ISO 6709 counts them.")
    case .singleLine:
      FormatRow(
        example: "One line of text",
        documentation:
          "Text without line breaks, which are those that Unicode makes mandatory (UAX #14).")
    case .ascii:
      FormatRow(
        example: "Plain text",
        documentation: "Only the characters U+0000 to U+007F (ISO/IEC 646).")
    }
  }
}
