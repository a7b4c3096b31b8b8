import FieldModels

/// Rules and conditions, as expressions of XPath.
extension XLSFormExport {
  /// What all rules and limits of a field ask of its value, and the words for it.
  mutating func constraint(
    of field: FormOutline.Field
  ) -> (expression: String, message: String?)? {
    var parts = limits(of: field)
    var messages: [String] = []
    let isScale = field.object.peek("presentation")?["xlsform"]?["type"] == "range"
    for rule in field.rules {
      // A device has nobody choose what is not on its scale.
      if isScale, rule.mayBeOfScale { continue }
      if rule.severity != .error {
        outline.notes.add(.noCounterpart, rule.object.path, "What is asked must hold in XLSForm")
        continue
      }
      if rule.object.says([.init("minimum", .integer(XLSFormImport.wholeNumbers.least))])
        || rule.object.says([.init("maximum", .integer(XLSFormImport.wholeNumbers.most))]),
        field.valueKind == .integer
      {
        continue
      }
      guard let text = expression(of: rule, field) else {
        outline.notes.add(.noCounterpart, rule.object.path, "XLSForm has no such rule")
        continue
      }
      parts.append(text)
      if let message = rule.message, message != XLSFormImport.wordsForNothing,
        !messages.contains(message)
      {
        messages.append(message)
      }
    }
    if parts.isEmpty { return nil }
    let all = parts.count == 1 ? parts[0] : parts.map(Self.grouped).joined(separator: " and ")
    return (all, messages.isEmpty ? nil : messages.joined(separator: " "))
  }

  /// An expression that stands beside an `and`.
  private static func grouped(_ text: String) -> String {
    text.contains(text: " or ") ? "(\(text))" : text
  }

  private mutating func limits(of field: FormOutline.Field) -> [String] {
    var parts: [String] = []
    let object = field.object
    // It counts no words, and more letters would be too many.
    if let most = object.integer("maxLength"), field.kind == .entry || field.kind == .area,
      field.lengthUnit != .words
    {
      parts.append("string-length(.) <= \(most)")
    }
    if field.isMultiple {
      if let least = object.integer("minItems"), 1 < least {
        parts.append("count-selected(.) >= \(least)")
      }
      if let most = object.integer("maxItems") { parts.append("count-selected(.) <= \(most)") }
    }
    if field.kind == .date, field.mode == .date {
      for (name, sign) in [("minimumDate", ">="), ("maximumDate", "<=")] {
        guard let text = object.text(name), let day = Self.day(text) else { continue }
        parts.append(". \(sign) \(day)")
      }
    }
    return parts
  }

  /// A day of the calendar, or today.
  private static func day(_ text: String) -> String? {
    if text == DateBound.todayWord { return "today()" }
    return CivilDate(iso8601: text) == nil ? nil : "date('\(text)')"
  }

  /// A text in quotes; nil where both kinds of quotes stand in it, or what would be read otherwise.
  private static func literal(_ text: String) -> String? {
    let isPlain =
      !text.contains(text: "${") && !text.contains(text: "  ")
      && text.utf8.allSatisfy({ 0x20 <= $0 })
      && !text.contains { "\u{2018}\u{2019}\u{201C}\u{201D}".contains($0) }
    guard isPlain else { return nil }
    return !text.contains("'") ? "'\(text)'" : !text.contains("\"") ? "\"\(text)\"" : nil
  }

  private mutating func expression(of rule: FormOutline.Rule, _ field: FormOutline.Field) -> String?
  {
    let object = rule.object
    let checks = object.names.filter { !["when", "message", "severity"].contains($0) }
    if checks == ["oneOf"], object.peek("oneOf") == [""], let when = rule.when {
      return text(of: when, for: field).map { "not(\($0))" }
    }
    var parts: [String] = []
    for name in checks {
      if name == "anchored" || name == "stepBase" { continue }
      guard let part = check(name, of: object, field) else { return nil }
      parts.append(part)
    }
    guard !parts.isEmpty else { return nil }
    let text = parts.count == 1 ? parts[0] : parts.map(Self.grouped).joined(separator: " and ")
    guard let when = rule.when else { return text }
    return self.text(of: when, for: field).map { "\(Self.grouped(text)) or not(\($0))" }
  }

