import FieldModels

/// A schema of a JSON Schema document: what it says, where it stands, and within which resource
/// its references are looked for.
struct JSONSchemaPlace {
  var schema: JSONValue
  /// The index of the resource: the document, or a part of it with an `$id` of its own.
  var resource = 0
  /// A JSON pointer into the document.
  var path: String
  /// The references that lead here from the root, whatever stands between them, such as properties,
  /// alternatives and conditions.
  ///
  /// So a circle is found along every way to follow a reference.
  private(set) var references: [String] = []
  /// How many schemas are around this one.
  private(set) var depth = 0

  /// References are followed one after the other so far, and schemas within schemas.
  private static let (referenceLimit, depthLimit) = (32, 400)

  init(schema: JSONValue, resource: Int = 0, path: String) {
    self.schema = schema
    self.resource = resource
    self.path = path
  }

  /// A schema within this one.
  func child(_ schema: JSONValue, _ steps: String...) -> JSONSchemaPlace {
    var child = self
    child.schema = schema
    child.path = steps.reduce(path) { $0 + JSONPointer.step($1) }
    child.depth += 1
    return child
  }

  /// Whether a reference in this schema may be followed: it does not lead in a circle, nor too far.
  func mayFollow(_ reference: String) -> Bool {
    depth < Self.depthLimit && references.count < Self.referenceLimit
      && !references.contains(name(of: reference))
  }

  /// The schema to which a reference in this one leads.
  func target(_ target: JSONSchemaPlace, of reference: String) -> JSONSchemaPlace {
    var target = target
    target.references = references + [name(of: reference)]
    target.depth = depth + 1
    return target
  }

  private func name(of reference: String) -> String { "\(resource) \(reference)" }

  /// The schemas of a keyword that has a list of them.
  func children(_ keyword: String) -> [JSONSchemaPlace] {
    (schema[keyword]?.array ?? []).enumerated().map { child($1, keyword, String($0)) }
  }
}

/// What a keyword asks of a value, and the schema in which it stands.
struct JSONSchemaKeyword {
  var name: String
  var value: JSONValue
  var place: JSONSchemaPlace

  var path: String { place.path + JSONPointer.step(name) }
  /// The types that `type` names, each once; a word that is none is passed over.
  var typeNames: [String] {
    var known: Set = ["string", "number", "integer", "boolean", "array", "object", "null"]
    let names = value.string.map { [$0] } ?? (value.array ?? []).compactMap { $0.string }
    return names.filter { known.remove($0) != nil }
  }
  /// Whether it only says, as in draft 4, that the limit beside it is not reached itself.
  var isMark: Bool {
    ["exclusiveMinimum", "exclusiveMaximum"].contains(name) && value.bool != nil
  }
  /// The name of a limit as later drafts have it.
  var limitName: String {
    switch name {
    case "minimum" where place.schema["exclusiveMinimum"] == .bool(true): "exclusiveMinimum"
    case "maximum" where place.schema["exclusiveMaximum"] == .bool(true): "exclusiveMaximum"
    default: name
    }
  }
  /// The alternatives of `anyOf` and `oneOf`.
  var branches: [JSONSchemaPlace] { place.children(name) }
}

/// A JSON Schema document to read from: its references followed within it, never beyond, and the
/// keywords that hold together put side by side.
struct JSONSchemaSource {
  /// What a form says otherwise than the schema, or not at all.
  private(set) var losses: [ConversionReport.Entry] = []
  /// Schemas of the form and its groups that are noted beside the schema, by where in it they stand in an `allOf`: they
  /// come back as what they are.
  var notedSchemas: [String: JSONValue] = [:]
  /// Where the keywords stand that were looked at, but for those that only hold others.
  private var seen: Set<String> = []
  /// The keywords that have another type than any schema gives them, by where they stand, and what was
  /// expected there.
  private var misread: [String: String] = [:]
  private var resources: [JSONValue]
  /// The resources by their `$id`; `ambiguous` for one that several have.
  private var ids: [String: Int] = [:]
  private var anchors: [Anchor: JSONSchemaPlace] = [:]
  /// What references have led to before.
  private var targets: [Anchor: JSONSchemaPlace?] = [:]
  /// The members of large objects that references lead through, by where they stand.
  private var tables: [Anchor: [String: JSONValue]] = [:]
  /// What stands beside `$ref` means nothing, as in the drafts up to 7.
  private let hidesSiblings: Bool
  /// `dependencies` mean nothing any more, as from draft 2019-09 on.
  let splitsDependencies: Bool
  /// How much may yet be looked at: references to what has references multiply.
  private var budget = 100_000
  var patterns = PatternCache()

