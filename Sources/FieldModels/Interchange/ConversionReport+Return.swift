/// What of an export does not come back as it was.
extension ConversionReport {
  /// A field as a document has it, and where.
  struct Source {
    var place: String
    var members: [JSONValue.Member]
  }

  /// Reports what an import of an export makes otherwise, where nothing was told of it yet.
  ///
  /// It may add a keyboard, say. So a form of which nothing is told comes back as it was.
  ///
  /// - Parameters:
  ///   - fields: what was exported
  ///   - read: what an import makes of the export
  mutating func addWhatReturnsOtherwise(_ fields: [Source], _ read: Conversion?) {
    guard let read, case .value(let document) = read.form else { return }
    var made: [String: [JSONValue.Member]] = [:]
    for field in document["fields"]?.array ?? [] {
      made[field["key"]?.string ?? ""] = field.members
    }
    let (told, touched) = (Set(entries.map(\.path)), touchedPlaces)
    for field in fields where !told.contains(field.place) {
      let own = made[field.members["key"]?.string ?? ""] ?? []
      for member in JSONSchemaExtras.difference(from: own, to: field.members) {
        if member.name == JSONSchemaExtras.without {
          let names = (member.value.array ?? []).compactMap(\.string)
          // What is said otherwise may be said by another name too.
          guard !touched.contains(field.place) else { continue }
          add(
            .reinterpreted, field.place,
            "Read again, it says more: \(names.map { "`\($0)`" }.joined(separator: ", "))")
        } else if !touched.contains(field.place + JSONPointer.step(member.name)) {
          add(
            .reinterpreted, field.place + JSONPointer.step(member.name),
            "Read again, it says nothing or something else of `\(member.name)`")
        }
      }
    }
  }
}