  private mutating func check(
    _ name: String, of object: ForeignObject, _ field: FormOutline.Field
  ) -> String? {
    let value = object.peek(name) ?? .null
    let isText = field.kind == .entry || field.kind == .area
    switch name {
    case "expression": return constraint(value.string ?? "", of: field)
    case "minimum": return order(">=", value, of: field)
    case "maximum": return order("<=", value, of: field)
    case "exclusiveMinimum": return order(">", value, of: field)
    case "exclusiveMaximum": return order("<", value, of: field)
    case "minLength", "maxLength":
      guard isText, field.lengthUnit != .words, let length = value.integer else { return nil }
      return "string-length(.) \(name == "minLength" ? ">=" : "<=") \(length)"
    case "pattern": return isText ? pattern(value.string ?? "", object) : nil
    case "step":
      guard field.valueKind == .integer, field.kind == .entry, let step = value.integer, 0 < step,
        object.number("stepBase") ?? Decimal(0) == Decimal(0)
      else { return nil }
      return ". mod \(step) = 0"
    case "oneOf":
      guard isText, !field.valueKind.isNumber else { return nil }
      let texts = (value.array ?? []).compactMap { $0.string.flatMap(Self.literal) }
      guard texts.count == value.array?.count, !texts.isEmpty else { return nil }
      return texts.map { ". = \($0)" }.joined(separator: " or ")
    case "equals":
      guard !field.valueKind.isNumber, !field.isMultiple,
        let other = value.string.flatMap({ outline.places[$0] }),
        let name = reference(to: other, from: field)
      else { return nil }
      return ". = \(name)"
    case "before", "after":
      guard field.kind == .date, field.mode == .date, let text = value.string else { return nil }
      let sign = name == "before" ? "<" : ">"
      if let day = Self.day(text) { return ". \(sign) \(day)" }
      guard let place = outline.places[text], outline.fields[place].mode == .date,
        let other = reference(to: place, from: field)
      else { return nil }
      return ". \(sign) \(other) or \(other) = ''"
    default: return nil
    }
  }

  private func order(_ sign: String, _ value: JSONValue, of field: FormOutline.Field) -> String? {
    if field.kind == .date, field.mode == .date {
      return value.string.flatMap(Self.day).map { ". \(sign) \($0)" }
    }
    guard field.kind == .entry, field.valueKind.isNumber,
      let number = Self.number(value.draftText ?? "")
    else { return nil }
    return ". \(sign) \(number)"
  }

  /// A number as XPath writes it, which knows no powers of ten.
  private static func number(_ text: String) -> String? {
    guard let number = Decimal(text)?.description, !number.contains("e"), !number.contains("E")
    else { return nil }
    return number
  }

  private mutating func pattern(_ source: String, _ object: ForeignObject) -> String? {
    guard object.text("flags") == nil else { return nil }
    let written = XLSFormPattern.written(source)
    guard let pattern = written.pattern else { return nil }
    if written.isNear {
      outline.notes.add(
        .reinterpreted, object.path, "Words and white space are those of Java, and not of ECMA-262")
    }
    let whole = object.bool("anchored") ? pattern : XLSFormPattern.anywhere(pattern)
    return Self.literal(whole).map { "regex(., \($0))" }
  }
}

/// Conditions.
extension XLSFormExport {
  /// The expression of a condition; nil, and told of, where none says it.
  mutating func expression(
    _ condition: Condition, of field: FormOutline.Field, at property: String
  ) -> String? {
    if canSay(condition, of: field) { return text(of: condition, for: field) }
    outline.notes.add(
      .program, field.object.path(to: property), "No expression of XLSForm says this condition")
    return nil
  }

  /// Whether an expression says a condition: what a question is asked for can't depend on its own
  /// answer.
  func canSay(_ condition: Condition, of field: FormOutline.Field) -> Bool {
    text(of: condition, for: field) != nil && !Self.names(field.key, in: condition)
  }

  private static func names(_ key: String, in condition: Condition) -> Bool {
    switch condition {
    case .all(let parts), .any(let parts): parts.contains { names(key, in: $0) }
    case .test(let other, _): other == key
    case .holds(let expression): expression.keys.contains(key)
    }
  }

