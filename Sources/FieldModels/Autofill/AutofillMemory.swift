/// What a person has typed into fields and taken out of lists, by the name of an autofill source.
///
/// It is the sum of its changes: equal changes in an equal order make equal memories, wherever
/// they are kept. A string is learned, removed or unknown; the last change of it decides. Texts
/// that look the same, however they are composed, are one string, as they are in a list of
/// matches.
///
/// It cannot grow without end. Of each source it keeps the 10,000 strings that were learned last
/// and the 10,000 that were removed last; the oldest goes first. A change with an empty or an
/// overlong text, or of one source too many, changes nothing.
package struct AutofillMemory: Equatable, Sendable {
  /// Longer than what somebody types into a field to have it offered again.
  package static let textByteCountLimit = 4096
  /// Longer than a name that somebody gives to a source.
  package static let sourceByteCountLimit = 256
  /// More than anybody looks through.
  package static let stringLimit = 10_000
  /// More sources than a person's forms have; whoever makes more makes them by a program.
  package static let sourceLimit = 1000

  private var sources: [String: Source] = [:]

  /// A memory of nothing.
  package init() {}

  /// Makes a change part of the memory.
  ///
  /// A string that was learned already keeps its place.
  ///
  /// - Returns: Whether the memory is another one now.
  @discardableResult
  package mutating func apply(_ change: AutofillChange) -> Bool {
    guard takes(change) else { return false }
    switch change {
    case .learned(let text, let source):
      return sources[source, default: Source()].learn(text)
    case .removed(let text, let source):
      return sources[source, default: Source()].remove(text)
    }
  }

  /// Whether a change is within the limits.
  package func takes(_ change: AutofillChange) -> Bool {
    let (text, source) = (change.text, change.source)
    return !text.isEmpty && text.utf8.count <= Self.textByteCountLimit
      && source.utf8.count <= Self.sourceByteCountLimit
      && (sources.count < Self.sourceLimit || sources[source] != nil)
  }

  /// Whether a text was taken out of a source, and not learned again.
  package func hasRemoved(_ text: String, from source: String) -> Bool {
    sources[source]?.removed.contains(text) ?? false
  }

  /// What a source offers: the given strings without those removed, then the learned ones in the
  /// order of learning, each once.
  package func strings(of source: String, besides given: [String]) -> [String] {
    let memory = sources[source]
    var seen: Set<String> = []
    let standing = given.filter { !(memory?.removed.contains($0) ?? false) }
    return (standing + (memory?.learned.strings ?? [])).filter { seen.insert($0).inserted }
  }

  /// The fewest changes that make an equal memory, in a stable order.
  package var changes: [AutofillChange] {
    sources.sorted { $0.key < $1.key }.flatMap { name, source in
      source.learned.strings.map { .learned($0, source: name) }
        + source.removed.strings.map { .removed($0, source: name) }
    }
  }
}

extension AutofillMemory {
  /// What is known of one source; no string is in both lists.
  private struct Source: Equatable {
    var learned = OrderedStrings()
    var removed = OrderedStrings()

    mutating func learn(_ text: String) -> Bool {
      removed.remove(text)
      return learned.append(text, limit: AutofillMemory.stringLimit)
    }

    mutating func remove(_ text: String) -> Bool {
      learned.remove(text)
      return removed.append(text, limit: AutofillMemory.stringLimit)
    }
  }

  /// Strings in the order in which they came, each once; to add and to remove one takes a step.
  private struct OrderedStrings: Equatable {
    /// nil where one was removed.
    private var entries: [String?] = []
    /// Where the first one is, or behind it.
    private var start = 0
    private var places: [String: Int] = [:]

    var strings: [String] { entries[start...].compactMap { $0 } }

    static func == (one: Self, other: Self) -> Bool {
      one.places.count == other.places.count && one.strings == other.strings
    }

    func contains(_ string: String) -> Bool { places[string] != nil }

    mutating func append(_ string: String, limit: Int) -> Bool {
      guard places[string] == nil else { return false }
      places[string] = entries.count
      entries.append(string)
      while limit < places.count {
        if let first = entries[start] { places[first] = nil }
        entries[start] = nil
        start += 1
      }
      closeUp()
      return true
    }

    mutating func remove(_ string: String) {
      guard let place = places.removeValue(forKey: string) else { return }
      entries[place] = nil
      closeUp()
    }

    /// Takes the gaps out once they are as many as the strings.
    private mutating func closeUp() {
      guard 2 * places.count + 16 < entries.count else { return }
      entries = strings.map(Optional.init)
      start = 0
      for (place, string) in entries.enumerated() { if let string { places[string] = place } }
    }
  }
}
