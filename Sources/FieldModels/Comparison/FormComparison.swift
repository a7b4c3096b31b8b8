package import FieldModels

/// Says what a change of a form means for the records that it has committed.
///
/// What differs is found in the text of the two forms; what it means is found in records. Each claim
/// that a change breaks something has a record that the old form takes and the new one refuses.
package struct FormComparison {
  /// The worst first, those of the same effect in the order of the new form.
  package private(set) var differences: [FormDifference] = []
  private let old: RecordForm
  private let new: RecordForm
  /// The fields of both forms of which records may be judged otherwise, by their keys in the new one.
  private var changedKeys: Set<String> = []

  /// - Parameters:
  ///   - old: the form that has committed the records, without errors
  ///   - new: the form that is to take its place, without errors
  ///   - seed: where chance begins
  ///   - now: the moment at which records are looked at
  package init(_ old: FieldDocument, _ new: FieldDocument, seed: UInt64 = 0, at now: Instant) {
    self.old = RecordForm(old)
    self.new = RecordForm(new)
    let renamed = Self.renamedKeys(self.old, self.new)
    differences = Self.differences(
      FormStatements(old.formValue, renamed: renamed), FormStatements(new.formValue))
    locate(renamed)
    soften(renamed)
    changedKeys = Set(
      differences.filter { $0.effect != .words && $0.isOfField }.compactMap(\.key))
    let isSame = differences.allSatisfy { $0.effect == .words }
    if !isSame { judge(seed: seed, at: now) }
    let effects = FormDifference.Effect.allCases
    differences = effects.flatMap { effect in differences.filter { $0.effect == effect } }
  }

  /// Records that the old form has committed are taken by the new one, as far as was found.
  package var isCompatible: Bool { !differences.contains { $0.effect == .breaking } }

  // What differs.

  /// The keys of fields that have another one in the new form: those whose values stand in the same
  /// place, so that nobody can see it in a record.
  private static func renamedKeys(_ old: RecordForm, _ new: RecordForm) -> [String: String] {
    func places(_ form: RecordForm) -> [(key: String, pattern: String)] {
      form.layout.slots.indices.compactMap { number in
        form.definition(of: number).key.map { ($0, form.pattern(of: number)) }
      }
    }
    let (its, own) = (places(old), places(new))
    let keys = (old: Set(its.map(\.key)), new: Set(own.map(\.key)))
    let free = own.filter { !keys.old.contains($0.key) }
    var renamed: [String: String] = [:]
    for field in its where !keys.new.contains(field.key) {
      renamed[field.key] = free.first { $0.pattern == field.pattern }?.key
    }
    return renamed
  }

  private static func differences(
    _ old: FormStatements, _ new: FormStatements
  ) -> [FormDifference] {
    func subjects(_ statements: FormStatements) -> Set<FormStatements.Subject> {
      Set(statements.all.filter { $0.property.isEmpty }.map(\.subject))
    }
    let (its, own) = (subjects(old), subjects(new))
    let known = Dictionary(old.all.map { ($0.id, $0) }) { first, _ in first }
    let kept = Set(new.all.map(\.id))
    var differences: [FormDifference] = []
    func add(_ old: FormStatements.Statement?, _ new: FormStatements.Statement?) {
      guard let any = new ?? old else { return }
      // Of a field that is new or gone that alone is told.
      if case .field = any.subject, !any.property.isEmpty,
        !its.contains(any.subject) || !own.contains(any.subject)
      {
        return
      }
      differences.append(
        FormDifference(
          effect: any.touchesRecords ? .undecided : .words, key: any.subject.key, path: "",
          property: any.property, old: old?.value, new: new?.value,
          place: .init(isInNew: new != nil, pointer: any.pointer)))
    }
    for statement in new.all {
      let other = known[statement.id]
      // The key of a field that is renamed is told of as such.
      if other?.value != statement.value, !(statement.property.isEmpty && other != nil) {
        add(other, statement)
      }
    }
    for statement in old.all where !kept.contains(statement.id) { add(statement, nil) }
    return differences
  }

  /// Notes where the values stand that the differences are about.
  private mutating func locate(_ renamed: [String: String]) {
    var fields: [String: String] = [:]
    var groups: [String: String] = [:]
    for form in [old, new] {
      for number in form.layout.slots.indices {
        guard let key = form.definition(of: number).key else { continue }
        fields[renamed[key] ?? key] = form.pattern(of: number)
      }
      for group in form.groups { groups[group.key] = JSONPointer.path(group.path) }
    }
    for index in differences.indices {
      let paths = differences[index].isOfField ? fields : groups
      differences[index].path = differences[index].key.flatMap { paths[$0] } ?? ""
    }
  }

  /// What says the same in another way is a matter of words.
  private mutating func soften(_ renamed: [String: String]) {
    var sameKeys: Set<String> = []
    var known: [String: (definition: FieldDefinition, pattern: String)] = [:]
    for number in old.layout.slots.indices {
      let definition = old.definition(of: number)
      guard let key = definition.key else { continue }
      known[renamed[key] ?? key] = (definition.asJudged, old.pattern(of: number))
    }
    for number in new.layout.slots.indices {
      let definition = new.definition(of: number)
      guard let key = definition.key, let other = known[key] else { continue }
      if other.definition == definition.asJudged, other.pattern == new.pattern(of: number) {
        sameKeys.insert(key)
      }
    }
    for index in differences.indices
    where differences[index].effect == .undecided && differences[index].isOfField {
      guard let key = differences[index].key, sameKeys.contains(key),
        // What a validator says is known to nobody here.
        !differences[index].property.hasPrefix("validator")
      else { continue }
      differences[index].effect = .words
    }
  }
}

