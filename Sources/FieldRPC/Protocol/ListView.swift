package import FieldModels

/// A list of a form as front ends are told of it: which entries it has, by their numbers, and what is
/// wrong with it as a whole.
package struct ListView: Equatable, Sendable, JSONObjectWritable {
  let key: String
  private(set) var entries: [Int]
  private let problems: [FieldProblem]

  init(key: String, _ document: FieldDocument) {
    self.key = key
    entries = document.entryNumbers(ofList: key)
    problems = document.problems(ofList: key).map {
      FieldProblem($0, key: key, document.wording)
    }
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("key", key)
    json.member("entries", entries)
    if !problems.isEmpty { json.member("problems", problems) }
  }

  /// What is not as a client was told last.
  package struct News: Equatable, Sendable, JSONObjectWritable {
    private let key: String
    private var removed: [Int] = []
    /// Each with the entry that stands behind it; nil behind the last.
    private var added: [Added] = []
    private var problems: [FieldProblem]?
    /// It is no list any more.
    private var isGone = false
    /// The client has not heard of it.
    private var isNew = false

    private struct Added: Equatable, Sendable, JSONObjectWritable {
      var entry: Int
      var before: Int?

      func writeMembers(to json: inout JSONWriter) {
        json.member("entry", entry)
        json.member("before", orNull: before)
      }
    }

    init(_ view: ListView, since old: ListView?) {
      key = view.key
      isNew = old == nil
      let before = old?.entries ?? []
      let limit = min(before.count, view.entries.count)
      var front = 0
      while front < limit, before[front] == view.entries[front] { front += 1 }
      var back = 0
      while back < limit - front,
        before[before.count - 1 - back] == view.entries[view.entries.count - 1 - back]
      {
        back += 1
      }
      let new = front..<(view.entries.count - back)
      removed = Array(before[front..<(before.count - back)])
      // The last first, so that each stands before one that is known.
      added = new.reversed().map { place in
        let next = place + 1
        return Added(
          entry: view.entries[place], before: next < view.entries.count ? view.entries[next] : nil)
      }
      if view.problems != old?.problems ?? [] { problems = view.problems }
    }

    init(goneWith view: ListView) {
      key = view.key
      isGone = true
    }

    var isEmpty: Bool {
      removed.isEmpty && added.isEmpty && problems == nil && !isGone && !isNew
    }

    package func writeMembers(to json: inout JSONWriter) {
      json.member("key", key)
      if isGone { json.member("gone", true) }
      if !removed.isEmpty { json.member("removed", removed) }
      if !added.isEmpty { json.member("added", added) }
      if let problems { json.member("problems", problems) }
    }
  }
}
