/// What of a document comes back when a form that was made of it is read again.
///
/// A format is written by rules of its own, and read by others; that both mean the same is not left to
/// them. What does not come back as it was is told, property by property, unless the exporter has
/// told of it already; what does counts as kept.
struct ReturningForm {
  private let returned: JSONValue
  private let reader: Reader
  private var report: ConversionReport
  private var told: Set<String> = []
  /// The places around those.
  private var toldWithin: Set<String> = []

  /// Who reads the form again.
  struct Reader {
    /// What to call the format.
    var format: String
    /// A pattern in the one way of all that the format's readers take for the same.
    var plainPattern: @Sendable (String) -> String = { $0 }
  }

  /// A field as a document has it, and where.
  struct Field {
    var place: String
    var members: [JSONValue.Member]
  }

  private init(returned: JSONValue, report: ConversionReport, by reader: Reader) {
    self.returned = returned
    self.report = report
    self.reader = reader
    for entry in report.entries { note(entry.path) }
  }

  /// - Parameters:
  ///   - document: the document that was written
  ///   - returned: the document made of what was written
  ///   - losses: what the exporter has told already, by places in the document
  ///   - reader: who has made it
  /// - Returns: the whole report
  static func report(
    on document: JSONValue, returned: JSONValue, losses: [ConversionReport.Entry],
    by reader: Reader
  ) -> ConversionReport {
    var comparison = ReturningForm(
      returned: returned, report: ConversionReport(losses), by: reader)
    comparison.compare(document)
    return comparison.report
  }

  /// Adds to a report what is different in the fields that come back.
  ///
  /// Those of which it tells as a whole are passed over, and its count is left alone.
  /// A format of questions says little of a field, and an export tells each thing that it passes
  /// over; so of a field of which something is told what it has besides goes without saying, and what
  /// is left to who checks the answers is no loss.
  static func addDifferences(
    of fields: [Field], returned: JSONValue, by reader: Reader, to report: inout ConversionReport
  ) {
    var comparison = ReturningForm(returned: returned, report: report, by: reader)
    var made: [String: JSONValue] = [:]
    for field in returned["fields"]?.array ?? [] { made[field["key"]?.string ?? ""] = field }
    for field in fields where !comparison.told.contains(field.place) {
      let key = field.members["key"]?.string ?? ""
      let count = comparison.report.entries.count
      comparison.compare(.object(field.members), made[key] ?? [:], in: field.place)
      let isTold = comparison.toldWithin.contains(field.place)
      let found = comparison.report.entries[count...].filter { $0.path != field.place || !isTold }
      report.entries += found.map {
        .init(.reinterpreted, path: $0.path, message: $0.message, effect: $0.effect)
      }
    }
  }

  private mutating func compare(_ document: JSONValue) {
    for member in document.members {
      switch member.name {
      case "fields":
        compare(document["fields"]?.array ?? [], returned["fields"]?.array ?? [], in: "/fields")
      case "groups":
        compare(document["groups"]?.array ?? [], returned["groups"]?.array ?? [], in: "/groups")
      case "$schema": report.keep()
      default:
        compare(member, of: document, to: returned[member.name], in: .document, at: "")
      }
    }
    if document["groups"] == nil, returned["groups"] != nil {
      tell(
        .reinterpreted, at: "/groups", "\(reader.format) makes groups of its own", effect: .nothing)
    }
  }

  /// Compares fields or groups, which are known by their keys.
  private mutating func compare(_ parts: [JSONValue], _ found: [JSONValue], in path: String) {
    var places: [String: Int] = [:]
    for (index, part) in found.enumerated() {
      if let key = part["key"]?.string, places[key] == nil { places[key] = index }
    }
    let keys = Set(parts.compactMap { $0["key"]?.string })
    var renamed = found.indices.filter { !keys.contains(found[$0]["key"]?.string ?? "") }[...]
    var last = -1
    for (index, part) in parts.enumerated() {
      let place = "\(path)/\(index)"
      if told.contains(place) { continue }
      // Of a part that has another key in the format, that is told; they come back in order.
      let hasKey = !told.contains(place + "/key")
      let other =
        hasKey ? part["key"]?.string.flatMap { places.removeValue(forKey: $0) } : renamed.popFirst()
      guard let other else {
        tell(.unsupportedField, at: place, "\(reader.format) has no place for it")
        continue
      }
      if other < last {
        tell(.reinterpreted, at: place, "It comes back in another order", effect: .nothing)
      }
      last = max(last, other)
      compare(part, found[other], in: place)
    }
  }