// What it means.
extension FormComparison {
  private mutating func judge(seed: UInt64, at now: Instant) {
    var forward = WitnessSearch(from: old, to: new, seed: seed, at: now)
    for witness in forward.witnesses(about: changedKeys) {
      attribute(witness, as: witness.isRefusal ? .breaking : .warning)
    }
    var back = WitnessSearch(from: new, to: old, seed: seed, at: now)
    for witness in back.witnesses(about: changedKeys) {
      attribute(witness, as: .widening)
    }
    for index in differences.indices {
      guard let witness = differences[index].witness else { continue }
      differences[index].witness =
        differences[index].effect == .widening ? back.shrunk(witness) : forward.shrunk(witness)
    }
  }

  /// Gives a record to the differences that it shows.
  private mutating func attribute(
    _ witness: FormDifference.Witness, as effect: FormDifference.Effect
  ) {
    for problem in witness.problems where effect != .breaking || problem.severity == .error {
      let around = differences.indices.filter {
        differences[$0].mayShow && differences[$0].isAbout(problem)
      }
      let named = around.filter {
        FormDifference.codes(of: differences[$0].property)?.contains(problem.code) ?? false
      }
      let loose = around.filter { FormDifference.codes(of: differences[$0].property) == nil }
      let fit = named.isEmpty ? (loose.isEmpty ? around : loose) : named
      if fit.isEmpty, effect != .widening { addUnknown(witness, problem, effect) }
      var shown = witness
      shown.problems = [problem] + witness.problems.filter { $0 != problem }
      for index in fit { differences[index].show(shown, as: effect) }
    }
  }

  /// Notes a record whose verdict no difference of its field explains, such as one that another field
  /// decides.
  private mutating func addUnknown(
    _ witness: FormDifference.Witness, _ problem: FormDifference.Witness.Problem,
    _ effect: FormDifference.Effect
  ) {
    let number = new.layout.slots.indices.first { new.pattern(of: $0) == problem.pattern }
    let key = number.flatMap { new.definition(of: $0).key }
    differences.append(
      FormDifference(
        effect: effect, key: key, path: problem.pattern, property: "", old: .null, new: .null,
        place: .init(isInNew: true, pointer: ""), witness: witness))
  }
}

extension FormDifference {
  /// A field says it, and no group and not the form.
  fileprivate var isOfField: Bool { place.pointer.hasPrefix("/fields/") }

  /// It is about more than words.
  fileprivate var mayShow: Bool { effect != .words }

  /// Whether a problem is with a value that the difference is about, or beneath it.
  fileprivate func isAbout(_ problem: Witness.Problem) -> Bool {
    if problem.pattern == path { return true }
    // Where its value stands now there may have been another one around it.
    if property == "path", !problem.pattern.isEmpty, path.hasPrefix(problem.pattern + "/") {
      return true
    }
    // A group, or the form, is about everything in it.
    return (path.isEmpty || problem.pattern.hasPrefix(path + "/"))
      && (Self.codes(of: property)?.contains(problem.code) ?? property.isStructural)
  }

