import FieldModels

/// Numbers, dates and times.
extension HTMLControl {
  mutating func readNumber(into form: inout HTMLImport) {
    form.keep()
    field["keyboard"] = .string("decimalPad")
    var limits: [String: Decimal] = [:]
    for name in ["min", "max"] { limits[name] = number(name, into: &form) }
    let isRange = type == "range"
    let (least, most) = (limits["min"], limits["max"])
    let value = number("value", into: &form)
    if isRange {
      readRange(least ?? Decimal(0), most ?? Decimal(100), value: value, into: &form)
    } else {
      if let value { addDraft("text", value, into: &form) }
      readRequired(into: &form)
      if let attribute = attribute("placeholder"), !attribute.value.isEmpty {
        add("placeholder", .string(attribute.value), from: attribute, into: &form)
      }
    }
    let (step, isCounted) = step(into: &form)
    let base = least ?? value
    if let step, step == Decimal(1), base?.isInteger ?? true {
      field["value"] = .string("integer")
      field["keyboard"] = .string("numberPad")
    } else {
      field["value"] = .string("number")
    }
    if isRange || least != nil {
      addRule(
        [.init("minimum", .number((least ?? Decimal(0)).description))], attribute("min"),
        into: &form)
    }
    if isRange || most != nil {
      addRule(
        [.init("maximum", .number((most ?? Decimal(100)).description))], attribute("max"),
        into: &form)
    }
    if isCounted { form.keep() }
    if let step, field["value"] == .string("number") {
      var rule: [JSONValue.Member] = [.init("step", .number(step.description))]
      if let base, !base.isZero { rule.append(.init("stepBase", .number(base.description))) }
      addRule(rule, nil, into: &form)
    }
    readHint(into: &form)
    readOffers(into: &form)
    readShown(into: &form)
  }

  private mutating func addDraft(_ name: String, _ value: Decimal, into form: inout HTMLImport) {
    guard let attribute = attribute("value") else { return }
    add(name, .string(value.literal(typedAs: attribute.value)), from: attribute, into: &form)
  }

  /// A slider always stands somewhere between its ends.
  private mutating func readRange(
    _ least: Decimal, _ most: Decimal, value: Decimal?, into form: inout HTMLImport
  ) {
    if let attribute = attribute("type") {
      field.present("type", .string("range"))
      form.tell(.presentationOnly, at: attribute.offset, "That it is a slider is handed on")
    }
    field["required"] = .bool(true)
    let end = most < least ? least : most
    var start = value
    if start == nil, let low = Double(least.description), let high = Double(end.description) {
      let middle = low + (high - low) / 2
      let stepSize = attribute("step").flatMap { Double($0.value) } ?? 1
      let isAny = attribute("step").map { HTMLImport.lowercased($0.value) == "any" } ?? false
      let size = stepSize.isFinite && 0 < stepSize ? stepSize : 1
      let steps = ((middle - low) / size + 0.5).rounded(.down)
      start = Decimal(Self.plain(isAny ? middle : min(low + steps * size, high)))
    } else {
      form.keep()
    }
    guard var place = start else { return }
    if end < place { place = end }
    if place < least { place = least }
    field["text"] = .string(place.description)
  }

  private static func plain(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
  }

  /// A number in an attribute; what is none counts as if it were not there.
  private func number(_ name: String, into form: inout HTMLImport) -> Decimal? {
    guard let attribute = attribute(name), !attribute.value.isEmpty else { return nil }
    if Self.isNumber(attribute.value), let number = Decimal(attribute.value), number.isHeldByDouble
    {
      return number
    }
    form.tell(.wrongValue, at: attribute.offset, "This is no number, so browsers pass it over")
    return nil
  }

