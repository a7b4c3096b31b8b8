/// The open documents by their URIs, each reached where it lies.
///
/// A dictionary would move a document out and in again with each access, and a keystroke has many;
/// a document is as large as its dozens of parts.
package struct OpenDocuments: Sendable {
  private var places: [String: Int] = [:]
  private var slots: [OpenDocument?] = []
  private var emptyPlaces: [Int] = []

  package var count: Int { places.count }
  /// The URIs, in no order.
  package var uris: some Collection<String> { places.keys }

  /// The document with a URI; nil takes it away.
  package subscript(uri: String) -> OpenDocument? {
    _read {
      if let place = places[uri] { yield slots[place] } else { yield nil }
    }
    _modify {
      if let place = places[uri] {
        defer { if slots[place] == nil { empty(place, uri) } }
        yield &slots[place]
      } else {
        var document: OpenDocument?
        defer { if let document { put(document, uri) } }
        yield &document
      }
    }
  }

  /// Takes a document away, and gives it.
  package mutating func remove(_ uri: String) -> OpenDocument? {
    guard let place = places[uri] else { return nil }
    let document = slots[place].take()
    empty(place, uri)
    return document
  }

  private mutating func put(_ document: OpenDocument, _ uri: String) {
    let place = emptyPlaces.popLast() ?? slots.count
    if place == slots.count { slots.append(document) } else { slots[place] = document }
    places[uri] = place
  }

  private mutating func empty(_ place: Int, _ uri: String) {
    places[uri] = nil
    emptyPlaces.append(place)
  }
}
