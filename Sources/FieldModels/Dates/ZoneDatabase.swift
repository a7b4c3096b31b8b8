/// The time zones that can be named: fixed offsets, and what a host knows of the places of the
/// world.
package struct ZoneDatabase: Sendable {
  private let place: @Sendable (String) -> ZoneRules?
  private let names: @Sendable () -> [String]
  /// A place that every database has.
  private static let knownPlace = "Etc/UTC"

  /// Fixed offsets only, or what a closure finds by names such as `Europe/Bucharest` too.
  ///
  /// - Parameters:
  ///   - place: The rules of a place by its name.
  ///   - names: The names of places that are worth offering.
  package init(
    _ place: @escaping @Sendable (String) -> ZoneRules? = { _ in nil },
    names: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.place = place
    self.names = names
  }

  /// The names of places, in their order.
  package var placeNames: [String] { names() }

  /// The rules of a zone; nil for a name that is none, or that is not known here.
  package func rules(named name: String) -> ZoneRules? {
    if let rules = ZoneRules(fixed: name) ?? place(name) { return rules }
    guard let today = Self.otherNames[name] else { return nil }
    return ZoneRules(fixed: today) ?? place(today)
  }

  /// Whether a name is that of a zone, whatever the machine knows.
  package static func isWellKnown(_ name: String) -> Bool {
    ZoneRules(fixed: name) != nil || otherNames[name] != nil
  }

  /// Names from before there were areas and cities, each with what the database has it for: all
  /// that have no slash, and those of countries; a machine may keep its zones without them.
  private static let otherNames: [String: String] = {
    let words = """
      CET Europe/Brussels CST6CDT America/Chicago Cuba America/Havana EET Europe/Athens EST -05:00
      EST5EDT America/New_York Egypt Africa/Cairo Eire Europe/Dublin Factory UTC GB Europe/London
      GB-Eire Europe/London GMT+0 GMT GMT-0 GMT GMT0 GMT Greenwich GMT HST -10:00 Hongkong
      Asia/Hong_Kong Iceland Africa/Abidjan Iran Asia/Tehran Israel Asia/Jerusalem Jamaica
      America/Jamaica Japan Asia/Tokyo Kwajalein Pacific/Kwajalein Libya Africa/Tripoli MET
      Europe/Brussels MST -07:00 MST7MDT America/Denver NZ Pacific/Auckland NZ-CHAT Pacific/Chatham
      Navajo America/Denver PRC Asia/Shanghai PST8PDT America/Los_Angeles Poland Europe/Warsaw
      Portugal Europe/Lisbon ROC Asia/Taipei ROK Asia/Seoul Singapore Asia/Singapore Turkey
      Europe/Istanbul UCT UTC Universal UTC W-SU Europe/Moscow WET Europe/Lisbon Zulu UTC
      US/Alaska America/Anchorage US/Aleutian America/Adak US/Arizona America/Phoenix US/Central
      America/Chicago US/East-Indiana America/Indiana/Indianapolis US/Eastern America/New_York
      US/Hawaii Pacific/Honolulu US/Indiana-Starke America/Indiana/Knox US/Michigan America/Detroit
      US/Mountain America/Denver US/Pacific America/Los_Angeles US/Samoa Pacific/Pago_Pago
      Canada/Atlantic America/Halifax Canada/Central America/Winnipeg Canada/Eastern
      America/Toronto Canada/Mountain America/Edmonton Canada/Newfoundland America/St_Johns
      Canada/Pacific America/Vancouver Canada/Saskatchewan America/Regina Canada/Yukon
      America/Whitehorse Brazil/Acre America/Rio_Branco Brazil/DeNoronha America/Noronha
      Brazil/East America/Sao_Paulo Brazil/West America/Manaus Chile/Continental America/Santiago
      Chile/EasterIsland Pacific/Easter Mexico/BajaNorte America/Tijuana Mexico/BajaSur
      America/Mazatlan Mexico/General America/Mexico_City
      """.split { $0 == " " || $0 == "\n" }.map(String.init)
    return Dictionary(
      uniqueKeysWithValues: stride(from: 1, to: words.count, by: 2).map { index in
        (words[index - 1], words[index])
      })
  }()

  /// Whether a name that is not known is a mistake, rather than a machine without a database.
  package var hasPlaces: Bool { place(Self.knownPlace) != nil }
}