  /// Whether a text is a valid floating-point number of HTML.
  static func isNumber(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    func digits() -> Int {
      let count = bytes.prefix { ASCIISet.digits.contains($0) }.count
      bytes = bytes.dropFirst(count)
      return count
    }
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let whole = digits()
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      if digits() == 0 { return false }
    } else if whole == 0 {
      return false
    }
    if bytes.first == UInt8(ascii: "e") || bytes.first == UInt8(ascii: "E") {
      bytes = bytes.dropFirst()
      if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
        bytes = bytes.dropFirst()
      }
      if digits() == 0 { return false }
    }
    return bytes.isEmpty
  }

  /// The size of the steps, which is 1 unless something is said; nil where any value will do.
  private func step(into form: inout HTMLImport) -> (size: Decimal?, isSaid: Bool) {
    guard let attribute = attribute("step"), !attribute.value.isEmpty else {
      return (Decimal(1), false)
    }
    if HTMLImport.lowercased(attribute.value) == "any" { return (nil, true) }
    if Self.isNumber(attribute.value), let size = Decimal(attribute.value), Decimal(0) < size {
      return (size, true)
    }
    form.tell(.wrongValue, at: attribute.offset, "This is no step, so browsers take 1 of them")
    return (Decimal(1), false)
  }

  // Dates and times.

  mutating func readDate(into form: inout HTMLImport) {
    form.keep()
    let scale: Scale
    switch type {
    case "date":
      scale = .date(.date)
      field.kind = "date"
    case "time":
      scale = .date(.time)
      field.kind = "date"
      field["mode"] = .string("time")
    case "datetime-local":
      scale = .date(.dateAndTime)
      field.kind = "date"
      field["mode"] = .string("dateAndTime")
    default:
      scale = type == "month" ? .month : .week
      addRule([.init("format", .string(type))], nil, into: &form)
    }
    if let value = measure("value", scale, into: &form), let attribute = attribute("value") {
      add(field.kind == "date" ? "date" : "text", .string(value), from: attribute, into: &form)
    }
    readRequired(into: &form)
    if field.kind == "date", !has("required") { field["clearable"] = .bool(true) }
    let least = measure("min", scale, into: &form)
    if let least, let attribute = attribute("min") {
      addLimit("minimumDate", orRule: "minimum", least, from: attribute, into: &form)
    }
    if let most = measure("max", scale, into: &form), let attribute = attribute("max") {
      addLimit("maximumDate", orRule: "maximum", most, from: attribute, into: &form)
    }
    readSteps(scale, least ?? field[field.kind == "date" ? "date" : "text"]?.string, into: &form)
    readHint(into: &form)
    readOffers(into: &form)
    readShown(into: &form)
  }

  private mutating func addLimit(
    _ property: String, orRule rule: String, _ limit: String, from attribute: HTMLTree.Attribute,
    into form: inout HTMLImport
  ) {
    if type == "date" {
      add(property, .string(limit), from: attribute, into: &form)
    } else {
      addRule([.init(rule, .string(limit))], attribute, into: &form)
    }
  }

  private mutating func readSteps(_ scale: Scale, _ base: String?, into form: inout HTMLImport) {
    var (step, isSaid) = step(into: &form)
    if isSaid { form.keep() }
    guard step != nil else { return }
    let isClock = type == "time" || type == "datetime-local"
    if isClock, !isSaid { step = Decimal(60) }
    guard var size = step else { return }
    if !isClock {
      // Days, months and weeks are whole.
      if !size.isInteger { size = Self.rounded(size) }
      if size == Decimal(1) { return }
    }
    var rule: [JSONValue.Member] = [.init("step", .number(size.description))]
    if let base, scale.measure(base)?.units.isMultiple(of: size) == false {
      rule.append(.init("stepBase", .string(base)))
    }
    addRule(rule, nil, into: &form)
  }

  private static func rounded(_ size: Decimal) -> Decimal {
    let number = (Double(size.description) ?? 1).rounded()
    return Decimal(max(1, Int(min(number, 1e9))))
  }

  /// A date or time in an attribute; what is none counts as if it were not there.
  private func measure(_ name: String, _ scale: Scale, into form: inout HTMLImport) -> String? {
    guard let attribute = attribute(name), !attribute.value.isEmpty else { return nil }
    var text = attribute.value
    if type == "datetime-local" { text = text.replacing(text: " ", by: "T") }
    let format: Format =
      switch type {
      case "date": .date
      case "time": .time
      case "datetime-local": .datetimeLocal
      case "month": .month
      default: .week
      }
    if format.matches(text), scale.measure(text) != nil { return text }
    form.tell(
      .wrongValue, at: attribute.offset,
      "This is not what a browser reads here, which passes it over")
    return nil
  }
}
