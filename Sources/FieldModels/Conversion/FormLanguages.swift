import FieldModels

/// Forms whose texts for people stand in several languages, taken apart into one form for each language, and put
/// together again.
///
/// So an import or an export deals with one language at a time, and none of them knows of the others.
enum FormLanguages {
  /// A form in one language.
  struct Version {
    /// The tag of the language.
    var tag: String
    var form: JSONValue
    /// The texts that are said in this language; the others are what is said in the form's own.
    var ownTexts: Set<String> = []
  }

  /// More languages than these have no form that people fill in.
  static let limit = 60

  /// A place of a document whose text stands in several languages, with its texts that are not empty.
  struct Place {
    /// A JSON pointer.
    var path: String
    var texts: [JSONValue.Member]
  }

  /// The places of a document whose texts stand in several languages.
  static func places(in document: JSONValue) -> [Place] {
    var found: [Place] = []
    _ = flat(document, as: .object(.document), at: "") { path, texts in
      found.append(Place(path: path, texts: texts))
      return texts[0].value
    }
    return found
  }

  /// The tags of the languages of these places, the form's own first.
  static func tags(of places: [Place]) -> [String] {
    var known: Set<String> = []
    return places.flatMap { place in
      place.texts.compactMap { known.insert($0.name).inserted ? $0.name : nil }
    }
  }

  /// The texts of these places in a language.
  static func texts(of places: [Place], in tag: String) -> Set<String> {
    Set(places.compactMap { $0.texts[tag]?.string })
  }

  /// A document in one of its languages; where a text is not there in it, the first is taken.
  static func document(_ document: JSONValue, in tag: String) -> JSONValue {
    flat(document, as: .object(.document), at: "") { _, texts in
      (texts.first { $0.name == tag } ?? texts[0]).value
    }
  }

  /// One document of the same document in several languages, the form's own first.
  static func merged(_ versions: [Version]) -> JSONValue {
    if versions.count < 2 { return versions.first?.form ?? .null }
    return merged(versions.map { $0.form }, of: versions, as: .object(.document))
  }

  // MARK: - Documents

  private typealias Choice = (_ path: String, _ texts: [JSONValue.Member]) -> JSONValue

  /// A value with one text in each place that has several.
  private static func flat(
    _ value: JSONValue, as shape: Shape, at path: String, _ choose: Choice
  ) -> JSONValue {
    switch (shape, value) {
    case (.translatable, .object(let texts)), (.boolOrText, .object(let texts)):
      let written = texts.filter { $0.value.string.map { !$0.isEmpty } ?? false }
      return written.isEmpty ? value : choose(path, written)
    case (.object, .object(let members)), (.choice, .object(let members)),
      (.rule, .object(let members)):
      return .object(
        members.map { member in
          guard let inner = shape.shape(ofMember: member.name) else { return member }
          let path = path + JSONPointer.step(member.name)
          return .init(member.name, flat(member.value, as: inner, at: path, choose))
        })
    case (.list(let element), .array(let elements)) where element.holdsMembers:
      return .array(
        elements.enumerated().map { flat($1, as: element, at: path + "/\($0)", choose) })
    default: return value
    }
  }

  private static func merged(
    _ values: [JSONValue?], of versions: [Version], as shape: Shape
  ) -> JSONValue {
    let own = values[0] ?? values.lazy.compactMap { $0 }.first ?? .null
    switch shape {
    case .translatable, .boolOrText: return mergedTexts(values, versions) ?? own
    case .object, .choice, .rule:
      let objects = values.map { $0.map { row($0, shape) } }
      guard objects.contains(where: { $0?.members.isEmpty == false }) else { return own }
      var members: [JSONValue.Member] = []
      for (name, inner) in aligned(objects) {
        // What only other languages have is a text, or nothing of the form.
        guard let shape = shape.shape(ofMember: name) else {
          if let value = inner[0] { members.append(.init(name, value)) }
          continue
        }
        if inner[0] != nil || shape.isTexts {
          members.append(.init(name, merged(inner, of: versions, as: shape)))
        }
      }
      return plainRow(members, shape) ?? .object(members)
    case .list(let element) where element.holdsMembers:
      let lists = values.map { $0?.array }
      guard let first = lists[0], lists.allSatisfy({ $0?.count == first.count }) else { return own }
      return .array(
        first.indices.map { index in merged(lists.map { $0?[index] }, of: versions, as: element) })
    case .map(.object(.messages)):
      // Words for problems stand by language themselves.
      return .object(
        aligned(values).compactMap { name, texts in
          texts.lazy.compactMap { $0 }.first.map { .init(name, $0) }
        })
    default: return own
    }
  }

