import FieldModels

/// Names in the conditions of a foreign form that nothing in it has, such as those that the program around a survey sets.
///
/// Where answers may have them, each becomes a field of any value that nobody is shown, so that conditions see it.
struct ForeignOutsiders {
  /// The names that anything in the form has, in lower case where case means nothing.
  private var known: Set<String> = []
  private let ignoresCase: Bool
  /// Where the form names those first that conditions were read of, by the names.
  private var places: [String: String] = [:]

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Notes the names in a form, which are the texts of some members, and others that are none of an outsider.
  mutating func note(_ form: JSONValue, members named: Set<String>, besides others: [String]) {
    known.formUnion(others.map(folded))
    var rest = [form]
    while let value = rest.popLast() {
      rest += value.array ?? []
      guard case .object(let members) = value else { continue }
      for member in members {
        if named.contains(member.name), let name = member.value.string {
          known.insert(folded(name))
        }
        rest.append(member.value)
      }
    }
  }

  private func folded(_ name: String) -> String { ignoresCase ? name.lowercased() : name }

  /// Whether nothing in the form has a name, which leads to no part of something.
  func has(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { ASCIISet.wordCharacters.contains($0) }
    return isPlain && !name.isEmpty && !known.contains(folded(name)) && Int(name) == nil
  }

  /// Takes an outsider of a condition that was read, and tells of one that is new.
  mutating func take(_ name: String, at path: String, telling notes: inout ForeignNotes) {
    if places[name] != nil { return }
    places[name] = path
    notes.add(
      .reinterpreted, path,
      "Nothing in the form is called `\(name)`; a record may have it, in a field that is not shown",
      effect: .nothing)
  }

  /// The fields of those that were taken, and where the form names them.
  var fields: [(value: JSONValue, origin: String)] {
    places.sorted { $0.key < $1.key }.map { name, path in
      let field: JSONValue = .object([
        .init("key", .string(name)), .init("kind", "any"), .init("label", .string(name)),
        .init("visible", .bool(false)), .init("whenHidden", "keep"),
      ])
      return (field, path)
    }
  }
}