  private mutating func compare(_ part: JSONValue, _ other: JSONValue, in path: String) {
    let section = path.hasPrefix("/fields") ? Section.field : .group
    for member in part.members {
      if member.name == "validation" {
        compareRules(member.value, other["validation"], in: path)
      } else {
        compare(member, of: part, to: other[member.name], in: section, at: path)
      }
    }
    for member in other.members where part[member.name] == nil {
      if Self.goesWithoutSaying(member, of: section, in: other) { continue }
      if member.name == "validation" {
        let rules = Self.rules(member.value)
        if !rules.isEmpty {
          tell(
            .reinterpreted, at: path, "It comes back with rules of \(reader.format)",
            effect: .stricter)
        }
      } else if !isTold(path + JSONPointer.step(member.name)),
        member.name != "lenient" || !told.contains(path)
      {
        tell(
          .reinterpreted, at: path, "It comes back with `\(member.name)`",
          effect: Self.effect(ofGaining: member.name))
      }
    }
  }

  private mutating func compare(
    _ member: JSONValue.Member, of part: JSONValue, to other: JSONValue?, in section: Section,
    at path: String
  ) {
    let place = path + JSONPointer.step(member.name)
    if let other, isSame(member.value, other, of: member.name) { return report.keep() }
    if other == nil, Self.goesWithoutSaying(member, of: section, in: part) { return report.keep() }
    if isTold(place) { return }
    if other == nil {
      tell(
        .noCounterpart, at: place, "\(reader.format) says nothing of `\(member.name)`",
        effect: Self.effect(ofLosing: member.name))
    } else {
      tell(
        .reinterpreted, at: place, "`\(member.name)` comes back with another value",
        effect: Self.effect(ofLosing: member.name))
    }
  }

  private mutating func compareRules(_ value: JSONValue, _ other: JSONValue?, in path: String) {
    var found = Self.rules(other ?? .null)
    for list in ["live", "endEditing"] {
      let rules = value[list]?.array ?? []
      if list == "live", !rules.isEmpty, !isTold(path + "/validation/live") {
        tell(
          .reinterpreted, at: path + "/validation/live",
          "\(reader.format) does not say that rules run while typing", effect: .nothing)
      }
      for (index, rule) in rules.enumerated() {
        let place = "\(path)/validation/\(list)/\(index)"
        if let match = found.firstIndex(where: { isSame($0, rule, of: "endEditing") }) {
          found.remove(at: match)
          report.keep(max(1, rule.members.count))
        } else if !isTold(place) {
          let names = rule.members.map { "`\($0.name)`" }.joined(separator: ", ")
          tell(.noCounterpart, at: place, "\(reader.format) has no rule with \(names)")
        }
      }
    }
    if value["interval"] != nil, !isTold(path + "/validation/interval") {
      tell(
        .noCounterpart, at: path + "/validation/interval",
        "\(reader.format) says nothing of `interval`", effect: .nothing)
    }
    if !found.isEmpty {
      tell(
        .reinterpreted, at: path, "It comes back with rules of \(reader.format)",
        effect: .stricter)
    }
  }

  /// What records feel of it that a property is not there any more.
  private static func effect(ofLosing name: String) -> ConversionReport.Effect {
    ConversionReport.Effect.ofLosing(name) ?? (decides(name) ? .laxer : .nothing)
  }

  private static func effect(ofGaining name: String) -> ConversionReport.Effect {
    ConversionReport.Effect.ofLosing(name) != nil ? .laxer : decides(name) ? .stricter : .nothing
  }