  /// Takes a record that shows it, if that says more than is known.
  fileprivate mutating func show(_ witness: Witness, as effect: Effect) {
    let effects = Effect.allCases
    let isWorse = effects.firstIndex(of: effect) ?? 0 < effects.firstIndex(of: self.effect) ?? 0
    guard self.effect == .undecided || isWorse else { return }
    self.effect = effect
    self.witness = witness
  }

  /// The codes by which a property shows; nil for one that may show by any.
  fileprivate static func codes(of property: String) -> Set<String>? {
    switch property.prefix(while: { $0 != " " }) {
    case "required", "blankIsEmpty": ["valueMissing", "missingObject", "missingList", "whenEmpty"]
    case "present": ["missingKey"]
    case "maxLength": ["tooLong"]
    case "minLength": ["tooShort"]
    case "pattern": ["patternMismatch"]
    case "format": ["typeMismatch"]
    case "minimum", "exclusiveMinimum", "after", "minimumDate", "minItems": ["rangeUnderflow"]
    case "maximum", "exclusiveMaximum", "before", "maximumDate", "maxItems": ["rangeOverflow"]
    case "step": ["stepMismatch"]
    case "oneOf", "equals", "validator": ["customError"]
    case "data", "manualEntry", "precision", "mode", "uniqueItems": ["badInput", "wrongType"]
    case "value", "multiple", "asFlags": ["wrongType", "badInput"]
    case "whenEmpty":
      [
        "whenEmpty", "valueMissing", "wrongType", "missingKey", "missingObject", "missingList",
        "tooFewEntries",
      ]
    case "minEntries": ["tooFewEntries"]
    case "maxEntries": ["tooManyEntries"]
    case "unique": ["notUnique"]
    case "closed": ["unknownKey"]
    case "emptyTexts": ["whenEmpty", "valueMissing"]
    case "schema": ["schemaMismatch", "customError", "unknownKey"]
    case "message", "labels": []
    default: nil
    }
  }
}

extension String {
  /// A property that decides where values stand, or whether they are looked at.
  fileprivate var isStructural: Bool {
    ["", "path", "group", "repeat", "lenient"].contains(self)
  }
}

extension RecordForm {
  /// Where the value of a field stands in any record, with `*` for the number of an entry.
  func pattern(of field: Int) -> String {
    let list = layout.lists.first { $0.fields.contains(field) }
    return (list.map { $0.path + "/*" } ?? "") + path(of: field)
  }
}

extension FieldDocument {
  /// The form as JSON.
  fileprivate var formValue: JSONValue {
    var reader = JSONReader(text.bytes(in: 0..<text.byteCount), dialect: dialect)
    reader.readText()
    return JSONValue(reader.tree, 0)
  }
}

extension FieldDefinition {
  /// The same without what the judging of a record does not depend on.
  fileprivate var asJudged: FieldDefinition {
    let standard = FieldDefinition()
    var judged = self
    (judged.key, judged.label, judged.placeholder, judged.helper) = (nil, nil, nil, nil)
    (judged.group, judged.path, judged.previous, judged.next) = (nil, nil, nil, nil)
    (judged.unit, judged.isMonetary, judged.isSecure) = (nil, false, false)
    (judged.icon, judged.iconAction, judged.tag) = (nil, nil, standard.tag)
    (judged.isActiveOnEditing, judged.selectsAllOnFocus, judged.isClearable) = (false, false, false)
    (judged.traits, judged.returnKey) = (standard.traits, standard.returnKey)
    (judged.toolbar, judged.autofill) = (standard.toolbar, nil)
    (judged.datePattern, judged.defaultDate, judged.locale) = (nil, nil, nil)
    (judged.liveInterval, judged.isBroken, judged.isTranslated) =
      (standard.liveInterval, false, false)
    judged.draft = standard.draft
    judged.initialLook = initialLook == .disabled ? .disabled : .standard
    // A field that is always asked for has no other spelling of nothing.
    if isRequired == .always { judged.statedEmptyValue = nil }
    judged.choices = choices.map { choice in
      var row = Choice(choice.value, isDisabled: choice.isDisabled)
      (row.visibility, row.isExclusive) = (choice.visibility, choice.isExclusive && takesSeveral)
      return row
    }
    judged.manualEntry = manualEntry.map { _ in "" }
    (judged.liveRules, judged.endEditingRules) = (rules, [])
    for index in judged.liveRules.indices { judged.liveRules[index].message = nil }
    return judged
  }
}
