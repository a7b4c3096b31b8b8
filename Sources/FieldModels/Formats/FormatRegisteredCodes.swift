/// The registered codes that formats look up, and the lists they are.
///
/// Each list is a text of codes, as its registry prints it, made into a table on first use. The
/// registries change a few times a year; a list says what it was as of.
enum RegisteredCodes {
  /// The assigned alpha-2 codes of ISO 3166-1, as of 2026.
  static let countries = codes(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO
    BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ
    DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
    GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
    KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML
    MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE
    PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
    SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM
    US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """)

  /// The active codes of ISO 4217, list one, funds and metals included, as of amendment 180.
  static let currencies = codes(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP
    BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN
    ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK
    JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
    MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP
    PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV
    WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR
    ZMW ZWG
    """)

  /// What a country's IBANs have behind their check digits, by the registry of ISO 13616: how many
  /// digits, letters and characters that may be either, in this order.
  static func ibanShape(country: some Collection<UInt8>) -> [(count: Int, set: ASCIISet)]? {
    ibanShapes[Array(country)]
  }

  /// `n` is a digit, `a` a letter and `c` either.
  private static let ibanShapes: [[UInt8]: [(count: Int, set: ASCIISet)]] = codes(
    """
    AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c
    CH5n12c CR18n CY8n16c CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n
    FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HN4a20n HR17n HU24n IE4a14n IL19n
    IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c
    LV4a13c LY21n MC10n11c2n MD20c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n
    NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a
    SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n
    VG4a16n XK16n YE4a4n18c
    """
  ).reduce(into: [:]) { shapes, entry in
    var shape: [(count: Int, set: ASCIISet)] = []
    var cursor = DigitCursor(entry[2...])
    while let count = DigitCursor.number(digits: cursor.skipDigits()) {
      if cursor.skip(UInt8(ascii: "n")) {
        shape.append((Int(count), .digits))
      } else if cursor.skip(UInt8(ascii: "a")) {
        shape.append((Int(count), .uppercase))
      } else if cursor.skip(UInt8(ascii: "c")) {
        shape.append((Int(count), .lettersAndDigits))
      }
    }
    shapes[Array(entry.prefix(2))] = shape
  }

  private static func codes(_ text: StaticString) -> Set<[UInt8]> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
    return Set(text.description.utf8.split(whereSeparator: isBlank).map(Array.init))
  }
}

extension Format {
  static func isCountry(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 2 && RegisteredCodes.countries.contains(Array(bytes))
  }

  static func isCurrency(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 3 && RegisteredCodes.currencies.contains(Array(bytes))
  }
}
