/// The time zones that can be named: fixed offsets, and what a host knows of the places of the
/// world.
package struct ZoneDatabase: Sendable {
  private let place: @Sendable (String) -> ZoneRules?
  /// A place that every database has.
  private static let knownPlace = "Etc/UTC"

  /// Fixed offsets only, or what a closure finds by names such as `Europe/Bucharest` too.
  package init(_ place: @escaping @Sendable (String) -> ZoneRules? = { _ in nil }) {
    self.place = place
  }

  /// The rules of a zone; nil for a name that is none, or that is not known here.
  package func rules(named name: String) -> ZoneRules? { ZoneRules(fixed: name) ?? place(name) }

  /// Whether a name that is not known is a mistake, rather than a machine without a database.
  package var hasPlaces: Bool { place(Self.knownPlace) != nil }
}
