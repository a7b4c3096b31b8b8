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
  ///   - names: The names of places that are worth offering.
  ///   - place: The rules of a place by its name.
  package init(
    names: @escaping @Sendable () -> [String] = { [] },
    _ place: @escaping @Sendable (String) -> ZoneRules? = { _ in nil }
  ) {
    self.place = place
    self.names = names
  }

  /// The names of places, in their order.
  package var placeNames: [String] { names() }

  /// The rules of a zone; nil for a name that is none, or that is not known here.
  package func rules(named name: String) -> ZoneRules? { ZoneRules(fixed: name) ?? place(name) }

  /// Whether a name that is not known is a mistake, rather than a machine without a database.
  package var hasPlaces: Bool { place(Self.knownPlace) != nil }
}
