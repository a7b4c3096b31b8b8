import FieldModels

/// The parts of a day that a component of Form.io asks for, and what its values say.
///
/// A part that is hidden is not in the value: without its day that is `12/1990`, and a year alone is
/// `1990`. A form has such a month as text in the format of months, and a part alone as a number.
struct FormioDay: Equatable {
  /// A part of a day.
  enum Part: String, CaseIterable { case day, month, year }

  /// What is left of a day.
  enum Shape: Equatable {
    case day, month
    case number(Part)
    /// What no field holds.
    case other
  }

  /// The parts that are shown, in the order in which a value has them.
  private let shown: [Part]
  private let all: [Part]

  /// - Parameters:
  ///   - fields: what the component says of its parts
  ///   - isDayFirst: values begin with the day
  init(fields: JSONValue?, isDayFirst: Bool) {
    all = isDayFirst ? [.day, .month, .year] : [.month, .day, .year]
    shown = all.filter { ![true, "true"].contains(fields?[$0.rawValue]?["hide"]) }
  }

  var hidden: [Part] { Part.allCases.filter { !shown.contains($0) } }

  /// What the component says of the parts that are hidden.
  var fields: JSONValue {
    .object(hidden.map { .init($0.rawValue, ["hide": true]) })
  }

  var shape: Shape {
    switch shown.count {
    case 3: .day
    case 2 where !shown.contains(.day): .month
    case 1: .number(shown[0])
    default: .other
    }
  }

  /// The numbers that a part can be.
  static func range(of part: Part) -> ClosedRange<Int> {
    switch part {
    case .day: 1...31
    case .month: 1...12
    case .year: 1...9999
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// A month as its format has it.
  static func month(_ month: Int, of year: Int) -> String {
    digits(year, 4) + "-" + digits(month, 2)
  }

  /// Whether a value has nothing in it that somebody has chosen.
  static func isEmpty(_ value: JSONValue) -> Bool {
    guard let text = value.string else { return FormioImport.isBlank(value) }
    return text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "/") }
  }

  /// The draft of a value; nil for one that is none, or that has no part but some.
  func draft(of value: JSONValue) -> String? {
    guard let text = value.draftText else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    // Drafts may have been kept from when all parts were shown.
    let names = parts.count == 3 ? all : shown
    guard parts.count == names.count else {
      return shape == .month && Format.month.matches(text) ? text : nil
    }
    func number(_ part: Part) -> Int? {
      guard let index = names.firstIndex(of: part), parts[index].utf8.count <= 4,
        let number = Int(parts[index]), Self.range(of: part).contains(number)
      else { return nil }
      return number
    }
    switch shape {
    case .month:
      guard let year = number(.year), let month = number(.month) else { return nil }
      return Self.month(month, of: year)
    case .number(let part): return number(part).map(String.init)
    case .day, .other: return nil
    }
  }

  /// The value of a draft.
  func value(of draft: String) -> JSONValue {
    switch shape {
    case .month:
      let parts = draft.split(separator: "-")
      return .string(parts.count == 2 ? "\(parts[1])/\(parts[0])" : draft)
    case .number(let part):
      return .string(Int(draft).map { Self.digits($0, part == .year ? 4 : 2) } ?? draft)
    case .day, .other: return .string(draft)
    }
  }
}

/// Of imports.
extension FormioImport {
  /// The field of a component for a day, or for what is left of one.
  mutating func day(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    let day = FormioDay(
      fields: object.peek("fields"), isDayFirst: object.isSet("dayFirst"))
    days[one.key] = day
    readParts(of: &one, day)
    let type = object.path(to: "type")
    switch day.shape {
    case .day:
      notes.add(.reinterpreted, type, "The value is written year first; any other is taken")
      return date(&one)
    case .other:
      notes.add(.unsupportedField, object.path, "A day without these of its parts")
      return date(&one)
    case .month:
      notes.add(
        .reinterpreted, type, "The value is written year first; of any other it is warned")
      one.rules.append([.init("format", "month"), .init("severity", "warning")])
    case .number:
      notes.add(.reinterpreted, type, "The value is a number; any other is taken")
    }
    one.target.isDate = true
    one.presentation += [.init("type", "day"), .init("fields", day.fields)]
    for name in ["minDate", "maxDate"] {
      guard let value = object[name], !Self.isBlank(value) else { continue }
      notes.add(.noCounterpart, object.path(to: name), "A limit of days, of which parts are hidden")
    }
    let members = partMembers(of: &one, day)
    return members + draftMembers(of: one, day)
  }

  private mutating func readParts(of one: inout Found, _ day: FormioDay) {
    let object = one.object
    guard let fields = settings("fields", of: object) else { return }
    defer {
      for name in fields.leftovers where !Self.isBlank(fields.peek(name) ?? .null) {
        notes.add(.unknownProperty, fields.path(to: name), "A day has no part `\(name)`")
      }
    }
    for part in FormioDay.Part.allCases {
      guard let value = fields[part.rawValue],
        let place = notes.object(value, path: fields.path(to: part.rawValue))
      else { continue }
      if place.bool("required") {
        if day.hidden.contains(part) {
          notes.add(.wrongValue, place.path(to: "required"), "Nobody can fill in what is hidden")
        } else {
          one.isRequired = true
        }
      }
      _ = (place.flag("hide"), place.text("type"), place.text("placeholder"))
      _ = (place.integer("minYear"), place.integer("maxYear"))
      for name in place.leftovers where !Self.isBlank(place.peek(name) ?? .null) {
        notes.add(.presentationOnly, place.path(to: name), "A date has no `\(name)`")
      }
    }
  }

