/// Every property of a field document, once.
///
/// Reader, checker, hover, completion and the documentation tables are driven by these rows; a
/// property that is not here does not exist. A row is an object, so that the members of a field
/// that is read can point to theirs.
package final class Property: Sendable {
  package let name: Name
  package let section: Section
  package let shape: Shape
  /// What its absence means, as JSON text.
  package let defaultValue: String?
  /// The kinds of field that have it; all, in sections other than `field`.
  package let kinds: FieldKinds
  package let isRequired: Bool
  /// One line for people.
  package let documentation: String

  init(
    _ name: Name, in section: Section, _ shape: Shape, _ documentation: String,
    default defaultValue: String?, kinds: FieldKinds, isRequired: Bool
  ) {
    self.name = name
    self.section = section
    self.shape = shape
    self.defaultValue = defaultValue
    self.kinds = kinds
    self.isRequired = isRequired
    self.documentation = documentation
  }

  /// The names of all properties of all sections.
  package enum Name: String, CaseIterable, Sendable {
    case all, any, activeOnEditing, after, anchored, autocapitalization, autocorrection, autofill
    case calculate, expression
    case before, blankIsEmpty, border, borderError, borderHighlight, clearButton, clearable, closed,
      colors,
      cursor
    case data, date, defaultDate, description, disabled, done, doneButton, enabled, endEditing
    case equals, errorText, exclusive, exclusiveMaximum, exclusiveMinimum, fields, filled, flags,
      format
    case form = "$form"
    case schema = "$schema"
    case valueSchema = "schema"
    case greaterThan, group, groups, helper, hidden, horizontalPadding, icon, iconAction
    case interval
    case emptyTexts
    case asFlags
    case addLabel, entries, maxEntries, minEntries, `repeat`, unique, uniqueItems
    case `in`, `is`, isNot, key, keyboard, kind, label, lengthUnit, lessThan, live, locale
    case lenient, manualEntry, maxItems, maxLength, maximum, maximumDate, message, minItems,
      minLength
    case minimum, minimumDate, minimumLength, mode, monetary, multiple, next, nextEnabled, oneOf
    case path, pattern, placeholder, placeholderDown, placeholderUp, precision, present,
      presentation
    case previous
    case previousEnabled, readOnly, removable, required, returnAfter, returnKey, secure
    case selectAllOnFocus, severity, shakes, source, state, step, stepBase, style, tag, text
    case badInput, customError, messages, notUnique, patternMismatch, rangeOverflow, rangeUnderflow
    case schemaMismatch
    case stepMismatch, tooFewEntries, tooLong, tooManyEntries, tooShort, typeMismatch, valueMissing
    case timeZone, title, toolbar, unit, validation, validator, value, valueFormat, visible, when
    case whenEmpty, whenHidden, whenMissing
  }
}

extension Property.Name {
  /// Whether its value is an expression, whose text names fields between braces.
  package var isExpression: Bool { self == .calculate || self == .expression }
}

/// Finds rows by section and name.
package enum PropertyTable {
  /// The rows of a section, in the order in which people should read them.
  package static func properties(of section: Section) -> [Property] {
    all.filter { $0.section == section }
  }

  /// The row of a property, by the UTF-8 of its name.
  package static func property(
    named name: borrowing Span<UInt8>, in section: Section
  ) -> Property? {
    var slot = hash(name) & mask
    while let entry = index[slot] {
      let bytes = entry.bytes
      if bytes.span.isSame(as: name) { return entry.rows[section.rawValue] }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The row of the property that a node names; nil for a node that is no known name.
  package static func property(
    namedBy key: Int, of tree: JSONTree, in section: Section
  ) -> Property? {
    guard tree[key].kind == .string else { return nil }
    guard tree[key].hasEscapes, let name = tree.utf8(key) else {
      let content = tree.contentSpan(key)
      let (lower, upper) = (tree.base + content.lowerBound, tree.base + content.upperBound)
      return property(named: tree.bytes.span.extracting(lower..<upper), in: section)
    }
    return property(named: name.span, in: section)
  }

  /// The row of a property.
  package static func property(_ name: Property.Name, in section: Section) -> Property? {
    all.first { $0.name == name && $0.section == section }
  }

  /// Whether a member of a field holds its draft, or may, since its name is none that a field has.
  package static func mayHoldDraft(_ property: Property?) -> Bool {
    property.map { $0.name == .text || $0.name == .date } ?? true
  }

  /// The words of a closed set, by the name of the property that takes them.
  package static func words(of property: String) -> [String] {
    all.lazy.filter { $0.name.rawValue == property }.flatMap { row -> [String] in
      if case .word(let words) = row.shape { words.map { $0.name } } else { [] }
    }
  }

  /// The names of a section's properties, to find what somebody meant by another.
  package static func candidates(of section: Section) -> [Nearest.Candidate] {
    candidates[section.rawValue]
  }

  private static let candidates: [[Nearest.Candidate]] = Section.allCases.map { section in
    properties(of: section).map { Nearest.Candidate($0.name.rawValue) }
  }

  private final class Entry: Sendable {
    let bytes: [UInt8]
    /// The row in each section, by the section's number.
    let rows: [Property?]

    init(_ name: Property.Name, _ rows: [Property]) {
      bytes = Array(name.rawValue.utf8)
      self.rows = Section.allCases.map { section in rows.first { $0.section == section } }
    }
  }

  private static let mask = 511

  /// An open hash table over the names: a field is read for each keystroke, so its names are
  /// found without making strings of them.
  private static let index: [Entry?] = {
    var table = [Entry?](repeating: nil, count: mask + 1)
    let rows = Dictionary(grouping: all, by: { $0.name })
    for name in Property.Name.allCases {
      let entry = Entry(name, rows[name] ?? [])
      let bytes = entry.bytes
      var slot = hash(bytes.span) & mask
      while table[slot] != nil { slot = (slot + 1) & mask }
      table[slot] = entry
    }
    return table
  }()

  /// FNV-1a, cut to the table's needs.
  private static func hash(_ bytes: borrowing Span<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in bytes.indices { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return Int(truncatingIfNeeded: hash ^ hash >> 15)
  }

  private static let all: [Property] =
    documentRows + groupRows + repetitionRows + fieldRows + choiceRows + validationRows + ruleRows
    + conditionRows
    + toolbarRows + autofillRows + colorRows + messageRows
}

extension PropertyTable {
  static func row(
    _ section: Section, _ name: Property.Name, _ shape: Shape, _ documentation: String,
    default defaultValue: JSONValue? = nil, kinds: FieldKinds = .all, isRequired: Bool = false
  ) -> Property {
    Property(
      name, in: section, shape, documentation, default: defaultValue?.json, kinds: kinds,
      isRequired: isRequired)
  }
}
