/// Numbers, dates and times.
extension HTMLControl {
  mutating func readNumber(_ form: inout HTMLImport) {
    form.keep()
    set("keyboard", .string("decimalPad"))
    var limits: [String: Decimal] = [:]
    for name in ["min", "max"] { limits[name] = number(name, &form) }
    let isRange = type == "range"
    let (least, most) = (limits["min"], limits["max"])
    let value = number("value", &form)
    if isRange {
      readRange(least ?? Decimal(0), most ?? Decimal(100), value, &form)
    } else {
      if let value { addDraft("text", value, &form) }
      readRequired(&form)
      if let attribute = attribute("placeholder"), !attribute.value.isEmpty {
        add("placeholder", .string(attribute.value), attribute, &form)
      }
    }
    let (step, isCounted) = step(&form)
    let base = least ?? value
    if let step, step == Decimal(1), base?.isInteger ?? true {
      set("value", .string("integer"))
      set("keyboard", .string("numberPad"))
    } else {
      set("value", .string("number"))
    }
    if isRange || least != nil {
      addRule(
        [.init("minimum", .number((least ?? Decimal(0)).description))], attribute("min"), &form)
    }
    if isRange || most != nil {
      addRule(
        [.init("maximum", .number((most ?? Decimal(100)).description))], attribute("max"), &form)
    }
    if isCounted { form.keep() }
    if let step, self["value"] == .string("number") {
      var rule: [JSONValue.Member] = [.init("step", .number(step.description))]
      if let base, !base.isZero { rule.append(.init("stepBase", .number(base.description))) }
      addRule(rule, nil, &form)
    }
    readHint(&form)
    readOffers(&form)
    readShown(&form)
  }

  private mutating func addDraft(_ name: String, _ value: Decimal, _ form: inout HTMLImport) {
    guard let attribute = attribute("value") else { return }
    add(name, .string(value.literal(typedAs: attribute.value)), attribute, &form)
  }

  /// A slider always stands somewhere between its ends.
  private mutating func readRange(
    _ least: Decimal, _ most: Decimal, _ value: Decimal?, _ form: inout HTMLImport
  ) {
    if let attribute = attribute("type") {
      present("type", .string("range"))
      form.tell(.presentationOnly, at: attribute.offset, "That it is a slider is handed on")
    }
    set("required", .bool(true))
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
    set("text", .string(place.description))
  }

  private static func plain(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  /// A number in an attribute; what is none counts as if it were not there.
  private func number(_ name: String, _ form: inout HTMLImport) -> Decimal? {
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
  private func step(_ form: inout HTMLImport) -> (size: Decimal?, isSaid: Bool) {
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

  mutating func readDate(_ form: inout HTMLImport) {
    form.keep()
    let scale: Scale
    switch type {
    case "date":
      scale = .date(.date)
      kind = "date"
    case "time":
      scale = .date(.time)
      kind = "date"
      set("mode", .string("time"))
    case "datetime-local":
      scale = .date(.dateAndTime)
      kind = "date"
      set("mode", .string("dateAndTime"))
    default:
      scale = type == "month" ? .month : .week
      addRule([.init("format", .string(type))], nil, &form)
    }
    if let value = measure("value", scale, &form), let attribute = attribute("value") {
      add(kind == "date" ? "date" : "text", .string(value), attribute, &form)
    }
    readRequired(&form)
    if kind == "date", !has("required") { set("clearable", .bool(true)) }
    let least = measure("min", scale, &form)
    if let least, let attribute = attribute("min") {
      addLimit("minimumDate", "minimum", least, attribute, &form)
    }
    if let most = measure("max", scale, &form), let attribute = attribute("max") {
      addLimit("maximumDate", "maximum", most, attribute, &form)
    }
    readSteps(scale, least ?? self[kind == "date" ? "date" : "text"]?.string, &form)
    readHint(&form)
    readOffers(&form)
    readShown(&form)
  }

  private mutating func addLimit(
    _ property: String, _ rule: String, _ limit: String, _ attribute: HTMLTree.Attribute,
    _ form: inout HTMLImport
  ) {
    if type == "date" {
      add(property, .string(limit), attribute, &form)
    } else {
      addRule([.init(rule, .string(limit))], attribute, &form)
    }
  }

  private mutating func readSteps(_ scale: Scale, _ base: String?, _ form: inout HTMLImport) {
    var (step, isSaid) = step(&form)
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
    addRule(rule, nil, &form)
  }

  private static func rounded(_ size: Decimal) -> Decimal {
    let number = (Double(size.description) ?? 1).rounded()
    return Decimal(max(1, Int(min(number, 1e9))))
  }

  /// A date or time in an attribute; what is none counts as if it were not there.
  private func measure(_ name: String, _ scale: Scale, _ form: inout HTMLImport) -> String? {
    guard let attribute = attribute(name), !attribute.value.isEmpty else { return nil }
    var text = attribute.value
    if type == "datetime-local" { text = text.replacing(" ", with: "T") }
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