  /// What a field for a part of a day is, and the limits of that part.
  private mutating func partMembers(of one: inout Found, _ day: FormioDay) -> [JSONValue.Member] {
    var limits: [String: Int] = [:]
    var members: [JSONValue.Member] = [.init("kind", "entry")]
    if case .number(let part) = day.shape {
      members += [
        .init("value", "integer"), .init("lenient", true), .init("keyboard", "numberPad"),
      ]
      let range = FormioDay.range(of: part)
      limits = ["minimum": range.lowerBound, "maximum": range.upperBound]
    }
    for (ours, year, path) in years(of: one.object) {
      if day.hidden.contains(.year) {
        notes.add(.noCounterpart, path, "A limit of a part that is hidden")
      } else {
        limits[ours] = year
      }
    }
    for ours in ["minimum", "maximum"] {
      guard let limit = limits[ours] else { continue }
      let month = ours == "minimum" ? 1 : 12
      let bound: JSONValue =
        day.shape == .month ? .string(FormioDay.month(month, of: limit)) : .integer(limit)
      one.rules.append([.init(ours, bound)])
    }
    return members
  }

  private mutating func draftMembers(of one: Found, _ day: FormioDay) -> [JSONValue.Member] {
    let object = one.object
    guard let value = object["defaultValue"], !FormioDay.isEmpty(value) else { return [] }
    let isList = Self.isList(object, ofType: one.type)
    let values = isList ? (value.array ?? []).filter { !FormioDay.isEmpty($0) } : [value]
    let drafts = values.compactMap { day.draft(of: $0) }
    guard drafts.count == values.count else {
      notes.add(
        .wrongValue, object.path(to: "defaultValue"), "This is no date of such a field",
        effect: .nothing)
      return []
    }
    if isList { return [.init("drafts", .array(drafts.map { .string($0) }))] }
    return [.init("text", .string(drafts[0]))]
  }

  /// The years that a day may have.
  mutating func years(of object: ForeignObject) -> [(ours: String, year: Int, path: String)] {
    var years: [(ours: String, year: Int, path: String)] = []
    for (name, ours) in [("minYear", "minimum"), ("maxYear", "maximum")] {
      let inner = object.peek("fields")?["year"]?[name]
      guard let year = object.integer(name) ?? inner.flatMap(Decimal.init(foreign:))?.wholeNumber
      else { continue }
      let path = object.path(to: object.has(name) ? name : "fields/year/\(name)")
      if let year = Int(exactly: year), FormioDay.range(of: .year).contains(year) {
        years.append((ours, year, path))
      } else {
        notes.add(.wrongValue, path, "This is no year")
      }
    }
    return years
  }
}

/// Of exports.
extension FormioExport {
  /// The parts of a day that a field asks for: of one that was imported so, or of any month.
  func day(of field: FormOutline.Field) -> FormioDay? {
    guard field.kind == .entry, !field.isSecure else { return nil }
    let look = field.object.peek("presentation")?["formio"]
    let kept = look?["type"] == "day" ? look?["fields"] : nil
    let day = FormioDay(
      fields: kept ?? ["day": ["hide": true]], isDayFirst: look?["dayFirst"] == true)
    switch day.shape {
    case .month:
      let isMonth = field.rules.contains { $0.object.peek("format") == "month" }
      return isMonth && field.valueKind == .string ? day : nil
    case .number: return field.valueKind == .integer ? day : nil
    case .day, .other: return nil
    }
  }

  /// Makes a component for a day with some of its parts.
  mutating func write(
    _ day: FormioDay, of field: FormOutline.Field, to members: inout [JSONValue.Member]
  ) {
    let object = field.object
    members["type"] = "day"
    _ = (object["value"], object["lenient"])
    var fields = day.fields.members
    var year: [JSONValue.Member] = []
    for rule in field.rules where rule.severity == .error {
      if let limit = limit(rule, of: day), let name = limit.name, year[name] == nil {
        year.append(.init(name, .integer(limit.year)))
      }
    }
    if !year.isEmpty { fields.append(.init("year", .object(year))) }
    members.append(.init("fields", .object(fields)))
    tellKeyboard(field, day.shape == .month ? "default" : "numberPad")
    outline.tellUnusedLengthUnit(of: field)
    outline.notes.add(
      .reinterpreted, object.path,
      "Form.io has the parts of a day, as text, and any other value is taken")
  }

  /// What a rule says of the years, or that the component holds to it by itself; nil for any other.
  func limit(_ rule: FormOutline.Rule, of day: FormioDay) -> (name: String?, year: Int)? {
    let object = rule.object
    for (ours, theirs) in [("minimum", "minYear"), ("maximum", "maxYear")] {
      guard let bound = object.peek(ours)?.draftText else { continue }
      let isLeast = ours == "minimum"
      switch day.shape {
      case .month:
        guard Format.month.matches(bound), bound.hasSuffix(isLeast ? "-01" : "-12"),
          let year = Int(bound.dropLast(3)), FormioDay.range(of: .year).contains(year)
        else { return nil }
        return (theirs, year)
      case .number(let part):
        let range = FormioDay.range(of: part)
        guard let number = Int(bound), range.contains(number) else { return nil }
        if number == (isLeast ? range.lowerBound : range.upperBound) { return (nil, number) }
        return part == .year ? (theirs, number) : nil
      case .day, .other: return nil
      }
    }
    return nil
  }
}
