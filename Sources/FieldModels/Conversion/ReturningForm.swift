/// What of a document comes back when a form that was made of it is read again.
///
/// A format is written by rules of its own, and read by others; that both mean the same is not left to
/// them. What does not come back as it was is told, property by property, unless the exporter has
/// told of it already; what does counts as kept.
struct ReturningForm {
  private let returned: JSONValue
  private let format: String
  private var report: ConversionReport
  private var told: Set<String> = []
  /// The places around those.
  private var toldWithin: Set<String> = []

  /// - Parameters:
  ///   - document: the document that was written
  ///   - returned: the document made of what was written
  ///   - losses: what the exporter has told already, by places in the document
  ///   - format: what to call the format
  /// - Returns: the whole report
  static func report(
    on document: JSONValue, returned: JSONValue, losses: [ConversionReport.Entry], format: String
  ) -> ConversionReport {
    var comparison = ReturningForm(
      returned: returned, format: format, report: ConversionReport(losses))
    for loss in losses { comparison.note(loss.path) }
    comparison.compare(document)
    return comparison.report
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
        compare(member, to: returned[member.name], defaultValue: nil, in: "")
      }
    }
    if document["groups"] == nil, returned["groups"] != nil {
      tell(.reinterpreted, at: "/groups", "\(format) makes groups of its own")
    }
  }

  /// Compares fields or groups, which are known by their keys.
  private mutating func compare(_ parts: [JSONValue], _ found: [JSONValue], in path: String) {
    var places: [String: Int] = [:]
    for (index, part) in found.enumerated() {
      if let key = part["key"]?.string, places[key] == nil { places[key] = index }
    }
    var last = -1
    for (index, part) in parts.enumerated() {
      let place = "\(path)/\(index)"
      if told.contains(place) { continue }
      guard let key = part["key"]?.string, let other = places.removeValue(forKey: key) else {
        tell(.unsupportedField, at: place, "\(format) has no place for it")
        continue
      }
      if other < last { tell(.reinterpreted, at: place, "It comes back in another order") }
      last = max(last, other)
      compare(part, found[other], in: place)
    }
  }

  private mutating func compare(_ part: JSONValue, _ other: JSONValue, in path: String) {
    for member in part.members {
      if member.name == "validation" {
        compareRules(member.value, other["validation"], in: path)
      } else {
        compare(member, to: other[member.name], defaultValue: Self.defaults[member.name], in: path)
      }
    }
    for member in other.members where part[member.name] == nil {
      if let value = Self.defaults[member.name], value == member.value { continue }
      if member.name == "validation" {
        let rules = Self.rules(member.value)
        if !rules.isEmpty {
          tell(.reinterpreted, at: path, "It comes back with rules of \(format)")
        }
      } else if !isTold(path + JSONPointer.step(member.name)) {
        tell(.reinterpreted, at: path, "It comes back with `\(member.name)`")
      }
    }
  }

  private mutating func compare(
    _ member: JSONValue.Member, to other: JSONValue?, defaultValue: JSONValue?, in path: String
  ) {
    let place = path + JSONPointer.step(member.name)
    let value = other ?? defaultValue
    if let value, Self.isSame(member.value, value) { return report.keep() }
    if isTold(place) { return }
    if other == nil {
      tell(.noCounterpart, at: place, "\(format) says nothing of `\(member.name)`")
    } else {
      tell(.reinterpreted, at: place, "`\(member.name)` comes back with another value")
    }
  }

  private mutating func compareRules(_ value: JSONValue, _ other: JSONValue?, in path: String) {
    var found = Self.rules(other ?? .null)
    for list in ["live", "endEditing"] {
      let rules = value[list]?.array ?? []
      if list == "live", !rules.isEmpty, !isTold(path + "/validation/live") {
        tell(
          .reinterpreted, at: path + "/validation/live",
          "\(format) does not say that rules run while typing")
      }
      for (index, rule) in rules.enumerated() {
        let place = "\(path)/validation/\(list)/\(index)"
        if let match = found.firstIndex(where: { Self.isSame($0, rule) }) {
          found.remove(at: match)
          report.keep(max(1, rule.members.count))
        } else if !isTold(place) {
          let names = rule.members.map { "`\($0.name)`" }.joined(separator: ", ")
          tell(.noCounterpart, at: place, "\(format) has no rule with \(names)")
        }
      }
    }
    if value["interval"] != nil, !isTold(path + "/validation/interval") {
      tell(
        .noCounterpart, at: path + "/validation/interval", "\(format) says nothing of `interval`")
    }
    if !found.isEmpty { tell(.reinterpreted, at: path, "It comes back with rules of \(format)") }
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

  private mutating func tell(_ code: ConversionReport.Code, at path: String, _ message: String) {
    report.add(code, path, message)
  }

  /// Whether two values say the same: the members of objects may stand in any order, and a pattern
  /// may be written in any way that browsers read alike.
  private static func isSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
    switch (value, other) {
    case (.object(let members), .object(let others)):
      let known = Dictionary(others.map { ($0.name, $0.value) }) { $1 }
      let names = Set(members.map(\.name))
      return members.allSatisfy { member in
        guard let other = known[member.name] ?? defaults[member.name] else { return false }
        if member.name == "pattern", let source = member.value.string, let found = other.string {
          return HTMLPattern.written(source, isAnchored: true)
            == HTMLPattern.written(found, isAnchored: true)
        }
        return isSame(member.value, other)
      } && others.allSatisfy { names.contains($0.name) || defaults[$0.name] == $0.value }
    case (.array(let elements), .array(let others)):
      return elements.count == others.count
        && zip(elements, others).allSatisfy { row($0, $1) }
    default: return value.isSame(as: other)
    }
  }

  /// Whether two elements of a list say the same: a row may be its value, or an object with it.
  private static func row(_ value: JSONValue, _ other: JSONValue) -> Bool {
    switch (value, other) {
    case (.object(let members), _) where members.map(\.name) == ["value"]:
      if case .object = other { return isSame(value, other) }
      return isSame(members[0].value, other)
    case (_, .object(let members)) where members.map(\.name) == ["value"]:
      return isSame(value, members[0].value)
    default: return isSame(value, other)
    }
  }

  /// What a property means where it is not there.
  private static let defaults: [String: JSONValue] = [
    "required": false, "readOnly": false, "visible": true, "enabled": true, "value": "string",
    "whenHidden": "omit", "secure": false, "monetary": false, "keyboard": "default",
    "autocapitalization": "sentences", "autocorrection": "default", "returnKey": "default",
    "style": "outlined", "state": "standard", "activeOnEditing": false, "horizontalPadding": true,
    "shakes": true, "tag": 0, "selectAllOnFocus": false, "multiple": false, "clearable": false,
    "manualEntry": false, "mode": "date", "closed": false, "text": "", "disabled": false,
    "anchored": false, "flags": "", "severity": "error", "stepBase": 0, "minimumLength": 0,
    "removable": false, "returnAfter": false, "lengthUnit": "grapheme", "path": "",
    "placeholder": "", "helper": "",
  ]
}
