import FieldModels

/// Everything that a form says, statement by statement, so that two forms are compared by them.
struct FormStatements {
  private(set) var all: [Statement] = []
  private let renamed: [String: String]

  /// One property of a field, a group or the form.
  struct Statement {
    var subject: Subject
    var property: String
    var value: JSONValue
    /// Where it stands in the form.
    var pointer: String
    /// The judging of records may depend on it.
    var touchesRecords: Bool

    var id: ID { ID(subject: subject, property: property) }
  }

  /// What a statement is about.
  struct ID: Hashable {
    var subject: Subject
    var property: String
  }

  /// Who has a property; fields by the keys of the new form.
  enum Subject: Hashable {
    case form
    case group(String)
    case field(String)

    var key: String? {
      switch self {
      case .form: nil
      case .group(let key), .field(let key): key
      }
    }
  }

  /// - Parameters:
  ///   - form: the form as JSON
  ///   - renamed: keys of fields that have others in the new form
  init(_ form: JSONValue, renamed: [String: String] = [:]) {
    self.renamed = renamed
    for member in form.members {
      switch member.name {
      case "fields":
        for (index, field) in (member.value.array ?? []).enumerated() {
          addField(field, at: "/fields/\(index)")
        }
      case "groups":
        for (index, group) in (member.value.array ?? []).enumerated() {
          addGroup(group, at: "/groups/\(index)")
        }
      case "entries": break
      default: add(.form, member, at: "", touchesRecords: Self.touchesRecords(member.name))
      }
    }
  }

  private mutating func add(
    _ subject: Subject, _ member: JSONValue.Member, at place: String, touchesRecords: Bool
  ) {
    // What goes without saying is as if it were not said; of a field its definition tells that.
    if case .group = subject, let name = Property.Name(rawValue: member.name) {
      let property =
        PropertyTable.property(name, in: .group) ?? PropertyTable.property(name, in: .repetition)
      if property?.defaultValue == member.value.json { return }
    }
    all.append(
      Statement(
        subject: subject, property: member.name, value: withNewKeys(member.value),
        pointer: place + JSONPointer.step(member.name), touchesRecords: touchesRecords))
  }

  private mutating func addGroup(_ group: JSONValue, at place: String) {
    guard let key = group["key"]?.string else { return }
    let subject = Subject.group(key)
    for member in group.members where member.name != "key" {
      guard member.name == "repeat" else {
        add(subject, member, at: place, touchesRecords: Self.touchesRecords(member.name))
        continue
      }
      all.append(
        Statement(
          subject: subject, property: "repeat", value: true, pointer: place + "/repeat",
          touchesRecords: true))
      for inner in member.value.members {
        add(
          subject, inner, at: place + "/repeat", touchesRecords: Self.touchesRecords(inner.name))
      }
    }
  }

  private mutating func addField(_ field: JSONValue, at place: String) {
    guard let written = field["key"]?.string else { return }
    let subject = Subject.field(renamed[written] ?? written)
    all.append(
      Statement(
        subject: subject, property: "", value: .string(written), pointer: place,
        touchesRecords: true))
    for member in field.members {
      switch member.name {
      case "validation": addRules(member.value, of: subject, at: place + "/validation")
      case "data": addRows(member.value, of: subject, at: place + "/data")
      case "text", "date": break
      default:
        add(subject, member, at: place, touchesRecords: Self.touchesRecords(member.name))
      }
    }
  }

  private mutating func addRules(_ value: JSONValue, of subject: Subject, at place: String) {
    var counts: [String: Int] = [:]
    for list in ["live", "endEditing"] {
      for (index, rule) in (value[list]?.array ?? []).enumerated() {
        var members = rule.members
        // A rule may be the name of a format, or of a validator.
        if let name = rule.string {
          let property = Format.named(name) == nil ? "validator" : "format"
          members = [.init(property, rule)]
        }
        let check = members.first { member in
          Property.Name(rawValue: member.name).map(Rule.checkNames.contains) ?? false
        }
        guard let check else { continue }
        let count = counts[check.name, default: 0] + 1
        counts[check.name] = count
        let property = check.name + (count == 1 ? "" : " (\(count))")
        let message = members["message"]
        members["message"] = nil
        let isPlain = members.count == 1
        all.append(
          Statement(
            subject: subject, property: property,
            value: withNewKeys(isPlain ? check.value : .object(members)),
            pointer: place + "/\(list)/\(index)", touchesRecords: true))
        if let message {
          all.append(
            Statement(
              subject: subject, property: "message of \(property)", value: message,
              pointer: place + "/\(list)/\(index)/message", touchesRecords: false))
        }
      }
    }
  }

  private mutating func addRows(_ rows: JSONValue, of subject: Subject, at place: String) {
    var values: [JSONValue] = []
    var words: [JSONValue] = []
    for row in rows.array ?? [] {
      var members = row.members
      guard let value = members["value"] else {
        values.append(row)
        continue
      }
      var touching = [JSONValue.Member("value", value)]
      for name in ["disabled", "visible", "exclusive"] {
        guard let given = members[name] else { continue }
        members[name] = nil
        if given.bool == (name == "visible") || name != "visible" && given.bool == false {
          continue
        }
        touching.append(.init(name, withNewKeys(given)))
      }
      values.append(touching.count == 1 ? value : .object(touching))
      words.append(.object(members))
    }
    all.append(
      Statement(
        subject: subject, property: "data", value: .array(values), pointer: place,
        touchesRecords: true))
    if !words.isEmpty {
      all.append(
        Statement(
          subject: subject, property: "labels of data", value: .array(words), pointer: place,
          touchesRecords: false))
    }
  }

  /// The properties on which the judging of records does not depend: of fields, of groups and of lists.
  ///
  /// A property that is not here counts, so one that is forgotten is told of as undecided.
  private static let wordNames: Set<Property.Name> = [
    .activeOnEditing, .addLabel, .autocapitalization, .autocorrection, .autofill, .clearable,
    .colors, .defaultDate, .description, .form, .format, .helper, .horizontalPadding, .icon,
    .iconAction,
    .keyboard, .label, .locale, .messages, .monetary, .next, .placeholder, .presentation,
    .previous, .returnKey, .schema, .secure, .selectAllOnFocus, .shakes, .style, .tag, .title,
    .toolbar, .unit,
  ]

  /// Whether the judging of records may depend on a property with a name; what the format does not know is only
  /// words.
  private static func touchesRecords(_ name: String) -> Bool {
    Property.Name(rawValue: name).map { !wordNames.contains($0) } ?? false
  }

  /// A value with the keys of the new form in conditions and comparisons.
  private func withNewKeys(_ value: JSONValue) -> JSONValue {
    if renamed.isEmpty { return value }
    switch value {
    case .array(let elements): return .array(elements.map(withNewKeys))
    case .object(let members):
      return .object(
        members.map { member in
          let isKey = ["key", "equals", "before", "after"].contains(member.name)
          if isKey, let key = member.value.string, let new = renamed[key] {
            return .init(member.name, .string(new))
          }
          return .init(member.name, withNewKeys(member.value))
        })
    case .null, .bool, .number, .string: return value
    }
  }
}
