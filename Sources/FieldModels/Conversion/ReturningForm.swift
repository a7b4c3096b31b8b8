import FieldModels

/// What of a document comes back when a form that was made of it is read again.
///
/// A format is written by rules of its own, and read by others; that both mean the same is not left to
/// them. What does not come back as it was is told, property by property, unless the exporter has
/// told of it already; what does counts as kept.
struct ReturningForm {
  private let returned: JSONValue
  private let reader: Reader
  private var report: ConversionReport
  /// The places of which something was told, with what records feel of it at most.
  private var told: [String: ConversionReport.Effect] = [:]
  /// The same of the places around those.
  private var toldWithin: [String: ConversionReport.Effect] = [:]
  /// The places of what has no place in the format as a whole.
  private var gone: Set<String> = []
  /// As what parts of the document are known to have come back: by their places, which of the same parts.
  private var known: [String: Int] = [:]

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
    for entry in report.entries { note(entry) }
  }

  /// - Parameters:
  ///   - document: the document that was written
  ///   - returned: the document made of what was written
  ///   - losses: what the exporter has told already, by places in the document
  ///   - known: as what fields are known to have come back, by their places in the document; others are
  ///     looked for by their keys
  ///   - reader: who has made it
  /// - Returns: the whole report
  static func report(
    on document: JSONValue, returned: JSONValue, losses: [ConversionReport.Entry],
    known: [String: Int] = [:], by reader: Reader
  ) -> ConversionReport {
    var comparison = ReturningForm(
      returned: returned, report: ConversionReport(losses), by: reader)
    comparison.known = known
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
    for field in fields where !comparison.gone.contains(field.place) {
      // What another key stands for is told.
      guard let other = made[field.members["key"]?.string ?? ""] else { continue }
      let count = comparison.report.entries.count
      comparison.compare(.object(field.members), other, in: field.place)
      let isTold = comparison.toldWithin[field.place] != nil
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
        compare(
          member, of: document, to: returned, in: "",
          if: Self.goesWithoutSaying(member, of: .document))
      }
    }
    if document["groups"] == nil, returned["groups"] != nil {
      tell(
        .reinterpreted, at: "/groups", "\(reader.format) makes groups of its own", effect: .nothing)
    }
  }

  /// Compares fields or groups, which are known by their keys.
  private mutating func compare(_ parts: [JSONValue], _ found: [JSONValue], in path: String) {
    let taken = path == "/fields" ? Set(known.values) : []
    var places: [String: Int] = [:]
    for (index, part) in found.enumerated() where !taken.contains(index) {
      if let key = part["key"]?.string, places[key] == nil { places[key] = index }
    }
    let keys = Set(parts.compactMap { $0["key"]?.string })
    var renamed = found.indices.filter {
      !taken.contains($0) && !keys.contains(found[$0]["key"]?.string ?? "")
    }[...]
    let missing = parts.indices.count { index in
      let place = "\(path)/\(index)"
      if known[place] != nil { return false }
      let isThere = told[place + "/key"] == nil && places[parts[index]["key"]?.string ?? ""] != nil
      return !gone.contains(place) && !isThere
    }
    // A part that has another key in the format comes back in its place among such parts; where some of
    // them are gone, it is known by its label.
    let areRenamed = missing == renamed.count
    var last = -1
    for (index, part) in parts.enumerated() {
      let place = "\(path)/\(index)"
      if gone.contains(place) { continue }
      let isToldOfKey = told[place + "/key"] != nil
      var other =
        known[place]
        ?? (isToldOfKey
          ? renamed.popFirst() : part["key"]?.string.flatMap { places.removeValue(forKey: $0) })
      if other == nil, areRenamed { other = renamed.popFirst() }
      if other == nil {
        let same = renamed.firstIndex {
          found[$0]["label"] == part["label"] && found[$0]["kind"] == part["kind"]
        }
        other = same.map { renamed.remove(at: $0) }
      }
      guard let other else {
        let isLenientGroup =
          path == "/groups" && (part["lenient"] == true || part["whenEmpty"] != nil)
        tell(
          .unsupportedField, at: place, "\(reader.format) has no place for it",
          effect: isLenientGroup ? .stricter : nil)
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
        compare(
          member, of: part, to: other, in: path,
          if: Self.goesWithoutSaying(member, of: section, in: other))
      }
    }
    for member in other.members where part[member.name] == nil {
      if Self.goesWithoutSaying(member, of: section, in: part) { continue }
      if member.name == "validation" {
        let rules = Self.rules(member.value)
        if !rules.isEmpty {
          tell(
            .reinterpreted, at: path, "It comes back with rules of \(reader.format)",
            effect: .stricter)
        }
      } else if member.name != "lenient" || told[path] == nil {
        let effect =
          member.name == "lengthUnit"
          ? Self.effectOfUnits(part, other) : ConversionReport.Effect.ofGaining(member.name)
        if isTold(path + JSONPointer.step(member.name), effect) { continue }
        tell(.reinterpreted, at: path, "It comes back with `\(member.name)`", effect: effect)
      }
    }
  }

  /// Compares a property with what has come back; `goesWithoutSaying` where its absence says the same.
  private mutating func compare(
    _ member: JSONValue.Member, of part: JSONValue, to returned: JSONValue, in path: String,
    if goesWithoutSaying: Bool
  ) {
    let place = path + JSONPointer.step(member.name)
    let other = returned[member.name]
    if let other, isSame(member.value, other, of: member.name) { return report.keep() }
    if other == nil, goesWithoutSaying { return report.keep() }
    let effect: ConversionReport.Effect =
      switch member.name {
      case "data": Self.effectOfRows(of: part, other)
      case "lengthUnit": Self.effectOfUnits(part, returned)
      // Whole numbers are numbers.
      case "value" where member.value == "integer" && other == "number": .laxer
      case "required" where other == true: .stricter
      default: goesWithoutSaying ? .ofGaining(member.name) : .ofLosing(member.name, of: path)
      }
    if isTold(place, effect) { return }
    if other == nil {
      tell(
        .noCounterpart, at: place, "\(reader.format) says nothing of `\(member.name)`",
        effect: effect)
    } else {
      tell(
        .reinterpreted, at: place, "`\(member.name)` comes back with another value",
        effect: effect)
    }
  }

  /// The properties by which a field may not be checked, which then may hold any row.
  private static let unchecking = ["readOnly", "enabled", "visible", "state"]

  /// What records feel of rows of a field that come back otherwise; where they do not, any text is taken.
  private static func effectOfRows(
    of part: JSONValue, _ others: JSONValue?
  ) -> ConversionReport.Effect {
    let rows = part["data"] ?? .null
    let takesDisabled = unchecking.contains { part[$0] != nil }
    func values(_ rows: JSONValue, withDisabled: Bool = false) -> [JSONValue] {
      (rows.array ?? []).filter { withDisabled || $0["disabled"] != true }.map { $0["value"] ?? $0 }
        .filter { $0 != .null && $0 != "" }
    }
    func known(_ values: [JSONValue]) -> Set<String> {
      Set(
        values.map { value in
          // A number is the same however it is written.
          if case .number(let text) = value {
            Decimal(text)?.description ?? text
          } else {
            value.json
          }
        })
    }
    guard let others else {
      return values(rows).contains { $0.string == nil } ? .stricter : .laxer
    }
    // What is asked of a row that is chosen; a row that is not to be there at times is there then.
    func asked(_ rows: JSONValue) -> Set<String> {
      Set(
        (rows.array ?? []).flatMap { row in
          ["visible", "exclusive"].compactMap { name in
            row[name].map { "\(name) \(row["value"]?.json ?? "") \($0.json)" }
          }
        })
    }
    let (own, its) = (asked(rows), asked(others))
    if !its.isSubset(of: own) { return .stricter }
    if own != its {
      return known(values(rows)).isSubset(of: known(values(others))) ? .laxer : .stricter
    }
    let before = known(values(rows, withDisabled: takesDisabled))
    let after = known(values(others))
    return !before.isSubset(of: after) ? .stricter : after == before ? .nothing : .laxer
  }

  /// What records feel of lengths that are counted in another unit.
  private static func effectOfUnits(
    _ part: JSONValue, _ other: JSONValue
  ) -> ConversionReport.Effect {
    // The one that counts least of the same text comes first.
    let units: [LengthUnit] = [.words, .grapheme, .scalar, .utf16, .utf8]
    func place(_ part: JSONValue) -> Int {
      let unit = part["lengthUnit"]?.string.flatMap(LengthUnit.init(rawValue:)) ?? .grapheme
      return units.firstIndex(of: unit) ?? 0
    }
    let found = rules(other["validation"] ?? .null)
    func limits(_ name: String) -> Bool { found.contains { $0[name] != nil } }
    let hasMost = other["maxLength"] != nil || limits("maxLength")
    if place(other) == place(part) || !hasMost && !limits("minLength") { return .nothing }
    return (place(part) < place(other)) == hasMost ? .stricter : .laxer
  }

  private mutating func compareRules(_ value: JSONValue, _ other: JSONValue?, in path: String) {
    var found = Self.rules(other ?? .null)
    for list in ["live", "endEditing"] {
      let rules = value[list]?.array ?? []
      if list == "live", !rules.isEmpty, !isTold(path + "/validation/live", .nothing) {
        tell(
          .reinterpreted, at: path + "/validation/live",
          "\(reader.format) does not say that rules run while typing", effect: .nothing)
      }
      for (index, rule) in rules.enumerated() {
        let place = "\(path)/validation/\(list)/\(index)"
        if let match = found.firstIndex(where: { isSame($0, rule, of: "endEditing") }) {
          found.remove(at: match)
          report.keep(max(1, rule.members.count))
        } else if !isTold(place, .laxer) {
          let names = rule.members.map { "`\($0.name)`" }.joined(separator: ", ")
          tell(.noCounterpart, at: place, "\(reader.format) has no rule with \(names)")
        }
      }
    }
    if value["interval"] != nil, !isTold(path + "/validation/interval", .nothing) {
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

  private static func rules(_ value: JSONValue) -> [JSONValue] {
    (value["live"]?.array ?? []) + (value["endEditing"]?.array ?? [])
  }

  /// Whether something was told of a place, of what is around it or of what is in it, of which records
  /// feel no less.
  private func isTold(_ place: String, _ effect: ConversionReport.Effect) -> Bool {
    if let known = toldWithin[place], effect <= known { return true }
    var place = place[...]
    while let slash = place.lastIndex(of: "/") {
      if let known = told[String(place)], effect <= known { return true }
      place = place[..<slash]
      // A field of which something was told is looked at all the same.
      if place.split(separator: "/").count < 3 { break }
    }
    return false
  }

  private mutating func note(_ entry: ConversionReport.Entry) {
    if entry.code == .unsupportedField || entry.code == .duplicate { gone.insert(entry.path) }
    told[entry.path] = max(told[entry.path] ?? .nothing, entry.effect)
    var outer = entry.path[...]
    while let slash = outer.lastIndex(of: "/") {
      outer = outer[..<slash]
      if let known = toldWithin[String(outer)], entry.effect <= known { return }
      toldWithin[String(outer)] = entry.effect
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
        if member.name == "expression" {
          return Self.areSame(member.value, other, passing: section == .rule)
        }
        return isSame(member.value, other, of: member.name)
      } && others.allSatisfy { members[$0.name] != nil || isStandard($0) }
    case (.array(let elements), .array(let others)):
      return elements.count == others.count
        && zip(elements, others).allSatisfy { areSame($0, $1, in: name) }
    case (.string, .string) where name == "calculate":
      return Self.areSame(value, other, passing: nil)
    case (.string(let source), .string(let found)) where name == "pattern":
      return source == found || reader.plainPattern(source) == reader.plainPattern(found)
    default: return value.isSame(as: other)
    }
  }

  /// Whether two texts of expressions have the same result.
  ///
  /// - Parameters:
  ///   - value: an expression
  ///   - other: another one
  ///   - passes: whether they count as true without a result; nil for what is calculated
  /// - Returns: false, too, where that takes more than a look
  private static func areSame(
    _ value: JSONValue, _ other: JSONValue, passing passes: Bool?
  ) -> Bool {
    func canonical(_ value: JSONValue) -> String? {
      guard case .success(let made) = Expression.parse(value.string ?? "") else { return nil }
      let definite = passes.map { ExportedExpression.definite(made, passes: $0) } ?? made
      return ExpressionText.canonical(definite)
    }
    return value.isSame(as: other)
      || canonical(value) != nil && canonical(value) == canonical(other)
  }

  /// Whether two elements of a list say the same: a row may be its value, or an object with it.
  private func areSame(_ value: JSONValue, _ other: JSONValue, in list: String) -> Bool {
    switch (value, other) {
    case (.object(let members), _) where members.map { $0.name } == ["value"]:
      if case .object = other { return isSame(value, other, of: list) }
      return isSame(members[0].value, other, of: "value")
    case (_, .object(let members)) where members.map { $0.name } == ["value"]:
      return isSame(value, members[0].value, of: "value")
    default: return isSame(value, other, of: list)
    }
  }

  /// The properties that are, or list, objects of a section.
  private static let sections: [String: Section] = [
    "data": .choice, "live": .rule, "endEditing": .rule, "repeat": .repetition,
    "autofill": .autofill,
  ]

  /// Whether a member says what its absence does, in an object that lacks it.
  private static func goesWithoutSaying(
    _ member: JSONValue.Member, of section: Section, in object: JSONValue = [:]
  ) -> Bool {
    // An empty field with rows to choose several from is the empty list, unless it says something else.
    if section == .field, member.name == "whenEmpty", object["multiple"] == true {
      return member.value == .string(EmptyValue.empty.rawValue)
    }
    // Where no zone is given, `today` is the day of whoever fills in the form.
    if member.name == "timeZone" { return false }
    guard let name = Property.Name(rawValue: member.name),
      let row = PropertyTable.property(name, in: section)
    else { return false }
    if let standard = row.defaultValue { return standard == member.value.json }
    // No words are as good as empty ones.
    if case .text = row.shape { return !row.isRequired && member.value == "" }
    return false
  }
}
