import FieldModels

/// The open documents by their URIs, each reached where it lies, and which of them want to be
/// looked at.
///
/// A dictionary would move a document out and in again with each access, and a keystroke has many;
/// a document is as large as its dozens of parts. What wants to be looked at is noted beside them,
/// so that a keystroke in one asks nothing of the others.
package struct OpenDocuments: Sendable {
  private var places: [String: Int] = [:]
  private var documents: [DocumentSession] = []
  /// The places of documents that something has happened to in this turn, some more than once.
  private var touched: [Int] = []
  /// The places of documents with requests that wait for their checks.
  private var awaited: Set<Int> = []
  /// The places of documents that look something up of what autofill has.
  private var lookingUp: Set<Int> = []
  private var deadlines = Deadlines()
  /// Where something has happened last, which is nearly always where the next thing happens.
  private var recent: (uri: String, place: Int)?

  package var count: Int { documents.count }
  /// The URIs, in no order.
  package var uris: some Collection<String> { places.keys }

  package subscript(uri: String) -> DocumentSession? {
    _read {
      if let place = place(of: uri) { yield documents[place] } else { yield nil }
    }
  }

  /// The document at a place, which it keeps until another is taken away.
  subscript(place: Int) -> DocumentSession {
    _read { yield documents[place] }
    _modify { yield &documents[place] }
  }

  func place(of uri: String) -> Int? {
    if let recent, recent.uri == uri { return recent.place }
    return places[uri]
  }

  mutating func add(_ document: DocumentSession) {
    places[document.uri] = documents.count
    documents.append(document)
    note(documents.count - 1)
  }

  /// Takes a document away, and gives it; the last one goes into its place.
  mutating func remove(_ uri: String) -> DocumentSession? {
    guard let place = places.removeValue(forKey: uri) else { return nil }
    recent = nil
    let last = documents.count - 1
    documents.swapAt(place, last)
    for place in [place, last] {
      touched.removeAll { $0 == place }
      awaited.remove(place)
      lookingUp.remove(place)
      deadlines.set(nil, for: place)
    }
    let document = documents.removeLast()
    if place < last {
      places[documents[place].uri] = place
      note(place)
    }
    return document
  }

  /// Notes what a document wants after something has happened to it.
  mutating func note(_ place: Int) {
    let wants = documents[place].wants()
    if recent?.place != place { recent = (documents[place].uri, place) }
    // A turn goes on with one document for long.
    if wants.isTouched, touched.last != place { touched.append(place) }
    deadlines.set(wants.deadline, for: place)
    Self.note(wants.isAwaited, place, in: &awaited)
    Self.note(wants.isLookingUp, place, in: &lookingUp)
  }

  /// Has a place among some, or not; there are none most often.
  private static func note(_ isThere: Bool, _ place: Int, in places: inout Set<Int>) {
    if isThere {
      places.insert(place)
    } else if !places.isEmpty {
      places.remove(place)
    }
  }

  /// When a document is due without a message.
  var nextDeadline: Instant? { deadlines.next }

  /// The documents whose moment has come.
  func duePlaces(at now: Instant) -> [Int] { inOrder(deadlines.due(at: now)) }

  var allPlaces: Range<Int> { documents.indices }

  /// Whether a request waits for checks of any document.
  var isAnyAwaited: Bool { !awaited.isEmpty }

  /// Whether a document looks something up of what autofill has.
  var isAnyLookingUp: Bool { !lookingUp.isEmpty }

  var awaitedPlaces: [Int] { inOrder(awaited) }

  /// The documents that something has happened to since the last time.
  mutating func takeTouchedPlaces() -> [Int] {
    defer { touched = [] }
    return touched.count < 2 ? touched : inOrder(Set(touched))
  }

  /// In the order of their URIs, so that what is said does not depend on where they lie.
  private func inOrder(_ places: some Collection<Int>) -> [Int] {
    places.count < 2 ? Array(places) : places.sorted { self[$0].uri < self[$1].uri }
  }

  /// Whether the notes are what the documents say, between two turns.
  var isConsistent: Bool {
    touched.isEmpty
      && places.allSatisfy { uri, place in
        self[place].uri == uri && self[place].form.isConsistent
          && self[place].form.isAwaited == awaited.contains(place)
          && self[place].form.isLookingUp == lookingUp.contains(place)
          && self[place].nextDeadline == deadlines[place]
      }
  }
}

/// When which document wants to be looked at, by its place.
private struct Deadlines: Sendable {
  private var moments: [Instant?] = []
  /// The earliest of all moments.
  private(set) var next: Instant?

  subscript(place: Int) -> Instant? { place < moments.count ? moments[place] : nil }

  /// Notes when a document wants to be looked at next; nil for never.
  mutating func set(_ moment: Instant?, for place: Int) {
    let old = self[place]
    guard moment != old else { return }
    while moments.count <= place { moments.append(nil) }
    moments[place] = moment
    if old != nil, old == next {
      next = moments.lazy.compactMap { $0 }.min()
    } else {
      next = .earlier(next, moment)
    }
  }

  /// The documents whose moment has come.
  func due(at now: Instant) -> [Int] {
    guard let next, next <= now else { return [] }
    return moments.indices.filter { place in moments[place].map { $0 <= now } ?? false }
  }
}
