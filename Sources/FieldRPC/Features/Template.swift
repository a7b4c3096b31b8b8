import FieldModels

/// A piece of a document to be filled in: text with places in it where something is wanted.
///
/// Written for clients that go from place to place as LSP's snippets have it, and for others with
/// the places empty.
struct Template: Equatable {
  private enum Piece: Equatable {
    case text(String)
    /// A place, and what stands in it until something better is written.
    case place(String)
    case choice([String])
    /// Where the cursor stays once all places are filled in.
    case end
  }

  private var pieces: [Piece] = []

  /// A text, with `@` for each place, and `¦` for where the cursor stays at last.
  init(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    for (position, part) in parts.enumerated() {
      if position > 0 { pieces.append(.place("")) }
      let texts = part.split(separator: "¦", omittingEmptySubsequences: false)
      for (position, text) in texts.enumerated() {
        if position > 0 { pieces.append(.end) }
        if !text.isEmpty { pieces.append(.text(String(text))) }
      }
    }
  }

  /// A text without places.
  init(text: String) { pieces = [.text(text)] }

  /// A place for a value that has to be something.
  init(value: String) { pieces = [.place(value)] }

  /// Whether the first place is for one of a few words.
  var beginsWithChoice: Bool {
    let places = pieces.lazy.filter { if case .text = $0 { false } else { true } }
    if case .choice = places.first { return true }
    return false
  }

  /// A place for one of a few words.
  init(choice words: [String]) { pieces = [.choice(words)] }

  static func + (first: Template, second: Template) -> Template {
    var sum = first
    sum.pieces += second.pieces
    return sum
  }

  /// With the places as they are; the first word where there is a choice.
  var plain: String {
    pieces.map { piece in
      switch piece {
      case .text(let text), .place(let text): text
      case .choice(let words): words.first ?? ""
      case .end: ""
      }
    }.joined()
  }

  /// With the places numbered, in that part of the grammar of LSP's snippets which all editors know: the
  /// first of a few words stands for a choice.
  var snippet: String {
    var number = 0
    var snippet = ""
    for piece in pieces {
      switch piece {
      case .text(let text):
        for character in text {
          if "\\$".contains(character) { snippet.append("\\") }
          snippet.append(character)
        }
        continue
      case .end:
        snippet += "$0"
        continue
      case .place: snippet += "$\(number + 1)"
      case .choice(let words): snippet += "${\(number + 1):\(words.first ?? "")}"
      }
      number += 1
    }
    return snippet
  }
}

extension Template {
  /// A value of a shape.
  init(_ shape: Shape) {
    switch shape {
    case .word(let words) where words.allSatisfy { !$0.name.isEmpty }:
      self = Template("\"") + Template(choice: words.map { $0.name }) + Template("\"")
    case .text, .translatable, .draft, .word, .newKey, .key, .groupKey, .path, .sourceName,
      .dateDraft, .date,
      .dateOrKey, .datePattern, .timeZone, .color, .pattern, .formatName, .validatorName, .choice,
      .rowValue, .template, .expression:
      self = Template("\"@\"")
    case .bool, .boolOrCondition, .boolOrText: self = Template(choice: ["true", "false"])
    case .integer(let minimum): self = Template(value: String(max(0, minimum)))
    case .number, .limit: self = Template(value: "0")
    case .scalar: self = Template(value: "\"\"")
    case .anything: self = Template(value: "null")
    case .object, .map, .rule: self = Template("{ @ }")
    case .list: self = Template("[@]")
    }
  }

  /// An object with some properties.
  init(_ properties: [Property]) {
    self = Template("{ ")
    for (position, property) in properties.enumerated() {
      self = self + Template(position == 0 ? "" : ", ") + Template(member: property)
    }
    self = self + Template(" }")
  }

  /// A property and its value.
  init(member property: Property) {
    self = Template(text: "\"\(property.name.rawValue)\": ") + Template(property.shape)
  }

  /// What may be written for an object of a section: all that it needs, or one of what it may have.
  static func objects(of section: Section) -> [(label: String, properties: [Property])] {
    let all = PropertyTable.properties(of: section)
    func named(_ names: Property.Name...) -> [Property] { all.filter { names.contains($0.name) } }
    return switch section {
    case .document, .field: []
    case .group: [("group", named(.key, .label))]
    case .choice: [("row", named(.value, .label))]
    case .autofill: [("autofill", named(.source))]
    case .condition:
      all.filter { $0.name != .key }.map { test in
        let isWhole = test.name == .all || test.name == .any
        return (test.name.rawValue, isWhole ? [test] : named(.key) + [test])
      }
    case .rule:
      all.filter { Rule.checkNames.contains($0.name) }.map { ($0.name.rawValue, [$0]) }
    case .repetition, .validation, .requirement, .toolbar, .toolbarItem, .colors, .messages:
      all.map { ($0.name.rawValue, [$0]) }
    }
  }
}