  /// A place in a resource, by a name or pointer.
  private struct Anchor: Hashable {
    var resource: Int
    var name: String
  }

  private static let ambiguous = -1
  /// What is said where the budget ends.
  static let tooMuch = "More than is looked at"
  /// Keywords whose values are no schemas.
  private static let opaque: Set<String> = ["enum", "const", "default", "examples"]

  init(root: JSONValue) {
    resources = [root]
    let dialect = root["$schema"]?.string ?? ""
    splitsDependencies = ["2019-09", "2020-12"].contains { dialect.contains(text: $0) }
    hidesSiblings = ["draft-04", "draft-06", "draft-07"].contains { dialect.contains(text: $0) }
    if let id = root["$id"]?.string {
      ids[id.split(separator: "#").first.map(String.init) ?? ""] = 0
    }
    note(root, in: 0, isRoot: true)
  }

  var root: JSONSchemaPlace { JSONSchemaPlace(schema: resources[0], path: "") }

  mutating func lose(
    _ path: String, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    losses.append(.init(code, path: path, message: message, effect: effect))
  }

  /// What is to be told of the schema, and how much of it a form says as it does.
  var report: ConversionReport {
    // Several properties may refer to one schema, of which it is told once.
    var told: Set<String> = []
    var report = ConversionReport(
      losses.filter { told.insert("\($0.code.rawValue) \($0.path) \($0.message)").inserted })
    let touched = report.touchedPlaces
    for (path, expected) in misread.sorted(by: { $0.key < $1.key }) where !touched.contains(path) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      report.add(
        .wrongValue, path, "This is not \(expected)",
        effect: Self.describing.contains(name) ? .nothing : nil)
    }
    // What is said of a part of a keyword's value is said of the keyword.
    let changed = report.touchedPlaces
    let dropped = Set(
      report.entries.lazy.filter { [.unsupportedField, .circular, .remote].contains($0.code) }
        .map { $0.path })
    report.keep(seen.count { !changed.contains($0) && !Self.isWithin($0, dropped) })
    return report
  }

  private static func isWithin(_ path: String, _ places: Set<String>) -> Bool {
    var path = path[...]
    while !places.isEmpty {
      if places.contains(String(path)) { return true }
      guard let slash = path.lastIndex(of: "/") else { return false }
      path = path[..<slash]
    }
    return false
  }

  /// Forgets what was told of a way that led nowhere.
  mutating func restore(_ losses: [ConversionReport.Entry]) { self.losses = losses }

  /// Notes of some losses that records feel nothing of them: a schema in the form asks the same.
  mutating func settle(_ range: Range<Int>, by what: String) {
    for index in range where losses[index].effect == .laxer {
      losses[index].code = .reinterpreted
      losses[index].effect = .nothing
      losses[index].message += "; \(what) checks it"
    }
  }

  /// Counts the work that was done in a copy.
  mutating func spend(as copy: JSONSchemaSource) { budget = copy.budget }

  /// Whether some work may still be done; counts it.
  mutating func mayGo(_ work: Int = 1) -> Bool {
    budget -= work
    return 0 < budget
  }

  /// Remembers what can be referred to by name.
  private mutating func note(_ value: JSONValue, in resource: Int, isRoot: Bool = false) {
    // What is written may be looked at a few times.
    budget += 4
    switch value {
    case .array(let elements): for element in elements { note(element, in: resource) }
    case .object(let members):
      var resource = resource
      if !isRoot, let id = Self.id(of: value) {
        resources.append(value)
        resource = resources.count - 1
        ids[id] = ids[id] == nil ? resource : Self.ambiguous
      }
      if let name = value["$anchor"]?.string {
        let place = JSONSchemaPlace(schema: value, resource: resource, path: "")
        anchors[Anchor(resource: resource, name: name)] = place
      }
      for member in members where !Self.opaque.contains(member.name) {
        note(member.value, in: resource)
      }
    case .null, .bool, .number, .string: break
    }
  }

  private static func id(of value: JSONValue) -> String? {
    value["$id"]?.string.flatMap { $0.hasPrefix("#") ? nil : $0 }
  }

  /// A schema within the resource that it begins, if it begins one: its references are looked for there.
  func entered(_ place: JSONSchemaPlace) -> JSONSchemaPlace {
    guard !place.path.isEmpty, let id = Self.id(of: place.schema), let resource = ids[id] else {
      return place
    }
    var place = place
    place.resource = resource
    return place
  }

  /// What a schema refers to, if it does nothing else.
  mutating func resolved(_ place: JSONSchemaPlace) -> JSONSchemaPlace {
    var place = entered(place)
    while let reference = place.schema["$ref"]?.string, mayGo(), place.mayFollow(reference),
      let next = target(reference, from: place)
    {
      place = entered(next)
    }
    return place
  }

  /// What a reference leads to; nil where that is not in the document.
  mutating func target(_ reference: String, from place: JSONSchemaPlace) -> JSONSchemaPlace? {
    if place.resource == Self.ambiguous { return nil }
    let key = Anchor(resource: place.resource, name: reference)
    let found = targets[key] ?? find(reference, from: place)
    targets[key] = .some(found)
    return found.map { place.target($0, of: reference) }
  }

  private mutating func find(
    _ reference: String, from place: JSONSchemaPlace
  ) -> JSONSchemaPlace? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var resource = place.resource
    if let base = parts.first, !base.isEmpty {
      guard let known = ids[String(base)], known != Self.ambiguous else { return nil }
      resource = known
    }
    guard let fragment = parts.count > 1 ? Self.unescaped(parts[1]) : "" else { return nil }
    var target = JSONSchemaPlace(
      schema: resources[resource], resource: resource, path: place.path + "/$ref")
    if fragment.isEmpty {
      if resource == 0 { target.path = "" }
      return target
    }
    guard fragment.hasPrefix("/") else {
      return anchors[Anchor(resource: resource, name: fragment)].map {
        JSONSchemaPlace(schema: $0.schema, resource: $0.resource, path: target.path)
      }
    }
    var walked = Anchor(resource: resource, name: "")
    for step in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = String(step).replacing(text: "~1", by: "/").replacing(text: "~0", by: "~")
      if case .array(let elements) = target.schema {
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        target.schema = elements[index]
      } else {
        guard let next = member(name, of: target.schema, at: walked) else { return nil }
        target.schema = next
      }
      walked.name += "/" + step
      let id = member("$id", of: target.schema, at: walked)?.string
      if let id, !id.hasPrefix("#") {
        guard let known = ids[id], known != Self.ambiguous else { return nil }
        target.resource = known
      }
    }
    if resource == 0 { target.path = fragment }
    return target
  }

  /// A member of an object through which many references may lead.
  private mutating func member(
    _ name: String, of object: JSONValue, at place: Anchor
  ) -> JSONValue? {
    guard case .object(let members) = object, 16 < members.count else { return object[name] }
    if let table = tables[place] { return table[name] }
    let table = Dictionary(keepingLast: members.map { ($0.name, $0.value) })
    tables[place] = table
    return table[name]
  }

  /// The text of a fragment, in which bytes may be written as `%20`.
  private static func unescaped(_ text: Substring) -> String? {
    PercentEncoding.strictlyDecoded(Array(text.utf8)[...])
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}

