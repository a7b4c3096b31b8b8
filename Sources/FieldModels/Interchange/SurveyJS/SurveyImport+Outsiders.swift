import FieldModels

/// Names in the conditions of a survey that nothing in it has: the program around the survey sets them, or they stand in
/// its answers.
///
/// Each becomes a field of any value that nobody is shown, so that a record may have it and conditions see it.
extension SurveyImport {
  struct Outsider {
    var target: ForeignScope.Target
    /// Where the survey names it first.
    var path: String

    /// Its field, which is named as in the survey.
    func field(named name: String) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("key", .string(target.key)), .init("kind", "any"), .init("label", .string(name)),
      ]
      if target.key != name { members.append(.init("path", .string(JSONPointer.path([name])))) }
      return .object(members + [.init("visible", .bool(false)), .init("whenHidden", "keep")])
    }
  }

  /// What a survey itself gives a value under these names, in lower case.
  private static let ownNames: Set<String> = [
    "choice", "item", "locale", "pagecount", "pageno", "panel", "panelindex", "row", "rowindex",
    "rowname", "rowtitle", "rowvalue", "self", "survey", "visiblepanelindex", "visiblerowindex",
  ]

  /// Makes the outsiders in an expression known, in case that it is read.
  ///
  /// - Returns: those that were not known before, by their names
  func outsiders(
    in expression: ForeignExpression, at path: String, to scope: inout ForeignScope
  ) -> [String: Outsider] {
    var found: [String: Outsider] = [:]
    for name in Set(expression.names).sorted() where isOutsider(name, scope) {
      let target = ForeignScope.Target(key: name, isAny: true)
      scope.add(name, target)
      found[name] = Outsider(target: target, path: path)
    }
    return found
  }

  private func isOutsider(_ name: String, _ scope: ForeignScope) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      ASCIISet.letters.contains($0) || ASCIISet.digits.contains($0) || $0 == UInt8(ascii: "_")
    }
    return isPlain && !name.isEmpty && scope.target(name) == nil
      && !Self.ownNames.contains(name.lowercased()) && !knownNames.contains(name.lowercased())
  }

  /// Takes outsiders of an expression that was read.
  mutating func take(_ found: [String: Outsider]) {
    for (name, outsider) in found.sorted(by: { $0.key < $1.key }) {
      outsiders[name] = outsider
      scope.add(name, outsider.target)
      knownNames.insert(name.lowercased())
      notes.add(
        .reinterpreted, outsider.path,
        "No question is called `\(name)`; a record may have it, in a field that is not shown",
        effect: .nothing)
    }
  }

  /// The names that anything in a survey has, and what it calculates or sets, in lower case.
  static func names(in survey: JSONValue) -> Set<String> {
    var names: Set<String> = []
    var rest = [survey]
    while let value = rest.popLast() {
      rest += value.array ?? []
      guard case .object(let members) = value else { continue }
      for member in members {
        if ["name", "setToName", "valueName"].contains(member.name), let name = member.value.string {
          names.insert(name.lowercased())
        }
        rest.append(member.value)
      }
    }
    return names
  }
}