  /// The members of some objects, by their names in the order in which they come, each as every object has it.
  private static func aligned(
    _ objects: [JSONValue?]
  ) -> [(name: String, values: [JSONValue?])] {
    var numbers: [String: Int] = [:]
    var members: [(name: String, values: [JSONValue?])] = []
    for (version, object) in objects.enumerated() {
      for member in object?.members ?? [] {
        let number = numbers[member.name, default: members.count]
        if number == members.count {
          numbers[member.name] = number
          members.append((member.name, Array(repeating: nil, count: objects.count)))
        }
        members[number].values[version] = member.value
      }
    }
    return members
  }

  /// A text by language; nil where it is the same in all of them, or no text.
  private static func mergedTexts(_ values: [JSONValue?], _ versions: [Version]) -> JSONValue? {
    let texts = values.map { $0?.string }
    let own = texts[0]
    var members: [JSONValue.Member] = []
    for (text, version) in zip(texts, versions).dropFirst() {
      guard let text, text != own || version.ownTexts.contains(text) else { continue }
      members.append(.init(version.tag, .string(text)))
    }
    if members.isEmpty { return own.map { .string($0) } }
    // What is lent from another language is none of the form's own.
    if let own {
      let isLent = members.contains { $0.value == .string(own) }
      if versions[0].ownTexts.contains(own) || !isLent {
        members.insert(.init(versions[0].tag, .string(own)), at: 0)
      }
    }
    // All readers see a text that stands alone.
    return members.count == 1 ? members[0].value : .object(members)
  }

  /// A row that is written as its value, as an object.
  private static func row(_ value: JSONValue, _ shape: Shape) -> JSONValue {
    guard case .choice = shape, value.members.isEmpty, let text = value.draftText else {
      return value
    }
    return ["value": value, "label": .string(text)]
  }

  /// A row that says no more than its value.
  private static func plainRow(_ members: [JSONValue.Member], _ shape: Shape) -> JSONValue? {
    guard case .choice = shape, members.count == 2, let value = members["value"],
      members["label"]?.string == value.draftText, value.draftText != nil
    else { return nil }
    return value
  }

  // MARK: - Other formats

  /// One value of the same value in several languages, whatever the format: where its texts differ, what the
  /// format has for them.
  ///
  /// - Parameters:
  ///   - values: of the same form, the form's own language first
  ///   - lift: makes an object of a text that another language has an object for
  ///   - join: gets the texts of a place, nil where a language has none, in the order of the values
  /// - Returns: the first value, with what `join` made of the texts that differ
  static func merged(
    _ values: [JSONValue], lifting lift: (String) -> JSONValue,
    joining join: ([String?]) -> JSONValue
  ) -> JSONValue {
    guard let own = values.first, !values.allSatisfy({ $0 == own }) else {
      return values.first ?? .null
    }
    var values = values
    if values.contains(where: { !$0.members.isEmpty }) {
      values = values.map { value in value.string.map(lift) ?? value }
    }
    if values.allSatisfy({ $0.string != nil }) { return join(values.map { $0.string }) }
    let lists = values.compactMap { $0.array }
    if lists.count == values.count, lists.allSatisfy({ $0.count == lists[0].count }) {
      return .array(
        lists[0].indices.map { index in
          merged(lists.map { $0[index] }, lifting: lift, joining: join)
        })
    }
    guard values.allSatisfy({ !$0.members.isEmpty }) else { return own }
    var members: [JSONValue.Member] = []
    for (name, inner) in aligned(values.map { Optional($0) }) {
      let known = inner.compactMap { $0 }
      if known.count == values.count {
        members.append(.init(name, merged(known, lifting: lift, joining: join)))
      } else if known.allSatisfy({ $0.string != nil }) {
        members.append(.init(name, join(inner.map { $0?.string })))
      } else if let value = inner[0] {
        members.append(.init(name, value))
      }
    }
    return .object(members)
  }
}

extension Shape {
  /// What may stand as a member of an object of this shape; nil for a name that there is not.
  fileprivate func shape(ofMember name: String) -> Shape? {
    let section: Section? =
      switch self {
      case .object(let section): section
      case .choice: .choice
      case .rule: .rule
      default: nil
      }
    guard let section else { return nil }
    let name = Array(name.utf8)
    return PropertyTable.property(named: name.span, in: section)?.shape
  }

  /// Whether it may be an object with members of the property table.
  fileprivate var holdsMembers: Bool {
    switch self {
    case .object, .choice, .rule: true
    default: false
    }
  }

  /// Whether it is text for people.
  fileprivate var isTexts: Bool {
    switch self {
    case .translatable, .boolOrText: true
    default: false
    }
  }
}