  /// Whether a property of a document, a field, a group or a list has a say in which records are right.
  private static func decides(_ name: String) -> Bool {
    switch name {
    case "autofill", "capitalization", "clearable", "color", "date", "description", "dir",
      "entries",
      "helper", "keyboard", "label", "lang", "messages", "placeholder", "presentation", "returnKey",
      "secure", "success", "text", "title", "unit":
      false
    default: true
    }
  }

  private static func rules(_ value: JSONValue) -> [JSONValue] {
    (value["live"]?.array ?? []) + (value["endEditing"]?.array ?? [])
  }

  /// Whether something was told of a place, of what is around it or of what is in it.
  private func isTold(_ place: String) -> Bool {
    if toldWithin.contains(place) { return true }
    var place = place[...]
    while let slash = place.lastIndex(of: "/") {
      if told.contains(String(place)) { return true }
      place = place[..<slash]
      // A field of which something was told is looked at all the same.
      if place.split(separator: "/").count < 3 { break }
    }
    return false
  }

  private mutating func note(_ place: String) {
    told.insert(place)
    var outer = place[...]
    while let slash = outer.lastIndex(of: "/") {
      outer = outer[..<slash]
      guard toldWithin.insert(String(outer)).inserted else { return }
    }
  }

  private mutating func tell(
    _ code: ConversionReport.Code, at path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    report.add(code, path, message, effect: effect)
  }

  /// Whether two values of a property, or in the list that it has, say the same.
  ///
  /// The members of objects may stand in any order, and a pattern may be written in any way that the
  /// readers take for the same.
  private func isSame(_ value: JSONValue, _ other: JSONValue, of name: String) -> Bool {
    switch (value, other) {
    case (.object(let members), .object(let others)):
      let section = Self.sections[name]
      func isStandard(_ member: JSONValue.Member) -> Bool {
        section.map { Self.goesWithoutSaying(member, of: $0, in: value) } ?? false
      }
      return members.allSatisfy { member in
        guard let other = others[member.name] else { return isStandard(member) }
        return isSame(member.value, other, of: member.name)
      } && others.allSatisfy { members[$0.name] != nil || isStandard($0) }
    case (.array(let elements), .array(let others)):
      return elements.count == others.count
        && zip(elements, others).allSatisfy { areSame($0, $1, in: name) }
    case (.string(let source), .string(let found)) where name == "pattern":
      return source == found || reader.plainPattern(source) == reader.plainPattern(found)
    default: return value.isSame(as: other)
    }
  }

  /// Whether two elements of a list say the same: a row may be its value, or an object with it.
  private func areSame(_ value: JSONValue, _ other: JSONValue, in list: String) -> Bool {
    switch (value, other) {
    case (.object(let members), _) where members.map(\.name) == ["value"]:
      if case .object = other { return isSame(value, other, of: list) }
      return isSame(members[0].value, other, of: "value")
    case (_, .object(let members)) where members.map(\.name) == ["value"]:
      return isSame(value, members[0].value, of: "value")
    default: return isSame(value, other, of: list)
    }
  }

  /// The properties that are, or list, objects of a section.
  private static let sections: [String: Section] = [
    "data": .choice, "live": .rule, "endEditing": .rule, "repeat": .repetition,
    "autofill": .autofill,
  ]

  /// Whether a member says what its absence does.
  private static func goesWithoutSaying(
    _ member: JSONValue.Member, of section: Section, in part: JSONValue
  ) -> Bool {
    if member.name == "whenEmpty", part["multiple"] == true {
      return member.value == .string(EmptyValue.empty.rawValue)
    }
    guard let name = Property.Name(rawValue: member.name),
      let row = PropertyTable.property(name, in: section)
    else { return false }
    if let standard = row.defaultValue { return standard == member.value.json }
    // No words are as good as empty ones.
    if case .text = row.shape { return !row.isRequired && member.value == "" }
    return false
  }
}