  /// The `choice_filter` by which the rows of a picker are offered; nil where all are at any time, and
  /// where no expression says when.
  mutating func filter(of field: FormOutline.Field) -> String? {
    guard field.kind == .picker,
      field.rows.contains(where: { $0.object?.peek("visible") ?? true != true })
    else { return nil }
    // The names of rows that are offered under the same condition.
    var conditions: [String] = []
    var names: [String: [String]] = [:]
    for row in field.rows {
      guard let draft = row.value.draftText, let name = Self.literal(draft) else { return nil }
      var condition = ""
      if let object = row.object, let value = object.peek("visible"), value != true {
        if value == false { continue }
        guard
          case .when(let stated) = outline.requirement("visible", of: object.copy, standard: true),
          canSay(stated, of: field), let text = text(of: stated, for: field)
        else { return nil }
        condition = text
      }
      if names[condition] == nil { conditions.append(condition) }
      names[condition, default: []].append("name = \(name)")
    }
    for row in field.rows { _ = row.object?["visible"] }
    let parts = conditions.map { condition in
      let rows = (names[condition] ?? []).joined(separator: " or ")
      return condition.isEmpty ? "(\(rows))" : "((\(rows)) and (\(condition)))"
    }
    return parts.isEmpty ? "false()" : parts.joined(separator: " or ")
  }

  private func text(of condition: Condition, for field: FormOutline.Field, depth: Int = 0)
    -> String?
  {
    switch condition {
    case .all(let parts), .any(let parts):
      var texts: [String] = []
      for part in parts {
        guard depth < 20, let text = text(of: part, for: field, depth: depth + 1) else {
          return nil
        }
        if case .test = part { texts.append(text) } else { texts.append("(\(text))") }
      }
      guard !texts.isEmpty, texts.count < 150 else { return nil }
      if case .all = condition { return texts.joined(separator: " and ") }
      return texts.joined(separator: " or ")
    case .holds(let expression): return text(of: expression, for: field)
    case .test(let key, let test): return self.text(of: test, key, for: field)
    }
  }

  private func text(
    of test: Condition.Test, _ key: String, for field: FormOutline.Field
  ) -> String? {
    guard let place = outline.places[key] else { return list(test, key) }
    guard let name = reference(to: place, from: field) else { return nil }
    let other = outline.fields[place]
    switch test {
    case .isFilled(let isFilled): return "\(name) \(isFilled ? "!=" : "=") ''"
    case .isNot(let draft):
      guard let value = literal(draft, of: other) else { return nil }
      return other.isMultiple ? "not(selected(\(name), \(value)))" : "\(name) != \(value)"
    case .isOneOf(let drafts):
      let values = drafts.compactMap { literal($0, of: other) }
      guard values.count == drafts.count, !values.isEmpty else { return nil }
      let texts = values.map { other.isMultiple ? "selected(\(name), \($0))" : "\(name) = \($0)" }
      return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " or ")))"
    case .isGreater(let bound): return order(">", bound, of: name, other)
    case .isLess(let bound): return order("<", bound, of: name, other)
    }
  }

  /// What is asked of a list as a whole.
  private func list(_ test: Condition.Test, _ key: String) -> String? {
    guard let group = outline.groupPlaces[key], outline.groups[group].repetition != nil else {
      return nil
    }
    let count = "count(${\(name(of: group))})"
    switch test {
    case .isFilled(let isFilled): return "\(count) \(isFilled ? ">" : "=") 0"
    case .isGreater(let bound): return Self.number(bound).map { "\(count) > \($0)" }
    case .isLess(let bound): return Self.number(bound).map { "\(count) < \($0)" }
    case .isOneOf, .isNot: return nil
    }
  }

  private func order(
    _ sign: String, _ bound: String, of name: String, _ other: FormOutline.Field
  ) -> String? {
    if other.isMultiple { return nil }
    if other.kind == .date {
      return other.mode == .date ? Self.day(bound).map { "\(name) \(sign) \($0)" } : nil
    }
    let isNumber =
      other.kind == .entry
      ? other.valueKind.isNumber
      : !other.rows.isEmpty
        && other.rows.allSatisfy { row in
          let draft = row.value.draftText ?? ""
          return Self.number(draft) == draft
        }
    return isNumber ? Self.number(bound).map { "\(name) \(sign) \($0)" } : nil
  }

  private func literal(_ draft: String, of other: FormOutline.Field) -> String? {
    switch other.kind {
    case .entry where other.valueKind.isNumber: Self.number(draft)
    case .date: other.mode == .date && CivilDate(iso8601: draft) != nil ? "'\(draft)'" : nil
    case .picker where draft.first?.isWhitespace ?? true || draft.last?.isWhitespace ?? true: nil
    case .entry, .area, .picker, .any: draft.isEmpty ? nil : Self.literal(draft)
    }
  }
}

extension FormOutline.Rule {
  /// Whether it may be one of those of a scale, of which a device has nobody choose anything else.
  var mayBeOfScale: Bool {
    message == nil && when == nil && (severity == .error || severity == .warning)
  }
}
