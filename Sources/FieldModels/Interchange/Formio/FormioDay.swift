import FieldModels

/// The parts of a day that a component of Form.io asks for, and what its values say.
///
/// A part that is hidden is not in the value: without its day that is `12/1990`, and a year alone is
/// `1990`. A form has a whole day as a date, and what is left of one as the text that Form.io writes.
struct FormioDay: Equatable {
  /// A part of a day.
  enum Part: String, CaseIterable { case day, month, year }

  /// The parts that are shown, in the order in which a value has them.
  let shown: [Part]
  private let all: [Part]
  let isDayFirst: Bool

  /// - Parameters:
  ///   - fields: what the component says of its parts
  ///   - isDayFirst: values begin with the day
  init(fields: JSONValue?, isDayFirst: Bool) {
    self.isDayFirst = isDayFirst
    all = isDayFirst ? [.day, .month, .year] : [.month, .day, .year]
    shown = all.filter { ![true, "true"].contains(fields?[$0.rawValue]?["hide"]) }
  }

  var hidden: [Part] { Part.allCases.filter { !shown.contains($0) } }

  var isWhole: Bool { hidden.isEmpty }

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

  /// A month as ISO 8601 has it.
  static func month(_ month: Int, of year: Int) -> String {
    digits(year, 4) + "-" + digits(month, 2)
  }

  /// Whether a value has nothing in it that somebody has chosen.
  static func isEmpty(_ value: JSONValue) -> Bool {
    guard let text = value.string else { return FormioImport.isBlank(value) }
    return text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "/") }
  }

  /// The parts of a value that are shown, as Form.io writes them; nil for a value that is none.
  func draft(of value: JSONValue) -> String? {
    guard let text = value.draftText else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    // Drafts may have been kept from when all parts were shown.
    let names = parts.count == 3 ? all : shown
    guard parts.count == names.count else { return nil }
    var written: [String] = []
    for (name, part) in zip(names, parts) where shown.contains(name) {
      guard part.utf8.count <= 4, let number = Int(part), Self.range(of: name).contains(number)
      else { return nil }
      written.append(Self.digits(number, name == .year ? 4 : 2))
    }
    return written.joined(separator: "/")
  }
}

/// Of imports.
extension FormioImport {
  /// The field of a component for a day, or for what is left of one.
  mutating func day(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    let day = FormioDay(
      fields: object.peek("fields"), isDayFirst: object.isSet("dayFirst"))
    readParts(of: &one, day)
    let open = openParts(of: object).union(day.hidden)
    let text = FormioDayText(day, open: open)
    if day.isWhole { return wholeDay(&one, text) }
    if day.shown.isEmpty {
      notes.add(.unsupportedField, object.path, "A day without any of its parts")
      return [.init("kind", "entry"), .init("lenient", true)]
    }
    days[one.key] = day
    var years: [JSONValue.Member] = []
    var wrong: [String] = []
    for (ours, year, path) in self.years(of: object) {
      if day.hidden.contains(.year) {
        notes.add(.noCounterpart, path, "A limit of a part that is hidden", effect: .nothing)
      } else {
        let name = ours == "minimum" ? "minYear" : "maxYear"
        if ours == "minimum" { one.presentation.append(.init(name, .integer(year))) }
        years.append(.init(name, .integer(year)))
        wrong += FormioDayText.years(beyond: year, isUpper: ours == "maximum")
      }
    }
    addRule(text.schema(without: wrong), to: &one)
    var fields: [JSONValue.Member] = []
    for part in FormioDay.Part.allCases {
      var said: [JSONValue.Member] = part == .year ? years : []
      if day.hidden.contains(part) {
        said = [.init("hide", true)]
      } else if !open.contains(part) {
        said.append(.init("required", true))
      }
      if !said.isEmpty { fields.append(.init(part.rawValue, .object(said))) }
    }
    one.presentation += [.init("type", "day"), .init("fields", .object(fields))]
    for name in ["minDate", "maxDate"] {
      guard let value = object[name], !Self.isBlank(value) else { continue }
      notes.add(.noCounterpart, object.path(to: name), "A limit of days, of which parts are hidden")
    }
    return [.init("kind", "entry"), .init("lenient", true)] + draftMembers(of: one, day)
  }

  private mutating func wholeDay(
    _ one: inout Found, _ text: FormioDayText
  ) -> [JSONValue.Member] {
    addRule(text.schema(without: []), to: &one)
    var members = date(&one)
    members.insert(.init("valueFormat", .string(text.valueFormat)), at: 1)
    if ["minimumDate", "maximumDate"].contains(where: { members[$0] != nil }) {
      notes.add(
        .reinterpreted, one.object.path(to: "type"),
        "A day that is written otherwise is not held to the limits")
    }
    return members
  }

  /// The parts that nobody has to choose.
  private func openParts(of object: ForeignObject) -> Set<FormioDay.Part> {
    let fields = object.peek("fields")
    return Set(
      FormioDay.Part.allCases.filter {
        Self.isBlank(fields?[$0.rawValue]?["required"] ?? .null)
      })
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
        if ours == "minimum", !object.has(name) {
          notes.add(
            .noCounterpart, path, "Form.io offers no earlier year, and takes any that is sent",
            effect: .nothing)
        } else {
          years.append((ours, year, path))
        }
      } else {
        notes.add(.wrongValue, path, "This is no year")
      }
    }
    return years
  }
}

/// Of exports.
extension FormioExport {
  /// What the component says of the parts of a day, where a field was imported from one that shows some of them.
  func dayFields(of field: FormOutline.Field) -> JSONValue? {
    guard field.kind == .entry, !field.isSecure,
      let look = field.object.peek("presentation")?["formio"], look["type"] == "day"
    else { return nil }
    return look["fields"]
  }

  /// Makes a component for a day with some of its parts.
  mutating func write(
    dayOf fields: JSONValue, _ field: FormOutline.Field, to members: inout [JSONValue.Member]
  ) {
    members["type"] = "day"
    members.append(.init("fields", fields))
    // The component takes any value, and refuses by itself what the rule does.
    _ = field.object["lenient"]
    tellKeyboard(field, "default")
    outline.tellUnusedLengthUnit(of: field)
  }
}