extension JSONSchemaSource {
  /// Keywords that only hold others.
  private static let holders: Set<String> = ["properties", "items", "allOf", "then", "else"]

  /// What the value of a keyword is.
  private enum Shape: String {
    case text = "a text"
    case flag = "true or false"
    case number = "a number"
    case limit = "a number, or true or false"
    case count = "a whole number"
    case list = "a list [ … ]"
    case object = "an object { … }"
    case schema = "a schema"
    case schemas = "a schema, or a list of them"
    case words = "a text, or an object { … }"
    case types = "the name of a type, or a list of them"

    func takes(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.text, .string), (.flag, .bool), (.number, .number), (.limit, .number), (.limit, .bool),
        (.list, .array), (.object, .object), (.schema, .object), (.schema, .bool),
        (.schemas, .object), (.schemas, .bool), (.schemas, .array), (.words, .string),
        (.words, .object), (.types, .string):
        true
      case (.types, .array(let names)): names.allSatisfy { $0.string != nil }
      case (.count, _): value.wholeNumber != nil
      case (.text, _), (.flag, _), (.number, _), (.limit, _), (.list, _), (.object, _),
        (.schema, _), (.schemas, _), (.words, _), (.types, _):
        false
      }
    }
  }

  private static let shapes: [String: Shape] = {
    let names: [(Shape, [String])] = [
      (.text, ["$ref", "description", "format", "pattern", "title"]),
      (.flag, ["deprecated", "readOnly", "uniqueItems", "writeOnly"]),
      (.number, ["maximum", "minimum", "multipleOf"]),
      (.limit, ["exclusiveMaximum", "exclusiveMinimum"]),
      (
        .count,
        [
          "maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems",
          "minLength", "minProperties",
        ]
      ),
      (
        .list,
        ["allOf", "anyOf", "enum", "enumNames", "examples", "oneOf", "prefixItems", "required"]
      ),
      (
        .object,
        [
          "$defs", "definitions", "dependencies", "dependentRequired", "dependentSchemas",
          "patternProperties", "properties",
        ]
      ),
      (
        .schema,
        [
          "additionalItems", "additionalProperties", "contains", "else", "if", "not",
          "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
        ]
      ),
      (.schemas, ["items"]), (.words, ["errorMessage"]), (.types, ["type"]),
    ]
    var shapes: [String: Shape] = [:]
    for (shape, names) in names { for name in names { shapes[name] = shape } }
    return shapes
  }()

  /// Those that ask nothing of a value.
  private static let describing: Set<String> = [
    "$defs", "definitions", "deprecated", "description", "enumNames", "errorMessage", "examples",
    "readOnly", "title",
    "writeOnly",
  ]

  /// Keywords that ask nothing of a value.
  static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "definitions", "$anchor", "$dynamicAnchor",
    "$vocabulary",
  ]

  /// Puts the keywords of a schema side by side with those that hold along with it.
  ///
  /// Those are in what it refers to, in `allOf`, and in the only alternative to null; a reference
  /// that leads nowhere stays a keyword. The schema's own come first, since what is nearest to a
  /// property describes it best. Whether null is taken, they do not tell.
  mutating func gather(
    _ place: JSONSchemaPlace, into keywords: inout [JSONSchemaKeyword]
  ) {
    let place = entered(place)
    guard mayGo() else { return lose(place.path, Self.tooMuch, as: .unsupportedField) }
    switch place.schema {
    case .bool(true): return
    case .bool(false):
      return keywords.append(JSONSchemaKeyword(name: "enum", value: .array([]), place: place))
    case .object: break
    case .null, .number, .string, .array:
      return lose(place.path, "This is no schema", as: .wrongValue)
    }
    var others: [JSONSchemaPlace] = []
    var reference: String?
    let isAlone = hidesSiblings(in: place.schema)
    for member in Self.members(of: place.schema) {
      if !isAlone || member.name == "$ref", let shape = Self.shapes[member.name],
        !shape.takes(member.value)
      {
        misread[place.path + JSONPointer.step(member.name)] = shape.rawValue
      }
      if Self.silent.contains(member.name) { continue }
      if !Self.holders.contains(member.name), !isAlone || member.name == "$ref" {
        seen.insert(place.path + JSONPointer.step(member.name))
      }
      switch member.name {
      case "$ref": reference = member.value.string
      case _ where isAlone: break
      case "allOf":
        let own = notedSchemas[place.path]
        others += place.children("allOf").filter { $0.schema != own }
      case "anyOf", "oneOf":
        let branches = place.children(member.name)
        let rest = branches.filter { !Self.takesNullAlone($0.schema) }
        // A constant is a row, and what is said beside it is said of the row.
        if rest.count == 1, rest[0].schema["const"] == nil {
          others += rest
        } else {
          keywords.append(.init(name: member.name, value: member.value, place: place))
        }
      default: keywords.append(.init(name: member.name, value: member.value, place: place))
      }
      guard mayGo() else { return lose(place.path, Self.tooMuch, as: .unsupportedField) }
    }
    if let reference { follow(reference, at: place, into: &keywords) }
    for other in others { gather(other, into: &keywords) }
  }

  private mutating func follow(
    _ reference: String, at place: JSONSchemaPlace, into keywords: inout [JSONSchemaKeyword]
  ) {
    let path = place.path + "/$ref"
    let keyword = JSONSchemaKeyword(name: "$ref", value: .string(reference), place: place)
    guard place.mayFollow(reference) else {
      keywords.append(keyword)
      return lose(path, "A reference that leads in a circle, or too far", as: .circular)
    }
    guard let target = target(reference, from: place) else {
      keywords.append(keyword)
      if reference.hasPrefix("#") {
        return lose(path, "A reference to what is not there", as: .wrongValue)
      }
      return lose(path, "A reference to what is not here; nothing is fetched", as: .remote)
    }
    gather(target, into: &keywords)
  }

  /// Whether what stands beside a reference in a schema means nothing.
  func hidesSiblings(in schema: JSONValue) -> Bool { hidesSiblings && schema["$ref"] != nil }

  /// The members of an object, of each name the last.
  static func members(of schema: JSONValue) -> [JSONValue.Member] {
    guard case .object(let members) = schema else { return [] }
    var known = Set<String>()
    return members.reversed().filter { known.insert($0.name).inserted }.reversed()
  }

  /// Whether a schema takes null and nothing else; a row for null, which has a title, is a value
  /// like others.
  static func takesNullAlone(_ schema: JSONValue) -> Bool {
    if schema["type"] == .string("null") { return true }
    return schema["title"] == nil
      && (schema["const"] == .null || schema["enum"] == .array([.null]))
  }
}
